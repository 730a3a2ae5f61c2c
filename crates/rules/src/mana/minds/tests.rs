//! What the two players do in positions that show how they think.

use cardwright_core::{Action, CardId, Cell, DefId, Dice, PieceId, Seat, State};
use cardwright_effects::{Game, Legal, Outcome, Thinking, Thought, play};

use cardwright_effects::play::{AT, TARGET};

use super::super::actions::{ATTACK, DISCARD, DRAW, MOVE, PLAY};
use super::super::state::*;
use super::super::tests::*;
use super::MINDS;
use super::trades::{Fighter, Scales};

const ME: Seat = Seat(0);
const FOE: Seat = Seat(1);
const SCALES: Scales = Scales { attack: 1.0, health: 1.0, hero: 1000.0, own_hero: 2000.0, shield: 2.0 };

/// What a player does now, and what it thought of.
fn think(name: &str, game: &Game<Mana>, state: &State<Mana>, seat: Seat) -> (Option<Action>, Vec<Thought>) {
    let mind = MINDS.iter().find(|mind| mind.name == name).expect("the name of a player");
    let shown = play::view(game, state, seat);
    let view = *shown.state();
    let legal = Legal::of(game, &view, seat);
    let weights: Vec<f64> = mind.weights.iter().map(|&(_, weight)| weight).collect();
    let (mut branches, mut thoughts) = (0, Vec::new());
    let action = (mind.choose)(&mut Thinking {
        game,
        view: &view,
        seat,
        legal: &legal,
        weights: &weights,
        dice: &mut Dice::sampled(1, "mind"),
        branches: &mut branches,
        easing: None,
        thoughts: Some(&mut thoughts),
    });
    if let Some(action) = action {
        assert!(legal.contains(game, &view, &action), "{name} does what is not legal: {action:?}");
    }
    (action, thoughts)
}

fn decide(name: &str, game: &Game<Mana>, state: &State<Mana>, seat: Seat) -> Option<Action> {
    think(name, game, state, seat).0
}

/// A table with empty hands and decks a minute after the beginning, so that all creatures are ready.
fn bare(game: &Game<Mana>, creatures: &[(u8, u16, usize)]) -> State<Mana> {
    let (mut state, _) = table(game, &[WOLF]);
    for seat in [ME, FOE] {
        state.take_from_zone(seat, HAND, 0);
    }
    for &(seat, def, number) in creatures {
        put(game, &mut state, seat, def, number);
    }
    advance(game, &mut state, 59_000);
    for seat in [ME, FOE] {
        state.seats[seat.at()].resources.fill(0);
    }
    state
}

fn give(state: &mut State<Mana>, seat: Seat, zone: usize, def: u16) -> CardId {
    let card = cardwright_core::Card { def: DefId(def), ..Default::default() };
    state.add_card(seat, zone, card).expect("there is room")
}

fn fighter(attack: i16, health: i16, keywords: u64) -> Fighter {
    Fighter { attack, health, most: health, keywords: keywords as u16, ..Fighter::NOBODY }
}

#[test]
fn a_trade_is_what_one_loses_less_what_the_other_loses() {
    let (elemental, griffin) = (fighter(6, 4, 0), fighter(3, 4, FLYING));
    assert_eq!(SCALES.trade(&elemental, &griffin), 7.0 - 3.0, "the griffin dies, the elemental lives");
    assert_eq!(SCALES.trade(&griffin, &elemental), 3.0 - 7.0);
    assert_eq!(SCALES.trade(&elemental, &elemental), 0.0);
    let shielded = fighter(3, 4, SHIELDED);
    assert_eq!(SCALES.trade(&elemental, &shielded), 2.0 - 3.0, "a shield is all that is lost");
    let adder = fighter(1, 2, VENOMOUS);
    assert_eq!(SCALES.trade(&adder, &elemental), 10.0 - 3.0);
}

#[test]
fn losing_the_own_hero_outweighs_killing_the_other() {
    let game = game();
    let mut state = bare(&game, &[]);
    for seat in [ME, FOE] {
        let hero = hero(&state, seat);
        state.piece_mut(hero).attack = 5;
        state.piece_mut(hero).damage = 27;
    }
    assert_eq!(decide("heuristic", &game, &state, ME), None, "both heroes would die");
}

