//! The contract of a game, divided by who calls it. A game implements each part in the file of the same name in its
//! folder. Nearly everything has a default body; a game lists the parts it leaves unchanged in
//! [`usual!`](crate::usual).
//!
//! | part | who asks |
//! | --- | --- |
//! | [`Basics`] | everybody: name, zones, words, the game's own data |
//! | [`Course`] | the interpreter: opening, turns, steps, the end |
//! | [`Actions`] | code that lists or carries out actions |
//! | [`Refusals`] | code that tells a player why not |
//! | [`Places`] | card texts: what is near, where there is room |
//! | [`Reactions`] | the verbs of the rulebook: damage, entering, dying, drawing |
//! | [`Secrecy`] | views and events: who sees what |
//! | [`Checks`] | code that reads a setup, a position or a view from outside |
//! | [`Clock`] | games in which time runs |
//! | [`Shown`] | tables |
//! | [`Worth`] | agents that weigh positions |
//! | [`Planning`] | agents that plan whole turns |
//! | [`Trials`] | fuzz and bench |

mod actions;
mod basics;
mod checks;
mod clock;
mod course;
mod places;
mod planning;
mod reactions;
mod refusals;
mod secrecy;
mod shown;
mod trials;
mod worth;

pub use actions::Actions;
pub use basics::Basics;
pub use checks::Checks;
pub use clock::Clock;
pub use course::{Course, Outcome};
pub use places::Places;
pub use planning::{Gains, Planning, Stage, Variant};
pub use reactions::Reactions;
pub use refusals::Refusals;
pub use secrecy::{Memory, Secrecy};
pub use shown::{Asked, Footing, Shown};
pub use trials::{Measured, Trials};
pub use worth::Worth;

/// The rules of one game over its storage: all parts of the contract.
pub trait Rules:
    Course
    + Actions
    + Refusals
    + Places
    + Reactions
    + Secrecy
    + Checks
    + Clock
    + Shown
    + Worth
    + Planning
    + Trials
{
}

impl<R> Rules for R where
    R: Course
        + Actions
        + Refusals
        + Places
        + Reactions
        + Secrecy
        + Checks
        + Clock
        + Shown
        + Worth
        + Planning
        + Trials
{
}

/// The parts of the contract that a game leaves unchanged: `usual!(Duel: Clock, Planning);`.
#[macro_export]
macro_rules! usual {
    ($game:ty: $($part:ident),+ $(,)?) => {
        $(impl $crate::contract::$part for $game {})+
    };
}
