//! Who sees what: influence, the fog over it, and what is remembered.

use cardwright_core::{
    Cell, CellSet, DORMANT, DefId, Dice, Piece, PieceId, PieceSet, Seat, SeatSet, State, What,
};
use cardwright_effects::{Ctx, Game, Memory};

use super::map::Gait;
use super::state::*;
use super::turn::{is_taken, last_turn, ship};

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

/// The tiles a seat's units look at.
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

/// Whether a seat sees a piece: RULE: bases always, traps never, cards under their owner's influence if scouted.
pub fn sees(game: &Game<Ruler>, state: &Table, seat: Seat, piece: PieceId) -> bool {
    let it = state.piece(piece);
    if it.owner == seat {
        return true;
    }
    match game.def(it.def).kind as usize {
        BASE => true,
        TRAP => false,
        _ => it.cell.is_some() && sees_tile(game, state, seat, it.owner, it.cell),
    }
}

/// All pieces that a seat, or a spectator, sees.
pub fn seen(game: &Game<Ruler>, state: &Table, seat: Seat) -> PieceSet {
    own(state, seat) | state.kind[BASE] | visible(game, state, seat)
}

/// The pieces of a seat; a spectator has none.
#[inline(always)]
fn own(state: &Table, seat: Seat) -> PieceSet {
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

/// Who is told: a move only those who see both its ends.
pub fn witnesses(game: &Game<Ruler>, state: &Table, what: &What) -> SeatSet {
    let mut found = SeatSet::EMPTY;
    for seat in state.all_seats() {
        let is_told = match what {
            What::Moved { who, to } => {
                sees(game, state, seat, who.piece)
                    && sees_tile(game, state, seat, who.owner, who.cell)
                    && sees_tile(game, state, seat, who.owner, *to)
            }
            _ => what.pieces().all(|piece| sees(game, state, seat, piece)),
        };
        if is_told {
            found.insert(seat);
        }
    }
    found
}

/// A piece came into play: those who see it arrive need not be told that they spot it.
pub fn entered(cx: &mut Ctx<'_, Ruler>, piece: PieceId) {
    cx.state.extra.is_stirred = true;
    notice_traps(cx, piece);
    watch(cx, piece);
}

/// A piece serves another player: those who see it change sides know which one it is.
pub fn changed_sides(cx: &mut Ctx<'_, Ruler>, piece: PieceId) {
    let owner = cx.state.piece(piece).owner;
    cx.state.extra.seen[owner.at()].remove(piece);
    watch(cx, piece);
}

/// Others who see a piece have it in sight from now on, without spotting it.
fn watch(cx: &mut Ctx<'_, Ruler>, piece: PieceId) {
    let (owner, is_body) = (cx.state.piece(piece).owner, bodies(cx.state).has(piece));
    for seat in cx.state.all_seats() - SeatSet::one(owner) {
        if is_body && sees(cx.game, cx.state, seat, piece) {
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
            cx.state.extra.seen[seat.at()].remove(piece);
            let last = Glimpse::of(cx.state, piece, from, true);
            cx.state.extra.memories[seat.at()].add(last);
            if cx.sink.is_some() {
                let mut who = cx.who(piece);
                who.cell = from;
                cx.whisper(seat, What::Vanished { who });
            }
        } else if after && !before {
            recognise(cx, seat, piece);
            spot(cx, seat, piece);
        }
    }
}

/// A unit that walks into a trap sees it, once. What springs no trap notices none.
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
/// RULE: one memory of such a card of its owner goes, as far as it can be that one: that of its tile, else one that has
/// left its tile or whose owner has had a turn since; of these first one whose tile is in sight too, then the nearest,
/// then the oldest. The piece itself is not asked which one it was: the seat cannot tell two equal ones apart.
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

/// Everybody looks again: what is out of sight is remembered, what is in sight need not be.
pub fn look(cx: &mut Ctx<'_, Ruler>) {
    if !cx.state.extra.is_stirred {
        return;
    }
    cx.state.extra.is_stirred = false;
    // Nobody chases what is gone.
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
        // ORDER: what goes out of sight now is not what comes into sight now.
        for piece in cx.state.by_arrival(now - seen) {
            recognise(cx, seat, piece);
        }
        for piece in cx.state.by_arrival(seen - now) {
            let last = Glimpse::of(cx.state, piece, cx.state.piece(piece).cell, false);
            cx.state.extra.memories[seat.at()].add(last);
            let who = cx.who(piece);
            cx.whisper(seat, What::Vanished { who });
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

/// What a seat remembers.
pub fn remembered(view: &Table, seat: Seat) -> Vec<Memory> {
    if !seat.is_some() {
        return Vec::new();
    }
    let memories = view.extra.memories[seat.at()].live().iter();
    let told = memories.map(|old| Memory {
        def: old.def,
        owner: old.owner,
        cell: old.cell,
        health: old.health,
        when: old.when(),
    });
    told.collect()
}

/// Blanks what others know, where they stood and whom they chase.
pub fn conceal(game: &Game<Ruler>, truth: &Table, view: &mut Table, seat: Seat) {
    for other in view.all_seats() {
        let at = other.at();
        view.extra.seen[at] = PieceSet::EMPTY;
        if other != seat {
            view.extra.standing[at] = CellSet::EMPTY;
            view.extra.memories[at] = Memories::default();
        } else {
            view.extra.seen[at] = bodies(view) - view.side[at];
            let len = view.extra.memories[at].len as usize;
            view.extra.memories[at].glimpses[len..].fill(Glimpse::default());
        }
    }
    for piece in view.used {
        let prey = view.piece(piece).extra.prey;
        if prey.is_some() {
            let is_own = view.piece(piece).owner == seat && sees(game, truth, seat, prey);
            let number = || {
                let earlier = truth.used.filter(|&other| {
                    truth.piece(other).stamp < truth.piece(prey).stamp && sees(game, truth, seat, other)
                });
                PieceId(earlier.count() as u8)
            };
            view.piece_mut(piece).extra.prey = if is_own { number() } else { PieceId::NONE };
        }
    }
}

/// Changes what a seat cannot know of the others: where they stood, and what they remember.
pub fn scramble(game: &Game<Ruler>, other: &mut Table, seat: Seat, dice: &mut Dice) {
    for owner in other.all_seats() {
        if owner == seat {
            continue;
        }
        for _ in 0..4 {
            let cell = Cell(dice.below(game.data.map.size() as u32) as u8);
            // A tile with cards would show or hide them.
            if (other.on(cell) & other.side[owner.at()]).is_empty() {
                other.extra.standing[owner.at()].0 ^= CellSet::one(cell).0;
            }
        }
        let imagined = Glimpse {
            def: DefId(1 + dice.below(game.catalogue.defs.len() as u32 - 1) as u16),
            health: 1 + dice.below(9) as i16,
            owner: seat,
            cell: Cell(dice.below(game.data.map.size() as u32) as u8),
            ..Glimpse::default()
        };
        if seat.is_some() {
            other.extra.memories[owner.at()].add(imagined);
        }
    }
}

/// Puts what a seat remembers back into play, and guesses the rest: others have a turn's income and know nothing.
pub fn imagine(game: &Game<Ruler>, truth: &mut Table, seat: Seat, dice: &mut Dice) {
    let mut cx = Ctx::new(game, truth, dice, None, None);
    if seat.is_some() {
        let (memories, shown) = (cx.state.extra.memories[seat.at()], cx.state.used);
        for old in memories.live() {
            // Where a card of the same player is in plain sight, so would be the one that was seen there.
            if (cx.state.on(old.cell) & bodies(cx.state) & cx.state.side[old.owner.at()] & shown).any() {
                continue;
            }
            let Some(piece) = cx.enter(old.owner, old.def, old.cell) else { break };
            cx.state.extra.standing[old.owner.at()].insert(old.cell);
            let imagined = cx.state.piece_mut(piece);
            imagined.damage = (imagined.health_most() - old.health).max(0);
            imagined.extra.building = 0;
            // An outpost whose tiles hide nothing cannot be in use.
            let ring = game.data.map.ring[old.cell.at()] - sight(game, cx.state, seat);
            let open = shown & bodies(cx.state) & cx.state.side[old.owner.at()];
            let is_idle = !open.into_iter().all(|other| !ring.has(cx.state.piece(other).cell));
            cx.set_dormant(piece, is_idle && game.def(old.def).keywords & FOOTHOLD != 0);
        }
        // Whoever was seen aboard a ship that is gone, or on a base that would have fallen by now, is elsewhere.
        for piece in cx.state.used - shown - cx.state.kind[TRAP] {
            let it = cx.state.piece(piece);
            let ground = game.data.map.ground[gait(it.keywords_now()) as usize];
            let stands = ground.has(it.cell) || ship(cx.state, it.owner, it.cell).any();
            let bases = game.data.map.bases.iter().zip(cx.state.all_seats());
            let is_base_taken =
                bases.clone().any(|(&base, owner)| base == it.cell && is_taken(game, cx.state, owner));
            if !stands || is_base_taken {
                cx.leave(piece);
            }
        }
        cx.state.limbo = PieceSet::EMPTY;
    }
    for owner in cx.state.all_seats() - SeatSet::one(seat) {
        *cx.state.resource_mut(owner, GOLD) = game.data.income;
    }
    cx.state.works_len = 0;
    cx.state.triggers = 0;
    // What is lent stays as it was seen until something changes: who lends it may be hidden.
    cx.state.is_dirty = false;
    cx.state.extra.is_stirred = false;
}
