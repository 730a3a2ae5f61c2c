//! What an agent that plans whole turns is told: the stages of a turn, the actions worth a thought, the worth of
//! positions.
//!
//! The thesis' formulas: a kill is worth half the cost; an injury half the cost times the share of health; the two
//! best defenders of the base their cost, health and three times their defences; a tile of approach a quarter of the
//! mean cost of a card. They are computed over a position, so that the gain of a turn is the difference between two
//! positions.

mod gains;
mod siege;
#[cfg(test)]
mod tests;
mod tiles;

use cardwright_core::{Action, Cell, CellSet, Group, Piece, PieceId, PieceSet, Seat, SeatSet, State};
use cardwright_effects::{Gains, Game, Planning, Stage, Variant};

use super::actions::{ATTACK, MOVE_PIECE, targets_of_attack};
use super::map::{Gait, NO_WAY};
use super::sight::visible;
use super::state::*;
use gains::{can_take_base, exposure, mean_of_attack};
use siege::danger;

const DRAWING: usize = 0;
const PLACING: usize = 1;
const MOVING: usize = 2;
const FIGHTING: usize = 3;

const WIN: usize = 0;
const KILL: usize = 1;
const INJURY: usize = 2;
const DEFENCE: usize = 3;
const APPROACH: usize = 4;
const EXPOSED: usize = 5;
const SIEGE: usize = 6;

/// The worth of a won match.
const VICTORY: f64 = 10_000.0;
/// How many steps it counts that a unit cannot walk to a base.
const LIFT: f64 = 6.0;
/// Between equals: spending is better than keeping.
const SPENT: f64 = 0.01;
/// Between equals: a defender stands on the base rather than beside it.
const ON_BASE: f64 = 1.0;

impl Planning for Ruler {
    /// Draw; place; move; attack, act and cast; move the units that have stayed.
    const STAGES: &'static [Stage] =
        &[Stage::Inclined, Stage::Combined, Stage::Combined, Stage::Weighed, Stage::Combined];

