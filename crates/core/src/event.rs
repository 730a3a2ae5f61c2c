//! What happened, in rulebook words, with who may know it.

use crate::ids::{Cell, DefId, PieceId, PieceSet, Seat, SeatSet};

/// A piece as it was when something happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    pub piece: PieceId,
    pub def: DefId,
    pub owner: Seat,
    pub cell: Cell,
}

/// What brought something about, in numbers: a piece, a card that is no piece, both, or a rule of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub piece: PieceId,
    /// The card whose text it is, where that is not the piece's own.
    pub card: DefId,
    /// A rule of the game, counted from 1 in the game's own list; 0 is none.
    pub rule: u8,
}

impl Cause {
    /// Nothing that has a name.
    pub const NONE: Self = Self { piece: PieceId::NONE, card: DefId::NONE, rule: 0 };

    /// A piece.
    pub const fn piece(piece: PieceId) -> Self {
        Self { piece, ..Self::NONE }
    }

    /// A rule of the game, by its number in the game's list.
    pub const fn rule(number: u8) -> Self {
        Self { rule: number + 1, ..Self::NONE }
    }

    /// As one number: of a card and a piece the card.
    pub fn to_number(self) -> i16 {
        if self.card != DefId::NONE && self.card != DefId::HIDDEN {
            -1 - (self.card.0.min(i16::MAX as u16 - 1) as i16)
        } else if self.rule != 0 {
            RULES_FROM + self.rule as i16
        } else if self.piece.is_some() {
            1 + self.piece.0 as i16
        } else {
            0
        }
    }

    /// The cause of a number.
    pub fn from_number(number: i16) -> Self {
        match number {
            0 => Self::NONE,
            n if n < 0 => Self { card: DefId((-1 - n) as u16), ..Self::NONE },
            n if n > RULES_FROM => Self { rule: (n - RULES_FROM) as u8, ..Self::NONE },
            n => Self::piece(PieceId((n - 1) as u8)),
        }
    }
}

/// Numbers of causes above this one are rules; those below are pieces.
const RULES_FROM: i16 = 256;

/// What brought something about, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// The piece that did it, or whose text it was; without a number where no piece did.
    pub who: Who,
    /// The card whose text it was, where that is not the piece's own; hidden where there is none.
    pub card: DefId,
    /// The rule of the game by which it came, where neither did it.
    pub rule: &'static str,
}

impl By {
    /// Nobody knows, or nothing that has a name.
    pub const UNKNOWN: Self = Self {
        who: Who { piece: PieceId::NONE, def: DefId::HIDDEN, owner: Seat::NONE, cell: Cell::NONE },
        card: DefId::HIDDEN,
        rule: "",
    };
}

/// Which room ran out: the effect fizzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Room {
    Pieces,
    Cells,
    Cards,
    Lastings,
    Works,
    Triggers,
}

