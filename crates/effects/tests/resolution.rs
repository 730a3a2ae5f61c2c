//! The order of resolution, rule by rule: `docs/design/timing.md` names the test that guards each.

#[macro_use]
#[allow(dead_code, reason = "the stub games use more of it")]
#[path = "../../../tests/probes/src/lib.rs"]
mod support;

use std::sync::atomic::AtomicBool;

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::table::Code::{self, *};
use cardwright_effects::{Catalogue, Ctx, Game, Legal, Moment, Refused, Setup, Vocabulary, play, usual};
use serde_json::json;
use support::{Cards, Table, op, words};

#[derive(Clone, Copy)]
struct Plain;

storage! {
    Plain: extra (), piece (), seats 2;
    pieces 20, cells 16, cards 16, zones 2 of 8, effects 4, queue 92
}

const PLAY: u8 = 0;
const END: u8 = 1;
const CHOOSE: u8 = 2;
const VERBS: &[VerbSpec] = &[
    VerbSpec { word: "play", source: Means::Card, choices: &[], subset: false },
    VerbSpec { word: "end", source: Means::Nothing, choices: &[], subset: false },
    VerbSpec { word: "choose", source: Means::Answer, choices: &[], subset: false },
];
/// A keyword: when all is done, its carrier deals 1 damage to itself by settling.
const RESTLESS: u64 = 1;

impl Basics for Plain {
    stub!("plain", &[]);

    type Data = ();

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["minion", "spell"]),
            keywords: words(&["restless", "proud"]),
            statuses: words(&["dazed"]),
            attributes: words(&["attack", "health", "cost"]),
            resources: words(&["log"]),
            zones: words(&["hand", "deck"]),
            durations: words(&["permanent", "turn"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Plain {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        cx.state.now += 1;
        cx.expire();
        cx.fire_for_seat(Moment::PhaseStarts, frame.seat, DefId::NONE);
    }

    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        let restless =
            cx.state.used.into_iter().find(|&id| cx.state.piece(id).keywords_now() & RESTLESS != 0);
        let Some(piece) = restless else { return false };
        cx.state.piece_mut(piece).keywords = 0;
        cx.fire(Moment::Attacks, piece, piece, 0);
        cx.fire(Moment::Attacked, piece, piece, 0);
        true
    }

    fn expiry(state: &State<Self>, _: Seat, _: u8) -> u32 {
        state.now + 1
    }
}

impl Actions for Plain {
    const VERBS: &'static [VerbSpec] = VERBS;

    fn groups(_: &Game<Self>, state: &State<Self>, _: Seat, out: &mut Vec<Group>) {
        out.extend((0..state.prompt.len).map(|option| Group::single(CHOOSE, option)));
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        match action.verb {
            PLAY => {
                let id = cx.state.take_from_zone(action.seat, Self::HAND, action.source as usize);
                let def = cx.state.card(id).def;
                cx.state.release_card(id);
                cx.fire_for_seat(Moment::Played, action.seat, def);
                play::push_play(cx, def, action.seat, PieceId::NONE, PieceId::NONE, NO_CHOICE);
            }
            END => {
                cx.fire_for_seat(Moment::PhaseEnds, action.seat, DefId::NONE);
                cx.push(Frame::step(0, action.seat, PieceId::NONE, PieceId::NONE));
            }
            _ => play::answer(cx, action.source),
        }
    }
}

impl Places for Plain {
    fn summon_cell(_: &Game<Self>, state: &State<Self>, _: Seat, _: Cell) -> Option<Cell> {
        (0..16).map(Cell).find(|&cell| state.on(cell).is_empty())
    }
}

usual!(Plain: Refusals, Reactions, Secrecy, Checks, Clock, Shown, Worth, Planning, Trials);

/// Writes a number into the log: the order of `What::Gained` is the order of resolution.
fn log(n: i64) -> [[i64; 5]; 2] {
    [op(Const, [0, n, 0, 0]), op(Gain, [1, 0, 0, 0])]
}

/// V := n; then an operation with V.
fn with(n: i64, code: Code) -> [[i64; 5]; 2] {
    [op(Const, [0, n, 0, 0]), op(code, [0; 4])]
}

fn choose(query: i64) -> [[i64; 5]; 1] {
    [op(Select, [0, 0, 0, query])]
}

