//! The storage of a game: how many of each thing its state has room for. No rules here.

use crate::encode::{Decode, Encode};
use crate::ids::{CardId, PieceSet};
use crate::records::{Card, InForce, Piece, SeatState, Zone};

/// A fixed-capacity array: `[T; N]` for any `N`.
pub trait Slots<T>: Copy + AsRef<[T]> + AsMut<[T]> + Send + Sync + 'static {
    /// The array full of copies of `value`.
    fn filled(value: T) -> Self;
}

impl<T: Copy + Send + Sync + 'static, const N: usize> Slots<T> for [T; N] {
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// A game's own part of a state or of a piece: small, plain and encodable.
pub trait Extra: Copy + Default + Encode + Decode + Send + Sync + 'static {}

impl<T: Copy + Default + Encode + Decode + Send + Sync + 'static> Extra for T {}

/// The storage types of one game.
pub trait Shape: Copy + Send + Sync + 'static {
    /// What the game adds to every piece.
    type PieceExtra: Extra;
    /// What the game adds to the state.
    type Extra: Extra;
    type Pieces: Slots<Piece<Self::PieceExtra>>;
    type Cells: Slots<PieceSet>;
    type Cards: Slots<Card>;
    type ZoneCards: Slots<CardId>;
    type Zones: Slots<Zone<Self::ZoneCards>>;
    type Seats: Slots<SeatState>;
    type Effects: Slots<InForce>;
    /// Words of the queue within a resolution: see `queue.rs`.
    type Queue: Slots<u64>;

    /// Zones per seat; zone `z` of seat `s` is number `s * ZONES + z`.
    const ZONES: usize;
    /// Whether pieces can be hidden from a seat. Views then leave them out and number the rest anew.
    const FOG: bool = false;
}

/// The storage of a game by its sizes: pieces in play, cells of the board, cards outside play, zones per seat and the
/// cards each has room for, seats, effects in force, words of the queue. `extra` is what the game adds to the state,
/// `piece` what it adds to every piece.
#[macro_export]
macro_rules! storage {
    (
        $game:ty: extra $extra:ty, piece $piece:ty, seats $seats:expr;
        pieces $pieces:expr, cells $cells:expr, cards $cards:expr, zones $zones:literal of $zone:expr,
        effects $effects:expr, queue $queue:expr $(, fog $fog:expr)?
    ) => {
        impl $crate::Shape for $game {
            type PieceExtra = $piece;
            type Extra = $extra;
            type Pieces = [$crate::Piece<$piece>; $pieces];
            type Cells = [$crate::PieceSet; $cells];
            type Cards = [$crate::Card; $cards];
            type ZoneCards = [$crate::CardId; $zone];
            type Zones = [$crate::Zone<[$crate::CardId; $zone]>; $zones * $seats];
            type Seats = [$crate::SeatState; $seats];
            type Effects = [$crate::InForce; $effects];
            type Queue = [u64; $queue];
            const ZONES: usize = $zones;
            $(const FOG: bool = $fog;)?
        }
    };
}
