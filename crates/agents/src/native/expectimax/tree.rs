//! The tree of actions whose outcomes are weighed: the maximum over actions, the mean over chance.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Path, Seat, State};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules, play};

use crate::native::budget::Budget;

/// How many actions are looked at from the root of a tree: those that seem best.
const BROAD: usize = 6;
/// How many actions are looked at below the root.
const NARROW: usize = 3;
/// By how much an action must be better than standing still.
const LEAST: f64 = 1e-6;

/// The memory of one level of the tree.
struct Level<R: Rules> {
    branch: Box<State<R>>,
    legal: Legal,
    /// The actions, each with what it seems to be worth.
    actions: Vec<(f64, Action)>,
    dice: Dice,
    /// Outcomes that differ: digest and probability. Their states lie beside.
    outcomes: Vec<(u64, f64)>,
    states: Vec<Box<State<R>>>,
}

impl<R: Rules> Level<R> {
    fn new() -> Self {
        Self {
            branch: Box::new(State::empty()),
            legal: Legal::default(),
            actions: Vec::new(),
            dice: Dice::Enumerated(Path::default()),
            outcomes: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Notes the position that the branch has reached.
    fn note(&mut self, chance: f64) {
        let digest = self.branch.digest();
        if let Some(known) = self.outcomes.iter_mut().find(|known| known.0 == digest) {
            known.1 += chance;
            return;
        }
        let at = self.outcomes.len();
        if self.states.len() == at {
            self.states.push(Box::new(State::empty()));
        }
        self.states[at].assign(&self.branch);
        self.outcomes.push((digest, chance));
    }
}

/// The value of a position, its first action (none for stopping) and whether the tree was cut off below.
type Weighed = (f64, Option<Action>, bool);

/// Values positions; its memory is reused from decision to decision.
pub struct Tree<R: Rules> {
    pub weights: Vec<f64>,
    /// Breaks off an imagined action that does not end.
    pub stop: Option<Arc<AtomicBool>>,
    /// The seat for which it looks.
    pub seat: Seat,
    levels: Vec<Option<Box<Level<R>>>>,
    /// The actions at the root of the tree that was weighed last, each with its worth.
    pub firsts: Vec<(f64, Action)>,
}

impl<R: Rules> Tree<R> {
    pub fn new() -> Self {
        Self { weights: Vec::new(), stop: None, seat: Seat::NONE, levels: Vec::new(), firsts: Vec::new() }
    }

    /// What a position is worth by the weights.
    #[inline]
    pub fn value(&self, game: &Game<R>, state: &State<R>) -> f64 {
        R::appraise(game, state, self.seat, &self.weights)
    }

    /// The value of a position from which up to `depth` more actions of a stage are taken; none if the budget ends
    /// first. `may` says which actions may be taken first, at the root.
    pub fn weigh(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        stage: usize,
        depth: usize,
        budget: &mut Budget,
        may: Option<&dyn Fn(&Action) -> bool>,
    ) -> Option<Weighed> {
        self.firsts.clear();
        self.weigh_below(game, state, stage, depth, BROAD, budget, may)
    }

    #[expect(clippy::too_many_arguments, reason = "the position, the stage and what may be used up")]
    fn weigh_below(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        stage: usize,
        depth: usize,
        breadth: usize,
        budget: &mut Budget,
        may: Option<&dyn Fn(&Action) -> bool>,
    ) -> Option<Weighed> {
        let mut best = (self.value(game, state), None, false);
        if is_decided(state, self.seat) {
            return Some(best);
        }
        if self.levels.len() < depth {
            self.levels.resize_with(depth, || None);
        }
        let mut level = self.levels[depth - 1].take().unwrap_or_else(|| Box::new(Level::new()));
        level.branch.assign(state);
        if !self.list(game, state, best.0, stage, breadth, &mut level, budget, may) {
            self.levels[depth - 1] = Some(level);
            return None;
        }
        let mut is_whole = true;
        for at in 0..level.actions.len() {
            let action = level.actions[at].1;
            let Some((value, is_cut)) = self.expect(game, state, &mut level, action, stage, depth, budget)
            else {
                is_whole = false;
                break;
            };
            best.2 |= is_cut;
            if breadth == BROAD {
                self.firsts.push((value, action));
            }
            if value > best.0 + LEAST {
                (best.0, best.1) = (value, Some(action));
            }
        }
        self.levels[depth - 1] = Some(level);
        is_whole.then_some(best)
    }

    /// Lists the actions of a stage that seem best; false if the budget ends first. At the root, one of which only a
    /// try can tell what it gains is tried once.
    #[expect(
        clippy::too_many_arguments,
        reason = "the position, its value, the stage and what may be used up"
    )]
    fn list(
        &self,
        game: &Game<R>,
        state: &State<R>,
        value: f64,
        stage: usize,
        breadth: usize,
        level: &mut Level<R>,
        budget: &mut Budget,
        may: Option<&dyn Fn(&Action) -> bool>,
    ) -> bool {
        let Level { legal, actions, branch, dice, .. } = level;
        legal.fill(game, state, self.seat);
        R::narrow(game, state, self.seat, stage, &mut legal.groups);
        actions.clear();
        let mut is_whole = true;
        legal.each(game, state, |action| {
            if !is_whole || !may.is_none_or(|may| may(&action)) {
                return;
            }
            let gain = R::gain_of(game, state, &action, &self.weights).unwrap_or_else(|| {
                if breadth < BROAD {
                    return 0.0;
                }
                is_whole = budget.spend();
                branch.restore(state);
                play::apply(game, branch, action, dice, None, self.stop.as_deref());
                *dice = Dice::Enumerated(Path::default());
                self.value(game, branch) - value
            });
            actions.push((gain, action));
        });
        if actions.len() > breadth {
            actions.sort_by(|a, b| b.0.total_cmp(&a.0));
            actions.truncate(breadth);
        }
        is_whole
    }

    /// The mean over the outcomes of an action, and whether the tree was cut off below; none if the budget ends
    /// first.
    #[expect(clippy::too_many_arguments, reason = "the position, the action and what may be used up")]
    fn expect(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        level: &mut Level<R>,
        action: Action,
        stage: usize,
        depth: usize,
        budget: &mut Budget,
    ) -> Option<(f64, bool)> {
        let (mut mean, mut is_cut) = (0.0, false);
        level.outcomes.clear();
        loop {
            if !budget.spend() {
                level.dice = Dice::Enumerated(Path::default());
                return None;
            }
            level.branch.restore(state);
            play::apply(game, &mut level.branch, action, &mut level.dice, None, self.stop.as_deref());
            let Dice::Enumerated(path) = &mut level.dice else { return None };
            let chance = path.probability();
            let is_last = !path.advance();
            if depth == 1 || is_decided(&level.branch, self.seat) {
                // Beyond the last level, one more action counts by what it promises.
                let further = R::open_gains(game, &level.branch, self.seat, &self.weights).best;
                mean += chance * (self.value(game, &level.branch) + further);
                is_cut |= further > 0.0;
            } else {
                level.note(chance);
            }
            if is_last {
                break;
            }
        }
        for at in 0..level.outcomes.len() {
            let below = self.weigh_below(game, &level.states[at], stage, depth - 1, NARROW, budget, None)?;
            mean += level.outcomes[at].1 * below.0;
            is_cut |= below.2;
        }
        Some((mean, is_cut))
    }
}
