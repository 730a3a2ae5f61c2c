//! Which card an action is about.

use cardwright_core::{Action, DefId, Means, PieceId, State};
use cardwright_effects::{Game, Rules};

/// The card an action plays from the hand, if it plays one.
pub fn played_card<R: Rules>(state: &State<R>, action: &Action) -> Option<DefId> {
    // The first verb about a card in hand plays it; others throw it away.
    let plays = R::VERBS.iter().position(|verb| verb.source == Means::Card && !verb.subset)?;
    if action.verb as usize != plays {
        return None;
    }
    state.zone(action.seat, R::HAND).get(action.source as usize).map(|&id| state.card(id).def)
}

/// The card that a piece uses by an action, if it uses one that it knows.
pub fn used_card<R: Rules>(game: &Game<R>, state: &State<R>, action: &Action) -> Option<DefId> {
    let verb = &R::VERBS[action.verb as usize];
    let (place, _) = verb.choices.iter().enumerate().find(|(_, choice)| choice.1 == Means::Known)?;
    let user = state.piece(PieceId(action.source));
    game.def(user.def).knows.get(action.choices[place] as usize).copied()
}
