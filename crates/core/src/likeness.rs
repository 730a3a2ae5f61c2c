//! Which positions an agent that looks ahead may take for the same: a hash of the live parts, faster than the digest.
//!
//! Two positions are alike if they differ only in how they came about: in the numbers of pieces and cards, in the
//! order of arrival, in the order of a hand. What a game computes from the rest (who listens, who lends) is left out.

use crate::encode::{Encode, Words};
use crate::ids::{Cell, PieceId, PieceSet};
use crate::records::{InForce, Piece};
use crate::shape::Shape;
use crate::state::State;

/// Whether the cell of a piece makes another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A piece on another cell makes another position.
    Counts,
    /// It does not matter on which cell a piece stands.
    Aside,
}

/// What makes two positions alike.
#[derive(Clone, Copy, Debug)]
pub struct Alike {
    pub standing: Standing,
    /// The zones of each seat of which only the number of cards counts, one bit each: what was taken from a pile shows
    /// elsewhere.
    pub piles: u32,
}

/// Both halves of a product, so that every bit of both numbers counts.
#[inline(always)]
fn mix(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

const FIRST: u64 = 0x2D35_8DCC_AA6C_78A5;
const SECOND: u64 = 0x8BB8_4B93_962E_ACC9;

/// Hashes words two by two: faster than one after the other, since no product waits for the one before.
struct Twos {
    sum: u64,
    key: u64,
    held: Option<u64>,
}

impl Twos {
    #[inline(always)]
    fn new() -> Self {
        Self { sum: 0, key: FIRST, held: None }
    }

    #[inline(always)]
    fn hash(mut self) -> u64 {
        if self.held.is_some() {
            self.word(0);
        }
        mix(self.sum ^ FIRST, SECOND)
    }
}

impl Words for Twos {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        match self.held.take() {
            None => self.held = Some(word),
            Some(held) => {
                self.sum = self.sum.wrapping_add(mix(held ^ self.key, word ^ SECOND));
                self.key = self.key.wrapping_add(SECOND);
            }
        }
    }
}

impl<G: Shape> State<G> {
    /// The hash of a piece, whatever its number and its order of arrival.
    #[inline(always)]
    pub fn likeness_of(&self, id: PieceId, standing: Standing) -> u64 {
        let piece = self.piece(id);
        let cell = if standing == Standing::Counts { piece.cell } else { Cell::NONE };
        let mut words = Twos::new();
        Piece { stamp: 0, cell, ..*piece }.encode(&mut words);
        words.hash()
    }

