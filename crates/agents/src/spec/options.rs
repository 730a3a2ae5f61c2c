//! The options of agents, besides the weights of a game: one table says how each is read, refused, shown and documented.

use crate::native::level::{Grade, HIGHEST};

/// The most nodes of one turn.
const MOST_NODES: u64 = 1_000_000_000;

/// The deepest that an agent looks ahead: in turns, and in own actions.
const DEEPEST: u64 = 24;
pub const DEEPEST_IN_ACTIONS: u64 = 6;

/// The most ends of a turn that are played on.
const WIDEST: u64 = 1000;

/// The most threads of one agent.
const MOST_THREADS: u64 = 64;

/// The most turns that end in a sequence of actions.
const MOST_TURNS: u64 = 8;

/// The most imagined hands on which others reply.
const MOST_REPLIES: u64 = 16;

/// Which agents take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takers {
    /// Those that search on a budget.
    Searching,
    /// The one that looks some actions ahead.
    Ahead,
    /// The one that plays the best turns on.
    PlayingOn,
    /// Those that look a number of actions or turns ahead.
    Deep,
    /// The one that searches sequences of actions.
    Sequencing,
    /// Those that weigh positions.
    Weighing,
    /// Those that search, and those of a game that can be eased.
    Levelled,
    /// All, in a timed game.
    Timed,
}

/// Where an option is kept, and which values it may have.
pub enum Kept {
    /// It is given or not.
    Flag(fn(&mut AgentSpec) -> &mut bool),
    /// A whole number.
    Whole { field: fn(&mut AgentSpec) -> &mut Option<u64>, least: u64, most: u64 },
    /// A number.
    Number { field: fn(&mut AgentSpec) -> &mut Option<f64>, is_good: fn(f64) -> bool },
    /// A level, or `auto`.
    Level(fn(&mut AgentSpec) -> &mut Option<Grade>),
    /// `on` or `off`.
    Switch(fn(&mut AgentSpec) -> &mut Option<bool>),
    /// The name or path of a file.
    File(fn(&mut AgentSpec) -> &mut Option<String>),
}

/// An option of agents. Its row says how it is read, refused, shown and documented.
pub struct AgentOption {
    pub name: &'static str,
    pub takers: Takers,
    /// How it is written, as an example.
    pub example: &'static str,
    pub about: &'static str,
    /// What a wrong value fails to be, and what it must be.
    wrong: (&'static str, &'static str),
    pub kept: Kept,
}

