//! Firing a moment: which abilities it sets off, and in which order.

use cardwright_core::{DefId, FRAME, Frame, GRANTED, InForce, PieceId, PieceSet, Room, Seat, Trigger, What};

use crate::catalogue::{NOTHING, Party, Side};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::query::{card_matches, fits_query, near_cells};

/// How many abilities of one piece are set off in one pass; if there are more, they are searched again.
const AT_ONCE: usize = 8;

/// The abilities of a piece that a moment sets off, from the one numbered `from` on.
struct Found {
    abilities: [u16; AT_ONCE],
    from: usize,
    len: usize,
}

impl Found {
    fn from(from: usize) -> Self {
        Self { abilities: [0; AT_ONCE], from, len: 0 }
    }

    fn add(&mut self, ability: u16) {
        if self.len >= self.from && self.len < self.from + AT_ONCE {
            self.abilities[self.len - self.from] = ability;
        }
        self.len += 1;
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// Fires a moment about a piece: its own triggers first, then those of others in order of arrival.
    #[inline]
    pub fn fire(&mut self, moment: Moment, about: PieceId, other: PieceId, amount: i16) {
        let at = moment as usize;
        if self.state.hears_itself[at].has(about) {
            self.fire_own(moment, about, other, amount);
        }
        if self.state.hears_others[at].any() {
            self.fire_others(moment, about, other, amount);
        }
    }

    /// Fires a moment for the abilities of the piece it is about.
    pub(crate) fn fire_own(&mut self, moment: Moment, about: PieceId, other: PieceId, amount: i16) {
        let owner = self.state.piece(about).owner;
        // In the piece's own text the other party is the subject.
        let happened = Happened { subject: other, other: PieceId::NONE, amount, carrier: about };
        self.set_off_all(happened, |cx, found| {
            cx.each_ability(about, moment as u8, false, |ability| {
                if cx.is_by(ability, about, owner, other, amount) {
                    found.add(ability);
                }
            });
        });
    }

    pub(crate) fn fire_others(&mut self, moment: Moment, about: PieceId, other: PieceId, amount: i16) {
        let mut listeners = self.state.hears_others[moment as usize];
        listeners.remove(about);
        for listener in self.state.by_arrival(listeners) {
            self.fire_other(moment, listener, about, other, amount);
        }
    }

    /// Fires a moment without an amount for everybody who hears of it, the piece it is about among them, by arrival.
    pub(crate) fn fire_by_arrival(&mut self, moment: Moment, about: PieceId, speaks: bool) {
        let mut listeners = self.state.hears_others[moment as usize];
        listeners.remove(about);
        if speaks {
            listeners.insert(about);
        }
        for listener in self.state.by_arrival(listeners) {
            if listener == about {
                self.fire_own(moment, about, PieceId::NONE, 0);
            } else {
                self.fire_other(moment, listener, about, PieceId::NONE, 0);
            }
        }
    }

    /// Fires an attack for everybody who hears of the attacker or of the target, by arrival.
    pub(crate) fn fire_attack(&mut self, attacker: PieceId, target: PieceId) {
        let sides = [(Moment::Attacks, attacker, target), (Moment::Attacked, target, attacker)];
        let heard = self.hears(Moment::Attacks) | self.hears(Moment::Attacked);
        if heard.is_empty() {
            return;
        }
        for listener in self.state.by_arrival(heard) {
            for (moment, about, other) in sides {
                if listener == about && self.state.hears_itself[moment as usize].has(about) {
                    self.fire_own(moment, about, other, 0);
                } else if listener != about && self.state.hears_others[moment as usize].has(listener) {
                    self.fire_other(moment, listener, about, other, 0);
                }
            }
        }
    }

    /// Whether a trigger waits for a card that was stopped meanwhile: nobody hears of that.
    pub(crate) fn is_moot(&mut self, trigger: &Trigger) -> bool {
        let moment = self.game.catalogue.abilities[trigger.ability as usize].moment;
        moment == Moment::Played as u8 && self.is_card_stopped()
    }

    /// Whether the carrier of an ability that waits still has it. The last words of the dead are theirs for good.
    pub(crate) fn still_has(&self, trigger: &Trigger) -> bool {
        let ability = &self.game.catalogue.abilities[trigger.ability as usize];
        let mut has = !self.state.used.has(trigger.carrier) || ability.moment == Moment::Timer as u8;
        if !has {
            self.each_ability(trigger.carrier, ability.moment, ability.is_about_others, |at| {
                has |= at == trigger.ability;
            });
        }
        has
    }

    /// Fires a moment about a piece for one of the others.
    fn fire_other(&mut self, moment: Moment, listener: PieceId, about: PieceId, other: PieceId, amount: i16) {
        let game = self.game;
        let owner = self.state.piece(listener).owner;
        self.set_off_all(Happened { subject: about, other, amount, carrier: listener }, |cx, found| {
            cx.each_ability(listener, moment as u8, true, |at| {
                let ability = &game.catalogue.abilities[at as usize];
                if cx.concerns(ability.query, listener, owner, about)
                    && cx.is_by(at, listener, owner, other, amount)
                {
                    found.add(at);
                }
            });
        });
    }

    /// Whether the other party and the amount of an event are what a trigger waits for.
    fn is_by(&self, at: u16, listener: PieceId, owner: Seat, other: PieceId, amount: i16) -> bool {
        let ability = &self.game.catalogue.abilities[at as usize];
        amount >= ability.least
            && self.is_turn(ability.turn, owner)
            && match ability.by {
                Party::Anybody => true,
                Party::Nobody => !other.is_some(),
                Party::Matching(query) => other.is_some() && self.concerns(query, listener, owner, other),
            }
    }

    /// Whether a piece that took part in an event matches the query of a trigger.
    pub(crate) fn concerns(&self, query: u16, listener: PieceId, owner: Seat, about: PieceId) -> bool {
        if query == NOTHING {
            return true;
        }
        // The piece may just have left: its last state counts.
        let query = &self.game.catalogue.queries[query as usize];
        if query.not_source && about == listener {
            return false;
        }
        let (here, there) = (self.state.piece(listener).cell, self.state.piece(about).cell);
        let is_related =
            || here.is_some() && there.is_some() && near_cells(self.game, here, query).has(there);
        (query.relation == 0 || is_related()) && fits_query(self.game, self.state, query, owner, about)
    }

    /// Fires a moment about a seat and a card, such as drawing it.
    #[inline]
    pub fn fire_for_seat(&mut self, moment: Moment, seat: Seat, def: DefId) {
        self.fire_of_card(moment, seat, def, PieceId::NONE);
    }

    /// Fires a moment about a card of a seat that became a piece; the piece itself does not hear of it.
    #[inline]
    pub(crate) fn fire_of_card(&mut self, moment: Moment, seat: Seat, def: DefId, piece: PieceId) {
        self.fire_about_seat(moment, About { seat, def, piece, resource: None, amount: 0 });
    }

    /// Fires the moment that a seat spent this much of a resource.
    pub fn fire_spent(&mut self, seat: Seat, resource: usize, amount: i16) {
        if amount > 0 {
            let (def, piece, resource) = (DefId::NONE, PieceId::NONE, Some(resource as u8));
            self.fire_about_seat(Moment::Spent, About { seat, def, piece, resource, amount });
        }
    }

    #[inline(always)]
    fn fire_about_seat(&mut self, moment: Moment, about: About) {
        let mut listeners = self.hears(moment);
        listeners.remove(about.piece);
        if listeners.any() {
            self.fire_to(listeners, moment, about);
        }
    }

    /// Fires a moment about a seat for those who listen for it.
    fn fire_to(&mut self, listeners: PieceSet, moment: Moment, about: About) {
        let game = self.game;
        let About { seat, def, piece, resource, amount } = about;
        // ORDER: who may stop a card that is played comes before those who only hear of it.
        let first = if moment == Moment::Played { R::AUDIENCES.veiled(self.state) } else { PieceSet::EMPTY };
        let order = self.state.by_arrival(listeners & first).chain(self.state.by_arrival(listeners - first));
        for listener in order {
            let owner = self.state.piece(listener).owner;
            let nobody = PieceId::NONE;
            let amount = match resource {
                // The text of an ability learns which card it was if its player may know.
                None if moment != Moment::Drawn || owner == seat => def.0 as i16,
                None => 0,
                Some(_) => amount,
            };
            let happened = Happened { subject: piece, other: nobody, amount, carrier: listener };
            self.set_off_all(happened, |cx, found| {
                for about_others in [false, true] {
                    cx.each_ability(listener, moment as u8, about_others, |at| {
                        let ability = &game.catalogue.abilities[at as usize];
                        let fits = match ability.side {
                            Side::Any | Side::Its => true,
                            Side::Mine => owner == seat,
                            Side::Foe => R::foes(cx.state, owner).has(seat),
                        };
                        let card_fits = ability.query == NOTHING
                            || def == DefId::NONE
                            || card_matches(game, &game.catalogue.queries[ability.query as usize], def);
                        let is_such = ability.resource.is_none() || ability.resource == resource;
                        if fits && card_fits && is_such && cx.is_turn(ability.turn, owner) {
                            found.add(at);
                        }
                    });
                }
            });
        }
    }

    /// Visits the abilities of a piece for a moment: printed ones, then granted ones.
    pub(crate) fn each_ability(
        &self,
        id: PieceId,
        moment: u8,
        about_others: bool,
        mut visit: impl FnMut(u16),
    ) {
        let abilities = &self.game.catalogue.abilities;
        let fits = |at: u16| {
            let ability = &abilities[at as usize];
            ability.moment == moment && ability.is_about_others == about_others
        };
        let piece = self.state.piece(id);
        if !piece.is(cardwright_core::DISPELLED | cardwright_core::DORMANT) {
            for &at in &self.game.def(piece.def).abilities {
                if fits(at) {
                    visit(at);
                }
            }
        }
        if piece.is(GRANTED) {
            for effect in self.state.effects_in_force() {
                if effect.grants() && effect.pieces.has(id) && fits(effect.ability) {
                    for _ in 0..effect.times {
                        visit(effect.ability);
                    }
                }
            }
        }
    }

    /// Whether the action has set off as many triggers as one action may.
    pub(crate) fn is_exhausted(&self) -> bool {
        let limit = self.game.limits.triggers;
        limit != 0 && self.state.triggers >= limit
    }

    /// Sets off those abilities of one piece that `find` finds, in that order.
    #[inline]
    fn set_off_all(&mut self, happened: Happened, find: impl Fn(&Self, &mut Found)) {
        let mut from = 0;
        loop {
            let mut found = Found::from(from);
            find(self, &mut found);
            let count = (found.len - from).min(AT_ONCE);
            for &ability in &found.abilities[..count] {
                self.trigger(happened.carrier, ability, happened.subject, happened.other, happened.amount);
            }
            from += count;
            if from == found.len {
                return;
            }
        }
    }

    /// Puts a trigger into the queue, unless the action has set off too many. In the text of an ability about other
    /// pieces, the other party of the event is the chosen piece.
    ///
    /// RULE: beyond the limit no trigger starts any more; what already waits is finished, so every action ends.
    pub fn trigger(&mut self, carrier: PieceId, ability: u16, subject: PieceId, other: PieceId, amount: i16) {
        let seat = self.state.piece(carrier).owner;
        if self.may_set_off() {
            let trigger = Trigger { ability, carrier, subject, other, amount, seat };
            if self.overflow.is_above() || !self.state.push_trigger(trigger, FRAME) {
                self.push_above(&[trigger.pack()]);
            }
        }
    }

    /// Puts the program of a timer into the queue that was set by a played card, not by a piece.
    ///
    /// RULE: nothing happens any more on behalf of a player who is out.
    pub(crate) fn trigger_of_seat(&mut self, timer: &InForce) {
        if !self.state.lost.has(timer.seat) && self.may_set_off() {
            let pc = self.game.catalogue.abilities[timer.ability as usize].op;
            let (by, destination) = (timer.by, timer.cell());
            self.push(Frame { by, destination, ..Frame::program(pc, timer.seat, PieceId::NONE) });
        }
    }

    /// Counts one more trigger of the action, if it may have one.
    pub(crate) fn may_set_off(&mut self) -> bool {
        if self.is_exhausted() {
            self.tell(What::Fizzled { room: Room::Triggers });
            return false;
        }
        self.state.triggers = self.state.triggers.saturating_add(1);
        true
    }
}

/// What happened to a seat: a card, the piece it became, or a resource and how much of it.
#[derive(Clone, Copy)]
struct About {
    seat: Seat,
    def: DefId,
    piece: PieceId,
    resource: Option<u8>,
    amount: i16,
}

/// What sets off an ability.
#[derive(Clone, Copy)]
struct Happened {
    carrier: PieceId,
    subject: PieceId,
    other: PieceId,
    amount: i16,
}
