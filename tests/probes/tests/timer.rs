//! Time in milliseconds: creatures that act by themselves at intervals, between the stamped actions of two seats.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::table::Code;
use cardwright_effects::{Catalogue, Ctx, Game, Refused, Setup, Vocabulary, play, usual};
use cardwright_probes::{Cards, Table, op, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Clock;

storage! {
    Clock: extra (), piece (), seats 2;
    pieces 16, cells 12, cards 4, zones 2 of 4, effects 8, queue 48
}

const MANA: usize = 0;
/// The milliseconds in which a seat gains one mana by itself.
const INCOME: u32 = 700;

impl Basics for Clock {
    stub!("clock", &[]);

    type Data = ();

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["creature", "hero", "spell"]),
            attributes: words(&["attack", "health", "cost"]),
            resources: words(&["mana"]),
            zones: words(&["hand", "deck"]),
            durations: words(&["permanent", "three-seconds"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Clock {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}

    fn expiry(state: &State<Self>, _: Seat, _: u8) -> u32 {
        state.now + 3000
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        cx.state.is_over = cx.state.lost.any();
    }
}

impl Actions for Clock {
    const VERBS: &'static [VerbSpec] = &[];

    fn groups(_: &Game<Self>, _: &State<Self>, _: Seat, _: &mut Vec<Group>) {}

    fn perform(_: &mut Ctx<'_, Self>, _: Action) {}
}

impl Places for Clock {
    fn summon_cell(_: &Game<Self>, state: &State<Self>, _: Seat, _: Cell) -> Option<Cell> {
        (0..12).map(Cell).find(|&cell| state.on(cell).is_empty())
    }
}

impl Reactions for Clock {
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        let is_hero = cx.state.kind[1].has(piece);
        if is_hero {
            cx.defeat(cx.state.piece(piece).owner);
        }
        !is_hero
    }
}

impl cardwright_effects::Clock for Clock {
    fn next_event_at(_: &Game<Self>, state: &State<Self>) -> Option<u32> {
        Some((state.now / INCOME + 1) * INCOME)
    }

    fn instant(cx: &mut Ctx<'_, Self>) {
        if cx.state.now.is_multiple_of(INCOME) {
            for seat in cx.state.all_seats() {
                cx.gain(seat, MANA, 1);
            }
        }
    }
}

usual!(Clock: Refusals, Secrecy, Checks, Shown, Worth, Planning, Trials);

/// A hero a side, and cards that strike the enemy hero by the clock.
fn table() -> Table<Clock> {
    let mut cards = Cards::new();
    let foe = cards.query(json!({"side": 2, "kinds": 0b10}));
    let chosen = cards.query(json!({"base": 3}));
    let strength = op(Code::Read, [0, 0, 0, 0]);
    let strike = [op(Code::Select, [0, 0, 0, foe]), strength, op(Code::Damage, [0; 4])];
    let often = cards.timer(1000, true, &strike);
    let once = cards.timer(2500, false, &strike);
    let rage = cards.program(&[
        op(Code::Select, [0, 0, 0, chosen]),
        op(Code::Const, [0, 5, 0, 0]),
        op(Code::Buff, [1, 1, 0, 0]),
    ]);
    let by_clock = |timer: i64| json!({"abilities": [timer]});
    cards.card("hero", 1, [0, 90], json!({}));
    cards.card("wolf", 0, [1, 3], by_clock(often));
    cards.card("bear", 0, [2, 3], by_clock(often));
    cards.card("bomb", 0, [7, 3], by_clock(once));
    cards.card("rage", 2, [0, 0], json!({"play": rage}));
    let mut table = cards.table::<Clock>(json!({"hand": 4, "deck": 4}));
    table.put(0, "hero", 0);
    table.put(1, "hero", 6);
    table
}

fn advance(table: &mut Table<Clock>, to: u32) {
    let Table { game, state, dice, events } = table;
    play::advance(game, state, to, dice, Some(events), None);
}

fn damage(table: &Table<Clock>, seat: u8) -> i16 {
    table.state.piece(PieceId(seat)).damage
}

/// The damage of each blow at a hero since this was last asked, in order.
fn blows(table: &mut Table<Clock>) -> Vec<i16> {
    let amount = |what| if let What::Damaged { amount, .. } = what { Some(amount) } else { None };
    table.told().into_iter().filter_map(amount).collect()
}

#[test]
fn a_timer_fires_between_two_stamped_actions() {
    let mut table = table();
    advance(&mut table, 500);
    table.put(0, "wolf", 1);
    assert_eq!(play::next_event_at(&table.game, &table.state), Some(700), "the income comes first");
    advance(&mut table, 1499);
    assert_eq!(play::next_event_at(&table.game, &table.state), Some(1500));
    assert_eq!((damage(&table, 1), table.state.resource(Seat(0), MANA)), (0, 2));
    advance(&mut table, 2200);
    assert_eq!((damage(&table, 1), table.state.now), (1, 2200));
    let wolf = PieceId(2);
    table.act(|cx| cx.leave(wolf));
    advance(&mut table, 60_000);
    assert_eq!(damage(&table, 1), 1, "who has left acts no more");
    assert_eq!(table.state.in_force_len, 0);
}

#[test]
fn any_split_of_time_leads_to_the_same_state() {
    let play = |stops: &[u32]| {
        let mut table = table();
        let actions = [(300, 0, "wolf"), (1000, 1, "bomb"), (1300, 1, "bear"), (4000, 0, "wolf")];
        let mut stops = stops.to_vec();
        stops.extend(actions.map(|(at, ..)| at));
        stops.sort();
        stops.push(9000);
        for (cell, &(at, seat, id)) in actions.iter().enumerate() {
            while stops[0] <= at {
                advance(&mut table, stops.remove(0));
            }
            table.put(seat, id, 1 + cell as u8);
        }
        stops.into_iter().for_each(|stop| advance(&mut table, stop));
        (table.state.digest(), blows(&mut table))
    };
    let whole = play(&[]);
    assert_eq!(whole.1.len(), 8 + 1 + 7 + 5);
    let mut dice = Dice::sampled(2, "split");
    for _ in 0..200 {
        let stops: Vec<u32> = (0..dice.below(40)).map(|_| dice.below(9000)).collect();
        assert_eq!(play(&stops), whole, "split at {stops:?}");
    }
    assert_eq!(play(&(0..9000).collect::<Vec<_>>()), whole, "a millisecond at a time");
}

#[test]
fn timers_of_one_instant_run_in_order_of_arrival() {
    let mut table = table();
    let first = table.put(0, "wolf", 1);
    let bear = table.put(0, "bear", 2);
    table.act(|cx| cx.leave(first));
    // The new piece takes the lower slot, and the clocks of both say the same.
    let wolf = table.put(1, "wolf", 7);
    assert!(wolf.0 < bear.0);
    advance(&mut table, 1000);
    assert_eq!(blows(&mut table), [2, 1]);
    // One timer for several carriers: they too act by arrival.
    let (until, ability) = (1500, table.game.def(table.def("bomb")).abilities[0]);
    let pieces = PieceSet::one(wolf) | PieceSet::one(bear);
    let seat = Seat(0);
    table.act(|cx| {
        cx.add_in_force(InForce {
            pieces,
            until,
            ability,
            seat,
            sort: InForceSort::Timer,
            ..InForce::default()
        })
    });
    advance(&mut table, 1500);
    assert_eq!(blows(&mut table), [2, 1]);
    assert_eq!(table.state.in_force_len, 2, "a timer that fires once leaves no record");
}

#[test]
fn a_duration_ends_at_its_instant() {
    let mut table = table();
    let wolf = table.put(0, "wolf", 1);
    advance(&mut table, 100);
    table.cast(0, "rage", wolf);
    assert_eq!(table.state.piece(wolf).attack_now(), 6);
    advance(&mut table, 3099);
    assert_eq!((table.state.piece(wolf).attack_now(), blows(&mut table)), (6, vec![6, 6, 6]));
    assert_eq!(play::next_event_at(&table.game, &table.state), Some(3100));
    advance(&mut table, 3100);
    assert_eq!(table.state.piece(wolf).attack_now(), 1);
}

#[test]
fn a_duration_that_ends_with_a_firing_is_gone_before_it() {
    let mut table = table();
    let wolf = table.put(0, "wolf", 1);
    table.cast(0, "rage", wolf);
    advance(&mut table, 3000);
    assert_eq!(blows(&mut table), [6, 6, 1]);
}

#[test]
fn time_stands_still_once_the_match_is_over() {
    let mut table = table();
    table.put(0, "bomb", 1);
    table.put(0, "wolf", 2);
    table.state.piece_mut(PieceId(1)).health = 9;
    advance(&mut table, 9000);
    assert!(table.state.is_over);
    assert_eq!((table.state.now, damage(&table, 1)), (2500, 9));
    let end = table.state.digest();
    advance(&mut table, 20_000);
    assert_eq!(table.state.digest(), end);
}

#[test]
fn a_piece_that_becomes_another_card_keeps_no_timer_of_the_old_one() {
    let mut table = table();
    let wolf = table.put(0, "wolf", 1);
    let bomb = table.def("bomb");
    advance(&mut table, 500);
    table.act(|cx| cx.transform(wolf, bomb));
    advance(&mut table, 2999);
    assert_eq!(damage(&table, 1), 0);
    advance(&mut table, 9000);
    assert_eq!(damage(&table, 1), 7);
}
