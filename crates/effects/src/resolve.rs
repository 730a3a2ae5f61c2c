//! Resolution: triggers, waiting frames, deaths, prompts. The order is written down in `docs/design/timing.md`.

use std::sync::atomic::Ordering;

use cardwright_core::{
    CardId, Cause, Cell, DefId, FRAME, Frame, FrameKind, PieceId, PieceSet, Room, Seat, Trigger, Waiting,
    What,
};

use crate::catalogue::AuraTraits;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::lent::UNCOUNTED;
use crate::moment::Moment;
use crate::overflow::CALM;
use crate::table::{Code, execute};
use crate::tallies::Tally;
use crate::turns::{self, AFTER_ATTACK, AFTER_PLAY};

/// The step in which a card replaces a piece that was destroyed; a game's own steps have other numbers.
pub const SUCCESSION: u16 = u16::MAX;

impl<R: Rules> Ctx<'_, R> {
    /// Works until nothing is left to do or a prompt waits.
    pub fn resolve(&mut self) {
        let mut rounds = 0u32;
        loop {
            // An aura that counts cards or resources may have changed with anything that was done.
            if self.game.catalogue.all_traits.has(AuraTraits::WATCHFUL) {
                self.touch_auras(AuraTraits::WATCHFUL);
            }
            if self.state.is_dirty {
                self.refresh_lent();
            }
            if self.state.prompt.is_open() {
                return self.unspill();
            }
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(1024) && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                self.state.queue_len = 0;
                self.overflow.clear();
                break;
            }
            let base = self.state.queue_len as usize;
            if base == 0 {
                if self.take_back() {
                    continue;
                }
                self.cause = Cause::NONE;
                if self.state.dying.any() {
                    self.reap();
                } else if self.is_exhausted() || !R::settle(self) {
                    break;
                } else {
                    self.state.triggers = self.state.triggers.saturating_add(1);
                }
                self.turn_over(0);
                continue;
            }
            match self.state.next_frame() {
                Waiting::Trigger(trigger) => {
                    self.state.queue_len -= 1;
                    if base > CALM {
                        self.spill();
                    }
                    if !R::DROPS_LOST_ABILITIES || self.still_has(&trigger) && !self.is_moot(&trigger) {
                        self.run_watched(self.begun(trigger));
                    }
                }
                Waiting::Frame(frame) => match frame.kind {
                    FrameKind::Program | FrameKind::Play => {
                        self.state.queue_len -= FRAME as u16;
                        if base > CALM {
                            self.spill();
                        }
                        self.run_watched(Frame { kind: FrameKind::Program, ..frame });
                    }
                    FrameKind::Step if frame.pc == SUCCESSION => self.succeed(),
                    FrameKind::Step if R::DEATHS_BEFORE_STEPS && self.state.dying.any() => {
                        self.cause = Cause::NONE;
                        self.reap();
                        self.turn_over(base);
                    }
                    FrameKind::Step => {
                        self.state.queue_len -= FRAME as u16;
                        if base > CALM {
                            self.spill();
                        }
                        self.cause = Cause::NONE;
                        let base = self.state.queue_len as usize;
                        match frame.pc {
                            AFTER_PLAY | AFTER_ATTACK => self.afterwards(&frame),
                            _ => R::step(self, frame),
                        }
                        self.turn_over(base);
                    }
                },
            }
        }
        self.state.limbo = PieceSet::EMPTY;
        self.state.triggers = 0;
        R::resolved(self);
    }

    /// A card was played or an attack carried out, and all that came of it is done.
    fn afterwards(&mut self, done: &Frame) {
        // A match that is decided is over: nothing comes after what decided it.
        if turns::is_decided(self.state) {
            return;
        }
        if done.pc == AFTER_ATTACK {
            if self.is_alive(done.source) {
                self.fire(Moment::Fought, done.source, done.subject, 0);
            }
            return;
        }
        if self.is_alive(done.source) {
            self.fire(Moment::Settled, done.source, PieceId::NONE, 0);
        }
        // Nothing comes after a card that was stopped.
        if done.value == 0 {
            self.fire_of_card(Moment::Resolved, done.seat, done.def, done.source);
        }
    }

    /// Dying pieces leave, and cards come into play on their cells, unless a cell is taken by then.
    fn succeed(&mut self) {
        let mut heirs: Vec<Frame> = Vec::new();
        // If a great deal waits, some of them wait beside the state.
        while (self.state.queue_len > 0 || self.take_back())
            && let Waiting::Frame(frame) = self.state.next_frame()
            && frame.kind == FrameKind::Step
            && frame.pc == SUCCESSION
        {
            self.state.pop_frame();
            heirs.push(frame);
        }
        if self.state.queue_len as usize > CALM {
            self.spill();
        }
        let base = self.state.queue_len as usize;
        // ORDER: all take their places before any death ability runs, and so before a death can bring another piece
        // there.
        self.reap();
        for heir in heirs {
            if self.state.on(heir.destination).is_empty() {
                self.enter(heir.seat, heir.def, heir.destination);
            } else {
                self.tell(What::Fizzled { room: Room::Cells });
            }
        }
        self.turn_over(base);
    }

    /// ORDER: reverses what was pushed since `base` in firing order, so that the first to fire runs first.
    #[inline]
    pub fn turn_over(&mut self, base: usize) {
        if self.overflow.is_above() {
            self.turn_over_above(base, None);
        } else {
            self.state.turn_over_queue(base);
        }
    }

    /// The frame of a trigger that begins to run.
    #[inline]
    fn begun(&self, trigger: Trigger) -> Frame {
        let Trigger { ability, carrier, subject, other, amount, seat } = trigger;
        let ability = &self.game.catalogue.abilities[ability as usize];
        let frame = Frame { subject, chosen: other, amount, ..Frame::program(ability.op, seat, carrier) };
        if ability.moment == Moment::Timer as u8 {
            return Frame { amount: 0, destination: Cell::from_number(amount), ..frame };
        }
        if !Moment::is_about_card(ability.moment) {
            return frame;
        }
        // In the text of an ability about cards, the amount of the trigger is the number of the card.
        let def = DefId(amount as u16);
        let is_drawn = ability.moment == Moment::Drawn as u8;
        let card = if is_drawn { self.newest_in_hand(seat, def) } else { CardId::NONE };
        Frame { amount: 0, def, card, ..frame }
    }

    /// The card of this name that came to a seat's hand last. Only who drew a card may know which it was.
    fn newest_in_hand(&self, seat: Seat, def: DefId) -> CardId {
        let mut hand = self.state.zone(seat, R::HAND).iter().rev().copied();
        let is_it = |id: &CardId| def != DefId::HIDDEN && self.state.card(*id).def == def;
        hand.find(is_it).unwrap_or(CardId::NONE)
    }

    /// Runs a program; an onlooker, if there is one, sees its beginning and end.
    #[inline]
    fn run_watched(&mut self, frame: Frame) {
        match &self.game.onlooker {
            None => self.run(frame),
            Some(onlooker) => {
                onlooker.begins(self.state, &frame);
                self.run(frame);
                onlooker.rests(self.state);
            }
        }
    }

    /// Runs a program until it ends, asks, or is interrupted by triggers, which run before its next operation.
    fn run(&mut self, mut frame: Frame) {
        let game = self.game;
        self.cause = Cause { piece: frame.source, card: frame.by, ..Cause::NONE };
        loop {
            let base = self.state.queue_len as usize;
            let op = game.catalogue.ops[frame.pc as usize];
            if op.code == Code::End {
                return;
            }
            frame.pc += 1;
            execute(self, &mut frame, op);
            if self.queue_len() > base || self.state.prompt.is_open() {
                // A finished program leaves no frame, so that a chain of triggers does not fill the stack.
                let is_done = game.catalogue.ops[frame.pc as usize].code == Code::End;
                if self.overflow.is_above() {
                    return self.turn_over_above(base, (!is_done).then_some(frame));
                }
                self.state.turn_over_queue(base);
                // The running frame slides under the triggers it set off; pushing keeps room for it.
                if !is_done {
                    self.state.slide_under(base, frame);
                }
                return;
            }
            if self.state.is_dirty {
                self.refresh_lent();
            }
        }
    }

    /// Dying pieces leave together; then their death abilities and those of other pieces run in order of arrival.
    pub fn reap(&mut self) {
        let dying = self.state.dying;
        let mut leaving = PieceSet::EMPTY;
        let order = self.state.by_arrival(dying);
        for &id in order.as_slice() {
            if R::dies(self, id) {
                leaving.insert(id);
            } else {
                self.state.dying.remove(id);
                self.state.piece_mut(id).lent_bonus = UNCOUNTED;
                self.state.borrowers.insert(id);
                self.state.is_dirty = true;
            }
        }
        let speaking = leaving & self.state.hears_itself[Moment::Died as usize];
        // The deaths are told while the dying pieces can still see them.
        for &id in order.as_slice().iter().filter(|&&id| leaving.has(id)) {
            if self.sink.is_some() {
                let (who, by) = (self.who(id), self.by(self.state.piece(id).doomed_by()));
                self.tell(What::Died { who, cause: by });
            }
        }
        for &id in order.as_slice().iter().filter(|&&id| leaving.has(id)) {
            let who = self.who(id);
            self.leave_table(id);
            self.bury_piece(who);
            if who.cell.is_some() {
                self.tally(who.owner, Tally::Died, 1);
                self.tally(who.owner, Tally::DiedEver, 1);
            }
        }
        let killers = self.state.hears_itself[Moment::Killed as usize] & self.state.used;
        if killers.any() {
            for &id in order.as_slice().iter().filter(|&&id| leaving.has(id)) {
                let cause = self.state.piece(id).doomed_by();
                if cause.piece.is_some() && killers.has(cause.piece) {
                    self.fire_own(Moment::Killed, cause.piece, id, cause.is_blow as i16);
                }
            }
        }
        if speaking.any() || self.state.hears_others[Moment::Died as usize].any() {
            for &id in order.as_slice().iter().filter(|&&id| leaving.has(id)) {
                if R::STRICTLY_BY_ARRIVAL {
                    self.fire_by_arrival(Moment::Died, id, speaking.has(id));
                    continue;
                }
                if speaking.has(id) {
                    self.fire_own(Moment::Died, id, PieceId::NONE, 0);
                }
                self.fire_others(Moment::Died, id, PieceId::NONE, 0);
            }
        }
        // ORDER: granted death abilities have been set off; what was granted for a time ends now.
        self.end_effects_of(leaving);
    }
}
