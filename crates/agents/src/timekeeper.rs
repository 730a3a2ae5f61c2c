//! Which seat looks at the table when, in a timed game. It knows no game, only seats, times and its own dice.
//!
//! Every seat that reacts looks after something happened, and when time alone has made something possible for it.
//! Each look comes after a delay that is drawn anew. Seats that look in the same millisecond decide on the same
//! position; a coin decides in which order their actions arrive.

use cardwright_core::{SEATS, Seat, SeatSet, Stream, seeds};

/// The time of a look that never comes.
pub const NEVER: u32 = u32::MAX;

/// When a seat looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Some milliseconds after something happened or became possible.
    Reacting,
    /// By its own clock, whatever happens.
    Own,
    /// Never by itself.
    Resting,
}

/// When a seat looks, and the fewest and most milliseconds until it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pub mode: Mode,
    pub least: u32,
    pub most: u32,
}

impl Pace {
    /// The mean reaction time in milliseconds if nobody says otherwise.
    pub const REACTION: u32 = 250;
    /// Reacts within the usual time.
    pub const USUAL: Self = Self::reacting(Self::REACTION);
    /// Never looks by itself.
    pub const RESTING: Self = Self { mode: Mode::Resting, least: 0, most: 0 };

    /// Reacts in this many milliseconds on average: between half and one and a half of them, and at least one.
    pub const fn reacting(mean: u32) -> Self {
        Self { mode: Mode::Reacting, ..Self::own(mean / 2, mean + mean / 2) }
    }

    /// Looks by its own clock, after `least` to `most` milliseconds each time.
    pub const fn own(least: u32, most: u32) -> Self {
        // A seat that looked again in the same instant would stop the clock.
        let least = if least > 0 { least } else { 1 };
        Self { mode: Mode::Own, least, most: if most > least { most } else { least } }
    }

    /// The mean in seconds; none if it never looks.
    pub fn seconds(self) -> Option<f64> {
        (self.mode != Mode::Resting).then(|| (self.least as f64 + self.most as f64) / 2000.0)
    }
}

/// The clock of one seat.
#[derive(Clone, Debug)]
struct Watch {
    pace: Pace,
    /// The time of the next look.
    next: u32,
    /// Nothing has happened since the last look: the next event may bring the next look forward.
    is_idle: bool,
    dice: Stream,
}

impl Watch {
    fn after(&mut self, time: u32) -> u32 {
        let Pace { least, most, .. } = self.pace;
        time.saturating_add(least + self.dice.below(most - least + 1))
    }
}

/// The clocks of all seats of a match.
#[derive(Clone, Debug)]
pub struct Timekeeper {
    watches: [Watch; SEATS],
    seats: usize,
    coin: Stream,
}

impl Timekeeper {
    /// The clocks of a match that begins now, from its seed and the pace of each seat.
    pub fn new(seed: u64, paces: &[Pace], now: u32) -> Self {
        let watch = |seat: usize| Watch {
            pace: paces.get(seat).copied().unwrap_or(Pace::RESTING),
            next: NEVER,
            is_idle: true,
            dice: Stream::named(seeds::of_seat(seed, seat), "reaction"),
        };
        let mut keeper = Self {
            watches: std::array::from_fn(watch),
            seats: paces.len().min(SEATS),
            coin: Stream::named(seed, "arrival"),
        };
        for watch in &mut keeper.watches[..keeper.seats] {
            if watch.pace.mode == Mode::Own {
                watch.next = watch.after(now);
            }
        }
        keeper.stir(now);
        keeper
    }

    /// The time of the next look of any seat, or [`NEVER`].
    #[inline]
    pub fn next(&self) -> u32 {
        self.watches[..self.seats].iter().map(|watch| watch.next).min().unwrap_or(NEVER)
    }

