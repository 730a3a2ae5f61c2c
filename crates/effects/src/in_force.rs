//! Effects in force: loans, granted abilities and timers.

use cardwright_core::{
    AtEnd, Cell, DISPELLED, Frame, GRANTED, InForce, InForceSort, PieceId, PieceSet, Room, Seat, What,
};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::turns;

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

    /// Starts a timer for an ability of these pieces; false when there is no room.
    pub fn start_timer(&mut self, pieces: PieceSet, ability: u16, seat: Seat) -> bool {
        self.add_in_force(InForce { pieces, ..self.timer(ability, seat) })
    }

    /// The record of a timer that starts now.
    fn timer(&self, ability: u16, seat: Seat) -> InForce {
        let printed = self.game.catalogue.abilities[ability as usize];
        let until = self.state.now.saturating_add(printed.wait);
        InForce { until, ability, seat, sort: InForceSort::Timer, ..InForce::default() }
    }

    /// Starts a timer of a running text, which fires after its own time or when a duration of the vocabulary is over.
    /// A card that is not a piece has nobody to carry it: the seat's own piece does. The cell is one that the text
    /// keeps for then.
    pub(crate) fn start_delay(&mut self, frame: &Frame, ability: u16, duration: u8, cell: Cell) {
        let Frame { source, seat, by, .. } = *frame;
        let carrier = if self.is_alive(source) { source } else { R::own_piece(self.state, seat) };
        if !carrier.is_some() {
            return;
        }
        let mut timer =
            InForce { pieces: PieceSet::one(carrier), attack: cell.to_number(), ..self.timer(ability, seat) };
        if carrier != source {
            timer.sort = InForceSort::SeatTimer;
        }
        if duration != 0 {
            timer.until = turns::due(self.state, seat, duration);
        }
        if duration != 0 || carrier != source {
            timer.by = by;
        }
        self.add_in_force(timer);
    }

    /// Runs the timers whose time has come.
    #[inline]
    pub(crate) fn fire_timers(&mut self) {
        let now = self.state.now;
        let is_due = |effect: &InForce| effect.is_timer() && effect.until <= now;
        if let Some(first) = self.state.effects_in_force().iter().position(is_due) {
            self.fire_timers_from(first);
        }
    }

    /// Runs the timers whose time has come from a record on.
    fn fire_timers_from(&mut self, first: usize) {
        let now = self.state.now;
        // Records lie in order of arrival, so timers due at one instant run in that order.
        for at in first..self.state.in_force_len as usize {
            let timer = self.state.in_force.as_ref()[at];
            if !timer.is_timer() || timer.until > now {
                continue;
            }
            if timer.sort == InForceSort::SeatTimer {
                self.trigger_of_seat(&timer);
            } else {
                let (nobody, cell) = (PieceId::NONE, timer.cell().to_number());
                for carrier in self.state.by_arrival(timer.pieces & self.state.used) {
                    self.trigger(carrier, timer.ability, nobody, nobody, cell);
                }
            }
            let printed = self.game.catalogue.abilities[timer.ability as usize];
            let record = &mut self.state.in_force.as_mut()[at];
            if printed.repeats {
                record.until = now.saturating_add(printed.wait);
            } else {
                record.pieces = PieceSet::EMPTY;
                record.until = u32::MAX;
            }
        }
        self.drop_empty_effects();
    }

    /// Gives a piece back that a seat controls for a time only; nothing happens to other pieces.
    pub(crate) fn hand_back(&mut self, id: PieceId) {
        let held = self.state.effects_in_force().iter().filter(|effect| effect.pieces.has(id));
        let home = held.into_iter().find_map(|effect| effect.at_end.home());
        if let Some(home) = home {
            self.stay(id);
            self.go_over(id, home);
        }
    }

    /// A piece that was controlled for a time stays where it is.
    pub(crate) fn stay(&mut self, id: PieceId) {
        let len = self.state.in_force_len as usize;
        for effect in &mut self.state.in_force.as_mut()[..len] {
            if effect.at_end.home().is_some() {
                effect.pieces.remove(id);
            }
        }
        self.drop_empty_effects();
    }

    /// A piece goes over to a seat, if there is room for it.
    pub fn go_over(&mut self, id: PieceId, seat: Seat) {
        match R::side_cell(self, seat, id) {
            Some(cell) => self.change_owner(id, seat, cell),
            None => {
                self.tell(What::Fizzled { room: Room::Cells });
                R::found_no_side(self, id);
            }
        }
    }

    /// Adds a record; false when there is no room for all of it.
    ///
    /// Changes of a piece that end together share a record, and so do pieces that are changed alike. So there are
    /// never more records than pieces for each moment at which something ends.
    pub fn add_in_force(&mut self, effect: InForce) -> bool {
        let mut rest = effect.pieces;
        let mut has_room = true;
        if !effect.is_timer() {
            for at in 0..self.state.in_force_len as usize {
                let held = self.state.in_force.as_ref()[at];
                let both = held.pieces & rest;
                if both.any()
                    && let Some(sum) = merged(&held, &effect)
                {
                    rest = rest - both;
                    has_room &= self.move_into(at, InForce { pieces: both, ..sum });
                }
            }
        }
        if rest.any() {
            has_room &= self.put_in_force(InForce { pieces: rest, ..effect });
        }
        self.drop_empty_effects();
        self.state.is_dirty = true;
        if effect.grants() {
            for id in effect.pieces {
                self.state.piece_mut(id).flags |= GRANTED;
                self.listen(id);
            }
        }
        has_room
    }

    /// Moves pieces from one record to another, which may say nothing any more.
    fn move_into(&mut self, at: usize, to: InForce) -> bool {
        let left = self.state.in_force.as_ref()[at].pieces - to.pieces;
        if left.is_empty()
            && !says_nothing(&to)
            && !self.state.effects_in_force().iter().any(|held| says_the_same(held, &to))
        {
            self.state.in_force.as_mut()[at] = to;
            return true;
        }
        if says_nothing(&to) || self.put_in_force(to) {
            self.state.in_force.as_mut()[at].pieces = left;
            return true;
        }
        false
    }

    /// Puts pieces into the record that says the same, or into a new record; false when there is no room.
    fn put_in_force(&mut self, effect: InForce) -> bool {
        let same = |held: &InForce| !effect.is_timer() && !effect.is_price() && says_the_same(held, &effect);
        if let Some(at) = self.state.effects_in_force().iter().position(same) {
            self.state.in_force.as_mut()[at].pieces |= effect.pieces;
            return true;
        }
        let len = self.state.in_force_len as usize;
        if len >= self.game.limits.in_force as usize {
            self.tell(What::Fizzled { room: Room::Effects });
            return false;
        }
        self.state.in_force.as_mut()[len] = effect;
        self.state.in_force_len += 1;
        true
    }

    /// Changes what records say of one piece, but not of other pieces in them.
    fn rewrite_in_force(&mut self, id: PieceId, change: impl Fn(&mut InForce)) {
        for at in 0..self.state.in_force_len as usize {
            let held = self.state.in_force.as_ref()[at];
            if held.is_timer() || held.is_aside() || !held.pieces.has(id) {
                continue;
            }
            let mut changed = InForce { pieces: PieceSet::one(id), ..held };
            change(&mut changed);
            if !says_the_same(&changed, &held) {
                self.move_into(at, changed);
            }
        }
        self.drop_empty_effects();
        self.state.is_dirty = true;
    }

    /// Prevents damage to a piece as far as its shields go; returns what is left of it.
    ///
    /// RULE: the shield that ends first is used up first.
    pub(crate) fn shielded(&mut self, id: PieceId, amount: i16) -> i16 {
        let mut left = amount;
        let who = self.who(id);
        while left > 0 {
            let held = self.state.effects_in_force().iter().enumerate();
            let own = held.filter(|(_, effect)| effect.is_shield() && effect.pieces.has(id));
            let ends = |(_, effect): &(usize, &InForce)| R::ends_at(self.state, effect.until);
            let Some((at, &shield)) = own.min_by_key(ends) else { break };
            let used = shield.attack.min(left);
            let rest = InForce { pieces: PieceSet::one(id), attack: shield.attack - used, ..shield };
            if !self.move_into(at, rest) {
                // No room to keep the rest of a shield that several pieces share: it is lost, but not what it prevents.
                self.state.in_force.as_mut()[at].pieces.remove(id);
            }
            left -= used;
            self.drop_empty_effects();
            self.tell(What::Prevented { who, amount: used });
        }
        left
    }

    /// Ends what was lent to one number of a piece for a time.
    ///
    /// RULE: a number that is set replaces every earlier change of it; later changes and auras add to it.
    pub fn forget_loans(&mut self, id: PieceId, attribute: u8) {
        self.rewrite_in_force(id, |effect| match attribute {
            0 => effect.attack = 0,
            _ => effect.health = 0,
        });
    }

    /// Takes pieces out of all records.
    pub(crate) fn end_effects_of(&mut self, pieces: PieceSet) {
        let len = self.state.in_force_len as usize;
        if len > 0 {
            for effect in &mut self.state.in_force.as_mut()[..len] {
                effect.pieces = effect.pieces - pieces;
            }
            self.drop_empty_effects();
        }
    }

    /// Frees the records that hold no piece any more.
    pub(crate) fn drop_empty_effects(&mut self) {
        let len = self.state.in_force_len as usize;
        let mut kept = 0;
        for at in 0..len {
            let effect = self.state.in_force.as_ref()[at];
            if effect.pieces.any() {
                self.state.in_force.as_mut()[kept] = effect;
                kept += 1;
            }
        }
        self.state.in_force_len = kept as u8;
    }

    /// Takes a keyword from a piece, whether its own or lent for a time; false when it had none.
    ///
    /// RULE: a lost keyword is lost wherever it came from, unless it came from an aura, which lends it again.
    pub fn lose_keyword(&mut self, id: PieceId, keyword: u8) -> bool {
        let bit = 1u64 << keyword;
        let piece = self.state.piece_mut(id);
        let mut had = piece.keywords & bit != 0;
        piece.keywords &= !bit;
        had |=
            self.state.effects_in_force().iter().any(|held| held.keywords & bit != 0 && held.pieces.has(id));
        self.rewrite_in_force(id, |effect| effect.keywords &= !bit);
        had
    }

    /// Makes a new piece like another: its numbers, its keywords and what was lent to it for a time.
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
            // A model that left with mortal wounds is copied with its last point of health.
            new.damage = new.damage.min(new.health - 1).max(0);
        } else {
            // Loans are computed again below; until then the copy has those of its model, so that it does not die of
            // its wounds.
            (new.lent_attack, new.lent_health) = (old.lent_attack, old.lent_health);
            (new.lent_bonus, new.lent_keywords) = (old.lent_bonus, old.lent_keywords);
        }
        new.flags |= old.flags & GRANTED;
        self.state.borrowers.insert(copy);
        let len = self.state.in_force_len as usize;
        for effect in &mut self.state.in_force.as_mut()[..len] {
            if !effect.is_timer() && effect.pieces.has(model) {
                effect.pieces.insert(copy);
            }
        }
        R::imitated(self, model, copy);
        self.listen(copy);
        self.state.is_dirty = true;
    }

    /// What happens to the pieces of a record that ends.
    fn end_of(&mut self, effect: &InForce) {
        for id in self.state.by_arrival(effect.pieces & (self.state.used - self.state.dying)) {
            if let Some(home) = effect.at_end.home() {
                self.go_over(id, home);
            } else if effect.at_end == AtEnd::DESTROY {
                self.doom(id);
            }
        }
    }

    /// Ends the records whose time has come.
    pub fn expire(&mut self) {
        let now = self.state.now;
        self.expire_those(|effect| effect.until <= now);
    }

    /// Ends what lasts until the end of the running turn. What lasts until the next seat's turn ends when that begins.
    pub fn expire_with_turn(&mut self, next: Seat) {
        let now = self.state.now;
        self.expire_those(|effect| effect.until <= now + 1 && effect.seat != next);
    }

    fn expire_those(&mut self, is_over: impl Fn(&InForce) -> bool) {
        let (mut at, mut ended) = (0, PieceSet::EMPTY);
        while at < self.state.in_force_len as usize {
            let effect = self.state.in_force.as_ref()[at];
            if effect.is_timer() || !is_over(&effect) {
                at += 1;
                continue;
            }
            self.state.in_force.as_mut()[at].pieces = PieceSet::EMPTY;
            ended |= effect.pieces;
            self.end_of(&effect);
            if self.sink.is_some() && !effect.is_price() {
                for id in self.state.by_arrival(effect.pieces) {
                    let who = self.who(id);
                    self.tell(What::WoreOff { who });
                }
            }
            at += 1;
        }
        if ended.any() {
            self.drop_empty_effects();
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

/// Whether two records say the same of their pieces. The seat need not be the same: it only decides when they end.
fn says_the_same(one: &InForce, other: &InForce) -> bool {
    InForce { pieces: other.pieces, seat: other.seat, ..*one } == *other
}

/// Whether a record changes nothing.
fn says_nothing(effect: &InForce) -> bool {
    let is_sum = effect.only_lends() || effect.is_aside() || effect.is_price();
    is_sum && effect.keywords == 0 && effect.attack == 0 && effect.health == 0
}

/// One record in place of two on the same piece, if both end together and one record can hold them.
fn merged(held: &InForce, more: &InForce) -> Option<InForce> {
    let is_own = |effect: &InForce| effect.is_timer() || effect.at_end != AtEnd::NOTHING;
    // A change of costs is about the cards of one seat.
    let is_other_seat = held.is_price() && held.seat != more.seat;
    if is_own(held)
        || is_own(more)
        || is_other_seat
        || held.sort != more.sort
        || held.until != more.until
        || held.ability != more.ability
    {
        return None;
    }
    let mut sum = *held;
    if held.grants() {
        sum.times = held.times.checked_add(more.times)?;
    }
    sum.attack = held.attack.saturating_add(more.attack);
    sum.health = held.health.saturating_add(more.health);
    sum.keywords |= more.keywords;
    Some(sum)
}
