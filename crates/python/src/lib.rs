//! The binding to Python: module `cardwright._kernel`. It converts and delegates; it holds no logic.

use pyo3::prelude::*;

/// The native kernel of Cardwright.
#[pymodule]
mod _kernel {
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
