//! Looks one action ahead.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, State, View};
use cardwright_effects::{Game, Legal, Rules, play, worth};

use crate::agent::Agent;

pub const ABOUT: &str =
    "Takes the action after which the position is worth most, or passes or waits if none makes it better.";

/// See [`ABOUT`].
pub struct Greedy<R: Rules> {
    /// Dice for imagined rolls: its own, never the match's.
    dice: Dice,
    branch: Box<State<R>>,
    branches: u64,
    expects: Option<i32>,
    stop: Option<Arc<AtomicBool>>,
}

impl<R: Rules> Greedy<R> {
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::sampled(seed, "greedy"),
            branch: Box::new(State::empty()),
            branches: 0,
            expects: None,
            stop: None,
        }
    }
}

impl<R: Rules> Agent<R> for Greedy<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        let seat = legal.seat;
        let passing =
            R::passing(game, view.state(), seat).filter(|pass| legal.contains(game, view.state(), pass));
        // Passing is worth what the position is worth now: it does not look at what the others do next.
        let origin = worth::Origin::new(game, view.state(), seat);
        let mut best = (origin.worth(game), i32::MAX, passing);
        if passing.is_none() && (!R::TIMED || view.state().prompt.is_open()) {
            best.0 = i32::MIN;
        }
        let mut is_fresh = true;
        self.branch.assign(view.state());
        legal.each(game, view.state(), |action| {
            // Verbs are compared first: an action that was put together just now is slow to read as a whole.
            if passing.is_some_and(|pass| action.verb == pass.verb && action == pass) {
                return;
            }
            if !is_fresh {
                self.branch.restore(view.state());
            }
            is_fresh = false;
            play::apply(game, &mut self.branch, action, &mut self.dice, None, self.stop.as_deref());
            self.branches += 1;
            let worth = origin.evaluate(game, &self.branch);
            if worth < best.0 {
                return;
            }
            // An action that leaves the position as it is does not beat passing; between equals the game's
            // inclination decides.
            let inclination = if worth > best.0 || best.1 != i32::MAX {
                R::inclination(game, view.state(), &action)
            } else {
                return;
            };
            if worth > best.0 || inclination > best.1 {
                best = (worth, inclination, Some(action));
            }
        });
        self.expects = Some(best.0);
        best.2
    }

    fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn expects(&self) -> Option<i32> {
        self.expects
    }
}
