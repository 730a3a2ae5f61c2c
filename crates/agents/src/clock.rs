//! The only file of this crate that reads the clock: budgets, watchdogs and measurements.

use std::time::Instant;

/// Now.
#[expect(clippy::disallowed_methods, reason = "this is the file that reads the clock")]
pub fn now() -> Instant {
    Instant::now()
}
