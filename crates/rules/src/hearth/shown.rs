//! What the table shows of a player and of a character.

use cardwright_core::{PieceId, Seat, State};
use cardwright_effects::{Course, Game, Shown};

use super::actions::{self, Sight};
use super::reactions::spell_power;
use super::state::*;

impl Shown for Hearth {
    fn facts(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        let power = state.extra.powers[seat.at()];
        vec![
            ("turn", state.now as i64),
            ("starts", (Self::starting(state) == seat) as i64),
            ("power_card", power.0 as i64),
            ("power_cost", game.def(power).cost as i64),
            ("spell_damage", spell_power(state, seat) as i64),
        ]
    }

    fn can_still(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let owner = state.piece(piece).owner;
        if !characters(state).has(piece) || !state.active.has(owner) || state.phase != TURN {
            return (false, false);
        }
        let keywords = fighting_keywords(state, piece);
        let mut targets = Sight::of(state, owner).attackable();
        if keywords & COURTEOUS != 0 {
            targets &= state.kind[MINION];
        }
        (false, actions::attack_hindrances(state, piece, keywords) == 0 && targets.any())
    }
}
