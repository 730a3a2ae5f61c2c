//! Agents, matches and everything that plays many of them.
#![forbid(unsafe_code)]

pub mod agents;
pub mod any;
pub mod arrange;
pub mod describe;
pub mod registry;
pub mod runner;
pub mod sitting;
