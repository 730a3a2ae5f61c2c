//! What the table shows of a card in play and of the map.

use cardwright_core::{CellSet, PieceId, Seat, State};
use cardwright_effects::{Game, Shown};

use super::state::*;
use super::{actions, sight};

impl Shown for Ruler {
    fn piece_facts(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> Vec<(&'static str, i64)> {
        let own = state.piece(piece).extra;
        let facts = [
            ("building", own.building),
            ("mana", own.mana),
            ("armour", own.armour),
            ("armour_chance", own.armour_chance),
        ];
        facts.into_iter().filter(|(_, value)| *value > 0).map(|(name, value)| (name, value as i64)).collect()
    }

    fn can_still(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let owner = state.piece(piece).owner;
        if !bodies(state).has(piece) || !state.active.has(owner) || state.phase != TURN {
            return (false, false);
        }
        let seen = sight::visible(game, state, owner);
        let attacks = actions::targets_of_attack(game, state, piece, seen).any();
        (actions::destinations_of_walk(game, state, piece).any(), attacks)
    }

    fn areas(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, CellSet)> {
        if !seat.is_some() {
            return Vec::new();
        }
        vec![("influence", sight::influence(game, state, seat)), ("sight", sight::sight(game, state, seat))]
    }
}
