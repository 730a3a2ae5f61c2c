//! The rules of Hearth with cards made for the purpose; the scenarios under `games/hearth/scenarios/` show what the
//! cards of the game do.

#[path = "../../../../tests/probes/src/lib.rs"]
#[expect(dead_code, reason = "a match of a real game needs only part of the support")]
mod support;

mod order;

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::table::Code::*;
use cardwright_effects::{Hit, Legal, Moment, Setup, legal, play};
use serde_json::json;
use support::{Cards, op};

use super::actions::{ATTACK, CHOOSE, END, PLAY, REDRAW, USE_POWER};
use super::state::*;

type Table = support::Table<Hearth>;

/// Kinds as cards write them.
const OF_MINION: i64 = MINION as i64;
const OF_SPELL: i64 = SPELL as i64;

/// Writes a number into the controller's log, the resource sap.
fn log(n: i64) -> [[i64; 5]; 2] {
    [op(Const, [0, n, 0, 0]), op(Gain, [1, 8, 0, 0])]
}

/// The numbers that were logged.
fn logged(told: &[What]) -> Vec<i16> {
    let of_log = |what: &What| match what {
        What::Gained { resource: 8, amount, .. } => Some(*amount),
        _ => None,
    };
    told.iter().filter_map(of_log).collect()
}

/// Deals damage to the pieces of a query.
fn hit(query: i64, n: i64) -> [[i64; 5]; 3] {
    [op(Select, [0, 0, 0, query]), op(Const, [0, n, 0, 0]), op(Damage, [0; 4])]
}

/// Two heroes with a power that deals 1 damage, cards to draw, and the cards of a test; seat 0 has the turn and 10
/// mana.
fn table(fill: impl FnOnce(&mut Cards)) -> Table {
    let mut cards = Cards::new();
    cards.unique("hero");
    let chosen = cards.query(json!({"base": 3}));
    let anybody = cards.query(json!({"kinds": 0b11}));
    let jab = cards.program(&hit(chosen, 1));
    let power =
        cards.card("jab", POWER_CARD as i64, [0, 0], json!({"cost": 2, "play": jab, "target": anybody}));
    cards.card("hero", HERO as i64, [0, 30], json!({"knows": [power.0]}));
    cards.card("blank", OF_SPELL, [0, 0], json!({"cost": 1}));
    let bolt = cards.program(&hit(chosen, 3));
    cards.card("bolt", OF_SPELL, [0, 0], json!({"cost": 1, "play": bolt, "target": anybody}));
    for (id, attack, health, keywords) in [
        ("one", 1, 1, 0),
        ("two", 2, 2, 0),
        ("three", 3, 3, 0),
        ("wall", 1, 6, TAUNT),
        ("shade", 3, 3, STEALTH),
        ("knight", 2, 2, SHIELD),
        ("snake", 1, 1, POISONOUS),
        ("leech", 3, 4, LIFESTEAL),
        ("sprite", 1, 3, ELUSIVE),
        ("storm", 2, 5, WINDFURY),
        ("racer", 4, 2, CHARGE),
        ("watcher", 4, 5, IDLE),
        ("guest", 4, 4, COURTEOUS),
        ("ogre", 6, 6, FORGETFUL),
        ("saint", 2, 4, IMMUNE),
        ("stone", 2, 4, ENDURING),
    ] {
        cards.card(id, OF_MINION, [attack, health], json!({"cost": 1, "keywords": keywords}));
    }
    cards.card("sage", OF_MINION, [1, 3], json!({"cost": 1, "statuses": [0, 2, 0]}));
    cards.card("eel", OF_MINION, [2, 2], json!({"cost": 1, "statuses": [0, 0, 2]}));
    cards.card("axe", WEAPON as i64, [3, 2], json!({"cost": 1}));
    cards.card("fang", WEAPON as i64, [1, 3], json!({"cost": 1, "keywords": POISONOUS | LIFESTEAL}));
    for id in ["trap", "snare", "pit", "net", "noose", "cage"] {
        cards.card(id, SECRET as i64, [0, 1], json!({"cost": 1}));
    }
    fill(&mut cards);
    let mut table = cards.table::<Hearth>(json!({"turns": 8}));
    table.game.data.coin = Some(table.def("blank"));
    for seat in 0..2 {
        let def = table.def("hero");
        table.act(|cx| cx.enter(Seat(seat), def, Cell::NONE));
        table.give(seat, DECK, &["blank"; 12]);
        for (resource, amount) in [(MANA, 10), (CRYSTALS, 10), (POWER, 1)] {
            *table.state.resource_mut(Seat(seat), resource) = amount;
        }
    }
    (table.state.phase, table.state.now, table.state.active) = (TURN, 1, SeatSet::one(Seat(0)));
    table.told();
    table
}

