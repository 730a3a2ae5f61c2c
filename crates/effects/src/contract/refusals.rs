//! Why an action is refused.

use cardwright_core::{Action, State};

use super::Basics;
use crate::game::Game;
use crate::turns;

/// The refusals of a game.
pub trait Refusals: Basics {
    /// Why a well-formed action is not legal, in rulebook words. It uses nothing that the seat may not know.
    fn why_illegal(_: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        turns::why_not_now(state, action.seat).unwrap_or("that is not possible now").into()
    }
}
