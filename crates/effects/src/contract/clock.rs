//! What a game says in which time flows by itself; a game of turns leaves all of it as it is.

use cardwright_core::{Seat, State};

use super::Basics;
use crate::context::Ctx;
use crate::game::Game;

/// The clock of a timed game.
pub trait Clock: Basics {
    /// When the game does something by itself next, effects in force aside.
    fn next_event_at(_: &Game<Self>, _: &State<Self>) -> Option<u32> {
        None
    }

    /// Time went on from a moment to now: production and the like are added up, and told in the order in which they came.
    /// Events at instants of their own belong to [`Clock::instant`].
    fn flow(_: &mut Ctx<'_, Self>, _from: u32) {}

    /// The game's own events at this instant, before timers.
    fn instant(_: &mut Ctx<'_, Self>) {}

    /// When the next thing becomes possible for a seat by time alone.
    fn stirs_at(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<u32> {
        None
    }
}
