//! A small catalogue written by hand, so that these tests need only Rust.

pub mod clock;

use cardwright_core::DefId;
use cardwright_effects::contract::*;
use cardwright_effects::{Game, Moment, Setup, table};
use cardwright_rules::elemental_command::ElementalCommand;
use serde_json::{Value, json};

const MINION: i64 = 0;
const HERO: i64 = 1;
const SPELL: i64 = 2;

/// Builds a catalogue: queries, programs and abilities are numbered as they are added.
#[derive(Default)]
pub struct Builder {
    pub defs: Vec<Value>,
    pub ops: Vec<[i64; 5]>,
    pub queries: Vec<Value>,
    pub pools: Vec<Value>,
    pub abilities: Vec<Value>,
    pub auras: Vec<Value>,
}

impl Builder {
    pub fn query(&mut self, changes: Value) -> i64 {
        let mut query = json!({
            "base": 0, "relation": 0, "zone": 0, "side": 0, "kinds": 0, "other": 0, "damaged": 0, "attribute": -1,
            "compare": 0, "n": 0, "keywords": 0, "without": 0, "tags": 0, "random": 0,
        });
        merge(&mut query, changes);
        self.queries.push(query);
        self.queries.len() as i64 - 1
    }

    pub fn program(&mut self, ops: &[[i64; 5]]) -> i64 {
        let start = self.ops.len() as i64;
        self.ops.extend(ops);
        self.ops.push([0; 5]);
        start
    }

    pub fn ability(&mut self, moment: Moment, scope: i64, query: i64, op: i64) -> i64 {
        let ability = json!({"moment": moment as i64, "scope": scope, "side": 0, "query": query, "op": op});
        self.abilities.push(ability);
        self.abilities.len() as i64 - 1
    }

    pub fn def(&mut self, id: &str, kind: i64, numbers: [i64; 3], changes: Value) -> i64 {
        let [cost, attack, health] = numbers;
        let mut def = json!({
            "id": id, "kind": kind, "attack": attack, "health": health, "cost": cost, "numbers": [0, 0, 0],
            "keywords": 0, "statuses": [0, 0, 0], "tags": 0, "play": -1, "target": -1, "destination": 0,
            "abilities": [], "auras": [], "collectible": !id.is_empty(),
        });
        merge(&mut def, changes);
        self.defs.push(def);
        self.defs.len() as i64 - 1
    }
}

fn merge(into: &mut Value, changes: Value) {
    for (key, value) in changes.as_object().expect("changes are an object") {
        into[key] = value.clone();
    }
}

