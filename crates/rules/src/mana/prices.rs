//! What cards cost now, and paying for them.

use cardwright_core::{CardId, Seat, State, What};
use cardwright_effects::prices::Prices;
use cardwright_effects::{Ctx, Game};

use super::state::*;

type Table = State<Mana>;

/// What the cards of a seat cost now, by resource: what changes it is looked up once, asked about many cards.
pub struct Bargains {
    seat: Seat,
    prices: Prices,
}

impl Bargains {
    /// The bargains of a seat.
    #[inline]
    pub fn of(game: &Game<Mana>, state: &Table, seat: Seat) -> Self {
        Self { seat, prices: Prices::of(game, state, seat) }
    }

    /// What a card costs the seat now, by resource.
    ///
    /// RULE: a discount takes from the card's dearest school first, from devotion last; a surcharge is added to the
    /// dearest school. What counts the cost of a card counts all its mana and devotion together.
    #[inline]
    pub fn price(&self, game: &Game<Mana>, state: &Table, id: CardId) -> [i16; 8] {
        let card = state.card(id);
        let mut price = game.data.prices[card.def.at()];
        let mut change = card.cost as i16;
        if !self.prices.leave(game, card.def) {
            let printed: i16 = price[..PURSE].iter().sum();
            change = self.prices.changed(game, state, self.seat, id, printed + change) - printed;
        }
        if change != 0 {
            alter(&mut price, change);
        }
        price
    }
}

/// Changes a price by this much.
fn alter(price: &mut [i16; 8], mut change: i16) {
    let dearest = |price: &[i16; 8]| (0..SCHOOLS).rev().max_by_key(|&school| price[school]).unwrap_or(0);
    if change > 0 {
        let school = dearest(price);
        let at = if price[school] > 0 { school } else { DEVOTION };
        price[at] += change;
        return;
    }
    while change < 0 {
        let school = dearest(price);
        let at = if price[school] > 0 { school } else { DEVOTION };
        if price[at] <= 0 {
            return;
        }
        price[at] -= 1;
        change += 1;
    }
}

/// Whether a seat can pay a price.
#[inline]
pub fn can_pay(state: &Table, seat: Seat, price: &[i16; 8]) -> bool {
    let held = &state.seats[seat.at()].resources;
    // All resources are checked: nobody can predict which one fails, and a wrong guess costs more.
    (0..8).fold(true, |pays, at| pays & (price[at] <= held[at]))
}

pub fn pay(cx: &mut Ctx<'_, Mana>, seat: Seat, price: &[i16; 8]) {
    for (resource, &amount) in price.iter().enumerate().take(PURSE) {
        if amount > 0 {
            *cx.state.resource_mut(seat, resource) -= amount;
            cx.tell(What::Spent { seat, resource: resource as u8, amount });
            if resource < SCHOOLS {
                cx.fire_spent(seat, resource, amount);
            }
        }
    }
}
