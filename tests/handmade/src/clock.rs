//! A small timed game: creatures that strike by themselves and on command, mana that comes with time.

use cardwright_core::*;
use cardwright_effects::contract::*;
use cardwright_effects::{Catalogue, Ctx, Game, Moment, Refused, Setup, Vocabulary, table, usual};
use serde_json::{Value, json};

use crate::Builder;

/// The rules of the small game.
#[derive(Clone, Copy)]
pub struct Clock;

/// The times of a seat's last actions, the latest first; one more than the actions it may take in a second.
const MOST: usize = 3;

/// When the seats acted.
#[derive(Clone, Copy, Default)]
pub struct Acted([[u32; MOST]; 2]);

impl Encode for Acted {
    fn encode(&self, out: &mut impl Words) {
        self.0.iter().flatten().for_each(|&time| out.word(time as u64));
    }
}

/// The time from which a creature may strike.
#[derive(Clone, Copy, Default)]
pub struct Ready(pub u32);

impl Encode for Ready {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.0 as u64);
    }
}

impl Decode for Acted {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut acted = Self::default();
        for time in acted.0.iter_mut().flatten() {
            *time = from.word()? as u32;
        }
        Ok(acted)
    }
}

impl Decode for Ready {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self(from.word()? as u32))
    }
}

storage! {
    Clock: extra Acted, piece Ready, seats 2;
    pieces 16, cells 12, cards 64, zones 2 of 24, effects 16, queue 48
}

pub const PLAY: u8 = 0;
pub const ATTACK: u8 = 1;
pub const DRAW: u8 = 2;
pub const MANA: usize = 0;
/// The milliseconds in which a seat gains one mana by itself.
pub const INCOME: u32 = 700;
/// The match ends in a draw at this time.
pub const END: u32 = 180_000;
/// How long a creature rests after it arrived and after each blow.
const REST: u32 = 4000;
const SECOND: u32 = 1000;
const HERO: usize = 1;

fn home(seat: Seat) -> CellSet {
    CellSet(0b11_1111 << (6 * seat.0))
}

/// Why a seat may not act at this time; `None` if it may.
fn haste(state: &State<Clock>, seat: Seat) -> Option<&'static str> {
    let acted = &state.extra.0[seat.at()];
    if acted[0] == state.now && state.now > 0 {
        Some("it has acted in this millisecond")
    } else if acted[MOST - 1] > 0 && acted[MOST - 1] + SECOND > state.now {
        Some("it has acted three times within a second")
    } else {
        None
    }
}

impl Basics for Clock {
    type Data = ();

    const SLUG: &'static str = "clock";

    const VERSION: u32 = 1;

    const TIMED: bool = true;

    const AUDIENCES: Audiences = Audiences {
        zones: &[Audience::Owner, Audience::OwnerUnordered],
        resources: [Audience::All; RESOURCES],
        veiled: 0,
    };

    fn vocabulary() -> Vocabulary {
        let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect();
        Vocabulary {
            kinds: words(&["creature", "hero"]),
            attributes: words(&["attack", "health", "cost"]),
            resources: words(&["mana"]),
            zones: words(&["hand", "deck"]),
            durations: words(&["permanent"]),
            ..Vocabulary::default()
        }
    }

    fn load(_: &Catalogue, _: &str) -> Result<(), Refused> {
        Ok(())
    }
}

impl Course for Clock {
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        for (seat, &hero) in setup.heroes.iter().enumerate() {
            let seat = Seat(seat as u8);
            cx.enter(seat, hero, Cell::NONE);
            for &def in &setup.decks[seat.at()][0] {
                cx.state.add_card(seat, Self::DECK, Card { def, ..Card::default() });
            }
            cx.shuffle(seat, Self::DECK);
            (0..4).for_each(|_| {
                cx.draw(seat);
            });
        }
        cx.state.active = SeatSet::first_seats(2);
    }

    fn expiry(_: &State<Self>, _: Seat, _: u8) -> u32 {
        u32::MAX
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        cx.state.is_over = cx.state.lost.any() || cx.state.now >= END;
        if cx.state.is_over {
            cx.state.active = SeatSet::EMPTY;
        }
    }
}

