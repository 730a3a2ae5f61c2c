//! Sizes and geometry; the scenarios under `games/ruler/scenarios/` show what cards do.

use std::collections::BTreeMap;

use cardwright_core::{Action, Cell, DORMANT, DefId, Dice, PieceId, Seat, SeatSet, State, each_outcome};
use cardwright_effects::contract::*;
use cardwright_effects::tallies::Tally;
use cardwright_effects::{Ctx, Game, Legal, Outcome, Setup, play};
use serde_json::json;

use super::actions;
use super::combat::Exchange;
use super::course::last_turn;
use super::map::{Gait, Map, NO_WAY};
use super::state::*;

fn map(tiles: &[&str], bases: &[&str]) -> Map {
    Map::read("test", &json!({"tiles": tiles, "bases": bases, "terrain": {"m": ["grass", "water"]}}))
        .expect("the map can be read")
}

#[test]
fn land_walks_around_water_and_over_tiles_of_both() {
    let map = map(&["g w d", "g m d", "g w d"], &["0,0", "0,2"]);
    let (from, to) = (Cell(0), Cell(2));
    assert_eq!(map.steps(Gait::Land, from, to), 4);
    assert_eq!(map.first_step(Gait::Land, from, to), Cell(3));
    assert_eq!(map.steps(Gait::Everywhere, from, to), 2);
    assert_eq!(map.steps(Gait::Water, Cell(1), Cell(7)), 2);
    assert_eq!(map.steps(Gait::Land, Cell(1), to), 1, "who stands on foreign ground may leave it");
    assert_eq!(map.steps(Gait::Land, from, Cell(1)), NO_WAY);
    assert_eq!(map.reach(Gait::Land, from, 1).len(), 2, "the tile itself and the one below");
}

#[test]
fn the_area_of_a_base_is_cut_off_at_the_edge() {
    let row = "d d d d d d";
    let map = map(&[row; 6], &["2,2", "5,5"]);
    assert_eq!(map.around[0].len(), 25);
    assert_eq!(map.around[1].len(), 9);
    assert_eq!(map.within(Cell(14), 2).len(), 13);
}

/// A game of a few units on a desert, written by hand.
pub fn game() -> Game<Ruler> {
    let words = Ruler::vocabulary();
    let moments = cardwright_effects::Moment::NAMES;
    let card = |id: &str, kind: i64, attack: i64, health: i64, numbers: [i64; 7], tags: u64| {
        json!({
            "id": id, "kind": kind, "attack": attack, "health": health, "cost": 100, "numbers": numbers,
            "keywords": 0, "statuses": [], "tags": tags, "play": -1, "target": -1, "destination": 0,
            "abilities": [], "auras": [], "collectible": true,
        })
    };
    let row = "d d d d d d";
    let catalogue = json!({
        "format": 1,
        "operations": cardwright_effects::table::hash(),
        "game": {
            "slug": "ruler",
            "rules_version": Ruler::VERSION,
            "vocabulary": {
                "kinds": words.kinds, "keywords": words.keywords, "statuses": words.statuses,
                "attributes": words.attributes, "resources": words.resources, "zones": words.zones,
                "tags": words.tags, "moments": moments, "durations": words.durations,
                "relations": words.relations, "places": words.places,
            },
            "limits": {"hand": 60},
            "words": {"kinds": {"base": {"unique": true}}},
            "decks": [
                {"id": "units", "kinds": ["unit"]},
                {"id": "structures", "kinds": ["structure", "item", "trap"]},
                {"id": "spells", "kinds": ["spell"]},
            ],
            "boards": {"desert-6x6": {"tiles": [row, row, row, row, row, row], "bases": ["2,2", "5,5"]}},
        },
        "defs": [
            card("hidden", 1, 0, 1, [0; 7], 0),
            card("base", 0, 0, 1, [0; 7], 0),
            card("soldier", 1, 10, 15, [1, 0, 5, 5, 40, 0, 0], 1),
            card("guard", 1, 9, 16, [1, 0, 4, 12, 20, 6, 66], 8),
        ],
        "ops": [], "queries": [], "pools": [], "abilities": [], "auras": [],
    });
    Game::load(catalogue.to_string().as_bytes(), "").expect("the catalogue is sound")
}

