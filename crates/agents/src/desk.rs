//! Where an agent decides: it is given what it needs, in memory that is reused for every decision.

use cardwright_core::{Action, Seat, State, Truth, View};
use cardwright_effects::{Game, Legal, Rules, play};

use crate::agent::{Agent, Needs};

/// The most actions of a match before it is broken off as a draw: far beyond every game's own limit.
pub const ACTION_LIMIT: u32 = 100_000;

/// The memory that is reused for every decision.
pub struct Desk<R: Rules> {
    /// The view of the last agent that looked at one.
    pub view: View<R>,
    legal: Legal,
}

impl<R: Rules> Default for Desk<R> {
    fn default() -> Self {
        Self { view: View::blank(), legal: Legal::default() }
    }
}

impl<R: Rules> Desk<R> {
    /// The action an agent takes in a seat, with the numbers of the truth; none if nothing is legal or it waits. The
    /// agent is given what it needs and no more.
    #[inline]
    pub fn decide(
        &mut self,
        game: &Game<R>,
        state: &State<R>,
        seat: Seat,
        agent: &mut dyn Agent<R>,
    ) -> Option<Action> {
        match agent.needs() {
            Needs::Count => {
                self.legal.fill_as_seen(game, state, seat);
                if self.legal.is_empty() {
                    return None;
                }
                let rank = agent.pick(self.legal.len());
                self.legal.nth_as_seen(game, state, rank)
            }
            Needs::View => {
                self.see(game, state, seat);
                self.legal.fill(game, self.view.state(), seat);
                if self.legal.is_empty() {
                    return None;
                }
                let action = agent.choose(game, &self.view, &self.legal)?;
                Some(play::from_view(game, state, seat, action))
            }
            Needs::Truth => {
                self.legal.fill(game, state, seat);
                if self.legal.is_empty() {
                    return None;
                }
                agent.choose_knowing(game, Truth { seat, state }, &self.legal)
            }
        }
    }

    /// What a seat may know.
    pub fn see(&mut self, game: &Game<R>, state: &State<R>, seat: Seat) -> &View<R> {
        play::show(game, state, seat, &mut self.view);
        &self.view
    }

    /// The first legal action of a seat, in the order of its list.
    pub fn first(&mut self, game: &Game<R>, state: &State<R>, seat: Seat) -> Option<Action> {
        self.legal.fill_as_seen(game, state, seat);
        self.legal.nth_as_seen(game, state, 0)
    }

    /// Whether an action with the numbers of the truth is legal now.
    pub fn is_legal(&mut self, game: &Game<R>, state: &State<R>, action: Action) -> bool {
        self.legal.fill(game, state, action.seat);
        self.legal.contains(game, state, &action)
    }
}
