//! A map for four seats with fog, several pieces on a cell, and combat with weak spots and defences by percentage.

use std::collections::BTreeMap;

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::{Catalogue, Ctx, Game, Hit, Legal, Refused, Setup, Vocabulary, play, usual, worth};
use cardwright_probes::{Cards, Table, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Map;

const SIZE: usize = 8;
const SIGHT: usize = 2;
const GOLD: usize = 0;

storage! {
    Map: extra (), piece (), seats 4;
    pieces 24, cells SIZE * SIZE, cards 4, zones 2 of 4, effects 4, queue 48, fog true
}

const ATTACK: u8 = 0;
const VERBS: &[VerbSpec] =
    &[VerbSpec { word: "attack", source: Means::Piece, choices: &[(">", Means::Piece)], subset: false }];

// Printed numbers.
const WEAK: usize = 0;
const CHANCE: usize = 1;
const ARMOUR: usize = 2;

fn distance(a: Cell, b: Cell) -> usize {
    (a.at() % SIZE).abs_diff(b.at() % SIZE) + (a.at() / SIZE).abs_diff(b.at() / SIZE)
}

impl Basics for Map {
    stub!("map", &[GOLD]);

    type Data = ();

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["base", "unit", "structure", "item", "trap"]),
            attributes: words(&["attack", "health", "cost", "weak", "chance", "armour"]),
            resources: words(&["gold"]),
            zones: words(&["hand", "deck"]),
            durations: words(&["permanent", "turn"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Map {
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        let corners = [0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1];
        for ((seat, &hero), corner) in cx.state.all_seats().zip(&setup.heroes).zip(corners) {
            cx.enter(seat, hero, Cell(corner as u8));
        }
        cx.state.active = SeatSet::one(Seat(0));
    }
}

impl Actions for Map {
    const VERBS: &'static [VerbSpec] = VERBS;

    /// Works on truths and on views alike: unseen pieces are not listed.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        for piece in state.side[seat.at()] {
            let near = (state.used - state.side[seat.at()]).filter(|&other| {
                Self::sees(game, state, seat, other)
                    && distance(state.piece(piece).cell, state.piece(other).cell) <= 1
            });
            let targets = near.fold(PieceSet::EMPTY, |set, other| set | PieceSet::one(other));
            if targets.any() {
                out.push(Group::single(ATTACK, piece.0).choose(0, targets.into()));
            }
        }
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        Self::strike(cx, PieceId(action.source), PieceId(action.choices[0]));
    }
}

impl Reactions for Map {
    /// A weak spot doubles the damage, then a defence takes its value off: each by its own roll.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        let numbers = cx.game.def(cx.state.piece(hit.target).def).numbers;
        let force = if cx.dice.percent(numbers[WEAK] as u32) { 2 * hit.amount } else { hit.amount };
        let armour = if cx.dice.percent(numbers[CHANCE] as u32) { numbers[ARMOUR] } else { 0 };
        force - armour
    }

    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.deal(Hit::blow(attacker, target, cx.state.piece(attacker).attack_now()));
    }
}

impl Secrecy for Map {
    fn sees(_: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        let it = state.piece(piece);
        let is_near = |own| distance(state.piece(own).cell, it.cell) <= SIGHT;
        seat.is_some() && (it.owner == seat || Iterator::any(&mut { state.side[seat.at()] }, is_near))
    }
}

usual!(Map: Refusals, Places, Checks, Clock, Shown, Worth, Planning, Trials);

/// Four bases in the corners; units of seats 0 to 2 around the first corner, of which seat 0 sees three.
fn table() -> Table<Map> {
    let mut cards = Cards::new();
    cards.card("base", 0, [0, 30], json!({"numbers": [0, 0, 0]}));
    cards.card("scout", 1, [2, 4], json!({"numbers": [0, 0, 0]}));
    cards.card("knight", 1, [3, 9], json!({"numbers": [30, 25, 1]}));
    cards.card("trap", 4, [0, 1], json!({"numbers": [0, 0, 0]}));
    let mut table = cards.table::<Map>(json!({"hand": 4}));
    let base = table.def("base");
    let setup = Setup { decks: vec![vec![vec![]]; 4], heroes: vec![base; 4], ..Setup::default() };
    play::check_setup(&table.game, &setup).expect("four seats play");
    table.state = play::begin(&table.game, &setup, &mut table.dice, None);
    table.put(2, "knight", 35); // far away, and there first
    table.put(1, "trap", 30);
    table.put(1, "knight", 1); // three pieces on one cell
    table.put(0, "scout", 1);
    table.put(2, "knight", 1);
    table.put(3, "scout", 44);
    *table.state.resource_mut(Seat(1), GOLD) = 17;
    table
}

