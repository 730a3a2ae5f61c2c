//! Matches of a timed game between native agents: who looks when, who waits, who gives up.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use cardwright_agents::agent::Agent;
use cardwright_agents::guarded::Guarded;
use cardwright_agents::runner::{Job, Row, play_match, run, run_tallied};
use cardwright_agents::spec::AgentSpec;
use cardwright_agents::timekeeper::Pace;
use cardwright_core::{Action, View, What};
use cardwright_effects::{Game, Legal};
use cardwright_handmade::clock::{self, Clock, DRAW, END};

fn spec(text: &str) -> Arc<AgentSpec> {
    let spec = AgentSpec::from_text(text).expect("it is well-formed");
    spec.check::<Clock>().expect("it plays the game");
    Arc::new(spec)
}

fn row(agents: [&str; 2], seed: u64) -> Row {
    let game = clock::game();
    let setups = [clock::setup(&game)];
    let jobs = [Job { setup: 0, seed, agents: agents.map(spec).to_vec() }];
    run(&game, &setups, &jobs, 1, &AtomicBool::new(false))[0].expect("it was played")
}

#[test]
fn rows_of_timed_matches_are_the_same_for_any_number_of_threads() {
    let game = clock::game();
    let setups = [clock::setup(&game)];
    let kinds =
        [["random", "greedy"], ["greedy", "greedy"], ["random", "random"], ["greedy/reaction=1", "pass"]];
    let jobs: Vec<Job> = (0..80)
        .map(|n| Job { setup: 0, seed: n as u64, agents: kinds[n % kinds.len()].map(spec).to_vec() })
        .collect();
    let stop = AtomicBool::new(false);
    let rows = [1, 2, 3].map(|threads| run(&game, &setups, &jobs, threads, &stop));
    assert_eq!(rows[0], rows[1]);
    assert_eq!(rows[0], rows[2]);
    let tallied = run_tallied(&game, &setups, &jobs, 2, &stop);
    for (row, tallied) in rows[0].iter().zip(tallied) {
        assert_eq!(*row, tallied.map(|(row, _)| row), "events change nothing");
    }
    let rows: Vec<Row> = rows[0].iter().map(|row| row.expect("it was played")).collect();
    assert!(rows.iter().all(|row| row.actions > 5 && row.time <= END && row.failed == 0));
}

#[test]
fn who_thinks_beats_who_does_not() {
    let wins = (0..40).filter(|&seed| row(["greedy", "random"], seed).winner == 0).count();
    assert!(wins > 25, "{wins}");
}

#[test]
fn two_that_pass_wait_for_the_end() {
    let row = row(["pass", "pass"], 1);
    assert_eq!((row.winner, row.actions, row.time), (-1, 0, END));
}

#[test]
fn a_quick_agent_acts_more_often_than_a_slow_one() {
    let actions = |agent: &str| (0..5).map(|seed| row([agent, "pass"], seed).actions).sum::<u32>();
    assert!(actions("random/reaction=0.4") > 2 * actions("random"));
}

#[test]
fn who_is_far_enough_behind_gives_up() {
    let plain = row(["random", "greedy"], 3);
    assert_eq!(plain.winner, 1);
    let early = row(["random/surrender=5", "greedy"], 3);
    assert_eq!((early.winner, early.failed), (1, 0), "giving up is no forfeit");
    assert!(early.time < plain.time);
    assert_eq!(row(["random/surrender=5000", "greedy"], 3), plain, "never so far behind");
}

/// Does something on each look and notes the times.
struct Looks {
    pace: Pace,
    times: Arc<Mutex<Vec<u32>>>,
    act: fn(&Legal) -> Option<Action>,
}

impl Agent<Clock> for Looks {
    fn choose(&mut self, _: &Game<Clock>, view: &View<Clock>, legal: &Legal) -> Option<Action> {
        self.times.lock().expect("nobody panicked").push(view.state().now);
        (self.act)(legal)
    }

    fn pace(&self) -> Pace {
        self.pace
    }
}

fn draws(legal: &Legal) -> Option<Action> {
    legal.groups.iter().any(|group| group.verb == DRAW).then(|| Action::new(legal.seat, DRAW, 0))
}

