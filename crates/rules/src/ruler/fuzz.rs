//! Random decks and positions: what the fuzzer plays when it varies matches by itself.

use cardwright_core::{ARRIVED, Card, Cell, CellSet, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Setup, play};

use super::sight;
use super::state::*;
use super::turn;

/// Cards of a random deck of each kind.
const SIZES: [usize; 3] = [14, 8, 8];

/// Random decks for as many seats as the map has bases, or fewer; the preferred cards come first.
pub fn random_setup(game: &Game<Ruler>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
    let base = (1..game.catalogue.defs.len())
        .map(|at| DefId(at as u16))
        .find(|&def| game.def(def).kind as usize == BASE)?;
    let seats = 2 + dice.below(game.data.map.bases.len().min(4) as u32 - 1) as usize;
    let mut setup = Setup { board: game.board.clone(), ..Setup::default() };
    for _ in 0..seats {
        let decks = (0..3).map(|deck| random_deck(game, dice, deck, prefer)).collect::<Option<Vec<_>>>()?;
        setup.decks.push(decks);
        setup.heroes.push(base);
    }
    Some(setup)
}

fn random_deck(game: &Game<Ruler>, dice: &mut Dice, deck: usize, prefer: &[DefId]) -> Option<Vec<DefId>> {
    let belongs = |def: &DefId| game.def(*def).collectible && deck_of(game.def(*def).kind) == Some(deck);
    let cards: Vec<DefId> = game.deck_cards.iter().copied().filter(belongs).collect();
    if cards.is_empty() {
        return None;
    }
    let mut favoured: Vec<DefId> = prefer.iter().copied().filter(belongs).collect();
    dice.shuffle(&mut favoured);
    // Half of the deck at most, so that the preferred cards still meet others.
    favoured.truncate(SIZES[deck] / 2);
    while favoured.len() < SIZES[deck] {
        favoured.push(cards[dice.below(cards.len() as u32) as usize]);
    }
    Some(favoured)
}

/// A turn with wealth, units and structures of all sides and the card in hand.
pub fn layout(game: &Game<Ruler>, card: DefId, dice: &mut Dice) -> Option<State<Ruler>> {
    deck_of(game.def(card).kind)?;
    let setup = random_setup(game, dice, &[card])?;
    let mut state = play::begin(game, &setup, dice, None);
    let mut cx = Ctx::new(game, &mut state, dice, None, None);
    let seat = cx.state.extra.starting;
    for owner in cx.state.all_seats() {
        *cx.state.resource_mut(owner, GOLD) = 900;
        *cx.state.resource_mut(owner, MANA) = turn::MANA_MOST;
        *cx.state.resource_mut(owner, DRAWS) = 0;
    }
    cx.state.phase = TURN;
    cx.state.add_card(seat, HAND, Card { def: card, ..Card::default() })?;
    scatter(&mut cx);
    cx.resolve();
    let mut cx = Ctx::new(game, &mut state, dice, None, None);
    for piece in cx.state.used {
        cx.state.piece_mut(piece).flags &= !ARRIVED;
    }
    turn::arranged(&mut cx);
    cx.refresh_lent();
    (!state.is_over && !state.prompt.is_open() && state.active == SeatSet::one(seat)).then_some(state)
}

/// Puts some random units and structures near the bases, some of them damaged.
fn scatter(cx: &mut Ctx<'_, Ruler>) {
    let game = cx.game;
    let bodies: Vec<DefId> = game
        .deck_cards
        .iter()
        .copied()
        .filter(|&def| matches!(game.def(def).kind as usize, UNIT | STRUCTURE))
        .collect();
    let bases = game.data.map.bases.iter().fold(CellSet::EMPTY, |set, &base| set | CellSet::one(base));
    let seats: Vec<Seat> = cx.state.all_seats().collect();
    for owner in seats {
        for _ in 0..2 + cx.dice.below(5) {
            let def = bodies[cx.dice.below(bodies.len() as u32) as usize];
            let ground = game.data.map.ground[gait(game.def(def).keywords) as usize];
            let near = (game.data.map.around[0] | sight::influence(game, cx.state, owner)) & ground;
            let cells = near - bases;
            if cells.is_empty() {
                continue;
            }
            let cell: Cell = cells.nth(cx.dice.below(cells.len()));
            if let Some(piece) = cx.enter(owner, def, cell)
                && cx.dice.below(3) == 0
            {
                let it = cx.state.piece_mut(piece);
                it.damage = it.health / 2;
                it.statuses[POISONED] = (game.def(def).kind as usize == UNIT) as u8;
            }
        }
    }
}
