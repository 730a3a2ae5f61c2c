//! Time and geometry; the scenarios under `games/mana/scenarios/` show what cards do.

use cardwright_core::{Action, Cell, CellSet, DefId, Dice, InForce, PieceId, PieceSet, Seat, State, What};
use cardwright_effects::contract::*;
use cardwright_effects::{Ctx, Game, Hit, Legal, Moment, NOTHING, Outcome, Setup, play};
use serde_json::{Value, json};

use super::actions::{self, ATTACK, DISCARD, DRAW, MOVE, PLAY, RECALL};
use super::state::*;

// Cards of the game below.
pub const FIRE_LORD: u16 = 1;
pub const WOLF: u16 = 2;
pub const GRIFFIN: u16 = 3;
pub const BOLT: u16 = 4;
pub const TICKER: u16 = 5;
pub const PHOENIX: u16 = 6;
pub const SEER: u16 = 7;
pub const MIST: u16 = 8;
pub const MARKET: u16 = 9;
pub const ELEMENTAL: u16 = 10;
pub const MOODY: u16 = 11;
pub const THIN_ICE: u16 = 12;
pub const FOREIGN: u16 = 13;

/// A game of a few cards, written by hand.
pub fn game() -> Game<Mana> {
    let words = Mana::vocabulary();
    let card = |id: &str, kind: i64, [attack, health]: [i64; 2], numbers: &[i64], more: Value| {
        let mut card = json!({
            "id": id, "kind": kind, "attack": attack, "health": health, "cost": 0, "numbers": numbers,
            "keywords": 0, "statuses": [], "tags": 0, "play": -1, "target": -1, "destination": 0,
            "abilities": [], "auras": [], "collectible": true,
        });
        for (key, value) in more.as_object().expect("an object") {
            card[key] = value.clone();
        }
        card
    };
    let query = |more: Value| {
        let mut query = json!({
            "base": 0, "relation": 0, "zone": 0, "side": 0, "kinds": 0, "other": 0, "damaged": 0, "attribute": -1,
            "compare": 0, "n": 0, "keywords": 0, "without": 0, "tags": 0, "random": 0,
        });
        for (key, value) in more.as_object().expect("an object") {
            query[key] = value.clone();
        }
        query
    };
    let fire = |cost: i64| -> Vec<i64> { vec![cost, 0, 0, 0, 0, 0, 0] };
    // Fire every 5 s, light every 10 s, devotion every 15 s.
    let produces = [0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 10, 0, 15];
    let catalogue = json!({
        "format": 1,
        "operations": cardwright_effects::table::hash(),
        "game": {
            "slug": "mana",
            "rules_version": Mana::VERSION,
            "vocabulary": {
                "kinds": words.kinds, "keywords": words.keywords, "statuses": [], "tags": [],
                "attributes": words.attributes, "resources": words.resources, "zones": words.zones,
                "moments": Moment::NAMES, "durations": words.durations, "relations": words.relations,
                "places": words.places,
            },
            "limits": {"hand": 10, "deck_least": 1, "deck_most": 60},
            "words": {"kinds": {"hero": {"unique": true}}},
        },
        "queries": [
            query(json!({"kinds": 0b11})),
            query(json!({"base": 3})),
            query(json!({"kinds": 1, "side": 2})),
            query(json!({"zone": 1, "side": 1})),
            query(json!({"base": 1, "place": UNDER_PROTECTION})),
            query(json!({"base": 2})),
        ],
        // 0: 3 damage to the chosen piece. 4: 1 damage to the enemy hero. 8: 1 damage to the piece the event is
        // about.
        "ops": [
            [1, 0, 0, 0, 1], [2, 0, 3, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 0, 0],
            [1, 0, 0, 0, 2], [2, 0, 1, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 0, 0],
            [1, 0, 0, 0, 5], [2, 0, 1, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 0, 0],
        ],
        "pools": [],
        "abilities": [
            {"moment": Moment::Timer as u8, "scope": 0, "side": 0, "query": -1, "op": 4, "wait": 7000, "repeats": true},
            {"moment": Moment::PhaseEnds as u8, "scope": 1, "side": 0, "query": -1, "op": 4},
            {"moment": Moment::Moved as u8, "scope": 1, "side": 0, "query": -1, "op": 8},
        ],
        "auras": [
            {"query": 3, "attack": 0, "health": 0, "keywords": 0, "cost": -1},
            {"query": 4, "attack": 3, "health": 0, "keywords": 0},
        ],
        "defs": [
            card("hidden", 1, [0, 1], &[], json!({})),
            card("fire-lord", 0, [0, 30], &produces, json!({})),
            card("wolf", 1, [3, 2], &[2, 0, 0, 0, 0, 0, 20], json!({})),
            card("griffin", 1, [3, 4], &fire(4), json!({"keywords": FLYING})),
            card("bolt", 3, [0, 0], &fire(1), json!({"play": 0, "target": 0})),
            card("ticker", 1, [0, 3], &fire(1), json!({"abilities": [0, 1]})),
            card("phoenix", 1, [2, 1], &fire(2), json!({"keywords": RETURNING | SWIFT})),
            card("seer", 1, [0, 2], &fire(1), json!({"keywords": FORESIGHT})),
            card("mist", 2, [0, 1], &fire(0), json!({"keywords": TELEPATHY})),
            card("market", 2, [0, 1], &fire(0), json!({"auras": [0]})),
            card("lava-elemental", 1, [6, 4], &fire(5), json!({})),
            card("moody", 1, [2, 5], &fire(5), json!({"auras": [1]})),
            card("thin-ice", 2, [0, 1], &fire(0), json!({"abilities": [2]})),
            card("foreign", 1, [3, 3], &[0, 0, 0, 0, 0, 2], json!({})),
        ],
    });
    Game::load(catalogue.to_string().as_bytes(), "").expect("the catalogue is sound")
}

