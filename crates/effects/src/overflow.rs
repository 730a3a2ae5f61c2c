//! What waits beside the state when there is no more room in it.
//!
//! A state has room for what waits as a rule. An action that sets off hundreds of triggers needs more, but only until it is
//! resolved, and what is no part of a position need not be copied with it. So there are three parts, one above the other:
//! what waits below the state's words, those words, and what was pushed since they were full.

use cardwright_core::{FRAME, Frame, Room, What, turn_over};

use crate::context::Ctx;
use crate::contract::Rules;

/// Between two operations no more words than these lie in the state; what waits below them waits beside it.
pub(crate) const CALM: usize = 4 * FRAME;

/// Words that may wait beside the state: far beyond what a limit on triggers allows.
const MOST: usize = 1 << 20;

/// The words beside the state. Most actions need none, and then there is nothing to make and nothing to drop.
#[derive(Default)]
pub(crate) struct Overflow(Option<Box<Words>>);

#[derive(Default)]
struct Words {
    below: Vec<u64>,
    above: Vec<u64>,
}

impl Overflow {
    /// Whether something was pushed since the state was full.
    #[inline(always)]
    pub fn is_above(&self) -> bool {
        self.0.as_ref().is_some_and(|words| !words.above.is_empty())
    }

    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    #[inline(always)]
    fn below(&self) -> usize {
        self.0.as_ref().map_or(0, |words| words.below.len())
    }

    #[inline(always)]
    fn above(&self) -> usize {
        self.0.as_ref().map_or(0, |words| words.above.len())
    }

    fn words(&mut self) -> &mut Words {
        self.0.get_or_insert_default()
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// How many words wait in the state and above it.
    #[inline(always)]
    pub fn queue_len(&self) -> usize {
        self.state.queue_len as usize + self.overflow.above()
    }

    /// Pushes an entry above the words of the state, which are full.
    #[cold]
    pub(crate) fn push_above(&mut self, words: &[u64]) {
        if self.overflow.above() + self.overflow.below() + words.len() > MOST {
            self.tell(What::Fizzled { room: Room::Queue });
        } else {
            self.overflow.words().above.extend_from_slice(words);
        }
    }

    /// Turns over what was pushed since `base` words and puts it below, where the resolution finds it next, on top of a
    /// frame that waits for it.
    #[cold]
    pub(crate) fn turn_over_above(&mut self, base: usize, waiting: Option<Frame>) {
        let mut pushed = self.state.live_queue()[base..].to_vec();
        pushed.append(&mut self.overflow.words().above);
        turn_over(&mut pushed);
        self.state.queue_len = base as u16;
        self.spill();
        let below = &mut self.overflow.words().below;
        below.extend(waiting.into_iter().flat_map(Frame::pack));
        below.append(&mut pushed);
    }

    /// All that waits in the state goes below it.
    #[cold]
    pub(crate) fn spill(&mut self) {
        self.overflow.words().below.extend_from_slice(self.state.live_queue());
        self.state.queue_len = 0;
    }

    /// Takes the next entry from below into the empty state; false if nothing waits there.
    #[inline(always)]
    pub(crate) fn take_back(&mut self) -> bool {
        self.overflow.0.is_some() && self.take_from_below()
    }

    #[cold]
    fn take_from_below(&mut self) -> bool {
        self.overflow.below() > 0 && {
            self.state.take_from(&mut self.overflow.words().below);
            true
        }
    }

    /// Whether all that waits finds room in the state, so that a question can wait with it.
    pub(crate) fn has_room_to_ask(&self) -> bool {
        // One frame is the asking text itself, and pushing keeps room for another.
        self.overflow.below() + self.queue_len() + 2 * FRAME <= self.state.queue_room()
    }

    /// A question is asked: what waits beside the state comes back into it. [`Ctx::has_room_to_ask`] has seen to it that
    /// there is room.
    #[cold]
    pub(crate) fn unspill(&mut self) {
        if self.overflow.below() > 0 {
            self.state.put_below(&self.overflow.words().below);
            self.overflow.clear();
        }
    }
}
