//! Resolution: triggers, waiting frames, deaths, prompts. The order is written down in `docs/design/timing.md`.

use std::sync::atomic::Ordering;

use cardwright_core::{DefId, GRANTED, PieceId, PieceSet, Room, Seat, What, Work, WorkKind};

use crate::catalogue::{By, NOTHING, Side};
use crate::context::Ctx;
use crate::moment::Moment;
use crate::query::{card_matches, passes};
use crate::rules::Rules;
use crate::table::{Code, execute};

/// The step in which a card takes the place of one that was destroyed; a game's own steps have other numbers.
pub const SUCCESSION: u16 = u16::MAX;

/// Places of the work stack that triggers leave to steps and plays.
pub const KEPT_FOR_STEPS: usize = 4;

/// Abilities of one piece that one moment can set off.
const ABILITIES: usize = 8;

/// The abilities of a piece that a moment sets off.
#[derive(Default)]
struct Found {
    abilities: [u16; ABILITIES],
    len: usize,
}

impl Found {
    fn add(&mut self, ability: u16) {
        if let Some(place) = self.abilities.get_mut(self.len) {
            *place = ability;
        }
        self.len += 1;
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// Works until nothing is left to do or a prompt waits.
    pub fn resolve(&mut self) {
        let mut rounds = 0u32;
        loop {
            if self.state.is_dirty {
                self.refresh_lent();
            }
            if self.state.prompt.is_open() {
                return;
            }
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(1024) && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                self.state.works_len = 0;
                break;
            }
            let base = self.state.works_len as usize;
            if base == 0 {
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
            let work = self.state.works.as_ref()[base - 1];
            match work.kind {
                WorkKind::Program => {
                    self.state.works_len -= 1;
                    self.run(work);
                }
                WorkKind::Step if work.pc == SUCCESSION => self.succeed(base),
                WorkKind::Step if R::DEATHS_BEFORE_STEPS && self.state.dying.any() => {
                    self.reap();
                    self.turn_over(base);
                }
                WorkKind::Step => {
                    self.state.works_len -= 1;
                    R::step(self, work);
                    self.turn_over(base - 1);
                }
            }
        }
        self.state.limbo = PieceSet::EMPTY;
        self.state.triggers = 0;
        R::resolved(self);
    }

    /// The dying leave and cards come into play where they stood, unless somebody else stands there by now.
    fn succeed(&mut self, base: usize) {
        let waiting = self.state.works.as_ref()[..base].iter().rev();
        let heirs: Vec<Work> = waiting
            .take_while(|work| work.kind == WorkKind::Step && work.pc == SUCCESSION)
            .copied()
            .collect();
        let base = base - heirs.len();
        self.state.works_len = base as u8;
        // ORDER: all take their places before anybody acts on the deaths, and so before a death brings somebody else there.
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

    /// ORDER: what was pushed since `base` in firing order is turned over, so that the first fired runs first.
    pub fn turn_over(&mut self, base: usize) {
        let len = self.state.works_len as usize;
        if len > base + 1 {
            self.state.works.as_mut()[base..len].reverse();
        }
    }

    /// Runs a program until it ends, asks, or is interrupted by triggers, which run before its next operation.
    fn run(&mut self, mut frame: Work) {
        let game = self.game;
        loop {
            let base = self.state.works_len as usize;
            let op = game.catalogue.ops[frame.pc as usize];
            if op.code == Code::End {
                return;
            }
            frame.pc += 1;
            execute(self, &mut frame, op);
            let len = self.state.works_len as usize;
            if len > base || self.state.prompt.is_open() {
                self.turn_over(base);
                // A program that is done leaves no frame, so that a chain of triggers does not fill the stack.
                if game.catalogue.ops[frame.pc as usize].code == Code::End {
                    return;
                }
                // The running frame slides under what it set off; push_work keeps one place free for it.
                self.state.works.as_mut().copy_within(base..len, base + 1);
                self.state.works.as_mut()[base] = frame;
                self.state.works_len += 1;
                return;
            }
            if self.state.is_dirty {
                self.refresh_lent();
            }
        }
    }

    /// The dying leave together; then their death abilities and those of the others run in order of arrival.
    pub fn reap(&mut self) {
        let dying = self.state.dying;
        let mut leaving = PieceSet::EMPTY;
        let order = self.state.by_arrival(dying);
        for id in order.clone() {
            if R::dies(self, id) {
                leaving.insert(id);
            } else {
                self.state.dying.remove(id);
            }
        }
        // Death abilities are noted before their carriers leave, because leaving ends granted ones.
        let mut last_words = [(PieceId::NONE, NOTHING); 64];
        let mut noted = 0;
        let speaking = leaving & self.state.hears_itself[Moment::Died as usize];
        for id in order.clone().filter(|&id| speaking.has(id)) {
            self.each_ability(id, Moment::Died, false, |at| {
                if noted < last_words.len() {
                    last_words[noted] = (id, at);
                }
                noted += 1;
            });
        }
        if noted > last_words.len() {
            self.tell(What::Fizzled { room: Room::Works });
            noted = last_words.len();
        }
        // Those who see it happen are told, the dying among them.
        for id in order.clone().filter(|&id| leaving.has(id)) {
            let who = self.who(id);
            self.tell(What::Died { who });
        }
        for id in order.clone().filter(|&id| leaving.has(id)) {
            let who = self.who(id);
            self.leave(id);
            self.bury_piece(who);
        }
        if noted == 0 && self.state.hears_others[Moment::Died as usize].is_empty() {
            return;
        }
        for id in order.filter(|&id| leaving.has(id)) {
            for &(carrier, at) in &last_words[..noted] {
                if carrier == id {
                    self.trigger(id, at, PieceId::NONE, PieceId::NONE, 0);
                }
            }
            self.fire_others(Moment::Died, id, PieceId::NONE, 0);
        }
    }

    /// Fires a moment about a piece: its own triggers first, then those of others in order of arrival.
    #[inline]
    pub fn fire(&mut self, moment: Moment, about: PieceId, other: PieceId, amount: i16) {
        let at = moment as usize;
        if self.state.hears_itself[at].has(about) {
            let mut found = Found::default();
            let (cx, owner) = (&*self, self.state.piece(about).owner);
            cx.each_ability(about, moment, false, |ability| {
                if cx.is_by(ability, about, owner, other, amount) {
                    found.add(ability);
                }
            });
            self.trigger_all(about, &found, other, PieceId::NONE, amount);
        }
        if self.state.hears_others[at].any() {
            self.fire_others(moment, about, other, amount);
        }
    }

    fn fire_others(&mut self, moment: Moment, about: PieceId, other: PieceId, amount: i16) {
        let game = self.game;
        let mut listeners = self.state.hears_others[moment as usize];
        listeners.remove(about);
        for listener in self.state.by_arrival(listeners) {
            let owner = self.state.piece(listener).owner;
            let mut found = Found::default();
            let cx = &*self;
            cx.each_ability(listener, moment, true, |at| {
                let ability = &game.catalogue.abilities[at as usize];
                if cx.concerns(ability.query, listener, owner, about)
                    && cx.is_by(at, listener, owner, other, amount)
                {
                    found.add(at);
                }
            });
            self.trigger_all(listener, &found, about, other, amount);
        }
    }

    /// Whether the other party and the amount of an event are such as a trigger waits for.
    fn is_by(&self, at: u16, listener: PieceId, owner: Seat, other: PieceId, amount: i16) -> bool {
        let ability = &self.game.catalogue.abilities[at as usize];
        amount >= ability.least
            && match ability.by {
                By::Anybody => true,
                By::Nobody => !other.is_some(),
                By::Matching(query) => other.is_some() && self.concerns(query, listener, owner, other),
            }
    }

    /// Whether a piece to which something happened, or which did it, is such as a query of a trigger asks for.
    fn concerns(&self, query: u16, listener: PieceId, owner: Seat, about: PieceId) -> bool {
        if query == NOTHING {
            return true;
        }
        // The piece may just have left: it is looked at as it was.
        let query = &self.game.catalogue.queries[query as usize];
        let piece = self.state.piece(about);
        let fits_side = match query.side {
            Side::Any | Side::Its => true,
            Side::Mine => piece.owner == owner,
            Side::Foe => R::foes(self.state, owner).has(piece.owner),
        };
        let kind = self.game.def(piece.def).kind;
        if !fits_side
            || (query.kinds != 0 && query.kinds >> kind & 1 == 0)
            || (query.not_source && about == listener)
        {
            return false;
        }
        let (here, there) = (self.state.piece(listener).cell, piece.cell);
        if query.relation != 0
            && !(here.is_some() && there.is_some() && R::is_related(self.game, here, there, query.relation))
        {
            return false;
        }
        if query.place != 0
            && !(there.is_some() && R::is_at(self.game, self.state, owner, there, query.place))
        {
            return false;
        }
        !query.is_picky || passes(self.game, self.state, query, about)
    }

    /// Fires a moment about a seat and a card, such as drawing it.
    pub fn fire_for_seat(&mut self, moment: Moment, seat: Seat, def: DefId) {
        self.fire_about_seat(moment, seat, def, None, 0);
    }

    /// Fires that a seat spent so much of a resource.
    pub fn fire_spent(&mut self, seat: Seat, resource: usize, amount: i16) {
        self.fire_about_seat(Moment::Spent, seat, DefId::NONE, Some(resource as u8), amount);
    }

    fn fire_about_seat(&mut self, moment: Moment, seat: Seat, def: DefId, resource: Option<u8>, amount: i16) {
        let game = self.game;
        let listeners = self.state.hears_others[moment as usize] | self.state.hears_itself[moment as usize];
        if listeners.is_empty() {
            return;
        }
        for listener in self.state.by_arrival(listeners) {
            let owner = self.state.piece(listener).owner;
            let mut found = Found::default();
            let cx = &*self;
            for about_others in [false, true] {
                cx.each_ability(listener, moment, about_others, |at| {
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
                    if fits && card_fits && is_such {
                        found.add(at);
                    }
                });
            }
            self.trigger_all(listener, &found, PieceId::NONE, PieceId::NONE, amount);
        }
    }

    /// Visits the abilities of a piece for a moment: printed ones, then granted ones.
    fn each_ability(&self, id: PieceId, moment: Moment, about_others: bool, mut visit: impl FnMut(u16)) {
        let abilities = &self.game.catalogue.abilities;
        let fits = |at: u16| {
            let ability = &abilities[at as usize];
            ability.moment == moment as u8 && ability.is_about_others == about_others
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
            for lasting in self.state.live_lastings() {
                if lasting.ability != NOTHING
                    && !lasting.is_timer
                    && lasting.pieces.has(id)
                    && fits(lasting.ability)
                {
                    visit(lasting.ability);
                }
            }
        }
    }

    /// Whether the action has set off as much as one action may.
    fn is_exhausted(&self) -> bool {
        let limit = self.game.limits.triggers;
        limit != 0 && self.state.triggers >= limit
    }

    /// Pushes the programs of several triggers of one piece.
    fn trigger_all(
        &mut self,
        carrier: PieceId,
        found: &Found,
        subject: PieceId,
        other: PieceId,
        amount: i16,
    ) {
        for &ability in &found.abilities[..found.len.min(ABILITIES)] {
            self.trigger(carrier, ability, subject, other, amount);
        }
        if found.len > ABILITIES {
            self.tell(What::Fizzled { room: Room::Works });
        }
    }

    /// Pushes the program of a trigger, unless the action has set off too many; in its text the other party of an event
    /// among others is the chosen one.
    ///
    /// RULE: beyond the limit no trigger starts any more; what waits is finished, so every action ends.
    pub fn trigger(&mut self, carrier: PieceId, ability: u16, subject: PieceId, other: PieceId, amount: i16) {
        let seat = self.state.piece(carrier).owner;
        self.set_off(ability, Work { subject, chosen: other, amount, ..Work::program(0, seat, carrier) });
    }

    /// Pushes the program of a timer that no piece stands behind.
    pub(crate) fn trigger_of_seat(&mut self, seat: Seat, ability: u16) {
        self.set_off(ability, Work::program(0, seat, PieceId::NONE));
    }

    fn set_off(&mut self, ability: u16, frame: Work) {
        if self.is_exhausted() {
            self.tell(What::Fizzled { room: Room::Triggers });
            return;
        }
        self.state.triggers = self.state.triggers.saturating_add(1);
        let pc = self.game.catalogue.abilities[ability as usize].op;
        // A trigger may not take the last places: a step that is lost would leave a turn without an end.
        if self.state.works_len as usize + KEPT_FOR_STEPS >= self.game.limits.works as usize {
            self.tell(What::Fizzled { room: Room::Works });
            return;
        }
        self.push(Work { pc, ..frame });
    }
}
