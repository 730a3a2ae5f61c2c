//! The sequence of a match: opening, turns, combat, deaths of heroes, the end.

use cardwright_core::{ARRIVED, Cell, MOVED, PieceId, Seat, SeatSet, State, What, Work};
use cardwright_effects::{Ctx, Hit, Moment, Setup};

use super::actions::{Walls, attack, can_attack, targets};
use super::state::*;

/// The blows of an attack that was declared.
pub const COMBAT: u16 = 0;
/// The turn passes to the other seat.
pub const NEXT_TURN: u16 = 1;

type Context<'a> = Ctx<'a, ElementalCommand>;

/// Lays out the table: heroes, shuffled decks, opening hands; both seats then choose a mulligan.
pub fn begin(cx: &mut Context<'_>, setup: &Setup) {
    for (seat, &def) in setup.heroes.iter().enumerate() {
        let seat = Seat(seat as u8);
        let printed = cx.game.def(def).clone();
        cx.enter(seat, def, Cell::NONE);
        for element in 0..3 {
            *cx.state.resource_mut(seat, EARTH + element) = printed.numbers[element].max(0);
        }
        for &card in &setup.decks[seat.at()][0] {
            let card = cardwright_core::Card { def: card, ..Default::default() };
            cx.state.add_card(seat, DECK, card);
        }
    }
    cx.state.extra.starting = Seat(cx.dice.below(2) as u8);
    for seat in cx.state.all_seats() {
        cx.shuffle(seat, DECK);
    }
    for seat in cx.state.all_seats() {
        cx.tell(What::Began { seat, phase: MULLIGAN_PHASE });
        for _ in 0..cx.game.data.opening_hand {
            cx.draw(seat);
        }
    }
    cx.state.phase = MULLIGAN_PHASE;
    cx.state.active = SeatSet::first_seats(2);
}

/// A seat has chosen its mulligan; when both have, the cards are exchanged and the first turn begins.
pub fn choose_mulligan(cx: &mut Context<'_>, seat: Seat, mask: u16) {
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
    cx.state.phase = TURN;
    start(cx, cx.state.extra.starting, true);
}

/// A turn begins.
fn start(cx: &mut Context<'_>, seat: Seat, is_first: bool) {
    cx.state.now += 1;
    cx.expire();
    if cx.state.now > cx.game.data.turn_limit {
        // RULE: a match that reaches the limit of turns is a draw.
        cx.state.is_over = true;
        cx.state.active = SeatSet::EMPTY;
        cx.tell(What::Ended);
        return;
    }
    cx.state.active = SeatSet::one(seat);
    cx.tell(What::Began { seat, phase: TURN });
    let crystals = (cx.state.resource(seat, CRYSTALS) + 1).min(cx.game.data.mana_limit);
    *cx.state.resource_mut(seat, CRYSTALS) = crystals;
    *cx.state.resource_mut(seat, MANA) = crystals;
    *cx.state.resource_mut(seat, STEP) = !is_first as i16;
    *cx.state.resource_mut(seat, POWER) = 1;
    for piece in cx.state.side[seat.at()] {
        let minion = cx.state.piece_mut(piece);
        minion.acted = 0;
        minion.flags &= !(MOVED | ARRIVED);
        for (status, serving) in SERVING {
            if minion.statuses[status] > 0 {
                minion.flags |= serving;
            }
        }
    }
    if !is_first {
        cx.draw(seat);
    }
    cx.fire_for_seat(Moment::PhaseStarts, seat, cardwright_core::DefId::NONE);
}

/// A player ends the turn: end-of-turn abilities run, then the turn passes.
pub fn end(cx: &mut Context<'_>, seat: Seat) {
    cx.fire_for_seat(Moment::PhaseEnds, seat, cardwright_core::DefId::NONE);
    cx.push(Work::step(NEXT_TURN, seat, PieceId::NONE, PieceId::NONE));
}

/// A step of the sequence.
pub fn step(cx: &mut Context<'_>, work: Work) {
    if work.pc == COMBAT {
        if cx.is_attack_on(&work) {
            strike(cx, work.source, work.subject);
        }
        return;
    }
    // ORDER: what died at the end of the turn leaves before the next turn begins.
    if cx.state.dying.any() {
        cx.reap();
        cx.push(work);
        return;
    }
    if cx.state.lost.any() {
        return;
    }
    serve(cx, work.seat);
    start(cx, foe(work.seat), false);
}

/// Impairments that began before this turn have been served for one turn.
fn serve(cx: &mut Context<'_>, seat: Seat) {
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

/// One minion attacks a minion or a hero. All blows fall at once.
pub fn strike(cx: &mut Context<'_>, attacker: PieceId, target: PieceId) {
    let (force, keywords) = {
        let minion = cx.state.piece(attacker);
        (minion.attack_now(), minion.keywords_now())
    };
    let aim = *cx.state.piece(target);
    let is_minion = cx.state.kind[MINION].has(target);
    // RULE: heroes do not strike back.
    let back = if is_minion { aim.attack_now() } else { 0 };
    let swept =
        if keywords & SWEEP != 0 && is_minion { beside(cx.state, aim.cell) } else { Default::default() };
    let is_reflected = is_minion && aim.keywords_now() & REFLECT != 0;
    let swept_back = if is_reflected && keywords & SWEEP != 0 {
        beside(cx.state, cx.state.piece(attacker).cell)
    } else {
        Default::default()
    };
    cx.deal(Hit::blow(attacker, target, force));
    for neighbour in cx.state.by_arrival(swept) {
        cx.deal(Hit::blow(attacker, neighbour, force));
    }
    cx.deal(Hit::blow(target, attacker, back));
    if is_reflected {
        // RULE: the attacker also suffers an attack by itself, special effects included; it is not reflected again.
        cx.deal(Hit::blow(attacker, attacker, force));
        for neighbour in cx.state.by_arrival(swept_back) {
            cx.deal(Hit::blow(attacker, neighbour, force));
        }
    }
}

/// The minions left and right of a cell, in its row.
fn beside(state: &State<ElementalCommand>, cell: Cell) -> cardwright_core::PieceSet {
    let mut found = cardwright_core::PieceSet::EMPTY;
    if !cell.is_some() {
        return found;
    }
    let column = column(cell);
    if column > 0 {
        found |= state.on(Cell(cell.0 - 1));
    }
    if column + 1 < COLUMNS {
        found |= state.on(Cell(cell.0 + 1));
    }
    found
}

/// Berserkers that are able to attack do so, straight ahead, in order of arrival.
pub fn settle(cx: &mut Context<'_>) -> bool {
    if cx.state.phase != TURN || cx.state.is_over || cx.state.lost.any() {
        return false;
    }
    let seat = cx.state.active.first();
    if !seat.is_some() {
        return false;
    }
    let minions = cx.state.side[seat.at()] & cx.state.kind[MINION];
    let mut berserkers = cardwright_core::PieceSet::EMPTY;
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
        // RULE: not if taunt forbids that target.
        if targets(cx.state, &walls, piece).has(ahead) {
            attack(cx, piece, ahead);
            return true;
        }
    }
    false
}

/// The action is resolved: a hero at 0 or less loses; both at once is a draw.
pub fn resolved(cx: &mut Context<'_>) {
    if cx.state.lost.any() && !cx.state.is_over {
        cx.state.is_over = true;
        cx.state.active = SeatSet::EMPTY;
        cx.tell(What::Ended);
    }
}
