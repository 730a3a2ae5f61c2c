//! The rules of the games, one folder each. Games never import each other.
#![forbid(unsafe_code)]

use cardwright_effects::{Basics, Rules};

/// A task for one game; [`visit`] finds the game by its slug.
pub trait Visit {
    /// The result of the task.
    type Answer;

    /// Does the task for the game with these rules.
    fn game<R: Rules>(self) -> Self::Answer;
}

/// Declares the module of each game and lists its rules, so that a game is one line.
macro_rules! games {
    ($($module:ident: $rules:ident,)*) => {
        $(pub mod $module;)*

        /// The slugs of all games.
        pub const SLUGS: &[&str] = &[$($module::$rules::SLUG),*];

        /// Does a task for the game with a slug; none if there is no such game.
        pub fn visit<V: Visit>(slug: &str, visitor: V) -> Option<V::Answer> {
            $(if slug == $module::$rules::SLUG {
                return Some(visitor.game::<$module::$rules>());
            })*
            None
        }
    };
}

// A game is one line: its folder and the type of its rules.
games! {
    elemental_command: ElementalCommand,
    hearth: Hearth,
    hexlands: Hexlands,
    mana: Mana,
    ruler: Ruler,
}
