//! What a deck may hold.

use std::collections::BTreeMap;

use cardwright_effects::deck_law::{self, Breach, CARDS_ROOM, PILE_ROOM, Pile};
use pyo3::prelude::*;

/// Which cards a deck may hold, and how many.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct DeckLaw(deck_law::DeckLaw);

#[pymethods]
impl DeckLaw {
    /// How many cards one of several decks of a player may hold.
    #[classattr]
    const PILE_ROOM: usize = PILE_ROOM;
    /// How many cards all decks of a match may hold together.
    #[classattr]
    const CARDS_ROOM: usize = CARDS_ROOM;

    /// The law for the kinds of which a player has one card, the kinds of each of several decks, and the limits of a game.
    #[new]
    fn new(unique: Vec<u8>, piles: Vec<Vec<u8>>, limits: BTreeMap<String, i64>) -> Self {
        let mask = |kinds: &[u8]| kinds.iter().fold(0, |mask, kind| mask | 1 << (kind % 64));
        let pile = |kinds: &Vec<u8>| Pile { id: String::new(), kinds: mask(kinds), usual: 0 };
        Self(deck_law::DeckLaw::new(mask(&unique), piles.iter().map(pile).collect(), &limits))
    }

    /// How many cards a player's decks hold together: at least, and at most.
    #[getter]
    fn size(&self) -> (usize, usize) {
        let size = self.0.size();
        (*size.start(), *size.end())
    }

    /// Copies of a card in a deck, at most.
    #[getter]
    fn copies(&self) -> usize {
        self.0.copies()
    }

    /// What is wrong with so many copies of a card: "barred", "reserved", "copies".
    fn breaches(&self, kind: u8, collectible: bool, suits_hero: bool, count: i64) -> Vec<&'static str> {
        let word = |breach| match breach {
            Breach::Barred => "barred",
            Breach::Reserved => "reserved",
            Breach::Copies => "copies",
        };
        self.0.breaches(kind, collectible, suits_hero, self.0.copies(), count).map(word).collect()
    }
}