fn plain() -> Table {
    table(|_| {})
}

/// Puts a minion that is ready to the right end of a row.
fn put(table: &mut Table, seat: u8, id: &str) -> PieceId {
    let cell = first_of_row(Seat(seat)) + standing(&table.state, Seat(seat));
    let piece = table.put(seat, id, cell);
    table.state.piece_mut(piece).flags &= !ARRIVED;
    piece
}

/// Brings a card into play by an effect.
fn bring(table: &mut Table, seat: u8, id: &str, near: Cell) -> Option<PieceId> {
    let def = table.def(id);
    table.act(|cx| {
        Hearth::room_for(cx, Seat(seat), def, near).and_then(|cell| cx.enter(Seat(seat), def, cell))
    })
}

/// The cards of a row from left to right.
fn row_of(table: &Table, seat: u8) -> Vec<&str> {
    assert!(is_closed(&table.state, Seat(seat)), "the row has a gap");
    let cells = table.state.occupied & row(Seat(seat));
    let ids = &table.game.catalogue.ids;
    cells.map(|cell| ids[table.state.piece(table.state.on(cell).first()).def.at()].as_str()).collect()
}

fn refused(table: &Table, action: Action) -> String {
    legal::may(&table.game, &table.state, &action).expect_err("the action is not legal")
}

/// Carries out an action that must be legal.
fn act(table: &mut Table, action: Action) -> Vec<What> {
    legal::may(&table.game, &table.state, &action).unwrap_or_else(|reason| panic!("{action:?}: {reason}"));
    table.apply(action);
    table.told()
}

fn attack(attacker: PieceId, target: PieceId) -> Action {
    let seat = Seat(0);
    Action::new(seat, ATTACK, attacker.0).with(0, target.0)
}

fn end(table: &mut Table) -> Vec<What> {
    let seat = table.state.active.first();
    act(table, Action::new(seat, END, 0))
}

/// Puts a card into the hand of seat 0 and plays it with these choices.
fn play(table: &mut Table, id: &str, choices: &[(u8, u8)]) -> Vec<What> {
    let action = holding(table, id, choices);
    act(table, action)
}

/// Puts a card into the hand of the seat to act; the action that plays it.
fn holding(table: &mut Table, id: &str, choices: &[(u8, u8)]) -> Action {
    let seat = table.state.active.first();
    table.give(seat.0, HAND, &[id]);
    let place = table.state.zone_len(seat, HAND) - 1;
    choices.iter().fold(Action::new(seat, PLAY, place as u8), |action, &(at, choice)| action.with(at, choice))
}

fn health(table: &Table, piece: PieceId) -> i16 {
    table.state.piece(piece).health_now()
}

fn targets(table: &Table, attacker: PieceId) -> PieceSet {
    let mut found = PieceSet::EMPTY;
    Legal::of(&table.game, &table.state, Seat(0)).each(&table.game, &table.state, |action| {
        if action.verb == ATTACK && action.source == attacker.0 {
            found.insert(PieceId(action.choices[0]));
        }
    });
    found
}

const MINE: PieceId = PieceId(0);
const THEIRS: PieceId = PieceId(1);
const AT: u8 = play::AT;
const TARGET: u8 = play::TARGET;

// The opening and the turn.

