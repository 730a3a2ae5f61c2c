//! What every seat has done, counted by the kit: cards played, spells cast, pieces lost.

use cardwright_core::{Seat, TALLIES};

use crate::context::Ctx;
use crate::contract::Rules;

/// A count of a seat. The numbers are part of the catalogue format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Cards played this turn.
    Played = 0,
    /// Cards played this turn that are no pieces.
    Cast = 1,
    /// Own pieces that died this turn.
    Died = 2,
    /// Damage that the seat's own piece took this turn.
    Hurt = 3,
    /// Cards played in the match that are no pieces.
    CastEver = 4,
    /// Cards played in the match.
    PlayedEver = 5,
    /// Own pieces that died in the match.
    DiedEver = 6,
}

/// The counts that begin anew with every turn.
const OF_A_TURN: usize = 4;

impl<R: Rules> Ctx<'_, R> {
    /// Adds to a count of a seat, which stops at its highest number.
    #[inline]
    pub fn tally(&mut self, seat: Seat, tally: Tally, amount: i16) {
        let count = &mut self.state.seats.as_mut()[seat.at()].tallies[tally as usize];
        *count = count.saturating_add(amount.clamp(0, u8::MAX as i16) as u8);
    }

    /// A new turn begins: the counts of the turn are 0 for everybody.
    pub fn clear_tallies(&mut self) {
        for seat in self.state.all_seats() {
            self.state.seats.as_mut()[seat.at()].tallies[..OF_A_TURN].fill(0);
        }
    }
}

const _: () = assert!(Tally::DiedEver as usize + 1 < TALLIES);
