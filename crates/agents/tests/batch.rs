//! The batch runner: its rows do not depend on threads, and every agent is given what it needs and no more.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_agents::agent::{Agent, Needs};
use cardwright_agents::guarded::Guarded;
use cardwright_agents::make::agent;
use cardwright_agents::runner::{Job, play_match, run, run_tallied};
use cardwright_agents::spec::AgentSpec;
use cardwright_core::{Action, View};
use cardwright_effects::{Game, Legal, Rules};
use cardwright_handmade as handmade;

fn seated(name: &str) -> Arc<AgentSpec> {
    Arc::new(AgentSpec::named(name))
}

#[test]
fn rows_of_the_runner_are_the_same_for_any_number_of_threads() {
    let game = handmade::game();
    let setups = handmade::setups(&game);
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
    let game = handmade::game();
    let setups = handmade::setups(&game);
    let agents = vec![seated("greedy"), seated("random")];
    let jobs: Vec<Job> =
        (0..20).map(|n| Job { setup: n % setups.len(), seed: n as u64, agents: agents.clone() }).collect();
    let stop = AtomicBool::new(false);
    let rows = run(&game, &setups, &jobs, 1, &stop);
    let tallied = [1, 2].map(|threads| run_tallied(&game, &setups, &jobs, threads, &stop));
    assert_eq!(tallied[0], tallied[1]);
    for ((row, counted), job) in rows.iter().zip(&tallied[0]).zip(&jobs) {
        let (same, told) = counted.as_ref().expect("it was played");
        assert_eq!(row.as_ref(), Some(same));
        assert!(told.searched.is_empty(), "neither searches sequences");
        for (seat, decks) in setups[job.setup].decks.iter().enumerate() {
            let own = || told.cards.iter().filter(|count| count.seat as usize == seat);
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
        legal.nth(game, view.state(), 0)
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
        legal.nth(game, view.state(), legal.len() - 1)
    }
}

#[test]
fn who_needs_only_a_count_is_shown_nothing_and_plays_the_same() {
    let game = handmade::game();
    for (seed, setup) in handmade::setups(&game).iter().enumerate() {
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
        agent::<cardwright_handmade::clock::Clock>(&spec, 1).expect("it is known").needs()
    };
    assert_eq!(needs("random"), Needs::Count);
    assert_eq!(needs("random/reaction=1"), Needs::Count);
    assert_eq!(needs("random/surrender=5"), Needs::View);
    assert_eq!(needs("greedy"), Needs::View);
}

#[test]
fn an_agent_that_panics_forfeits_its_match() {
    let game = handmade::game();
    let setup = &handmade::setups(&game)[0];
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
