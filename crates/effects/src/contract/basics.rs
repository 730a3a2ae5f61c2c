//! What everybody needs of a game: its name, its words, its zones.

use cardwright_core::{Audiences, Shape};

use crate::catalogue::{Catalogue, Refused, Vocabulary};

/// The name, words and zones of a game, and its own data.
pub trait Basics: Shape {
    /// Geometry and numbers computed once per game and board, never copied.
    type Data: Send + Sync + 'static;

    const SLUG: &'static str;
    /// Raised whenever the same actions would lead to another match.
    const VERSION: u32;
    const AUDIENCES: Audiences;
    /// The zone that cards are played from, and the zone they are drawn from.
    const HAND: usize = 0;
    const DECK: usize = 1;
    /// The zone for spent cards, dead pieces and discards; if there is none, they leave the game.
    const GRAVE: Option<usize> = None;
    /// Whether time runs by itself, in milliseconds, and any seat may act at any moment: see [`super::Clock`].
    const TIMED: bool = false;
    /// Rules of the game that damage, heal or kill by themselves, as the table names them: see [`cardwright_core::Cause`].
    const REASONS: &'static [&'static str] = &[];
    /// Whether dying pieces leave before each step of the game's own sequence, or only when all is resolved.
    const DEATHS_BEFORE_STEPS: bool = false;
    /// Whether a step follows every card played and every attack, so that abilities that come after them are looked
    /// for then; without it, only where something listens when the card is played.
    const AFTERMATH: bool = false;
    /// Whether abilities that hear of a death or an attack run strictly by arrival; without it, those of the piece it
    /// happened to come first.
    const STRICTLY_BY_ARRIVAL: bool = false;
    /// Whether an ability that waits is dropped if its carrier has lost it in the meantime.
    const DROPS_LOST_ABILITIES: bool = false;
    /// Whether a copy stands beside the piece that summoned it; without it, beside its model.
    const COPIES_STAND_BY_SOURCE: bool = false;
    /// Whether the game itself lends numbers to pieces: see [`super::Reactions::lends`].
    const LENDS: bool = false;
    /// How many targets the text of a card may choose. With two, a cell holds one piece at most, and
    /// [`super::Actions::linked`] lists the cells of [`crate::aim::second_targets`].
    const TARGETS: usize = 1;

    /// The words that this module gives a meaning to, in the order of their numbers; a catalogue must begin with
    /// them.
    fn vocabulary() -> Vocabulary;

    /// Reads the game's own data and checks that the catalogue's limits fit this module's arrays.
    fn load(catalogue: &Catalogue, board: &str) -> Result<Self::Data, Refused>;
}