    /// The seats that look at this time. Their looks are taken; a seat that goes by its own clock sets its next one.
    pub fn take(&mut self, now: u32) -> SeatSet {
        let mut looking = SeatSet::EMPTY;
        for (seat, watch) in self.watches[..self.seats].iter_mut().enumerate() {
            if watch.next > now || watch.next == NEVER {
                continue;
            }
            looking.insert(Seat(seat as u8));
            watch.next = if watch.pace.mode == Mode::Own { watch.after(now) } else { NEVER };
            watch.is_idle = true;
        }
        looking
    }

    /// Whether a seat looks when something happens.
    #[inline]
    pub fn reacts(&self, seat: Seat) -> bool {
        self.watches[seat.at()].pace.mode == Mode::Reacting
    }

    /// Whether no seat looks when something happens.
    #[inline]
    pub fn is_stirred_by_nothing(&self) -> bool {
        self.watches[..self.seats].iter().all(|watch| watch.pace.mode != Mode::Reacting)
    }

    /// Something happened: every seat that reacts looks soon.
    #[inline]
    pub fn stir(&mut self, now: u32) {
        for seat in 0..self.seats {
            self.stir_seat(Seat(seat as u8), now);
        }
    }

    /// Something happened that only this seat knows of: its action came too late.
    #[inline]
    pub fn stir_seat(&mut self, seat: Seat, now: u32) {
        let watch = &mut self.watches[seat.at()];
        if watch.pace.mode != Mode::Reacting || !watch.is_idle {
            return;
        }
        let at = watch.after(now);
        if at < watch.next {
            watch.next = at;
            watch.is_idle = false;
        }
    }

    /// A seat looked and waits; `stirs` is when time alone next makes something possible for it.
    pub fn rest(&mut self, seat: Seat, now: u32, stirs: Option<u32>) {
        let watch = &mut self.watches[seat.at()];
        if watch.pace.mode != Mode::Reacting {
            return;
        }
        watch.next = match stirs {
            Some(at) => watch.after(at.max(now)),
            None => NEVER,
        };
        watch.is_idle = true;
    }

