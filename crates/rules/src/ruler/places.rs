//! The map as card texts speak of it.

use cardwright_core::{Cell, CellSet, Seat, State};
use cardwright_effects::{Game, Places};

use super::map::Gait;
use super::state::*;
use super::{actions, sight};

impl Places for Ruler {
    fn near(game: &Game<Self>, from: Cell, relation: u8) -> CellSet {
        match relation {
            HERE => CellSet::one(from),
            ADJACENT => game.data.map.board.adjacent(from),
            _ => game.data.map.within(from, SIGHT) - CellSet::one(from),
        }
    }

    fn cells_at(game: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        match place {
            INFLUENCE => sight::influence(game, state, seat),
            terrain => game.data.map.terrain[terrain as usize - 1],
        }
    }

    /// RULE: a piece that a text brings into play stands on the tile of its source or at its owner's base, if there
    /// is room.
    fn summon_cell(game: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let has_room = (state.side[seat.at()].len() as usize) < game.data.pieces_per_seat(state.seat_count());
        let cell = if near.is_some() { near } else { game.data.map.bases[seat.at()] };
        (has_room && !actions::full(state, seat, 1).has(cell)).then_some(cell)
    }

    /// Land under the seat's influence on which it has nothing. What others have there may be hidden, so it does not
    /// count.
    fn free_cells(game: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        if state.side[seat.at()].len() as usize >= game.data.pieces_per_seat(state.seat_count()) {
            return CellSet::EMPTY;
        }
        let mut free = sight::influence(game, state, seat) & game.data.map.ground[Gait::Land as usize];
        for piece in state.side[seat.at()] {
            free.remove(state.piece(piece).cell);
        }
        match place {
            0 | INFLUENCE => free,
            terrain => free & game.data.map.terrain[terrain as usize - 1],
        }
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..game.data.map.size() as u8).map(|cell| game.data.map.board.name(Cell(cell)).to_owned()).collect()
    }

    fn most_seats(game: &Game<Self>) -> usize {
        game.data.map.bases.len()
    }

    fn home_cell(game: &Game<Self>, seat: Seat) -> Cell {
        game.data.map.bases.get(seat.at()).copied().unwrap_or(Cell::NONE)
    }
}
