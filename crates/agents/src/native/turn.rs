//! The plan of one turn: best first over the actions of a seat, equal positions merged.
//!
//! A step is one action after others: one position that was reached and rated. The most promising step is continued
//! by each of its actions, until the budget is spent. A step promises what it is rated; less if it only repeats a step
//! beside it on another cell or gains nothing, more if it opens actions that were not possible before. Only
//! positions that are continued are kept; others are a number and an action.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Means, NO_CHOICE, Seat, State, Stream};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules, play};

use crate::native::budget::Budget;
use crate::native::keys::{self, Table};
use crate::native::rating::{ALIKE, is_won, ordered, rate, rests};

/// What a step promises less if it gains nothing, and for each better one beside it that differs only in its cell.
const IDLE: f64 = 0.25;
/// What a step promises more if it opens actions.
const OPENING: f64 = 6.0;
/// The most steps that are continued: their positions are kept.
const KEPT: usize = 2048;
/// In place of a number.
const NONE: u32 = u32::MAX;

/// Which actions are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// All of them, until the budget is spent.
    All,
    /// Of those that differ only in their cell the one to which the game is most inclined, until nothing gets better.
    Quick,
}

/// The end of some actions.
#[derive(Clone, Copy)]
pub struct Step {
    before: u32,
    action: Action,
    /// What the position is rated.
    pub value: f64,
    /// What it promises.
    pub promise: f64,
    /// Where its position is kept, if it was continued.
    slot: u32,
    depth: u16,
    /// The seat may stop here: it is its turn and it is not asked anything, or the turn or match is over.
    pub rests: bool,
    /// The turn or the match is over.
    is_over: bool,
    /// Chance or an unknown card played a part.
    pub is_unsure: bool,
}

/// An action that was just tried.
struct Tried {
    step: Step,
    inclination: i32,
    opens: bool,
}

/// Plans turns; its memory is reused.
pub struct Turn<R: Rules> {
    /// Breaks off an imagined action that does not end.
    pub stop: Option<Arc<AtomicBool>>,
    pub seat: Seat,
    /// The same action rolls the same in every plan of a turn.
    seed: u64,
    now: (u32, u8),
    pub steps: Vec<Step>,
    /// The steps that may be continued: what they promise, how long they are, which was found first.
    open: BinaryHeap<(i64, u16, Reverse<u32>)>,
    seen: Table,
    states: Vec<Box<State<R>>>,
    kept: usize,
    scratch: Box<State<R>>,
    legal: Legal,
    further: Legal,
    tried: Vec<Tried>,
    shortlist: Vec<(Action, i32)>,
    /// The step at which it is best to stop.
    pub best: u32,
}

impl<R: Rules> Turn<R> {
    pub fn new() -> Self {
        Self {
            stop: None,
            seat: Seat::NONE,
            seed: 0,
            now: (0, 0),
            steps: Vec::new(),
            open: BinaryHeap::new(),
            seen: Table::default(),
            states: Vec::new(),
            kept: 0,
            scratch: Box::new(State::empty()),
            legal: Legal::default(),
            further: Legal::default(),
            tried: Vec::new(),
            shortlist: Vec::new(),
            best: 0,
        }
    }

    /// Begins at a position in which a seat may act.
    pub fn begin(&mut self, game: &Game<R>, root: &State<R>, seat: Seat, seed: u64, weights: &[f64]) {
        (self.seat, self.seed, self.now) = (seat, seed, (root.now, root.phase));
        (self.best, self.kept) = (0, 0);
        self.steps.clear();
        self.open.clear();
        self.seen.clear();
        let value = rate(game, root, seat, weights, 0);
        let slot = self.keep(root);
        self.steps.push(Step {
            before: NONE,
            action: Action::new(seat, 0, 0),
            value,
            promise: value,
            slot,
            depth: 0,
            rests: rests(root, seat),
            is_over: false,
            is_unsure: false,
        });
        self.open.push((ordered(value), 0, Reverse(0)));
    }

    /// Continues steps until the budget is spent, nothing is left or the match is won.
    pub fn search(&mut self, game: &Game<R>, weights: &[f64], breadth: Breadth, budget: &mut Budget) {
        while !budget.is_spent() && !self.is_won() && self.kept < KEPT {
            let Some((.., Reverse(number))) = self.open.pop() else { return };
            if !self.reach(game, number) {
                continue;
            }
            let best = self.best;
            self.try_all(game, number, weights, breadth, budget);
            if breadth == Breadth::Quick && self.best == best {
                return;
            }
        }
    }

    /// Whether the match is won for sure at the best step.
    pub fn is_won(&self) -> bool {
        let best = self.steps.get(self.best as usize);
        best.is_some_and(|best| best.is_over && !best.is_unsure && is_won(best.value))
    }