/// The cards of a test: queries that are often needed, and a minion for each list of abilities.
struct Book {
    cards: Cards,
    all: i64,
    chosen: i64,
}

impl Book {
    fn new() -> Self {
        let mut cards = Cards::new();
        let all = cards.query(json!({}));
        let chosen = cards.query(json!({"base": 3}));
        Self { cards, all, chosen }
    }
    fn minion(&mut self, id: &str, numbers: [i64; 2], abilities: &[i64]) {
        self.cards.card(id, 0, numbers, json!({"abilities": abilities}));
    }
    fn spell(&mut self, id: &str, parts: &[&[[i64; 5]]]) {
        let program = self.cards.program(&parts.concat());
        self.cards.card(id, 1, [0, 0], json!({"play": program}));
    }
    fn table(&self) -> Table<Plain> {
        self.cards.table(json!({"hand": 5, "deck": 8, "triggers": 50}))
    }
}

fn logged(table: &mut Table<Plain>) -> Vec<i16> {
    let amount = |what| if let What::Gained { amount, .. } = what { Some(amount) } else { None };
    table.told().into_iter().filter_map(amount).collect()
}

fn fizzled(told: &[What]) -> Vec<Room> {
    told.iter()
        .filter_map(|what| if let What::Fizzled { room } = what { Some(*room) } else { None })
        .collect()
}

#[test]
fn the_first_fired_runs_first_and_to_its_depths() {
    let mut book = Book::new();
    let target = book.cards.query(json!({"keywords": 2}));
    let first = [&log(1)[..], &choose(target), &with(1, Damage), &log(4)].concat();
    let first = book.cards.ability(Moment::Entered, 1, &first);
    let second = book.cards.ability(Moment::Entered, 1, &log(2));
    let hurt = book.cards.ability(Moment::Damaged, 0, &log(3));
    let own = book.cards.ability(Moment::Entered, 0, &log(9));
    book.minion("second", [0, 5], &[second]);
    book.minion("first", [0, 5], &[first]);
    book.cards.card("proud", 0, [0, 9], json!({"abilities": [hurt], "keywords": 2}));
    book.minion("newcomer", [0, 5], &[own]);
    let mut table = book.table();
    // Arrival counts, not the slot: a freed slot is taken by a later piece.
    let gone = table.put(0, "newcomer", 0);
    table.put(0, "proud", 1);
    table.put(0, "first", 2);
    table.act(|cx| cx.leave(gone));
    table.put(0, "second", 3);
    table.told();
    table.put(0, "newcomer", 4);
    assert_eq!(logged(&mut table), [9, 1, 3, 4, 2]);
}

#[test]
fn those_who_hear_of_a_card_act_before_its_text() {
    let mut book = Book::new();
    let hear = book.cards.ability(Moment::Played, 1, &log(1));
    book.minion("clerk", [0, 5], &[hear]);
    book.spell("note", &[&log(2)]);
    let mut table = book.table();
    table.put(0, "clerk", 0);
    table.give(0, 0, &["note"]);
    table.apply(Action::new(Seat(0), PLAY, 0));
    assert_eq!(logged(&mut table), [1, 2]);
}

#[test]
fn what_a_step_or_settling_fires_runs_in_firing_order() {
    let mut book = Book::new();
    let start = [1, 2].map(|n| book.cards.ability(Moment::PhaseStarts, 1, &log(n)));
    let end = book.cards.ability(Moment::PhaseEnds, 1, &log(9));
    let settle = [(Moment::Attacks, 3), (Moment::Attacked, 4)]
        .map(|(moment, n)| book.cards.ability(moment, 0, &log(n)));
    book.minion("one", [0, 5], &[start[0]]);
    book.minion("two", [0, 5], &[start[1], end]);
    let mut table = book.table();
    table.put(0, "one", 0);
    table.put(0, "two", 1);
    table.apply(Action::new(Seat(0), END, 0));
    assert_eq!(logged(&mut table), [9, 1, 2]);
    book.cards.card("restless", 0, [0, 5], json!({"keywords": RESTLESS, "abilities": settle}));
    let mut table = book.table();
    table.put(0, "restless", 0);
    assert_eq!(logged(&mut table), [3, 4]);
}

