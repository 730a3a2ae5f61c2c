//! Damage, attacks, deaths and healing: the verbs of combat.

use cardwright_core::{Cause, Frame, PieceId, PieceSet, Seat, What};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::program::{Party, Replaces, Side};
use crate::tallies::Tally;
use crate::turns::AFTER_ATTACK;

/// Damage about to be dealt.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The piece that deals it; none for a spell.
    pub source: PieceId,
    /// The player whose text deals it; none for a blow and for a rule.
    pub seat: Seat,
    pub target: PieceId,
    pub amount: i16,
    /// It is a blow of combat, not the effect of a card.
    pub is_blow: bool,
    /// Its type: a tag counted from 1, or 0 for none. A blow has the types of its card.
    pub element: u8,
    /// It is a loss of health: no ability prevents it, and nobody takes it instead.
    pub is_loss: bool,
}

impl Hit {
    /// A blow of combat.
    pub fn blow(source: PieceId, target: PieceId, amount: i16) -> Self {
        Self { source, is_blow: true, ..Self::by_rule(target, amount) }
    }

    /// The effect of a text that is being carried out.
    pub fn by_text(frame: &Frame, target: PieceId, amount: i16) -> Self {
        Self { source: frame.source, seat: frame.seat, ..Self::by_rule(target, amount) }
    }

    /// The piece that deals it, as the cause of what follows.
    pub fn dealer(&self) -> Cause {
        Cause { is_blow: self.is_blow, ..Cause::piece(self.source) }
    }

