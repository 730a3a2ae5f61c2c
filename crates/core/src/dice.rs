//! Dice: the only source of chance. They lie beside the state, never in it (`docs/design/dice.md`).

/// xoshiro256++ seeded by SplitMix64; one stream per name, so that streams never disturb each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream([u64; 4]);

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Stream {
    /// The stream of this name under this seed.
    pub fn named(seed: u64, name: &str) -> Self {
        // FNV-1a over the name, so that each name starts at a different point.
        let salt = name
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01B3));
        let mut state = seed ^ salt;
        Self([split_mix(&mut state), split_mix(&mut state), split_mix(&mut state), split_mix(&mut state)])
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 to n - 1, every one equally likely (multiply and reject).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let mut product = (self.bits() >> 32) * n as u64;
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * n as u64;
            }
        }
        (product >> 32) as u32
    }
}

/// Rolls written down beforehand, for tests: they must be used up exactly.
#[derive(Clone, Debug, Default)]
pub struct Script {
    rolls: Vec<u32>,
    used: usize,
    overrun: u32,
}

impl Script {
    /// A script of these rolls.
    pub fn new(rolls: Vec<u32>) -> Self {
        Self { rolls, used: 0, overrun: 0 }
    }

    /// Whether every roll was asked for, and no more.
    pub fn is_used_up(&self) -> bool {
        self.used == self.rolls.len() && self.overrun == 0
    }

    /// Rolls that were never asked for, and rolls asked for beyond the script.
    pub fn balance(&self) -> (usize, u32) {
        (self.rolls.len() - self.used, self.overrun)
    }

