//! The table of events. A row holds the event's name, its details, who hears of it and its documentation.
//!
//! Everything about events is generated from this table: the enum, the pieces an event is about, its veil and the
//! rows that code outside the kernel reads. Code that passes events on asks for their details
//! ([`What::each_detail`]).

use crate::ids::{Cell, DefId, PieceSet, Seat};
use crate::who::{By, Who};

/// The kind of room that ran out, so that an effect fizzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Room {
    Pieces,
    Cells,
    Cards,
    Effects,
    Queue,
    Triggers,
}

impl Room {
    /// All rooms, in the order of their numbers.
    pub const ALL: [Room; 6] =
        [Room::Pieces, Room::Cells, Room::Cards, Room::Effects, Room::Queue, Room::Triggers];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Room::Pieces => "pieces",
            Room::Cells => "cells",
            Room::Cards => "cards",
            Room::Effects => "effects",
            Room::Queue => "queue",
            Room::Triggers => "triggers",
        }
    }
}

/// A detail of an event, for code that passes the event on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Seat(Seat),
    Card(DefId),
    Cell(Cell),
    Piece(Who),
    Cause(By),
    Number(i64),
    Flag(bool),
    Word(&'static str),
}

/// What a detail refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Seat,
    Card,
    Cell,
    Piece,
    Cause,
    Number,
    Flag,
    Word,
}

impl Sort {
    /// Its name in the exported table.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Seat => "seat",
            Sort::Card => "card",
            Sort::Cell => "cell",
            Sort::Piece => "piece",
            Sort::Cause => "cause",
            Sort::Number => "number",
            Sort::Flag => "flag",
            Sort::Word => "word",
        }
    }
}

/// What a seat is told of an event if it may not know the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Veil {
    /// All of it: there is nothing to hide.
    Open,
    /// That it happened, but not with which card.
    HidesCard,
    /// Nothing: the seat does not notice it.
    Unseen,
}

/// A row of the table as data.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    pub details: &'static [(&'static str, Sort)],
    pub veil: Veil,
    /// Its documentation, with a space before it.
    pub about: &'static str,
}

/// A type that a detail may have.
trait Field {
    const SORT: Sort;

    fn detail(&self) -> Detail;

    /// The piece that it names.
    fn pieces(&self) -> PieceSet {
        PieceSet::EMPTY
    }

    /// The cause that it is.
    fn cause(&mut self) -> Option<&mut By> {
        None
    }

    /// The card that it is.
    fn card(&mut self) -> Option<&mut DefId> {
        None
    }
}

impl Field for Seat {
    const SORT: Sort = Sort::Seat;

    fn detail(&self) -> Detail {
        Detail::Seat(*self)
    }
}

impl Field for DefId {
    const SORT: Sort = Sort::Card;

    fn detail(&self) -> Detail {
        Detail::Card(*self)
    }

    fn card(&mut self) -> Option<&mut DefId> {
        Some(self)
    }
}

impl Field for Cell {
    const SORT: Sort = Sort::Cell;

    fn detail(&self) -> Detail {
        Detail::Cell(*self)
    }
}

impl Field for Who {
    const SORT: Sort = Sort::Piece;

    fn detail(&self) -> Detail {
        Detail::Piece(*self)
    }

    #[inline]
    fn pieces(&self) -> PieceSet {
        PieceSet::one(self.piece)
    }
}

impl Field for By {
    const SORT: Sort = Sort::Cause;

    fn detail(&self) -> Detail {
        Detail::Cause(*self)
    }

    fn cause(&mut self) -> Option<&mut By> {
        Some(self)
    }
}

impl Field for bool {
    const SORT: Sort = Sort::Flag;

    fn detail(&self) -> Detail {
        Detail::Flag(*self)
    }
}

impl Field for Room {
    const SORT: Sort = Sort::Word;

    fn detail(&self) -> Detail {
        Detail::Word(self.name())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Field for $number {
            const SORT: Sort = Sort::Number;

            fn detail(&self) -> Detail {
                Detail::Number(*self as i64)
            }
        })*
    };
}

numbers!(u8, i16, u32);

