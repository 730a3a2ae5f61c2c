//! The rules of the games, one folder each. Games never import each other.
#![forbid(unsafe_code)]

pub mod elemental_command;
pub mod mana;
pub mod ruler;
