//! Influence, sight, and the memory of pieces that go out of sight.

use cardwright_core::{Cell, CellSet, DORMANT, Piece, PieceId, PieceSet, Seat, SeatSet, State, What, Who};
use cardwright_effects::{Ctx, Game, Secrecy};

use super::course::last_turn;
use super::map::Gait;
use super::state::*;

type Table = State<Ruler>;

/// The tiles under a seat's influence.
#[inline]
pub fn influence(game: &Game<Ruler>, state: &Table, seat: Seat) -> CellSet {
    if state.lost.has(seat) {
        return CellSet::EMPTY;
    }
    let mut tiles = game.data.map.around[seat.at()] | state.extra.standing[seat.at()];
    for piece in state.side[seat.at()] & state.kind[STRUCTURE] {
        let structure = state.piece(piece);
        if structure.keywords_now() & FOOTHOLD != 0 && !structure.is(DORMANT) {
            tiles |= game.data.map.ring[structure.cell.at()];
        }
    }
    tiles
}

/// The tiles that a seat's units see.
#[inline]
pub fn sight(game: &Game<Ruler>, state: &Table, seat: Seat) -> CellSet {
    let mut tiles = CellSet::EMPTY;
    if seat.is_some() {
        for unit in state.side[seat.at()] & state.kind[UNIT] {
            tiles |= game.data.map.within(state.piece(unit).cell, SIGHT);
        }
    }
    tiles
}

/// Whether a seat would see a card of an owner on a tile.
pub fn sees_tile(game: &Game<Ruler>, state: &Table, seat: Seat, owner: Seat, cell: Cell) -> bool {
    seat == owner
        || !influence(game, state, owner).has(cell)
        || (seat.is_some() && is_scouted(game, state, seat, cell))
}

/// Whether a unit of a seat is near a tile.
fn is_scouted(game: &Game<Ruler>, state: &Table, seat: Seat, cell: Cell) -> bool {
    let units = state.side[seat.at()] & state.kind[UNIT];
    let mut near = game.data.map.within(cell, SIGHT) & state.occupied;
    !near.all(|tile| (state.on(tile) & units).is_empty())
}

/// The pieces of a seat; a spectator has none.
#[inline(always)]
pub fn own(state: &Table, seat: Seat) -> PieceSet {
    state.side.get(seat.at()).copied().unwrap_or(PieceSet::EMPTY)
}

/// The pieces of others that a seat sees, bases left out.
#[inline]
pub fn visible(game: &Game<Ruler>, state: &Table, seat: Seat) -> PieceSet {
    let others = bodies(state) - own(state, seat);
    if others.is_empty() {
        return others;
    }
    let scouted = sight(game, state, seat);
    let mut found = PieceSet::EMPTY;
    for owner in state.all_seats() {
        let theirs = others & state.side[owner.at()];
        if theirs.any() {
            let hidden = influence(game, state, owner) - scouted;
            for piece in theirs {
                found.0 |= (!hidden.has(state.piece(piece).cell) as u64) << piece.0;
            }
        }
    }
    found
}

/// A piece came into play: those who see it arrive are not told that they spot it.
pub fn entered(cx: &mut Ctx<'_, Ruler>, piece: PieceId) {
    cx.state.extra.is_sight_stale = true;
    notice_traps(cx, piece);
    watch(cx, piece);
}

/// A piece changed sides: those who saw it, and the seat that lost it, know which piece it is. Everybody looks again at
/// once, since a piece that is given back soon takes with it what it saw.
pub fn changed_sides(cx: &mut Ctx<'_, Ruler>, piece: PieceId, from: Seat) {
    let &Piece { owner, cell, .. } = cx.state.piece(piece);
    cx.state.extra.seen[owner.at()].remove(piece);
    if bodies(cx.state).has(piece) {
        cx.state.extra.seen[from.at()].insert(piece);
    }
    for seat in cx.state.all_seats() - SeatSet::one(owner) - SeatSet::one(from) - cx.state.lost {
        if cx.state.extra.seen[seat.at()].has(piece) && !sees_tile(cx.game, cx.state, seat, from, cell) {
            // It went out of sight before it changed sides.
            let last = Glimpse { owner: from, ..Glimpse::of(cx.state, piece, cell, false) };
            lose_sight(cx, seat, piece, last);
        }
    }
    look(cx);
}

/// A seat loses sight of a piece and remembers it so.
fn lose_sight(cx: &mut Ctx<'_, Ruler>, seat: Seat, piece: PieceId, last: Glimpse) {
    cx.state.extra.seen[seat.at()].remove(piece);
    cx.state.extra.memories[seat.at()].add(last);
    if cx.sink.is_some() {
        let who = Who { piece, def: last.def, owner: last.owner, cell: last.cell };
        cx.whisper(seat, What::Vanished { who });
    }
}

/// Others who see a piece have it in sight from now on, without being told that they spot it.
fn watch(cx: &mut Ctx<'_, Ruler>, piece: PieceId) {
    let (owner, is_body) = (cx.state.piece(piece).owner, bodies(cx.state).has(piece));
    for seat in cx.state.all_seats() - SeatSet::one(owner) {
        if is_body && Ruler::sees(cx.game, cx.state, seat, piece) {
            cx.state.extra.seen[seat.at()].insert(piece);
        }
    }
}