/// The beginning of a match in which all decks are made of these cards.
pub fn table(game: &Game<Mana>, deck: &[u16]) -> (State<Mana>, Dice) {
    let deck: Vec<DefId> = deck.iter().map(|&def| DefId(def)).collect();
    let setup = Setup { decks: vec![vec![deck]; 2], heroes: vec![DefId(FIRE_LORD); 2], ..Setup::default() };
    play::check_setup(game, &setup).expect("the setup is sound");
    let mut dice = Dice::sampled(1, "game");
    let state = play::begin(game, &setup, &mut dice, None);
    (state, dice)
}

pub fn advance(game: &Game<Mana>, state: &mut State<Mana>, to: u32) -> Vec<What> {
    let mut events = Vec::new();
    play::advance(game, state, to, &mut Dice::sampled(1, "advance"), Some(&mut events), None);
    events.into_iter().map(|event| event.what).collect()
}

pub fn put(game: &Game<Mana>, state: &mut State<Mana>, seat: u8, def: u16, number: usize) -> PieceId {
    let mut dice = Dice::sampled(1, "put");
    let mut cx = Ctx::new(game, state, &mut dice, None, None);
    let cell =
        if game.def(DefId(def)).kind as usize == EVENT { Cell::NONE } else { location(Seat(seat), number) };
    let piece = cx.enter(Seat(seat), DefId(def), cell).expect("there is room");
    cx.resolve();
    piece
}

fn is_legal(game: &Game<Mana>, state: &State<Mana>, action: Action) -> bool {
    Legal::of(game, state, action.seat).contains(game, state, &action)
}

fn act(game: &Game<Mana>, state: &mut State<Mana>, action: Action) -> Vec<What> {
    assert!(is_legal(game, state, action), "{}", Mana::why_illegal(game, state, &action));
    let mut events = Vec::new();
    play::apply(game, state, action, &mut Dice::sampled(1, "act"), Some(&mut events), None);
    events.into_iter().map(|event| event.what).collect()
}

const ME: Seat = Seat(0);

