//! The rows: neighbours, where there is room, and how a row opens and closes.

use cardwright_core::{Cell, CellSet, DefId, PieceId, Seat, State};
use cardwright_effects::{Ctx, Game, Places};

use super::reactions::lay_down_weapon;
use super::state::*;

impl Places for Hearth {
    fn near(_: &Game<Self>, from: Cell, _: u8) -> CellSet {
        let place = 1 << from.at();
        CellSet(place << 1 | place >> 1) & row(side_of(from))
    }

    /// The right end of the row.
    fn free_cells(_: &Game<Self>, state: &State<Self>, seat: Seat, _: u8) -> CellSet {
        places(state, seat) & !state.occupied
    }

    fn stands_beside(kind: u8) -> bool {
        matches!(kind as usize, WEAPON | SECRET)
    }

    fn has_room(game: &Game<Self>, state: &State<Self>, seat: Seat, def: DefId, _: Cell) -> bool {
        match game.def(def).kind as usize {
            MINION => (standing(state, seat) as usize) < ROW,
            WEAPON => true,
            // Which secret it will be may not be known yet.
            SECRET => (state.side[seat.at()] & state.kind[SECRET] & !state.dying).len() < SECRETS,
            _ => false,
        }
    }

    /// RULE: a minion that goes over to a full row is destroyed.
    fn found_no_side(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        cx.doom(piece);
    }

    /// RULE: a minion that returns to a full hand is destroyed.
    fn found_no_hand(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        cx.doom(piece);
        true
    }

    fn room_for(cx: &mut Ctx<'_, Self>, seat: Seat, def: DefId, near: Cell) -> Option<Cell> {
        match cx.game.def(def).kind as usize {
            MINION => {
                let has_room =
                    cx.state.free_piece().is_some() && cx.state.used.len() < cx.game.limits.pieces as u32;
                // If nothing can enter, the row stays closed.
                let near = if has_room { near } else { Cell::NONE };
                newcomer_cell(cx.state, seat, cx.cause.piece, near)
            }
            WEAPON => {
                lay_down_weapon(cx, seat);
                Some(Cell::NONE)
            }
            SECRET => may_lay_secret(cx.state, seat, def).then_some(Cell::NONE),
            _ => None,
        }
    }

    fn cell_names(_: &Game<Self>) -> Vec<String> {
        ["a", "b"].iter().flat_map(|side| (1..=ROW).map(move |place| format!("{side}{place}"))).collect()
    }
}

/// Opens a row: those who stand on a cell or right of it go one cell to the right.
///
/// Those who have just died keep their places between the living, so that their last words bring others there. One who
/// fell on the same cell as the source of the newcomer stood left or right of it, by the order in which they fell.
pub fn open_row(state: &mut State<Hearth>, cell: Cell, fallen: Option<u8>) {
    let seat = side_of(cell);
    let end = first_of_row(seat) + standing(state, seat);
    for at in (cell.0..end).rev() {
        shift(state, Cell(at), Cell(at + 1));
    }
    for id in state.limbo {
        let dead = *state.piece(id);
        if dead.cell.is_some()
            && side_of(dead.cell) == seat
            && (dead.cell > cell || dead.cell == cell && fallen.is_none_or(|place| dead.acted > place))
        {
            let last = first_of_row(seat) + ROW as u8 - 1;
            state.piece_mut(id).cell = Cell((dead.cell.0 + 1).min(last));
        }
    }
}

/// Closes a row: those who stand right of an empty cell go one cell to the left.
pub fn close_row(state: &mut State<Hearth>, cell: Cell) {
    let seat = side_of(cell);
    // The cell itself is empty, so the row ends one cell further than it has minions.
    let end = first_of_row(seat) + standing(state, seat);
    for at in cell.0..end {
        shift(state, Cell(at + 1), Cell(at));
    }
    for id in state.limbo {
        let dead = *state.piece(id);
        if dead.cell.is_some() && side_of(dead.cell) == seat && dead.cell > cell {
            state.piece_mut(id).cell = Cell(dead.cell.0 - 1);
        }
    }
}

/// Where a minion that enters by an effect stands, without a gap and with the row opened for it; none if it is full.
///
/// RULE: it stands right of its source if the source is in the same row, where its source stood if that has died, else
/// at the right end.
pub fn newcomer_cell(state: &mut State<Hearth>, seat: Seat, source: PieceId, near: Cell) -> Option<Cell> {
    let count = standing(state, seat);
    if count as usize >= ROW {
        return None;
    }
    let end = Cell(first_of_row(seat) + count);
    if !near.is_some() || side_of(near) != seat {
        return Some(end);
    }
    let has_fallen = state.limbo.has(source) && state.piece(source).cell == near;
    let cell = Cell((near.0 + !has_fallen as u8).min(end.0));
    open_row(state, cell, has_fallen.then(|| state.piece(source).acted));
    if has_fallen {
        // Those whom one of the dead brings stand in the order in which they come.
        let last = first_of_row(seat) + ROW as u8 - 1;
        state.piece_mut(source).cell = Cell((cell.0 + 1).min(last));
    }
    Some(cell)
}

/// Puts those who stand in a row next to each other, in order of their cells.
pub fn align(state: &mut State<Hearth>, seat: Seat) {
    for (to, from) in (first_of_row(seat)..).zip(state.occupied & row(seat)) {
        if from.0 != to {
            shift(state, from, Cell(to));
        }
    }
}

fn shift(state: &mut State<Hearth>, from: Cell, to: Cell) {
    for id in state.on(from) {
        state.lift(id, from);
        state.piece_mut(id).cell = to;
        state.lay(id, to);
    }
}
