//! The course of a match: opening, turns, walking, elimination.

use cardwright_core::{
    ARRIVED, Cause, Cell, CellSet, DORMANT, Frame, MOVED, PieceId, PieceSet, Seat, SeatSet, State, What,
};
use cardwright_effects::table::Op;
use cardwright_effects::{Course, Ctx, Game, Hit, Setup, play, turns};

use super::actions::carried;
use super::sight;
use super::state::*;

/// The step that takes a walk one tile further.
pub const WALK: u16 = turns::OWN_STEPS;

/// The game's own operations.
const EQUIP: u8 = 1;
const RECHARGE: u8 = 2;

/// The damage of poison at the start of its owner's turn.
const POISON: i16 = 2;
/// Cards drawn in the first turn of a seat, and in every later one.
const FIRST_DRAWS: i16 = 5;
const DRAWS_PER_TURN: i16 = 1;
/// Mana at the start, which is also the most, and mana per turn.
pub const MANA_MOST: i16 = 100;
const MANA_PER_TURN: i16 = 10;

type Context<'a> = Ctx<'a, Ruler>;

impl Course for Ruler {
    const PHASES: &'static [&'static str] = &["draw", "turn"];
    const TURN: u8 = TURN;

    fn own_piece(state: &State<Self>, seat: Seat) -> PieceId {
        (state.kind[BASE] & state.side[seat.at()]).first()
    }

    /// Lays out the table: bases, shuffled decks, full mana; a random seat takes the first turn.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        play::lay_out(cx, setup);
        for seat in cx.state.all_seats() {
            *cx.state.resource_mut(seat, MANA) = MANA_MOST;
        }
        play::shuffle_decks(cx);
        let starting = Seat(cx.dice.below(cx.state.seat_count() as u32) as u8);
        cx.state.extra.starting = starting;
        turns::start(cx, starting);
    }

    fn turn_limit(game: &Game<Self>, _seats: usize) -> u32 {
        game.data.turn_limit
    }

    fn turn_began(cx: &mut Ctx<'_, Self>, seat: Seat) {
        let is_first = !cx.state.extra.begun.has(seat);
        cx.state.extra.begun.insert(seat);
        // ORDER: what the last turn brought to light at its end is noticed before influence changes.
        sight::look(cx);
        cx.state.extra.is_sight_stale = true;
        wake(cx, seat);
        cx.gain(seat, GOLD, cx.game.data.income);
        cx.gain(seat, MANA, MANA_PER_TURN);
        *cx.state.resource_mut(seat, PLACED) = 0;
        let left: usize = (0..3).map(|deck| cx.state.zone_len(seat, DECKS + deck)).sum();
        // Draws that texts gave the seat outside its turn are added.
        let owed = cx.state.resource_mut(seat, DRAWS);
        let draws = if is_first { FIRST_DRAWS } else { DRAWS_PER_TURN };
        *owed = owed.saturating_add(draws).min(left as i16);
        cx.state.phase = if left > 0 { DRAW_PHASE } else { TURN };
    }

    /// An immobilisation that began before this turn has been served for one turn.
    fn turn_ended(cx: &mut Ctx<'_, Self>, seat: Seat) {
        for piece in cx.state.side[seat.at()] {
            if cx.state.piece(piece).is(SERVING) {
                let piece = cx.state.piece_mut(piece);
                piece.statuses[IMMOBILISED] = piece.statuses[IMMOBILISED].saturating_sub(1);
                piece.flags &= !SERVING;
            }
        }
    }

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        if frame.pc == WALK { walk(cx, frame) } else { turns::step(cx, frame) }
    }

    /// Units without ground drown, and bases that are taken fall.
    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        if cx.state.is_over {
            return false;
        }
        let mut drowned = false;
        let afloat =
            if cx.game.data.map.has_water { cx.state.kind[UNIT] - cx.state.dying } else { PieceSet::EMPTY };
        for unit in afloat {
            let it = cx.state.piece(unit);
            let gait = gait(it.keywords_now());
            if !cx.game.data.map.ground[gait as usize].has(it.cell)
                && ship(cx.state, it.owner, it.cell).is_empty()
            {
                cx.doom_by(unit, Cause::rule(BY_WATER));
                drowned = true;
            }
        }
        drowned || eliminate(cx)
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        sight::look(cx);
    }

    /// A position was laid out by hand: structures are built, units have stood where they stand, everybody has looked
    /// around.
    fn arranged(cx: &mut Ctx<'_, Self>) {
        for id in cx.state.used {
            if !cx.state.piece(id).is(ARRIVED) && cx.state.piece(id).is(DORMANT) {
                cx.state.piece_mut(id).extra.building = 0;
                cx.set_dormant(id, false);
            }
        }
        for seat in cx.state.all_seats() {
            let mut standing = CellSet::EMPTY;
            for unit in cx.state.side[seat.at()] & cx.state.kind[UNIT] {
                standing.insert(cx.state.piece(unit).cell);
            }
            cx.state.extra.standing[seat.at()] = standing;
            cx.state.extra.begun.insert(seat);
        }
        cx.state.extra.is_sight_stale = true;
        sight::look(cx);
    }

    fn own_operation(cx: &mut Ctx<'_, Self>, frame: &mut Frame, op: Op) {
        for piece in frame.set & bodies(cx.state) {
            let most = cx.game.def(cx.state.piece(piece).def).numbers[STORE].clamp(0, 99);
            let extra = &mut cx.state.piece_mut(piece).extra;
            match op.a {
                EQUIP => {
                    extra.armour = op.b.clamp(0, 99) as u8;
                    extra.armour_chance = op.c.clamp(0, 100) as u8;
                }
                RECHARGE => extra.mana = (extra.mana as i16 + op.b).clamp(0, most) as u8,
                _ => {}
            }
        }
    }

    fn foes(state: &State<Self>, seat: Seat) -> SeatSet {
        state.all_seats() - state.lost - SeatSet::one(seat)
    }

    fn starting(state: &State<Self>) -> Seat {
        state.extra.starting
    }
}

