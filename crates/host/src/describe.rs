//! States and events as JSON, for everything outside the kernel that shows them. Given a view, never the truth.

use cardwright_core::{By, CellSet, Event, Prompt, Seat, State, View, What, Who};
use cardwright_effects::{Game, Memory, Outcome, Rules};
use serde_json::{Value, json};

fn index(seat: Seat) -> i64 {
    if seat.is_some() { seat.0 as i64 } else { -1 }
}

/// A view as JSON: seats with resources and zones, pieces, the open prompt, the outcome.
pub fn view<R: Rules>(game: &Game<R>, view: &View<R>) -> Value {
    let state = &view.state;
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
                        "known": card.known.0 != 0,
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
    let pieces: Vec<Value> = state
        .by_arrival(state.used)
        .map(|id| {
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
                "arrived": piece.is(cardwright_core::ARRIVED),
                "dispelled": piece.is(cardwright_core::DISPELLED),
                "granted": piece.is(cardwright_core::GRANTED),
                "dormant": piece.is(cardwright_core::DORMANT),
                "facts": facts(R::piece_facts(game, state, id)),
            })
        })
        .collect();
    let Prompt { seat, len, options } = state.prompt;
    json!({
        "seat": index(view.seat),
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
        "areas": areas(R::areas(game, state, view.seat)),
        "remembered": R::remembered(game, state, view.seat).into_iter().map(memory).collect::<Vec<_>>(),
    })
}

