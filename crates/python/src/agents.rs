//! Native agents.

use cardwright_agents::any::AnyAgent;
use cardwright_agents::native::level::Grade;
use cardwright_agents::roster;
use cardwright_agents::spec::{AgentSpec, BadAgent, Given, OPTIONS, Takers};
use cardwright_core::{Seat, seeds};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::matches::Match;
use crate::tables;
use crate::timekeeper::Pace;
use crate::views::View;

/// Why a text names no agent, as an error of Python: the reason, the wrong word, the words that could stand there.
pub fn bad_agent(error: BadAgent) -> PyErr {
    PyValueError::new_err((error.reason, error.word, error.known))
}

/// The native agents of all games: (name, how it thinks in one sentence).
#[pyfunction]
pub fn agents() -> Vec<(&'static str, &'static str)> {
    roster::of_all_games().iter().map(|agent| (agent.name, agent.about)).collect()
}

/// The seed of the agent in a seat of a match with this seed, as the batch runner gives it.
#[pyfunction]
pub fn agent_seed(seed: u64, seat: usize) -> u64 {
    seeds::of_seat(seed, seat)
}

/// The options of native agents: (name, which agents take it, how it is written, what it means).
#[pyfunction]
pub fn agent_options() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    let takers = |takers| match takers {
        Takers::Searching => "searching",
        Takers::Ahead => "ahead",
        Takers::Deep => "deep",
        Takers::PlayingOn => "playing-on",
        Takers::Sequencing => "sequencing",
        Takers::Weighing => "weighing",
        Takers::Levelled => "levelled",
        Takers::Timed => "timed",
    };
    OPTIONS.iter().map(|row| (row.name, takers(row.takers), row.example, row.about)).collect()
}

/// The value of an option of an agent.
#[derive(IntoPyObject)]
pub enum Value {
    Flag(bool),
    Whole(u64),
    Number(f64),
    Word(String),
}

/// The parts of an agent's specification: its name, the options it is given, its weights.
///
/// A wrong specification raises ValueError(reason, wrong word, words that could stand there).
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a plain tuple is what Python is handed")]
pub fn agent_parts(text: &str) -> PyResult<(String, Vec<(&'static str, Value)>, Vec<(String, f64)>)> {
    let spec = AgentSpec::from_text(text).map_err(bad_agent)?;
    let value = |given| match given {
        Given::Flag => Value::Flag(true),
        Given::Whole(number) => Value::Whole(number),
        Given::Number(number) => Value::Number(number),
        Given::Switch(is_on) => Value::Word(if is_on { "on" } else { "off" }.into()),
        Given::Level(Grade::Fixed(level)) => Value::Whole(level as u64),
        Given::Level(Grade::Auto) => Value::Word("auto".into()),
        Given::File(name) => Value::Word(name),
    };
    let given = spec.given().into_iter().map(|(option, given)| (option.name, value(given)));
    Ok((spec.name.clone(), given.collect(), spec.weights))
}

/// A native agent of one game.
#[pyclass(module = "cardwright._kernel")]
pub struct Agent(pub Box<dyn AnyAgent>);

#[pymethods]
impl Agent {
    /// The code of the action it takes, or None if nothing is legal, the view is of another game or, in a timed game,
    /// it waits.
    fn choose(&mut self, py: Python<'_>, view: PyRef<'_, View>) -> Option<u64> {
        let (agent, view) = (&mut self.0, &*view.0);
        py.detach(|| agent.choose(view)).map(|action| action.code())
    }

    /// The code of the action it takes when it is given the truth, or None if nothing is legal; for oracles.
    fn choose_knowing(&mut self, py: Python<'_>, truth: PyRef<'_, Match>, seat: u8) -> Option<u64> {
        let (agent, truth) = (&mut self.0, &*truth.0);
        py.detach(|| agent.choose_knowing(truth, Seat(seat))).map(|action| action.code())
    }

    /// Whether it must be given the truth.
    #[getter]
    fn is_oracle(&self) -> bool {
        self.0.is_oracle()
    }

    /// Positions it has copied, changed and evaluated so far.
    #[getter]
    fn branches(&self) -> u64 {
        self.0.branches()
    }

    /// What it searched in each of its turns so far: sequences, actions of the longest, turns, lines, ended lines,
    /// nanoseconds.
    fn searched(&self) -> Vec<(u64, u32, u32, u32, u32, u64)> {
        let turns = self.0.searched().into_iter();
        turns
            .map(|turn| (turn.sequences, turn.longest, turn.turns, turn.lines, turn.ended, turn.nanoseconds))
            .collect()
    }

    /// What the position after its last choice is worth to its seat, in points; None if it does not weigh actions.
    #[getter]
    fn expects(&self) -> Option<f64> {
        self.0.expects()
    }

    /// What it took of what it weighed when it last eased a decision of this turn: the worth of the best, of resting and
    /// of what it took. None if it plays as it is.
    #[getter]
    fn eased(&self) -> Option<(f64, f64, f64)> {
        self.0.eased().map(|eased| (eased.best, eased.resting, eased.taken))
    }

    /// When it looks at the table of a timed game.
    #[getter]
    fn pace(&self) -> Pace {
        Pace(self.0.pace())
    }

    /// Whether it has given the match up as lost.
    #[getter]
    fn has_given_up(&self) -> bool {
        self.0.has_given_up()
    }

    /// What it thought of when it chose last, as JSON: card, target, outcome, milliseconds until then.
    fn thoughts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        tables::json(py, &self.0.thoughts())
    }
}
