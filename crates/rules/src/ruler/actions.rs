//! What a player may do, and what each action begins.

use cardwright_core::{
    Action, Cell, CellSet, DORMANT, Frame, Group, MOVED, Means, Options, Piece, PieceId, PieceSet, Seat,
    SeatSet, State, VerbSpec, What,
};
use cardwright_effects::legal::hindrances;
use cardwright_effects::options;
use cardwright_effects::play::{self, AT, TARGET, TO, answer, push_play};
use cardwright_effects::prices::Prices;
use cardwright_effects::turns;
use cardwright_effects::{Actions, CardDef, Ctx, Game, Moment, Secrecy};

use super::course;
use super::map::Gait;
use super::sight::{influence, sees_tile, visible};
use super::state::*;

pub const DRAW: u8 = 0;
pub const PLAY: u8 = 1;
pub const MOVE_PIECE: u8 = 2;
pub const ATTACK: u8 = 3;
pub const USE: u8 = 4;
pub const END: u8 = 5;
pub const CHOOSE: u8 = 6;

type Table = State<Ruler>;

impl Actions for Ruler {
    const VERBS: &'static [VerbSpec] = &[
        VerbSpec::new("draw", Means::Option(&["units", "structures", "spells"]), &[]),
        turns::PLAY,
        turns::MOVE,
        turns::ATTACK,
        VerbSpec::new("use", Means::Piece, &[("", Means::Known), (">", Means::Piece), ("to", Means::Cell)]),
        turns::END,
        turns::CHOOSE,
    ];

    /// Lists the legal actions of a seat.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if state.prompt.is_open() {
            out.push(turns::answers(state, CHOOSE));
            return;
        }
        if state.phase == DRAW_PHASE {
            let mut decks = CellSet::EMPTY;
            for deck in 0..3 {
                decks.0 |= ((state.zone_len(seat, DECKS + deck) > 0) as u128) << deck;
            }
            out.push(Group::each(DRAW, decks));
            return;
        }
        list_plays(game, state, seat, out);
        let seen = visible(game, state, seat);
        for piece in state.side[seat.at()] & bodies(state) {
            list_attacks_and_uses(game, state, seat, piece, seen, out);
        }
        out.push(Group::single(END, 0));
    }

    /// The target of an option, or the destination, which depends on the target.
    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        let def = match prefix.verb {
            PLAY => state.card(state.zone(prefix.seat, HAND)[prefix.source as usize]).def,
            _ => {
                let knows = &game.def(state.piece(PieceId(prefix.source)).def).knows;
                knows[prefix.choices[0] as usize]
            }
        };
        if let (PLAY, Some(query)) = (prefix.verb, options::linked_query(game.def(def), prefix)) {
            return (TARGET, play::targets(game, state, query, prefix.seat, PieceId::NONE).into());
        }
        let target = state.piece(PieceId(prefix.choices[TARGET as usize]));
        (TO, destinations(game, game.def(def).destination, target))
    }

    /// Begins an action; the resolution follows.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let seat = action.seat;
        match action.verb {
            DRAW => {
                cx.draw_from(seat, DECKS + action.source as usize);
                let left: usize = (0..3).map(|deck| cx.state.zone_len(seat, DECKS + deck)).sum();
                let draws = cx.state.resource_mut(seat, DRAWS);
                *draws = (*draws - 1).clamp(0, left as i16);
                if *draws == 0 {
                    cx.state.phase = TURN;
                }
            }
            PLAY => play(cx, action),
            MOVE_PIECE => {
                let piece = PieceId(action.source);
                let walker = cx.state.piece_mut(piece);
                walker.flags |= if walker.is(MOVED) { INFILTRATED } else { MOVED };
                let step = Frame::step(course::WALK, seat, piece, PieceId::NONE);
                cx.push(Frame { destination: Cell(action.choices[0]), ..step });
            }
            ATTACK => attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            USE => use_known(cx, action),
            END => turns::end(cx, seat),
            _ => answer(cx, action.source),
        }
    }

    /// Drawing is not passing: every deck gives a card.
    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        if state.phase == DRAW_PHASE && !state.prompt.is_open() {
            return None;
        }
        let verb = if state.prompt.is_open() { CHOOSE } else { END };
        Some(Action::new(seat, verb, 0))
    }

    fn may_target(game: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        bodies(state).has(piece) && Self::sees(game, state, seat, piece)
    }
}

