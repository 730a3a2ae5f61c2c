//! Storage and vocabulary of Ruler of Armies and Magic.

use cardwright_core::{
    Audience, Audiences, Cell, CellSet, Decode, DefId, Encode, OWN_FLAG, PieceId, PieceSet, RESOURCES,
    Reader, SEATS, Seat, SeatSet, State, Unreadable, Words, ensure, storage,
};
use cardwright_effects::{Game, numbered};

use super::map::{Gait, TILES};

/// The type of the game, which carries its rules and storage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler;

/// What the game adds to a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Own {
    /// Turns of its owner until a structure can be used.
    pub building: u8,
    /// The piece's own mana.
    pub mana: u8,
    /// The defence of the armour it wears: value and chance in percent.
    pub armour: u8,
    pub armour_chance: u8,
    /// The piece it attacked this turn.
    pub prey: PieceId,
}

impl Encode for Own {
    fn encode(&self, out: &mut impl Words) {
        let bytes = [self.building, self.mana, self.armour, self.armour_chance, self.prey.0, 0, 0, 0];
        out.word(u64::from_le_bytes(bytes));
    }
}

impl Decode for Own {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [building, mana, armour, armour_chance, prey, ..] = from.word()?.to_le_bytes();
        ensure(prey < 64 || prey == PieceId::NONE.0, "has a piece that attacked nobody")?;
        Ok(Self { building, mana, armour, armour_chance, prey: PieceId(prey) })
    }
}

/// Most pieces a seat remembers; the oldest is forgotten first.
pub const GLIMPSES: usize = 16;

/// A piece as a seat last saw it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Glimpse {
    pub def: DefId,
    pub health: i16,
    /// The turn, and in the lowest bit whether the piece was leaving its tile: a separate field would make every copy
    /// of a state an eighth of a kilobyte longer.
    pub time: u16,
    pub owner: Seat,
    pub cell: Cell,
}

impl Glimpse {
    /// A piece as it is seen on a tile, where it stays or which it is leaving.
    pub fn of(state: &State<Ruler>, piece: PieceId, cell: Cell, is_leaving: bool) -> Self {
        let it = state.piece(piece);
        let time = (state.now as u16) << 1 | is_leaving as u16;
        Self { def: it.def, health: it.health_now(), time, owner: it.owner, cell }
    }

    /// The turn in which it was last seen.
    pub fn when(&self) -> u32 {
        (self.time >> 1) as u32
    }

    /// Whether it was seen to leave its tile.
    pub fn is_leaving(&self) -> bool {
        self.time & 1 == 1
    }
}

/// The pieces a seat remembers, in the order in which it lost sight of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memories {
    pub len: u8,
    pub glimpses: [Glimpse; GLIMPSES],
}

impl Memories {
    /// The glimpses in memory.
    pub fn live(&self) -> &[Glimpse] {
        &self.glimpses[..self.len as usize]
    }

    /// Remembers one more glimpse.
    pub fn add(&mut self, glimpse: Glimpse) {
        if self.len as usize == GLIMPSES {
            self.forget(0);
        }
        self.glimpses[self.len as usize] = glimpse;
        self.len += 1;
    }

    /// Forgets the glimpse at a place.
    pub fn forget(&mut self, place: usize) {
        self.glimpses.copy_within(place + 1..self.len as usize, place);
        self.len -= 1;
    }

