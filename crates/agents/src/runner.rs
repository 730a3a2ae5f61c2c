//! The batch runner: many matches over all cores, columns instead of objects.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cardwright_core::{Dice, Event, Seat, State, seeds};
use cardwright_effects::{Game, Outcome, Rules, Setup, play};
use cardwright_host::tally::{Count, tally};

use crate::agent::{Agent, Searched};
use crate::desk::{ACTION_LIMIT, Desk};
use crate::guarded::Guarded;
use crate::make::agent;
use crate::spec::AgentSpec;
use crate::timed;

/// One match to play.
#[derive(Clone, Debug)]
pub struct Job {
    /// Which of the batch's setups.
    pub setup: usize,
    pub seed: u64,
    /// One agent per seat, each checked to play the game.
    pub agents: Vec<Arc<AgentSpec>>,
}

/// How one match ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The winning seat, or -1 for a draw.
    pub winner: i8,
    /// The seat that took the first turn, or -1 where the game has none.
    pub starting: i8,
    /// The seats whose agents failed and forfeited, one bit each.
    pub failed: u8,
    pub time: u32,
    pub actions: u32,
    pub branches: u64,
    pub digest: u64,
}

/// What happened in one match: what became of each card, and what agents searched, turn by turn and seat by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallied {
    pub cards: Vec<Count>,
    pub searched: Vec<(Seat, Searched)>,
}

/// Plays all jobs on this many threads; the rows come in the order of the jobs, whatever the number of threads.
pub fn run<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
) -> Vec<Option<Row>> {
    each(jobs, threads, stop, |job| play_match(game, &setups[job.setup], job.seed, &mut seated(job), None))
}

/// The same matches, each with a tally.
pub fn run_tallied<R: Rules>(
    game: &Game<R>,
    setups: &[Setup],
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
) -> Vec<Option<(Row, Tallied)>> {
    each(jobs, threads, stop, |job| {
        let (setup, mut events) = (&setups[job.setup], Vec::new());
        let mut agents = seated(job);
        let row = play_match(game, setup, job.seed, &mut agents, Some(&mut events));
        let seats = (0..).map(Seat).zip(&agents);
        let searched = seats.flat_map(|(seat, agent)| agent.searched().iter().map(move |turn| (seat, *turn)));
        (row, Tallied { cards: tally::<R>(setup, &events), searched: searched.collect() })
    })
}

/// The agents of a job, each in its seat.
fn seated<R: Rules>(job: &Job) -> Vec<Box<dyn Agent<R>>> {
    let agents = job.agents.iter().enumerate();
    agents
        .map(|(seat, spec)| agent::<R>(spec, seeds::of_seat(job.seed, seat)).expect("names were checked"))
        .map(|agent| Box::new(Guarded::new(agent)) as Box<dyn Agent<R>>)
        .collect()
}

fn each<T: Send>(
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
    play: impl Fn(&Job) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let play_jobs = || {
        let mut rows = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= jobs.len() || stop.load(Ordering::Relaxed) {
                return rows;
            }
            rows.push((at, play(&jobs[at])));
        }
    };
    let mut all: Vec<_> = jobs.iter().map(|_| None).collect();
    if threads <= 1 {
        for (at, row) in play_jobs() {
            all[at] = Some(row);
        }
        return all;
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(jobs.len())).map(|_| scope.spawn(play_jobs)).collect();
        for worker in workers {
            for (at, row) in worker.join().expect("a match panicked") {
                all[at] = Some(row);
            }
        }
    });
    all
}

/// Plays one match between native agents, without trace; its events go to the sink, if there is one.
pub fn play_match<R: Rules>(
    game: &Game<R>,
    setup: &Setup,
    seed: u64,
    agents: &mut [Box<dyn Agent<R>>],
    mut sink: Option<&mut Vec<Event>>,
) -> Row {
    let mut dice = setup.dice(seed);
    let mut state = play::begin(game, setup, &mut dice, sink.as_deref_mut());
    let actions = if R::TIMED {
        timed::play_on(game, &mut state, &mut dice, seed, agents, sink, None)
    } else {
        play_on(game, &mut state, &mut dice, agents, sink)
    };
    let failed = state
        .all_seats()
        .filter(|seat| agents[seat.at()].has_failed())
        .fold(0, |bits, seat| bits | 1 << seat.0);
    let mut winner = state.all_seats().find(|&seat| R::outcome(&state, seat) == Some(Outcome::Won));
    let has_left = |seat: Seat| failed >> seat.0 & 1 == 1 || agents[seat.at()].has_given_up();
    if state.all_seats().filter(|&seat| has_left(seat)).count() > 0 {
        let mut standing = state.all_seats().filter(|&seat| !has_left(seat));
        winner = standing.next().filter(|_| standing.next().is_none());
    }
    Row {
        winner: winner.map_or(-1, |seat| seat.0 as i8),
        failed,
        starting: R::starting(&state).0 as i8,
        time: state.now,
        actions,
        branches: agents.iter().map(|agent| agent.branches()).sum(),
        digest: state.digest(),
    }
}

/// Plays on, one seat after the other, until the match is over; the number of actions.
fn play_on<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    dice: &mut Dice,
    agents: &mut [Box<dyn Agent<R>>],
    mut sink: Option<&mut Vec<Event>>,
) -> u32 {
    let mut desk = Desk::default();
    let mut actions = 0;
    while !state.is_over && actions < ACTION_LIMIT {
        let seat = R::to_act(state).first();
        let Some(action) = desk.decide(game, state, seat, agents[seat.at()].as_mut()) else { break };
        play::apply(game, state, action, dice, sink.as_deref_mut(), None);
        actions += 1;
    }
    actions
}
