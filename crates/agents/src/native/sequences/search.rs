//! Best first over sequences of own actions.
//!
//! A sequence is a number of own actions, one after the other: one position that was reached and rated. The best-rated
//! one is continued first, by each of its actions: for half of the budget those of this turn, then
//! those that go beyond it. Only positions that are continued are kept; others are a number and
//! an action, and are made again when their turn comes. Positions that were reached in several orders are continued
//! once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Seat, State, Stream};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules, play};

use crate::native::budget::Budget;
use crate::native::keys::{self, Table};
use crate::native::rating::{ALIKE, WON, ordered, rate, rests};

/// How much of what is gained a turn later counts: it is less sure, and what can be done now need not wait.
const FADING: f64 = 0.5;
/// The most actions that others are given to pass on.
const PASSES: usize = 64;
/// The most sequences that are continued: their positions are kept.
const KEPT: usize = 4096;
/// A budget for fewer continuations of the root is small.
const FEW: u64 = 4;
/// In place of a number.
const NONE: u32 = u32::MAX;

/// The end of a sequence.
#[derive(Clone, Copy)]
pub struct Node {
    pub before: u32,
    pub action: Action,
    /// What the position is rated.
    rating: f64,
    /// What the sequence is worth: what it gains, later gains less.
    pub value: f64,
    /// Where its position is kept, if it was continued.
    slot: u32,
    /// How many actions led here.
    pub depth: u16,
    /// How many turns ended on the way.
    pub turns: u8,
    /// Where this turn ended, if it did; else this node.
    pub last: u32,
    /// The seat may stop here: it is its turn, and it is not asked anything.
    pub rests: bool,
    /// Chance or an unknown card played a part in the first turn.
    pub is_unsure: bool,
}

/// A sequence that may be continued: the best first, then the longest, then the one that was found first.
type Open = (i64, u16, Reverse<u32>);

/// Searches; its memory is reused from decision to decision.
pub struct Search<R: Rules> {
    /// What positions are weighed by, scaled to the position; empty if the game has no weights.
    pub weights: Vec<f64>,
    /// How many turns may end in a sequence.
    pub turns: u8,
    /// By how much a sequence may be rated below the start.
    pub threshold: f64,
    /// Breaks off an imagined action that does not end.
    pub stop: Option<Arc<AtomicBool>>,
    pub seat: Seat,
    /// The same action rolls the same in every sequence of a decision.
    seed: u64,
    pub nodes: Vec<Node>,
    /// The rating after the end of this many turns in which the seat did nothing.
    idle: Vec<f64>,
    /// Sequences of this turn, and those that go beyond it.
    open: [BinaryHeap<Open>; 2],
    /// The positions that were continued.
    seen: Table,
    states: Vec<Box<State<R>>>,
    kept: usize,
    /// Where actions are tried; taken while that is done.
    scratch: Option<Box<State<R>>>,
    legal: Legal,
    /// The best end of a sequence.
    pub best: u32,
    pub longest: u16,
    /// Positions that were reached again.
    pub merged: u64,
}

impl<R: Rules> Search<R> {
    pub fn new(turns: u8, threshold: f64) -> Self {
        Self {
            weights: Vec::new(),
            turns,
            threshold,
            stop: None,
            seat: Seat::NONE,
            seed: 0,
            idle: Vec::new(),
            nodes: Vec::new(),
            open: [BinaryHeap::new(), BinaryHeap::new()],
            seen: Table::default(),
            states: Vec::new(),
            kept: 0,
            scratch: None,
            legal: Legal::default(),
            best: 0,
            longest: 0,
            merged: 0,
        }
    }

    /// Begins at a position of a seat.
    pub fn begin(&mut self, game: &Game<R>, root: &State<R>, seat: Seat, seed: u64) {
        (self.seat, self.seed) = (seat, seed);
        (self.best, self.longest, self.merged, self.kept) = (0, 0, 0, 0);
        self.nodes.clear();
        self.open.iter_mut().for_each(BinaryHeap::clear);
        self.seen.clear();
        let value = rate(game, root, seat, &self.weights, 0);
        self.idle(game, root, value);
        let slot = self.keep(root);
        self.nodes.push(Node {
            before: NONE,
            action: Action::new(seat, 0, 0),
            rating: value,
            value,
            slot,
            depth: 0,
            turns: 0,
            last: 0,
            rests: rests(root, seat),
            is_unsure: false,
        });
        self.push(0);
    }

    /// Continues sequences until the budget is spent, nothing is left, memory is full or the match is won in this turn.
    /// Those of this turn come first, or those that go beyond it.
    pub fn run(&mut self, game: &Game<R>, budget: &mut Budget, later: bool) {
        if self.nodes.len() == 1 && !later {
            self.sketch(game, budget);
        }
        while !budget.is_spent() && !self.is_settled() && self.kept < KEPT {
            let [first, second] = if later { [1, 0] } else { [0, 1] };
            let found = self.open[first].pop().or_else(|| self.open[second].pop());
            let Some((.., Reverse(node))) = found else { return };
            if self.reach(game, node) {
                self.continue_from(game, node, budget);
            }
        }
    }

