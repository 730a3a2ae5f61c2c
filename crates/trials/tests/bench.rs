//! The benchmark: what it plays does not depend on rounds or the clock.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cardwright_handmade as handmade;
use cardwright_trials::bench::{ROUNDS, Volume, bench};

#[test]
fn a_benchmark_gives_every_figure_and_the_same_checksum_again() {
    let game = handmade::game();
    let setups = handmade::setups(&game);
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
    let game = handmade::game();
    assert!(bench(&game, &[], Volume::USUAL, &AtomicBool::new(false), &Mutex::default()).is_err());
}