fn list_plays(game: &Game<Ruler>, state: &Table, seat: Seat, out: &mut Vec<Group>) {
    let hand = state.zone(seat, HAND);
    if hand.is_empty() {
        return;
    }
    let (sites, prices) = (Sites::of(game, state, seat), Prices::of(game, state, seat));
    for (place, &id) in hand.iter().enumerate() {
        let card = state.card(id);
        let printed = game.def(card.def);
        if card.def.0 == 0
            || prices.cost(game, state, seat, id) > state.resource(seat, payment(printed.kind))
            || play::is_repeated(state, &hand[..place], id)
        {
            continue;
        }
        let mut group = Group::single(PLAY, place as u8);
        let is_piece = matches!(printed.kind as usize, UNIT | STRUCTURE | TRAP);
        if is_piece {
            let cells = sites.for_card(printed);
            if cells.is_empty() {
                continue;
            }
            group = group.choose(AT, cells);
        }
        if printed.modes.is_empty() {
            list_aimed(game, state, seat, printed, PieceId::NONE, group, is_piece, out);
        } else {
            let targets = |query| play::targets(game, state, query, seat, PieceId::NONE);
            options::list_options(out, group, printed, targets, is_piece, is_piece);
        }
    }
}

/// The group with the targets of a text, if it has any to choose.
#[expect(clippy::too_many_arguments, reason = "the parts of one choice")]
fn list_aimed(
    game: &Game<Ruler>,
    state: &Table,
    seat: Seat,
    printed: &CardDef,
    source: PieceId,
    group: Group,
    is_optional: bool,
    out: &mut Vec<Group>,
) {
    // RULE: a piece whose text finds no target still comes into play, without its text.
    let targets = || targets(game, state, seat, printed, source);
    play::list_aimed(game, out, group, printed, targets, is_optional);
}

/// The pieces that a text may choose: for a known card those in its range, for a movement those that can go
/// somewhere.
fn targets(game: &Game<Ruler>, state: &Table, seat: Seat, printed: &CardDef, source: PieceId) -> PieceSet {
    let mut found = play::targets(game, state, printed.target, seat, source);
    for piece in found {
        let is_far = source.is_some()
            && !{
                let range = printed.numbers[RANGE].max(0) as usize;
                game.data.map.within(state.piece(source).cell, range).has(state.piece(piece).cell)
            };
        let is_stuck = printed.destination != 0
            && destinations(game, printed.destination, state.piece(piece)).is_empty();
        if is_far || is_stuck {
            found.remove(piece);
        }
    }
    found
}

/// The tiles to which a text may move a piece. Whether its owner has room there may be hidden, so it does not count.
fn destinations(game: &Game<Ruler>, kind: u8, piece: &Piece<Own>) -> CellSet {
    let map = &game.data.map;
    let mut cells = map.ground[gait(piece.keywords_now()) as usize];
    cells.remove(piece.cell);
    if kind == 2 { cells & map.board.adjacent(piece.cell) } else { cells }
}

/// The tiles on which a seat may place cards.
struct Sites {
    by_gait: [CellSet; 3],
    anywhere: CellSet,
    may_place_units: bool,
}

impl Sites {
    fn of(game: &Game<Ruler>, state: &Table, seat: Seat) -> Self {
        let map = &game.data.map;
        // RULE: cards are placed on tiles under their owner's influence, of their terrain, while there is room.
        let has_room = (state.side[seat.at()].len() as usize) < game.data.pieces_per_seat(state.seat_count());
        let free =
            if has_room { influence(game, state, seat) - full(state, seat, 1) } else { CellSet::EMPTY };
        Self {
            by_gait: [0, 1, 2].map(|gait: usize| free & map.ground[gait]),
            anywhere: free,
            may_place_units: state.resource(seat, PLACED) < PLACEMENTS,
        }
    }

    fn for_card(&self, printed: &CardDef) -> CellSet {
        match printed.kind as usize {
            TRAP => self.anywhere,
            UNIT if !self.may_place_units => CellSet::EMPTY,
            _ => self.by_gait[gait(printed.keywords) as usize],
        }
    }
}

/// The tiles on which a seat has no room for `more` further cards. Cards of others do not count: they may be hidden.
pub fn full(state: &Table, seat: Seat, more: u32) -> CellSet {
    let mut tiles = CellSet::EMPTY;
    let own = state.side[seat.at()] - state.kind[BASE];
    if own.len() + more > TILE_ROOM {
        for tile in state.occupied {
            if (state.on(tile) & own).len() + more > TILE_ROOM {
                tiles.insert(tile);
            }
        }
    }
    tiles
}