    /// On a budget for a few continuations only, begins with a whole turn: what gains by itself is strung together, then
    /// what that makes possible. Best first would end after two or three actions.
    fn sketch(&mut self, game: &Game<R>, budget: &mut Budget) {
        self.legal.fill(game, &self.states[0], self.seat);
        if budget.open() >= FEW * self.legal.len() as u64 {
            return;
        }
        let mut end = 0;
        while !budget.is_spent() && !self.is_settled() && self.kept < KEPT && self.reach(game, end) {
            let first = self.nodes.len() as u32;
            self.continue_from(game, end, budget);
            let longer = self.string(game, end, first, budget);
            if longer == end {
                return;
            }
            end = longer;
        }
    }

    /// Carries out one action after the other of those that were tried after a sequence, from a number on: what gains most
    /// first, as far as it still gains. The end of the longer sequence.
    fn string(&mut self, game: &Game<R>, from: u32, first: u32, budget: &mut Budget) -> u32 {
        let gains = |node: &Node| node.turns == 0 && node.value > self.nodes[from as usize].value;
        let mut order: Vec<u32> =
            (first..self.nodes.len() as u32).filter(|&at| gains(&self.nodes[at as usize])).collect();
        order.sort_by(|&a, &b| self.nodes[b as usize].value.total_cmp(&self.nodes[a as usize].value));
        let Some(&best) = order.first() else { return from };
        let mut end = best;
        let mut scratch = self.scratch.take().unwrap_or_else(|| Box::new(State::empty()));
        scratch.assign(&self.states[self.nodes[from as usize].slot as usize]);
        advance(
            game,
            &mut scratch,
            self.nodes[end as usize].action,
            self.seat,
            self.seed,
            self.stop.as_deref(),
        );
        self.nodes[end as usize].slot = self.keep(&scratch);
        self.legal.fill(game, &scratch, self.seat);
        for &at in &order[1..] {
            let (parent, action) = (self.nodes[end as usize], self.nodes[at as usize].action);
            let state: &State<R> = &self.states[parent.slot as usize];
            if self.kept == KEPT || is_decided(state, self.seat) {
                break;
            }
            if !self.legal.contains(game, state, &action) {
                continue;
            }
            if !budget.spend() {
                break;
            }
            scratch.assign(state);
            let rolls = advance(game, &mut scratch, action, self.seat, self.seed, self.stop.as_deref());
            let found = self.after(game, state, &scratch, end, action, rolls);
            if found.turns > 0 || found.value <= parent.value {
                continue;
            }
            end = self.nodes.len() as u32;
            let slot = self.keep(&scratch);
            self.longest = self.longest.max(found.depth);
            self.add(Node { slot, ..found }, is_decided(&*scratch, self.seat));
            self.legal.fill(game, &scratch, self.seat);
        }
        self.scratch = Some(scratch);
        end
    }

    /// Rates what comes of doing nothing.
    fn idle(&mut self, game: &Game<R>, root: &State<R>, value: f64) {
        let mut state = self.scratch.take().unwrap_or_else(|| Box::new(State::empty()));
        state.assign(root);
        self.idle.clear();
        self.idle.push(value);
        for turns in 1..=self.turns + 1 {
            let now = state.now;
            for _ in 0..PASSES {
                let pass = R::passing(game, &state, self.seat).filter(|_| !is_decided(&*state, self.seat));
                let Some(pass) = pass.filter(|_| state.now == now) else { break };
                advance(game, &mut state, pass, self.seat, self.seed, self.stop.as_deref());
            }
            self.idle.push(rate(game, &*state, self.seat, &self.weights, turns));
        }
        self.scratch = Some(state);
    }

    /// Whether the match is won in this turn.
    pub fn is_settled(&self) -> bool {
        let best = &self.nodes[self.best as usize];
        best.turns == 0 && best.value >= WON
    }

