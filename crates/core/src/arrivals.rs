//! The order in which pieces came.

use crate::ids::{PieceId, PieceSet};
use crate::shape::Shape;
use crate::state::State;

/// Pieces by order of arrival: see [`State::by_arrival`].
#[derive(Clone)]
pub struct Arrivals {
    order: [PieceId; 64],
    len: usize,
    next: usize,
}

impl Arrivals {
    /// Those that are still to come, in order.
    #[inline]
    pub fn as_slice(&self) -> &[PieceId] {
        &self.order[self.next..self.len]
    }
}

impl Iterator for Arrivals {
    type Item = PieceId;
    #[inline]
    fn next(&mut self) -> Option<PieceId> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        Some(self.order[self.next - 1])
    }
}

impl<G: Shape> State<G> {
    /// The pieces of a set by order of arrival.
    // Inlined: to hand the order over, a caller would wait until all of it is written.
    #[inline(always)]
    pub fn by_arrival(&self, set: PieceSet) -> Arrivals {
        let mut arrivals = Arrivals { order: [PieceId::NONE; 64], len: set.any() as usize, next: 0 };
        // One piece, or none, is in order; mostly it is one.
        arrivals.order[0] = set.first();
        let others = set - PieceSet::one(arrivals.order[0]);
        if others.any() {
            self.sort_in(others, &mut arrivals);
        }
        arrivals
    }

    /// Puts more pieces among those that are in order already.
    fn sort_in(&self, others: PieceSet, arrivals: &mut Arrivals) {
        let Arrivals { order, len, .. } = arrivals;
        for piece in others {
            let stamp = self.piece(piece).stamp;
            let mut at = *len;
            while at > 0 && self.piece(order[at - 1]).stamp > stamp {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = piece;
            *len += 1;
        }
    }
}
