//! The records a state is made of: pieces, cards, zones, effects in force, waiting work, prompts.

use crate::ids::{CardId, Cell, DefId, PieceId, PieceSet, Seat, SeatSet};
use crate::who::Cause;

/// Most seats any game has.
pub const SEATS: usize = 4;
/// Most kinds of piece any game has.
pub const KINDS: usize = 8;
/// Numbered resources of a seat.
pub const RESOURCES: usize = 10;
/// Moments a card can listen for.
pub const MOMENTS: usize = 20;
/// Counts that a seat keeps of what it did: see [`SeatState::tallies`].
pub const TALLIES: usize = 8;
/// Counters a piece carries.
pub const STATUSES: usize = 4;
/// Most options of one prompt.
pub const PROMPT_OPTIONS: usize = 6;

/// One piece in play: a card on the board, a hero, a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Piece<X> {
    /// Keywords the piece has for good.
    pub keywords: u64,
    /// Keywords lent by auras and durations.
    pub lent_keywords: u64,
    /// Printed attack with permanent changes.
    pub attack: i16,
    /// Printed health with permanent changes.
    pub health: i16,
    /// Damage taken and not restored.
    pub damage: i16,
    pub lent_attack: i16,
    pub lent_health: i16,
    /// The positive part of `lent_health`: when it shrinks, damage shrinks with it. Nothing is lent to a dying piece,
    /// so there it holds the number of what doomed the piece, see [`Piece::doomed_by`].
    pub lent_bonus: i16,
    pub def: DefId,
    /// Order of arrival.
    pub stamp: u16,
    pub owner: Seat,
    pub cell: Cell,
    pub statuses: [u8; STATUSES],
    /// Attacks or other uses since it was last made ready.
    pub acted: u8,
    /// Flags below.
    pub flags: u8,
    pub extra: X,
}

/// The piece moved since it was last made ready.
pub const MOVED: u8 = 1;
/// The piece came into play, or to another side, since it was last made ready.
pub const ARRIVED: u8 = 2;
/// The printed abilities of the piece are gone.
pub const DISPELLED: u8 = 4;
/// Some effect in force grants the piece an ability.
pub const GRANTED: u8 = 8;
/// The printed abilities of the piece are asleep.
pub const DORMANT: u8 = 128;
/// The first of the three flags that each game uses as it likes.
pub const OWN_FLAG: u8 = 16;

impl<X> Piece<X> {
    /// Attack as it counts now.
    #[inline(always)]
    pub fn attack_now(&self) -> i16 {
        self.attack.saturating_add(self.lent_attack).max(0)
    }

    /// Most health it can have now.
    #[inline(always)]
    pub fn health_most(&self) -> i16 {
        self.health.saturating_add(self.lent_health)
    }

    /// Health as it stands.
    #[inline(always)]
    pub fn health_now(&self) -> i16 {
        self.health_most().saturating_sub(self.damage)
    }

    /// Keywords as they count now.
    #[inline(always)]
    pub fn keywords_now(&self) -> u64 {
        self.keywords | self.lent_keywords
    }

    /// What doomed the piece, while it is dying.
    #[inline]
    pub fn doomed_by(&self) -> Cause {
        Cause::from_number(self.lent_bonus)
    }

    /// Notes what doomed the piece, which is dying from now on.
    #[inline]
    pub fn be_doomed_by(&mut self, cause: Cause) {
        self.lent_bonus = cause.to_number();
    }

    /// Whether the piece has a flag.
    #[inline(always)]
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// One copy of a card in a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Card {
    pub def: DefId,
    /// Seats that know this copy although its zone hides it.
    pub known: SeatSet,
    /// How much more, or less, than printed it costs.
    pub cost: i8,
    /// How much more, or less, than printed it will have in play.
    pub attack: i8,
    pub health: i8,
}

impl Card {
    /// A card as printed that nobody beyond its zone knows.
    pub fn new(def: DefId) -> Self {
        Self { def, ..Self::default() }
    }

    /// A card as printed that everybody knows.
    pub fn shown(def: DefId) -> Self {
        Self { def, known: SeatSet::ALL, ..Self::default() }
    }
}

/// An ordered place of cards.
#[derive(Clone, Copy, Debug)]
pub struct Zone<C> {
    pub len: u8,
    pub cards: C,
}

/// The resources of one seat, named in the game's vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatState {
    pub resources: [i16; RESOURCES],
    /// What the seat did: cards played, spells cast, pieces lost; `effects` keeps them and numbers them.
    pub tallies: [u8; TALLIES],
}

/// A change that ends by itself, a timer or a price: one record for a whole set of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InForce {
    pub pieces: PieceSet,
    pub keywords: u64,
    /// The time at which it ends or fires; `u32::MAX` means never.
    pub until: u32,
    /// How much attack it lends; for a price, how much more the cards cost; for a timer, the cell that its text keeps,
    /// see [`InForce::cell`].
    pub attack: i16,
    pub health: i16,
    /// A granted ability, the ability a timer runs, or the query of the cards that have another price; `u16::MAX` is
    /// none.
    pub ability: u16,
    /// The card whose text it is, if it has no source piece.
    pub by: DefId,
    /// How many times the ability was granted.
    pub times: u8,
    pub seat: Seat,
    pub sort: Sort,
    pub at_end: AtEnd,
}

