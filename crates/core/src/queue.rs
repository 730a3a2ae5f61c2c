//! The queue of work that waits to be carried out: a stack of words in the state, the next entry last.
//!
//! A trigger that was set off and has not begun is one word; a step, or a program in its middle, is three. An action
//! may set off hundreds of triggers, so this saves most of the size of a state.

use crate::ids::{CardId, Cell, DefId, PieceId, PieceSet, Seat};
use crate::records::{Frame, FrameKind, Trigger, Waiting};
use crate::shape::Shape;
use crate::state::State;

/// Words of a frame.
pub const FRAME: usize = 3;

/// The two highest bits of an entry's last word say what the entry is; in a trigger both are 0.
const KIND: u32 = 62;
const PROGRAM: u64 = 1;
const STEP: u64 = 2;
const PLAY: u64 = 3;

#[inline(always)]
fn byte(word: u64, at: u32) -> u8 {
    (word >> at) as u8
}

/// A number as three bits. 7 means none: it is what is left of 255.
#[inline(always)]
fn small(number: u8) -> u64 {
    number as u64 & 7
}

#[inline(always)]
fn read_small(word: u64, at: u32) -> u8 {
    let number = (word >> at & 7) as u8;
    if number == 7 { u8::MAX } else { number }
}

impl Trigger {
    /// As one word.
    #[inline]
    pub fn pack(self) -> u64 {
        self.ability as u64
            | (self.amount as u16 as u64) << 16
            | (self.carrier.0 as u64) << 32
            | (self.subject.0 as u64) << 40
            | (self.other.0 as u64) << 48
            | small(self.seat.0) << 56
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        Self {
            ability: word as u16,
            amount: (word >> 16) as i16,
            carrier: PieceId(byte(word, 32)),
            subject: PieceId(byte(word, 40)),
            other: PieceId(byte(word, 48)),
            seat: Seat(read_small(word, 56)),
        }
    }
}

impl Frame {
    /// As three words.
    #[inline]
    pub fn pack(self) -> [u64; FRAME] {
        let kind = match self.kind {
            FrameKind::Program => PROGRAM,
            FrameKind::Step => STEP,
            FrameKind::Play => PLAY,
        };
        [
            self.set.0,
            self.pc as u64
                | (self.value as u16 as u64) << 16
                | (self.amount as u16 as u64) << 32
                | (self.def.0 as u64) << 48,
            self.source.0 as u64
                | (self.subject.0 as u64) << 8
                | (self.chosen.0 as u64) << 16
                | (self.destination.0 as u64) << 24
                | (self.card.0 as u64) << 32
                | (self.by.0 as u64) << 40
                | small(self.seat.0) << 56
                | small(self.answer) << 59
                | kind << KIND,
        ]
    }

    #[inline]
    fn unpack([set, numbers, names]: [u64; FRAME]) -> Self {
        Self {
            set: PieceSet(set),
            pc: numbers as u16,
            value: (numbers >> 16) as i16,
            amount: (numbers >> 32) as i16,
            def: DefId((numbers >> 48) as u16),
            source: PieceId(byte(names, 0)),
            subject: PieceId(byte(names, 8)),
            chosen: PieceId(byte(names, 16)),
            destination: Cell(byte(names, 24)),
            card: CardId(byte(names, 32)),
            by: DefId((names >> 40) as u16),
            seat: Seat(read_small(names, 56)),
            answer: read_small(names, 59),
            kind: match names >> KIND {
                STEP => FrameKind::Step,
                PLAY => FrameKind::Play,
                _ => FrameKind::Program,
            },
        }
    }
}

impl<G: Shape> State<G> {
    /// The words of the queue, the next entry last.
    #[inline(always)]
    pub fn live_queue(&self) -> &[u64] {
        &self.queue.as_ref()[..self.queue_len as usize]
    }

    /// How many words the queue has room for.
    pub fn queue_room(&self) -> usize {
        self.queue.as_ref().len()
    }

    /// Pushes a frame. Returns false, and pushes nothing, if fewer than `kept` words would stay free.
    #[inline]
    pub fn push_frame(&mut self, frame: Frame, kept: usize) -> bool {
        let len = self.queue_len as usize;
        if len + FRAME + kept > self.queue.as_ref().len() {
            return false;
        }
        self.queue.as_mut()[len..len + FRAME].copy_from_slice(&frame.pack());
        self.queue_len += FRAME as u16;
        true
    }

    /// Pushes a trigger. Returns false, and pushes nothing, if fewer than `kept` words would stay free.
    #[inline]
    pub fn push_trigger(&mut self, trigger: Trigger, kept: usize) -> bool {
        let len = self.queue_len as usize;
        if len + 1 + kept > self.queue.as_ref().len() {
            return false;
        }
        self.queue.as_mut()[len] = trigger.pack();
        self.queue_len += 1;
        true
    }

    /// The next entry, which stays on the stack. The stack must not be empty.
    #[inline]
    pub fn next_frame(&self) -> Waiting {
        read(self.live_queue())
    }

    /// Takes the next entry off the stack. The stack must not be empty.
    #[inline]
    pub fn pop_frame(&mut self) -> Waiting {
        let next = self.next_frame();
        self.queue_len -= words_of(&next) as u16;
        next
    }

    /// Puts a frame below everything pushed since the stack had `base` words. There must be room for it.
    #[inline]
    pub fn slide_under(&mut self, base: usize, frame: Frame) {
        let len = self.queue_len as usize;
        self.queue.as_mut().copy_within(base..len, base + FRAME);
        self.queue.as_mut()[base..base + FRAME].copy_from_slice(&frame.pack());
        self.queue_len += FRAME as u16;
    }