#[test]
fn the_dying_leave_together_and_speak_by_arrival() {
    let mut book = Book::new();
    // Each counts the pieces left when it speaks, and writes ten times that and its own number.
    let speak = |n| [op(Count, [0, 10, 0, 0]), op(Scale, [0, 1, n, 0]), op(Gain, [1, 0, 0, 0])];
    let words = [1, 2].map(|n| book.cards.ability(Moment::Died, 0, &speak(n)));
    let hears = book.cards.ability(Moment::Died, 1, &speak(3));
    book.minion("one", [0, 2], &[words[0], hears]);
    book.minion("two", [0, 2], &[words[1]]);
    book.minion("widow", [0, 9], &[hears]);
    let (all, hit) = (book.all, with(2, Damage));
    book.spell("storm", &[&choose(all), &hit, &log(100)]);
    let mut table = book.table();
    let gone = table.put(0, "widow", 0);
    table.put(0, "widow", 1);
    table.put(0, "two", 2);
    table.act(|cx| cx.leave(gone));
    table.put(0, "one", 3);
    table.told();
    table.cast(0, "storm", PieceId::NONE);
    // The spell ends first. Then, for each dead piece by arrival: its own death ability, then those of pieces that
    // hear of it. The dead do not hear of each other.
    assert_eq!(logged(&mut table), [100, 12, 13, 11, 13]);
}

#[test]
fn the_mortally_wounded_take_no_further_damage_and_cannot_be_saved() {
    let mut book = Book::new();
    let chosen = book.chosen;
    let save = [op(Const, [0, 5, 0, 0]), op(Buff, [0, 0, 1, 0])];
    book.minion("target", [0, 3], &[]);
    book.spell(
        "overkill",
        &[&choose(chosen), &with(3, Damage), &with(3, Damage), &with(9, Heal), &save, &log(1)],
    );
    let mut table = book.table();
    let target = table.put(0, "target", 0);
    table.told();
    table.cast(0, "overkill", target);
    let told = table.told();
    assert!(matches!(
        told[..],
        [What::Damaged { amount: 3, .. }, What::Gained { amount: 1, .. }, What::Died { .. }]
    ));
    assert!(table.state.used.is_empty() && table.state.limbo.is_empty());
}

#[test]
fn a_lent_bonus_that_ends_never_kills_and_a_malus_may() {
    let mut book = Book::new();
    let others = book.cards.query(json!({"other": 1}));
    let (weaken, chosen) = (book.cards.aura(others, 0, -2), book.chosen);
    let aura = book.cards.aura(others, 1, 3);
    let lend = [op(Const, [0, 3, 0, 0]), op(Buff, [1, 0, 1, 0])];
    book.minion("pawn", [1, 2], &[]);
    book.cards.card("king", 0, [0, 9], json!({"auras": [aura]}));
    book.cards.card("plague", 0, [0, 9], json!({"auras": [weaken]}));
    book.spell("bless", &[&choose(chosen), &lend]);
    book.spell("hit", &[&choose(chosen), &with(4, Damage)]);
    book.spell("slay", &[&choose(chosen), &[op(Destroy, [0; 4])]]);
    let health = |table: &Table<Plain>, piece| table.state.piece(piece).health_now();
    // By an aura.
    let mut table = book.table();
    let pawn = table.put(0, "pawn", 0);
    let king = table.put(0, "king", 1);
    table.cast(0, "hit", pawn);
    assert_eq!((health(&table, pawn), table.state.piece(pawn).attack_now()), (1, 2));
    table.cast(0, "slay", king);
    assert_eq!((health(&table, pawn), table.state.piece(pawn).attack_now()), (1, 1));
    // By a duration.
    table.act(|cx| cx.restore(pawn, 9));
    table.cast(0, "bless", pawn);
    table.cast(0, "hit", pawn);
    assert_eq!(health(&table, pawn), 1);
    table.apply(Action::new(Seat(0), END, 0));
    assert_eq!(health(&table, pawn), 1);
    table.put(1, "plague", 2);
    assert!(!table.state.used.has(pawn), "two less leave nothing");
}

