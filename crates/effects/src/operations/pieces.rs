//! Operations on the pieces in S. Each checks for itself that a piece is still there.

use cardwright_core::{
    ARRIVED, Card, Cell, CellSet, DefId, Frame, InForce, MOVED, PieceId, PieceSet, Room, What,
};

use crate::catalogue::{NOTHING, Side};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::damage::Hit;
use crate::moment::Moment;
use crate::table::Op;

/// The pieces of S that are still in play, by order of arrival.
pub(crate) fn there<R: Rules>(cx: &Ctx<'_, R>, frame: &Frame) -> impl Iterator<Item = PieceId> + use<R> {
    cx.state.by_arrival(frame.set & (cx.state.used - cx.state.dying))
}

pub fn select<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    frame.set = if query.zone == 0 { cx.select(&query, frame) } else { PieceSet::EMPTY };
}

pub fn damage<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let amount = frame.value.saturating_add(R::text_power(cx, frame));
    for target in there(cx, frame) {
        cx.deal(Hit { element: op.a, ..Hit::by_text(frame, target, amount) });
    }
}

pub fn heal<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in there(cx, frame) {
        cx.restore(piece, frame.value);
    }
}

pub fn buff<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let (attack, health) = (frame.value.saturating_mul(op.b), frame.value.saturating_mul(op.c));
    if op.a == 0 {
        for piece in there(cx, frame) {
            cx.change(piece, attack, health);
        }
    } else {
        let pieces = lend(cx, frame, op.a, |effect| {
            effect.attack = attack;
            effect.health = health;
        });
        for piece in cx.state.by_arrival(pieces) {
            let who = cx.who(piece);
            cx.tell(What::Changed { who, attack, health, lasting: true });
        }
    }
}

/// Adds an effect in force for the pieces of S; returns the pieces it reached.
pub(crate) fn lend<R: Rules>(
    cx: &mut Ctx<'_, R>,
    frame: &Frame,
    duration: u8,
    fill: impl FnOnce(&mut InForce),
) -> PieceSet {
    let pieces = frame.set & (cx.state.used - cx.state.dying);
    if pieces.is_empty() {
        return pieces;
    }
    let until = if duration == 0 { u32::MAX } else { R::expiry(cx.state, frame.seat, duration) };
    let mut effect = InForce { pieces, until, seat: frame.seat, ability: NOTHING, ..InForce::default() };
    fill(&mut effect);
    if cx.add_in_force(effect) { pieces } else { PieceSet::EMPTY }
}

pub fn give<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let keyword = op.b as u8;
    let pieces = if op.a == 0 {
        let pieces = frame.set & (cx.state.used - cx.state.dying);
        for piece in pieces {
            cx.state.piece_mut(piece).keywords |= 1 << keyword;
        }
        cx.touch_values();
        pieces
    } else {
        lend(cx, frame, op.a, |effect| effect.keywords = 1 << keyword)
    };
    for piece in cx.state.by_arrival(pieces) {
        let who = cx.who(piece);
        cx.tell(What::KeywordGained { who, keyword, lasting: op.a != 0 });
        R::gained_keyword(cx, piece, keyword);
    }
}

pub fn lose<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let keyword = op.b as u8;
    for piece in there(cx, frame) {
        cx.lose_keyword(piece, keyword);
        let who = cx.who(piece);
        cx.tell(What::KeywordLost { who, keyword });
    }
}

pub fn afflict<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        if R::is_immune(cx.game, cx.state, piece, op.a) {
            continue;
        }
        let held = cx.state.piece(piece).statuses[op.a as usize] as i16;
        let stacked = R::stack(op.a, held, frame.value).clamp(0, 99);
        cx.state.piece_mut(piece).statuses[op.a as usize] = stacked as u8;
        R::afflicted(cx, piece, op.a);
        let who = cx.who(piece);
        cx.tell(What::Afflicted { who, status: op.a, amount: frame.value });
    }
}

