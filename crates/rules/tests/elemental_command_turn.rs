//! The order of a turn of Elemental Command, with cards made for the purpose; `docs/design/timing.md` names each test.

#[path = "../../../tests/probes/src/lib.rs"]
#[expect(dead_code, reason = "a match of a real game needs only part of the support")]
mod support;

use cardwright_core::*;
use cardwright_effects::aim::Aim;
use cardwright_effects::play::{Text, push_text};
use cardwright_effects::table::Code::*;
use cardwright_effects::{Course, Moment, Outcome, Places};
use cardwright_rules::elemental_command::ElementalCommand;
use serde_json::json;
use support::{Cards, Table, op};

const ATTACK: u8 = 1;
const TAKE: u8 = 4;
const END: u8 = 5;
/// The relations that make lines.
const COLUMN: u8 = 2;
const ROW: u8 = 3;
const BERSERK: u64 = 1 << 4;
const HASTE: u64 = 1 << 1;

/// Writes a number into the controller's log, the resource earth.
fn log(n: i64) -> [[i64; 5]; 2] {
    [op(Const, [0, n, 0, 0]), op(Gain, [1, 2, 0, 0])]
}

/// Two heroes, a card to draw, and the cards of a test; seat 0 has the turn.
fn table(fill: impl FnOnce(&mut Cards)) -> Table<ElementalCommand> {
    let mut cards = Cards::new();
    cards.card("hero", 1, [0, 30], json!({"numbers": [0, 0, 0]}));
    cards.card("blank", 2, [0, 0], json!({}));
    fill(&mut cards);
    let mut table = cards.table::<ElementalCommand>(json!({"turns": 6}));
    for seat in 0..2 {
        let def = table.def("hero");
        table.act(|cx| cx.enter(Seat(seat), def, Cell::NONE));
        table.give(seat, 1, &["blank"; 8]);
    }
    (table.state.phase, table.state.now, table.state.active) = (1, 1, SeatSet::one(Seat(0)));
    table.told();
    table
}

fn logged(told: &[What]) -> Vec<i16> {
    told.iter()
        .filter_map(|what| if let What::Gained { amount, .. } = what { Some(*amount) } else { None })
        .collect()
}

fn end(table: &mut Table<ElementalCommand>) -> Vec<What> {
    let seat = table.state.active.first();
    table.apply(Action::new(seat, END, 0));
    table.told()
}

#[test]
fn a_turn_ends_with_its_abilities_and_deaths_before_the_next_begins() {
    let all = |cards: &mut Cards| cards.query(json!({"kinds": 1}));
    let mut table = table(|cards| {
        let all = all(cards);
        let storm = [op(Select, [0, 0, 0, all]), op(Const, [0, 2, 0, 0]), op(Damage, [0; 4])];
        let storm = cards.ability(Moment::PhaseEnds, 1, &[&log(1)[..], &storm].concat());
        let later = cards.ability(Moment::PhaseEnds, 1, &log(2));
        let dies = cards.ability(Moment::Died, 0, &log(3));
        let starts = cards.ability(Moment::PhaseStarts, 1, &log(4));
        let last = cards.ability(Moment::PhaseStarts, 1, &log(5));
        cards.card("storm", 0, [0, 9], json!({"abilities": [storm]}));
        cards.card("later", 0, [0, 9], json!({"abilities": [later, starts]}));
        cards.card("doomed", 0, [0, 1], json!({"abilities": [dies]}));
        cards.card("last", 0, [0, 9], json!({"abilities": [last]}));
    });
    for (cell, id) in ["storm", "later", "doomed", "last"].iter().enumerate() {
        table.put(0, id, cell as u8);
    }
    table.told();
    let told = end(&mut table);
    assert_eq!(logged(&told), [1, 2, 3, 4, 5]);
    let place = |wanted: fn(&What) -> bool| told.iter().position(wanted).expect("it was told");
    let died = place(|what| matches!(what, What::Died { .. }));
    let began = place(|what| matches!(what, What::Began { seat: Seat(1), .. }));
    let drawn = place(|what| matches!(what, What::Drawn { seat: Seat(1), .. }));
    let starts = place(|what| matches!(what, What::Gained { amount: 4, .. }));
    assert!(died < began && began < drawn && drawn < starts, "{told:?}");
}

#[test]
fn what_lasts_until_end_of_turn_ends_when_the_next_begins() {
    let mut table = table(|cards| {
        let strong = cards.query(json!({"attribute": 0, "compare": 1, "n": 3}));
        let count = [op(Count, [0, 1, 0, strong]), op(Scale, [0, 1, 10, 0]), op(Gain, [1, 2, 0, 0])];
        let ends = cards.ability(Moment::PhaseEnds, 1, &count);
        let starts = cards.ability(Moment::PhaseStarts, 1, &count);
        cards.card("witness", 0, [1, 9], json!({"abilities": [ends, starts]}));
    });
    let witness = table.put(0, "witness", 0);
    let effect = |until| InForce { pieces: PieceSet::one(witness), until, attack: 2, ..InForce::default() };
    let until = ElementalCommand::expiry(&table.state, Seat(0), 1);
    table.act(|cx| cx.add_in_force(effect(until)));
    assert_eq!(logged(&end(&mut table)), [11, 10]);
    // "Until your next turn" lasts through the opponent's turn and ends when one's own begins.
    end(&mut table);
    let until = ElementalCommand::expiry(&table.state, Seat(0), 2);
    table.act(|cx| cx.add_in_force(effect(until)));
    assert_eq!(logged(&end(&mut table)), [11, 11]);
    assert_eq!(logged(&end(&mut table)), [11, 10]);
}

