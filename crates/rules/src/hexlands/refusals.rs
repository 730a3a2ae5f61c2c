//! Why an action is refused, in rulebook words.

use cardwright_core::{Action, Cell, NO_CHOICE, PieceId, Seat, State};
use cardwright_effects::legal::first_reason;
use cardwright_effects::play::{self, AT, TARGET, TO};
use cardwright_effects::{CardDef, Game, NOTHING, Refusals, aim, options, turns};

use super::actions::*;
use super::lands::{Needed, Spot};
use super::places::{free_range, hero_range, is_full};
use super::state::*;

type Table = State<Hexlands>;

impl Refusals for Hexlands {
    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        if let Some(reason) = turns::why_not_now(state, action.seat) {
            return reason.into();
        }
        match action.verb {
            PLAY => why_no_play(game, state, action),
            CHANGE if state.resource(action.seat, CHANGES) <= 0 => {
                "you have changed a field this turn".into()
            }
            CHANGE if !hero_range(game, state, action.seat).has(Cell(action.source)) => {
                "that field is not in your hero's range".into()
            }
            MOVE => why_no_move(game, state, action),
            ATTACK => why_no_attack(game, state, action),
            CHOOSE => "no question is open".into(),
            _ => "that is not possible now".into(),
        }
    }
}

fn why_no_play(game: &Game<Hexlands>, state: &Table, action: &Action) -> String {
    let seat = action.seat;
    let Some(&id) = state.zone(seat, HAND).get(action.source as usize) else {
        return "there is no such card in your hand".into();
    };
    let def = state.card(id).def;
    let (printed, pattern) = (game.def(def), game.data.pattern(state, seat, def));
    let at = action.choices[AT as usize];
    if printed.kind as usize != MINION {
        if at != NO_CHOICE {
            return "a spell is not placed on a field".into();
        }
        let stands = state.piece(hero(state, seat)).cell;
        if let Some(missing) = missing(state, pattern, game.data.board.spots[stands.at()]) {
            return format!("around your hero its pattern lacks {missing}");
        }
    } else if is_full(game, state, seat) {
        return "you have as many figures as you may have".into();
    } else if at == NO_CHOICE {
        return why_nowhere(game, state, seat, pattern);
    } else {
        let cell = Cell(at);
        if !hero_range(game, state, seat).has(cell) {
            return "minions are placed in their hero's range".into();
        }
        if state.on(cell).any() {
            return "that field is taken".into();
        }
        if let Some(missing) = missing(state, pattern, game.data.board.spots[cell.at()]) {
            return format!("around {} its pattern lacks {missing}", game.data.board.name(cell));
        }
    }
    match options::query_or_reason(printed, action) {
        Err(reason) => reason,
        Ok(NOTHING) => "it has no target to choose",
        Ok(_) if action.choices[TARGET as usize] == NO_CHOICE => "it needs a target",
        Ok(_) => why_no_second(game, state, action, printed).unwrap_or("it cannot be aimed at that"),
    }
    .into()
}

/// What is wrong with the second target of a text that chooses two, if its first one is right.
fn why_no_second(
    game: &Game<Hexlands>,
    state: &Table,
    action: &Action,
    printed: &CardDef,
) -> Option<&'static str> {
    let first = PieceId(action.choices[TARGET as usize]);
    let may_be_first = play::targets(game, state, printed.target, action.seat, PieceId::NONE).has(first);
    if printed.second == NOTHING || !may_be_first {
        return None;
    }
    let seconds = aim::second_targets(game, state, printed, action.seat, PieceId::NONE, first);
    let to = action.choices[TO as usize];
    if seconds.is_empty() {
        Some("it needs two targets, and beside that one there is no other")
    } else if to == NO_CHOICE {
        Some("it needs a second target: say behind \"to\" on which field it stands")
    } else if state.on(Cell(to)).is_empty() {
        Some("no figure stands on the second field")
    } else if state.on(Cell(to)).has(first) {
        Some("its second target must be another one")
    } else {
        Some("its second target cannot be that")
    }
}

/// Why a minion fits no field, or that a field must be named.
fn why_nowhere(game: &Game<Hexlands>, state: &Table, seat: Seat, pattern: &[Needed]) -> String {
    let free = free_range(game, state, seat);
    if free.is_empty() {
        return "no field in your hero's range is free".into();
    }
    let count = |cell: &Cell| lacking(state, pattern, game.data.board.spots[cell.at()]).count();
    let Some(best) = free.min_by_key(count) else { return "no field in your hero's range is free".into() };
    match missing(state, pattern, game.data.board.spots[best.at()]) {
        None => "a minion needs a field: say at which".into(),
        Some(missing) => {
            let name = game.data.board.name(best);
            format!(
                "its pattern fits no free field in your hero's range; {name} comes nearest and lacks {missing}"
            )
        }
    }
}

/// The fields of a pattern that are not there.
fn lacking<'a>(state: &'a Table, pattern: &'a [Needed], anchor: Spot) -> impl Iterator<Item = &'a Needed> {
    pattern.iter().filter(move |field| !state.extra.lands.has_needed(anchor, field))
}

/// What a pattern lacks, in words; none if it fits.
fn missing(state: &Table, pattern: &[Needed], anchor: Spot) -> Option<String> {
    let mut counts = [0; LANDS.len()];
    for field in lacking(state, pattern, anchor) {
        counts[field.land as usize] += 1;
    }
    let parts: Vec<String> = LANDS
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(land, count)| format!("{count} {land}"))
        .collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

fn why_no_move(game: &Game<Hexlands>, state: &Table, action: &Action) -> String {
    let piece = PieceId(action.source);
    if !(state.side[action.seat.at()] & figures(state)).has(piece) {
        return "that is not a figure of yours".into();
    }
    if let Some(reason) = first_reason(move_hindrances(state.piece(piece)), NO_MOVE) {
        return reason.into();
    }
    if action.choices[0] != NO_CHOICE && state.on(Cell(action.choices[0])).any() {
        return "that field is taken".into();
    }
    let steps = number_of(game, state, piece, MOVEMENT);
    format!("it walks {steps} field{} at most, over free ones only", if steps == 1 { "" } else { "s" })
}

fn why_no_attack(game: &Game<Hexlands>, state: &Table, action: &Action) -> String {
    let (seat, piece) = (action.seat, PieceId(action.source));
    if !(state.side[seat.at()] & figures(state)).has(piece) {
        return "that is not a figure of yours".into();
    }
    if let Some(reason) = first_reason(attack_hindrances(state.piece(piece)), NO_ATTACK) {
        return reason.into();
    }
    let target = PieceId(action.choices[0]);
    if target.is_some() && !enemies(state, seat).has(target) {
        return "figures attack enemies only".into();
    }
    match range_of(game, state, piece) {
        (least, most) if least == most => format!("it reaches enemies at a distance of {least} only"),
        (least, most) => format!("it reaches enemies at a distance of {least} to {most} only"),
    }
}
