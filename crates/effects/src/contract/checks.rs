//! What a game checks in setups, positions and views that come from outside.

use cardwright_core::{Frame, State, Unreadable, View};

use super::Basics;
use crate::catalogue::Refused;
use crate::game::{Game, Setup};

/// Checks beyond those that every game makes.
pub trait Checks: Basics {
    /// Checks a setup beyond the deck law of `game.toml`.
    fn check_setup(_: &Game<Self>, _: &Setup) -> Result<(), Refused> {
        Ok(())
    }

    /// Checks a position laid out by hand: everything the rules take for granted must hold in it.
    fn check_position(_: &Game<Self>, _: &State<Self>) -> Result<(), Refused> {
        Ok(())
    }

    /// Checks a view read from bytes: everything the rules look up must be there.
    fn check_view(_: &Game<Self>, _: &View<Self>) -> Result<(), Unreadable> {
        Ok(())
    }

    /// Whether waiting work read from bytes is a step of the game's own sequence, with everything it needs.
    fn is_step(_: &State<Self>, _: &Frame) -> bool {
        true
    }
}
