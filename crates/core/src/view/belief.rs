//! What a seat may assume about cards it does not know.

use crate::ids::{DefId, Seat};
use crate::shape::Shape;
use crate::state::State;

/// What a seat may assume about cards it does not know.
pub struct Belief<'a> {
    /// All cards there are.
    pub pool: &'a [DefId],
    /// How many copies of each card a deck may hold.
    pub copies: usize,
    /// Every seat's deck list, where lists are public; else empty.
    pub lists: &'a [Vec<DefId>],
    /// Whether a card may lie in a zone.
    pub fits: &'a dyn Fn(usize, DefId) -> bool,
}

impl Belief<'_> {
    /// The cards a seat may still hold unseen: its public list, or of every card as many copies as a deck may hold,
    /// less the cards known to be in its zones or in play.
    pub(super) fn left<G: Shape>(&self, state: &State<G>, owner: Seat) -> Vec<DefId> {
        let mut left = match self.lists.get(owner.at()) {
            Some(list) => list.clone(),
            None => self.pool.iter().flat_map(|&def| std::iter::repeat_n(def, self.copies)).collect(),
        };
        let mut take = |def: DefId| {
            if let Some(at) = find(&left, def) {
                left.swap_remove(at);
            }
        };
        state.side[owner.at()].for_each(|piece| take(state.piece(piece).def));
        for zone in 0..G::ZONES {
            state.zone(owner, zone).iter().for_each(|&id| take(state.card(id).def));
        }
        left
    }
}

/// The first place of a card in a list. Many are looked at together: lists of all cards are long.
fn find(list: &[DefId], def: DefId) -> Option<usize> {
    const TOGETHER: usize = 32;
    let part =
        list.chunks(TOGETHER).position(|part| part.iter().fold(false, |is, &other| is | (other == def)))?;
    let place = list[part * TOGETHER..].iter().position(|&other| other == def)?;
    Some(part * TOGETHER + place)
}
