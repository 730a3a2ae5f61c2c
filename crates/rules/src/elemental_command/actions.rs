//! What a player may do, and what each action begins.

use cardwright_core::{
    ARRIVED, Action, CardId, Cell, CellSet, DefId, Group, MOVED, Means, NO_CHOICE, Options, Piece, PieceId,
    PieceSet, Seat, State, VerbSpec, What,
};
use cardwright_effects::legal::hindrances;
use cardwright_effects::options;
use cardwright_effects::play::{self, AT, MODE, TARGET, TO, answer, push_play};
use cardwright_effects::prices::Prices;
use cardwright_effects::turns;
use cardwright_effects::{Actions, CardDef, Ctx, Game};

use super::course;
use super::state::*;

pub const PLAY: u8 = 0;
pub const ATTACK: u8 = 1;
pub const MOVE: u8 = 2;
pub const USE_POWER: u8 = 3;
pub const TAKE: u8 = 4;
pub const END: u8 = 5;
pub const REDRAW: u8 = 6;
pub const CHOOSE: u8 = 7;

type Table = State<ElementalCommand>;

impl Actions for ElementalCommand {
    const VERBS: &'static [VerbSpec] = &[
        turns::PLAY,
        turns::ATTACK,
        turns::MOVE,
        VerbSpec::new(
            "power",
            Means::Nothing,
            &[("", Means::Nothing), (">", Means::Piece), ("to", Means::Cell)],
        ),
        VerbSpec::new("take", Means::Option(&["mana", "earth", "wind", "fire"]), &[]),
        turns::END,
        VerbSpec::of_subset("mulligan"),
        turns::CHOOSE,
    ];

    /// Lists the legal actions of a seat.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if state.prompt.is_open() {
            out.push(turns::answers(state, CHOOSE));
            return;
        }
        if state.phase == MULLIGAN_PHASE {
            let held = state.zone(seat, HAND).len() as u8;
            out.push(Group::subset(REDRAW, held));
            return;
        }
        let free = home(seat) & !state.occupied;
        let hand = state.zone(seat, HAND);
        let prices = Prices::of(game, state, seat);
        let mut payable = 0u64;
        for (place, &id) in hand.iter().enumerate() {
            payable |= (can_pay(game, state, &prices, seat, id) as u64) << place;
        }
        while payable != 0 {
            let place = payable.trailing_zeros() as usize;
            payable &= payable - 1;
            if !play::is_repeated(state, &hand[..place], hand[place]) {
                let printed = game.def(state.card(hand[place]).def);
                list_plays(game, state, seat, place as u8, printed, free, out);
            }
        }
        list_attacks_and_moves(state, seat, free, out);
        list_powers(game, state, seat, out);
        if state.resource(seat, STEP) > 0 {
            out.push(Group::each(TAKE, CellSet(0b1111)));
        }
        out.push(Group::single(END, 0));
    }

    /// The target of an option; or the destination, which depends on the target and on the cell the card itself takes.
    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        if let Some(query) = options::linked_query(game.def(card_of(state, prefix)), prefix) {
            return (TARGET, play::targets(game, state, query, prefix.seat, PieceId::NONE).into());
        }
        let kind = game.def(card_of(state, prefix)).destination;
        let target = PieceId(prefix.choices[TARGET as usize]);
        let mut free = !state.occupied;
        free.remove(Cell(prefix.choices[AT as usize]));
        (TO, destinations(game, state, kind, target, free))
    }

    /// How many actions a group with a destination has: every target with its cells, less the cell the card itself takes.
    /// The targets of an option are the same wherever the card stands.
    fn linked_len(game: &Game<Self>, state: &State<Self>, seat: Seat, group: &Group) -> u32 {
        let first = group.nth(seat, 0);
        if first.choices[MODE as usize] != NO_CHOICE {
            return group.prefixes as u32 * Self::linked(game, state, &first).1.len();
        }
        let kind = game.def(card_of(state, &first)).destination;
        let free = !state.occupied;
        let (places, targets) = if group.at[0] == AT && group.depth == 2 {
            (Some(group.sets[0]), group.sets[1])
        } else {
            (None, group.sets[0])
        };
        let mut sum = 0;
        for target in targets {
            let cells = destinations(game, state, kind, PieceId(target.0), free);
            sum += match places {
                Some(places) => places.len() * cells.len() - (places & cells).len(),
                None => cells.len(),
            };
        }
        sum
    }

    /// Begins an action; the resolution follows.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let seat = action.seat;
        match action.verb {
            PLAY => turns::play_card(cx, action, MANA, |kind| kind as usize == MINION),
            ATTACK => turns::attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            MOVE => {
                let piece = PieceId(action.source);
                cx.state.piece_mut(piece).flags |= MOVED;
                cx.move_piece(piece, Cell(action.choices[0]));
            }
            USE_POWER => {
                let def = cx.state.piece(hero(seat)).def;
                let printed = cx.game.def(def);
                *cx.state.resource_mut(seat, MANA) -= printed.cost;
                *cx.state.resource_mut(seat, POWER) = 0;
                cx.tell(What::PowerUsed { seat, card: def });
                cx.fire_spent(seat, MANA, printed.cost);
                push_play(cx, def, seat, hero(seat), PieceId(action.choices[1]), action.choices[2]);
            }
            TAKE => {
                *cx.state.resource_mut(seat, STEP) = 0;
                let resource = if action.source == 0 { MANA } else { EARTH + action.source as usize - 1 };
                cx.gain(seat, resource, 1);
            }
            END => turns::end(cx, seat),
            REDRAW => course::choose_mulligan(cx, seat, action.mask),
            _ => answer(cx, action.source),
        }
    }

    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        let verb = if state.prompt.is_open() {
            CHOOSE
        } else if state.phase == MULLIGAN_PHASE {
            REDRAW
        } else {
            END
        };
        Some(Action::new(seat, verb, 0))
    }
}

