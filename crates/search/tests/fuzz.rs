//! The fuzzer on a small catalogue: nothing is found in it, and every planted fault is, exactly.

mod support;

use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

use cardwright_core::{DefId, Dice, Seat, SeatSet};
use cardwright_effects::{Game, Rules, play};
use cardwright_rules::elemental_command::ElementalCommand;
use cardwright_search::fuzz::{Fault, Kind, Plan, Report, run};
use support::clock::{self, Clock};

fn fuzz<R: Rules>(game: &Game<R>, plan: &Plan) -> Report {
    run(game, plan, &AtomicBool::new(false), &AtomicU32::new(0)).expect("the plan is good")
}

fn plan(game: &Game<ElementalCommand>, matches: u32, seed: u64) -> Plan {
    Plan { threads: 2, ..Plan::new(matches, seed, support::setups(game)) }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let game = support::game();
    let report = fuzz(&game, &plan(&game, 300, 1));
    assert_eq!(report.failures, []);
    assert_eq!(report.matches, 300);
    assert_eq!(report.to_json(&game, &plan(&game, 300, 1))["cards_never_played"], serde_json::json!([]));
}

#[test]
fn every_planted_fault_is_reported_as_what_it_is() {
    let game = support::game();
    for (fault, kind) in [
        (Fault::Leak, Kind::Leak),
        (Fault::Listing, Kind::ReplayMismatch),
        (Fault::Endless, Kind::Hang),
        (Fault::Panic, Kind::Crash),
        (Fault::Lost, Kind::ReplayMismatch),
    ] {
        let plan = Plan { plant: Some(fault), patience: Duration::from_millis(300), ..plan(&game, 4, 9) };
        let report = fuzz(&game, &plan);
        assert!(!report.failures.is_empty(), "{fault:?} was not found");
        assert_eq!(report.count(&[kind]), report.failures.len(), "{fault:?}: {:?}", report.failures);
        let document = report.to_json(&game, &plan);
        let command = document["failures"][0]["command"].as_str().unwrap_or_default().to_owned();
        assert!(command.starts_with("cardwright fuzz elemental-command --matches 1 --seed "), "{command}");
    }
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let game = support::game();
    let reports = [1, 2, 3].map(|threads| fuzz(&game, &Plan { threads, ..plan(&game, 60, 5) }));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

#[test]
fn a_match_that_failed_fails_alone_in_the_same_way() {
    let game = support::game();
    let planted = Plan { plant: Some(Fault::Leak), ..plan(&game, 110, 3) };
    let report = fuzz(&game, &planted);
    // The last ones had cards to prefer if any were left; the first ones had none.
    for failure in [&report.failures[0], &report.failures[report.failures.len() - 1]] {
        let alone =
            Plan { matches: 1, seed: failure.seed, prefer: failure.prefer.clone(), ..planted.clone() };
        assert_eq!(fuzz(&game, &alone).failures, std::slice::from_ref(failure));
    }
}

#[test]
fn a_card_that_is_too_dear_for_a_match_is_tried_from_a_position() {
    let mut catalogue = support::catalogue();
    let defs = catalogue["defs"].as_array_mut().expect("a list");
    let bolt = defs.iter_mut().find(|def| def["id"] == "bolt").expect("the card is there");
    // Nobody ever has so much fire.
    bolt["numbers"] = serde_json::json!([0, 0, 300]);
    let game = support::load(&catalogue).expect("the catalogue is good");
    let plan = plan(&game, 40, 1);
    let document = fuzz(&game, &plan).to_json(&game, &plan);
    assert_eq!(document["cards_played_from_position"], serde_json::json!(["bolt"]));
    assert_eq!(document["cards_never_played"], serde_json::json!([]));
}

#[test]
fn an_endless_trigger_meets_its_limit_and_is_counted() {
    let game = support::game();
    let plan = plan(&game, 60, 2);
    let report = fuzz(&game, &plan);
    assert!(report.to_json(&game, &plan)["capacity_hits"]["triggers"].as_u64() > Some(0));
}

#[test]
fn a_known_card_in_a_deck_does_not_show_through_a_hand() {
    let game = support::game();
    let mut dice = Dice::sampled(1, "game");
    let mut state = play::begin(&game, &support::setups(&game)[0], &mut dice, None);
    for place in 0..state.zone(Seat(1), ElementalCommand::DECK).len() {
        let id = state.zone(Seat(1), ElementalCommand::DECK)[place];
        state.card_mut(id).known = SeatSet::ALL;
    }
    let view = play::view(&game, &state, Seat(0)).state;
    for zone in [ElementalCommand::HAND, ElementalCommand::DECK] {
        assert!(view.zone(Seat(1), zone).iter().all(|&id| view.card(id).def == DefId::HIDDEN));
    }
}

fn timed_plan(game: &Game<Clock>, matches: u32, seed: u64) -> Plan {
    Plan { threads: 2, ..Plan::new(matches, seed, vec![clock::setup(game)]) }
}

#[test]
fn nothing_is_found_in_a_timed_game_where_nothing_is_wrong() {
    let game = clock::game();
    let report = fuzz(&game, &timed_plan(&game, 150, 1));
    assert_eq!(report.failures, []);
    assert!(report.actions > 150 * 8);
    assert_eq!(report, fuzz(&game, &Plan { threads: 1, ..timed_plan(&game, 150, 1) }));
}

#[test]
fn every_fault_that_is_planted_in_a_timed_game_is_reported_as_what_it_is() {
    let game = clock::game();
    for (fault, kind) in [
        (Fault::Leak, Kind::Leak),
        (Fault::Listing, Kind::ReplayMismatch),
        (Fault::Endless, Kind::Hang),
        (Fault::Panic, Kind::Crash),
        (Fault::Lost, Kind::ReplayMismatch),
        (Fault::Split, Kind::ReplayMismatch),
    ] {
        let plan =
            Plan { plant: Some(fault), patience: Duration::from_millis(300), ..timed_plan(&game, 4, 9) };
        let report = fuzz(&game, &plan);
        assert!(!report.failures.is_empty(), "{fault:?} was not found");
        assert_eq!(report.count(&[kind]), report.failures.len(), "{fault:?}: {:?}", report.failures);
    }
}

#[test]
fn time_that_hangs_is_found_as_an_action_that_hangs_is() {
    let game = clock::game();
    let plan =
        Plan { plant: Some(Fault::Endless), patience: Duration::from_millis(300), ..timed_plan(&game, 6, 2) };
    let report = fuzz(&game, &plan);
    assert!(
        report.failures.iter().any(|failure| failure.detail.starts_with("time does not get")),
        "{report:?}"
    );
}