#[test]
fn heuristic_attacks_with_the_best_trade() {
    let game = game();
    let state = bare(&game, &[(0, ELEMENTAL, 3), (0, WOLF, 4), (1, GRIFFIN, 1), (1, WOLF, 2)]);
    let on = |seat: Seat, number: usize| state.on(location(seat, number)).first();
    let action = decide("heuristic", &game, &state, ME).expect("it attacks");
    // RULE: the hero is protected. The griffin is worth 7 and hits back for 3, the wolf 5 and 3.
    assert_eq!((action.verb, PieceId(action.source)), (ATTACK, on(ME, 3)));
    assert_eq!(PieceId(action.choices[0]), on(FOE, 1));
}

#[test]
fn heuristic_does_not_attack_where_every_trade_loses() {
    let game = game();
    let state = bare(
        &game,
        &[(0, WOLF, 3), (1, ELEMENTAL, 1), (1, ELEMENTAL, 2), (1, ELEMENTAL, 3), (1, ELEMENTAL, 4)],
    );
    assert_eq!(
        decide("heuristic", &game, &state, ME),
        None,
        "the hero is protected, and who is not kills the wolf"
    );
}

#[test]
fn two_weak_for_one_strong_only_simulating_trades() {
    let game = game();
    let mut state = bare(&game, &[(0, WOLF, 1), (0, WOLF, 2), (1, ELEMENTAL, 1), (1, TICKER, 2)]);
    // Only the elemental can hurt; the enemy hero stands behind it and the ticker.
    let ticker = state.on(location(FOE, 2)).first();
    state.piece_mut(ticker).health = 20;
    state.piece_mut(ticker).attack = 3;
    let elemental = state.on(location(FOE, 1)).first();
    state.piece_mut(elemental).extra.ready_at = state.now + 20_000;
    assert_eq!(decide("heuristic", &game, &state, ME).map(|action| action.verb), None);
    let action = decide("simulating", &game, &state, ME).expect("it attacks");
    assert_eq!((action.verb, PieceId(action.choices[0])), (ATTACK, elemental));
}

#[test]
fn both_take_the_match_when_they_can() {
    let game = game();
    let mut state = bare(&game, &[(0, WOLF, 3), (1, WOLF, 3)]);
    let target = hero(&state, FOE);
    state.piece_mut(target).damage = 27;
    for name in ["heuristic", "simulating"] {
        let action = decide(name, &game, &state, ME).expect("it attacks");
        assert_eq!((action.verb, PieceId(action.choices[0])), (ATTACK, target), "{name}");
    }
}

#[test]
fn the_most_vulnerable_come_behind_two_others_and_then_nobody_moves() {
    let game = game();
    for name in ["heuristic", "simulating"] {
        let mut state =
            bare(&game, &[(0, TICKER, 3), (0, TICKER, 5), (0, TICKER, 4), (0, SEER, 2), (1, ELEMENTAL, 3)]);
        // No creature of the own side can attack; the elemental will.
        let mut moves = 0;
        while let Some(action) = decide(name, &game, &state, ME) {
            assert_eq!(action.verb, MOVE, "{name}");
            play::apply(&game, &mut state, action, &mut Dice::sampled(1, "apply"), None, None);
            let then = state.now + 200;
            advance(&game, &mut state, then);
            moves += 1;
            assert!(moves < 8, "{name} moves to and fro");
        }
        assert!(moves > 0, "{name}");
        let sheltered = protected_creatures(&state, ME);
        assert_eq!(sheltered.len(), 2, "{name}: two of five are protected");
        if name == "heuristic" {
            assert!(sheltered.has(hero(&state, ME)), "an attack on the hero gains most and costs nothing");
        }
    }
}