pub fn destroy<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in frame.set & cx.state.used {
        cx.doom(piece);
    }
}

/// RULE: a piece that left during this resolution can be returned as well, from the grave.
pub fn return_to_hand<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let those = frame.set & ((cx.state.used - cx.state.dying) | cx.state.limbo);
    for piece in cx.state.by_arrival(those) {
        // Only a piece that stands or stood on a cell can be picked up.
        if cx.state.piece(piece).cell.is_some() {
            let home = R::home(cx.state, piece);
            let is_full = cx.state.zone_len(home, R::HAND) >= cx.game.limits.hand as usize;
            if is_full && cx.is_alive(piece) && R::found_no_hand(cx, piece) {
                continue;
            }
            frame.def = cx.state.piece(piece).def;
            frame.card = cx.return_piece(piece);
        }
    }
}

pub fn move_to_destination<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    let piece = frame.set.first();
    if cx.is_alive(piece) {
        R::relocate(cx, piece, frame.destination);
    }
}

pub fn dispel<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in there(cx, frame) {
        cx.dispel(piece);
    }
}

pub fn grant<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if cx.game.catalogue.abilities[op.q as usize].moment == Moment::Timer as u8 {
        for piece in there(cx, frame) {
            let owner = cx.state.piece(piece).owner;
            if cx.start_timer(PieceSet::one(piece), op.q, owner) {
                let who = cx.who(piece);
                cx.tell(What::AbilityGranted { who });
            }
        }
        return;
    }
    for piece in lend(cx, frame, op.a, |effect| effect.ability = op.q) {
        let who = cx.who(piece);
        cx.tell(What::AbilityGranted { who });
    }
}

pub fn transform<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        if cx.state.piece(piece).cell.is_some() {
            cx.transform(piece, DefId(op.q));
        }
    }
}

pub fn set<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        set_number(cx, piece, op.a, frame.value);
    }
}

/// Attack or health of a piece becomes a number.
pub(crate) fn set_number<R: Rules>(cx: &mut Ctx<'_, R>, piece: PieceId, attribute: u8, value: i16) {
    let now = *cx.state.piece(piece);
    cx.forget_loans(piece, attribute);
    if attribute == 0 {
        cx.change(piece, value.saturating_sub(now.attack), 0);
    } else if attribute == 1 {
        let piece_now = cx.state.piece_mut(piece);
        (piece_now.damage, piece_now.lent_health, piece_now.lent_bonus) = (0, 0, 0);
        cx.change(piece, 0, value.saturating_sub(now.health));
    }
}

pub fn ready<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in there(cx, frame) {
        let readied = cx.state.piece_mut(piece);
        readied.acted = 0;
        readied.flags &= !(MOVED | ARRIVED);
        R::readied(cx, piece);
        let who = cx.who(piece);
        cx.tell(What::Readied { who });
    }
}

pub fn loosen<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for piece in there(cx, frame) {
        cx.state.piece_mut(piece).flags &= !MOVED;
        let who = cx.who(piece);
        cx.tell(What::Loosened { who });
    }
}

pub fn summon<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    summon_each(cx, frame, op, DefId(op.q), |_| DefId(op.q));
}

pub fn summon_random<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let game = cx.game;
    let pool = &game.catalogue.pools[op.q as usize];
    match pool.first() {
        Some(&any) => {
            summon_each(cx, frame, op, any, |cx| pool[cx.dice.below(pool.len() as u32) as usize]);
        }
        None => frame.set = PieceSet::EMPTY,
    }
}

