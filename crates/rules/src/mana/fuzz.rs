//! Random decks and positions: what the fuzzer plays when it varies matches by itself.

use cardwright_core::{Card, DefId, Dice, Seat, State};
use cardwright_effects::{Ctx, Game, Setup, play};

use super::state::*;
use super::time;

/// A random hero and a random deck for each seat; the preferred cards come first, and what the hero can pay is likely.
pub fn random_setup(game: &Game<Mana>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
    let (heroes, cards) = (&game.data.heroes, &game.data.deck_cards);
    if heroes.is_empty() || cards.is_empty() {
        return None;
    }
    let mut setup = Setup::default();
    for _ in 0..2 {
        let hero = heroes[dice.below(heroes.len() as u32) as usize];
        setup.decks.push(vec![random_deck(game, dice, hero, prefer)]);
        setup.heroes.push(hero);
    }
    Some(setup)
}

fn can_ever_pay(game: &Game<Mana>, hero: DefId, def: DefId) -> bool {
    let (price, periods) = (&game.data.prices[def.at()], &game.data.periods[hero.at()]);
    (0..PURSE).all(|at| price[at] <= 0 || periods[at] > 0)
}

fn random_deck(game: &Game<Mana>, dice: &mut Dice, hero: DefId, prefer: &[DefId]) -> Vec<DefId> {
    let cards = &game.data.deck_cards;
    let size =
        game.data.deck_least + dice.below((game.data.deck_most - game.data.deck_least) as u32 + 1) as usize;
    let mut deck: Vec<DefId> = prefer.iter().copied().filter(|def| cards.contains(def)).collect();
    dice.shuffle(&mut deck);
    // Half of the deck at most, so that the preferred cards still meet others.
    deck.truncate(size / 2);
    while deck.len() < size {
        let def = cards[dice.below(cards.len() as u32) as usize];
        if can_ever_pay(game, hero, def) || dice.below(8) == 0 {
            deck.push(def);
        }
    }
    deck
}

/// A moment in the middle of a match with full purses, minions on both sides and the card in hand.
pub fn layout(game: &Game<Mana>, card: DefId, dice: &mut Dice) -> Option<State<Mana>> {
    if !super::is_deck_kind(game.def(card).kind) {
        return None;
    }
    let setup = random_setup(game, dice, &[card])?;
    let mut state = play::begin(game, &setup, dice, None);
    let to = 1000 * (1 + dice.below(100));
    play::advance(game, &mut state, to, dice, None, None);
    let mut cx = Ctx::new(game, &mut state, dice, None, None);
    for owner in cx.state.all_seats() {
        cx.state.seats[owner.at()].resources[..PURSE].fill(20);
    }
    let first = cx.state.zone(Seat(0), HAND)[0];
    *cx.state.card_mut(first) = Card { def: card, ..Card::default() };
    scatter(&mut cx);
    cx.resolve();
    (!state.is_over).then_some(state)
}

/// Puts some random minions on both sides, some of them ready, one of them damaged.
fn scatter(cx: &mut Ctx<'_, Mana>) {
    let game = cx.game;
    let is_minion = |def: &DefId| game.def(*def).kind as usize == MINION;
    let minions: Vec<DefId> = game.data.deck_cards.iter().copied().filter(is_minion).collect();
    if minions.is_empty() {
        return;
    }
    for owner in [Seat(0), Seat(1)] {
        for _ in 0..1 + cx.dice.below(4) {
            let cell = location(owner, cx.dice.below(LOCATIONS as u32) as usize);
            let def = minions[cx.dice.below(minions.len() as u32) as usize];
            if cx.state.on(cell).any() {
                continue;
            }
            let Some(piece) = cx.enter(owner, def, cell) else { continue };
            if cx.dice.below(2) == 0 {
                time::exhaust(cx, piece, 0);
            }
            if cx.state.piece(piece).health > 1 && cx.dice.below(3) == 0 {
                cx.state.piece_mut(piece).damage = 1;
            }
        }
    }
}
