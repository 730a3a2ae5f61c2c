//! Searches whole sequences of its own actions, best first, and plays the one that leads to the best-rated position.
//!
//! A game says how it rates a position (`Planning::appraise`). The agent tries actions from its view ([`search`]): what
//! it does not know stays hidden and cannot be played, and the others only take their turns without doing anything. It
//! carries out the sequence as long as everything happens as it did in the search, and searches again if it does not.
//! It remembers nothing beyond its turn.

mod replies;
mod search;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Audience, Card, DefId, Dice, Seat, State, Truth, View};
use cardwright_effects::{Game, Legal, Rules, play};

use crate::agent::{Agent, Needs, Searched};
use crate::clock::now;
use crate::native::budget::Budget;
use crate::spec::AgentSpec;
use replies::Replies;
use search::{ALIKE, FADING, Search, rate};

/// How many sequences it tries in one of its turns if nobody says otherwise.
pub const SEQUENCES: u64 = 5000;
/// How many turns end in a sequence at most.
const TURNS: u64 = 2;
/// By how much a sequence may be rated below the start.
const THRESHOLD: f64 = 50.0;

/// The most ends of the turn to which replies are played.
const ENDS: usize = 64;
/// How many sequences are looked at to find those, for each of them.
const LOOKED_AT: usize = 8;

/// What it is given to choose from.
#[derive(Clone, Copy)]
enum Given<'a, R: Rules> {
    Seen(&'a View<R>),
    Known(&'a State<R>),
}

impl<'a, R: Rules> Given<'a, R> {
    fn state(&self) -> &'a State<R> {
        match self {
            Given::Seen(view) => view.state(),
            Given::Known(state) => state,
        }
    }
}

/// An end of the turn: its node, what it promises by itself, and the sum of the ratings after replies.
struct End {
    node: u32,
    promise: f64,
    sum: f64,
    replies: u32,
}

/// See the module.
pub struct Sequences<R: Rules> {
    /// What it weighs, before the position scales it; empty if the game has no weights.
    weights: Vec<f64>,
    is_oracle: bool,
    /// For what it imagines: its own, never the match's.
    dice: Dice,
    budget: Budget,
    /// The turn that the budget is of.
    turn: (Seat, u32),
    /// The rest of the plan, the next action last, each with the position after it.
    queue: Vec<(Action, u64)>,
    /// The position in which the plan goes on; none if there is no plan.
    foreseen: Option<u64>,
    imagined: Box<State<R>>,
    search: Search<R>,
    /// On how many imagined truths the others reply; 0: they do nothing.
    samples: u64,
    replies: Replies<R>,
    ends: Vec<End>,
    branches: u64,
    searched: Vec<Searched>,
    expects: Option<i32>,
}

impl<R: Rules> Sequences<R> {
    pub fn new(spec: &AgentSpec, seed: u64) -> Self {
        let turns = spec.turns.unwrap_or(TURNS) as u8;
        Self {
            weights: spec.weights_of::<R>(),
            is_oracle: spec.oracle,
            dice: Dice::sampled(seed, "sequences"),
            budget: Budget::new(spec.sequences.or(spec.nodes), spec.seconds, SEQUENCES),
            turn: (Seat::NONE, 0),
            queue: Vec::new(),
            foreseen: None,
            imagined: Box::new(State::empty()),
            search: Search::new(turns, spec.threshold.unwrap_or(THRESHOLD)),
            samples: spec.replies.unwrap_or(0),
            replies: Replies::new(),
            ends: Vec::new(),
            branches: 0,
            searched: Vec::new(),
            expects: None,
        }
    }

