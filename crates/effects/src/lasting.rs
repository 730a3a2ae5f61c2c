//! What lasts for a time and what waits for its time: loans, granted abilities, timers.

use cardwright_core::{DISPELLED, GRANTED, Lasting, PieceId, PieceSet, Room, Seat, What};

use crate::catalogue::NOTHING;
use crate::context::Ctx;
use crate::moment::Moment;
use crate::rules::Rules;

impl<R: Rules> Ctx<'_, R> {
    /// Starts the timers of the printed abilities of a piece.
    pub(crate) fn start_timers(&mut self, id: PieceId) {
        let game = self.game;
        for &at in &game.def(self.state.piece(id).def).abilities {
            if game.catalogue.abilities[at as usize].moment == Moment::Timer as u8 {
                let seat = self.state.piece(id).owner;
                self.start_timer(PieceSet::one(id), at, seat);
            }
        }
    }

    /// From now on an ability of these pieces waits for its time; false when there is no room.
    pub fn start_timer(&mut self, pieces: PieceSet, ability: u16, seat: Seat) -> bool {
        self.add_lasting(Lasting { pieces, ..self.timer(ability, seat) })
    }

    /// From now on an ability of a card that is no piece waits for its time; the seat's own piece carries it.
    pub fn start_timer_of_seat(&mut self, ability: u16, seat: Seat) -> bool {
        let carrier = R::own_piece(self.state, seat);
        carrier.is_some() && {
            let pieces = PieceSet::one(carrier);
            self.add_lasting(Lasting { pieces, is_of_seat: true, ..self.timer(ability, seat) })
        }
    }

    /// The record of a timer that begins now.
    fn timer(&self, ability: u16, seat: Seat) -> Lasting {
        let printed = self.game.catalogue.abilities[ability as usize];
        let until = self.state.now.saturating_add(printed.wait);
        let every = if printed.repeats { printed.wait } else { 0 };
        Lasting { until, every, ability, seat, is_timer: true, ..Lasting::default() }
    }

    /// Adds a lasting record; false when there is no room.
    pub fn add_lasting(&mut self, mut lasting: Lasting) -> bool {
        let len = self.state.lastings_len as usize;
        let same = |held: &Lasting| {
            (held.pieces & lasting.pieces).is_empty()
                && Lasting { pieces: lasting.pieces, stamp: lasting.stamp, ..*held } == lasting
        };
        if let Some(at) = self.state.live_lastings().iter().position(same).filter(|_| !lasting.is_timer) {
            // A record that says the same of other pieces takes these in.
            self.state.lastings.as_mut()[at].pieces |= lasting.pieces;
        } else if len >= self.game.limits.lastings as usize {
            self.tell(What::Fizzled { room: Room::Lastings });
            return false;
        } else {
            self.state.stamp = self.state.stamp.wrapping_add(1);
            lasting.stamp = self.state.stamp;
            self.state.lastings.as_mut()[len] = lasting;
            self.state.lastings_len += 1;
        }
        self.state.is_dirty = true;
        if lasting.ability != NOTHING && !lasting.is_timer {
            for id in lasting.pieces {
                self.state.piece_mut(id).flags |= GRANTED;
                self.listen(id);
            }
        }
        true
    }

    /// Frees the records that hold no piece any more.
    pub(crate) fn drop_empty_lastings(&mut self) {
        let len = self.state.lastings_len as usize;
        let mut kept = 0;
        for at in 0..len {
            let lasting = self.state.lastings.as_ref()[at];
            if lasting.pieces.any() {
                self.state.lastings.as_mut()[kept] = lasting;
                kept += 1;
            }
        }
        self.state.lastings_len = kept as u8;
    }

    /// Takes a keyword from a piece, its own and what was lent to it for a time; false when it had none.
    ///
    /// RULE: a keyword that is lost is lost wherever it came from, except from an aura, which lends it anew.
    pub fn lose_keyword(&mut self, id: PieceId, keyword: u8) -> bool {
        let bit = 1u64 << keyword;
        let piece = self.state.piece_mut(id);
        let mut had = piece.keywords & bit != 0;
        piece.keywords &= !bit;
        let len = self.state.lastings_len as usize;
        for lasting in &mut self.state.lastings.as_mut()[..len] {
            // A record lends one keyword and nothing else.
            if lasting.keywords == bit && lasting.pieces.has(id) {
                lasting.pieces.remove(id);
                had = true;
            }
        }
        self.drop_empty_lastings();
        self.state.is_dirty = true;
        had
    }

    /// A new piece becomes like another: its numbers, its keywords and what was lent to it for a time.
    pub fn imitate(&mut self, model: PieceId, copy: PieceId) {
        if self.state.piece(model).is(DISPELLED) {
            self.dispel(copy);
        }
        let old = *self.state.piece(model);
        let is_gone = !self.is_alive(model);
        let new = self.state.piece_mut(copy);
        (new.keywords, new.attack, new.health) = (old.keywords, old.attack, old.health);
        (new.damage, new.statuses) = (old.damage, old.statuses);
        if is_gone {
            // What left with mortal wounds is copied with its last point of health.
            new.damage = new.damage.min(new.health - 1).max(0);
        } else {
            // What is lent is counted anew below; until then the copy has as much, so that it does not die of its wounds.
            (new.lent_attack, new.lent_health) = (old.lent_attack, old.lent_health);
            (new.lent_bonus, new.lent_keywords) = (old.lent_bonus, old.lent_keywords);
            new.flags |= old.flags & GRANTED;
        }
        let len = self.state.lastings_len as usize;
        for lasting in &mut self.state.lastings.as_mut()[..len] {
            if !lasting.is_timer && lasting.pieces.has(model) {
                lasting.pieces.insert(copy);
            }
        }
        R::imitated(self, model, copy);
        self.listen(copy);
        self.state.is_dirty = true;
    }

    /// Ends the lasting records whose time has come.
    pub fn expire(&mut self) {
        let now = self.state.now;
        let (mut at, mut ended) = (0, PieceSet::EMPTY);
        while at < self.state.lastings_len as usize {
            let lasting = self.state.lastings.as_ref()[at];
            if lasting.is_timer || lasting.until > now {
                at += 1;
                continue;
            }
            self.state.lastings.as_mut()[at].pieces = PieceSet::EMPTY;
            ended |= lasting.pieces;
            if self.sink.is_some() {
                for id in self.state.by_arrival(lasting.pieces) {
                    let who = self.who(id);
                    self.tell(What::WoreOff { who });
                }
            }
            at += 1;
        }
        if ended.any() {
            self.drop_empty_lastings();
            self.state.is_dirty = true;
            for id in ended & self.state.used {
                if self.state.piece(id).is(GRANTED) {
                    self.listen(id);
                }
            }
            self.refresh_lent();
        }
    }
}
