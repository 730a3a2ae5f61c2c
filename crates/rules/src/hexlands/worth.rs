//! The worth of a position, in 1/256 points: figures, cards in hand, the way to the enemy heroes, the land around.

use cardwright_core::{Action, Piece, Seat, State};
use cardwright_effects::{Course, Game, Worth};

use super::actions::CHANGE;
use super::state::*;

const POINT: i32 = 256;
/// What a card in hand is worth.
const CARD: i32 = 2 * POINT;
/// What a step nearer to an enemy hero is worth to a minion; a field of land next to the own hero is worth as much.
const STEP: i32 = POINT / 8;
/// What a point of health is worth to a hero.
const HERO_HEALTH: i32 = POINT;

impl Worth for Hexlands {
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<()>) -> i32 {
        let health = piece.health_now() as i32;
        let ills = piece.statuses[POISONED] as i32 + piece.statuses[PARALYSED] as i32;
        if game.def(piece.def).kind as usize == HERO {
            return health * HERO_HEALTH - ills * POINT;
        }
        let numbers = &game.def(piece.def).numbers;
        let gifts = (piece.keywords_now() & (ARMOURED | IMMUNE)).count_ones() as i32;
        let nimble = (numbers[MOVEMENT] + numbers[RANGE]) as i32;
        (piece.attack_now() as i32 + health + gifts) * POINT + nimble * POINT / 2 - ills * POINT
    }

    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        let mut value = holdings(game, state, seat);
        for foe in Self::foes(state, seat) {
            value -= holdings(game, state, foe);
        }
        value
    }

    /// Between equals: the land that the hand needs most.
    fn inclination(game: &Game<Self>, state: &State<Self>, action: &Action) -> i32 {
        if action.verb != CHANGE {
            return 0;
        }
        let land = action.choices[0];
        let hand = state.zone(action.seat, HAND).iter().map(|&id| state.card(id).def);
        let needed = hand.flat_map(|def| game.data.pattern(state, action.seat, def));
        needed.filter(|field| field.land == land).count().min(255) as i32
    }
}

/// What a seat has besides its figures: cards, the way its minions have come, the land around its hero.
fn holdings(game: &Game<Hexlands>, state: &State<Hexlands>, seat: Seat) -> i32 {
    let board = &game.data.board;
    let mut value = state.zone_len(seat, HAND) as i32 * CARD;
    let own = hero(state, seat);
    if own.is_some() {
        for cell in board.adjacent(state.piece(own).cell) {
            value += !state.extra.lands.is(board.spots[cell.at()], WASTELAND) as i32 * STEP;
        }
    }
    for foe in Hexlands::foes(state, seat) {
        let goal = hero(state, foe);
        if goal.is_some() {
            let goal = state.piece(goal).cell;
            for minion in state.side[seat.at()] & state.kind[MINION] {
                value -= board.distance(state.piece(minion).cell, goal) as i32 * STEP;
            }
        }
    }
    value
}