#[test]
fn protection_is_two_in_front() {
    let game = game();
    let (empty, _) = table(&game, &[WOLF]);
    for occupied in 0..64u128 {
        for side in 0..2u8 {
            let mut state = empty;
            state.occupied = CellSet(occupied << (6 * side));
            let guarded = |a: usize, b: usize| occupied >> a & 1 == 1 && occupied >> b & 1 == 1;
            let naive = [guarded(1, 2), guarded(3, 4), guarded(4, 5), false, false, false];
            for (number, &expected) in naive.iter().enumerate() {
                let cell = location(Seat(side), number);
                assert_eq!(protected(&state).has(cell), expected, "location {number} of {occupied:06b}");
                assert!(!protected(&state).has(location(Seat(1 - side), number)));
            }
        }
    }
}

#[test]
fn locations_touch_each_other_mutually() {
    for a in 0..6u8 {
        for b in 0..6u8 {
            assert_eq!(near(Cell(a), ADJACENT).has(Cell(b)), near(Cell(b), ADJACENT).has(Cell(a)));
            assert!(!near(Cell(a), ADJACENT).has(Cell(6 + b)));
        }
        assert!(!near(Cell(a), ADJACENT).has(Cell(a)));
    }
    let touching: u32 = (0..6u8).map(|cell| near(Cell(cell), ADJACENT).len()).sum();
    assert_eq!(touching, 2 * 9);
}

#[test]
fn mana_comes_at_every_multiple_of_its_period() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    advance(&game, &mut state, 4999);
    assert_eq!(state.resource(ME, 0), 0);
    let told = advance(&game, &mut state, 15_000);
    assert_eq!((state.resource(ME, 0), state.resource(ME, 4), state.resource(ME, DEVOTION)), (3, 1, 1));
    let gains = told.iter().filter(|what| matches!(what, What::Gained { .. })).count();
    assert_eq!(gains, 2 * (3 + 1 + 1));
    let times: Vec<u32> = told
        .iter()
        .filter_map(|what| if let What::Passed { now } = what { Some(*now) } else { None })
        .collect();
    assert_eq!(times, [5000, 10_000, 15_000]);
    advance(&game, &mut state, 1_700_000);
    assert_eq!(state.resource(ME, 0), PURSE_MOST, "a purse holds no more");
}

#[test]
fn no_time_is_told_twice_in_a_row() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF, BOLT, TICKER, SEER]);
    put(&game, &mut state, 0, TICKER, 3);
    let told = advance(&game, &mut state, 190_000);
    let times: Vec<u32> = told
        .iter()
        .filter_map(|what| if let What::Passed { now } = what { Some(*now) } else { None })
        .collect();
    assert!(times.contains(&60_000) && times.is_sorted_by(|a, b| a < b), "{times:?}");
}

#[test]
fn any_split_of_time_leads_to_the_same_state() {
    let game = game();
    let (mut begun, _) = table(&game, &[WOLF, BOLT, TICKER, SEER, WOLF, BOLT, WOLF, BOLT]);
    put(&game, &mut begun, 0, TICKER, 3);
    let mut whole = begun;
    let told = advance(&game, &mut whole, 190_000);
    assert!(told.iter().any(|what| matches!(what, What::Damaged { .. })));
    let mut dice = Dice::sampled(3, "split");
    for _ in 0..100 {
        let mut state = begun;
        let mut stops: Vec<u32> = (0..dice.below(60)).map(|_| dice.below(190_000)).collect();
        stops.sort_unstable();
        for stop in stops {
            advance(&game, &mut state, stop);
        }
        advance(&game, &mut state, 190_000);
        assert_eq!(state.digest(), whole.digest());
    }
}

