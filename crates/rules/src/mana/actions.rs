//! What a player may do at any moment, and what each action begins.

use cardwright_core::{
    Action, CardId, Cell, CellSet, Frame, Group, Means, Options, PieceId, PieceSet, Seat, State, VerbSpec,
    What,
};
use cardwright_effects::play::{self, AT, TARGET, TO, push_play};
use cardwright_effects::program::OWN_SPACE;
use cardwright_effects::{Actions, CardDef, Ctx, Game, Moment, NOTHING, options, turns};

use super::clock;
use super::prices::{Bargains, can_pay, pay};
use super::state::*;

pub const PLAY: u8 = 0;
pub const RECALL: u8 = 1;
pub const DRAW: u8 = 2;
pub const DISCARD: u8 = 3;
pub const MOVE: u8 = 4;
pub const ATTACK: u8 = 5;
pub const USE: u8 = 6;

/// The first choice of a use: which ability is used.
pub const WHICH: u8 = 0;

/// Where a target may be moved: see `CardDef::destination`.
const BESIDE_IT: u8 = 2;

/// The step in which a spell that has done what it says goes to the graveyard.
pub const BURIAL: u16 = 1;

type Table = State<Mana>;
type Context<'a> = Ctx<'a, Mana>;

/// When a seat may act again.
///
/// RULE: a seat takes at most one action a millisecond and ten a second.
#[inline]
pub fn free_to_act_at(state: &Table, seat: Seat) -> u32 {
    let acts = &state.extra.acts[seat.at()];
    let after = |act: u32, wait: u32| if act == NEVER { 0 } else { act.saturating_add(wait) };
    after(acts[PACE - 1], 1).max(after(acts[0], PACE_WINDOW))
}

/// Forgets actions that no longer hinder anybody, so that positions that are alike are equal.
#[inline]
pub fn forget(acts: &mut [u32; PACE], now: u32) {
    for act in acts {
        *act = if now.wrapping_sub(*act) < PACE_WINDOW { *act } else { NEVER };
    }
}

/// Whether there is a card to draw and room for it.
#[inline]
pub fn could_draw(game: &Game<Mana>, state: &Table, seat: Seat) -> bool {
    state.zone_len(seat, DECK) > 0 && state.zone_len(seat, HAND) < game.limits.hand as usize
}

