//! Sizes and geometry; the scenarios under `games/elemental-command/scenarios/` show what cards do.

use cardwright_core::{Cell, Seat};

use super::state::*;

#[test]
fn seat_zero_owns_the_lower_rows_and_faces_up() {
    assert!(home(Seat(0)).has(Cell(9)) && !home(Seat(0)).has(Cell(10)));
    assert_eq!(front(Seat(0), 2), Cell(7));
    assert_eq!(rear(Seat(0), 2), Cell(2));
    assert_eq!(front(Seat(1), 2), Cell(12));
    assert_eq!(rear(Seat(1), 2), Cell(17));
    assert_eq!(distance(Cell(0), Cell(12)), 4);
}
