//! Why an action is refused, in rulebook words.

use cardwright_core::{Action, Cell, NO_CHOICE, Piece, PieceId, State};
use cardwright_effects::legal::first_reason;
use cardwright_effects::play::{AT, TARGET};
use cardwright_effects::{Actions, Game, NOTHING, Refusals, options, turns};

use super::actions::{
    ATTACK, CHOOSE, DRAW, MOVE_PIECE, NO_ATTACK, NO_WALK, PLAY, USE, attack_hindrances, full, walk_hindrances,
};
use super::sight::{influence, visible};
use super::state::*;

type Table = State<Ruler>;

impl Refusals for Ruler {
    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        let seat = action.seat;
        if !state.is_over && state.lost.has(seat) {
            return "you have lost your base and are out of the match".into();
        }
        if let Some(reason) = turns::why_not_now(state, seat) {
            return reason.into();
        }
        if state.phase == DRAW_PHASE {
            return if action.verb == DRAW {
                "that deck is empty".into()
            } else {
                format!("first draw: {} more", state.resource(seat, DRAWS))
            };
        }
        match action.verb {
            DRAW => "the cards of this turn are drawn".into(),
            PLAY => why_no_play(game, state, action),
            MOVE_PIECE => why_no_move(game, state, action),
            ATTACK => why_no_attack(game, state, action),
            USE => why_no_use(game, state, action),
            CHOOSE => "no question is open".into(),
            _ => "that is not possible now".into(),
        }
    }
}

fn why_no_play(game: &Game<Ruler>, state: &Table, action: &Action) -> String {
    let seat = action.seat;
    let Some(&id) = state.zone(seat, HAND).get(action.source as usize) else {
        return "there is no such card in your hand".into();
    };
    let printed = game.def(state.card(id).def);
    let (cost, pays) = (Ruler::cost(game, state, id), payment(printed.kind));
    let held = state.resource(seat, pays);
    if cost > held {
        return format!("it costs {cost} {} and you have {held}", if pays == GOLD { "gold" } else { "mana" });
    }
    let at = action.choices[AT as usize];
    if matches!(printed.kind as usize, UNIT | STRUCTURE | TRAP) {
        if printed.kind as usize == UNIT && state.resource(seat, PLACED) >= PLACEMENTS {
            return format!("{PLACEMENTS} units were placed this turn, which is the most");
        }
        if state.side[seat.at()].len() as usize >= game.data.pieces_per_seat(state.seat_count()) {
            return "you have as many cards in play as you may".into();
        }
        if at == NO_CHOICE {
            return "it needs a tile: say at which".into();
        }
        if !influence(game, state, seat).has(Cell(at)) {
            return "cards are placed only on tiles under your influence".into();
        }
        if full(state, seat, 1).has(Cell(at)) {
            return format!("you have {TILE_ROOM} cards on that tile, which is the most");
        }
        if printed.kind as usize != TRAP
            && !game.data.map.ground[gait(printed.keywords) as usize].has(Cell(at))
        {
            return "it cannot stand on that terrain".into();
        }
    } else if at != NO_CHOICE {
        return "it is not placed on a tile".into();
    }
    match options::query_or_reason(printed, action) {
        Ok(query) => why_no_target(query, action.choices[TARGET as usize]),
        Err(reason) => reason.into(),
    }
}

fn why_no_target(query: u16, chosen: u8) -> String {
    if query == NOTHING {
        "it has no target to choose"
    } else if chosen == NO_CHOICE {
        "it needs a target"
    } else {
        "it cannot be aimed at that"
    }
    .into()
}

/// The piece of the action, if its seat commands it.
fn commanded<'a>(state: &'a Table, action: &Action) -> Option<&'a Piece<Own>> {
    let piece = PieceId(action.source);
    (state.side[action.seat.at()] & bodies(state)).has(piece).then(|| state.piece(piece))
}

const NOT_YOURS: &str = "that is not a unit or structure of yours";

fn why_no_move(game: &Game<Ruler>, state: &Table, action: &Action) -> String {
    if commanded(state, action).is_none() {
        return NOT_YOURS.into();
    }
    if let Some(reason) = first_reason(walk_hindrances(game, state, PieceId(action.source)), NO_WALK) {
        return reason.into();
    }
    "it cannot walk there this turn".into()
}

fn why_no_attack(game: &Game<Ruler>, state: &Table, action: &Action) -> String {
    let Some(it) = commanded(state, action) else { return NOT_YOURS.into() };
    if let Some(reason) = first_reason(attack_hindrances(it), NO_ATTACK) {
        return reason.into();
    }
    if it.acted > 0 && it.extra.prey != PieceId(action.choices[0]) {
        // RULE: a unit that keeps attacking keeps to the unit it attacked first.
        return "it has attacked or acted this turn".into();
    }
    let target = PieceId(action.choices[0]);
    if state.kind[BASE].has(target) {
        return "bases cannot be attacked".into();
    }
    if state.side[action.seat.at()].has(target) {
        return "that is yours".into();
    }
    if !target.is_some() || !visible(game, state, action.seat).has(target) {
        return "there is nothing you could attack".into();
    }
    let aim = state.piece(target);
    if !game.data.map.within(it.cell, range(game, state, PieceId(action.source))).has(aim.cell) {
        return "it does not reach that far".into();
    }
    if aim.keywords_now() & FLYING != 0 && range(game, state, PieceId(action.source)) == 0 {
        return "it flies: only a ranged attack reaches it".into();
    }
    "its shelter protects it from attacks from other tiles".into()
}

fn why_no_use(game: &Game<Ruler>, state: &Table, action: &Action) -> String {
    let Some(it) = commanded(state, action) else { return NOT_YOURS.into() };
    let Some(&def) = game.def(it.def).knows.get(action.choices[0] as usize) else {
        return "it knows no such thing".into();
    };
    let printed = game.def(def);
    if it.acted > 0 {
        return "it has attacked or acted this turn".into();
    }
    if printed.cost > it.extra.mana as i16 {
        return format!("it costs {} mana and the unit has {}", printed.cost, it.extra.mana);
    }
    why_no_target(printed.target, action.choices[TARGET as usize])
}