#[test]
fn what_is_lent_is_computed_between_two_operations() {
    let mut book = Book::new();
    let others = book.cards.query(json!({"other": 1}));
    let (aura, chosen) = (book.cards.aura(others, 4, 0), book.chosen);
    let strongest = book.cards.query(json!({"attribute": 0, "compare": 1, "n": 5}));
    book.minion("pawn", [1, 2], &[]);
    book.cards.card("king", 0, [0, 9], json!({"auras": [aura]}));
    let none = [op(Count, [0, 1, 0, strongest]), op(Scale, [0, 1, 7, 0]), op(Gain, [1, 0, 0, 0])];
    book.spell("exile", &[&none, &choose(chosen), &[op(Return, [0; 4])], &none]);
    let mut table = book.table();
    table.put(0, "pawn", 0);
    let king = table.put(0, "king", 1);
    table.cast(0, "exile", king);
    assert_eq!(logged(&mut table), [8, 7]);
}

#[test]
fn an_endless_loop_ends_at_the_limit_of_triggers() {
    let mut book = Book::new();
    let others = book.cards.query(json!({"other": 1}));
    let revenge = [&choose(others)[..], &with(1, Damage)].concat();
    let revenge = book.cards.ability(Moment::Damaged, 0, &revenge);
    let chosen = book.chosen;
    book.minion("foe", [0, 9999], &[revenge]);
    book.spell("insult", &[&choose(chosen), &with(1, Damage), &log(1)]);
    let mut table = book.table();
    let foe = table.put(0, "foe", 0);
    table.put(1, "foe", 1);
    for _ in 0..2 {
        table.told();
        table.cast(0, "insult", foe);
        let told = table.told();
        assert_eq!(fizzled(&told), [Room::Triggers]);
        let damaged = told.iter().filter(|what| matches!(what, What::Damaged { .. })).count();
        assert_eq!(damaged, 1 + 50, "the next action counts anew");
        assert!(matches!(told.last(), Some(What::Gained { amount: 1, .. })), "what waits is finished");
    }
    // Without a limit, the one who waits may stop it.
    table.game.limits.triggers = 0;
    let insult = table.def("insult");
    let (stop, mut dice) = (AtomicBool::new(true), Dice::sampled(1, "game"));
    let mut cx = Ctx::new(&table.game, &mut table.state, &mut dice, None, Some(&stop));
    play::push_play(&mut cx, insult, Seat(0), PieceId::NONE, foe, NO_CHOICE);
    cx.resolve();
    assert_eq!(table.state.queue_len, 0);
}

#[test]
fn a_prompt_suspends_its_program_and_resumes_it() {
    let mut book = Book::new();
    let pool = book.cards.pool(0b01);
    let hear = book.cards.ability(Moment::Played, 1, &log(5));
    for id in ["ant", "bee", "cat", "dog"] {
        book.minion(id, [1, 1], &[]);
    }
    book.minion("clerk", [0, 5], &[hear]);
    book.spell("pick", &[&log(1), &[op(Choose, [0, 3, 0, pool])], &[op(Keep, [1, 0, 0, 0])], &log(2)]);
    let mut table = book.table();
    table.state.active = SeatSet::first_seats(2);
    table.put(1, "clerk", 0);
    table.give(0, 0, &["pick"]);
    table.apply(Action::new(Seat(0), PLAY, 0));
    assert_eq!(logged(&mut table), [5, 1]);
    assert_eq!((table.state.prompt.seat, table.state.prompt.len, table.state.queue_len), (Seat(0), 3, 3));
    assert_eq!(Plain::to_act(&table.state), SeatSet::one(Seat(0)), "nobody else may act meanwhile");
    assert_eq!(Legal::of(&table.game, &table.state, Seat(0)).len(), 3);
    let mut options = table.state.prompt.options[..3].to_vec();
    options.sort();
    options.dedup();
    assert_eq!(options.len(), 3, "different cards are offered");
    assert_eq!(table.state.triggers, 1, "the clerk's is counted on");
    // The other seat sees that a question waits, but not what is offered.
    let shown = play::view(&table.game, &table.state, Seat(1));
    let view = shown.state();
    assert_eq!((view.prompt.seat, view.prompt.len, view.queue_len), (Seat(0), 0, 0));
    let mut copy = State::empty();
    copy.assign(&table.state);
    let answer = Action::new(Seat(0), CHOOSE, 1);
    let wanted = table.state.prompt.options[1];
    table.apply(answer);
    assert_eq!(logged(&mut table), [2]);
    assert_eq!((table.state.prompt.is_open(), table.state.queue_len), (false, 0));
    let hand = table.state.zone(Seat(0), 0);
    assert_eq!(hand.iter().map(|&id| table.state.card(id).def).collect::<Vec<_>>(), [wanted]);
    // A copy of the waiting state goes on in the same way.
    play::apply(&table.game, &mut copy, answer, &mut table.dice, None, None);
    assert_eq!(copy.digest(), table.state.digest());
}

