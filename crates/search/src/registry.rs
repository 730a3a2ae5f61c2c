//! The games this kernel knows: one line each.

use std::sync::Arc;

use cardwright_effects::{Game, Refused};
use cardwright_rules::elemental_command::ElementalCommand;
use cardwright_rules::mana::Mana;
use cardwright_rules::ruler::Ruler;

use crate::agents::{AGENTS, AgentInfo, own};
use crate::any::{AnyGame, Loaded};

/// The slugs of all games.
pub const SLUGS: &[&str] = &["elemental-command", "mana", "ruler"];

/// Loads a game's rules over a catalogue and a board.
pub fn load(slug: &str, catalogue: &[u8], board: &str) -> Result<Box<dyn AnyGame>, Refused> {
    match slug {
        "elemental-command" => {
            Ok(Box::new(Loaded(Arc::new(Game::<ElementalCommand>::load(catalogue, board)?))))
        }
        "mana" => Ok(Box::new(Loaded(Arc::new(Game::<Mana>::load(catalogue, board)?)))),
        "ruler" => Ok(Box::new(Loaded(Arc::new(Game::<Ruler>::load(catalogue, board)?)))),
        _ => Err(Refused(format!("this kernel has no rules for '{slug}'; it knows {}", SLUGS.join(", ")))),
    }
}

/// The native agents of all games, each once.
pub fn agents() -> Vec<AgentInfo> {
    let mut all = AGENTS.to_vec();
    for agent in [own::<ElementalCommand>(), own::<Mana>(), own::<Ruler>()].into_iter().flatten() {
        if all.iter().all(|known| known.name != agent.name) {
            all.push(agent);
        }
    }
    all
}
