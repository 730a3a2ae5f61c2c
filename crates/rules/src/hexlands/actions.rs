//! What a player may do: play cards where the land fits, change a field, move, attack, end the turn.

use cardwright_core::{
    ARRIVED, Action, Cell, CellSet, Group, MOVED, Means, Options, Piece, PieceId, PieceSet, Seat, State,
    VerbSpec, What,
};
use cardwright_effects::legal::hindrances;
use cardwright_effects::play::{self, AT, TARGET, TO, answer};
use cardwright_effects::{Actions, CardDef, Course, Ctx, Game, NOTHING, aim, options, turns};

use super::lands::Rows;
use super::places::{free_range, hero_range, is_full};
use super::state::*;
use super::{board, course};

pub const PLAY: u8 = 0;
pub const CHANGE: u8 = 1;
pub const MOVE: u8 = 2;
pub const ATTACK: u8 = 3;
pub const END: u8 = 4;
pub const CHOOSE: u8 = 5;

/// The lands that a field can be changed to, as options.
const CHOICE_OF_LAND: Options = CellSet((1 << CHOSEN_LANDS) - 1);

type Table = State<Hexlands>;

impl Actions for Hexlands {
    const VERBS: &'static [VerbSpec] = &[
        turns::PLAY,
        VerbSpec::new("change", Means::Cell, &[("to", Means::Option(&["fire", "water", "nature", "earth"]))]),
        turns::MOVE,
        turns::ATTACK,
        turns::END,
        turns::CHOOSE,
    ];

    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if state.prompt.is_open() {
            out.push(turns::answers(state, CHOOSE));
            return;
        }
        list_plays(game, state, seat, out);
        if state.resource(seat, CHANGES) > 0 {
            let cells = hero_range(game, state, seat);
            if cells.any() {
                out.push(Group::each(CHANGE, cells).choose(0, CHOICE_OF_LAND));
            }
        }
        for piece in state.side[seat.at()] & figures(state) {
            let steps = steps(game, state, piece);
            if steps.any() {
                out.push(Group::single(MOVE, piece.0).choose(0, steps));
            }
            let targets = targets_of_attack(game, state, piece);
            if targets.any() {
                out.push(Group::single(ATTACK, piece.0).choose(0, targets.into()));
            }
        }
        out.push(Group::single(END, 0));
    }

    /// Where a text moves its target, the field of its second target, or the target of an option.
    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        let printed = game.def(state.card(state.zone(prefix.seat, HAND)[prefix.source as usize]).def);
        if let Some(query) = options::linked_query(printed, prefix) {
            return (TARGET, play::targets(game, state, query, prefix.seat, PieceId::NONE).into());
        }
        let first = PieceId(prefix.choices[TARGET as usize]);
        if printed.second != NOTHING {
            let found = aim::second_targets(game, state, printed, prefix.seat, PieceId::NONE, first);
            return (TO, fields_of(state, found));
        }
        let target = state.piece(first);
        let mut cells = destinations(game, state, printed.destination, target);
        // The card itself comes first.
        let at = prefix.choices[AT as usize];
        if at != cardwright_core::NO_CHOICE {
            cells.remove(Cell(at));
        }
        (TO, cells)
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let seat = action.seat;
        match action.verb {
            PLAY => play(cx, action),
            CHANGE => {
                *cx.state.resource_mut(seat, CHANGES) -= 1;
                course::change_land(cx, Cell(action.source), action.choices[0] as usize);
            }
            MOVE => {
                let piece = PieceId(action.source);
                cx.state.piece_mut(piece).flags |= MOVED;
                cx.move_piece(piece, Cell(action.choices[0]));
            }
            ATTACK => turns::attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            END => turns::end(cx, seat),
            _ => answer(cx, action.source),
        }
    }

    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        Some(Action::new(seat, if state.prompt.is_open() { CHOOSE } else { END }, 0))
    }
}

fn list_plays(game: &Game<Hexlands>, state: &Table, seat: Seat, out: &mut Vec<Group>) {
    let (hand, own) = (state.zone(seat, HAND), hero(state, seat));
    if hand.is_empty() || !own.is_some() {
        return;
    }
    let stands = game.data.board.spots[state.piece(own).cell.at()];
    let free = if is_full(game, state, seat) { CellSet::EMPTY } else { free_range(game, state, seat) };
    for (place, &id) in hand.iter().enumerate() {
        let def = state.card(id).def;
        // A card that the view hides cannot be played from it.
        if def.0 == 0 || play::is_repeated(state, &hand[..place], id) {
            continue;
        }
        let printed = game.def(def);
        let anchors = state.extra.lands.matches(game.data.pattern(state, seat, def));
        let is_minion = printed.kind as usize == MINION;
        let mut group = Group::single(PLAY, place as u8);
        if is_minion {
            let mut cells = fitting(game, free, &anchors);
            if let Some(only) = only_destination(game, state, seat, printed)
                && cells.has(only)
            {
                // On the only field to which its target could go it comes without its text.
                out.push(group.choose(AT, CellSet::one(only)));
                cells.remove(only);
            }
            if cells.is_empty() {
                continue;
            }
            group = group.choose(AT, cells);
        } else if !anchors.has(stands) {
            continue;
        }
        if printed.modes.is_empty() {
            let targets = || targets(game, state, seat, printed);
            play::list_aimed(game, out, group, printed, targets, is_minion);
        } else {
            let targets = |query| play::targets(game, state, query, seat, PieceId::NONE);
            options::list_options(out, group, printed, targets, is_minion, is_minion);
        }
    }
}

