//! Operations that decide what runs next.

use cardwright_core::{Cell, Frame, What};

use crate::catalogue::Compare;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::operations::values::named;
use crate::table::Op;

/// Does nothing: the interpreter stops before it gets here.
pub fn end<R: Rules>(_: &mut Ctx<'_, R>, _: &mut Frame, _: Op) {}

pub fn if_any<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if cx.count(&query, frame) == 0 {
        frame.pc = op.b as u16;
    }
}

pub fn if_none<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if cx.count(&query, frame) > 0 {
        frame.pc = op.b as u16;
    }
}

pub fn if_value<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if !Compare::from_number(op.a).holds(frame.value, op.c) {
        frame.pc = op.b as u16;
    }
}

pub fn jump<R: Rules>(_: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    frame.pc = op.b as u16;
}

pub fn chance<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if !cx.dice.percent(op.c.clamp(0, 100) as u32) {
        frame.pc = op.b as u16;
    }
}

pub fn if_fallen<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if cx.is_alive(named(frame, op.a)) != (op.c != 0) {
        frame.pc = op.b as u16;
    }
}

pub fn sound<R: Rules>(cx: &mut Ctx<'_, R>, _: &mut Frame, op: Op) {
    cx.tell(What::Sounded { sound: op.b as u8 });
}

pub fn delay<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if cx.game.catalogue.abilities[op.q as usize].moment != Moment::Timer as u8 {
        return;
    }
    let kept = if op.c != 0 { frame.destination } else { Cell::NONE };
    cx.start_delay(frame, op.q, op.a, kept);
}

pub fn own<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    R::own_operation(cx, frame, op);
}
