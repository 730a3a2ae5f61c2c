//! The part of a game in which time runs by itself. A game of turns keeps all the defaults.

use cardwright_core::{Seat, State};

use super::Basics;
use crate::context::Ctx;
use crate::game::Game;

/// The clock of a timed game.
pub trait Clock: Basics {
    /// When the game next does something by itself, effects in force aside.
    fn next_event_at(_: &Game<Self>, _: &State<Self>) -> Option<u32> {
        None
    }

    /// Time went on from a moment to now: adds up production and the like, and tells it in the order in which it
    /// came. Events that happen at one instant belong to [`Clock::instant`].
    fn flow(_: &mut Ctx<'_, Self>, _from: u32) {}

    /// The game's own events at this instant, before timers.
    fn instant(_: &mut Ctx<'_, Self>) {}

    /// When time alone next makes something possible for a seat.
    fn stirs_at(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<u32> {
        None
    }
}
