//! What must hold in a position and in a view.

use cardwright_core::{CellSet, Frame, State, Unreadable, View, ensure};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::reading::is_card;
use cardwright_effects::{Checks, Game};

use super::course;
use super::state::*;

impl Checks for Ruler {
    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.now > game.data.turn_limit || state.phase > TURN {
            return refuse("a position is of a turn, within the limit of turns");
        }
        let active = state.active.first();
        let left = |seat| (0..3).any(|deck| state.zone_len(seat, DECKS + deck) > 0);
        if state.phase == DRAW_PHASE && active.is_some() && !left(active) {
            return refuse("a player who is to draw has no cards left to draw");
        }
        for seat in state.all_seats() - state.lost {
            let bases = state.side[seat.at()] & state.kind[BASE];
            if bases.len() != 1 || state.piece(bases.first()).cell != game.data.map.bases[seat.at()] {
                return refuse("every player has one base, on its tile of the map");
            }
        }
        if (state.used - bodies(state) - state.kind[TRAP] - state.kind[BASE]).any() {
            return refuse("items, spells and arts do not lie on the map");
        }
        if !(state.all_seats() - state.lost).all(|seat| !course::is_taken(game, state, seat)) {
            return refuse("an enemy unit stands on a base that nobody defends: the match would be over");
        }
        for piece in bodies(state) | state.kind[TRAP] {
            let it = state.piece(piece);
            let stands = game.data.map.ground[gait(it.keywords_now()) as usize].has(it.cell);
            if !stands && !state.kind[TRAP].has(piece) && course::ship(state, it.owner, it.cell).is_empty() {
                return refuse("a card lies on terrain where it cannot stand");
            }
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let tiles = game.data.map.size();
        let extra = view.state().extra;
        let off = |cells: &CellSet| (128 - cells.0.leading_zeros()) as usize > tiles;
        ensure(!extra.standing.iter().any(off), "names a tile that the map does not have")?;
        let seen = extra.memories.iter().flat_map(Memories::live);
        let is_known = |seen: &Glimpse| {
            is_card(game, seen.def) && seen.cell.at() < tiles && seen.owner.at() < view.state().seat_count()
        };
        ensure(seen.into_iter().all(is_known), "remembers a card that cannot be there")?;
        let is_out = (extra.begun - view.state().all_seats()).any();
        ensure(!is_out, "names a seat that is not there")?;
        for id in view.state().used {
            let piece = view.state().piece(id);
            ensure(piece.cell.is_some(), "has a card that lies nowhere on the map")?;
            let prey = piece.extra.prey;
            ensure(
                !prey.is_some() || prey.at() < view.state().piece_room(),
                "has a piece that attacked nobody",
            )?;
        }
        Ok(())
    }

    fn is_step(_: &State<Self>, frame: &Frame) -> bool {
        frame.pc != course::WALK || frame.destination.is_some()
    }
}
