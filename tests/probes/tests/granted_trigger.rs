//! A row of up to seven pieces a side that opens and closes, and abilities granted in the middle of a resolution.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::table::Code;
use cardwright_effects::{Catalogue, Ctx, Game, Hit, Moment, Refused, Setup, Vocabulary, usual};
use cardwright_probes::{Cards, Table, op, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Rows;

const ROW: usize = 7;

storage! {
    Rows: extra (), piece (), seats 2;
    pieces 32, cells 2 * ROW, cards 32, zones 2 of 16, effects 8, queue 48
}

const ATTACK: u8 = 0;
const VERBS: &[VerbSpec] =
    &[VerbSpec { word: "attack", source: Means::Piece, choices: &[(">", Means::Piece)], subset: false }];
// The steps of an attack.
const BLOWS: u16 = 0;
const AFTER: u16 = 1;

/// The pieces of a seat's row, from left to right.
fn row(state: &State<Rows>, seat: u8) -> Vec<PieceId> {
    (0..ROW)
        .map(|at| state.on(Cell((seat as usize * ROW + at) as u8)).first())
        .filter(|id| id.is_some())
        .collect()
}

/// Puts the pieces of a row on its cells, without a gap.
fn lay(state: &mut State<Rows>, seat: u8, pieces: &[PieceId]) {
    for at in 0..ROW {
        let cell = Cell((seat as usize * ROW + at) as u8);
        for old in state.on(cell) {
            state.lift(old, cell);
        }
        if let Some(&piece) = pieces.get(at) {
            state.lay(piece, cell);
            state.piece_mut(piece).cell = cell;
        }
    }
}

impl Basics for Rows {
    stub!("rows", &[]);

    type Data = ();

    const DEATHS_BEFORE_STEPS: bool = true;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["minion", "spell"]),
            attributes: words(&["attack", "health", "cost"]),
            zones: words(&["hand", "deck"]),
            durations: words(&["permanent", "end-of-turn"]),
            relations: words(&["adjacent"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Rows {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        if frame.pc == BLOWS && cx.is_alive(frame.source) && cx.is_alive(frame.subject) {
            Self::strike(cx, frame.source, frame.subject);
        } else if frame.pc == AFTER {
            // The row as it is after the deaths: its left end suffers.
            let left = row(cx.state, 1 - frame.seat.0).first().copied().unwrap_or_default();
            cx.deal(Hit::by_rule(left, 1));
        }
    }
}

impl Actions for Rows {
    const VERBS: &'static [VerbSpec] = VERBS;

    fn groups(_: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        let targets = state.used - state.side[seat.at()];
        out.extend(state.side[seat.at()].map(|own| Group::single(ATTACK, own.0).choose(0, targets.into())));
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let (own, target) = (PieceId(action.source), PieceId(action.choices[0]));
        cx.fire(Moment::Attacks, own, target, 0);
        for step in [BLOWS, AFTER] {
            cx.push(Frame::step(step, action.seat, own, target));
        }
    }
}

impl Places for Rows {
    fn near(_: &Game<Self>, cell: Cell, _: u8) -> CellSet {
        let (row, at) = (cell.at() / ROW * ROW, cell.at() % ROW);
        let mut near = CellSet::EMPTY;
        for beside in (0..ROW).filter(|beside| beside.abs_diff(at) == 1) {
            near.insert(Cell((row + beside) as u8));
        }
        near
    }

    /// To the right of the source, or at the end; the row opens when the piece has entered.
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let len = row(state, seat.0).len();
        let first = seat.at() * ROW;
        let is_own = near.is_some() && near.at() / ROW == seat.at();
        let at = if is_own { near.at() + 1 } else { first + len };
        (len < ROW).then_some(Cell(at.min(first + len) as u8))
    }
}

impl Reactions for Rows {
    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        let (seat, cell) = (cx.state.piece(piece).owner.0, cx.state.piece(piece).cell);
        cx.state.lift(piece, cell);
        let mut order = row(cx.state, seat);
        order.insert(cell.at() % ROW, piece);
        lay(cx.state, seat, &order);
    }

    fn vacated(cx: &mut Ctx<'_, Self>, cell: Cell) {
        let seat = (cell.at() / ROW) as u8;
        let order = row(cx.state, seat);
        lay(cx.state, seat, &order);
    }
}

usual!(Rows: Refusals, Secrecy, Checks, Clock, Shown, Worth, Planning, Trials);

/// A deck a side, minions, and spells that grant, hurt and dispel.
fn table() -> Table<Rows> {
    let mut cards = Cards::new();
    let chosen = cards.query(json!({"base": 3}));
    let near = cards.query(json!({"base": 1, "relation": 1}));
    let select = op(Code::Select, [0, 0, 0, chosen]);
    let one = op(Code::Const, [0, 1, 0, 0]);
    let draw = [one, op(Code::Draw, [1, 0, 0, 0])];
    let learn = cards.ability(Moment::Damaged, 0, &draw);
    let hurt = [one, op(Code::Damage, [0; 4])];
    let grant = |duration| op(Code::Grant, [duration, 0, 0, learn]);
    let lesson = cards.program(&[select, grant(0), hurt[0], hurt[1], one, op(Code::Buff, [0, 1, 0, 0])]);
    let cram = cards.program(&[select, grant(1), hurt[0], hurt[1]]);
    let ping = cards.program(&[select, hurt[0], hurt[1]]);
    let silence = cards.program(&[select, op(Code::Dispel, [0; 4])]);
    let aura = cards.aura(near, 1, 1);
    cards.card("pupil", 0, [1, 4], json!({}));
    let pupil = 1;
    let last = cards.ability(Moment::Died, 0, &[one, op(Code::Summon, [1, 0, 0, pupil])]);
    cards.card("egg", 0, [1, 1], json!({"abilities": [last]}));
    cards.card("captain", 0, [1, 2], json!({"auras": [aura]}));
    for (id, program) in [("lesson", lesson), ("cram", cram), ("ping", ping), ("silence", silence)] {
        cards.card(id, 1, [0, 0], json!({"play": program}));
    }
    let mut table = cards.table::<Rows>(json!({"hand": 10, "deck": 16}));
    table.give(0, 1, &["pupil"; 8]);
    table
}

