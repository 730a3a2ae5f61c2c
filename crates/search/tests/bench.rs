//! The benchmark and the batch runner: what they play does not depend on threads, rounds or the clock.

mod support;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use cardwright_core::{Action, View};
use cardwright_effects::{Game, Legal, Rules};
use cardwright_search::agents::{Agent, AgentSpec, Needs, agent};
use cardwright_search::bench::{ROUNDS, Volume, bench};
use cardwright_search::guarded::Guarded;
use cardwright_search::runner::{Job, play_match, run, run_tallied};

fn seated(name: &str) -> Arc<AgentSpec> {
    Arc::new(AgentSpec::named(name))
}

#[test]
fn rows_of_the_runner_are_the_same_for_any_number_of_threads() {
    let game = support::game();
    let setups = support::setups(&game);
    let agents = [["random", "greedy"], ["greedy", "pass"], ["greedy", "greedy"]];
    let jobs: Vec<Job> = (0..60)
        .map(|n| Job {
            setup: n % setups.len(),
            seed: n as u64,
            agents: agents[n % agents.len()].map(seated).to_vec(),
        })
        .collect();
    let rows = [1, 2, 3].map(|threads| run(&game, &setups, &jobs, threads, &AtomicBool::new(false)));
    assert!(rows[0].iter().all(Option::is_some));
    assert_eq!(rows[0], rows[1]);
    assert_eq!(rows[0], rows[2]);
}

#[test]
fn a_tally_plays_the_same_matches_and_counts_every_deck() {
    let game = support::game();
    let setups = support::setups(&game);
    let agents = vec![seated("greedy"), seated("random")];
    let jobs: Vec<Job> =
        (0..20).map(|n| Job { setup: n % setups.len(), seed: n as u64, agents: agents.clone() }).collect();
    let stop = AtomicBool::new(false);
    let rows = run(&game, &setups, &jobs, 1, &stop);
    let tallied = [1, 2].map(|threads| run_tallied(&game, &setups, &jobs, threads, &stop));
    assert_eq!(tallied[0], tallied[1]);
    for ((row, counted), job) in rows.iter().zip(&tallied[0]).zip(&jobs) {
        let (same, counts) = counted.as_ref().expect("it was played");
        assert_eq!(row.as_ref(), Some(same));
        for (seat, decks) in setups[job.setup].decks.iter().enumerate() {
            let own = || counts.iter().filter(|count| count.seat as usize == seat);
            assert_eq!(own().map(|count| count.in_deck as usize).sum::<usize>(), decks.concat().len());
            assert!(own().map(|count| count.drawn).sum::<u16>() >= 6);
            assert!(own().all(|count| count.played <= count.drawn));
        }
    }
}

/// Panics on its third decision.
struct Fragile(u8);

impl<R: Rules> Agent<R> for Fragile {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        self.0 += 1;
        assert!(self.0 < 3, "this panic is planted");
        legal.nth(game, &view.state, 0)
    }
}

/// Picks by rank and cannot look at anything.
struct Blind(Vec<u32>);

impl<R: Rules> Agent<R> for Blind {
    fn choose(&mut self, _: &Game<R>, _: &View<R>, _: &Legal) -> Option<Action> {
        panic!("it is shown something");
    }

    fn needs(&self) -> Needs {
        Needs::Count
    }

    fn pick(&mut self, count: u32) -> u32 {
        self.0.push(count);
        count - 1
    }
}

/// Chooses the last action of its view.
struct Sighted;

impl<R: Rules> Agent<R> for Sighted {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        legal.nth(game, &view.state, legal.len() - 1)
    }
}

#[test]
fn who_needs_only_a_count_is_shown_nothing_and_plays_the_same() {
    let game = support::game();
    for (seed, setup) in support::setups(&game).iter().enumerate() {
        let mut blind: Vec<Box<dyn Agent<_>>> = Vec::new();
        blind.resize_with(2, || Box::new(Guarded::new(Box::new(Blind(Vec::new())))));
        let mut sighted: Vec<Box<dyn Agent<_>>> = Vec::new();
        sighted.resize_with(2, || Box::new(Sighted));
        let row = play_match(&game, setup, seed as u64, &mut blind, None);
        assert_eq!(row, play_match(&game, setup, seed as u64, &mut sighted, None));
        assert!(row.failed == 0 && row.actions > 10);
    }
}

#[test]
fn who_may_give_up_looks_at_how_it_stands() {
    let needs = |text: &str| {
        let spec = AgentSpec::from_text(text).expect("it is well-formed");
        agent::<support::clock::Clock>(&spec, 1).expect("it is known").needs()
    };
    assert_eq!(needs("random"), Needs::Count);
    assert_eq!(needs("random/reaction=1"), Needs::Count);
    assert_eq!(needs("random/surrender=5"), Needs::View);
    assert_eq!(needs("greedy"), Needs::View);
}

#[test]
fn an_agent_that_panics_forfeits_its_match() {
    let game = support::game();
    let setup = &support::setups(&game)[0];
    for (seat, winner) in [(0, 1), (1, 0)] {
        let mut agents: Vec<Box<dyn Agent<_>>> =
            (0..2).map(|_| agent(&AgentSpec::named("pass"), 1).expect("it is known")).collect();
        agents[seat] = Box::new(Guarded::new(Box::new(Fragile(0))));
        let row = play_match(&game, setup, 1, &mut agents, None);
        assert_eq!((row.winner, row.failed), (winner, 1 << seat));
    }
    let mut both: Vec<Box<dyn Agent<_>>> = Vec::new();
    both.resize_with(2, || Box::new(Guarded::new(Box::new(Fragile(0)))));
    let row = play_match(&game, setup, 1, &mut both, None);
    assert_eq!((row.winner, row.failed), (-1, 3));
}

#[test]
fn a_benchmark_gives_every_figure_and_the_same_checksum_again() {
    let game = support::game();
    let setups = support::setups(&game);
    let volume = Volume { random: 3, agents: 1, searching: 1, seed: 7 };
    let stage = Mutex::default();
    let measure =
        |volume| bench(&game, &setups, volume, &AtomicBool::new(false), &stage).expect("it can be measured");
    let (once, again) = (measure(volume), measure(volume));
    assert_eq!(once["checksum"], again["checksum"]);
    assert_ne!(once["checksum"], measure(Volume { seed: 8, ..volume })["checksum"]);
    for key in [
        "matches_per_s",
        "actions_per_s",
        "runner_actions_per_s",
        "runner_ratio",
        "legal_per_decision",
        "branches_per_s",
        "clone_ns",
        "threads2_ratio",
    ] {
        assert!(once[key].as_f64() > Some(0.0), "{key}");
        assert!(once["median"][key].as_f64() > Some(0.0), "median of {key}");
    }
    assert!(once["state_bytes"].as_u64() <= Some(8192));
    assert_eq!(
        stage.lock().expect("nobody panicked").round,
        ROUNDS,
        "whoever watches is told of the last round"
    );
    for agent in ["random", "pass", "greedy"] {
        for key in ["branches_per_s", "matches_per_s", "decision_us_p50", "decision_us_p99", "late_share"] {
            assert!(once["agents"][agent][key].is_number(), "{agent}: {key}");
        }
    }
}

#[test]
fn a_benchmark_without_decks_is_refused() {
    let game = support::game();
    assert!(bench(&game, &[], Volume::USUAL, &AtomicBool::new(false), &Mutex::default()).is_err());
}
