//! What the table shows of a figure and of the board.

use cardwright_core::{Cell, CellSet, DefId, PieceId, Seat, State};
use cardwright_effects::{Asked, Course, Footing, Game, Places, Shown};

use super::actions::{steps, targets_of_attack};
use super::places::{hero_range, of_land};
use super::state::*;

impl Shown for Hexlands {
    fn facts(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        let start = game.data.board.start_of(state.seat_count(), seat);
        vec![
            ("turn", state.now as i64),
            ("starts", (Self::starting(state) == seat) as i64),
            // By how many sixths of a full turn the seat's side lies from the bottom, clockwise.
            ("sixths", start.map_or(0, |start| start.turn as i64)),
        ]
    }

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

    fn reach(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> CellSet {
        let from = state.piece(piece).cell;
        let range = range_of(game, state, piece);
        if from.is_some() { game.data.board.band(from, range) } else { CellSet::EMPTY }
    }

    fn areas(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, CellSet)> {
        let lands = LANDS.iter().enumerate();
        let mut areas: Vec<_> = lands.map(|(at, &land)| (land, of_land(game, state, at))).collect();
        if seat.is_some() {
            areas.push(("range", hero_range(game, state, seat)));
        }
        areas
    }

    /// A minion around the field where it would stand, a spell around the hero's.
    fn footings(game: &Game<Self>, state: &State<Self>, seat: Seat, card: DefId) -> Vec<Footing> {
        let own = hero(state, seat);
        if !own.is_some() {
            return Vec::new();
        }
        let is_minion = game.def(card).kind as usize == MINION;
        let anchors = if is_minion {
            Self::free_cells(game, state, seat, 0)
        } else {
            CellSet::one(state.piece(own).cell)
        };
        anchors.map(|cell| Footing { cell, asks: asked(game, state, seat, card, cell) }).collect()
    }
}

/// The fields of a card's pattern around an anchor.
fn asked(
    game: &Game<Hexlands>,
    state: &State<Hexlands>,
    seat: Seat,
    card: DefId,
    anchor: Cell,
) -> Vec<Asked> {
    let board = &game.data.board;
    let spot = board.spots[anchor.at()];
    let pattern = game.data.pattern(state, seat, card).iter();
    let fields = pattern.map(|field| Asked {
        cell: board.field(spot, field.distance()),
        place: field.land + 1,
        is_there: state.extra.lands.has_needed(spot, field),
    });
    fields.collect()
}
