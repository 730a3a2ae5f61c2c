//! Sizes and geometry; what cards do is told by the scenarios under `games/elemental-command/scenarios/`.

use cardwright_core::{Cell, Seat, State};

use super::state::*;

#[test]
fn the_state_fits_into_eight_kilobytes() {
    let size = size_of::<State<ElementalCommand>>();
    assert!(size <= 8192, "{size} bytes");
}

#[test]
fn seat_zero_owns_the_lower_rows_and_faces_up() {
    assert!(home(Seat(0)).has(Cell(9)) && !home(Seat(0)).has(Cell(10)));
    assert_eq!(front(Seat(0), 2), Cell(7));
    assert_eq!(rear(Seat(0), 2), Cell(2));
    assert_eq!(front(Seat(1), 2), Cell(12));
    assert_eq!(rear(Seat(1), 2), Cell(17));
    assert_eq!(distance(Cell(0), Cell(12)), 4);
}

#[test]
fn the_state_is_as_large_as_the_pages_say() {
    let size = size_of::<State<ElementalCommand>>();
    let written = format!("{},{:03}", size / 1000, size % 1000);
    for page in [
        include_str!("../../../../docs/design/shapes.md"),
        include_str!("../../../../docs/performance.md"),
        include_str!("../../../../games/elemental-command/README.md"),
    ] {
        assert!(page.contains(&written), "a page does not say {written}");
    }
}