/// Makes a seat's pieces ready, goes on with its structures, lets poison work and notes where its units stand.
fn wake(cx: &mut Context<'_>, seat: Seat) {
    let mut standing = CellSet::EMPTY;
    for id in cx.state.side[seat.at()] {
        let is_unit = cx.state.kind[UNIT].has(id);
        let piece = cx.state.piece_mut(id);
        piece.acted = 0;
        piece.flags &= !(MOVED | ARRIVED | INFILTRATED);
        piece.extra.prey = PieceId::NONE;
        if piece.statuses[IMMOBILISED] > 0 {
            piece.flags |= SERVING;
        }
        if is_unit {
            standing.insert(piece.cell);
        }
        if piece.extra.building > 0 {
            piece.extra.building -= 1;
            if piece.extra.building == 0 {
                cx.set_dormant(id, false);
                let who = cx.who(id);
                cx.tell(What::Readied { who });
            }
        }
    }
    cx.state.extra.standing[seat.at()] = standing;
    // ORDER: pieces that go out of sight now are remembered as they were before anything happens to them.
    sight::look(cx);
    cx.caused_by(Cause::rule(BY_POISON), |cx| {
        for id in cx.state.by_arrival(cx.state.side[seat.at()]) {
            if cx.state.piece(id).statuses[POISONED] > 0 {
                // RULE: the poisoned lose health; nobody can do that for them.
                cx.deal(Hit { is_loss: true, ..Hit::by_rule(id, POISON) });
            }
        }
    });
}

/// The last turn of a seat, the running one included, counted as if seats that are out had never had a turn; 0 before
/// its first.
pub fn last_turn(state: &State<Ruler>, seat: Seat) -> u32 {
    let (count, from) = (state.seat_count(), state.active.first().at());
    let since =
        (0..count).map(|by| Seat(((from + count - by) % count) as u8)).take_while(|&last| last != seat);
    state.now.saturating_sub(since.filter(|&last| last.at() == from || !state.lost.has(last)).count() as u32)
}

