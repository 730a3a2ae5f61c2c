//! Catalogues with random numbers changed: each is refused, or plays without a crash and without a hang.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cardwright_core::Dice;
use cardwright_handmade as handmade;
use cardwright_trials::fuzz::{Plan, run};
use serde_json::Value;

const MUTANTS: u64 = 3000;

/// A number near the old one, near zero or far away.
fn mutate(number: &mut Value, dice: &mut Dice) {
    let old = number.as_i64().unwrap_or_default();
    *number = match dice.below(8) {
        0 => old + 1,
        1 => (old - 1).max(0),
        2 => dice.below(4) as i64,
        3 => dice.below(20) as i64,
        4 => dice.below(62) as i64,
        5 => 999,
        6 => -(dice.below(1000) as i64),
        _ => 9999,
    }
    .into();
}

/// Collects the numbers of a part of the catalogue.
fn numbers<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => found.push(value),
        Value::Array(items) => items.iter_mut().for_each(|item| numbers(item, found)),
        Value::Object(fields) => fields.values_mut().for_each(|field| numbers(field, found)),
        _ => {}
    }
}

fn mutant(seed: u64) -> Value {
    let mut dice = Dice::sampled(seed, "mutant");
    let mut catalogue = handmade::catalogue();
    for _ in 0..1 + dice.below(2) {
        let parts = ["/ops", "/ops", "/queries", "/defs", "/abilities", "/auras", "/pools", "/game/limits"];
        let part = parts[dice.below(parts.len() as u32) as usize];
        let mut found = Vec::new();
        numbers(catalogue.pointer_mut(part).expect("the catalogue has it"), &mut found);
        let at = dice.below(found.len() as u32) as usize;
        mutate(found[at], &mut dice);
    }
    catalogue
}

/// What is wrong with a mutant; none if it was refused or played cleanly.
fn fault(seed: u64, played: &AtomicU32) -> Option<String> {
    let game = handmade::load(&mutant(seed)).ok()?;
    played.fetch_add(1, Ordering::Relaxed);
    // A setup that cannot be made (too few cards, no hero) is a refusal too.
    let report =
        run(&game, &Plan::new(1, seed, Vec::new()), &AtomicBool::new(false), &AtomicU32::new(0)).ok()?;
    report.failures.first().map(|failure| format!("mutant {seed}: {failure:?}"))
}

#[test]
fn a_mutated_catalogue_is_refused_or_plays_cleanly() {
    let played = AtomicU32::new(0);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let half = |first| {
            let played = &played;
            scope.spawn(move || {
                (first..MUTANTS).step_by(2).filter_map(|seed| fault(seed, played)).collect::<Vec<_>>()
            })
        };
        let halves = [half(0), half(1)];
        halves.into_iter().flat_map(|half| half.join().expect("panics are caught")).collect()
    });
    assert!(faults.is_empty(), "{} mutants:\n{}", faults.len(), faults.join("\n"));
    assert!(played.into_inner() > MUTANTS as u32 / 4, "too few mutants could be played");
}
