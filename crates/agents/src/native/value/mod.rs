//! Looks some own actions ahead, depth first, and takes the one that leads to the most valuable position.
//!
//! It plays on one sample of what its view leaves open: hidden cards, the order of its deck, rolls. A line of actions
//! ends after `depth` actions, with the turn or with the match; stopping earlier is always possible, and a position is
//! worth what the game says it is ([`search::Origin`]). The plain search ([`search`]) tries every line. Usually equal
//! positions are merged and lines that cannot matter are left out ([`pairs`]).

mod pairs;
mod search;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Seat, State, Truth, View};
use cardwright_effects::easing::Eased;
use cardwright_effects::{Game, Legal, Rules, play};

use crate::agent::{Agent, Needs};
use crate::native::level::Level;
use crate::native::rating::rests;
use crate::spec::AgentSpec;
use pairs::Pairs;
use search::{Best, Search};

/// A decision may use one of two equal parts of what is left of the turn's budget.
const PARTS: u64 = 2;

/// See the module.
pub struct Value<R: Rules> {
    /// What it weighs, before the position scales it; empty if the game has no weights.
    weights: Vec<f64>,
    is_oracle: bool,
    /// For what it imagines: its own, never the match's.
    dice: Dice,
    /// The turn that the budget is of.
    turn: (Seat, u32),
    imagined: Box<State<R>>,
    search: Search<R>,
    pairs: Pairs,
    level: Option<Level>,
    branches: u64,
    expects: Option<i32>,
}

impl<R: Rules> Value<R> {
    pub fn new(spec: &AgentSpec, seed: u64) -> Self {
        Self {
            weights: spec.weights_of::<R>(),
            is_oracle: spec.oracle,
            dice: Dice::sampled(seed, "value"),
            turn: (Seat::NONE, 0),
            imagined: Box::new(State::empty()),
            search: Search::new(spec),
            pairs: Pairs::default(),
            level: Level::new(spec.level, seed),
            branches: 0,
            expects: None,
        }
    }

    /// The action it takes in the imagined position; `seen` is the position that `legal` lists the actions of.
    fn decide(&mut self, game: &Game<R>, seen: &State<R>, legal: &Legal) -> Option<Action> {
        let turn = (legal.seat, seen.now);
        if self.turn != turn {
            self.turn = turn;
            self.search.budget.begin_turn();
        }
        self.search.budget.begin_decision(PARTS);
        self.search.budget.reserve(u64::MAX);
        let seed = (self.dice.below(u32::MAX) as u64) << 32 | self.dice.below(u32::MAX) as u64;
        self.search.weights.clone_from(&self.weights);
        R::scale(game, &self.imagined, legal.seat, &mut self.search.weights);
        let pass = R::passing(game, seen, legal.seat).filter(|_| rests(seen, legal.seat));
        let can_rest = pass.is_some_and(|pass| legal.contains(game, seen, &pass));
        let easing = self.level.as_mut().and_then(|level| level.easing(game, seen, legal.seat));
        let easing = easing.filter(|_| can_rest);
        self.search.notes = easing.is_some();
        let mut best = best(&mut self.search, &mut self.pairs, game, (&self.imagined, seen), legal, seed);
        if let Some(easing) = easing {
            best = self.search.eased(easing);
        }
        self.branches += std::mem::take(&mut self.search.budget.counted);
        self.expects = best.expects();
        best.action
            .filter(|action| legal.contains(game, seen, action))
            .or_else(|| R::passing(game, seen, legal.seat).filter(|pass| legal.contains(game, seen, pass)))
            .or_else(|| legal.nth(game, seen, 0))
    }
}

/// The best line from the imagined position, the first of the two; the second is what the seat sees.
fn best<R: Rules>(
    search: &mut Search<R>,
    pairs: &mut Pairs,
    game: &Game<R>,
    (state, seen): (&State<R>, &State<R>),
    legal: &Legal,
    seed: u64,
) -> Best {
    search.begin(state, legal.seat, seed);
    let mut levels = std::mem::take(&mut search.levels);
    let worth = search.list_roots(game, state, seen, legal, &mut levels[0]);
    if search.depth > 1 && !search.is_settled(2) {
        if search.prunes {
            pairs.search(search, game, state, worth, &mut levels);
        } else {
            search.try_lines(game, state, &mut levels);
        }
    }
    search.levels = levels;
    search.best
}

impl<R: Rules> Agent<R> for Value<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        if legal.len() == 1 {
            return legal.nth(game, view.state(), 0);
        }
        self.imagined.assign(&play::determinise(game, view, &[], &mut self.dice));
        self.decide(game, view.state(), legal)
    }

    fn choose_knowing(&mut self, game: &Game<R>, truth: Truth<'_, R>, legal: &Legal) -> Option<Action> {
        self.imagined.assign(truth.state);
        self.decide(game, truth.state, legal)
    }

    fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.search.stop = Some(stop);
    }

    fn eased(&self) -> Option<Eased> {
        self.level.as_ref().and_then(Level::eased)
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn needs(&self) -> Needs {
        if self.is_oracle { Needs::Truth } else { Needs::View }
    }

    fn expects(&self) -> Option<i32> {
        self.expects
    }
}
