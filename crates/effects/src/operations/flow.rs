//! Operations that decide what runs next.

use cardwright_core::Work;

use crate::catalogue::Compare;
use crate::context::Ctx;
use crate::rules::Rules;
use crate::table::Op;

/// The interpreter stops before it gets here.
pub fn end<R: Rules>(_: &mut Ctx<'_, R>, _: &mut Work, _: Op) {}

pub fn if_any<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if cx.count(&query, frame) == 0 {
        frame.pc = op.b as u16;
    }
}

pub fn if_none<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if cx.count(&query, frame) > 0 {
        frame.pc = op.b as u16;
    }
}

pub fn if_value<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    if !Compare::from_number(op.a).holds(frame.value, op.c) {
        frame.pc = op.b as u16;
    }
}

pub fn jump<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    frame.pc = op.b as u16;
}

pub fn chance<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    if !cx.dice.percent(op.c.clamp(0, 100) as u32) {
        frame.pc = op.b as u16;
    }
}

pub fn own<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Work, op: Op) {
    R::own_operation(cx, frame, op);
}
