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
    },
    Attacked {
        who: Who,
        target: Who,
    },
    Damaged {
        who: Who,
        amount: i16,
    },
    /// Damage was prevented.
    Prevented {
        who: Who,
        amount: i16,
    },
    Healed {
        who: Who,
        amount: i16,
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
            | What::Died { who }
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

/// Something that happened and the seats that may know its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who sees which card it was; the others see that something happened.
    pub audience: SeatSet,
    pub what: What,
}

impl Event {
    /// The event as a seat sees it (`Seat::NONE`: a spectator); `None` if it does not notice it at all.
    pub fn seen_by(&self, seat: Seat) -> Option<What> {
        if self.audience.reaches(seat) { Some(self.what) } else { veil(self.what) }
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
        let event = Event { audience: SeatSet::one(Seat(1)), what };
        assert_eq!(event.seen_by(Seat(1)), Some(what));
        assert_eq!(event.seen_by(Seat(0)), Some(What::Drawn { seat: Seat(1), card: DefId::HIDDEN }));
        assert_eq!(event.seen_by(Seat::NONE), Some(What::Drawn { seat: Seat(1), card: DefId::HIDDEN }));
    }
}
