//! What an agent that searches is given: what its seat may know, or the truth.

use cardwright_core::{Audience, Card, DefId, Dice, Seat, State, View};
use cardwright_effects::{Game, Rules, play};

/// What an agent is given to choose from.
#[derive(Clone, Copy)]
pub enum Given<'a, R: Rules> {
    Seen(&'a View<R>),
    Known(&'a State<R>),
}

impl<'a, R: Rules> Given<'a, R> {
    pub fn state(&self) -> &'a State<R> {
        match self {
            Given::Seen(view) => view.state(),
            Given::Known(state) => state,
        }
    }

    /// What may be true.
    pub fn imagine(&self, game: &Game<R>, dice: &mut Dice) -> Box<State<R>> {
        match self {
            Given::Seen(view) => Box::new(play::determinise(game, view, &[], dice)),
            Given::Known(state) => Box::new(**state),
        }
    }
}

/// Hides the cards of a seat whose order it does not know: what it draws in its mind it cannot play.
pub fn blind<R: Rules>(state: &mut State<R>, seat: Seat) {
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
