//! Combines the actions of stages without chance and keeps the most promising positions.

use cardwright_core::{Action, Dice, Seat, State};
use cardwright_effects::easing::Easing;
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules, Stage, play};

use super::tree::Tree;
use crate::native::budget::Budget;

/// The most positions that are kept side by side, and the fewest.
const WIDEST: u64 = 24;
const NARROWEST: u64 = 4;
/// Positions in a decision's budget for each position that is kept.
const NODES_PER_WIDTH: u64 = 256;
/// Smaller differences do not count: between equals chance decides.
const JITTER: f64 = 1e-3;

/// What to do: actions with their stages; if there are none, the stage that was reached.
pub struct Plan {
    pub actions: Vec<(Action, usize)>,
    pub stage: usize,
}

/// A position that is looked at: how it is reached and what it is worth.
#[derive(Clone, Copy)]
struct Line {
    /// Its place among the states.
    slot: usize,
    /// Its last step; none at the root.
    tail: Option<usize>,
    /// The source that is thought about next.
    next: u8,
    is_done: bool,
    /// Its worth and what it promises: decides which positions are kept.
    hoped: f64,
    /// Its worth: decides which position is chosen.
    value: f64,
    /// The first action of the tree below it.
    begins: Option<Action>,
}

/// A step of a line: the one before, the action, its stage, the worth of the position after it.
type Step = (Option<usize>, Action, usize, f64);

/// A position that may be kept: the line it comes from, and the action that leads to it, if any.
#[derive(Clone, Copy)]
struct Try {
    from: usize,
    action: Option<Action>,
    next: u8,
    is_done: bool,
    hoped: f64,
    value: f64,
}

/// The memory of a search, reused from decision to decision.
pub struct Search<R: Rules> {
    /// Values the positions.
    pub tree: Tree<R>,
    states: Vec<Box<State<R>>>,
    free: Vec<usize>,
    scratch: Box<State<R>>,
    legal: Legal,
    tries: Vec<Try>,
    steps: Vec<Step>,
    /// The actions of a fight from the root, each with its worth.
    firsts: Vec<(f64, Action)>,
}

impl<R: Rules> Search<R> {
    pub fn new() -> Self {
        Self {
            tree: Tree::new(),
            states: Vec::new(),
            free: Vec::new(),
            scratch: Box::new(State::empty()),
            legal: Legal::default(),
            tries: Vec::new(),
            steps: Vec::new(),
            firsts: Vec::new(),
        }
    }

