//! Something that happened, and who may know it.

use crate::ids::{Seat, SeatSet};
use crate::what::What;

/// Something that happened and the seats that may know its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who sees which card it was; the others see only that something happened.
    pub audience: SeatSet,
    /// Those of them who also see the cause.
    pub causes: SeatSet,
    pub what: What,
}

impl Event {
    /// The event as a seat sees it (`Seat::NONE`: a spectator); `None` if the seat does not notice it at all.
    pub fn seen_by(&self, seat: Seat) -> Option<What> {
        if !self.audience.reaches(seat) {
            self.what.veiled()
        } else if self.causes.reaches(seat) {
            Some(self.what)
        } else {
            Some(self.what.without_cause())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Cell, DefId, PieceId};
    use crate::who::{By, Who};

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
        let what = What::Damaged { who, amount: 2, cause: by };
        let event = Event { audience: SeatSet::ALL, causes: SeatSet::one(Seat(1)), what };
        assert_eq!(event.seen_by(Seat(1)), Some(what));
        assert_eq!(event.seen_by(Seat(0)), Some(What::Damaged { who, amount: 2, cause: By::UNKNOWN }));
    }
}
