//! A small game for the tests of this crate: storage for two seats and no rules.

use crate::ids::{CardId, Cell, DefId, PieceId, Seat};
use crate::records::Card;
use crate::state::State;
use crate::storage;

/// Two seats with a hand and a deck each; pieces stand in a fog.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Small;

pub const HAND: usize = 0;
pub const DECK: usize = 1;
pub const ME: Seat = Seat(0);
pub const FOE: Seat = Seat(1);

storage! {
    Small: extra crate::ids::CellSet, piece crate::ids::CellSet, seats 2;
    pieces 8, cells 6, cards 12, zones 2 of 5, effects 4, queue 12, fog true
}

/// Puts a piece of a seat on a cell.
pub fn enter(state: &mut State<Small>, owner: Seat, def: u16, cell: u8) -> PieceId {
    let id = state.free_piece().expect("there is room");
    let stamp = state.stamp;
    let piece = state.piece_mut(id);
    piece.def = DefId(def);
    piece.owner = owner;
    piece.cell = Cell(cell);
    piece.stamp = stamp;
    state.stamp += 1;
    state.used.insert(id);
    state.side[owner.at()].insert(id);
    state.pieces_end = state.pieces_end.max(id.0 + 1);
    state.lay(id, Cell(cell));
    id
}

/// Takes a piece off the board.
pub fn leave(state: &mut State<Small>, id: PieceId) {
    let (owner, cell) = (state.piece(id).owner, state.piece(id).cell);
    state.lift(id, cell);
    state.used.remove(id);
    state.side[owner.at()].remove(id);
}

/// Gives a seat a card.
pub fn give(state: &mut State<Small>, seat: Seat, zone: usize, def: u16) -> CardId {
    state.add_card(seat, zone, Card { def: DefId(def), ..Card::default() }).expect("there is room")
}

/// The cards of a zone, by the numbers of their printed cards.
pub fn defs(state: &State<Small>, seat: Seat, zone: usize) -> Vec<u16> {
    state.zone(seat, zone).iter().map(|&id| state.card(id).def.0).collect()
}
