//! Who sees what: fog, witnesses, and what a seat may assume about the rest.

use cardwright_core::{Audience, Cell, DefId, Dice, PieceId, PieceSet, Seat, SeatSet, State, What};

use super::Basics;
use crate::game::Game;

/// A piece as a seat last saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub def: DefId,
    pub owner: Seat,
    pub cell: Cell,
    pub health: i16,
    /// The time at which it was last seen.
    pub when: u32,
}

/// What is hidden from whom, beyond the declared audiences.
pub trait Secrecy: Basics {
    /// Whether a seat may see a piece; asked only in games with fog.
    fn sees(_: &Game<Self>, _: &State<Self>, _: Seat, _: PieceId) -> bool {
        true
    }

    /// All pieces that a seat may see; asked only in games with fog. A game that can compute it at once overrides it.
    fn seen(game: &Game<Self>, state: &State<Self>, seat: Seat) -> PieceSet {
        let mut seen = PieceSet::EMPTY;
        for piece in state.used.filter(|&piece| Self::sees(game, state, seat, piece)) {
            seen.insert(piece);
        }
        seen
    }

    /// Whether a seat has as many pieces as it may have. Others may learn this, since no more pieces come then.
    fn is_full(_: &Game<Self>, _: &State<Self>, _: Seat) -> bool {
        false
    }

    /// Who notices something that happened: everybody, except that amounts may be an owner's secret and that in a
    /// game with fog a seat must see every piece it is about.
    fn witnesses(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        if let What::Gained { seat, resource, .. } = what
            && Self::AUDIENCES.resources[*resource as usize] != Audience::All
        {
            return SeatSet::one(*seat);
        }
        if Self::AUDIENCES.veiled != 0 {
            let veiled = (what.pieces() & Self::AUDIENCES.veiled(state)).first();
            if veiled.is_some() {
                return SeatSet::one(state.piece(veiled).owner);
            }
        }
        if !Self::FOG || what.pieces().is_empty() {
            return SeatSet::ALL;
        }
        let mut witnesses = SeatSet::EMPTY;
        for seat in state.all_seats() {
            if what.pieces().into_iter().all(|piece| Self::sees(game, state, seat, piece)) {
                witnesses.insert(seat);
            }
        }
        witnesses
    }

    /// Those witnesses who also see the cause.
    fn witnesses_of_cause(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        match what.by() {
            Some(by) if Self::FOG && by.who.piece.is_some() => {
                let mut witnesses = SeatSet::EMPTY;
                for seat in state.all_seats() {
                    if Self::sees(game, state, seat, by.who.piece) {
                        witnesses.insert(seat);
                    }
                }
                witnesses
            }
            _ => SeatSet::ALL,
        }
    }

    /// Blanks the parts of the game's own extras that are hidden from a seat; the declared audiences blank the shared
    /// parts.
    fn conceal(_: &Game<Self>, _truth: &State<Self>, _view: &mut State<Self>, _: Seat) {}

    /// Whether a seat sees something that the declared audiences hide from it, the top of its deck for example: an
    /// action may then show it something new.
    fn peeks(_: &State<Self>, _: Seat) -> bool {
        false
    }

    /// Pieces that a seat has seen and does not see now, as it last saw them; asked of its view.
    fn remembered(_: &Game<Self>, _view: &State<Self>, _: Seat) -> Vec<Memory> {
        Vec::new()
    }

    /// Fills in the hidden parts of the game's own extras in a truth that is sampled from a seat's view.
    fn imagine(_: &Game<Self>, _truth: &mut State<Self>, _: Seat, _: &mut Dice) {}

    /// Changes the parts of the game's own extras that are hidden from a seat, so that the seat cannot tell the new
    /// truth from the old: the secrecy test's counterpart of [`Secrecy::conceal`].
    fn scramble(_: &Game<Self>, _other: &mut State<Self>, _: Seat, _: &mut Dice) {}

    /// Whether a card may lie in a zone; unknown cards are imagined by this. By default heroes, bases and cards that
    /// only pieces know lie in no zone, and if a player has several decks, each holds only its kinds.
    fn fits(game: &Game<Self>, zone: usize, def: DefId) -> bool {
        let deck = zone.checked_sub(Self::DECK);
        def == DefId::HIDDEN || game.catalogue.law.allows(deck, game.def(def).kind)
    }

    /// The cards that an unknown card may be when a truth is sampled: by default all that a deck may hold.
    fn unknown_pool(game: &Game<Self>) -> &[DefId] {
        &game.deck_cards
    }
}
