//! What may still be done in a turn, and what it seems to be worth: a base to walk onto, attacks by their distributions.

use cardwright_core::{Action, CellSet, Piece, PieceId, PieceSet, Seat, SeatSet, State};
use cardwright_effects::{Game, Promise};

use super::super::actions::{ATTACK, MOVE_PIECE, destinations_of_walk, targets_of_attack};
use super::super::combat::Exchange;
use super::super::sight::visible;
use super::super::state::*;
use super::{INJURY, WIN, material};

/// What is still open promises: a base to walk onto, and for every unit the best mean of one attack.
pub fn promise(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, weights: &[f64]) -> Promise {
    let mut promise = Promise::default();
    if state.is_over {
        return promise;
    }
    if can_take_base(game, state, seat) {
        promise.sum += weights[WIN];
    }
    let seen = visible(game, state, seat);
    if seen.is_empty() {
        return promise;
    }
    for piece in state.side[seat.at()] & bodies(state) {
        let mut best: f64 = 0.0;
        for target in targets_of_attack(game, state, piece, seen) {
            best = best.max(mean_of_attack(game, state, piece, target, weights));
        }
        promise.sum += best;
        promise.best = promise.best.max(best);
    }
    promise
}

/// The mean of what an attack gains and what comes back costs.
fn mean_of_attack(
    game: &Game<Ruler>,
    state: &State<Ruler>,
    piece: PieceId,
    target: PieceId,
    weights: &[f64],
) -> f64 {
    let (it, aim) = (state.piece(piece), state.piece(target));
    let (own, other) = (material(game, it, weights), material(game, aim, weights));
    let injury = |piece: &Piece<Own>| {
        let cost = game.def(piece.def).cost as f64;
        cost / 2.0 * weights[INJURY] / piece.health_most().max(1) as f64
    };
    let (there_each, back_each) = (injury(aim), injury(it));
    let prize = if is_last_guard(game, state, piece, target) { weights[WIN] } else { 0.0 };
    let (strength, resilience) = (aim.health_now(), it.health_now());
    let mut mean = 0.0;
    Exchange::of(game, state, piece, target).each(|there, back, chance| {
        let gain = if there >= strength { other + prize } else { there_each * there as f64 };
        let loss = if back >= resilience { own } else { back_each * back as f64 };
        mean += chance * (gain - loss);
    });
    mean
}

/// What an action of the fight seems to be worth: an attack its mean, what wins or is aimed otherwise is always looked at.
pub fn outlook(game: &Game<Ruler>, state: &State<Ruler>, action: &Action, weights: &[f64]) -> f64 {
    match action.verb {
        ATTACK => mean_of_attack(game, state, PieceId(action.source), PieceId(action.choices[0]), weights),
        MOVE_PIECE => weights[WIN],
        _ => 0.0,
    }
}

/// Whether a unit can walk onto a base on which nobody is seen.
fn can_take_base(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> bool {
    let mut open = CellSet::EMPTY;
    for foe in state.all_seats() - state.lost - SeatSet::one(seat) {
        let base = game.data.map.bases[foe.at()];
        if (state.on(base) & state.side[foe.at()] & state.kind[UNIT]).is_empty() {
            open.insert(base);
        }
    }
    let units = (state.side[seat.at()] & state.kind[UNIT]).into_iter();
    open.any() && !units.map(|unit| destinations_of_walk(game, state, unit) & open).all(CellSet::is_empty)
}

/// Whether the last defender of a base is attacked on which the attacker or a companion stands.
fn is_last_guard(game: &Game<Ruler>, state: &State<Ruler>, piece: PieceId, target: PieceId) -> bool {
    let aim = state.piece(target);
    if game.data.map.bases[aim.owner.at()] != aim.cell {
        return false;
    }
    let units = state.on(aim.cell) & state.kind[UNIT];
    units & state.side[aim.owner.at()] == PieceSet::one(target)
        && (units & state.side[state.piece(piece).owner.at()]).any()
}
