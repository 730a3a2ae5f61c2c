//! Operations that compute the number V.

use cardwright_core::{Frame, PieceId, TALLIES};

use crate::catalogue::Side;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::query::attribute;
use crate::table::Op;

pub fn constant<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.value = op.b;
}

pub fn count<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    frame.value = op.b.saturating_mul(cx.count(&query, frame));
}

/// The piece that a number of the operand `Who` stands for.
pub(crate) fn named(frame: &Frame, who: u8) -> PieceId {
    match who {
        0 => frame.source,
        1 => frame.subject,
        2 => frame.chosen,
        _ => frame.set.first(),
    }
}

pub fn tally<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let at = (op.b.max(0) as usize).min(TALLIES - 1);
    let seats = cx.seats(Side::from_number(op.a), frame);
    frame.value = seats.map(|seat| cx.state.seats.as_ref()[seat.at()].tallies[at] as i16).sum();
}

/// A piece that left during this resolution is read as it last was.
pub fn read<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let piece = named(frame, op.a);
    let readable = (cx.state.used | cx.state.limbo).has(piece);
    frame.value = if readable { attribute(cx.game, cx.state.piece(piece), op.b as u8) } else { 0 };
}

pub fn amount<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Frame, _: Op) {
    frame.value = frame.amount;
}

pub fn roll<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.value = cx.dice.between(op.b as i32, op.c as i32) as i16;
}

pub fn wealth<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let seats = cx.seats(Side::from_number(op.a), frame);
    frame.value =
        seats.map(|seat| cx.state.resource(seat, op.b as usize)).fold(0, |sum: i16, n| sum.saturating_add(n));
}

pub fn scale<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.value = frame.value.saturating_mul(op.b).saturating_add(op.c);
}
