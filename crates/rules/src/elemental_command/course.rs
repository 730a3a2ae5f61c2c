//! The course of a match: mulligans, turns, berserkers.

use cardwright_core::{PieceId, PieceSet, Seat, SeatSet, State, What};
use cardwright_effects::{Course, Ctx, Game, Setup, play, turns};

use super::actions::{Walls, can_attack, targets};
use super::state::*;

impl Course for ElementalCommand {
    const PHASES: &'static [&'static str] = &["mulligan", "turn"];
    const TURN: u8 = TURN;

    /// Lays out the table: heroes, shuffled decks, opening hands; both seats then choose a mulligan.
    ///
    /// RULE: the second player has one card more.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        play::lay_out(cx, setup);
        for (seat, &hero) in cx.state.all_seats().zip(&setup.heroes) {
            for element in 0..3 {
                *cx.state.resource_mut(seat, EARTH + element) = cx.game.def(hero).numbers[element].max(0);
            }
        }
        cx.state.extra.starting = Seat(cx.dice.below(2) as u8);
        play::shuffle_decks(cx);
        for seat in cx.state.all_seats() {
            cx.tell(What::Began { seat, phase: MULLIGAN_PHASE });
            let is_second = seat != cx.state.extra.starting;
            for _ in 0..cx.game.data.opening_hands[is_second as usize] {
                cx.draw(seat);
            }
        }
        cx.state.phase = MULLIGAN_PHASE;
        cx.state.active = SeatSet::first_seats(2);
    }

    fn own_piece(_: &State<Self>, seat: Seat) -> PieceId {
        hero(seat)
    }

    fn turn_limit(game: &Game<Self>, _seats: usize) -> u32 {
        game.data.turn_limit
    }

    fn turn_began(cx: &mut Ctx<'_, Self>, seat: Seat) {
        let is_first = cx.state.now == 1;
        let crystals = (cx.state.resource(seat, CRYSTALS) + 1).min(cx.game.data.mana_limit);
        *cx.state.resource_mut(seat, CRYSTALS) = crystals;
        *cx.state.resource_mut(seat, MANA) = crystals;
        *cx.state.resource_mut(seat, STEP) = !is_first as i16;
        *cx.state.resource_mut(seat, POWER) = 1;
        turns::wake(cx, seat);
        for piece in cx.state.side[seat.at()] {
            let minion = cx.state.piece_mut(piece);
            for (status, serving) in SERVING {
                if minion.statuses[status] > 0 {
                    minion.flags |= serving;
                }
            }
        }
        if !is_first {
            cx.draw(seat);
        }
    }

    /// Impairments that began before this turn have been served for one turn.
    fn turn_ended(cx: &mut Ctx<'_, Self>, seat: Seat) {
        for piece in cx.state.side[seat.at()] {
            let minion = cx.state.piece_mut(piece);
            for (status, serving) in SERVING {
                if minion.is(serving) {
                    minion.statuses[status] = minion.statuses[status].saturating_sub(1);
                    minion.flags &= !serving;
                }
            }
        }
    }

    /// Berserkers that can attack do so, straight ahead, in order of arrival.
    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        if cx.state.phase != TURN || cx.state.is_over || cx.state.lost.any() {
            return false;
        }
        let seat = cx.state.active.first();
        if !seat.is_some() {
            return false;
        }
        let minions = cx.state.side[seat.at()] & cx.state.kind[MINION];
        let mut berserkers = PieceSet::EMPTY;
        for piece in minions {
            if cx.state.piece(piece).keywords_now() & BERSERK != 0 && can_attack(cx.state, piece) {
                berserkers.insert(piece);
            }
        }
        if berserkers.is_empty() {
            return false;
        }
        let walls = Walls::of(cx.state, foe(seat));
        for piece in cx.state.by_arrival(berserkers) {
            let ahead = walls.ahead(column(cx.state.piece(piece).cell));
            // RULE: they do not if taunt forbids that target.
            if targets(cx.state, &walls, piece).has(ahead) {
                turns::attack(cx, piece, ahead);
                return true;
            }
        }
        false
    }

    fn starting(state: &State<Self>) -> Seat {
        state.extra.starting
    }
}

/// A seat has chosen its mulligan; when both have, the cards are exchanged and the first turn begins.
pub fn choose_mulligan(cx: &mut Ctx<'_, ElementalCommand>, seat: Seat, mask: u16) {
    *cx.state.resource_mut(seat, MULLIGAN) = mask as i16;
    cx.state.active.remove(seat);
    if cx.state.active.any() {
        return;
    }
    for seat in cx.state.all_seats() {
        let mask = cx.state.resource(seat, MULLIGAN) as u16;
        *cx.state.resource_mut(seat, MULLIGAN) = 0;
        for place in (0..16).rev().filter(|place| mask >> place & 1 == 1) {
            let id = cx.state.take_from_zone(seat, HAND, place);
            if !cx.state.put_into_zone(seat, DECK, id) {
                cx.state.release_card(id);
                cx.tell(What::Lost { seat, card: cx.state.card(id).def });
            }
        }
        if mask != 0 {
            cx.shuffle(seat, DECK);
        }
        cx.tell(What::Redrew { seat, count: mask.count_ones() as u8 });
        for _ in 0..mask.count_ones() {
            cx.draw(seat);
        }
    }
    turns::start(cx, cx.state.extra.starting);
}