/// Moves, attacks and uses of one piece.
#[inline]
fn list_attacks_and_uses(
    game: &Game<Ruler>,
    state: &Table,
    seat: Seat,
    piece: PieceId,
    seen: PieceSet,
    out: &mut Vec<Group>,
) {
    let it = state.piece(piece);
    if it.is(DORMANT) {
        return;
    }
    let goals = destinations_of_walk(game, state, piece);
    if goals.any() {
        out.push(Group::single(MOVE_PIECE, piece.0).choose(0, goals));
    }
    if seen.any() {
        let prey = targets_of_attack(game, state, piece, seen);
        if prey.any() {
            out.push(Group::single(ATTACK, piece.0).choose(0, prey.into()));
        }
    }
    if it.acted == 0 {
        for (known, &def) in game.def(it.def).knows.iter().enumerate() {
            let printed = game.def(def);
            if printed.cost <= it.extra.mana as i16 {
                let group = Group::single(USE, piece.0).choose(0, Options::one(Cell(known as u8)));
                list_aimed(game, state, seat, printed, piece, group, false, out);
            }
        }
    }
}

/// What keeps a piece from walking: each reason is a bit, the first one is told.
pub const NO_WALK: &[&str] =
    &["it is not built yet", "it does not move", "it is immobilised", "it has moved this turn"];
/// What keeps a piece from attacking.
pub const NO_ATTACK: &[&str] =
    &["it is not built yet", "it does not attack", "it has attacked or acted this turn"];

/// The reasons of [`NO_WALK`] that hold for a piece; 0: it may walk, if there is a way.
#[inline(always)]
pub fn walk_hindrances(game: &Game<Ruler>, state: &Table, id: PieceId) -> u8 {
    let it = state.piece(id);
    let has_extra = (it.keywords_now() & INFILTRATOR != 0) & !it.is(INFILTRATED);
    hindrances([
        it.is(DORMANT),
        steps(game, state, id) == 0,
        it.statuses[IMMOBILISED] > 0,
        it.is(MOVED) & !has_extra,
    ])
}

/// The reasons of [`NO_ATTACK`] that hold for a piece; 0: it may attack, if it finds a target.
#[inline(always)]
pub fn attack_hindrances(it: &Piece<Own>) -> u8 {
    let limit = if it.keywords_now() & RELENTLESS != 0 { PURSUIT } else { 1 };
    hindrances([it.is(DORMANT), it.attack_now() == 0, it.acted >= limit])
}

/// The tiles a piece may walk to now.
#[inline]
pub fn destinations_of_walk(game: &Game<Ruler>, state: &Table, piece: PieceId) -> CellSet {
    let it = state.piece(piece);
    if walk_hindrances(game, state, piece) != 0 || !it.cell.is_some() {
        return CellSet::EMPTY;
    }
    let (steps, keywords, is_extra) = (steps(game, state, piece), it.keywords_now(), it.is(MOVED));
    let (map, gait) = (&game.data.map, gait(keywords));
    let mut goals = map.reach(gait, it.cell, steps);
    if gait == Gait::Land && state.kind[STRUCTURE].any() && map.has_water {
        goals |= boardings(game, state, it, steps);
    }
    let load = if keywords & CARRIER != 0 { carried(state, piece).len() } else { 0 };
    goals = goals - full(state, it.owner, 1 + load);
    goals.remove(it.cell);
    if is_extra {
        goals &= across_borders(game, state, it);
    }
    goals
}

/// RULE: an infiltrator's extra move leads into or out of the tiles around an enemy base.
fn across_borders(game: &Game<Ruler>, state: &Table, it: &Piece<Own>) -> CellSet {
    let mut goals = CellSet::EMPTY;
    for foe in state.all_seats() - state.lost - SeatSet::one(it.owner) {
        let around = game.data.map.around[foe.at()];
        goals |= if around.has(it.cell) { !around } else { around };
    }
    goals
}

/// Tiles of own ships with room that a unit can step onto.
fn boardings(game: &Game<Ruler>, state: &Table, it: &Piece<Own>, steps: usize) -> CellSet {
    let map = &game.data.map;
    let mut goals = CellSet::EMPTY;
    for vessel in state.side[it.owner.at()] & state.kind[STRUCTURE] {
        let ship = state.piece(vessel);
        if ship.keywords_now() & CARRIER == 0 || ship.is(DORMANT) || carried(state, vessel).len() >= CARRIED {
            continue;
        }
        let shores = map.reach(Gait::Land, it.cell, steps - 1) | CellSet::one(it.cell);
        if (map.board.adjacent(ship.cell) & shores).any() {
            goals.insert(ship.cell);
        }
    }
    goals
}

/// The own land units on a ship's tile, two at most, in order of arrival.
pub fn carried(state: &Table, ship: PieceId) -> PieceSet {
    let vessel = state.piece(ship);
    let aboard = state.on(vessel.cell) & state.side[vessel.owner.at()] & state.kind[UNIT];
    let mut found = PieceSet::EMPTY;
    for unit in state.by_arrival(aboard) {
        if gait(state.piece(unit).keywords_now()) == Gait::Land && found.len() < CARRIED {
            found.insert(unit);
        }
    }
    found
}