#[test]
fn the_second_player_has_a_card_more_and_the_coin() {
    let mut table = plain();
    let deck = vec![vec![table.def("one"); 20]];
    let setup =
        Setup { decks: vec![deck.clone(), deck], heroes: vec![table.def("hero"); 2], ..Setup::default() };
    table.state = play::begin(&table.game, &setup, &mut table.dice, None);
    let first = table.state.extra.starting;
    let second = foe(first);
    let held = |table: &Table, seat| table.state.zone_len(seat, HAND);
    assert_eq!((held(&table, first), held(&table, second)), (3, 4));
    assert_eq!(table.state.active.len(), 2, "both choose their mulligan at once");
    table.apply(Action { mask: 0b101, ..Action::new(first, REDRAW, 0) });
    assert!(refused(&table, Action::new(first, END, 0)).contains("chosen your mulligan"));
    table.apply(Action::new(second, REDRAW, 0));
    assert_eq!((table.state.phase, table.state.active), (TURN, SeatSet::one(first)));
    assert_eq!(
        (held(&table, first), held(&table, second)),
        (4, 5),
        "the first player draws, the second has the coin"
    );
    assert_eq!(table.state.zone_len(first, DECK), 16);
    let coin = table.game.data.coin.expect("the test named one");
    let last = table.state.zone(second, HAND)[4];
    assert_eq!((table.state.card(last).def, table.state.card(last).known), (coin, SeatSet::ALL));
    assert_eq!(table.state.resource(first, MANA), 1);
}

#[test]
fn cards_of_a_mulligan_come_back_only_after_the_new_ones_were_drawn() {
    for seed in 0..20 {
        let mut table = plain();
        let ids = ["one", "two", "three", "wall", "shade", "knight", "snake"];
        let deck: Vec<DefId> = ids.iter().map(|id| table.def(id)).collect();
        let setup = Setup {
            decks: vec![vec![deck.clone()], vec![deck]],
            heroes: vec![table.def("hero"); 2],
            ..Setup::default()
        };
        table.dice = Dice::sampled(seed, "mulligan");
        table.state = play::begin(&table.game, &setup, &mut table.dice, None);
        let first = table.state.extra.starting;
        let hand = |table: &Table| -> Vec<DefId> {
            table.state.zone(first, HAND).iter().map(|&id| table.state.card(id).def).collect()
        };
        let before = hand(&table);
        table.apply(Action { mask: 0b111, ..Action::new(first, REDRAW, 0) });
        table.apply(Action::new(foe(first), REDRAW, 0));
        assert!(hand(&table)[..3].iter().all(|card| !before.contains(card)), "seed {seed}");
    }
}

#[test]
fn a_turn_brings_a_crystal_and_locks_what_was_overloaded() {
    let mut table = plain();
    for (resource, amount) in [(CRYSTALS, 4), (MANA, 4)] {
        *table.state.resource_mut(Seat(0), resource) = amount;
    }
    play(&mut table, "eel", &[(AT, 0)]);
    assert_eq!((table.state.resource(Seat(0), MANA), table.state.resource(Seat(0), OVERLOAD)), (3, 2));
    end(&mut table);
    assert_eq!(table.state.resource(Seat(1), CRYSTALS), 10, "ten are the most");
    end(&mut table);
    let held = |resource| table.state.resource(Seat(0), resource);
    assert_eq!((held(CRYSTALS), held(MANA), held(LOCKED), held(OVERLOAD)), (5, 3, 2, 0));
    end(&mut table);
    end(&mut table);
    assert_eq!((table.state.resource(Seat(0), MANA), table.state.resource(Seat(0), LOCKED)), (6, 0));
}

#[test]
fn abilities_for_the_start_of_a_turn_run_before_its_card_is_drawn() {
    let mut table = table(|cards| {
        let starts = cards.ability(Moment::PhaseStarts, 1, &log(1));
        cards.set_ability(starts, "side", json!(1));
        cards.card("early", OF_MINION, [1, 1], json!({"abilities": [starts]}));
    });
    put(&mut table, 1, "early");
    let told = end(&mut table);
    let place = |wanted: fn(&What) -> bool| told.iter().position(wanted).expect("it was told");
    let started = place(|what| matches!(what, What::Gained { resource: 8, .. }));
    let drawn = place(|what| matches!(what, What::Drawn { seat: Seat(1), .. }));
    assert!(started < drawn, "{told:?}");
}

