//! Does as little as the rules allow.

use cardwright_core::{Action, View};
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::Agent;
use crate::timekeeper::Pace;

pub const ABOUT: &str = "Passes whenever the rules allow it, and in a timed game never acts.";

/// See [`ABOUT`].
pub struct Pass;

impl Pass {
    /// It needs no seed: it leaves nothing to chance.
    pub fn new(_seed: u64) -> Self {
        Self
    }
}

impl<R: Rules> Agent<R> for Pass {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        if R::TIMED && !view.state().prompt.is_open() {
            return None;
        }
        R::passing(game, view.state(), legal.seat)
            .filter(|action| legal.contains(game, view.state(), action))
            .or_else(|| legal.nth(game, view.state(), 0))
    }

    fn pace(&self) -> Pace {
        Pace::RESTING
    }
}
