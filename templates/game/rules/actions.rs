//! What a player may do: play cards, attack along a lane, end the turn.

use cardwright_core::{ARRIVED, Action, Group, PieceId, PieceSet, Seat, State, VerbSpec};
use cardwright_effects::play::{self, AT};
use cardwright_effects::{Actions, Ctx, Game, turns};

use super::state::*;

pub const PLAY: u8 = 0;
pub const ATTACK: u8 = 1;
pub const END: u8 = 2;
pub const CHOOSE: u8 = 3;

impl Actions for __Rules__ {
    const VERBS: &'static [VerbSpec] = &[turns::PLAY, turns::ATTACK, turns::END, turns::CHOOSE];

    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if state.prompt.is_open() {
            out.push(turns::answers(state, CHOOSE));
            return;
        }
        let free = home(seat) & !state.occupied;
        for place in turns::payable(game, state, seat, MANA) {
            let printed = game.def(state.card(state.zone(seat, HAND)[place as usize]).def);
            let is_minion = printed.kind as usize == MINION;
            if is_minion && free.is_empty() {
                continue;
            }
            let group = Group::single(PLAY, place);
            let group = if is_minion { group.choose(AT, free) } else { group };
            let targets = || play::targets(game, state, printed.target, seat, PieceId::NONE);
            play::list_aimed(game, out, group, printed, targets, is_minion);
        }
        for piece in state.side[seat.at()] & state.kind[MINION] {
            let targets = targets(state, piece);
            if targets.any() {
                out.push(Group::single(ATTACK, piece.0).choose(0, targets.into()));
            }
        }
        out.push(Group::single(END, 0));
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        match action.verb {
            PLAY => turns::play_card(cx, action, MANA, |kind| kind as usize == MINION),
            ATTACK => turns::attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            END => turns::end(cx, action.seat),
            _ => play::answer(cx, action.source),
        }
    }

    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        Some(Action::new(seat, if state.prompt.is_open() { CHOOSE } else { END }, 0))
    }
}

/// RULE: a minion attacks once a turn, not on the turn it arrives. It attacks the enemy minion of its lane, or the
/// hero behind an empty one.
fn targets(state: &State<__Rules__>, piece: PieceId) -> PieceSet {
    let minion = state.piece(piece);
    let is_new = minion.is(ARRIVED) && minion.keywords_now() & HASTE == 0;
    if is_new || minion.acted > 0 || minion.attack_now() <= 0 {
        return PieceSet::EMPTY;
    }
    let ahead = state.on(super::places::opposite(minion.cell));
    if ahead.any() { ahead } else { PieceSet::one(hero(state, foe(minion.owner))) }
}
