//! What both sides will still play: the average card of the game whenever they have the mana and a card.

use cardwright_core::{Seat, State};
use cardwright_effects::Game;

use super::super::state::*;

/// What a side will play in time: the average card whenever it has the mana and a card.
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    pub mana: f32,
    pub cards: f32,
    pub mana_per_ms: f32,
    pub cards_per_ms: f32,
    /// Cards that can still be drawn.
    pub deck: f32,
    pub counted_at: u32,
}

/// The average minion of the game: its cost and its numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Average {
    pub cost: f32,
    pub attack: f32,
    pub health: f32,
}

impl Flow {
    pub fn of(game: &Game<Mana>, state: &State<Mana>, seat: Seat, share: f32) -> Self {
        let held = &state.seats[seat.at()].resources;
        let periods = &game.data.periods[state.extra.heroes[seat.at()].at()];
        let per_ms = |period: u32| if period > 0 { 1.0 / period as f32 } else { 0.0 };
        let mana: i32 = held[..SCHOOLS].iter().map(|&held| held as i32).sum();
        Self {
            mana: mana as f32,
            cards: state.zone_len(seat, HAND) as f32 + held[DEVOTION] as f32,
            mana_per_ms: periods[..SCHOOLS].iter().map(|&period| per_ms(period)).sum::<f32>() * share,
            cards_per_ms: per_ms(periods[DEVOTION]) * share,
            deck: state.zone_len(seat, DECK) as f32,
            counted_at: state.now,
        }
    }

    /// Adds the mana and the cards that came until now.
    pub fn count(&mut self, now: u32) {
        let passed = (now - self.counted_at) as f32;
        self.mana += passed * self.mana_per_ms;
        let drawn = (passed * self.cards_per_ms).min(self.deck);
        self.cards += drawn;
        self.deck -= drawn;
        self.counted_at = now;
    }

    /// When the next card can be played.
    pub fn next_at(&self, cost: f32) -> u32 {
        let wait = |lacking: f32, per_ms: f32| {
            if lacking <= 0.0 {
                0.0
            } else if per_ms > 0.0 {
                lacking / per_ms
            } else {
                f32::INFINITY
            }
        };
        let cards = if self.cards < 1.0 && self.deck + self.cards < 1.0 {
            f32::INFINITY
        } else {
            wait(1.0 - self.cards, self.cards_per_ms)
        };
        let at = wait(cost - self.mana, self.mana_per_ms).max(cards);
        if at < 4e9 { self.counted_at.saturating_add(at.ceil() as u32) } else { u32::MAX }
    }
}

impl Average {
    /// The average of all minions that belong in decks and cost mana.
    pub fn of(prices: &[[i16; 8]], minions: impl Iterator<Item = (usize, i16, i16)>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0.0);
        for (at, attack, health) in minions {
            let cost: i16 = prices[at][..SCHOOLS].iter().sum();
            if cost > 0 {
                sum.cost += cost as f32;
                sum.attack += attack as f32;
                sum.health += health as f32;
                count += 1.0;
            }
        }
        if count == 0.0 {
            return Self { cost: 3.0, attack: 3.0, health: 3.0 };
        }
        Self { cost: sum.cost / count, attack: sum.attack / count, health: sum.health / count }
    }
}
