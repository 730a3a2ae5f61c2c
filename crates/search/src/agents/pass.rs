//! Does as little as the rules allow.

use cardwright_core::{Action, View};
use cardwright_effects::{Game, Legal, Rules};

use super::Agent;

pub const ABOUT: &str = "Passes whenever the rules allow it.";

/// See [`ABOUT`].
pub struct Pass;

impl<R: Rules> Agent<R> for Pass {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Action {
        R::passing(game, &view.state, legal.seat)
            .filter(|action| legal.contains(game, &view.state, action))
            .or_else(|| legal.nth(game, &view.state, 0))
            .expect("an agent is asked only when there is a legal action")
    }
}
