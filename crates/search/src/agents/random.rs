//! Every legal action is as likely as any other.

use cardwright_core::{Action, Stream, View};
use cardwright_effects::{Game, Legal, Rules};

use super::Agent;

pub const ABOUT: &str = "Takes any legal action, all equally likely.";

/// See [`ABOUT`].
pub struct Random {
    dice: Stream,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { dice: Stream::named(seed, "random") }
    }
}

impl<R: Rules> Agent<R> for Random {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Action {
        let n = self.dice.below(legal.len());
        legal.nth(game, &view.state, n).expect("the rank lies below the number of legal actions")
    }
}
