//! What Foresight and Telepathy show.

use cardwright_core::{DefId, Dice, Seat, SeatSet, State, What};
use cardwright_effects::{Ctx, Game, Secrecy};

use super::state::*;

impl Secrecy for Mana {
    /// RULE: a player with Foresight in play sees the top card of their own deck; nobody sees another's.
    fn peeks(state: &State<Self>, seat: Seat) -> bool {
        has_foresight(state, seat)
    }

    fn conceal(_: &Game<Self>, _: &State<Self>, view: &mut State<Self>, seat: Seat) {
        for owner in 0..2u8 {
            if !(Seat(owner) == seat && has_foresight(view, seat)) {
                view.extra.tops[owner as usize] = DefId::HIDDEN;
            }
        }
    }

    fn imagine(_: &Game<Self>, truth: &mut State<Self>, seat: Seat, _: &mut Dice) {
        if seat.is_some() && has_foresight(truth, seat) {
            lay_on_top(truth, seat, truth.extra.tops[seat.at()]);
        }
    }

    fn scramble(_: &Game<Self>, other: &mut State<Self>, seat: Seat, _: &mut Dice) {
        if seat.is_some() && has_foresight(other, seat) {
            lay_on_top(other, seat, other.extra.tops[seat.at()]);
        }
    }

    fn fits(game: &Game<Self>, zone: usize, def: DefId) -> bool {
        let kind = game.def(def).kind;
        is_deck_kind(kind) || (zone == GRAVEYARD && kind as usize != HERO)
    }
}

fn has_foresight(state: &State<Mana>, seat: Seat) -> bool {
    any_with(state, state.side[seat.at()], FORESIGHT)
}

/// Swaps the top card of a deck for a copy of this card, if the deck has one.
fn lay_on_top(state: &mut State<Mana>, seat: Seat, def: DefId) {
    let found = state.zone(seat, DECK).iter().rposition(|&id| state.card(id).def == def);
    if let Some(place) = found {
        let deck = state.zone_mut(seat, DECK);
        let top = deck.len() - 1;
        deck.swap(place, top);
    }
}

/// Shows all hands to everybody; cards once seen stay known.
pub fn reveal_hands(cx: &mut Ctx<'_, Mana>) {
    for seat in cx.state.all_seats() {
        for place in 0..cx.state.zone_len(seat, HAND) {
            let id = cx.state.zone(seat, HAND)[place];
            if cx.state.card(id).known != SeatSet::ALL {
                cx.state.card_mut(id).known = SeatSet::ALL;
                let card = cx.state.card(id).def;
                cx.tell(What::Revealed { seat, zone: HAND as u8, card });
            }
        }
    }
}
