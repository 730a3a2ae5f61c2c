//! Agents, matches and everything that plays many of them.
#![forbid(unsafe_code)]

pub mod agents;
pub mod any;
pub mod arrange;
pub mod bench;
pub mod clock;
pub mod describe;
pub mod fuzz;
pub mod guarded;
pub mod reading;
pub mod registry;
pub mod runner;
pub mod sitting;
pub mod tally;
pub mod timed;
pub mod timekeeper;
pub mod trees;