#[test]
fn a_match_of_more_turns_than_the_limit_is_a_draw() {
    let mut table = plain();
    for _ in 0..7 {
        end(&mut table);
        assert!(!table.state.is_over);
    }
    end(&mut table);
    assert!(table.state.is_over);
    assert_eq!(Hearth::outcome(&table.state, Seat(0)), Some(Outcome::Drawn));
}

#[test]
fn an_empty_deck_tires_more_each_time_and_a_full_hand_burns() {
    let mut table = plain();
    while table.state.zone_len(Seat(0), DECK) > 0 {
        let id = table.state.take_from_zone(Seat(0), DECK, 0);
        table.state.release_card(id);
    }
    for left in [29, 27, 24] {
        table.act(|cx| cx.draw(Seat(0)));
        assert_eq!(health(&table, MINE), left);
    }
    table.give(1, HAND, &["blank"; 10]);
    table.told();
    table.act(|cx| cx.draw(Seat(1)));
    assert!(table.told().iter().any(|what| matches!(what, What::Lost { seat: Seat(1), .. })));
    assert_eq!((table.state.zone_len(Seat(1), HAND), table.state.zone_len(Seat(1), DECK)), (10, 11));
}

#[test]
fn two_heroes_that_fall_together_make_a_draw() {
    let mut table = table(|cards| {
        let heroes = cards.query(json!({"kinds": 0b10}));
        let doom = cards.program(&hit(heroes, 30));
        cards.card("doom", OF_SPELL, [0, 0], json!({"play": doom}));
    });
    play(&mut table, "doom", &[]);
    assert_eq!(Hearth::outcome(&table.state, Seat(0)), Some(Outcome::Drawn));
    assert_eq!(Hearth::outcome(&table.state, Seat(1)), Some(Outcome::Drawn));
}

// Rows.

#[test]
fn a_minion_is_placed_before_another_and_the_row_closes_when_one_leaves() {
    let mut table = plain();
    put(&mut table, 0, "one");
    put(&mut table, 0, "two");
    play(&mut table, "three", &[(AT, 1)]);
    assert_eq!(row_of(&table, 0), ["one", "three", "two"]);
    play(&mut table, "wall", &[(AT, 3)]);
    assert_eq!(row_of(&table, 0), ["one", "three", "two", "wall"]);
    let gap = holding(&mut table, "snake", &[(AT, 5)]);
    assert!(refused(&table, gap).contains("no gaps"));
    assert!(refused(&table, Action { choices: gap.with(AT, 8).choices, ..gap }).contains("owner's row"));
    let first = table.state.on(Cell(0)).first();
    table.act(|cx| cx.doom(first));
    assert_eq!(row_of(&table, 0), ["three", "two", "wall"]);
    assert_eq!(table.state.piece(table.state.on(Cell(1)).first()).cell, Cell(1));
}

#[test]
fn neighbours_stand_left_and_right_in_the_same_row() {
    let table = plain();
    let near = |cell: u8| Hearth::near(&table.game, Cell(cell), 1).map(|cell| cell.0).collect::<Vec<_>>();
    assert_eq!(near(0), [1]);
    assert_eq!(near(3), [2, 4]);
    assert_eq!(near(6), [5], "the first cell of the other row is no neighbour of the last");
    assert_eq!(near(7), [8]);
}

#[test]
fn a_row_holds_seven() {
    let mut table = plain();
    for _ in 0..7 {
        assert!(bring(&mut table, 0, "one", Cell::NONE).is_some());
    }
    assert_eq!(bring(&mut table, 0, "one", Cell(2)), None);
    let eighth = holding(&mut table, "two", &[(AT, 6)]);
    assert_eq!(refused(&table, eighth), "you have seven minions");
    assert_eq!(row_of(&table, 0).len(), 7);
}

