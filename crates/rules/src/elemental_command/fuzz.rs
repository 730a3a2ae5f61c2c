//! Random decks and positions: what the fuzzer plays when it varies matches by itself.

use cardwright_core::{ARRIVED, Card, Cell, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Setup, play};

use super::state::*;

/// A legal deck of random cards and a random hero for each seat; the preferred cards come first.
pub fn random_setup(game: &Game<ElementalCommand>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
    let (heroes, cards): (Vec<DefId>, Vec<DefId>) =
        (1..game.catalogue.defs.len()).map(|at| DefId(at as u16)).partition(|&def| is_hero(game, def));
    let cards: Vec<DefId> = cards.into_iter().filter(|&def| game.def(def).collectible).collect();
    if heroes.is_empty() {
        return None;
    }
    let mut setup = Setup::default();
    for _ in 0..2 {
        let hero = heroes[dice.below(heroes.len() as u32) as usize];
        let may_hold = |def: &DefId| !game.def(*def).reserved.is_some() || game.def(*def).reserved == hero;
        let cards: Vec<DefId> = cards.iter().copied().filter(may_hold).collect();
        if cards.len() * game.data.copies < game.data.deck {
            return None;
        }
        setup.decks.push(vec![random_deck(game, dice, &cards, prefer)]);
        setup.heroes.push(hero);
    }
    Some(setup)
}

fn is_hero(game: &Game<ElementalCommand>, def: DefId) -> bool {
    game.def(def).kind as usize == HERO
}

fn random_deck(
    game: &Game<ElementalCommand>,
    dice: &mut Dice,
    cards: &[DefId],
    prefer: &[DefId],
) -> Vec<DefId> {
    let mut favoured: Vec<DefId> = prefer.iter().copied().filter(|def| cards.contains(def)).collect();
    dice.shuffle(&mut favoured);
    let mut deck = Vec::with_capacity(game.data.deck);
    let wanted = favoured.into_iter().flat_map(|def| std::iter::repeat_n(def, game.data.copies));
    // Half of the deck at most, so that the preferred cards still meet others.
    deck.extend(wanted.take(game.data.deck / 2));
    while deck.len() < game.data.deck {
        let def = cards[dice.below(cards.len() as u32) as usize];
        if deck.iter().filter(|&&other| other == def).count() < game.data.copies {
            deck.push(def);
        }
    }
    deck
}

/// A first turn with wealth, minions on both sides and the card in hand.
pub fn layout(
    game: &Game<ElementalCommand>,
    card: DefId,
    dice: &mut Dice,
) -> Option<State<ElementalCommand>> {
    if is_hero(game, card) {
        return None;
    }
    let setup = random_setup(game, dice, &[card])?;
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