macro_rules! events {
    ($($(#[doc = $about:literal])+ $name:ident $word:literal $({ $($field:ident: $kind:ty),* })? $veil:ident;)*) => {
        /// One thing that happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum What {
            $($(#[doc = $about])+ $name $({ $($field: $kind),* })?,)*
        }

        /// All rows, in the order of the enum.
        pub const EVENTS: &[Row] = &[
            $(Row {
                name: $word,
                details: &[$($((stringify!($field), <$kind as Field>::SORT)),*)?],
                veil: Veil::$veil,
                about: concat!($($about),+),
            },)*
        ];

        impl What {
            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(What::$name { .. } => $word,)*
                }
            }

            /// What a seat is told of it if it may not know the details.
            fn veil(&self) -> Veil {
                match self {
                    $(What::$name { .. } => Veil::$veil,)*
                }
            }

            /// Calls `tell` with every detail and its name.
            pub fn each_detail(&self, mut tell: impl FnMut(&'static str, Detail)) {
                match self {
                    $(What::$name { $($($field),*)? } => {
                        $($(tell(stringify!($field), $field.detail());)*)?
                    })*
                }
            }

            /// The pieces it is about.
            #[inline]
            pub fn pieces(&self) -> PieceSet {
                match self {
                    $(What::$name { $($($field),*)? } => PieceSet::EMPTY $($(| Field::pieces($field))*)?,)*
                }
            }

            /// Its cause, to be changed.
            fn cause_mut(&mut self) -> Option<&mut By> {
                match self {
                    $(What::$name { $($($field),*)? } => None$($(.or(Field::cause($field)))*)?,)*
                }
            }

            /// The card it tells of, to be changed.
            fn card_mut(&mut self) -> Option<&mut DefId> {
                match self {
                    $(What::$name { $($($field),*)? } => None$($(.or(Field::card($field)))*)?,)*
                }
            }
        }
    };
}

events! {
    /// A phase of the game began for a seat; phases have the game's own numbers.
    Began "began" { seat: Seat, phase: u8 } Open;
    /// A seat drew a card.
    Drawn "drawn" { seat: Seat, card: DefId } HidesCard;
    /// There was nothing to draw.
    DrewNothing "drew_nothing" { seat: Seat } Open;
    /// The card was shown to all and lost, for lack of room.
    Lost "lost" { seat: Seat, card: DefId } HidesCard;
    /// A seat played a card.
    Played "played" { seat: Seat, card: DefId } HidesCard;
    /// A card came into a zone from outside the game, from the board or from a prompt.
    Created "created" { seat: Seat, zone: u8, card: DefId } HidesCard;
    /// A card went from one zone of a seat to another.
    Shifted "shifted" { seat: Seat, from: u8, to: u8, card: DefId } HidesCard;
    // How many cards of a hidden zone changed would tell what lies there.
    /// A card costs more or less from now on.
    CostChanged "cost_changed" { seat: Seat, card: DefId, by: i16 } Unseen;
    /// A seat put this many cards back and drew as many.
    Redrew "redrew" { seat: Seat, count: u8 } Open;
    /// A piece came into play.
    Entered "entered" { who: Who } Unseen;
    /// A piece went to another cell.
    Moved "moved" { who: Who, to: Cell } Unseen;
    /// A piece went back to its owner's hand.
    Returned "returned" { who: Who } Unseen;
    /// A piece died.
    Died "died" { who: Who, cause: By } Unseen;
    /// A piece attacked another.
    Attacked "attacked" { who: Who, target: Who } Unseen;
    /// A piece took damage.
    Damaged "damaged" { who: Who, amount: i16, cause: By } Unseen;
    /// Damage was prevented.
    Prevented "prevented" { who: Who, amount: i16 } Unseen;
    /// A piece regained health.
    Healed "healed" { who: Who, amount: i16, cause: By } Unseen;
    /// The attack and health of a piece changed, for good or for a time.
    Changed "changed" { who: Who, attack: i16, health: i16, lasting: bool } Unseen;
    /// A piece gained a keyword, for good or for a time.
    KeywordGained "keyword_gained" { who: Who, keyword: u8, lasting: bool } Unseen;
    /// A piece lost a keyword.
    KeywordLost "keyword_lost" { who: Who, keyword: u8 } Unseen;
    /// A piece now has a status of this strength.
    Afflicted "afflicted" { who: Who, status: u8, amount: i16 } Unseen;
    /// A piece lost all keywords, changes and abilities.
    Dispelled "dispelled" { who: Who } Unseen;
    /// A piece gained an ability that is not printed on it.
    AbilityGranted "ability_granted" { who: Who } Unseen;
    /// A piece became another card.
    Transformed "transformed" { who: Who, into: DefId } Unseen;
    /// A piece became like another in all that it has now.
    Imitated "imitated" { who: Who, model: By } Unseen;
    /// A seat took control of a piece.
    Controlled "controlled" { who: Who, by: Seat } Unseen;
    /// A number of a piece that is neither attack nor health changed, for good or for a time.
    Adjusted "adjusted" { who: Who, attribute: u8, amount: i16, lasting: bool } Unseen;
    /// Damage to a piece will be prevented up to an amount, for good or for a time.
    Shielded "shielded" { who: Who, amount: i16, lasting: bool } Unseen;
    /// Healing of a piece was prevented.
    Unhealed "unhealed" { who: Who, amount: i16 } Unseen;
    /// The ground of a cell changed; the place is counted from 0.
    GroundChanged "ground_changed" { cell: Cell, place: u8 } Open;
    /// A piece may move again.
    Loosened "loosened" { who: Who } Unseen;
    /// A piece may act again.
    Readied "readied" { who: Who } Unseen;
    /// A seat gained a resource, or lost it where the amount is below 0.
    Gained "gained" { seat: Seat, resource: u8, amount: i16 } Unseen;
    /// A seat used its power.
    PowerUsed "power_used" { seat: Seat, card: DefId } HidesCard;
    /// A seat was asked a question.
    Asked "asked" { seat: Seat } Open;
    /// A seat answered a question with a card.
    Answered "answered" { seat: Seat, card: DefId } HidesCard;
    /// A piece used a card that it knows.
    Used "used" { who: Who, card: DefId } Unseen;
    /// A piece came into sight of a seat that did not follow it there.
    Spotted "spotted" { who: Who } Unseen;
    /// A piece went out of a seat's sight.
    Vanished "vanished" { who: Who } Unseen;
    /// A lasting change ended.
    WoreOff "wore_off" { who: Who } Unseen;
    /// Time went on to this moment.
    Passed "passed" { now: u32 } Open;
    /// A piece whose card only its owner knew was shown to all and is spent.
    Unveiled "unveiled" { who: Who } Open;
    /// A card that a seat played, or an attack it declared, was stopped.
    Countered "countered" { seat: Seat, card: DefId } HidesCard;
    /// A piece became the target of a card or an attack instead of another.
    Redirected "redirected" { who: Who } Unseen;
    /// A text cast a card for a seat, aimed by chance.
    Cast "cast" { seat: Seat, card: DefId } HidesCard;
    /// The seat's own piece may use this card from now on.
    Learned "learned" { seat: Seat, card: DefId } HidesCard;
    /// The attack and health that a card of a zone will have in play changed.
    CardChanged "card_changed" { seat: Seat, card: DefId, attack: i16, health: i16 } Unseen;
    /// Cards of a seat cost more or less for a time.
    Priced "priced" { seat: Seat, by: i16 } Open;
    /// A card went to where used cards lie.
    Discarded "discarded" { seat: Seat, card: DefId } HidesCard;
    /// A card of a hidden zone was shown to all.
    Revealed "revealed" { seat: Seat, zone: u8, card: DefId } HidesCard;
    /// A seat paid with a resource.
    Spent "spent" { seat: Seat, resource: u8, amount: i16 } Unseen;
    /// A sound of the game was played.
    Sounded "sounded" { sound: u8 } Open;
    // The thing that found no room may be hidden.
    /// An effect found no room.
    Fizzled "fizzled" { room: Room } Unseen;
    /// A seat lost the match.
    Defeated "defeated" { seat: Seat } Open;
    /// The match ended.
    Ended "ended" Open;
}

impl What {
    /// Its cause, if it tells one.
    pub fn by(&self) -> Option<&By> {
        match self {
            What::Died { cause, .. } | What::Damaged { cause, .. } | What::Healed { cause, .. } => {
                Some(cause)
            }
            What::Imitated { model, .. } => Some(model),
            _ => None,
        }
    }

    /// The same event without its cause.
    pub fn without_cause(mut self) -> Self {
        if let Some(cause) = self.cause_mut() {
            *cause = By::UNKNOWN;
        }
        self
    }

    /// The event for a seat that may not know the details; `None` if the seat does not notice it at all.
    pub fn veiled(mut self) -> Option<Self> {
        match self.veil() {
            Veil::Open => {}
            Veil::HidesCard => {
                if let Some(card) = self.card_mut() {
                    *card = DefId::HIDDEN;
                }
            }
            Veil::Unseen => return None,
        }
        Some(self)
    }
}
