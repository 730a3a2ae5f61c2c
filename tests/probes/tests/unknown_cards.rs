//! A game whose heroes are collected like its other cards, and whose rules say nothing about unknown cards.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::{Catalogue, Ctx, Game, Refused, Setup, Vocabulary, play, usual};
use cardwright_probes::{Cards, Table, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Album;

storage! {
    Album: extra (), piece (), seats 2;
    pieces 8, cells 4, cards 32, zones 3 of 8, effects 1, queue 48
}

const HERO: i64 = 0;
const UNIT: i64 = 1;
const SPELL: i64 = 2;
const ART: i64 = 3;

impl Basics for Album {
    stub!("album", &[], &[Audience::Owner, Audience::OwnerUnordered, Audience::OwnerUnordered]);

    type Data = ();

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["hero", "unit", "spell", "art"]),
            attributes: words(&["attack", "health", "cost"]),
            zones: words(&["hand", "army", "book"]),
            durations: words(&["permanent"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Album {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}
}

impl Actions for Album {
    const VERBS: &'static [VerbSpec] = &[];

    fn groups(_: &Game<Self>, _: &State<Self>, _: Seat, _: &mut Vec<Group>) {}

    fn perform(_: &mut Ctx<'_, Self>, _: Action) {}
}

usual!(Album: Refusals, Places, Reactions, Secrecy, Checks, Clock, Shown, Worth, Planning, Trials);

/// More heroes than other cards, a mage that knows an art, and a token.
fn cards() -> Cards {
    let mut cards = Cards::new();
    cards.unique("hero");
    for id in ["queen", "king", "bishop", "knight"] {
        cards.card(id, HERO, [0, 9], json!({}));
    }
    let art = cards.card("fireball", ART, [0, 0], json!({}));
    cards.card("mage", UNIT, [1, 1], json!({"knows": [art.0]}));
    cards.card("soldier", UNIT, [2, 2], json!({}));
    cards.card("blaze", SPELL, [0, 0], json!({}));
    cards.card("bones", UNIT, [1, 1], json!({"collectible": false}));
    cards
}

/// In every zone both seats hold cards that fit there.
fn table(cards: &Cards) -> Table<Album> {
    let mut table = cards.table::<Album>(json!({"hand": 8, "copies": 9}));
    for seat in [0, 1] {
        table.give(seat, 0, &["mage", "blaze", "soldier", "blaze"]);
        table.give(seat, 1, &["soldier", "mage"]);
        table.give(seat, 2, &["blaze", "blaze"]);
    }
    table
}

/// The kinds that seat 0 imagines in a zone of seat 1, over many truths.
fn imagined(table: &Table<Album>, zone: usize) -> Vec<u8> {
    let view = play::view(&table.game, &table.state, Seat(0));
    let mut dice = Dice::sampled(5, "truth");
    let mut found: Vec<u8> = (0..300)
        .flat_map(|_| {
            let truth = play::determinise(&table.game, &view, &[], &mut dice);
            let cards = truth.zone(Seat(1), zone).iter();
            cards.map(|&id| truth.card(id).def).collect::<Vec<_>>()
        })
        .map(|def| {
            assert!(
                def != DefId::HIDDEN && table.game.def(def).collectible,
                "every card is imagined as one of decks"
            );
            table.game.def(def).kind
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn no_hero_and_no_art_is_imagined_in_a_hand_or_deck() {
    let table = table(&cards());
    for zone in 0..3 {
        assert_eq!(imagined(&table, zone), [UNIT as u8, SPELL as u8], "zone {zone}");
    }
    for id in ["queen", "fireball"] {
        assert!(!Album::fits(&table.game, 0, table.def(id)), "{id}");
    }
    assert!(Album::fits(&table.game, 0, table.def("bones")), "a text may give a token to a hand");
}

#[test]
fn what_lies_in_one_of_several_decks_is_of_its_kinds() {
    let mut cards = cards();
    cards.deck("army", &["unit"]);
    cards.deck("book", &["spell"]);
    let table = table(&cards);
    assert_eq!(imagined(&table, 0), [UNIT as u8, SPELL as u8]);
    assert_eq!(imagined(&table, 1), [UNIT as u8]);
    assert_eq!(imagined(&table, 2), [SPELL as u8]);
}

#[test]
fn a_kind_that_no_deck_names_is_in_none() {
    let mut cards = cards();
    cards.deck("army", &["unit"]);
    let table = table(&cards);
    let spell = table.def("blaze");
    assert!(!Album::unknown_pool(&table.game).contains(&spell));
    assert!(Album::fits(&table.game, 0, spell), "a text may still bring it to a hand");
}

#[test]
fn a_deck_of_an_unknown_kind_is_refused() {
    let mut cards = cards();
    cards.deck("army", &["golem"]);
    let text = cards.json::<Album>(json!({}));
    let refused = Catalogue::load(text.as_bytes()).expect_err("there is no such kind");
    assert_eq!(refused.0, "the deck 'army' holds the kind 'golem', which does not exist");
}
