//! The board as card texts speak of it.

use cardwright_core::{Cell, CellSet, PieceId, Seat, SeatSet, State};
use cardwright_effects::{Course, Ctx, Game, Places};

use super::state::*;
use super::{checks, course};

/// How far from its source a summoned minion may stand.
const SUMMONED_WITHIN: usize = 5;

impl Places for Hexlands {
    fn near(game: &Game<Self>, from: Cell, _relation: u8) -> CellSet {
        game.data.board.adjacent(from)
    }

    fn cells_at(game: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        if place < OWN_RANGE {
            return of_land(game, state, place as usize - 1);
        }
        let heroes = if place == OWN_RANGE { SeatSet::one(seat) } else { Self::foes(state, seat) };
        let mut cells = CellSet::EMPTY;
        for owner in heroes {
            cells |= hero_range(game, state, owner);
        }
        cells
    }

    /// Free fields in the range of the seat's hero.
    fn free_cells(game: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        if is_full(game, state, seat) {
            return CellSet::EMPTY;
        }
        match place {
            0 => free_range(game, state, seat),
            place => Self::cells_at(game, state, seat, place) & !state.occupied,
        }
    }

    /// Any free field: a figure that chance moves may come to stand anywhere.
    fn stray_cells(game: &Game<Self>, state: &State<Self>, piece: PieceId, place: u8) -> CellSet {
        let free = game.data.board.all & !state.occupied;
        if place == 0 { free } else { free & Self::cells_at(game, state, state.piece(piece).owner, place) }
    }

    /// RULE: a summoned minion stands on the free field nearest to its source, or to its owner's hero; of several on the
    /// one nearest to an enemy hero, then on the first from its owner's side.
    fn summon_cell(game: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let board = &game.data.board;
        let own = hero(state, seat);
        let from = if near.is_some() || !own.is_some() { near } else { state.piece(own).cell };
        if !from.is_some() || is_full(game, state, seat) {
            return None;
        }
        let is_turned =
            board.start_of(state.seat_count(), seat).is_some_and(|start| (2..5).contains(&start.turn));
        let to_foe = |cell: Cell| {
            let heroes = Self::foes(state, seat).into_iter().map(|foe| hero(state, foe));
            let cells = heroes.filter(|hero| hero.is_some()).map(|hero| state.piece(hero).cell);
            cells.map(|at| board.distance(cell, at)).min()
        };
        let rank = |cell: &Cell| {
            let order = if is_turned { u8::MAX - cell.0 } else { cell.0 };
            (board.distance(from, *cell), to_foe(*cell), order)
        };
        (board.band(from, (0, SUMMONED_WITHIN)) & !state.occupied).min_by_key(rank)
    }

    /// RULE: who changes sides stays where it stands.
    fn side_cell(cx: &mut Ctx<'_, Self>, seat: Seat, piece: PieceId) -> Option<Cell> {
        (!is_full(cx.game, cx.state, seat)).then_some(cx.state.piece(piece).cell)
    }

    fn set_ground(cx: &mut Ctx<'_, Self>, cell: Cell, place: u8) {
        let land = place as usize - 1;
        if land < LANDS.len() && cell.at() < cx.game.data.board.size() {
            course::change_land(cx, cell, land);
        }
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..game.data.board.size() as u8).map(|cell| game.data.board.name(Cell(cell)).to_owned()).collect()
    }

    fn most_seats(game: &Game<Self>) -> usize {
        game.data.board.most_seats()
    }

    fn is_for(game: &Game<Self>, seats: usize) -> bool {
        checks::check_seats(&game.data.board, seats).is_ok()
    }

    fn home_cell(game: &Game<Self>, seats: usize, seat: Seat) -> Cell {
        game.data.board.start_of(seats, seat).map_or(Cell::NONE, |start| start.cell)
    }
}

/// The fields of a land, counted from 0.
pub fn of_land(game: &Game<Hexlands>, state: &State<Hexlands>, land: usize) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for cell in game.data.board.all {
        if state.extra.lands.is(game.data.board.spots[cell.at()], land) {
            cells.insert(cell);
        }
    }
    cells
}

/// The fields in the range of a seat's hero.
#[inline]
pub fn hero_range(game: &Game<Hexlands>, state: &State<Hexlands>, seat: Seat) -> CellSet {
    let own = hero(state, seat);
    if !own.is_some() {
        return CellSet::EMPTY;
    }
    game.data.board.band(state.piece(own).cell, range_of(game, state, own))
}

/// The free fields in the range of a seat's hero: where its minions are placed.
#[inline]
pub fn free_range(game: &Game<Hexlands>, state: &State<Hexlands>, seat: Seat) -> CellSet {
    hero_range(game, state, seat) & !state.occupied
}

/// Whether a seat has as many figures as it may have.
#[inline(always)]
pub fn is_full(game: &Game<Hexlands>, state: &State<Hexlands>, seat: Seat) -> bool {
    state.side[seat.at()].len() >= game.data.pieces_per_seat(state.seat_count())
}