/// The pieces a piece may attack now, out of those its seat sees.
#[inline]
pub fn targets_of_attack(game: &Game<Ruler>, state: &Table, piece: PieceId, seen: PieceSet) -> PieceSet {
    let it = state.piece(piece);
    if attack_hindrances(it) != 0 {
        return PieceSet::EMPTY;
    }
    let range = range(game, state, piece);
    let mut found = if range == 0 {
        state.on(it.cell) & seen
    } else {
        let mut found = PieceSet::EMPTY;
        for tile in game.data.map.within(it.cell, range) & state.occupied {
            found |= state.on(tile) & seen;
        }
        found
    };
    if it.acted > 0 {
        // RULE: a unit that keeps attacking keeps to the unit it attacked first; a unit that used a card cannot
        // attack.
        found &= PieceSet::one(it.extra.prey);
    }
    let known = seen | state.side[it.owner.at()];
    for target in found {
        let aim = state.piece(target);
        let is_above = aim.keywords_now() & FLYING != 0 && range == 0;
        if is_above || (aim.cell != it.cell && is_sheltered(state, target, known)) {
            found.remove(target);
        }
    }
    found
}

/// RULE: units on the tile of a shelter are safe from attacks from other tiles. A shelter that the attacker does not
/// know of does not count: the list of targets must not reveal a shelter in the fog.
fn is_sheltered(state: &Table, target: PieceId, known: PieceSet) -> bool {
    let near = state.on(state.piece(target).cell) & known & state.kind[STRUCTURE];
    state.kind[UNIT].has(target)
        && !near.into_iter().all(|piece| {
            let structure = state.piece(piece);
            structure.keywords_now() & SHELTER == 0 || structure.is(DORMANT)
        })
}

/// Plays a card from the hand.
fn play(cx: &mut Ctx<'_, Ruler>, action: Action) {
    let seat = action.seat;
    let held = cx.state.zone(seat, HAND)[action.source as usize];
    let kind = cx.game.def(cx.state.card(held).def).kind;
    let card = turns::pay_card(cx, action, payment(kind));
    if cx.sink.is_some() {
        let audience = audience(cx, action, kind);
        cx.tell_to(audience, What::Played { seat, card: card.def });
    }
    if kind as usize == UNIT {
        *cx.state.resource_mut(seat, PLACED) += 1;
    }
    turns::resolve_card(cx, action, card, matches!(kind as usize, UNIT | STRUCTURE | TRAP));
}

/// Who learns which card was played: everybody for a spell, else those who see where it is placed or given.
fn audience(cx: &Ctx<'_, Ruler>, action: Action, kind: u8) -> SeatSet {
    let seat = action.seat;
    let (at, chosen) = (Cell(action.choices[AT as usize]), PieceId(action.choices[TARGET as usize]));
    if kind as usize == SPELL {
        return SeatSet::ALL;
    }
    let mut found = SeatSet::one(seat);
    for other in cx.state.all_seats() {
        let is_seen = match kind as usize {
            TRAP => false,
            ITEM => chosen.is_some() && Ruler::sees(cx.game, cx.state, other, chosen),
            _ => sees_tile(cx.game, cx.state, other, seat, at),
        };
        if is_seen {
            found.insert(other);
        }
    }
    found
}

/// A piece attacks, for the first time this turn or once more.
fn attack(cx: &mut Ctx<'_, Ruler>, attacker: PieceId, target: PieceId) {
    let piece = cx.state.piece_mut(attacker);
    piece.acted += 1;
    piece.extra.prey = target;
    cx.declare_attack(attacker, target, turns::COMBAT);
}

/// A piece uses a card that it knows, paid from its own mana.
fn use_known(cx: &mut Ctx<'_, Ruler>, action: Action) {
    let piece = PieceId(action.source);
    let def = cx.game.def(cx.state.piece(piece).def).knows[action.choices[0] as usize];
    let printed = cx.game.def(def);
    let user = cx.state.piece_mut(piece);
    // RULE: a piece that uses a card does not attack any more this turn, however relentless.
    user.acted = PURSUIT;
    user.extra.mana = user.extra.mana.saturating_sub(printed.cost as u8);
    let who = cx.who(piece);
    cx.tell(What::Used { who, card: def });
    let chosen = PieceId(action.choices[TARGET as usize]);
    cx.fire(Moment::Used, piece, chosen, 0);
    if printed.has_program() {
        push_play(cx, def, action.seat, piece, chosen, action.choices[TO as usize]);
    }
}