/// The options of agents, besides the weights of a game.
pub static OPTIONS: [AgentOption; 16] = [
    AgentOption {
        name: "nodes",
        takers: Takers::Searching,
        example: "nodes=N",
        about: "positions it may look at in one own turn (4,000 by default, `lookahead` 24,000, `value` 200,000); the match can be repeated exactly, on any number of threads",
        wrong: ("budget of nodes", "1 to 1000000000"),
        kept: Kept::Whole { field: |spec| &mut spec.nodes, least: 1, most: MOST_NODES },
    },
    AgentOption {
        name: "seconds",
        takers: Takers::Searching,
        example: "seconds=S",
        about: "time it may think in one own turn; with `nodes` too, the one that ends first counts",
        wrong: ("budget in seconds", "above 0, at most 3600"),
        kept: Kept::Number { field: |spec| &mut spec.seconds, is_good: |s| s > 0.0 && s <= 3600.0 },
    },
    AgentOption {
        name: "oracle",
        takers: Takers::Searching,
        example: "oracle",
        about: "it is given the truth instead of a view",
        wrong: ("", ""),
        kept: Kept::Flag(|spec| &mut spec.oracle),
    },
    AgentOption {
        name: "depth",
        takers: Takers::Deep,
        example: "depth=N",
        about: "own actions that `value` looks ahead (3 by default, at most 6), turns that `lookahead` looks at (2 by default)",
        wrong: ("number of actions or turns to look ahead", "1 to 24"),
        kept: Kept::Whole { field: |spec| &mut spec.depth, least: 1, most: DEEPEST },
    },
    AgentOption {
        name: "width",
        takers: Takers::PlayingOn,
        example: "width=N",
        about: "ends of its turn that `lookahead` plays on (16 by default)",
        wrong: ("number of ends", "1 to 1000"),
        kept: Kept::Whole { field: |spec| &mut spec.width, least: 1, most: WIDEST },
    },
    AgentOption {
        name: "threads",
        takers: Takers::PlayingOn,
        example: "threads=N",
        about: "on how many threads `lookahead` thinks (1 by default); with `nodes`, the match is the same on any number",
        wrong: ("number of threads", "1 to 64"),
        kept: Kept::Whole { field: |spec| &mut spec.threads, least: 1, most: MOST_THREADS },
    },
    AgentOption {
        name: "merge",
        takers: Takers::Ahead,
        example: "merge=off",
        about: "`value` looks again at positions that it has reached before, to compare",
        wrong: ("switch", "on or off"),
        kept: Kept::Switch(|spec| &mut spec.merge),
    },
    AgentOption {
        name: "prune",
        takers: Takers::Ahead,
        example: "prune=off",
        about: "`value` tries every line, to compare",
        wrong: ("switch", "on or off"),
        kept: Kept::Switch(|spec| &mut spec.prune),
    },
    AgentOption {
        name: "sequences",
        takers: Takers::Sequencing,
        example: "sequences=N",
        about: "sequences of actions that `sequences` tries in one own turn (5,000 by default)",
        wrong: ("number of sequences", "1 to 1000000000"),
        kept: Kept::Whole { field: |spec| &mut spec.sequences, least: 1, most: MOST_NODES },
    },
    AgentOption {
        name: "turns",
        takers: Takers::Sequencing,
        example: "turns=N",
        about: "how many turns may end in a sequence of `sequences` (2 by default)",
        wrong: ("number of turns", "0 to 8"),
        kept: Kept::Whole { field: |spec| &mut spec.turns, least: 0, most: MOST_TURNS },
    },
    AgentOption {
        name: "threshold",
        takers: Takers::Sequencing,
        example: "threshold=50",
        about: "`sequences` drops a sequence that is rated this much below the start (50 by default)",
        wrong: ("threshold", "0 to 1000000"),
        kept: Kept::Number { field: |spec| &mut spec.threshold, is_good: |t| (0.0..=1e6).contains(&t) },
    },
    AgentOption {
        name: "replies",
        takers: Takers::Sequencing,
        example: "replies=1",
        about: "on how many imagined hands the others reply to a turn of `sequences` (0 by default: they do nothing)",
        wrong: ("number of replies", "0 to 16"),
        kept: Kept::Whole { field: |spec| &mut spec.replies, least: 0, most: MOST_REPLIES },
    },
    AgentOption {
        name: "level",
        takers: Takers::Levelled,
        example: "level=N",
        about: "how strong it is, from 1 to 10, the agent itself; with `auto` it eases while the others are far behind",
        wrong: ("level", "1 to 10, or auto"),
        kept: Kept::Level(|spec| &mut spec.level),
    },
    AgentOption {
        name: "weights",
        takers: Takers::Weighing,
        example: "weights=NAME",
        about: "a file `games/<slug>/weights/NAME.toml`, of the game or of a pack, or a path that ends in `.toml`",
        wrong: ("", ""),
        kept: Kept::File(|spec| &mut spec.file),
    },
    AgentOption {
        name: "reaction",
        takers: Takers::Timed,
        example: "reaction=0.4",
        about: "in a timed game, every agent: the seconds it takes on average until it looks at what happened (0.25 by default)",
        wrong: ("reaction time", "0 to 60 seconds"),
        kept: Kept::Number { field: |spec| &mut spec.reaction, is_good: |s| (0.0..=60.0).contains(&s) },
    },
    AgentOption {
        name: "surrender",
        takers: Takers::Timed,
        example: "surrender=40",
        about: "in a timed game, every agent: it gives up when the position is worth this many points less than an even one",
        wrong: ("number of points to give up at", "above 0, at most 10000"),
        kept: Kept::Number { field: |spec| &mut spec.surrender, is_good: |p| p > 0.0 && p <= 10_000.0 },
    },
];

/// The value that an option was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Flag,
    Whole(u64),
    Number(f64),
    Switch(bool),
    Level(Grade),
    File(String),
}

