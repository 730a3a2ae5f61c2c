//! Plays matches: the native agents, when they look at a timed game, and the runner of many matches.
#![forbid(unsafe_code)]

pub mod agent;
pub mod any;
pub mod clock;
pub mod desk;
pub mod guarded;
pub mod make;
pub mod native;
pub mod roster;
pub mod runner;
pub mod spec;
pub mod timed;
pub mod timekeeper;
