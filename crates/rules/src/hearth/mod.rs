//! Hearth: two rows of minions, weapons, secrets and nine classes. The rulebook is `games/hearth/README.md`.

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

use cardwright_core::{Audiences, DefId};
use cardwright_effects::catalogue::{Refused, Side, listed, words};
use cardwright_effects::table::{Code, Op};
use cardwright_effects::{Basics, CardDef, Catalogue, NOTHING, Vocabulary, turns, usual};

pub use state::Hearth;
use state::*;

/// Numbers of the game, and what is printed in the form in which the rules read it.
pub struct Data {
    /// The card that the second player gets, if the catalogue has one.
    pub coin: Option<DefId>,
    /// The tags of heroes: their classes.
    pub classes: u64,
    /// The cards of the first player's opening hand; the second has one more.
    pub opening_hand: u8,
    pub mana_limit: i16,
    pub turn_limit: u32,
    pub worth: worth::Tables,
    /// What is read of every card in hand at every decision, side by side.
    briefs: Vec<Brief>,
}

/// The part of a card that says whether it can be played.
#[derive(Clone, Copy)]
struct Brief {
    cost: i16,
    kind: u8,
    /// It chooses neither a target nor an option.
    is_plain: bool,
    /// A spell or power that first of all brings a minion to its player's row.
    needs_room: bool,
}

impl Brief {
    fn of(catalogue: &Catalogue, def: &CardDef) -> Self {
        Self {
            needs_room: needs_room(catalogue, def),
            cost: def.cost,
            kind: def.kind,
            is_plain: def.target == NOTHING && def.modes.is_empty(),
        }
    }
}

/// RULE: a spell or power that does nothing before it brings minions to a row needs a place there.
fn needs_room(catalogue: &Catalogue, def: &CardDef) -> bool {
    if !matches!(def.kind as usize, SPELL | POWER_CARD) || !def.has_program() {
        return false;
    }
    let prepares =
        |op: &&Op| matches!(op.code, Code::Const | Code::Count | Code::Select | Code::Tally | Code::Chance);
    let first = catalogue.ops[def.play as usize..].iter().find(|op| !prepares(op));
    let is_minion = |card: u16| catalogue.defs[card as usize].kind as usize == MINION;
    first.is_some_and(|op| match op.code {
        Code::Control => true,
        _ if op.a != Side::Mine as u8 => false,
        Code::Summon => is_minion(op.q),
        Code::SummonRandom => catalogue.pools[op.q as usize].first().is_some_and(|card| is_minion(card.0)),
        Code::SummonCopy | Code::Clone | Code::Raise => true,
        _ => false,
    })
}

impl Basics for Hearth {
    type Data = Data;

    const SLUG: &'static str = "hearth";
    const VERSION: u32 = 1;
    const AUDIENCES: Audiences = AUDIENCES;
    const GRAVE: Option<usize> = Some(GRAVEYARD);
    const REASONS: &'static [&'static str] = REASONS;
    const COPIES_STAND_BY_SOURCE: bool = true;
    const STRICTLY_BY_ARRIVAL: bool = true;
    const DROPS_LOST_ABILITIES: bool = true;
    const DEATHS_BEFORE_STEPS: bool = true;
    const AFTERMATH: bool = true;
    const LENDS: bool = true;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            statuses: listed(STATUS_WORDS),
            attributes: words("attack health cost"),
            resources: listed(RESOURCE_WORDS),
            zones: listed(ZONE_WORDS),
            durations: words(turns::DURATIONS),
            relations: words("adjacent"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        if !board.is_empty() {
            return Err(Refused(format!("Hearth has one board; there is no '{board}'")));
        }
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        limit("deck", 30, 59)?;
        let heroes = catalogue.defs.iter().filter(|def| def.kind as usize == HERO && def.collectible);
        let mut briefs: Vec<Brief> = catalogue.defs.iter().map(|def| Brief::of(catalogue, def)).collect();
        // A card that the view hides cannot be played from it.
        briefs[0].cost = UNKNOWN;
        Ok(Data {
            briefs,
            coin: coin(catalogue),
            classes: heroes.fold(0, |tags, hero| tags | hero.tags),
            opening_hand: limit("opening_hand", 3, 8)? as u8,
            mana_limit: limit("mana_limit", MOST_MANA as i64, MOST_MANA as i64)? as i16,
            turn_limit: limit("turns", 90, 10_000)? as u32,
            worth: worth::Tables::new(catalogue),
        })
    }
}

/// The card with the tag of the coin.
fn coin(catalogue: &Catalogue) -> Option<DefId> {
    let tag = catalogue.vocabulary.tags.iter().position(|tag| tag == COIN_TAG)?;
    let has_tag = |&at: &usize| catalogue.defs[at].tags >> tag & 1 == 1;
    (1..catalogue.defs.len()).find(has_tag).map(|at| DefId(at as u16))
}

usual!(Hearth: Secrecy, Clock);
