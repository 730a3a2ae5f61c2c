//! What an agent is: it chooses an action from what its seat may know.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Truth, View};
use cardwright_effects::easing::Eased;
use cardwright_effects::mind::Thought;
use cardwright_effects::{Game, Legal, Rules};

use crate::timekeeper::Pace;

/// What an agent must be given to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// How many legal actions there are, and nothing else: it picks one by its rank.
    Count,
    /// What its seat may know.
    View,
    /// The truth.
    Truth,
}

/// Chooses one of the legal actions from what a seat may know.
pub trait Agent<R: Rules>: Send {
    /// The action it takes; `legal` is never empty. `None` if it waits, which only a timed game allows.
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action>;

    /// The action of an agent that needs the truth, asked instead of `choose`.
    fn choose_knowing(&mut self, _game: &Game<R>, _truth: Truth<'_, R>, _legal: &Legal) -> Option<Action> {
        None
    }

    /// What it must be given. No view is made for an agent that does not look at one.
    fn needs(&self) -> Needs {
        Needs::View
    }

    /// The rank of the action it takes out of `count`, at least one: asked instead of `choose` if the count is all it
    /// needs.
    fn pick(&mut self, _count: u32) -> u32 {
        0
    }

    /// In a timed game: when it looks at the table.
    fn pace(&self) -> Pace {
        Pace::USUAL
    }

    /// Hands it a flag: when it is set, an imagined action that does not end is broken off.
    fn stop_on(&mut self, _stop: Arc<AtomicBool>) {}

    /// Positions it has copied, changed and evaluated so far.
    fn branches(&self) -> u64 {
        0
    }

    /// What it searched in each of its turns so far, if it counts that.
    fn searched(&self) -> &[Searched] {
        &[]
    }

    /// What it took of what it weighed when it last eased a decision of this turn.
    fn eased(&self) -> Option<Eased> {
        None
    }

    /// Whether it has broken down and forfeits the match.
    fn has_failed(&self) -> bool {
        false
    }

    /// Whether it has given the match up as lost.
    fn has_given_up(&self) -> bool {
        false
    }

    /// Makes it tell what it thinks of from now on, if it can.
    fn tell_thoughts(&mut self) {}

    /// What it thought of when it chose last.
    fn thoughts(&self) -> &[Thought] {
        &[]
    }

    /// What the position after its last choice is worth to its seat, as far as it looked, in the unit of
    /// `effects::worth`. `None` if the agent does not weigh actions.
    fn expects(&self) -> Option<i32> {
        None
    }
}

/// What an agent searched in one of its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// How many sequences of actions it tried, each of them a position.
    pub sequences: u64,
    /// How many actions the longest had.
    pub longest: u32,
    /// How many turns its deepest lines were carried over, its own first; 0 if it plays no lines.
    pub turns: u32,
    /// How many lines were carried over all of these turns, or to the end of the match.
    pub lines: u32,
    /// How many of these ended with the match.
    pub ended: u32,
    /// How long that took.
    pub nanoseconds: u64,
}

/// An agent's name and one sentence on how it thinks.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub about: &'static str,
}
