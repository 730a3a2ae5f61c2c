//! What cards cost now: the printed cost, changes of the copy, counts, auras and effects in force.

use cardwright_core::{CardId, DefId, Frame, InForce, InForceSort, PieceId, PieceSet, Seat, State};

use crate::catalogue::{AuraTraits, NOTHING, Query, Side};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;
use crate::lent::holds;
use crate::query::{card_matches, count_all};
use crate::tallies::Tally;

/// How many changes of cost are looked at; more are left out.
const MOST: usize = 16;

/// A change of what some cards cost.
#[derive(Clone, Copy, Default)]
struct Change {
    query: u16,
    cost: i16,
    floor: i16,
}

/// Everything that changes what the cards of a seat cost: looked up once, asked about many cards.
pub struct Prices {
    /// The changes, the first `len` of them; nothing is laid out while there are none.
    changes: Option<[Change; MOST]>,
    len: usize,
}

impl Prices {
    /// The changes that hold now for the cards of a seat.
    #[inline]
    pub fn of<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> Self {
        let mut sources = PieceSet::EMPTY;
        for source in state.aura_sources {
            if game.catalogue.aura_traits[state.piece(source).def.at()].has(AuraTraits::PRICING) {
                sources.insert(source);
            }
        }
        if sources.is_empty() && !state.effects_in_force().iter().any(InForce::is_price) {
            return Self { changes: None, len: 0 };
        }
        Self::gathered(game, state, seat, sources - state.dying)
    }

    /// RULE: auras count in the order in which their pieces came, then what texts have left in force.
    #[cold]
    fn gathered<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat, sources: PieceSet) -> Self {
        let mut prices = Self { changes: None, len: 0 };
        for source in state.by_arrival(sources) {
            prices.add_auras(game, state, seat, source);
        }
        for effect in state.effects_in_force() {
            if effect.is_price() && is_meant(game, state, effect.ability, effect.seat, seat) {
                prices.add(Change { query: effect.ability, cost: effect.attack, floor: 0 });
            }
        }
        prices
    }

    fn add_auras<R: Rules>(&mut self, game: &Game<R>, state: &State<R>, seat: Seat, source: PieceId) {
        let piece = state.piece(source);
        let frame = Frame::program(0, piece.owner, source);
        for &at in &game.def(piece.def).auras {
            let aura = &game.catalogue.auras[at as usize];
            let is_due =
                || !aura.is_first || is_first(state, &game.catalogue.queries[aura.query as usize], seat);
            if aura.cost != 0
                && is_meant(game, state, aura.query, piece.owner, seat)
                && holds(game, state, aura, &frame)
                && is_due()
            {
                let times = if aura.per == NOTHING {
                    1
                } else {
                    count_all(game, state, &game.catalogue.queries[aura.per as usize], &frame)
                };
                self.add(Change {
                    query: aura.query,
                    cost: aura.cost.saturating_mul(times),
                    floor: aura.floor,
                });
            }
        }
    }

    fn add(&mut self, change: Change) {
        if self.len < MOST {
            self.changes.get_or_insert([Change::default(); MOST])[self.len] = change;
            self.len += 1;
        }
    }

    /// Whether a card costs what is printed on it and noted on the copy, since nothing else changes that.
    #[inline(always)]
    pub fn leave<R: Rules>(&self, game: &Game<R>, def: DefId) -> bool {
        let is_counted = game.catalogue.aura_traits[def.at()].has(AuraTraits::OWN_COST);
        (self.len == 0) & !is_counted | (def == DefId::HIDDEN)
    }

    /// What a card of the seat costs now.
    #[inline]
    pub fn cost<R: Rules>(&self, game: &Game<R>, state: &State<R>, seat: Seat, id: CardId) -> i16 {
        let card = state.card(id);
        let written = game.def(card.def).cost.saturating_add(card.cost as i16);
        if self.leave(game, card.def) { written.max(0) } else { self.changed(game, state, seat, id, written) }
    }

    /// What a card of the seat costs now, if `cost` is written on it.
    ///
    /// RULE: surcharges and discounts add up; a discount with a limit does not go below it, and no cost below 0.
    #[cold]
    pub fn changed<R: Rules>(
        &self,
        game: &Game<R>,
        state: &State<R>,
        seat: Seat,
        id: CardId,
        mut cost: i16,
    ) -> i16 {
        let card = state.card(id);
        if let Some((query, each)) = game.def(card.def).own_cost {
            let frame = Frame::program(0, seat, PieceId::NONE);
            let count = count_besides(game, state, &game.catalogue.queries[query as usize], &frame, card.def);
            cost = cost.saturating_sub(each.saturating_mul(count));
        }
        for change in self.changes.iter().flat_map(|changes| &changes[..self.len]) {
            if card_matches(game, &game.catalogue.queries[change.query as usize], card.def) {
                let changed = cost.saturating_add(change.cost);
                cost = if change.cost < 0 { changed.max(change.floor.min(cost)) } else { changed };
            }
        }
        cost.max(0)
    }
}

/// How many match, the card itself aside: a card in hand does not count itself.
fn count_besides<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    query: &Query,
    frame: &Frame,
    def: DefId,
) -> i16 {
    let all = count_all(game, state, query, frame);
    let counts_itself = query.not_source
        && query.zone as usize == R::HAND + 1
        && query.side != Side::Foe
        && card_matches(game, query, def);
    all - counts_itself as i16
}

/// Whether a query of one seat is about cards of another.
fn is_meant<R: Rules>(game: &Game<R>, state: &State<R>, query: u16, of: Seat, seat: Seat) -> bool {
    match game.catalogue.queries[query as usize].side {
        Side::Any | Side::Its => true,
        Side::Mine => of == seat,
        Side::Foe => R::foes(state, of).has(seat),
    }
}

/// Whether the seat has played no card of these kinds this turn.
///
/// RULE: a card that was stopped was played all the same.
fn is_first<R: Rules>(state: &State<R>, query: &Query, seat: Seat) -> bool {
    let played = state.seats.as_ref()[seat.at()].tallies[Tally::Kinds as usize];
    played & if query.kinds == 0 { u8::MAX } else { query.kinds } == 0
}

impl<R: Rules> Ctx<'_, R> {
    /// A card of a seat was played: changes that were for the next such card end.
    pub(crate) fn use_up_prices(&mut self, seat: Seat, def: DefId) {
        let (game, mut ended) = (self.game, false);
        for at in 0..self.state.in_force_len as usize {
            let effect = self.state.in_force.as_ref()[at];
            if effect.sort == InForceSort::NextPrice
                && is_meant(game, self.state, effect.ability, effect.seat, seat)
                && card_matches(game, &game.catalogue.queries[effect.ability as usize], def)
            {
                self.state.in_force.as_mut()[at].pieces = Default::default();
                ended = true;
            }
        }
        if ended {
            self.drop_empty_effects();
        }
    }
}