fn facts(facts: Vec<(&'static str, i64)>) -> Value {
    facts.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

fn areas(areas: Vec<(&'static str, CellSet)>) -> Value {
    let cells = |set: CellSet| json!(set.map(|cell| cell.0).collect::<Vec<_>>());
    areas.into_iter().map(|(name, set)| (name.to_owned(), cells(set))).collect()
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

fn who(who: Who) -> Value {
    json!({
        "piece": who.piece.0,
        "def": who.def.0,
        "owner": index(who.owner),
        "cell": if who.cell.is_some() { who.cell.0 as i64 } else { -1 },
    })
}

/// What brought something about; nothing where that has no name or is not to be known.
fn cause(by: By) -> Value {
    if by == By::UNKNOWN {
        return Value::Null;
    }
    let doer = if by.who.piece.is_some() { who(by.who) } else { Value::Null };
    json!({"who": doer, "card": by.card.0, "rule": by.rule})
}

/// The types of events, as [`event`] names them.
pub const EVENT_TYPES: &[&str] = &[
    "began",
    "drawn",
    "drew_nothing",
    "lost",
    "played",
    "created",
    "shifted",
    "cost_changed",
    "redrew",
    "entered",
    "moved",
    "returned",
    "died",
    "attacked",
    "damaged",
    "prevented",
    "healed",
    "changed",
    "keyword_gained",
    "keyword_lost",
    "afflicted",
    "dispelled",
    "ability_granted",
    "transformed",
    "controlled",
    "readied",
    "gained",
    "power_used",
    "asked",
    "answered",
    "used",
    "spotted",
    "vanished",
    "wore_off",
    "passed",
    "discarded",
    "revealed",
    "spent",
    "sounded",
    "fizzled",
    "defeated",
    "ended",
];

/// Whether the numbers of pieces mean something to a seat: in fog every view numbers them anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Shown,
    LeftOut,
}

impl Numbers {
    /// What holds in a game.
    pub fn of<R: Rules>() -> Self {
        if R::FOG { Numbers::LeftOut } else { Numbers::Shown }
    }
}

/// An event as a seat sees it, if it does.
pub fn event(event: &Event, seat: Seat, numbers: Numbers) -> Option<Value> {
    let mut seen = in_numbers(event, seat)?;
    if numbers == Numbers::LeftOut {
        for path in ["/who", "/target", "/cause/who"] {
            if let Some(who) = seen.pointer_mut(path).filter(|who| who.is_object()) {
                who["piece"] = json!(-1);
            }
        }
    }
    Some(seen)
}

fn in_numbers(event: &Event, seat: Seat) -> Option<Value> {
    Some(match event.seen_by(seat)? {
        What::Began { seat, phase } => json!({"type": "began", "seat": seat.0, "phase": phase}),
        What::Drawn { seat, card } => json!({"type": "drawn", "seat": seat.0, "card": card.0}),
        What::DrewNothing { seat } => json!({"type": "drew_nothing", "seat": seat.0}),
        What::Lost { seat, card } => json!({"type": "lost", "seat": seat.0, "card": card.0}),
        What::Played { seat, card } => json!({"type": "played", "seat": seat.0, "card": card.0}),
        What::Created { seat, zone, card } => {
            json!({"type": "created", "seat": seat.0, "zone": zone, "card": card.0})
        }
        What::Shifted { seat, from, to, card } => {
            json!({"type": "shifted", "seat": seat.0, "from": from, "to": to, "card": card.0})
        }
        What::CostChanged { seat, card, by } => {
            json!({"type": "cost_changed", "seat": seat.0, "card": card.0, "by": by})
        }
        What::Redrew { seat, count } => json!({"type": "redrew", "seat": seat.0, "count": count}),
        What::Entered { who: w } => json!({"type": "entered", "who": who(w)}),
        What::Moved { who: w, to } => json!({"type": "moved", "who": who(w), "to": to.0}),
        What::Returned { who: w } => json!({"type": "returned", "who": who(w)}),
        What::Died { who: w, by } => json!({"type": "died", "who": who(w), "cause": cause(by)}),
        What::Attacked { who: w, target } => {
            json!({"type": "attacked", "who": who(w), "target": who(target)})
        }
        What::Damaged { who: w, amount, by } => {
            json!({"type": "damaged", "who": who(w), "amount": amount, "cause": cause(by)})
        }
        What::Prevented { who: w, amount } => json!({"type": "prevented", "who": who(w), "amount": amount}),
        What::Healed { who: w, amount, by } => {
            json!({"type": "healed", "who": who(w), "amount": amount, "cause": cause(by)})
        }
        What::Changed { who: w, attack, health, lasting } => {
            json!({"type": "changed", "who": who(w), "attack": attack, "health": health, "lasting": lasting})
        }
        What::KeywordGained { who: w, keyword, lasting } => {
            json!({"type": "keyword_gained", "who": who(w), "keyword": keyword, "lasting": lasting})
        }
        What::KeywordLost { who: w, keyword } => {
            json!({"type": "keyword_lost", "who": who(w), "keyword": keyword})
        }
        What::Afflicted { who: w, status, amount } => {
            json!({"type": "afflicted", "who": who(w), "status": status, "amount": amount})
        }
        What::Dispelled { who: w } => json!({"type": "dispelled", "who": who(w)}),
        What::AbilityGranted { who: w } => json!({"type": "ability_granted", "who": who(w)}),
        What::Transformed { who: w, into } => json!({"type": "transformed", "who": who(w), "into": into.0}),
        What::Controlled { who: w, by } => json!({"type": "controlled", "who": who(w), "by": by.0}),
        What::Readied { who: w } => json!({"type": "readied", "who": who(w)}),
        What::Gained { seat, resource, amount } => {
            json!({"type": "gained", "seat": seat.0, "resource": resource, "amount": amount})
        }
        What::PowerUsed { seat, card } => json!({"type": "power_used", "seat": seat.0, "card": card.0}),
        What::Asked { seat } => json!({"type": "asked", "seat": seat.0}),
        What::Answered { seat, card } => json!({"type": "answered", "seat": seat.0, "card": card.0}),
        What::Used { who: w, card } => json!({"type": "used", "who": who(w), "card": card.0}),
        What::Spotted { who: w } => json!({"type": "spotted", "who": who(w)}),
        What::Vanished { who: w } => json!({"type": "vanished", "who": who(w)}),
        What::WoreOff { who: w } => json!({"type": "wore_off", "who": who(w)}),
        What::Passed { now } => json!({"type": "passed", "now": now}),
        What::Discarded { seat, card } => json!({"type": "discarded", "seat": seat.0, "card": card.0}),
        What::Revealed { seat, zone, card } => {
            json!({"type": "revealed", "seat": seat.0, "zone": zone, "card": card.0})
        }
        What::Spent { seat, resource, amount } => {
            json!({"type": "spent", "seat": seat.0, "resource": resource, "amount": amount})
        }
        What::Sounded { sound } => json!({"type": "sounded", "sound": sound}),
        What::Fizzled { room } => json!({"type": "fizzled", "room": room.name()}),
        What::Defeated { seat } => json!({"type": "defeated", "seat": seat.0}),
        What::Ended => json!({"type": "ended"}),
    })
}

#[cfg(test)]
mod tests {
    use super::EVENT_TYPES;

    #[test]
    fn every_type_of_event_is_listed() {
        let source = include_str!("describe.rs");
        let named = source.split("json!({\"type\": \"").skip(1).filter_map(|rest| rest.split('"').next());
        assert_eq!(named.collect::<Vec<_>>(), EVENT_TYPES);
    }
}
