//! The lands of a board as rows of bits, and the patterns of cards that are looked for in them.
//!
//! A board lies in rows of axial coordinates: bit `q` of row `r`. A pattern asks, for each of its fields, for a land at
//! a distance from the anchor; the rows of that land, moved by the distance, hold a bit wherever an anchor would fit.
//! So a pattern is looked for on the whole board at once, with a few operations for each of its fields.

use cardwright_core::{Decode, Encode, Reader, Unreadable, Words};

use super::state::LANDS;

/// Rows and columns that a board has room for.
pub const ROWS: usize = 16;
/// How far a field of a pattern may lie from the anchor.
pub const REACH: usize = 3;
/// Empty rows above and below the board, so that no pattern looks beyond the array.
const PADDED: usize = ROWS + 2 * REACH;

/// Fields of the board, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rows(pub [u16; ROWS]);

/// Where a field lies in the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub row: u8,
    pub column: u8,
}

impl Rows {
    /// Puts a field in.
    #[inline(always)]
    pub fn insert(&mut self, spot: Spot) {
        self.0[spot.row as usize] |= 1 << spot.column;
    }

    /// Whether a field is among them.
    #[inline(always)]
    pub fn has(&self, spot: Spot) -> bool {
        self.0[spot.row as usize] >> spot.column & 1 == 1
    }
}

/// The land of every field: for each land its fields, with empty rows around them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lands {
    rows: [[u16; PADDED]; LANDS.len()],
}

impl Default for Lands {
    fn default() -> Self {
        Self { rows: [[0; PADDED]; LANDS.len()] }
    }
}

impl Lands {
    /// Whether a field is of this land.
    #[inline(always)]
    pub fn is(&self, spot: Spot, land: usize) -> bool {
        self.rows[land][spot.row as usize + REACH] >> spot.column & 1 == 1
    }

    /// Changes the land of a field.
    pub fn set(&mut self, spot: Spot, land: usize) {
        let (row, bit) = (spot.row as usize + REACH, 1 << spot.column);
        for rows in &mut self.rows {
            rows[row] &= !bit;
        }
        self.rows[land][row] |= bit;
    }

    /// The anchors at which a pattern matches. Anchors off the board are among them: whoever asks looks only at fields.
    #[inline]
    pub fn matches(&self, pattern: &[Needed]) -> Rows {
        let mut found = [u16::MAX; ROWS];
        for field in pattern {
            let from = &self.rows[field.land as usize][field.row as usize..][..ROWS];
            for (found, land) in found.iter_mut().zip(from) {
                *found &= (land << field.left) >> field.right;
            }
        }
        Rows(found)
    }

    /// How many fields of a pattern are missing at the best of some anchors, if at most two are.
    #[inline]
    pub fn lacking(&self, pattern: &[Needed], anchors: &Rows) -> Option<usize> {
        let mut found = [0; 3];
        for (row, &anchors) in anchors.0.iter().enumerate().filter(|(_, anchors)| **anchors != 0) {
            // The anchors of this row at which nothing is missing, at most one field, and at most two.
            let [mut none, mut one, mut two] = [anchors; 3];
            for field in pattern {
                let land = self.rows[field.land as usize][row + field.row as usize];
                let has = (land << field.left) >> field.right;
                two = two & has | one;
                one = one & has | none;
                none &= has;
            }
            for (found, anchors) in found.iter_mut().zip([none, one, two]) {
                *found |= anchors;
            }
        }
        found.iter().position(|&anchors| anchors != 0)
    }

    /// Whether a field of a pattern is there, seen from an anchor.
    pub fn has_needed(&self, anchor: Spot, field: &Needed) -> bool {
        let row = self.rows[field.land as usize][(anchor.row + field.row) as usize];
        (row << field.left) >> field.right >> anchor.column & 1 == 1
    }
}

impl Encode for Lands {
    fn encode(&self, out: &mut impl Words) {
        for rows in &self.rows {
            for four in rows[REACH..REACH + ROWS].chunks_exact(4) {
                out.word(four.iter().rev().fold(0, |word, &row| word << 16 | row as u64));
            }
        }
    }
}

