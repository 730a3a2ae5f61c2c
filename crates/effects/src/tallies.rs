//! What every seat has done, counted by the kit: cards played, spells cast, pieces lost.

use cardwright_core::{DefId, KINDS, Seat, SeatSet, State, TALLIES};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;

/// A count of a seat. The numbers are part of the catalogue format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Cards played this turn.
    Played = 0,
    /// Cards played this turn that are no pieces, or lie face down.
    Cast = 1,
    /// Own pieces that died this turn.
    Died = 2,
    /// Damage that the seat's own piece took this turn.
    Hurt = 3,
    /// Cards played in the match that are no pieces, or lie face down.
    CastEver = 4,
    /// Cards played in the match.
    PlayedEver = 5,
    /// Own pieces that died in the match.
    DiedEver = 6,
    /// Not a count: the kinds of the cards played this turn, as bits.
    Kinds = 7,
}

/// Whether a card that is played counts as cast.
pub(crate) fn is_cast<R: Rules>(game: &Game<R>, card: DefId) -> bool {
    let def = game.def(card);
    def.health == 0 || R::AUDIENCES.veiled >> def.kind & 1 != 0
}

/// Which counts go on when a turn begins: those of the match.
const OF_THE_MATCH: u64 = {
    let mut kept = [0; TALLIES];
    kept[Tally::CastEver as usize] = u8::MAX;
    kept[Tally::PlayedEver as usize] = u8::MAX;
    kept[Tally::DiedEver as usize] = u8::MAX;
    u64::from_le_bytes(kept)
};

/// Which counts of another seat are known in fog, where events tell only how many cards it plays.
const KNOWN_IN_FOG: u64 = {
    let mut kept = [0; TALLIES];
    kept[Tally::Played as usize] = u8::MAX;
    kept[Tally::PlayedEver as usize] = u8::MAX;
    u64::from_le_bytes(kept)
};

/// Changes the counts that a seat cannot know: in fog it does not see which cards others place, and who dies.
pub fn change_unknown<R: Rules>(state: &mut State<R>, seat: Seat, mut change: impl FnMut(Seat) -> u64) {
    if R::FOG {
        for other in state.all_seats().filter(|&other| other != seat) {
            let tallies = &mut state.seats.as_mut()[other.at()].tallies;
            let known = u64::from_le_bytes(*tallies) & KNOWN_IN_FOG;
            *tallies = (known | change(other) & !KNOWN_IN_FOG).to_le_bytes();
        }
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// Adds to a count of a seat, which stops at its highest number.
    #[inline]
    pub fn tally(&mut self, seat: Seat, tally: Tally, amount: i16) {
        let count = &mut self.state.seats.as_mut()[seat.at()].tallies[tally as usize];
        *count = count.saturating_add(amount.clamp(0, u8::MAX as i16) as u8);
    }

    /// RULE: a card that was stopped was played but not cast.
    pub(crate) fn uncount_cast(&mut self, seat: Seat, card: DefId) {
        if is_cast(self.game, card) {
            let tallies = &mut self.state.seats.as_mut()[seat.at()].tallies;
            for tally in [Tally::Cast, Tally::CastEver] {
                tallies[tally as usize] = tallies[tally as usize].saturating_sub(1);
            }
        }
    }

    /// A new turn begins: the counts of the turn are 0 for everybody.
    pub fn clear_tallies(&mut self) {
        for seat in self.state.seats.as_mut() {
            seat.tallies = (u64::from_le_bytes(seat.tallies) & OF_THE_MATCH).to_le_bytes();
        }
    }
}

/// A count of seats as it will be once the card that is being played counts too.
pub fn once_played<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    seats: SeatSet,
    tally: i16,
    card: DefId,
) -> i16 {
    let at = (tally.max(0) as usize).min(TALLIES - 1);
    let is_cast = is_cast(game, card);
    let is_counted = [Tally::Played, Tally::PlayedEver].iter().any(|&it| it as usize == at)
        || is_cast && [Tally::Cast, Tally::CastEver].iter().any(|&it| it as usize == at);
    seats.map(|seat| state.seats.as_ref()[seat.at()].tallies[at] as i16).sum::<i16>() + is_counted as i16
}

const _: () = assert!((Tally::Kinds as usize) < TALLIES && KINDS <= 8);
