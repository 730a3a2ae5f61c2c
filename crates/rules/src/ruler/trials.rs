//! Random positions for the fuzzer, and the speed of combat.

use cardwright_core::{ARRIVED, Card, Cell, CellSet, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Course, Ctx, Game, Measured, Trials, play};

use super::sight;
use super::state::*;
use super::{course, worth};

impl Trials for Ruler {
    /// A turn with plenty of everything, units and structures of all sides, and the card in hand.
    fn random_position(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        deck_of(game.def(card).kind)?;
        let setup = play::random_setup(game, dice, &[card])?;
        let mut state = play::begin(game, &setup, dice, None);
        let mut cx = Ctx::new(game, &mut state, dice, None, None);
        let seat = cx.state.extra.starting;
        for owner in cx.state.all_seats() {
            *cx.state.resource_mut(owner, GOLD) = 900;
            *cx.state.resource_mut(owner, MANA) = course::MANA_MOST;
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
        Self::arranged(&mut cx);
        cx.refresh_lent();
        (!state.is_over && !state.prompt.is_open() && state.active == SeatSet::one(seat)).then_some(state)
    }

    fn measures() -> &'static [Measured<Self>] {
        &[("outcomes_per_s", worth::enumerate_attacks)]
    }
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
