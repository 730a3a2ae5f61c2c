//! What a position is rated, for agents that compare positions of several turns.

use cardwright_core::{Alike, Seat, Standing, State};
use cardwright_effects::worth::{self, is_decided};
use cardwright_effects::{Game, Outcome, Rules};

/// The rating of a match that is won, far beyond that of any position; a lost one has the negative of it.
pub const WON: f64 = 1e9;
/// How much less a win is worth for every turn that it takes.
const LATER: f64 = 1e7;
/// A point of a rating, in the unit of `effects::worth`.
pub const POINT: f64 = 256.0;

/// Which positions are the same: cells count, and of hidden piles only the number of cards is known anyway.
pub const ALIKE: Alike = Alike { standing: Standing::Counts, piles: 0 };

/// What a position is rated for a seat: by the game's weights, or if it has none, as `greedy` sees it.
#[inline]
pub fn rate<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat, weights: &[f64], turns: u8) -> f64 {
    if is_decided(state, seat) {
        return match R::outcome(state, seat) {
            Some(Outcome::Won) => WON - LATER * turns as f64,
            Some(Outcome::Drawn) => 0.0,
            Some(Outcome::Lost) | None => LATER * turns as f64 - WON,
        };
    }
    if weights.is_empty() {
        return worth::evaluate(game, state, seat) as f64 / POINT;
    }
    R::appraise(game, state, seat, weights)
}

/// Whether a rating is that of a won match.
pub fn is_won(rating: f64) -> bool {
    rating > WON / 2.0
}

/// Whether a seat may end its turn here.
pub fn rests<R: Rules>(state: &State<R>, seat: Seat) -> bool {
    !state.prompt.is_open() && state.phase == R::TURN && R::to_act(state).has(seat)
}

/// A number that is ordered as a rating is.
#[inline]
pub fn ordered(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}
