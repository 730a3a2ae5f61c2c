//! Operations that change what the pieces in S are, whose they are, or what becomes of them.

use cardwright_core::{ARRIVED, AtEnd, Cause, DefId, Frame, InForceSort, PieceId, PieceSet, What};

use super::pieces::{lend, set_number, there};
use crate::catalogue::printed;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::damage::Hit;
use crate::operations::values::named;
use crate::query::{attribute, matching};
use crate::table::Op;

/// The attributes that every piece has.
const ATTACK: u8 = 0;
const HEALTH: u8 = 1;

/// RULE: for a time, the piece goes back when the time is over, or when it loses its abilities.
pub fn control<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        let (home, near) = (cx.state.piece(piece).owner, cx.state.piece(piece).cell);
        if home == frame.seat || !near.is_some() {
            continue;
        }
        cx.stay(piece);
        cx.go_over(piece, frame.seat);
        if op.a != 0 && cx.is_alive(piece) {
            // RULE: a piece that is borrowed for a time may act at once.
            cx.state.piece_mut(piece).flags &= !ARRIVED;
            let one = Frame { set: PieceSet::one(piece), ..*frame };
            lend(cx, &one, op.a, |effect| effect.at_end = AtEnd::back_to(home));
        }
    }
}

pub fn perish<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    lend(cx, frame, op.a, |effect| effect.at_end = AtEnd::DESTROY);
}

pub fn swap<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in there(cx, frame) {
        let (attack, health) = (cx.state.piece(piece).attack_now(), cx.state.piece(piece).health_now());
        set_number(cx, piece, ATTACK, health);
        set_number(cx, piece, HEALTH, attack);
    }
}

pub fn multiply<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        let more = attribute(cx.game, cx.state.piece(piece), op.a).saturating_mul(op.b - 1);
        match op.a {
            ATTACK => cx.change(piece, more, 0),
            HEALTH => cx.change(piece, 0, more),
            _ => {}
        }
    }
}

/// A piece that left during this resolution gives what it last had.
pub fn absorb<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let model = named(frame, op.a);
    if !(cx.state.used | cx.state.limbo).has(model) {
        return;
    }
    let (attack, health) = (cx.state.piece(model).attack_now(), cx.state.piece(model).health_now().max(0));
    for piece in there(cx, frame) {
        cx.change(piece, attack, health);
    }
}

pub fn exchange<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let other = frame.set.first();
    if cx.is_alive(frame.source) && cx.is_alive(other) {
        let one = attribute(cx.game, cx.state.piece(frame.source), op.a);
        let two = attribute(cx.game, cx.state.piece(other), op.a);
        set_number(cx, frame.source, op.a, two);
        set_number(cx, other, op.a, one);
    }
}

/// Deals one point and runs again, so that triggers come between the points. V below 0 is what is left of a damage that
/// has begun.
pub fn split<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if frame.value > 0 {
        frame.value = -(frame.value.saturating_add(R::text_power(cx, frame)));
    }
    if frame.value == 0 {
        return;
    }
    let query = cx.game.catalogue.queries[op.q as usize];
    let found = matching(cx.game, cx.state, &query, frame) & (cx.state.used - cx.state.dying);
    if query.zone != 0 || found.is_empty() {
        frame.value = 0;
        return;
    }
    let target = PieceSet(cx.dice.subset(found.0, 1)).first();
    cx.deal(Hit::by_text(frame, target, 1));
    frame.value += 1;
    if frame.value < 0 {
        frame.pc -= 1;
    }
}

pub fn rolled<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let power = R::text_power(cx, frame);
    for target in there(cx, frame) {
        let amount = (cx.dice.between(op.b as i32, op.c as i32) as i16).saturating_add(power);
        cx.deal(Hit::by_text(frame, target, amount));
    }
}

pub fn sift<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in cx.state.by_arrival(frame.set) {
        if !cx.dice.percent(op.c.clamp(0, 100) as u32) {
            frame.set.remove(piece);
        }
    }
}