/// Summons V cards; `like` is of the kind of each of them.
fn summon_each<R: Rules>(
    cx: &mut Ctx<'_, R>,
    frame: &mut Frame,
    op: Op,
    like: DefId,
    mut next: impl FnMut(&mut Ctx<'_, R>) -> DefId,
) {
    let seats = cx.seats(Side::from_number(op.a), frame);
    let near = if frame.source.is_some() { cx.state.piece(frame.source).cell } else { Cell::NONE };
    let mut summoned = PieceSet::EMPTY;
    for seat in seats {
        for _ in 0..frame.value {
            // ORDER: nothing is rolled for if there is no room.
            if !R::has_room(cx.game, cx.state, seat, like, near) {
                cx.tell(What::Fizzled { room: Room::Cells });
                break;
            }
            let def = next(cx);
            let Some(piece) = cx.summon(seat, Card::new(def), near) else { break };
            summoned.insert(piece);
        }
    }
    frame.set = summoned;
}

/// Summons a copy of each piece of S for players; `adapt` is then given the model and its copy.
fn copy_each<R: Rules>(
    cx: &mut Ctx<'_, R>,
    frame: &mut Frame,
    op: Op,
    mut adapt: impl FnMut(&mut Ctx<'_, R>, PieceId, PieceId),
) {
    let mut summoned = PieceSet::EMPTY;
    let readable = frame.set & (cx.state.used | cx.state.limbo);
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for model in cx.state.by_arrival(readable) {
            let def = cx.state.piece(model).def;
            let beside =
                if R::COPIES_STAND_BY_SOURCE && frame.source.is_some() { frame.source } else { model };
            let near = cx.state.piece(beside).cell;
            let Some(piece) = cx.summon(seat, Card::new(def), near) else { continue };
            adapt(cx, model, piece);
            summoned.insert(piece);
        }
    }
    frame.set = summoned;
}

pub fn clone_each<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    copy_each(cx, frame, op, |cx, model, copy| cx.imitate(model, copy));
}

pub fn summon_copy<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    copy_each(cx, frame, op, |_, _, _| {});
}

pub fn summon_at<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let mut summoned = PieceSet::EMPTY;
    let mut around = !CellSet::EMPTY;
    if op.c != 0 {
        let from = if frame.source.is_some() { cx.state.piece(frame.source).cell } else { Cell::NONE };
        around = if from.is_some() { R::near(cx.game, from, op.c as u8) } else { CellSet::EMPTY };
    }
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for cell in R::free_cells(cx.game, cx.state, seat, op.b as u8) & around {
            // Those who came before may have taken the last room.
            if !R::free_cells(cx.game, cx.state, seat, op.b as u8).has(cell) {
                continue;
            }
            summoned |= cx.enter(seat, DefId(op.q), cell).map_or(PieceSet::EMPTY, PieceSet::one);
        }
    }
    frame.set = summoned;
}

pub fn summon_here<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.set = PieceSet::EMPTY;
    if !frame.destination.is_some() || cx.state.on(frame.destination).any() {
        cx.tell(What::Fizzled { room: Room::Cells });
    } else if let Some(piece) = cx.enter(frame.seat, DefId(op.q), frame.destination) {
        frame.set.insert(piece);
    }
}

pub fn scatter<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        let free = R::stray_cells(cx.game, cx.state, piece, op.b as u8);
        if cx.state.piece(piece).cell.is_some() && free.any() {
            let to = free.nth(cx.dice.below(free.len()));
            cx.move_piece(piece, to);
        }
    }
}

/// The old piece dies first; its replacement comes when it has left.
pub fn replace<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for piece in there(cx, frame) {
        let old = *cx.state.piece(piece);
        if old.cell.is_some() {
            cx.doom(piece);
            let mut step = Frame::step(crate::resolve::SUCCESSION, old.owner, PieceId::NONE, PieceId::NONE);
            (step.def, step.destination) = (DefId(op.q), old.cell);
            cx.push(step);
        }
    }
}

pub fn gain_tag<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if op.b > 0 {
        for piece in there(cx, frame) {
            R::gain_tag(cx, piece, op.b as u8 - 1);
        }
        cx.touch_values();
    }
}

pub fn strike<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    for target in there(cx, frame) {
        if cx.is_alive(frame.source) && target != frame.source {
            R::assault(cx, frame.source, target);
        }
    }
}
