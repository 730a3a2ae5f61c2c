//! The planning agent expects what the kernel does.

use cardwright_core::{Action, Dice, PieceId, PieceSet, Seat, State, each_outcome};
use cardwright_effects::contract::*;
use cardwright_effects::{Game, Legal, play};

use super::super::actions::{ATTACK, MOVE_PIECE};
use super::super::tests::{game, position};
use super::siege::chance_of_fall;
use super::*;

const SOLDIER: u16 = 2;
const GUARD: u16 = 3;
/// The bases of the two seats.
const HOME: u8 = 14;
const ENEMY: u8 = 35;

fn usual(game: &Game<Ruler>, state: &State<Ruler>) -> Vec<f64> {
    let mut weights: Vec<f64> = Ruler::WEIGHTS.iter().map(|weight| weight.1).collect();
    Ruler::scale(game, state, Seat(0), &mut weights);
    weights
}

#[test]
fn the_expected_gain_of_an_attack_is_the_mean_over_its_outcomes() {
    let game = game();
    // Away from both bases, so that nothing but kills and injuries changes.
    let state = position(&game, &[(0, SOLDIER, HOME), (0, SOLDIER, 4), (1, GUARD, 4), (1, GUARD, ENEMY)]);
    // What the others may do next is looked at only in whole positions.
    let mut weights = usual(&game, &state);
    (weights[EXPOSED], weights[SIEGE]) = (0.0, 0.0);
    let attack = Action::new(Seat(0), ATTACK, 3).with(0, 4);
    assert!(Legal::of(&game, &state, Seat(0)).contains(&game, &state, &attack));
    let before = Ruler::appraise(&game, &state, Seat(0), &weights);
    let mut mean = 0.0;
    each_outcome(
        |dice| {
            let mut after = state;
            play::apply(&game, &mut after, attack, dice, None, None);
            // A unit that dies no longer approaches; the expected gain leaves that out.
            let lost = !after.used.has(PieceId(3));
            let way = way(&game, SeatSet::one(Seat(1)), Gait::Everywhere, state.piece(PieceId(3)).cell);
            let approach = if lost { weights[APPROACH] * (6.0 - way) } else { 0.0 };
            Ruler::appraise(&game, &after, Seat(0), &weights) + approach - before
        },
        |gain, chance| mean += gain * chance,
    );
    let expected = Ruler::gain_of(&game, &state, &attack, &weights).expect("known without a try");
    assert!((expected - mean).abs() < 1e-9, "{expected} and {mean}");
    assert!((Ruler::open_gains(&game, &state, Seat(0), &weights).best - expected.max(0.0)).abs() < 1e-12);
}

#[test]
fn the_chance_that_a_base_falls_is_that_of_all_blows_in_turn() {
    let game = game();
    let state =
        position(&game, &[(0, SOLDIER, HOME), (0, GUARD, HOME), (1, SOLDIER, HOME), (1, GUARD, HOME)]);
    let (besiegers, hits) = ([PieceId(4), PieceId(5)], 40_000);
    let mut dice = Dice::sampled(7, "siege");
    for guards in [PieceSet::one(PieceId(2)), PieceSet::one(PieceId(3)), PieceSet(0b1100)] {
        let exact = chance_of_fall(&game, &state, guards, &besiegers);
        let mut fallen = 0;
        for _ in 0..hits {
            let mut left: Vec<(PieceId, i16)> =
                guards.map(|guard| (guard, state.piece(guard).health_now())).collect();
            for &besieger in &besiegers {
                if let Some((guard, health)) = left.first_mut() {
                    *health -=
                        super::super::combat::Blow::of(&game, &state, besieger, *guard).roll(&mut dice);
                    if *health <= 0 {
                        left.remove(0);
                    }
                }
            }
            fallen += left.is_empty() as u32;
        }
        let rolled = fallen as f64 / hits as f64;
        assert!((exact - rolled).abs() < 0.01, "{guards:?}: {exact} and {rolled}");
    }
}

#[test]
fn an_empty_base_in_reach_of_an_enemy_is_worse_than_one_with_a_guard() {
    let game = game();
    let value = |pieces: &[(u8, u16, u8)]| {
        let state = position(&game, pieces);
        Ruler::appraise(&game, &state, Seat(0), &usual(&game, &state))
    };
    // The own soldier stands on its base, or two tiles ahead of it; the enemy stands beside the base.
    let guarded = value(&[(0, SOLDIER, HOME), (1, SOLDIER, HOME + 1)]);
    let open = value(&[(0, SOLDIER, HOME + 12), (1, SOLDIER, HOME + 1)]);
    let unseen = value(&[(0, SOLDIER, HOME + 12), (1, SOLDIER, ENEMY)]);
    assert!(guarded > unseen && unseen > open, "{guarded}, {unseen}, {open}");
}

#[test]
fn of_the_moves_only_those_to_bases_and_enemies_and_on_the_way_are_left() {
    let game = game();
    let state = position(&game, &[(0, SOLDIER, 8), (1, GUARD, 7)]);
    let mut legal = Legal::of(&game, &state, Seat(0));
    let listed = |legal: &Legal| {
        let mut found = Vec::new();
        legal.each(&game, &state, |action| {
            if action.verb == MOVE_PIECE {
                found.push(action.choices[0]);
            }
        });
        found
    };
    assert_eq!(listed(&legal), [2, 7, 9, 14]);
    Ruler::narrow(&game, &state, Seat(0), MOVING, &mut legal.groups);
    assert_eq!(listed(&legal), [7, 9, 14], "back and away from everything is left out");
}

#[test]
fn every_variant_knows_winning_and_weighs_only_what_there_is() {
    for variant in Ruler::VARIANTS {
        assert!(variant.weights.contains(&("win", 1.0)), "{}", variant.name);
        assert!(variant.weights.iter().all(|held| Ruler::WEIGHTS.iter().any(|known| known.0 == held.0)));
    }
}
