//! Random positions for the fuzzer.

use cardwright_core::{ARRIVED, Card, Cell, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Places, Trials, play};

use super::state::*;

impl Trials for Hearth {
    /// RULE: a class's cards belong to its heroes; a card of no class belongs to everybody.
    fn suits(game: &Game<Self>, hero: DefId, card: DefId) -> bool {
        game.def(card).tags & game.data.classes & !game.def(hero).tags == 0
    }

    /// A turn with plenty of everything, minions, weapons and secrets on both sides, and the card in hand.
    fn random_position(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        if !game.deck_cards.contains(&card) {
            return None;
        }
        let setup = play::random_setup(game, dice, &[card])?;
        let mut state = play::begin(game, &setup, dice, None);
        let mut cx = Ctx::new(game, &mut state, dice, None, None);
        let seat = cx.state.extra.starting;
        (cx.state.phase, cx.state.now) = (TURN, 1);
        cx.state.active = SeatSet::one(seat);
        for owner in [Seat(0), Seat(1)] {
            for resource in [MANA, CRYSTALS] {
                *cx.state.resource_mut(owner, resource) = game.data.mana_limit;
            }
            *cx.state.resource_mut(owner, POWER) = 1;
            *cx.state.resource_mut(owner, MULLIGAN) = 0;
            *cx.state.resource_mut(owner, ARMOUR) = cx.dice.below(4) as i16;
            let hero = cx.state.piece_mut(hero(owner));
            hero.damage = cx.dice.below(hero.health.max(1) as u32) as i16;
        }
        *cx.state.resource_mut(seat, MANA) = game.def(card).cost.max(game.data.mana_limit);
        // The card takes the first place in hand.
        let first = *cx.state.zone(seat, HAND).first()?;
        *cx.state.card_mut(first) = Card::new(card);
        for owner in [Seat(0), Seat(1)] {
            scatter(&mut cx, owner);
        }
        cx.state.is_dirty = true;
        cx.resolve();
        for piece in state.used {
            state.piece_mut(piece).flags &= !ARRIVED;
        }
        (!state.is_over && !state.prompt.is_open() && state.active == SeatSet::one(seat)).then_some(state)
    }
}

/// Gives a seat some random minions, some of them damaged, and perhaps a weapon, a secret and a card in the graveyard.
fn scatter(cx: &mut Ctx<'_, Hearth>, owner: Seat) {
    for _ in 0..1 + cx.dice.below(4) {
        if let Some(piece) = bring(cx, owner, MINION)
            && cx.state.piece(piece).health > 1
            && cx.dice.below(3) == 0
        {
            cx.state.piece_mut(piece).damage = 1;
        }
    }
    for kind in [WEAPON, SECRET] {
        if cx.dice.below(2) == 0 {
            bring(cx, owner, kind);
        }
    }
    if let Some(def) = pick(cx, MINION) {
        cx.state.add_card(owner, GRAVEYARD, Card::shown(def));
    }
}

/// Brings a random card of a kind into play.
fn bring(cx: &mut Ctx<'_, Hearth>, owner: Seat, kind: usize) -> Option<cardwright_core::PieceId> {
    let def = pick(cx, kind)?;
    let cell = Hearth::room_for(cx, owner, def, Cell::NONE)?;
    cx.enter(owner, def, cell)
}

/// A random collectible card of a kind.
fn pick(cx: &mut Ctx<'_, Hearth>, kind: usize) -> Option<DefId> {
    let game = cx.game;
    let such: Vec<DefId> =
        game.collectible.iter().copied().filter(|&def| game.def(def).kind as usize == kind).collect();
    (!such.is_empty()).then(|| such[cx.dice.below(such.len() as u32) as usize])
}
