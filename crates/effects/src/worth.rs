//! The worth of a position to a seat, in 1/256 points: the worth of the pieces to their sides, and a rest.
//!
//! A game says what one piece is worth and what the rest is. The sum is formed here, so that an agent that tries many
//! actions from one position needs to look only at the pieces that an action has changed.

use cardwright_core::{InForce, Piece, PieceSet, Seat, SeatSet, State};

use crate::contract::{Outcome, Rules};
use crate::game::Game;

/// The worth of a won match; a lost one is worth the negative of it.
pub const WON: i32 = 1 << 24;

/// The worth of a position to a seat.
pub fn evaluate<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> i32 {
    ended(state, seat)
        .unwrap_or_else(|| worth_of_rest(game, state, seat) + worth_of_pieces(game, state, seat))
}

/// How far ahead a seat is, from -1 to 1: what the position is worth to it, as a share of the worth of all pieces.
pub fn lead<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> f64 {
    let at_stake: i32 =
        standing(state).into_iter().map(|id| R::worth_of_piece(game, state.piece(id)).abs()).sum();
    (evaluate(game, state, seat) as f64 / at_stake.max(1) as f64).clamp(-1.0, 1.0)
}

/// Whether the match is decided for a seat: it is over, or the others play on without it.
#[inline(always)]
pub fn is_decided<R: Rules>(state: &State<R>, seat: Seat) -> bool {
    state.is_over || state.lost.has(seat)
}

fn ended<R: Rules>(state: &State<R>, seat: Seat) -> Option<i32> {
    is_decided(state, seat).then(|| match R::outcome(state, seat) {
        Some(Outcome::Won) => WON,
        Some(Outcome::Drawn) => 0,
        // A seat that is out has lost, however the match of the others ends.
        Some(Outcome::Lost) | None => -WON,
    })
}

/// What a position is worth besides its pieces as they stand: the game's own rest, and shields.
#[inline(always)]
fn worth_of_rest<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> i32 {
    let rest = R::worth_of_rest(game, state, seat);
    let has_shields = game.catalogue.has_shields && state.effects_in_force().iter().any(InForce::is_shield);
    if has_shields { rest + worth_of_shields(game, state, seat) } else { rest }
}

/// What the pieces would be worth more if their shields were health.
#[cold]
fn worth_of_shields<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> i32 {
    let foes = R::foes(state, seat);
    let mut sum = 0;
    for shield in state.effects_in_force().iter().filter(|effect| effect.is_shield()) {
        for id in shield.pieces & standing(state) {
            let piece = state.piece(id);
            let stronger = Piece { health: piece.health.saturating_add(shield.attack), ..*piece };
            sum += to_seat(game, &stronger, foes) - to_seat(game, piece, foes);
        }
    }
    sum
}

fn worth_of_pieces<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> i32 {
    let foes = R::foes(state, seat);
    let mut sum = 0;
    for id in standing(state) {
        sum += to_seat(game, state.piece(id), foes);
    }
    sum
}

/// What a piece is worth to a seat that has these foes.
#[inline(always)]
fn to_seat<R: Rules>(game: &Game<R>, piece: &Piece<R::PieceExtra>, foes: SeatSet) -> i32 {
    let worth = R::worth_of_piece(game, piece);
    if foes.has(piece.owner) { -worth } else { worth }
}

/// The pieces that are not about to leave.
#[inline(always)]
fn standing<R: Rules>(state: &State<R>) -> PieceSet {
    state.used - state.dying
}

/// A position from which actions are tried, with the worth of its pieces.
pub struct Origin<'a, R: Rules> {
    state: &'a State<R>,
    seat: Seat,
    foes: SeatSet,
    /// What the pieces are worth together, and each of them.
    pieces: i32,
    each: [i32; 64],
}

impl<'a, R: Rules> Origin<'a, R> {
    /// The position as a seat sees it.
    #[inline(always)]
    pub fn new(game: &Game<R>, state: &'a State<R>, seat: Seat) -> Self {
        let mut origin = Self { state, seat, foes: R::foes(state, seat), pieces: 0, each: [0; 64] };
        for id in standing(state) {
            let worth = to_seat(game, state.piece(id), origin.foes);
            origin.each[id.at()] = worth;
            origin.pieces += worth;
        }
        origin
    }

    /// The result of [`evaluate`] for the position itself.
    pub fn worth(&self, game: &Game<R>) -> i32 {
        ended(self.state, self.seat)
            .unwrap_or_else(|| worth_of_rest(game, self.state, self.seat) + self.pieces)
    }

    /// The result of [`evaluate`] for a state that was assigned or restored from this position and then changed.
    #[inline(always)]
    pub fn evaluate(&self, game: &Game<R>, state: &State<R>) -> i32 {
        if let Some(worth) = ended(state, self.seat) {
            return worth;
        }
        let foes = R::foes(state, self.seat);
        if foes != self.foes {
            // Somebody is out: every piece may be worth something else to the seat now.
            return evaluate(game, state, self.seat);
        }
        let mut sum = self.pieces;
        let (before, now) = (standing(self.state), standing(state));
        // Who did not stand before was worth nothing.
        for id in (before | now) & (state.touched_pieces() | !(before & now)) {
            if now.has(id) {
                sum += to_seat(game, state.piece(id), foes);
            }
            sum -= self.each[id.at()];
        }
        let worth = worth_of_rest(game, state, self.seat) + sum;
        debug_assert_eq!(worth, evaluate(game, state, self.seat), "a piece changed without being touched");
        worth
    }
}