/// Takes a walk one tile further; whatever that sets off runs before the next step.
fn walk(cx: &mut Context<'_>, frame: Frame) {
    let (piece, to) = (frame.source, frame.destination);
    while cx.is_alive(piece) && cx.state.piece(piece).cell != to {
        // RULE: a unit that is caught on the way stays there.
        if cx.state.piece(piece).statuses[IMMOBILISED] > 0 {
            return;
        }
        let next = next_step(cx.game, cx.state, piece, to);
        if !next.is_some() {
            return;
        }
        let before = cx.queue_len();
        carry(cx, piece, next);
        if next != to {
            // RULE: what is scouted in passing is remembered.
            sight::look_around(cx, cx.state.piece(piece).owner);
        }
        if cx.queue_len() > before {
            cx.push(frame);
            return;
        }
    }
}

/// The next tile of a walk: along the shortest way, or beside a ship and then onto it.
fn next_step(game: &Game<Ruler>, state: &State<Ruler>, piece: PieceId, to: Cell) -> Cell {
    let walker = state.piece(piece);
    let (gait, map) = (gait(walker.keywords_now()), &game.data.map);
    if map.ground[gait as usize].has(to) {
        return map.first_step(gait, walker.cell, to);
    }
    let landing = map
        .board
        .adjacent(to)
        .min_by_key(|&shore| if shore == walker.cell { 0 } else { map.steps(gait, walker.cell, shore) });
    match landing {
        Some(shore) if shore == walker.cell => to,
        Some(shore) => map.first_step(gait, walker.cell, shore),
        None => Cell::NONE,
    }
}

/// Moves a piece to a tile; a ship takes along what it carries.
pub fn carry(cx: &mut Context<'_>, piece: PieceId, to: Cell) {
    let mut movers = PieceSet::one(piece);
    if cx.state.piece(piece).keywords_now() & CARRIER != 0 {
        movers |= carried(cx.state, piece);
    }
    for mover in cx.state.by_arrival(movers) {
        let from = cx.state.piece(mover).cell;
        cx.move_piece(mover, to);
        sight::stepped(cx, mover, from);
        sight::notice_traps(cx, mover);
    }
}

/// The ships of a seat on a tile.
pub fn ship(state: &State<Ruler>, owner: Seat, cell: Cell) -> PieceSet {
    let mut ships = state.on(cell) & state.side[owner.at()] & state.kind[STRUCTURE];
    for piece in ships {
        if state.piece(piece).keywords_now() & CARRIER == 0 || state.dying.has(piece) {
            ships.remove(piece);
        }
    }
    ships
}

/// Whether only enemy units stand on a seat's base.
pub fn is_taken(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> bool {
    let units = state.on(game.data.map.bases[seat.at()]) & state.kind[UNIT];
    units.any() && (units & state.side[seat.at()]).is_empty()
}

/// RULE: a seat is out, with everything it controls, when an enemy unit stands on its base and none of its own does.
fn eliminate(cx: &mut Context<'_>) -> bool {
    let mut fallen = SeatSet::EMPTY;
    for seat in cx.state.all_seats() - cx.state.lost {
        if is_taken(cx.game, cx.state, seat) {
            fallen.insert(seat);
        }
    }
    if fallen.is_empty() {
        return false;
    }
    let active = cx.state.active.first();
    for seat in fallen {
        cx.defeat(seat);
        for piece in cx.state.by_arrival(cx.state.side[seat.at()]) {
            cx.leave(piece);
        }
    }
    turns::shorten_rounds(cx);
    if (cx.state.all_seats() - cx.state.lost).len() <= 1 {
        turns::finish(cx);
    } else if fallen.has(active) {
        turns::pass_on(cx, active);
    }
    true
}
