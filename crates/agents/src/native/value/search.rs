//! The plain search: every line of own actions, depth first, and what a position is worth.
//!
//! The best line is the one that leads to the most valuable position. Between equal lines the first action decides:
//! stopping at once comes first, then the action that is worth most by itself, then the one the game is most inclined
//! to, then the order of the list. Since only the first action is taken, a position that was reached before, with at
//! least as many actions left, need not be looked at again: whatever it leads to was credited to an earlier action.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Alike, Audience, CardId, Dice, PieceSet, Seat, Standing, State, Stream};
use cardwright_effects::easing::Easing;
use cardwright_effects::worth::{self, WON, is_decided};
use cardwright_effects::{Game, Legal, Rules, play};

use crate::native::budget::Budget;
use crate::native::keys::{self, Table};
use crate::spec::AgentSpec;

/// How many own actions it looks ahead if nobody says otherwise.
const DEPTH: u64 = 3;
/// How many positions it looks at in one of its turns if nobody says otherwise.
const NODES: u64 = 200_000;

/// The worth of a match that is won at once; one less for every action that it takes.
const WIN: f64 = 1e12;

/// A point of a weighted sum, in the unit of `effects::worth`.
const POINT: f64 = 256.0;

/// A position from which actions are tried.
pub struct Origin<'a, R: Rules>(Option<worth::Origin<'a, R>>);

/// What has the best line so far: its value, the rank of its first action, and that action; none for passing.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    pub value: f64,
    pub rank: u32,
    pub action: Option<Action>,
    /// One point, in the unit of `effects::worth`.
    unit: f64,
}

impl Best {
    /// Nothing is known yet.
    fn none(unit: f64) -> Self {
        Self { value: f64::NEG_INFINITY, rank: u32::MAX, action: None, unit }
    }

    /// What it expects, in the unit of `effects::worth`.
    pub fn expects(&self) -> Option<i32> {
        let won = WON as f64;
        (self.value > f64::NEG_INFINITY).then(|| (self.value * self.unit).clamp(-won, won) as i32)
    }
}

/// An action that may be taken first.
#[derive(Clone, Copy)]
pub struct Root {
    pub action: Action,
    /// What the position after it is worth.
    pub value: f64,
    inclination: i32,
    listed: u32,
    /// The pieces it changes.
    pub touched: PieceSet,
    /// The pieces of others that leave.
    pub removed: PieceSet,
    /// It may matter on which cell it takes place: it changes pieces that it does not name, or lends something.
    pub is_placed: bool,
    /// It is left to chance.
    pub rolls: bool,
    /// A piece of one's own leaves, and there is room for another.
    pub makes_room: bool,
    /// It may make other actions possible: a resource grows, a card changes, an effect comes into force.
    pub gives: bool,
    /// Nothing of one's own follows.
    pub is_last: bool,
    /// The seat may stop here: it is not asked anything.
    pub rests: bool,
    /// The position after it.
    pub likeness: u64,
}

/// The memory of one level of the search.
pub struct Level<R: Rules> {
    pub branch: Box<State<R>>,
    pub legal: Legal,
}

/// Searches; its memory is reused from decision to decision.
pub struct Search<R: Rules> {
    /// What positions are weighed by, scaled to the position; empty if the game has no weights.
    pub weights: Vec<f64>,
    pub budget: Budget,
    /// Breaks off an imagined action that does not end.
    pub stop: Option<Arc<AtomicBool>>,
    pub depth: usize,
    pub merges: bool,
    /// Which positions are merged.
    pub alike: Alike,
    pub prunes: bool,
    /// The same action rolls the same in every line of a decision.
    seed: u64,
    pub seat: Seat,
    turn: (u32, u8),
    pub best: Best,
    pub roots: Vec<Root>,
    /// Whether it notes what the best line of each first action is worth, and those worths by rank; the first is that of
    /// passing.
    pub notes: bool,
    noted: Vec<f64>,
    pub seen: Table,
    pub levels: Vec<Level<R>>,
}

impl<R: Rules> Search<R> {
    pub fn new(spec: &AgentSpec) -> Self {
        let depth = spec.depth.unwrap_or(DEPTH) as usize;
        let prunes = spec.prune.unwrap_or(true);
        let level = || Level { branch: Box::new(State::empty()), legal: Legal::default() };
        Self {
            weights: Vec::new(),
            budget: Budget::new(spec.nodes, spec.seconds, NODES),
            stop: None,
            depth,
            merges: spec.merge.unwrap_or(true),
            prunes,
            alike: Alike {
                standing: if prunes { R::STANDING } else { Standing::Counts },
                piles: piles::<R>(),
            },
            seed: 0,
            seat: Seat::NONE,
            turn: (0, 0),
            best: Best::none(1.0),
            roots: Vec::new(),
            notes: false,
            noted: Vec::new(),
            seen: Table::default(),
            levels: std::iter::repeat_with(level).take(depth).collect(),
        }
    }

