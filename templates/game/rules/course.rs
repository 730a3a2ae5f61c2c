//! The course of a match: opening hands, mana, cards.

use cardwright_core::{PieceId, Seat, State};
use cardwright_effects::{Course, Ctx, Game, Setup, play, turns};

use super::state::*;

impl Course for __Rules__ {
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        play::lay_out(cx, setup);
        play::shuffle_decks(cx);
        for seat in cx.state.all_seats() {
            for _ in 0..cx.game.data.opening_hand {
                cx.draw(seat);
            }
        }
        cx.state.extra.starting = Seat(cx.dice.below(2) as u8);
        turns::start(cx, cx.state.extra.starting);
    }

    fn turn_limit(game: &Game<Self>, _seats: usize) -> u32 {
        game.data.turn_limit
    }

    /// RULE: one more crystal, full mana, and a card except on the very first turn.
    fn turn_began(cx: &mut Ctx<'_, Self>, seat: Seat) {
        let crystals = (cx.state.resource(seat, CRYSTALS) + 1).min(cx.game.data.mana_limit);
        *cx.state.resource_mut(seat, CRYSTALS) = crystals;
        *cx.state.resource_mut(seat, MANA) = crystals;
        turns::wake(cx, seat);
        if cx.state.now > 1 {
            cx.draw(seat);
        }
    }

    fn starting(state: &State<Self>) -> Seat {
        state.extra.starting
    }

    fn own_piece(state: &State<Self>, seat: Seat) -> PieceId {
        hero(state, seat)
    }
}
