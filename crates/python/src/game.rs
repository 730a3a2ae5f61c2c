//! A loaded game.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_agents::spec::AgentSpec;
use cardwright_core::{DefId, Means};
use cardwright_effects::{Position, Refused, Setup};
use cardwright_trials::any::{TriedGame, load};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::agents::{Agent, bad_agent};
use crate::matches::Match;
use crate::tables;
use crate::views::View;

/// A refusal of the kernel, as an error of Python.
pub fn refused(error: Refused) -> PyErr {
    PyValueError::new_err(error.0)
}

/// The decks of each seat, by the numbers of their cards.
pub type Decks = Vec<Vec<Vec<u16>>>;

/// Decks, heroes, board, options, whether decks are open, and the position it begins with as JSON.
pub type SetupParts = (Decks, Vec<u16>, String, BTreeMap<String, i64>, bool, Option<Vec<u8>>);

/// Puts a setup together.
fn setup((decks, heroes, board, options, open_decks, position): SetupParts) -> PyResult<Setup> {
    let cards = |deck: Vec<u16>| deck.into_iter().map(DefId).collect();
    let position = position.map(|json| Position::read(&json).map(Arc::new)).transpose().map_err(refused)?;
    Ok(Setup {
        decks: decks.into_iter().map(|decks| decks.into_iter().map(cards).collect()).collect(),
        heroes: heroes.into_iter().map(DefId).collect(),
        board,
        options,
        open_decks,
        position,
    })
}

/// Puts several setups together.
pub fn setups(parts: Vec<SetupParts>) -> PyResult<Vec<Setup>> {
    parts.into_iter().map(setup).collect()
}

fn means(means: Means) -> Value {
    match means {
        Means::Nothing => json!({"means": "nothing"}),
        Means::Card => json!({"means": "card"}),
        Means::Piece => json!({"means": "piece"}),
        Means::Cell => json!({"means": "cell"}),
        Means::Option(words) => json!({"means": "option", "options": words}),
        Means::Answer => json!({"means": "answer"}),
        Means::Known => json!({"means": "known"}),
        Means::CardIn(zone) => json!({"means": "card_in", "zone": zone}),
    }
}

/// The rules of a game over a catalogue and a board.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct Game(pub Arc<dyn TriedGame>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (slug, catalogue, board = ""))]
    fn new(slug: &str, catalogue: &[u8], board: &str) -> PyResult<Self> {
        load(slug, catalogue, board).map(Self).map_err(refused)
    }

    /// The slug of the game.
    #[getter]
    fn slug(&self) -> &'static str {
        self.0.slug()
    }

    /// Raised when the same actions would lead elsewhere.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    /// How many bytes a state takes.
    #[getter]
    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    /// Whether time runs by itself.
    #[getter]
    fn is_timed(&self) -> bool {
        self.0.is_timed()
    }

    /// The names of the phases.
    fn phases(&self) -> Vec<&'static str> {
        self.0.phases().to_vec()
    }

    /// The names of the board's cells, in order.
    fn cell_names(&self) -> Vec<String> {
        self.0.cell_names()
    }

    /// The numbers of seats that the board is made for.
    fn seat_counts(&self) -> Vec<usize> {
        self.0.seat_counts()
    }

    /// The lines that a relation, counted from 1, makes of the board: the cells of each, the one that stands for it first.
    fn lines(&self, relation: u8) -> Vec<Vec<u8>> {
        self.0.lines(relation)
    }

    /// The verbs as JSON: word, source, choices with the words before them, subset.
    fn verbs<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyBytes> {
        let verbs = self.0.verbs().iter().map(|verb| {
            let choices: Vec<_> = verb.choices.iter().map(|&(word, what)| json!([word, means(what)])).collect();
            json!({"word": verb.word, "source": means(verb.source), "choices": choices, "subset": verb.subset})
        });
        tables::json(py, &Value::Array(verbs.collect()))
    }

    /// Begins a match, with a position as JSON in the middle; a setup the rules refuse raises ValueError with the reason.
    #[pyo3(signature = (decks, heroes, seed, *, board = "", options = None, open_decks = false, position = None, record = true))]
    #[expect(clippy::too_many_arguments, reason = "the parts of a setup, by keyword")]
    fn begin(
        &self,
        decks: Decks,
        heroes: Vec<u16>,
        seed: u64,
        board: &str,
        options: Option<BTreeMap<String, i64>>,
        open_decks: bool,
        position: Option<Vec<u8>>,
        record: bool,
    ) -> PyResult<Match> {
        let parts = (decks, heroes, board.into(), options.unwrap_or_default(), open_decks, position);
        let setup = setup(parts)?;
        let mut begun = self.0.begin(setup, seed).map_err(refused)?;
        begun.record(record);
        Ok(Match(begun))
    }

    /// Reads a view from its bytes; other bytes raise ValueError with the reason.
    fn read_view(&self, bytes: &[u8]) -> PyResult<View> {
        self.0.read_view(bytes).map(View).map_err(refused)
    }

    /// The native agents that play it: (name, how it thinks in one sentence).
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        self.0.agents().iter().map(|agent| (agent.name, agent.about)).collect()
    }

    /// What an agent of it weighs: (name, usual weight).
    fn weights(&self, agent: &str) -> Vec<(&'static str, f64)> {
        self.0.weights(agent).to_vec()
    }

    /// A native agent of a specification, with its own stream of dice; what is wrong with it is raised as
    /// ValueError(reason, word at fault, words there are).
    fn agent(&self, spec: &str, seed: u64) -> PyResult<Agent> {
        let spec = AgentSpec::from_text(spec).map_err(bad_agent)?;
        self.0.agent(&spec, seed).map(Agent).map_err(bad_agent)
    }
}
