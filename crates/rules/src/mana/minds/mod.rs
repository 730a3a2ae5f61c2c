//! The agents of this game. Each is a function of what its seat may know: it returns an action, or none to wait.
//!
//! `trades` says what a fight is worth, `placing` which creature stands where, `timeline` how a fight goes on by
//! itself, `flow` what is still to come, `sketch` the most that a text can bring.

mod flow;
mod heuristic;
mod placing;
mod playouts;
mod simulating;
mod sketch;
#[cfg(test)]
mod tests;
mod timeline;
mod trades;

pub use flow::Average;
pub use sketch::Sketch;

use std::cell::RefCell;

use cardwright_core::{Action, CardId, Cell, Dice, Group, Seat, State};
use cardwright_effects::play::{self, AT};
use cardwright_effects::{Actions, Game, Mind, Thinking};

use super::actions::{DISCARD, PLAY, RECALL};
use super::clock;
use super::prices::Bargains;
use super::state::*;

/// The agents, the stronger one last.
pub const MINDS: &[Mind<Mana>] = &[heuristic::MIND, simulating::MIND];

/// How often a text that rolls dice is tried.
const SAMPLES: usize = 3;
/// How far a text with a timer is followed.
const WAIT: u32 = 30_000;

type Thoughtful<'a> = Thinking<'a, Mana>;

thread_local! {
    /// Memory to try actions on. Nothing is kept in it from one decision to the next.
    static SCRATCH: RefCell<Box<State<Mana>>> = RefCell::new(Box::new(State::empty()));
}

/// A copy of the view on which one action after the other is tried.
struct Trial<'a> {
    game: &'a Game<Mana>,
    view: &'a State<Mana>,
    copy: &'a mut State<Mana>,
    is_copied: bool,
}

impl Trial<'_> {
    /// The unchanged view, to be changed.
    fn fresh(&mut self) -> &mut State<Mana> {
        if self.is_copied {
            self.copy.restore(self.view);
        } else {
            self.copy.assign(self.view);
            self.is_copied = true;
        }
        self.copy
    }

    /// The view after an action. The mind's own dice are rolled.
    fn after(&mut self, action: Action, dice: &mut Dice, branches: &mut u64) -> &mut State<Mana> {
        let game = self.game;
        let copy = self.fresh();
        *branches += 1;
        play::apply(game, copy, action, dice, None, None);
        copy
    }
}

/// Lends the memory to try actions on for one decision.
fn with_trial<T>(game: &Game<Mana>, view: &State<Mana>, decide: impl FnOnce(&mut Trial<'_>) -> T) -> T {
    SCRATCH.with_borrow_mut(|copy| decide(&mut Trial { game, view, copy, is_copied: false }))
}

/// Calls `visit` with the actions of a group; a creature is played only to this location.
fn each_action(
    game: &Game<Mana>,
    state: &State<Mana>,
    seat: Seat,
    group: &Group,
    location: Cell,
    mut visit: impl FnMut(Action),
) {
    let is_placed = matches!(group.verb, PLAY | RECALL) && group.depth > 0 && group.at[0] == AT;
    group.visit(seat, |action| {
        if is_placed && action.choices[AT as usize] != location.0 {
            return;
        }
        if group.linked {
            let (position, options) = Mana::linked(game, state, &action);
            for option in options {
                visit(action.with(position, option.0));
            }
        } else {
            visit(action);
        }
    });
}

/// The card that a group plays, from the hand or the graveyard.
fn card_of(state: &State<Mana>, seat: Seat, group: &Group) -> CardId {
    let zone = if group.verb == PLAY { HAND } else { GRAVEYARD };
    state.zone(seat, zone)[group.source as usize]
}

/// How many timers run.
fn timers(state: &State<Mana>) -> usize {
    state.effects_in_force().iter().filter(|effect| effect.is_timer()).count()
}

/// Whether chance took part in what was just tried: the dice have moved on.
fn has_rolled(before: &Dice, after: &Dice) -> bool {
    match (before, after) {
        (Dice::Sampled(before), Dice::Sampled(after)) => before != after,
        _ => false,
    }
}

/// Throws away a card that can never be paid if the hand is full and devotion waits for another card.
fn discard(thinking: &Thoughtful<'_>) -> Option<Action> {
    let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
    let hand = view.zone(seat, HAND);
    if hand.len() < game.limits.hand as usize || view.resource(seat, DEVOTION) == 0 {
        return None;
    }
    let bargains = Bargains::of(game, view, seat);
    let is_dead =
        |&id: &CardId| clock::affordable_at(game, view, seat, &bargains.price(game, view, id)).is_none();
    let place = hand.iter().position(is_dead)?;
    let action = Action::new(seat, DISCARD, place as u8);
    thinking.legal.contains(game, view, &action).then_some(action)
}
