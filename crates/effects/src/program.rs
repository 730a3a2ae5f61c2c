//! Compiled cards: numbers, queries, abilities and auras as the interpreter reads them.

use cardwright_core::{DefId, STATUSES};

use crate::moment::Moment;

/// "No program, query or ability".
pub const NOTHING: u16 = u16::MAX;
/// The destination of a card whose player chooses a free cell of their own; above it come lines, by their relation.
pub const OWN_SPACE: u8 = 3;
/// Printed numbers a card has beyond attack, health and cost.
pub const NUMBERS: usize = 16;

/// A printed card as the kernel knows it: numbers and programs, no names.
#[derive(Clone, Debug)]
pub struct CardDef {
    pub kind: u8,
    pub attack: i16,
    pub health: i16,
    pub cost: i16,
    pub numbers: [i16; NUMBERS],
    pub keywords: u64,
    pub statuses: [u8; STATUSES],
    pub tags: u64,
    /// The first operation of its program, which runs when it is played (a hero: when its power is used).
    pub play: u16,
    /// The query of its chosen target.
    pub target: u16,
    /// The query of the target that is chosen after the first one; such a card has neither destination nor modes.
    pub second: u16,
    /// Whether a cell is chosen after the target, and which cells are allowed: 0 for none, 1 any free one of the target's
    /// owner, 2 such a one beside the target, [`OWN_SPACE`], and above that a line: see [`CardDef::line`].
    pub destination: u8,
    /// What its player chooses between when it is played, in place of `play` and `target`.
    pub modes: Box<[Mode]>,
    /// It costs less for everything that matches: the query and how much for each.
    pub own_cost: Option<(u16, i16)>,
    pub collectible: bool,
    /// Copies that a deck may hold, if its rarity allows fewer than others.
    pub copies: Option<u8>,
    /// The only hero whose decks may hold it; none for most cards.
    pub reserved: DefId,
    pub abilities: Box<[u16]>,
    pub auras: Box<[u16]>,
    /// Cards that its piece may use while it is in play.
    pub knows: Box<[DefId]>,
    pub aura_traits: AuraTraits,
    /// One of its abilities waits for a timer.
    pub has_timer: bool,
    /// The moments it listens for, about itself and about others, as bits.
    pub hears_itself: u32,
    pub hears_others: u32,
}

/// What the auras of a card look at and change, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuraTraits(u8);

impl AuraTraits {
    /// One looks at numbers or keywords of the pieces it reaches.
    pub const PICKY: Self = Self(1);
    /// One depends on other pieces than those it reaches.
    pub const COUNTING: Self = Self(2);
    /// One depends on cards of a zone, which may change with anything that is done.
    pub const WATCHFUL: Self = Self(4);
    /// One changes what cards cost.
    pub const PRICING: Self = Self(8);
    /// The condition or the count of one looks at numbers or keywords.
    pub const DISCERNING: Self = Self(32);
    /// What the card itself costs is counted.
    pub const OWN_COST: Self = Self(16);

    /// These traits as well, if `holds`.
    pub fn with(self, traits: Self, holds: bool) -> Self {
        if holds { Self(self.0 | traits.0) } else { self }
    }

    /// Whether it has one of these traits.
    #[inline(always)]
    pub fn has(self, traits: Self) -> bool {
        self.0 & traits.0 != 0
    }
}

impl std::ops::BitOr for AuraTraits {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl CardDef {
    /// The relation of which its player chooses a line; 0 if they choose none.
    #[inline(always)]
    pub fn line(&self) -> u8 {
        self.destination.saturating_sub(OWN_SPACE)
    }

    /// Whether playing it does something.
    pub fn has_program(&self) -> bool {
        self.play != NOTHING
    }

    /// What it does in a mode; a card without modes has one, whatever the number.
    pub fn mode(&self, number: u8) -> Mode {
        let own = Mode { play: self.play, target: self.target };
        self.modes.get(number as usize).copied().unwrap_or(own)
    }
}

/// What a card does when it is played: one of several things its player chooses between, or the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    pub play: u16,
    pub target: u16,
}

/// Where a query starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Board,
    Source,
    Subject,
    Chosen,
    It,
    /// The cell that the player of the text chose: the pieces on it, or in its line.
    Destination,
}

/// Whose pieces or cards, seen from the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Any,
    Mine,
    Foe,
    /// The owner of the first piece of S.
    Its,
}

impl Side {
    /// The side with this number, which was verified.
    pub fn from_number(number: u8) -> Self {
        [Side::Any, Side::Mine, Side::Foe, Side::Its][number as usize & 3]
    }
}

/// How a value is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    AtMost,
    AtLeast,
    Equal,
}

impl Compare {
    /// The comparison with this number, which was verified.
    pub fn from_number(number: u8) -> Self {
        match number {
            0 => Compare::AtMost,
            1 => Compare::AtLeast,
            _ => Compare::Equal,
        }
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(self, value: i16, n: i16) -> bool {
        match self {
            Compare::AtMost => value <= n,
            Compare::AtLeast => value >= n,
            Compare::Equal => value == n,
        }
    }
}

/// A test on a number of a piece or card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    pub attribute: u8,
    pub compare: Compare,
    pub n: i16,
}

