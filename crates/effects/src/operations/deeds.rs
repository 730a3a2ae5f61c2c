//! Operations on what is being done: a card that is played, an attack that was declared, a secret that comes to light;
//! and deeds that a text sets off.

use cardwright_core::{Cell, DefId, Frame, FrameKind, InForce, InForceSort, PieceId, PieceSet, What};

use crate::aim::{Aim, first_targets, second_targets};
use crate::catalogue::{NOTHING, Side};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::play::{Text, push_text, targets};
use crate::table::{Code, Op};
use crate::turns::{AFTER_PLAY, COMBAT};

/// RULE: what is used up does what it says once, whatever set it off in the meantime; while it could do nothing, it
/// stays. Only what lies face down is used up.
pub fn spend<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let is_laid = cx.is_alive(frame.source) && R::AUDIENCES.veiled(cx.state).has(frame.source);
    if !is_laid || !could_act(cx, frame) {
        while cx.game.catalogue.ops[frame.pc as usize].code != Code::End {
            frame.pc += 1;
        }
        return;
    }
    let who = cx.who(frame.source);
    cx.leave(frame.source);
    cx.tell(What::Unveiled { who });
    cx.bury_piece(who);
}

/// Whether the rest of a text finds what it needs: something to stop or to divert, and room for what it summons first.
fn could_act<R: Rules>(cx: &mut Ctx<'_, R>, frame: &Frame) -> bool {
    let game = cx.game;
    let rest = game.catalogue.ops[frame.pc as usize..].iter().take_while(|op| op.code != Code::End);
    if rest.clone().any(|op| matches!(op.code, Code::Counter | Code::Redirect)) && !cx.has_deed() {
        return false;
    }
    let is_value = |op: &&Op| {
        matches!(op.code, Code::Const | Code::Count | Code::Select | Code::Tally | Code::Read | Code::Wealth)
    };
    let Some(first) = rest.into_iter().find(|op| !is_value(op)) else { return true };
    let summoned = match first.code {
        Code::Summon => DefId(first.q),
        Code::SummonIt => frame.def,
        Code::SummonCopy | Code::Clone if frame.subject.is_some() => cx.state.piece(frame.subject).def,
        _ => return true,
    };
    let seat = cx.seats(Side::from_number(first.a), frame).first();
    !seat.is_some() || !summoned.is_some() || R::has_room(game, cx.state, seat, summoned, Cell::NONE)
}

/// RULE: a card that is stopped is spent all the same, and nothing comes after it; an attack that is stopped is used up.
pub fn counter<R: Rules>(cx: &mut Ctx<'_, R>, _: &mut Frame, _: Op) {
    let end = cx.game.catalogue.ops.len() - 1;
    let mut stopped = None;
    cx.change_deed(|deed| {
        match deed.kind {
            FrameKind::Play => deed.pc = end as u16,
            _ => deed.subject = PieceId::NONE,
        }
        stopped = Some(*deed);
    });
    if stopped.is_none() {
        stop_secret(cx);
    }
    if let Some(deed) = stopped {
        cx.change_frame(
            |frame| frame.kind == FrameKind::Step && frame.pc == AFTER_PLAY,
            |frame| frame.value = 1,
        );
        let card = if deed.by == DefId::NONE { DefId::HIDDEN } else { deed.by };
        if card != DefId::HIDDEN {
            cx.uncount_cast(deed.seat, card);
            R::card_stopped(cx, deed.seat, card);
        }
        cx.tell(What::Countered { seat: deed.seat, card });
    }
}

/// A card that lies face down from the moment it is played is stopped by taking it away.
fn stop_secret<R: Rules>(cx: &mut Ctx<'_, R>) {
    let mut played = None;
    let is_played = |frame: &Frame| frame.kind == FrameKind::Step && frame.pc == AFTER_PLAY;
    cx.change_frame(is_played, |frame| {
        frame.value = 1;
        played = Some((frame.source, frame.seat));
    });
    if let Some((piece, seat)) = played
        && R::AUDIENCES.veiled(cx.state).has(piece)
    {
        let who = cx.who(piece);
        cx.leave(piece);
        cx.bury_piece(who);
        cx.uncount_cast(seat, who.def);
        R::card_stopped(cx, seat, who.def);
        cx.tell(What::Countered { seat, card: who.def });
    }
}

pub fn redirect<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let target = frame.set.first();
    if !cx.is_alive(target) {
        return;
    }
    let (mut attacker, mut is_aimed) = (PieceId::NONE, true);
    cx.change_deed(|deed| match deed.kind {
        // A text without a target gets none.
        FrameKind::Play if !deed.chosen.is_some() => is_aimed = false,
        FrameKind::Play => (deed.chosen, deed.set) = (target, PieceSet::one(target)),
        _ => {
            deed.subject = target;
            attacker = deed.source;
        }
    });
    if !is_aimed {
        return;
    }
    let who = cx.who(target);
    cx.tell(What::Redirected { who });
    if attacker.is_some() {
        cx.fire(Moment::Attacked, target, attacker, 0);
    }
}

