//! What tables show of a game besides its pieces, cards and resources.

use cardwright_core::{CellSet, PieceId, Seat, State};

use super::{Basics, Course};
use crate::game::Game;

/// Numbers and areas for tables.
pub trait Shown: Basics {
    /// Numbers of a seat besides resources: (name, value). By default the turn and whether the seat began.
    fn facts(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)>
    where
        Self: Course,
    {
        vec![("turn", state.now as i64), ("starts", (Self::starting(state) == seat) as i64)]
    }

    /// Numbers of a piece that only this game has: (name, value).
    fn piece_facts(_: &Game<Self>, _: &State<Self>, _: PieceId) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Whether a piece can still move now, and whether it can still attack.
    fn can_still(_: &Game<Self>, _: &State<Self>, _: PieceId) -> (bool, bool) {
        (false, false)
    }

    /// Areas of the board that mean something to a seat, by name.
    fn areas(_: &Game<Self>, _: &State<Self>, _: Seat) -> Vec<(&'static str, CellSet)> {
        Vec::new()
    }
}
