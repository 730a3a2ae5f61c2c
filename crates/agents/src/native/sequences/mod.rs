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

use cardwright_core::{Action, Dice, Seat, State, Truth, View};
use cardwright_effects::easing::{Eased, Easing};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::{Agent, Needs, Searched};
use crate::clock::now;
use crate::native::budget::Budget;
use crate::native::given::{Given, blind};
use crate::native::level::{Level, spread};
use crate::native::rating::{ALIKE, POINT, is_won, rate};
use crate::spec::AgentSpec;
use replies::Replies;
use search::{Node, Search};

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

/// An end of the turn.
#[derive(Clone, Copy)]
struct End {
    node: u32,
    /// What it is worth if nobody replies.
    promise: f64,
    /// The own pieces and their cells, as a hash.
    place: u64,
    /// A better end has the same pieces on the same cells.
    is_repeated: bool,
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
    level: Option<Level>,
    /// The weights by which replies are measured.
    lasting: Vec<f64>,
    /// The weights of what must not be lost.
    vital: Vec<f64>,
    /// Positions at the end of the turn, and later: if nobody replies, or after replies.
    calm: Box<State<R>>,
    after: Box<State<R>>,
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
            level: Level::new(spec.level, seed),
            lasting: Vec::new(),
            vital: Vec::new(),
            calm: Box::new(State::empty()),
            after: Box::new(State::empty()),
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
        let only = |names: &[&str]| {
            let weighed = self.search.weights.iter().zip(R::WEIGHTS);
            weighed.map(|(&weight, (name, _))| if names.contains(name) { weight } else { 0.0 }).collect()
        };
        (self.lasting, self.vital) = (only(R::LASTING), only(R::VITAL));
        if R::LASTING.is_empty() {
            self.lasting.clone_from(&self.search.weights);
        }
        self.search.begin(game, &self.imagined, legal.seat, seed);
        let mut best = 0;
        if legal.len() > 1 {
            best = self.searched_best(game);
            let mut level = self.level.take();
            let easing = level.as_mut().and_then(|level| level.easing(game, given.state(), legal.seat));
            if let Some(easing) = easing.filter(|_| self.search.nodes[0].rests) {
                best = self.eased_end(game, given, seed, easing);
            } else if self.samples > 0 {
                best = self.best_after_replies(game, given, seed).unwrap_or(best);
            }
            self.level = level;
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

    /// The end of the turn that is worth most with what the others would do to it; none if no reply could be played.
    fn best_after_replies(&mut self, game: &Game<R>, given: Given<'_, R>, seed: u64) -> Option<u32> {
        let best = self.search.nodes[self.search.best as usize];
        if self.search.is_settled() {
            return None;
        }
        self.budget.begin_decision(1 + best.is_unsure as u64);
        self.budget.reserve(u64::MAX);
        let truths: Vec<Box<State<R>>> =
            (0..self.samples).map(|_| given.imagine(game, &mut self.dice)).collect();
        let mut best: Option<(f64, End)> = None;
        self.find_ends(game);
        // The ends with other figures on other fields first. What the best one suffers then may depend on the rest, such as
        // a field that was changed.
        for is_alike in [false, true] {
            let place = best.map(|(_, end)| end.place);
            for at in 0..self.ends.len() {
                let end = self.ends[at];
                if end.is_repeated != is_alike || is_alike && Some(end.place) != place {
                    continue;
                }
                // Nobody gains by what others do: it cannot become better than it promises to be.
                if best.is_some_and(|(worth, _)| worth >= end.promise) {
                    break;
                }
                let Some(loss) = self.loss(game, end.node, &truths, seed) else { continue };
                let worth = end.promise - loss;
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, end));
                }
                if self.budget.is_spent() {
                    return best.map(|(_, end)| end.node);
                }
            }
        }
        best.map(|(_, end)| end.node)
    }

    /// The end of the turn that an eased decision takes: with replies, if the budget suffices for any.
    fn eased_end(&mut self, game: &Game<R>, given: Given<'_, R>, seed: u64, easing: &mut Easing) -> u32 {
        let mut promises = through(&self.search.nodes);
        for (promise, node) in promises.iter_mut().zip(&self.search.nodes).skip(1) {
            if node.turns > 0 || !node.rests && !is_won(*promise) {
                *promise = f64::NEG_INFINITY;
            }
        }
        let resting = promises[0];
        let weighed = if self.samples > 0 { self.weighed(game, given, seed, &promises) } else { Vec::new() };
        // The first is to rest.
        if let [(_, resting), rest @ ..] = &weighed[..]
            && !rest.is_empty()
        {
            let place = easing.pick(rest.iter().map(|&(_, worth)| worth), *resting);
            return place.map_or(0, |place| rest[place].0);
        }
        easing.pick(promises.into_iter(), resting).unwrap_or(0) as u32
    }

    /// Some ends of the turn between the best and none, each with its worth after replies, as many as the budget allows.
    fn weighed(
        &mut self,
        game: &Game<R>,
        given: Given<'_, R>,
        seed: u64,
        promises: &[f64],
    ) -> Vec<(u32, f64)> {
        self.budget.begin_decision(1 + self.search.nodes[self.search.best as usize].is_unsure as u64);
        self.budget.reserve(u64::MAX);
        let truths: Vec<Box<State<R>>> =
            (0..self.samples).map(|_| given.imagine(game, &mut self.dice)).collect();
        let mut weighed = Vec::new();
        for place in std::iter::once(0).chain(spread(promises, promises[0])) {
            let is_over = is_won(promises[place]);
            let loss = if is_over { Some(0.0) } else { self.loss(game, place as u32, &truths, seed) };
            match loss {
                Some(loss) => weighed.push((place as u32, promises[place] - loss)),
                None if place == 0 => break,
                None => {}
            }
        }
        weighed
    }

    /// How much lower a position is rated after the replies to an end of the turn than if the others do nothing, in the
    /// mean over what may be true; none if the budget ended first, or if the sequence is never possible.
    fn loss(&mut self, game: &Game<R>, end: u32, truths: &[Box<State<R>>], seed: u64) -> Option<f64> {
        let (seat, now) = (self.search.seat, self.turn.1);
        let (mut sum, mut count) = (0.0, 0);
        let actions = self.search.actions(end);
        for (sample, truth) in truths.iter().enumerate() {
            self.after.assign(truth);
            // What is drawn or found there may make an action of the sequence impossible.
            let is_possible = actions.iter().all(|action| {
                let can_be = Legal::of(game, &self.after, action.seat).contains(game, &self.after, action);
                if can_be {
                    self.search.carry_out(game, &mut self.after, *action);
                }
                can_be
            });
            let pass = R::passing(game, &self.after, seat).filter(|_| self.after.now == now);
            let Some(pass) = pass.filter(|_| is_possible) else { continue };
            self.calm.assign(&self.after);
            self.search.carry_out(game, &mut self.calm, pass);
            let (calm, rolled) = (rate(game, &*self.calm, seat, &self.lasting, 1), seed ^ sample as u64);
            let mut most = 0.0f64;
            // The others do what seems best to them. They may also do all they can against what must not be lost, which
            // matters if that decides the match.
            let aims = [Some(&self.search.weights), (!R::VITAL.is_empty()).then_some(&self.vital)];
            for (number, weights) in aims.into_iter().flatten().enumerate() {
                self.calm.assign(&self.after);
                if !self.replies.play(game, &mut self.calm, seat, rolled, weights, &mut self.budget) {
                    return mean(sum, count);
                }
                if number == 0 || is_decided(&*self.calm, seat) {
                    most = most.max(calm - rate(game, &*self.calm, seat, &self.lasting, 1));
                }
            }
            sum += most;
            count += 1;
        }
        mean(sum, count)
    }

    /// The most promising ends of the turn, the best first.
    fn find_ends(&mut self, game: &Game<R>) {
        let nodes = &self.search.nodes;
        let through = through(nodes);
        let mut order: Vec<u32> = (0..nodes.len() as u32)
            .filter(|&at| nodes[at as usize].turns == 0 && nodes[at as usize].rests)
            .collect();
        order.sort_by(|&a, &b| through[b as usize].total_cmp(&through[a as usize]).then(a.cmp(&b)));
        let state = &mut self.after;
        self.ends.clear();
        let mut others = 0;
        for &node in order.iter().take(ENDS * LOOKED_AT) {
            state.assign(&self.imagined);
            for action in self.search.actions(node) {
                self.search.carry_out(game, state, action);
            }
            let own = state.side[self.search.seat.at()] & state.used;
            let place =
                own.into_iter().fold(0u64, |sum, id| sum.wrapping_add(state.likeness_of(id, ALIKE.standing)));
            let is_repeated = self.ends.iter().any(|end| end.place == place);
            self.ends.push(End { node, promise: through[node as usize], place, is_repeated });
            others += !is_repeated as usize;
            if others == ENDS {
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

/// What the best sequence through each node is worth, for those at which this turn may end.
fn through(nodes: &[Node]) -> Vec<f64> {
    let mut through: Vec<f64> = nodes.iter().map(|node| node.value).collect();
    for node in nodes.iter().filter(|node| node.turns > 0) {
        let last = node.last as usize;
        through[last] = through[last].max(node.value);
    }
    through
}

/// The mean of some numbers by their sum; none if there are none.
fn mean(sum: f64, count: u32) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
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

    fn eased(&self) -> Option<Eased> {
        self.level.as_ref().and_then(Level::eased)
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