impl Decode for Lands {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut lands = Self::default();
        for rows in &mut lands.rows {
            for four in rows[REACH..REACH + ROWS].chunks_exact_mut(4) {
                let word = from.word()?;
                for (at, row) in four.iter_mut().enumerate() {
                    *row = (word >> (16 * at)) as u16;
                }
            }
        }
        Ok(lands)
    }
}

/// A field of a pattern: the land that is needed, and how the rows of that land are moved to bring it to the anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    pub land: u8,
    row: u8,
    left: u8,
    right: u8,
}

impl Needed {
    /// The field at a distance from the anchor, in axial coordinates.
    pub fn at((q, r): (i32, i32), land: usize) -> Self {
        Self {
            land: land as u8,
            row: (r + REACH as i32) as u8,
            left: (-q).max(0) as u8,
            right: q.max(0) as u8,
        }
    }

    /// How far it lies from the anchor, in axial coordinates.
    pub fn distance(&self) -> (i32, i32) {
        (self.right as i32 - self.left as i32, self.row as i32 - REACH as i32)
    }
}

/// A distance turned clockwise by a number of sixths of a full turn.
pub fn turned((q, r): (i32, i32), sixths: usize) -> (i32, i32) {
    (0..sixths).fold((q, r), |(q, r), _| (-r, q + r))
}

/// How far a field lies from the anchor.
pub fn distance((q, r): (i32, i32)) -> u32 {
    q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRE: usize = 0;

    #[test]
    fn a_pattern_matches_where_its_lands_lie() {
        let mut lands = Lands::default();
        let anchor = Spot { row: 5, column: 5 };
        for distance in [(0, 0), (2, -1), (-3, 3)] {
            let spot = Spot { row: (5 + distance.1) as u8, column: (5 + distance.0) as u8 };
            lands.set(spot, FIRE);
        }
        let pattern = [(0, 0), (2, -1), (-3, 3)].map(|distance| Needed::at(distance, FIRE));
        let found = lands.matches(&pattern);
        assert!(found.has(anchor));
        assert_eq!(found.0.iter().map(|row| row.count_ones()).sum::<u32>(), 1);
        assert!(pattern.iter().all(|field| lands.has_needed(anchor, field)));
    }

    #[test]
    fn what_a_pattern_lacks_is_counted_at_the_best_anchor() {
        let mut lands = Lands::default();
        let spot = |(q, r): (i32, i32)| Spot { row: (5 + r) as u8, column: (5 + q) as u8 };
        let fields = [(0, 0), (2, -1), (-3, 3), (1, 1)];
        let pattern = fields.map(|distance| Needed::at(distance, FIRE));
        let mut anchors = Rows::default();
        anchors.insert(spot((0, 0)));
        anchors.insert(spot((1, -2)));
        let mut lacking = vec![lands.lacking(&pattern, &anchors)];
        for field in fields {
            lands.set(spot(field), FIRE);
            lacking.push(lands.lacking(&pattern, &anchors));
        }
        assert_eq!(lacking, [None, None, Some(2), Some(1), Some(0)]);
        assert_eq!(lands.lacking(&pattern, &Rows::default()), None);
    }

    #[test]
    fn nothing_matches_across_the_edge() {
        let mut lands = Lands::default();
        lands.set(Spot { row: 3, column: 15 }, FIRE);
        // The field left of column 0 is not the last one of any row.
        let found = lands.matches(&[Needed::at((-1, 0), FIRE)]);
        assert_eq!(found.0, [0; ROWS]);
        let found = lands.matches(&[Needed::at((0, -3), FIRE)]);
        assert!(found.has(Spot { row: 6, column: 15 }));
    }

    #[test]
    fn six_sixths_are_a_full_turn() {
        assert_eq!(turned((2, -1), 6), (2, -1));
        assert_eq!(turned((2, -1), 3), (-2, 1));
        assert_eq!(turned((-1, 2), 1), (-2, 1));
    }

    #[test]
    fn a_field_has_one_land() {
        let mut lands = Lands::default();
        let spot = Spot { row: 2, column: 7 };
        lands.set(spot, 1);
        lands.set(spot, 3);
        assert_eq!((0..LANDS.len()).filter(|&land| lands.is(spot, land)).collect::<Vec<_>>(), [3]);
    }
}
