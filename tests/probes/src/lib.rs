//! Stub games that prove that the kernel fits shapes other than the shipped ones: this is the support they share.
//!
//! [`Cards`] writes a catalogue from compact rows, [`Table`] holds a match, [`stub!`] writes the
//! constants of a game. The games themselves are the files under `tests/`.

use cardwright_core::{Action, Card, Cell, DefId, Dice, Event, PieceId, Seat, State, What};
use cardwright_effects::table::{Code, hash};
use cardwright_effects::{Catalogue, Ctx, Game, Moment, Rules, Vocabulary, play};
use serde_json::{Value, json};

/// A list of words.
pub fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

/// One operation: its code and the fields a, b, c, q.
pub fn op(code: Code, [a, b, c, q]: [i64; 4]) -> [i64; 5] {
    [code as i64, a, b, c, q]
}

/// A catalogue under construction; every method returns the number of what it added.
#[derive(Default)]
pub struct Cards {
    ids: Vec<String>,
    defs: Vec<Value>,
    ops: Vec<[i64; 5]>,
    queries: Vec<Value>,
    pools: Vec<Value>,
    abilities: Vec<Value>,
    auras: Vec<Value>,
    kinds: serde_json::Map<String, Value>,
    decks: Vec<Value>,
}

/// The rows of a default, overwritten by those of a change.
fn over(mut base: Value, change: Value) -> Value {
    for (key, value) in change.as_object().into_iter().flatten() {
        base[key] = value.clone();
    }
    base
}

impl Cards {
    /// A catalogue that holds only the hidden card.
    pub fn new() -> Self {
        let mut cards = Self::default();
        cards.card("", 0, [0, 0], json!({"collectible": false}));
        cards
    }

    /// Adds a program; its end is written for it.
    pub fn program(&mut self, ops: &[[i64; 5]]) -> i64 {
        let start = self.ops.len();
        self.ops.extend(ops);
        self.ops.push(op(Code::End, [0; 4]));
        start as i64
    }

    /// Adds a query: all pieces on the board, unless the change says otherwise.
    pub fn query(&mut self, change: Value) -> i64 {
        let all = json!({"base": 0, "relation": 0, "zone": 0, "side": 0, "kinds": 0, "other": 0, "damaged": 0,
            "attribute": -1, "compare": 0, "n": 0, "keywords": 0, "without": 0, "tags": 0, "random": 0});
        self.queries.push(over(all, change));
        self.queries.len() as i64 - 1
    }

    /// Adds the pool of all collectible cards of these kinds.
    pub fn pool(&mut self, kinds: i64) -> i64 {
        self.pools
            .push(json!({"kinds": kinds, "attribute": -1, "compare": 0, "n": 0, "keywords": 0, "tags": 0,
            "collectible": true}));
        self.pools.len() as i64 - 1
    }

    /// Adds an ability: scope 0 is about its carrier, 1 about others.
    pub fn ability(&mut self, moment: Moment, scope: i64, ops: &[[i64; 5]]) -> i64 {
        let op = self.program(ops);
        self.abilities
            .push(json!({"moment": moment as u8, "scope": scope, "side": 0, "query": -1, "op": op}));
        self.abilities.len() as i64 - 1
    }

    /// Sets one more key of an ability.
    pub fn set_ability(&mut self, ability: i64, key: &str, value: Value) {
        self.abilities[ability as usize][key] = value;
    }

    /// Adds an ability that waits this many milliseconds, once or again and again.
    pub fn timer(&mut self, wait: i64, repeats: bool, ops: &[[i64; 5]]) -> i64 {
        let at = self.ability(Moment::Timer, 0, ops);
        self.set_ability(at, "wait", json!(wait));
        self.set_ability(at, "repeats", json!(repeats));
        at
    }

    /// Adds an aura on what a query matches.
    pub fn aura(&mut self, query: i64, attack: i64, health: i64) -> i64 {
        self.auras.push(json!({"query": query, "attack": attack, "health": health, "keywords": 0}));
        self.auras.len() as i64 - 1
    }

    /// Adds a card of a kind with attack and health; the change says the rest.
    pub fn card(&mut self, id: &str, kind: i64, [attack, health]: [i64; 2], change: Value) -> DefId {
        let plain = json!({"id": id, "kind": kind, "attack": attack, "health": health, "cost": 0, "numbers": [],
            "keywords": 0, "statuses": [], "tags": 0, "play": -1, "target": -1, "destination": 0,
            "abilities": [], "auras": [], "collectible": true});
        self.ids.push(id.into());
        self.defs.push(over(plain, change));
        DefId(self.defs.len() as u16 - 1)
    }

    /// Says that each player has exactly one card of a kind, a hero for example.
    pub fn unique(&mut self, kind: &str) {
        self.kinds.insert(kind.into(), json!({"unique": true}));
    }

