//! __Title__: a duel over three lanes. The rulebook is `games/__slug__/README.md`.

mod actions;
mod course;
mod places;
mod reactions;
mod state;
mod worth;

use cardwright_core::{Audiences, Topology};
use cardwright_effects::catalogue::{Refused, listed, words};
use cardwright_effects::{Basics, Catalogue, Vocabulary, turns, usual};

pub use state::__Rules__;
use state::*;

/// Geometry and numbers of the game.
pub struct Data {
    pub board: Topology,
    pub opening_hand: usize,
    pub mana_limit: i16,
    pub turn_limit: u32,
}

impl Basics for __Rules__ {
    type Data = Data;

    const SLUG: &'static str = "__slug__";
    const VERSION: u32 = 1;
    const AUDIENCES: Audiences = AUDIENCES;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            attributes: words("attack health cost"),
            resources: listed(RESOURCE_WORDS),
            zones: listed(ZONE_WORDS),
            durations: words(turns::DURATIONS),
            relations: words("adjacent"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, _board: &str) -> Result<Data, Refused> {
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        limit("deck", 20, ZONE_ROOM as i64)?;
        Ok(Data {
            board: Topology::rectangle(LANES, 2),
            opening_hand: limit("opening_hand", 4, 10)? as usize,
            mana_limit: limit("mana_limit", 8, 99)? as i16,
            turn_limit: limit("turns", 100, 10_000)? as u32,
        })
    }
}

usual!(__Rules__: Refusals, Secrecy, Checks, Clock, Shown, Planning, Trials);
