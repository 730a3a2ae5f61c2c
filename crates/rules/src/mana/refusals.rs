//! Why an action is refused, in rulebook words.

use cardwright_core::{Action, CardId, Cell, NO_CHOICE, PieceId, State};
use cardwright_effects::play::{self, AT, TARGET, TO};
use cardwright_effects::{Game, NOTHING, Refusals, options};

use super::actions::{ATTACK, DISCARD, DRAW, MOVE, PLAY, RECALL, USE, WHICH, could_draw, free_to_act_at};
use super::prices::Bargains;
use super::state::*;

type Table = State<Mana>;

const WORDS: [&str; PURSE] = ["fire", "frost", "nature", "arcane", "light", "shadow", "devotion"];

impl Refusals for Mana {
    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        let seat = action.seat;
        if state.is_over {
            return "the match is over".into();
        }
        if free_to_act_at(state, seat) > state.now {
            let last = state.extra.acts[seat.at()][PACE - 1];
            return if last == state.now {
                "you have acted in this millisecond already".into()
            } else {
                format!("a player acts at most {PACE} times in a second")
            };
        }
        match action.verb {
            PLAY => match state.zone(seat, HAND).get(action.source as usize) {
                Some(&id) => why_no_play(game, state, action, id),
                None => "there is no such card in your hand".into(),
            },
            RECALL => match state.zone(seat, GRAVEYARD).get(action.source as usize) {
                Some(&id) if game.def(state.card(id).def).keywords & RETURNING != 0 => {
                    why_no_play(game, state, action, id)
                }
                Some(_) => "only a card with Returning is played from the graveyard".into(),
                None => "there is no such card in your graveyard".into(),
            },
            DRAW if state.zone_len(seat, DECK) == 0 => "your deck is empty".into(),
            DRAW if !could_draw(game, state, seat) => {
                format!("your hand is full: it holds {} cards", game.limits.hand)
            }
            DRAW => "a card costs 1 devotion and you have 0".into(),
            DISCARD => "there is no such card in your hand".into(),
            MOVE => why_no_move(state, action),
            ATTACK => why_no_attack(state, action),
            USE => why_no_use(game, state, action),
            _ => "that is not possible now".into(),
        }
    }
}

/// What a purse lacks for a price.
fn lack(state: &Table, action: &Action, price: &[i16; 8]) -> Option<String> {
    let lacking = |at: &usize| price[*at] > state.resource(action.seat, *at);
    (0..PURSE).find(lacking).map(|at| {
        let held = state.resource(action.seat, at);
        format!("it costs {} {} and you have {held}", price[at], WORDS[at])
    })
}

fn why_no_play(game: &Game<Mana>, state: &Table, action: &Action, id: CardId) -> String {
    let price = Bargains::of(game, state, action.seat).price(game, state, id);
    if let Some(reason) = lack(state, action, &price) {
        return reason;
    }
    let printed = game.def(state.card(id).def);
    let at = action.choices[AT as usize];
    if printed.kind as usize == MINION {
        if (home(action.seat) & !state.occupied).is_empty() {
            return "you have no free location".into();
        }
        if at == NO_CHOICE {
            return "a minion needs a location: say at which".into();
        }
        if !home(action.seat).has(Cell(at)) {
            return "a minion is placed on your own side".into();
        }
        if state.occupied.has(Cell(at)) {
            return "that location is taken".into();
        }
    } else if at != NO_CHOICE {
        return "only minions are placed on a location".into();
    }
    match options::query_or_reason(printed, action) {
        Ok(query) => why_no_aim(game, state, action, query, printed.destination, false),
        Err(reason) => reason.into(),
    }
}

fn why_no_aim(
    game: &Game<Mana>,
    state: &Table,
    action: &Action,
    query: u16,
    destination: u8,
    is_ability: bool,
) -> String {
    let target = action.choices[TARGET as usize];
    if query == NOTHING && target != NO_CHOICE {
        return "it has no target".into();
    }
    if query != NOTHING && target == NO_CHOICE {
        return "it needs a target: say which".into();
    }
    if query != NOTHING {
        let piece = PieceId(target);
        let is_hidden = state.piece(piece).keywords_now() & ELUSIVE != 0;
        if is_hidden && state.piece(piece).owner != action.seat {
            return "who is Elusive cannot be chosen by the enemy".into();
        }
        let is_itself = is_ability && target == action.source;
        if is_ability && !is_itself && protected(state).has(state.piece(piece).cell) {
            return "who is protected is out of reach of abilities".into();
        }
        let user = if is_ability { PieceId(action.source) } else { PieceId::NONE };
        if !play::targets(game, state, query, action.seat, user).has(piece) {
            return "it cannot choose that target".into();
        }
    }
    match (destination, action.choices[TO as usize]) {
        (0, NO_CHOICE) => "that is not possible now".into(),
        (0, _) => "it moves nobody".into(),
        (_, NO_CHOICE) => "it needs a free location: say to which".into(),
        (_, to) if state.occupied.has(Cell(to)) => "that location is taken".into(),
        _ => "that location cannot be chosen".into(),
    }
}

fn why_no_move(state: &Table, action: &Action) -> String {
    let piece = state.piece(PieceId(action.source));
    if piece.owner != action.seat {
        return "that creature is not yours".into();
    }
    if !piece.cell.is_some() {
        return "an event stands on no location".into();
    }
    if piece.keywords_now() & UNMOVABLE != 0 {
        return "it is Unmovable".into();
    }
    let to = action.choices[0];
    if to == NO_CHOICE {
        return "say where it goes".into();
    }
    if !home(action.seat).has(Cell(to)) {
        return "creatures stay on their own side".into();
    }
    if Cell(to) == piece.cell { "it stands there already" } else { "who stands there is Unmovable" }.into()
}

/// Why a piece may not use any ability now.
fn why_idle(state: &Table, action: &Action) -> Option<String> {
    let id = PieceId(action.source);
    let piece = state.piece(id);
    if piece.owner != action.seat {
        return Some("that creature is not yours".into());
    }
    if !creatures(state).has(id) {
        return Some("an event does not act".into());
    }
    let left = rest_left(state, id);
    (left > 0).then(|| format!("it is exhausted for another {}.{} s", left / 1000, left % 1000 / 100))
}

fn why_no_attack(state: &Table, action: &Action) -> String {
    if let Some(reason) = why_idle(state, action) {
        return reason;
    }
    if state.piece(PieceId(action.source)).attack_now() == 0 {
        return "it has no attack".into();
    }
    let target = PieceId(action.choices[0]);
    if !target.is_some() {
        return "say whom it attacks".into();
    }
    if state.piece(target).owner == action.seat {
        return "creatures attack enemies only".into();
    }
    if !creatures(state).has(target) {
        return "an event cannot be attacked".into();
    }
    "the target is protected: both locations in front of it are taken".into()
}

fn why_no_use(game: &Game<Mana>, state: &Table, action: &Action) -> String {
    if let Some(reason) = why_idle(state, action) {
        return reason;
    }
    let user = state.piece(PieceId(action.source));
    let knows = known_to(game, user);
    if knows.is_empty() && user.is(cardwright_core::DISPELLED) {
        return "it is dispelled and knows nothing any more".into();
    }
    let Some(&known) = knows.get(action.choices[WHICH as usize] as usize) else {
        return "it knows no such ability".into();
    };
    if let Some(reason) = lack(state, action, &game.data.prices[known.at()]) {
        return reason;
    }
    let printed = game.def(known);
    why_no_aim(game, state, action, printed.target, printed.destination, true)
}
