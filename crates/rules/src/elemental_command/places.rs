//! The board: columns, rows, the sides of the players.

use cardwright_core::{Cell, CellSet, Seat, State};
use cardwright_effects::{Game, Places};

use super::state::*;

impl Places for ElementalCommand {
    fn near(game: &Game<Self>, from: Cell, relation: u8) -> CellSet {
        match relation {
            COLUMN => CellSet(FIRST_COLUMN.0 << column(from)),
            ROW => CellSet(FIRST_ROW.0 << (COLUMNS * (from.at() / COLUMNS))),
            _ => game.data.board.adjacent(from),
        }
    }

    fn lines(_: &Game<Self>, relation: u8) -> CellSet {
        match relation {
            COLUMN => FIRST_ROW,
            ROW => FIRST_COLUMN,
            _ => CellSet::EMPTY,
        }
    }

    /// RULE: a summoned minion stands as near to its source as it can; if there is no source, in front and in the
    /// middle.
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let free = home(seat) & !state.occupied;
        let middle = front(seat, 2);
        free.min_by_key(|&cell| {
            let from = if near.is_some() { near } else { middle };
            (distance(cell, from), distance(cell, middle), cell.0)
        })
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..CELLS as u8).map(|cell| game.data.board.name(Cell(cell)).to_owned()).collect()
    }

    /// The rows of each side: the front row is the one towards the enemy.
    fn cells_at(_: &Game<Self>, _: &State<Self>, _: Seat, place: u8) -> CellSet {
        if place == FRONT { FRONT_ROWS } else { BOARD - FRONT_ROWS }
    }

    fn free_cells(_: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        let free = home(seat) & !state.occupied;
        match place {
            0 => free,
            FRONT => free & FRONT_ROWS,
            _ => free - FRONT_ROWS,
        }
    }
}
