//! Why an action is refused.

use cardwright_core::{Action, State};

use super::Basics;
use crate::game::Game;
use crate::turns;

/// The reasons of a game.
pub trait Refusals: Basics {
    /// Why an action that is well-formed is not legal, in rulebook words. It looks at nothing that the seat may not know.
    fn why_illegal(_: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        turns::why_not_now(state, action.seat).unwrap_or("that is not possible now").into()
    }
}
