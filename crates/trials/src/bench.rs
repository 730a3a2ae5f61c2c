//! How fast a game is: random play, agents, copies. Every figure comes with a checksum of what was played.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cardwright_agents::clock::now;
use cardwright_agents::desk::{ACTION_LIMIT, Desk};
use cardwright_agents::make::agent;
use cardwright_agents::native::random;
use cardwright_agents::roster::{VALUE, known, mind, searches};
use cardwright_agents::runner::{Job, Row, run};
use cardwright_agents::spec::AgentSpec;
use cardwright_agents::timed;
use cardwright_agents::timekeeper::Timekeeper;
use cardwright_core::{Dice, SEATS, Seat, SeatSet, State, Stream, Words, seeds};
use cardwright_effects::{Game, Legal, Refused, Rules, Setup, play};
use serde_json::{Value, json};

mod positions;

use positions::{copies, imagined};

/// Rounds over all measures; the best one counts.
pub const ROUNDS: usize = 5;
/// How many times more matches the agent plays that looks only some actions ahead.
const QUICKER: u32 = 6;
/// Positions that are copied.
const POSITIONS: usize = 256;
/// A decision that takes longer than this comes late: agents without a budget answer at once.
const LATE: Duration = Duration::from_millis(50);

/// The nanoseconds of a fixed integer loop: how fast the machine is at this moment.
pub fn calibrate() -> f64 {
    let best = (0..ROUNDS)
        .map(|_| {
            let begun = now();
            let mut x = std::hint::black_box(1u64);
            for n in 0..1_000_000u64 {
                x = (x ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
            }
            std::hint::black_box(x);
            begun.elapsed().as_nanos() as f64
        })
        .fold(f64::INFINITY, f64::min);
    best.round()
}

/// Matches that each round plays, for every measure.
#[derive(Clone, Copy, Debug)]
pub struct Volume {
    /// Random matches over all setups.
    pub random: u32,
    /// Mirror matches of an agent over all setups.
    pub agents: u32,
    /// Mirror matches of an agent that searches.
    pub searching: u32,
    /// Moves all seeds; the checksum belongs to it.
    pub seed: u64,
}

impl Volume {
    /// Enough for steady figures in some seconds.
    pub const USUAL: Self = Self { random: 2940, agents: 294, searching: 8, seed: 0 };

    /// Divides the matches among this many setups.
    fn per_setup(self, setups: usize) -> Self {
        let share = |total: u32| total.div_ceil(setups as u32).max(1);
        Self { random: share(self.random), agents: share(self.agents), ..self }
    }

    /// The seed of the n-th match of a setup.
    fn seed_of(self, setup: usize, n: u32) -> u64 {
        self.seed.wrapping_add(setup as u64 * 1_000_003 + n as u64)
    }
}

/// How many passes over the positions a game's own measure makes.
const PASSES: usize = 20;

/// One measure: its figure per round.
#[derive(Default)]
struct Measure {
    rounds: Vec<f64>,
}

impl Measure {
    fn add(&mut self, figure: f64) {
        self.rounds.push(figure);
    }

    fn best(&self, bigger_is_better: bool) -> f64 {
        let pick = if bigger_is_better { f64::max } else { f64::min };
        self.rounds.iter().copied().reduce(pick).unwrap_or(0.0)
    }

    fn median(&self) -> f64 {
        let mut sorted = self.rounds.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    }
}

/// The totals of one round of random play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Played {
    matches: u64,
    actions: u64,
    legal: u64,
    checksum: u64,
}

/// Plays uniformly random matches on the truth: listing included, no events, no views, no trace.
fn random_play<R: Rules>(game: &Game<R>, setups: &[Setup], volume: Volume) -> Played {
    let mut sum = Played::default();
    let mut checksum = cardwright_core::Digest::default();
    let mut legal = Legal::default();
    for (number, setup) in setups.iter().enumerate() {
        for n in 0..volume.random {
            let seed = volume.seed_of(number, n);
            let mut dice = setup.dice(seed);
            let mut player = Stream::named(seed, "random");
            let mut state = play::begin(game, setup, &mut dice, None);
            let mut actions = 0;
            let mut waits = Waits::new::<R>(seed, &state);
            while !state.is_over && actions < ACTION_LIMIT {
                let Some(seat) = waits.next(game, &mut state, &mut dice) else { continue };
                legal.fill(game, &state, seat);
                let Some(action) = legal.nth(game, &state, player.below(legal.len().max(1))) else {
                    // In a timed game a seat may have nothing to do now.
                    if R::TIMED { continue } else { break }
                };
                sum.legal += legal.len() as u64;
                play::apply(game, &mut state, action, &mut dice, None, None);
                actions += 1;
            }
            sum.matches += 1;
            sum.actions += actions as u64;
            checksum.word(state.digest());
        }
    }
    sum.checksum = checksum.0;
    sum
}

