//! Cards with random programs: whatever the operation table allows, a match ends without a fault.

use std::sync::atomic::{AtomicBool, AtomicU32};

use cardwright_core::Dice;
use cardwright_effects::table::{Operand, ROWS};
use cardwright_handmade as handmade;
use cardwright_trials::fuzz::{Plan, run};
use serde_json::{Value, json};

const CATALOGUES: u64 = 200;
const PROGRAMS: usize = 24;
const QUERIES: i64 = 16;
const ABILITIES: i64 = 12;

fn pick<T: Copy>(dice: &mut Dice, options: &[T]) -> T {
    options[dice.below(options.len() as u32) as usize]
}

fn query(dice: &mut Dice) -> Value {
    json!({
        "base": pick(dice, &[0, 0, 0, 1, 2, 3, 4]), "relation": pick(dice, &[0, 0, 0, 1, 2, 3]),
        "zone": pick(dice, &[0, 0, 0, 1, 2]), "side": pick(dice, &[0, 1, 2]), "kinds": pick(dice, &[0, 1, 1, 2, 3]),
        "other": dice.below(4), "damaged": pick(dice, &[0, 0, 1, 2]), "attribute": pick(dice, &[-1, -1, 0, 1, 2]),
        "compare": dice.below(3), "n": dice.below(6), "keywords": pick(dice, &[0, 0, 1, 16]),
        "without": pick(dice, &[0, 0, 1, 32]), "tags": 0, "random": pick(dice, &[0, 0, 1, 2]),
    })
}

/// A number that an operand may hold; `end` is the last operation of the program, `at` the running one.
fn operand(dice: &mut Dice, operand: Operand, at: i64, end: i64, cards: i64) -> i64 {
    let mut below = |n: i64| dice.below(n as u32) as i64;
    match operand {
        Operand::Query => below(QUERIES),
        Operand::Pool => 0,
        Operand::Ability => below(ABILITIES),
        Operand::Def => 1 + below(cards - 1),
        Operand::Duration | Operand::Status | Operand::Compare => below(3),
        Operand::Side | Operand::Who => below(4),
        Operand::Zone => 1 + below(2),
        Operand::Resource => below(8),
        Operand::Keyword => below(10),
        Operand::Attribute => below(6),
        Operand::Tag | Operand::Place => 0,
        Operand::Forward => at + 1 + below(end - at),
        Operand::Int => pick(dice, &[0, 1, 1, 1, 2, 3, 5, -1, -2, 20, 999, -999]),
    }
}

/// Appends random programs to a catalogue and gives them to its cards as texts, powers and abilities.
fn catalogue(seed: u64) -> Value {
    let dice = &mut Dice::sampled(seed, "programs");
    let mut catalogue = handmade::catalogue();
    let cards = catalogue["defs"].as_array().expect("a list").len() as i64;
    catalogue["queries"] = (0..QUERIES).map(|_| query(dice)).collect();
    let mut ops: Vec<[i64; 5]> = Vec::new();
    let mut starts = Vec::new();
    for _ in 0..PROGRAMS {
        starts.push(ops.len() as i64);
        let end = ops.len() as i64 + 1 + dice.below(6) as i64;
        while (ops.len() as i64) < end {
            let row = &ROWS[1 + dice.below(ROWS.len() as u32 - 1) as usize];
            let mut op = [row.code as i64, 0, 0, 0, 0];
            for &(field, kind) in row.operands {
                let place = "abcq".find(field).expect("a field") + 1;
                op[place] = operand(dice, kind, ops.len() as i64, end, cards);
            }
            ops.push(op);
        }
        ops.push([0; 5]);
    }
    let ability = |dice: &mut Dice| {
        let filter = dice.below(QUERIES as u32) as i64;
        let query = pick(dice, &[-1, -1, filter]);
        json!({"moment": dice.below(12), "scope": dice.below(2), "side": dice.below(3), "query": query, "op": pick(dice, &starts)})
    };
    catalogue["abilities"] = (0..ABILITIES).map(|_| ability(dice)).collect();
    // Auras and targets reach the board only.
    let board: Vec<i64> = (0..QUERIES).filter(|&at| catalogue["queries"][at as usize]["zone"] == 0).collect();
    let lasting: Vec<i64> =
        board.iter().copied().filter(|&at| catalogue["queries"][at as usize]["random"] == 0).collect();
    if lasting.is_empty() {
        catalogue["auras"] = json!([]);
    } else {
        let aura = json!({"query": pick(dice, &lasting), "attack": dice.between(-3, 3), "health": dice.between(-3, 3), "keywords": pick(dice, &[0, 1, 16])});
        catalogue["auras"] = json!([aura]);
    }
    let auras: Value = if lasting.is_empty() { json!([]) } else { json!([0]) };
    catalogue["ops"] = json!(ops);
    for def in catalogue["defs"].as_array_mut().expect("a list").iter_mut() {
        def["play"] = json!(-1);
        def["target"] = json!(-1);
        def["abilities"] = json!([]);
        def["auras"] = if dice.below(4) == 0 { auras.clone() } else { json!([]) };
        if def["id"] == "" {
            def["auras"] = json!([]);
            continue;
        }
        def["play"] = json!(pick(dice, &starts));
        if !board.is_empty() && dice.below(2) == 0 {
            def["target"] = json!(pick(dice, &board));
            def["destination"] = json!(dice.below(3));
        }
        def["abilities"] =
            (0..pick(dice, &[0, 1, 1, 2, 9])).map(|_| json!(dice.below(ABILITIES as u32))).collect();
        def["keywords"] = json!(pick(dice, &[0, 1, 2, 8, 16, 18, 128, 154]));
        def["cost"] = json!(dice.below(4));
    }
    catalogue
}

#[test]
fn a_match_of_random_programs_ends_without_a_fault() {
    for seed in 0..CATALOGUES {
        let game = handmade::load(&catalogue(seed)).expect("random programs keep to the table");
        let plan = Plan { threads: 2, ..Plan::new(4, seed, Vec::new()) };
        let report =
            run(&game, &plan, &AtomicBool::new(false), &AtomicU32::new(0)).expect("decks can be made");
        assert_eq!(report.failures, [], "catalogue {seed}");
    }
}