    /// Begins a decision of a seat in a position.
    pub fn begin(&mut self, state: &State<R>, seat: Seat, seed: u64) {
        self.seed = seed;
        self.seat = seat;
        self.turn = (state.now, state.phase);
        self.best = Best::none(if self.weights.is_empty() { 1.0 } else { POINT });
        self.noted.clear();
        self.seen.clear();
    }

    /// Lists what may be done first, the most promising first; the worth of the position itself.
    pub fn list_roots(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        seen: &State<R>,
        legal: &Legal,
        level: &mut Level<R>,
    ) -> f64 {
        let origin = self.origin(game, state);
        let worth = self.worth(game, &origin, state);
        let pass = self.pass(game, seen);
        if pass.is_some_and(|pass| legal.contains(game, seen, &pass)) {
            self.offer(worth, 0, 0);
        }
        self.roots.clear();
        level.branch.assign(state);
        legal.each(game, seen, |action| {
            if pass == Some(action) || !self.budget.spend() {
                return;
            }
            let rolls = self.apply(game, &mut level.branch, state, action);
            let branch = &level.branch;
            self.roots.push(Root {
                action,
                value: self.worth(game, &origin, branch),
                inclination: R::inclination(game, seen, &action),
                listed: self.roots.len() as u32,
                touched: branch.touched_pieces() & state.used,
                removed: self.removed(state, branch),
                is_placed: (branch.touched_pieces() & (state.used - keys::pieces::<R>(&action))).any()
                    || (branch.aura_sources - state.aura_sources).any(),
                rolls,
                makes_room: ((state.used & state.side[self.seat.at()]) - branch.used).any(),
                gives: gives(state, branch, self.seat),
                is_last: self.is_last(branch),
                rests: !branch.prompt.is_open(),
                likeness: if self.merges { branch.likeness(self.alike) } else { 0 },
            });
        });
        self.roots.sort_unstable_by(|a, b| {
            b.value.total_cmp(&a.value).then(b.inclination.cmp(&a.inclination)).then(a.listed.cmp(&b.listed))
        });
        if self.notes {
            self.noted.push(worth);
            self.noted.resize(1 + self.roots.len(), f64::NEG_INFINITY);
        }
        for rank in 0..self.roots.len() {
            let Root { value, is_last, rests, .. } = self.roots[rank];
            if is_last || rests || self.depth == 1 {
                self.offer(value, rank as u32 + 1, 1);
            }
        }
        worth
    }

    /// Tries every line, one first action after the other.
    pub fn try_lines(&mut self, game: &Game<R>, state: &State<R>, levels: &mut [Level<R>]) {
        let (here, below) = levels.split_first_mut().expect("there is a level for every action");
        here.branch.assign(state);
        for rank in 0..self.roots.len() {
            let root = self.roots[rank];
            if root.is_last || self.merges && self.seen.visit(root.likeness, self.depth - 1) {
                continue;
            }
            if self.is_settled(2) || !self.budget.spend() {
                return;
            }
            self.apply(game, &mut here.branch, state, root.action);
            self.deepen(game, &here.branch, below, 2, rank as u32 + 1);
        }
    }

    /// Tries every action from a position of the own turn and every line that follows; `number` is that of the action.
    pub fn deepen(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        levels: &mut [Level<R>],
        number: usize,
        rank: u32,
    ) {
        let Some((Level { branch, legal }, below)) = levels.split_first_mut() else { return };
        legal.fill(game, state, self.seat);
        let (origin, pass) = (self.origin(game, state), self.pass(game, state));
        branch.assign(state);
        legal.each(game, state, |action| {
            if pass == Some(action) || self.is_settled(number) || !self.budget.spend() {
                return;
            }
            self.apply(game, branch, state, action);
            let (is_last, worth) = (self.is_last(branch), self.worth(game, &origin, branch));
            if is_last || number == self.depth || !branch.prompt.is_open() {
                self.offer(worth, rank, number);
            }
            if is_last || number == self.depth {
                return;
            }
            if !self.merges || !self.seen.visit(branch.likeness(self.alike), self.depth - number) {
                self.deepen(game, branch, below, number + 1, rank);
            }
        });
    }

