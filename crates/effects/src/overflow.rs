//! Work that waits beside the state because there is no more room in it.
//!
//! The queue in a state is large enough for most actions. An action that sets off hundreds of triggers needs more,
//! but only until it is resolved; the rest is not part of a position and need not be copied with it. So there are
//! three parts, one above the other: entries below the state's queue, the queue itself, and entries pushed since it
//! was full.

use cardwright_core::{FRAME, Frame, Room, Waiting, What, change_entries, turn_over};

use crate::context::Ctx;
use crate::contract::Rules;

/// Between two operations the state holds no more words than this; entries below them wait beside it.
pub(crate) const CALM: usize = 4 * FRAME;

/// The most words that may wait beside the state: far beyond what a limit on triggers allows.
const MOST: usize = 1 << 20;

/// The words beside the state. Most actions need none, so nothing is allocated or dropped for them.
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

    /// Drops all entries.
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

    /// Pushes an entry above the state's queue, which is full.
    #[cold]
    pub(crate) fn push_above(&mut self, words: &[u64]) {
        if self.overflow.above() + self.overflow.below() + words.len() > MOST {
            self.tell(What::Fizzled { room: Room::Queue });
        } else {
            self.overflow.words().above.extend_from_slice(words);
        }
    }

    /// Reverses what was pushed since the queue had `base` words and puts it below, where the resolution finds it
    /// next, on top of the frame that waits for it.
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

    /// Moves the whole queue of the state below it.
    #[cold]
    pub(crate) fn spill(&mut self) {
        self.overflow.words().below.extend_from_slice(self.state.live_queue());
        self.state.queue_len = 0;
    }

    /// Moves the next entry from below into the state, whose queue is empty; false if nothing waits there.
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

    /// Whether all waiting entries fit into the state, so that a question can wait with them.
    pub(crate) fn has_room_to_ask(&self) -> bool {
        // One frame is for the text that asks, and pushing keeps room for another.
        self.overflow.below() + self.queue_len() + 2 * FRAME <= self.state.queue_room()
    }

    /// Changes the first waiting frame that fits, in the state or below it.
    pub(crate) fn change_frame(&mut self, fits: impl Fn(&Frame) -> bool, mut change: impl FnMut(&mut Frame)) {
        let mut is_done = false;
        let mut visit = |waiting: &mut Waiting| {
            if let Waiting::Frame(frame) = waiting
                && !is_done
                && fits(frame)
            {
                change(frame);
                is_done = true;
            }
        };
        self.state.change_waiting(&mut visit);
        if self.overflow.below() > 0 {
            change_entries(&mut self.overflow.words().below, visit);
        }
    }

    /// A question is asked: moves what waits beside the state back into it. [`Ctx::has_room_to_ask`] made sure that
    /// there is room.
    #[cold]
    pub(crate) fn unspill(&mut self) {
        if self.overflow.below() > 0 {
            self.state.put_below(&self.overflow.words().below);
            self.overflow.clear();
        }
    }
}