    /// Reverses the order of the entries pushed since the stack had `base` words.
    #[inline]
    pub fn turn_over_queue(&mut self, base: usize) {
        let len = self.queue_len as usize;
        // Mostly it is one entry, or none.
        if len > base + 1 && !(len == base + FRAME && is_frame(self.queue.as_ref()[len - 1])) {
            turn_over(&mut self.queue.as_mut()[base..len]);
        }
    }

    /// All waiting entries, the next one first.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting> + '_ {
        let mut end = self.queue_len as usize;
        std::iter::from_fn(move || {
            let next = (end > 0).then(|| read(&self.queue.as_ref()[..end]))?;
            end -= words_of(&next);
            Some(next)
        })
    }

    /// Moves the last entry of `words` onto the stack, which must be empty.
    pub fn take_from(&mut self, words: &mut Vec<u64>) {
        let from = words.len() - words_of(&read(words));
        let count = words.len() - from;
        self.queue.as_mut()[..count].copy_from_slice(&words[from..]);
        self.queue_len = count as u16;
        words.truncate(from);
    }

    /// Puts `words` below everything that waits. There must be room for them.
    pub fn put_below(&mut self, words: &[u64]) {
        let len = self.queue_len as usize;
        self.queue.as_mut().copy_within(..len, words.len());
        self.queue.as_mut()[..words.len()].copy_from_slice(words);
        self.queue_len += words.len() as u16;
    }

    /// Takes the triggers of these carriers out of the queue.
    pub fn forget_triggers_of(&mut self, carriers: PieceSet) {
        if carriers.is_empty() {
            return;
        }
        let entries: Vec<Waiting> = self.waiting().collect();
        self.queue_len = 0;
        for entry in entries.into_iter().rev() {
            match entry {
                Waiting::Trigger(trigger) if carriers.has(trigger.carrier) => {}
                Waiting::Trigger(trigger) => {
                    self.push_trigger(trigger, 0);
                }
                Waiting::Frame(frame) => {
                    self.push_frame(frame, 0);
                }
            }
        }
    }

    /// Changes every waiting entry in place. An entry must stay of the same kind.
    pub fn change_waiting(&mut self, change: impl FnMut(&mut Waiting)) {
        let len = self.queue_len as usize;
        change_entries(&mut self.queue.as_mut()[..len], change);
    }
}

/// Changes every entry in place, the next one first. An entry must stay of the same kind.
pub fn change_entries(words: &mut [u64], mut change: impl FnMut(&mut Waiting)) {
    let mut end = words.len();
    while end > 0 {
        let mut entry = read(&words[..end]);
        change(&mut entry);
        match entry {
            Waiting::Trigger(trigger) => words[end - 1] = trigger.pack(),
            Waiting::Frame(frame) => words[end - FRAME..end].copy_from_slice(&frame.pack()),
        }
        end -= words_of(&entry);
    }
}

/// Whether this last word of an entry belongs to a frame.
#[inline(always)]
fn is_frame(word: u64) -> bool {
    word >> KIND != 0
}

/// Whether the words are whole entries, each of a known kind.
pub(crate) fn is_whole(words: &[u64]) -> bool {
    let mut end = words.len();
    while end > 0 {
        let len = if is_frame(words[end - 1]) { FRAME } else { 1 };
        if len > end {
            return false;
        }
        end -= len;
    }
    true
}

/// Reverses the order of the entries.
pub fn turn_over(words: &mut [u64]) {
    words.reverse();
    let mut at = 0;
    while at < words.len() {
        if is_frame(words[at]) {
            words.swap(at, at + FRAME - 1);
            at += FRAME;
        } else {
            at += 1;
        }
    }
}

#[inline]
fn read(words: &[u64]) -> Waiting {
    let end = words.len();
    let last = words[end - 1];
    if !is_frame(last) {
        Waiting::Trigger(Trigger::unpack(last))
    } else {
        Waiting::Frame(Frame::unpack([words[end - 3], words[end - 2], last]))
    }
}

#[inline]
fn words_of(entry: &Waiting) -> usize {
    match entry {
        Waiting::Trigger(_) => 1,
        Waiting::Frame(_) => FRAME,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame {
            set: PieceSet(0x8000_0000_0000_0001),
            pc: 65_000,
            value: -3,
            amount: -30_000,
            def: DefId(40_000),
            source: PieceId(63),
            subject: PieceId::NONE,
            chosen: PieceId(7),
            destination: Cell(127),
            seat: Seat(3),
            card: CardId(254),
            by: DefId(65_534),
            kind: FrameKind::Step,
            answer: 5,
        }
    }

    #[test]
    fn what_is_packed_is_read_again() {
        for seat in [Seat(0), Seat(3), Seat::NONE] {
            for answer in [0, 5, u8::MAX] {
                for kind in [FrameKind::Program, FrameKind::Step] {
                    let frame = Frame { seat, answer, kind, ..frame() };
                    assert_eq!(Frame::unpack(frame.pack()), frame);
                }
            }
            let pieces = (PieceId(63), PieceId::NONE, PieceId(0));
            let (carrier, subject, other) = pieces;
            let trigger = Trigger { ability: 65_000, amount: -7, carrier, subject, other, seat };
            assert_eq!(Trigger::unpack(trigger.pack()), trigger);
            assert_eq!(trigger.pack() >> KIND, 0, "a trigger is no frame");
        }
    }
}
