//! Random setups and positions for the fuzzer, and a game's own measures of speed.

use cardwright_core::{DefId, Dice, State};

use super::Basics;
use crate::game::Game;

/// A measure of speed: its name (with `_ns` at its end the time for one is measured, else how many there are in a
/// second), and a function that does the work once over some positions and returns the amount of work and a checksum.
pub type Measured<R> = (&'static str, fn(&Game<R>, &[State<R>]) -> (u64, u64));

/// How a game is tried out.
pub trait Trials: Basics {
    /// Whether a card is of use to a hero; useless cards are rare in random decks.
    fn suits(_: &Game<Self>, _hero: DefId, _: DefId) -> bool {
        true
    }

    /// A random position in the middle of a match with this card in the hand of the seat to act, if the game can make
    /// one. The card need not be playable there.
    fn random_position(_: &Game<Self>, _: DefId, _: &mut Dice) -> Option<State<Self>> {
        None
    }

    /// The game's own measures of speed.
    fn measures() -> &'static [Measured<Self>] {
        &[]
    }
}
