//! The native agents: those that play every game, those that search, those that come with a game.

use cardwright_effects::Rules;
use cardwright_effects::mind::Mind;
use cardwright_host::registry::{SLUGS, Visit, visit};

use crate::agent::{Agent, AgentInfo};

/// Lists the agents that play every game; each is made from its seed alone.
macro_rules! plain {
    ($($name:literal => crate::native::$module:ident::$agent:ident,)*) => {
        /// The agents that play every game.
        pub const AGENTS: &[AgentInfo] = &[$(AgentInfo { name: $name, about: crate::native::$module::ABOUT }),*];

        /// The agent with this name, if it plays every game.
        pub fn plain<R: Rules>(name: &str, seed: u64) -> Option<Box<dyn Agent<R>>> {
            match name {
                $($name => Some(Box::new(crate::native::$module::$agent::new(seed))),)*
                _ => None,
            }
        }
    };
}

// The agents that play every game, one line each.
plain! {
    "random" => crate::native::random::Random,
    "pass" => crate::native::pass::Pass,
    "greedy" => crate::native::greedy::Greedy,
}

/// The agent that plans whole turns, in games that say what it needs; a game's variants of it have other weights.
pub const EXPECTIMAX: AgentInfo = AgentInfo {
    name: "expectimax",
    about: "Plans its turn in stages: placements, moves, then a tree of attacks and actions over every outcome of \
            chance.",
};

/// The agent that looks some actions ahead, in every game of turns.
pub const VALUE: AgentInfo = AgentInfo {
    name: "value",
    about: "Looks three own actions ahead on one sample of chance, and takes the action that leads to the most valuable \
            position.",
};

/// The agent that searches whole sequences of actions, in games that rate every position.
pub const SEQUENCES: AgentInfo = AgentInfo {
    name: "sequences",
    about: "Searches sequences of its own actions, best first and over two ends of its turn, and plays the best-rated one.",
};

/// The agent that plays the best turns on, in games that rate every position.
pub const LOOKAHEAD: AgentInfo = AgentInfo {
    name: "lookahead",
    about: "Plans its turn, plays the best plans on for some turns with imagined hands, and takes the one that fares best.",
};

/// The agents that play a game: those that play every game, then those that search, then its own.
pub fn known<R: Rules>() -> Vec<AgentInfo> {
    AGENTS.iter().copied().chain(own::<R>()).collect()
}

/// The agents that play this game but not every game: those that search, then its own.
pub fn own<R: Rules>() -> Vec<AgentInfo> {
    let minds = R::MINDS.iter().map(|mind| AgentInfo { name: mind.name, about: mind.about });
    searching::<R>().into_iter().chain(minds).collect()
}

/// The agents that search in a game, each on a budget: the one that looks ahead in every game of turns, those that plan
/// whole turns where the game says what they need.
pub fn searching<R: Rules>() -> Vec<AgentInfo> {
    let ahead = (!R::TIMED).then_some(VALUE);
    let rated = (!R::TIMED && R::RATED).then_some([SEQUENCES, LOOKAHEAD]);
    let planning = (!R::STAGES.is_empty()).then_some(EXPECTIMAX);
    let variants = R::VARIANTS.iter().map(|variant| AgentInfo { name: variant.name, about: variant.about });
    let variants = variants.filter(|_| planning.is_some());
    ahead.into_iter().chain(rated.into_iter().flatten()).chain(planning).chain(variants).collect()
}

/// Whether an agent of this game searches.
pub fn searches<R: Rules>(name: &str) -> bool {
    searching::<R>().iter().any(|agent| agent.name == name)
}

/// Whether an agent of this game can play worse than it can.
pub fn has_levels<R: Rules>(name: &str) -> bool {
    searches::<R>(name) || mind::<R>(name).is_some_and(|mind| mind.eases)
}

/// The agent with this name that only this game has.
pub fn mind<R: Rules>(name: &str) -> Option<&'static Mind<R>> {
    R::MINDS.iter().find(|mind| mind.name == name)
}

/// What an agent of a game weighs, by name, with the usual weights: a mind has its own, other agents those of the
/// game.
pub fn usual_weights<R: Rules>(agent: &str) -> &'static [(&'static str, f64)] {
    mind::<R>(agent).map_or(R::WEIGHTS, |mind| mind.weights)
}

/// The native agents of all games, each once.
pub fn of_all_games() -> Vec<AgentInfo> {
    struct Own;
    impl Visit for Own {
        type Answer = Vec<AgentInfo>;

        fn game<R: Rules>(self) -> Vec<AgentInfo> {
            own::<R>()
        }
    }
    let mut all = AGENTS.to_vec();
    for agent in SLUGS.iter().filter_map(|slug| visit(slug, Own).ok()).flatten() {
        if all.iter().all(|known| known.name != agent.name) {
            all.push(agent);
        }
    }
    all
}
