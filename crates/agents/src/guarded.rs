//! An agent whose panic costs it the match, and not the whole batch.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, State, Truth, View};
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::{Agent, Needs, Searched};
use crate::timekeeper::Pace;

/// Asks its agent until the agent panics; from then on the match is lost, and any legal action will do to end it.
pub struct Guarded<R: Rules> {
    agent: Box<dyn Agent<R>>,
    has_failed: bool,
}

impl<R: Rules> Guarded<R> {
    pub fn new(agent: Box<dyn Agent<R>>) -> Self {
        Self { agent, has_failed: false }
    }

    /// The agent's answer, or the first legal action once it has panicked.
    fn ask(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        legal: &Legal,
        choose: impl FnOnce(&mut dyn Agent<R>) -> Option<Action>,
    ) -> Option<Action> {
        if !self.has_failed {
            // The agent is not asked again after a panic, so nobody sees what it left half done.
            match catch_unwind(AssertUnwindSafe(|| choose(&mut *self.agent))) {
                Ok(action) => return action,
                Err(_) => self.has_failed = true,
            }
        }
        legal.nth(game, state, 0)
    }
}

impl<R: Rules> Agent<R> for Guarded<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        self.ask(game, view.state(), legal, |agent| agent.choose(game, view, legal))
    }

    fn choose_knowing(&mut self, game: &Game<R>, truth: Truth<'_, R>, legal: &Legal) -> Option<Action> {
        self.ask(game, truth.state, legal, |agent| agent.choose_knowing(game, truth, legal))
    }

    fn pace(&self) -> Pace {
        self.agent.pace()
    }

    fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.agent.stop_on(stop);
    }

    fn branches(&self) -> u64 {
        self.agent.branches()
    }

    fn searched(&self) -> &[Searched] {
        self.agent.searched()
    }

    fn needs(&self) -> Needs {
        self.agent.needs()
    }

    fn pick(&mut self, count: u32) -> u32 {
        if !self.has_failed {
            match catch_unwind(AssertUnwindSafe(|| self.agent.pick(count))) {
                Ok(rank) => return rank,
                Err(_) => self.has_failed = true,
            }
        }
        0
    }

    fn has_given_up(&self) -> bool {
        self.agent.has_given_up()
    }

    fn has_failed(&self) -> bool {
        self.has_failed
    }
}