/// RULE: a card that is cast by a text chooses everything by chance; without a target that it needs, it does nothing.
pub fn cast<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let game = cx.game;
    let pool = &game.catalogue.pools[op.q as usize];
    for _ in 0..frame.value {
        // Cards that cast each other end as triggers do.
        if pool.is_empty() || !cx.may_set_off() {
            return;
        }
        let card = pool[cx.dice.below(pool.len() as u32) as usize];
        let printed = game.def(card);
        let mode = match printed.modes.len() {
            0 => printed.mode(0),
            several => printed.mode(cx.dice.below(several as u32) as u8),
        };
        cx.tell(What::Cast { seat: frame.seat, card });
        let mut aim = Aim::default();
        if mode.target != NOTHING {
            let found = if printed.second == NOTHING {
                targets(game, cx.state, mode.target, frame.seat, PieceId::NONE)
            } else {
                first_targets(game, cx.state, printed, frame.seat, PieceId::NONE)
            };
            aim.first = PieceSet(cx.dice.subset(found.0, 1)).first();
            if !aim.first.is_some() {
                continue;
            }
        }
        if printed.second != NOTHING {
            let found = second_targets(game, cx.state, printed, frame.seat, PieceId::NONE, aim.first);
            aim.second = PieceSet(cx.dice.subset(found.0, 1)).first();
        }
        if mode.play != NOTHING {
            let text = Text { card, pc: mode.play, source: PieceId::NONE };
            let lines = R::lines(game, printed.line());
            if lines.any() {
                aim.destination = lines.nth(cx.dice.below(lines.len())).0;
            }
            push_text(cx, text, frame.seat, aim);
        }
    }
}

/// One of S attacks, then the operation runs again: each attack is over before the next one looks for its enemy.
pub fn assail<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let attackers = frame.set & (cx.state.used - cx.state.dying);
    let Some(attacker) = cx.state.by_arrival(attackers).next() else { return };
    frame.set = attackers - PieceSet::one(attacker);
    if frame.set.any() {
        frame.pc -= 1;
    }
    let mut enemies = PieceSet::EMPTY;
    for foe in R::foes(cx.state, cx.state.piece(attacker).owner) {
        for piece in cx.state.side[foe.at()] - cx.state.dying {
            if cx.state.piece(piece).cell.is_some() || piece == R::own_piece(cx.state, foe) {
                enemies.insert(piece);
            }
        }
    }
    let target = PieceSet(cx.dice.subset(enemies.0, 1)).first();
    if target.is_some() {
        R::assault(cx, attacker, target);
    }
}

pub fn replace_hero<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let own = R::own_piece(cx.state, frame.seat);
    if cx.is_alive(own) {
        // RULE: what belongs to the player stays: prices, and what was left for later.
        let of_player = |effect: &&InForce| effect.is_price() || effect.sort == InForceSort::SeatTimer;
        let held = cx.state.effects_in_force().iter().filter(|effect| effect.pieces.has(own));
        let kept: Vec<InForce> = held.filter(of_player).copied().collect();
        cx.transform(own, DefId(op.q));
        for effect in kept {
            cx.add_in_force(InForce { pieces: PieceSet::one(own), ..effect });
        }
        R::replaced_hero(cx, frame.seat);
    }
}

pub fn learn<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    R::learn(cx, frame.seat, DefId(op.q));
    cx.tell(What::Learned { seat: frame.seat, card: DefId(op.q) });
}

impl<R: Rules> Ctx<'_, R> {
    /// Changes the card that is being played or the attack that was declared, whichever comes next.
    fn change_deed(&mut self, change: impl FnMut(&mut Frame)) {
        let is_deed = |frame: &Frame| match frame.kind {
            FrameKind::Play => true,
            FrameKind::Step => frame.pc == COMBAT,
            FrameKind::Program => false,
        };
        self.change_frame(is_deed, change);
    }

    /// Whether the card that is being played was stopped.
    pub(crate) fn is_card_stopped(&mut self) -> bool {
        let end = self.game.catalogue.ops.len() - 1;
        let mut is_stopped = false;
        self.change_deed(|deed| is_stopped = deed.kind == FrameKind::Play && deed.pc as usize == end);
        if !is_stopped {
            let is_after = |frame: &Frame| frame.kind == FrameKind::Step && frame.pc == AFTER_PLAY;
            self.change_frame(is_after, |frame| is_stopped = frame.value == 1);
        }
        is_stopped
    }

    /// Whether a card is being played, or an attack was declared, that can still be stopped.
    fn has_deed(&mut self) -> bool {
        let end = self.game.catalogue.ops.len() - 1;
        let mut found = None;
        self.change_deed(|deed| found = Some(*deed));
        match found {
            Some(deed) if deed.kind == FrameKind::Play => deed.pc as usize != end,
            Some(attack) => self.is_attack_on(&attack),
            None => self.is_secret_played(),
        }
    }

    /// Whether the card that is being played lies face down already.
    fn is_secret_played(&mut self) -> bool {
        let mut piece = PieceId::NONE;
        let is_played = |frame: &Frame| frame.kind == FrameKind::Step && frame.pc == AFTER_PLAY;
        self.change_frame(is_played, |frame| piece = frame.source);
        R::AUDIENCES.veiled(self.state).has(piece)
    }
}
