//! The worth of a position, in 1/256 points: what creatures deal and take, how the heroes stand, what is still to
//! come.

use cardwright_core::{Action, Cell, DISPELLED, NO_CHOICE, Piece, Seat, State};
use cardwright_effects::{Game, Mind, Worth};

use super::actions::{ATTACK, DISCARD, DRAW, MOVE, PLAY, RECALL};
use super::minds;
use super::state::*;

/// One point.
const POINT: i32 = 256;
/// What a point of a hero's health is worth.
const HERO_POINT: i32 = POINT * 2 / 3;
/// What a card in hand is worth.
const CARD: i32 = 2 * POINT;
/// What an unspent unit of mana or devotion is worth.
const UNIT: i32 = POINT * 3 / 4;
/// What each further ability of a creature is worth.
const ABILITY: i32 = 2 * POINT;
/// The seconds in which the blows of a creature are counted: two minutes.
const HORIZON: i32 = 120;

impl Worth for Mana {
    const MINDS: &'static [Mind<Self>] = minds::MINDS;

    /// What a creature or event is worth to its side.
    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<Own>) -> i32 {
        let printed = game.def(piece.def);
        let texts = printed.abilities.len() + printed.auras.len() + printed.knows.len();
        let abilities = if piece.is(DISPELLED) { 0 } else { texts as i32 * ABILITY };
        let (attack, health) = (piece.attack_now() as i32, piece.health_now() as i32);
        match printed.kind as usize {
            HERO => health * HERO_POINT + attack * POINT,
            EVENT => abilities,
            _ => {
                let seconds = if printed.numbers[SPEED] > 0 { printed.numbers[SPEED] as i32 } else { 30 };
                let blows = (HORIZON / seconds.max(1)).clamp(2, 8);
                health * POINT + attack * POINT * (4 + blows) / 8 + abilities
            }
        }
    }

    /// What hands and purses are worth to a seat.
    #[inline]
    fn worth_of_rest(_: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        holdings(state, seat) - holdings(state, foe(seat))
    }

    /// Between equals: play, attack and draw rather than move about, and never throw cards away; new creatures stand
    /// in front.
    fn inclination(_: &Game<Self>, _: &State<Self>, action: &Action) -> i32 {
        match action.verb {
            PLAY | RECALL if action.choices[0] != NO_CHOICE => {
                100 + Cell(action.choices[0]).at() as i32 % LOCATIONS as i32
            }
            PLAY | RECALL => 100,
            ATTACK => 80,
            DRAW => 60,
            MOVE | DISCARD => 0,
            _ => 70,
        }
    }
}

fn holdings(state: &State<Mana>, seat: Seat) -> i32 {
    let purse: i32 = state.seats[seat.at()].resources[..PURSE].iter().map(|&held| held as i32).sum();
    purse * UNIT + state.zone_len(seat, HAND) as i32 * CARD
}
