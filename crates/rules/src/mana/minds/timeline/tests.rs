//! Runs of a few creatures whose end can be counted by hand.

use cardwright_core::PieceId;

use super::super::super::tests::{ELEMENTAL, WOLF, game, table};
use super::*;

const MEASURE: Measure = Measure {
    scales: Scales { attack: 1.0, health: 1.0, hero: 1000.0, own_hero: 2000.0, shield: 2.0 },
    hero_health: 0.5,
    won: 60.0,
    own_cards: 0.0,
    foe_cards: 0.0,
    mana: 0.0,
    texts: 0.0,
    own_flow: 1.0,
    foe_flow: 1.0,
    horizon: 400_000,
    fading: 60_000.0,
};
const AVERAGE: Average = Average { cost: 3.0, attack: 3.0, health: 3.0 };

fn fighter(attack: i16, health: i16, piece: u8) -> Fighter {
    let piece = PieceId(piece);
    Fighter { attack, health, most: health, speed: USUAL_SPEED, piece, ..Fighter::NOBODY }
}

/// Two heroes of 10 health and these minions; no mana comes.
fn stand(own: &[Fighter], enemies: &[Fighter]) -> Timeline {
    let game = game();
    let (state, _) = table(&game, &[WOLF]);
    let mut timeline = Timeline::of(&game, &state, Seat(0), &MEASURE);
    for (side, minions) in [own, enemies].into_iter().enumerate() {
        timeline.teams[side].all_mut()[0].health = 10;
        timeline.flows[side] =
            Flow { mana: 0.0, cards: 0.0, mana_per_ms: 0.0, cards_per_ms: 0.0, deck: 0.0, counted_at: 0 };
        for &minion in minions {
            assert!(timeline.teams[side].add(minion));
        }
    }
    timeline
}

#[test]
fn a_run_ends_with_the_death_of_a_hero() {
    let mut timeline = stand(&[fighter(4, 4, 9)], &[]);
    let end = timeline.run(&MEASURE, &AVERAGE, None);
    assert_eq!((end.outcome, end.at), (Outcome::Won, 2 * USUAL_SPEED), "three blows, the first at once");
    let lost = stand(&[], &[fighter(4, 4, 9)]).run(&MEASURE, &AVERAGE, None);
    assert_eq!((lost.outcome, lost.at), (Outcome::Lost, end.at));
    assert!(lost.score < 0.0 && end.score > 0.0);
    let quick = stand(&[fighter(5, 4, 9)], &[]).run(&MEASURE, &AVERAGE, None);
    assert!(quick.at < end.at && quick.score > end.score, "a quick win is better");
}

#[test]
fn nobody_who_can_or_wants_to_attack_makes_a_draw() {
    let end = stand(&[], &[]).run(&MEASURE, &AVERAGE, None);
    assert_eq!((end.outcome, end.at), (Outcome::Drawn, 0));
    // The hero behind two walls is taken for protected, and nobody attacks a creature that hits back harder.
    let walls = [fighter(9, 9, 8), fighter(9, 9, 9)];
    let end = stand(&walls, &walls).run(&MEASURE, &AVERAGE, None);
    assert_eq!((end.outcome, end.at), (Outcome::Drawn, 0));
}

#[test]
fn as_many_are_protected_as_a_triangle_allows() {
    for (minions, room) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 3)] {
        let own: Vec<Fighter> = (0..minions).map(|n| fighter(0, 1 + n as i16, 10 + n)).collect();
        let mut timeline = stand(&own, &[fighter(6, 6, 30)]);
        timeline.guess(&MEASURE);
        assert_eq!(timeline.protected[OWN].count_ones(), room, "of {minions} minions and a hero");
        assert_eq!(timeline.protected[FOE], 0);
        if room > 0 {
            assert_eq!(timeline.protected[OWN] & 1, 1, "a blow at the hero gains most");
            timeline.guard = Guard::Minions;
            timeline.guess(&MEASURE);
            assert_eq!(timeline.protected[OWN] & 1, 0);
        }
    }
}

#[test]
fn a_card_takes_effect_at_its_time_or_is_never_reached() {
    let before = stand(&[fighter(4, 4, 9)], &[]);
    let mut after = before;
    after.teams[FOE].all_mut()[0].health -= 3;
    let change = before.change(&after, 45_000);
    let end = { before }.run(&MEASURE, &AVERAGE, Some(&change));
    assert_eq!((end.outcome, end.at, end.is_reached), (Outcome::Won, 45_000, true));
    let late = before.change(&after, 70_000);
    assert!(!{ before }.run(&MEASURE, &AVERAGE, Some(&late)).is_reached);
    let soon = before.change(&after, 10_000);
    let end = { before }.run(&MEASURE, &AVERAGE, Some(&soon));
    assert_eq!(end.at, 30_000, "4 at once, 3 by the card, 4 more");
}

#[test]
fn both_sides_go_on_playing_what_they_can_pay() {
    let mut timeline = stand(&[], &[]);
    timeline.flows[FOE].cards = 1.0;
    timeline.flows[FOE].mana_per_ms = 0.0001;
    let end = timeline.run(&MEASURE, &AVERAGE, None);
    // Three mana in 30 s, rest for 30 s, then four blows.
    assert_eq!(end.outcome, Outcome::Lost);
    assert!((150_000..151_000).contains(&end.at), "{}", end.at);
}

#[test]
fn the_average_card_is_that_of_the_minions_that_cost_mana() {
    let average = game().data.average;
    assert!(average.cost > 1.0 && average.attack > 0.0 && average.health > 1.0);
    let printed = game().def(cardwright_core::DefId(ELEMENTAL)).attack;
    assert!(average.attack < printed as f32);
}