/// Who acts next in random play; in a timed game each seat by a clock of its own.
struct Waits {
    keeper: Option<Timekeeper>,
    looking: SeatSet,
}

impl Waits {
    fn new<R: Rules>(seed: u64, state: &State<R>) -> Self {
        let keeper =
            R::TIMED.then(|| Timekeeper::new(seed, &[random::PACE; SEATS][..state.seat_count()], state.now));
        Self { keeper, looking: SeatSet::EMPTY }
    }

    /// Lets time go on to the next seat that acts; none if the match has ended meanwhile.
    #[inline]
    fn next<R: Rules>(&mut self, game: &Game<R>, state: &mut State<R>, dice: &mut Dice) -> Option<Seat> {
        let Some(keeper) = self.keeper.as_mut().filter(|_| R::TIMED && !state.prompt.is_open()) else {
            return Some(R::to_act(state).first());
        };
        if self.looking.is_empty() {
            let look = keeper.next();
            play::advance(game, state, look, dice, None, None);
            if state.is_over {
                return None;
            }
            self.looking = keeper.take(look);
        }
        self.looking.next()
    }
}

/// Positions from random play, to copy.
fn sample_positions<R: Rules>(game: &Game<R>, setups: &[Setup]) -> Vec<State<R>> {
    let mut found = Vec::with_capacity(POSITIONS);
    let mut pick = Stream::named(1, "positions");
    let mut legal = Legal::default();
    for seed in 0.. {
        let setup = &setups[seed as usize % setups.len()];
        let mut dice = setup.dice(seed);
        let mut state = play::begin(game, setup, &mut dice, None);
        let mut waits = Waits::new::<R>(seed, &state);
        while !state.is_over {
            if pick.below(16) == 0 {
                found.push(state);
                if found.len() == POSITIONS {
                    return found;
                }
            }
            let Some(seat) = waits.next(game, &mut state, &mut dice) else { continue };
            legal.fill(game, &state, seat);
            let Some(action) = legal.nth(game, &state, pick.below(legal.len().max(1))) else {
                if R::TIMED { continue } else { break }
            };
            play::apply(game, &mut state, action, &mut dice, None, None);
        }
    }
    found
}

/// The totals of one round of mirror matches.
struct Mirror {
    seconds: f64,
    /// Of each match.
    branches: Vec<u64>,
    checksum: u64,
}

/// Plays mirror matches of an agent, from views. With `times` every decision is timed.
fn mirror<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    volume: Volume,
    matches: u32,
    spec: &AgentSpec,
    mut times: Option<&mut Vec<u64>>,
) -> Mirror {
    let mut checksum = cardwright_core::Digest::default();
    let mut branches = Vec::new();
    let mut desk = Desk::default();
    let begun = now();
    for (number, setup) in setups.iter().enumerate() {
        for n in 0..matches {
            let seed = volume.seed_of(number, n);
            let mut dice = setup.dice(seed);
            let mut state = play::begin(game, setup, &mut dice, None);
            let mut agents: Vec<_> = state
                .all_seats()
                .map(|seat| agent::<R>(spec, seeds::of_seat(seed, seat.at())).expect("it is in the list"))
                .collect();
            let mut actions = 0;
            if R::TIMED {
                let times = times.as_deref_mut();
                timed::play_on(game, &mut state, &mut dice, seed, &mut agents, None, times);
            }
            while !R::TIMED && !state.is_over && actions < ACTION_LIMIT {
                let seat = R::to_act(&state).first();
                let asked = times.is_some().then(now);
                let agent = agents[seat.at()].as_mut();
                let Some(action) = desk.decide(game, &state, seat, agent) else { break };
                if let (Some(times), Some(asked)) = (times.as_deref_mut(), asked) {
                    times.push(asked.elapsed().as_nanos() as u64);
                }
                play::apply(game, &mut state, action, &mut dice, None, None);
                actions += 1;
            }
            branches.push(agents.iter().map(|agent| agent.branches()).sum());
            checksum.word(state.digest());
        }
    }
    Mirror { seconds: begun.elapsed().as_secs_f64(), branches, checksum: checksum.0 }
}

