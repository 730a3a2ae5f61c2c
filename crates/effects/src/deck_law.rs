//! What a deck may hold, as `game.toml` says for its kinds, decks and limits. Setups are checked here, the fuzzer
//! asks it for random decks, and Python calls it and puts into words what is wrong with a deck in a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use cardwright_core::{DefId, Dice, KINDS};
use serde::Deserialize;

use crate::catalogue::{Catalogue, Refused};
use crate::program::CardDef;

/// How many cards one of several decks of a player may hold.
pub const PILE_ROOM: usize = 60;
/// How many cards all decks of a match may hold together.
pub const CARDS_ROOM: usize = 255;
/// Copies of a card if the game sets no limit.
const MOST_COPIES: usize = 99;

/// The part of a kind's row that the kernel needs; the rest is for showing cards.
#[derive(Deserialize)]
pub(crate) struct KindRow {
    #[serde(default)]
    unique: bool,
}

/// One of several decks of a player.
#[derive(Deserialize)]
pub(crate) struct DeckRow {
    id: String,
    kinds: Vec<String>,
    #[serde(default)]
    usual: usize,
}

/// One of several decks of a player.
#[derive(Clone, Debug)]
pub struct Pile {
    pub id: String,
    /// The kinds of its cards, as bits.
    pub kinds: u64,
    /// How many cards it usually has.
    pub usual: usize,
}

/// Which cards a deck may hold, and how many.
#[derive(Clone, Debug)]
pub struct DeckLaw {
    /// Kinds of which a player has exactly one card, a hero or a base for example, as bits.
    unique: u64,
    /// Kinds that lie in no zone: the unique ones, and cards that only pieces know.
    never: u64,
    /// The decks of a player, if there are several.
    piles: Vec<Pile>,
    /// How many cards a player's decks hold together.
    size: RangeInclusive<usize>,
    copies: usize,
}

/// What is wrong with a card of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Neither it nor any card of its kind may be put into a deck.
    Barred,
    /// Only decks of another hero may hold it.
    Reserved,
    /// There are no copies of it, or too many.
    Copies,
}

impl Default for DeckLaw {
    fn default() -> Self {
        Self::new(0, Vec::new(), &BTreeMap::new())
    }
}

impl DeckLaw {
    /// The law for unique kinds, piles and the limits of a game.
    pub fn new(unique: u64, piles: Vec<Pile>, limits: &BTreeMap<String, i64>) -> Self {
        let limit =
            |name: &str, default: usize| limits.get(name).map_or(default, |&value| value.max(0) as usize);
        let size = match limits.get("deck") {
            Some(_) => limit("deck", 0)..=limit("deck", 0),
            None => limit("deck_least", 0)..=limit("deck_most", CARDS_ROOM),
        };
        let most = if piles.is_empty() { MOST_COPIES } else { PILE_ROOM };
        Self { unique, never: unique, piles, size, copies: limit("copies", most) }
    }

    /// Reads the law for these kinds and cards.
    pub(crate) fn read(
        kinds: &[String],
        words: &BTreeMap<String, KindRow>,
        decks: &[DeckRow],
        cards: &[CardDef],
        limits: &BTreeMap<String, i64>,
    ) -> Result<Self, Refused> {
        let mut unique = 0;
        for (at, kind) in kinds.iter().enumerate().take(KINDS) {
            unique |= (words.get(kind).is_some_and(|row| row.unique) as u64) << at;
        }
        let known = cards.iter().flat_map(|card| &card.knows);
        let never = known.fold(unique, |never, def| never | 1 << cards[def.at()].kind);
        let mut piles = Vec::new();
        for DeckRow { id, kinds: named, usual } in decks {
            let mut mask = 0;
            for kind in named {
                let Some(at) = kinds.iter().position(|known| known == kind) else {
                    return Err(Refused(format!(
                        "the deck '{id}' holds the kind '{kind}', which does not exist"
                    )));
                };
                mask |= 1 << at;
            }
            piles.push(Pile { id: id.clone(), kinds: mask & !never, usual: *usual });
        }
        Ok(Self { never, ..Self::new(unique, piles, limits) })
    }

    /// Whether a card of a kind may lie in a zone: in the deck with this number if a player has several, else
    /// anywhere.
    pub fn allows(&self, deck: Option<usize>, kind: u8) -> bool {
        let pile = deck.and_then(|number| self.piles.get(number));
        pile.map_or(!self.never, |pile| pile.kinds) >> kind & 1 == 1
    }

    /// Whether some deck holds cards of a kind.
    pub fn has_deck_for(&self, kind: u8) -> bool {
        if self.piles.is_empty() {
            return self.allows(None, kind);
        }
        (0..self.piles.len()).any(|deck| self.allows(Some(deck), kind))
    }

    /// Whether a player has one card of a kind.
    pub fn is_unique(&self, kind: u8) -> bool {
        self.unique >> kind & 1 == 1
    }

    /// How many cards a player's decks hold together: at least, and at most.
    pub fn size(&self) -> RangeInclusive<usize> {
        self.size.clone()
    }

    /// Copies of a card in a deck, at most.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// Copies of this card in a deck, at most.
    pub fn copies_of(&self, card: &CardDef) -> usize {
        card.copies.map_or(self.copies, |most| (most as usize).min(self.copies))
    }

