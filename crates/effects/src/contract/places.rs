//! The board as card texts speak of it: what is near, where there is room.

use cardwright_core::{Cell, CellSet, DefId, PieceId, SEATS, Seat, State};

use super::{Basics, Rules};
use crate::context::Ctx;
use crate::game::Game;

/// The places of a game.
pub trait Places: Basics {
    /// The cells related to a cell by the k-th relation of the vocabulary (from 1).
    fn near(_: &Game<Self>, _: Cell, _relation: u8) -> CellSet {
        CellSet::EMPTY
    }

    /// One cell for each line that the k-th relation of the vocabulary (from 1) makes of the board, its first: where a
    /// text lets its player choose a line, that cell stands for it. Empty for a relation that makes no lines.
    fn lines(_: &Game<Self>, _relation: u8) -> CellSet {
        CellSet::EMPTY
    }

    /// The cells at the k-th place of the vocabulary (from 1), seen from a seat.
    fn cells_at(_: &Game<Self>, _: &State<Self>, _: Seat, _place: u8) -> CellSet {
        CellSet::EMPTY
    }

    /// Free cells of a seat at the k-th place of the vocabulary (0: anywhere): where texts put pieces.
    fn free_cells(_: &Game<Self>, _: &State<Self>, _: Seat, _place: u8) -> CellSet {
        CellSet::EMPTY
    }

    /// Where a text may move a piece by chance, at the k-th place of the vocabulary (0: anywhere): by default to the
    /// free cells of its owner.
    fn stray_cells(game: &Game<Self>, state: &State<Self>, piece: PieceId, place: u8) -> CellSet {
        Self::free_cells(game, state, state.piece(piece).owner, place)
    }

    /// A free cell for a piece that enters by an effect, near a cell.
    fn summon_cell(game: &Game<Self>, state: &State<Self>, seat: Seat, _near: Cell) -> Option<Cell> {
        Self::free_cells(game, state, seat, 0).next()
    }

    /// Whether there is room for a card that enters by an effect, near a cell.
    fn has_room(game: &Game<Self>, state: &State<Self>, seat: Seat, _def: DefId, near: Cell) -> bool {
        Self::summon_cell(game, state, seat, near).is_some()
    }

    /// Whether pieces of a kind are in play beside the board, on no cell; heroes and bases apart.
    fn stands_beside(_kind: u8) -> bool {
        false
    }

    /// Makes room for a piece that enters by an effect near a cell, and says where it goes; `None` if there is none.
    fn room_for(cx: &mut Ctx<'_, Self>, seat: Seat, _def: DefId, near: Cell) -> Option<Cell>
    where
        Self: Rules,
    {
        Self::summon_cell(cx.game, cx.state, seat, near)
    }

    /// Where a piece that changes sides stands from then on; `None` if its new side has no room for it.
    fn side_cell(cx: &mut Ctx<'_, Self>, seat: Seat, piece: PieceId) -> Option<Cell>
    where
        Self: Rules,
    {
        let it = cx.state.piece(piece);
        let (def, cell) = (it.def, it.cell);
        Self::room_for(cx, seat, def, cell)
    }

    /// A piece that changes sides finds no room there; by default it stays where it is.
    fn found_no_side(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece is to return to a hand that is full; true if the game decided what becomes of it.
    fn found_no_hand(_: &mut Ctx<'_, Self>, _: PieceId) -> bool {
        false
    }

    /// The names of the board's cells, in order.
    fn cell_names(_: &Game<Self>) -> Vec<String> {
        Vec::new()
    }

    /// The most seats that the board has room for.
    fn most_seats(_: &Game<Self>) -> usize {
        SEATS
    }

    /// Whether the board is made for this many seats, which are no more than the most.
    fn is_for(_: &Game<Self>, _seats: usize) -> bool {
        true
    }

    /// The cell of a seat's own piece (hero, base) in a match with this many seats, if it stands on one.
    fn home_cell(_: &Game<Self>, _seats: usize, _: Seat) -> Cell {
        Cell::NONE
    }

    /// Changes the ground of a cell to the k-th place of the vocabulary (from 1), in games in which ground changes.
    fn set_ground(_: &mut Ctx<'_, Self>, _: Cell, _place: u8)
    where
        Self: Rules,
    {
    }
}
