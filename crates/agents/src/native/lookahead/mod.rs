//! Plans its own turn, and plays the most promising plans on for some turns on imagined truths.
//!
//! 1. The plan ([`crate::native::turn`]): best first over its own actions, in any order. Cards that it would draw stay
//!    unknown, so that a plan never depends on them.
//! 2. The race: the best ends of the turn are played on ([`line`]) on one imagined truth after the other, the better half
//!    of them on each further one. What counts is the mean over the truths of how far ahead the seat is, and what is
//!    sure counts less than what is in doubt: it takes no risk when ahead, and gambles when behind.
//! 3. The variations: the leader with other cells, and with one more action, take part in the race.
//!
//! It carries out the winner as long as everything happens as it did in the plan. Before the first turn it races what it
//! may choose. It remembers nothing beyond its turn.

mod line;
mod race;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Seat, State, Truth, View};
use cardwright_effects::easing::{Eased, Easing};
use cardwright_effects::{Game, Legal, Rules};

use crate::agent::{Agent, Needs, Searched};
use crate::clock::now;
use crate::native::budget::Budget;
use crate::native::given::{Given, blind};
use crate::native::level::{Level, spread};
use crate::native::rating::{ALIKE, POINT, rate, rests};
use crate::native::turn::{Breadth, Step, Turn, perform};
use crate::spec::AgentSpec;
use race::{Candidate, Race};

/// How many positions it looks at in one of its turns if nobody says otherwise.
const NODES: u64 = 24_000;
/// How many turns it looks at, its own first.
const DEPTH: u64 = 2;
/// How many ends of its turn it plays on.
const WIDTH: u64 = 16;
/// How many turns it looks at before the first one.
const OPENING_DEPTH: usize = 7;
/// One of this many equal parts of the budget is for the plan.
const PARTS: u64 = 4;
/// One of this many parts of the rest is for a way to win at once.
const PARTS_OF_FINISHING: u64 = 8;
/// The ends that are found by looking only for a way to win.
const FINISHES: usize = 4;

/// See the module.
pub struct Lookahead<R: Rules> {
    /// What it weighs, before the position scales it; empty if the game has no weights.
    weights: Vec<f64>,
    is_oracle: bool,
    depth: usize,
    width: usize,
    /// For what it imagines: its own, never the match's.
    dice: Dice,
    budget: Budget,
    /// The turn that the budget is of.
    turn: (Seat, u32),
    /// The rest of the plan, the next action last, each with the position in which the plan goes on; none if it does not.
    queue: Vec<(Action, Option<u64>)>,
    /// The position in which the plan goes on; none if there is no plan.
    foreseen: Option<u64>,
    imagined: Box<State<R>>,
    plan: Turn<R>,
    finish: Turn<R>,
    race: Race<R>,
    level: Option<Level>,
    branches: u64,
    searched: Vec<Searched>,
    expects: Option<i32>,
}

impl<R: Rules> Lookahead<R> {
    pub fn new(spec: &AgentSpec, seed: u64) -> Self {
        Self {
            weights: spec.weights_of::<R>(),
            is_oracle: spec.oracle,
            depth: spec.depth.unwrap_or(DEPTH) as usize,
            width: spec.width.unwrap_or(WIDTH) as usize,
            dice: Dice::sampled(seed, "lookahead"),
            budget: Budget::new(spec.nodes, spec.seconds, NODES),
            turn: (Seat::NONE, 0),
            queue: Vec::new(),
            foreseen: None,
            imagined: Box::new(State::empty()),
            plan: Turn::new(),
            finish: Turn::new(),
            race: Race::new(spec.threads.unwrap_or(1) as usize),
            level: Level::new(spec.level, seed),
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
            let begun = now();
            let before = std::mem::take(&mut self.queue);
            if legal.len() > 1 {
                self.think(game, given, legal);
            }
            let counted = std::mem::take(&mut self.budget.counted);
            self.branches += counted;
            if counted == 0 {
                // The budget of the turn is spent: what is left of the old plan may still be good.
                self.queue = before;
            }
            if let Some(turn) = self.searched.last_mut() {
                turn.sequences += counted;
                turn.nanoseconds += begun.elapsed().as_nanos() as u64;
            }
        }
        // Without a plan, or after it, nothing is better than to pass.
        let next = self.queue.pop();
        self.foreseen = next.and_then(|(_, after)| after);
        next.map(|(action, _)| action)
            .filter(|action| legal.contains(game, seen, action))
            .or_else(|| R::passing(game, seen, legal.seat).filter(|pass| legal.contains(game, seen, pass)))
            .or_else(|| legal.nth(game, seen, 0))
    }

