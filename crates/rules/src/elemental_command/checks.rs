//! What must hold in a position and in a view.

use cardwright_core::{PieceId, Seat, State, Unreadable, View, ensure};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::{Checks, Game};

use super::state::*;

impl Checks for ElementalCommand {
    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.phase != TURN || state.now > game.data.turn_limit {
            return refuse("a position is of a turn, within the limit of turns");
        }
        for seat in state.all_seats() {
            let heroes = state.kind[HERO] & state.side[seat.at()];
            if heroes.len() != 1 || !heroes.has(hero(seat)) || state.dying.has(hero(seat)) {
                return refuse("every seat needs one hero, and that it lives");
            }
        }
        for piece in state.kind[MINION] {
            let minion = state.piece(piece);
            if !home(minion.owner).has(minion.cell) || state.on(minion.cell).len() != 1 {
                return refuse("a minion stands alone on a space of its owner");
            }
        }
        if (state.used - (state.kind[MINION] | state.kind[HERO])).any() {
            return refuse("only minions stand on spaces");
        }
        Ok(())
    }

    fn check_view(_: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let state = view.state();
        let is_home = |id: PieceId| home(state.piece(id).owner).has(state.piece(id).cell);
        ensure(
            state.kind[MINION].into_iter().all(is_home),
            "has a minion that stands on no space of its owner",
        )?;
        let has_hero = |seat: Seat| (state.kind[HERO] & state.side[seat.at()]).has(hero(seat));
        ensure(state.is_over || state.all_seats().all(has_hero), "has a seat without a hero")
    }
}
