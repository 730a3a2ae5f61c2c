//! What the others would do next: what they take by their reply counts against an end of the own turn.
//!
//! The reply is that of a quick player on an imagined truth, with the same rating: figure by figure and card by card, it
//! takes the one or two actions that gain most, if any does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Group, Means, Seat, State, Stream};
use cardwright_effects::worth::is_decided;
use cardwright_effects::{Game, Legal, Rules, play};

use crate::native::budget::Budget;
use crate::native::rating::rate;

/// How often a player goes through all that it may do.
const ROUNDS: usize = 2;
/// The most actions of the others before the seat acts again.
const MOST: usize = 200;

/// Plays the others' turns; its memory is reused.
pub struct Replies<R: Rules> {
    /// Breaks off an imagined action that does not end.
    pub stop: Option<Arc<AtomicBool>>,
    first: Box<State<R>>,
    second: Box<State<R>>,
    legal: Legal,
    next: Legal,
    /// What was looked at in this round: verbs and sources.
    done: Vec<(u8, u8)>,
}

/// One or two actions, and the rating after them.
#[derive(Clone, Copy)]
struct Line {
    value: f64,
    actions: [Option<Action>; 2],
}

impl<R: Rules> Replies<R> {
    pub fn new() -> Self {
        Self {
            stop: None,
            first: Box::new(State::empty()),
            second: Box::new(State::empty()),
            legal: Legal::default(),
            next: Legal::default(),
            done: Vec::new(),
        }
    }

    /// Ends the turn of a seat and lets the others play until it may act again; false if the budget ended first.
    pub fn play(
        &mut self,
        game: &Game<R>,
        state: &mut State<R>,
        seat: Seat,
        seed: u64,
        weights: &[f64],
        budget: &mut Budget,
    ) -> bool {
        let mut dice = Dice::Sampled(Stream::named(seed, "replies"));
        if let Some(pass) = R::passing(game, state, seat) {
            play::apply(game, state, pass, &mut dice, None, self.stop.as_deref());
        }
        for _ in 0..MOST {
            if is_decided(state, seat) || R::to_act(state).has(seat) {
                break;
            }
            let other = R::to_act(state).first();
            if R::foes(state, seat).has(other) && !self.act(game, state, other, weights, budget, &mut dice) {
                return false;
            }
            if !R::to_act(state).has(other) {
                continue;
            }
            let pass = R::passing(game, state, other);
            let Some(pass) = pass.or_else(|| Legal::of(game, state, other).nth(game, state, 0)) else {
                break;
            };
            play::apply(game, state, pass, &mut dice, None, self.stop.as_deref());
        }
        true
    }

    /// A seat does what gains something; false if the budget ended first.
    fn act(
        &mut self,
        game: &Game<R>,
        state: &mut State<R>,
        seat: Seat,
        weights: &[f64],
        budget: &mut Budget,
        dice: &mut Dice,
    ) -> bool {
        let now = state.now;
        for _ in 0..ROUNDS {
            self.done.clear();
            let mut has_acted = false;
            while let Some((verb, source)) = self.next_source(game, state, seat) {
                let Some(line) = self.best_line(game, state, verb, source, weights, budget, dice) else {
                    return false;
                };
                for action in line.actions.into_iter().flatten() {
                    has_acted = true;
                    play::apply(game, state, action, dice, None, self.stop.as_deref());
                }
                if state.now != now || is_decided(state, seat) {
                    return true;
                }
            }
            if !has_acted {
                break;
            }
        }
        true
    }

    /// What is to be looked at next in this round; its actions stay in the list.
    fn next_source(&mut self, game: &Game<R>, state: &State<R>, seat: Seat) -> Option<(u8, u8)> {
        self.legal.fill(game, state, seat);
        let pass = R::passing(game, state, seat);
        let done = &mut self.done;
        let is_pass = |group: &Group| pass.is_some_and(|pass| pass.verb == group.verb && group.count == 1);
        let mut groups = self.legal.groups.iter().filter(|group| !is_pass(group)).map(source_of::<R>);
        let found = groups.find(|found| !done.contains(found))?;
        done.push(found);
        Some(found)
    }

    /// The best one or two actions of a source; none if the budget ended first.
    #[expect(clippy::too_many_arguments, reason = "the position, the source and what may be used up")]
    fn best_line(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        verb: u8,
        source: u8,
        weights: &[f64],
        budget: &mut Budget,
        dice: &Dice,
    ) -> Option<Line> {
        let seat = self.legal.seat;
        let value = rate(game, state, seat, weights, 0);
        let mut best = Line { value: value + LEAST, actions: [None; 2] };
        self.legal.groups.retain(|group| source_of::<R>(group) == (verb, source));
        let Self { stop, first, second, legal, next, .. } = self;
        let mut is_spent = false;
        first.assign(state);
        legal.each(game, state, |action| {
            is_spent |= !budget.spend();
            if is_spent {
                return;
            }
            first.restore(state);
            play::apply(game, first, action, &mut dice.clone(), None, stop.as_deref());
            let value = rate(game, first, seat, weights, 0);
            if value > best.value {
                best = Line { value, actions: [Some(action), None] };
            }
            if verb != ANY || is_decided(&**first, seat) || first.prompt.is_open() {
                return;
            }
            next.fill(game, first, seat);
            next.groups.retain(|group| source_of::<R>(group) == (verb, source) && group.verb != action.verb);
            if next.groups.is_empty() {
                return;
            }
            second.assign(first);
            next.each(game, first, |then| {
                is_spent |= !budget.spend();
                if is_spent {
                    return;
                }
                second.restore(first);
                play::apply(game, second, then, &mut dice.clone(), None, stop.as_deref());
                let value = rate(game, second, seat, weights, 0);
                if value > best.value {
                    best = Line { value, actions: [Some(action), Some(then)] };
                }
            });
        });
        (!is_spent).then_some(best)
    }
}

/// What an action must gain to be taken.
const LEAST: f64 = 1e-6;

/// In place of a verb: all that a piece may do.
const ANY: u8 = u8::MAX;

/// The verb and the source of some actions; all that a piece may do is looked at together.
fn source_of<R: Rules>(group: &Group) -> (u8, u8) {
    let is_of_piece = R::VERBS[group.verb as usize].source == Means::Piece;
    (if is_of_piece { ANY } else { group.verb }, group.source)
}
