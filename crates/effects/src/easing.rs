//! Plays worse on purpose, and never against its own judgement: an agent that has weighed what it may do aims at a share of
//! what the best would gain it over resting, which is to end the turn or to wait.

use cardwright_core::Stream;

/// What an eased decision took, as the agent weighed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eased {
    pub best: f64,
    pub resting: f64,
    pub taken: f64,
}

/// Eases the decisions of one turn, or of some seconds of a timed game.
#[derive(Clone, Debug)]
pub struct Easing {
    /// The share of the best gain that it aims at.
    share: f64,
    /// The worth that it aims at; none before the first decision, or if every decision has its own.
    target: Option<f64>,
    /// Whether what it aims at stays for all decisions.
    keeps: bool,
    /// For ties: its own, never the match's.
    dice: Stream,
    last: Option<Eased>,
}

impl Easing {
    pub fn new(share: f64, keeps: bool, dice: Stream) -> Self {
        Self { share: share.clamp(0.0, 1.0), target: None, keeps, dice, last: None }
    }

    /// Which of the things that it weighed it takes, by place: the one that is worth least of those that reach what it aims
    /// at; the best if none does. None: it rests, because that is worth enough, or nothing is worth more.
    pub fn pick(&mut self, worths: impl Iterator<Item = f64> + Clone, resting: f64) -> Option<usize> {
        let best = worths.clone().fold(f64::NEG_INFINITY, f64::max);
        let kept = self.target.filter(|_| self.keeps);
        let target = kept.unwrap_or(resting + self.share * (best - resting).max(0.0));
        self.target = Some(target);
        self.last = Some(Eased { best: best.max(resting), resting, taken: resting });
        if best <= resting || resting >= target {
            return None;
        }
        let least = worths.clone().filter(|&worth| worth >= target).fold(f64::INFINITY, f64::min).min(best);
        let mut found = None;
        let mut equal = 0;
        for (place, worth) in worths.enumerate() {
            if worth == least {
                equal += 1;
                if self.dice.below(equal) == 0 {
                    found = Some(place);
                }
            }
        }
        self.last = Some(Eased { best, resting, taken: least });
        found
    }

    /// What the last decision took.
    pub fn last(&self) -> Option<Eased> {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn easing(share: f64, keeps: bool) -> Easing {
        Easing::new(share, keeps, Stream::named(3, "easing"))
    }

    #[test]
    fn it_takes_the_least_that_reaches_its_share_of_the_gain() {
        let worths = [9.0, 4.0, 12.0, 6.5, -3.0];
        let pick = |share, resting| easing(share, false).pick(worths.into_iter(), resting);
        assert_eq!(pick(1.0, 2.0), Some(2));
        assert_eq!(pick(0.6, 2.0), Some(0), "six of ten points are reached by nine");
        assert_eq!(pick(0.3, 2.0), Some(3));
        assert_eq!(pick(0.1, 2.0), Some(1));
        assert_eq!(pick(0.0, 2.0), None, "it is content");
        assert_eq!(pick(1.0, 12.0), None, "nothing is worth more than to rest");
    }

    #[test]
    fn nothing_below_resting_is_ever_taken() {
        let mut dice = Stream::named(11, "worths");
        let mut number = move || dice.below(2001) as f64 / 10.0 - 100.0;
        let mut rested = 0;
        for round in 0..5000 {
            let worths: Vec<f64> = (0..1 + round % 7).map(|_| number()).collect();
            let (resting, share) = (number(), (number() + 100.0) / 200.0);
            let mut easing = easing(share, round % 2 == 0);
            for shift in [0.0, number() / 50.0] {
                let resting = resting + shift;
                match easing.pick(worths.iter().copied(), resting) {
                    Some(place) => assert!(worths[place] > resting),
                    None => rested += 1,
                }
                let last = easing.last().expect("it has decided");
                assert!(last.resting <= last.taken && last.taken <= last.best, "{last:?}");
            }
        }
        assert!((1000..9000).contains(&rested), "{rested}");
    }

    #[test]
    fn what_it_aims_at_in_a_turn_stays() {
        let mut turn = easing(0.5, true);
        assert_eq!(turn.pick([10.0, 6.0, 2.0].into_iter(), 0.0), Some(1));
        // What is there now is enough, though more could be gained.
        assert_eq!(turn.pick([10.0, 8.0].into_iter(), 6.0), None);
        // What was begun is carried on: less than resting was worth at first does not do.
        assert_eq!(turn.pick([4.0, 3.0].into_iter(), 1.0), Some(0));
        let mut time = easing(0.5, false);
        assert_eq!(time.pick([10.0, 6.0, 2.0].into_iter(), 0.0), Some(1));
        assert_eq!(time.pick([10.0, 8.0].into_iter(), 6.0), Some(1));
    }

    #[test]
    fn between_equals_chance_decides() {
        let mut found = [0; 3];
        let mut easing = easing(1.0, false);
        for _ in 0..300 {
            found[easing.pick([5.0; 3].into_iter(), 0.0).expect("it acts")] += 1;
        }
        assert!(found.into_iter().all(|count| count > 60), "{found:?}");
    }
}