/// A turn of seat 0 with these pieces: seat, card, cell.
pub fn position(game: &Game<Ruler>, pieces: &[(u8, u16, u8)]) -> State<Ruler> {
    let setup = Setup { decks: vec![vec![vec![]; 3]; 2], heroes: vec![DefId(1); 2], ..Setup::default() };
    play::check_setup(game, &setup).expect("two seats without cards");
    let mut dice = Dice::sampled(1, "game");
    let mut state = play::begin(game, &setup, &mut dice, None);
    let mut cx = Ctx::new(game, &mut state, &mut dice, None, None);
    for &(seat, def, cell) in pieces {
        cx.enter(Seat(seat), DefId(def), Cell(cell));
    }
    cx.state.active = SeatSet::one(Seat(0));
    Ruler::arranged(&mut cx);
    state
}

#[test]
fn the_kernel_fights_as_the_distribution_says() {
    let game = game();
    let state = position(&game, &[(0, 2, 8), (1, 3, 8)]);
    let (soldier, guard) = (PieceId(2), PieceId(3));
    let attack = Action::new(Seat(0), actions::ATTACK, soldier.0).with(0, guard.0);
    assert!(Legal::of(&game, &state, Seat(0)).contains(&game, &state, &attack));
    let mut exact = BTreeMap::new();
    let mut sum = 0.0;
    Exchange::of(&game, &state, soldier, guard).each(|there, back, chance| {
        *exact.entry((there, back)).or_insert(0.0) += chance;
        sum += chance;
    });
    assert!((sum - 1.0f64).abs() < 1e-12);
    let mut fought = BTreeMap::new();
    each_outcome(
        |dice| {
            let mut state = state;
            play::apply(&game, &mut state, attack, dice, None, None);
            // A piece that died keeps its record until its slot is taken.
            (state.piece(guard).damage, state.piece(soldier).damage)
        },
        |damage, chance| *fought.entry(damage).or_insert(0.0) += chance,
    );
    assert_eq!(fought.keys().collect::<Vec<_>>(), exact.keys().collect::<Vec<_>>());
    for (damage, chance) in exact {
        assert!((fought[&damage] - chance).abs() < 1e-12, "{damage:?}: {} and {chance}", fought[&damage]);
    }
}

#[test]
fn who_died_in_the_fog_is_not_counted_in_the_view_of_another() {
    let game = game();
    let mut state = position(&game, &[(1, 3, 34)]);
    let view = |state: &State<Ruler>| play::view(&game, state, Seat(0)).bytes();
    let before = view(&state);
    for hidden in [Tally::Died, Tally::DiedEver, Tally::Cast, Tally::CastEver, Tally::Kinds, Tally::Hurt] {
        state.seats.as_mut()[1].tallies[hidden as usize] += 1;
    }
    assert_eq!(view(&state), before);
    // Everybody hears that a card is played.
    state.seats.as_mut()[1].tallies[Tally::Played as usize] += 1;
    assert_ne!(view(&state), before);
}

#[test]
fn who_is_out_of_sight_is_remembered_where_it_was_last_seen() {
    let game = game();
    // The guard stands under its owner's influence, two tiles from the soldier.
    let mut state = position(&game, &[(0, 2, 22), (1, 3, 34)]);
    let seen = |state: &State<Ruler>| play::view(&game, state, Seat(0)).state().kind[UNIT].len();
    assert_eq!(seen(&state), 2);
    let away = Action::new(Seat(0), actions::MOVE_PIECE, 2).with(0, 21);
    play::apply(&game, &mut state, away, &mut Dice::sampled(1, "game"), None, None);
    assert_eq!(seen(&state), 1);
    let shown = play::view(&game, &state, Seat(0));
    let view = *shown.state();
    let memories = Ruler::remembered(&game, &view, Seat(0));
    assert_eq!(memories.iter().map(|old| (old.def.0, old.cell.0)).collect::<Vec<_>>(), [(3, 34)]);
    assert!(Ruler::remembered(&game, play::view(&game, &state, Seat(1)).state(), Seat(0)).is_empty());
}