impl AgentOption {
    pub fn of(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.name == name)
    }

    /// The value that a specification gives it, if any.
    pub fn given(&self, spec: &AgentSpec) -> Option<Given> {
        let spec = &mut spec.clone();
        match self.kept {
            Kept::Flag(field) => field(spec).then_some(Given::Flag),
            Kept::Whole { field, .. } => field(spec).map(Given::Whole),
            Kept::Number { field, .. } => field(spec).map(Given::Number),
            Kept::Switch(field) => field(spec).map(Given::Switch),
            Kept::Level(field) => field(spec).map(Given::Level),
            Kept::File(field) => field(spec).take().map(Given::File),
        }
    }

    /// Puts a value into a specification, or says why that cannot be done.
    pub fn read(&self, spec: &mut AgentSpec, value: Option<&str>) -> Result<(), BadAgent> {
        let name = self.name;
        let needs = || BadAgent::new(format!("\"{name}\" needs a value: {name}=..."));
        let is_read = match (&self.kept, value) {
            (Kept::Flag(field), None) => {
                *field(spec) = true;
                true
            }
            (Kept::Flag(_), Some(_)) => {
                return Err(BadAgent::new(format!("\"{name}\" takes no value: it is there or not")));
            }
            (_, None) => return Err(needs()),
            (Kept::File(_), Some("")) => return Err(needs()),
            (Kept::File(field), Some(value)) => field(spec).replace(value.into()).is_none(),
            (Kept::Whole { field, least, most }, Some(value)) => {
                let read = value.replace('_', "").parse().ok();
                *field(spec) = read.filter(|number| (*least..=*most).contains(number));
                field(spec).is_some()
            }
            (Kept::Switch(field), Some(value)) => {
                *field(spec) = ["off", "on"].iter().position(|word| *word == value).map(|at| at == 1);
                field(spec).is_some()
            }
            (Kept::Level(field), Some("auto")) => field(spec).replace(Grade::Auto).is_none(),
            (Kept::Level(field), Some(value)) => {
                let read = value.parse().ok().filter(|level| (1..=HIGHEST).contains(level));
                *field(spec) = read.map(Grade::Fixed);
                field(spec).is_some()
            }
            (Kept::Number { field, is_good }, Some(value)) => {
                *field(spec) = value.parse().ok().filter(|&number| is_good(number));
                field(spec).is_some()
            }
        };
        let (what, wanted) = self.wrong;
        let refused =
            || BadAgent::new(format!("\"{}\" is no {what}: it must be {wanted}", value.unwrap_or("")));
        if is_read { Ok(()) } else { Err(refused()) }
    }
}

/// Which agent, and how it is to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentSpec {
    pub name: String,
    /// Positions it may look at in one of its turns.
    pub nodes: Option<u64>,
    /// Seconds it may think in one of its turns.
    pub seconds: Option<f64>,
    /// The name or path of a file of weights; the code that reads files replaces it by the weights.
    pub file: Option<String>,
    /// Weights of the game by name, where they differ from the usual ones.
    pub weights: Vec<(String, f64)>,
    /// Whether it is given the truth instead of a view.
    pub oracle: bool,
    /// Own actions or turns it looks ahead.
    pub depth: Option<u64>,
    /// Ends of its turn that it plays on.
    pub width: Option<u64>,
    /// Threads on which it thinks.
    pub threads: Option<u64>,
    /// Whether equal positions are merged.
    pub merge: Option<bool>,
    /// Whether lines that cannot matter are left out.
    pub prune: Option<bool>,
    /// Sequences of actions it tries in one of its turns.
    pub sequences: Option<u64>,
    /// Turns that end in a sequence.
    pub turns: Option<u64>,
    /// By how much a sequence may be rated below the start.
    pub threshold: Option<f64>,
    /// Imagined hands on which the others reply.
    pub replies: Option<u64>,
    /// How strong it is.
    pub level: Option<Grade>,
    /// In a timed game: the seconds it takes on average until it looks at what happened.
    pub reaction: Option<f64>,
    /// In a timed game: how many points behind it gives up.
    pub surrender: Option<f64>,
}

/// Why a text names no agent: the reason, the wrong word and the words that could stand in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct BadAgent {
    pub reason: String,
    pub word: String,
    pub known: Vec<String>,
}

impl BadAgent {
    pub fn new(reason: String) -> Self {
        Self { reason, word: String::new(), known: Vec::new() }
    }
}
