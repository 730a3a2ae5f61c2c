//! Tries games out: looks for faults, measures speed, counts decision trees.
#![forbid(unsafe_code)]

pub mod any;
pub mod bench;
pub mod fuzz;
pub mod trees;