#[test]
fn within_an_instant_the_clock_comes_first_then_production_then_timers() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    advance(&game, &mut state, 60_000 - 7000);
    put(&game, &mut state, 0, TICKER, 3);
    let told = advance(&game, &mut state, 60_000);
    let at = |wanted: fn(&What) -> bool| told.iter().rposition(wanted).expect("it happened");
    let night = at(|what| matches!(what, What::Began { phase: NIGHT, .. }));
    let mana = at(|what| matches!(what, What::Gained { resource: 0, .. }));
    let blow = at(|what| matches!(what, What::Damaged { .. }));
    assert!(night < mana && mana < blow, "{told:?}");
    assert_eq!(state.phase, NIGHT);
    assert_eq!(state.piece(hero(&state, Seat(1))).damage, 2, "once by nightfall, once by the timer");
}

#[test]
fn a_seat_acts_once_a_millisecond_and_ten_times_a_second() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let home = hero(&state, ME).0;
    let step = |state: &State<Mana>| {
        let to = if state.piece(PieceId(home)).cell == Cell(0) { 1 } else { 0 };
        Action::new(ME, MOVE, home).with(0, to)
    };
    for n in 0..10u32 {
        advance(&game, &mut state, 100 + n);
        let action = step(&state);
        act(&game, &mut state, action);
        let again = step(&state);
        assert!(!is_legal(&game, &state, again));
        assert!(Mana::why_illegal(&game, &state, &again).contains("millisecond") || n == 9);
    }
    for (at, free) in [(110, false), (1099, false), (1100, true)] {
        advance(&game, &mut state, at);
        assert_eq!(is_legal(&game, &state, step(&state)), free, "at {at}");
        let free_at = actions::free_to_act_at(&state, ME);
        assert!(if free { free_at <= at } else { free_at == 1100 }, "at {at}: {free_at}");
    }
    assert_eq!(Mana::stirs_at(&game, &state, Seat(1)), Some(10_000), "a wolf costs two fire");
}

#[test]
fn a_creature_is_ready_when_its_time_has_come_and_stays_so() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let wolf = put(&game, &mut state, 0, WOLF, 3);
    let target = hero(&state, Seat(1));
    let attack = Action::new(ME, ATTACK, wolf.0).with(0, target.0);
    advance(&game, &mut state, 19_999);
    assert!(Mana::why_illegal(&game, &state, &attack).contains("0.0 s"));
    assert!(!is_legal(&game, &state, attack));
    let told = advance(&game, &mut state, 20_000);
    assert!(told.iter().any(|what| matches!(what, What::Readied { who } if who.piece == wolf)));
    advance(&game, &mut state, 45_000);
    act(&game, &mut state, attack);
    assert_eq!(state.piece(target).damage, 3);
    assert_eq!(state.piece(wolf).extra.ready_at, 65_000);
    assert!(!is_legal(&game, &state, attack));
}

#[test]
fn the_protected_are_attacked_by_flyers_only_and_reached_by_spells() {
    let game = game();
    let (mut state, _) = table(&game, &[BOLT]);
    let foe_hero = hero(&state, Seat(1));
    let (wolf, griffin) = (put(&game, &mut state, 0, WOLF, 3), put(&game, &mut state, 0, GRIFFIN, 4));
    put(&game, &mut state, 1, WOLF, 1);
    let attack = |by: PieceId| Action::new(ME, ATTACK, by.0).with(0, foe_hero.0);
    advance(&game, &mut state, 30_000);
    assert!(is_legal(&game, &state, attack(wolf)));
    put(&game, &mut state, 1, WOLF, 2);
    assert!(!is_legal(&game, &state, attack(wolf)));
    assert!(Mana::why_illegal(&game, &state, &attack(wolf)).contains("protected"));
    assert!(is_legal(&game, &state, attack(griffin)));
    let bolt = Action::new(ME, PLAY, 0).with(play::TARGET, foe_hero.0);
    let told = act(&game, &mut state, bolt);
    assert!(told.contains(&What::Spent { seat: ME, resource: 0, amount: 1 }));
    assert_eq!(state.zone_len(ME, GRAVEYARD), 1, "a spell that is resolved lies in the graveyard");
}