pub fn spare<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.set = frame.set - PieceSet(cx.dice.subset(frame.set.0, op.b.max(0) as u32));
}

pub fn outstanding<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let number = |cx: &Ctx<'_, R>, piece| attribute(cx.game, cx.state.piece(piece), op.b as u8);
    let all = frame.set & (cx.state.used - cx.state.dying);
    let numbers = all.map(|piece| number(cx, piece));
    let best = if op.c == 1 { numbers.max() } else { numbers.min() };
    let mut equal = PieceSet::EMPTY;
    for piece in all {
        if Some(number(cx, piece)) == best {
            equal.insert(piece);
        }
    }
    frame.set = PieceSet(cx.dice.subset(equal.0, 1));
}

/// What is changed stays changed until the piece leaves, loses its changes or the time is over.
pub fn adjust<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        let amount = if op.c == 1 {
            let own = printed(cx.game.def(cx.state.piece(piece).def), op.b as u8);
            frame.value - own - cx.state.adjusted(piece, op.b as usize)
        } else {
            frame.value
        };
        let one = Frame { set: PieceSet::one(piece), ..*frame };
        let reached = lend(cx, &one, op.a, |effect| {
            effect.sort = InForceSort::Number;
            effect.ability = op.b as u16;
            effect.attack = amount;
        });
        if reached.any() && amount != 0 {
            let who = cx.who(piece);
            cx.tell(What::Adjusted { who, attribute: op.b as u8, amount, lasting: op.a != 0 });
        }
    }
}

/// RULE: damage is prevented after armour and the like; what a shield does not use up stays until its time is over.
pub fn shield<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let amount = frame.value;
    if amount <= 0 {
        return;
    }
    let reached = lend(cx, frame, op.a, |effect| {
        effect.sort = InForceSort::Shield;
        effect.attack = amount;
    });
    for piece in cx.state.by_arrival(reached) {
        let who = cx.who(piece);
        cx.tell(What::Shielded { who, amount, lasting: op.a != 0 });
    }
}

/// RULE: where no card costs so much, the nearest cost towards the piece's own is taken, else the nearest beyond; a
/// piece for which there is none stays as it is.
pub fn evolve<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let game = cx.game;
    for piece in there(cx, frame) {
        let printed = game.def(cx.state.piece(piece).def);
        let by_cost = &game.catalogue.by_cost[printed.kind as usize];
        let wanted = (printed.cost + op.b).clamp(0, by_cost.len() as i16 - 1);
        let (low, high) = (wanted.min(printed.cost), wanted.max(printed.cost));
        let nearest = |cost: &i16| !by_cost[*cost as usize].is_empty();
        let found = if op.b > 0 {
            (low + 1..=high).rev().chain(high + 1..by_cost.len() as i16).find(nearest)
        } else {
            (low..high).chain((0..low).rev()).find(nearest)
        };
        if let Some(cost) = found.filter(|_| cx.state.piece(piece).cell.is_some()) {
            let pool = &by_cost[cost as usize];
            let into = pool[cx.dice.below(pool.len() as u32) as usize];
            cx.transform(piece, into);
        }
    }
}

pub fn transform_random<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let game = cx.game;
    let pool: &Vec<DefId> = &game.catalogue.pools[op.q as usize];
    for piece in there(cx, frame) {
        if cx.state.piece(piece).cell.is_some() && !pool.is_empty() {
            let into = pool[cx.dice.below(pool.len() as u32) as usize];
            cx.transform(piece, into);
        }
    }
}

pub fn become_copy<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let model: PieceId = frame.set.first();
    if cx.is_alive(frame.source) && (cx.state.used | cx.state.limbo).has(model) && model != frame.source {
        let def = cx.state.piece(model).def;
        cx.transform(frame.source, def);
        cx.imitate(model, frame.source);
        if cx.sink.is_some() {
            let (who, model) = (cx.who(frame.source), cx.by(Cause::piece(model)));
            cx.tell(What::Imitated { who, model });
        }
    }
}
