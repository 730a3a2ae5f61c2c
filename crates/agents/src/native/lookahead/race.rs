//! The race of plans: all on the first imagined truth, the better half of them on each further one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use cardwright_core::{Action, Means, Seat, State};
use cardwright_effects::{Game, Legal, Rules};

use super::line::{Answer, Follower, QUICK, Question};
use crate::native::budget::Budget;
use crate::native::turn::perform;

/// The most truths that are imagined.
const WORLDS: usize = 32;
/// The most truths on which an eased decision weighs plans.
const FEW_WORLDS: usize = 3;
/// The fewest plans that go on to the next truth.
const FEWEST: usize = 2;
/// When so many plans are left, the leader's variations join them.
const LATE: usize = 4;
/// The most variations.
const VARIATIONS: usize = 24;
/// The most replies that are tried in a line.
const MOST_REPLIES: usize = 8;

/// A way through the turn.
#[derive(Clone)]
pub struct Candidate {
    pub actions: Vec<Action>,
    /// How many of the actions are carried out before it may plan again.
    pub sure: usize,
    /// Chance or an unknown card plays a part: the rest of the turn is planned again after them.
    pub goes_on: bool,
    /// What the end of the turn is rated.
    pub rating: f64,
    /// How far ahead the seat is after its lines, one for each truth.
    leads: Vec<f64>,
}

impl Candidate {
    pub fn new(actions: Vec<Action>, sure: usize, goes_on: bool, rating: f64) -> Self {
        Self { actions, sure, goes_on, rating, leads: Vec::new() }
    }

    fn mean(&self) -> f64 {
        self.leads.iter().sum::<f64>() / self.leads.len().max(1) as f64
    }

    /// What it is worth: how far ahead the seat is after its lines; without any, at the end of the turn.
    pub fn worth<R: Rules>(&self) -> f64 {
        if self.leads.is_empty() { lead::<R>(self.rating) } else { self.mean() }
    }
}

/// Races plans; its memory is reused.
pub struct Race<R: Rules> {
    followers: Vec<Follower<R>>,
    worlds: Vec<Box<State<R>>>,
    legal: Legal,
    seat: Seat,
    depth: usize,
    width: usize,
    /// How many replies are tried in a line of the first truth.
    replies: usize,
    seed: u64,
    weights: Vec<f64>,
    stop: Option<Arc<AtomicBool>>,
    /// Lines that were followed, and the positions that they took.
    followed: u64,
    spent: u64,
    /// Over how many turns the lines of the first truth were carried, how many there were, and how many of them ended with
    /// the match before.
    pub turns: u32,
    pub lines: u32,
    pub ended: u32,
}

impl<R: Rules> Race<R> {
    pub fn new(threads: usize) -> Self {
        Self {
            followers: std::iter::repeat_with(Follower::new).take(threads.max(1)).collect(),
            worlds: Vec::new(),
            legal: Legal::default(),
            seat: Seat::NONE,
            depth: 0,
            width: 0,
            replies: 0,
            seed: 0,
            weights: Vec::new(),
            stop: None,
            turns: 0,
            lines: 0,
            ended: 0,
            followed: 0,
            spent: 0,
        }
    }