/// A piece went from one tile to the next: others may lose sight of it or spot it.
pub fn stepped(cx: &mut Ctx<'_, Ruler>, piece: PieceId, from: Cell) {
    let (owner, to) = (cx.state.piece(piece).owner, cx.state.piece(piece).cell);
    for seat in cx.state.all_seats() - SeatSet::one(owner) - cx.state.lost {
        let before = cx.state.extra.seen[seat.at()].has(piece);
        let after = sees_tile(cx.game, cx.state, seat, owner, to);
        if before && !after {
            lose_sight(cx, seat, piece, Glimpse::of(cx.state, piece, from, true));
        } else if after && !before {
            recognise(cx, seat, piece);
            spot(cx, seat, piece);
        }
    }
}

/// A unit that walks into a trap sees it, once. A unit that springs no trap notices none.
pub fn notice_traps(cx: &mut Ctx<'_, Ruler>, walker: PieceId) {
    if cx.sink.is_none() || cx.state.kind[TRAP].is_empty() || !cx.state.kind[UNIT].has(walker) {
        return;
    }
    let (owner, cell) = (cx.state.piece(walker).owner, cx.state.piece(walker).cell);
    for trap in (cx.state.on(cell) & cx.state.kind[TRAP]) - cx.state.side[owner.at()] {
        let who = cx.who(trap);
        cx.whisper(owner, What::Spotted { who });
    }
}

/// A seat notices a piece.
pub fn spot(cx: &mut Ctx<'_, Ruler>, seat: Seat, piece: PieceId) {
    cx.state.extra.seen[seat.at()].insert(piece);
    if cx.sink.is_some() {
        let who = cx.who(piece);
        cx.whisper(seat, What::Spotted { who });
    }
}

/// Strikes out the memory of a piece that comes into sight.
///
/// RULE: one memory of the same card and owner is struck out, if it can be this piece: the memory of its tile, else
/// one that has left its tile or whose owner has had a turn since. Of several, first one whose tile is in sight too,
/// then the nearest, then the oldest. The piece itself is not asked which one it was: the seat cannot tell two equal
/// ones apart.
fn recognise(cx: &mut Ctx<'_, Ruler>, seat: Seat, piece: PieceId) {
    let (game, state) = (cx.game, &mut *cx.state);
    if state.extra.memories[seat.at()].len == 0 {
        return;
    }
    let &Piece { def, owner, cell, .. } = state.piece(piece);
    let (walks, last_turn) = (game.def(def).numbers[MOVE] > 0, last_turn(state, owner));
    let can_be = |old: &Glimpse| {
        (old.def, old.owner) == (def, owner)
            && (old.cell == cell || old.is_leaving() || (walks && old.when() <= last_turn))
    };
    if !state.extra.memories[seat.at()].live().iter().any(can_be) {
        return;
    }
    let scouted = sight(game, state, seat);
    let memories = &mut state.extra.memories[seat.at()];
    let places = (0..memories.len as usize).filter(|&place| can_be(&memories.glimpses[place]));
    let nearest = places.min_by_key(|&place| {
        let old = memories.glimpses[place].cell;
        (old != cell, !scouted.has(old), game.data.map.steps(Gait::Everywhere, old, cell))
    });
    if let Some(place) = nearest {
        memories.forget(place);
    }
}

/// Everybody looks again: pieces out of sight are remembered, pieces in sight need not be.
pub fn look(cx: &mut Ctx<'_, Ruler>) {
    if !cx.state.extra.is_sight_stale {
        return;
    }
    cx.state.extra.is_sight_stale = false;
    // Nobody chases a piece that is gone.
    for hunter in cx.state.used {
        let prey = cx.state.piece(hunter).extra.prey;
        if prey.is_some() && !cx.state.used.has(prey) {
            cx.state.piece_mut(hunter).extra.prey = PieceId::NONE;
        }
    }
    for seat in cx.state.all_seats() - cx.state.lost {
        look_around(cx, seat);
    }
}

/// A seat looks again.
pub fn look_around(cx: &mut Ctx<'_, Ruler>, seat: Seat) {
    let seen = cx.state.extra.seen[seat.at()] & bodies(cx.state);
    let now = visible(cx.game, cx.state, seat);
    cx.state.extra.seen[seat.at()] = now;
    if seen != now {
        // ORDER: a piece that goes out of sight now is not the one that comes into sight now.
        for piece in cx.state.by_arrival(now - seen) {
            recognise(cx, seat, piece);
        }
        for piece in cx.state.by_arrival(seen - now) {
            lose_sight(cx, seat, piece, Glimpse::of(cx.state, piece, cx.state.piece(piece).cell, false));
        }
        for piece in cx.state.by_arrival(now - seen) {
            spot(cx, seat, piece);
        }
    }
    if cx.state.extra.memories[seat.at()].len > 0 {
        let (scouted, lost) = (sight(cx.game, cx.state, seat), cx.state.lost);
        cx.state.extra.memories[seat.at()].keep(|old| !scouted.has(old.cell) && !lost.has(old.owner));
    }
}