#[test]
fn who_is_summoned_stands_right_of_its_source() {
    let mut table = plain();
    for id in ["one", "two", "three"] {
        put(&mut table, 0, id);
    }
    bring(&mut table, 0, "wall", Cell(1));
    assert_eq!(row_of(&table, 0), ["one", "two", "wall", "three"]);
    bring(&mut table, 0, "snake", Cell(9));
    assert_eq!(row_of(&table, 0).last(), Some(&"snake"), "a source in the other row does not matter");
    bring(&mut table, 1, "leech", Cell(1));
    assert_eq!(row_of(&table, 1), ["leech"]);
}

#[test]
fn who_is_summoned_by_last_words_stands_where_the_dead_stood() {
    for order in [["first", "second"], ["second", "first"]] {
        let mut table = table(|cards| {
            for id in ["first", "second"] {
                let def = cards.card(&format!("{id}-token"), OF_MINION, [1, 1], json!({}));
                let call = [op(Const, [0, 1, 0, 0]), op(Summon, [1, 0, 0, def.0 as i64])];
                let dies = cards.ability(Moment::Died, 0, &call);
                cards.card(id, OF_MINION, [1, 1], json!({"abilities": [dies]}));
            }
        });
        put(&mut table, 0, "wall");
        // The order of arrival decides who speaks first, not where somebody stands.
        let cells = [1, if order[0] == "first" { 2 } else { 1 }];
        for (id, cell) in order.iter().zip(cells) {
            let def = table.def(id);
            table.act(|cx| {
                super::places::open_row(cx.state, Cell(cell), None);
                cx.enter(Seat(0), def, Cell(cell))
            });
        }
        put(&mut table, 0, "three");
        assert_eq!(row_of(&table, 0), ["wall", "first", "second", "three"]);
        let dying: Vec<PieceId> = [1, 2].map(|cell| table.state.on(Cell(cell)).first()).to_vec();
        table.act(|cx| dying.iter().for_each(|&id| cx.doom(id)));
        assert_eq!(row_of(&table, 0), ["wall", "first-token", "second-token", "three"], "{order:?}");
    }
}

// Attacks.

#[test]
fn a_new_minion_waits_a_turn_unless_it_has_charge() {
    let mut table = plain();
    play(&mut table, "one", &[(AT, 0)]);
    play(&mut table, "racer", &[(AT, 1)]);
    let [one, racer] = [0, 1].map(|cell| table.state.on(Cell(cell)).first());
    assert_eq!(refused(&table, attack(one, THEIRS)), "it arrived this turn");
    act(&mut table, attack(racer, THEIRS));
    assert_eq!(health(&table, THEIRS), 26);
    assert_eq!(refused(&table, attack(racer, THEIRS)), "it has attacked already this turn");
    end(&mut table);
    end(&mut table);
    act(&mut table, attack(one, THEIRS));
}

#[test]
fn windfury_attacks_twice() {
    let mut table = plain();
    let storm = put(&mut table, 0, "storm");
    act(&mut table, attack(storm, THEIRS));
    act(&mut table, attack(storm, THEIRS));
    assert_eq!(refused(&table, attack(storm, THEIRS)), "it has attacked already this turn");
}

#[test]
fn taunt_comes_first_unless_it_is_hidden() {
    let mut table = plain();
    let fighter = put(&mut table, 0, "three");
    let other = put(&mut table, 1, "two");
    let wall = put(&mut table, 1, "wall");
    assert_eq!(targets(&table, fighter), PieceSet::one(wall));
    assert_eq!(refused(&table, attack(fighter, other)), "an enemy minion with Taunt must be attacked first");
    table.state.piece_mut(wall).keywords |= STEALTH;
    assert_eq!(targets(&table, fighter), PieceSet::one(other) | PieceSet::one(THEIRS));
    assert!(refused(&table, attack(fighter, wall)).contains("Stealth"));
    table.state.piece_mut(wall).keywords = TAUNT | IMMUNE;
    assert_eq!(targets(&table, fighter), PieceSet::one(other) | PieceSet::one(THEIRS));
}