#[test]
fn a_look_comes_after_what_happened_and_not_in_between() {
    let game = clock::game();
    let times = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
    let looks = |seat: usize, act| Looks { pace: Pace::reacting(100), times: times[seat].clone(), act };
    let mut agents: Vec<Box<dyn Agent<Clock>>> =
        vec![Box::new(looks(0, draws)), Box::new(looks(1, |_| None))];
    let mut events = Vec::new();
    let row = play_match(&game, &clock::setup(&game), 5, &mut agents, Some(&mut events));
    assert_eq!(row.time, END);
    let drawn = events.iter().filter(|event| matches!(event.what, What::Drawn { .. })).count() - 8;
    assert_eq!(drawn, 4, "until the hand is full");
    let [first, second] = times.map(|times| times.lock().expect("nobody panicked").clone());
    for times in [&first, &second] {
        assert!(times.is_sorted() && !times.is_empty());
        // Something becomes possible every 700 ms at first; nobody looks at what has not changed.
        assert!(times.len() < 40, "{times:?}");
        assert!(times.iter().all(|&at| at % 700 >= 50 || at < 700), "{times:?}");
    }
}

#[test]
fn seats_that_look_together_decide_on_the_same_position() {
    thread_local! {
        static SEEN: RefCell<Vec<(u32, usize)>> = const { RefCell::new(Vec::new()) };
    }
    /// Notes how many cards both hands hold, then draws.
    struct Counting;
    impl Agent<Clock> for Counting {
        fn choose(&mut self, _: &Game<Clock>, view: &View<Clock>, legal: &Legal) -> Option<Action> {
            let cards = [0, 1].map(|seat| view.state().zone_len(cardwright_core::Seat(seat), 0));
            SEEN.with_borrow_mut(|seen| seen.push((view.state().now, cards[0] + cards[1])));
            draws(legal)
        }

        fn pace(&self) -> Pace {
            Pace::own(3000, 3000)
        }
    }
    let game = clock::game();
    let mut agents: Vec<Box<dyn Agent<Clock>>> = vec![Box::new(Counting), Box::new(Counting)];
    play_match(&game, &clock::setup(&game), 1, &mut agents, None);
    let seen = SEEN.take();
    assert_eq!(&seen[..6], [(3000, 8), (3000, 8), (6000, 10), (6000, 10), (9000, 12), (9000, 12)]);
}

#[test]
fn an_agent_that_panics_loses_at_once() {
    /// Panics when it looks.
    struct Fragile;
    impl Agent<Clock> for Fragile {
        fn choose(&mut self, _: &Game<Clock>, _: &View<Clock>, _: &Legal) -> Option<Action> {
            panic!("this panic is planted");
        }
    }
    let game = clock::game();
    let quiet = AgentSpec::named("pass");
    let guarded = |agent| Box::new(Guarded::new(agent)) as Box<dyn Agent<Clock>>;
    let other = cardwright_agents::make::agent::<Clock>(&quiet, 1).expect("it plays every game");
    let row =
        play_match(&game, &clock::setup(&game), 1, &mut [guarded(Box::new(Fragile)), guarded(other)], None);
    assert_eq!((row.winner, row.failed), (1, 1));
    assert!(row.time < 10_000);
}

#[test]
fn two_that_leave_in_the_same_millisecond_make_a_draw() {
    /// Gives up when it looks.
    struct Weary(bool);
    impl Agent<Clock> for Weary {
        fn choose(&mut self, _: &Game<Clock>, _: &View<Clock>, _: &Legal) -> Option<Action> {
            self.0 = true;
            None
        }

        fn pace(&self) -> Pace {
            Pace::own(3000, 3000)
        }

        fn has_given_up(&self) -> bool {
            self.0
        }
    }
    let game = clock::game();
    let mut agents: Vec<Box<dyn Agent<Clock>>> = vec![Box::new(Weary(false)), Box::new(Weary(false))];
    let row = play_match(&game, &clock::setup(&game), 1, &mut agents, None);
    assert_eq!((row.winner, row.failed, row.time), (-1, 0, 3000), "whoever is asked first");
}
