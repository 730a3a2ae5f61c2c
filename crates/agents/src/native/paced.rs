//! An agent of a timed game with its own reaction time, or a point at which it gives up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, State, Truth, View};
use cardwright_effects::easing::Eased;
use cardwright_effects::mind::Thought;
use cardwright_effects::{Game, Legal, Rules, worth};
use cardwright_host::any::PARTS_OF_A_POINT;

use crate::agent::{Agent, Needs, Searched};
use crate::spec::AgentSpec;
use crate::timekeeper::{Mode, Pace};

/// Wraps another agent, which it asks.
pub struct Paced<R: Rules> {
    agent: Box<dyn Agent<R>>,
    pace: Pace,
    /// It gives up a position that is worth less.
    least: Option<i32>,
    has_given_up: bool,
}

impl<R: Rules> Paced<R> {
    /// The agent, with what its specification says about time.
    pub fn new(agent: Box<dyn Agent<R>>, spec: &AgentSpec) -> Self {
        let usual = agent.pace();
        let pace = match spec.reaction.map(|seconds| Pace::reacting((seconds * 1000.0).round() as u32)) {
            // An agent that goes by its own clock goes on doing so.
            Some(pace) if usual.mode != Mode::Resting => Pace { mode: usual.mode, ..pace },
            _ => usual,
        };
        let least = spec.surrender.map(|points| (-points * PARTS_OF_A_POINT) as i32);
        Self { agent, pace, least, has_given_up: false }
    }

    /// Whether it gives up in this position, or has done so.
    fn gives_up(&mut self, game: &Game<R>, state: &State<R>, legal: &Legal) -> bool {
        let is_lost = |least| worth::evaluate(game, state, legal.seat) <= least;
        self.has_given_up |= self.least.is_some_and(is_lost);
        self.has_given_up
    }
}

impl<R: Rules> Agent<R> for Paced<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        if self.gives_up(game, view.state(), legal) { None } else { self.agent.choose(game, view, legal) }
    }

    fn choose_knowing(&mut self, game: &Game<R>, truth: Truth<'_, R>, legal: &Legal) -> Option<Action> {
        if self.gives_up(game, truth.state, legal) {
            return None;
        }
        self.agent.choose_knowing(game, truth, legal)
    }

    fn pace(&self) -> Pace {
        self.pace
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

    fn eased(&self) -> Option<Eased> {
        self.agent.eased()
    }

    fn needs(&self) -> Needs {
        match self.agent.needs() {
            // An agent that may give up must see how it stands.
            Needs::Count if self.least.is_some() => Needs::View,
            needs => needs,
        }
    }

    fn pick(&mut self, count: u32) -> u32 {
        self.agent.pick(count)
    }

    fn has_failed(&self) -> bool {
        self.agent.has_failed()
    }

    fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    fn expects(&self) -> Option<i32> {
        self.agent.expects()
    }

    fn tell_thoughts(&mut self) {
        self.agent.tell_thoughts();
    }

    fn thoughts(&self) -> &[Thought] {
        self.agent.thoughts()
    }
}
