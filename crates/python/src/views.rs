//! What a seat may know.

use cardwright_core::{Action, Cell, DefId, seeds};
use cardwright_effects::Asked;
use cardwright_host::any::AnyView;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::matches::Match;
use crate::tables;

/// A cell where a card could be played, and what its cost asks for there: cell, place, whether it is there.
type Footing = (i16, Vec<(i16, u8, bool)>);

/// What one seat may know; it does not follow the match.
#[pyclass(frozen, module = "cardwright._kernel")]
pub struct View(pub Box<dyn AnyView>);

#[pymethods]
impl View {
    /// Whose view it is; -1 for a spectator.
    #[getter]
    fn seat(&self) -> i16 {
        let seat = self.0.seat();
        if seat.is_some() { seat.0 as i16 } else { -1 }
    }

    /// The seats that may act, one bit each.
    #[getter]
    fn to_act(&self) -> u8 {
        self.0.to_act().0
    }

    /// The view as bytes: the same for two truths that the seat cannot tell apart.
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.bytes())
    }

    /// Every seat's deck list by the numbers of its cards, if the setup made them public; else empty.
    fn open_decks(&self) -> Vec<Vec<u16>> {
        let decks = self.0.open_decks().iter();
        decks.map(|list| list.iter().map(|def| def.0).collect()).collect()
    }

    /// The view as JSON.
    fn describe<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        tables::json(py, &self.0.describe())
    }

    /// The seed of an agent that is given this view first: made of the view alone, so that it tells nothing else.
    fn agent_seed(&self) -> u64 {
        seeds::of_view(&self.0.bytes())
    }

    /// How many actions the seat may take.
    fn legal_len(&self) -> u32 {
        self.0.legal_len()
    }

    /// The code of the legal action of rank n.
    fn legal_nth(&self, n: u32) -> PyResult<u64> {
        let action = self.0.legal_nth(n).ok_or_else(|| PyIndexError::new_err("no such legal action"))?;
        Ok(action.code())
    }

    /// Whether an action is legal.
    fn is_legal(&self, code: u64) -> bool {
        self.0.is_legal(&Action::from_code(code))
    }

    /// The next choice under a prefix: its position and options; None if there is none.
    fn next_choice(&self, code: u64) -> Option<(u8, Vec<u8>)> {
        let (position, options) = self.0.next_choice(&Action::from_code(code))?;
        Some((position, options.map(|option| option.0).collect()))
    }

    /// Why an action is not legal, in rulebook words.
    fn why_illegal(&self, code: u64) -> String {
        self.0.why_illegal(&Action::from_code(code))
    }

    /// What a legal action will do as far as the seat can know, as JSON; one that is not legal raises ValueError with the
    /// reason.
    fn forecast<'py>(&self, py: Python<'py>, code: u64) -> PyResult<Bound<'py, PyBytes>> {
        let action = Action::from_code(code);
        let found = py.detach(|| self.0.forecast(&action)).map_err(PyValueError::new_err)?;
        Ok(tables::json(py, &found.describe()))
    }

    /// Where the seat could play a card if the ground fits: for each such cell those whose ground its cost asks for,
    /// as cell (-1 off the board), number of the place and whether it is there.
    fn footings(&self, card: u16) -> Vec<Footing> {
        let number = |cell: Cell| if cell.is_some() { i16::from(cell.0) } else { -1 };
        let asks = |asked: &Asked| (number(asked.cell), asked.place, asked.is_there);
        let footings = self.0.footings(DefId(card)).into_iter();
        footings.map(|footing| (number(footing.cell), footing.asks.iter().map(asks).collect())).collect()
    }

    /// The worth of the position to the view's seat, in points.
    fn evaluate(&self) -> f64 {
        self.0.evaluate()
    }

    /// In a timed game: when time alone next makes something possible for the seat; None if it never does.
    #[getter]
    fn stirs_at(&self) -> Option<u32> {
        self.0.stirs_at()
    }

    /// A truth consistent with the view, as a new match.
    fn determinise(&self, seed: u64) -> Match {
        Match(self.0.determinise(seed))
    }
}
