//! The danger that a base is taken before its owner's next turn.

use cardwright_core::{Cell, PieceId, PieceSet, Seat, State};
use cardwright_effects::Game;

use super::super::combat::{Blow, OUTCOMES, Outcome};
use super::super::state::*;

/// The chance that an enemy who can walk onto an empty base does so.
const TAKEN: f64 = 0.5;
/// The chance that an unseen enemy takes an empty base.
const SURPRISED: f64 = 0.05;
/// A base with more guards than these does not fall at once.
const GUARDS: u32 = 2;
/// How many besiegers of a base are counted, and one more than the most health that a guard is counted with.
const BESIEGERS: usize = 4;
const HEALTH: usize = 40;
const NEGLIGIBLE: f64 = 1e-4;

/// The chance that a base is taken in the turns of the others: all who can come near enough attack its defenders one
/// after the other, and then one of them walks onto the base.
pub fn danger(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, home: Cell, guards: PieceSet) -> f64 {
    let map = &game.data.map;
    let mut besiegers = [PieceId::NONE; BESIEGERS];
    let mut count = 0;
    let mut can_enter = false;
    for unit in state.kind[UNIT] - state.side[seat.at()] {
        let it = state.piece(unit);
        let way = map.steps(gait(it.keywords_now()), it.cell, home) as usize;
        let walk = if it.statuses[IMMOBILISED] == 0 { steps(game, state, unit) } else { 0 };
        can_enter |= way <= walk;
        if way <= walk + range(game, state, unit) && count < BESIEGERS {
            besiegers[count] = unit;
            count += 1;
        }
    }
    if guards.is_empty() {
        return if can_enter { TAKEN } else { SURPRISED };
    }
    if !can_enter || guards.len() > GUARDS || (guards.len() as usize) > count {
        return 0.0;
    }
    TAKEN * chance_of_fall(game, state, guards, &besiegers[..count])
}

/// The chance that the besiegers kill all guards, one blow each.
pub(super) fn chance_of_fall(
    game: &Game<Ruler>,
    state: &State<Ruler>,
    guards: PieceSet,
    besiegers: &[PieceId],
) -> f64 {
    // For each number of blows: the chance that all guards so far have fallen with exactly this many.
    let mut fallen = [0.0; BESIEGERS + 1];
    fallen[0] = 1.0;
    for guard in guards {
        let mut after = [0.0; BESIEGERS + 1];
        let strength = state.piece(guard).health_now().clamp(1, HEALTH as i16 - 1) as usize;
        for (begun, &chance) in fallen.iter().enumerate().filter(|(_, chance)| **chance >= NEGLIGIBLE) {
            let mut health = [0.0; HEALTH];
            health[strength] = chance;
            for (blow, &besieger) in besiegers.iter().enumerate().skip(begun) {
                let mut out = [Outcome::default(); OUTCOMES];
                let len = Blow::of(game, state, besieger, guard).outcomes(&mut out);
                let mut next = [0.0; HEALTH];
                for left in 1..=strength {
                    for outcome in &out[..len] {
                        let damage = outcome.damage.max(0) as usize;
                        if damage >= left {
                            after[blow + 1] += health[left] * outcome.chance;
                        } else {
                            next[left - damage] += health[left] * outcome.chance;
                        }
                    }
                }
                health = next;
            }
        }
        fallen = after;
    }
    fallen.iter().sum()
}
