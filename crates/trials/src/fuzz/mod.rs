//! The fuzzer: many seeded matches with shipped and random decks, each under every detector.
//!
//! A match depends only on its seed and the cards it should prefer, so that each can be played again by itself, and
//! the report is the same for any number of threads.

mod abilities;
mod audience;
mod disguise;
mod faults;
mod foretold;
mod imagining;
mod invariants;
mod lost;
mod plants;
mod played;
mod positions;
mod secrecy;
mod subject;
mod trial;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use cardwright_core::{DefId, Dice, Room};
use cardwright_effects::{Game, Refused, Rules, Setup, play};
use serde_json::{Value, json};

pub use abilities::Part;
pub use faults::{Fault, Planted};
pub use foretold::Foretold;
pub use subject::{Honest, Played, Start, Subject, Table};
pub use trial::{Kind, Trial};

use abilities::{Parts, Tally, watched_copy};
use imagining::PossibleDecks;
use trial::{Lore, Wishes};
use watch::{Watched, watch};

/// What to fuzz.
#[derive(Clone, Debug)]
pub struct Plan {
    pub matches: u32,
    /// The seed of the first match; the n-th has this plus n.
    pub seed: u64,
    pub threads: usize,
    /// An action that takes longer counts as a hang.
    pub patience: Duration,
    /// Setups of the shipped decks.
    pub setups: Vec<Setup>,
    /// Cards to prefer from the first match on.
    pub prefer: Vec<DefId>,
    /// Begin every match from a position made for this card.
    pub position: Option<DefId>,
    /// These positions have boards full of pieces that listen.
    pub is_crowded: bool,
    /// One action in this many is forecast, and the forecast compared with what happens; 0 for none.
    pub forecast_every: u32,
    pub plant: Option<Fault>,
}

impl Plan {
    /// A plan with the usual patience and one thread.
    pub fn new(matches: u32, seed: u64, setups: Vec<Setup>) -> Self {
        Self {
            matches,
            seed,
            threads: 1,
            patience: Duration::from_secs(10),
            setups,
            prefer: Vec::new(),
            position: None,
            is_crowded: false,
            forecast_every: FORECAST_EVERY,
            plant: None,
        }
    }
}

/// A fault and how to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: Kind,
    pub detail: String,
    /// How many matches show it again, and the seed of the first.
    pub matches: u32,
    pub seed: u64,
    pub prefer: Vec<DefId>,
    pub position: Option<DefId>,
    pub is_crowded: bool,
}

/// What was found in all matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub matches: u32,
    pub actions: u64,
    pub fizzled: [u64; Room::ALL.len()],
    pub played: BTreeSet<DefId>,
    pub played_from_position: BTreeSet<DefId>,
    /// What came of every ability of every card.
    pub abilities: Vec<(Part, Tally)>,
    /// What became of forecasts.
    pub foretold: Foretold,
    pub failures: Vec<Failure>,
}

/// How often an action is forecast if nobody says otherwise.
pub const FORECAST_EVERY: u32 = 40;
/// How many matches are played before the preferred cards are chosen anew.
const BATCH: u32 = 50;
/// The most cards preferred at a time: few enough to be in one deck.
const PREFERRED: usize = 12;
/// Fewer matches than this are a look at some seeds, not a search: no positions are made.
const SEARCH: u32 = 20;
/// How many positions are tried for a card that was not played or has an ability that did nothing.
const TRIES: u64 = 12;
/// The same for abilities that did nothing in all matches.
const LAST_TRIES: u64 = 60;
/// One match in this many is also played in a crowd, up to the maximum.
const CROWD_EVERY: u32 = 20;
const MOST_CROWDS: u32 = 500;
/// How many failures are listed; all are counted.
const LISTED: usize = 100;

/// The cards that should be played: collectible, and not a piece that is there from the start.
fn wanted<R: Rules>(game: &Game<R>) -> Vec<DefId> {
    R::unknown_pool(game).to_vec()
}

/// Fuzzes a game.
pub fn run<R: Rules>(
    game: &Game<R>,
    plan: &Plan,
    stop: &AtomicBool,
    progress: &AtomicU32,
) -> Result<Report, Refused> {
    for setup in &plan.setups {
        play::check_setup(game, setup)?;
    }
    match plan.plant {
        None => Search::new(&Honest(&watched_copy(game)), plan, stop, progress).run(),
        Some(fault) => Search::new(&Planted::new(game, fault), plan, stop, progress).run(),
    }
}

