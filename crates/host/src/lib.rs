//! Hosts a match: lays it out, keeps its record, shows it to its seats. It knows no agent.
#![forbid(unsafe_code)]

pub mod any;
pub mod describe;
pub mod forecast;
pub mod hosted;
pub mod reading;
pub mod registry;
pub mod tally;