/// Random matches by the batch runner on some threads: how long they take and how they end.
fn batch<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    matches: u32,
    threads: usize,
) -> (f64, Vec<Option<Row>>) {
    let random = Arc::new(AgentSpec::named("random"));
    let jobs: Vec<Job> = (0..setups.len())
        .flat_map(|setup| (0..matches).map(move |n| (setup, n)))
        .map(|(setup, n)| Job {
            setup,
            seed: n as u64,
            agents: vec![random.clone(); setups[setup].heroes.len()],
        })
        .collect();
    let begun = now();
    let rows = run(game, setups, &jobs, threads, &AtomicBool::new(false));
    (begun.elapsed().as_secs_f64(), rows)
}

/// The measure that is running, for a progress display; rounds count from 1.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    pub round: usize,
    pub what: String,
}

/// Measures a game over the setups of its shipped decks; the part of `cardwright bench` that is native.
pub fn bench<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    volume: Volume,
    stop: &AtomicBool,
    stage: &Mutex<Stage>,
) -> Result<Value, Refused> {
    for setup in setups {
        play::check_setup(game, setup)?;
    }
    if setups.is_empty() {
        return Err(Refused("the game has no decks to measure with".into()));
    }
    let positions = sample_positions(game, setups);
    let mut figures = Figures::default();
    let mut expected = None;
    for number in 1..=ROUNDS {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        let tell = |what: &str| {
            if let Ok(mut stage) = stage.lock() {
                *stage = Stage { round: number, what: what.into() };
            }
        };
        let checksum = round(game, setups, volume.per_setup(setups.len()), &positions, &mut figures, &tell)?;
        if *expected.get_or_insert(checksum) != checksum {
            return Err(Refused("the same seeds led to other matches in another round".into()));
        }
    }
    let mut document = figures.document();
    document["state_bytes"] = json!(size_of::<State<R>>());
    document["checksum"] = json!(format!("{:016x}", expected.unwrap_or_default()));
    Ok(document)
}

/// All measures by their path in the document.
#[derive(Default)]
struct Figures {
    /// Path, whether bigger is better, figures.
    measures: Vec<(String, bool, Measure)>,
}

impl Figures {
    fn add(&mut self, path: &str, bigger_is_better: bool, figure: f64) {
        match self.measures.iter_mut().find(|(known, ..)| known == path) {
            Some((_, _, measure)) => measure.add(figure),
            None => self.measures.push((path.into(), bigger_is_better, Measure { rounds: vec![figure] })),
        }
    }

    /// The best round of every measure; the game's own figures have their median beside them.
    fn document(&self) -> Value {
        let mut document = json!({"median": {}, "extra": {}, "agents": {}});
        for (path, bigger, measure) in &self.measures {
            let mut at = &mut document;
            for part in path.split('/') {
                at = &mut at[part];
            }
            *at = rounded(measure.best(*bigger));
            if !path.contains('/') {
                document["median"][path] = rounded(measure.median());
            }
        }
        document
    }
}

/// The figure with at least three significant digits.
fn rounded(figure: f64) -> Value {
    if figure.abs() >= 1000.0 {
        json!(figure.round() as i64)
    } else {
        json!((figure * 1000.0).round() / 1000.0)
    }
}

