//! The binding to Python: module `cardwright._kernel`. It converts and delegates; it holds no logic.
//!
//! An action crosses as one integer ([`cardwright_core::Action::code`]), a description as JSON.

mod agents;
mod batch;
mod decks;
mod game;
mod matches;
mod measure;
mod tables;
mod timekeeper;
mod views;

use pyo3::prelude::*;

/// The native kernel of Cardwright.
#[pymodule]
mod _kernel {
    use super::*;

    #[pymodule_export]
    use super::agents::{Agent, agent_options, agent_parts, agent_seed, agents};
    #[pymodule_export]
    use super::batch::{Batch, run};
    #[pymodule_export]
    use super::decks::DeckLaw;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::matches::{Events, Match};
    #[pymodule_export]
    use super::measure::{bench, calibrate, fuzz};
    #[pymodule_export]
    use super::tables::{events, games, operations};
    #[pymodule_export]
    use super::timekeeper::{Pace, Timekeeper};
    #[pymodule_export]
    use super::views::View;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