#[test]
fn a_card_with_returning_is_played_from_the_graveyard() {
    let game = game();
    let (mut state, _) = table(&game, &[PHOENIX]);
    advance(&game, &mut state, 10_000);
    let recall = Action::new(ME, RECALL, 0).with(play::AT, 3);
    assert!(!is_legal(&game, &state, recall));
    act(&game, &mut state, Action::new(ME, DISCARD, 0));
    advance(&game, &mut state, 10_001);
    act(&game, &mut state, recall);
    assert_eq!((state.zone_len(ME, GRAVEYARD), state.resource(ME, 0)), (0, 0));
    let phoenix = state.on(Cell(3)).first();
    assert!(is_ready(&state, phoenix), "the swift are ready at once");
}

#[test]
fn one_event_is_in_play_and_hands_stay_revealed_by_telepathy() {
    let game = game();
    let (mut state, _) = table(&game, &[MIST, MARKET, WOLF, WOLF, WOLF, WOLF, WOLF, BOLT]);
    put(&game, &mut state, 1, MIST, 0);
    let hand = |state: &State<Mana>| state.zone(Seat(1), HAND).to_vec();
    assert!(hand(&state).iter().all(|&id| state.card(id).known == cardwright_core::SeatSet::ALL));
    let place = state.zone(ME, HAND).iter().position(|&id| state.card(id).def == DefId(MARKET));
    let Some(place) = place else { panic!("the hand of seed 1 holds the market") };
    act(&game, &mut state, Action::new(ME, PLAY, place as u8));
    assert_eq!(state.kind[EVENT].len(), 1);
    assert_eq!(state.zone_len(Seat(1), GRAVEYARD), 1, "the old event lies with its owner");
    let prices: Vec<i16> =
        state.zone(ME, HAND).iter().map(|&id| Mana::price(&game, &state, ME, id)[0]).collect();
    assert!(prices.iter().all(|&fire| fire <= 1), "two fire less one: {prices:?}");
    let theirs = hand(&state).iter().map(|&id| Mana::price(&game, &state, Seat(1), id)[0]).max();
    assert_eq!(theirs, Some(2), "it is cheaper for its owner only");
}

#[test]
fn foresight_shows_the_top_of_the_own_deck_to_its_owner() {
    let game = game();
    let (mut state, mut dice) =
        table(&game, &[WOLF, BOLT, TICKER, PHOENIX, GRIFFIN, WOLF, BOLT, WOLF, SEER, BOLT]);
    let top = |state: &State<Mana>, viewer: Seat, of: Seat| {
        play::view(&game, state, viewer).state().extra.tops[of.at()]
    };
    assert_eq!(top(&state, ME, ME), DefId::HIDDEN);
    put(&game, &mut state, 0, SEER, 3);
    let truth = state.card(*state.zone(ME, DECK).last().expect("cards are left")).def;
    assert_eq!(top(&state, ME, ME), truth);
    assert_eq!(top(&state, Seat(1), ME), DefId::HIDDEN);
    let view = play::view(&game, &state, ME);
    for _ in 0..20 {
        let imagined = play::determinise(&game, &view, &[], &mut dice);
        assert_eq!(imagined.card(*imagined.zone(ME, DECK).last().expect("a card")).def, truth);
    }
}

#[test]
fn two_heroes_that_fall_at_once_make_a_draw_and_so_do_thirty_minutes() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let wait = state;
    let (mine, theirs) = (hero(&state, ME), hero(&state, Seat(1)));
    for piece in [mine, theirs] {
        state.piece_mut(piece).damage = 28;
        state.piece_mut(piece).attack = 5;
    }
    advance(&game, &mut state, 30_000);
    act(&game, &mut state, Action::new(ME, ATTACK, mine.0).with(0, theirs.0));
    assert!(state.is_over);
    assert_eq!(Mana::outcome(&state, ME), Some(Outcome::Drawn));
    let mut state = wait;
    advance(&game, &mut state, 1_799_999);
    assert!(!state.is_over);
    advance(&game, &mut state, 1_900_000);
    assert!(state.is_over && state.now == 1_800_000);
    assert_eq!(Mana::outcome(&state, ME), Some(Outcome::Drawn));
}

