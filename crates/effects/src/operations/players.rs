//! Operations on players.

use cardwright_core::Frame;

use crate::catalogue::Side;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::table::Op;

pub fn draw<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for _ in 0..frame.value {
            frame.card = R::draw(cx, seat);
            if frame.card.is_some() {
                frame.def = cx.state.card(frame.card).def;
            }
        }
    }
}

pub fn gain<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for seat in cx.seats(Side::from_number(op.a), frame) {
        cx.gain(seat, op.b as usize, frame.value);
    }
}

pub fn take<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let resource = op.b as usize;
    // The owner of a dead piece gives too.
    for piece in frame.set & (cx.state.used | cx.state.limbo) {
        let owner = cx.state.piece(piece).owner;
        // RULE: nobody gives more than they have.
        let amount = frame.value.min(cx.state.resource(owner, resource)).max(0);
        cx.gain(owner, resource, -amount);
        cx.gain(frame.seat, resource, amount);
    }
}

pub fn discard<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for _ in 0..frame.value {
            let held = cx.state.zone(seat, R::HAND).len();
            if held == 0 {
                break;
            }
            let place = cx.dice.below(held as u32) as usize;
            cx.discard(seat, R::HAND, place);
        }
    }
}