impl Room {
    /// All rooms, in the order of their numbers.
    pub const ALL: [Room; 6] =
        [Room::Pieces, Room::Cells, Room::Cards, Room::Lastings, Room::Works, Room::Triggers];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Room::Pieces => "pieces",
            Room::Cells => "cells",
            Room::Cards => "cards",
            Room::Lastings => "lastings",
            Room::Works => "works",
            Room::Triggers => "triggers",
        }
    }
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A phase of the game began for a seat (the game's own numbers).
    Began {
        seat: Seat,
        phase: u8,
    },
    Drawn {
        seat: Seat,
        card: DefId,
    },
    /// There was nothing to draw.
    DrewNothing {
        seat: Seat,
    },
    /// The card was shown to all and lost, for lack of room.
    Lost {
        seat: Seat,
        card: DefId,
    },
    Played {
        seat: Seat,
        card: DefId,
    },
    /// A card came into a zone from outside the game, from the board or from a prompt.
    Created {
        seat: Seat,
        zone: u8,
        card: DefId,
    },
    Shifted {
        seat: Seat,
        from: u8,
        to: u8,
        card: DefId,
    },
    CostChanged {
        seat: Seat,
        card: DefId,
        by: i16,
    },
    /// A seat put this many cards back and drew as many.
    Redrew {
        seat: Seat,
        count: u8,
    },
    Entered {
        who: Who,
    },
    Moved {
        who: Who,
        to: Cell,
    },
    Returned {
        who: Who,
    },
    Died {
        who: Who,
        by: By,
    },
    Attacked {
        who: Who,
        target: Who,
    },
    Damaged {
        who: Who,
        amount: i16,
        by: By,
    },
    /// Damage was prevented.
    Prevented {
        who: Who,
        amount: i16,
    },
    Healed {
        who: Who,
        amount: i16,
        by: By,
    },
    Changed {
        who: Who,
        attack: i16,
        health: i16,
        lasting: bool,
    },
    KeywordGained {
        who: Who,
        keyword: u8,
        lasting: bool,
    },
    KeywordLost {
        who: Who,
        keyword: u8,
    },
    Afflicted {
        who: Who,
        status: u8,
        amount: i16,
    },
    Dispelled {
        who: Who,
    },
    AbilityGranted {
        who: Who,
    },
    Transformed {
        who: Who,
        into: DefId,
    },
    Controlled {
        who: Who,
        by: Seat,
    },
    Readied {
        who: Who,
    },
    Gained {
        seat: Seat,
        resource: u8,
        amount: i16,
    },
    PowerUsed {
        seat: Seat,
        card: DefId,
    },
    Asked {
        seat: Seat,
    },
    Answered {
        seat: Seat,
        card: DefId,
    },
    /// A piece used a card that it knows.
    Used {
        who: Who,
        card: DefId,
    },
    /// A piece came into a seat's sight, which did not follow it there.
    Spotted {
        who: Who,
    },
    /// A piece went out of a seat's sight.
    Vanished {
        who: Who,
    },
    /// A lasting change ended.
    WoreOff {
        who: Who,
    },
    /// Time went on to this moment.
    Passed {
        now: u32,
    },
    /// A card went to where used cards lie.
    Discarded {
        seat: Seat,
        card: DefId,
    },
    /// A card of a hidden zone was shown to all.
    Revealed {
        seat: Seat,
        zone: u8,
        card: DefId,
    },
    /// A seat paid with a resource.
    Spent {
        seat: Seat,
        resource: u8,
        amount: i16,
    },
    /// A sound of the game was played.
    Sounded {
        sound: u8,
    },
    /// An effect found no room.
    Fizzled {
        room: Room,
    },
    /// A seat lost the match.
    Defeated {
        seat: Seat,
    },
    Ended,
}

impl What {
    /// The pieces it is about.
    pub fn pieces(&self) -> PieceSet {
        match *self {
            What::Attacked { who, target } => PieceSet::one(who.piece) | PieceSet::one(target.piece),
            What::Entered { who }
            | What::Moved { who, .. }
            | What::Returned { who }
            | What::Died { who, .. }
            | What::Damaged { who, .. }
            | What::Prevented { who, .. }
            | What::Healed { who, .. }
            | What::Changed { who, .. }
            | What::KeywordGained { who, .. }
            | What::KeywordLost { who, .. }
            | What::Afflicted { who, .. }
            | What::Dispelled { who }
            | What::AbilityGranted { who }
            | What::Transformed { who, .. }
            | What::Controlled { who, .. }
            | What::Readied { who }
            | What::Used { who, .. }
            | What::Spotted { who }
            | What::Vanished { who }
            | What::WoreOff { who } => PieceSet::one(who.piece),
            What::Began { .. }
            | What::Drawn { .. }
            | What::DrewNothing { .. }
            | What::Lost { .. }
            | What::Played { .. }
            | What::Created { .. }
            | What::Shifted { .. }
            | What::CostChanged { .. }
            | What::Redrew { .. }
            | What::Gained { .. }
            | What::PowerUsed { .. }
            | What::Asked { .. }
            | What::Answered { .. }
            | What::Passed { .. }
            | What::Discarded { .. }
            | What::Revealed { .. }
            | What::Spent { .. }
            | What::Sounded { .. }
            | What::Fizzled { .. }
            | What::Defeated { .. }
            | What::Ended => PieceSet::EMPTY,
        }
    }
}