    /// The best beginning of the rest of the turn, from a stage up to and including the next stage of chance.
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
        easing: Option<&mut Easing>,
    ) -> Plan {
        self.tree.seat = seat;
        self.steps.clear();
        self.firsts.clear();
        self.free = (0..self.states.len()).collect();
        let slot = self.free_slot();
        self.states[slot].assign(root);
        let value = self.tree.value(game, root);
        let hoped = value + R::open_gains(game, root, seat, &self.tree.weights).sum;
        let begun = Line { slot, tail: None, next: 0, is_done: false, hoped, value, begins: None };
        let mut lines = vec![begun];
        let all = budget.unreserved();
        let width = (all / NODES_PER_WIDTH).clamp(NARROWEST, WIDEST) as usize;
        let mut at = stage;
        while R::STAGES.get(at) == Some(&Stage::Combined) {
            budget.reserve(all / 3);
            self.combine(game, &mut lines, at, width, budget, dice, may);
            at += 1;
        }
        let fight = at;
        if R::STAGES.get(at) == Some(&Stage::Weighed) {
            self.weigh_lines(game, &mut lines, at, budget, may);
            at += 1;
        }
        if let Some(easing) = easing {
            return Plan { actions: self.eased(&lines, value, fight, easing), stage: at };
        }
        let best = lines.iter().copied().reduce(|a, b| if b.value > a.value { b } else { a });
        let mut actions = self.actions(best.and_then(|line| line.tail));
        if actions.is_empty() {
            actions.extend(best.and_then(|line| line.begins).map(|action| (action, fight)));
        }
        Plan { actions, stage: at }
    }

    /// The actions that lead to a step, with their stages.
    fn actions(&self, mut tail: Option<usize>) -> Vec<(Action, usize)> {
        let mut actions = Vec::new();
        while let Some(step) = tail {
            let (before, action, stage, _) = self.steps[step];
            actions.push((action, stage));
            tail = before;
        }
        actions.reverse();
        actions
    }

    /// What an eased decision does: the actions to some step, a whole line or the first action of a fight; or nothing.
    fn eased(&self, lines: &[Line], resting: f64, fight: usize, easing: &mut Easing) -> Vec<(Action, usize)> {
        let steps = self.steps.iter().map(|&(.., value)| value);
        let whole = lines.iter().map(|line| if line.tail.is_some() { line.value } else { f64::NEG_INFINITY });
        let firsts = self.firsts.iter().map(|&(value, _)| value);
        let Some(place) = easing.pick(steps.chain(whole).chain(firsts), resting) else { return Vec::new() };
        let (steps, whole) = (self.steps.len(), self.steps.len() + lines.len());
        if place < steps {
            self.actions(Some(place))
        } else if place < whole {
            self.actions(lines[place - steps].tail)
        } else {
            vec![(self.firsts[place - whole].1, fight)]
        }
    }

    /// Extends the lines by any set of actions of a stage, one source after the other; the best remain.
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
        for line in lines.iter_mut() {
            (line.next, line.is_done) = (0, false);
        }
        while !budget.is_spent() && lines.iter().any(|line| !line.is_done) {
            self.tries.clear();
            for (from, &line) in lines.iter().enumerate() {
                self.try_next(game, line, from, stage, budget, dice, may);
            }
            self.tries.sort_by(|a, b| b.hoped.total_cmp(&a.hoped));
            // The line that has done nothing yet is kept too: later sources may need what others would have taken.
            let untouched = |one: &Try| one.action.is_none() && lines[one.from].tail.is_none();
            let kept = self.tries.iter().skip(width).find(|one| untouched(one)).copied();
            self.tries.truncate(width);
            self.tries.extend(kept);
            let before = std::mem::take(lines);
            for at in 0..self.tries.len() {
                let Try { from, action, next, is_done, hoped, value } = self.tries[at];
                let parent = before[from];
                let slot = self.free_slot();
                // The parent was given its slot earlier, so the two differ.
                let [parent_state, state] =
                    self.states.get_disjoint_mut([parent.slot, slot]).expect("a line has a state of its own");
                state.assign(parent_state);
                let mut tail = parent.tail;
                if let Some(action) = action {
                    play::apply(game, state, action, &mut dice.clone(), None, self.tree.stop.as_deref());
                    self.steps.push((parent.tail, action, stage, value));
                    tail = Some(self.steps.len() - 1);
                }
                lines.push(Line { slot, tail, next, is_done, hoped, value, begins: None });
            }
            self.free.extend(before.iter().map(|line| line.slot));
        }
    }

    /// Tries the actions of a line's next source, and leaving that source as it is.
    #[expect(clippy::too_many_arguments, reason = "the line, the stage and what may be used up")]
    fn try_next(
        &mut self,
        game: &Game<R>,
        line: Line,
        from: usize,
        stage: usize,
        budget: &mut Budget,
        dice: &mut Dice,
        may: &dyn Fn(&Action) -> bool,
    ) {
        let Line { next, hoped, value, .. } = line;
        let mut stays = Try { from, action: None, next, is_done: true, hoped, value };
        let (states, scratch, tries) = (&self.states, &mut self.scratch, &mut self.tries);
        let state: &State<R> = &states[line.slot];
        if line.is_done || is_decided(state, self.tree.seat) {
            tries.push(stays);
            return;
        }
        self.legal.fill(game, state, self.tree.seat);
        R::narrow(game, state, self.tree.seat, stage, &mut self.legal.groups);
        let sources = self.legal.groups.iter().map(|group| group.source);
        let Some(source) = sources.filter(|&source| source >= next).min() else {
            tries.push(stays);
            return;
        };
        self.legal.groups.retain(|group| group.source == source);
        (stays.next, stays.is_done) = (source.saturating_add(1), source == u8::MAX);
        tries.push(stays);
        scratch.assign(state);
        let is_root = line.tail.is_none();
        self.legal.each(game, state, |action| {
            if (is_root && !may(&action)) || !budget.spend() {
                return;
            }
            scratch.restore(state);
            play::apply(game, scratch, action, &mut dice.clone(), None, self.tree.stop.as_deref());
            let value = R::appraise(game, scratch, self.tree.seat, &self.tree.weights) + jitter(dice);
            let hoped = value + R::open_gains(game, scratch, self.tree.seat, &self.tree.weights).sum;
            // After an action its source may have more to do, or another source may be in its place.
            tries.push(Try { from, action: Some(action), next: source, is_done: false, hoped, value });
        });
    }

    /// Values every line by what may still come, the promising ones more deeply.
    fn weigh_lines(
        &mut self,
        game: &Game<R>,
        lines: &mut [Line],
        stage: usize,
        budget: &mut Budget,
        may: &dyn Fn(&Action) -> bool,
    ) {
        budget.reserve(budget.unreserved());
        let states = std::mem::take(&mut self.states);
        let mut len = lines.len();
        'deeper: for depth in 1.. {
            let mut is_cut = false;
            for line in &mut lines[..len] {
                // A plan must begin with an action that may be taken.
                let may = line.tail.is_none().then_some(may);
                let found = self.tree.weigh(game, &states[line.slot], stage, depth, budget, may);
                let Some((value, action, cut)) = found else { break 'deeper };
                if line.tail.is_none() {
                    self.firsts.clone_from(&self.tree.firsts);
                }
                (line.value, line.begins) = (value, action);
                is_cut |= cut;
            }
            if !is_cut {
                break;
            }
            lines[..len].sort_by(|a, b| b.value.total_cmp(&a.value));
            len = len.div_ceil(2);
        }
        self.states = states;
    }

    fn free_slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(Box::new(State::empty()));
            self.states.len() - 1
        })
    }
}

/// A tiny amount by which chance decides between equals.
fn jitter(dice: &mut Dice) -> f64 {
    dice.below(1 << 16) as f64 * (JITTER / 65536.0)
}
