//! What a blow does: attack, poison, weak spot, resistances, defences; exact distributions of its outcomes.

use cardwright_core::{Dice, PieceId, State};
use cardwright_effects::{CardDef, Game};

use super::state::*;

/// Rolls of one blow: the weak spot and two defences.
const ROLLS: usize = 3;
/// Most outcomes of one blow.
pub const OUTCOMES: usize = 1 << ROLLS;

/// A blow before the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blow {
    /// Attack in hundredths, poison taken off.
    pub force: i32,
    /// What the target's resistance leaves, in percent.
    pub passes: i32,
    /// The chance of the weak spot, in percent.
    pub weak: u8,
    /// Value and chance in percent of the defences.
    pub blocks: [(i16, u8); 2],
}

/// One outcome of a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    pub damage: i16,
    pub chance: f64,
}

/// The share of damage that a resistance to any of these types leaves, in percent.
///
/// RULE: of several types the one that the target resists least counts.
pub fn passing(target: &CardDef, types: u64) -> i32 {
    let mut passes = None;
    for kind in 0..TYPES {
        if types >> kind & 1 == 1 {
            let left = 100 - target.numbers[RESIST + kind].clamp(-900, 100) as i32;
            passes = Some(passes.map_or(left, |most: i32| most.max(left)));
        }
    }
    passes.unwrap_or(100)
}

impl Blow {
    /// The blow of one piece at another as they stand.
    #[inline]
    pub fn of(game: &Game<Ruler>, state: &State<Ruler>, attacker: PieceId, target: PieceId) -> Self {
        let (from, to) = (state.piece(attacker), state.piece(target));
        let (printed, aim) = (game.def(from.def), game.def(to.def));
        // RULE: poison takes 30 percent off.
        let share = if from.statuses[POISONED] > 0 { 70 } else { 100 };
        let percent = |value: i16| value.clamp(0, 100) as u8;
        let numbers = &aim.numbers;
        let block = |at: usize| (numbers[at] + state.adjusted(target, NUMBERS + at)).max(0);
        let first = if to.extra.armour > 0 {
            // RULE: an armour takes the place of the first defence; what changes that changes the armour.
            let worn = to.extra.armour as i16 + state.adjusted(target, NUMBERS + BLOCK);
            (worn.max(0), to.extra.armour_chance)
        } else {
            (block(BLOCK), percent(numbers[BLOCK + 1]))
        };
        Self {
            force: from.attack_now() as i32 * share,
            passes: passing(aim, printed.tags),
            weak: if to.keywords_now() & SUREFOOTED != 0 { 0 } else { percent(numbers[WEAK]) },
            blocks: [first, (block(BLOCK + 2), percent(numbers[BLOCK + 3]))],
        }
    }

    /// The damage, given which of the rolls succeed.
    #[inline(always)]
    pub fn damage(&self, is_weak: bool, blocks: [bool; 2]) -> i16 {
        // RULE: a weak spot triples; then resistance, rounded down; then each defence that holds; at least 0.
        let force = self.force as i64 * if is_weak { 3 } else { 1 };
        let hit = force * self.passes as i64 / 10_000;
        let held = (0..2).map(|at| if blocks[at] { self.blocks[at].0 as i64 } else { 0 }).sum::<i64>();
        (hit - held).clamp(0, i16::MAX as i64) as i16
    }

    /// The damage by the dice.
    pub fn roll(&self, dice: &mut Dice) -> i16 {
        let is_weak = dice.percent(self.weak as u32);
        let blocks = self.blocks.map(|(value, chance)| value > 0 && dice.percent(chance as u32));
        self.damage(is_weak, blocks)
    }

    /// All outcomes with their probabilities, which add up to 1; the number of outcomes depends on the rolls left
    /// open.
    #[inline]
    pub fn outcomes(&self, out: &mut [Outcome; OUTCOMES]) -> usize {
        out[0] = Outcome { damage: 0, chance: 1.0 };
        let mut rolls = [0u8; OUTCOMES];
        let mut len = 1;
        let chances = [
            self.weak,
            if self.blocks[0].0 > 0 { self.blocks[0].1 } else { 0 },
            if self.blocks[1].0 > 0 { self.blocks[1].1 } else { 0 },
        ];
        for (bit, percent) in chances.into_iter().enumerate() {
            if percent >= 100 {
                rolls[..len].iter_mut().for_each(|roll| *roll |= 1 << bit);
            } else if percent > 0 {
                let yes = percent as f64 / 100.0;
                for at in 0..len {
                    rolls[len + at] = rolls[at] | 1 << bit;
                    out[len + at].chance = out[at].chance * yes;
                    out[at].chance *= 1.0 - yes;
                }
                len *= 2;
            }
        }
        for (outcome, roll) in out[..len].iter_mut().zip(rolls) {
            outcome.damage = self.damage(roll & 1 != 0, [roll & 2 != 0, roll & 4 != 0]);
        }
        len
    }
}

/// An attack and the blow that comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exchange {
    pub there: Blow,
    /// The target's health: only a survivor strikes back.
    pub health: i16,
    pub back: Option<Blow>,
}

