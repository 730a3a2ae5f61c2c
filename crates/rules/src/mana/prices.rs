//! What cards cost now, and paying for them.

use cardwright_core::{CardId, PieceSet, Seat, State, What};
use cardwright_effects::catalogue::AuraTraits;
use cardwright_effects::{Ctx, Game};

use super::state::*;

type Table = State<Mana>;

/// The auras that make cards cheaper or dearer now: looked up once, asked about many cards.
pub struct Bargains {
    sources: PieceSet,
}

impl Bargains {
    /// The bargains of a position.
    #[inline]
    pub fn of(game: &Game<Mana>, state: &Table) -> Self {
        let mut sources = PieceSet::EMPTY;
        for id in state.aura_sources - state.dying {
            if game.catalogue.aura_traits[state.piece(id).def.at()].has(AuraTraits::PRICING) {
                sources.insert(id);
            }
        }
        Self { sources }
    }

    /// What a card costs a seat now, by resource.
    ///
    /// RULE: a discount takes from the card's dearest school first, from devotion last; a surcharge is added to the
    /// dearest school.
    #[inline]
    pub fn price(&self, game: &Game<Mana>, state: &Table, seat: Seat, id: CardId) -> [i16; 8] {
        let card = state.card(id);
        let mut price = game.data.prices[card.def.at()];
        let change = card.cost as i16 + self.change(game, state, seat, id);
        if change != 0 {
            alter(&mut price, change);
        }
        price
    }

    fn change(&self, game: &Game<Mana>, state: &Table, seat: Seat, id: CardId) -> i16 {
        let mut change = 0;
        for source in self.sources {
            let piece = state.piece(source);
            for &at in &game.def(piece.def).auras {
                let aura = &game.catalogue.auras[at as usize];
                if aura.cost == 0 {
                    continue;
                }
                let query = &game.catalogue.queries[aura.query as usize];
                let is_meant = match query.side {
                    cardwright_effects::catalogue::Side::Mine => piece.owner == seat,
                    cardwright_effects::catalogue::Side::Foe => piece.owner != seat,
                    _ => true,
                };
                if is_meant && cardwright_effects::query::card_matches(game, query, state.card(id).def) {
                    change += aura.cost;
                }
            }
        }
        change
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