fn bytes(table: &Table<Map>, state: &State<Map>, seat: Seat) -> Vec<u8> {
    play::view(&table.game, state, seat).bytes()
}

#[test]
fn hidden_pieces_are_not_in_a_view_and_the_rest_is_numbered_anew() {
    let table = table();
    let truth = &table.state;
    assert_eq!(truth.on(Cell(1)).len(), 3, "several pieces stand on one cell");
    let shown = play::view(&table.game, truth, Seat(0));
    let view = shown.state();
    let ids: Vec<_> =
        view.used.map(|piece| table.game.catalogue.ids[view.piece(piece).def.at()].as_str()).collect();
    assert_eq!(ids, ["base", "knight", "scout", "knight"], "by arrival, without a gap");
    assert_eq!(view.used, PieceSet(0b1111));
    assert_eq!(view.on(Cell(1)), PieceSet(0b1110));
    assert_eq!(view.side[1], PieceSet(0b10));
    assert_eq!((view.kind[0], view.kind[4]), (PieceSet(1), PieceSet::EMPTY));
    assert_eq!(view.resource(Seat(1), GOLD), 0);
    let spectator = play::view(&table.game, truth, Seat::NONE);
    assert!(spectator.state().used.is_empty(), "who has no piece sees none");
}

#[test]
fn truths_a_seat_cannot_tell_apart_give_equal_bytes() {
    let table = table();
    let mut dice = Dice::sampled(5, "permute");
    let mut differ = 0;
    for seat in (0..4).map(Seat) {
        for _ in 0..50 {
            let unseen = Unseen {
                audiences: &Map::AUDIENCES,
                fits: &|_, _| true,
                sees: &|state, piece| Map::sees(&table.game, state, seat, piece),
                fixed: PieceSet::EMPTY,
                is_possible: &|_| true,
            };
            let other = permute(&table.state, seat, &mut dice, &unseen);
            differ += (other.digest() != table.state.digest()) as u32;
            assert_eq!(bytes(&table, &other, seat), bytes(&table, &table.state, seat));
        }
    }
    assert!(differ > 150, "{differ} second truths differ");
}

#[test]
fn the_order_of_arrival_does_not_tell_who_came_between() {
    let views = [false, true].map(|with_hidden| {
        let mut table = table();
        let (trap, scout) = (table.state.on(Cell(30)).first(), PieceId(7));
        if with_hidden {
            let second = table.put(3, "trap", 50);
            let pieces = PieceSet::one(trap) | PieceSet::one(second);
            table.act(|cx| cx.add_in_force(InForce { pieces, until: 9, attack: 1, ..InForce::default() }));
        }
        table.put(1, "scout", 2);
        let pieces = PieceSet::one(scout) | PieceSet::one(trap);
        table.act(|cx| cx.add_in_force(InForce { pieces, until: 8, attack: 1, ..InForce::default() }));
        bytes(&table, &table.state, Seat(0))
    });
    assert_eq!(views[0], views[1]);
}

#[test]
fn neither_place_nor_number_of_hidden_pieces_shows() {
    let mut table = table();
    let before = [0, 1].map(|seat| bytes(&table, &table.state, Seat(seat)));
    let far = table.state.on(Cell(35)).first();
    table.act(|cx| cx.move_piece(far, Cell(38)));
    assert_eq!(bytes(&table, &table.state, Seat(0)), before[0]);
    table.act(|cx| cx.leave(far));
    table.put(3, "trap", 50);
    table.put(3, "trap", 50);
    assert_eq!(bytes(&table, &table.state, Seat(0)), before[0]);
    let trap = table.state.on(Cell(30)).first();
    table.act(|cx| cx.move_piece(trap, Cell(3)));
    assert_ne!(bytes(&table, &table.state, Seat(0)), before[0], "within two tiles it is seen");
    assert_ne!(bytes(&table, &table.state, Seat(1)), before[1], "and it was its owner's all the time");
}

