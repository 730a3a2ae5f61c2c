//! A match of a timed game: actions with times, time that goes on, and the way back.

use std::sync::Arc;

use cardwright_core::{Action, Dice, Seat, What};
use cardwright_handmade as handmade;
use cardwright_handmade::clock::{self, Clock, DRAW, END, PLAY};
use cardwright_host::hosted::HostedMatch;

fn hosted(seed: u64) -> HostedMatch<Clock> {
    let game = Arc::new(clock::game());
    let setup = clock::setup(&game);
    HostedMatch::begin(game, setup, seed).expect("the setup is good")
}

fn draw(seat: u8) -> Action {
    Action::new(Seat(seat), DRAW, 0)
}

/// A match of random actions at random times: seat, time, action.
fn played(seed: u64) -> HostedMatch<Clock> {
    let mut hosted = hosted(seed);
    let mut dice = Dice::sampled(seed, "times");
    while !hosted.state.is_over {
        let at = hosted.state.now + [0, 1, 90, 900, 5000][dice.below(5) as usize];
        hosted.advance(at, None).expect("time goes on");
        let seat = Seat(dice.below(2) as u8);
        let count = hosted.legal_len(seat);
        if !hosted.state.is_over && count > 0 {
            let n = dice.below(count);
            let action = hosted.legal_nth(seat, n).expect("there are so many");
            hosted.play(action, None, None).expect("it is legal");
        }
    }
    hosted
}

#[test]
fn an_action_takes_place_at_its_time() {
    let mut hosted = hosted(1);
    assert_eq!(hosted.to_act().len(), 2);
    assert!(hosted.play(draw(0), None, None).is_err(), "there is no mana yet");
    let start = hosted.play(draw(0), Some(800), None).expect("a mana has come");
    assert_eq!((hosted.state.now, hosted.times()), (800, vec![800]));
    let told: Vec<What> = hosted.events[start..].iter().map(|event| event.what).collect();
    assert!(matches!(told[..], [What::Gained { .. }, What::Gained { .. }, What::Drawn { .. }]), "{told:?}");
    // Events of time belong to the action before them.
    assert_eq!(hosted.events_between(Some(0), 1).len(), 1);
    assert_eq!(hosted.next_event_at(), Some(END));
}

#[test]
fn a_refusal_changes_nothing_not_even_the_time() {
    let mut hosted = hosted(1);
    hosted.advance(500, None).expect("time goes on");
    let before = (hosted.state.digest(), hosted.events.len());
    for (action, at, reason) in [
        (draw(0), Some(499), "499 ms is in the past: it is 500 ms"),
        (draw(0), Some(699), "not possible"),
        (draw(0), None, "not possible"),
        (draw(7), Some(800), "no such seat"),
        (draw(0), Some(END), "the match is over, since 180000 ms"),
        (draw(0), Some(u32::MAX), "the match is over"),
        (Action::new(Seat(0), PLAY, 99), Some(2000), ""),
    ] {
        let refused = hosted.play(action, at, None).expect_err("it is refused");
        assert!(refused.contains(reason), "{refused}");
        assert_eq!((hosted.state.digest(), hosted.events.len()), before, "{refused}");
        assert_eq!(hosted.ply(), 0);
    }
    assert!(hosted.advance(499, None).expect_err("the clock does not run backwards").contains("in the past"));
    assert_eq!(hosted.state.digest(), before.0);
}

#[test]
fn nobody_acts_too_often() {
    let mut hosted = hosted(1);
    hosted.advance(4000, None).expect("time goes on");
    hosted.play(draw(0), None, None).expect("it is legal");
    assert_eq!(hosted.legal_len(Seat(0)), 0);
    assert!(hosted.play(draw(0), None, None).expect_err("once a millisecond").contains("this millisecond"));
    hosted.play(draw(1), None, None).expect("the other seat has its own");
    hosted.play(draw(0), Some(4001), None).expect("a millisecond later");
    hosted.play(draw(0), Some(4002), None).expect("and once more");
    assert!(hosted.play(draw(0), Some(4999), None).expect_err("three in a second").contains("three times"));
    hosted.play(draw(0), Some(5000), None).expect("the second is over");
}