    /// Those of `games/ruler/weights/tuned.toml`, which tells how they were chosen.
    const WEIGHTS: &'static [(&'static str, f64)] = &[
        ("win", 1.0),
        ("kill", 2.492),
        ("injury", 1.807),
        ("defence", 0.1464),
        ("approach", 0.8261),
        ("exposed", 0.2245),
        ("siege", 0.3542),
    ];

    /// The thesis' opponents with a single feature. All of them also weigh winning and losing.
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "approach",
            about: "Plans like expectimax and weighs only the way to the enemy base, and winning.",
            weights: &[("win", 1.0), ("approach", 1.0)],
        },
        Variant {
            name: "defence",
            about: "Plans like expectimax and weighs only the defenders of its base, and winning.",
            weights: &[("win", 1.0), ("defence", 1.0)],
        },
        Variant {
            name: "health",
            about: "Plans like expectimax and weighs only injuries, and winning.",
            weights: &[("win", 1.0), ("injury", 1.0)],
        },
        Variant {
            name: "cost",
            about: "Plans like expectimax and weighs only what is killed, by its cost, and winning.",
            weights: &[("win", 1.0), ("kill", 1.0)],
        },
        Variant {
            name: "win-loss",
            about: "Plans like expectimax and weighs nothing but winning.",
            weights: &[("win", 1.0)],
        },
    ];

    /// Scales the approach by a quarter of the mean cost of the seat's cards.
    fn scale(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &mut [f64]) {
        let (mut sum, mut count) = (0, 0);
        for zone in 0..4 {
            for &id in state.zone(seat, zone) {
                sum += game.def(state.card(id).def).cost as i32;
                count += 1;
            }
        }
        for piece in bodies(state) & state.side[seat.at()] {
            sum += game.def(state.piece(piece).def).cost as i32;
            count += 1;
        }
        weights[APPROACH] *= sum as f64 / count.max(1) as f64 / 4.0;
        weights[WIN] *= VICTORY;
    }

    fn narrow(game: &Game<Self>, state: &State<Self>, seat: Seat, stage: usize, groups: &mut Vec<Group>) {
        tiles::narrow(game, state, seat, stage, groups);
    }

    /// What a position in its own turn is worth to a seat.
    fn appraise(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> f64 {
        let foes = state.all_seats() - SeatSet::one(seat);
        if state.lost.has(seat) {
            return -weights[WIN];
        }
        let fallen = state.lost & foes;
        let mut value = if fallen == foes { weights[WIN] } else { weights[WIN] / 4.0 * fallen.len() as f64 };
        if state.is_over {
            return value;
        }
        let own = state.side[seat.at()];
        for piece in bodies(state) {
            let worth = material(game, state.piece(piece), weights);
            value += if own.has(piece) { worth } else { -worth };
        }
        // A card in hand is worth as much as in play, so that placing it is neither gain nor loss.
        for &id in state.zone(seat, HAND) {
            let printed = game.def(state.card(id).def);
            if matches!(printed.kind as usize, UNIT | STRUCTURE) {
                value += printed.cost as f64 * ((weights[KILL] + weights[INJURY]) / 2.0 - SPENT);
            }
        }
        let units = own & state.kind[UNIT];
        if weights[APPROACH] != 0.0 {
            let home = game.data.map.bases[seat.at()];
            for unit in units {
                let it = state.piece(unit);
                let gait = gait(it.keywords_now());
                let nearer =
                    way(game, foes - state.lost, gait, home) - way(game, foes - state.lost, gait, it.cell);
                value += weights[APPROACH] * nearer;
            }
        }
        if weights[EXPOSED] != 0.0 {
            value -= weights[EXPOSED] * exposure(game, state, seat, weights);
        }
        if weights[SIEGE] != 0.0 {
            let map = &game.data.map;
            for foe in foes - state.lost {
                let base = map.bases[foe.at()];
                let guards = state.on(base) & state.side[foe.at()] & state.kind[UNIT];
                value += weights[SIEGE] * weights[WIN] * danger(game, state, foe, base, guards);
            }
        }
        value + guard(game, state, seat, units, weights)
    }

    /// What may still be gained: a base to walk onto, and for every unit the mean gain of its best attack.
    fn open_gains(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> Gains {
        let mut gains = Gains::default();
        if state.is_over {
            return gains;
        }
        if can_take_base(game, state, seat) {
            gains.sum += weights[WIN];
        }
        let seen = visible(game, state, seat);
        if seen.is_empty() {
            return gains;
        }
        for piece in state.side[seat.at()] & bodies(state) {
            let mut best: f64 = 0.0;
            for target in targets_of_attack(game, state, piece, seen) {
                best = best.max(mean_of_attack(game, state, piece, target, weights));
            }
            gains.sum += best;
            gains.best = gains.best.max(best);
        }
        gains
    }

    /// What an action of the fight seems to be worth: an attack its mean gain, a walk onto a base the win; what an art
    /// or a spell does has to be tried.
    fn gain_of(game: &Game<Self>, state: &State<Self>, action: &Action, weights: &[f64]) -> Option<f64> {
        match action.verb {
            ATTACK => {
                let (attacker, target) = (PieceId(action.source), PieceId(action.choices[0]));
                Some(mean_of_attack(game, state, attacker, target, weights))
            }
            MOVE_PIECE => Some(weights[WIN]),
            _ => None,
        }
    }
}

/// What a piece is worth by kills and injuries.
#[inline]
fn material(game: &Game<Ruler>, piece: &Piece<Own>, weights: &[f64]) -> f64 {
    let share = piece.health_now().max(0) as f64 / piece.health_most().max(1) as f64;
    game.def(piece.def).cost as f64 / 2.0 * (weights[KILL] + weights[INJURY] * share)
}

/// The steps from a tile to the nearest of some bases. Who cannot walk there counts them as if it could, and needs a
/// lift besides.
fn way(game: &Game<Ruler>, foes: SeatSet, gait: Gait, from: Cell) -> f64 {
    let map = &game.data.map;
    let nearest = |gait: Gait| {
        let ways = foes.map(|foe| map.steps(gait, from, map.bases[foe.at()]));
        ways.filter(|&way| way != NO_WAY).min()
    };
    let lifted = || nearest(Gait::Everywhere).map_or(0.0, |way| way as f64 + LIFT);
    nearest(gait).map_or_else(lifted, f64::from)
}

/// The worth of the defence of the seat's base, less the danger that it is taken before the seat's next turn.
fn guard(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, units: PieceSet, weights: &[f64]) -> f64 {
    let map = &game.data.map;
    let home = map.bases[seat.at()];
    let mut value = 0.0;
    if weights[DEFENCE] != 0.0 {
        let mut best = [0.0; 2];
        for tile in (map.board.adjacent(home) | CellSet::one(home)) & state.occupied {
            for unit in state.on(tile) & units {
                let worth = defender(game, state.piece(unit)) + if tile == home { ON_BASE } else { 0.0 };
                if worth > best[0] {
                    best = [worth, best[0]];
                } else if worth > best[1] {
                    best[1] = worth;
                }
            }
        }
        value += weights[DEFENCE] * (best[0] + best[1]);
    }
    value - weights[WIN] * danger(game, state, seat, home, state.on(home) & units)
}

/// What a unit is worth as a defender.
fn defender(game: &Game<Ruler>, unit: &Piece<Own>) -> f64 {
    let printed = game.def(unit.def);
    let numbers = &printed.numbers;
    let first = if unit.extra.armour > 0 {
        unit.extra.armour as f64 * unit.extra.armour_chance as f64
    } else {
        numbers[BLOCK] as f64 * numbers[BLOCK + 1] as f64
    };
    let defences = (first + numbers[BLOCK + 2] as f64 * numbers[BLOCK + 3] as f64) / 100.0;
    printed.cost as f64 + unit.health_now() as f64 + 3.0 * defences
}
