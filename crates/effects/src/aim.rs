//! What the player of a card chooses for its text: one target, or two in order.

use cardwright_core::{Action, Cell, DefId, NO_CHOICE, PieceId, PieceSet, Seat, State};

use crate::catalogue::{CardDef, NOTHING};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;
use crate::play::{TARGET, TO, targets};

/// The pieces that a card lets a seat choose as its first target.
///
/// RULE: a text that chooses two targets needs both: a first one that leaves no second one cannot be chosen.
#[inline]
pub fn first_targets<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    printed: &CardDef,
    seat: Seat,
    source: PieceId,
) -> PieceSet {
    let mut found = targets(game, state, printed.target, seat, source);
    if printed.second != NOTHING {
        for piece in found {
            if second_targets(game, state, printed, seat, source, piece).is_empty() {
                found.remove(piece);
            }
        }
    }
    found
}

/// The pieces that a card lets a seat choose as its second target, after the first one.
pub fn second_targets<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    printed: &CardDef,
    seat: Seat,
    source: PieceId,
    first: PieceId,
) -> PieceSet {
    let mut found = targets(game, state, printed.second, seat, source);
    if found.has(first) && game.catalogue.queries[printed.second as usize].not_chosen {
        found.remove(first);
    }
    found
}

/// What the player of a text has chosen.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub first: PieceId,
    pub second: PieceId,
    /// The number of a cell.
    pub destination: u8,
}

impl Default for Aim {
    /// Nothing is chosen.
    fn default() -> Self {
        Self { first: PieceId::NONE, second: PieceId::NONE, destination: NO_CHOICE }
    }
}

/// What a play has chosen. A second target is named by the cell on which it stands.
pub(crate) fn aim_of<R: Rules>(cx: &Ctx<'_, R>, action: Action, def: DefId) -> Aim {
    let (first, to) = (PieceId(action.choices[TARGET as usize]), action.choices[TO as usize]);
    if cx.game.def(def).second == NOTHING || to == NO_CHOICE {
        return Aim { first, destination: to, ..Aim::default() };
    }
    Aim { first, second: cx.state.on(Cell(to)).first(), ..Aim::default() }
}
