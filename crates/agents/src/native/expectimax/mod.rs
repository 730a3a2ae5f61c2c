//! Plans its own turn stage by stage, and weighs every outcome of chance.
//!
//! A game says what the stages of a turn are, which actions of a stage are worth a thought and what a position is
//! worth (`Planning`, a part of the contract). From its current stage on, the agent combines the actions of the
//! stages without chance, keeps the most promising positions ([`plan`]) and values each by a tree over the actions
//! that are still open and their outcomes ([`tree`]). It carries out the part that does not depend on chance. It
//! plans again after every roll, and whenever it sees something unexpected. It remembers nothing beyond its turn.

mod plan;
mod tree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{
    Action, Dice, Digest, Means, NO_CHOICE, PieceId, PieceSet, Seat, State, Truth, View, Words,
};
use cardwright_effects::easing::{Eased, Easing};
use cardwright_effects::{Game, Legal, Rules, Stage, play};

use crate::agent::{Agent, Needs};
use crate::native::budget::Budget;
use crate::native::level::Level;
use crate::native::rating::rests;
use crate::spec::AgentSpec;
use plan::Search;

/// How many positions it looks at in one of its turns if nobody says otherwise.
pub const NODES: u64 = 4000;

/// A plan may use one of two equal parts of what is left of the turn's budget, a decision of a fight one of four.
const PARTS_OF_A_PLAN: u64 = 2;
const PARTS_OF_A_FIGHT: u64 = 4;

/// The position it plans on.
#[derive(Clone, Copy)]
enum Given<'a, R: Rules> {
    Seen(&'a View<R>),
    Known(Truth<'a, R>),
}

impl<'a, R: Rules> Given<'a, R> {
    fn state(&self) -> &'a State<R> {
        match self {
            Given::Seen(view) => view.state(),
            Given::Known(truth) => truth.state,
        }
    }
}

/// See the module.
pub struct Expectimax<R: Rules> {
    /// What it weighs, before the position scales it.
    weights: Vec<f64>,
    is_oracle: bool,
    /// For what it imagines and for ties: its own, never the match's.
    dice: Dice,
    budget: Budget,
    /// The turn it is in, and how far it is.
    turn: (Seat, u32),
    stage: usize,
    /// The rest of the plan that is being carried out, the next action last, and what the view looked like.
    queue: Vec<(Action, usize)>,
    foreseen: u64,
    imagined: Box<State<R>>,
    search: Search<R>,
    level: Option<Level>,
    branches: u64,
}

impl<R: Rules> Expectimax<R> {
    pub fn new(spec: &AgentSpec, seed: u64) -> Self {
        Self {
            weights: spec.weights_of::<R>(),
            is_oracle: spec.oracle,
            dice: Dice::sampled(seed, "expectimax"),
            budget: Budget::new(spec.nodes, spec.seconds, NODES),
            turn: (Seat::NONE, 0),
            stage: 0,
            queue: Vec::new(),
            foreseen: 0,
            imagined: Box::new(State::empty()),
            search: Search::new(),
            level: Level::new(spec.level, seed),
            branches: 0,
        }
    }

    fn decide(&mut self, game: &Game<R>, given: Given<'_, R>, legal: &Legal) -> Option<Action> {
        let state = given.state();
        let turn = (legal.seat, state.now);
        if self.turn != turn {
            self.turn = turn;
            self.stage = 0;
            self.queue.clear();
            self.budget.begin_turn();
        }
        let action = self.queued(game, state, legal).or_else(|| {
            let mut level = self.level.take();
            // A question is answered as well as it can at every level.
            let level_of_turn = level.as_mut().filter(|_| rests(state, legal.seat));
            let easing = level_of_turn.and_then(|level| level.easing(game, state, legal.seat));
            let planned = self.planned(game, given, legal, easing);
            self.level = level;
            planned
        });
        self.branches += std::mem::take(&mut self.budget.counted);
        action
            .or_else(|| R::passing(game, state, legal.seat))
            .filter(|action| legal.contains(game, state, action))
            .or_else(|| legal.nth(game, state, 0))
    }

    /// The position it takes for the truth: an oracle is given the truth, others put back the pieces they remember.
    fn imagine(&mut self, game: &Game<R>, given: &Given<'_, R>) {
        match given {
            Given::Seen(view) if R::FOG => {
                self.imagined.assign(&play::determinise(game, view, &[], &mut self.dice));
            }
            _ => self.imagined.assign(given.state()),
        }
    }

