//! Counts for each card of a match how often it was in the deck, drawn and played. It tells the truth, for the lab only.

use std::collections::BTreeMap;

use cardwright_core::{DefId, Event, Seat, What};
use cardwright_effects::{Rules, Setup};

/// How often a seat met one card in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub seat: u8,
    pub card: u16,
    /// Copies in the seat's decks as the match began.
    pub in_deck: u16,
    /// How often it came to hand: opening hand, draws, cards made or returned there.
    pub drawn: u16,
    /// How often it was played.
    pub played: u16,
    /// The turn in which it was first played, counted over all seats from 1; 0 if it never was.
    pub first: u16,
}

/// Counts over all events of a match, by seat, then by card.
pub fn tally<R: Rules>(setup: &Setup, events: &[Event]) -> Vec<Count> {
    let mut counts = BTreeMap::new();
    for (seat, decks) in setup.decks.iter().enumerate() {
        for &card in decks.iter().flatten() {
            of(&mut counts, Seat(seat as u8), card).in_deck += 1;
        }
    }
    let mut turn = 0u16;
    let is_hand = |zone: u8| zone as usize == R::HAND;
    for event in events {
        match event.what {
            What::Drawn { seat, card } => of(&mut counts, seat, card).drawn += 1,
            What::Created { seat, zone, card } if is_hand(zone) => of(&mut counts, seat, card).drawn += 1,
            What::Shifted { seat, to, card, .. } if is_hand(to) => of(&mut counts, seat, card).drawn += 1,
            What::Began { phase, .. } => turn += (phase == R::TURN) as u16,
            What::Played { seat, card } => {
                let count = of(&mut counts, seat, card);
                count.first = if count.played == 0 { turn } else { count.first };
                count.played += 1;
            }
            _ => {}
        }
    }
    counts.into_values().collect()
}

fn of(counts: &mut BTreeMap<(u8, u16), Count>, seat: Seat, card: DefId) -> &mut Count {
    counts.entry((seat.0, card.0)).or_insert(Count { seat: seat.0, card: card.0, ..Count::default() })
}