#[test]
fn dispel_takes_all_but_the_printed_numbers() {
    let mut book = Book::new();
    let (chosen, others) = (book.chosen, book.cards.query(json!({"other": 1})));
    let aura = book.cards.aura(others, 1, 1);
    let hurt = book.cards.ability(Moment::Damaged, 0, &log(1));
    book.minion("pawn", [1, 9], &[]);
    book.cards.card(
        "lord",
        0,
        [2, 3],
        json!({"abilities": [hurt], "auras": [aura], "keywords": 2, "statuses": [1]}),
    );
    let grow = [op(Const, [0, 2, 0, 0]), op(Buff, [0, 1, 1, 0]), op(Buff, [1, 1, 1, 0])];
    book.spell("grow", &[&choose(chosen), &grow]);
    book.spell("hit", &[&choose(chosen), &with(5, Damage)]);
    book.spell("silence", &[&choose(chosen), &[op(Dispel, [0; 4])]]);
    let mut table = book.table();
    let pawn = table.put(0, "pawn", 0);
    let lord = table.put(0, "lord", 1);
    table.cast(0, "grow", lord);
    table.cast(0, "hit", lord);
    assert_eq!((table.state.piece(lord).attack_now(), table.state.piece(lord).health_now()), (6, 2));
    assert_eq!((logged(&mut table), table.state.piece(pawn).attack_now()), (vec![1], 2));
    table.cast(1, "silence", lord);
    let dispelled = table.state.piece(lord);
    assert_eq!(
        (dispelled.attack_now(), dispelled.health_now()),
        (2, 2),
        "losing a bonus takes damage with it"
    );
    assert_eq!((dispelled.keywords_now(), dispelled.statuses[0], table.state.in_force_len), (0, 0, 0));
    assert_eq!(table.state.piece(pawn).attack_now(), 1, "its aura is gone");
    table.cast(0, "hit", lord);
    assert_eq!(logged(&mut table), [0; 0], "and its ability");
}

#[test]
fn a_transformed_piece_is_the_new_card_at_the_old_place() {
    let mut book = Book::new();
    let chosen = book.chosen;
    let old = book.cards.ability(Moment::Damaged, 0, &log(1));
    let new = book.cards.ability(Moment::Damaged, 0, &log(2));
    book.minion("prince", [5, 5], &[old]);
    book.minion("frog", [1, 3], &[new]);
    book.spell("hit", &[&choose(chosen), &with(1, Damage)]);
    let lend = [op(Const, [0, 3, 0, 0]), op(Buff, [1, 1, 0, 0])];
    let frog = 2;
    book.spell("hex", &[&choose(chosen), &lend, &with(1, Damage), &[op(Transform, [0, 0, 0, frog])]]);
    let mut table = book.table();
    let prince = table.put(0, "prince", 4);
    let stamp = table.state.piece(prince).stamp;
    table.cast(1, "hex", prince);
    assert_eq!(logged(&mut table), [1]);
    let now = *table.state.piece(prince);
    assert_eq!((now.def, now.cell, now.stamp, now.owner), (table.def("frog"), Cell(4), stamp, Seat(0)));
    assert_eq!((now.attack_now(), now.health_now(), table.state.in_force_len), (1, 3, 0));
    table.cast(1, "hit", prince);
    assert_eq!(logged(&mut table), [2]);
}

#[test]
fn what_replaces_a_piece_comes_when_it_has_left() {
    let mut book = Book::new();
    let chosen = book.chosen;
    let last_words = book.cards.ability(Moment::Died, 0, &log(1));
    let arrival = book.cards.ability(Moment::Entered, 0, &log(2));
    book.minion("prince", [5, 5], &[last_words]);
    book.minion("frog", [1, 3], &[arrival]);
    let frog = 2;
    book.spell("exchange", &[&choose(chosen), &[op(Replace, [0, 0, 0, frog])], &log(3)]);
    let mut table = book.table();
    let prince = table.put(0, "prince", 4);
    table.told();
    table.cast(1, "exchange", prince);
    assert_eq!(logged(&mut table), [1, 2, 3]);
    let there = *table.state.piece(table.state.on(Cell(4)).first());
    assert_eq!(
        (there.def, there.owner),
        (table.def("frog"), Seat(0)),
        "it belongs to the owner of the old one"
    );
}