#[test]
fn which_of_two_equal_pieces_came_into_sight_is_not_to_be_seen() {
    let game = game();
    let views = [28, 33].map(|from| {
        // Two guards are scouted and go out of sight; one of them comes to the tile between them, in sight.
        let mut state = position(&game, &[(0, 2, 21), (1, 3, 28), (1, 3, 33)]);
        let mut dice = Dice::sampled(1, "game");
        let mut act = |state: &mut State<Ruler>, action| {
            play::apply(&game, state, action, &mut dice, None, None);
        };
        act(&mut state, Action::new(Seat(0), actions::MOVE_PIECE, 2).with(0, 20));
        assert_eq!(state.extra.memories[0].live().len(), 2);
        act(&mut state, Action::new(Seat(0), actions::END, 0));
        let guard = state.on(Cell(from)).first();
        act(&mut state, Action::new(Seat(1), actions::MOVE_PIECE, guard.0).with(0, 27));
        let view = play::view(&game, &state, Seat(0));
        let left: Vec<u8> = view.state().extra.memories[0].live().iter().map(|old| old.cell.0).collect();
        assert_eq!(left, [33], "the older of two equally near memories goes");
        view.bytes()
    });
    assert_eq!(views[0], views[1]);
}

#[test]
fn the_last_turn_of_a_seat_is_counted_back_from_the_running_one() {
    let game = game();
    let mut state = position(&game, &[]);
    let running = state.now;
    assert_eq!([0, 1].map(|seat| last_turn(&state, Seat(seat))), [running, running - 1]);
    state.seats_len = 4;
    state.lost.insert(Seat(3));
    state.now = 9;
    assert_eq!([0, 1, 2].map(|seat| last_turn(&state, Seat(seat))), [9, 7, 8]);
}

#[test]
fn two_hundred_turns_are_a_tie() {
    let game = game();
    let mut state = position(&game, &[]);
    let first = state.now;
    let mut dice = Dice::sampled(1, "game");
    while !state.is_over {
        assert!(state.now <= 200);
        let end = Action::new(state.active.first(), actions::END, 0);
        play::apply(&game, &mut state, end, &mut dice, None, None);
    }
    assert_eq!((first, state.now), (1, 201));
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(Ruler::outcome(&state, seat), Some(Outcome::Drawn));
    }
}

#[test]
fn five_cards_are_drawn_in_the_first_turn_and_one_later() {
    let game = game();
    let soldiers = vec![vec![DefId(2); 8], vec![], vec![]];
    let setup = Setup { decks: vec![soldiers; 2], heroes: vec![DefId(1); 2], ..Setup::default() };
    play::check_setup(&game, &setup).expect("two decks of soldiers");
    let mut dice = Dice::sampled(1, "game");
    let mut state = play::begin(&game, &setup, &mut dice, None);
    let mut drawn = Vec::new();
    for _ in 0..4 {
        let seat = state.active.first();
        assert_eq!((state.resource(seat, MANA), state.resource(seat, GOLD) % 200), (100, 0));
        drawn.push(state.resource(seat, DRAWS));
        while state.phase == DRAW_PHASE {
            play::apply(&game, &mut state, Action::new(seat, actions::DRAW, 0), &mut dice, None, None);
        }
        play::apply(&game, &mut state, Action::new(seat, actions::END, 0), &mut dice, None, None);
    }
    assert_eq!(drawn, [5, 5, 1, 1]);
}

#[test]
fn what_is_being_built_is_so_for_whoever_takes_it() {
    let game = game();
    let mut state = position(&game, &[(1, 2, 8)]);
    let (mut dice, piece) = (Dice::sampled(1, "game"), PieceId(2));
    let mut cx = Ctx::new(&game, &mut state, &mut dice, None, None);
    cx.set_dormant(piece, true);
    cx.change_owner(piece, Seat(0), Cell(8));
    assert_eq!(state.piece(piece).owner, Seat(0));
    assert!(state.piece(piece).is(DORMANT));
}

#[test]
fn a_card_that_is_owed_is_drawn_in_the_next_turn() {
    let game = game();
    let decks = vec![vec![vec![DefId(2); 9], vec![], vec![]]; 2];
    let setup = Setup { decks, heroes: vec![DefId(1); 2], ..Setup::default() };
    let mut dice = Dice::sampled(1, "game");
    let mut state = play::begin(&game, &setup, &mut dice, None);
    let (first, second) = (state.active.first(), Seat(1 - state.active.first().0));
    let mut cx = Ctx::new(&game, &mut state, &mut dice, None, None);
    Ruler::draw(&mut cx, second);
    cx.state.phase = TURN;
    play::apply(&game, &mut state, Action::new(first, actions::END, 0), &mut dice, None, None);
    assert_eq!((state.active.first(), state.resource(second, DRAWS)), (second, 6));
}