/// The fields among some at which a pattern matches.
#[inline]
pub fn fitting(game: &Game<Hexlands>, mut cells: CellSet, anchors: &Rows) -> CellSet {
    // Mostly a pattern matches nowhere.
    if anchors.0.iter().all(|&row| row == 0) {
        return CellSet::EMPTY;
    }
    for cell in cells {
        if !anchors.has(game.data.board.spots[cell.at()]) {
            cells.remove(cell);
        }
    }
    cells
}

/// The figures that a text may choose: for a movement those that can go somewhere.
fn targets(game: &Game<Hexlands>, state: &Table, seat: Seat, printed: &CardDef) -> PieceSet {
    let mut found = aim::first_targets(game, state, printed, seat, PieceId::NONE);
    if printed.destination != 0 {
        for piece in found {
            if destinations(game, state, printed.destination, state.piece(piece)).is_empty() {
                found.remove(piece);
            }
        }
    }
    found
}

/// The only field to which any target of a text could be moved, if there is only one.
fn only_destination(game: &Game<Hexlands>, state: &Table, seat: Seat, printed: &CardDef) -> Option<Cell> {
    if printed.destination == 0 || printed.target == NOTHING {
        return None;
    }
    let mut cells = CellSet::EMPTY;
    for piece in targets(game, state, seat, printed) {
        cells |= destinations(game, state, printed.destination, state.piece(piece));
    }
    (cells.len() == 1).then(|| cells.first())
}

/// The fields on which figures stand.
fn fields_of(state: &Table, figures: PieceSet) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for piece in figures {
        cells.insert(state.piece(piece).cell);
    }
    cells
}

/// The fields to which a text may move a figure: any free one, or a free one next to it.
fn destinations(game: &Game<Hexlands>, state: &Table, kind: u8, piece: &Piece<()>) -> CellSet {
    let free = game.data.board.all & !state.occupied;
    if kind == 2 { free & game.data.board.adjacent(piece.cell) } else { free }
}

/// What keeps a figure from moving: each reason is a bit, the first one is told.
pub const NO_MOVE: &[&str] = &["it came this turn", "it is paralysed", "it has moved this turn"];
/// What keeps a figure from attacking.
pub const NO_ATTACK: &[&str] = &["it came this turn", "it is paralysed", "it has attacked this turn"];

/// The reasons of [`NO_MOVE`] that hold for a figure; 0: it may move, if there is room.
#[inline(always)]
pub fn move_hindrances(it: &Piece<()>) -> u8 {
    hindrances([it.is(ARRIVED), it.statuses[PARALYSED] > 0, it.is(MOVED)])
}

/// The reasons of [`NO_ATTACK`] that hold for a figure; 0: it may attack, if it finds an enemy.
#[inline(always)]
pub fn attack_hindrances(it: &Piece<()>) -> u8 {
    hindrances([it.is(ARRIVED), it.statuses[PARALYSED] > 0, it.acted > 0])
}

/// The fields that a figure may move to now.
///
/// RULE: it walks over free fields only.
#[inline]
pub fn steps(game: &Game<Hexlands>, state: &Table, piece: PieceId) -> CellSet {
    let it = state.piece(piece);
    if move_hindrances(it) != 0 {
        return CellSet::EMPTY;
    }
    walk(&game.data.board, it.cell, number_of(game, state, piece, MOVEMENT), !state.occupied)
}

/// The fields that can be reached in some steps over free ones.
#[inline]
pub fn walk(board: &board::Board, from: Cell, steps: i16, free: CellSet) -> CellSet {
    let mut reached = board.adjacent(from) & free;
    let mut edge = reached;
    for _ in 1..steps {
        let mut next = CellSet::EMPTY;
        for cell in edge {
            next |= board.adjacent(cell);
        }
        edge = (next & free) - reached;
        if edge.is_empty() {
            break;
        }
        reached |= edge;
    }
    reached
}

/// The enemies that a figure may attack now.
#[inline]
pub fn targets_of_attack(game: &Game<Hexlands>, state: &Table, piece: PieceId) -> PieceSet {
    let it = state.piece(piece);
    if attack_hindrances(it) != 0 {
        return PieceSet::EMPTY;
    }
    in_range(game, state, piece) & enemies(state, it.owner)
}

/// The figures in the range of a figure.
#[inline]
pub fn in_range(game: &Game<Hexlands>, state: &Table, piece: PieceId) -> PieceSet {
    let band = game.data.board.band(state.piece(piece).cell, range_of(game, state, piece));
    let mut found = PieceSet::EMPTY;
    for cell in band & state.occupied {
        found |= state.on(cell);
    }
    found
}

/// The figures of a seat's enemies.
#[inline]
pub fn enemies(state: &Table, seat: Seat) -> PieceSet {
    let mut found = PieceSet::EMPTY;
    for foe in Hexlands::foes(state, seat) {
        found |= state.side[foe.at()];
    }
    found
}

/// Plays a card from the hand: nothing is paid, the land stays as it is.
fn play(cx: &mut Ctx<'_, Hexlands>, action: Action) {
    let seat = action.seat;
    let card = turns::take_card(cx, action);
    cx.tell(What::Played { seat, card: card.def });
    let is_spell = cx.game.def(card.def).kind as usize == SPELL;
    turns::resolve_card(cx, action, card, !is_spell);
    if is_spell {
        course::bury_later(cx, seat, card.def);
    }
}