    /// Becomes the position after an action; `branch` was a copy of `state` before. Whether dice were rolled.
    #[inline]
    pub fn apply(&mut self, game: &Game<R>, branch: &mut State<R>, state: &State<R>, action: Action) -> bool {
        let stream = Stream::named(self.seed ^ keys::source(state, &action), "");
        let mut dice = Dice::Sampled(stream.clone());
        branch.restore(state);
        play::apply(game, branch, action, &mut dice, None, self.stop.as_deref());
        !matches!(dice, Dice::Sampled(rolled) if rolled == stream)
    }

    pub fn origin<'a>(&self, game: &Game<R>, state: &'a State<R>) -> Origin<'a, R> {
        Origin(self.weights.is_empty().then(|| worth::Origin::new(game, state, self.seat)))
    }

    /// What a position is worth: by the game's weights, or if it has none, as `greedy` sees it.
    #[inline]
    pub fn worth(&self, game: &Game<R>, origin: &Origin<'_, R>, state: &State<R>) -> f64 {
        if is_decided(state, self.seat) {
            return worth::evaluate(game, state, self.seat) as f64 * (WIN / WON as f64);
        }
        match &origin.0 {
            Some(origin) => origin.evaluate(game, state) as f64,
            None => R::appraise(game, state, self.seat, &self.weights),
        }
    }

    /// The action that ends the turn. It is not tried: to stop is worth what the position is worth.
    pub fn pass(&self, game: &Game<R>, state: &State<R>) -> Option<Action> {
        if state.prompt.is_open() || state.phase != R::TURN {
            return None;
        }
        R::passing(game, state, self.seat)
    }

    /// Whether nothing of one's own follows: the match is over, the turn too, or somebody else is asked.
    #[inline]
    pub fn is_last(&self, state: &State<R>) -> bool {
        let has_ended = state.now != self.turn.0 || self.turn.1 != R::TURN && state.phase != self.turn.1;
        has_ended || is_decided(state, self.seat) || !R::to_act(state).has(self.seat)
    }

    /// The pieces of others that have left, or are about to.
    #[inline]
    pub fn removed(&self, before: &State<R>, after: &State<R>) -> PieceSet {
        before.used - before.side[self.seat.at()] - (after.used - after.dying)
    }

    /// A line of this many actions leads to a position of this worth.
    #[inline]
    pub fn offer(&mut self, worth: f64, rank: u32, number: usize) {
        let value = if worth >= WIN { WIN - number as f64 } else { worth };
        if let Some(noted) = self.noted.get_mut(rank as usize) {
            *noted = noted.max(value);
        }
        if self.is_better(value, rank) {
            let first = |rank: u32| self.roots[rank as usize - 1].action;
            self.best = Best { value, rank, action: (rank > 0).then(|| first(rank)), ..self.best };
        }
    }

    /// What an eased decision takes: a first action, or passing.
    pub fn eased(&self, easing: &mut Easing) -> Best {
        let Some((&resting, worths)) = self.noted.split_first() else { return self.best };
        match easing.pick(worths.iter().copied(), resting) {
            None => Best { value: resting, rank: 0, action: None, ..self.best },
            Some(place) => Best {
                value: worths[place],
                rank: place as u32 + 1,
                action: Some(self.roots[place].action),
                ..self.best
            },
        }
    }

    /// Whether a line of this value would be the best, by its first action if it is as good.
    #[inline]
    pub fn is_better(&self, value: f64, rank: u32) -> bool {
        value > self.best.value || value == self.best.value && rank < self.best.rank
    }

    /// Whether no line that goes on with this action can be the best: the match is won without it.
    #[inline]
    pub fn is_settled(&self, number: usize) -> bool {
        self.best.value > WIN - number as f64
    }
}

/// The zones whose order nobody knows.
fn piles<R: Rules>() -> u32 {
    let zones = R::AUDIENCES.zones.iter().enumerate();
    zones
        .filter(|(_, audience)| **audience == Audience::OwnerUnordered)
        .fold(0, |piles, (at, _)| piles | 1 << at)
}

/// Whether what an action did may make other actions possible.
fn gives<R: Rules>(before: &State<R>, after: &State<R>, seat: Seat) -> bool {
    let held = |state: &State<R>| state.seats.as_ref()[seat.at()].resources;
    let is_other = |&card: &CardId| after.card(card) != before.card(card);
    after.in_force_len > before.in_force_len
        || held(before).iter().zip(held(after)).any(|(before, after)| after > *before)
        || after.zone(seat, R::HAND).iter().any(is_other)
}
