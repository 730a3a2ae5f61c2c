//! What tables show of a game besides its pieces, cards and resources.

use cardwright_core::{Cell, CellSet, DefId, PieceId, Seat, State};

use super::{Basics, Course};
use crate::game::Game;

/// A cell where a card could be played, and what its cost asks of the ground around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footing {
    pub cell: Cell,
    pub asks: Vec<Asked>,
}

/// A cell whose ground a cost asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// None if it lies off the board.
    pub cell: Cell,
    /// The number of the place, from 1.
    pub place: u8,
    pub is_there: bool,
}

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

    /// The cells that a piece would reach with an attack from where it stands, whoever stands there.
    fn reach(_: &Game<Self>, _: &State<Self>, _: PieceId) -> CellSet {
        CellSet::EMPTY
    }

    /// Areas of the board that mean something to a seat, by name.
    fn areas(_: &Game<Self>, _: &State<Self>, _: Seat) -> Vec<(&'static str, CellSet)> {
        Vec::new()
    }

    /// Where a seat could play a card of its hand if the ground fits, and whether it does; empty if ground is no cost.
    fn footings(_: &Game<Self>, _: &State<Self>, _: Seat, _: DefId) -> Vec<Footing> {
        Vec::new()
    }
}
