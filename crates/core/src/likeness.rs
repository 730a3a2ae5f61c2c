//! Which positions an agent that looks ahead may take for the same: a hash of the live parts, faster than the digest.
//!
//! Two positions are alike if they differ only in how they came about: in the numbers of pieces and cards, in the
//! order of arrival, in the order of a hand. What a game computes from the rest (who listens, who lends) is left out.

use crate::encode::{Digest, Encode, Words};
use crate::ids::{Cell, PieceId, PieceSet};
use crate::records::{InForce, Piece};
use crate::shape::Shape;
use crate::state::State;

/// How much of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A piece on another cell makes another position.
    Counts,
    /// It does not matter on which cell a piece stands.
    Aside,
}

/// Spreads a hash over all bits, so that hashes can be added up.
#[inline(always)]
fn spread(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 31)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ (hash >> 32)
}

impl<G: Shape> State<G> {
    /// The hash of a piece, whatever its number and its order of arrival.
    #[inline]
    pub fn likeness_of(&self, id: PieceId, standing: Standing) -> u64 {
        let piece = self.piece(id);
        let cell = if standing == Standing::Counts { piece.cell } else { Cell::NONE };
        let mut digest = Digest::default();
        Piece { stamp: 0, cell, ..*piece }.encode(&mut digest);
        spread(digest.0)
    }

    /// The hash of the position: alike positions have the same.
    pub fn likeness(&self, standing: Standing) -> u64 {
        let sum_of = |set: PieceSet| {
            let mut sum = 0u64;
            for id in set {
                sum = sum.wrapping_add(self.likeness_of(id, standing));
            }
            sum
        };
        let mut all = Digest::default();
        all.word(self.now as u64 | (self.prompt.seat.0 as u64) << 32 | (self.prompt.len as u64) << 40);
        all.word(u64::from_le_bytes([
            self.active.0,
            self.phase,
            self.lost.0,
            self.is_over as u8,
            self.open_decks as u8,
            0,
            0,
            0,
        ]));
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
            let mut sum = (at as u64) << 32 | zone.len as u64;
            for &id in &zone.cards.as_ref()[..zone.len as usize] {
                let mut digest = Digest(at as u64);
                self.card(id).encode(&mut digest);
                sum = sum.wrapping_add(spread(digest.0));
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
        spread(all.0)
    }
}