    pub fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.followers.iter_mut().for_each(|follower| follower.stop_on(stop.clone()));
        self.stop = Some(stop.clone());
    }

    pub fn begin(&mut self, seat: Seat, depth: usize, width: usize, seed: u64, weights: Vec<f64>) {
        (self.seat, self.depth, self.width, self.seed) = (seat, depth, width, seed);
        (self.turns, self.lines, self.ended) = (0, 0, 0);
        (self.followed, self.spent) = (0, 0);
        self.weights = weights;
        self.worlds.clear();
    }

    /// Puts the best plan first.
    pub fn run(
        &mut self,
        game: &Game<R>,
        root: &State<R>,
        candidates: &mut Vec<Candidate>,
        budget: &mut Budget,
        imagine: &mut dyn FnMut() -> Box<State<R>>,
    ) {
        // What is chosen before the first turn has no variations.
        let mut has_varied = root.phase != R::TURN;
        while self.worlds.len() < WORLDS {
            let affordable = (budget.reachable() / self.cost()) as usize;
            if affordable < FEWEST {
                break;
            }
            candidates.truncate(affordable);
            if self.worlds.is_empty() {
                self.replies = self.width.div_ceil(candidates.len().max(1)).clamp(1, MOST_REPLIES);
            }
            self.worlds.push(imagine());
            if !self.bring_up(game, candidates, budget) {
                break;
            }
            self.select(candidates, candidates.len().div_ceil(2).max(FEWEST));
            if candidates.len() <= LATE && !has_varied {
                has_varied = true;
                let mut varied = self.variations(game, root, &candidates[0]);
                varied.truncate((budget.reachable() / self.cost() / 2) as usize);
                // On the first truth alone most of them turn out to be worse than the leader.
                let worlds = self.worlds.split_off(1);
                let is_done = self.bring_up(game, &mut varied, budget);
                self.worlds.extend(worlds);
                if !is_done {
                    break;
                }
                self.select(&mut varied, LATE);
                varied.retain(|varied| varied.leads[0] > candidates[0].leads[0]);
                if !self.bring_up(game, &mut varied, budget) {
                    break;
                }
                candidates.extend(varied);
                self.select(candidates, LATE);
            }
        }
    }

    /// Follows all plans on the same truths, as many as the budget allows; if it does not suffice for all on one, the first
    /// plans remain.
    pub fn weigh(
        &mut self,
        game: &Game<R>,
        candidates: &mut Vec<Candidate>,
        budget: &mut Budget,
        imagine: &mut dyn FnMut() -> Box<State<R>>,
    ) {
        self.replies = 1;
        while self.worlds.len() < FEW_WORLDS {
            let affordable = (budget.reachable() / self.cost()) as usize;
            if self.worlds.is_empty() {
                candidates.truncate(affordable.max(FEWEST));
            } else if affordable < candidates.len() {
                break;
            }
            self.worlds.push(imagine());
            if !self.bring_up(game, candidates, budget) {
                break;
            }
        }
    }

    /// What a line takes, by those that were followed.
    fn cost(&self) -> u64 {
        self.spent.checked_div(self.followed).map_or(QUICK / 3 * self.depth as u64, |mean| mean + 1)
    }

    /// Keeps the best, the best first.
    fn select(&self, candidates: &mut Vec<Candidate>, most: usize) {
        candidates.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(b.rating.total_cmp(&a.rating)));
        candidates.truncate(most);
    }

    /// Follows every plan on the truths on which it was not yet followed; false if the budget ended first: then all is as it
    /// was.
    fn bring_up(&mut self, game: &Game<R>, candidates: &mut [Candidate], budget: &mut Budget) -> bool {
        let is_first = self.worlds.len() == 1;
        let replies = if is_first { self.replies } else { 1 };
        let mut jobs = Vec::new();
        for (at, candidate) in candidates.iter().enumerate() {
            for world in candidate.leads.len()..self.worlds.len() {
                jobs.push((at, world));
            }
        }
        let before = budget.counted;
        let answers = self.follow_all(game, candidates, &jobs, replies, budget);
        self.followed += jobs.len() as u64;
        self.spent += budget.counted - before;
        let Some(answers) = answers else { return false };
        for (&(at, _), answer) in jobs.iter().zip(&answers) {
            candidates[at].leads.push(lead::<R>(answer.rating));
        }
        if is_first && self.lines == 0 {
            self.turns = answers.iter().map(|answer| answer.turns).max().unwrap_or(0);
            self.lines = answers.len() as u32;
            self.ended = answers.iter().filter(|answer| (answer.turns as usize) < self.depth).count() as u32;
        }
        true
    }

    /// The ends of lines, on all threads; none if the budget ended first.
    fn follow_all(
        &mut self,
        game: &Game<R>,
        candidates: &[Candidate],
        jobs: &[(usize, usize)],
        replies: usize,
        budget: &mut Budget,
    ) -> Option<Vec<Answer>> {
        let (seat, depth, seed) = (self.seat, self.depth, self.seed);
        let (weights, worlds) = (&self.weights, &self.worlds);
        let follow = |follower: &mut Follower<R>, &(at, world): &(usize, usize), budget: &mut Budget| {
            let Candidate { actions, sure, goes_on, .. } = &candidates[at];
            let asked = Question {
                seat,
                actions,
                sure: *sure,
                goes_on: *goes_on,
                depth,
                replies,
                seed: seed.wrapping_add(world as u64 + 1),
                weights,
            };
            follower.follow(game, &worlds[world], asked, budget)
        };
        if self.followers.len() == 1 || jobs.len() < 2 {
            return jobs.iter().map(|job| follow(&mut self.followers[0], job, budget)).collect();
        }
        let share = budget.share(budget.open());
        let per_thread = jobs.len().div_ceil(self.followers.len());
        let parts: Vec<(Option<Vec<Answer>>, Budget)> = thread::scope(|scope| {
            let threads: Vec<_> = self
                .followers
                .iter_mut()
                .zip(jobs.chunks(per_thread))
                .map(|(follower, jobs)| {
                    let mut budget = share.share(share.open());
                    let follow = &follow;
                    scope.spawn(move || {
                        let answers = jobs.iter().map(|job| follow(follower, job, &mut budget)).collect();
                        (answers, budget)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a line does not panic")).collect()
        });
        let mut all = Vec::with_capacity(jobs.len());
        let mut is_done = true;
        for (answers, used) in parts {
            budget.settle(&used);
            match answers {
                Some(answers) => all.extend(answers),
                None => is_done = false,
            }
        }
        (is_done && budget.open() > 0).then_some(all)
    }

    /// The leader with one action left out, changed or added.
    fn variations(&mut self, game: &Game<R>, root: &State<R>, leader: &Candidate) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut state = Box::new(State::empty());
        state.assign(root);
        for at in 0..=leader.sure {
            let next = leader.actions.get(at).filter(|_| at < leader.sure).copied();
            let is_last = at == leader.actions.len() && !leader.goes_on;
            let rest = leader.actions.get(at + 1..).unwrap_or(&[]);
            let mut vary = |with: Option<Action>| {
                let actions: Vec<Action> =
                    leader.actions[..at].iter().copied().chain(with).chain(rest.iter().copied()).collect();
                let sure = if is_last { at + 1 } else { leader.sure - with.is_none() as usize };
                found.push(Candidate::new(actions, sure, leader.goes_on || is_last, leader.rating));
            };
            self.legal.fill(game, &state, self.seat);
            // Without an action the next one may be impossible.
            let can_go_on = at + 1 >= leader.sure || self.legal.contains(game, &state, &rest[0]);
            if next.is_some() && can_go_on {
                vary(None);
            }
            let pass = R::passing(game, &state, self.seat);
            self.legal.each(game, &state, |action| {
                let is_wanted = match next {
                    Some(next) => action != next && is_alternative::<R>(&action, &next),
                    None => is_last && pass != Some(action),
                };
                if is_wanted {
                    vary(Some(action));
                }
            });
            if let Some(next) = next {
                perform(game, &mut state, next, self.seed, self.stop.as_deref());
            }
        }
        // Not more than may be looked at: evenly from all of them.
        if found.len() > VARIATIONS {
            let step = found.len() as f64 / VARIATIONS as f64;
            found = (0..VARIATIONS).map(|at| found[(at as f64 * step) as usize].clone()).collect();
        }
        found
    }
}

/// Whether an action does something else with the same card, piece or option.
fn is_alternative<R: Rules>(action: &Action, of: &Action) -> bool {
    let is_option = matches!(R::VERBS[of.verb as usize].source, Means::Option(_));
    action.verb == of.verb && (is_option || action.source == of.source)
}

/// How far ahead a seat is that rates a position like this, from -1 to 1.
fn lead<R: Rules>(rating: f64) -> f64 {
    rating / (rating.abs() + R::LEAD)
}
