//! Operations on the board itself.

use cardwright_core::{CellSet, Frame};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::query::cells_meant;
use crate::table::Op;

/// RULE: chance picks among the cells that are of another ground.
pub fn change<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if !query.is_ground || op.a == 0 {
        return;
    }
    let same = R::cells_at(cx.game, cx.state, frame.seat, op.a);
    let mut cells = cells_meant(cx.game, cx.state, &query, frame) & !same;
    if query.random != 0 {
        cells = pick(cx, cells, query.random as u32);
    }
    for cell in cells {
        R::set_ground(cx, cell, op.a);
    }
}

/// So many of some cells, by chance; all, if there are no more.
fn pick<R: Rules>(cx: &mut Ctx<'_, R>, mut from: CellSet, count: u32) -> CellSet {
    if from.len() <= count {
        return from;
    }
    let mut picked = CellSet::EMPTY;
    for _ in 0..count {
        let cell = from.nth(cx.dice.below(from.len()));
        from.remove(cell);
        picked.insert(cell);
    }
    picked
}