impl Actions for Mana {
    const VERBS: &'static [VerbSpec] = &[
        turns::PLAY,
        VerbSpec::new("recall", Means::CardIn(GRAVEYARD as u8), play::PLAY_CHOICES),
        VerbSpec::new("draw", Means::Nothing, &[]),
        VerbSpec::new("discard", Means::Card, &[]),
        turns::MOVE,
        turns::ATTACK,
        VerbSpec::new("use", Means::Piece, &[("", Means::Known), (">", Means::Piece), ("to", Means::Cell)]),
    ];

    /// Lists the legal actions of a seat.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if free_to_act_at(state, seat) > state.now {
            return;
        }
        let free = home(seat) & !state.occupied;
        let bargains = Bargains::of(game, state, seat);
        let hand = state.zone(seat, HAND);
        let mut distinct = 0u128;
        for (place, &id) in hand.iter().enumerate() {
            if play::is_repeated(state, &hand[..place], id) {
                continue;
            }
            distinct |= 1 << place;
            if can_pay(state, seat, &bargains.price(game, state, id)) {
                let printed = game.def(state.card(id).def);
                list_plays(game, state, seat, Group::single(PLAY, place as u8), printed, free, out);
            }
        }
        if game.data.has_returning {
            list_recalls(game, state, seat, &bargains, free, out);
        }
        if state.resource(seat, DEVOTION) > 0 && could_draw(game, state, seat) {
            out.push(Group::single(DRAW, 0));
        }
        if distinct != 0 {
            out.push(Group::each(DISCARD, CellSet(distinct)));
        }
        list_moves(state, seat, out);
        list_abilities(game, state, seat, out);
    }

    /// The target of an option; or the destination, which depends on the target and on the location the card itself takes.
    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        let (seat, source) = (prefix.seat, prefix.source as usize);
        let def = match prefix.verb {
            PLAY => state.card(state.zone(seat, HAND)[source]).def,
            RECALL => state.card(state.zone(seat, GRAVEYARD)[source]).def,
            _ => {
                game.def(state.piece(PieceId(prefix.source)).def).knows
                    [prefix.choices[WHICH as usize] as usize]
            }
        };
        if let (PLAY | RECALL, Some(query)) = (prefix.verb, options::linked_query(game.def(def), prefix)) {
            return (TARGET, play::targets(game, state, query, seat, PieceId::NONE).into());
        }
        let kind = game.def(def).destination;
        let target = PieceId(prefix.choices[TARGET as usize]);
        let mut cells = destinations(state, seat, kind, target);
        if prefix.verb != USE {
            cells.remove(Cell(prefix.choices[AT as usize]));
        }
        (TO, cells)
    }

    /// Begins an action; the resolution follows.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let seat = action.seat;
        let now = cx.state.now;
        let acts = &mut cx.state.extra.acts[seat.at()];
        acts.copy_within(1.., 0);
        acts[PACE - 1] = now;
        match action.verb {
            PLAY => play(cx, action, HAND),
            RECALL => play(cx, action, GRAVEYARD),
            DRAW => {
                let mut price = [0; 8];
                price[DEVOTION] = 1;
                pay(cx, seat, &price);
                cx.draw(seat);
            }
            DISCARD => cx.discard(seat, HAND, action.source as usize),
            MOVE => shift(cx, PieceId(action.source), Cell(action.choices[0])),
            ATTACK => attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            _ => use_ability(cx, action),
        }
    }

    fn may_target(_: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        let target = state.piece(piece);
        target.owner == seat || target.keywords_now() & ELUSIVE == 0
    }

    /// The cost in devotion; `price` has all of it.
    fn cost(game: &Game<Self>, state: &State<Self>, card: CardId) -> i16 {
        game.def(state.card(card).def).cost
    }

    fn price(game: &Game<Self>, state: &State<Self>, seat: Seat, card: CardId) -> Vec<i16> {
        Bargains::of(game, state, seat).price(game, state, card)[..PURSE].to_vec()
    }
}

fn list_recalls(
    game: &Game<Mana>,
    state: &Table,
    seat: Seat,
    bargains: &Bargains,
    free: CellSet,
    out: &mut Vec<Group>,
) {
    let grave = state.zone(seat, GRAVEYARD);
    for (place, &id) in grave.iter().enumerate() {
        let printed = game.def(state.card(id).def);
        if printed.keywords & RETURNING != 0
            && !play::is_repeated(state, &grave[..place], id)
            && can_pay(state, seat, &bargains.price(game, state, id))
        {
            list_plays(game, state, seat, Group::single(RECALL, place as u8), printed, free, out);
        }
    }
}

fn list_plays(
    game: &Game<Mana>,
    state: &Table,
    seat: Seat,
    bare: Group,
    printed: &CardDef,
    free: CellSet,
    out: &mut Vec<Group>,
) {
    let is_minion = printed.kind as usize == MINION;
    if is_minion && free.is_empty() {
        return;
    }
    let placed = if is_minion { bare.choose(AT, free) } else { bare };
    if !printed.modes.is_empty() {
        let targets = |query| play::targets(game, state, query, seat, PieceId::NONE);
        options::list_options(out, placed, printed, targets, is_minion, is_minion);
        return;
    }
    if printed.target == NOTHING {
        if printed.destination != OWN_SPACE {
            out.push(placed);
        } else if !is_minion && free.any() {
            out.push(bare.choose(TO, free));
        } else if is_minion {
            out.push(if free.len() > 1 { placed.then_linked() } else { placed });
        }
        return;
    }
    let targets = chosen_targets(game, state, seat, printed, PieceId::NONE);
    let aimed = |group: Group| group.choose(TARGET, targets.into());
    if targets.is_empty() {
        // RULE: a creature whose text finds no target can be played; its text is lost.
        if is_minion {
            out.push(placed);
        }
    } else if printed.destination == 0 {
        out.push(aimed(placed));
    } else if is_minion && !has_linked(game, state, seat, &aimed(placed)) {
        out.push(placed);
    } else {
        out.push(aimed(placed).then_linked());
    }
}