/// One round over all measures, so that a slow moment of the machine falls on all alike.
fn round<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    volume: Volume,
    positions: &[State<R>],
    figures: &mut Figures,
    tell: &dyn Fn(&str),
) -> Result<u64, Refused> {
    let mut checksum = cardwright_core::Digest::default();
    tell("random play");
    let begun = now();
    let played = random_play(game, setups, volume);
    let seconds = begun.elapsed().as_secs_f64();
    checksum.word(played.checksum);
    let actions_per_s = played.actions as f64 / seconds;
    figures.add("matches_per_s", true, played.matches as f64 / seconds);
    figures.add("actions_per_s", true, actions_per_s);
    figures.add("legal_per_decision", true, played.legal as f64 / played.actions.max(1) as f64);
    // The runner comes next, so that the ratio of the two is measured at one moment of the machine.
    tell("the batch runner");
    let (one, rows) = batch(game, setups, volume.random, 1);
    let actions = rows.iter().flatten().map(|row| row.actions as u64).sum::<u64>();
    figures.add("runner_actions_per_s", true, actions as f64 / one);
    figures.add("runner_ratio", true, actions as f64 / one / actions_per_s);
    let (two, rows_of_two) = batch(game, setups, volume.random, 2);
    if rows != rows_of_two {
        return Err(Refused("two threads played other matches than one".into()));
    }
    figures.add("threads2_ratio", true, one / two);
    tell("copies");
    let (live, whole) = copies(positions);
    figures.add("clone_ns", false, live);
    figures.add("extra/copy_whole_ns", false, whole);
    let (per_s, sum) = imagined(game, positions);
    figures.add("extra/imagined_per_s", true, per_s);
    checksum.word(sum);
    for info in known::<R>() {
        tell(info.name);
        checksum.word(measure_agent(game, setups, volume, info.name, figures));
    }
    for (name, measure) in R::measures() {
        tell(name);
        let begun = now();
        let mut done = 0;
        for _ in 0..PASSES {
            let (count, sum) = measure(game, positions);
            done += count;
            checksum.word(sum);
        }
        let (done, seconds) = (done as f64, begun.elapsed().as_secs_f64());
        // A measure whose name ends so is the time for one, not how many there are in a second.
        let is_time = name.ends_with("_ns");
        let figure = if is_time { seconds * 1e9 / done } else { done / seconds };
        figures.add(&format!("extra/{name}"), !is_time, figure);
    }
    Ok(checksum.0)
}

/// Measures an agent in mirror matches: how much it gets done, and how long its decisions take. Returns their checksum.
fn measure_agent<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    volume: Volume,
    name: &str,
    figures: &mut Figures,
) -> u64 {
    let spec = AgentSpec::named(name);
    let is_searching = searches::<R>(name);
    // A game's own agents may take their time.
    let matches = volume.agents.div_ceil(if mind::<R>(name).is_some() { 3 } else { 1 });
    let mut times = Vec::new();
    let mut done = if is_searching {
        let many = volume.searching * if name == VALUE.name { QUICKER.min(volume.agents) } else { 1 };
        let spread = many.clamp(1, setups.len() as u32) as usize;
        let few: Vec<Setup> = (0..spread).map(|n| setups[n * setups.len() / spread].clone()).collect();
        // Its decisions are so long that timing them costs nothing.
        let matches = many.div_ceil(spread as u32);
        mirror(game, &few, volume, matches, &spec, Some(&mut times))
    } else {
        mirror(game, setups, volume, matches, &spec, None)
    };
    let branches = done.branches.iter().sum::<u64>() as f64 / done.seconds;
    let path = |figure: &str| format!("agents/{name}/{figure}");
    if name == "greedy" {
        figures.add("branches_per_s", true, branches);
    }
    figures.add(&path("branches_per_s"), true, branches);
    figures.add(&path("matches_per_s"), true, done.branches.len() as f64 / done.seconds);
    if name == VALUE.name {
        done.branches.sort_unstable();
        let middle = done.branches[done.branches.len() / 2];
        figures.add("extra/transitions_per_match_p50", false, middle as f64);
    }
    if !is_searching {
        // Timing a decision takes time itself, so the figures above are taken without it.
        mirror(game, setups, volume, matches.div_ceil(5), &spec, Some(&mut times));
    }
    times.sort_unstable();
    let percentile = |p: usize| times.get(times.len() * p / 100).copied().unwrap_or(0) as f64 / 1000.0;
    figures.add(&path("decision_us_p50"), false, percentile(50));
    figures.add(&path("decision_us_p99"), false, percentile(99));
    let late = times.iter().filter(|&&ns| ns > LATE.as_nanos() as u64).count();
    figures.add(&path("late_share"), false, late as f64 / times.len().max(1) as f64);
    done.checksum
}
