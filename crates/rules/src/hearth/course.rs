//! The course of a match: the coin, mulligans, turns.

use cardwright_core::{ARRIVED, Card, CardId, Cell, DefId, Frame, PieceId, Room, Seat, SeatSet, State, What};
use cardwright_effects::table::Op;
use cardwright_effects::{Course, Ctx, Game, Setup, play, turns};

use super::actions;
use super::places::align;
use super::state::*;

/// The step in which a seat draws the card of its turn.
pub const DRAW: u16 = turns::OWN_STEPS;
/// The step in which a spell that has done what it says goes to the graveyard.
pub const BURIAL: u16 = turns::OWN_STEPS + 1;

/// The game's own operation: the power may be used again in this turn.
const REFRESH_POWER: u8 = 1;

impl Course for Hearth {
    const PHASES: &'static [&'static str] = &["mulligan", "turn"];
    const TURN: u8 = TURN;

    /// Lays out the table: heroes, shuffled decks, opening hands; both seats then choose a mulligan.
    ///
    /// RULE: chance says who begins; the other has one card more, and the coin once both have chosen.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        play::lay_out(cx, setup);
        cx.state.extra.starting = Seat(cx.dice.below(2) as u8);
        play::shuffle_decks(cx);
        for seat in cx.state.all_seats() {
            cx.tell(What::Began { seat, phase: MULLIGAN_PHASE });
            let is_second = seat != cx.state.extra.starting;
            for _ in 0..cx.game.data.opening_hand + is_second as u8 {
                cx.draw(seat);
            }
        }
        cx.state.phase = MULLIGAN_PHASE;
        cx.state.active = SeatSet::first_seats(2);
    }

    fn turn_limit(game: &Game<Self>, _seats: usize) -> u32 {
        game.data.turn_limit
    }

    /// RULE: a crystal more, up to ten; those that were overloaded are locked for this turn; everything is ready.
    fn turn_began(cx: &mut Ctx<'_, Self>, seat: Seat) {
        let most = cx.game.data.mana_limit;
        let held = &mut cx.state.seats[seat.at()].resources;
        held[CRYSTALS] = (held[CRYSTALS] + 1).min(most.max(held[CRYSTALS]));
        held[LOCKED] = held[OVERLOAD];
        held[OVERLOAD] = 0;
        held[MANA] = (held[CRYSTALS] - held[LOCKED]).max(0);
        held[POWER] = 1;
        turns::wake(cx, seat);
        // A weapon counts in its owner's turn only.
        cx.state.is_dirty |= cx.state.kind[WEAPON].any();
    }

    /// RULE: who is frozen loses one attack. It thaws at the end of its owner's turn, unless it had no attack left
    /// to lose in it: because it had attacked before it froze, or had just arrived.
    fn turn_ended(cx: &mut Ctx<'_, Self>, seat: Seat) {
        cx.expire_with_turn(foe(seat));
        for id in cx.state.side[seat.at()] & characters(cx.state) {
            if cx.state.piece(id).statuses[FROZEN] > 0 && !actions::is_exhausted(cx.state, id) {
                cx.state.piece_mut(id).statuses[FROZEN] = 0;
                let who = cx.who(id);
                cx.tell(What::WoreOff { who });
            }
        }
    }

    fn starting(state: &State<Self>) -> Seat {
        state.extra.starting
    }

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        // RULE: once a hero has fallen and the dead have had their last words, nothing else happens.
        if cx.state.lost.any() {
            return;
        }
        match frame.pc {
            DRAW => {
                cx.draw(frame.seat);
            }
            BURIAL => bury(cx, frame.seat, frame.by),
            _ => {
                let turn = cx.state.now;
                turns::step(cx, frame);
                if cx.state.now != turn && !cx.state.is_over {
                    draw_later(cx);
                }
            }
        }
    }

    /// Weapons and secrets stand on no cell, rows have no gaps, and heroes are never new.
    fn arranged(cx: &mut Ctx<'_, Self>) {
        for id in cx.state.kind[WEAPON] | cx.state.kind[SECRET] {
            let cell = cx.state.piece(id).cell;
            cx.state.lift(id, cell);
            cx.state.piece_mut(id).cell = Cell::NONE;
        }
        for seat in cx.state.all_seats() {
            align(cx.state, seat);
            cx.state.piece_mut(hero(seat)).flags &= !ARRIVED;
        }
        cx.state.is_dirty = true;
    }

    fn own_operation(cx: &mut Ctx<'_, Self>, frame: &mut Frame, op: Op) {
        if op.a == REFRESH_POWER {
            let uses = cx.state.resource_mut(frame.seat, POWER);
            *uses = (*uses).max(1);
        }
    }

    fn own_piece(_: &State<Self>, seat: Seat) -> PieceId {
        hero(seat)
    }
}

