//! Every legal action is as likely as any other.

use cardwright_core::{Action, Stream, View};
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::{Agent, Needs};
use crate::timekeeper::Pace;

/// In a timed game it acts by its own clock, whatever happens.
pub const PACE: Pace = Pace::own(200, 5000);

pub const ABOUT: &str = "Takes any legal action, all equally likely; in a timed game every 0.2 to 5 seconds.";

/// See [`ABOUT`].
pub struct Random {
    dice: Stream,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { dice: Stream::named(seed, "random") }
    }
}

impl<R: Rules> Agent<R> for Random {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        let n = Agent::<R>::pick(self, legal.len());
        legal.nth(game, view.state(), n)
    }

    fn needs(&self) -> Needs {
        Needs::Count
    }

    #[inline]
    fn pick(&mut self, count: u32) -> u32 {
        self.dice.below(count)
    }

    fn pace(&self) -> Pace {
        PACE
    }
}
