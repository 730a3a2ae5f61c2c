//! The worth of a position, in 1/256 points: the pieces on the map, how near they are to a base, the cards in hand.

use cardwright_core::{Action, Cell, NO_CHOICE, Piece, Seat, SeatSet, State};
use cardwright_effects::play::AT;
use cardwright_effects::{Game, Worth};

use super::actions::{DRAW, PLAY};
use super::combat::Exchange;
use super::map::NO_WAY;
use super::state::*;

/// One point: ten gold.
const POINT: i32 = 256;
/// What a tile nearer to an enemy base is worth.
const APPROACH: i32 = 2 * POINT;
/// What a card in hand is worth.
const IN_HAND: i32 = 4 * POINT;
/// What it costs a seat that an enemy can take its base in the next turn.
const THREAT: i32 = 400 * POINT;
/// What it is worth that another seat is out: more than threatening its base with any number of units.
const FALLEN: i32 = 8000 * POINT;

impl Worth for Ruler {
    /// What a piece is worth to its side: its cost, half of it in proportion to its health.
    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<Own>) -> i32 {
        let cost = game.def(piece.def).cost as i32;
        let (health, most) = (piece.health_now().max(0) as i32, piece.health_most().max(1) as i32);
        let ailing = (piece.statuses[POISONED] > 0) as i32 + (piece.statuses[IMMOBILISED] > 0) as i32;
        (cost * (most + health) / (2 * most) + piece.extra.armour as i32 * 4 - 10 * ailing) * POINT / 10
    }

    /// What hands, ways and threats are worth to a seat.
    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        let mut value = (state.lost - SeatSet::one(seat)).len() as i32 * FALLEN;
        for side in state.all_seats() - state.lost {
            let own = worth_of_side(game, state, side);
            value += if side == seat { own } else { -own };
        }
        value
    }

    /// Between equals: units before spells while few stand, placed towards the enemy.
    fn inclination(game: &Game<Self>, state: &State<Self>, action: &Action) -> i32 {
        let seat = action.seat;
        match action.verb {
            DRAW => {
                let held = |deck: usize| {
                    let cards = state.zone(seat, HAND).iter();
                    cards.filter(|&&id| deck_of(game.def(state.card(id).def).kind) == Some(deck)).count()
                        as i32
                };
                // Three units for one structure and one spell.
                let share = [1, 3, 3][action.source as usize];
                100 - held(action.source as usize) * share
            }
            PLAY if action.choices[AT as usize] != NO_CHOICE => {
                let map = &game.data.map;
                let cell = Cell(action.choices[AT as usize]);
                let foes = state.all_seats() - state.lost - SeatSet::one(seat);
                let near =
                    foes.map(|foe| map.steps(super::map::Gait::Everywhere, cell, map.bases[foe.at()])).min();
                200 - near.unwrap_or(0).min(100) as i32
            }
            _ => 0,
        }
    }
}

fn worth_of_side(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> i32 {
    let map = &game.data.map;
    let mut value = state.zone_len(seat, HAND) as i32 * IN_HAND;
    let home = map.bases[seat.at()];
    for unit in state.side[seat.at()] & state.kind[UNIT] {
        let it = state.piece(unit);
        // Counted from home, so that a unit is worth something on a large map too.
        let start = nearest_base(game, state, seat, &Piece { cell: home, ..*it });
        value += (start as i32 - nearest_base(game, state, seat, it) as i32) * APPROACH;
    }
    if (state.on(home) & state.side[seat.at()] & state.kind[UNIT]).is_empty() {
        for foe in state.all_seats() - state.lost - SeatSet::one(seat) {
            for unit in state.side[foe.at()] & state.kind[UNIT] {
                let it = state.piece(unit);
                let way = map.steps(gait(it.keywords_now()), it.cell, home);
                if way as usize <= steps(game, state, unit) && it.statuses[IMMOBILISED] == 0 {
                    value -= THREAT;
                }
            }
        }
    }
    value
}

/// The steps to the nearest base of another seat; a long way if there is none.
#[inline]
pub fn nearest_base(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, unit: &Piece<Own>) -> u8 {
    let (map, gait) = (&game.data.map, gait(unit.keywords_now()));
    let foes = state.all_seats() - state.lost - SeatSet::one(seat);
    let ways = foes.map(|foe| map.steps(gait, unit.cell, map.bases[foe.at()]));
    ways.filter(|&way| way != NO_WAY).min().unwrap_or(32)
}

/// Enumerates the outcomes of all attacks, of every piece on every other, over the positions.
pub fn enumerate_attacks(game: &Game<Ruler>, positions: &[State<Ruler>]) -> (u64, u64) {
    let (mut outcomes, mut checksum) = (0, 0u64);
    for state in positions {
        let units = state.kind[UNIT];
        for attacker in units {
            for target in units {
                if state.piece(attacker).owner == state.piece(target).owner {
                    continue;
                }
                let mut weighed = 0.0;
                Exchange::of(game, state, attacker, target).each(|there, back, chance| {
                    outcomes += 1;
                    weighed += (there as f64 - back as f64) * chance;
                });
                checksum = checksum.wrapping_mul(31).wrapping_add((weighed * 1000.0) as i64 as u64);
            }
        }
    }
    (outcomes, checksum)
}
