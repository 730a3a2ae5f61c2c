//! The course of a match: opening hands, turns, poison, what is left of players who are out.

use cardwright_core::{Card, Cause, Cell, DefId, Frame, PieceId, Room, Seat, SeatSet, State, What};
use cardwright_effects::{Course, Ctx, Game, Hit, Setup, play, turns};

use super::state::*;

/// The step in which a spell that has done what it says goes to the graveyard.
pub const BURIAL: u16 = turns::OWN_STEPS;

type Context<'a> = Ctx<'a, Hexlands>;

impl Course for Hexlands {
    /// Lays out the table: heroes, lands, shuffled decks, opening hands; a random seat takes the first turn.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        play::lay_out(cx, setup);
        Self::prepared(cx);
        play::shuffle_decks(cx);
        for seat in cx.state.all_seats() {
            for _ in 0..cx.game.data.opening_hand {
                cx.draw(seat);
            }
        }
        let starting = Seat(cx.dice.below(cx.state.seat_count() as u32) as u8);
        cx.state.extra.starting = starting;
        turns::start(cx, starting);
    }

    /// RULE: a match is a draw when its turns are more than 40 for each player.
    fn turn_limit(game: &Game<Self>, seats: usize) -> u32 {
        game.data.turns_each * seats as u32
    }

    /// RULE: everything is ready; then a card, then poison, then paralysis; abilities for the start of the turn follow.
    fn turn_began(cx: &mut Ctx<'_, Self>, seat: Seat) {
        turns::wake(cx, seat);
        *cx.state.resource_mut(seat, CHANGES) = 1;
        cx.draw(seat);
        wear_off(cx, seat);
    }

    /// RULE: at the end of a turn its player keeps eight cards; chance says which ones go.
    fn turn_ended(cx: &mut Ctx<'_, Self>, seat: Seat) {
        // ORDER: who fell at the end of the turn is gone before the next one begins.
        leave_with_all(cx);
        while cx.state.zone_len(seat, HAND) > cx.game.data.kept {
            let picked = cx.dice.below(cx.state.zone_len(seat, HAND) as u32) as usize;
            let place = first_to_go(cx.state, seat, picked);
            cx.discard(seat, HAND, place);
        }
    }

    fn starting(state: &State<Self>) -> Seat {
        state.extra.starting
    }

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        if frame.pc == BURIAL { bury(cx, frame.seat, frame.by) } else { turns::step(cx, frame) }
    }

    /// RULE: who is out of a match that goes on takes all figures along.
    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        if cx.state.is_over || cx.state.lost.is_empty() || turns::is_decided(cx.state) {
            return false;
        }
        let has_left = leave_with_all(cx);
        if has_left {
            let active = cx.state.active.first();
            if active.is_some() && cx.state.lost.has(active) {
                turns::pass_on(cx, active);
            }
        }
        has_left
    }

    /// The lands of the board, and who plays with whom.
    fn prepared(cx: &mut Ctx<'_, Self>) {
        let board = &cx.game.data.board;
        for (spot, &land) in board.spots.iter().zip(&board.lands) {
            cx.state.extra.lands.set(*spot, land);
        }
        cx.state.extra.sides = board.sides.unwrap_or_default();
    }

    /// Heroes are never new.
    fn arranged(cx: &mut Ctx<'_, Self>) {
        for id in cx.state.kind[HERO] {
            cx.state.piece_mut(id).flags &= !cardwright_core::ARRIVED;
        }
    }

    fn foes(state: &State<Self>, seat: Seat) -> SeatSet {
        let others = state.all_seats() - SeatSet::one(seat);
        if seat.is_some() { others - state.extra.sides[seat.at()] } else { others }
    }

    fn own_piece(state: &State<Self>, seat: Seat) -> PieceId {
        hero(state, seat)
    }

    /// RULE: a card goes to the graveyard or the hand of the player from whose deck it came.
    #[inline]
    fn home(state: &State<Self>, piece: PieceId) -> Seat {
        state.extra.strayed_from(piece).unwrap_or(state.piece(piece).owner)
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        let used = cx.state.used;
        for strays in &mut cx.state.extra.strays {
            *strays &= used;
        }
        turns::end_if_decided(cx);
    }
}

/// The figures of players who are out leave the board; false if there are none.
fn leave_with_all(cx: &mut Context<'_>) -> bool {
    let mut has_left = false;
    for seat in cx.state.lost {
        for piece in cx.state.by_arrival(cx.state.side[seat.at()]) {
            cx.leave(piece);
            has_left = true;
        }
    }
    if has_left {
        turns::shorten_rounds(cx);
    }
    has_left
}

/// RULE: who is poisoned takes that much damage, and the poison is one weaker; then paralysis is one weaker.
fn wear_off(cx: &mut Context<'_>, seat: Seat) {
    let figures = cx.state.side[seat.at()];
    for status in [POISONED, PARALYSED] {
        for id in cx.state.by_arrival(figures) {
            let held = cx.state.piece(id).statuses[status];
            if held == 0 {
                continue;
            }
            cx.state.piece_mut(id).statuses[status] = held - 1;
            if status == POISONED {
                let hit = Hit::by_rule(id, held as i16);
                cx.caused_by(Cause::rule(BY_POISON), |cx| {
                    cx.deal(hit);
                });
            }
            if held == 1 && cx.is_alive(id) {
                let who = cx.who(id);
                cx.tell(What::WoreOff { who });
            }
        }
    }
    // ORDER: who died of poison has left before abilities for the start of the turn are set off.
    if cx.state.dying.any() {
        cx.reap();
    }
}

/// The place of the card that is discarded when chance has picked one: of cards of the same name first the one that
/// most know, so that nobody learns whether there are others.
fn first_to_go(state: &State<Hexlands>, seat: Seat, picked: usize) -> usize {
    let hand = state.zone(seat, HAND);
    let name = state.card(hand[picked]).def;
    let alike = (0..hand.len()).rev().filter(|&place| state.card(hand[place]).def == name);
    alike.max_by_key(|&place| state.card(hand[place]).known.len()).unwrap_or(picked)
}

/// A spell lies in the graveyard when everything that came of it is done.
pub fn bury_later(cx: &mut Context<'_>, seat: Seat, def: DefId) {
    cx.push(Frame { by: def, ..Frame::step(BURIAL, seat, PieceId::NONE, PieceId::NONE) });
}

fn bury(cx: &mut Context<'_>, seat: Seat, def: DefId) {
    if cx.state.add_card(seat, GRAVEYARD, Card::shown(def)).is_none() {
        cx.tell(What::Fizzled { room: Room::Cards });
    }
}

/// Changes the land of a field and tells it.
pub fn change_land(cx: &mut Context<'_>, cell: Cell, land: usize) {
    let spot = cx.game.data.board.spots[cell.at()];
    cx.state.extra.lands.set(spot, land);
    // What stands on the field may be lent something there.
    cx.touch();
    cx.tell(What::GroundChanged { cell, place: land as u8 });
}