    /// Keeps only the glimpses for which a condition holds.
    pub fn keep(&mut self, mut is_kept: impl FnMut(&Glimpse) -> bool) {
        let mut kept = 0;
        for at in 0..self.len as usize {
            if is_kept(&self.glimpses[at]) {
                self.glimpses[kept] = self.glimpses[at];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

/// What the game adds to the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extra {
    /// For each seat the tiles where its units stood when its turn began: they are under its influence.
    pub standing: [CellSet; SEATS],
    /// For each seat the pieces of others that it saw when anybody last looked.
    pub seen: [PieceSet; SEATS],
    pub memories: [Memories; SEATS],
    /// The seat that took the first turn.
    pub starting: Seat,
    /// Seats that have begun a turn.
    pub begun: SeatSet,
    /// Pieces came, went or moved since sight was last computed.
    pub is_sight_stale: bool,
}

impl Encode for Extra {
    fn encode(&self, out: &mut impl Words) {
        self.standing.encode(out);
        for set in self.seen {
            out.word(set.0);
        }
        for memories in &self.memories {
            out.word(memories.len as u64);
            for glimpse in memories.live() {
                out.word(
                    glimpse.def.0 as u64
                        | (glimpse.health as u16 as u64) << 16
                        | (glimpse.time as u64) << 32
                        | (glimpse.owner.0 as u64) << 48
                        | (glimpse.cell.0 as u64) << 56,
                );
            }
        }
        out.word(self.starting.0 as u64 | (self.begun.0 as u64) << 8);
    }
}

impl Decode for Extra {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut extra = Self { standing: Decode::decode(from)?, ..Self::default() };
        for set in &mut extra.seen {
            *set = PieceSet(from.word()?);
        }
        for memories in &mut extra.memories {
            let len = from.word()?;
            ensure(len <= GLIMPSES as u64, "remembers too much")?;
            memories.len = len as u8;
            for glimpse in &mut memories.glimpses[..len as usize] {
                let word = from.word()?;
                *glimpse = Glimpse {
                    def: DefId(word as u16),
                    health: (word >> 16) as i16,
                    time: (word >> 32) as u16,
                    owner: Seat((word >> 48) as u8),
                    cell: Cell((word >> 56) as u8),
                };
                let is_known = glimpse.owner.at() < SEATS && glimpse.cell.at() < TILES;
                ensure(is_known, "remembers a card that cannot be there")?;
            }
        }
        let turns = from.word()?;
        extra.starting = Seat(turns as u8);
        extra.begun = SeatSet((turns >> 8) as u8);
        ensure(
            extra.starting.at() < SEATS || !extra.starting.is_some(),
            "was begun by a seat that does not play",
        )?;
        Ok(extra)
    }
}

storage! {
    Ruler: extra Extra, piece Own, seats 4;
    pieces 64, cells TILES, cards 255, zones 4 of 63, effects 96, queue 96, fog true
}

// Rules that damage or kill by themselves.
pub const REASONS: &[&str] = &["poison", "water"];
pub const BY_POISON: u8 = 0;
pub const BY_WATER: u8 = 1;

numbered! {
    ZONE_WORDS: index {
        HAND = "hand",
        // The first of the three decks.
        DECKS = "units",
        _ = "structures", _ = "spells",
    }
    KIND_WORDS: index {
        BASE = "base", UNIT = "unit", STRUCTURE = "structure", ITEM = "item", TRAP = "trap", SPELL = "spell", _ = "art",
    }
    RESOURCE_WORDS: index {
        GOLD = "gold", MANA = "mana",
        // Cards that must still be drawn this turn.
        DRAWS = "draws",
        // Units placed this turn.
        PLACED = "placed",
    }
    KEYWORD_WORDS: bits {
        FLYING = "flying", RELENTLESS = "relentless", INFILTRATOR = "infiltrator", AQUATIC = "aquatic",
        AMPHIBIOUS = "amphibious", UNDEAD = "undead", SHELTER = "shelter", CARRIER = "carrier", FARSIGHT = "farsight",
        SUREFOOTED = "surefooted", FOOTHOLD = "foothold",
    }
    STATUS_WORDS: index { POISONED = "poisoned", IMMOBILISED = "immobilised", SLOWED = "slowed" }
}

/// An immobilisation that began before this turn is being served.
pub const SERVING: u8 = OWN_FLAG;
/// An infiltrator has had its extra move.
pub const INFILTRATED: u8 = OWN_FLAG << 1;

/// How many attributes come before the printed numbers: attack, health and cost.
pub const NUMBERS: usize = 3;
/// The longest walk and range that the map's tables know.
pub const MOST_STEPS: i16 = 6;

// Printed numbers beyond attack, health and cost.
pub const MOVE: usize = 0;
pub const RANGE: usize = 1;
pub const WEAK: usize = 2;
/// Value and chance of the first defence; those of the second follow.
pub const BLOCK: usize = 3;
pub const BUILD: usize = 7;
pub const STORE: usize = 8;
/// The first resistance; there is one for each damage type.
pub const RESIST: usize = 9;
/// Damage types: the first tags.
pub const TYPES: usize = 7;

// Relations and places, counted from 1.
pub const HERE: u8 = 1;
pub const ADJACENT: u8 = 2;
/// The place after the terrains.
pub const INFLUENCE: u8 = 5;

// Phases.
pub const DRAW_PHASE: u8 = 0;
pub const TURN: u8 = 1;

/// Most cards of one seat on a tile.
pub const TILE_ROOM: u32 = 8;
/// Most units placed in a turn.
pub const PLACEMENTS: i16 = 2;
/// Most attacks of a relentless unit in a turn.
pub const PURSUIT: u8 = 5;
/// Most units a ship carries.
pub const CARRIED: u32 = 2;
/// How far units see into the fog.
pub const SIGHT: usize = 2;

/// Who knows what: hands, gold and the number of units placed are known to their owner only, the order of a deck to
/// nobody.
pub const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered, Audience::OwnerUnordered, Audience::OwnerUnordered],
    resources: {
        let mut table = [Audience::All; RESOURCES];
        table[GOLD] = Audience::Owner;
        table[PLACED] = Audience::Owner;
        table
    },
    veiled: 0,
};

