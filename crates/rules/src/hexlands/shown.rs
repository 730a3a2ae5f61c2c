//! What the table shows of a figure and of the board.

use cardwright_core::{CellSet, PieceId, Seat, State};
use cardwright_effects::{Game, Shown};

use super::actions::{steps, targets_of_attack};
use super::places::{hero_range, of_land};
use super::state::*;

impl Shown for Hexlands {
    fn piece_facts(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> Vec<(&'static str, i64)> {
        let (least, most) = range_of(game, state, piece);
        let movement = number_of(game, state, piece, MOVEMENT);
        vec![("movement", movement as i64), ("least_range", least as i64), ("range", most as i64)]
    }

    fn can_still(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        if !state.active.has(state.piece(piece).owner) {
            return (false, false);
        }
        (steps(game, state, piece).any(), targets_of_attack(game, state, piece).any())
    }

    fn areas(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, CellSet)> {
        let lands = LANDS.iter().enumerate();
        let mut areas: Vec<_> = lands.map(|(at, &land)| (land, of_land(game, state, at))).collect();
        if seat.is_some() {
            areas.push(("range", hero_range(game, state, seat)));
        }
        areas
    }
}
