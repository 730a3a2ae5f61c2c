//! What a position is worth to a seat: [`crate::worth`] adds it up.

use cardwright_core::{Action, Piece, Seat, State};

use super::Basics;
use crate::game::Game;
use crate::mind::Mind;

/// The worth of pieces and of the rest, in 1/256 points.
pub trait Worth: Basics {
    /// Agents that only this game has.
    const MINDS: &'static [Mind<Self>] = &[];

    /// What a piece adds to the worth of a position for its side. It depends on the piece alone.
    fn worth_of_piece(_: &Game<Self>, _: &Piece<Self::PieceExtra>) -> i32 {
        0
    }

    /// What a position is worth to a seat besides its pieces.
    fn worth_of_rest(_: &Game<Self>, _: &State<Self>, _: Seat) -> i32 {
        0
    }

    /// A preference, from 0 to 255, between actions that lead to positions of the same worth.
    fn inclination(_: &Game<Self>, _: &State<Self>, _: &Action) -> i32 {
        0
    }
}
