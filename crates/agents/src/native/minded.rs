//! An agent that comes with one game: its mind, and what it needs to think.

use cardwright_core::{Action, Dice, View};
use cardwright_effects::easing::Eased;
use cardwright_effects::mind::{Mind, Thinking, Thought};
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::Agent;
use crate::native::level::Level;
use crate::spec::AgentSpec;

/// A mind of the game with its weights and its dice.
pub struct Minded<R: Rules> {
    mind: &'static Mind<R>,
    weights: Vec<f64>,
    /// Dice for imagined rolls: its own, never the match's.
    dice: Dice,
    level: Option<Level>,
    branches: u64,
    thoughts: Vec<Thought>,
    tells: bool,
}

impl<R: Rules> Minded<R> {
    pub fn new(mind: &'static Mind<R>, spec: &AgentSpec, seed: u64) -> Self {
        Self {
            mind,
            weights: spec.weights_of::<R>(),
            dice: Dice::sampled(seed, mind.name),
            level: Level::new(spec.level, seed),
            branches: 0,
            thoughts: Vec::new(),
            tells: false,
        }
    }
}

impl<R: Rules> Agent<R> for Minded<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        self.thoughts.clear();
        let level = self.level.as_mut();
        (self.mind.choose)(&mut Thinking {
            game,
            view: view.state(),
            seat: legal.seat,
            legal,
            weights: &self.weights,
            dice: &mut self.dice,
            branches: &mut self.branches,
            easing: level.and_then(|level| level.easing(game, view.state(), legal.seat)),
            thoughts: self.tells.then_some(&mut self.thoughts),
        })
    }

    fn eased(&self) -> Option<Eased> {
        self.level.as_ref().and_then(Level::eased)
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn tell_thoughts(&mut self) {
        self.tells = true;
    }

    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}
