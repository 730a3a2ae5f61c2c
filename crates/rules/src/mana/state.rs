//! Storage, vocabulary and geometry of Mana.

use cardwright_core::{
    Audience, Audiences, Cell, CellSet, DISPELLED, Decode, DefId, Encode, Piece, PieceId, PieceSet,
    RESOURCES, Reader, Seat, State, Unreadable, Words, storage,
};
use cardwright_effects::{Game, numbered};

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mana;

/// What the game adds to a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Own {
    /// When a creature may use its abilities again.
    pub ready_at: u32,
    /// Types that it has gained, as tags.
    pub types: u64,
}

impl Encode for Own {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.ready_at as u64);
        out.word(self.types);
    }
}

impl Decode for Own {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self { ready_at: from.word()? as u32, types: from.word()? })
    }
}

/// The most actions of a seat in a second.
pub const PACE: usize = 10;
/// The second of the pace, in milliseconds.
pub const PACE_WINDOW: u32 = 1000;
/// The time of an action that was never taken.
pub const NEVER: u32 = u32::MAX;

/// What the game adds to the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extra {
    /// When day or night ends.
    pub clock_next: u32,
    /// For each seat the times of its last actions, the latest last.
    pub acts: [[u32; PACE]; 2],
    /// For each seat its hero's card, which says what is produced.
    pub heroes: [DefId; 2],
    /// For each seat the top card of its deck; in a view only if the seat sees it.
    pub tops: [DefId; 2],
}

impl Default for Extra {
    fn default() -> Self {
        Self {
            clock_next: DAY,
            acts: [[NEVER; PACE]; 2],
            heroes: [DefId::HIDDEN; 2],
            tops: [DefId::HIDDEN; 2],
        }
    }
}

impl Encode for Extra {
    fn encode(&self, out: &mut impl Words) {
        let [a, b] = self.heroes;
        let [c, d] = self.tops;
        out.word(self.clock_next as u64 | (a.0 as u64) << 32 | (b.0 as u64) << 48);
        out.word(c.0 as u64 | (d.0 as u64) << 16);
        for seat in &self.acts {
            for pair in seat.chunks(2) {
                out.word(pair[0] as u64 | (pair[1] as u64) << 32);
            }
        }
    }
}

impl Decode for Extra {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (clock, tops) = (from.word()?, from.word()?);
        let mut acts = [[NEVER; PACE]; 2];
        for seat in &mut acts {
            for pair in seat.chunks_mut(2) {
                let both = from.word()?;
                pair.copy_from_slice(&[both as u32, (both >> 32) as u32]);
            }
        }
        Ok(Self {
            clock_next: clock as u32,
            acts,
            heroes: [DefId((clock >> 32) as u16), DefId((clock >> 48) as u16)],
            tops: [DefId(tops as u16), DefId((tops >> 16) as u16)],
        })
    }
}

storage! {
    Mana: extra Extra, piece Own, seats 2;
    pieces 32, cells CELLS, cards 232, zones 3 of 95, effects 88, queue 72
}

/// Locations of one side.
pub const LOCATIONS: usize = 6;
pub const CELLS: usize = 2 * LOCATIONS;
/// Where a hero begins.
pub const BACK: usize = 0;

numbered! {
    ZONE_WORDS: index { HAND = "hand", DECK = "deck", GRAVEYARD = "graveyard" }
    KIND_WORDS: index { HERO = "hero", MINION = "minion", EVENT = "event", SPELL = "spell", _ = "ability" }
    KEYWORD_WORDS: bits {
        FLYING = "flying", UNMOVABLE = "unmovable", SWIFT = "swift", ELUSIVE = "elusive", SHIELDED = "shielded",
        LIFESTEAL = "lifesteal", VENOMOUS = "venomous", RETURNING = "returning", FORESIGHT = "foresight",
        TELEPATHY = "telepathy",
    }
}

// Resources.
pub const SCHOOLS: usize = 6;
pub const DEVOTION: usize = 6;
/// Schools and devotion.
pub const PURSE: usize = 7;
/// The most that a player holds of a resource, unless the game's limits say less.
pub const PURSE_MOST: i16 = 99;

// Printed numbers beyond attack, health and the cost in devotion.
/// The first of the costs by school.
pub const COSTS: usize = 0;
pub const SPEED: usize = 6;
/// Speed among all attributes: attack, health and cost come first.
pub const SPEED_ATTRIBUTE: usize = 3 + SPEED;
/// The first of the times, in seconds, in which a hero produces one unit.
pub const EVERY: usize = 7;

// Relations and places, counted from 1.
pub const ADJACENT: u8 = 1;
pub const AHEAD: u8 = 2;
/// The first place that depends on which creatures stand where; back, middle and front do not.
pub const UNDER_PROTECTION: u8 = 4;
/// Places that hold everybody by day, and by night.
pub const BY_DAY: u8 = 5;
pub const BY_NIGHT: u8 = 6;

