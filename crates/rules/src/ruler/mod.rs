//! Ruler of Armies and Magic: a war on a map with terrain, fog and dice. The rulebook is `games/ruler/README.md`.

mod actions;
mod checks;
mod combat;
mod course;
mod map;
mod places;
mod planning;
mod reactions;
mod refusals;
mod secrecy;
mod shown;
mod sight;
mod state;
#[cfg(test)]
mod tests;
mod trials;
mod worth;

use cardwright_core::Audiences;
use cardwright_effects::catalogue::{Refused, listed, words};
use cardwright_effects::{Basics, Catalogue, Vocabulary, turns, usual};

use map::Map;
pub use state::Ruler;
use state::*;

/// The map of a match for which nobody names one.
const DEFAULT_MAP: &str = "desert-6x6";
/// The map and the numbers of the game.
pub struct Data {
    pub map: Map,
    pub income: i16,
    pub turn_limit: u32,
}

impl Data {
    /// How many cards a seat may have in play, its base included. Every seat has its own share of the room, so that
    /// nobody learns from a lack of room what others hide.
    #[inline(always)]
    pub fn pieces_per_seat(&self, seats: usize) -> usize {
        [64, 64, 30, 20, 15][seats.min(4)]
    }
}

impl Basics for Ruler {
    type Data = Data;

    const SLUG: &'static str = "ruler";
    const VERSION: u32 = 2;
    const AUDIENCES: Audiences = AUDIENCES;
    const REASONS: &'static [&'static str] = REASONS;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            statuses: listed(STATUS_WORDS),
            attributes: words(
                "attack health cost move range weak block block-chance block2 block2-chance build store \
                 resist-cut resist-piercing resist-bite resist-blunt resist-fire resist-earth resist-air",
            ),
            resources: listed(RESOURCE_WORDS),
            zones: listed(ZONE_WORDS),
            tags: words("cut piercing bite blunt fire earth air"),
            durations: words(turns::DURATIONS),
            relations: words("here adjacent nearby"),
            places: words("grass desert town water influence"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        let name = if board.is_empty() { DEFAULT_MAP } else { board };
        let Some(data) = catalogue.boards.get(name) else {
            let known: Vec<&str> = catalogue.boards.keys().map(String::as_str).collect();
            return Err(Refused(format!("there is no map '{name}'; there are {}", known.join(", "))));
        };
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        Ok(Data {
            map: Map::read(name, data)?,
            income: limit("income", 200, 9999)? as i16,
            turn_limit: limit("turns", 200, 10_000)? as u32,
        })
    }
}

usual!(Ruler: Clock);
