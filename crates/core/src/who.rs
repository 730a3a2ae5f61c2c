//! Who took part in something that happened: the piece it happened to, and the cause.

use crate::ids::{Cell, DefId, PieceId, Seat};

/// A piece as it was when something happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    pub piece: PieceId,
    pub def: DefId,
    pub owner: Seat,
    pub cell: Cell,
}

/// The cause of something, in numbers: a piece, a card that is not a piece, both, or a rule of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub piece: PieceId,
    /// The card whose text it is, if that is not the piece's own card.
    pub card: DefId,
    /// A rule of the game, counted from 1 in the game's own list; 0 is none.
    pub rule: u8,
    /// The piece struck a blow; its text did nothing.
    pub is_blow: bool,
}

impl Cause {
    /// No cause that has a name.
    pub const NONE: Self = Self { piece: PieceId::NONE, card: DefId::NONE, rule: 0, is_blow: false };

    /// A piece.
    pub const fn piece(piece: PieceId) -> Self {
        Self { piece, ..Self::NONE }
    }

    /// The blow of a piece in combat.
    pub const fn blow(piece: PieceId) -> Self {
        Self { is_blow: true, ..Self::piece(piece) }
    }

    /// A rule of the game, by its number in the game's list.
    pub const fn rule(number: u8) -> Self {
        Self { rule: number + 1, ..Self::NONE }
    }

    /// As one number; if there are both a card and a piece, it is the card.
    pub fn to_number(self) -> i16 {
        if self.card != DefId::NONE && self.card != DefId::HIDDEN {
            -1 - (self.card.0.min(i16::MAX as u16 - 1) as i16)
        } else if self.rule != 0 {
            RULES_FROM + self.rule as i16
        } else if self.piece.is_some() {
            1 + self.piece.0 as i16 + if self.is_blow { BLOWS_FROM } else { 0 }
        } else {
            0
        }
    }

    /// The cause of a number.
    pub fn from_number(number: i16) -> Self {
        match number {
            0 => Self::NONE,
            n if n < 0 => Self { card: DefId((-1 - n) as u16), ..Self::NONE },
            n if n > BLOWS_FROM => Self::blow(PieceId((n - BLOWS_FROM - 1) as u8)),
            n if n > RULES_FROM => Self { rule: (n - RULES_FROM) as u8, ..Self::NONE },
            n => Self::piece(PieceId((n - 1) as u8)),
        }
    }
}

/// Numbers of causes above this one are rules; those below are pieces.
const RULES_FROM: i16 = 256;
/// Numbers of causes above this one are blows of pieces.
const BLOWS_FROM: i16 = 512;

/// The cause of something, as events tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// The piece that did it, or whose text it was; without a number if no piece did.
    pub who: Who,
    /// The card whose text it was, if that is not the piece's own card; hidden if there is none.
    pub card: DefId,
    /// The rule of the game that caused it, if neither a piece nor a card did.
    pub rule: &'static str,
}

impl By {
    /// The cause is unknown or has no name.
    pub const UNKNOWN: Self = Self {
        who: Who { piece: PieceId::NONE, def: DefId::HIDDEN, owner: Seat::NONE, cell: Cell::NONE },
        card: DefId::HIDDEN,
        rule: "",
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_read_again_from_its_number() {
        for cause in [
            Cause::NONE,
            Cause::piece(PieceId(63)),
            Cause::blow(PieceId(63)),
            Cause::rule(2),
            Cause { card: DefId(900), ..Cause::NONE },
        ] {
            assert_eq!(Cause::from_number(cause.to_number()), cause);
        }
    }
}