#[test]
fn some_cannot_attack_and_some_cannot_attack_heroes() {
    let mut table = plain();
    let watcher = put(&mut table, 0, "watcher");
    let guest = put(&mut table, 0, "guest");
    assert_eq!(refused(&table, attack(watcher, THEIRS)), "it cannot attack");
    assert!(targets(&table, guest).is_empty());
    assert_eq!(refused(&table, attack(guest, THEIRS)), "it cannot attack heroes");
    let two = put(&mut table, 1, "two");
    assert_eq!(targets(&table, guest), PieceSet::one(two));
    assert_eq!(refused(&table, attack(two, THEIRS)), "that is neither a minion of yours nor your hero");
    assert_eq!(refused(&table, attack(guest, MINE)), "only enemy minions and the enemy hero are attacked");
}

#[test]
fn stealth_ends_with_the_first_attack() {
    let mut table = plain();
    let shade = put(&mut table, 0, "shade");
    let told = act(&mut table, attack(shade, THEIRS));
    assert_eq!(table.state.piece(shade).keywords_now() & STEALTH, 0);
    assert!(told.iter().any(|what| matches!(what, What::KeywordLost { .. })));
}

#[test]
fn both_blows_fall_at_once() {
    let mut table = plain();
    let (mine, theirs) = (put(&mut table, 0, "three"), put(&mut table, 1, "three"));
    act(&mut table, attack(mine, theirs));
    assert!(row_of(&table, 0).is_empty() && row_of(&table, 1).is_empty());
    assert_eq!(table.state.zone_len(Seat(0), GRAVEYARD), 1);
}

#[test]
fn a_frozen_character_loses_one_attack() {
    let freeze = |table: &mut Table, id: PieceId| table.state.piece_mut(id).statuses[FROZEN] = 1;
    let is_frozen = |table: &Table, id: PieceId| table.state.piece(id).statuses[FROZEN] > 0;
    let mut table = plain();
    // Frozen in the enemy's turn, or before it attacked: it thaws at the end of its owner's turn.
    let early = put(&mut table, 0, "two");
    freeze(&mut table, early);
    assert_eq!(refused(&table, attack(early, THEIRS)), "it is frozen");
    // Frozen after it attacked, or when it has just arrived: it stays frozen through the next turn.
    let late = put(&mut table, 0, "two");
    act(&mut table, attack(late, THEIRS));
    freeze(&mut table, late);
    play(&mut table, "one", &[(AT, 0)]);
    let new = table.state.on(Cell(0)).first();
    freeze(&mut table, new);
    // One attack of two is left: it is lost.
    let storm = put(&mut table, 0, "storm");
    act(&mut table, attack(storm, THEIRS));
    freeze(&mut table, storm);
    let theirs = put(&mut table, 1, "two");
    freeze(&mut table, theirs);
    freeze(&mut table, MINE);
    end(&mut table);
    let frozen = [early, late, new, storm, theirs, MINE].map(|id| is_frozen(&table, id));
    assert_eq!(frozen, [false, true, true, false, true, false]);
    end(&mut table);
    assert!(!is_frozen(&table, theirs));
    assert!(is_frozen(&table, late) && is_frozen(&table, new));
    assert_eq!(refused(&table, attack(late, THEIRS)), "it is frozen");
    end(&mut table);
    assert!(!is_frozen(&table, late) && !is_frozen(&table, new));
}

#[test]
fn the_forgetful_hit_another_enemy_in_one_of_two_attacks() {
    let mut table = plain();
    let ogre = put(&mut table, 0, "ogre");
    let (wall, shade) = (put(&mut table, 1, "wall"), put(&mut table, 1, "shade"));
    let saint = put(&mut table, 1, "saint");
    table.told();
    let mut found = std::collections::BTreeMap::new();
    each_outcome(
        |dice| {
            let mut state = table.state;
            play::apply(&table.game, &mut state, attack(ogre, wall), dice, None, None);
            let hurt = |id: PieceId| state.piece(id).damage > 0;
            [wall, shade, THEIRS, saint].map(hurt)
        },
        |hurt, chance| *found.entry(hurt).or_insert(0.0) += chance,
    );
    let chances: Vec<_> = found.into_iter().collect();
    assert_eq!(
        chances,
        [
            ([false, false, true, false], 0.25),
            ([false, true, false, false], 0.25),
            ([true, false, false, false], 0.5)
        ]
    );
}

