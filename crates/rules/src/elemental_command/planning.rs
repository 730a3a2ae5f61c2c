//! How a position is rated by weights: the features of the thesis' state value and a few of ours.
//!
//! The usual weights come from a fit to matches between random decks and from trials (`docs/agents.md`);
//! `weights/thesis.toml` has those of the thesis, whose sum `worth.rs` forms in whole numbers.

use cardwright_core::{DISPELLED, Seat, State};
use cardwright_effects::{Game, Planning, features};

use super::state::*;
use super::worth::POINT;

// All but `presence` counts for a seat's own side and against the other's.
features! {
    /// Times the square root of a hero's health.
    Hero "hero" 2.0;
    Element "element" 0.2;
    Attack "attack" 1.0;
    Health "health" 1.0;
    /// Times the price of a keyword in the budget of the game.
    Keyword "keyword" 1.0;
    /// Every other ability of a minion.
    Ability "ability" 0.8;
    /// Each of the first three cards in hand.
    Card "card" 1.0;
    /// Each card beyond them.
    FurtherCard "further_card" 0.5;
    /// The mana that the cards in hand cost.
    HandMana "hand_mana" 0.5;
    /// Each point of health that a hero has less than 10.
    Low "low" -0.8;
    /// For each known card in hand, each element that it lacks.
    Lacking "lacking" -0.5;
    /// From turn 10 on: the square root of the cards in the deck, less the next fatigue.
    Deck "deck" 1.0;
    /// Without a minion, 2 points and one more for each turn, up to 12, are lost; so much is an empty enemy side worth.
    Presence "presence" 0.3;
}

/// What an unknown card is taken to cost.
const USUAL_COST: i16 = 4;
/// The health below which a hero is in danger.
const LOW: i32 = 10;
/// The most elements that a card is said to lack.
const MOST_LACKING: i16 = 3;
/// The turn from which decks count.
const LATE: u32 = 10;

impl Planning for ElementalCommand {
    const WEIGHTS: &'static [(&'static str, f64)] = DEFAULTS;
    const FINISHING: &'static [(&'static str, f64)] = &[("hero", 20.0)];
    const RATED: bool = true;

    fn appraise(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> f64 {
        let weights = Weights(weights);
        let turn = state.now.div_ceil(2);
        let mut sum = side(game, state, seat, turn, &weights) - side(game, state, foe(seat), turn, &weights);
        let presence = (2 + turn.min(LATE)) as f64 * weights.of(Feature::Presence);
        if minions(state, seat).is_empty() {
            sum -= presence;
        }
        if minions(state, foe(seat)).is_empty() {
            sum += presence;
        }
        sum
    }
}

/// The minions of a seat that are not about to leave.
#[inline(always)]
fn minions(state: &State<ElementalCommand>, seat: Seat) -> cardwright_core::PieceSet {
    (state.side[seat.at()] & state.kind[MINION]) - state.dying
}

/// What a seat has: its hero, minions, elements and cards.
#[inline]
fn side(
    game: &Game<ElementalCommand>,
    state: &State<ElementalCommand>,
    seat: Seat,
    turn: u32,
    weights: &Weights<'_>,
) -> f64 {
    let tables = &game.data.worth;
    let (mut attack, mut health, mut keyword, mut ability) = (0, 0, 0, 0);
    for id in minions(state, seat) {
        let piece = state.piece(id);
        let power = (piece.attack as i32 + piece.lent_attack as i32).max(0);
        let left = piece.health as i32 + piece.lent_health as i32 - piece.damage as i32;
        attack += power;
        health += left;
        keyword += tables.keywords(piece, power, left);
        if !piece.is(DISPELLED) {
            ability += tables.abilities(piece.def);
        }
    }
    let hero = state.piece(hero(seat));
    let hero = hero.health as i32 + hero.lent_health as i32 - hero.damage as i32;
    let held = &state.seats[seat.at()].resources;
    let elements = held[EARTH] + held[EARTH + 1] + held[EARTH + 2];
    let cards = state.zone_len(seat, HAND) as i32;
    let mut sum = weights.of(Feature::Hero) * tables.root(hero)
        + weights.of(Feature::Element) * elements as f64
        + weights.of(Feature::Attack) * attack as f64
        + weights.of(Feature::Health) * health as f64
        + weights.of(Feature::Keyword) * keyword as f64 / POINT as f64
        + weights.of(Feature::Ability) * ability as f64
        + weights.of(Feature::Card) * cards.min(3) as f64
        + weights.of(Feature::FurtherCard) * (cards - 3).max(0) as f64;
    let (mut mana, mut lacking) = (0, 0);
    for &id in state.zone(seat, HAND) {
        let price = &game.data.prices[state.card(id).def.at()];
        if price[0] == UNKNOWN {
            mana += USUAL_COST;
            continue;
        }
        mana += price[0];
        let lacks = |element: usize| (price[element] - held[EARTH + element - 1]).max(0);
        lacking += (lacks(1) + lacks(2) + lacks(3)).min(MOST_LACKING);
    }
    sum += weights.of(Feature::HandMana) * mana as f64
        + weights.of(Feature::Lacking) * lacking as f64
        + weights.of(Feature::Low) * (LOW - hero).max(0) as f64;
    if turn >= LATE {
        let left = tables.root(state.zone_len(seat, DECK) as i32);
        sum += weights.of(Feature::Deck) * (left - (held[FATIGUE] + 1) as f64);
    }
    sum
}