fn hand(table: &Table<Rows>) -> usize {
    table.state.zone(Seat(0), 0).len()
}

fn named(table: &Table<Rows>, seat: u8) -> Vec<&str> {
    let id = |piece: PieceId| table.game.catalogue.ids[table.state.piece(piece).def.at()].as_str();
    row(&table.state, seat).into_iter().map(id).collect()
}

#[test]
fn a_granted_trigger_fires_within_the_resolution_that_granted_it() {
    let mut table = table();
    let pupil = table.put(0, "pupil", 0);
    table.cast(0, "lesson", pupil);
    assert_eq!(hand(&table), 1, "the spell taught it, then hurt it");
    // It interrupts the program: the card is drawn before the spell's last sentence.
    let told = table.told();
    let place = |wanted: fn(&What) -> bool| told.iter().position(wanted).expect("it was told");
    let (granted, hurt) =
        (place(|e| matches!(e, What::AbilityGranted { .. })), place(|e| matches!(e, What::Damaged { .. })));
    let (drawn, changed) =
        (place(|e| matches!(e, What::Drawn { .. })), place(|e| matches!(e, What::Changed { .. })));
    assert!(granted < hurt && hurt < drawn && drawn < changed, "{told:?}");
    table.cast(1, "ping", pupil);
    assert_eq!(hand(&table), 2, "it keeps the ability, for its owner");
}

#[test]
fn two_grants_are_two_abilities() {
    let mut table = table();
    let pupil = table.put(0, "pupil", 0);
    table.cast(0, "lesson", pupil);
    table.cast(0, "lesson", pupil);
    assert_eq!(hand(&table), 1 + 2);
}

#[test]
fn a_dispelled_piece_has_no_granted_ability() {
    let mut table = table();
    let pupil = table.put(0, "pupil", 0);
    table.cast(0, "lesson", pupil);
    table.cast(1, "silence", pupil);
    assert_eq!(
        (table.state.in_force_len, table.state.hears_itself[Moment::Damaged as usize]),
        (0, PieceSet::EMPTY)
    );
    table.cast(1, "ping", pupil);
    assert_eq!(hand(&table), 1);
    table.cast(0, "lesson", pupil);
    assert_eq!(hand(&table), 2, "what is dispelled can learn anew");
}

#[test]
fn a_granted_ability_ends_with_its_duration() {
    let mut table = table();
    let pupil = table.put(0, "pupil", 0);
    table.cast(0, "cram", pupil);
    assert_eq!(hand(&table), 1);
    table.state.now += 1;
    table.act(|cx| cx.expire());
    table.cast(1, "ping", pupil);
    assert_eq!(hand(&table), 1);
    assert!(!table.state.piece(pupil).is(GRANTED));
}

#[test]
fn the_dying_leave_between_the_steps_of_an_action() {
    let mut table = table();
    let own = table.put(0, "pupil", 0);
    table.put(1, "pupil", ROW as u8);
    let egg = table.put(1, "egg", ROW as u8);
    table.put(1, "captain", ROW as u8 + 2);
    assert_eq!(named(&table, 1), ["egg", "pupil", "captain"], "the row opens for who comes between");
    assert_eq!(table.state.piece(row(&table.state, 1)[1]).health_now(), 5, "next to the captain");
    table.apply(Action::new(Seat(0), ATTACK, own.0).with(0, egg.0));
    // The egg is gone and has hatched before the second step looks for the left end of the row.
    assert_eq!(named(&table, 1), ["pupil", "pupil", "captain"]);
    let damages: Vec<_> = row(&table.state, 1).iter().map(|&id| table.state.piece(id).damage).collect();
    assert_eq!(damages, [1, 0, 0]);
    assert_eq!(table.state.piece(own).damage, 1);
}

#[test]
fn a_row_closes_up_and_has_new_neighbours() {
    let mut table = table();
    let captain = table.put(0, "captain", 0);
    let middle = table.put(0, "pupil", 1);
    let right = table.put(0, "pupil", 2);
    assert_eq!(table.state.piece(right).attack_now(), 1);
    table.act(|cx| cx.state.dying.insert(middle));
    assert_eq!(row(&table.state, 0), [captain, right]);
    assert_eq!((table.state.piece(right).cell, table.state.piece(right).attack_now()), (Cell(1), 2));
    for _ in 0..5 {
        let end = Rows::summon_cell(&table.game, &table.state, Seat(0), Cell::NONE).expect("there is room");
        table.put(0, "pupil", end.0);
    }
    assert_eq!(row(&table.state, 0).len(), ROW);
    assert_eq!(Rows::summon_cell(&table.game, &table.state, Seat(0), Cell(0)), None);
}