impl Actions for Clock {
    const VERBS: &'static [VerbSpec] = &[
        VerbSpec { word: "play", source: Means::Card, choices: &[("at", Means::Cell)], subset: false },
        VerbSpec { word: "attack", source: Means::Piece, choices: &[(">", Means::Piece)], subset: false },
        VerbSpec { word: "draw", source: Means::Nothing, choices: &[], subset: false },
    ];

    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if haste(state, seat).is_some() {
            return;
        }
        let (mana, free) = (state.resource(seat, MANA), home(seat) & !state.occupied);
        for (place, &id) in state.zone(seat, Self::HAND).iter().enumerate() {
            if state.card(id).def != DefId::HIDDEN && Self::cost(game, state, id) <= mana && free.any() {
                out.push(Group::single(PLAY, place as u8).choose(0, free));
            }
        }
        let (mine, theirs) = (state.side[seat.at()], state.side[1 - seat.at()]);
        for piece in mine & state.kind[0] {
            if state.piece(piece).extra.0 <= state.now {
                out.push(Group::single(ATTACK, piece.0).choose(0, theirs.into()));
            }
        }
        if mana > 0 && state.zone_len(seat, Self::DECK) > 0 && state.zone_len(seat, Self::HAND) < 8 {
            out.push(Group::single(DRAW, 0));
        }
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        let (seat, now) = (action.seat, cx.state.now);
        let acted = &mut cx.state.extra.0[seat.at()];
        acted.rotate_right(1);
        acted[0] = now;
        match action.verb {
            PLAY => {
                let id = cx.state.take_from_zone(seat, Self::HAND, action.source as usize);
                let card = cx.state.card(id).def;
                let cost = cx.game.def(card).cost;
                cx.state.release_card(id);
                *cx.state.resource_mut(seat, MANA) -= cost;
                cx.tell(What::Played { seat, card });
                cx.enter(seat, card, Cell(action.choices[0]));
            }
            ATTACK => {
                cx.state.piece_mut(PieceId(action.source)).extra.0 = now + REST;
                Self::assault(cx, PieceId(action.source), PieceId(action.choices[0]));
            }
            _ => {
                *cx.state.resource_mut(seat, MANA) -= 1;
                cx.draw(seat);
            }
        }
    }

    fn passing(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<Action> {
        None
    }
}

impl Refusals for Clock {
    fn why_illegal(_: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        if state.is_over {
            return "the match is over".into();
        }
        haste(state, action.seat).unwrap_or("it is not possible now").into()
    }
}

impl Places for Clock {
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, _: Cell) -> Option<Cell> {
        (home(seat) & !state.occupied).next()
    }

    fn cell_names(_: &Game<Self>) -> Vec<String> {
        (0..12).map(|n| format!("{}{}", if n < 6 { 'a' } else { 'b' }, n % 6)).collect()
    }
}

impl Reactions for Clock {
    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        cx.state.piece_mut(piece).extra.0 = cx.state.now + REST;
    }

    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        let is_hero = cx.state.kind[HERO].has(piece);
        if is_hero {
            cx.defeat(cx.state.piece(piece).owner);
        }
        !is_hero
    }
}

impl Secrecy for Clock {
    fn unknown_pool(game: &Game<Self>) -> &[DefId] {
        &game.collectible
    }
}

impl Checks for Clock {
    fn check_setup(_: &Game<Self>, _: &Setup) -> Result<(), Refused> {
        Ok(())
    }
}

impl cardwright_effects::Clock for Clock {
    fn next_event_at(_: &Game<Self>, _: &State<Self>) -> Option<u32> {
        Some(END)
    }

    fn flow(cx: &mut Ctx<'_, Self>, from: u32) {
        for _ in from / INCOME..cx.state.now / INCOME {
            cx.state.all_seats().for_each(|seat| cx.gain(seat, MANA, 1));
        }
    }

