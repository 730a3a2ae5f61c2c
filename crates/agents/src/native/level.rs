//! Levels of strength: how often an agent gives away some of what its best plan would gain, and how much.
//!
//! The highest level is the agent itself. Below it some turns are eased, in a timed game some stretches of time: the agent
//! then takes what it weighed to gain a part of what the best would gain ([`Easing`]), never what it holds worth less
//! than to end the turn or to wait.

use cardwright_core::{Seat, State, Stream};
use cardwright_effects::easing::{Eased, Easing};
use cardwright_effects::{Game, Rules, worth};

/// The highest level: the agent as it is.
pub const HIGHEST: u8 = 10;
/// A timed game is eased by stretches of so many milliseconds.
const STRETCH: u32 = 10_000;
/// By which share of what stands on the table a seat leads when it begins to ease, and when it eases most: weaker players
/// of the games are 0.2 to 0.5 behind in the end.
const AHEAD: f64 = 0.12;
const FAR_AHEAD: f64 = 0.42;
/// In fog so much of a lead counts: what a seat does not see would lessen it.
const IN_FOG: f64 = 0.5;
/// How many plans are weighed closely.
const SPREAD: usize = 6;
/// The steps in which chance is drawn.
const STEPS: u32 = 1 << 16;

/// A level as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Fixed(u8),
    /// It falls while the others are far behind.
    Auto,
}

/// What a level gives away.
struct Knobs {
    /// How many of its turns are eased.
    often: f64,
    /// How much of the gain of such a turn it may give away: any part up to this is as likely as any other. Beyond 1 it
    /// sometimes does nothing at all.
    slack: f64,
}

/// By level, the first one first.
const LEVELS: [Knobs; HIGHEST as usize] = [
    Knobs { often: 1.0, slack: 1.17 },
    Knobs { often: 0.97, slack: 1.1 },
    Knobs { often: 0.93, slack: 1.05 },
    Knobs { often: 0.86, slack: 1.0 },
    Knobs { often: 0.78, slack: 1.0 },
    Knobs { often: 0.67, slack: 1.0 },
    Knobs { often: 0.55, slack: 1.0 },
    Knobs { often: 0.38, slack: 0.95 },
    Knobs { often: 0.2, slack: 0.9 },
    Knobs { often: 0.0, slack: 0.0 },
];

/// The level of an agent, with dice of its own.
pub struct Level {
    grade: Grade,
    dice: Stream,
    /// The turn or stretch that is eased or not.
    turn: Option<(Seat, u32)>,
    easing: Option<Easing>,
}

impl Level {
    /// None if the agent is to play as it is.
    pub fn new(grade: Option<Grade>, seed: u64) -> Option<Self> {
        let grade = grade.filter(|&grade| grade != Grade::Fixed(HIGHEST))?;
        Some(Self { grade, dice: Stream::named(seed, "level"), turn: None, easing: None })
    }

    /// How this decision is to be eased, if it is; the same for all decisions of a turn or stretch.
    pub fn easing<R: Rules>(&mut self, game: &Game<R>, seen: &State<R>, seat: Seat) -> Option<&mut Easing> {
        let turn = (seat, if R::TIMED { seen.now / STRETCH } else { seen.now });
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            let level = match self.grade {
                Grade::Fixed(level) => level,
                Grade::Auto => suited(game, seen, seat),
            };
            let Knobs { often, slack } = LEVELS[level as usize - 1];
            let (is_eased, given_away) = (self.chance() < often, self.chance() * slack);
            let dice = self.dice.clone();
            self.easing = is_eased.then(|| Easing::new(1.0 - given_away, !R::TIMED, dice));
        }
        self.easing.as_mut()
    }

    /// What the last eased decision of this turn took.
    pub fn eased(&self) -> Option<Eased> {
        self.easing.as_ref().and_then(Easing::last)
    }

    fn chance(&mut self) -> f64 {
        self.dice.below(STEPS) as f64 / STEPS as f64
    }
}

/// The level that suits a position, as a seat sees it: the further the others are behind, the lower.
pub fn suited<R: Rules>(game: &Game<R>, seen: &State<R>, seat: Seat) -> u8 {
    let lead = worth::lead(game, seen, seat) * if R::FOG { IN_FOG } else { 1.0 };
    let eased = ((lead - AHEAD) / (FAR_AHEAD - AHEAD)).clamp(0.0, 1.0);
    HIGHEST - (eased * (HIGHEST - 1) as f64).round() as u8
}

/// The places of some things that are worth more than to rest, spread evenly between that and the best: those that an eased
/// decision weighs more closely. The most promising is the last.
pub fn spread(promises: &[f64], resting: f64) -> Vec<usize> {
    let best = promises.iter().copied().fold(resting, f64::max);
    let mut found = Vec::with_capacity(SPREAD);
    for part in 1..=SPREAD {
        let least =
            if part == SPREAD { best } else { resting + (best - resting) * part as f64 / SPREAD as f64 };
        let enough = |&at: &usize| promises[at] > resting && promises[at] >= least;
        let place = (0..promises.len()).filter(enough).min_by(|&a, &b| promises[a].total_cmp(&promises[b]));
        found.extend(place.filter(|place| !found.contains(place)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_gives_away_less() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].often >= pair[1].often && pair[0].slack >= pair[1].slack);
            assert!(pair[0].often * pair[0].slack > pair[1].often * pair[1].slack);
        }
        assert_eq!(LEVELS[HIGHEST as usize - 1].often, 0.0);
    }

    #[test]
    fn what_is_spread_lies_between_resting_and_the_best() {
        let promises = [3.0, -5.0, 60.0, 31.0, 2.0, 12.0, 58.0, 0.0, 45.0];
        assert_eq!(spread(&promises, 0.0), [5, 3, 8, 6, 2]);
        assert_eq!(spread(&promises, 50.0), [6, 2]);
        assert!(spread(&promises, 60.0).is_empty() && spread(&[], 0.0).is_empty());
    }
}
