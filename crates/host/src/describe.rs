//! Views and events as JSON, for clients outside the kernel. It is given views, never the truth.

use cardwright_core::what::{EVENTS, Row};
use cardwright_core::{By, CellSet, Detail, Event, PieceId, Prompt, Seat, State, View, Who};
use cardwright_effects::{Game, Memory, Outcome, Rules};
use serde_json::{Map, Value, json};

fn index(seat: Seat) -> i64 {
    if seat.is_some() { seat.0 as i64 } else { -1 }
}

/// A view as JSON: seats with resources and zones, pieces, the open prompt, the outcome.
pub fn view<R: Rules>(game: &Game<R>, view: &View<R>) -> Value {
    let state = view.state();
    let zones = |seat: Seat| -> Vec<Value> {
        (0..R::ZONES)
            .map(|zone| {
                let cards = state.zone(seat, zone).iter().map(|&id| {
                    let card = state.card(id);
                    let cost = if card.def.0 == 0 { 0 } else { R::cost(game, state, id) };
                    let price = if card.def.0 == 0 { Vec::new() } else { R::price(game, state, seat, id) };
                    json!({
                        "def": card.def.0,
                        "cost": cost,
                        "price": price,
                        "change": card.cost,
                        "attack": card.attack,
                        "health": card.health,
                        "known": card.known.0 != 0,
                        "unplayed": state.is_unplayed(id),
                    })
                });
                Value::Array(cards.collect())
            })
            .collect()
    };
    let seats: Vec<Value> = state
        .all_seats()
        .map(|seat| {
            json!({
                "resources": state.seats.as_ref()[seat.at()].resources,
                "zones": zones(seat),
                "facts": facts(R::facts(game, state, seat)),
                "outcome": outcome::<R>(state, seat),
            })
        })
        .collect();
    let pieces: Vec<Value> = state.by_arrival(state.used).map(|id| piece(game, state, id)).collect();
    let Prompt { seat, len, options } = state.prompt;
    json!({
        "seat": index(view.seat()),
        "now": state.now,
        "phase": R::PHASES.get(state.phase as usize).copied().unwrap_or(""),
        "over": state.is_over,
        "to_act": R::to_act(state).map(|seat| seat.0).collect::<Vec<_>>(),
        "prompt": seat.is_some().then(|| json!({
            "seat": seat.0,
            "options": options[..len as usize].iter().map(|def| def.0).collect::<Vec<_>>(),
        })),
        "seats": seats,
        "pieces": pieces,
        "areas": areas(R::areas(game, state, view.seat())),
        "remembered": R::remembered(game, state, view.seat()).into_iter().map(memory).collect::<Vec<_>>(),
    })
}

/// A piece as JSON.
fn piece<R: Rules>(game: &Game<R>, state: &State<R>, id: PieceId) -> Value {
    let piece = state.piece(id);
    let printed = game.def(piece.def);
    let (moves, attacks) = R::can_still(game, state, id);
    json!({
        "id": id.0,
        "def": piece.def.0,
        "kind": printed.kind,
        "owner": piece.owner.0,
        "cell": if piece.cell.is_some() { piece.cell.0 as i64 } else { -1 },
        "attack": piece.attack_now(),
        "health": piece.health_now(),
        "health_most": piece.health_most(),
        "damage": piece.damage,
        "keywords": piece.keywords_now(),
        "statuses": piece.statuses,
        "can_move": moves,
        "can_attack": attacks,
        "has_arrived": piece.is(cardwright_core::ARRIVED),
        "is_dispelled": piece.is(cardwright_core::DISPELLED),
        "has_granted": piece.is(cardwright_core::GRANTED),
        "is_dormant": piece.is(cardwright_core::DORMANT),
        "shield": state.shield(id),
        "facts": facts(R::piece_facts(game, state, id)),
        "reach": cells(R::reach(game, state, id)),
    })
}

fn facts(facts: Vec<(&'static str, i64)>) -> Value {
    facts.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

fn areas(areas: Vec<(&'static str, CellSet)>) -> Value {
    areas.into_iter().map(|(name, set)| (name.to_owned(), cells(set))).collect()
}

fn cells(set: CellSet) -> Value {
    json!(set.map(|cell| cell.0).collect::<Vec<_>>())
}

fn memory(seen: Memory) -> Value {
    json!({
        "def": seen.def.0,
        "owner": index(seen.owner),
        "cell": seen.cell.0,
        "health": seen.health,
        "when": seen.when,
    })
}

/// A seat's outcome as a word, or null.
pub fn outcome<R: Rules>(state: &State<R>, seat: Seat) -> Value {
    R::outcome(state, seat).map_or(Value::Null, |outcome| json!(word(outcome)))
}

/// An outcome as a word.
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Drawn => "drawn",
    }
}

/// Whether events name pieces by number. In fog every view numbers its pieces anew, so a number would mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Shown,
    LeftOut,
}

impl Numbers {
    /// Which of the two a game has.
    pub fn of<R: Rules>() -> Self {
        if R::FOG { Numbers::LeftOut } else { Numbers::Shown }
    }
}

/// An event as a seat sees it, if it sees the event at all.
pub fn event(event: &Event, seat: Seat, numbers: Numbers) -> Option<Value> {
    let seen = event.seen_by(seat)?;
    let mut told = Map::new();
    told.insert("type".into(), json!(seen.name()));
    seen.each_detail(|name, detail| {
        told.insert(name.into(), self::detail(detail, numbers));
    });
    Some(Value::Object(told))
}

fn detail(detail: Detail, numbers: Numbers) -> Value {
    match detail {
        Detail::Seat(seat) => json!(seat.0),
        Detail::Card(card) => json!(card.0),
        Detail::Cell(cell) => json!(cell.0),
        Detail::Piece(piece) => who(piece, numbers),
        Detail::Cause(by) => cause(by, numbers),
        Detail::Number(number) => json!(number),
        Detail::Flag(flag) => json!(flag),
        Detail::Word(word) => json!(word),
    }
}

fn who(who: Who, numbers: Numbers) -> Value {
    json!({
        "piece": if numbers == Numbers::Shown { who.piece.0 as i64 } else { -1 },
        "def": who.def.0,
        "owner": index(who.owner),
        "cell": if who.cell.is_some() { who.cell.0 as i64 } else { -1 },
    })
}

/// The cause of an event; nothing if it has no name or the seat may not know it.
fn cause(by: By, numbers: Numbers) -> Value {
    if by == By::UNKNOWN {
        return Value::Null;
    }
    let doer = if by.who.piece.is_some() { who(by.who, numbers) } else { Value::Null };
    json!({"who": doer, "card": by.card.0, "rule": by.rule})
}

/// The table of events: the name, the details with their types and the documentation of each.
pub fn events() -> Value {
    let row = |row: &Row| {
        let details = row.details.iter().map(|(name, sort)| json!([name, sort.name()]));
        json!({"name": row.name, "details": details.collect::<Vec<_>>(), "about": row.about.trim()})
    };
    Value::Array(EVENTS.iter().map(row).collect())
}
