//! Elemental Command: a duel on a 5 x 4 board with three elements. The rulebook is `games/elemental-command/README.md`.

mod actions;
mod checks;
mod course;
mod places;
mod planning;
mod reactions;
mod refusals;
mod shown;
mod state;
#[cfg(test)]
mod tests;
mod trials;
mod worth;

use cardwright_core::{Audiences, Topology};
use cardwright_effects::catalogue::{Refused, listed, words};
use cardwright_effects::{Basics, CardDef, Catalogue, Vocabulary, turns, usual};

pub use state::ElementalCommand;
use state::*;

/// Geometry and numbers of the game.
pub struct Data {
    pub board: Topology,
    pub worth: worth::Tables,
    /// The cards of the opening hands, of the starting player first.
    pub opening_hands: [u8; 2],
    pub mana_limit: i16,
    pub turn_limit: u32,
    /// Mana and elements of every card, side by side because they are read for every card in hand.
    prices: Vec<[i16; 4]>,
}

impl Basics for ElementalCommand {
    type Data = Data;

    const SLUG: &'static str = "elemental-command";
    const VERSION: u32 = 2;
    const AUDIENCES: Audiences = AUDIENCES;
    const REASONS: &'static [&'static str] = REASONS;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            statuses: listed(STATUS_WORDS),
            attributes: words("attack health cost earth wind fire"),
            resources: listed(RESOURCE_WORDS),
            zones: listed(ZONE_WORDS),
            durations: words(turns::DURATIONS),
            relations: words("adjacent column row"),
            places: words("front back"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        if !board.is_empty() && board != "standard" {
            return Err(Refused(format!(
                "there is no board '{board}': Elemental Command has only 'standard'"
            )));
        }
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        let price = |def: &CardDef| [def.cost, def.numbers[0], def.numbers[1], def.numbers[2]];
        let mut prices: Vec<[i16; 4]> = catalogue.defs.iter().map(price).collect();
        // A card that the view hides cannot be played from it.
        prices[0] = [UNKNOWN; 4];
        limit("deck", 40, 46)?;
        let opening_hand = limit("opening_hand", 6, 15)?;
        Ok(Data {
            prices,
            board: Topology::rectangle(COLUMNS, 4),
            worth: worth::Tables::new(catalogue),
            opening_hands: [opening_hand as u8, limit("second_opening_hand", opening_hand, 15)? as u8],
            mana_limit: limit("mana_limit", 10, 99)? as i16,
            turn_limit: limit("turns", 200, 10_000)? as u32,
        })
    }
}

usual!(ElementalCommand: Secrecy, Clock);
