//! Names for actions and positions that last while a decision is thought about, and tables of them.

use cardwright_core::{
    Action, CardId, Digest, Encode, Means, NO_CHOICE, PieceId, PieceSet, Standing, State, Words,
};
use cardwright_effects::Rules;

/// What the pieces of the position of a decision are like, by number.
pub struct Likes {
    like: [u64; 64],
    used: PieceSet,
}

impl Default for Likes {
    fn default() -> Self {
        Self { like: [0; 64], used: PieceSet::EMPTY }
    }
}

impl Likes {
    /// Takes note of a position. Pieces that came later are unlike all others.
    pub fn note<R: Rules>(&mut self, state: &State<R>) {
        self.used = state.used;
        for id in state.used {
            self.like[id.at()] = state.likeness_of(id, R::STANDING);
        }
    }

    #[inline]
    fn of<R: Rules>(&self, state: &State<R>, number: u8) -> u64 {
        let id = PieceId(number);
        // The number of a piece that is gone may be given to another.
        let later = number as u64 | (state.piece(id).def.0 as u64) << 8;
        if self.used.has(id) { self.like[id.at()] ^ state.piece(id).def.0 as u64 } else { later }
    }
}

/// A card in a hand changes its place when another is played, so it counts by what it is.
#[inline]
fn name<R: Rules>(state: &State<R>, action: &Action, means: Means, chosen: u8, out: &mut Digest) -> bool {
    let card = |zone: usize, out: &mut Digest| {
        let slot = state.zone(action.seat, zone).get(chosen as usize).copied().unwrap_or(CardId::NONE);
        if slot.at() < state.card_room() {
            state.card(slot).encode(out);
        }
    };
    match means {
        Means::Card => card(R::HAND, out),
        Means::CardIn(zone) => card(zone as usize, out),
        Means::Piece => return false,
        _ => out.word(chosen as u64),
    }
    true
}

/// What an action begins with: its verb and its source.
#[inline]
pub fn source<R: Rules>(state: &State<R>, action: &Action) -> u64 {
    let mut digest = Digest::default();
    digest.word(action.verb as u64 | (action.mask as u64) << 8);
    if !name(state, action, R::VERBS[action.verb as usize].source, action.source, &mut digest) {
        digest.word(action.source as u64);
    }
    digest.0
}

/// The name of an action, and its name without the cell it is about, where cells make no difference. Actions of like
/// pieces have one name.
#[inline]
pub fn names<R: Rules>(likes: &Likes, state: &State<R>, action: &Action) -> (u64, u64) {
    let mut loose = Digest::default();
    loose.word(action.verb as u64 | (action.mask as u64) << 8);
    let verb = &R::VERBS[action.verb as usize];
    if !name(state, action, verb.source, action.source, &mut loose) {
        loose.word(likes.of(state, action.source));
    }
    let mut cells = 0u64;
    for (&(_, means), &chosen) in verb.choices.iter().zip(&action.choices) {
        if chosen == NO_CHOICE {
            loose.word(u64::MAX);
        } else if means == Means::Cell {
            cells = cells << 8 | chosen as u64 | 1 << 63;
        } else if !name(state, action, means, chosen, &mut loose) {
            loose.word(likes.of(state, chosen));
        }
    }
    let mut exact = loose;
    exact.word(cells);
    (exact.0, if R::STANDING == Standing::Aside { loose.0 } else { exact.0 })
}

/// Whether an action chooses a cell.
#[inline]
pub fn chooses_cell<R: Rules>(action: &Action) -> bool {
    let choices = R::VERBS[action.verb as usize].choices.iter().zip(&action.choices);
    choices.into_iter().any(|(&(_, means), &chosen)| means == Means::Cell && chosen != NO_CHOICE)
}

/// The pieces that an action names.
#[inline]
pub fn pieces<R: Rules>(action: &Action) -> PieceSet {
    let verb = &R::VERBS[action.verb as usize];
    let mut named = PieceSet::EMPTY;
    if verb.source == Means::Piece {
        named = PieceSet::one(PieceId(action.source));
    }
    for (&(_, means), &chosen) in verb.choices.iter().zip(&action.choices) {
        if means == Means::Piece && chosen != NO_CHOICE {
            named |= PieceSet::one(PieceId(chosen));
        }
    }
    named
}

/// A table from hashes to small numbers that is emptied in no time.
pub struct Table {
    /// Hash, the emptying it was entered after, number.
    slots: Vec<(u64, u32, u32)>,
    emptied: u32,
    held: usize,
}

/// The fewest slots of a table; a power of two.
const LEAST: usize = 256;

impl Default for Table {
    fn default() -> Self {
        Self { slots: vec![(0, 0, 0); LEAST], emptied: 1, held: 0 }
    }
}

impl Table {
    pub fn clear(&mut self) {
        self.held = 0;
        self.emptied += 1;
        if self.emptied == u32::MAX {
            self.slots.fill((0, 0, 0));
            self.emptied = 1;
        }
    }

    /// The slot in which a hash lies or would lie.
    #[inline]
    fn at(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 20) as usize & mask;
        while self.slots[at].1 == self.emptied && self.slots[at].0 != hash {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    pub fn get(&self, hash: u64) -> Option<u32> {
        let (_, entered, number) = self.slots[self.at(hash)];
        (entered == self.emptied).then_some(number)
    }

    /// Enters a number, or replaces it.
    #[inline]
    pub fn put(&mut self, hash: u64, number: u32) {
        let at = self.at(hash);
        if self.slots[at].1 != self.emptied {
            self.held += 1;
        }
        self.slots[at] = (hash, self.emptied, number);
        if self.held * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let twice = vec![(0, 0, 0); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, twice);
        for (hash, entered, number) in old {
            if entered == self.emptied {
                let at = self.at(hash);
                self.slots[at] = (hash, entered, number);
            }
        }
    }

    /// Whether a position was visited with at least as many actions left; it is from now on.
    #[inline]
    pub fn visit(&mut self, position: u64, left: usize) -> bool {
        let is_old = self.get(position).is_some_and(|before| before as usize >= left);
        if !is_old {
            self.put(position, left as u32);
        }
        is_old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_was_put_into_it_since_it_was_emptied() {
        let mut table = Table::default();
        for round in 0..3u64 {
            for n in 0..5000u64 {
                assert_eq!(table.get(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)), None);
                table.put(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), (n + round) as u32);
            }
            for n in 0..5000u64 {
                assert_eq!(table.get(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)), Some((n + round) as u32));
            }
            table.clear();
        }
    }

    #[test]
    fn a_position_is_visited_again_only_with_more_actions_left() {
        let mut table = Table::default();
        assert!(!table.visit(7, 1));
        assert!(table.visit(7, 1));
        assert!(!table.visit(7, 2));
        assert!(table.visit(7, 1));
    }
}