/// ORDER: abilities for the start of a turn run before its card is drawn.
fn draw_later(cx: &mut Ctx<'_, Hearth>) {
    let seat = cx.state.active.first();
    cx.push(Frame::step(DRAW, seat, PieceId::NONE, PieceId::NONE));
}

/// A spell lies in the graveyard when everything that came of it is done.
pub fn bury_later(cx: &mut Ctx<'_, Hearth>, seat: Seat, def: DefId) {
    cx.push(Frame { by: def, ..Frame::step(BURIAL, seat, PieceId::NONE, PieceId::NONE) });
}

fn bury(cx: &mut Ctx<'_, Hearth>, seat: Seat, def: DefId) {
    if cx.state.add_card(seat, GRAVEYARD, Card::shown(def)).is_none() {
        cx.tell(What::Fizzled { room: Room::Cards });
    }
}

/// A seat has chosen its mulligan; when both have, the cards are exchanged and the first turn begins.
pub fn choose_mulligan(cx: &mut Ctx<'_, Hearth>, seat: Seat, mask: u16) {
    *cx.state.resource_mut(seat, MULLIGAN) = mask as i16;
    cx.state.active.remove(seat);
    if cx.state.active.any() {
        return;
    }
    for seat in cx.state.all_seats() {
        exchange(cx, seat);
    }
    if let Some(def) = cx.game.data.coin {
        cx.create_card(foe(cx.state.extra.starting), HAND, Card::shown(def));
    }
    turns::start(cx, cx.state.extra.starting);
    draw_later(cx);
}

/// RULE: new cards are drawn before the old ones are shuffled into the deck.
fn exchange(cx: &mut Ctx<'_, Hearth>, seat: Seat) {
    let mask = cx.state.resource(seat, MULLIGAN) as u16;
    *cx.state.resource_mut(seat, MULLIGAN) = 0;
    let mut aside = [None; 16];
    for place in (0..16).rev().filter(|place| mask >> place & 1 == 1) {
        aside[place] = Some(cx.state.take_from_zone(seat, HAND, place));
    }
    let count = mask.count_ones() as u8;
    cx.tell(What::Redrew { seat, count });
    for _ in 0..count {
        cx.draw(seat);
    }
    for id in aside.into_iter().flatten() {
        cx.state.put_into_zone(seat, DECK, id);
    }
    if count > 0 {
        cx.shuffle(seat, DECK);
        settle_top(cx.state, seat);
    }
}

/// Which of several equal cards lies on top would be chance that nobody sees: it is the one with the lowest slot.
fn settle_top(state: &mut State<Hearth>, seat: Seat) {
    let Some(&top) = state.zone(seat, DECK).last() else { return };
    let is_equal = |&&id: &&CardId| state.card(id) == state.card(top);
    let lowest = state.zone(seat, DECK).iter().filter(is_equal).min().copied();
    let place = state.zone(seat, DECK).iter().position(|&id| Some(id) == lowest);
    if let Some(place) = place {
        let deck = state.zone_mut(seat, DECK);
        deck.swap(place, deck.len() - 1);
    }
}