#[test]
fn taking_an_action_back_takes_back_the_time_since_it_was_given() {
    let mut hosted = hosted(3);
    hosted.advance(700, None).expect("time goes on");
    let before = hosted.state.digest();
    let events = hosted.events.len();
    hosted.play(draw(0), Some(5000), None).expect("it is legal");
    assert!(!hosted.can_undo(), "time went on");
    hosted.advance(9000, None).expect("time goes on");
    assert_eq!(hosted.undo(), Some(draw(0)));
    assert_eq!((hosted.state.digest(), hosted.state.now, hosted.events.len()), (before, 700, events));
    assert_eq!(hosted.undo(), None);
}

#[test]
fn the_same_actions_at_the_same_times_lead_to_the_same_end_however_time_is_split() {
    for seed in 0..20 {
        let first = played(seed);
        assert!(first.ply() > 10, "seed {seed}: {} actions", first.ply());
        let mut dice = Dice::sampled(seed, "split");
        let mut again = hosted(seed);
        for (action, at) in first.actions().into_iter().zip(first.times()) {
            for _ in 0..dice.below(4) {
                let to = again.state.now + dice.below(at - again.state.now + 1);
                again.advance(to, None).expect("time goes on");
            }
            again.play(action, Some(at), None).expect("it was legal before");
        }
        again.advance(first.state.now, None).expect("time goes on");
        assert_eq!(again.state.digest(), first.state.digest());
        assert_eq!((again.events.len(), again.times()), (first.events.len(), first.times()));
        for ply in 0..=first.ply() {
            let (one, other) = (first.view_at(Seat(0), ply), again.view_at(Seat(0), ply));
            assert_eq!(one.bytes(), other.bytes());
            let told = |hosted: &HostedMatch<Clock>| hosted.events_between(Some(ply), ply + 1).to_vec();
            assert_eq!(told(&first), told(&again));
        }
    }
}

#[test]
fn a_look_ahead_in_time_changes_nothing() {
    let mut hosted = hosted(4);
    let before = hosted.state.digest();
    let later = hosted.view_when(Seat(0), 6000).expect("that time comes");
    assert_eq!((hosted.state.digest(), later.state().now), (before, 6000));
    hosted.advance(6000, None).expect("time goes on");
    assert_eq!(hosted.view(Seat(0)).bytes(), later.bytes());
    assert!(hosted.view_when(Seat(0), 5999).is_err());
}

#[test]
fn time_ends_with_the_match() {
    let mut hosted = hosted(5);
    hosted.advance(u32::MAX, None).expect("time goes on as long as it can");
    assert_eq!((hosted.state.now, hosted.state.is_over, hosted.next_event_at()), (END, true, None));
    let end = hosted.state.digest();
    hosted.advance(u32::MAX, None).expect("nothing happens any more");
    assert_eq!(hosted.state.digest(), end);
}

#[test]
fn in_other_games_there_is_no_time_to_say() {
    let game = Arc::new(handmade::game());
    let setup = handmade::setups(&game)[0].clone();
    let mut hosted = HostedMatch::begin(game, setup, 1).expect("the setup is good");
    let action = hosted.legal_nth(Seat(0), 0).expect("there is an action");
    let refused = hosted.play(action, Some(5), None).expect_err("it has no time");
    assert_eq!(refused, "elemental-command is no timed game: its actions have no time");
    assert!(hosted.advance(5, None).is_err() && hosted.view_when(Seat(0), 5).is_err());
    assert_eq!((hosted.next_event_at(), hosted.ply()), (None, 0));
    hosted.play(action, None, None).expect("it is legal");
}
