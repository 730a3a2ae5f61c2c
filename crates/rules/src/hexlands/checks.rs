//! What must hold in a setup, in a position and in a view.

use cardwright_core::{Cell, Frame, PieceSet, Seat, State, Unreadable, View, ensure};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::{Checks, Game, Setup};

use super::board::Board;
use super::course;
use super::lands::{ROWS, Spot};
use super::state::*;

impl Checks for Hexlands {
    fn check_setup(game: &Game<Self>, setup: &Setup) -> Result<(), Refused> {
        check_seats(&game.data.board, setup.decks.len())
    }

    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        check_seats(&game.data.board, state.seat_count())?;
        if state.now > game.data.turns_each * state.seat_count() as u32 {
            return refuse("a position is of a turn, within the limit of turns");
        }
        for seat in state.all_seats() - state.lost {
            if (state.side[seat.at()] & state.kind[HERO]).len() != 1 {
                return refuse("every player has one hero");
            }
        }
        if (state.used - figures(state)).any() {
            return refuse("spells do not stand on the board");
        }
        for piece in state.used {
            if state.on(state.piece(piece).cell).len() != 1 {
                return refuse("a field holds one figure");
            }
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let (state, board) = (view.state(), &game.data.board);
        for piece in state.used {
            let cell = state.piece(piece).cell;
            ensure(cell.at() < board.size(), "has a figure that stands off the board")?;
        }
        let has_hero = |seat: Seat| (state.kind[HERO] & state.side[seat.at()]).any();
        let left = state.all_seats() - state.lost;
        ensure(state.is_over || left.into_iter().all(has_hero), "has a seat without a hero")?;
        ensure(
            !board.starts(state.seat_count()).is_empty(),
            "is for more players than the board has room for",
        )?;
        for (seat, &strays) in state.extra.strays.iter().enumerate() {
            let others =
                state.extra.strays.iter().skip(seat + 1).fold(PieceSet::EMPTY, |sum, &set| sum | set);
            let has_left =
                |id| (state.used | state.limbo).has(id) && state.piece(id).owner != Seat(seat as u8);
            let is_there = seat < state.seat_count() || strays.is_empty();
            let is_one = (strays & others).is_empty();
            ensure(is_there && is_one && strays.into_iter().all(has_left), "has a stray that is none")?;
        }
        let sides = state.extra.sides;
        ensure(sides == board.sides.unwrap_or_default(), "has other sides than the board")?;
        ensure(has_one_land_each(board, state), "has a field without a land, or a land without a field")
    }

    fn is_step(_: &State<Self>, frame: &Frame) -> bool {
        frame.pc != course::BURIAL || frame.by.is_some()
    }
}

/// Whether every field has one land, and nothing else has any.
fn has_one_land_each(board: &Board, state: &State<Hexlands>) -> bool {
    (0..ROWS * ROWS).all(|at| {
        let spot = Spot { row: (at / ROWS) as u8, column: (at % ROWS) as u8 };
        let lands = (0..LANDS.len()).filter(|&land| state.extra.lands.is(spot, land)).count();
        lands == board.cell(spot).is_some() as usize
    })
}

/// Whether the board has room for so many players.
pub fn check_seats(board: &Board, seats: usize) -> Result<(), Refused> {
    if board.starts(seats).is_empty() {
        return Err(Refused(format!("this board has no start fields for {seats} players")));
    }
    let sides = board.sides.map_or(seats, |sides| sides.iter().filter(|side| side.any()).count());
    if sides != seats {
        return Err(Refused(format!("this board is played by {sides}, in sides")));
    }
    Ok(())
}

impl Board {
    /// The cell at a spot, if there is a field.
    fn cell(&self, spot: Spot) -> Option<Cell> {
        self.spots.iter().position(|known| *known == spot).map(|at| Cell(at as u8))
    }
}