// Phases.
pub const DAYTIME: u8 = 0;
pub const NIGHT: u8 = 1;

/// How long day and night last each.
pub const DAY: u32 = 60_000;
/// How long a creature rests if its card says nothing.
pub const USUAL_SPEED: u32 = 30_000;
pub const SECOND: u32 = 1000;

/// Who knows what: a hand is known to its owner only, the order of a deck to nobody, all else is open.
pub const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered, Audience::All],
    resources: [Audience::All; RESOURCES],
    veiled: 0,
};

/// The other seat.
#[inline(always)]
pub fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// A location of a seat.
#[inline(always)]
pub fn location(seat: Seat, number: usize) -> Cell {
    Cell(seat.0 * LOCATIONS as u8 + number as u8)
}

/// All locations of a seat.
#[inline(always)]
pub fn home(seat: Seat) -> CellSet {
    CellSet(0b11_1111 << (seat.0 as usize * LOCATIONS))
}

/// For each location the ones in front of it, which protect it, as bits.
const AHEAD_OF: [u8; LOCATIONS] = [0b000110, 0b011000, 0b110000, 0, 0, 0];
/// For each location the ones that touch it.
const BESIDE: [u8; LOCATIONS] = [0b000110, 0b011101, 0b110011, 0b010010, 0b101110, 0b010100];
/// The locations of each place, by its number.
const PLACES: [u8; 4] = [0b111111, 0b000001, 0b000110, 0b111000];

/// The locations in front of a cell or beside it, of the same side.
#[inline]
pub fn near(cell: Cell, relation: u8) -> CellSet {
    let (side, number) = (cell.at() / LOCATIONS, cell.at() % LOCATIONS);
    let bits = if relation == AHEAD { AHEAD_OF[number] } else { BESIDE[number] };
    CellSet((bits as u128) << (side * LOCATIONS))
}

/// The locations of a seat at a place that does not depend on which creatures stand where.
#[inline]
pub fn at_place(seat: Seat, place: u8) -> CellSet {
    CellSet((PLACES[place as usize & 3] as u128) << (seat.0 as usize * LOCATIONS))
}

/// The locations at which a creature is protected, on both sides.
///
/// RULE: a creature is protected while both locations in front of it are occupied by creatures of its side.
#[inline]
pub fn protected(state: &State<Mana>) -> CellSet {
    // Every location belongs to one side, and so does every creature that stands there.
    let side = |bits: u8| {
        let both = |ahead: u8| (bits & ahead == ahead) as u8;
        both(AHEAD_OF[0]) | both(AHEAD_OF[1]) << 1 | both(AHEAD_OF[2]) << 2
    };
    let occupied = state.occupied.0 as u32;
    let (one, other) = (side(occupied as u8 & 0b11_1111), side((occupied >> LOCATIONS) as u8 & 0b11_1111));
    CellSet(one as u128 | (other as u128) << LOCATIONS)
}

/// The creatures of a seat that are protected.
#[inline]
pub fn protected_creatures(state: &State<Mana>, seat: Seat) -> PieceSet {
    let mut found = PieceSet::EMPTY;
    for cell in protected(state) & home(seat) & state.occupied {
        found |= state.on(cell);
    }
    found
}

/// Heroes and minions.
#[inline(always)]
pub fn creatures(state: &State<Mana>) -> PieceSet {
    state.kind[HERO] | state.kind[MINION]
}

/// The hero of a seat.
#[inline(always)]
pub fn hero(state: &State<Mana>, seat: Seat) -> PieceId {
    (state.side[seat.at()] & state.kind[HERO]).first()
}

/// How long a creature still rests, in milliseconds; 0 if it may attack and use abilities.
#[inline(always)]
pub fn rest_left(state: &State<Mana>, piece: PieceId) -> u32 {
    state.piece(piece).extra.ready_at.saturating_sub(state.now)
}

/// Whether a creature is done resting.
#[inline(always)]
pub fn is_ready(state: &State<Mana>, piece: PieceId) -> bool {
    rest_left(state, piece) == 0
}

/// What a creature may use besides attacking.
///
/// RULE: a dispelled creature has no abilities any more.
#[inline]
pub fn known_to<'a>(game: &'a Game<Mana>, piece: &Piece<Own>) -> &'a [DefId] {
    if piece.is(DISPELLED) { &[] } else { &game.def(piece.def).knows }
}

/// Whether any piece of a set has a keyword.
pub fn any_with(state: &State<Mana>, pieces: PieceSet, keyword: u64) -> bool {
    pieces.fold(0, |held, id| held | state.piece(id).keywords_now()) & keyword != 0
}

/// Whether cards of this kind belong in a deck.
pub fn is_deck_kind(kind: u8) -> bool {
    matches!(kind as usize, MINION | EVENT | SPELL)
}