#[test]
fn a_trigger_can_ask_who_did_it_and_how_much() {
    let mut book = Book::new();
    let strong = book.cards.query(json!({"attribute": 0, "compare": 1, "n": 3}));
    let chosen = book.chosen;
    let by_strong = book.cards.ability(Moment::Damaged, 1, &log(1));
    let by_spell = book.cards.ability(Moment::Damaged, 1, &log(2));
    let much = book.cards.ability(Moment::Damaged, 1, &log(3));
    let pay_back = [&choose(chosen)[..], &with(1, Damage)].concat();
    let avenge = book.cards.ability(Moment::Damaged, 1, &pay_back);
    for (ability, key, value) in
        [(by_strong, "by", strong), (by_spell, "by", -2), (much, "least", 4), (avenge, "by", strong)]
    {
        book.cards.set_ability(ability, key, json!(value));
    }
    book.minion("watcher", [0, 9], &[by_strong, by_spell, much, avenge]);
    book.minion("giant", [5, 9], &[]);
    book.minion("mouse", [1, 9], &[]);
    book.spell("hit", &[&choose(chosen), &with(2, Damage)]);
    let mut table = book.table();
    table.put(0, "watcher", 0);
    let (giant, mouse) = (table.put(0, "giant", 1), table.put(1, "mouse", 2));
    table.told();
    table.act(|cx| {
        cx.deal(cardwright_effects::Hit::blow(giant, mouse, 5));
    });
    assert_eq!(logged(&mut table), [1, 3]);
    assert_eq!(
        table.state.piece(giant).damage,
        1,
        "in a trigger about others the other party is the chosen one"
    );
    table.act(|cx| {
        cx.deal(cardwright_effects::Hit::blow(mouse, giant, 1));
    });
    assert_eq!(logged(&mut table), [0i16; 0]);
    table.cast(1, "hit", mouse);
    assert_eq!(logged(&mut table), [2]);
}

#[test]
fn every_trigger_below_the_limit_runs_however_many_wait() {
    let mut book = Book::new();
    let ends = [1, 2, 3, 4, 5].map(|n| book.cards.ability(Moment::PhaseEnds, 1, &log(n)));
    book.minion("bell", [0, 5], &ends);
    let mut table = book.table();
    for cell in 0..10 {
        table.put(0, "bell", cell);
    }
    table.told();
    table.apply(Action::new(Seat(0), END, 0));
    assert_eq!(logged(&mut table), [1, 2, 3, 4, 5].repeat(10), "50 triggers at once, by arrival");
    table.put(0, "bell", 10);
    table.told();
    table.apply(Action::new(Seat(0), END, 0));
    assert_eq!(fizzled(&table.told()), [Room::Triggers; 5], "the limit is the rulebook's");
    assert_eq!(table.state.now, 2, "the turn passed all the same");
}

#[test]
fn texts_that_wait_in_their_middle_are_all_finished() {
    let mut book = Book::new();
    let (others, chosen) = (book.cards.query(json!({"other": 1})), book.chosen);
    // Each blow is answered before the text that struck it goes on: texts wait for each other as deep as triggers go.
    let revenge = [&choose(others)[..], &with(1, Damage), &log(7)].concat();
    let revenge = book.cards.ability(Moment::Damaged, 0, &revenge);
    book.minion("foe", [0, 9999], &[revenge]);
    book.spell("insult", &[&choose(chosen), &with(1, Damage), &log(1)]);
    let mut table = book.table();
    let foe = table.put(0, "foe", 0);
    table.put(1, "foe", 1);
    table.told();
    table.cast(0, "insult", foe);
    let told = table.told();
    assert_eq!(fizzled(&told), [Room::Triggers]);
    let ends: Vec<_> = told
        .iter()
        .filter_map(|what| if let What::Gained { amount, .. } = what { Some(*amount) } else { None })
        .collect();
    assert_eq!(ends, [vec![7; 50], vec![1]].concat());
}

