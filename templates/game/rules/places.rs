//! The three lanes.

use cardwright_core::{Cell, CellSet, Seat, State};
use cardwright_effects::{Game, Places};

use super::state::*;

/// The cell at the other end of a lane.
pub fn opposite(cell: Cell) -> Cell {
    Cell(((cell.at() + LANES) % (2 * LANES)) as u8)
}

impl Places for __Rules__ {
    fn near(game: &Game<Self>, cell: Cell, _relation: u8) -> CellSet {
        game.data.board.adjacent(cell)
    }

    fn free_cells(_: &Game<Self>, state: &State<Self>, seat: Seat, _place: u8) -> CellSet {
        home(seat) & !state.occupied
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..2 * LANES as u8).map(|cell| game.data.board.name(Cell(cell)).to_owned()).collect()
    }
}
