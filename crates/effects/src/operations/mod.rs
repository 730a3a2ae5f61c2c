//! What each operation does, one file per family. An operation knows no card, no game and no chance but its dice.

pub mod cards;
pub mod deeds;
pub mod fates;
pub mod flow;
pub mod grounds;
pub mod objects;
pub mod pieces;
pub mod players;
pub mod values;