#[test]
fn who_changes_with_its_place_does_not_walk_to_and_fro() {
    let game = game();
    for name in ["heuristic", "simulating"] {
        // A protected creature hits back harder and needs no protection any more.
        let mut state =
            bare(&game, &[(0, MOODY, 1), (0, MOODY, 2), (0, TICKER, 3), (0, TICKER, 4), (1, ELEMENTAL, 3)]);
        for id in creatures(&state) & state.side[0] {
            state.piece_mut(id).extra.ready_at = u32::MAX;
        }
        let mut moves = 0;
        for _ in 0..40 {
            let Some(action) = decide(name, &game, &state, ME) else { break };
            play::apply(&game, &mut state, action, &mut Dice::sampled(1, "apply"), None, None);
            let then = state.now + 200;
            advance(&game, &mut state, then);
            moves += 1;
        }
        assert!(moves < 12, "{name} made {moves} moves");
    }
}

#[test]
fn nobody_moves_over_thin_ice() {
    let game = game();
    for name in ["heuristic", "simulating"] {
        let mut state = bare(&game, &[(0, TICKER, 3), (0, TICKER, 4), (0, SEER, 5), (1, ELEMENTAL, 3)]);
        assert_eq!(decide(name, &game, &state, ME).map(|action| action.verb), Some(MOVE), "{name}");
        put(&game, &mut state, 1, THIN_ICE, 0);
        assert_eq!(decide(name, &game, &state, ME), None, "{name}: a move would cost health");
    }
}

#[test]
fn heuristic_plays_minions_by_rising_cost_and_events_at_once() {
    let game = game();
    let mut state = bare(&game, &[]);
    for def in [GRIFFIN, WOLF, MIST] {
        give(&mut state, ME, HAND, def);
    }
    *state.resource_mut(ME, 0) = 1;
    let action = decide("heuristic", &game, &state, ME).expect("the event is free");
    assert_eq!((action.verb, action.source), (PLAY, 2));
    state.take_from_zone(ME, HAND, 2);
    assert_eq!(decide("heuristic", &game, &state, ME), None);
    *state.resource_mut(ME, 0) = 9;
    let action = decide("heuristic", &game, &state, ME).expect("both can be paid");
    assert_eq!((action.verb, action.source), (PLAY, 1), "the wolf is cheaper");
    assert!(home(ME).has(Cell(action.choices[AT as usize])));
}

#[test]
fn heuristic_casts_a_spell_that_is_worth_more_than_every_minion_in_hand() {
    let game = game();
    let mut state = bare(&game, &[(1, GRIFFIN, 3)]);
    give(&mut state, ME, HAND, BOLT);
    give(&mut state, ME, HAND, WOLF);
    *state.resource_mut(ME, 0) = 1;
    assert_eq!(decide("heuristic", &game, &state, ME), None, "3 points of damage, and the wolf is worth 5");
    let griffin = state.on(location(FOE, 3)).first();
    state.piece_mut(griffin).damage = 1;
    let action = decide("heuristic", &game, &state, ME).expect("the griffin dies: 6 points");
    assert_eq!((action.verb, action.source, PieceId(action.choices[TARGET as usize])), (PLAY, 0, griffin));
}

#[test]
fn both_draw_what_devotion_pays_and_throw_nothing_away_without_need() {
    let game = game();
    for name in ["heuristic", "simulating"] {
        let mut state = bare(&game, &[]);
        give(&mut state, ME, DECK, WOLF);
        give(&mut state, ME, HAND, FOREIGN);
        assert_eq!(decide(name, &game, &state, ME), None, "{name}");
        *state.resource_mut(ME, DEVOTION) = 1;
        assert_eq!(decide(name, &game, &state, ME).map(|action| action.verb), Some(DRAW), "{name}");
        while state.zone_len(ME, HAND) < 9 {
            give(&mut state, ME, HAND, FOREIGN);
        }
        give(&mut state, ME, HAND, WOLF);
        let action = decide(name, &game, &state, ME).expect("the hand is full of cards of another school");
        assert_eq!((action.verb, action.source), (DISCARD, 0), "{name}");
    }
}