impl What {
    /// What brought it about, where it says so.
    pub fn by(&self) -> Option<&By> {
        match self {
            What::Died { by, .. } | What::Damaged { by, .. } | What::Healed { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The same without what brought it about.
    fn without_cause(mut self) -> Self {
        if let What::Died { by, .. } | What::Damaged { by, .. } | What::Healed { by, .. } = &mut self {
            *by = By::UNKNOWN;
        }
        self
    }
}

/// Something that happened and the seats that may know its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who sees which card it was; the others see that something happened.
    pub audience: SeatSet,
    /// Who of them sees what brought it about.
    pub causes: SeatSet,
    pub what: What,
}

impl Event {
    /// The event as a seat sees it (`Seat::NONE`: a spectator); `None` if it does not notice it at all.
    pub fn seen_by(&self, seat: Seat) -> Option<What> {
        if !self.audience.reaches(seat) {
            veil(self.what)
        } else if self.causes.reaches(seat) {
            Some(self.what)
        } else {
            Some(self.what.without_cause())
        }
    }
}

/// The event without the identity of its card.
fn veil(what: What) -> Option<What> {
    let card = DefId::HIDDEN;
    Some(match what {
        // How many cards of a hidden zone changed would tell what lies there.
        What::CostChanged { .. } => return None,
        // Nor is it said what found no room, where that may be hidden.
        What::Fizzled { .. } => return None,
        What::Drawn { seat, .. } => What::Drawn { seat, card },
        What::Created { seat, zone, .. } => What::Created { seat, zone, card },
        What::Shifted { seat, from, to, .. } => What::Shifted { seat, from, to, card },
        What::Answered { seat, .. } => What::Answered { seat, card },
        What::Played { seat, .. } => What::Played { seat, card },
        What::Discarded { seat, .. } => What::Discarded { seat, card },
        What::Revealed { seat, zone, .. } => What::Revealed { seat, zone, card },
        What::Lost { seat, .. } => What::Lost { seat, card },
        What::PowerUsed { seat, .. } => What::PowerUsed { seat, card },
        What::Began { .. }
        | What::DrewNothing { .. }
        | What::Redrew { .. }
        | What::Asked { .. }
        | What::Passed { .. }
        | What::Sounded { .. }
        | What::Defeated { .. }
        | What::Ended => what,
        // A piece or an amount that a seat may not see: nothing happened as far as it knows.
        What::Gained { .. }
        | What::Spent { .. }
        | What::Entered { .. }
        | What::Moved { .. }
        | What::Returned { .. }
        | What::Died { .. }
        | What::Attacked { .. }
        | What::Damaged { .. }
        | What::Prevented { .. }
        | What::Healed { .. }
        | What::Changed { .. }
        | What::KeywordGained { .. }
        | What::KeywordLost { .. }
        | What::Afflicted { .. }
        | What::Dispelled { .. }
        | What::AbilityGranted { .. }
        | What::Transformed { .. }
        | What::Controlled { .. }
        | What::Readied { .. }
        | What::Used { .. }
        | What::Spotted { .. }
        | What::Vanished { .. }
        | What::WoreOff { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_shows_its_card_to_its_audience_only() {
        let what = What::Drawn { seat: Seat(1), card: DefId(7) };
        let event = Event { audience: SeatSet::one(Seat(1)), causes: SeatSet::ALL, what };
        assert_eq!(event.seen_by(Seat(1)), Some(what));
        assert_eq!(event.seen_by(Seat(0)), Some(What::Drawn { seat: Seat(1), card: DefId::HIDDEN }));
        assert_eq!(event.seen_by(Seat::NONE), Some(What::Drawn { seat: Seat(1), card: DefId::HIDDEN }));
    }

    #[test]
    fn who_does_not_see_the_cause_is_told_the_rest() {
        let who = Who { piece: PieceId(1), def: DefId(3), owner: Seat(0), cell: Cell(4) };
        let by = By { who: Who { piece: PieceId(2), ..who }, ..By::UNKNOWN };
        let what = What::Damaged { who, amount: 2, by };
        let event = Event { audience: SeatSet::ALL, causes: SeatSet::one(Seat(1)), what };
        assert_eq!(event.seen_by(Seat(1)), Some(what));
        assert_eq!(event.seen_by(Seat(0)), Some(What::Damaged { who, amount: 2, by: By::UNKNOWN }));
    }

    #[test]
    fn a_cause_is_read_again_from_its_number() {
        for cause in [
            Cause::NONE,
            Cause::piece(PieceId(63)),
            Cause::rule(2),
            Cause { card: DefId(900), ..Cause::NONE },
        ] {
            assert_eq!(Cause::from_number(cause.to_number()), cause);
        }
    }
}
