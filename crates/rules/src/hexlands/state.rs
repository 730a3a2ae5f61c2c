//! Storage, numbers and vocabulary of Hexlands.

use cardwright_core::{
    Audience, Audiences, Decode, Encode, PieceId, PieceSet, RESOURCES, Reader, SEATS, Seat, SeatSet, State,
    Unreadable, Words, ensure, storage,
};
use cardwright_effects::{Game, numbered};

use super::board::FIELDS;
use super::lands::Lands;

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hexlands;

/// Cards that a zone has room for.
pub const ZONE_ROOM: usize = 63;

/// What the game adds to the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extra {
    /// The land of every field.
    pub lands: Lands,
    /// For each seat those who play with it, itself included.
    pub sides: [SeatSet; SEATS],
    /// For each seat the minions that came from its deck, or were summoned for it, and that another seat has now.
    pub strays: [PieceSet; SEATS],
    /// The seat that took the first turn.
    pub starting: Seat,
}

impl Extra {
    /// The seat from which a minion strayed; none if it did not.
    #[inline]
    pub fn strayed_from(&self, minion: PieceId) -> Option<Seat> {
        let at = self.strays.iter().position(|set| set.has(minion))?;
        Some(Seat(at as u8))
    }
}

impl Encode for Extra {
    fn encode(&self, out: &mut impl Words) {
        self.lands.encode(out);
        self.strays.iter().for_each(|set| out.word(set.0));
        let sides = self.sides.map(|side| side.0);
        out.word(u32::from_le_bytes(sides) as u64 | (self.starting.0 as u64) << 32);
    }
}

impl Decode for Extra {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let lands = Lands::decode(from)?;
        let mut strays = [PieceSet::EMPTY; SEATS];
        for set in &mut strays {
            *set = PieceSet(from.word()?);
        }
        let word = from.word()?;
        let sides = (word as u32).to_le_bytes().map(SeatSet);
        let starting = Seat((word >> 32) as u8);
        let is_seat = starting.at() < SEATS || !starting.is_some();
        ensure(is_seat, "was begun by a seat that does not play")?;
        Ok(Self { lands, sides, strays, starting })
    }
}

storage! {
    Hexlands: extra Extra, piece (), seats 4;
    pieces 64, cells FIELDS, cards 255, zones 3 of ZONE_ROOM, effects 96, queue 96
}

// Rules that damage by themselves.
pub const REASONS: &[&str] = &["poison"];
pub const BY_POISON: u8 = 0;

numbered! {
    ZONE_WORDS: index { HAND = "hand", DECK = "deck", GRAVEYARD = "graveyard" }
    KIND_WORDS: index { MINION = "minion", HERO = "hero", SPELL = "spell" }
    RESOURCE_WORDS: index {
        // How many fields a seat may still change this turn.
        CHANGES = "changes",
    }
    KEYWORD_WORDS: bits { ARMOURED = "armoured", IMMUNE = "immune" }
    STATUS_WORDS: index { POISONED = "poisoned", PARALYSED = "paralysed" }
}

/// Lands in the order of their places in the vocabulary.
pub const LANDS: [&str; 5] = ["fire", "water", "nature", "earth", "wasteland"];
/// The lands that a player may change a field to: all but the last.
pub const CHOSEN_LANDS: usize = 4;
pub const WASTELAND: usize = 4;

// Places, counted from 1: first the lands, then the areas.
pub const OWN_RANGE: u8 = 6;

/// How many attributes come before the printed numbers: attack, health and cost.
const NUMBERS: usize = 3;
// Printed numbers beyond attack, health and cost.
pub const MOVEMENT: usize = 0;
pub const LEAST_RANGE: usize = 1;
pub const RANGE: usize = 2;
/// The longest walk and range.
pub const MOST_STEPS: i16 = 5;

/// Who knows what: a hand is known to its owner only, the order of a deck to nobody.
pub const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered, Audience::All],
    resources: [Audience::All; RESOURCES],
    veiled: 0,
};

/// The hero of a seat; none once it has fallen.
#[inline(always)]
pub fn hero(state: &State<Hexlands>, seat: Seat) -> PieceId {
    (state.side[seat.at()] & state.kind[HERO]).first()
}

/// Minions and heroes: all that stand on the board.
#[inline(always)]
pub fn figures(state: &State<Hexlands>) -> PieceSet {
    state.kind[MINION] | state.kind[HERO]
}

/// A printed number of a figure with what texts have changed of it.
///
/// RULE: walks and ranges stay from 1 to 5; a card that prints none has 1.
#[inline(always)]
pub fn number_of(game: &Game<Hexlands>, state: &State<Hexlands>, id: PieceId, number: usize) -> i16 {
    let printed = game.def(state.piece(id).def).numbers[number].max(1);
    if state.in_force_len == 0 {
        return printed;
    }
    (printed + state.adjusted(id, NUMBERS + number)).clamp(1, MOST_STEPS)
}

/// The shortest and the longest distance at which a figure attacks.
#[inline(always)]
pub fn range_of(game: &Game<Hexlands>, state: &State<Hexlands>, id: PieceId) -> (usize, usize) {
    let least = number_of(game, state, id, LEAST_RANGE) as usize;
    (least, number_of(game, state, id, RANGE).max(least as i16) as usize)
}