    /// What is wrong with `count` copies of a card in a deck that may hold `most`. `suits_hero`: the card is not reserved
    /// to another hero.
    pub fn breaches(
        &self,
        kind: u8,
        collectible: bool,
        suits_hero: bool,
        most: usize,
        count: i64,
    ) -> impl Iterator<Item = Breach> {
        let is_barred = !collectible || self.is_unique(kind);
        let first = match (is_barred, suits_hero) {
            (true, _) => Some(Breach::Barred),
            (false, false) => Some(Breach::Reserved),
            (false, true) => None,
        };
        let is_counted = (1..=most as i64).contains(&count);
        first.into_iter().chain((!is_counted).then_some(Breach::Copies))
    }

    /// Checks the decks of a player who has this hero.
    pub(crate) fn check(
        &self,
        catalogue: &Catalogue,
        decks: &[Vec<DefId>],
        hero: DefId,
    ) -> Result<(), Refused> {
        let refuse = |reason: String| Err(Refused(reason));
        let id = |def: DefId| &catalogue.ids[def.at()];
        if self.unique != 0 && !self.is_unique(catalogue.defs[hero.at()].kind) {
            return refuse(format!("a player needs a hero or base, and '{}' is none", id(hero)));
        }
        let wanted = self.piles.len().max(1);
        if decks.len() != wanted {
            let names: Vec<&str> = self.piles.iter().map(|pile| pile.id.as_str()).collect();
            let listed = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            return refuse(format!(
                "the number of a player's decks{listed} is {wanted}, not {}",
                decks.len()
            ));
        }
        let mut copies: BTreeMap<DefId, i64> = BTreeMap::new();
        for (number, deck) in decks.iter().enumerate() {
            if self.piles.len() > number && deck.len() > PILE_ROOM {
                let pile = &self.piles[number].id;
                return refuse(format!("the deck of {pile} has {} cards, more than {PILE_ROOM}", deck.len()));
            }
            for &def in deck {
                let kind = catalogue.defs[def.at()].kind;
                if self.is_unique(kind) {
                    return refuse(format!(
                        "a player has one hero or base, and '{}' is a second one",
                        id(def)
                    ));
                }
                if !self.allows((!self.piles.is_empty()).then_some(number), kind) {
                    return refuse(format!("'{}' does not belong into that deck", id(def)));
                }
                *copies.entry(def).or_default() += 1;
            }
        }
        for (&def, &count) in &copies {
            let printed = &catalogue.defs[def.at()];
            let suits = !printed.reserved.is_some() || printed.reserved == hero;
            let most = self.copies_of(printed);
            if let Some(breach) = self.breaches(printed.kind, printed.collectible, suits, most, count).next()
            {
                let reason = match breach {
                    Breach::Barred => "cannot be put into a deck".into(),
                    Breach::Reserved => format!("is reserved to '{}'", id(printed.reserved)),
                    Breach::Copies => {
                        let copies = if most == 1 { "copy" } else { "copies" };
                        format!("is there {count} times; a deck has at most {most} {copies} of it")
                    }
                };
                return refuse(format!("'{}' {reason}", id(def)));
            }
        }
        let total = decks.iter().map(Vec::len).sum();
        if !self.size.contains(&total) {
            let (least, most) = (self.size.start(), self.size.end());
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return refuse(format!("the deck has {total} cards; a deck has {wanted}"));
        }
        Ok(())
    }

    /// A random legal deck: preferred cards come first, and cards that the caller finds unsuitable are rare.
    pub(crate) fn random_deck(
        &self,
        dice: &mut Dice,
        pile: Option<usize>,
        defs: &[CardDef],
        cards: &[DefId],
        prefer: &[DefId],
        suits: impl Fn(DefId) -> bool,
    ) -> Option<Vec<DefId>> {
        let size = match pile.map(|number| self.piles[number].usual) {
            Some(usual) => usual,
            None => {
                let (least, most) = (*self.size.start(), *self.size.end());
                if least == most { least } else { least + dice.below((most - least) as u32 + 1) as usize }
            }
        };
        let copies = |def: DefId| self.copies_of(&defs[def.at()]);
        if cards.iter().map(|&def| copies(def)).sum::<usize>() < size || (size > 0 && cards.is_empty()) {
            return None;
        }
        let mut favoured: Vec<DefId> = prefer.iter().copied().filter(|def| cards.contains(def)).collect();
        dice.shuffle(&mut favoured);
        // A game that limits copies is usually played with several of each card.
        let each = |def| if self.copies < size { copies(def) } else { 1 };
        let wanted = favoured.into_iter().flat_map(|def| std::iter::repeat_n(def, each(def)));
        // At most half of the deck, so that the preferred cards still meet others.
        let mut deck: Vec<DefId> = wanted.take(size / 2).collect();
        while deck.len() < size {
            let def = cards[dice.below(cards.len() as u32) as usize];
            let has_room = deck.iter().filter(|&&other| other == def).count() < copies(def);
            if has_room && (suits(def) || dice.below(8) == 0) {
                deck.push(def);
            }
        }
        // Copies of a card lie together, as in a deck's file: a view lists an own deck in that order, and which of several
        // equal cards was drawn would show.
        deck.sort_unstable();
        Some(deck)
    }

    /// The several decks of a player; empty if a player has a single deck.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }
}
