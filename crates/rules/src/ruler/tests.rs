//! Sizes and geometry; what cards do is told by the scenarios under `games/ruler/scenarios/`.

use cardwright_core::{Cell, State};
use serde_json::json;

use super::map::{Gait, Map, NO_WAY};
use super::state::*;

fn map(tiles: &[&str], bases: &[&str]) -> Map {
    Map::read("test", &json!({"tiles": tiles, "bases": bases, "terrain": {"m": ["grass", "water"]}}))
        .expect("the map can be read")
}

#[test]
fn the_state_fits_into_twelve_kilobytes() {
    let size = size_of::<State<Ruler>>();
    assert!(size <= 12_288, "{size} bytes");
}

#[test]
fn land_walks_around_water_and_over_tiles_of_both() {
    let map = map(&["g w d", "g m d", "g w d"], &["0,0", "0,2"]);
    let (from, to) = (Cell(0), Cell(2));
    assert_eq!(map.steps(Gait::Land, from, to), 4);
    assert_eq!(map.first_step(Gait::Land, from, to), Cell(3));
    assert_eq!(map.steps(Gait::Everywhere, from, to), 2);
    assert_eq!(map.steps(Gait::Water, Cell(1), Cell(7)), 2);
    assert_eq!(map.steps(Gait::Land, Cell(1), to), 1, "who stands on foreign ground may leave it");
    assert_eq!(map.steps(Gait::Land, from, Cell(1)), NO_WAY);
    assert_eq!(map.reach(Gait::Land, from, 1).len(), 2, "the tile itself and the one below");
}

#[test]
fn the_area_of_a_base_is_cut_off_at_the_edge() {
    let row = "d d d d d d";
    let map = map(&[row; 6], &["2,2", "5,5"]);
    assert_eq!(map.around[0].len(), 25);
    assert_eq!(map.around[1].len(), 9);
    assert_eq!(map.within(Cell(14), 2).len(), 13);
}