    /// Finds the best way through the turn, and makes it the plan.
    fn think(&mut self, game: &Game<R>, given: Given<'_, R>, legal: &Legal) {
        let seed = (self.dice.below(u32::MAX) as u64) << 32 | self.dice.below(u32::MAX) as u64;
        let seat = legal.seat;
        let mut weights = self.weights.clone();
        R::scale(game, &self.imagined, seat, &mut weights);
        let is_opening = self.imagined.phase != R::TURN;
        let mut depth = self.depth;
        let mut candidates = if is_opening {
            depth = depth.max(OPENING_DEPTH);
            let mut found = Vec::new();
            legal.each(game, given.state(), |action| found.push(Candidate::new(vec![action], 1, false, 0.0)));
            // Of a choice of several cards, few of them first: more than are affordable are not compared.
            found.sort_by_key(|candidate| candidate.actions[0].mask.count_ones());
            found
        } else {
            self.plans(game, seat, seed, &weights)
        };
        let is_won = !is_opening && (self.plan.is_won() || self.finish.is_won());
        let mut level = self.level.take();
        // A question is answered as well as it can at every level.
        let easing = level.as_mut().filter(|_| !is_opening && !is_won && rests(given.state(), seat));
        if let Some(easing) = easing.and_then(|level| level.easing(game, given.state(), seat)) {
            candidates = vec![self.eased(game, given, candidates, seed, weights, easing)];
        } else if depth > 1 && candidates.len() > 1 && !is_won {
            self.race.begin(seat, depth, self.width, seed, weights);
            self.begin_race(&candidates);
            let dice = &mut self.dice;
            let mut imagine = || given.imagine(game, dice);
            self.race.run(game, &self.imagined, &mut candidates, &mut self.budget, &mut imagine);
            if let Some(turn) = self.searched.last_mut() {
                turn.turns = turn.turns.max(self.race.turns);
                if self.race.lines >= turn.lines {
                    (turn.lines, turn.ended) = (self.race.lines, self.race.ended);
                }
            }
        }
        self.level = level;
        let Some(best) = candidates.first() else { return };
        if let Some(turn) = self.searched.last_mut() {
            turn.longest = turn.longest.max(best.actions.len() as u32);
        }
        self.expects = Some((best.rating * POINT).clamp(-1e9, 1e9) as i32);
        let state = &mut self.imagined;
        let mut is_cut = best.goes_on;
        for &action in &best.actions[..best.sure] {
            // A variation may make one of the actions that follow impossible.
            if !Legal::of(game, state, seat).contains(game, state, &action) {
                is_cut = true;
                break;
            }
            perform(game, state, action, seed, self.plan.stop.as_deref());
            self.queue.push((action, Some(state.likeness(ALIKE))));
        }
        if let Some(last) = self.queue.last_mut().filter(|_| is_cut) {
            // It plans again from there.
            last.1 = None;
        }
        self.queue.reverse();
    }

    /// The rest of the budget is for a race; half of it, if some plan depends on chance and is planned again.
    fn begin_race(&mut self, candidates: &[Candidate]) {
        let is_unsure = candidates.iter().any(|candidate| candidate.goes_on);
        self.budget.begin_decision(1 + is_unsure as u64);
        self.budget.reserve(u64::MAX);
    }