    /// The action it takes; the imagined position has been made of what it is given.
    fn decide(&mut self, game: &Game<R>, given: Given<'_, R>, legal: &Legal) -> Option<Action> {
        let seen = given.state();
        let turn = (legal.seat, seen.now);
        if self.turn != turn {
            self.turn = turn;
            self.foreseen = None;
            self.queue.clear();
            self.budget.begin_turn();
            self.searched.push(Searched::default());
        }
        let is_foreseen = self.foreseen.is_some() && self.foreseen == Some(self.imagined.likeness(ALIKE));
        if !is_foreseen {
            self.plan(game, given, legal);
        }
        // Without a plan, or after it, nothing is better than to pass.
        let next = self.queue.pop();
        self.foreseen = next.map(|(_, after)| after);
        next.map(|(action, _)| action)
            .filter(|action| legal.contains(game, seen, action))
            .or_else(|| R::passing(game, seen, legal.seat).filter(|pass| legal.contains(game, seen, pass)))
            .or_else(|| legal.nth(game, seen, 0))
    }

    /// Searches from the imagined position; the plan is what leads to the best.
    fn plan(&mut self, game: &Game<R>, given: Given<'_, R>, legal: &Legal) {
        let begun = now();
        let before = std::mem::take(&mut self.queue);
        let seed = (self.dice.below(u32::MAX) as u64) << 32 | self.dice.below(u32::MAX) as u64;
        self.search.weights.clone_from(&self.weights);
        R::scale(game, &self.imagined, legal.seat, &mut self.search.weights);
        self.search.begin(game, &self.imagined, legal.seat, seed);
        let mut best = 0;
        if legal.len() > 1 {
            best = self.searched_best(game);
            if self.samples > 0 {
                best = self.best_after_replies(game, given, seed).unwrap_or(best);
            }
        }
        self.lay_down(game, best);
        let counted = std::mem::take(&mut self.budget.counted);
        self.branches += counted;
        if counted == 0 {
            // The budget of the turn is spent: what is left of the old plan may still be good.
            self.queue = before;
        }
        if let Some(turn) = self.searched.last_mut() {
            turn.sequences += counted;
            turn.longest = turn.longest.max(self.search.longest as u32);
            turn.nanoseconds += begun.elapsed().as_nanos() as u64;
        }
    }

    /// The end of the best sequence. This turn has an equal share with the later ones, and with replies.
    fn searched_best(&mut self, game: &Game<R>) -> u32 {
        let replies = (self.samples > 0) as u64;
        for (parts, later) in [(2 + replies, false), (1 + replies, true)] {
            self.budget.begin_decision(parts);
            self.budget.reserve(u64::MAX);
            self.search.run(game, &mut self.budget, later);
            // If the best depends on what nobody knows yet, the rest is for the time when it is known.
            if self.search.nodes[self.search.best as usize].is_unsure {
                break;
            }
        }
        self.search.best
    }

