//! The worth of a position, in 1/256 points: attack and health in play, cards in hand.

use cardwright_core::{Piece, Seat, State};
use cardwright_effects::{Game, Worth};

use super::state::*;

const POINT: i32 = 256;

impl Worth for __Rules__ {
    fn worth_of_piece(_: &Game<Self>, piece: &Piece<()>) -> i32 {
        (piece.attack_now() as i32 + piece.health_now() as i32) * POINT
    }

    fn worth_of_rest(_: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        (state.zone_len(seat, HAND) as i32 - state.zone_len(foe(seat), HAND) as i32) * POINT
    }
}