#[test]
fn what_is_chosen_on_a_view_is_legal_in_truth() {
    let table = table();
    let shown = play::view(&table.game, &table.state, Seat(0));
    let view = shown.state();
    let (seen, own) = (Legal::of(&table.game, view, Seat(0)), Legal::of(&table.game, &table.state, Seat(0)));
    assert_eq!((seen.len(), own.len()), (4, 4));
    let mut chosen = Vec::new();
    seen.each(&table.game, view, |action| {
        chosen.push(play::from_view(&table.game, &table.state, Seat(0), action));
    });
    assert!(chosen.iter().all(|action| own.contains(&table.game, &table.state, action)));
    assert_ne!(chosen[0], seen.nth(&table.game, view, 0).expect("there are four"));
}

#[test]
fn a_match_may_have_fewer_seats_than_there_is_room_for() {
    let table = table();
    let setup = Setup { decks: vec![vec![]; 3], heroes: vec![table.def("base"); 3], ..Setup::default() };
    let state: State<Map> = play::begin(&table.game, &setup, &mut Dice::sampled(1, "game"), None);
    assert_eq!((state.seat_count(), state.used.len()), (3, 3));
    assert_eq!(Map::foes(&state, Seat(0)), SeatSet(0b110));
}

#[test]
fn every_outcome_of_a_blow_comes_once_with_its_probability() {
    let mut table = table();
    let (scout, knight) = (PieceId(7), PieceId(6));
    let attack = Action::new(Seat(0), ATTACK, scout.0).with(0, knight.0);
    let strike = |dice: &mut Dice| {
        let mut state = table.state;
        play::apply(&table.game, &mut state, attack, dice, None, None);
        state.piece(knight).damage
    };
    let (mut exact, mut sum, mut walks) = (BTreeMap::new(), 0.0, 0);
    each_outcome(strike, |damage, p| {
        *exact.entry(damage).or_insert(0.0) += p;
        sum += p;
        walks += 1;
    });
    assert_eq!(walks, 4, "two rolls of two outcomes each, not two of a hundred");
    assert!((sum - 1.0f64).abs() < 1e-12);
    let expected = [(1, 0.7 * 0.25), (2, 0.7 * 0.75), (3, 0.3 * 0.25), (4, 0.3 * 0.75)];
    for (damage, p) in expected {
        assert!((exact[&damage] - p).abs() < 1e-12, "{damage} damage: {}", exact[&damage]);
    }
    let samples = 100_000;
    let mut counted = BTreeMap::new();
    let mut dice = Dice::sampled(9, "game");
    for _ in 0..samples {
        *counted.entry(strike(&mut dice)).or_insert(0u32) += 1;
    }
    for (damage, p) in exact {
        let share = counted[&damage] as f64 / samples as f64;
        assert!((share - p).abs() < 0.006, "{damage} damage: {share} of samples, {p} of outcomes");
    }
    // A script names the branch: hit the weak spot, miss the defence.
    table.dice = Dice::Scripted(Script::new(vec![0, 1]));
    table.apply(attack);
    let Dice::Scripted(script) = &table.dice else { unreachable!() };
    assert!(script.is_used_up() && table.state.piece(knight).damage == 4);
}

#[test]
fn what_happens_in_the_fog_is_told_to_those_who_see_it() {
    let mut table = table();
    let (scout, knight) = (table.state.on(Cell(1)).nth(1), table.state.on(Cell(1)).nth(0));
    let mut events = Vec::new();
    let action = Action::new(Seat(0), ATTACK, scout.0).with(0, knight.0);
    play::apply(&table.game, &mut table.state, action, &mut table.dice, Some(&mut events), None);
    let damage = events.iter().find(|event| matches!(event.what, What::Damaged { .. }));
    let damage = damage.expect("the blow is told");
    for (seat, sees) in [(0, true), (1, true), (2, true), (3, false)] {
        assert_eq!(damage.seen_by(Seat(seat)).is_some(), sees, "seat {seat}");
    }
    assert_eq!(damage.seen_by(Seat::NONE), None, "a spectator sees no piece on this map");
}

#[test]
fn who_is_out_has_lost_though_the_others_play_on() {
    let mut table = table();
    let origin = worth::Origin::new(&table.game, &table.state, Seat(1));
    let mut after = table.state;
    after.lost.insert(Seat(1));
    assert_eq!(origin.evaluate(&table.game, &after), -worth::WON);
    table.state.lost.insert(Seat(1));
    let worth = |seat| worth::evaluate(&table.game, &table.state, Seat(seat));
    assert!(!table.state.is_over);
    assert_eq!([0, 1, 2].map(worth), [0, -worth::WON, 0]);
}