impl Exchange {
    /// An attack as it would be fought now.
    #[inline]
    pub fn of(game: &Game<Ruler>, state: &State<Ruler>, attacker: PieceId, target: PieceId) -> Self {
        Self {
            there: Blow::of(game, state, attacker, target),
            health: state.piece(target).health_now(),
            back: retaliates(game, state, target, attacker).then(|| Blow::of(game, state, target, attacker)),
        }
    }

    /// Calls `visit` with every outcome: damage there, damage back, probability. The probabilities add up to 1.
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(i16, i16, f64)) {
        let (mut there, mut back) = ([Outcome::default(); OUTCOMES], [Outcome::default(); OUTCOMES]);
        let hits = self.there.outcomes(&mut there);
        let answers = self.back.map_or(0, |blow| blow.outcomes(&mut back));
        for hit in &there[..hits] {
            if answers == 0 || hit.damage >= self.health {
                visit(hit.damage, 0, hit.chance);
                continue;
            }
            for answer in &back[..answers] {
                visit(hit.damage, answer.damage, hit.chance * answer.chance);
            }
        }
    }
}

/// Whether a piece that is attacked strikes back if it survives.
///
/// RULE: units do, if they reach the attacker; flying does not protect from it.
#[inline]
pub fn retaliates(game: &Game<Ruler>, state: &State<Ruler>, target: PieceId, attacker: PieceId) -> bool {
    let (own, other) = (state.piece(target), state.piece(attacker));
    state.kind[UNIT].has(target)
        && own.attack_now() > 0
        && own.cell.is_some()
        && other.cell.is_some()
        && game.data.map.within(own.cell, range(game, state, target)).has(other.cell)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const SAMPLES: u32 = 1_000_000;

    fn distribution(blow: &Blow) -> BTreeMap<i16, f64> {
        let mut out = [Outcome::default(); OUTCOMES];
        let len = blow.outcomes(&mut out);
        let mut exact = BTreeMap::new();
        for outcome in &out[..len] {
            *exact.entry(outcome.damage).or_insert(0.0) += outcome.chance;
        }
        exact
    }

    /// Every kind of roll alone and together, certain and impossible ones included.
    fn blows() -> Vec<Blow> {
        let mut found = Vec::new();
        for weak in [0, 5, 20, 100] {
            for first in [(0, 0), (5, 40), (12, 20), (6, 100)] {
                for second in [(0, 0), (6, 66)] {
                    for (force, passes) in [(1000, 100), (700, 100), (1300, 50), (900, 10)] {
                        found.push(Blow { force, passes, weak, blocks: [first, second] });
                    }
                }
            }
        }
        found
    }

    #[test]
    fn the_probabilities_of_a_blow_add_up_to_one() {
        for blow in blows() {
            let sum: f64 = distribution(&blow).values().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{blow:?}: {sum}");
        }
    }

    #[test]
    fn a_million_rolls_come_out_as_the_distribution_says() {
        // The guard's two defences against a soldier with and without a weak spot, a poisoned archer at a skeleton.
        let cases = [
            Blow { force: 1000, passes: 100, weak: 4, blocks: [(12, 20), (6, 66)] },
            Blow { force: 1000, passes: 100, weak: 0, blocks: [(5, 40), (0, 0)] },
            Blow { force: 840, passes: 10, weak: 20, blocks: [(0, 0), (3, 25)] },
        ];
        for (number, blow) in cases.iter().enumerate() {
            let mut dice = Dice::sampled(number as u64, "combat");
            let mut counted = BTreeMap::new();
            for _ in 0..SAMPLES {
                *counted.entry(blow.roll(&mut dice)).or_insert(0u32) += 1;
            }
            let exact = distribution(blow);
            assert!(counted.keys().all(|damage| exact.contains_key(damage)));
            for (damage, chance) in exact {
                let share = counted.get(&damage).copied().unwrap_or(0) as f64 / SAMPLES as f64;
                // Five standard deviations.
                let room = 5.0 * (chance * (1.0 - chance) / SAMPLES as f64).sqrt();
                assert!((share - chance).abs() <= room, "{blow:?}: {damage} came {share}, not {chance}");
            }
        }
    }

    #[test]
    fn a_blow_beyond_all_measure_is_the_most_there_is() {
        let blow = Blow { force: 100 * i16::MAX as i32, passes: 1000, weak: 100, blocks: [(0, 0); 2] };
        assert_eq!(blow.damage(true, [false; 2]), i16::MAX);
    }

    #[test]
    fn who_dies_does_not_strike_back() {
        let there = Blow { force: 1000, passes: 100, weak: 50, blocks: [(0, 0); 2] };
        let back = Blow { force: 300, passes: 100, weak: 0, blocks: [(1, 50), (0, 0)] };
        let exchange = Exchange { there, health: 20, back: Some(back) };
        let mut found = Vec::new();
        exchange.each(|there, back, chance| found.push((there, back, chance)));
        found.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        assert_eq!(found, [(10, 2, 0.25), (10, 3, 0.25), (30, 0, 0.5)]);
    }
}