#[test]
fn simulating_tells_how_the_match_would_go_on() {
    let game = game();
    let mut state = bare(&game, &[(0, ELEMENTAL, 3), (0, ELEMENTAL, 4)]);
    let target = hero(&state, FOE);
    state.piece_mut(target).damage = 20;
    give(&mut state, ME, HAND, BOLT);
    give(&mut state, ME, HAND, GRIFFIN);
    *state.resource_mut(ME, 0) = 1;
    let (_, thoughts) = think("simulating", &game, &state, ME);
    let of = |def: u16| thoughts.iter().filter(move |thought| thought.card == DefId(def)).collect::<Vec<_>>();
    assert_eq!(of(0).len(), 1, "doing nothing comes once");
    assert_eq!(of(0)[0].outcome, Outcome::Won);
    let bolts = of(BOLT);
    assert_eq!(bolts.len(), 4, "one for every creature");
    let best = bolts.iter().find(|thought| thought.target == target).expect("the hero is one of them");
    assert_eq!(best.outcome, Outcome::Won);
    assert!(best.after <= of(0)[0].after);
    assert!(of(GRIFFIN).len() <= 1, "a card that is never reached is left out");
}

#[test]
fn simulating_keeps_its_mana_for_a_card_that_is_worth_waiting_for() {
    let game = game();
    let mut state = bare(&game, &[(1, WOLF, 3)]);
    give(&mut state, ME, HAND, SEER);
    give(&mut state, ME, HAND, ELEMENTAL);
    *state.resource_mut(ME, 0) = 4;
    assert_eq!(decide("simulating", &game, &state, ME), None);
    *state.resource_mut(ME, 0) = 5;
    let action = decide("simulating", &game, &state, ME).expect("the elemental can be paid");
    assert_eq!((action.verb, action.source), (PLAY, 1));
}

#[test]
fn what_a_player_does_depends_on_its_view_alone() {
    let game = game();
    let deck = [WOLF, GRIFFIN, BOLT, TICKER, PHOENIX, SEER, WOLF, ELEMENTAL, GRIFFIN, BOLT, MOODY, WOLF];
    for name in ["heuristic", "simulating"] {
        let (mut state, _) = table(&game, &deck);
        put(&game, &mut state, 0, WOLF, 3);
        put(&game, &mut state, 1, GRIFFIN, 3);
        advance(&game, &mut state, 40_000);
        let mut other = state;
        for place in 0..other.zone_len(FOE, HAND) {
            let id = other.zone(FOE, HAND)[place];
            other.card_mut(id).def = DefId(WOLF);
        }
        other.zone_mut(FOE, DECK).reverse();
        other.zone_mut(ME, DECK).reverse();
        assert_eq!(think(name, &game, &state, ME), think(name, &game, &other, ME), "{name}");
    }
}

#[test]
fn matches_between_them_come_to_an_end() {
    let game = game();
    let deck: Vec<u16> = [WOLF, GRIFFIN, BOLT, TICKER, PHOENIX, SEER, ELEMENTAL, MOODY, MIST, WOLF].repeat(3);
    let (mut points, mut ended) = (0.0, 0);
    for seed in 0..12u64 {
        let (mut state, _) = table(&game, &deck);
        let mut dice = Dice::sampled(seed, "game");
        for seat in [ME, FOE] {
            let cards = state.zone_mut(seat, DECK);
            dice.shuffle(cards);
        }
        // The players swap seats, and with them who looks first.
        let names = if seed % 2 == 0 { ["simulating", "heuristic"] } else { ["heuristic", "simulating"] };
        while !state.is_over {
            for seat in [ME, FOE] {
                if let Some(action) = decide(names[seat.at()], &game, &state, seat).filter(|_| !state.is_over)
                {
                    play::apply(&game, &mut state, action, &mut dice, None, None);
                }
            }
            let then = state.now + 250;
            play::advance(&game, &mut state, then, &mut dice, None, None);
        }
        ended += (state.now < game.data.limit) as u32;
        let mine = Seat((seed % 2) as u8);
        points += match <Mana as cardwright_effects::Course>::outcome(&state, mine) {
            Some(Outcome::Won) => 1.0,
            Some(Outcome::Drawn) => 0.5,
            _ => 0.0,
        };
    }
    assert!(ended >= 10, "{ended} of 12 matches ended before the time was over");
    assert!(points >= 6.0, "simulating has {points} points of 12");
}
