//! Actions, and legal actions as groups that are expanded only on demand.

use crate::ids::{Cell, Options, Seat};

/// "No choice made": the value of a choice an action does not have.
pub const NO_CHOICE: u8 = u8::MAX;

/// In place of a position in [`Group::at`]: the options are sources of the action.
pub const AS_SOURCE: u8 = u8::MAX;

/// How many choices an action can hold.
pub const CHOICES: usize = 4;

/// Bits of a seat in an action's number; the verb has the rest of the byte.
const SEAT_BITS: u32 = 3;

/// A decision a seat may take now. Complete: every choice made at play is in it.
///
/// `verb` is the game's own number; the game's [`VerbSpec`] says what `source` and each choice mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Action {
    pub seat: Seat,
    pub verb: u8,
    pub source: u8,
    pub choices: [u8; CHOICES],
    /// For choices of any subset (a mulligan): one bit per place in the zone.
    pub mask: u16,
}

impl Action {
    /// An action without choices.
    pub const fn new(seat: Seat, verb: u8, source: u8) -> Self {
        Self { seat, verb, source, choices: [NO_CHOICE; CHOICES], mask: 0 }
    }

    /// The action with one more choice made.
    pub const fn with(mut self, position: u8, choice: u8) -> Self {
        self.choices[position as usize] = choice;
        self
    }

    /// The action as one number.
    pub fn code(self) -> u64 {
        debug_assert!(self.seat.0 >> SEAT_BITS == 0 && self.verb >> (u8::BITS - SEAT_BITS) == 0);
        let [a, b, c, d] = self.choices;
        let [low, high] = self.mask.to_le_bytes();
        u64::from_le_bytes([self.seat.0 | self.verb << SEAT_BITS, self.source, a, b, c, d, low, high])
    }

    /// The action that a number of [`Action::code`] stands for.
    pub fn from_code(code: u64) -> Self {
        let [who, source, a, b, c, d, low, high] = code.to_le_bytes();
        let (seat, verb) = (Seat(who & ((1 << SEAT_BITS) - 1)), who >> SEAT_BITS);
        Self { seat, verb, source, choices: [a, b, c, d], mask: u16::from_le_bytes([low, high]) }
    }
}

/// What the source or a choice of a verb refers to, for code that shows or reads actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// The verb has none.
    Nothing,
    /// The place of a card in the seat's hand.
    Card,
    /// A piece.
    Piece,
    /// A cell.
    Cell,
    /// One of the verb's named options.
    Option(&'static [&'static str]),
    /// One of the options of the open prompt.
    Answer,
    /// One of the cards that the source, a piece, knows.
    Known,
    /// The place of a card in this zone of the seat.
    CardIn(u8),
}

/// A verb of a game: its word, what its source is, and the word before each choice.
#[derive(Clone, Copy, Debug)]
pub struct VerbSpec {
    pub word: &'static str,
    pub source: Means,
    pub choices: &'static [(&'static str, Means)],
    /// The verb is about a subset of the cards in hand.
    pub subset: bool,
}

impl VerbSpec {
    /// A verb with a source and choices.
    pub const fn new(word: &'static str, source: Means, choices: &'static [(&'static str, Means)]) -> Self {
        Self { word, source, choices, subset: false }
    }

    /// A verb about a subset of the cards in hand.
    pub const fn of_subset(word: &'static str) -> Self {
        Self { word, source: Means::Nothing, choices: &[], subset: true }
    }
}

/// A family of legal actions: one verb and source, and the options of up to two choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub verb: u8,
    pub source: u8,
    /// The choice that each of `sets` fills; [`AS_SOURCE`] if the set holds sources.
    pub at: [u8; 2],
    pub sets: [Options; 2],
    /// How many of the sets are used.
    pub depth: u8,
    /// One more choice follows, and it depends on those made: ask the game for it.
    pub linked: bool,
    /// The group is any subset of this many things (a mulligan); 0 if it is not about subsets.
    pub subset_of: u8,
    /// How many actions it stands for; the game counts those of a linked choice.
    pub count: u32,
    /// How many combinations of the sets there are; a linked choice may follow each.
    pub prefixes: u16,
}

impl Group {
    /// One action without choices.
    pub const fn single(verb: u8, source: u8) -> Self {
        Self {
            verb,
            source,
            at: [0; 2],
            sets: [Options::EMPTY; 2],
            depth: 0,
            linked: false,
            subset_of: 0,
            count: 1,
            prefixes: 1,
        }
    }

    /// One action for each subset of this many things.
    pub const fn subset(verb: u8, of: u8) -> Self {
        Self { subset_of: of, count: 1 << of, ..Self::single(verb, 0) }
    }

