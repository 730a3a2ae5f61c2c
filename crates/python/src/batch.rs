//! Many matches at once, without the interpreter lock.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cardwright_agents::runner::{Job, Row, Tallied};
use cardwright_agents::spec::AgentSpec;
use cardwright_host::tally::Count;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agents::bad_agent;
use crate::game::{self, Game, SetupParts, refused};

/// How often a running batch looks for an interrupt.
const PULSE: Duration = Duration::from_millis(50);

/// The results of a batch as columns of little-endian numbers, one per job.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct Batch {
    rows: Vec<Option<Row>>,
    /// What became of the cards of each job, and what agents searched; empty without `tally`.
    tallies: Vec<Tallied>,
    /// Whether it was interrupted: some jobs may not have been played.
    #[pyo3(get)]
    is_interrupted: bool,
}

impl Batch {
    fn column<'py, const N: usize>(
        &self,
        py: Python<'py>,
        value: impl Fn(&Row) -> [u8; N],
    ) -> Bound<'py, PyBytes> {
        let empty = Row::default();
        let bytes: Vec<u8> = self.rows.iter().flat_map(|row| value(row.as_ref().unwrap_or(&empty))).collect();
        PyBytes::new(py, &bytes)
    }
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Whether the job was played (8 bits).
    fn played<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.rows.iter().map(|row| row.is_some() as u8).collect::<Vec<_>>())
    }

    /// The winning seat, or -1 for a draw (8 bits, signed).
    fn winner<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.winner.to_le_bytes())
    }

    /// The seat that took the first turn, or -1 (8 bits, signed).
    fn starting<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.starting.to_le_bytes())
    }

    /// The seats whose agents failed and forfeited, one bit each (8 bits).
    fn failed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.failed.to_le_bytes())
    }

    /// Turns or time at the end (32 bits).
    fn time<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.time.to_le_bytes())
    }

    /// Actions played (32 bits).
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.actions.to_le_bytes())
    }

    /// Branches the agents evaluated (64 bits).
    fn branches<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.branches.to_le_bytes())
    }

    /// The digest of the last state (64 bits).
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |row| row.digest.to_le_bytes())
    }

    /// With `tally`, how often each card was drawn and played: records of job (32 bits), seat, card, in deck, drawn, played, turn of the first play (16 each).
    fn cards<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let tallies = self.tallies.iter().enumerate();
        let bytes: Vec<u8> = tallies.flat_map(|(job, told)| records(job as u32, &told.cards)).collect();
        PyBytes::new(py, &bytes)
    }

    /// With `tally`, what agents searched in each of their turns: records of job, seat, longest sequence, turns, lines,
    /// ended lines (32 bits each), sequences, nanoseconds (64 each).
    fn searched<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        for (job, told) in self.tallies.iter().enumerate() {
            for (seat, turn) in &told.searched {
                let numbers = [job as u32, seat.0 as u32, turn.longest, turn.turns, turn.lines, turn.ended];
                bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
                bytes.extend([turn.sequences, turn.nanoseconds].into_iter().flat_map(u64::to_le_bytes));
            }
        }
        PyBytes::new(py, &bytes)
    }
}

/// Counts as packed records of little-endian numbers.
pub fn records(job: u32, counts: &[Count]) -> impl Iterator<Item = u8> {
    counts.iter().flat_map(move |count| {
        let numbers = [count.seat as u16, count.card, count.in_deck, count.drawn, count.played, count.first];
        job.to_le_bytes().into_iter().chain(numbers.into_iter().flat_map(u16::to_le_bytes))
    })
}

/// Plays a batch of matches between native agents on some threads.
///
/// A setup is (decks, heroes, board, options, open_decks, position or None); a job is (number of its setup, seed,
/// specification of an agent per seat). The rows are the same for any number of threads. With `tally` the batch counts
/// how often each card was drawn and played, and what agents searched. An interrupt ends the batch with the matches it has.
#[pyfunction]
#[pyo3(signature = (game, setups, jobs, threads = 1, *, tally = false))]
pub fn run(
    py: Python<'_>,
    game: &Game,
    setups: Vec<SetupParts>,
    jobs: Vec<(usize, u64, Vec<String>)>,
    threads: usize,
    tally: bool,
) -> PyResult<Batch> {
    let setups = game::setups(setups)?;
    for setup in &setups {
        game.0.check_setup(setup).map_err(refused)?;
    }
    let mut specs = BTreeMap::new();
    for (number, _, agents) in &jobs {
        let Some(setup) = setups.get(*number) else {
            return Err(PyValueError::new_err(format!("there is no setup {number}")));
        };
        if agents.len() != setup.decks.len() {
            return Err(PyValueError::new_err("a job names one agent per seat"));
        }
        for text in agents {
            if !specs.contains_key(text) {
                let spec = AgentSpec::from_text(text).map_err(bad_agent)?;
                game.0.check_agent(&spec).map_err(bad_agent)?;
                specs.insert(text.clone(), Arc::new(spec));
            }
        }
    }
    let jobs: Vec<_> = jobs
        .into_iter()
        .map(|(setup, seed, agents)| {
            let agents = agents.iter().map(|text| specs[text].clone()).collect();
            Job { setup, seed, agents }
        })
        .collect();
    let stop = AtomicBool::new(false);
    let (game, setups, jobs, stop) = (&game.0, &setups, &jobs, &stop);
    std::thread::scope(|scope| {
        let (done, mut result) = channel();
        let player = scope.spawn(move || {
            done.send(if tally {
                let played = game.run_tallied(setups, jobs, threads, stop);
                let split = |one: Option<(Row, Tallied)>| {
                    one.map_or((None, Tallied::default()), |(row, told)| (Some(row), told))
                };
                played.into_iter().map(split).unzip()
            } else {
                (game.run(setups, jobs, threads, stop), Vec::new())
            })
        });
        let mut is_interrupted = false;
        loop {
            let (answer, again) = py.detach(move || (result.recv_timeout(PULSE), result));
            result = again;
            match answer {
                Ok((rows, tallies)) => return Ok(Batch { rows, tallies, is_interrupted }),
                Err(RecvTimeoutError::Timeout) => {
                    if py.check_signals().is_err() {
                        is_interrupted = true;
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match player.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => Err(PyValueError::new_err("the batch gave no result")),
        }
    })
}