    fn stirs_at(game: &Game<Self>, view: &State<Self>, seat: Seat) -> Option<u32> {
        let ready = (view.side[seat.at()] & view.kind[0]).map(|piece| view.piece(piece).extra.0);
        let missing = view.zone(seat, Self::HAND).iter().map(|&card| Self::cost(game, view, card)).chain([1]);
        let missing = missing.map(|cost| cost - view.resource(seat, MANA)).filter(|&missing| missing > 0);
        let paid = missing.map(|missing| (view.now / INCOME + missing as u32) * INCOME);
        let times = ready.chain(paid).chain([view.extra.0[seat.at()][MOST - 1] + SECOND]);
        times.filter(|&at| at > view.now).min()
    }
}

impl Worth for Clock {
    fn worth_of_piece(_: &Game<Self>, piece: &Piece<Ready>) -> i32 {
        (piece.attack_now() + piece.health_now()) as i32 * 256
    }

    fn worth_of_rest(_: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        let own = |seat: Seat| state.zone_len(seat, Self::HAND) as i32 * 256;
        own(seat) - own(Seat(1 - seat.0))
    }
}

usual!(Clock: Shown, Planning, Trials);

/// The game over a handful of cards.
pub fn game() -> Game<Clock> {
    let b = &mut Builder::default();
    let foe = b.query(json!({"side": 2, "kinds": 0b10}));
    let strike = b.program(&[
        [table::Code::Select as i64, 0, 0, 0, foe],
        [table::Code::Const as i64, 0, 1, 0, 0],
        [table::Code::Damage as i64, 0, 0, 0, 0],
    ]);
    let mut timer = |wait: i64| {
        b.abilities
            .push(json!({"moment": Moment::Timer as i64, "scope": 0, "side": 0, "query": -1, "op": strike,
            "wait": wait, "repeats": true}));
        json!([b.abilities.len() - 1])
    };
    let (wolf, drum) = (timer(3000), timer(1000));
    let plain = json!({"numbers": [], "statuses": []});
    b.def("", 0, [0, 0, 0], plain.clone());
    let mut card = |id: &str, kind: i64, numbers: [i64; 3], abilities: Value| {
        let at = b.def(id, kind, numbers, plain.clone()) as usize;
        b.defs[at]["abilities"] = abilities;
        b.defs[at]["collectible"] = json!(kind == 0);
    };
    card("captain", 1, [0, 0, 25], json!([]));
    card("wolf", 0, [1, 1, 3], wolf);
    card("bear", 0, [3, 3, 5], json!([]));
    card("drum", 0, [2, 0, 2], drum);
    card("giant", 0, [6, 6, 6], json!([]));
    let mut words =
        json!({"tags": [], "keywords": [], "statuses": [], "relations": [], "moments": Moment::NAMES});
    let ours = Clock::vocabulary();
    for (name, list) in [
        ("kinds", ours.kinds),
        ("attributes", ours.attributes),
        ("resources", ours.resources),
        ("zones", ours.zones),
        ("durations", ours.durations),
    ] {
        words[name] = json!(list);
    }
    let catalogue = json!({
        "format": 1,
        "operations": table::hash(),
        "game": {
            "slug": "clock", "rules_version": 1, "vocabulary": words, "limits": {"hand": 8, "copies": 5, "triggers": 200},
        },
        "defs": b.defs, "ops": b.ops, "queries": b.queries, "pools": b.pools, "abilities": b.abilities,
        "auras": b.auras,
    });
    Game::load(catalogue.to_string().as_bytes(), "").expect("the catalogue is good")
}

/// A setup over all cards.
pub fn setup(game: &Game<Clock>) -> Setup {
    let find = |id| game.catalogue.find(id).expect("the card is there");
    let deck: Vec<DefId> = (0..20).map(|n| game.collectible[n % game.collectible.len()]).collect();
    Setup {
        decks: vec![vec![deck.clone()], vec![deck]],
        heroes: vec![find("captain"); 2],
        ..Setup::default()
    }
}
