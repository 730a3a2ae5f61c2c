//! What the table shows of a minion.

use cardwright_core::{PieceId, State};
use cardwright_effects::{Game, Shown};

use super::actions;
use super::state::*;

impl Shown for ElementalCommand {
    fn can_still(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let minion = state.piece(piece);
        if !state.kind[MINION].has(piece) || !state.active.has(minion.owner) || state.phase != TURN {
            return (false, false);
        }
        let walls = actions::Walls::of(state, foe(minion.owner));
        let attacks = actions::can_attack(state, piece) && actions::targets(state, &walls, piece).any();
        let moves = actions::can_move(state, piece) && (home(minion.owner) & !state.occupied).any();
        (moves, attacks)
    }
}