#[test]
fn a_minion_that_changes_sides_arrives_anew_at_the_right_end() {
    let mut table = plain();
    put(&mut table, 0, "one");
    let (two, _) = (put(&mut table, 1, "two"), put(&mut table, 1, "three"));
    table.act(|cx| {
        let cell = Hearth::room_for(cx, Seat(0), cx.state.piece(two).def, Cell(7)).expect("there is room");
        cx.change_owner(two, Seat(0), cell);
    });
    assert_eq!((row_of(&table, 0), row_of(&table, 1)), (vec!["one", "two"], vec!["three"]));
    assert_eq!(refused(&table, attack(two, THEIRS)), "it arrived this turn");
}

// Damage.

#[test]
fn a_shield_prevents_damage_once_and_poison_with_it() {
    let mut table = plain();
    let snake = put(&mut table, 0, "snake");
    let knight = put(&mut table, 1, "knight");
    act(&mut table, attack(snake, knight));
    assert_eq!((health(&table, knight), table.state.piece(knight).keywords_now()), (2, 0));
    assert!(row_of(&table, 0).is_empty(), "the knight struck back");
}

#[test]
fn poison_kills_minions_only() {
    let mut table = plain();
    let (snake, other) = (put(&mut table, 0, "snake"), put(&mut table, 0, "snake"));
    let wall = put(&mut table, 1, "wall");
    act(&mut table, attack(snake, wall));
    assert!(row_of(&table, 1).is_empty());
    act(&mut table, attack(other, THEIRS));
    assert_eq!(health(&table, THEIRS), 29);
}

#[test]
fn armour_is_lost_before_health_and_counts_for_lifesteal() {
    let mut table = plain();
    *table.state.resource_mut(Seat(1), ARMOUR) = 2;
    table.state.piece_mut(MINE).damage = 10;
    let leech = put(&mut table, 0, "leech");
    act(&mut table, attack(leech, THEIRS));
    assert_eq!((health(&table, THEIRS), table.state.resource(Seat(1), ARMOUR)), (29, 0));
    assert_eq!(health(&table, MINE), 23, "all three points of damage were dealt");
}

#[test]
fn the_immune_take_no_damage_and_the_enduring_keep_one_health() {
    let mut table = plain();
    let (saint, stone) = (put(&mut table, 1, "saint"), put(&mut table, 1, "stone"));
    let blow = |target| Hit::blow(MINE, target, 9);
    table.act(|cx| cx.deal(blow(saint)));
    table.act(|cx| cx.deal(blow(stone)));
    assert_eq!((health(&table, saint), health(&table, stone)), (4, 1));
    table.act(|cx| cx.doom(stone));
    assert_eq!(row_of(&table, 1), ["saint"], "who is destroyed dies all the same");
}

#[test]
fn spell_damage_adds_up_for_spells_only() {
    let mut table = plain();
    put(&mut table, 0, "sage");
    put(&mut table, 0, "sage");
    put(&mut table, 1, "sage");
    play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(health(&table, THEIRS), 30 - 3 - 4);
    act(&mut table, Action::new(Seat(0), USE_POWER, 0).with(TARGET, THEIRS.0));
    assert_eq!(health(&table, THEIRS), 30 - 7 - 1, "a power is no spell");
}

// Weapons, secrets, powers.

#[test]
fn a_weapon_arms_its_hero_in_its_owners_turn_and_wears() {
    let mut table = plain();
    assert_eq!(refused(&table, attack(MINE, THEIRS)), "it has no attack");
    play(&mut table, "axe", &[]);
    assert_eq!(table.state.piece(MINE).attack_now(), 3);
    act(&mut table, attack(MINE, THEIRS));
    let axe = weapon(&table.state, Seat(0));
    assert_eq!((health(&table, THEIRS), health(&table, axe)), (27, 1));
    assert_eq!(refused(&table, attack(MINE, THEIRS)), "it has attacked already this turn");
    end(&mut table);
    assert_eq!(table.state.piece(MINE).attack_now(), 0);
    end(&mut table);
    let two = put(&mut table, 1, "two");
    act(&mut table, attack(MINE, two));
    assert_eq!((health(&table, MINE), table.state.piece(MINE).attack_now()), (28, 0));
    assert!(!weapon(&table.state, Seat(0)).is_some());
    assert!(row_of(&table, 1).is_empty());
}

