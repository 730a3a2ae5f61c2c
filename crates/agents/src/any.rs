//! Agents and batches without their type parameter, as the binding and the command line hold them.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Seat, Truth};
use cardwright_effects::easing::Eased;
use cardwright_effects::mind::Thought;
use cardwright_effects::{Legal, Rules, Setup, play};
use cardwright_host::any::{AnyGame, AnyMatch, AnyView, Loaded, PARTS_OF_A_POINT, SeatView};
use cardwright_host::describe::word;
use cardwright_host::hosted::HostedMatch;
use serde_json::{Value, json};

use crate::agent::{Agent, AgentInfo, Needs, Searched};
use crate::make::agent;
use crate::roster::{known, usual_weights};
use crate::runner::{Job, Row, Tallied, run, run_tallied};
use crate::spec::{AgentSpec, BadAgent};
use crate::timekeeper::Pace;

/// A loaded game that agents play.
pub trait PlayableGame: AnyGame {
    /// The native agents that play it.
    fn agents(&self) -> Vec<AgentInfo>;
    /// What an agent weighs, by name, with the usual weights.
    fn weights(&self, agent: &str) -> &'static [(&'static str, f64)];
    /// Whether an agent plays it.
    fn check_agent(&self, spec: &AgentSpec) -> Result<(), BadAgent>;
    fn agent(&self, spec: &AgentSpec, seed: u64) -> Result<Box<dyn AnyAgent>, BadAgent>;
    /// Plays a batch of matches between native agents.
    fn run(&self, setups: &[Setup], jobs: &[Job], threads: usize, stop: &AtomicBool) -> Vec<Option<Row>>;
    /// Plays the same batch and tells what became of each card, and what agents searched.
    fn run_tallied(
        &self,
        setups: &[Setup],
        jobs: &[Job],
        threads: usize,
        stop: &AtomicBool,
    ) -> Vec<Option<(Row, Tallied)>>;
}

/// A native agent of some game.
pub trait AnyAgent: Send + Sync {
    /// The agent's action from a view of the same game; `None` if nothing is legal, the view is of another game or, in a
    /// timed game, it waits.
    fn choose(&mut self, view: &dyn AnyView) -> Option<Action>;
    /// The action of an agent that is given the truth, with the numbers of its seat's view; `None` if nothing is
    /// legal or the match is of another game.
    fn choose_knowing(&mut self, truth: &dyn AnyMatch, seat: Seat) -> Option<Action>;
    /// Whether it must be given the truth.
    fn is_oracle(&self) -> bool;
    fn branches(&self) -> u64;
    /// What it searched in each of its turns so far, if it counts that.
    fn searched(&self) -> Vec<Searched>;
    /// What the position after its last choice is worth to its seat, in points, if it weighs actions.
    fn expects(&self) -> Option<f64>;
    /// What it took of what it weighed when it last eased a decision of this turn.
    fn eased(&self) -> Option<Eased>;
    /// In a timed game: when it looks at the table.
    fn pace(&self) -> Pace;
    /// Whether it has given the match up as lost.
    fn has_given_up(&self) -> bool;
    /// What it thought of when it chose last, as JSON.
    fn thoughts(&self) -> Value;
}

impl<R: Rules> PlayableGame for Loaded<R> {
    fn agents(&self) -> Vec<AgentInfo> {
        known::<R>()
    }

    fn weights(&self, agent: &str) -> &'static [(&'static str, f64)] {
        usual_weights::<R>(agent)
    }

    fn check_agent(&self, spec: &AgentSpec) -> Result<(), BadAgent> {
        spec.check::<R>()
    }

    fn agent(&self, spec: &AgentSpec, seed: u64) -> Result<Box<dyn AnyAgent>, BadAgent> {
        spec.check::<R>()?;
        let mut agent = agent::<R>(spec, seed).expect("the agent was checked");
        agent.tell_thoughts();
        Ok(Box::new(SharedAgent(Mutex::new(agent))))
    }

    fn run(&self, setups: &[Setup], jobs: &[Job], threads: usize, stop: &AtomicBool) -> Vec<Option<Row>> {
        run(&self.0, setups, jobs, threads, stop)
    }

    fn run_tallied(
        &self,
        setups: &[Setup],
        jobs: &[Job],
        threads: usize,
        stop: &AtomicBool,
    ) -> Vec<Option<(Row, Tallied)>> {
        run_tallied(&self.0, setups, jobs, threads, stop)
    }
}

/// Agents are only `Send`; the lock makes them shareable, as the binding demands.
struct SharedAgent<R: Rules>(Mutex<Box<dyn Agent<R>>>);

impl<R: Rules> AnyAgent for SharedAgent<R> {
    fn choose(&mut self, view: &dyn AnyView) -> Option<Action> {
        let seen = view.as_any().downcast_ref::<SeatView<R>>()?;
        if seen.legal.is_empty() {
            return None;
        }
        let agent = self.0.get_mut().ok()?;
        agent.choose(&seen.game, &seen.view, &seen.legal)
    }

    fn choose_knowing(&mut self, truth: &dyn AnyMatch, seat: Seat) -> Option<Action> {
        let hosted = truth.as_any().downcast_ref::<HostedMatch<R>>()?;
        let legal = Legal::of(&hosted.game, &hosted.state, seat);
        if legal.is_empty() {
            return None;
        }
        let truth = Truth { seat, state: &hosted.state };
        let action = self.0.get_mut().ok()?.choose_knowing(&hosted.game, truth, &legal)?;
        Some(play::to_view(&hosted.game, &hosted.state, seat, action))
    }

    fn is_oracle(&self) -> bool {
        self.0.lock().is_ok_and(|agent| agent.needs() == Needs::Truth)
    }

    fn branches(&self) -> u64 {
        self.0.lock().map(|agent| agent.branches()).unwrap_or(0)
    }

    fn searched(&self) -> Vec<Searched> {
        self.0.lock().map(|agent| agent.searched().to_vec()).unwrap_or_default()
    }

    fn expects(&self) -> Option<f64> {
        let worth = self.0.lock().ok()?.expects()?;
        Some(worth as f64 / PARTS_OF_A_POINT)
    }

    fn eased(&self) -> Option<Eased> {
        self.0.lock().ok()?.eased()
    }

    fn pace(&self) -> Pace {
        self.0.lock().map_or(Pace::RESTING, |agent| agent.pace())
    }

    fn has_given_up(&self) -> bool {
        self.0.lock().is_ok_and(|agent| agent.has_given_up())
    }

    fn thoughts(&self) -> Value {
        self.0.lock().map_or(Value::Null, |agent| thoughts(agent.thoughts()))
    }
}

/// What an agent thought of: a card (0 for doing nothing) and its target (-1 for none), how the match would go on and
/// after how many milliseconds.
fn thoughts(thoughts: &[Thought]) -> Value {
    let told = thoughts.iter().map(|thought| {
        json!({
            "card": thought.card.0,
            "target": if thought.target.is_some() { thought.target.0 as i64 } else { -1 },
            "outcome": word(thought.outcome),
            "after": thought.after,
        })
    });
    Value::Array(told.collect())
}
