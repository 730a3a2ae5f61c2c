//! What the table shows of production, readiness and protection.

use cardwright_core::{DefId, PieceId, Seat, State};
use cardwright_effects::{Game, Shown};

use super::clock;
use super::state::*;

impl Shown for Mana {
    fn facts(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        const EVERY_NAMES: [&str; PURSE] = [
            "fire_every",
            "frost_every",
            "nature_every",
            "arcane_every",
            "light_every",
            "shadow_every",
            "devotion_every",
        ];
        const NEXT_NAMES: [&str; PURSE] = [
            "fire_next",
            "frost_next",
            "nature_next",
            "arcane_next",
            "light_next",
            "shadow_next",
            "devotion_next",
        ];
        let mut facts = vec![("clock_next", state.extra.clock_next as i64)];
        for resource in 0..PURSE {
            if let Some((next, period)) = clock::next_unit(game, state, seat, resource) {
                facts.push((EVERY_NAMES[resource], period as i64));
                facts.push((NEXT_NAMES[resource], next as i64));
            }
        }
        if state.extra.tops[seat.at()] != DefId::HIDDEN {
            facts.push(("top", state.extra.tops[seat.at()].0 as i64));
        }
        facts
    }

    fn piece_facts(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> Vec<(&'static str, i64)> {
        if !creatures(state).has(piece) {
            return Vec::new();
        }
        let it = state.piece(piece);
        vec![
            ("ready_at", it.extra.ready_at as i64),
            ("speed", clock::rest_of(game, state, piece) as i64),
            ("protected", protected(state).has(it.cell) as i64),
        ]
    }

    fn can_still(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let it = state.piece(piece);
        let is_creature = creatures(state).has(piece);
        let moves = is_creature && it.keywords_now() & UNMOVABLE == 0;
        (moves, is_creature && is_ready(state, piece) && it.attack_now() > 0)
    }
}