#[test]
fn a_new_weapon_destroys_the_old_one_and_lends_its_keywords() {
    let mut table = plain();
    play(&mut table, "axe", &[]);
    play(&mut table, "fang", &[]);
    assert_eq!((table.state.kind[WEAPON].len(), table.state.piece(MINE).attack_now()), (1, 1));
    assert_eq!(table.state.zone_len(Seat(0), GRAVEYARD), 1);
    table.state.piece_mut(MINE).damage = 10;
    let wall = put(&mut table, 1, "wall");
    act(&mut table, attack(MINE, wall));
    assert!(row_of(&table, 1).is_empty(), "the weapon is poisonous");
    assert_eq!(health(&table, MINE), 20 + 1 - 1);
    assert!(bring(&mut table, 0, "axe", Cell::NONE).is_some());
    assert_eq!((table.state.kind[WEAPON].len(), table.state.piece(MINE).attack_now()), (1, 3));
}

#[test]
fn a_player_has_five_secrets_at_most_and_no_two_alike() {
    let mut table = plain();
    play(&mut table, "trap", &[]);
    let again = holding(&mut table, "trap", &[]);
    assert_eq!(refused(&table, again), "you have this secret already");
    assert_eq!(bring(&mut table, 0, "trap", Cell::NONE), None);
    for id in ["snare", "pit", "net", "noose"] {
        assert!(bring(&mut table, 0, id, Cell::NONE).is_some());
    }
    let sixth = holding(&mut table, "cage", &[]);
    assert_eq!(refused(&table, sixth), "you have five secrets");
    assert!(bring(&mut table, 1, "trap", Cell::NONE).is_some());
}

#[test]
fn a_power_is_used_once_a_turn() {
    let mut table = plain();
    let sprite = put(&mut table, 1, "sprite");
    let jab = |target: PieceId| Action::new(Seat(0), USE_POWER, 0).with(TARGET, target.0);
    assert_eq!(refused(&table, jab(sprite)), "spells and hero powers cannot choose who is Elusive");
    act(&mut table, jab(THEIRS));
    assert_eq!((table.state.resource(Seat(0), MANA), health(&table, THEIRS)), (8, 29));
    assert_eq!(refused(&table, jab(THEIRS)), "the hero power was used this turn");
    end(&mut table);
    end(&mut table);
    *table.state.resource_mut(Seat(0), MANA) = 1;
    assert_eq!(refused(&table, jab(THEIRS)), "there is not enough mana for the hero power");
}

#[test]
fn spells_do_not_choose_the_elusive_nor_the_hidden() {
    let mut table = plain();
    let (sprite, shade) = (put(&mut table, 1, "sprite"), put(&mut table, 1, "shade"));
    let own = put(&mut table, 0, "shade");
    let bolt = holding(&mut table, "bolt", &[]);
    let at = |target: PieceId| bolt.with(TARGET, target.0);
    assert_eq!(refused(&table, at(sprite)), "spells and hero powers cannot choose who is Elusive");
    assert_eq!(refused(&table, at(shade)), "an enemy that has Stealth or is Immune cannot be chosen");
    assert_eq!(refused(&table, bolt), "it needs a target");
    act(&mut table, at(own));
    assert!(row_of(&table, 0).is_empty());
}

#[test]
fn a_card_that_costs_too_much_is_refused() {
    let mut table = plain();
    *table.state.resource_mut(Seat(0), MANA) = 0;
    let bolt = holding(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(refused(&table, bolt), "it costs 1 mana and you have 0");
    assert_eq!(refused(&table, Action::new(Seat(1), END, 0)), "it is not your turn");
    assert_eq!(refused(&table, Action::new(Seat(0), CHOOSE, 0)), "no question is open");
    assert_eq!(refused(&table, Action::new(Seat(0), REDRAW, 0)), "the mulligan is over");
}
