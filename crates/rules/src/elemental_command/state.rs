//! Storage, vocabulary and geometry of Elemental Command.

use cardwright_core::{
    Audience, Audiences, Cell, CellSet, OWN_FLAG, PieceId, RESOURCES, Seat, State, storage,
};
use cardwright_effects::numbered;
use cardwright_effects::turns::Opening;

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementalCommand;

storage! {
    ElementalCommand: extra Opening, piece (), seats 2;
    pieces 32, cells CELLS, cards 104, zones 2 of 47, effects 46, queue 456
}

pub const COLUMNS: usize = 5;
pub const CELLS: usize = 20;

// Rules that damage by themselves.
pub const REASONS: &[&str] = &["fatigue"];
pub const BY_FATIGUE: u8 = 0;

numbered! {
    ZONE_WORDS: index { HAND = "hand", DECK = "deck" }
    KIND_WORDS: index { MINION = "minion", HERO = "hero", _ = "spell" }
    RESOURCE_WORDS: index {
        MANA = "mana", CRYSTALS = "crystals", EARTH = "earth", _ = "wind", _ = "fire", FATIGUE = "fatigue",
        // 1 while the resource step of this turn is unused.
        STEP = "step",
        // 1 while the hero power of this turn is unused.
        POWER = "power",
        // The cards a seat puts back, until both have chosen.
        MULLIGAN = "mulligan",
    }
    KEYWORD_WORDS: bits {
        TAUNT = "taunt", HASTE = "haste", FRENZY = "frenzy", SWEEP = "sweep", BERSERK = "berserk",
        DEATHTOUCH = "deathtouch", FREE_TARGETING = "free-targeting", REFLECT = "reflect", SWIFT = "swift",
        ROOTED = "rooted",
    }
    STATUS_WORDS: index { STUNNED = "stunned", ROOT = "rooted", INVULNERABLE = "invulnerable" }
}

/// The impairments that count turns, each with the flag that says it began before this turn and is being served.
pub const SERVING: [(usize, u8); 2] = [(STUNNED, OWN_FLAG), (ROOT, OWN_FLAG << 1)];

/// The price of a card that the view hides: nobody can pay it.
pub const UNKNOWN: i16 = i16::MAX / 2;

// Phases.
pub const MULLIGAN_PHASE: u8 = 0;
pub const TURN: u8 = 1;

/// Who knows what: a hand is known to its owner only, the order of a deck to nobody, a mulligan is hidden until both
/// have chosen.
pub const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered],
    resources: {
        let mut table = [Audience::All; RESOURCES];
        table[MULLIGAN] = Audience::Owner;
        table
    },
    veiled: 0,
};

/// The hero of a seat: heroes enter first, in order of seats.
#[inline(always)]
pub fn hero(seat: Seat) -> PieceId {
    PieceId(seat.0)
}

/// The other seat.
#[inline(always)]
pub fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// The cells a seat owns: rows 1-2 or rows 3-4.
#[inline(always)]
pub fn home(seat: Seat) -> CellSet {
    CellSet(0x3FF << (10 * seat.0))
}

/// The column of a cell.
#[inline(always)]
pub fn column(cell: Cell) -> usize {
    cell.at() % COLUMNS
}

/// The relations that make lines, counted from 1; the first is to be adjacent.
pub const COLUMN: u8 = 2;
pub const ROW: u8 = 3;
pub const FIRST_COLUMN: CellSet = CellSet(0b00001_00001_00001_00001);
pub const FIRST_ROW: CellSet = CellSet(0b11111);
pub const BOARD: CellSet = CellSet((1 << CELLS) - 1);

/// The place of the front rows, counted from 1; all other cells are in the rear ones.
pub const FRONT: u8 = 1;
/// The rows that face each other.
pub const FRONT_ROWS: CellSet = CellSet(0b11111_11111 << COLUMNS);

/// The front cell of a seat's column; the rear one lies behind it.
#[inline(always)]
pub fn front(seat: Seat, column: usize) -> Cell {
    Cell((column + if seat.0 == 0 { 5 } else { 10 }) as u8)
}

/// The rear cell of a seat's column.
#[inline(always)]
pub fn rear(seat: Seat, column: usize) -> Cell {
    Cell((column + if seat.0 == 0 { 0 } else { 15 }) as u8)
}

/// The front-most minion of a seat's column, or none.
#[inline]
pub fn front_most(state: &State<ElementalCommand>, seat: Seat, column: usize) -> PieceId {
    let first = state.on(front(seat, column));
    if first.any() { first.first() } else { state.on(rear(seat, column)).first() }
}

/// Steps between two cells.
pub fn distance(a: Cell, b: Cell) -> usize {
    column(a).abs_diff(column(b)) + (a.at() / COLUMNS).abs_diff(b.at() / COLUMNS)
}
