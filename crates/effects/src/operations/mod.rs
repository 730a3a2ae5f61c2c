//! What each operation does, one file per family. An operation knows no card, no game and no chance but its dice.

pub mod cards;
pub mod flow;
pub mod pieces;
pub mod players;
pub mod values;