    fn roll(&mut self, n: u32) -> u32 {
        match self.rolls.get(self.used) {
            Some(&roll) => {
                self.used += 1;
                roll.min(n - 1)
            }
            None => {
                self.overrun += 1;
                0
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Digit {
    outcome: u32,
    arity: u32,
    percent: Option<u32>,
}

/// One walk through the tree of outcomes; `advance` turns to the next one.
#[derive(Clone, Debug, Default)]
pub struct Path {
    digits: Vec<Digit>,
    position: usize,
}

impl Path {
    fn step(&mut self, arity: u32, percent: Option<u32>) -> u32 {
        if self.position == self.digits.len() {
            self.digits.push(Digit { outcome: 0, arity, percent });
        }
        let digit = self.digits[self.position];
        debug_assert_eq!(digit.arity, arity, "the same action rolled other dice the second time");
        self.position += 1;
        digit.outcome
    }

    /// The probability of the outcomes taken on this walk.
    pub fn probability(&self) -> f64 {
        self.digits.iter().fold(1.0, |p, digit| {
            p * match digit.percent {
                None => 1.0 / digit.arity as f64,
                Some(percent) if digit.outcome == 0 => percent as f64 / 100.0,
                Some(percent) => 1.0 - percent as f64 / 100.0,
            }
        })
    }

    /// Turns to the next walk; false when all have been taken.
    pub fn advance(&mut self) -> bool {
        self.position = 0;
        while let Some(last) = self.digits.last_mut() {
            last.outcome += 1;
            if last.outcome < last.arity {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

/// Where chance comes from: a seeded stream, a script, or every outcome in turn.
#[derive(Clone, Debug)]
pub enum Dice {
    /// Play.
    Sampled(Stream),
    /// Tests.
    Scripted(Script),
    /// Expectimax: see [`each_outcome`].
    Enumerated(Path),
}

impl Dice {
    /// Sampled dice of this stream.
    pub fn sampled(seed: u64, stream: &str) -> Self {
        Dice::Sampled(Stream::named(seed, stream))
    }

    /// A number from 0 to n - 1; nothing is rolled where there is no choice.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        match self {
            Dice::Sampled(stream) => stream.below(n),
            Dice::Scripted(script) => script.roll(n),
            Dice::Enumerated(path) => path.step(n, None),
        }
    }

    /// A number from low to high, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as u32) as i32
    }

    /// Whether something with this chance in percent happens: two outcomes, not a hundred. A script says 0 for yes.
    pub fn percent(&mut self, percent: u32) -> bool {
        if percent == 0 || percent >= 100 {
            return percent >= 100;
        }
        match self {
            Dice::Sampled(stream) => stream.below(100) < percent,
            Dice::Scripted(script) => script.roll(2) == 0,
            Dice::Enumerated(path) => path.step(2, Some(percent)) == 0,
        }
    }

    /// A random subset of `k` bits; their order does not count.
    pub fn subset(&mut self, of: u64, k: u32) -> u64 {
        let n = of.count_ones();
        if k >= n {
            return of;
        }
        if let Dice::Enumerated(path) = self {
            let index = path.step(binomial(n, k), None);
            return unrank(of, k, index);
        }
        let (mut rest, mut chosen) = (of, 0u64);
        for left in (n - k + 1..=n).rev() {
            let mut bits = rest;
            for _ in 0..self.below(left) {
                bits &= bits - 1;
            }
            let bit = bits & bits.wrapping_neg();
            chosen |= bit;
            rest &= !bit;
        }
        chosen
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

fn binomial(n: u32, k: u32) -> u32 {
    let mut result = 1u64;
    for i in 0..k.min(n - k) {
        result = result * (n - i) as u64 / (i + 1) as u64;
    }
    result.min(u32::MAX as u64) as u32
}

/// The combination of `k` bits with this rank in the order of combinations.
fn unrank(of: u64, mut k: u32, mut index: u32) -> u64 {
    let (mut rest, mut chosen) = (of, 0u64);
    while k > 0 && rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest &= !bit;
        let with = if rest.count_ones() + 1 >= k { binomial(rest.count_ones(), k - 1) } else { 0 };
        if index < with {
            chosen |= bit;
            k -= 1;
        } else {
            index -= with;
        }
    }
    chosen
}

/// Runs the same action once for every outcome of its dice; the leaf is given each outcome's probability.
pub fn each_outcome<S>(mut run: impl FnMut(&mut Dice) -> S, mut leaf: impl FnMut(S, f64)) {
    let mut dice = Dice::Enumerated(Path::default());
    loop {
        let outcome = run(&mut dice);
        let Dice::Enumerated(path) = &mut dice else { return };
        leaf(outcome, path.probability());
        if !path.advance() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_other_names_differ_and_repeat() {
        let mut game = Stream::named(7, "game");
        let mut again = Stream::named(7, "game");
        let mut agent = Stream::named(7, "agent");
        let first = game.bits();
        assert_eq!(first, again.bits());
        assert_ne!(first, agent.bits());
    }

    #[test]
    fn the_generator_is_the_written_one() {
        // Reference values of xoshiro256++ from the state 1, 2, 3, 4.
        let mut stream = Stream([1, 2, 3, 4]);
        assert_eq!([stream.bits(), stream.bits(), stream.bits()], [41943041, 58720359, 3588806011781223]);
    }

    #[test]
    fn bounded_draws_are_even() {
        let mut stream = Stream::named(1, "even");
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
    }

    #[test]
    fn outcomes_are_walked_once_each_and_sum_to_one() {
        let (mut seen, mut sum) = (Vec::new(), 0.0);
        each_outcome(
            |dice| (dice.percent(30), dice.below(3), dice.subset(0b1011_0001, 2)),
            |outcome, p| {
                seen.push(outcome);
                sum += p;
            },
        );
        assert_eq!(seen.len(), 2 * 3 * 6);
        assert!((sum - 1.0).abs() < 1e-12);
        let all = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all, "an outcome came twice");
    }

    #[test]
    fn a_script_must_be_used_up() {
        let mut dice = Dice::Scripted(Script::new(vec![2, 1]));
        assert_eq!(dice.below(6), 2);
        let Dice::Scripted(script) = &dice else { unreachable!() };
        assert!(!script.is_used_up());
        assert_eq!(script.balance(), (1, 0));
    }
}
