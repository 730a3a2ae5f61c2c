//! How the game reacts: heroes do not strike back, and a player who loses the hero loses the match.

use cardwright_core::PieceId;
use cardwright_effects::{Ctx, Hit, Reactions, play};

use super::state::*;

impl Reactions for __Rules__ {
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        let (there, back) = (cx.state.piece(attacker).attack_now(), cx.state.piece(target).attack_now());
        cx.deal(Hit::blow(attacker, target, there));
        if cx.state.kind[MINION].has(target) {
            cx.deal(Hit::blow(target, attacker, back));
        }
    }

    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        play::unless_hero(cx, piece, HERO)
    }
}
