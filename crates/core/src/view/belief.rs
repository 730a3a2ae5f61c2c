//! What a seat may assume about cards it does not know.

use crate::dice::Dice;
use crate::ids::{DefId, Seat};
use crate::shape::Shape;
use crate::state::State;

/// How many times a card is drawn that does not fit before those that do are counted.
const TRIES: usize = 16;

/// What a seat may assume about cards it does not know.
pub struct Belief<'a> {
    /// All cards there are.
    pub pool: &'a [DefId],
    /// How many copies of each card a deck may hold.
    pub copies: usize,
    /// Every seat's deck list, where lists are public; else empty.
    pub lists: &'a [Vec<DefId>],
    /// Whether a card may lie in a zone.
    pub fits: &'a dyn Fn(usize, DefId) -> bool,
}

impl<'a> Belief<'a> {
    /// The cards a seat may still hold unseen: its public list, or of every card as many copies as a deck may hold,
    /// less the cards known to be in its zones or in play.
    pub(super) fn left<G: Shape>(&'a self, state: &State<G>, owner: Seat) -> Left<'a> {
        let mut left = match self.lists.get(owner.at()) {
            Some(list) => Left::List { list: list.clone(), fits: self.fits },
            None => {
                let places = self.pool.iter().map(|def| def.at() + 1).max().unwrap_or(0);
                Left::Copies { belief: self, taken: vec![0; places] }
            }
        };
        state.side[owner.at()].for_each(|piece| left.take(state.piece(piece).def));
        for zone in 0..G::ZONES {
            state.zone(owner, zone).iter().for_each(|&id| left.take(state.card(id).def));
        }
        left
    }
}

/// The cards that a seat may still hold unseen, to be drawn from.
pub(super) enum Left<'a> {
    /// The rest of a list.
    List { list: Vec<DefId>, fits: &'a dyn Fn(usize, DefId) -> bool },
    /// So many copies of every card of the pool, less those that were taken. No list of them is made: where copies are
    /// not limited it would be very long.
    Copies { belief: &'a Belief<'a>, taken: Vec<usize> },
}

impl Left<'_> {
    /// Takes a known card out.
    fn take(&mut self, def: DefId) {
        match self {
            Left::List { list, .. } => {
                if let Some(at) = list.iter().position(|&other| other == def) {
                    list.swap_remove(at);
                }
            }
            Left::Copies { taken, .. } => {
                if let Some(taken) = taken.get_mut(def.at()) {
                    *taken += 1;
                }
            }
        }
    }

    /// Takes a random card out that may lie in a zone; none if there is none.
    pub(super) fn draw(&mut self, zone: usize, dice: &mut Dice) -> Option<DefId> {
        match self {
            Left::List { list, fits } => {
                let mut at = None;
                for _ in 0..TRIES.min(list.len()) {
                    let drawn = dice.below(list.len() as u32) as usize;
                    if fits(zone, list[drawn]) {
                        at = Some(drawn);
                        break;
                    }
                }
                let at = at.or_else(|| {
                    let fitting: Vec<usize> = (0..list.len()).filter(|&at| fits(zone, list[at])).collect();
                    let drawn = dice.below(fitting.len() as u32) as usize;
                    fitting.get(drawn).copied()
                })?;
                Some(list.swap_remove(at))
            }
            Left::Copies { belief, taken } => {
                let Belief { pool, copies, fits, .. } = belief;
                let left = |taken: &[usize], def: DefId| copies.saturating_sub(taken[def.at()]);
                let mut found = None;
                for _ in 0..if pool.is_empty() { 0 } else { TRIES } {
                    // Which copy of which card: the first ones are those that were taken.
                    let drawn = dice.below((pool.len() * copies) as u32) as usize;
                    let (def, copy) = (pool[drawn / copies], drawn % copies);
                    if copy >= taken[def.at()] && fits(zone, def) {
                        found = Some(def);
                        break;
                    }
                }
                let def = found.or_else(|| {
                    let fitting = || pool.iter().filter(|&&def| fits(zone, def));
                    let mut drawn =
                        dice.below(fitting().map(|&def| left(taken, def)).sum::<usize>() as u32) as usize;
                    let mut of_all = fitting();
                    of_all
                        .find(|&&def| {
                            let here = left(taken, def);
                            let is_it = drawn < here;
                            drawn = drawn.wrapping_sub(if is_it { 0 } else { here });
                            is_it
                        })
                        .copied()
                })?;
                taken[def.at()] += 1;
                Some(def)
            }
        }
    }
}
