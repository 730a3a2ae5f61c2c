//! Why an action is refused, in rulebook words.

use cardwright_core::{Action, Cell, NO_CHOICE, PieceId, Seat, State};
use cardwright_effects::legal::first_reason;
use cardwright_effects::play::{AT, TARGET};
use cardwright_effects::{Actions, CardDef, Game, NOTHING, Refusals, options, turns};

use super::actions::*;
use super::state::*;

type Table = State<Hearth>;

impl Refusals for Hearth {
    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        let seat = action.seat;
        if !state.is_over && state.phase == MULLIGAN_PHASE && !state.active.has(seat) {
            return "you have chosen your mulligan".into();
        }
        if let Some(reason) = turns::why_not_now(state, seat) {
            return reason.into();
        }
        if state.phase == MULLIGAN_PHASE {
            return "first both players choose their mulligan".into();
        }
        match action.verb {
            PLAY => why_no_play(game, state, action),
            ATTACK => why_no_attack(state, action),
            USE_POWER => why_no_power(game, state, action),
            REDRAW => "the mulligan is over".into(),
            CHOOSE => "no question is open".into(),
            _ => "that is not possible now".into(),
        }
    }
}

fn why_no_play(game: &Game<Hearth>, state: &Table, action: &Action) -> String {
    let seat = action.seat;
    let Some(&id) = state.zone(seat, HAND).get(action.source as usize) else {
        return "there is no such card in your hand".into();
    };
    let def = state.card(id).def;
    let printed = game.def(def);
    let (cost, mana) = (Hearth::cost(game, state, id), state.resource(seat, MANA));
    if cost > mana {
        return format!("it costs {cost} mana and you have {mana}");
    }
    match printed.kind as usize {
        MINION => {
            if let Some(reason) = why_not_there(state, seat, action.choices[AT as usize]) {
                return reason.into();
            }
        }
        SECRET if !may_lay_secret(state, seat, def) => {
            let secrets = state.side[seat.at()] & state.kind[SECRET] & !state.dying;
            let is_full = secrets.len() >= SECRETS;
            return if is_full { "you have five secrets" } else { "you have this secret already" }.into();
        }
        _ if game.data.briefs[def.at()].needs_room && places(state, seat).is_empty() => {
            return "you have seven minions".into();
        }
        _ if action.choices[AT as usize] != NO_CHOICE => {
            return "only minions are placed in the row".into();
        }
        _ => {}
    }
    match options::query_or_reason(printed, action) {
        Ok(query) => why_not_that(state, action, printed, query),
        Err(reason) => reason.into(),
    }
}

fn why_not_there(state: &Table, seat: Seat, at: u8) -> Option<&'static str> {
    if places(state, seat).is_empty() {
        Some("you have seven minions")
    } else if at == NO_CHOICE {
        Some("a minion needs a place in your row: say at which")
    } else if !row(seat).has(Cell(at)) {
        Some("minions are placed in their owner's row only")
    } else if !places(state, seat).has(Cell(at)) {
        Some("a row has no gaps: place it before one of your minions or right of them")
    } else {
        None
    }
}

/// Why a card or power cannot choose the target of an action.
fn why_not_that(state: &Table, action: &Action, printed: &CardDef, query: u16) -> String {
    let target = action.choices[TARGET as usize];
    if query == NOTHING {
        return "it has no target to choose".into();
    }
    if target == NO_CHOICE {
        return "it needs a target".into();
    }
    let target = PieceId(target);
    if !state.used.has(target) {
        return "that is not in play".into();
    }
    let sight = Sight::of(state, action.seat);
    if sight.concealed.has(target) {
        return "an enemy that has Stealth or is Immune cannot be chosen".into();
    }
    if sight.elusive.has(target) && is_aimed_magic(printed.kind as usize) {
        return "spells and hero powers cannot choose who is Elusive".into();
    }
    "it cannot be aimed at that".into()
}

fn why_no_attack(state: &Table, action: &Action) -> String {
    let (attacker, target) = (PieceId(action.source), PieceId(action.choices[0]));
    if !(state.side[action.seat.at()] & characters(state)).has(attacker) {
        return "that is neither a minion of yours nor your hero".into();
    }
    let keywords = fighting_keywords(state, attacker);
    if let Some(reason) = first_reason(attack_hindrances(state, attacker, keywords), NO_ATTACK) {
        return reason.into();
    }
    if !(state.side[foe(action.seat).at()] & characters(state)).has(target) {
        return "only enemy minions and the enemy hero are attacked".into();
    }
    let sight = Sight::of(state, action.seat);
    if sight.concealed.has(target) {
        return "an enemy that has Stealth or is Immune cannot be attacked".into();
    }
    if sight.taunters.any() && !sight.taunters.has(target) {
        return "an enemy minion with Taunt must be attacked first".into();
    }
    "it cannot attack heroes".into()
}

fn why_no_power(game: &Game<Hearth>, state: &Table, action: &Action) -> String {
    if let Some(reason) = first_reason(power_hindrances(game, state, action.seat), NO_POWER) {
        return reason.into();
    }
    let printed = game.def(state.extra.powers[action.seat.at()]);
    why_not_that(state, action, printed, printed.target)
}
