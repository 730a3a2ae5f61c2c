//! Random positions for the fuzzer, and which cards suit a hero.

use cardwright_core::{Card, DefId, Dice, Seat, State};
use cardwright_effects::{Ctx, Game, Trials, play};

use super::clock;
use super::state::*;

impl Trials for Mana {
    /// A card is of use to a hero if the hero can ever pay it.
    fn suits(game: &Game<Self>, hero: DefId, def: DefId) -> bool {
        let (price, periods) = (&game.data.prices[def.at()], &game.data.periods[hero.at()]);
        (0..PURSE).all(|at| price[at] <= 0 || periods[at] > 0)
    }

    /// A moment in the middle of a match with full purses, minions on both sides and the card in hand.
    fn random_position(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        if !game.catalogue.law.has_deck_for(game.def(card).kind) {
            return None;
        }
        let setup = play::random_setup(game, dice, &[card])?;
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
}

/// Puts some random minions on both sides, some of them ready, one of them damaged.
fn scatter(cx: &mut Ctx<'_, Mana>) {
    let game = cx.game;
    let is_minion = |def: &DefId| game.def(*def).kind as usize == MINION;
    let minions: Vec<DefId> = game.deck_cards.iter().copied().filter(is_minion).collect();
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
                clock::exhaust(cx, piece, 0);
            }
            if cx.state.piece(piece).health > 1 && cx.dice.below(3) == 0 {
                cx.state.piece_mut(piece).damage = 1;
            }
        }
    }
}