fn has_linked(game: &Game<Mana>, state: &Table, seat: Seat, group: &Group) -> bool {
    (0..group.prefixes as u32).any(|n| Mana::linked(game, state, &group.nth(seat, n)).1.any())
}

/// The pieces a card or an ability may choose; for a movement, those that can be moved somewhere.
fn chosen_targets(
    game: &Game<Mana>,
    state: &Table,
    seat: Seat,
    printed: &CardDef,
    source: PieceId,
) -> PieceSet {
    let mut targets = play::targets(game, state, printed.target, seat, source);
    if source.is_some() {
        // RULE: a creature's ability does not reach a protected creature; a spell does.
        let shelter = protected(state);
        for target in targets {
            if target != source && shelter.has(state.piece(target).cell) {
                targets.remove(target);
            }
        }
    }
    if printed.destination != 0 {
        for piece in targets {
            if destinations(state, seat, printed.destination, piece).is_empty() {
                targets.remove(piece);
            }
        }
    }
    targets
}

/// The free locations to which a text may move a piece, or where it may summon one.
fn destinations(state: &Table, seat: Seat, kind: u8, piece: PieceId) -> CellSet {
    if kind == OWN_SPACE {
        return home(seat) & !state.occupied;
    }
    let moved = state.piece(piece);
    if !moved.cell.is_some() {
        return CellSet::EMPTY;
    }
    let cells = home(moved.owner) & !state.occupied;
    if kind == BESIDE_IT { cells & near(moved.cell, ADJACENT) } else { cells }
}

/// RULE: a creature moves to any own location, or two swap, unless one of them is Unmovable.
fn list_moves(state: &Table, seat: Seat, out: &mut Vec<Group>) {
    let (mut movers, mut fixed) = (PieceSet::EMPTY, CellSet::EMPTY);
    for id in state.side[seat.at()] & creatures(state) {
        let piece = state.piece(id);
        if piece.keywords_now() & UNMOVABLE != 0 {
            fixed.insert(piece.cell);
        } else {
            movers.insert(id);
        }
    }
    let cells = home(seat) & !fixed;
    for id in movers {
        let mut to = cells;
        to.remove(state.piece(id).cell);
        if to.any() {
            out.push(Group::single(MOVE, id.0).choose(0, to));
        }
    }
}

/// The creatures of a seat that may attack now: those that walk, and those that fly.
#[inline]
pub fn attackers(state: &Table, seat: Seat) -> (PieceSet, PieceSet) {
    let (mut walking, mut flying) = (PieceSet::EMPTY, PieceSet::EMPTY);
    for id in state.side[seat.at()] & creatures(state) {
        let piece = state.piece(id);
        let is_able = is_ready(state, id) & (piece.attack_now() > 0);
        let bit = (is_able as u64) << id.0;
        if piece.keywords_now() & FLYING != 0 { flying.0 |= bit } else { walking.0 |= bit }
    }
    (walking, flying)
}

fn list_abilities(game: &Game<Mana>, state: &Table, seat: Seat, out: &mut Vec<Group>) {
    let foes = state.side[foe(seat).at()] & creatures(state);
    let (walking, flying) = attackers(state, seat);
    if walking.any() {
        let exposed = foes - protected_creatures(state, foe(seat));
        if exposed.any() {
            out.push(Group::each(ATTACK, walking.into()).choose(0, exposed.into()));
        }
    }
    if flying.any() {
        out.push(Group::each(ATTACK, flying.into()).choose(0, foes.into()));
    }
    for id in state.side[seat.at()] & creatures(state) {
        let knows = known_to(game, state.piece(id));
        if knows.is_empty() || !is_ready(state, id) {
            continue;
        }
        for (place, &known) in knows.iter().enumerate() {
            if can_pay(state, seat, &game.data.prices[known.at()]) {
                list_use(game, state, seat, id, place as u8, game.def(known), out);
            }
        }
    }
}

