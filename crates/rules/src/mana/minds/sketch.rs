//! The most that a text can bring, from its numbers alone: most texts need not be tried to see that they are not
//! worth it.

use cardwright_effects::catalogue::{Base, Catalogue, NOTHING, Query, Side};
use cardwright_effects::table::Code;

use super::super::state::*;
use super::trades::{Fighter, Scales, Team};

/// A text with more parts than these is tried.
const PARTS: usize = 4;
/// No count is higher than this: a side of creatures, a hand.
const COUNTED_MOST: i16 = 12;

/// Which creatures a part of a text is about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Whom {
    /// The creature that the player chooses.
    Chosen,
    /// All on the board, of one side or both; if chance picks, at most `most` of them.
    Those { side: Side, most: u8 },
}

/// One thing that a text does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Harm(Whom, i16),
    Help(Whom, i16),
    Change(Whom, i16, i16),
    End(Whom),
    /// A trait for these creatures.
    Trait(Whom),
    /// These creatures rest, or are ready.
    Rest(Whom),
    /// Creatures with this much attack and health in all.
    Arrival(i16, i16),
    /// Cards in hand, for whichever side they are better.
    Cards(i16),
    /// Mana or devotion.
    Units(i16),
}

/// The weights of the rest of a position.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    pub card: f32,
    pub unit: f32,
    pub rest: f32,
}

/// The most that a text can do if all its conditions hold. Triggers of other cards are not included.
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    parts: [Option<Part>; PARTS],
}

impl Sketch {
    /// The sketch of a program; none if its numbers do not tell what it does.
    pub fn of(catalogue: &Catalogue, program: u16) -> Option<Self> {
        if program == NOTHING {
            return None;
        }
        let mut sketch = Self { parts: [None; PARTS] };
        let (mut whom, mut value, mut len) = (None, 0i16, 0);
        for op in &catalogue.ops[program as usize..] {
            let part = match op.code {
                Code::End => return Some(sketch),
                Code::Select => {
                    whom = meant(&catalogue.queries[op.q as usize]);
                    whom?;
                    continue;
                }
                Code::Const => {
                    value = op.b;
                    continue;
                }
                Code::Roll => {
                    value = op.c;
                    continue;
                }
                Code::Count => {
                    value = op.b.saturating_mul(COUNTED_MOST);
                    continue;
                }
                Code::IfAny | Code::IfNone | Code::IfValue | Code::Chance | Code::Jump | Code::Sound => {
                    continue;
                }
                // Where creatures stand, what cards cost and what is known of them is not weighed.
                Code::Move | Code::Scatter | Code::Reveal | Code::Cost => continue,
                Code::Own if op.a == super::super::course::DAYTIME_OF => continue,
                Code::Own | Code::Ready => Part::Rest(whom?),
                Code::Gain => Part::Units(value.saturating_abs()),
                Code::Create | Code::CreateRandom => Part::Cards(value),
                Code::Discard => Part::Cards(value),
                Code::DiscardThose => Part::Cards(match catalogue.queries[op.q as usize] {
                    Query { is_top: true, .. } => 0,
                    Query { random: 0, .. } => COUNTED_MOST,
                    Query { random, .. } => random as i16,
                }),
                Code::SummonHere => arrival(catalogue, op.q, 1),
                Code::Summon if op.a == 1 => arrival(catalogue, op.q, value),
                Code::SummonAt if op.a == 1 => arrival(catalogue, op.q, LOCATIONS as i16),
                Code::Damage => Part::Harm(whom?, value),
                Code::Heal => Part::Help(whom?, value),
                Code::Buff => Part::Change(whom?, value.saturating_mul(op.b), value.saturating_mul(op.c)),
                Code::Destroy => Part::End(whom?),
                Code::Give => Part::Trait(whom?),
                Code::Draw if op.a == 1 => Part::Cards(value),
                _ => return None,
            };
            *sketch.parts.get_mut(len)? = Some(part);
            len += 1;
        }
        None
    }

    /// The most that the text brings if it chooses this creature, given with whether it is on the own side.
    pub fn most(
        &self,
        scales: &Scales,
        rates: &Rates,
        own: &Team,
        foes: &Team,
        chosen: Option<(&Fighter, bool)>,
    ) -> f32 {
        // The gain on one creature, on a whole side, or on as many as chance picks.
        let over = |whom: Whom, is_meant_for_own: bool, gain: &dyn Fn(&Fighter) -> f32| match whom {
            Whom::Chosen => match chosen {
                Some((one, is_own)) if is_own == is_meant_for_own => gain(one),
                _ => 0.0,
            },
            Whom::Those { side, .. } if side == if is_meant_for_own { Side::Foe } else { Side::Mine } => 0.0,
            Whom::Those { most, .. } => together(if is_meant_for_own { own } else { foes }, most, gain),
        };
        let mut sum = 0.0;
        for part in self.parts.iter().flatten() {
            sum += match *part {
                Part::Harm(whom, amount) => over(whom, false, &|one| scales.harm(one, amount)),
                Part::End(whom) => over(whom, false, &|one| scales.harm(one, i16::MAX)),
                Part::Help(whom, amount) => {
                    over(whom, true, &|one| amount.min(one.most - one.health) as f32 * scales.health)
                }
                Part::Change(whom, attack, health) => {
                    let change = attack as f32 * scales.attack + health as f32 * scales.health;
                    over(whom, true, &|_| change)
                        + over(whom, false, &|one| {
                            if health < 0 { scales.harm(one, -health) - change.min(0.0) } else { -change }
                        })
                }
                Part::Trait(whom) => over(whom, true, &|_| scales.shield),
                Part::Rest(whom) => {
                    let rest = |one: &Fighter| one.attack as f32 * rates.rest;
                    over(whom, true, &rest) + over(whom, false, &rest)
                }
                Part::Arrival(attack, health) => {
                    attack as f32 * scales.attack + health as f32 * scales.health
                }
                Part::Cards(count) => count as f32 * rates.card,
                Part::Units(count) => count as f32 * rates.unit,
            };
        }
        sum
    }
}

/// What all of a team bring together, or at most `most` of them.
// If it were inlined, it would be computed for everybody before it is known whom a text is about.
#[inline(never)]
fn together(team: &Team, most: u8, gain: &dyn Fn(&Fighter) -> f32) -> f32 {
    let (mut sum, mut best) = (0.0f32, 0.0f32);
    for fighter in team.all() {
        let gained = gain(fighter).max(0.0);
        sum += gained;
        best = best.max(gained);
    }
    if most == 0 { sum } else { sum.min(best * most as f32) }
}

fn arrival(catalogue: &Catalogue, def: u16, count: i16) -> Part {
    let printed = &catalogue.defs[def as usize];
    Part::Arrival(printed.attack.saturating_mul(count), printed.health.saturating_mul(count))
}

/// Which creatures a query means, if its base and side alone tell.
fn meant(query: &Query) -> Option<Whom> {
    if query.relation != 0 || query.zone != 0 {
        return None;
    }
    match query.base {
        Base::Chosen => Some(Whom::Chosen),
        Base::Board => Some(Whom::Those { side: query.side, most: query.random }),
        _ => None,
    }
}

impl Scales {
    /// The most that an enemy loses by this much damage.
    #[inline]
    fn harm(&self, fighter: &Fighter, amount: i16) -> f32 {
        if fighter.health > amount {
            return (amount as f32 * self.health).max(self.shield * fighter.has(SHIELDED) as u8 as f32);
        }
        if fighter.is_hero() { self.hero } else { self.value(fighter) + self.shield }
    }
}
