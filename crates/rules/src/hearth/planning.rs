//! What the agent `value` weighs in a position: heroes, hands, minions with their keywords, and how near death is.

use cardwright_core::{Piece, PieceId, Seat, Standing, State};
use cardwright_effects::{Course, Game, Outcome, Planning, features};

use super::state::*;

features! {
    OwnHealth "own_health" 1.0;
    OwnArmour "own_armour" 1.0;
    FoeHealth "foe_health" -1.0;
    FoeArmour "foe_armour" -1.0;
    OwnCards "own_cards" 3.0;
    FoeCards "foe_cards" -3.0;
    /// The enemies on the table could leave the own hero less than half of its health.
    Threatened "threatened" -10.0;
    /// They could kill it.
    Endangered "endangered" -40.0;
    // All that follow count for a seat's own and against the other's.
    Minion "minion" 1.0;
    Attack "attack" 1.0;
    Health "health" 1.0;
    Taunt "taunt" 2.0;
    /// Added to taunt if the own hero is threatened.
    TauntThreatened "taunt_threatened" 2.0;
    /// Added to taunt if the own hero is in danger.
    TauntEndangered "taunt_endangered" 6.0;
    Windfury "windfury" 1.5;
    Shield "shield" 1.5;
    SpellDamage "spell_damage" 1.0;
    Stealth "stealth" 1.0;
    Elusive "elusive" 1.5;
    Poisonous "poisonous" 1.5;
    Lifesteal "lifesteal" 1.0;
    Immune "immune" 1.5;
    Enduring "enduring" 1.0;
    Frozen "frozen" -1.0;
    CannotAttack "cannot_attack" -2.0;
    /// Per point of attack and durability left.
    Weapon "weapon" 0.5;
    /// More than a card in the hand, or no secret would ever be laid.
    Secret "secret" 4.0;
    Crystal "crystal" 1.0;
    Overload "overload" -1.0;
}

/// The worth of a won match.
const WON: f64 = 1e6;

/// Keywords that count for what they are.
const KEYWORDS: [(u64, Feature); 8] = [
    (WINDFURY, Feature::Windfury),
    (SHIELD, Feature::Shield),
    (STEALTH, Feature::Stealth),
    (ELUSIVE, Feature::Elusive),
    (POISONOUS, Feature::Poisonous),
    (LIFESTEAL, Feature::Lifesteal),
    (IMMUNE, Feature::Immune),
    (ENDURING, Feature::Enduring),
];

impl Planning for Hearth {
    const WEIGHTS: &'static [(&'static str, f64)] = DEFAULTS;
    const STANDING: Standing = Standing::Aside;

    fn appraise(_: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> f64 {
        let (own, other) = (hero(seat), hero(foe(seat)));
        // A hero that has no health left has lost, whether the match has noticed it or not.
        let has_fallen = |hero: PieceId| state.piece(hero).health_now() <= 0;
        match (Self::outcome(state, seat), has_fallen(own), has_fallen(other)) {
            (Some(Outcome::Won), ..) | (None, false, true) => return WON,
            (Some(Outcome::Lost), ..) | (None, true, false) => return -WON,
            (Some(Outcome::Drawn), ..) | (None, true, true) => return 0.0,
            (None, false, false) => {}
        }
        let weights = Weights(weights);
        let armour = |seat: Seat| state.resource(seat, ARMOUR) as f64;
        let health = |id: PieceId| state.piece(id).health_now() as f64;
        let cards = |seat: Seat| state.zone_len(seat, HAND) as f64;
        let mut sum = weights.of(Feature::OwnHealth) * health(own)
            + weights.of(Feature::OwnArmour) * armour(seat)
            + weights.of(Feature::FoeHealth) * health(other)
            + weights.of(Feature::FoeArmour) * armour(foe(seat))
            + weights.of(Feature::OwnCards) * cards(seat)
            + weights.of(Feature::FoeCards) * cards(foe(seat));
        let left = health(own) + armour(seat) - reach_of(state, foe(seat)) as f64;
        let mut taunt = weights.of(Feature::Taunt);
        if left < 1.0 {
            sum += weights.of(Feature::Endangered);
            taunt += weights.of(Feature::TauntEndangered);
        } else if left < state.piece(own).health as f64 / 2.0 {
            sum += weights.of(Feature::Threatened);
            taunt += weights.of(Feature::TauntThreatened);
        }
        sum + side(state, seat, &weights, taunt) - side(state, foe(seat), &weights, taunt)
    }
}

/// The damage that the minions and the weapon of a seat deal in its next turn if nobody stands in their way.
fn reach_of(state: &State<Hearth>, seat: Seat) -> i32 {
    let mut sum = 0;
    for id in minions(state, seat) {
        let piece = state.piece(id);
        let keywords = piece.keywords_now();
        let attacks = 1 + (keywords & WINDFURY != 0) as i32;
        let is_able = (keywords & (IDLE | COURTEOUS) == 0) & (piece.statuses[FROZEN] == 0);
        sum += piece.attack_now() as i32 * attacks * is_able as i32;
    }
    let weapon = weapon(state, seat);
    if weapon.is_some() { sum + state.piece(weapon).attack_now() as i32 } else { sum }
}

/// What the minions, the weapon, the secrets and the crystals of a seat are worth to it.
#[inline]
fn side(state: &State<Hearth>, seat: Seat, weights: &Weights<'_>, taunt: f64) -> f64 {
    let (mut count, mut attack, mut health, mut rest) = (0, 0, 0, 0.0);
    for id in minions(state, seat) & !state.dying {
        let piece = state.piece(id);
        count += 1;
        attack += piece.attack_now() as i32;
        health += piece.health_now() as i32;
        rest += special(piece, weights, taunt);
    }
    let held = &state.seats[seat.at()].resources;
    let weapon = weapon(state, seat);
    if weapon.is_some() {
        let piece = state.piece(weapon);
        let blows = piece.attack_now() as i32 * piece.health_now() as i32;
        rest += weights.of(Feature::Weapon) * blows as f64;
    }
    let secrets = (state.side[seat.at()] & state.kind[SECRET]).len();
    rest + weights.of(Feature::Minion) * count as f64
        + weights.of(Feature::Attack) * attack as f64
        + weights.of(Feature::Health) * health as f64
        + weights.of(Feature::Secret) * secrets as f64
        + weights.of(Feature::Crystal) * held[CRYSTALS] as f64
        + weights.of(Feature::Overload) * held[OVERLOAD] as f64
}

/// What the keywords and statuses of a minion are worth.
#[inline(always)]
fn special(piece: &Piece<()>, weights: &Weights<'_>, taunt: f64) -> f64 {
    let keywords = piece.keywords_now();
    let mut sum = 0.0;
    // Most minions have none of these.
    if keywords != 0 {
        for (keyword, feature) in KEYWORDS {
            if keywords & keyword != 0 {
                sum += weights.of(feature);
            }
        }
        if keywords & TAUNT != 0 {
            sum += taunt;
        }
        if keywords & IDLE != 0 {
            sum += weights.of(Feature::CannotAttack);
        }
    }
    sum + weights.of(Feature::SpellDamage) * piece.statuses[SPELL_DAMAGE] as f64
        + weights.of(Feature::Frozen) * piece.statuses[FROZEN] as f64
}
