//! A hexagon board on which a card is not paid: a pattern of lands must lie around the field where it is placed.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::{Catalogue, Ctx, Game, Legal, Refused, Setup, Vocabulary, play, usual};
use cardwright_probes::{Cards, Table, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Hex;

const LANDS: usize = 3;
const WOOD: usize = 0;
const LAKE: usize = 1;

/// The cells of each land.
type Lands = [CellSet; LANDS];

storage! {
    Hex: extra Lands, piece (), seats 2;
    pieces 16, cells 61, cards 16, zones 2 of 8, effects 4, queue 48
}

/// A step on the board, and the land that must lie there.
type Field = ((i32, i32), usize);

struct Data {
    board: Topology,
    /// The axial coordinates of each cell.
    places: Vec<(i32, i32)>,
    /// The pattern of each card.
    patterns: Vec<Vec<Field>>,
}

const PLAY: u8 = 0;
const CHANGE: u8 = 1;
const VERBS: &[VerbSpec] = &[
    VerbSpec { word: "play", source: Means::Card, choices: &[("at", Means::Cell)], subset: false },
    VerbSpec { word: "change", source: Means::Nothing, choices: &[("at", Means::Cell)], subset: false },
];
const RANGE: i32 = 2;

impl Data {
    fn at(&self, place: (i32, i32)) -> Option<Cell> {
        self.places.iter().position(|&other| other == place).map(|cell| Cell(cell as u8))
    }

    /// Whether the pattern of a card lies around an anchor, turned by half for the opposite seat.
    fn matches(&self, lands: &Lands, seat: Seat, def: DefId, anchor: Cell) -> bool {
        let (q, r) = self.places[anchor.at()];
        let turn = if seat.0 == 0 { 1 } else { -1 };
        self.patterns[def.at()].iter().all(|&((dq, dr), land)| {
            self.at((q + turn * dq, r + turn * dr)).is_some_and(|cell| lands[land].has(cell))
        })
    }

    /// The free cells in range of a hero at which a card may be placed.
    fn places_for(&self, state: &State<Hex>, seat: Seat, def: DefId) -> CellSet {
        let hero = self.places[state.piece(PieceId(seat.0)).cell.at()];
        let mut found = CellSet::EMPTY;
        for cell in (0..self.board.len() as u8).map(Cell) {
            let (q, r) = (self.places[cell.at()].0 - hero.0, self.places[cell.at()].1 - hero.1);
            let distance = (q.abs() + r.abs() + (q + r).abs()) / 2;
            if distance <= RANGE && state.on(cell).is_empty() && self.matches(&state.extra, seat, def, cell) {
                found.insert(cell);
            }
        }
        found
    }
}

impl Basics for Hex {
    stub!("hex", &[]);

    type Data = Data;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["minion", "hero"]),
            attributes: words(&["attack", "health", "cost"]),
            zones: words(&["hand", "deck"]),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, _: &str) -> Result<Data, Refused> {
        let board = Topology::hexagon(4);
        let place = |cell| {
            let (q, r) = board.name(Cell(cell)).split_once(',')?;
            Some((q.parse().ok()?, r.parse().ok()?))
        };
        let places: Option<_> = (0..board.len() as u8).map(place).collect();
        let pattern = |own: &serde_json::Value| serde_json::from_value(own.clone()).unwrap_or_default();
        let patterns = catalogue.own.iter().map(pattern).collect();
        Ok(Data { places: places.ok_or(Refused("a cell without coordinates".into()))?, patterns, board })
    }
}

impl Course for Hex {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}
}

impl Actions for Hex {
    const VERBS: &'static [VerbSpec] = VERBS;

    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        for (place, &id) in state.zone(seat, Self::HAND).iter().enumerate() {
            let cells = game.data.places_for(state, seat, state.card(id).def);
            if cells.any() {
                out.push(Group::single(PLAY, place as u8).choose(0, cells));
            }
        }
        let all = CellSet((1 << game.data.board.len()) - 1);
        out.extend((0..LANDS).map(|land| Group::single(CHANGE, land as u8).choose(0, all)));
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let cell = Cell(action.choices[0]);
        if action.verb == PLAY {
            let id = cx.state.take_from_zone(action.seat, Self::HAND, action.source as usize);
            let def = cx.state.card(id).def;
            cx.state.release_card(id);
            cx.enter(action.seat, def, cell);
        } else {
            let lands = &mut cx.state.extra;
            lands.iter_mut().for_each(|land| land.remove(cell));
            lands[action.source as usize].insert(cell);
        }
    }
}

usual!(Hex: Refusals, Places, Reactions, Secrecy, Checks, Clock, Shown, Worth, Planning, Trials);