#[test]
fn what_is_wrong_with_a_setup_or_a_hero_is_said() {
    let game = game();
    let refusal = |hero: u16, deck: Vec<u16>| {
        let deck: Vec<DefId> = deck.into_iter().map(DefId).collect();
        let setup = Setup { decks: vec![vec![deck]; 2], heroes: vec![DefId(hero); 2], ..Setup::default() };
        play::check_setup(&game, &setup).expect_err("it is refused").0
    };
    assert!(refusal(WOLF, vec![WOLF]).contains("needs a hero"));
    assert!(refusal(FIRE_LORD, vec![WOLF, FIRE_LORD]).contains("a second one"));
    assert!(refusal(FIRE_LORD, vec![WOLF; 61]).contains("61 cards"));
    assert!(refusal(FIRE_LORD, vec![]).contains("0 cards"));
    assert_eq!(game.def(DefId(WOLF)).target, NOTHING);
}

#[test]
fn a_purse_that_is_too_full_stays_so_and_gains_nothing() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    *state.resource_mut(ME, 0) = PURSE_MOST + 20;
    let events = advance(&game, &mut state, 5000);
    assert_eq!(state.resource(ME, 0), PURSE_MOST + 20);
    let fire = |what: &What| matches!(what, What::Gained { seat: ME, resource: 0, .. });
    assert!(!events.iter().any(fire));
}

/// Does something to a state and resolves it.
fn with(game: &Game<Mana>, state: &mut State<Mana>, what: impl FnOnce(&mut Ctx<'_, Mana>)) {
    let mut dice = Dice::sampled(1, "with");
    let mut cx = Ctx::new(game, state, &mut dice, None, None);
    what(&mut cx);
    cx.resolve();
}

#[test]
fn a_shield_that_is_lent_prevents_once() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let griffin = put(&game, &mut state, 1, GRIFFIN, 3);
    with(&game, &mut state, |cx| {
        let (pieces, ability) = (PieceSet::one(griffin), NOTHING);
        let effect = InForce { pieces, ability, keywords: SHIELDED, until: 9000, ..InForce::default() };
        assert!(cx.add_in_force(effect));
    });
    for left in [4, 3] {
        with(&game, &mut state, |cx| {
            let hit = Hit::by_rule(griffin, 1);
            cx.deal(hit);
        });
        assert_eq!(state.piece(griffin).health_now(), left);
    }
}

#[test]
fn the_venomous_destroy_by_abilities_too_and_spells_are_nobodys() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let (wolf, griffin) = (put(&game, &mut state, 0, WOLF, 3), put(&game, &mut state, 1, GRIFFIN, 3));
    state.piece_mut(wolf).keywords |= VENOMOUS | LIFESTEAL;
    let own = hero(&state, ME);
    state.piece_mut(own).damage = 5;
    for (source, is_left) in [(PieceId::NONE, true), (wolf, false)] {
        with(&game, &mut state, |cx| {
            cx.deal(Hit { source, ..Hit::by_rule(griffin, 1) });
        });
        assert_eq!(state.used.has(griffin), is_left);
    }
    assert_eq!(state.piece(own).damage, 5, "only combat steals life");
}

#[test]
fn who_changes_sides_rests_there() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    let griffin = put(&game, &mut state, 1, GRIFFIN, 3);
    advance(&game, &mut state, 40_000);
    assert!(is_ready(&state, griffin));
    with(&game, &mut state, |cx| cx.change_owner(griffin, ME, Cell(3)));
    assert_eq!(state.piece(griffin).extra.ready_at, 70_000);
}

