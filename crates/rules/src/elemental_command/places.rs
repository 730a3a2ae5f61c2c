//! The board: columns, rows, the sides of the players.

use cardwright_core::{Cell, CellSet, Seat, State};
use cardwright_effects::{Game, Places};

use super::state::*;

impl Places for ElementalCommand {
    fn near(game: &Game<Self>, from: Cell, relation: u8) -> CellSet {
        match relation {
            1 => game.data.board.adjacent(from),
            2 => CellSet(0b00001_00001_00001_00001 << column(from)),
            _ => CellSet(0b11111 << (COLUMNS * (from.at() / COLUMNS))),
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
    fn is_at(_: &Game<Self>, _: &State<Self>, _: Seat, cell: Cell, place: u8) -> bool {
        FRONT_ROWS.has(cell) == (place == FRONT)
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
