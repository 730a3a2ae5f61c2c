//! Makes the agent of a specification.

use cardwright_effects::Rules;

use crate::agent::Agent;
use crate::native::expectimax::Expectimax;
use crate::native::lookahead::Lookahead;
use crate::native::minded::Minded;
use crate::native::paced::Paced;
use crate::native::sequences::Sequences;
use crate::native::value::Value;
use crate::roster::{LOOKAHEAD, SEQUENCES, VALUE, mind, plain, searches};
use crate::spec::AgentSpec;

/// The agent of a specification that was checked, with its own stream of dice.
pub fn agent<R: Rules>(spec: &AgentSpec, seed: u64) -> Option<Box<dyn Agent<R>>> {
    let agent = unpaced::<R>(spec, seed)?;
    Some(if spec.is_paced() { Box::new(Paced::new(agent, spec)) } else { agent })
}

fn unpaced<R: Rules>(spec: &AgentSpec, seed: u64) -> Option<Box<dyn Agent<R>>> {
    let name = spec.name.as_str();
    if let Some(agent) = plain(name, seed) {
        return Some(agent);
    }
    if name == VALUE.name {
        return (!R::TIMED).then(|| Box::new(Value::new(spec, seed)) as Box<dyn Agent<R>>);
    }
    if name == SEQUENCES.name {
        return searches::<R>(name).then(|| Box::new(Sequences::new(spec, seed)) as Box<dyn Agent<R>>);
    }
    if name == LOOKAHEAD.name {
        return searches::<R>(name).then(|| Box::new(Lookahead::new(spec, seed)) as Box<dyn Agent<R>>);
    }
    if searches::<R>(name) {
        return Some(Box::new(Expectimax::new(spec, seed)));
    }
    Some(Box::new(Minded::new(mind::<R>(name)?, spec, seed)))
}