    /// The action of this stage or a later one that leads furthest; none if ending the turn does.
    fn planned(
        &mut self,
        game: &Game<R>,
        given: Given<'_, R>,
        legal: &Legal,
        mut easing: Option<&mut Easing>,
    ) -> Option<Action> {
        let (seat, state) = (legal.seat, given.state());
        // An action may bring an earlier stage back: after a draw in the middle of a turn there is more to place.
        let is_back = |&stage: &usize| {
            R::STAGES[stage] == Stage::Inclined && inclined(game, state, legal, stage).is_some()
        };
        self.stage = (0..self.stage).find(is_back).unwrap_or(self.stage);
        let mut is_prepared = false;
        while self.stage < R::STAGES.len() {
            if R::STAGES[self.stage] == Stage::Inclined {
                if let Some(action) = inclined(game, state, legal, self.stage) {
                    return Some(action);
                }
                self.stage += 1;
                continue;
            }
            if !is_prepared {
                is_prepared = true;
                self.imagine(game, &given);
                self.search.tree.weights.clone_from(&self.weights);
                R::scale(game, &self.imagined, seat, &mut self.search.tree.weights);
            }
            self.budget.begin_decision(match R::STAGES[self.stage] {
                Stage::Weighed => PARTS_OF_A_FIGHT,
                _ => PARTS_OF_A_PLAN,
            });
            let may = |action: &Action| legal.contains(game, state, action);
            let search = &mut self.search;
            let (stage, budget, dice) = (self.stage, &mut self.budget, &mut self.dice);
            let plan =
                search.plan(game, &self.imagined, seat, stage, budget, dice, &may, easing.as_deref_mut());
            let mut actions = plan.actions.into_iter();
            if let Some((action, stage)) = actions.next() {
                self.stage = stage;
                // Remembered pieces have numbers in the imagined position that belong to other pieces in the view.
                let (known, is_sure) = (state.used, self.imagined.used == state.used);
                let sure = actions.take_while(|(next, _)| is_sure || names_only::<R>(next, known));
                self.queue = sure.collect();
                self.queue.reverse();
                self.foreseen = foreseen(state, seat);
                return Some(action);
            }
            self.stage = plan.stage;
        }
        None
    }

    /// The next action of the plan being carried out, as long as nothing unexpected has happened.
    fn queued(&mut self, game: &Game<R>, state: &State<R>, legal: &Legal) -> Option<Action> {
        let (action, stage) = self.queue.pop()?;
        if self.foreseen != foreseen(state, legal.seat) || !legal.contains(game, state, &action) {
            self.queue.clear();
            return None;
        }
        self.stage = stage;
        Some(action)
    }
}

/// A number that changes when something unplanned happens: pieces of others come into sight, leave it or are hurt, or
/// a piece of one's own is hurt or impaired.
fn foreseen<R: Rules>(state: &State<R>, seat: Seat) -> u64 {
    let mut digest = Digest::default();
    let mut harm = 0;
    for id in state.used {
        let piece = state.piece(id);
        let ailing = piece.statuses.iter().map(|&status| status as u64).sum::<u64>();
        if piece.owner == seat {
            harm += piece.damage as u64 + ailing;
        } else {
            digest.word(piece.def.0 as u64 | (piece.cell.0 as u64) << 16 | (piece.damage as u64) << 32);
            digest.word(ailing);
        }
    }
    digest.word(harm);
    digest.0
}

/// The action of a stage to which the game is most inclined.
fn inclined<R: Rules>(game: &Game<R>, state: &State<R>, legal: &Legal, stage: usize) -> Option<Action> {
    let mut groups = legal.clone();
    R::narrow(game, state, legal.seat, stage, &mut groups.groups);
    let mut best: Option<(i32, Action)> = None;
    groups.each(game, state, |action| {
        let inclination = R::inclination(game, state, &action);
        if best.is_none_or(|(most, _)| inclination > most) {
            best = Some((inclination, action));
        }
    });
    best.map(|(_, action)| action)
}

impl<R: Rules> Agent<R> for Expectimax<R> {
    fn choose(&mut self, game: &Game<R>, view: &View<R>, legal: &Legal) -> Option<Action> {
        self.decide(game, Given::Seen(view), legal)
    }

    fn choose_knowing(&mut self, game: &Game<R>, truth: Truth<'_, R>, legal: &Legal) -> Option<Action> {
        self.decide(game, Given::Known(truth), legal)
    }

    fn stop_on(&mut self, stop: Arc<AtomicBool>) {
        self.search.tree.stop = Some(stop);
    }

    fn eased(&self) -> Option<Eased> {
        self.level.as_ref().and_then(Level::eased)
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn needs(&self) -> Needs {
        if self.is_oracle { Needs::Truth } else { Needs::View }
    }
}

/// Whether an action names only these pieces.
fn names_only<R: Rules>(action: &Action, pieces: PieceSet) -> bool {
    let verb = &R::VERBS[action.verb as usize];
    let is_known = |means: Means, value: u8| means != Means::Piece || pieces.has(PieceId(value));
    let choices = verb.choices.iter().zip(action.choices).filter(|&(_, chosen)| chosen != NO_CHOICE);
    is_known(verb.source, action.source)
        && choices.into_iter().all(|(&(_, means), chosen)| is_known(means, chosen))
}

#[cfg(test)]
mod tests {
    use cardwright_core::Seat;
    use cardwright_effects::Actions;
    use cardwright_rules::ruler::Ruler;

    use super::*;

    #[test]
    fn an_action_is_sure_if_all_its_pieces_are_known() {
        let verb = |word: &str| Ruler::VERBS.iter().position(|verb| verb.word == word).expect("a verb") as u8;
        let known = PieceSet(0b111);
        let attack = |attacker, target| Action::new(Seat(0), verb("attack"), attacker).with(0, target);
        assert!(names_only::<Ruler>(&attack(1, 2), known));
        assert!(!names_only::<Ruler>(&attack(1, 3), known));
        assert!(!names_only::<Ruler>(&attack(3, 1), known));
        let walk = Action::new(Seat(0), verb("move"), 2).with(0, 60);
        assert!(names_only::<Ruler>(&walk, known), "a tile is no piece");
        assert!(names_only::<Ruler>(&Action::new(Seat(0), verb("play"), 9).with(0, 60), known));
    }
}
