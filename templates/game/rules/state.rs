//! Storage, numbers and geometry of __Title__.

use cardwright_core::{Audience, Audiences, CellSet, PieceId, RESOURCES, Seat, State, storage};
use cardwright_effects::turns::Opening;

/// The game's type: rules and storage hang on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct __Rules__;

pub const LANES: usize = 3;
/// Cards that a zone has room for.
pub const ZONE_ROOM: usize = 32;

storage! {
    __Rules__: extra Opening, piece (), seats 2;
    pieces 16, cells 2 * LANES, cards 64, zones 2 of ZONE_ROOM, effects 32, queue 96
}

// Zones, kinds, resources and keywords: the places of their words in the vocabulary.
pub const HAND: usize = 0;
pub const DECK: usize = 1;
pub const MINION: usize = 0;
pub const HERO: usize = 1;
pub const MANA: usize = 0;
pub const CRYSTALS: usize = 1;
pub const HASTE: u64 = 1 << 0;

/// Hands are their owner's, nobody knows the order of a deck, resources are open.
pub const AUDIENCES: Audiences =
    Audiences { zones: &[Audience::Owner, Audience::OwnerUnordered], resources: [Audience::All; RESOURCES] };

/// The other seat.
pub fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// The cells of a seat, one in each lane.
pub fn home(seat: Seat) -> CellSet {
    CellSet(0b111 << (LANES * seat.at()))
}

/// The hero of a seat.
pub fn hero(state: &State<__Rules__>, seat: Seat) -> PieceId {
    (state.side[seat.at()] & state.kind[HERO]).first()
}