    /// Keeps a position; the number of its place.
    fn keep(&mut self, state: &State<R>) -> u32 {
        if self.states.len() == self.kept {
            self.states.push(Box::new(State::empty()));
        }
        self.states[self.kept].assign(state);
        self.kept += 1;
        self.kept as u32 - 1
    }

    /// Makes the position of a step again; false if an equal one was continued before.
    fn reach(&mut self, game: &Game<R>, number: u32) -> bool {
        let Step { before, action, slot, .. } = self.steps[number as usize];
        let slot = if slot == NONE {
            let parent = self.steps[before as usize].slot as usize;
            if self.states.len() == self.kept {
                self.states.push(Box::new(State::empty()));
            }
            let [from, state] =
                self.states.get_disjoint_mut([parent, self.kept]).expect("a position has a place of its own");
            state.assign(from);
            perform(game, state, action, self.seed, self.stop.as_deref());
            self.kept
        } else {
            slot as usize
        };
        if self.seen.visit(self.states[slot].likeness(ALIKE), 0) {
            return false;
        }
        if self.steps[number as usize].slot == NONE {
            self.steps[number as usize].slot = slot as u32;
            self.kept += 1;
        }
        true
    }

    /// Tries the actions after a step.
    fn try_all(
        &mut self,
        game: &Game<R>,
        number: u32,
        weights: &[f64],
        breadth: Breadth,
        budget: &mut Budget,
    ) {
        let parent = self.steps[number as usize];
        let slot = parent.slot as usize;
        self.legal.fill(game, &self.states[slot], self.seat);
        let mut shortlist = std::mem::take(&mut self.shortlist);
        shortlist.clear();
        let state: &State<R> = &self.states[slot];
        let pass = if parent.rests { R::passing(game, state, self.seat) } else { None };
        let mut first = 0;
        self.legal.each(game, state, |action| {
            if pass == Some(action) {
                return;
            }
            let inclination = R::inclination(game, state, &action);
            if breadth == Breadth::All {
                shortlist.push((action, inclination));
                return;
            }
            let source = (action.verb, action.source);
            if shortlist.last().is_none_or(|last| (last.0.verb, last.0.source) != source) {
                first = shortlist.len();
            }
            let like = elsewhere::<R>(action);
            match shortlist[first..].iter_mut().find(|known| elsewhere::<R>(known.0) == like) {
                Some(known) if inclination > known.1 => *known = (action, inclination),
                Some(_) => {}
                None => shortlist.push((action, inclination)),
            }
        });
        let (seat, held) = (self.seat, state.seats.as_ref()[self.seat.at()].resources);
        self.tried.clear();
        self.scratch.assign(state);
        for &(action, inclination) in &shortlist {
            if !budget.spend() {
                break;
            }
            let (state, scratch) = (&self.states[slot], &mut self.scratch);
            scratch.restore(state);
            let rolls = perform(game, scratch, action, self.seed, self.stop.as_deref());
            let is_over = is_decided(&**scratch, seat)
                || (scratch.now, scratch.phase) != self.now
                || !R::to_act(scratch).has(seat);
            let value = rate(game, &**scratch, seat, weights, 0);
            let draws = scratch.zone_len(seat, R::DECK) < state.zone_len(seat, R::DECK);
            let mut opens = false;
            let resources = &scratch.seats.as_ref()[seat.at()].resources;
            if !is_over && held.iter().zip(resources).any(|(before, after)| after > before) {
                self.further.fill(game, scratch, seat);
                opens = self.further.groups.len() > self.legal.groups.len();
            }
            let step = Step {
                before: number,
                action,
                value,
                promise: value,
                slot: NONE,
                depth: parent.depth + 1,
                rests: is_over || rests(scratch, seat),
                is_over,
                is_unsure: parent.is_unsure || rolls || draws,
            };
            self.tried.push(Tried { step, inclination, opens });
        }
        self.shortlist = shortlist;
        self.enter_tried(parent);
    }

    /// Enters what was tried, the best first.
    fn enter_tried(&mut self, parent: Step) {
        let mut tried = std::mem::take(&mut self.tried);
        tried.sort_by(|a, b| {
            b.step.value.total_cmp(&a.step.value).then_with(|| b.inclination.cmp(&a.inclination))
        });
        let lost = parent.value - parent.promise;
        for at in 0..tried.len() {
            let Tried { mut step, opens, .. } = tried[at];
            let like = elsewhere::<R>(step.action);
            let better = tried[..at].iter().rev().take_while(|other| other.step.value == step.value);
            let better = better.filter(|other| elsewhere::<R>(other.step.action) == like).count();
            let idle = better + (step.value <= parent.value) as usize;
            step.promise -= lost.max(0.0) + idle as f64 * IDLE;
            if opens {
                step.promise += OPENING;
            }
            let number = self.steps.len() as u32;
            self.steps.push(step);
            let best = &self.steps[self.best as usize];
            let is_surer = step.value == best.value && best.is_unsure && !step.is_unsure;
            if step.rests && (step.value > best.value || is_surer || !best.rests) {
                self.best = number;
            }
            if !step.is_over {
                self.open.push((ordered(step.promise), step.depth, Reverse(number)));
            }
        }
        tried.clear();
        self.tried = tried;
    }

