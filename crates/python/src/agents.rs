//! Native agents.

use cardwright_search::agents::AGENTS;
use cardwright_search::any::AnyAgent;
use pyo3::prelude::*;

use crate::views::View;

/// The native agents: (name, how it thinks in one sentence).
#[pyfunction]
pub fn agents() -> Vec<(&'static str, &'static str)> {
    AGENTS.iter().map(|agent| (agent.name, agent.about)).collect()
}

/// A native agent of one game.
#[pyclass(module = "cardwright._kernel")]
pub struct Agent(pub Box<dyn AnyAgent>);

#[pymethods]
impl Agent {
    /// The code of the action it takes, or None if there is none or the view is of another game.
    fn choose(&mut self, py: Python<'_>, view: PyRef<'_, View>) -> Option<u64> {
        let (agent, view) = (&mut self.0, &*view.0);
        py.detach(|| agent.choose(view)).map(|action| action.code())
    }

    /// Positions it has copied, changed and evaluated so far.
    #[getter]
    fn branches(&self) -> u64 {
        self.0.branches()
    }

    /// What the position after the action it chose last is worth to its seat, in points; None if it weighs none.
    #[getter]
    fn expects(&self) -> Option<f64> {
        self.0.expects()
    }
}