#[test]
fn a_piece_may_have_more_abilities_for_a_moment_than_are_looked_at_in_one_go() {
    let mut book = Book::new();
    let hurt: Vec<i64> = (1..=20).map(|n| book.cards.ability(Moment::Damaged, 0, &log(n))).collect();
    let chosen = book.chosen;
    book.minion("harp", [0, 9], &hurt);
    book.spell("hit", &[&choose(chosen), &with(1, Damage)]);
    let mut table = book.table();
    let harp = table.put(0, "harp", 0);
    table.told();
    table.cast(1, "hit", harp);
    assert_eq!(logged(&mut table), (1..=20).collect::<Vec<_>>());
}

#[test]
fn a_question_in_a_storm_waits_with_all_of_it_and_beyond_that_chance_answers() {
    for (below, is_asked) in [(9, true), (13, true), (14, true), (15, false), (16, false), (25, false)] {
        let mut book = Book::new();
        let (all, pool) = (book.all, book.cards.pool(0b01));
        let ask = [&[op(Choose, [0, 2, 0, pool])][..], &[op(Keep, [1, 0, 0, 0])], &log(3)].concat();
        let ask = book.cards.ability(Moment::Damaged, 0, &ask);
        let hurt = [1, 2, 4, 5].map(|n| book.cards.ability(Moment::Damaged, 0, &log(n)));
        book.minion("asker", [0, 9], &[ask]);
        book.minion("harp", [0, 9], &hurt);
        book.spell("quake", &[&choose(all), &with(1, Damage), &log(8)]);
        book.spell("note", &[&log(9)]);
        let mut table = book.table();
        table.state.active = SeatSet::first_seats(2);
        table.put(1, "asker", 0);
        for cell in 1..=10 {
            table.put(0, "harp", cell);
        }
        table.told();
        let (quake, note) = (table.def("quake"), table.def("note"));
        table.act(|cx| {
            for card in [vec![quake], vec![note; below]].concat() {
                play::push_play(cx, card, Seat(0), PieceId::NONE, PieceId::NONE, NO_CHOICE);
            }
        });
        assert_eq!(table.state.prompt.is_open(), is_asked);
        if is_asked {
            assert_eq!(logged(&mut table), [0i16; 0], "all the rest waits");
            table.apply(Action::new(Seat(1), CHOOSE, 0));
        }
        let harps = [1, 2, 4, 5].repeat(10);
        assert_eq!(logged(&mut table), [vec![3], harps, vec![8], vec![9; below]].concat());
        assert_eq!(table.state.zone(Seat(1), 0).len(), 1, "the card that was chosen is kept");
    }
}

#[test]
fn what_finds_no_room_fizzles() {
    let mut book = Book::new();
    let (all, chosen) = (book.all, book.chosen);
    book.minion("ant", [0, 9], &[]);
    let ant = 1;
    book.spell("swarm", &[&[op(Const, [0, 20, 0, 0]), op(Summon, [1, 0, 0, ant])]]);
    for n in 1..=5 {
        let lend = [op(Const, [0, n, 0, 0]), op(Buff, [1, 1, 0, 0])];
        book.spell(&format!("lend-{n}"), &[&choose(chosen), &lend]);
    }
    let doom = [op(Destroy, [0; 4])];
    let again = [op(Const, [0, 9, 0, 0]), op(Summon, [1, 0, 0, ant])];
    book.spell("renewal", &[&choose(all), &[op(Return, [0; 4])], &again]);
    book.spell("doom", &[&choose(all), &doom]);
    let mut table = book.table();
    table.cast(0, "swarm", PieceId::NONE);
    let told = table.told();
    assert_eq!((fizzled(&told), table.state.used.len()), (vec![Room::Cells], 16));
    for n in 1..=5 {
        table.cast(0, &format!("lend-{n}"), PieceId(n));
    }
    let told = table.told();
    let attacks = (1..=5).map(|n| table.state.piece(PieceId(n)).attack_now());
    assert_eq!((fizzled(&told), attacks.collect::<Vec<_>>()), (vec![Room::Effects], vec![1, 2, 3, 4, 0]));
    // A piece that left stays readable until all is resolved, and so keeps its slot.
    table.cast(0, "renewal", PieceId::NONE);
    let told = table.told();
    assert_eq!((fizzled(&told), table.state.used.len()), (vec![Room::Pieces], 4));
    table.cast(0, "doom", PieceId::NONE);
    table.cast(0, "swarm", PieceId::NONE);
    assert_eq!(table.state.used.len(), 16);
}