/// The catalogue as JSON.
pub fn catalogue() -> Value {
    let b = &mut Builder::default();
    let itself = b.query(json!({"base": 1}));
    let chosen = b.query(json!({"base": 3}));
    let anyone = b.query(json!({"kinds": 3}));
    let a_minion = b.query(json!({"kinds": 1}));
    let my_neighbours = b.query(json!({"base": 1, "relation": 1, "side": 1, "kinds": 1}));
    let random_foe = b.query(json!({"side": 2, "kinds": 1, "random": 1}));
    let my_friend = b.query(json!({"side": 1, "kinds": 1, "other": 1}));
    let foe_hand = b.query(json!({"side": 2, "zone": 1}));
    let any_foe = b.query(json!({"side": 2, "kinds": 1}));
    b.pools.push(json!({"kinds": 1, "attribute": 2, "compare": 0, "n": 3, "keywords": 0, "tags": 0, "collectible": true}));

    b.def("", MINION, [0, 0, 0], json!({}));
    let spark = b.program(&[[2, 0, 1, 0, 0], [1, 0, 0, 0, chosen], [10, 0, 0, 0, 0]]);
    b.def("ember", HERO, [2, 0, 30], json!({"play": spark, "target": anyone, "numbers": [1, 1, 2]}));
    let bless = b.program(&[[2, 0, 1, 0, 0], [1, 0, 0, 0, chosen], [12, 1, 1, 1, 0]]);
    b.def("grove", HERO, [2, 0, 30], json!({"play": bless, "target": a_minion, "numbers": [2, 1, 1]}));
    let wisp = b.def("wisp", MINION, [1, 2, 1], json!({"keywords": 1 << 1}));
    b.def("wall", MINION, [2, 1, 4], json!({"keywords": 1}));
    b.def("raider", MINION, [3, 4, 2], json!({"keywords": 1 << 4 | 1 << 3, "numbers": [0, 0, 2]}));
    b.auras.push(json!({"query": my_neighbours, "attack": 1, "health": 1, "keywords": 1 << 8}));
    b.def("captain", MINION, [3, 2, 3], json!({"auras": [0]}));
    let rebirth = b.program(&[[2, 0, 1, 0, 0], [40, 1, 0, 0, wisp]]);
    let rebirth = b.ability(Moment::Died, 0, -1, rebirth);
    b.def("phoenix", MINION, [4, 3, 2], json!({"abilities": [rebirth], "keywords": 1 << 7}));
    let learn = b.program(&[[2, 0, 1, 0, 0], [30, 1, 0, 0, 0], [30, 2, 0, 0, 0]]);
    b.def("scholar", MINION, [2, 1, 2], json!({"play": learn}));
    let writhe = b.program(&[[1, 0, 0, 0, itself], [2, 0, 1, 0, 0], [11, 0, 0, 0, 0], [10, 0, 0, 0, 0]]);
    let writhe = b.ability(Moment::Damaged, 0, -1, writhe);
    b.def("martyr", MINION, [2, 1, 5], json!({"abilities": [writhe]}));
    let mourn = b.program(&[[3, 0, 1, 0, foe_hand], [1, 0, 0, 0, itself], [12, 0, 1, 0, 0]]);
    let mourn = b.ability(Moment::Died, 1, my_friend, mourn);
    b.def("mourner", MINION, [3, 2, 4], json!({"abilities": [mourn], "statuses": [0, 0, 1]}));
    let harvest =
        b.program(&[[6, 0, 1, 3, 0], [1, 0, 0, 0, random_foe], [10, 0, 0, 0, 0], [50, 0, 0, 0, any_foe]]);
    b.ops[harvest as usize + 3][2] = harvest + 4;
    let harvest = b.ability(Moment::PhaseEnds, 0, -1, harvest);
    b.def("reaper", MINION, [5, 3, 4], json!({"abilities": [harvest], "keywords": 1 << 5}));
    let bolt = b.program(&[[1, 0, 0, 0, chosen], [2, 0, 3, 0, 0], [10, 0, 0, 0, 0]]);
    b.def("bolt", SPELL, [2, 0, 0], json!({"play": bolt, "target": anyone}));
    let recall = b.program(&[[1, 0, 0, 0, chosen], [17, 0, 0, 0, 0]]);
    b.def("recall", SPELL, [2, 0, 0], json!({"play": recall, "target": a_minion}));
    let seek = b.program(&[[42, 0, 3, 0, 0], [43, 1, 0, 0, 0]]);
    b.def("seek", SPELL, [1, 0, 0], json!({"play": seek}));
    let gust = b.program(&[[1, 0, 0, 0, chosen], [18, 0, 0, 0, 0]]);
    b.def("gust", SPELL, [1, 0, 0], json!({"play": gust, "target": a_minion, "destination": 2}));
    let frost = b.program(&[
        [1, 0, 0, 0, chosen],
        [2, 0, 1, 0, 0],
        [15, 0, 0, 0, 0],
        [20, 2, 0, 0, rebirth],
        [19, 0, 0, 0, 0],
    ]);
    b.def("frost", SPELL, [3, 0, 0], json!({"play": frost, "target": a_minion}));
    let flood = b.program(&[[2, 0, 2, 0, 0], [41, 0, 0, 0, 0], [2, 0, 1, 0, 0], [38, 2, 1, 0, 0]]);
    b.def("flood", SPELL, [6, 0, 0], json!({"play": flood}));

    let mut words = json!({"tags": [], "moments": Moment::NAMES});
    let ours = ElementalCommand::vocabulary();
    for (name, list) in [
        ("kinds", ours.kinds),
        ("keywords", ours.keywords),
        ("statuses", ours.statuses),
        ("attributes", ours.attributes),
        ("resources", ours.resources),
        ("zones", ours.zones),
        ("durations", ours.durations),
        ("relations", ours.relations),
        ("places", ours.places),
    ] {
        words[name] = json!(list);
    }
    json!({
        "format": 1,
        "operations": table::hash(),
        "game": {
            "slug": "elemental-command", "rules_version": ElementalCommand::VERSION, "vocabulary": words,
            "limits": {"deck": 40, "copies": 3, "hand": 10, "triggers": 500, "turns": 200},
            "words": {"kinds": {"hero": {"unique": true}}},
        },
        "defs": b.defs, "ops": b.ops, "queries": b.queries, "pools": b.pools, "abilities": b.abilities,
        "auras": b.auras,
    })
}

/// The game over a catalogue.
pub fn load(catalogue: &Value) -> Result<Game<ElementalCommand>, cardwright_effects::Refused> {
    Game::load(catalogue.to_string().as_bytes(), "")
}

/// The game over the hand-made catalogue.
pub fn game() -> Game<ElementalCommand> {
    load(&catalogue()).expect("the catalogue is good")
}

/// Two setups over all cards.
pub fn setups(game: &Game<ElementalCommand>) -> Vec<Setup> {
    let find = |id| game.catalogue.find(id).expect("the hero is there");
    let deck: Vec<DefId> = (0..40).map(|n| game.deck_cards[n % game.deck_cards.len()]).collect();
    let decks = vec![vec![deck.clone()], vec![deck]];
    [["ember", "grove"], ["grove", "ember"]]
        .map(|[one, other]| Setup {
            decks: decks.clone(),
            heroes: vec![find(one), find(other)],
            ..Setup::default()
        })
        .to_vec()
}