#[test]
fn positions_that_are_alike_are_equal_whatever_was_done_before() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF; 20]);
    let mut other = state;
    let lord = hero(&state, ME).0;
    for (table, times) in [(&mut state, [100, 700]), (&mut other, [400, 500])] {
        for (at, cell) in times.into_iter().zip([4, 0]) {
            advance(&game, table, at);
            act(&game, table, Action::new(ME, MOVE, lord).with(0, cell));
        }
    }
    assert_ne!(state.digest(), other.digest(), "who acted lately may act less");
    advance(&game, &mut state, 1700);
    advance(&game, &mut other, 1700);
    assert_eq!(state.digest(), other.digest());
}

#[test]
fn every_instant_is_told_once_and_the_end_comes_last() {
    let game = game();
    let (mut state, _) = table(&game, &[WOLF]);
    put(&game, &mut state, 0, TICKER, 3);
    let theirs = hero(&state, Seat(1));
    state.piece_mut(theirs).health = 1000;
    let events = advance(&game, &mut state, 1_799_999);
    let times =
        events.iter().filter_map(|what| if let What::Passed { now } = what { Some(*now) } else { None });
    assert!(times.is_sorted_by(|earlier, later| earlier < later));
    // A blow of the last instant.
    state.piece_mut(theirs).health = 1 + state.piece(theirs).damage;
    let timer = &mut state.in_force.as_mut()[0];
    assert!(timer.is_timer());
    timer.until = 1_800_000;
    let events = advance(&game, &mut state, 1_900_000);
    assert_eq!(events.last(), Some(&What::Ended));
    assert_eq!(events.iter().filter(|what| **what == What::Ended).count(), 1);
    assert_eq!(Mana::outcome(&state, ME), Some(Outcome::Won));
}

/// The legal actions of a seat, as numbers.
fn listed(game: &Game<Mana>, state: &State<Mana>, seat: Seat) -> Vec<u64> {
    let mut all = Vec::new();
    Legal::of(game, state, seat).each(game, state, |action| all.push(action.code()));
    all
}

#[test]
fn nothing_becomes_possible_before_it_is_foretold() {
    let game = game();
    let mut dice = Dice::sampled(5, "stirs");
    let mut foretold = 0;
    for _ in 0..40 {
        let (mut state, _) =
            table(&game, &[WOLF, GRIFFIN, BOLT, PHOENIX, SEER, WOLF, BOLT, GRIFFIN, WOLF, BOLT]);
        for _ in 0..30 {
            let seat = Seat(dice.below(2) as u8);
            let until = Mana::stirs_at(&game, &state, seat).unwrap_or(u32::MAX);
            let now = listed(&game, &state, seat);
            let instant = play::next_event_at(&game, &state).unwrap_or(u32::MAX);
            let calm = until.min(instant) - 1;
            if calm > state.now {
                let mut later = state;
                advance(&game, &mut later, state.now + 1 + dice.below(calm - state.now));
                assert_eq!(listed(&game, &later, seat), now, "from {} to {}", state.now, later.now);
                foretold += 1;
            }
            if let Some(&code) = now.get(dice.below(now.len().max(1) as u32) as usize) {
                play::apply(&game, &mut state, Action::from_code(code), &mut dice, None, None);
            }
            if state.is_over {
                break;
            }
            let to = state.now + 1 + dice.below(4000);
            advance(&game, &mut state, to);
        }
    }
    assert!(foretold > 500, "{foretold}");
}

#[test]
fn a_draw_costs_devotion_and_needs_room() {
    let game = game();
    let (mut state, _) = table(&game, &[BOLT; 40]);
    let draw = Action::new(ME, DRAW, 0);
    assert!(Mana::why_illegal(&game, &state, &draw).contains("devotion"));
    advance(&game, &mut state, 120_000);
    for n in 0..4 {
        act(&game, &mut state, draw);
        advance(&game, &mut state, 120_001 + n);
    }
    assert_eq!((state.zone_len(ME, HAND), state.resource(ME, DEVOTION)), (10, 4));
    assert!(!is_legal(&game, &state, draw));
    assert!(Mana::why_illegal(&game, &state, &draw).contains("full"));
}
