//! Combines the actions of stages without chance and keeps the positions that promise most.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Seat, State};
use cardwright_effects::{Game, Legal, Rules, Stage, play};

use super::budget::Budget;
use super::tree::Level;

/// Most positions that are kept side by side.
const WIDEST: u64 = 24;
const NARROWEST: u64 = 4;
/// Positions of a decision for each that is kept.
const NODES_PER_WIDTH: u64 = 128;
/// Differences below this are none: between equals chance decides.
const JITTER: f64 = 1e-3;

/// What a plan begins with: its first action, and the stage that is reached with it.
pub struct Found {
    pub action: Option<Action>,
    pub stage: usize,
}

/// A position that is looked at: how it is reached and what it is worth.
#[derive(Clone, Copy)]
struct Line {
    /// Its place among the states.
    slot: usize,
    first: Option<(Action, usize)>,
    /// The action before it in the same stage; what follows comes later in the order of actions.
    last: Option<Action>,
    /// What it is worth and promises: which positions are kept.
    promise: f64,
    /// What it is worth: which position is chosen.
    value: f64,
}

/// An action that was tried and may be kept.
#[derive(Clone, Copy)]
struct Try {
    from: usize,
    action: Action,
    promise: f64,
    value: f64,
}

/// What the search works with, reused from decision to decision.
pub struct Search<R: Rules> {
    pub weights: Vec<f64>,
    pub stop: Option<Arc<AtomicBool>>,
    pub seat: Seat,
    pub levels: Vec<Option<Box<Level<R>>>>,
    states: Vec<Box<State<R>>>,
    free: Vec<usize>,
    scratch: Box<State<R>>,
    legal: Legal,
    tries: Vec<Try>,
}

impl<R: Rules> Search<R> {
    pub fn new() -> Self {
        Self {
            weights: Vec::new(),
            stop: None,
            seat: Seat::NONE,
            levels: Vec::new(),
            states: Vec::new(),
            free: Vec::new(),
            scratch: Box::new(State::empty()),
            legal: Legal::default(),
            tries: Vec::new(),
        }
    }

    /// What a position is worth by the weights.
    #[inline]
    pub fn value(&self, game: &Game<R>, state: &State<R>) -> f64 {
        R::appraise(game, state, self.seat, &self.weights)
    }

    /// The best beginning of the rest of the turn from a stage on, up to the next stage of chance and that included.
    #[expect(clippy::too_many_arguments, reason = "the position, the stage and what may be used up")]
    pub fn plan(
        &mut self,
        game: &Game<R>,
        root: &State<R>,
        seat: Seat,
        stage: usize,
        budget: &mut Budget,
        dice: &mut Dice,
        may: &dyn Fn(&Action) -> bool,
    ) -> Found {
        self.seat = seat;
        self.free = (0..self.states.len()).collect();
        let slot = self.keep(root);
        let value = self.value(game, root);
        let mut lines = vec![Line { slot, first: None, last: None, promise: value, value }];
        let all = budget.unclaimed();
        let width = (all / NODES_PER_WIDTH).clamp(NARROWEST, WIDEST) as usize;
        let mut at = stage;
        while at < R::STAGES.len() && R::STAGES[at] == Stage::Combined {
            budget.claim(all / 4);
            self.combine(game, &mut lines, at, width, budget, dice, may);
            at += 1;
        }
        if R::STAGES.get(at) == Some(&Stage::Weighed) {
            self.weigh_lines(game, &mut lines, at, budget, may);
            at += 1;
        }
        let best = lines.iter().copied().reduce(|a, b| if b.value > a.value { b } else { a });
        match best.and_then(|line| line.first) {
            Some((action, stage)) => Found { action: Some(action), stage },
            None => Found { action: None, stage: at },
        }
    }