    fn push(&mut self, node: u32) {
        let Node { value, depth, turns, .. } = self.nodes[node as usize];
        self.open[(turns > 0) as usize].push((ordered(value), depth, Reverse(node)));
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

    /// Makes the position of a sequence again; false if it was continued before, in another order.
    fn reach(&mut self, game: &Game<R>, node: u32) -> bool {
        let Node { before, action, slot, .. } = self.nodes[node as usize];
        let slot = if slot == NONE {
            let parent = self.nodes[before as usize].slot as usize;
            if self.states.len() == self.kept {
                self.states.push(Box::new(State::empty()));
            }
            let [from, state] =
                self.states.get_disjoint_mut([parent, self.kept]).expect("a position has a place of its own");
            state.assign(from);
            advance(game, state, action, self.seat, self.seed, self.stop.as_deref());
            self.kept
        } else {
            slot as usize
        };
        let likeness = self.states[slot].likeness(ALIKE);
        if self.seen.visit(likeness, 0) {
            self.merged += 1;
            return false;
        }
        if self.nodes[node as usize].slot == NONE {
            self.nodes[node as usize].slot = slot as u32;
            self.kept += 1;
        }
        true
    }

    /// Tries every action after a sequence.
    fn continue_from(&mut self, game: &Game<R>, node: u32, budget: &mut Budget) {
        let parent = self.nodes[node as usize];
        let states = std::mem::take(&mut self.states);
        let mut legal = std::mem::take(&mut self.legal);
        let mut scratch = self.scratch.take().unwrap_or_else(|| Box::new(State::empty()));
        let state: &State<R> = &states[parent.slot as usize];
        let least = self.nodes[0].value - self.threshold;
        let pass = (parent.turns == self.turns && parent.rests).then(|| R::passing(game, state, self.seat));
        legal.fill(game, state, self.seat);
        scratch.assign(state);
        legal.each(game, state, |action| {
            if pass == Some(Some(action)) || !budget.spend() {
                return;
            }
            scratch.restore(state);
            let rolls = advance(game, &mut scratch, action, self.seat, self.seed, self.stop.as_deref());
            let found = self.after(game, state, &scratch, node, action, rolls);
            self.longest = self.longest.max(found.depth);
            if found.value >= least {
                self.add(found, found.turns > self.turns || is_decided(&*scratch, self.seat));
            }
        });
        (self.states, self.legal, self.scratch) = (states, legal, Some(scratch));
    }

    /// The node after an action, which led from one position to another.
    #[inline]
    fn after(
        &self,
        game: &Game<R>,
        from: &State<R>,
        to: &State<R>,
        before: u32,
        action: Action,
        rolls: bool,
    ) -> Node {
        let parent = &self.nodes[before as usize];
        let turns = parent.turns + (to.now != from.now) as u8;
        let rating = rate(game, to, self.seat, &self.weights, turns);
        let value = if is_decided(to, self.seat) {
            rating
        } else {
            parent.value + self.gain(rating - parent.rating, parent.turns, turns)
        };
        let draws = || to.zone_len(self.seat, R::DECK) < from.zone_len(self.seat, R::DECK);
        Node {
            before,
            action,
            rating,
            value,
            slot: NONE,
            depth: parent.depth + 1,
            turns,
            last: if turns == 0 { self.nodes.len() as u32 } else { parent.last },
            rests: rests(to, self.seat),
            is_unsure: parent.is_unsure || turns == 0 && (rolls || draws()),
        }
    }

    fn add(&mut self, found: Node, is_last: bool) {
        let number = self.nodes.len() as u32;
        self.nodes.push(found);
        let best = &self.nodes[self.best as usize];
        let may_stop = found.rests || is_last;
        if may_stop && (found.value > best.value || !best.rests && best.depth == 0) {
            self.best = number;
        }
        if !is_last {
            self.push(number);
        }
    }

    /// What a change of the rating is worth after the end of some turns. What the end of a turn changes counts only as far
    /// as it differs from what it changes for who does nothing.
    #[inline]
    fn gain(&self, change: f64, before: u8, turns: u8) -> f64 {
        if turns == 0 {
            return change;
        }
        let idle = |turns: u8| self.idle[(turns as usize).min(self.idle.len() - 1)];
        (change - (idle(turns) - idle(before))) * FADING.powi(turns as i32)
    }

    /// The actions that lead to the end of a sequence.
    pub fn actions(&self, node: u32) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].before != NONE {
            actions.push(self.nodes[at as usize].action);
            at = self.nodes[at as usize].before;
        }
        actions.reverse();
        actions
    }

    /// Carries out an action as the search did.
    pub fn carry_out(&self, game: &Game<R>, state: &mut State<R>, action: Action) {
        advance(game, state, action, self.seat, self.seed, self.stop.as_deref());
    }
}

/// Carries out an action of a seat, and lets the others pass until it may act again; whether dice were rolled.
#[inline]
pub fn advance<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    action: Action,
    seat: Seat,
    seed: u64,
    stop: Option<&AtomicBool>,
) -> bool {
    let stream = Stream::named(seed ^ keys::source(state, &action), "");
    let mut dice = Dice::Sampled(stream.clone());
    play::apply(game, state, action, &mut dice, None, stop);
    for _ in 0..PASSES {
        if is_decided(state, seat) || R::to_act(state).has(seat) {
            break;
        }
        let other = R::to_act(state).first();
        let pass =
            R::passing(game, state, other).or_else(|| Legal::of(game, state, other).nth(game, state, 0));
        let Some(pass) = pass else { break };
        play::apply(game, state, pass, &mut dice, None, stop);
    }
    !matches!(dice, Dice::Sampled(rolled) if rolled == stream)
}
