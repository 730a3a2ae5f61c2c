//! Pieces whose card only their owner knows: filling them in where a truth is imagined.

use cardwright_core::{ARRIVED, DefId, Dice, Piece, PieceId, PieceSet, Seat, State};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;

/// Gives every veiled piece whose card is unknown a card that it may be.
pub fn imagine<R: Rules>(game: &Game<R>, state: &mut State<R>, dice: &mut Dice) {
    for piece in R::AUDIENCES.veiled(state) {
        if state.piece(piece).def == DefId::HIDDEN {
            replace(game, state, piece, dice);
        }
    }
}

/// Gives the veiled pieces of others another card: the seat cannot tell the new truth from the old.
pub fn disguise<R: Rules>(game: &Game<R>, state: &mut State<R>, seat: Seat, dice: &mut Dice) {
    let own = if seat.is_some() { state.side[seat.at()] } else { PieceSet::EMPTY };
    for piece in R::AUDIENCES.veiled(state) - own {
        replace(game, state, piece, dice);
    }
}

/// A piece becomes a random card of its kind that its owner may have and has not in play: one of the owner's own hero,
/// or one that every deck may hold.
fn replace<R: Rules>(game: &Game<R>, state: &mut State<R>, piece: PieceId, dice: &mut Dice) {
    let owner = state.piece(piece).owner;
    let own = R::own_piece(state, owner);
    let hero = if own.is_some() { state.piece(own).def } else { DefId::NONE };
    let suits = |def: &DefId| {
        let reserved = game.def(*def).reserved;
        !reserved.is_some() || reserved == hero
    };
    let cards = possible(game, state, piece);
    let likely: Vec<DefId> = cards.iter().filter(|def| suits(def)).copied().collect();
    let likely = if likely.is_empty() { cards } else { likely };
    if !likely.is_empty() {
        assume(game, state, piece, likely[dice.below(likely.len() as u32) as usize]);
    }
}

/// The cards that a veiled piece may be: all of its kind that its owner has not in play.
pub fn possible<R: Rules>(game: &Game<R>, state: &State<R>, piece: PieceId) -> Vec<DefId> {
    let owner = state.piece(piece).owner;
    let Some(kind) = state.kind.iter().position(|set| set.has(piece)) else { return Vec::new() };
    let is_there = |def| state.side[owner.at()].into_iter().map(|it| state.piece(it).def).any(|it| it == def);
    let fits = |def: &DefId| game.def(*def).kind as usize == kind && !is_there(*def);
    game.deck_cards.iter().copied().filter(fits).collect()
}

/// A veiled piece becomes this card.
pub fn assume<R: Rules>(game: &Game<R>, state: &mut State<R>, piece: PieceId, def: DefId) {
    let printed = game.def(def);
    let old = *state.piece(piece);
    *state.piece_mut(piece) = Piece {
        keywords: printed.keywords,
        attack: printed.attack,
        health: printed.health,
        def,
        statuses: printed.statuses,
        flags: old.flags | ARRIVED,
        ..old
    };
    let mut dice = Dice::sampled(0, "veil");
    let mut cx = Ctx::new(game, state, &mut dice, None, None);
    cx.deafen_all(piece);
    cx.listen(piece);
}