struct Search<'a, R: Rules, S: Subject<R>> {
    subject: &'a S,
    plan: &'a Plan,
    stop: &'a AtomicBool,
    progress: &'a AtomicU32,
    wanted: Vec<DefId>,
    lore: Lore,
    tallies: Vec<Tally>,
    workers: Vec<Watched>,
    report: Report,
    of: std::marker::PhantomData<R>,
}

/// A match to try.
#[derive(Clone)]
struct Task {
    seed: u64,
    prefer: Vec<DefId>,
    position: Option<DefId>,
    is_crowded: bool,
}

impl<'a, R: Rules, S: Subject<R>> Search<'a, R, S> {
    fn new(subject: &'a S, plan: &'a Plan, stop: &'a AtomicBool, progress: &'a AtomicU32) -> Self {
        let game = subject.game();
        let lore = Lore {
            pries: secrecy::prying::<R>(&game.catalogue),
            parts: Parts::of(game, &plan.setups),
            law: PossibleDecks::of(game, &plan.setups),
            forecast_every: plan.forecast_every,
        };
        Self {
            subject,
            plan,
            stop,
            progress,
            wanted: wanted(game),
            tallies: vec![Tally::default(); lore.parts.all.len()],
            lore,
            workers: (0..plan.threads.max(1)).map(|_| Watched::default()).collect(),
            report: Report::default(),
            of: std::marker::PhantomData,
        }
    }