    /// The actions that lead to a step.
    pub fn actions(&self, number: u32) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut at = number;
        while self.steps[at as usize].before != NONE {
            actions.push(self.steps[at as usize].action);
            at = self.steps[at as usize].before;
        }
        actions.reverse();
        actions
    }

    /// How many of the actions to a step lead there for sure, counting the first that does not.
    pub fn sure_actions(&self, number: u32) -> usize {
        let mut at = number;
        let mut sure = self.steps[number as usize].depth as usize;
        while self.steps[at as usize].before != NONE {
            at = self.steps[at as usize].before;
            if self.steps[at as usize].is_unsure {
                sure = self.steps[at as usize].depth as usize;
            }
        }
        sure
    }

    /// Becomes the position of a step.
    pub fn become_step(&self, game: &Game<R>, number: u32, into: &mut State<R>) {
        let Step { before, action, slot, .. } = self.steps[number as usize];
        if slot != NONE {
            into.assign(&self.states[slot as usize]);
            return;
        }
        into.assign(&self.states[self.steps[before as usize].slot as usize]);
        perform(game, into, action, self.seed, self.stop.as_deref());
    }

    /// Steps at which the seat may stop, the most promising first, at most this many. Those that differ from all better ones
    /// in two actions come first: others are found by changing them.
    pub fn ends(&mut self, most: usize) -> Vec<u32> {
        let mut order: Vec<u32> =
            (0..self.steps.len() as u32).filter(|&at| self.steps[at as usize].rests).collect();
        let worth = |at: u32| self.steps[at as usize].promise.min(self.steps[at as usize].value);
        let compare = |&a: &u32, &b: &u32| worth(b).total_cmp(&worth(a)).then(a.cmp(&b));
        let looked_at = most * LOOKED_AT;
        if order.len() > looked_at {
            order.select_nth_unstable_by(looked_at, compare);
            order.truncate(looked_at);
        }
        order.sort_unstable_by(compare);
        let mut chosen: Vec<(u32, Vec<u64>)> = Vec::new();
        let mut others = Vec::new();
        for at in order {
            let mut actions: Vec<u64> =
                self.actions(at).into_iter().map(|action| elsewhere::<R>(action).code()).collect();
            actions.sort_unstable();
            let difference = chosen.iter().map(|(_, other)| difference(&actions, other)).min();
            match difference {
                Some(0) => {}
                Some(1) => others.push(at),
                _ => chosen.push((at, actions)),
            }
            if chosen.len() == most {
                break;
            }
        }
        let chosen = chosen.into_iter().map(|(at, _)| at);
        chosen.chain(others).take(most).collect()
    }
}

/// How many steps are looked at for every end that is wanted.
const LOOKED_AT: usize = 12;

/// In how many actions two sorted lists differ.
fn difference(one: &[u64], other: &[u64]) -> usize {
    let (mut a, mut b, mut shared) = (0, 0, 0);
    while a < one.len() && b < other.len() {
        match one[a].cmp(&other[b]) {
            std::cmp::Ordering::Less => a += 1,
            std::cmp::Ordering::Greater => b += 1,
            std::cmp::Ordering::Equal => (a, b, shared) = (a + 1, b + 1, shared + 1),
        }
    }
    one.len().max(other.len()) - shared
}

/// Carries out an action; whether dice were rolled.
#[inline]
pub fn perform<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    action: Action,
    seed: u64,
    stop: Option<&AtomicBool>,
) -> bool {
    let stream = Stream::named(seed ^ keys::source(state, &action), "");
    let mut dice = Dice::Sampled(stream.clone());
    play::apply(game, state, action, &mut dice, None, stop);
    !matches!(dice, Dice::Sampled(rolled) if rolled == stream)
}

/// An action without the cells it chooses.
#[inline]
pub fn elsewhere<R: Rules>(mut action: Action) -> Action {
    for (at, &(_, means)) in R::VERBS[action.verb as usize].choices.iter().enumerate() {
        if means == Means::Cell {
            action.choices[at] = NO_CHOICE;
        }
    }
    action
}
