//! Which cards may lie where: what `game.toml` says of its kinds and decks.

use std::collections::BTreeMap;

use cardwright_core::KINDS;
use serde::Deserialize;

use crate::catalogue::Refused;
use crate::program::CardDef;

/// What the catalogue's words say of a kind; the rest of them is for those who show cards.
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
}

/// Which kinds of cards lie in zones and in which deck, as bits.
#[derive(Clone, Debug, Default)]
pub struct DeckLaw {
    /// Kinds that lie in no zone: what each player has one of, like a hero or a base, and what only pieces know.
    never: u64,
    /// The kinds of each deck, where a player has several.
    decks: Vec<u64>,
}

impl DeckLaw {
    /// Reads the law for these kinds and cards.
    pub(crate) fn read(
        kinds: &[String],
        words: &BTreeMap<String, KindRow>,
        decks: &[DeckRow],
        cards: &[CardDef],
    ) -> Result<Self, Refused> {
        let mut never = 0;
        for (at, kind) in kinds.iter().enumerate().take(KINDS) {
            never |= (words.get(kind).is_some_and(|row| row.unique) as u64) << at;
        }
        for def in cards.iter().flat_map(|card| &card.knows) {
            never |= 1 << cards[def.at()].kind;
        }
        let mut law = Self { never, decks: Vec::new() };
        for DeckRow { id, kinds: named } in decks {
            let mut mask = 0;
            for kind in named {
                let Some(at) = kinds.iter().position(|known| known == kind) else {
                    return Err(Refused(format!(
                        "the deck '{id}' holds the kind '{kind}', which there is not"
                    )));
                };
                mask |= 1 << at;
            }
            law.decks.push(mask & !never);
        }
        Ok(law)
    }

    /// Whether a card of a kind may lie in a zone: in a deck of its number, where a player has several, or elsewhere.
    pub fn allows(&self, deck: Option<usize>, kind: u8) -> bool {
        let held = deck.and_then(|number| self.decks.get(number)).copied().unwrap_or(!self.never);
        held >> kind & 1 == 1
    }

    /// Whether some deck holds cards of a kind.
    pub fn has_deck_for(&self, kind: u8) -> bool {
        if self.decks.is_empty() {
            return self.allows(None, kind);
        }
        (0..self.decks.len()).any(|deck| self.allows(Some(deck), kind))
    }
}
