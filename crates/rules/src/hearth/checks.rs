//! What must hold in a position and in a view.

use cardwright_core::{DefId, Frame, PieceId, Seat, State, Unreadable, View, ensure};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::{Checks, Game, turns};

use super::course::{BURIAL, DRAW};
use super::state::*;

impl Checks for Hearth {
    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.phase != TURN || state.now > game.data.turn_limit {
            return refuse("a position is of a turn, within the limit of turns");
        }
        for seat in state.all_seats() {
            if !has_hero(state, seat) || state.dying.has(hero(seat)) {
                return refuse("every seat needs one hero, and that it lives");
            }
            let side = state.side[seat.at()];
            if (side & state.kind[WEAPON]).len() > 1 {
                return refuse("a player has at most one weapon");
            }
            let secrets = side & state.kind[SECRET];
            let is_alike = |id: PieceId| {
                secrets.filter(|&other| state.piece(other).def == state.piece(id).def).count() > 1
            };
            if secrets.len() > SECRETS || Iterator::any(&mut { secrets }, is_alike) {
                return refuse("a player has at most five secrets, no two alike");
            }
        }
        if !state.kind[MINION].into_iter().all(|id| stands_alone(state, id)) {
            return refuse("a minion stands alone in the row of its owner");
        }
        let known = state.kind[MINION] | state.kind[HERO] | state.kind[WEAPON] | state.kind[SECRET];
        if (state.used - known).any() {
            return refuse("only minions, weapons and secrets are in play");
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let state = view.state();
        let stands = |id| stands_alone(state, id);
        ensure(
            state.kind[MINION].into_iter().all(stands),
            "has a minion that stands on no cell of its owner",
        )?;
        ensure(state.all_seats().all(|seat| is_closed(state, seat)), "has a row with a gap")?;
        let is_power = |power: &DefId| power.at() < game.catalogue.defs.len();
        ensure(state.extra.powers.iter().all(is_power), "has a power that does not exist")?;
        ensure(
            state.is_over || state.all_seats().all(|seat| has_hero(state, seat)),
            "has a seat without a hero",
        )
    }

    fn is_step(state: &State<Self>, frame: &Frame) -> bool {
        let is_seat = state.all_seats().has(frame.seat);
        let is_piece = |id: PieceId| !id.is_some() || (state.used | state.limbo).has(id);
        is_seat
            && match frame.pc {
                turns::COMBAT => is_piece(frame.source) && is_piece(frame.subject),
                turns::NEXT_TURN | DRAW => true,
                BURIAL => frame.by.is_some() && frame.by != DefId::HIDDEN,
                _ => false,
            }
    }
}

fn has_hero(state: &State<Hearth>, seat: Seat) -> bool {
    let heroes = state.kind[HERO] & state.side[seat.at()];
    heroes.len() == 1 && heroes.has(hero(seat))
}

fn stands_alone(state: &State<Hearth>, id: PieceId) -> bool {
    let minion = state.piece(id);
    row(minion.owner).has(minion.cell) && state.on(minion.cell).len() == 1
}
