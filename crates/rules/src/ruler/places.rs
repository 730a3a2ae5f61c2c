//! The map as card texts speak of it.

use cardwright_core::{Cell, CellSet, PieceSet, Seat, State};
use cardwright_effects::{Game, Places, Secrecy};

use super::map::Gait;
use super::sight;
use super::state::*;

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
        let cell = if near.is_some() { near } else { game.data.map.bases[seat.at()] };
        (!Self::is_full(game, state, seat) && (state.on(cell) & open(state, seat)).len() < TILE_ROOM)
            .then_some(cell)
    }

    /// Land under the seat's influence on which it has nothing. Traps, and what others have there, may be hidden, so they
    /// do not count.
    fn free_cells(game: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        if Self::is_full(game, state, seat) {
            return CellSet::EMPTY;
        }
        let mut free = sight::influence(game, state, seat) & game.data.map.ground[Gait::Land as usize];
        for piece in open(state, seat) | (state.side[seat.at()] & state.kind[BASE]) {
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

    fn home_cell(game: &Game<Self>, _seats: usize, seat: Seat) -> Cell {
        game.data.map.bases.get(seat.at()).copied().unwrap_or(Cell::NONE)
    }
}

/// The cards of a seat that take room where a text brings others: a trap would show itself by keeping them away.
fn open(state: &State<Ruler>, seat: Seat) -> PieceSet {
    state.side[seat.at()] - state.kind[BASE] - state.kind[TRAP]
}
