//! The native agents, one file each. An agent chooses an action from a view; beyond its turn it keeps only its dice.

pub mod budget;
pub mod expectimax;
pub mod greedy;
pub mod minded;
pub mod paced;
pub mod pass;
pub mod random;
pub mod value;