    /// Says that a player has one more deck, for cards of these kinds.
    pub fn deck(&mut self, id: &str, kinds: &[&str]) {
        self.decks.push(json!({"id": id, "kinds": kinds}));
    }

    /// The catalogue as the JSON text of the contract.
    pub fn json<R: Rules>(&self, limits: Value) -> String {
        let Vocabulary { kinds, keywords, statuses, attributes, resources, zones, .. } = R::vocabulary();
        let Vocabulary { tags, durations, relations, .. } = R::vocabulary();
        json!({"format": 1, "language": 1, "operations": hash(), "source": "", "hash": "", "decks": {},
            "game": {"slug": R::SLUG, "name": R::SLUG, "rules_version": R::VERSION, "limits": limits,
                "words": {"kinds": self.kinds}, "decks": self.decks,
                "vocabulary": {"kinds": kinds, "keywords": keywords, "statuses": statuses, "tags": tags,
                    "attributes": attributes, "resources": resources, "zones": zones, "moments": Moment::NAMES,
                    "durations": durations, "relations": relations}},
            "defs": self.defs, "ops": self.ops, "queries": self.queries, "pools": self.pools,
            "abilities": self.abilities, "auras": self.auras})
        .to_string()
    }

    /// A table of the game with these cards.
    pub fn table<R: Rules>(&self, limits: Value) -> Table<R> {
        let text = self.json::<R>(limits);
        Catalogue::load(text.as_bytes()).expect("the stub's catalogue is sound");
        let game = Game::load(text.as_bytes(), "").expect("the stub's game loads");
        Table { game, state: State::empty(), dice: Dice::sampled(1, "probe"), events: Vec::new() }
    }
}

/// A match of a stub game.
pub struct Table<R: Rules> {
    pub game: Game<R>,
    pub state: State<R>,
    pub dice: Dice,
    pub events: Vec<Event>,
}

impl<R: Rules> Table<R> {
    /// Does something as an action does it: first this, then everything that follows.
    pub fn act<T>(&mut self, what: impl FnOnce(&mut Ctx<'_, R>) -> T) -> T {
        let Self { game, state, dice, events } = self;
        let mut cx = Ctx::new(game, state, dice, Some(events), None);
        let base = cx.state.queue_len as usize;
        let done = what(&mut cx);
        cx.turn_over(base);
        cx.resolve();
        done
    }

    /// Brings a card into play on a cell.
    pub fn put(&mut self, seat: u8, id: &str, cell: u8) -> PieceId {
        let def = self.def(id);
        self.act(|cx| cx.enter(Seat(seat), def, Cell(cell))).expect("there is room")
    }

    /// Runs the text of a card for a seat, with a chosen piece.
    pub fn cast(&mut self, seat: u8, id: &str, chosen: PieceId) {
        let card = self.def(id);
        self.act(|cx| play::push_play(cx, card, Seat(seat), PieceId::NONE, chosen, Cell::NONE.0));
    }

    /// Puts cards into a zone; the last one is on top.
    pub fn give(&mut self, seat: u8, zone: usize, ids: &[&str]) {
        for id in ids {
            let card = Card { def: self.def(id), ..Card::default() };
            self.state.add_card(Seat(seat), zone, card).expect("there is room");
        }
    }

    /// Carries out a legal action.
    pub fn apply(&mut self, action: Action) {
        let Self { game, state, dice, events } = self;
        play::apply(game, state, action, dice, Some(events), None);
    }

    /// The number of the card with this id.
    pub fn def(&self, id: &str) -> DefId {
        self.game.catalogue.find(id).expect("the card is in the catalogue")
    }

    /// What happened since this was last asked.
    pub fn told(&mut self) -> Vec<What> {
        self.events.drain(..).map(|event| event.what).collect()
    }
}

/// The constants of a stub game; it says which resources are secret, and who
/// knows its zones if they are not a hand and a deck.
#[macro_export]
macro_rules! stub {
    ($slug:literal, $secret:expr) => {
        $crate::stub!(
            $slug,
            $secret,
            &[cardwright_core::Audience::Owner, cardwright_core::Audience::OwnerUnordered]
        );
    };
    ($slug:literal, $secret:expr, $zones:expr) => {
        const SLUG: &'static str = $slug;
        const VERSION: u32 = 1;
        const AUDIENCES: cardwright_core::Audiences = cardwright_core::Audiences {
            zones: $zones,
            resources: {
                let mut table = [cardwright_core::Audience::All; cardwright_core::RESOURCES];
                let (secret, mut at): (&[usize], usize) = ($secret, 0);
                while at < secret.len() {
                    table[secret[at]] = cardwright_core::Audience::Owner;
                    at += 1;
                }
                table
            },
            veiled: 0,
        };
    };
}
