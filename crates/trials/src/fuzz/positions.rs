//! Positions made for a card: with the card in hand and, if wished, with boards full of pieces that listen.

use cardwright_core::{ARRIVED, DefId, Dice, PieceSet, State};
use cardwright_effects::{Ctx, Game, Legal, Rules};

use super::played::played_card;

/// How often a position is laid out anew before the card counts as unplayable.
const LAYOUTS: usize = 12;
/// How many different listening cards a crowd is made of.
const VOICES: u32 = 4;
/// The most pieces that are added to a side.
const CROWD: u32 = 20;

/// A position in which the seat to act can play this card, if the game can make one.
pub fn position<R: Rules>(
    game: &Game<R>,
    card: DefId,
    is_crowded: bool,
    dice: &mut Dice,
) -> Option<State<R>> {
    (0..LAYOUTS).find_map(|_| {
        let laid = R::random_position(game, card, dice)?;
        let state = if is_crowded { crowd(game, laid, dice)? } else { laid };
        let seat = R::to_act(&state).first();
        let mut is_playable = false;
        Legal::of(game, &state, seat).each(game, &state, |action| {
            is_playable |= played_card(&state, &action) == Some(card);
        });
        is_playable.then_some(state)
    })
}

/// Fills the sides with pieces whose abilities listen for events about themselves and about others.
fn crowd<R: Rules>(game: &Game<R>, mut state: State<R>, dice: &mut Dice) -> Option<State<R>> {
    let heroes = state.all_seats().fold(PieceSet::EMPTY, |set, seat| match R::own_piece(&state, seat) {
        own if own.is_some() => set | PieceSet::one(own),
        _ => set,
    });
    let is_body = |def: &DefId| {
        let kind = game.def(*def).kind as usize;
        (state.kind[kind] - heroes).any() && game.def(*def).health > 0
    };
    let listens = |def: &DefId| !game.def(*def).abilities.is_empty();
    let (pool, active) = (R::unknown_pool(game), state.active);
    let bodies: Vec<DefId> = pool.iter().copied().filter(is_body).filter(listens).collect();
    if bodies.is_empty() {
        return None;
    }
    let voices: Vec<DefId> =
        (0..1 + dice.below(VOICES)).map(|_| bodies[dice.below(bodies.len() as u32) as usize]).collect();
    let mut cx = Ctx::new(game, &mut state, dice, None, None);
    for owner in cx.state.all_seats() {
        for _ in 0..4 + cx.dice.below(CROWD - 3) {
            let own = cx.state.side[owner.at()];
            // A seat that is out may have taken everything along.
            if own.is_empty() {
                return None;
            }
            let near = cx.state.piece(own.nth(cx.dice.below(own.len()))).cell;
            let near = if near.is_some() { near } else { R::home_cell(game, cx.state.seat_count(), owner) };
            let Some(cell) = R::summon_cell(game, cx.state, owner, near) else { break };
            let def = voices[cx.dice.below(voices.len() as u32) as usize];
            cx.enter(owner, def, cell);
            cx.resolve();
            if cx.state.prompt.is_open() || cx.state.is_over || cx.state.side[owner.at()].is_empty() {
                return None;
            }
        }
    }
    for piece in cx.state.used {
        cx.state.piece_mut(piece).flags &= !ARRIVED;
    }
    R::arranged(&mut cx);
    cx.refresh_lent();
    cx.resolve();
    let is_calm = !state.is_over && !state.prompt.is_open() && state.active == active;
    (is_calm && R::check_position(game, &state).is_ok()).then_some(state)
}
