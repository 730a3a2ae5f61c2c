//! What everybody knows of a game: its name, its words, its zones.

use cardwright_core::{Audiences, Shape};

use crate::catalogue::{Catalogue, Refused, Vocabulary};

/// The name, words and zones of a game, and its own data.
pub trait Basics: Shape {
    /// Geometry and numbers computed once per game and board, never copied.
    type Data: Send + Sync + 'static;

    const SLUG: &'static str;
    /// Raised when the same actions would lead elsewhere.
    const VERSION: u32;
    const AUDIENCES: Audiences;
    /// The zone cards are played from, and the one they are drawn from.
    const HAND: usize = 0;
    const DECK: usize = 1;
    /// The zone where spent cards, the dead and discards lie; without one they leave the game.
    const GRAVE: Option<usize> = None;
    /// Whether time flows by itself, in milliseconds, and any seat may act at any moment: see [`super::Clock`].
    const TIMED: bool = false;
    /// Rules of the game that damage, heal or kill by themselves, as the table names them: see [`cardwright_core::Cause`].
    const REASONS: &'static [&'static str] = &[];
    /// Whether the dying leave before each step of the game's own sequence, or only when all is resolved.
    const DEATHS_BEFORE_STEPS: bool = false;

    /// The words this module gives a meaning to, in the order it numbers them; a catalogue must begin with them.
    fn vocabulary() -> Vocabulary;

    /// Reads the game's own data and checks that the catalogue's limits fit this module's arrays.
    fn load(catalogue: &Catalogue, board: &str) -> Result<Self::Data, Refused>;
}
