//! Matches and their events.

use cardwright_core::{Action, Event, Seat};
use cardwright_host::any::AnyMatch;
use cardwright_host::describe::{self, Numbers};
use cardwright_trials::trees::count_lines_of;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::batch::records;
use crate::tables;
use crate::views::View;

fn seat_of(seat: i16) -> Seat {
    u8::try_from(seat).map_or(Seat::NONE, Seat)
}

fn existing(seat: i16, count: usize) -> PyResult<Seat> {
    let found = seat_of(seat);
    if found.at() < count {
        Ok(found)
    } else {
        Err(PyValueError::new_err(format!("there is no seat {seat}")))
    }
}

/// The events of some actions.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct Events {
    events: Vec<Event>,
    numbers: Numbers,
}

#[pymethods]
impl Events {
    fn __len__(&self) -> usize {
        self.events.len()
    }

    /// The events as a seat sees them (-1: a spectator), as JSON.
    fn describe<'py>(&self, py: Python<'py>, seat: i16) -> Bound<'py, PyBytes> {
        let seen = self.events.iter().filter_map(|event| describe::event(event, seat_of(seat), self.numbers));
        tables::json(py, &Value::Array(seen.collect()))
    }
}

/// A match in progress.
#[pyclass(module = "cardwright._kernel")]
pub struct Match(pub Box<dyn AnyMatch>);

#[pymethods]
impl Match {
    /// The seats that may act, one bit each.
    #[getter]
    fn to_act(&self) -> u8 {
        self.0.to_act().0
    }

    /// How many seats there are.
    #[getter]
    fn seat_count(&self) -> usize {
        self.0.seat_count()
    }

    /// Whether the match has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// How many actions are recorded.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Time in a timed game, the number of the turn in others.
    #[getter]
    fn now(&self) -> u32 {
        self.0.now()
    }

    /// The seat that took the first turn, or -1.
    #[getter]
    fn starting(&self) -> i16 {
        self.0.starting().map_or(-1, |seat| seat.0 as i16)
    }

    /// How often each card was drawn and played so far, in the records of `Batch.cards`. It tells the truth: for the lab,
    /// never for an agent.
    fn tally<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &records(0, &self.0.tally()).collect::<Vec<_>>())
    }

    /// A number that differs where states differ.
    fn digest(&self) -> u64 {
        self.0.digest()
    }

    /// How many actions a seat may take.
    fn legal_len(&mut self, seat: i16) -> PyResult<u32> {
        let seat = existing(seat, self.0.seat_count())?;
        Ok(self.0.legal_len(seat))
    }

    /// The code of a seat's legal action of rank n.
    fn legal_nth(&mut self, seat: i16, n: u32) -> PyResult<u64> {
        let seat = existing(seat, self.0.seat_count())?;
        let action = self.0.legal_nth(seat, n);
        Ok(action.ok_or_else(|| PyIndexError::new_err("no such legal action"))?.code())
    }

    /// The codes of all of a seat's legal actions.
    fn legal_all(&mut self, seat: i16) -> PyResult<Vec<u64>> {
        let seat = existing(seat, self.0.seat_count())?;
        Ok(self.0.legal_all(seat).into_iter().map(Action::code).collect())
    }

    /// Whether an action is legal.
    fn is_legal(&mut self, code: u64) -> bool {
        self.0.is_legal(&Action::from_code(code))
    }

    /// Plays an action and tells what happened; an illegal one raises ValueError with the reason.
    ///
    /// In a timed game it may be given for a time from now on: what happens before it is told too.
    #[pyo3(signature = (code, at = None))]
    fn play(&mut self, code: u64, at: Option<u32>) -> PyResult<Events> {
        let ply = self.0.ply();
        let start = self.0.play(Action::from_code(code), at).map_err(PyValueError::new_err)?;
        let events = if self.0.ply() > ply { self.0.events_from(start) } else { Vec::new() };
        Ok(Events { events, numbers: self.0.numbers() })
    }

    /// Lets time go on in a timed game and tells what happened; a time in the past raises ValueError with the reason.
    fn advance(&mut self, to: u32) -> PyResult<Events> {
        let start = self.0.advance(to).map_err(PyValueError::new_err)?;
        Ok(Events { events: self.0.events_from(start), numbers: self.0.numbers() })
    }

    /// In a timed game: when something happens by itself next; None if nothing does.
    #[getter]
    fn next_event_at(&self) -> Option<u32> {
        self.0.next_event_at()
    }

    /// Whether the last action can be taken back without unlearning anything.
    fn can_undo(&self) -> bool {
        self.0.can_undo()
    }

    /// Takes the last action back and gives its code; None if there is none.
    fn undo(&mut self) -> Option<u64> {
        self.0.undo().map(Action::code)
    }

    /// The codes of the recorded actions.
    fn actions(&self) -> Vec<u64> {
        self.0.actions().into_iter().map(Action::code).collect()
    }

    /// The times of the recorded actions.
    fn times(&self) -> Vec<u32> {
        self.0.times()
    }

    /// The events of the recorded actions `start` (None: the opening) up to, not including, `end`.
    fn events(&self, start: Option<usize>, end: usize) -> Events {
        Events { events: self.0.events_between(start, end), numbers: self.0.numbers() }
    }

    /// What a seat may know now, or knew after the first `ply` actions (-1: a spectator).
    #[pyo3(signature = (seat, ply = None))]
    fn view(&self, seat: i16, ply: Option<usize>) -> PyResult<View> {
        let seat = if seat < 0 { Seat::NONE } else { existing(seat, self.0.seat_count())? };
        Ok(View(match ply {
            None => self.0.view(seat),
            Some(ply) => self.0.view_at(seat, ply),
        }))
    }

    /// What a seat will know at a time of a timed game if nobody acts before.
    fn view_when(&self, seat: i16, at: u32) -> PyResult<View> {
        let seat = existing(seat, self.0.seat_count())?;
        self.0.view_when(seat, at).map(View).map_err(PyValueError::new_err)
    }

    /// A seat's outcome ("won", "lost", "drawn"), or None while the match goes on.
    fn outcome(&self, seat: i16) -> PyResult<Option<String>> {
        let seat = existing(seat, self.0.seat_count())?;
        Ok(self.0.outcome(seat).as_str().map(str::to_owned))
    }

    /// With scripted dice: the rolls left over, and the rolls asked for beyond the script.
    fn script_balance(&self) -> Option<(usize, u32)> {
        self.0.script_balance()
    }

    /// How many lines of `depth` legal actions lead away from here, under the dice as they lie.
    fn count_lines(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| count_lines_of(&*self.0, depth))
    }

    /// A copy that goes its own way.
    fn fork(&self) -> Match {
        Match(self.0.fork())
    }
}
