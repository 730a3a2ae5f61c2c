//! A line: how a match goes on after a turn, on one imagined truth.
//!
//! The seat carries out what it plans; if chance or an unknown card plays a part it plans the rest of the turn again. Then
//! everybody takes quick turns ([`Breadth::Quick`]), each the best for who takes it, until as many turns were looked at as
//! wanted. Several replies may be tried: the worst for the seat counts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Seat, State};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules};

use crate::native::budget::Budget;
use crate::native::rating::rate;
use crate::native::turn::{Breadth, Turn, perform};

/// The most positions that are looked at for a quick turn.
pub const QUICK: u64 = 400;
/// The most actions that are carried out between two turns of a seat.
const MOST: usize = 64;

/// What is asked of a line.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub seat: Seat,
    pub actions: &'a [Action],
    /// How many of the actions are carried out before the rest of the turn may be planned again.
    pub sure: usize,
    /// Whether it is.
    pub goes_on: bool,
    /// How many turns are looked at, the seat's own first.
    pub depth: usize,
    /// How many replies are tried.
    pub replies: usize,
    pub seed: u64,
    pub weights: &'a [f64],
}

/// How a line ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// What the seat rates the last position.
    pub rating: f64,
    /// How many turns it was carried over.
    pub turns: u32,
}

/// Plays lines; its memory is reused.
pub struct Follower<R: Rules> {
    turn: Turn<R>,
    state: Box<State<R>>,
    ends: Vec<Box<State<R>>>,
    legal: Legal,
    /// Of the line that is being played.
    seed: u64,
}

impl<R: Rules> Follower<R> {
    pub fn new() -> Self {
        Self {
            turn: Turn::new(),
            state: Box::new(State::empty()),
            ends: Vec::new(),
            legal: Legal::default(),
            seed: 0,
        }
    }

    pub fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.turn.stop = Some(stop);
    }

    /// How a line ends on a truth; none if the budget ended first.
    pub fn follow(
        &mut self,
        game: &Game<R>,
        truth: &State<R>,
        asked: Question<'_>,
        budget: &mut Budget,
    ) -> Option<Answer> {
        self.seed = asked.seed;
        self.state.assign(truth);
        self.carry_out(game, asked, budget)?;
        let mut answer = Answer { rating: 0.0, turns: 1 };
        if asked.replies > 1 && asked.depth > 1 && !is_decided(&*self.state, asked.seat) {
            let count = self.reply(game, asked, budget)?;
            if count == 0 {
                return self.play_on(game, asked, 1, budget);
            }
            answer.rating = f64::INFINITY;
            for at in 0..count {
                self.state.assign(&self.ends[at]);
                self.pass(game);
                let last = self.play_on(game, asked, 2, budget)?;
                if last.rating < answer.rating {
                    answer = last;
                }
            }
            return Some(answer);
        }
        self.play_on(game, asked, 1, budget)
    }

    /// The seat's own turn: what is sure, then what is best, and its end.
    fn carry_out(&mut self, game: &Game<R>, asked: Question<'_>, budget: &mut Budget) -> Option<()> {
        let (now, seat) = (self.state.now, asked.seat);
        let phase = self.state.phase;
        let mut done = 0;
        for &action in &asked.actions[..asked.sure] {
            self.legal.fill(game, &self.state, seat);
            if !self.legal.contains(game, &self.state, &action) {
                break;
            }
            perform(game, &mut self.state, action, asked.seed, self.turn.stop.as_deref());
            done += 1;
        }
        let is_on = |state: &State<R>| {
            !is_decided(state, seat) && (state.now, state.phase) == (now, phase) && R::to_act(state).has(seat)
        };
        if (asked.goes_on || done < asked.sure) && is_on(&self.state) {
            self.best_turn(game, seat, asked.weights, asked.seed, budget)?;
        }
        if is_on(&self.state) {
            self.pass(game);
        }
        // Before the first turn others may still have to choose.
        for _ in 0..MOST {
            if self.state.phase == R::TURN || is_decided(&*self.state, seat) {
                break;
            }
            self.pass(game);
        }
        Some(())
    }

    /// Everybody takes turns until as many were looked at as wanted.
    fn play_on(
        &mut self,
        game: &Game<R>,
        asked: Question<'_>,
        from: usize,
        budget: &mut Budget,
    ) -> Option<Answer> {
        let mut turns = from;
        while turns < asked.depth && !is_decided(&*self.state, asked.seat) {
            let mover = R::to_act(&self.state).first();
            self.best_turn(game, mover, asked.weights, asked.seed ^ turns as u64, budget)?;
            turns += 1;
            self.pass(game);
        }
        let rating = rate(game, &*self.state, asked.seat, asked.weights, turns.min(99) as u8);
        Some(Answer { rating, turns: turns as u32 })
    }

    /// Takes the best turn that a quick plan finds, without ending it.
    fn best_turn(
        &mut self,
        game: &Game<R>,
        seat: Seat,
        weights: &[f64],
        seed: u64,
        budget: &mut Budget,
    ) -> Option<()> {
        let mut share = budget.share(QUICK.min(budget.open()));
        self.turn.begin(game, &self.state, seat, seed, weights);
        self.turn.search(game, weights, Breadth::Quick, &mut share);
        budget.settle(&share);
        if budget.open() == 0 {
            return None;
        }
        self.turn.become_step(game, self.turn.best, &mut self.state);
        Some(())
    }

    /// Keeps the positions after the best replies, without the end of the turn; their number.
    fn reply(&mut self, game: &Game<R>, asked: Question<'_>, budget: &mut Budget) -> Option<usize> {
        let mover = R::to_act(&self.state).first();
        let mut share = budget.share(QUICK.min(budget.open()));
        self.turn.begin(game, &self.state, mover, asked.seed, asked.weights);
        self.turn.search(game, asked.weights, Breadth::Quick, &mut share);
        budget.settle(&share);
        if budget.open() == 0 {
            return None;
        }
        let ends = self.turn.ends(asked.replies);
        for (at, &end) in ends.iter().enumerate() {
            if self.ends.len() == at {
                self.ends.push(Box::new(State::empty()));
            }
            self.turn.become_step(game, end, &mut self.ends[at]);
        }
        Some(ends.len())
    }

    /// Ends the turn of who is to act, or does what comes nearest to it.
    fn pass(&mut self, game: &Game<R>) {
        let now = (self.state.now, self.state.phase);
        for _ in 0..MOST {
            if self.state.is_over || (self.state.now, self.state.phase) != now {
                return;
            }
            let mover = R::to_act(&self.state).first();
            self.legal.fill(game, &self.state, mover);
            let pass = R::passing(game, &self.state, mover)
                .filter(|pass| self.legal.contains(game, &self.state, pass))
                .or_else(|| self.legal.nth(game, &self.state, 0));
            let Some(pass) = pass else { return };
            perform(game, &mut self.state, pass, self.seed ^ now.0 as u64, self.turn.stop.as_deref());
        }
    }
}