fn list_attacks_and_moves(state: &Table, seat: Seat, free: CellSet, out: &mut Vec<Group>) {
    let (mut attackers, mut movers) = (PieceSet::EMPTY, PieceSet::EMPTY);
    for piece in state.side[seat.at()] & state.kind[MINION] {
        attackers.0 |= (can_attack(state, piece) as u64) << piece.0;
        movers.0 |= (can_move(state, piece) as u64) << piece.0;
    }
    if attackers.any() {
        let walls = Walls::of(state, foe(seat));
        for piece in attackers {
            let targets = targets(state, &walls, piece);
            if targets.any() {
                out.push(Group::single(ATTACK, piece.0).choose(0, targets.into()));
            }
        }
    }
    if movers.any() && free.any() {
        out.push(Group::each(MOVE, movers.into()).choose(0, free));
    }
}

/// Whether mana suffices and the elements are met.
#[inline]
fn can_pay(game: &Game<ElementalCommand>, state: &Table, prices: &Prices, seat: Seat, id: CardId) -> bool {
    let held = &state.seats[seat.at()].resources;
    let card = state.card(id);
    let price = &game.data.prices[card.def.at()];
    let mut cost = (price[0] + card.cost as i16).max(0);
    if !prices.leave(game, card.def) {
        cost = prices.changed(game, state, seat, id, price[0] + card.cost as i16);
    }
    // All conditions are checked: nobody can predict which one fails, and a wrong guess costs more.
    (cost <= held[MANA])
        & (price[1] <= held[EARTH])
        & (price[2] <= held[EARTH + 1])
        & (price[3] <= held[EARTH + 2])
}

fn list_plays(
    game: &Game<ElementalCommand>,
    state: &Table,
    seat: Seat,
    place: u8,
    printed: &CardDef,
    free: CellSet,
    out: &mut Vec<Group>,
) {
    let group = Group::single(PLAY, place);
    let is_minion = printed.kind as usize == MINION;
    if is_minion && free.is_empty() {
        return;
    }
    let group = if is_minion { group.choose(AT, free) } else { group };
    if !printed.modes.is_empty() {
        let targets = |query| play::targets(game, state, query, seat, PieceId::NONE);
        options::list_options(out, group, printed, targets, is_minion, is_minion);
        return;
    }
    let targets = || chosen_targets(game, state, seat, printed, PieceId::NONE);
    play::list_aimed(game, out, group, printed, targets, is_minion);
    // RULE: a minion whose ability finds no target can be played; its ability is lost.
    if is_minion
        && printed.destination != 0
        && let Some(aimed) = out.last_mut()
        && aimed.linked
        && ElementalCommand::linked_len(game, state, seat, aimed) == 0
    {
        *aimed = group;
    }
}

/// The pieces a card or power may choose; for a movement, those that can be moved somewhere.
fn chosen_targets(
    game: &Game<ElementalCommand>,
    state: &Table,
    seat: Seat,
    printed: &CardDef,
    source: PieceId,
) -> PieceSet {
    let mut targets = play::targets(game, state, printed.target, seat, source);
    if printed.destination != 0 {
        let free = !state.occupied;
        for piece in targets {
            if destinations(game, state, printed.destination, piece, free).is_empty() {
                targets.remove(piece);
            }
        }
    }
    targets
}

/// The free cells a piece may be moved to by a card.
fn destinations(
    game: &Game<ElementalCommand>,
    state: &Table,
    kind: u8,
    piece: PieceId,
    free: CellSet,
) -> CellSet {
    let moved = state.piece(piece);
    if !moved.cell.is_some() {
        return CellSet::EMPTY;
    }
    let cells = home(moved.owner) & free;
    if kind == 2 { cells & game.data.board.adjacent(moved.cell) } else { cells }
}