/// Heroes at the two ends, one card each whose pattern is a wood beneath it and a lake ahead of it.
fn table() -> Table<Hex> {
    let mut cards = Cards::new();
    cards.card("hero", 1, [0, 20], json!({}));
    cards.card("otter", 0, [2, 2], json!({"own": [[[0, 0], WOOD], [[0, -1], LAKE]]}));
    let mut table = cards.table::<Hex>(json!({"hand": 8}));
    for (seat, place) in [(0, "0,3"), (1, "0,-3")] {
        let cell = cell(&table, place);
        table.put(seat, "hero", cell.0);
        table.give(seat, 0, &["otter"]);
        table.give(seat, 1, &["otter", "hero"]);
    }
    table.state.active = SeatSet::ALL;
    table
}

fn cell(table: &Table<Hex>, place: &str) -> Cell {
    table.game.data.board.find(place).expect("the place is on the board")
}

fn change(table: &mut Table<Hex>, land: usize, place: &str) {
    let action = Action::new(Seat(0), CHANGE, land as u8).with(0, cell(table, place).0);
    table.apply(action);
}

fn plays(table: &Table<Hex>, seat: u8) -> Vec<&str> {
    let mut found = Vec::new();
    Legal::of(&table.game, &table.state, Seat(seat)).each(&table.game, &table.state, |action| {
        if action.verb == PLAY {
            found.push(table.game.data.board.name(Cell(action.choices[0])));
        }
    });
    found
}

#[test]
fn a_card_is_placed_where_its_pattern_lies_in_range() {
    let mut table = table();
    assert_eq!(plays(&table, 0), [""; 0]);
    for (land, place) in [(WOOD, "1,2"), (WOOD, "0,1"), (WOOD, "0,-1"), (LAKE, "0,0"), (LAKE, "0,-2")] {
        change(&mut table, land, place);
    }
    // 1,2 lacks its lake; 0,-1 has it but is out of range.
    assert_eq!(plays(&table, 0), ["0,1"]);
    // RULE: a changed land pays for a card.
    change(&mut table, LAKE, "1,1");
    assert_eq!(plays(&table, 0), ["0,1", "1,2"]);
    let play = Action::new(Seat(0), PLAY, 0).with(0, cell(&table, "1,2").0);
    table.apply(play);
    assert_eq!(table.state.piece(PieceId(2)).cell, cell(&table, "1,2"));
    assert_eq!(plays(&table, 0), [""; 0]);
}

#[test]
fn the_pattern_is_turned_for_the_opposite_seat() {
    let mut table = table();
    change(&mut table, WOOD, "0,-1");
    change(&mut table, LAKE, "0,-2");
    assert_eq!(plays(&table, 1), [""; 0], "the lake lies behind it");
    change(&mut table, LAKE, "0,0");
    assert_eq!(plays(&table, 1), ["0,-1"]);
}

#[test]
fn a_pattern_does_not_reach_over_the_edge() {
    let mut table = table();
    for cell in (0..61).map(Cell) {
        table.state.extra[WOOD].insert(cell);
        table.state.extra[LAKE].insert(cell);
    }
    // Every cell is of every land, but nothing lies ahead of the far edge; which way is ahead depends on the seat.
    let (near, far) = (cell(&table, "0,4"), cell(&table, "0,-4"));
    let otter = table.def("otter");
    let fits = |seat, cell| table.game.data.matches(&table.state.extra, Seat(seat), otter, cell);
    assert!(fits(0, near) && !fits(0, far));
    assert!(fits(1, far) && !fits(1, near));
}

#[test]
fn lands_take_part_in_copy_hash_and_view() {
    let mut table = table();
    change(&mut table, WOOD, "0,1");
    let before = table.state;
    change(&mut table, LAKE, "0,0");
    assert_ne!(before.digest(), table.state.digest());
    let mut copy = State::empty();
    copy.assign(&table.state);
    assert_eq!((copy.digest(), copy.extra), (table.state.digest(), table.state.extra));
    for seat in [Seat(0), Seat(1)] {
        let view = play::view(&table.game, &table.state, seat);
        assert_eq!(view.state().extra, table.state.extra);
        let own = Legal::of(&table.game, &table.state, seat);
        let seen = Legal::of(&table.game, view.state(), seat);
        assert_eq!((own.groups.len(), own.len()), (seen.groups.len(), seen.len()));
        own.each(&table.game, &table.state, |action| {
            assert!(seen.contains(&table.game, view.state(), &action));
        });
    }
}

#[test]
fn a_view_hides_the_hand_and_the_order_of_decks() {
    let table = table();
    let unseen = Unseen {
        audiences: &Hex::AUDIENCES,
        fits: &|_, _| true,
        sees: &|_, _| true,
        fixed: PieceSet::EMPTY,
        is_possible: &|_| true,
    };
    let mut dice = Dice::sampled(3, "permute");
    for seat in [Seat(0), Seat(1), Seat::NONE] {
        let other = permute(&table.state, seat, &mut dice, &unseen);
        let views = [&table.state, &other].map(|truth| play::view(&table.game, truth, seat).bytes());
        assert_eq!(views[0], views[1]);
    }
}
