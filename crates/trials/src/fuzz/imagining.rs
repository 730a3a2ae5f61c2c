//! What an agent imagines must be possible: a card imagined where it cannot lie misleads an agent that counts on it.

use std::collections::BTreeSet;

use cardwright_core::{DefId, Dice, Seat, State, View};
use cardwright_effects::{Game, Rules, Setup, play};

/// The cards that each deck may hold, according to the rules about decks and not to the code that imagines.
pub struct PossibleDecks {
    /// For each deck of a player, the cards that it may hold.
    decks: Vec<BTreeSet<DefId>>,
    /// How many copies of a card a deck may hold.
    copies: usize,
}

/// The kinds of the pieces that stand for players.
fn kinds_of_heroes<R: Rules>(game: &Game<R>, setups: &[Setup]) -> BTreeSet<u8> {
    setups.iter().flat_map(|setup| &setup.heroes).map(|&hero| game.def(hero).kind).collect()
}

/// How many setups each card is tried in.
const TRIED: usize = 60;

impl PossibleDecks {
    /// Tries every card in every deck.
    pub fn of<R: Rules>(game: &Game<R>, setups: &[Setup]) -> Self {
        let mut dice = Dice::sampled(0, "decks");
        let mut tried: Vec<Setup> =
            (0..TRIED).filter_map(|_| play::random_setup(game, &mut dice, &[])).collect();
        tried.extend(setups.iter().take(TRIED).cloned());
        tried.retain(|setup| play::check_setup(game, setup).is_ok());
        let copies = game.catalogue.limit("copies", 1).clamp(1, 99) as usize;
        let count = tried.first().map_or(0, |setup| setup.decks[0].len());
        let mut decks = vec![BTreeSet::new(); count];
        let heroes = kinds_of_heroes(game, &tried);
        for (at, deck) in decks.iter_mut().enumerate() {
            deck.extend(tried.iter().flat_map(|setup| &setup.decks).flat_map(|decks| &decks[at]).copied());
            for card in (1..game.catalogue.defs.len()).map(|card| DefId(card as u16)) {
                if !deck.contains(&card) && tried.iter().any(|setup| may_hold(game, setup, at, card)) {
                    deck.insert(card);
                }
            }
            // A piece that stands for a player is on the table from the beginning, even if no rule says so.
            deck.retain(|&card| !heroes.contains(&game.def(card).kind));
        }
        Self { decks, copies }
    }

    /// Whether a card may lie in a zone unseen: in a deck if that deck may hold it, elsewhere if any deck may.
    fn allows<R: Rules>(&self, zone: usize, card: DefId) -> bool {
        match zone.checked_sub(R::DECK).and_then(|deck| self.decks.get(deck)) {
            Some(deck) => deck.contains(&card),
            None => self.decks.iter().any(|deck| deck.contains(&card)),
        }
    }

    /// Checks a truth that was sampled from a view: every imagined card and piece must be possible where it is.
    pub fn check<R: Rules>(&self, game: &Game<R>, view: &View<R>, sampled: &State<R>) -> Result<(), String> {
        for owner in view.state().all_seats() {
            let mut imagined: Vec<DefId> = Vec::new();
            for zone in 0..R::ZONES {
                let hidden = |id: &&cardwright_core::CardId| view.state().card(**id).def == DefId::HIDDEN;
                let slots: Vec<_> = view.state().zone(owner, zone).iter().filter(hidden).collect();
                for &&slot in &slots {
                    let card = sampled.card(slot).def;
                    // If more cards are hidden than there are to choose from, some stay unknown.
                    if card == DefId::HIDDEN {
                        continue;
                    }
                    imagined.push(card);
                    if !self.allows::<R>(zone, card) {
                        let (id, seat) = (&game.catalogue.ids[card.at()], owner.0);
                        return Err(format!("'{id}' is imagined in zone {zone} of seat {seat}"));
                    }
                }
            }
            self.check_copies(game, owner, &imagined)?;
        }
        if !sampled.is_over
            && R::check_position(game, view.state()).is_ok()
            && let Err(reason) = R::check_position(game, sampled)
        {
            return Err(format!("a position is imagined that cannot be: {reason}"));
        }
        Ok(())
    }

    fn check_copies<R: Rules>(&self, game: &Game<R>, owner: Seat, imagined: &[DefId]) -> Result<(), String> {
        let mut sorted = imagined.to_vec();
        sorted.sort_unstable();
        let most = sorted.chunk_by(|one, other| one == other).max_by_key(|same| same.len());
        match most {
            Some(same) if same.len() > self.copies => Err(format!(
                "{} copies of '{}' are imagined for seat {}",
                same.len(),
                game.catalogue.ids[same[0].at()],
                owner.0
            )),
            _ => Ok(()),
        }
    }
}

/// Whether the first seat's deck may hold a card, in the place of another one.
fn may_hold<R: Rules>(game: &Game<R>, setup: &Setup, deck: usize, card: DefId) -> bool {
    let mut with = setup.clone();
    match with.decks[0][deck].first_mut() {
        Some(first) => *first = card,
        None => return false,
    }
    play::check_setup(game, &with).is_ok()
}
