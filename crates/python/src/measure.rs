//! Searching for faults and measuring speed, without the interpreter lock.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cardwright_core::DefId;
use cardwright_effects::Refused;
use cardwright_trials::bench::{Stage, Volume};
use cardwright_trials::fuzz::{FORECAST_EVERY, Fault, Plan};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::game::{Game, SetupParts, refused, setups};
use crate::tables;

/// How often a running search looks for an interrupt and reports its progress.
const PULSE: Duration = Duration::from_millis(100);

/// Runs native work beside the interpreter; an interrupt sets `stop` and the work ends with what it has.
fn beside(
    py: Python<'_>,
    stop: &AtomicBool,
    mut pulse: impl FnMut(Python<'_>) -> PyResult<()>,
    task: impl FnOnce() -> Result<Value, Refused> + Send,
) -> PyResult<(Py<PyBytes>, bool)> {
    std::thread::scope(|scope| {
        let (done, mut result) = channel();
        let thread = scope.spawn(move || done.send(task()));
        let mut is_interrupted = false;
        loop {
            let (answer, again) = py.detach(move || (result.recv_timeout(PULSE), result));
            result = again;
            match answer {
                Ok(document) => {
                    let document = document.map_err(refused)?;
                    return Ok((tables::json(py, &document).unbind(), is_interrupted));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if py.check_signals().and_then(|()| pulse(py)).is_err() {
                        is_interrupted = true;
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => Err(PyValueError::new_err("the work gave no result")),
        }
    })
}

/// Looks for faults in random matches: the document of `cardwright fuzz` as JSON, and whether it was interrupted.
///
/// A setup is (decks, heroes, board, options, open_decks, position or None). `progress` is called now and then with the matches played.
#[pyfunction]
#[pyo3(signature = (game, setups, *, matches, seed, threads = 1, hang_seconds = 10.0, prefer = Vec::new(), position = None, crowded = false, forecast_every = FORECAST_EVERY, plant = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "the options of the command, by keyword")]
pub fn fuzz(
    py: Python<'_>,
    game: &Game,
    setups: Vec<SetupParts>,
    matches: u32,
    seed: u64,
    threads: usize,
    hang_seconds: f64,
    prefer: Vec<u16>,
    position: Option<u16>,
    crowded: bool,
    forecast_every: u32,
    plant: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Py<PyBytes>, bool)> {
    let plant = match plant {
        None => None,
        Some(name) => Some(
            Fault::from_name(name)
                .ok_or_else(|| PyValueError::new_err(format!("there is no fault '{name}'")))?,
        ),
    };
    let patience = Duration::try_from_secs_f64(hang_seconds)
        .map_err(|_| PyValueError::new_err("the seconds until an action hangs must be above 0"))?;
    let plan = Plan {
        threads,
        patience,
        plant,
        prefer: prefer.into_iter().map(DefId).collect(),
        position: position.map(DefId),
        is_crowded: crowded,
        forecast_every,
        ..Plan::new(matches, seed, self::setups(setups)?)
    };
    let (stop, played) = (AtomicBool::new(false), AtomicU32::new(0));
    let tell = |py: Python<'_>| match &progress {
        Some(told) => told.call1(py, (played.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    beside(py, &stop, tell, || game.0.fuzz(&plan, &stop, &played))
}

/// Measures speed over setups: one game's part of the document of `cardwright bench` as JSON, and whether it was
/// interrupted. `random`, `agents` and `searching` are the matches of a round; `progress` is called now and then with
/// the round, from 1, and what is being measured.
#[pyfunction]
#[pyo3(signature = (game, setups, *, seed = 0, random = Volume::USUAL.random, agents = Volume::USUAL.agents, searching = Volume::USUAL.searching, progress = None))]
#[expect(clippy::too_many_arguments, reason = "the options of the command, by keyword")]
pub fn bench(
    py: Python<'_>,
    game: &Game,
    setups: Vec<SetupParts>,
    seed: u64,
    random: u32,
    agents: u32,
    searching: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Py<PyBytes>, bool)> {
    let setups = self::setups(setups)?;
    let (stop, stage) = (AtomicBool::new(false), Mutex::new(Stage::default()));
    let tell = |py: Python<'_>| {
        let at = stage.lock().map_or_else(|_| Stage::default(), |stage| stage.clone());
        match &progress {
            Some(told) if at.round > 0 => told.call1(py, (at.round, at.what)).map(drop),
            _ => Ok(()),
        }
    };
    let volume = Volume { random, agents, searching, seed };
    beside(py, &stop, tell, || game.0.bench(&setups, volume, &stop, &stage))
}

/// Nanoseconds of a fixed loop over whole numbers: the speed of the machine itself.
#[pyfunction]
pub fn calibrate(py: Python<'_>) -> f64 {
    py.detach(cardwright_trials::bench::calibrate)
}
