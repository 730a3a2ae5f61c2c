//! Trials of a game without its type parameter, as the binding asks for them.

use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex};

use cardwright_agents::any::PlayableGame;
use cardwright_effects::{Game, Refused, Rules, Setup};
use cardwright_host::any::Loaded;
use cardwright_host::registry::{Visit, visit};
use serde_json::Value;

use crate::{bench, fuzz};

/// A loaded game that can be tried out.
pub trait TriedGame: PlayableGame {
    /// Looks for faults; returns the document of `cardwright fuzz`. `progress` counts matches.
    fn fuzz(&self, plan: &fuzz::Plan, stop: &AtomicBool, progress: &AtomicU32) -> Result<Value, Refused>;
    /// Measures speed; returns one game's part of the document of `cardwright bench`.
    fn bench(
        &self,
        setups: &[Setup],
        volume: bench::Volume,
        stop: &AtomicBool,
        stage: &Mutex<bench::Stage>,
    ) -> Result<Value, Refused>;
}

impl<R: Rules> TriedGame for Loaded<R> {
    fn fuzz(&self, plan: &fuzz::Plan, stop: &AtomicBool, progress: &AtomicU32) -> Result<Value, Refused> {
        fuzz::run(&self.0, plan, stop, progress).map(|report| report.to_json(&self.0, plan))
    }

    fn bench(
        &self,
        setups: &[Setup],
        volume: bench::Volume,
        stop: &AtomicBool,
        stage: &Mutex<bench::Stage>,
    ) -> Result<Value, Refused> {
        bench::bench(&self.0, setups, volume, stop, stage)
    }
}

/// Loads a game's rules over a catalogue and a board.
pub fn load(slug: &str, catalogue: &[u8], board: &str) -> Result<Arc<dyn TriedGame>, Refused> {
    struct Loading<'a>(&'a [u8], &'a str);
    impl Visit for Loading<'_> {
        type Answer = Result<Arc<dyn TriedGame>, Refused>;

        fn game<R: Rules>(self) -> Self::Answer {
            Ok(Arc::new(Loaded(Arc::new(Game::<R>::load(self.0, self.1)?))))
        }
    }
    visit(slug, Loading(catalogue, board))?
}