/// The card of an action: one of the hand, or the hero with its power.
fn card_of(state: &Table, action: &Action) -> DefId {
    match action.verb {
        PLAY => state.card(state.zone(action.seat, HAND)[action.source as usize]).def,
        _ => state.piece(hero(action.seat)).def,
    }
}

fn list_powers(game: &Game<ElementalCommand>, state: &Table, seat: Seat, out: &mut Vec<Group>) {
    let printed = game.def(state.piece(hero(seat)).def);
    if state.resource(seat, POWER) == 0 || state.resource(seat, MANA) < printed.cost || !printed.has_program()
    {
        return;
    }
    let targets = || chosen_targets(game, state, seat, printed, hero(seat));
    play::list_aimed(game, out, Group::single(USE_POWER, 0), printed, targets, false);
}

/// What keeps a minion from attacking: each reason is a bit, the first one is told.
pub const NO_ATTACK: &[&str] =
    &["it is stunned", "it arrived this turn", "it has no attack", "it has acted this turn"];
/// What keeps a minion from moving.
pub const NO_MOVE: &[&str] =
    &["it is rooted", "it is stunned", "it arrived this turn", "it has acted this turn"];

#[inline(always)]
fn is_new(minion: &Piece<()>) -> bool {
    minion.is(ARRIVED) & (minion.keywords_now() & HASTE == 0)
}

/// The reasons of [`NO_ATTACK`] that hold for a minion; 0: it may attack, if it finds a target.
#[inline(always)]
pub fn attack_hindrances(state: &Table, piece: PieceId) -> u8 {
    let minion = state.piece(piece);
    let keywords = minion.keywords_now();
    let limit = if keywords & FRENZY != 0 { 2 } else { 1 };
    let is_spent = (minion.acted >= limit) | (minion.is(MOVED) & (keywords & SWIFT == 0));
    // Asked of every minion at every decision, with answers that cannot be predicted: no `&&`, which would jump.
    hindrances([minion.statuses[STUNNED] > 0, is_new(minion), minion.attack_now() <= 0, is_spent])
}

/// The reasons of [`NO_MOVE`] that hold for a minion; 0: it may move, if there is a free space.
#[inline(always)]
pub fn move_hindrances(state: &Table, piece: PieceId) -> u8 {
    let minion = state.piece(piece);
    let keywords = minion.keywords_now();
    let is_rooted = (keywords & ROOTED != 0) | (minion.statuses[ROOT] > 0);
    let is_spent = minion.is(MOVED) | ((minion.acted > 0) & (keywords & SWIFT == 0));
    hindrances([is_rooted, minion.statuses[STUNNED] > 0, is_new(minion), is_spent])
}

/// Whether a minion may attack now, if it finds a target.
#[inline(always)]
pub fn can_attack(state: &Table, piece: PieceId) -> bool {
    attack_hindrances(state, piece) == 0
}

/// Whether a minion may move now, if there is a free space.
#[inline(always)]
pub fn can_move(state: &Table, piece: PieceId) -> bool {
    move_hindrances(state, piece) == 0
}

/// What stands between attackers and a seat: the front-most minions and the active taunters.
pub struct Walls {
    seat: Seat,
    front: [PieceId; COLUMNS],
    pub taunters: PieceSet,
}

impl Walls {
    /// The walls of a seat.
    pub fn of(state: &Table, seat: Seat) -> Self {
        let mut walls = Self { seat, front: [PieceId::NONE; COLUMNS], taunters: PieceSet::EMPTY };
        for column in 0..COLUMNS {
            let piece = front_most(state, seat, column);
            walls.front[column] = piece;
            // RULE: a taunter is inactive while a friend stands in front of it, so only front-most ones count.
            if piece.is_some() && state.piece(piece).keywords_now() & TAUNT != 0 {
                walls.taunters.insert(piece);
            }
        }
        walls
    }

    /// Straight ahead: the front-most minion of the column, or the hero behind an empty one.
    pub fn ahead(&self, column: usize) -> PieceId {
        if self.front[column].is_some() { self.front[column] } else { hero(self.seat) }
    }
}

/// The pieces a minion may attack.
#[inline]
pub fn targets(state: &Table, walls: &Walls, attacker: PieceId) -> PieceSet {
    let minion = state.piece(attacker);
    let own = column(minion.cell);
    let mut reached = PieceSet::EMPTY;
    if minion.keywords_now() & FREE_TARGETING != 0 {
        reached = state.side[walls.seat.at()] & state.kind[MINION];
    } else if walls.taunters.any() {
        return walls.taunters;
    } else {
        for column in own.saturating_sub(1)..=(own + 1).min(COLUMNS - 1) {
            reached.insert(walls.front[column]);
        }
    }
    if walls.taunters.is_empty() && !walls.front[own].is_some() {
        reached.insert(hero(walls.seat));
    }
    reached
}