fn list_use(
    game: &Game<Mana>,
    state: &Table,
    seat: Seat,
    user: PieceId,
    place: u8,
    printed: &CardDef,
    out: &mut Vec<Group>,
) {
    let group = Group::single(USE, user.0).choose(WHICH, CellSet(1 << place));
    if printed.target == NOTHING {
        let free = home(seat) & !state.occupied;
        if printed.destination != OWN_SPACE {
            out.push(group);
        } else if free.any() {
            out.push(group.choose(TO, free));
        }
        return;
    }
    let targets = || chosen_targets(game, state, seat, printed, user);
    play::list_aimed(game, out, group, printed, targets, false);
}

fn play(cx: &mut Context<'_>, action: Action, from: usize) {
    let seat = action.seat;
    let id = cx.state.zone(seat, from)[action.source as usize];
    let price = Bargains::of(cx.game, cx.state, seat).price(cx.game, cx.state, id);
    cx.state.take_from_zone(seat, from, action.source as usize);
    let card = *cx.state.card(id);
    let def = card.def;
    cx.tell(What::Played { seat, card: def });
    pay(cx, seat, &price);
    turns::count_played(cx, seat, def);
    // ORDER: triggers on the card or on the arrival run first, then the card's own text, then the card is laid aside.
    cx.fire_for_seat(Moment::Played, seat, def);
    let cell = match cx.game.def(def).kind as usize {
        MINION => Some(Cell(action.choices[AT as usize])),
        EVENT => Some(Cell::NONE),
        _ => None,
    };
    if cell.is_some() {
        cx.state.release_card(id);
    }
    if cell == Some(Cell::NONE) {
        clear_event(cx);
    }
    let piece = play::take_effect(cx, action, card, cell);
    turns::follow_up(cx, seat, def, piece);
    if cell.is_none() {
        cx.push(Frame { card: id, ..Frame::step(BURIAL, seat, PieceId::NONE, PieceId::NONE) });
    }
}

/// RULE: only one event is in play; a new one sends the old one to its owner's graveyard.
fn clear_event(cx: &mut Context<'_>) {
    for old in cx.state.kind[EVENT] - cx.state.dying {
        let who = cx.who(old);
        cx.leave(old);
        cx.tell(What::Discarded { seat: who.owner, card: who.def });
        cx.bury_piece(who);
    }
}

/// Moves a creature; a creature that stands there already swaps places with it.
pub fn shift(cx: &mut Context<'_>, piece: PieceId, to: Cell) {
    let other = cx.state.on(to).first();
    let from = cx.state.piece(piece).cell;
    cx.move_piece(piece, to);
    if other.is_some() {
        cx.move_piece(other, from);
    }
}

/// A creature attacks and is exhausted.
pub fn attack(cx: &mut Context<'_>, attacker: PieceId, target: PieceId) {
    let rest = clock::rest_of(cx.game, cx.state, attacker);
    clock::exhaust(cx, attacker, rest);
    cx.declare_attack(attacker, target, turns::COMBAT);
}

fn use_ability(cx: &mut Context<'_>, action: Action) {
    let (user, chosen) = (PieceId(action.source), PieceId(action.choices[TARGET as usize]));
    let def = cx.state.piece(user).def;
    let known = cx.game.def(def).knows[action.choices[WHICH as usize] as usize];
    let printed = cx.game.def(known);
    // RULE: an ability that has its own speed exhausts for that long, any other ability as long as an attack does.
    let rest = if printed.numbers[SPEED] > 0 {
        clock::rest(cx.game, known)
    } else {
        clock::rest_of(cx.game, cx.state, user)
    };
    clock::exhaust(cx, user, rest);
    let who = cx.who(user);
    cx.tell(What::Used { who, card: known });
    let price = cx.game.data.prices[known.at()];
    pay(cx, action.seat, &price);
    cx.fire(Moment::Used, user, chosen, 0);
    if printed.has_program() {
        push_play(cx, known, action.seat, user, chosen, action.choices[TO as usize]);
    }
}
