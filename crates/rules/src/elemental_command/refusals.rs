//! Why an action is refused, in rulebook words.

use cardwright_core::{Action, Cell, NO_CHOICE, PieceId, State};
use cardwright_effects::legal::first_reason;
use cardwright_effects::play::{AT, TARGET, TO};
use cardwright_effects::{Actions, Game, NOTHING, Refusals, options, turns};

use super::actions::*;
use super::state::*;

type Table = State<ElementalCommand>;

impl Refusals for ElementalCommand {
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
            MOVE => why_no_move(state, action),
            USE_POWER if state.resource(seat, POWER) == 0 => "the hero power was used this turn".into(),
            USE_POWER if state.resource(seat, MANA) < game.def(state.piece(hero(seat)).def).cost => {
                "there is not enough mana for the hero power".into()
            }
            USE_POWER => "the hero power cannot choose that".into(),
            TAKE => {
                "the resource step of this turn is used, or the starting player has none on the first turn"
                    .into()
            }
            REDRAW => "the mulligan is over".into(),
            CHOOSE => "no question is open".into(),
            _ => "that is not possible now".into(),
        }
    }
}

fn why_no_play(game: &Game<ElementalCommand>, state: &Table, action: &Action) -> String {
    let hand = state.zone(action.seat, HAND);
    let Some(&id) = hand.get(action.source as usize) else {
        return "there is no such card in your hand".into();
    };
    let printed = game.def(state.card(id).def);
    let held = &state.seats[action.seat.at()].resources;
    let cost = ElementalCommand::cost(game, state, id);
    if cost > held[MANA] {
        return format!("it costs {cost} mana and you have {}", held[MANA]);
    }
    for (element, name) in ["earth", "wind", "fire"].iter().enumerate() {
        let needed = printed.numbers[element];
        if needed > held[EARTH + element] {
            return format!("it needs {needed} {name} and you have {}", held[EARTH + element]);
        }
    }
    let at = action.choices[AT as usize];
    if printed.kind as usize == MINION {
        if (home(action.seat) & !state.occupied).is_empty() {
            return "you have no free space".into();
        }
        if at == NO_CHOICE {
            return "a minion needs a space: say at which".into();
        }
        if !home(action.seat).has(Cell(at)) {
            return "minions are placed on their owner's spaces only".into();
        }
        if state.on(Cell(at)).any() {
            return "that space is taken".into();
        }
    } else if at != NO_CHOICE {
        return "a spell is not placed on a space".into();
    }
    match options::query_or_reason(printed, action) {
        Err(reason) => reason,
        Ok(NOTHING) if printed.line() != 0 && action.choices[TARGET as usize] == NO_CHOICE => {
            if action.choices[TO as usize] == NO_CHOICE {
                "it needs a row or column: say to which"
            } else {
                "it cannot choose that row or column"
            }
        }
        Ok(NOTHING) => "it has no target to choose",
        Ok(_) if action.choices[TARGET as usize] == NO_CHOICE => "it needs a target",
        Ok(_) => "it cannot be aimed at that",
    }
    .into()
}

fn why_no_attack(state: &Table, action: &Action) -> String {
    let piece = PieceId(action.source);
    if !(state.side[action.seat.at()] & state.kind[MINION]).has(piece) {
        return "that is not a minion of yours".into();
    }
    if let Some(reason) = first_reason(attack_hindrances(state, piece), NO_ATTACK) {
        return reason.into();
    }
    let walls = Walls::of(state, foe(action.seat));
    if walls.taunters.any() {
        return "an enemy minion with Taunt must be attacked first".into();
    }
    if PieceId(action.choices[0]) == hero(foe(action.seat)) {
        return "an enemy minion stands in its column".into();
    }
    "it reaches only the front-most minion of its own and the neighbour columns".into()
}

fn why_no_move(state: &Table, action: &Action) -> String {
    let piece = PieceId(action.source);
    if !(state.side[action.seat.at()] & state.kind[MINION]).has(piece) {
        return "that is not a minion of yours".into();
    }
    if let Some(reason) = first_reason(move_hindrances(state, piece), NO_MOVE) {
        return reason.into();
    }
    "minions move to free spaces of their owner only".into()
}
