//! Compiled card programs and their interpreter, which acts only through verbs that a game may override.
#![forbid(unsafe_code)]

pub mod aim;
mod cards;
pub mod catalogue;
pub mod context;
pub mod contract;
pub mod damage;
pub mod deck_law;
pub mod easing;
mod features;
mod firing;
pub mod game;
pub mod in_force;
pub mod legal;
pub mod lent;
pub mod mind;
pub mod moment;
mod numbered;
pub mod operations;
pub mod options;
mod overflow;
pub mod play;
pub mod position;
pub mod prices;
pub mod program;
pub mod query;
pub mod reading;
pub mod resolve;
mod rows;
pub mod table;
pub mod tallies;
pub mod turns;
pub mod veil;
pub mod verified;
mod vocabulary;
pub mod worth;

pub use catalogue::{CardDef, Catalogue, NOTHING, Refused, Vocabulary};
pub use context::Ctx;
pub use contract::{
    Actions, Asked, Basics, Checks, Clock, Course, Footing, Gains, Measured, Memory, Outcome, Places,
    Planning, Reactions, Refusals, Rules, Secrecy, Shown, Stage, Trials, Variant, Worth,
};
pub use damage::Hit;
pub use game::{Game, Limits, Onlooker, Setup};
pub use legal::Legal;
pub use mind::{Mind, Thinking, Thought};
pub use moment::Moment;
pub use position::Position;
