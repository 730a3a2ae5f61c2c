//! What the kernel knows before any game is loaded.

use cardwright_host::describe;
use cardwright_host::registry::SLUGS;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

/// JSON as bytes.
pub fn json<'py>(py: Python<'py>, value: &Value) -> Bound<'py, PyBytes> {
    PyBytes::new(py, value.to_string().as_bytes())
}

/// The table of operations: its hash, the moments and, for each operation, code, name, operands and documentation.
#[pyfunction]
pub fn operations(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.call_method1("loads", (cardwright_effects::table::to_json(),))
}

/// The slugs of the games this kernel has rules for.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    SLUGS.to_vec()
}

/// The table of events: for each its name, its details (name and what they refer to) and its documentation.
#[pyfunction]
pub fn events(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.call_method1("loads", (describe::events().to_string(),))
}
