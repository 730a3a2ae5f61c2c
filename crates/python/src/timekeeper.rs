//! Which seat looks at the table when, in a timed game.

use cardwright_agents::timekeeper::{self, NEVER};
use cardwright_core::{SEATS, Seat, SeatSet};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// When an agent looks at the table of a timed game.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct Pace(pub timekeeper::Pace);

#[pymethods]
impl Pace {
    /// A pace that reacts in this many seconds on average.
    #[staticmethod]
    fn reacting(seconds: f64) -> PyResult<Self> {
        if !(0.0..=60.0).contains(&seconds) {
            return Err(PyValueError::new_err("a reaction takes 0 to 60 seconds"));
        }
        Ok(Self(timekeeper::Pace::reacting((seconds * 1000.0).round() as u32)))
    }

    /// A pace that never looks by itself.
    #[staticmethod]
    fn resting() -> Self {
        Self(timekeeper::Pace::RESTING)
    }

    /// The mean seconds until it looks; None if it never does by itself.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.0.seconds()
    }
}

/// The clocks of all seats of a match of a timed game.
#[pyclass(module = "cardwright._kernel")]
pub struct Timekeeper(timekeeper::Timekeeper);

fn seat_of(seat: usize) -> PyResult<Seat> {
    if seat < SEATS {
        Ok(Seat(seat as u8))
    } else {
        Err(PyValueError::new_err(format!("there is no seat {seat}")))
    }
}

#[pymethods]
impl Timekeeper {
    #[new]
    fn new(seed: u64, paces: Vec<PyRef<'_, Pace>>, now: u32) -> Self {
        let paces: Vec<_> = paces.iter().map(|pace| pace.0).collect();
        Self(timekeeper::Timekeeper::new(seed, &paces, now))
    }

    /// The time of the next look of any seat; None if no seat looks.
    #[getter]
    fn next(&self) -> Option<u32> {
        Some(self.0.next()).filter(|&next| next != NEVER)
    }

    /// The seats that look at this time; their looks are taken.
    fn take(&mut self, now: u32) -> Vec<usize> {
        self.0.take(now).map(Seat::at).collect()
    }

    /// Something happened: every seat that reacts looks soon.
    fn stir(&mut self, now: u32) {
        self.0.stir(now);
    }

    /// Something happened that only this seat knows of: its action came too late.
    fn stir_seat(&mut self, seat: usize, now: u32) -> PyResult<()> {
        self.0.stir_seat(seat_of(seat)?, now);
        Ok(())
    }

    /// A seat looked and waits; `stirs` is when time alone next makes something possible for it.
    fn rest(&mut self, seat: usize, now: u32, stirs: Option<u32>) -> PyResult<()> {
        self.0.rest(seat_of(seat)?, now, stirs);
        Ok(())
    }

    /// The seats in the order in which their actions arrive.
    fn arrivals(&mut self, seats: Vec<usize>) -> PyResult<Vec<usize>> {
        let mut acting = SeatSet::EMPTY;
        for seat in seats {
            acting.insert(seat_of(seat)?);
        }
        Ok(self.0.arrivals(acting).map(Seat::at).collect())
    }
}
