//! The native agents, one file each. An agent chooses an action from a view; beyond its turn it keeps only its dice.

pub mod budget;
pub mod expectimax;
mod given;
pub mod greedy;
mod keys;
pub mod level;
pub mod lookahead;
pub mod minded;
pub mod paced;
pub mod pass;
pub mod random;
mod rating;
pub mod sequences;
mod turn;
pub mod value;