    /// The plan that an eased decision takes: of some between the best and doing nothing, all on the same truths.
    fn eased(
        &mut self,
        game: &Game<R>,
        given: Given<'_, R>,
        found: Vec<Candidate>,
        seed: u64,
        weights: Vec<f64>,
        easing: &mut Easing,
    ) -> Candidate {
        let resting = self.plan.steps[0].value;
        let promise = |step: &Step| if step.rests { step.value } else { f64::NEG_INFINITY };
        let promises: Vec<f64> = self.plan.steps.iter().map(promise).collect();
        // ORDER: if the budget does not suffice for all, to rest and the best are weighed at least.
        let mut candidates = vec![Candidate::new(Vec::new(), 0, false, resting)];
        candidates.extend(found.into_iter().next());
        for place in spread(&promises, resting) {
            let found = candidate(&self.plan, place as u32, promises[place]);
            if candidates.iter().all(|known| known.actions != found.actions) {
                candidates.push(found);
            }
        }
        if self.depth > 1 {
            self.race.begin(self.plan.seat, self.depth, self.width, seed, weights);
            self.begin_race(&candidates);
            let dice = &mut self.dice;
            let mut imagine = || given.imagine(game, dice);
            self.race.weigh(game, &mut candidates, &mut self.budget, &mut imagine);
        }
        let worths = candidates[1..].iter().map(Candidate::worth::<R>);
        let taken = easing.pick(worths, candidates[0].worth::<R>()).map_or(0, |place| place + 1);
        candidates.swap_remove(taken)
    }

    /// The most promising ends of the turn, the best first.
    fn plans(&mut self, game: &Game<R>, seat: Seat, seed: u64, weights: &[f64]) -> Vec<Candidate> {
        self.budget.begin_decision(if self.depth > 1 { PARTS } else { 2 });
        self.budget.reserve(u64::MAX);
        self.finish.steps.clear();
        self.plan.begin(game, &self.imagined, seat, seed, weights);
        self.plan.search(game, weights, Breadth::All, &mut self.budget);
        let mut candidates = Vec::new();
        let mut state = Box::new(State::empty());
        if !self.plan.is_won() && !R::FINISHING.is_empty() {
            // Again with other weights: a way to win may lead through positions that look bad.
            self.budget.begin_decision(PARTS_OF_FINISHING);
            self.budget.reserve(u64::MAX);
            let mut finishing = weights.to_vec();
            for (weight, &(name, _)) in finishing.iter_mut().zip(R::WEIGHTS) {
                if let Some(&(_, other)) = R::FINISHING.iter().find(|held| held.0 == name) {
                    *weight = other;
                }
            }
            self.finish.begin(game, &self.imagined, seat, seed, &finishing);
            self.finish.search(game, &finishing, Breadth::All, &mut self.budget);
            let most = if self.finish.is_won() { 1 } else { FINISHES };
            for end in self.finish.ends(most) {
                self.finish.become_step(game, end, &mut state);
                let value = rate(game, &*state, seat, weights, 0);
                candidates.push(candidate(&self.finish, end, value));
            }
            if self.finish.is_won() {
                return candidates;
            }
        }
        let most = if self.plan.is_won() { 1 } else { self.width };
        for end in self.plan.ends(most) {
            let found = candidate(&self.plan, end, self.plan.steps[end as usize].value);
            if candidates.iter().all(|known| known.actions != found.actions) {
                candidates.push(found);
            }
        }
        candidates.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        candidates
    }
}

/// The way to a step of a plan.
fn candidate<R: Rules>(plan: &Turn<R>, end: u32, rating: f64) -> Candidate {
    let is_unsure = plan.steps[end as usize].is_unsure;
    Candidate::new(plan.actions(end), plan.sure_actions(end), is_unsure, rating)
}

impl<R: Rules> Agent<R> for Lookahead<R> {
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
        self.race.stop_on(&stop);
        self.finish.stop = Some(stop.clone());
        self.plan.stop = Some(stop);
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