/// Which pieces (or, with a zone, which cards) are meant.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub base: Base,
    /// 0 the base itself, k the k-th relation of the vocabulary.
    pub relation: u8,
    /// How many times the relation is followed; 0 and 1 are once.
    pub steps: u8,
    /// 0 the board, k the k-th zone.
    pub zone: u8,
    /// 0 anywhere, k the k-th place of the vocabulary: a kind of ground, an area.
    pub place: u8,
    pub side: Side,
    pub kinds: u8,
    pub not_source: bool,
    pub not_chosen: bool,
    /// 0 any, 1 damaged, 2 undamaged.
    pub damaged: u8,
    pub test: Option<Test>,
    pub keywords: u64,
    pub without: u64,
    pub tags: u64,
    /// Tags that it must not have.
    pub not_tags: u64,
    /// Tags of which it must have one; 0 if none is asked for.
    pub any_tags: u64,
    /// 0 any, k a piece with the k-th status of the vocabulary.
    pub status: u8,
    /// Only the top card of a zone.
    pub is_top: bool,
    /// Only this card; hidden if any card will do.
    pub card: DefId,
    /// 0 for all, k for k of them at random.
    pub random: u8,
    /// Pieces have to be looked at one by one.
    pub is_picky: bool,
    /// Cells at the place are counted, not pieces.
    pub is_ground: bool,
    /// For cells: 0 any, k only those at the k-th place as well.
    pub area: u8,
}

impl Default for Query {
    /// Every piece on the board.
    fn default() -> Self {
        Self {
            base: Base::Board,
            relation: 0,
            steps: 0,
            zone: 0,
            place: 0,
            side: Side::Any,
            kinds: 0,
            not_source: false,
            not_chosen: false,
            damaged: 0,
            test: None,
            keywords: 0,
            without: 0,
            tags: 0,
            not_tags: 0,
            any_tags: 0,
            status: 0,
            is_top: false,
            card: DefId::HIDDEN,
            random: 0,
            is_picky: false,
            is_ground: false,
            area: 0,
        }
    }
}

/// A trigger: when its moment comes, its program runs.
#[derive(Clone, Copy, Debug)]
pub struct Ability {
    pub moment: u8,
    pub is_about_others: bool,
    pub side: Side,
    pub query: u16,
    pub op: u16,
    /// What the other party of the event must be.
    pub by: Party,
    /// The amount of the event must be at least this.
    pub least: i16,
    /// The resource that must have been spent; `None` for any.
    pub resource: Option<u8>,
    /// Whose turn it must be, seen from its carrier.
    pub turn: Side,
    /// What becomes of the damage that its carrier, or a piece it watches, would take.
    pub replaces: Replaces,
    /// Only damage that would kill.
    pub is_fatal: bool,
    /// What it replaces is healing, not damage.
    pub is_healing: bool,
    /// Only damage of one of these types, as tags; 0 for any damage.
    pub harms: u64,
    /// For a timer: the time until it fires, and whether it fires again and again.
    pub wait: u32,
    pub repeats: bool,
}

impl Ability {
    /// An ability that runs a program whenever this happens to its carrier.
    pub fn on(moment: Moment, op: u16) -> Self {
        Self {
            moment: moment as u8,
            is_about_others: false,
            side: Side::Any,
            query: NOTHING,
            op,
            by: Party::Anybody,
            least: 0,
            resource: None,
            turn: Side::Any,
            replaces: Replaces::Nothing,
            is_fatal: false,
            is_healing: false,
            harms: 0,
            wait: 0,
            repeats: false,
        }
    }
}

/// What an ability does to damage before it is dealt, or to healing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    Nothing,
    /// It does not happen.
    Prevents,
    /// The carrier takes it instead.
    Takes,
}

/// What the other party of an event must be for a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    Anybody,
    /// No piece, for example a spell.
    Nobody,
    Matching(u16),
}

/// What a piece lends to others while it is in play.
#[derive(Clone, Copy, Debug)]
pub struct Aura {
    pub query: u16,
    pub attack: i16,
    pub health: i16,
    pub keywords: u64,
    /// How much more, or less, matching cards of a zone cost.
    pub cost: i16,
    /// The change is multiplied by how many match this query.
    pub per: u16,
    /// It holds only while this many match the query, or none at all.
    pub given: u16,
    pub given_least: i16,
    pub given_none: bool,
    /// Only the first such card that its player plays in a turn.
    pub is_first: bool,
    /// It makes no card cheaper than this.
    pub floor: i16,
}

impl Aura {
    /// The queries that it depends on besides the one that says whom it reaches.
    pub fn depends_on(&self) -> impl Iterator<Item = u16> {
        [self.per, self.given].into_iter().filter(|&query| query != NOTHING)
    }
}

/// An attribute as it is printed.
pub fn printed(def: &CardDef, attribute: u8) -> i16 {
    match attribute {
        0 => def.attack,
        1 => def.health,
        2 => def.cost,
        n => def.numbers[(n as usize - 3).min(NUMBERS - 1)],
    }
}
