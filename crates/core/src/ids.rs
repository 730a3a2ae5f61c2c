//! Newtypes for everything that is numbered, and the bit sets over them.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            /// "None of them": a value that is never an index.
            pub const NONE: Self = Self(<$inner>::MAX);

            /// The index as a position in an array.
            #[inline(always)]
            pub const fn at(self) -> usize {
                self.0 as usize
            }

            /// Whether this names something.
            #[inline(always)]
            pub const fn is_some(self) -> bool {
                self.0 != <$inner>::MAX
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_some() { write!(f, "{}{}", stringify!($name), self.0) } else { write!(f, "no {}", stringify!($name)) }
            }
        }
    };
}

index!(
    /// A player's place at the table.
    Seat(u8)
);
index!(
    /// A place on the board.
    Cell(u8)
);
index!(
    /// The slot of one copy of a card that lies in a zone.
    CardId(u8)
);
index!(
    /// The slot of one piece in play.
    PieceId(u8)
);
index!(
    /// A printed card of the catalogue; definition 0 is the hidden card.
    DefId(u16)
);

impl DefId {
    /// Stands for a card that a seat does not know.
    pub const HIDDEN: Self = Self(0);
}

impl Cell {
    /// As a number of which 0 means none.
    #[inline]
    pub const fn to_number(self) -> i16 {
        if self.is_some() { self.0 as i16 + 1 } else { 0 }
    }

    /// The cell of such a number.
    #[inline]
    pub const fn from_number(number: i16) -> Self {
        if 0 < number && number <= u8::MAX as i16 { Self(number as u8 - 1) } else { Self::NONE }
    }
}

macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident($inner:ty) of $item:ident($item_inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            /// The set with nothing in it.
            pub const EMPTY: Self = Self(0);

            /// The set of one item; empty if the item is NONE or its number is too high for the set.
            #[inline(always)]
            pub const fn one(item: $item) -> Self {
                if (item.0 as u32) < <$inner>::BITS { Self(1 << item.0) } else { Self(0) }
            }

            /// Whether the item is in the set.
            #[inline(always)]
            pub const fn has(self, item: $item) -> bool {
                (item.0 as u32) < <$inner>::BITS && self.0 >> item.0 & 1 == 1
            }

            /// Whether nothing is in the set.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether anything is in the set.
            #[inline(always)]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// How many are in the set.
            #[inline(always)]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Puts an item in.
            #[inline(always)]
            pub fn insert(&mut self, item: $item) {
                self.0 |= Self::one(item).0;
            }

            /// Takes an item out.
            #[inline(always)]
            pub fn remove(&mut self, item: $item) {
                self.0 &= !Self::one(item).0;
            }

            /// The item with the lowest number, or none.
            #[inline(always)]
            pub const fn first(self) -> $item {
                if self.0 == 0 { $item::NONE } else { $item(self.0.trailing_zeros() as $item_inner) }
            }

            /// The item of rank `n`, lowest number first.
            #[inline]
            pub fn nth(self, n: u32) -> $item {
                let mut bits = self.0;
                for _ in 0..n {
                    bits &= bits.wrapping_sub(1);
                }
                Self(bits).first()
            }
        }

        impl Iterator for $name {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                if self.0 == 0 {
                    return None;
                }
                let item = $item(self.0.trailing_zeros() as $item_inner);
                self.0 &= self.0 - 1;
                Some(item)
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitAndAssign for $name {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitOrAssign for $name {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:#b}", self.0)
            }
        }
    };
}

bit_set!(
    /// A set of pieces. Selections, listeners, targets and sides are all held this way.
    PieceSet(u64) of PieceId(u8)
);
bit_set!(
    /// A set of seats: an audience, or the seats that may act.
    SeatSet(u8) of Seat(u8)
);
bit_set!(
    /// A set of cells of any board of up to 128 cells; also the options of one choice.
    CellSet(u128) of Cell(u8)
);

impl SeatSet {
    /// Everybody, spectators included.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether this audience includes a seat, or a spectator (`Seat::NONE`).
    #[inline]
    pub fn reaches(self, seat: Seat) -> bool {
        self == Self::ALL || self.has(seat)
    }

    /// The first `n` seats.
    pub const fn first_seats(n: usize) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }
}

/// The options of one choice: cells or pieces by number.
pub type Options = CellSet;

impl From<PieceSet> for Options {
    #[inline(always)]
    fn from(set: PieceSet) -> Self {
        CellSet(set.0 as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_items_in_order() {
        let mut set = PieceSet::EMPTY;
        for n in [9, 3, 63] {
            set.insert(PieceId(n));
        }
        assert_eq!(set.collect::<Vec<_>>(), [PieceId(3), PieceId(9), PieceId(63)]);
        assert_eq!(set.nth(1), PieceId(9));
        set.remove(PieceId(9));
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn none_is_in_no_set() {
        assert!(!PieceSet(u64::MAX).has(PieceId::NONE));
        assert!(!PieceSet(u64::MAX).has(PieceId(64)), "a number beyond the set is in no set either");
        assert_eq!(PieceSet::one(PieceId::NONE), PieceSet::EMPTY);
        assert_eq!(PieceSet::EMPTY.first(), PieceId::NONE);
        assert!(!CellSet(u128::MAX).has(Cell(128)), "a number beyond the set is not in it");
    }
}
