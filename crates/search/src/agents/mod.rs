//! Native agents, one file each. An agent chooses an action from a view; beyond its turn it keeps nothing but its dice.

mod expectimax;
mod greedy;
mod minded;
mod paced;
mod pass;
mod random;
mod spec;

pub use random::PACE as RANDOM;
pub use spec::{AgentSpec, BadAgent, usual_weights};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, View};
use cardwright_effects::mind::{Mind, Thought};
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
    /// The action it takes; `legal` is never empty. None: it waits, which only a timed game allows.
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action>;

    /// What it must be given: no view is made for who looks at none.
    fn needs(&self) -> Needs {
        Needs::View
    }

    /// The rank of the action it takes out of so many, at least one: asked instead of `choose` if that is all it needs.
    fn pick(&mut self, _count: u32) -> u32 {
        0
    }

    /// In a timed game: when it looks at the table.
    fn pace(&self) -> Pace {
        Pace::USUAL
    }

    /// From now on an imagined action that does not end is broken off when this is set.
    fn heed(&mut self, _stop: Arc<AtomicBool>) {}

    /// Positions it has copied, changed and evaluated so far.
    fn branches(&self) -> u64 {
        0
    }

    /// Whether it has broken down and forfeits the match.
    fn has_failed(&self) -> bool {
        false
    }

    /// Whether it has given the match up as lost.
    fn has_given_up(&self) -> bool {
        false
    }

    /// From now on it tells what it thinks of, if it can.
    fn tell_thoughts(&mut self) {}

    /// What it thought of when it chose last.
    fn thoughts(&self) -> &[Thought] {
        &[]
    }

    /// What the position after the action it chose last is worth to its seat, as far as it looked; the unit is that of
    /// `effects::worth`. An agent that does not weigh actions has none.
    fn expects(&self) -> Option<i32> {
        None
    }
}

/// An agent's name and one sentence on how it thinks.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub about: &'static str,
}

/// The agents that play every game.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo { name: "random", about: random::ABOUT },
    AgentInfo { name: "pass", about: pass::ABOUT },
    AgentInfo { name: "greedy", about: greedy::ABOUT },
];

/// The agent that plans whole turns, where a game says what it needs; a game's variants of it weigh otherwise.
pub const EXPECTIMAX: AgentInfo = AgentInfo { name: "expectimax", about: expectimax::ABOUT };

/// The agents that play a game: those that play every game, then those that search, then its own.
pub fn known<R: Rules>() -> Vec<AgentInfo> {
    AGENTS.iter().copied().chain(own::<R>()).collect()
}

/// The agents that play this game and not every one: those that search, then its own.
pub fn own<R: Rules>() -> Vec<AgentInfo> {
    let minds = R::MINDS.iter().map(|mind| AgentInfo { name: mind.name, about: mind.about });
    searching::<R>().into_iter().chain(minds).collect()
}

/// The agents that search in a game, each on a budget; none where the game does not say what they need.
pub fn searching<R: Rules>() -> Vec<AgentInfo> {
    if R::STAGES.is_empty() {
        return Vec::new();
    }
    let variants = R::VARIANTS.iter().map(|variant| AgentInfo { name: variant.name, about: variant.about });
    [EXPECTIMAX].into_iter().chain(variants).collect()
}

/// Whether an agent of this game searches.
pub fn searches<R: Rules>(name: &str) -> bool {
    searching::<R>().iter().any(|agent| agent.name == name)
}

/// The agent of this game alone that has this name.
pub fn mind<R: Rules>(name: &str) -> Option<&'static Mind<R>> {
    R::MINDS.iter().find(|mind| mind.name == name)
}

/// The agent of a specification that was checked, with its own stream of dice.
pub fn agent<R: Rules>(spec: &AgentSpec, seed: u64) -> Option<Box<dyn Agent<R>>> {
    let agent = plain::<R>(spec, seed)?;
    Some(if spec.is_paced() { Box::new(paced::Paced::new(agent, spec)) } else { agent })
}

fn plain<R: Rules>(spec: &AgentSpec, seed: u64) -> Option<Box<dyn Agent<R>>> {
    match spec.name.as_str() {
        "random" => Some(Box::new(random::Random::new(seed))),
        "pass" => Some(Box::new(pass::Pass)),
        "greedy" => Some(Box::new(greedy::Greedy::new(seed))),
        name if searches::<R>(name) => Some(Box::new(expectimax::Expectimax::new(spec, seed))),
        name => Some(Box::new(minded::Minded::new(mind::<R>(name)?, spec, seed))),
    }
}