    /// Extends the lines by any set of actions of a stage; the best of all that come of it remain.
    #[expect(clippy::too_many_arguments, reason = "the lines, the stage and what may be used up")]
    fn combine(
        &mut self,
        game: &Game<R>,
        lines: &mut Vec<Line>,
        stage: usize,
        width: usize,
        budget: &mut Budget,
        dice: &mut Dice,
        may: &dyn Fn(&Action) -> bool,
    ) {
        let mut edge = 0..lines.len();
        lines.iter_mut().for_each(|line| line.last = None);
        while !edge.is_empty() && !budget.is_spent() {
            self.tries.clear();
            for from in edge {
                self.try_all(game, lines[from], from, stage, budget, dice, may);
            }
            self.tries.sort_by(|a, b| b.promise.total_cmp(&a.promise));
            self.tries.truncate(width);
            let kept = lines.len();
            for at in 0..self.tries.len() {
                let Try { from, action, promise, value } = self.tries[at];
                let parent = lines[from];
                self.scratch.assign(&self.states[parent.slot]);
                play::apply(game, &mut self.scratch, action, &mut dice.clone(), None, self.stop.as_deref());
                let slot = self.keep_scratch();
                let first = parent.first.or(Some((action, stage)));
                lines.push(Line { slot, first, last: Some(action), promise, value });
            }
            edge = kept..lines.len();
        }
        lines.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        for line in lines.drain(width.min(lines.len())..) {
            self.free.push(line.slot);
        }
    }

    /// Tries every action of a stage from one line.
    #[expect(clippy::too_many_arguments, reason = "the line, the stage and what may be used up")]
    fn try_all(
        &mut self,
        game: &Game<R>,
        line: Line,
        from: usize,
        stage: usize,
        budget: &mut Budget,
        dice: &mut Dice,
        may: &dyn Fn(&Action) -> bool,
    ) {
        let (states, scratch, tries) = (&self.states, &mut self.scratch, &mut self.tries);
        let state: &State<R> = &states[line.slot];
        if state.is_over {
            return;
        }
        self.legal.fill(game, state, self.seat);
        R::narrow(game, state, self.seat, stage, &mut self.legal.groups);
        scratch.assign(state);
        let is_root = line.first.is_none();
        self.legal.each(game, state, |action| {
            // One order of the same actions is enough.
            let is_later = line.last.is_none_or(|last| action.source >= last.source);
            if !is_later || (is_root && !may(&action)) || !budget.spend() {
                return;
            }
            scratch.restore(state);
            play::apply(game, scratch, action, &mut dice.clone(), None, self.stop.as_deref());
            let value = R::appraise(game, scratch, self.seat, &self.weights) + jitter(dice);
            let promise = value + R::promise(game, scratch, self.seat, &self.weights);
            tries.push(Try { from, action, promise, value });
        });
    }

    /// Values every line by what may still come of it, the promising ones more deeply.
    fn weigh_lines(
        &mut self,
        game: &Game<R>,
        lines: &mut [Line],
        stage: usize,
        budget: &mut Budget,
        may: &dyn Fn(&Action) -> bool,
    ) {
        budget.claim(budget.unclaimed());
        let states = std::mem::take(&mut self.states);
        let mut len = lines.len();
        'deeper: for depth in 1.. {
            let mut is_cut = false;
            for line in &mut lines[..len] {
                // The action that a line begins with must be one that may be taken.
                let is_open = line.first.is_none_or(|(_, at)| at == stage);
                let found =
                    self.weigh(game, &states[line.slot], stage, depth, budget, is_open.then_some(may));
                let Some((value, action, cut)) = found else { break 'deeper };
                line.value = value;
                is_cut |= cut;
                if is_open {
                    line.first = action.map(|action| (action, stage));
                }
            }
            if !is_cut {
                break;
            }
            lines[..len].sort_by(|a, b| b.value.total_cmp(&a.value));
            len = len.div_ceil(2);
        }
        self.states = states;
    }

    fn keep(&mut self, state: &State<R>) -> usize {
        let slot = self.free_slot();
        self.states[slot].assign(state);
        slot
    }

    fn keep_scratch(&mut self) -> usize {
        let slot = self.free_slot();
        self.states[slot].assign(&self.scratch);
        slot
    }

    fn free_slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(Box::new(State::empty()));
            self.states.len() - 1
        })
    }
}

/// A little something by which chance decides between equals.
fn jitter(dice: &mut Dice) -> f64 {
    dice.below(1 << 16) as f64 * (JITTER / 65536.0)
}