    /// The hash of the position: alike positions have the same.
    pub fn likeness(&self, alike: Alike) -> u64 {
        let sum_of = |set: PieceSet| {
            let mut sum = 0u64;
            for id in set {
                sum = sum.wrapping_add(self.likeness_of(id, alike.standing));
            }
            sum
        };
        let mut all = Twos::new();
        all.word(self.now as u64 | (self.prompt.seat.0 as u64) << 32 | (self.prompt.len as u64) << 40);
        let [over, open] = [self.is_over as u8, self.open_decks as u8];
        all.word(u64::from_le_bytes([self.active.0, self.phase, self.lost.0, over, open, 0, 0, 0]));
        for def in &self.prompt.options[..self.prompt.len as usize] {
            all.word(def.0 as u64);
        }
        for seat in &self.seats.as_ref()[..self.seat_count()] {
            for four in seat.resources.chunks(4) {
                all.word(four.iter().fold(0, |word, &amount| word << 16 | amount as u16 as u64));
            }
            all.word(u64::from_le_bytes(seat.tallies));
        }
        all.word(sum_of(self.used));
        for (at, zone) in self.zones.as_ref().iter().enumerate() {
            let mut sum = zone.len as u64;
            if alike.piles >> (at % G::ZONES) & 1 == 0 {
                for &id in &zone.cards.as_ref()[..zone.len as usize] {
                    let mut words = Twos::new();
                    self.card(id).encode(&mut words);
                    words.word(self.is_unplayed(id) as u64);
                    sum = sum.wrapping_add(words.hash());
                }
            }
            all.word(sum);
        }
        for effect in self.effects_in_force() {
            all.word(sum_of(effect.pieces));
            InForce { pieces: PieceSet::EMPTY, ..*effect }.encode(&mut all);
        }
        if self.queue_len > 0 {
            // A resolution waits: everything it may refer to counts as it is.
            all.word(sum_of(self.limbo));
            all.word(self.dying.0);
            self.live_queue().iter().for_each(|&word| all.word(word));
        }
        self.extra.encode(&mut all);
        all.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::{DECK, FOE, HAND, ME, Small, enter, give, leave};

    fn alike(one: &State<Small>, other: &State<Small>) -> bool {
        let same = |standing| {
            let alike = Alike { standing, piles: 0 };
            one.likeness(alike) == other.likeness(alike)
        };
        assert!(same(Standing::Aside) || !same(Standing::Counts), "what is alike is alike without cells too");
        same(Standing::Counts)
    }

    #[test]
    fn how_a_position_came_about_does_not_count() {
        let (mut one, mut other) = (State::<Small>::empty(), State::<Small>::empty());
        let gone = enter(&mut one, ME, 9, 5);
        for (def, cell) in [(1, 0), (2, 1)] {
            enter(&mut one, ME, def, cell);
        }
        leave(&mut one, gone);
        for (def, cell) in [(2, 1), (1, 0)] {
            enter(&mut other, ME, def, cell);
        }
        for def in [4, 5, 6] {
            give(&mut one, ME, HAND, def);
            give(&mut other, ME, HAND, 10 - def);
        }
        assert!(alike(&one, &other));
        assert_ne!(one.digest(), other.digest());
    }

    #[test]
    fn everything_else_counts() {
        let mut state = State::<Small>::empty();
        let (piece, card) = (enter(&mut state, ME, 1, 0), give(&mut state, ME, HAND, 4));
        let changes: [fn(&mut State<Small>, PieceId, crate::ids::CardId); 10] = [
            |state, piece, _| state.piece_mut(piece).damage += 1,
            |state, piece, _| state.piece_mut(piece).lent_attack += 1,
            |state, piece, _| state.piece_mut(piece).owner = FOE,
            |state, piece, _| state.piece_mut(piece).cell = Cell(1),
            |state, _, card| state.card_mut(card).cost -= 1,
            |state, _, card| state.set_unplayed(card, true),
            |state, _, _| *state.resource_mut(FOE, 3) += 1,
            |state, _, _| state.seats.as_mut()[0].tallies[2] += 1,
            |state, _, _| state.now += 1,
            |state, _, _| {
                let card = state.take_from_zone(ME, HAND, 0);
                state.put_into_zone(ME, DECK, card);
            },
        ];
        for change in changes {
            let mut other = state;
            change(&mut other, piece, card);
            assert!(!alike(&state, &other));
        }
    }

    #[test]
    fn cells_can_be_left_aside() {
        let (mut one, mut other) = (State::<Small>::empty(), State::<Small>::empty());
        enter(&mut one, ME, 1, 0);
        enter(&mut other, ME, 1, 2);
        let [aside, counts] =
            [Standing::Aside, Standing::Counts].map(|standing| Alike { standing, piles: 0 });
        assert_eq!(one.likeness(aside), other.likeness(aside));
        assert_ne!(one.likeness(counts), other.likeness(counts));
    }

    #[test]
    fn of_a_pile_only_the_number_of_cards_counts() {
        let piles = Alike { standing: Standing::Counts, piles: 1 << DECK };
        let (mut one, mut other) = (State::<Small>::empty(), State::<Small>::empty());
        give(&mut one, FOE, DECK, 4);
        give(&mut other, FOE, DECK, 5);
        assert_eq!(one.likeness(piles), other.likeness(piles));
        assert_ne!(one.likeness(Alike { piles: 0, ..piles }), other.likeness(Alike { piles: 0, ..piles }));
        give(&mut other, FOE, DECK, 4);
        assert_ne!(one.likeness(piles), other.likeness(piles));
    }
}
