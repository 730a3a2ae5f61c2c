//! Which creature stands where: the most vulnerable are protected, as many as the others can protect.

use cardwright_core::{Action, Cell, PieceId, Seat, State};
use cardwright_effects::{Game, Moment};

use super::super::actions::MOVE;
use super::super::state::*;
use super::trades::{Fighter, Team};
use super::{Thoughtful, Trial};

/// The most moves that one change on the table may ask for.
const MOVES_MOST: usize = 12;
/// Where an unmovable creature protects most: the middle of the front, its sides, the rest.
const FOR_THE_UNMOVABLE: [usize; LOCATIONS] = [4, 3, 5, 1, 2, 0];

/// What each creature gains by being protected, in the order of its team.
pub type Needs = [f32; LOCATIONS];

/// The locations behind two taken ones, as bits of one side.
const fn sheltered(taken: u8) -> u8 {
    let back = taken & 0b000110 == 0b000110;
    let left = taken & 0b011000 == 0b011000;
    let right = taken & 0b110000 == 0b110000;
    back as u8 | (left as u8) << 1 | (right as u8) << 2
}

/// Where this many creatures stand so that as many as possible of those that can move are protected: from the back
/// without a gap, unless some cannot move.
const fn formation(fixed: u8, count: usize) -> u8 {
    if fixed == 0 {
        return ((1u32 << count) - 1) as u8;
    }
    let (mut best, mut most) = (0, 0);
    let mut taken = 0u8;
    while taken < 1 << LOCATIONS {
        if taken & fixed == fixed && taken.count_ones() as usize == count {
            let kept = (sheltered(taken) & taken & !fixed).count_ones() + 1;
            if kept > most {
                (best, most) = (taken, kept);
            }
        }
        taken += 1;
    }
    best
}

/// The formations, by the locations of creatures that cannot move and by the number of creatures.
static FORMATIONS: [[u8; LOCATIONS + 1]; 1 << LOCATIONS] = {
    let mut all = [[0; LOCATIONS + 1]; 1 << LOCATIONS];
    let mut fixed = 0;
    while fixed < all.len() {
        let mut count = 0;
        while count <= LOCATIONS {
            all[fixed][count] = formation(fixed as u8, count);
            count += 1;
        }
        fixed += 1;
    }
    all
};

fn number(fighter: &Fighter) -> usize {
    fighter.cell.at() % LOCATIONS
}

/// The locations of creatures that cannot move.
fn fixed(team: &Team) -> u8 {
    let stuck = team.all().iter().filter(|fighter| fighter.has(UNMOVABLE));
    stuck.fold(0, |bits, fighter| bits | 1 << number(fighter))
}

/// Where a new creature stands; the others may have to make room for it later.
pub fn newcomer(team: &Team, seat: Seat, is_unmovable: bool) -> Cell {
    let taken = team.all().iter().fold(0u8, |bits, fighter| bits | 1 << number(fighter));
    let free = !taken & 0b111111;
    if is_unmovable {
        let wanted = FOR_THE_UNMOVABLE.into_iter().find(|&at| free >> at & 1 == 1);
        return wanted.map_or(Cell::NONE, |at| location(seat, at));
    }
    let wanted = FORMATIONS[fixed(team) as usize][(team.all().len() + 1).min(LOCATIONS)] & free;
    let open = if wanted != 0 { wanted } else { free };
    if open == 0 { Cell::NONE } else { location(seat, open.trailing_zeros() as usize) }
}

/// The next move towards the places where the creatures should stand; none if all stand well.
///
/// It does not matter which protected place a creature has, nor which creature protects it: only moves that bring a
/// creature nearer to shelter are made.
pub fn next_move(team: &Team, needs: &Needs, seat: Seat) -> Option<Action> {
    let fixed = fixed(team);
    let wanted = FORMATIONS[fixed as usize][team.all().len()];
    let shelters = sheltered(wanted) & wanted & !fixed;
    if shelters == 0 {
        return None;
    }
    let go = |piece: PieceId, at: u8| {
        Some(Action::new(seat, MOVE, piece.0).with(0, location(seat, at.trailing_zeros() as usize).0))
    };
    // The creatures to be protected, as bits of their places in the team.
    let mut chosen = 0u8;
    for _ in 0..shelters.count_ones() {
        let mut best = None;
        for (at, fighter) in team.all().iter().enumerate() {
            let bit = 1 << number(fighter);
            if chosen >> at & 1 == 1 || fixed & bit != 0 {
                continue;
            }
            // Between equals, the creature that stands there already.
            let key = (needs[at], shelters & bit != 0);
            if best.is_none_or(|(held, _)| key.partial_cmp(&held).is_some_and(|order| order.is_gt())) {
                best = Some((key, at));
            }
        }
        chosen |= best.map_or(0, |(_, at)| 1 << at);
    }
    let (mut held, mut taken) = (0u8, 0u8);
    for (at, fighter) in team.all().iter().enumerate() {
        taken |= 1 << number(fighter);
        if chosen >> at & 1 == 1 {
            held |= 1 << number(fighter);
        }
    }
    for (at, fighter) in team.all().iter().enumerate() {
        if chosen >> at & 1 == 1 && shelters >> number(fighter) & 1 == 0 {
            return go(fighter.piece, shelters & !held);
        }
    }
    let outside = team.all().iter().find(|fighter| {
        let bit = 1u8 << number(fighter);
        (wanted | fixed) & bit == 0
    });
    outside.and_then(|fighter| go(fighter.piece, wanted & !taken))
}

/// Whether a move is safe: it hurts no creature of its own side, and the change does not call for moving back.
pub fn is_settled(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    first: Action,
    again: impl Fn(&Game<Mana>, &State<Mana>) -> Option<Action>,
) -> bool {
    let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
    let moved = Moment::Moved as usize;
    let hears = (view.hears_others[moved] | view.hears_itself[moved]).any();
    if !hears && !depends_on_place(game, view, seat) {
        return true;
    }
    let health = |state: &State<Mana>| -> i32 {
        let mine = state.side[seat.at()] & creatures(state);
        mine.map(|id| state.piece(id).health_now() as i32).sum()
    };
    let mut dice = thinking.dice.clone();
    let before = health(view);
    let copy = trial.fresh();
    let mut next = Some(first);
    for _ in 0..MOVES_MOST {
        let Some(action) = next else {
            return true;
        };
        *thinking.branches += 1;
        cardwright_effects::play::apply(game, copy, action, &mut dice, None, None);
        if copy.is_over || (hears && health(copy) < before) {
            return false;
        }
        next = again(game, copy);
    }
    false
}

/// Whether the worth of a seat's creatures depends on where they stand.
fn depends_on_place(game: &Game<Mana>, state: &State<Mana>, seat: Seat) -> bool {
    for id in state.aura_sources & state.side[seat.at()] {
        for &at in &game.def(state.piece(id).def).auras {
            let query = &game.catalogue.queries[game.catalogue.auras[at as usize].query as usize];
            if query.place != 0 || query.relation != 0 {
                return true;
            }
        }
    }
    false
}
