//! The two triangles as card texts speak of them.

use cardwright_core::{Cell, CellSet, Seat, State};
use cardwright_effects::{Game, Places};

use super::state::*;

/// The order in which summoned minions look for a free location: the front first.
const ARRIVAL_ORDER: [usize; LOCATIONS] = [4, 3, 5, 1, 2, 0];

impl Places for Mana {
    fn stands_beside(kind: u8) -> bool {
        kind as usize == EVENT
    }

    fn near(_: &Game<Self>, cell: Cell, relation: u8) -> CellSet {
        near(cell, relation)
    }

    fn cells_at(_: &Game<Self>, state: &State<Self>, _: Seat, place: u8) -> CellSet {
        match place {
            UNDER_PROTECTION => protected(state),
            BY_DAY | BY_NIGHT if state.phase == place - BY_DAY => !CellSet::EMPTY,
            BY_DAY | BY_NIGHT => CellSet::EMPTY,
            place => at_place(Seat(0), place) | at_place(Seat(1), place),
        }
    }

    fn free_cells(_: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        let cells = match place {
            UNDER_PROTECTION => protected(state) & home(seat),
            place => at_place(seat, place),
        };
        cells & !state.occupied
    }

    /// RULE: a creature that a text brings into play stands in front if there is room.
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, _: Cell) -> Option<Cell> {
        let mut cells = ARRIVAL_ORDER.iter().map(|&number| location(seat, number));
        cells.find(|&cell| state.on(cell).is_empty())
    }

    fn cell_names(_: &Game<Self>) -> Vec<String> {
        (0..CELLS).map(|cell| format!("{}{}", ["a", "b"][cell / LOCATIONS], cell % LOCATIONS)).collect()
    }

    fn most_seats(_: &Game<Self>) -> usize {
        2
    }

    fn home_cell(_: &Game<Self>, _seats: usize, seat: Seat) -> Cell {
        location(seat, BACK)
    }
}
