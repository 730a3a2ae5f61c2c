//! Trying one action after another from a position: branches must equal fresh copies.

use cardwright_core::{Dice, State, Stream};
use cardwright_effects::worth::{self, Origin};
use cardwright_effects::{Course, Legal, play};
use cardwright_handmade as handmade;
use cardwright_rules::elemental_command::ElementalCommand;

type Table = State<ElementalCommand>;

/// Calls `visit` at every decision of some random matches.
fn each_position(mut visit: impl FnMut(&cardwright_effects::Game<ElementalCommand>, &Table, &Legal)) {
    let game = handmade::game();
    let setups = handmade::setups(&game);
    for seed in 0..6 {
        let setup = &setups[seed as usize % setups.len()];
        let mut dice = Dice::sampled(seed, "game");
        let mut pick = Stream::named(seed, "random");
        let mut state = play::begin(&game, setup, &mut dice, None);
        while !state.is_over {
            let legal = Legal::of(&game, &state, ElementalCommand::to_act(&state).first());
            visit(&game, &state, &legal);
            let action = legal.nth(&game, &state, pick.below(legal.len())).expect("somebody may act");
            play::apply(&game, &mut state, action, &mut dice, None, None);
        }
    }
}

#[test]
fn a_restored_state_is_the_one_it_was_copied_from() {
    let mut branch = Box::new(Table::empty());
    let mut dice = Dice::sampled(1, "branches");
    each_position(|game, state, legal| {
        branch.assign(state);
        legal.each(game, state, |action| {
            branch.restore(state);
            assert_eq!(branch.digest(), state.digest());
            play::apply(game, &mut branch, action, &mut dice, None, None);
        });
    });
}

#[test]
fn a_branch_is_worth_what_its_position_is_worth() {
    let mut branch = Box::new(Table::empty());
    let mut dice = Dice::sampled(2, "branches");
    let mut different = 0;
    each_position(|game, state, legal| {
        let origin = Origin::new(game, state, legal.seat);
        branch.assign(state);
        legal.each(game, state, |action| {
            branch.restore(state);
            play::apply(game, &mut branch, action, &mut dice, None, None);
            let worth = origin.evaluate(game, &branch);
            assert_eq!(worth, worth::evaluate(game, &branch, legal.seat));
            different += (worth != worth::evaluate(game, state, legal.seat)) as u32;
        });
    });
    assert!(different > 1000, "actions change what a position is worth");
}

#[test]
fn visiting_all_actions_gives_them_in_the_order_of_their_ranks() {
    each_position(|game, state, legal| {
        let mut rank = 0;
        legal.each(game, state, |action| {
            assert_eq!(legal.nth(game, state, rank), Some(action));
            rank += 1;
        });
        assert_eq!(rank, legal.len());
    });
}