/// What a record in force is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Sort {
    /// It lends numbers, keywords or an ability.
    #[default]
    Loan = 0,
    /// Its pieces run an ability when its time has come.
    Timer = 1,
    /// The seat set the timer, through a card that is not a piece: its ability runs without a source.
    SeatTimer = 2,
    /// Cards of a seat cost more or less; the seat's own piece carries it.
    Price = 3,
    /// The next such card that is played costs more or less.
    NextPrice = 4,
    /// It changes a number of its pieces that is neither attack nor health: `ability` is its attribute, `attack` by how
    /// much.
    Number = 5,
    /// Damage to its pieces is prevented: `attack` is how much more.
    Shield = 6,
}

impl Sort {
    /// The sort with this number, if there is one.
    pub fn from_number(number: u8) -> Option<Self> {
        const ALL: [Sort; 7] = [
            Sort::Loan,
            Sort::Timer,
            Sort::SeatTimer,
            Sort::Price,
            Sort::NextPrice,
            Sort::Number,
            Sort::Shield,
        ];
        ALL.get(number as usize).copied()
    }
}

/// What happens to the pieces of a record when it ends: nothing, they go back to a seat, or they are destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtEnd(pub u8);

impl AtEnd {
    pub const NOTHING: Self = Self(u8::MAX);
    pub const DESTROY: Self = Self(u8::MAX - 1);

    /// They go back to this seat.
    pub const fn back_to(seat: Seat) -> Self {
        Self(seat.0)
    }

    /// The seat they go back to, if they do.
    pub fn home(self) -> Option<Seat> {
        (self != Self::NOTHING && self != Self::DESTROY).then_some(Seat(self.0))
    }
}

impl Default for InForce {
    /// A record that reaches no piece, changes nothing and never ends.
    fn default() -> Self {
        Self {
            pieces: PieceSet::EMPTY,
            keywords: 0,
            until: u32::MAX,
            attack: 0,
            health: 0,
            ability: u16::MAX,
            by: DefId::NONE,
            times: 1,
            seat: Seat::NONE,
            sort: Sort::Loan,
            at_end: AtEnd::NOTHING,
        }
    }
}

impl InForce {
    /// The cell that the text of a timer keeps for later; none in any other record.
    #[inline]
    pub fn cell(&self) -> Cell {
        if self.is_timer() { Cell::from_number(self.attack) } else { Cell::NONE }
    }

    /// Whether it runs an ability when its time has come.
    #[inline(always)]
    pub fn is_timer(&self) -> bool {
        matches!(self.sort, Sort::Timer | Sort::SeatTimer)
    }

    /// Whether it changes what cards cost.
    #[inline(always)]
    pub fn is_price(&self) -> bool {
        matches!(self.sort, Sort::Price | Sort::NextPrice)
    }

    /// Whether it changes a number that is neither attack nor health.
    #[inline(always)]
    pub fn is_number(&self) -> bool {
        self.sort == Sort::Number
    }

    /// Whether it prevents damage.
    #[inline(always)]
    pub fn is_shield(&self) -> bool {
        self.sort == Sort::Shield
    }

    /// Whether it changes something of its pieces that is neither attack, health, a keyword nor an ability.
    #[inline(always)]
    pub fn is_aside(&self) -> bool {
        self.is_number() || self.is_shield()
    }

    /// Whether it grants an ability.
    #[inline(always)]
    pub fn grants(&self) -> bool {
        self.ability != u16::MAX && self.sort == Sort::Loan
    }

    /// Whether it only lends numbers and keywords.
    #[inline(always)]
    pub fn only_lends(&self) -> bool {
        self.ability == u16::MAX && self.sort == Sort::Loan && self.at_end == AtEnd::NOTHING
    }
}

/// The kinds of frames in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameKind {
    /// A running or waiting card program.
    #[default]
    Program,
    /// A step of the game's own sequence; `pc` is the game's number for it.
    Step,
    /// The text of a card that was played and has not begun: it can be countered and given another target.
    Play,
}

/// Something that waits to be carried out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waiting {
    Trigger(Trigger),
    Frame(Frame),
}

/// An ability that was set off but has not begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trigger {
    pub ability: u16,
    pub carrier: PieceId,
    /// The piece it happened to, if that is not the carrier.
    pub subject: PieceId,
    /// The other party of the event.
    pub other: PieceId,
    /// The amount of the event; the number of the card that an event about cards is about; the number of the cell that
    /// the text of a timer keeps.
    pub amount: i16,
    pub seat: Seat,
}

/// A suspended program or step: plain data, so that a prompt can wait inside the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    pub set: PieceSet,
    pub pc: u16,
    pub value: i16,
    pub amount: i16,
    pub def: DefId,
    pub source: PieceId,
    pub subject: PieceId,
    pub chosen: PieceId,
    pub destination: Cell,
    pub seat: Seat,
    pub card: CardId,
    /// The card whose text it is, if it has no source piece.
    pub by: DefId,
    pub kind: FrameKind,
    pub answer: u8,
}

impl Frame {
    /// A program that starts at `pc` for the controller `seat`.
    pub fn program(pc: u16, seat: Seat, source: PieceId) -> Self {
        Self { pc, seat, source, answer: u8::MAX, ..Self::default() }
    }

    /// A step of the game's own sequence.
    pub fn step(number: u16, seat: Seat, source: PieceId, subject: PieceId) -> Self {
        Self { pc: number, seat, source, subject, kind: FrameKind::Step, ..Self::default() }
    }
}

/// A question asked mid-resolution, answered by an action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prompt {
    /// The seat that is asked; none while no question is open.
    pub seat: Seat,
    pub len: u8,
    pub options: [DefId; PROMPT_OPTIONS],
}

impl Prompt {
    /// Whether a question waits.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.seat.is_some()
    }
}
