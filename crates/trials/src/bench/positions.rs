//! What is done with single positions: copies, and truths that agree with a view.

use std::time::Instant;

use cardwright_agents::clock::now;
use cardwright_core::{Dice, Digest, Seat, State, Words};
use cardwright_effects::{Game, Rules, play};

/// Nanoseconds per copy over the positions: by live parts, and of all bytes.
pub fn copies<R: Rules>(positions: &[State<R>]) -> (f64, f64) {
    const TIMES: usize = 200;
    let mut scratch = Box::new(State::<R>::empty());
    let per_copy = |begun: Instant| begun.elapsed().as_nanos() as f64 / (TIMES * positions.len()) as f64;
    let begun = now();
    for _ in 0..TIMES {
        for position in positions {
            scratch.assign(std::hint::black_box(position));
            std::hint::black_box(&mut scratch);
        }
    }
    let live = per_copy(begun);
    let begun = now();
    for _ in 0..TIMES {
        for position in positions {
            *scratch = *std::hint::black_box(position);
            std::hint::black_box(&mut scratch);
        }
    }
    (live, per_copy(begun))
}

/// Truths a second that agree with a seat's view of the positions, with hidden decks; and their checksum.
pub fn imagined<R: Rules>(game: &Game<R>, positions: &[State<R>]) -> (f64, u64) {
    const TIMES: usize = 20;
    let mut checksum = Digest::default();
    let views: Vec<_> = positions.iter().map(|position| play::view(game, position, Seat(0))).collect();
    let mut dice = Dice::sampled(1, "imagined");
    let mut seconds = 0.0;
    for _ in 0..TIMES {
        let begun = now();
        let last = views.iter().map(|view| play::determinise(game, view, &[], &mut dice)).last();
        seconds += begun.elapsed().as_secs_f64();
        if let Some(truth) = last {
            checksum.word(truth.digest());
        }
    }
    ((TIMES * views.len()) as f64 / seconds, checksum.0)
}
