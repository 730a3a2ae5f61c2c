//! Storage, vocabulary and geometry of Hearth.

use cardwright_core::{
    Audience, Audiences, Cell, CellSet, Decode, DefId, Encode, PieceId, PieceSet, RESOURCES, Reader, Seat,
    State, Unreadable, Words, ensure, storage,
};
use cardwright_effects::numbered;

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hearth;

/// What the game adds to the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extra {
    /// Who took the first turn.
    pub starting: Seat,
    /// The power that each hero uses now.
    pub powers: [DefId; 2],
}

impl Default for Extra {
    fn default() -> Self {
        Self { starting: Seat::NONE, powers: [DefId::HIDDEN; 2] }
    }
}

impl Encode for Extra {
    fn encode(&self, out: &mut impl Words) {
        let [one, other] = self.powers;
        out.word(self.starting.0 as u64 | (one.0 as u64) << 8 | (other.0 as u64) << 24);
    }
}

impl Decode for Extra {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let word = from.word()?;
        ensure(word >> 40 == 0, "has a power that does not exist")?;
        let powers = [DefId((word >> 8) as u16), DefId((word >> 24) as u16)];
        Ok(Self { starting: Seat(word as u8), powers })
    }
}

storage! {
    Hearth: extra Extra, piece (), seats 2;
    pieces 40, cells CELLS, cards 160, zones 3 of 60, effects 40, queue 352
}

/// Minions of a row.
pub const ROW: usize = 7;
pub const CELLS: usize = 2 * ROW;
/// Secrets of a player.
pub const SECRETS: u32 = 5;
/// Mana crystals of a player.
pub const MOST_MANA: i16 = 10;

/// The cost of a card that the view hides: nobody can pay it.
pub const UNKNOWN: i16 = i16::MAX / 2;

// Rules that damage by themselves.
pub const REASONS: &[&str] = &["fatigue"];
pub const BY_FATIGUE: u8 = 0;

numbered! {
    ZONE_WORDS: index { HAND = "hand", DECK = "deck", GRAVEYARD = "graveyard" }
    KIND_WORDS: index {
        MINION = "minion", HERO = "hero", SPELL = "spell", WEAPON = "weapon", SECRET = "secret",
        POWER_CARD = "power",
    }
    RESOURCE_WORDS: index {
        MANA = "mana", CRYSTALS = "crystals", ARMOUR = "armour",
        // Crystals that are locked in the next own turn, and those that are locked in this one.
        OVERLOAD = "overload", LOCKED = "locked",
        FATIGUE = "fatigue",
        // How often the power can still be used in this turn.
        POWER = "power",
        // The cards a seat puts back, until both have chosen.
        MULLIGAN = "mulligan",
        _ = "sap",
    }
    KEYWORD_WORDS: bits {
        TAUNT = "taunt", CHARGE = "charge", SHIELD = "shield", WINDFURY = "windfury", STEALTH = "stealth",
        POISONOUS = "poisonous", LIFESTEAL = "lifesteal", ELUSIVE = "elusive", IMMUNE = "immune", IDLE = "idle",
        COURTEOUS = "courteous", FORGETFUL = "forgetful", ENDURING = "enduring",
    }
    STATUS_WORDS: index { FROZEN = "frozen", SPELL_DAMAGE = "spell-damage", OVERLOADING = "overload" }
}

/// The place among the statuses of a piece that holds a tribe it has gained, counted from 1; no text names it.
pub const GAINED_TRIBE: usize = 3;

/// The tag of the card that the second player gets.
pub const COIN_TAG: &str = "coin";

// Phases.
pub const MULLIGAN_PHASE: u8 = 0;
pub const TURN: u8 = 1;

/// Who knows what: a hand is known to its owner only, the order of a deck to nobody, a mulligan is hidden until both
/// have chosen, a secret is known to its owner.
pub const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered, Audience::All],
    resources: {
        let mut table = [Audience::All; RESOURCES];
        table[MULLIGAN] = Audience::Owner;
        table
    },
    veiled: 1 << SECRET,
};

/// The hero of a seat: heroes enter first, in order of seats, and a hero that becomes another keeps its number.
#[inline(always)]
pub fn hero(seat: Seat) -> PieceId {
    PieceId(seat.0)
}

/// The other seat.
#[inline(always)]
pub fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// The first cell of a seat's row.
#[inline(always)]
pub fn first_of_row(seat: Seat) -> u8 {
    seat.0 * ROW as u8
}

/// The cells of a seat's row.
#[inline(always)]
pub fn row(seat: Seat) -> CellSet {
    CellSet(0x7F << first_of_row(seat))
}

/// The seat in whose row a cell lies.
#[inline(always)]
pub fn side_of(cell: Cell) -> Seat {
    Seat((cell.at() >= ROW) as u8)
}

/// How many minions stand in a seat's row, the dying included: a row has no gaps.
#[inline(always)]
pub fn standing(state: &State<Hearth>, seat: Seat) -> u8 {
    (state.occupied & row(seat)).len() as u8
}

/// Whether a seat's row has no gaps.
pub fn is_closed(state: &State<Hearth>, seat: Seat) -> bool {
    let taken = state.occupied.0 >> first_of_row(seat) & 0x7F;
    taken & (taken + 1) == 0
}

/// Where a new minion may stand: before each that stands there, or at the right end.
#[inline(always)]
pub fn places(state: &State<Hearth>, seat: Seat) -> CellSet {
    let count = standing(state, seat);
    if count as usize >= ROW {
        return CellSet::EMPTY;
    }
    CellSet(((2 << count) - 1) << first_of_row(seat))
}

/// The minions of a seat.
#[inline(always)]
pub fn minions(state: &State<Hearth>, seat: Seat) -> PieceSet {
    state.side[seat.at()] & state.kind[MINION]
}

/// The weapon of a seat that is not about to break, or none.
#[inline(always)]
pub fn weapon(state: &State<Hearth>, seat: Seat) -> PieceId {
    (state.side[seat.at()] & state.kind[WEAPON] & !state.dying).first()
}

/// The keywords that a weapon gives its hero in an attack.
const OF_WEAPONS: u64 = WINDFURY | POISONOUS | LIFESTEAL | IDLE | COURTEOUS | FORGETFUL;

/// The keywords with which a piece attacks; a hero has those of its weapon too.
#[inline(always)]
pub fn fighting_keywords(state: &State<Hearth>, id: PieceId) -> u64 {
    let piece = state.piece(id);
    let mut keywords = piece.keywords_now();
    if state.kind[HERO].has(id) {
        let weapon = weapon(state, piece.owner);
        if weapon.is_some() {
            keywords |= state.piece(weapon).keywords_now() & OF_WEAPONS;
        }
    }
    keywords
}

/// Minions and heroes: those that attack and are attacked.
#[inline(always)]
pub fn characters(state: &State<Hearth>) -> PieceSet {
    state.kind[MINION] | state.kind[HERO]
}

/// Whether a seat may have one more secret, this card.
///
/// RULE: a player has at most five secrets, no two alike.
pub fn may_lay_secret(state: &State<Hearth>, seat: Seat, def: DefId) -> bool {
    let secrets = state.side[seat.at()] & state.kind[SECRET] & !state.dying;
    secrets.len() < SECRETS && secrets.into_iter().all(|id| state.piece(id).def != def)
}