#[test]
fn those_who_hear_of_an_attack_act_before_its_blows() {
    for keywords in [HASTE, HASTE | BERSERK] {
        let mut table = table(|cards| {
            let heard = cards.ability(Moment::Attacks, 0, &log(1));
            let others = cards.ability(Moment::Attacks, 1, &log(2));
            let hit = cards.ability(Moment::Dealt, 0, &log(3));
            let abilities = json!({"abilities": [heard, hit], "keywords": keywords});
            cards.card("fighter", 0, [2, 9], abilities);
            cards.card("fan", 0, [0, 9], json!({"abilities": [others]}));
        });
        table.put(0, "fan", 1);
        table.told();
        let fighter = table.put(0, "fighter", 0);
        if keywords & BERSERK == 0 {
            table.apply(Action::new(Seat(0), ATTACK, fighter.0).with(0, 1));
        }
        let told = table.told();
        assert_eq!(logged(&told), [1, 2, 3]);
        assert_eq!(table.state.piece(PieceId(1)).damage, 2);
    }
}

#[test]
fn an_attack_whose_fighters_fell_before_it_is_no_more() {
    let mut table = table(|cards| {
        let itself = cards.query(json!({"base": 1}));
        let fall = cards.ability(Moment::Attacks, 0, &[op(Select, [0, 0, 0, itself]), op(Destroy, [0; 4])]);
        cards.card("martyr", 0, [2, 9], json!({"abilities": [fall], "keywords": HASTE}));
    });
    let martyr = table.put(0, "martyr", 0);
    table.apply(Action::new(Seat(0), ATTACK, martyr.0).with(0, 1));
    assert!(!table.state.used.has(martyr));
    assert_eq!(table.state.piece(PieceId(1)).damage, 0);
}

#[test]
fn a_match_ends_when_all_is_resolved_or_at_the_limit_of_turns() {
    let mut table = table(|cards| {
        let heroes = cards.query(json!({"kinds": 2}));
        let doom = [op(Select, [0, 0, 0, heroes]), op(Const, [0, 30, 0, 0]), op(Damage, [0; 4])];
        let doom = cards.program(&[&doom[..], &log(1)].concat());
        cards.card("doom", 2, [0, 0], json!({"play": doom}));
    });
    let start = table.state;
    table.cast(0, "doom", PieceId::NONE);
    let told = table.told();
    assert_eq!((logged(&told), told.last()), (vec![1], Some(&What::Ended)));
    assert_eq!(ElementalCommand::outcome(&table.state, Seat(0)), Some(Outcome::Drawn));
    table.state = start;
    for _ in 1..6 {
        end(&mut table);
        assert!(!table.state.is_over);
    }
    table.apply(Action::new(table.state.active.first(), TAKE, 0));
    end(&mut table);
    assert!(table.state.is_over && table.state.lost.is_empty());
    assert_eq!(ElementalCommand::outcome(&table.state, Seat(1)), Some(Outcome::Drawn));
}

#[test]
fn every_cell_is_in_one_row_and_in_one_column_and_the_first_stands_for_it() {
    let table = table(|_| {});
    for (relation, count) in [(COLUMN, 5), (ROW, 4)] {
        let lines = ElementalCommand::lines(&table.game, relation);
        assert_eq!(lines.len(), count);
        let mut all = CellSet::EMPTY;
        for first in lines {
            let line = ElementalCommand::near(&table.game, first, relation);
            assert!((all & line).is_empty());
            assert_eq!(line.first(), first);
            all |= line;
        }
        assert_eq!(all, CellSet((1 << 20) - 1));
    }
    assert!(ElementalCommand::lines(&table.game, 1).is_empty(), "what is adjacent is no line");
}

#[test]
fn a_line_is_kept_until_the_next_turn_by_a_piece_and_by_a_spell() {
    for is_spell in [false, true] {
        let mut table = table(|cards| {
            let line = cards.query(json!({"kinds": 1, "base": 5, "relation": COLUMN}));
            let burn = [op(Const, [0, 2, 0, 0]), op(Select, [0, 0, 0, line]), op(Damage, [0; 4])];
            let burn = cards.ability(Moment::Timer, 0, &burn);
            let later = cards.program(&[op(Delay, [2, 0, 1, burn])]);
            cards.card("ember", 0, [0, 9], json!({"play": later}));
            cards.card("wall", 0, [0, 9], json!({}));
        });
        let ember = table.put(0, "ember", 4);
        let walls = [7, 12, 13].map(|cell| table.put(cell / 10, "wall", cell));
        let card = table.def("ember");
        let pc = table.game.def(card).play;
        let source = if is_spell { PieceId::NONE } else { ember };
        table.act(|cx| {
            push_text(cx, Text { card, pc, source }, Seat(0), Aim { destination: 2, ..Aim::default() });
            cx.resolve();
        });
        end(&mut table);
        assert_eq!(walls.map(|wall| table.state.piece(wall).damage), [0, 0, 0]);
        end(&mut table);
        assert_eq!(walls.map(|wall| table.state.piece(wall).damage), [2, 2, 0]);
    }
}