    fn run(mut self) -> Result<Report, Refused> {
        let workers = std::mem::take(&mut self.workers);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| watch(&workers, self.plan.patience, &done));
            let result = self.all_batches(&workers);
            done.store(true, Ordering::Relaxed);
            result
        })?;
        if let Some(detail) = self.report.foretold.unlikely() {
            // It is a judgment of the whole run.
            let Plan { matches, seed, ref prefer, position, is_crowded, .. } = *self.plan;
            let (kind, prefer) = (Kind::Forecast, prefer.clone());
            let failure = Failure { kind, detail, matches, seed, prefer, position, is_crowded };
            self.report.failures.push(failure);
        }
        self.report.abilities = self.lore.parts.all.iter().copied().zip(self.tallies).collect();
        Ok(self.report)
    }

    fn all_batches(&mut self, workers: &[Watched]) -> Result<(), Refused> {
        let plan = self.plan;
        let half = plan.matches.div_ceil(2);
        let mut begun = 0;
        while begun < plan.matches && !self.stop.load(Ordering::Relaxed) {
            // One batch ends at half of the matches; positions are made there for cards that were not played.
            let end = if begun < half { half } else { plan.matches };
            let count = BATCH.min(end - begun);
            let prefer = self.preferred(begun);
            let tasks: Vec<Task> = (begun..begun + count)
                .map(|n| Task {
                    seed: plan.seed.wrapping_add(n as u64),
                    prefer: prefer.clone(),
                    position: plan.position,
                    is_crowded: plan.is_crowded,
                })
                .collect();
            self.batch(workers, &tasks, true)?;
            begun += count;
            if begun == half && plan.matches >= SEARCH && plan.position.is_none() {
                let unplayed = self.wanted.iter().copied().filter(|card| !self.report.played.contains(card));
                self.try_positions(workers, unplayed.collect(), TRIES, false)?;
                self.try_positions(workers, self.idle(), TRIES, true)?;
                self.try_crowds(workers)?;
            }
        }
        if plan.matches >= SEARCH && plan.position.is_none() {
            self.try_positions(workers, self.idle(), LAST_TRIES, true)?;
        }
        Ok(())
    }

    /// The cards that the next batch should play: those not played yet, then those with an ability that did nothing
    /// yet.
    fn preferred(&self, begun: u32) -> Vec<DefId> {
        if begun == 0 {
            return self.plan.prefer.clone();
        }
        let unplayed = self.wanted.iter().copied().filter(|card| !self.report.played.contains(card));
        let mut cards: Vec<DefId> = unplayed.take(PREFERRED).collect();
        if begun > self.plan.matches / 2 {
            let idle = self.idle().into_iter().filter(|card| self.report.played.contains(card));
            cards.extend(idle.take(PREFERRED - cards.len()));
        }
        cards
    }

    /// The cards to play for abilities that did nothing yet: the cards that have them, or cards that lead to those.
    fn idle(&self) -> Vec<DefId> {
        let parts = self.lore.parts.all.iter().zip(&self.tallies);
        let idle = parts.filter(|(_, tally)| tally.changed == 0).map(|(part, _)| part.card);
        let mut cards: Vec<DefId> = idle
            .flat_map(|card| match self.wanted.contains(&card) {
                true => vec![card],
                false => abilities::makers(self.subject.game(), card, &self.wanted),
            })
            .collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// Plays from positions made for some cards; if wished, every second one in a crowd.
    fn try_positions(
        &mut self,
        workers: &[Watched],
        cards: Vec<DefId>,
        tries: u64,
        with_crowds: bool,
    ) -> Result<(), Refused> {
        for card in cards {
            let tasks: Vec<Task> = (0..tries)
                .map(|n| Task {
                    seed: self.plan.seed.wrapping_add(n),
                    prefer: vec![],
                    position: Some(card),
                    is_crowded: with_crowds && n % 2 == 1,
                })
                .collect();
            self.batch(workers, &tasks, false)?;
        }
        Ok(())
    }

    /// Plays every card in turn on boards full of pieces that listen.
    fn try_crowds(&mut self, workers: &[Watched]) -> Result<(), Refused> {
        let count = (self.plan.matches / CROWD_EVERY).min(MOST_CROWDS);
        let card = |n: u32| self.wanted.get(n as usize % self.wanted.len().max(1)).copied();
        let tasks: Vec<Task> = (0..count)
            .map(|n| Task {
                seed: self.plan.seed.wrapping_add(n as u64),
                prefer: vec![],
                position: card(n),
                is_crowded: true,
            })
            .collect();
        self.batch(workers, &tasks, false)
    }

    /// Plays the tasks on all workers and adds up what they found, in the order of the tasks.
    fn batch(&mut self, workers: &[Watched], tasks: &[Task], counts: bool) -> Result<(), Refused> {
        let next = AtomicUsize::new(0);
        let mut trials: Vec<Option<Trial>> = vec![None; tasks.len()];
        let this = &*self;
        let play_matches = |watched: &Watched| {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= tasks.len() || this.stop.load(Ordering::Relaxed) {
                    return Ok(done);
                }
                if let Some(trial) = this.attempt(&tasks[at], watched)? {
                    done.push((at, trial));
                }
                if counts {
                    this.progress.fetch_add(1, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                workers.iter().map(|watched| scope.spawn(|| play_matches(watched))).collect();
            for thread in threads {
                for (at, trial) in thread.join().expect("panics are caught within a match")? {
                    trials[at] = Some(trial);
                }
            }
            Ok(())
        })?;
        for (task, trial) in tasks.iter().zip(trials) {
            if let Some(trial) = trial {
                self.add(task, trial, counts);
            }
        }
        Ok(())
    }

    /// Plays one task; none if no position can be made.
    fn attempt(&self, task: &Task, watched: &Watched) -> Result<Option<Trial>, Refused> {
        let game = self.subject.game();
        let mut dice = Dice::sampled(task.seed, "setup");
        let wishes = Wishes { prefer: &task.prefer, goal: task.position };
        let start = match task.position {
            Some(card) => {
                match watch::catch(|| positions::position(game, card, task.is_crowded, &mut dice)) {
                    Ok(Some(state)) => Start::Position(Box::new(state)),
                    Ok(None) => return Ok(None),
                    Err(panic) => {
                        return Ok(Some(Trial { found: Some((Kind::Crash, panic)), ..Trial::default() }));
                    }
                }
            }
            None => Start::Setup(self.setup(&mut dice, &task.prefer)?),
        };
        Ok(Some(trial::run(self.subject, &start, task.seed, wishes, &self.lore, watched)))
    }

    /// Shipped decks in a third of the matches, random ones in the others.
    fn setup(&self, dice: &mut Dice, prefer: &[DefId]) -> Result<Setup, Refused> {
        let shipped = &self.plan.setups;
        if shipped.is_empty() || dice.below(3) > 0 {
            if let Some(setup) = play::random_setup(self.subject.game(), dice, prefer) {
                play::check_setup(self.subject.game(), &setup)?;
                return Ok(setup);
            }
            if shipped.is_empty() {
                return Err(Refused("there are no decks, and too few cards to make one".into()));
            }
        }
        Ok(shipped[dice.below(shipped.len() as u32) as usize].clone())
    }

    fn add(&mut self, task: &Task, trial: Trial, counts: bool) {
        let report = &mut self.report;
        report.matches += counts as u32;
        report.actions += trial.actions as u64;
        for (sum, n) in report.fizzled.iter_mut().zip(trial.fizzled) {
            *sum += n;
        }
        for (sum, more) in self.tallies.iter_mut().zip(&trial.tallies) {
            sum.ran += more.ran;
            sum.changed += more.changed;
        }
        report.foretold.add(&trial.foretold);
        match task.position {
            Some(card) if trial.played.contains(&card) => {
                report.played_from_position.insert(card);
            }
            Some(_) => {}
            None => report.played.extend(&trial.played),
        }
        if let Some((kind, detail)) = trial.found {
            let Task { seed, prefer, position, is_crowded } = task.clone();
            let failure = Failure { kind, detail, matches: 1, seed, prefer, position, is_crowded };
            report.failures.push(failure);
        }
    }
}

impl Report {
    /// How many failures are of these kinds.
    pub fn count(&self, kinds: &[Kind]) -> usize {
        self.failures.iter().filter(|failure| kinds.contains(&failure.kind)).count()
    }

    /// The document of `cardwright fuzz`.
    pub fn to_json<R: Rules>(&self, game: &Game<R>, plan: &Plan) -> Value {
        let id = |card: &DefId| game.catalogue.ids[card.at()].clone();
        let ids = |cards: Vec<DefId>| -> Vec<String> { cards.iter().map(id).collect() };
        let rooms = Room::ALL.iter().zip(self.fizzled).filter(|(_, n)| *n > 0);
        let hits: BTreeMap<&str, u64> = rooms.map(|(room, n)| (room.name(), n)).collect();
        let from_position: Vec<DefId> =
            self.played_from_position.iter().copied().filter(|card| !self.played.contains(card)).collect();
        let never = wanted(game)
            .into_iter()
            .filter(|card| !self.played.contains(card) && !self.played_from_position.contains(card))
            .collect();
        let failures: Vec<Value> = self
            .failures
            .iter()
            .take(LISTED)
            .map(|failure| {
                let Failure { matches, seed, .. } = failure;
                let mut command =
                    format!("cardwright fuzz {} --matches {matches} --seed {seed}", game.catalogue.slug);
                if !failure.prefer.is_empty() {
                    command += &format!(" --prefer {}", ids(failure.prefer.clone()).join(","));
                }
                if let Some(card) = &failure.position {
                    command += &format!(" --position {}", id(card));
                }
                if failure.is_crowded {
                    command += " --crowded";
                }
                // What is forecast depends on it.
                if plan.forecast_every != FORECAST_EVERY {
                    command += &format!(" --forecast-every {}", plan.forecast_every);
                }
                if let Some((name, _)) = Fault::ALL.iter().find(|(_, fault)| Some(*fault) == plan.plant) {
                    command += &format!(" --plant {name}");
                }
                json!({"kind": failure.kind.name(), "seed": failure.seed, "command": command, "detail": failure.detail})
            })
            .collect();
        json!({
            "game": game.catalogue.slug,
            "seed": plan.seed,
            "matches": self.matches,
            "actions": self.actions,
            "crashes": self.count(&[Kind::Crash, Kind::Invariant]),
            "hangs": self.count(&[Kind::Hang]),
            "replay_mismatches": self.count(&[Kind::ReplayMismatch]),
            "leaks": self.count(&[Kind::Leak]),
            "lent_mismatches": self.count(&[Kind::Lent]),
            "lost_effects": self.count(&[Kind::LostEffect]),
            "impossible_imaginings": self.count(&[Kind::Imagining]),
            "forecast_mismatches": self.count(&[Kind::Forecast]),
            "forecasts": self.foretold.to_json(),
            "capacity_hits": hits,
            "cards_never_played": ids(never),
            "cards_played_from_position": ids(from_position),
            "abilities": abilities::to_json(game, &self.abilities),
            "failures": failures,
        })
    }
}
