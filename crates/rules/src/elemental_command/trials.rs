//! Random positions for the fuzzer.

use cardwright_core::{ARRIVED, Card, Cell, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Trials, play};

use super::state::*;

impl Trials for ElementalCommand {
    /// A first turn with plenty of everything, minions on both sides, and the card in hand.
    fn random_position(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        if !game.deck_cards.contains(&card) {
            return None;
        }
        let setup = play::random_setup(game, dice, &[card])?;
        let mut state = play::begin(game, &setup, dice, None);
        let mut cx = Ctx::new(game, &mut state, dice, None, None);
        let seat = cx.state.extra.starting;
        cx.state.phase = TURN;
        cx.state.now = 1;
        cx.state.active = SeatSet::one(seat);
        for owner in cx.state.all_seats() {
            for resource in [MANA, CRYSTALS] {
                *cx.state.resource_mut(owner, resource) = game.data.mana_limit;
            }
            let printed = game.def(card);
            for element in 0..3 {
                let held = cx.state.resource_mut(owner, EARTH + element);
                *held = (*held).max(printed.numbers[element]);
            }
            *cx.state.resource_mut(owner, POWER) = 1;
            *cx.state.resource_mut(owner, MULLIGAN) = 0;
            *cx.state.resource_mut(owner, STEP) = 1;
        }
        *cx.state.resource_mut(seat, MANA) = game.def(card).cost.max(game.data.mana_limit);
        // The card takes the first place in hand.
        let first = cx.state.zone(seat, HAND)[0];
        *cx.state.card_mut(first) = Card { def: card, ..Card::default() };
        scatter(&mut cx);
        cx.resolve();
        for piece in state.used {
            state.piece_mut(piece).flags &= !ARRIVED;
        }
        (!state.is_over && !state.prompt.is_open() && state.active == SeatSet::one(seat)).then_some(state)
    }
}

/// Puts some random minions on both sides, one of them damaged.
fn scatter(cx: &mut Ctx<'_, ElementalCommand>) {
    let game = cx.game;
    let minions: Vec<DefId> =
        game.collectible.iter().copied().filter(|&def| game.def(def).kind as usize == MINION).collect();
    if minions.is_empty() {
        return;
    }
    for owner in [Seat(0), Seat(1)] {
        for _ in 0..1 + cx.dice.below(4) {
            let cell = Cell(owner.0 * 10 + cx.dice.below(10) as u8);
            let def = minions[cx.dice.below(minions.len() as u32) as usize];
            if cx.state.on(cell).is_empty()
                && let Some(piece) = cx.enter(owner, def, cell)
                && cx.state.piece(piece).health > 1
                && cx.dice.below(3) == 0
            {
                cx.state.piece_mut(piece).damage = 1;
            }
        }
    }
}
