//! Actions are compared by playing on: in imagined truths both seats go on as `heuristic` does, for a while, and the
//! timeline says how the match would go on from there.

use std::cell::RefCell;

use cardwright_core::{Action, Dice, State};
use cardwright_effects::play::{self, next_event_at};
use cardwright_effects::{Clock, Course, Legal, Outcome};

use super::super::state::*;
use super::timeline::{Measure, Timeline};
use super::{Thoughtful, heuristic};

/// Who waits looks again when something happens, or after this many milliseconds.
const PATIENCE: u32 = 3_000;
/// The time that passes between an action and the next one of anybody.
const PAUSE: u32 = 250;
/// The most actions of one playout.
const ACTIONS_MOST: usize = 200;

/// How actions are compared.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// In how many imagined truths; none: actions are not compared this way.
    pub worlds: u32,
    /// For how many milliseconds both seats play on.
    pub length: u32,
}

/// The memory of playouts. Nothing is kept in it from one decision to the next.
struct Desk {
    truth: Box<State<Mana>>,
    table: Box<State<Mana>>,
    legal: Legal,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        truth: Box::new(State::empty()),
        table: Box::new(State::empty()),
        legal: Legal::default(),
    });
}

impl Playouts {
    /// The candidate that does best: the first one, unless another does better by more than `doubt`. None of the actions
    /// is to wait. After half of the worlds only the better half of the candidates goes on, and the first one.
    pub fn best(
        &self,
        thinking: &mut Thoughtful<'_>,
        candidates: &[Option<Action>],
        measure: &Measure,
        doubt: f32,
    ) -> Option<Action> {
        let seen = play::view(thinking.game, thinking.view, thinking.seat);
        // The place of each candidate that goes on, with the sum of its scores.
        let mut alive: Vec<(usize, f32)> = (0..candidates.len()).map(|at| (at, 0.0)).collect();
        DESK.with_borrow_mut(|desk| {
            for world in 0..self.worlds {
                if world > 0 && world == self.worlds / 2 {
                    alive[1..].sort_by(|a, b| b.1.total_cmp(&a.1));
                    alive.truncate(1 + candidates.len() / 2);
                }
                desk.truth.assign(&play::determinise(thinking.game, &seen, &[], thinking.dice));
                // What is left to chance falls alike for all candidates as far as they do alike.
                let dice = Dice::sampled(thinking.dice.below(u32::MAX) as u64, "playout");
                for (at, sum) in &mut alive {
                    *sum += self.score(thinking, desk, candidates[*at], dice.clone(), measure);
                }
            }
        });
        let least = alive[0].1 + doubt * self.worlds as f32;
        let better = alive[1..].iter().filter(|(_, sum)| *sum > least).max_by(|a, b| a.1.total_cmp(&b.1));
        candidates[better.map_or(0, |&(at, _)| at)]
    }

    /// The candidate that an eased decision takes; none: it waits.
    pub fn eased(
        &self,
        thinking: &mut Thoughtful<'_>,
        mut candidates: Vec<Option<Action>>,
        measure: &Measure,
    ) -> Option<Action> {
        let seen = play::view(thinking.game, thinking.view, thinking.seat);
        candidates.retain(Option::is_some);
        let mut scores = vec![0.0; candidates.len()];
        let mut waiting = 0.0;
        DESK.with_borrow_mut(|desk| {
            for _ in 0..self.worlds.div_ceil(2).max(1) {
                desk.truth.assign(&play::determinise(thinking.game, &seen, &[], thinking.dice));
                let dice = Dice::sampled(thinking.dice.below(u32::MAX) as u64, "playout");
                for (score, candidate) in scores.iter_mut().zip(&candidates) {
                    *score += self.score(thinking, desk, *candidate, dice.clone(), measure) as f64;
                }
                waiting += self.score(thinking, desk, None, dice, measure) as f64;
            }
        });
        let easing = thinking.easing.as_mut()?;
        easing.pick(scores.into_iter(), waiting).and_then(|place| candidates[place])
    }

    /// How a match goes after a candidate in the truth on the desk.
    fn score(
        &self,
        thinking: &mut Thoughtful<'_>,
        desk: &mut Desk,
        candidate: Option<Action>,
        mut dice: Dice,
        measure: &Measure,
    ) -> f32 {
        let (game, seat) = (thinking.game, thinking.seat);
        let branches = &mut *thinking.branches;
        let Desk { truth, table, legal } = desk;
        table.assign(truth);
        let end = table.now.saturating_add(self.length);
        let mut sleeps = [0; 2];
        *branches += 1;
        match candidate {
            Some(action) => play::apply(game, table, action, &mut dice, None, None),
            None => sleeps[seat.at()] = table.now + PATIENCE,
        };
        let mut turn = foe(seat);
        for _ in 0..ACTIONS_MOST {
            if table.is_over || table.now >= end {
                break;
            }
            let mut acts = None;
            for who in [turn, foe(turn)] {
                if acts.is_some() || (table.now < sleeps[who.at()] && !table.prompt.is_open()) {
                    continue;
                }
                legal.fill(game, table, who);
                if legal.is_empty() {
                    continue;
                }
                acts = heuristic::usual_choice(game, table, legal, &mut dice, branches);
                if acts.is_none() && table.prompt.is_open() {
                    acts = legal.nth(game, table, 0);
                }
            }
            match acts {
                Some(action) => {
                    play::apply(game, table, action, &mut dice, None, None);
                    turn = foe(action.seat);
                    if !table.prompt.is_open() {
                        let to = table.now + PAUSE;
                        play::advance(game, table, to, &mut dice, None, None);
                    }
                }
                None => {
                    let mut next = next_event_at(game, table).unwrap_or(end).min(end);
                    for who in table.all_seats() {
                        next = next.min(Mana::stirs_at(game, table, who).unwrap_or(end));
                        if sleeps[who.at()] > table.now {
                            next = next.min(sleeps[who.at()]);
                        }
                    }
                    let to = next.max(table.now + 1);
                    play::advance(game, table, to, &mut dice, None, None);
                }
            }
        }
        if table.is_over {
            return match Mana::outcome(table, seat) {
                Some(Outcome::Won) => measure.won * 2.0,
                Some(Outcome::Lost) => measure.won * -2.0,
                _ => 0.0,
            };
        }
        Timeline::of(game, table, seat, measure).run(measure, &game.data.average, None).score
    }
}
