//! A game ready to play (verified cards, its own data, its limits), and the setup of a match.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_core::{CardId, DefId, Dice, Frame, SEATS, Script, Slots, State, Zone};

use crate::catalogue::{Catalogue, NOTHING, Refused};
use crate::contract::Basics;
use crate::position::Position;
use crate::program::CardDef;

/// Who plays what on which board: with the seed and the actions, a whole match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The decks of each seat; in most games one.
    pub decks: Vec<Vec<Vec<DefId>>>,
    pub heroes: Vec<DefId>,
    pub board: String,
    pub options: BTreeMap<String, i64>,
    pub open_decks: bool,
    /// The position that the match begins with, instead of the game's opening.
    pub position: Option<Arc<Position>>,
}

/// The stream that the match's own chance comes from; agents have others.
const GAME_STREAM: &str = "game";

impl Setup {
    /// The dice of a match: rolls that the position scripts, or chance by the seed.
    pub fn dice(&self, seed: u64) -> Dice {
        match self.position.as_ref().and_then(|position| position.rolls.as_ref()) {
            Some(rolls) => Dice::Scripted(Script::new(rolls.clone())),
            None => game_dice(seed),
        }
    }
}

impl Setup {
    /// The deck list of every seat, if the setup makes them public. A position without decks has its own cards for a list.
    pub fn public_lists(&self) -> Vec<Vec<DefId>> {
        if !self.open_decks {
            return Vec::new();
        }
        let list = |(seat, decks): (usize, &Vec<Vec<DefId>>)| match &self.position {
            Some(position) if decks.iter().all(Vec::is_empty) => position.cards_of(seat),
            _ => decks.concat(),
        };
        self.decks.iter().enumerate().map(list).collect()
    }
}

/// The dice of a match, by its seed.
pub fn game_dice(seed: u64) -> Dice {
    Dice::sampled(seed, GAME_STREAM)
}

/// A game ready to play: verified cards and the game's own data.
pub struct Game<R: Basics> {
    pub catalogue: Catalogue,
    pub data: R::Data,
    pub board: String,
    /// Collectible cards, heroes and bases too.
    pub collectible: Vec<DefId>,
    /// The collectible cards that a deck may hold: hidden cards are imagined from these.
    pub deck_cards: Vec<DefId>,
    pub limits: Limits,
    /// An onlooker that is told of every program; only trials have one.
    pub onlooker: Option<Box<dyn Onlooker<R>>>,
}

/// Is told when a program begins and when it rests, to count which abilities ran and what they changed.
pub trait Onlooker<R: Basics>: Send + Sync {
    /// A program begins, or goes on where it was interrupted.
    fn begins(&self, state: &State<R>, frame: &Frame);
    /// The program ended, asks a question, or waits for triggers that it set off.
    fn rests(&self, state: &State<R>);
}

/// The capacities of `game.toml`, none above the size of the game's arrays.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub hand: u8,
    pub pieces: u8,
    pub in_force: u8,
    /// Triggers per action. 0 switches the limit off; no `game.toml` may say so.
    pub triggers: u16,
}

impl Limits {
    /// Reads the limits; one that the arrays cannot hold is refused.
    fn read<R: Basics>(catalogue: &Catalogue) -> Result<Self, Refused> {
        let empty = State::<R>::empty();
        let zone = zone_room(&empty.zones.as_ref()[0]);
        let limit = |name: &str, default: usize, least: usize, most: usize| {
            let value = catalogue.limit(name, default.min(most) as i64);
            if (least as i64..=most as i64).contains(&value) {
                return Ok(value);
            }
            Err(Refused(format!(
                "game.toml's limit '{name}' is {value}; it must be {least} to {most} in this game"
            )))
        };
        let targets = limit("targets", 1, 1, R::TARGETS)?;
        if targets < 2 && catalogue.defs.iter().any(|def| def.second != NOTHING) {
            return Err(Refused(
                "the catalogue has a card with two targets, which this game does not".into(),
            ));
        }
        let pieces = empty.piece_room();
        let in_force = empty.in_force.as_ref().len();
        Ok(Self {
            hand: limit("hand", 10, 1, zone)? as u8,
            pieces: limit("pieces", pieces, 2 * SEATS, pieces)? as u8,
            in_force: limit("effects", in_force, 0, in_force)? as u8,
            triggers: limit("triggers", 500, 1, u16::MAX as usize)? as u16,
        })
    }
}

impl<R: Basics> Game<R> {
    /// Reads a catalogue for this game and board.
    pub fn load(bytes: &[u8], board: &str) -> Result<Self, Refused> {
        let catalogue = Catalogue::load(bytes)?;
        if catalogue.rules != R::SLUG {
            return Err(Refused(format!("the catalogue is of '{}', not of '{}'", catalogue.rules, R::SLUG)));
        }
        let (ours, theirs) = (R::vocabulary(), &catalogue.vocabulary);
        for (what, ours, theirs) in [
            ("kinds", &ours.kinds, &theirs.kinds),
            ("keywords", &ours.keywords, &theirs.keywords),
            ("statuses", &ours.statuses, &theirs.statuses),
            ("attributes", &ours.attributes, &theirs.attributes),
            ("resources", &ours.resources, &theirs.resources),
            ("zones", &ours.zones, &theirs.zones),
            ("durations", &ours.durations, &theirs.durations),
            ("relations", &ours.relations, &theirs.relations),
            ("places", &ours.places, &theirs.places),
        ] {
            // A catalogue of an earlier version may lack the last durations and places; nothing in it names them.
            let is_earlier = matches!(what, "durations" | "places") && ours.starts_with(theirs);
            if !theirs.starts_with(ours) && !is_earlier {
                return Err(Refused(format!("game.toml's {what} must begin with {}", ours.join(", "))));
            }
        }
        if catalogue.rules_version != R::VERSION {
            return Err(Refused(format!(
                "game.toml asks for version {} of the rules, these are version {}",
                catalogue.rules_version,
                R::VERSION
            )));
        }
        let limits = Limits::read::<R>(&catalogue)?;
        let data = R::load(&catalogue, board)?;
        let collectible: Vec<DefId> = (1..catalogue.defs.len())
            .filter(|&at| catalogue.defs[at].collectible)
            .map(|at| DefId(at as u16))
            .collect();
        let is_deck_card = |def: &&DefId| catalogue.law.has_deck_for(catalogue.defs[def.at()].kind);
        let deck_cards = collectible.iter().filter(is_deck_card).copied().collect();
        Ok(Self { limits, data, board: board.to_owned(), collectible, deck_cards, catalogue, onlooker: None })
    }

    /// A printed card.
    #[inline(always)]
    pub fn def(&self, def: DefId) -> &CardDef {
        &self.catalogue.defs[def.at()]
    }
}

/// How many cards a zone's array holds.
fn zone_room<C: Slots<CardId>>(zone: &Zone<C>) -> usize {
    zone.cards.as_ref().len()
}
