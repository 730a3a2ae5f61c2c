//! What may still be gained in a turn: a base to walk onto, and attacks by their distributions.

use cardwright_core::{CellSet, Piece, PieceId, PieceSet, Seat, SeatSet, State};
use cardwright_effects::Game;

use super::super::actions::destinations_of_walk;
use super::super::combat::{Exchange, OUTCOMES, Outcome};
use super::super::state::*;
use super::{INJURY, KILL, WIN, material};

/// The mean gain of an attack, less the mean cost of the blow that comes back.
pub fn mean_of_attack(
    game: &Game<Ruler>,
    state: &State<Ruler>,
    piece: PieceId,
    target: PieceId,
    weights: &[f64],
) -> f64 {
    let (it, aim) = (state.piece(piece), state.piece(target));
    let prize = if is_last_guard(game, state, piece, target) { weights[WIN] } else { 0.0 };
    if prize == 0.0 && weights[KILL] == 0.0 && weights[INJURY] == 0.0 {
        return 0.0;
    }
    let fight = Exchange::of(game, state, piece, target);
    let mut out = [Outcome::default(); OUTCOMES];
    let blow = worth_of_blow(game, aim, weights);
    let (mut gain, mut survives) = (0.0, 0.0);
    let len = fight.there.outcomes(&mut out);
    for outcome in &out[..len] {
        let is_fatal = outcome.damage >= fight.health;
        gain += outcome.chance * (blow(outcome.damage) + if is_fatal { prize } else { 0.0 });
        survives += if is_fatal { 0.0 } else { outcome.chance };
    }
    // Only a survivor strikes back, and its own damage does not change how hard.
    let Some(back) = fight.back.filter(|_| survives > 0.0) else { return gain };
    let blow = worth_of_blow(game, it, weights);
    let len = back.outcomes(&mut out);
    gain - survives * out[..len].iter().map(|outcome| outcome.chance * blow(outcome.damage)).sum::<f64>()
}

/// What the seen units of others may gain in their next turns: for each the mean gain of its best attack on a piece of
/// the seat that it can come near enough to.
pub fn exposure(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, weights: &[f64]) -> f64 {
    let own = state.side[seat.at()] & bodies(state);
    let mut sum = 0.0;
    for foe in state.kind[UNIT] - state.side[seat.at()] {
        let it = state.piece(foe);
        let walk = if it.statuses[IMMOBILISED] == 0 { steps(game, state, foe) } else { 0 };
        let reach = walk + range(game, state, foe);
        let gait = gait(it.keywords_now());
        let mut best: f64 = 0.0;
        for target in own {
            if game.data.map.steps(gait, it.cell, state.piece(target).cell) as usize <= reach {
                best = best.max(mean_of_attack(game, state, foe, target, weights));
            }
        }
        sum += best;
    }
    sum
}

/// What damage to a piece is worth to the other side.
fn worth_of_blow(game: &Game<Ruler>, piece: &Piece<Own>, weights: &[f64]) -> impl Fn(i16) -> f64 {
    let (whole, health) = (material(game, piece, weights), piece.health_now());
    let cost = game.def(piece.def).cost as f64;
    let each = cost / 2.0 * weights[INJURY] / piece.health_most().max(1) as f64;
    move |damage| if damage >= health { whole } else { each * damage as f64 }
}

/// Whether a unit can walk onto a base where no defender is seen.
pub fn can_take_base(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> bool {
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

/// Whether the target is the last defender of a base on which the attacker or one of its own side stands.
fn is_last_guard(game: &Game<Ruler>, state: &State<Ruler>, piece: PieceId, target: PieceId) -> bool {
    let aim = state.piece(target);
    if game.data.map.bases[aim.owner.at()] != aim.cell {
        return false;
    }
    let units = state.on(aim.cell) & state.kind[UNIT];
    units & state.side[aim.owner.at()] == PieceSet::one(target)
        && (units & state.side[state.piece(piece).owner.at()]).any()
}