    /// What a rule deals, fatigue for example.
    pub fn by_rule(target: PieceId, amount: i16) -> Self {
        Self {
            source: PieceId::NONE,
            seat: Seat::NONE,
            target,
            amount,
            is_blow: false,
            element: 0,
            is_loss: false,
        }
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// The pieces that listen for a moment, about themselves or about others.
    #[inline(always)]
    pub fn hears(&self, moment: Moment) -> PieceSet {
        self.state.hears_itself[moment as usize] | self.state.hears_others[moment as usize]
    }

    /// Looks for an ability that replaces damage before it is dealt, or healing. True if it is prevented; if another
    /// piece takes the damage, the hit is changed.
    ///
    /// RULE: the first ability by arrival that fits replaces it; what it took over is not replaced again.
    #[inline]
    fn is_replaced(&mut self, hit: &mut Hit, is_healing: bool) -> bool {
        let listeners = self.hears(Moment::Struck);
        listeners.any() && self.replace(hit, is_healing, listeners - self.state.dying)
    }

    #[cold]
    fn replace(&mut self, hit: &mut Hit, is_healing: bool, listeners: PieceSet) -> bool {
        let game = self.game;
        let is_mortal = self.is_mortal(hit);
        let types = self.types_of(hit);
        for listener in self.state.by_arrival(listeners) {
            let owner = self.state.piece(listener).owner;
            let mut found = None;
            for about_others in [false, true] {
                self.each_ability(listener, Moment::Struck as u8, about_others, |at| {
                    let ability = &game.catalogue.abilities[at as usize];
                    let concerns = if about_others {
                        listener != hit.target && self.concerns(ability.query, listener, owner, hit.target)
                    } else {
                        listener == hit.target
                    };
                    let by = match ability.by {
                        Party::Anybody => true,
                        Party::Nobody => !hit.source.is_some(),
                        Party::Matching(query) => {
                            hit.source.is_some() && self.concerns(query, listener, owner, hit.source)
                        }
                    };
                    let fits = concerns
                        && by
                        && ability.is_healing == is_healing
                        && (ability.harms == 0 || ability.harms & types != 0)
                        && (is_mortal || !ability.is_fatal)
                        && self.is_turn(ability.turn, owner);
                    if fits && found.is_none() {
                        found = Some(at);
                    }
                });
            }
            let Some(at) = found else { continue };
            // What is used up by protecting once is marked as used until its text has run; until then it goes on
            // preventing what is fatal, as its text may do from then on.
            let is_once = R::AUDIENCES.veiled(self.state).has(listener);
            let is_fatal = game.catalogue.abilities[at as usize].is_fatal;
            if is_once && !is_fatal && self.state.piece(listener).acted > 0 {
                continue;
            }
            match game.catalogue.abilities[at as usize].replaces {
                Replaces::Nothing => self.trigger(listener, at, hit.target, hit.source, hit.amount),
                Replaces::Prevents => {
                    let who = self.who(hit.target);
                    self.tell(match is_healing {
                        true => What::Unhealed { who, amount: hit.amount },
                        false => What::Prevented { who, amount: hit.amount },
                    });
                    self.trigger(listener, at, hit.target, hit.source, hit.amount);
                    self.state.piece_mut(listener).acted |= is_once as u8;
                    return true;
                }
                Replaces::Takes => {
                    if listener != hit.target {
                        hit.target = listener;
                        self.trigger(listener, at, hit.target, hit.source, hit.amount);
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Whether damage would kill, as far as can be said before it is dealt.
    fn is_mortal(&self, hit: &Hit) -> bool {
        let state = &*self.state;
        let buffer = R::buffer(state, hit.target).saturating_add(state.shield(hit.target));
        hit.amount >= state.piece(hit.target).health_now().saturating_add(buffer)
    }

    /// The types of damage, as tags: the one that a text names, or those of the piece that strikes.
    fn types_of(&self, hit: &Hit) -> u64 {
        match hit.element {
            0 if hit.is_blow => R::tags(self.game, self.state.piece(hit.source)),
            0 => 0,
            tag => 1 << (tag - 1),
        }
    }

    /// Whether it is the turn that an ability of a seat waits for.
    #[inline]
    pub(crate) fn is_turn(&self, turn: Side, owner: Seat) -> bool {
        match turn {
            Side::Any | Side::Its => true,
            Side::Mine => self.state.active.has(owner),
            Side::Foe => !self.state.active.has(owner),
        }
    }

    /// Deals damage to a piece.
    ///
    /// RULE: a mortally wounded piece takes no further damage and cannot be saved.
    pub fn deal(&mut self, mut hit: Hit) -> i16 {
        if hit.amount <= 0 || !self.is_alive(hit.target) {
            return 0;
        }
        if !hit.is_loss && self.is_replaced(&mut hit, false) {
            return 0;
        }
        let mut amount = R::modify_damage(self, &hit);
        if amount > 0 && !hit.is_loss && self.game.catalogue.has_shields {
            amount = self.shielded(hit.target, amount);
        }
        if amount <= 0 {
            return 0;
        }
        // A blow is caused by its piece, a text by the card it stands on.
        let cause = if hit.is_blow { hit.dealer() } else { self.cause };
        let piece = self.state.piece_mut(hit.target);
        piece.damage = piece.damage.saturating_add(amount);
        if piece.health_now() <= 0 {
            self.doom_by(hit.target, cause);
        }
        self.touch_values();
        if self.sink.is_some() {
            let (who, by) = (self.who(hit.target), self.by(cause));
            self.tell(What::Damaged { who, amount, cause: by });
        }
        if hit.target == R::own_piece(self.state, self.state.piece(hit.target).owner) {
            self.tally(self.state.piece(hit.target).owner, Tally::Hurt, amount);
        }
        R::damaged(self, &hit, amount);
        self.fire(Moment::Damaged, hit.target, hit.source, amount);
        if hit.source.is_some() {
            self.fire(Moment::Dealt, hit.source, hit.target, amount);
        }
        amount
    }

    /// Declares an attack: triggers on attacking run before the step in which the blows land.
    pub fn declare_attack(&mut self, attacker: PieceId, target: PieceId, blows: u16) {
        let seat = self.state.piece(attacker).owner;
        if self.sink.is_some() {
            let (who, target) = (self.who(attacker), self.who(target));
            self.tell(What::Attacked { who, target });
        }
        let are_foes = R::foes(self.state, seat).has(self.state.piece(target).owner);
        if R::STRICTLY_BY_ARRIVAL {
            self.fire_attack(attacker, target);
        } else {
            self.fire(Moment::Attacks, attacker, target, 0);
            self.fire(Moment::Attacked, target, attacker, 0);
        }
        self.push(Frame { value: are_foes as i16, ..Frame::step(blows, seat, attacker, target) });
        // In a game with an aftermath it follows the blows.
        if !R::AFTERMATH && self.hears(Moment::Fought).any() {
            self.push(Frame::step(AFTER_ATTACK, seat, attacker, target));
        }
    }

    /// Whether the blows of a declared attack still land.
    ///
    /// RULE: they do not if attacker or target has fallen since, nor if the two were enemies and are now on one side.
    pub fn is_attack_on(&self, declared: &Frame) -> bool {
        let (attacker, target) = (declared.source, declared.subject);
        self.is_alive(attacker) && self.is_alive(target) && {
            let (one, other) = (self.state.piece(attacker).owner, self.state.piece(target).owner);
            declared.value == 0 || R::foes(self.state, one).has(other)
        }
    }

    /// Dooms a piece: it will leave when the resolution allows. The cause is what is being carried out.
    pub fn doom(&mut self, id: PieceId) {
        self.doom_by(id, self.cause);
    }

    /// Dooms a piece: it will leave when the resolution allows. Auras neither reach it nor come from it any more.
    ///
    /// Only the first cause counts: nothing reaches the piece afterwards.
    pub fn doom_by(&mut self, id: PieceId, cause: Cause) {
        if !self.state.dying.has(id) {
            self.state.dying.insert(id);
            self.state.piece_mut(id).be_doomed_by(cause);
        }
        self.touch();
    }

    /// Restores health up to the most the piece can have.
    pub fn restore(&mut self, id: PieceId, amount: i16) {
        let restored = amount.min(self.state.piece(id).damage).max(0);
        if restored == 0 || self.is_replaced(&mut Hit::by_rule(id, restored), true) {
            return;
        }
        self.state.piece_mut(id).damage -= restored;
        self.touch_values();
        if self.sink.is_some() {
            let (who, by) = (self.who(id), self.by(self.cause));
            self.tell(What::Healed { who, amount: restored, cause: by });
        }
        self.fire(Moment::Healed, id, PieceId::NONE, restored);
    }
}
