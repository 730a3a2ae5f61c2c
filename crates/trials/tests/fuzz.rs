//! The fuzzer on a small catalogue: nothing is found in it, and every planted fault is, exactly.

use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

use cardwright_core::{DefId, Dice, Seat, SeatSet};
use cardwright_effects::{Basics, Game, Rules, play};
use cardwright_handmade as handmade;
use cardwright_handmade::clock::{self, Clock};
use cardwright_rules::elemental_command::ElementalCommand;
use cardwright_trials::fuzz::{Fault, Kind, Plan, Report, run};
use serde_json::Value;

fn fuzz<R: Rules>(game: &Game<R>, plan: &Plan) -> Report {
    run(game, plan, &AtomicBool::new(false), &AtomicU32::new(0)).expect("the plan is good")
}

fn plan(game: &Game<ElementalCommand>, matches: u32, seed: u64) -> Plan {
    Plan { threads: 2, ..Plan::new(matches, seed, handmade::setups(game)) }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let game = handmade::game();
    let report = fuzz(&game, &plan(&game, 300, 1));
    assert_eq!(report.failures, []);
    assert_eq!(report.matches, 300);
    assert_eq!(report.to_json(&game, &plan(&game, 300, 1))["cards_never_played"], serde_json::json!([]));
}

#[test]
fn every_planted_fault_is_reported_as_what_it_is() {
    let game = handmade::game();
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

/// Every failure of a planted fault is of its kind, and at least one is reported by the detector made for it.
fn found_as<R: Rules>(game: &Game<R>, plan: &Plan, kind: Kind, words: &str) {
    let report = fuzz(game, plan);
    let fault = plan.plant;
    assert!(!report.failures.is_empty(), "{fault:?} was not found");
    let details: Vec<&str> = report.failures.iter().map(|failure| failure.detail.as_str()).take(5).collect();
    assert_eq!(report.count(&[kind]), report.failures.len(), "{fault:?}: {details:?}");
    assert!(report.failures.iter().all(|failure| failure.detail.contains(words)), "{fault:?}: {details:?}");
}

#[test]
fn a_fault_of_the_kernel_is_found_by_the_detector_that_was_made_for_it() {
    let game = handmade::game();
    for (fault, kind, words) in [
        (Fault::Stale, Kind::Lent, "a fresh computation finds"),
        (Fault::Unlisted, Kind::Lent, "is no borrower"),
        (Fault::Deaf, Kind::LostEffect, "should have acted"),
        (Fault::Unspoken, Kind::LostEffect, "'phoenix' should have acted"),
        (Fault::Forgetful, Kind::LostEffect, "what lasts for piece"),
        (Fault::Figment, Kind::Imagining, "is imagined in zone 0"),
    ] {
        found_as(&game, &Plan { plant: Some(fault), ..plan(&game, 12, 9) }, kind, words);
    }
}

#[test]
fn a_secret_that_gets_out_is_found_by_the_detector_that_was_made_for_it() {
    let game = handmade::game();
    for (fault, words) in [
        (Fault::Draws, "told what it may not know (Drawn"),
        (Fault::Redraw, "told what it may not know (Redrew"),
        (Fault::Omen, "depends on dice that nobody saw"),
        (Fault::Gossip, "the description of its view shows something hidden"),
        (Fault::Undo, "can be taken back depends on something hidden"),
        (Fault::Refusal, "the reason of a refusal depends on something hidden"),
        (Fault::Chatter, "the number of events of an action"),
        (Fault::Order, "the events of an action"),
        (Fault::Sorted, "legal actions"),
        (Fault::Slots, "the numbers of the cards in its view"),
        (Fault::Prices, "its view shows something hidden"),
        (Fault::Secrets, "its view shows something hidden"),
        (Fault::Bystander, "seat -1: its view shows something hidden"),
    ] {
        found_as(&game, &Plan { plant: Some(fault), ..plan(&game, 16, 9) }, Kind::Leak, words);
    }
}

#[test]
fn the_number_of_options_that_another_seat_has_is_found_in_a_view() {
    let game = handmade::game();
    let seek = game.catalogue.ids.iter().position(|id| id == "seek").expect("the card is there");
    let prefer = vec![DefId(seek as u16)];
    let plan = Plan { plant: Some(Fault::Options), prefer, ..plan(&game, 50, 9) };
    found_as(&game, &plan, Kind::Leak, "its view shows something hidden");
}

#[test]
fn a_hidden_card_that_changes_the_time_of_what_comes_is_found() {
    let game = clock::game();
    let plan = Plan { plant: Some(Fault::Clock), ..timed_plan(&game, 4, 9) };
    found_as(&game, &plan, Kind::Leak, "the time of what happens next depends on something hidden");
}

#[test]
fn a_forecast_that_is_wrong_is_found_by_the_detector_that_was_made_for_it() {
    let game = handmade::game();
    for (fault, words) in [
        (Fault::Misjudged, "forecast of Action"),
        (Fault::Boastful, "says that it is exact and is not"),
        (Fault::Clairvoyant, "depends on something hidden"),
    ] {
        let plan = Plan { plant: Some(fault), forecast_every: 1, ..plan(&game, 12, 9) };
        found_as(&game, &plan, Kind::Forecast, words);
    }
}

#[test]
fn chances_that_do_not_come_true_as_often_as_they_say_are_found() {
    let game = handmade::game();
    // Its text deals damage to a random enemy.
    let reaper = game.catalogue.find("reaper").expect("the card is there");
    let honest = Plan { forecast_every: 1, position: Some(reaper), ..plan(&game, 60, 9) };
    let report = fuzz(&game, &honest);
    assert_eq!(report.failures, []);
    let told = report.to_json(&game, &honest);
    let count = |key: &str| told["forecasts"][key].as_u64().unwrap_or(0);
    assert!(count("made") == report.actions && count("exact") > count("made") * 9 / 10, "{told}");
    let hopeful = Plan { plant: Some(Fault::Hopeful), ..honest };
    found_as(&game, &hopeful, Kind::Forecast, "chances");
}

#[test]
fn the_command_of_a_wrong_forecast_finds_it_again() {
    let game = handmade::game();
    let command = |report: &Report, plan: &Plan| {
        let told = report.to_json(&game, plan);
        let failure = told["failures"].as_array().and_then(|failures| failures.last());
        failure.and_then(|failure| failure["command"].as_str()).unwrap_or_default().to_owned()
    };
    let wrong = Plan { plant: Some(Fault::Misjudged), forecast_every: 7, ..plan(&game, 12, 9) };
    let report = fuzz(&game, &wrong);
    let failure = report.failures.last().expect("it was found").clone();
    let told = command(&report, &wrong);
    let start = format!("cardwright fuzz elemental-command --matches 1 --seed {}", failure.seed);
    assert!(told.starts_with(&start) && told.ends_with(" --forecast-every 7 --plant misjudged"), "{told}");
    let again = Plan { matches: 1, seed: failure.seed, prefer: failure.prefer.clone(), ..wrong };
    assert_eq!(fuzz(&game, &again).failures, [failure]);
    // What is judged over the whole run needs all of its matches.
    let reaper = game.catalogue.find("reaper");
    let hopeful = Fault::Hopeful;
    let pooled = Plan { plant: Some(hopeful), forecast_every: 1, position: reaper, ..plan(&game, 60, 9) };
    let report = fuzz(&game, &pooled);
    let start =
        "cardwright fuzz elemental-command --matches 60 --seed 9 --position reaper --forecast-every 1";
    assert!(command(&report, &pooled).starts_with(start), "{}", command(&report, &pooled));
    assert_eq!(fuzz(&game, &pooled).failures, report.failures);
}

/// The rows of a report about abilities for which a condition holds: card and place.
fn abilities(document: &Value, is_meant: impl Fn(u64, u64) -> bool) -> Vec<(String, String)> {
    let rows = document["abilities"].as_array().expect("a list").iter();
    rows.filter(|row| is_meant(row["ran"].as_u64().unwrap_or(0), row["changed"].as_u64().unwrap_or(0)))
        .map(|row| (row["card"].as_str().unwrap_or_default().to_owned(), row["place"].to_string()))
        .collect()
}

#[test]
fn every_ability_is_counted_and_one_that_does_nothing_is_named() {
    let game = handmade::game();
    let told = |plant: Option<Fault>| {
        let plan = Plan { plant, ..plan(&game, 100, 1) };
        fuzz(&game, &plan).to_json(&game, &plan)
    };
    // The martyr heals as much as it hurts, and frost takes away at once what it gives: both are as their texts say.
    let idle = |document: &Value| abilities(document, |ran, changed| ran > 0 && changed == 0);
    let silent = |document: &Value| abilities(document, |ran, _| ran == 0);
    let row = |card: &str, place: &str| (card.to_owned(), place.to_owned());
    let honest = told(None);
    assert_eq!(idle(&honest), [row("martyr", r#"["ability",0]"#)]);
    assert_eq!(silent(&honest), [row("frost", r#"["given",0]"#)]);
    let with_idle_text = told(Some(Fault::Idle));
    assert_eq!(idle(&with_idle_text), [row("scholar", r#"["play",0]"#), row("martyr", r#"["ability",0]"#)]);
    let with_mute_ability = told(Some(Fault::Mute));
    assert_eq!(
        silent(&with_mute_ability),
        [row("phoenix", r#"["ability",0]"#), row("frost", r#"["given",0]"#)]
    );
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let game = handmade::game();
    let reports = [1, 2, 3].map(|threads| fuzz(&game, &Plan { threads, ..plan(&game, 60, 5) }));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

#[test]
fn a_match_that_failed_fails_alone_in_the_same_way() {
    let game = handmade::game();
    let planted = Plan { plant: Some(Fault::Leak), ..plan(&game, 110, 3) };
    let report = fuzz(&game, &planted);
    // The last matches had cards to prefer if any were left; the first had none.
    for failure in [&report.failures[0], &report.failures[report.failures.len() - 1]] {
        let alone = Plan {
            matches: 1,
            seed: failure.seed,
            prefer: failure.prefer.clone(),
            position: failure.position,
            is_crowded: failure.is_crowded,
            ..planted.clone()
        };
        assert_eq!(fuzz(&game, &alone).failures, std::slice::from_ref(failure));
    }
}

#[test]
fn a_card_that_is_too_dear_for_a_match_is_tried_from_a_position() {
    let mut catalogue = handmade::catalogue();
    let defs = catalogue["defs"].as_array_mut().expect("a list");
    let bolt = defs.iter_mut().find(|def| def["id"] == "bolt").expect("the card is there");
    // Nobody ever has this much fire.
    bolt["numbers"] = serde_json::json!([0, 0, 300]);
    let game = handmade::load(&catalogue).expect("the catalogue is good");
    let plan = plan(&game, 40, 1);
    let document = fuzz(&game, &plan).to_json(&game, &plan);
    assert_eq!(document["cards_played_from_position"], serde_json::json!(["bolt"]));
    assert_eq!(document["cards_never_played"], serde_json::json!([]));
}

#[test]
fn an_endless_trigger_meets_its_limit_and_is_counted() {
    let game = handmade::game();
    let plan = plan(&game, 60, 2);
    let report = fuzz(&game, &plan);
    assert!(report.to_json(&game, &plan)["capacity_hits"]["triggers"].as_u64() > Some(0));
}

#[test]
fn a_known_card_in_a_deck_does_not_show_through_a_hand() {
    let game = handmade::game();
    let mut dice = Dice::sampled(1, "game");
    let mut state = play::begin(&game, &handmade::setups(&game)[0], &mut dice, None);
    for place in 0..state.zone(Seat(1), ElementalCommand::DECK).len() {
        let id = state.zone(Seat(1), ElementalCommand::DECK)[place];
        state.card_mut(id).known = SeatSet::ALL;
    }
    let shown = play::view(&game, &state, Seat(0));
    let view = shown.state();
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
