//! Agents that only one game has: each is a function of what a seat may know.

use cardwright_core::{Action, DefId, Dice, PieceId, Seat, State};

use crate::contract::{Basics, Outcome};
use crate::easing::Easing;
use crate::game::Game;
use crate::legal::Legal;

/// An agent that comes with a game.
pub struct Mind<R: Basics> {
    pub name: &'static str,
    /// How it thinks, in one sentence.
    pub about: &'static str,
    /// What it weighs, by name, with the default weights.
    pub weights: &'static [(&'static str, f64)],
    /// Whether it can play worse than it can: whether it looks at [`Thinking::easing`].
    pub eases: bool,
    /// Chooses the next action; none if it waits.
    pub choose: fn(&mut Thinking<'_, R>) -> Option<Action>,
}

/// What a mind is given for one decision. It keeps nothing afterwards.
pub struct Thinking<'a, R: Basics> {
    pub game: &'a Game<R>,
    /// What the seat may know.
    pub view: &'a State<R>,
    pub seat: Seat,
    /// What the seat may do now; not empty.
    pub legal: &'a Legal,
    /// The weights, in the order of the mind's own list.
    pub weights: &'a [f64],
    /// Dice for imagined rolls: its own, never the match's.
    pub dice: &'a mut Dice,
    /// Positions it has copied, changed and looked at.
    pub branches: &'a mut u64,
    /// How this decision is to be eased, if it is.
    pub easing: Option<&'a mut Easing>,
    /// Takes down what it thought of, if anybody asks.
    pub thoughts: Option<&'a mut Vec<Thought>>,
}

/// Something a mind thought of: a card, and how the match would go on with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The card; hidden if it thought of doing nothing.
    pub card: DefId,
    pub target: PieceId,
    pub outcome: Outcome,
    /// Milliseconds until then.
    pub after: u32,
}
