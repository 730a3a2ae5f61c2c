//! The benchmark and the batch runner: what they play does not depend on threads, rounds or the clock.

mod support;

use std::sync::atomic::AtomicBool;

use cardwright_search::bench::{Volume, bench};
use cardwright_search::runner::{Job, run};

#[test]
fn rows_of_the_runner_are_the_same_for_any_number_of_threads() {
    let game = support::game();
    let setups = support::setups(&game);
    let agents = [["random", "greedy"], ["greedy", "pass"], ["greedy", "greedy"]];
    let jobs: Vec<Job> = (0..60)
        .map(|n| Job {
            setup: n % setups.len(),
            seed: n as u64,
            agents: agents[n % agents.len()].map(String::from).to_vec(),
        })
        .collect();
    let rows = [1, 2, 3].map(|threads| run(&game, &setups, &jobs, threads, &AtomicBool::new(false)));
    assert!(rows[0].iter().all(Option::is_some));
    assert_eq!(rows[0], rows[1]);
    assert_eq!(rows[0], rows[2]);
}

#[test]
fn a_benchmark_gives_every_figure_and_the_same_checksum_again() {
    let game = support::game();
    let setups = support::setups(&game);
    let volume = Volume { random: 3, agents: 1, seed: 7 };
    let measure =
        |volume| bench(&game, &setups, volume, &AtomicBool::new(false)).expect("it can be measured");
    let (once, again) = (measure(volume), measure(volume));
    assert_eq!(once["checksum"], again["checksum"]);
    assert_ne!(once["checksum"], measure(Volume { seed: 8, ..volume })["checksum"]);
    for key in [
        "matches_per_s",
        "actions_per_s",
        "legal_per_decision",
        "branches_per_s",
        "clone_ns",
        "threads2_ratio",
    ] {
        assert!(once[key].as_f64() > Some(0.0), "{key}");
        assert!(once["median"][key].as_f64() > Some(0.0), "median of {key}");
    }
    assert!(once["state_bytes"].as_u64() <= Some(4096));
    for agent in ["random", "pass", "greedy"] {
        for key in ["branches_per_s", "matches_per_s", "decision_us_p50", "decision_us_p99", "late_share"] {
            assert!(once["agents"][agent][key].is_number(), "{agent}: {key}");
        }
    }
}

#[test]
fn a_benchmark_without_decks_is_refused() {
    let game = support::game();
    assert!(bench(&game, &[], Volume::USUAL, &AtomicBool::new(false)).is_err());
}
