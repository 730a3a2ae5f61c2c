//! An agent in words: its name and, if it takes any, its options: `expectimax/nodes=2000/oracle`.

use cardwright_effects::Rules;

use crate::roster::{AGENTS, SEQUENCES, VALUE, known, searches, usual_weights};

/// The most nodes of one turn.
const MOST_NODES: u64 = 1_000_000_000;

/// The deepest that an agent looks ahead.
const DEEPEST: u64 = 6;

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
    /// The one that searches sequences of actions.
    Sequencing,
    /// Those that weigh positions.
    Weighing,
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
pub static OPTIONS: [AgentOption; 13] = [
    AgentOption {
        name: "nodes",
        takers: Takers::Searching,
        example: "nodes=N",
        about: "positions it may look at in one own turn (4,000 by default, `value` 200,000); the match can be repeated exactly, on any number of threads",
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
        takers: Takers::Ahead,
        example: "depth=N",
        about: "own actions that `value` looks ahead (3 by default)",
        wrong: ("number of actions to look ahead", "1 to 6"),
        kept: Kept::Whole { field: |spec| &mut spec.depth, least: 1, most: DEEPEST },
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
    File(String),
}

impl AgentOption {
    fn of(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.name == name)
    }

    /// The value that a specification gives it, if any.
    fn given(&self, spec: &AgentSpec) -> Option<Given> {
        let spec = &mut spec.clone();
        match self.kept {
            Kept::Flag(field) => field(spec).then_some(Given::Flag),
            Kept::Whole { field, .. } => field(spec).map(Given::Whole),
            Kept::Number { field, .. } => field(spec).map(Given::Number),
            Kept::Switch(field) => field(spec).map(Given::Switch),
            Kept::File(field) => field(spec).take().map(Given::File),
        }
    }

    /// Puts a value into a specification, or says why that cannot be done.
    fn read(&self, spec: &mut AgentSpec, value: Option<&str>) -> Result<(), BadAgent> {
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
    /// Own actions it looks ahead.
    pub depth: Option<u64>,
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
    fn new(reason: String) -> Self {
        Self { reason, word: String::new(), known: Vec::new() }
    }
}

impl AgentSpec {
    /// The agent with this name, without options.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The options it is given with their values, in the order of the table.
    pub fn given(&self) -> Vec<(&'static AgentOption, Given)> {
        OPTIONS.iter().filter_map(|option| Some((option, option.given(self)?))).collect()
    }

    /// The first given option that these agents take.
    fn given_of(&self, takers: Takers) -> Option<&'static AgentOption> {
        self.given().into_iter().map(|(option, _)| option).find(|option| option.takers == takers)
    }

    /// Whether any option about thinking is set.
    fn has_options(&self) -> bool {
        !self.weights.is_empty() || self.given().iter().any(|(option, _)| option.takers != Takers::Timed)
    }

    /// Whether any option of timed games is set.
    pub fn is_paced(&self) -> bool {
        self.given_of(Takers::Timed).is_some()
    }

    /// Reads a specification. [`AgentSpec::check`] checks what only a game can tell.
    pub fn from_text(text: &str) -> Result<Self, BadAgent> {
        let mut parts = text.split('/').peekable();
        let mut spec = Self::named(parts.next().unwrap_or_default().trim());
        let mut named: Vec<String> = Vec::new();
        while let Some(part) = parts.next() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            if named.iter().any(|known| known == key) {
                return Err(BadAgent::new(format!("\"{key}\" stands twice in \"{text}\"")));
            }
            named.push(key.into());
            match (AgentOption::of(key), value) {
                (Some(option), Some(value)) if matches!(option.kept, Kept::File(_)) => {
                    let mut path = value.to_owned();
                    // A path goes on until the next option.
                    while let Some(more) = parts.next_if(|more| !more.contains('=') && !is_flag(more)) {
                        path.push('/');
                        path.push_str(more);
                    }
                    option.read(&mut spec, Some(&path))?;
                }
                (Some(option), value) => option.read(&mut spec, value)?,
                (None, None) => return Err(unknown_option(&spec.name, key, &names(|_| true), &[])),
                (None, Some(value)) => {
                    let weight = value.parse::<f64>().ok().filter(|weight| weight.is_finite());
                    let reason =
                        || format!("\"{value}\" is no weight for \"{key}\": it must be a finite number");
                    spec.weights.push((key.into(), weight.ok_or_else(|| BadAgent::new(reason()))?));
                }
            }
        }
        let is_plain = AGENTS.iter().any(|agent| agent.name == spec.name);
        if let Some((key, _)) = spec.weights.first().filter(|_| is_plain) {
            return Err(unknown_option(
                &spec.name,
                key,
                &names(|option| option.takers == Takers::Timed),
                &[],
            ));
        }
        if spec.has_options() && is_plain {
            return Err(BadAgent::new(format!(
                "\"{}\" thinks without a budget and takes no options but those of timed games; \"{text}\" has others",
                spec.name
            )));
        }
        Ok(spec)
    }

    /// Whether the agent plays a game, and the game has its weights.
    pub fn check<R: Rules>(&self) -> Result<(), BadAgent> {
        let agents = known::<R>();
        if R::TIMED && self.name == VALUE.name {
            return Err(BadAgent::new(format!(
                "\"{}\" plays games of turns, and {} is a timed game",
                self.name,
                R::SLUG
            )));
        }
        if !agents.iter().any(|agent| agent.name == self.name) {
            return Err(BadAgent {
                reason: format!("{} has no native agent \"{}\"", R::SLUG, self.name),
                word: self.name.clone(),
                known: agents.iter().map(|agent| agent.name.into()).collect(),
            });
        }
        if let Some(file) = &self.file {
            return Err(BadAgent::new(format!("the weights \"{file}\" were not read")));
        }
        if let Some(option) = self.given_of(Takers::Timed).filter(|_| !R::TIMED) {
            let option = option.name;
            return Err(BadAgent::new(format!(
                "{} is no timed game: \"{option}\" is an option of timed games",
                R::SLUG
            )));
        }
        if self.given_of(Takers::Searching).is_some() && !searches::<R>(&self.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" takes no nodes, no seconds and is no oracle: it does not search on a budget",
                self.name
            )));
        }
        if let Some(option) = self.given_of(Takers::Ahead).filter(|_| self.name != VALUE.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not look some actions ahead: \"{}\" is an option of \"{}\"",
                self.name, option.name, VALUE.name
            )));
        }
        if let Some(option) = self.given_of(Takers::Sequencing).filter(|_| self.name != SEQUENCES.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not search sequences of actions: \"{}\" is an option of \"{}\"",
                self.name, option.name, SEQUENCES.name
            )));
        }
        let weights: Vec<&str> = usual_weights::<R>(&self.name).iter().map(|&(name, _)| name).collect();
        match self.weights.iter().find(|(name, _)| !weights.contains(&name.as_str())) {
            Some((name, _)) => {
                let options = names(|option| match option.takers {
                    Takers::Searching => searches::<R>(&self.name),
                    Takers::Ahead => self.name == VALUE.name,
                    Takers::Sequencing => self.name == SEQUENCES.name,
                    Takers::Weighing => true,
                    Takers::Timed => R::TIMED,
                });
                Err(unknown_option(&self.name, name, &options, &weights))
            }
            None => Ok(()),
        }
    }

    /// The weights of a game: the usual ones, or those of a variant or of who considers replies, changed by this
    /// specification.
    pub fn weights_of<R: Rules>(&self) -> Vec<f64> {
        let variant = R::VARIANTS.iter().find(|variant| variant.name == self.name);
        let replying = if self.replies.is_some_and(|replies| replies > 0) { R::REPLYING } else { &[] };
        let usual = |name: &str, weight: f64| match variant {
            Some(variant) => variant.weights.iter().find(|held| held.0 == name).map_or(0.0, |held| held.1),
            None => replying.iter().find(|held| held.0 == name).map_or(weight, |held| held.1),
        };
        let own = |name: &str| self.weights.iter().find(|held| held.0 == name).map(|held| held.1);
        let weights = usual_weights::<R>(&self.name).iter();
        weights.map(|&(name, weight)| own(name).unwrap_or_else(|| usual(name, weight))).collect()
    }
}

/// Whether a word is an option that stands without a value.
fn is_flag(word: &str) -> bool {
    AgentOption::of(word).is_some_and(|option| matches!(option.kept, Kept::Flag(_)))
}

/// The names of some options, in the order of the table.
fn names(is_meant: impl Fn(&AgentOption) -> bool) -> Vec<&'static str> {
    OPTIONS.iter().filter(|option| is_meant(option)).map(|option| option.name).collect()
}

fn unknown_option(agent: &str, word: &str, options: &[&str], weights: &[&str]) -> BadAgent {
    BadAgent {
        reason: format!("\"{agent}\" has no option \"{word}\""),
        word: word.into(),
        known: options.iter().chain(weights).map(|&name| name.into()).collect(),
    }
}

#[cfg(test)]
mod tests;
