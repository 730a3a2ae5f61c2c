//! What must hold in a position and in a view.

use cardwright_core::{DefId, PieceId, State, Unreadable, View, ensure};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::reading::is_card;
use cardwright_effects::{Checks, Game};

use super::state::*;

impl Checks for Mana {
    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.now >= game.data.limit || state.phase > NIGHT {
            return refuse("a position is by day or by night, before the match is drawn");
        }
        for seat in state.all_seats() {
            if (state.side[seat.at()] & state.kind[HERO]).len() != 1 {
                return refuse("every player has one hero");
            }
        }
        for id in creatures(state) {
            let piece = state.piece(id);
            if !home(piece.owner).has(piece.cell) || state.on(piece.cell).len() != 1 {
                return refuse("a creature stands alone on a location of its side");
            }
        }
        let events = state.kind[EVENT];
        if events.len() > 1 || (state.used - creatures(state) - events).any() {
            return refuse("besides creatures one event is in play at most");
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let extra = view.state().extra;
        ensure(extra.clock_next <= view.state().now + DAY, "has a day that does not end")?;
        ensure(extra.heroes.iter().all(|&hero| is_card(game, hero)), "has a hero who is no card")?;
        let is_top = |def: &DefId| *def == DefId::HIDDEN || is_card(game, *def);
        ensure(extra.tops.iter().all(is_top), "names a card that the catalogue does not have")?;
        let state = view.state();
        let is_home = |id: PieceId| home(state.piece(id).owner).has(state.piece(id).cell);
        ensure(creatures(state).all(is_home), "has a creature that stands on no location of its side")
    }
}
