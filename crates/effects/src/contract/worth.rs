//! What a position is worth to a seat: [`crate::worth`] forms the sum.

use cardwright_core::{Action, Piece, Seat, State};

use super::Basics;
use crate::game::Game;
use crate::mind::Mind;

/// The worth of pieces and of the rest, in 1/256 points.
pub trait Worth: Basics {
    /// Agents of this game alone.
    const MINDS: &'static [Mind<Self>] = &[];

    /// What a piece adds to the worth of a position for its side. It depends on the piece alone.
    fn worth_of_piece(_: &Game<Self>, _: &Piece<Self::PieceExtra>) -> i32 {
        0
    }

    /// What a position is worth to a seat beside its pieces.
    fn worth_of_rest(_: &Game<Self>, _: &State<Self>, _: Seat) -> i32 {
        0
    }

    /// A preference between actions after which the position is worth the same, from 0 to 255.
    fn inclination(_: &Game<Self>, _: &State<Self>, _: &Action) -> i32 {
        0
    }
}
