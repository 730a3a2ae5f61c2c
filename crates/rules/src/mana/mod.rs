//! Mana: two triangles of creatures, mana that flows, and no turns. The rulebook is `games/mana/README.md`.

mod actions;
mod checks;
mod clock;
mod course;
mod minds;
mod places;
mod prices;
mod reactions;
mod refusals;
mod secrecy;
mod shown;
mod state;
#[cfg(test)]
mod tests;
mod trials;
mod worth;

use cardwright_core::Audiences;
use cardwright_effects::catalogue::{Refused, listed, words};
use cardwright_effects::{Basics, Catalogue, Vocabulary, usual};

pub use state::Mana;
use state::*;

/// What is printed, in the form in which the rules read it, and the numbers of the game.
pub struct Data {
    /// For each card its cost, by resource.
    pub prices: Vec<[i16; 8]>,
    /// For each hero the milliseconds in which its owner gets one unit of a resource; 0 for none.
    pub periods: Vec<[u32; PURSE]>,
    /// After this many milliseconds the match is a draw.
    pub limit: u32,
    /// The most that a player holds of a resource.
    pub purse_most: i16,
    /// Some card may be played from the graveyard.
    pub has_returning: bool,
    /// Some card lends Telepathic to others, so that it may come without a text giving it.
    lends_telepathy: bool,
    /// What is assumed of unknown cards.
    pub average: minds::Average,
    /// For each card the most that its text can bring, if its numbers tell.
    pub sketches: Vec<Option<minds::Sketch>>,
    opening_hand: usize,
}

impl Basics for Mana {
    type Data = Data;

    const SLUG: &'static str = "mana";
    const VERSION: u32 = 2;
    const AUDIENCES: Audiences = AUDIENCES;
    const GRAVE: Option<usize> = Some(GRAVEYARD);
    const TIMED: bool = true;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            attributes: words(
                "attack health cost fire frost nature arcane light shadow speed fire-every frost-every nature-every \
                 arcane-every light-every shadow-every devotion-every",
            ),
            resources: words("fire frost nature arcane light shadow devotion"),
            zones: listed(ZONE_WORDS),
            durations: words(
                "permanent five ten twenty thirty nightfall daybreak three eight twelve fifteen forty-five sixty",
            ),
            relations: words("adjacent ahead"),
            places: words("back middle front protected day night"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        if !board.is_empty() {
            return Err(Refused(format!("Mana has one board; there is no '{board}'")));
        }
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        let mut periods = Vec::with_capacity(catalogue.defs.len());
        for (def, id) in catalogue.defs.iter().zip(&catalogue.ids) {
            let every = &def.numbers[EVERY..EVERY + PURSE];
            if def.kind as usize == HERO && !id.is_empty() {
                if let Some(&wrong) = every.iter().find(|&&seconds| seconds < 0) {
                    return Err(Refused(format!(
                        "'{id}' produces at {wrong} seconds a unit; it must be above 0"
                    )));
                }
                if every[..SCHOOLS].iter().all(|&seconds| seconds == 0) || every[DEVOTION] == 0 {
                    return Err(Refused(format!(
                        "the hero '{id}' must produce devotion and a school of mana"
                    )));
                }
            }
            let mut row = [0; PURSE];
            for (to, &seconds) in row.iter_mut().zip(every) {
                *to = seconds.max(0) as u32 * SECOND;
            }
            periods.push(row);
        }
        let prices = catalogue.defs.iter().map(|def| {
            let mut price = [0; 8];
            price[..SCHOOLS].copy_from_slice(&def.numbers[COSTS..COSTS + SCHOOLS]);
            price[DEVOTION] = def.cost;
            price
        });
        limit("deck_least", 20, limit("deck_most", 60, 60)?)?;
        let prices: Vec<[i16; 8]> = prices.collect();
        let minions = catalogue.defs.iter().enumerate();
        let minions = minions.filter(|(_, def)| def.collectible && def.kind as usize == MINION);
        Ok(Data {
            average: minds::Average::of(&prices, minions.map(|(at, def)| (at, def.attack, def.health))),
            sketches: catalogue.defs.iter().map(|def| minds::Sketch::of(catalogue, def.play)).collect(),
            prices,
            periods,
            limit: limit("minutes", 30, 600)? as u32 * 60 * SECOND,
            purse_most: limit("mana_limit", PURSE_MOST as i64, PURSE_MOST as i64)? as i16,
            has_returning: catalogue.defs.iter().any(|def| def.keywords & RETURNING != 0),
            lends_telepathy: catalogue.auras.iter().any(|aura| aura.keywords & TELEPATHY != 0),
            opening_hand: limit("opening_hand", 6, catalogue.limit("hand", 10))? as usize,
        })
    }
}

usual!(Mana: Planning);
