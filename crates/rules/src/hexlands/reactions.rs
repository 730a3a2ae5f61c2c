//! How the game reacts: armour, immunity, striking back, heroes.

use cardwright_core::{PieceId, Seat, State, What};
use cardwright_effects::{Ctx, Game, Hit, Reactions, play};

use super::state::*;

impl Reactions for Hexlands {
    /// RULE: whoever is armoured takes one damage less, each time.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        if cx.state.piece(hit.target).keywords_now() & ARMOURED == 0 {
            return hit.amount;
        }
        if hit.amount == 1 {
            let who = cx.who(hit.target);
            cx.tell(What::Prevented { who, amount: 1 });
        }
        hit.amount - 1
    }

    /// RULE: who is immune cannot be poisoned or paralysed any further.
    fn is_immune(_: &Game<Self>, state: &State<Self>, piece: PieceId, _status: u8) -> bool {
        state.piece(piece).keywords_now() & IMMUNE != 0
    }

    /// RULE: the defender strikes back at once, even if it dies, if the attacker is in its range and it is not
    /// paralysed.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        let (there, back) = (cx.state.piece(attacker).attack_now(), cx.state.piece(target).attack_now());
        let strikes_back = strikes_back(cx.game, cx.state, target, attacker);
        cx.deal(Hit::blow(attacker, target, there));
        if strikes_back {
            cx.deal(Hit::blow(target, attacker, back));
        }
    }

    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        play::unless_hero(cx, piece, HERO)
    }

    fn changed_sides(cx: &mut Ctx<'_, Self>, piece: PieceId, from: Seat) {
        let home = cx.state.extra.strayed_from(piece).unwrap_or(from);
        let has_returned = cx.state.piece(piece).owner == home;
        let strays = &mut cx.state.extra.strays[home.at()];
        if has_returned { strays.remove(piece) } else { strays.insert(piece) }
    }
}

/// Whether a figure strikes back at its attacker.
pub fn strikes_back(
    game: &Game<Hexlands>,
    state: &State<Hexlands>,
    target: PieceId,
    attacker: PieceId,
) -> bool {
    let (least, most) = range_of(game, state, target);
    let (one, other) = (state.piece(target), state.piece(attacker));
    one.statuses[PARALYSED] == 0 && (least..=most).contains(&game.data.board.distance(one.cell, other.cell))
}
