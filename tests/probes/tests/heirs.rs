//! A field whose state has little room for waiting work: cards that replace others do so all at once.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::table::Code::*;
use cardwright_effects::{Catalogue, Ctx, Game, Moment, Refused, Setup, Vocabulary, usual};
use cardwright_probes::{Cards, Table, op, stub, words};
use serde_json::json;

#[derive(Clone, Copy)]
struct Field;

const CELLS: u8 = 16;

storage! {
    Field: extra (), piece (), seats 2;
    pieces 48, cells CELLS as usize, cards 16, zones 2 of 8, effects 4, queue 24
}

impl Basics for Field {
    stub!("field", &[]);

    type Data = ();

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: words(&["minion", "spell"]),
            attributes: words(&["attack", "health", "cost"]),
            zones: words(&["hand", "deck"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Field {
    fn begin(_: &mut Ctx<'_, Self>, _: &Setup) {}

    fn step(_: &mut Ctx<'_, Self>, _: Frame) {}

    fn expiry(state: &State<Self>, _: Seat, _: u8) -> u32 {
        state.now
    }
}

impl Actions for Field {
    const VERBS: &'static [VerbSpec] = &[];

    fn groups(_: &Game<Self>, _: &State<Self>, _: Seat, _: &mut Vec<Group>) {}

    fn perform(_: &mut Ctx<'_, Self>, _: Action) {}
}

impl Places for Field {
    fn summon_cell(_: &Game<Self>, state: &State<Self>, _: Seat, _: Cell) -> Option<Cell> {
        (0..CELLS).map(Cell).find(|&cell| state.on(cell).is_empty())
    }
}

usual!(Field: Refusals, Reactions, Secrecy, Checks, Clock, Shown, Worth, Planning, Trials);

#[test]
fn all_heirs_take_their_places_before_anybody_acts_on_the_deaths_in_a_storm_too() {
    let mut cards = Cards::new();
    let all = cards.query(json!({}));
    let weed = cards.card("weed", 0, [0, 1], json!({}));
    let oak = cards.card("oak", 0, [0, 9], json!({}));
    // Each dead piece leaves a weed, on the first free cell.
    let seed = [op(Const, [0, 1, 0, 0]), op(Summon, [1, 0, 0, weed.0 as i64])];
    let seed = cards.ability(Moment::Died, 0, &seed);
    cards.card("thistle", 0, [0, 1], json!({"abilities": [seed]}));
    let plough = cards.program(&[op(Select, [0, 0, 0, all]), op(Replace, [0, 0, 0, oak.0 as i64])]);
    cards.card("plough", 1, [0, 0], json!({"play": plough}));
    let mut table: Table<Field> = cards.table(json!({"hand": 5, "deck": 8, "triggers": 50}));
    let thistles = 12;
    for cell in 0..thistles {
        table.put(0, "thistle", cell);
    }
    table.cast(0, "plough", PieceId::NONE);
    let there = (0..CELLS).map(|cell| table.state.piece(table.state.on(Cell(cell)).first()).def);
    let expected = (0..CELLS).map(|cell| if cell < thistles { oak } else { weed });
    assert!(there.eq(expected), "the oaks stand where the thistles stood, the weeds around them");
}