/// The deck that cards of this kind belong to, counted from 0; none if no deck holds them.
pub fn deck_of(kind: u8) -> Option<usize> {
    match kind as usize {
        UNIT => Some(0),
        STRUCTURE | ITEM | TRAP => Some(1),
        SPELL => Some(2),
        _ => None,
    }
}

/// The resource that pays for a card of this kind.
#[inline(always)]
pub fn payment(kind: u8) -> usize {
    if kind as usize == SPELL { MANA } else { GOLD }
}

/// How a piece with these keywords stands and walks.
#[inline(always)]
pub fn gait(keywords: u64) -> Gait {
    if keywords & AQUATIC != 0 {
        Gait::Water
    } else if keywords & AMPHIBIOUS != 0 {
        Gait::Everywhere
    } else {
        Gait::Land
    }
}

/// How many steps a piece may walk now.
///
/// RULE: slowness takes steps away, but never the last one.
#[inline(always)]
pub fn steps(game: &Game<Ruler>, state: &State<Ruler>, id: PieceId) -> usize {
    let piece = state.piece(id);
    let own = changed(state, id, game.def(piece.def).numbers[MOVE], MOVE);
    let slowed = piece.statuses[SLOWED] as i16;
    if own > 1 { (own - slowed).max(1) as usize } else { own as usize }
}

/// A printed number of a piece with what texts have changed of it.
///
/// RULE: walks and ranges are six steps at most; a number that is printed as 0 is not changed: who does not walk does
/// not learn it.
#[inline(always)]
pub fn changed(state: &State<Ruler>, id: PieceId, printed: i16, number: usize) -> i16 {
    if state.in_force_len == 0 || printed <= 0 {
        return printed.max(0);
    }
    (printed + state.adjusted(id, NUMBERS + number)).clamp(0, MOST_STEPS)
}

/// How far a piece attacks.
#[inline(always)]
pub fn range(game: &Game<Ruler>, state: &State<Ruler>, id: PieceId) -> usize {
    let piece = state.piece(id);
    let own = changed(state, id, game.def(piece.def).numbers[RANGE], RANGE) as usize;
    own + (own > 0 && piece.keywords_now() & FARSIGHT != 0) as usize
}

/// Units and structures: the pieces that can be attacked and chosen.
#[inline(always)]
pub fn bodies(state: &State<Ruler>) -> PieceSet {
    state.kind[UNIT] | state.kind[STRUCTURE]
}
