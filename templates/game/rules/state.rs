//! Storage, numbers and geometry of __Title__.

use cardwright_core::{Audience, Audiences, CellSet, PieceId, RESOURCES, Seat, State, storage};
use cardwright_effects::numbered;
use cardwright_effects::turns::Opening;

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct __Rules__;

pub const LANES: usize = 3;
/// Cards that a zone has room for.
pub const ZONE_ROOM: usize = 32;

storage! {
    __Rules__: extra Opening, piece (), seats 2;
    pieces 16, cells 2 * LANES, cards 64, zones 2 of ZONE_ROOM, effects 32, queue 96
}

numbered! {
    ZONE_WORDS: index { HAND = "hand", DECK = "deck" }
    KIND_WORDS: index { MINION = "minion", HERO = "hero", _ = "spell" }
    RESOURCE_WORDS: index { MANA = "mana", CRYSTALS = "crystals" }
    KEYWORD_WORDS: bits { HASTE = "haste" }
}

/// A hand is known to its owner only, the order of a deck to nobody, resources are open.
pub const AUDIENCES: Audiences =
    Audiences { zones: &[Audience::Owner, Audience::OwnerUnordered], resources: [Audience::All; RESOURCES], veiled: 0 };

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