    /// The end of the turn after which the others can do least; none if no reply could be played.
    fn best_after_replies(&mut self, game: &Game<R>, given: Given<'_, R>, seed: u64) -> Option<u32> {
        let best = self.search.nodes[self.search.best as usize];
        if self.search.is_settled() {
            return None;
        }
        self.budget.begin_decision(1 + best.is_unsure as u64);
        self.budget.reserve(u64::MAX);
        self.find_ends(game);
        let (seat, now) = (self.search.seat, self.turn.1);
        let mut state = Box::new(State::empty());
        'samples: for sample in 0..self.samples {
            let truth = match given {
                Given::Seen(view) => Box::new(play::determinise(game, view, &[], &mut self.dice)),
                Given::Known(state) => Box::new(*state),
            };
            for at in 0..self.ends.len() {
                state.assign(&truth);
                // What is drawn or found there may make an action of the sequence impossible.
                let is_possible = self.search.actions(self.ends[at].node).into_iter().all(|action| {
                    let can_be = Legal::of(game, &state, action.seat).contains(game, &state, &action);
                    if can_be {
                        self.search.carry_out(game, &mut state, action);
                    }
                    can_be
                });
                if !is_possible {
                    continue;
                }
                let (weights, budget) = (&self.search.weights, &mut self.budget);
                if state.now == now
                    && !self.replies.play(game, &mut state, seat, seed ^ sample, weights, budget)
                {
                    break 'samples;
                }
                self.ends[at].sum += rate(game, &*state, seat, &self.search.weights, 1);
                self.ends[at].replies += 1;
            }
        }
        let compared = self.ends.iter().filter(|end| end.replies > 0);
        let worth = |end: &End| end.sum / end.replies as f64 + end.promise;
        compared.reduce(|a, b| if worth(b) > worth(a) { b } else { a }).map(|end| end.node)
    }

    /// The most promising ends of the turn, of those with the same own pieces on the same cells only the best.
    fn find_ends(&mut self, game: &Game<R>) {
        let nodes = &self.search.nodes;
        let mut through: Vec<f64> = nodes.iter().map(|node| node.value).collect();
        for node in nodes.iter().filter(|node| node.turns > 0) {
            let last = node.last as usize;
            through[last] = through[last].max(node.value);
        }
        let mut order: Vec<u32> = (0..nodes.len() as u32)
            .filter(|&at| nodes[at as usize].turns == 0 && nodes[at as usize].rests)
            .collect();
        order.sort_by(|&a, &b| through[b as usize].total_cmp(&through[a as usize]).then(a.cmp(&b)));
        let mut state = Box::new(State::empty());
        let mut placed = Vec::new();
        self.ends.clear();
        for &node in order.iter().take(ENDS * LOOKED_AT) {
            state.assign(&self.imagined);
            for action in self.search.actions(node) {
                self.search.carry_out(game, &mut state, action);
            }
            let own = state.side[self.search.seat.at()] & state.used;
            let place =
                own.into_iter().fold(0u64, |sum, id| sum.wrapping_add(state.likeness_of(id, ALIKE.standing)));
            if placed.contains(&place) {
                continue;
            }
            placed.push(place);
            // Nobody will stand by while the match is won.
            let promise = (through[node as usize] - nodes[node as usize].value) * FADING;
            let promise = promise.min(self.search.threshold);
            self.ends.push(End { node, promise, sum: 0.0, replies: 0 });
            if self.ends.len() == ENDS {
                break;
            }
        }
    }

    /// Makes a plan of the best sequence: its actions in this turn, and the position after each.
    fn lay_down(&mut self, game: &Game<R>, best: u32) {
        let state = &mut self.imagined;
        for action in self.search.actions(best) {
            if state.now != self.turn.1 {
                break;
            }
            self.search.carry_out(game, state, action);
            self.queue.push((action, state.likeness(ALIKE)));
        }
        self.queue.reverse();
        self.expects = Some((self.search.nodes[best as usize].value * POINT) as i32);
    }
}

/// A point of a rating, in the unit of `effects::worth`.
const POINT: f64 = 256.0;

/// Hides the cards of a seat whose order it does not know: what it draws in its mind it cannot play.
fn blind<R: Rules>(state: &mut State<R>, seat: Seat) {
    for (zone, audience) in R::AUDIENCES.zones.iter().enumerate() {
        if *audience != Audience::OwnerUnordered {
            continue;
        }
        for place in 0..state.zone_len(seat, zone) {
            let id = state.zone(seat, zone)[place];
            *state.card_mut(id) = Card::new(DefId::HIDDEN);
        }
    }
}

impl<R: Rules> Agent<R> for Sequences<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        self.imagined.assign(view.state());
        blind(&mut self.imagined, legal.seat);
        self.decide(game, Given::Seen(view), legal)
    }

    fn choose_knowing(&mut self, game: &Game<R>, truth: Truth<'_, R>, legal: &Legal) -> Option<Action> {
        self.imagined.assign(truth.state);
        self.decide(game, Given::Known(truth.state), legal)
    }

    fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.replies.stop = Some(stop.clone());
        self.search.stop = Some(stop);
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn searched(&self) -> &[Searched] {
        &self.searched
    }

    fn needs(&self) -> Needs {
        if self.is_oracle { Needs::Truth } else { Needs::View }
    }

    fn expects(&self) -> Option<i32> {
        self.expects
    }
}

#[cfg(test)]
mod tests;