    /// One action for each of several sources.
    #[inline]
    pub const fn each(verb: u8, sources: Options) -> Self {
        Self::single(verb, 0).choose(AS_SOURCE, sources)
    }

    /// Whether an action of this source may be in the group.
    #[inline]
    pub fn has_source(&self, source: u8) -> bool {
        if self.depth > 0 && self.at[0] == AS_SOURCE {
            self.sets[0].has(Cell(source))
        } else {
            self.source == source
        }
    }

    /// The group with one more independent choice.
    #[inline]
    pub const fn choose(mut self, position: u8, options: Options) -> Self {
        self.at[self.depth as usize] = position;
        self.sets[self.depth as usize] = options;
        self.depth += 1;
        self.prefixes *= options.len() as u16;
        self.count = self.prefixes as u32;
        self
    }

    /// The group with a last choice that depends on the others.
    pub const fn then_linked(mut self) -> Self {
        self.linked = true;
        self
    }

    /// The action of rank `n`, a linked choice left open.
    #[inline]
    pub fn nth(&self, seat: Seat, n: u32) -> Action {
        self.nth_by(seat, n, |_, options, n| options.nth(n).0)
    }

    /// The action of rank `n` if the options of a choice have their own order: `pick` is given the position of the
    /// choice, its options and a rank among them.
    #[inline(always)]
    pub fn nth_by(&self, seat: Seat, mut n: u32, pick: impl Fn(u8, Options, u32) -> u8) -> Action {
        let mut action = Action::new(seat, self.verb, self.source);
        if self.subset_of > 0 {
            action.mask = n as u16;
            return action;
        }
        if self.depth > 1 {
            let size = self.sets[1].len();
            self.fill(1, pick(self.at[1], self.sets[1], n % size), &mut action);
            n /= size;
        }
        if self.depth > 0 {
            self.fill(0, pick(self.at[0], self.sets[0], n), &mut action);
        }
        action
    }

    /// Calls `visit` with every action in order of rank, a linked choice left open.
    #[inline]
    pub fn visit(&self, seat: Seat, mut visit: impl FnMut(Action)) {
        let mut action = Action::new(seat, self.verb, self.source);
        if self.depth == 0 {
            for mask in 0..1u32 << self.subset_of {
                visit(Action { mask: mask as u16, ..action });
            }
            return;
        }
        // If there is no second choice, a single option stands in for it and changes nothing.
        let second = if self.depth > 1 { self.sets[1] } else { Options::one(Cell(0)) };
        for first in self.sets[0] {
            self.fill(0, first.0, &mut action);
            for last in second {
                if self.depth > 1 {
                    self.fill(1, last.0, &mut action);
                }
                visit(action);
            }
        }
    }

    /// Enters the option chosen from one of the sets.
    #[inline(always)]
    fn fill(&self, set: usize, chosen: u8, action: &mut Action) {
        match self.at[set] {
            AS_SOURCE => action.source = chosen,
            position => action.choices[position as usize] = chosen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::CellSet;

    #[test]
    fn a_group_counts_and_lists_the_product_of_its_choices() {
        let group = Group::single(1, 4).choose(0, CellSet(0b1011)).choose(1, CellSet(0b110));
        assert_eq!(group.count, 6);
        let all: Vec<_> = (0..6).map(|n| group.nth(Seat(1), n).choices).collect();
        assert_eq!(
            all,
            [[0, 1], [0, 2], [1, 1], [1, 2], [3, 1], [3, 2]].map(|[one, two]| [one, two, 255, 255])
        );
    }

    #[test]
    fn a_linked_choice_does_not_repeat_what_it_follows() {
        let mut visited = 0;
        Group { count: 5, ..Group::single(1, 4).then_linked() }.visit(Seat(0), |_| visited += 1);
        assert_eq!(visited, 1);
        Group::subset(3, 4).visit(Seat(0), |action| {
            assert_eq!(action.mask as u32, visited - 1);
            visited += 1;
        });
        assert_eq!(visited, 17);
    }

    #[test]
    fn a_group_of_sources_takes_each_of_them() {
        let group = Group::each(2, CellSet(0b101)).choose(0, CellSet(0b11));
        let all: Vec<_> = (0..group.count).map(|n| group.nth(Seat(0), n)).collect();
        assert_eq!(
            all.iter().map(|action| (action.source, action.choices[0])).collect::<Vec<_>>(),
            [(0, 0), (0, 1), (2, 0), (2, 1)]
        );
        assert!(group.has_source(2) && !group.has_source(1));
    }

    #[test]
    fn an_action_survives_its_code() {
        let action = Action { mask: 513, ..Action::new(Seat(1), 3, 7).with(0, 4).with(2, 9) };
        assert_eq!(Action::from_code(action.code()), action);
    }
}
