//! Positions are as large as the pages say, and small enough to be copied at every branch.

use std::fs::read_to_string;
use std::path::Path;

use cardwright_core::State;
use cardwright_effects::Rules;
use cardwright_rules::{SLUGS, Visit, visit};

/// The most bytes of a position of two seats; on a map for four it may be half as much again.
const MOST: usize = 8 * 1024;

struct Size;

impl Visit for Size {
    type Answer = (usize, usize);

    fn game<R: Rules>(self) -> (usize, usize) {
        (size_of::<State<R>>(), State::<R>::empty().seat_count())
    }
}

#[test]
fn a_position_is_small() {
    for slug in SLUGS {
        let (size, seats) = visit(slug, Size).expect("the game is listed");
        assert!(size <= MOST * (2 + seats) / 4, "{slug}: {size} bytes");
    }
}

#[test]
fn a_position_is_as_large_as_the_pages_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for slug in SLUGS {
        let (size, _) = visit(slug, Size).expect("the game is listed");
        let written = format!("{},{:03}", size / 1000, size % 1000);
        for page in ["docs/design/shapes.md", "docs/performance.md", &format!("games/{slug}/README.md")] {
            let text = read_to_string(root.join(page)).expect("the page can be read");
            assert!(
                text.contains(&written),
                "{page} does not say that a position of {slug} has {written} bytes"
            );
        }
    }
}