    /// The seats of a set in the order in which their actions arrive.
    pub fn arrivals(&mut self, seats: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        let mut order = [Seat::NONE; SEATS];
        let mut len = 0;
        for seat in seats {
            order[len] = seat;
            len += 1;
        }
        for end in (1..len).rev() {
            order.swap(end, self.coin.below(end as u32 + 1) as usize);
        }
        order.into_iter().take(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Pace = Pace::reacting(100);
    const BY_ITS_OWN_CLOCK: Pace = Pace::own(200, 5000);

    fn both() -> SeatSet {
        SeatSet::first_seats(2)
    }

    #[test]
    fn a_reaction_lies_between_half_and_one_and_a_half_of_its_mean() {
        let mut keeper = Timekeeper::new(1, &[QUICK], 0);
        let (mut now, mut seen) = (0, [0u32; 2]);
        for _ in 0..2000 {
            let at = keeper.next();
            assert!((50..=150).contains(&(at - now)), "{}", at - now);
            seen[(at - now > 100) as usize] += 1;
            now = at;
            assert_eq!(keeper.take(now), SeatSet::one(Seat(0)));
            keeper.stir(now);
        }
        assert!(seen.iter().all(|&n| n > 800), "{seen:?}");
        assert_eq!(QUICK.seconds(), Some(0.1));
    }

    #[test]
    fn who_is_about_to_look_is_not_hurried_by_more_that_happens() {
        let mut keeper = Timekeeper::new(2, &[QUICK, QUICK], 1000);
        let first = keeper.next();
        for now in 1001..first {
            keeper.stir(now);
        }
        assert_eq!(keeper.next(), first);
    }

    #[test]
    fn who_waits_looks_again_when_something_becomes_possible() {
        let mut keeper = Timekeeper::new(3, &[QUICK], 0);
        let now = keeper.next();
        keeper.take(now);
        assert_eq!(keeper.next(), NEVER);
        keeper.rest(Seat(0), now, Some(8000));
        let stirred = keeper.next();
        assert!((8050..=8150).contains(&stirred));
        // Something happens earlier: the look comes sooner, and the time planned for it is forgotten.
        keeper.stir(500);
        assert!((550..=650).contains(&keeper.next()));
        let now = keeper.next();
        keeper.take(now);
        keeper.rest(Seat(0), now, None);
        assert_eq!(keeper.next(), NEVER);
    }

    #[test]
    fn something_that_is_already_possible_is_no_look_in_the_past() {
        let mut keeper = Timekeeper::new(3, &[QUICK], 0);
        keeper.take(keeper.next());
        keeper.rest(Seat(0), 5000, Some(20));
        assert!((5050..=5150).contains(&keeper.next()));
    }

    #[test]
    fn a_clock_of_ones_own_is_stirred_by_nothing() {
        let mut keeper = Timekeeper::new(4, &[Pace::own(200, 5000)], 0);
        let (mut now, mut longest) = (0, 0);
        for _ in 0..500 {
            let at = keeper.next();
            keeper.stir(now);
            assert_eq!(keeper.next(), at);
            assert!((200..=5000).contains(&(at - now)));
            longest = longest.max(at - now);
            now = at;
            keeper.take(now);
            keeper.rest(Seat(0), now, Some(now + 1));
        }
        assert!(longest > 4500);
    }

    #[test]
    fn only_who_reacts_is_stirred() {
        let keeper = Timekeeper::new(9, &[BY_ITS_OWN_CLOCK, QUICK], 0);
        assert!(!keeper.reacts(Seat(0)) && keeper.reacts(Seat(1)) && !keeper.is_stirred_by_nothing());
        assert!(Timekeeper::new(9, &[BY_ITS_OWN_CLOCK, Pace::RESTING], 0).is_stirred_by_nothing());
    }

    #[test]
    fn who_rests_never_looks_and_time_does_not_overflow() {
        let mut keeper = Timekeeper::new(5, &[Pace::RESTING, QUICK], NEVER - 10);
        assert_eq!(keeper.next(), NEVER);
        assert_eq!(keeper.take(NEVER), SeatSet::EMPTY);
        assert_eq!(Pace::RESTING.seconds(), None);
    }

    #[test]
    fn no_reaction_at_all_still_takes_a_millisecond() {
        let mut keeper = Timekeeper::new(6, &[Pace::reacting(0)], 7);
        assert_eq!(keeper.next(), 8);
        keeper.take(8);
        keeper.stir(8);
        assert_eq!(keeper.next(), 9);
    }

    #[test]
    fn a_coin_decides_who_arrives_first() {
        let mut keeper = Timekeeper::new(7, &[QUICK, QUICK], 0);
        let mut firsts = [0; 2];
        for _ in 0..1000 {
            let order: Vec<Seat> = keeper.arrivals(both()).collect();
            assert_eq!(
                order.iter().copied().fold(SeatSet::EMPTY, |all, seat| all | SeatSet::one(seat)),
                both()
            );
            firsts[order[0].at()] += 1;
        }
        assert!(firsts.iter().all(|&n| n > 420), "{firsts:?}");
        assert_eq!(keeper.arrivals(SeatSet::one(Seat(1))).collect::<Vec<_>>(), [Seat(1)]);
    }

    #[test]
    fn the_times_of_a_seat_do_not_depend_on_the_others() {
        let times = |other: Pace| {
            let mut keeper = Timekeeper::new(8, &[Pace::own(10, 90), other], 0);
            let mut times = Vec::new();
            while times.len() < 50 {
                let now = keeper.next();
                if keeper.take(now).has(Seat(0)) {
                    times.push(now);
                }
                keeper.stir(now);
            }
            times
        };
        assert_eq!(times(QUICK), times(Pace::RESTING));
    }
}
