//! The agent that looks ahead: the hash by which it merges positions, and what merging and leaving out change.

use std::collections::HashMap;

use cardwright_agents::agent::Agent;
use cardwright_agents::make::agent;
use cardwright_agents::spec::AgentSpec;
use cardwright_core::{Alike, Dice, Standing, State, Stream};
use cardwright_effects::{Course, Game, Legal, play};
use cardwright_handmade as handmade;
use cardwright_rules::elemental_command::ElementalCommand;

type Table = State<ElementalCommand>;

/// Calls `visit` at every decision of some random matches.
fn each_position(matches: u64, mut visit: impl FnMut(&Game<ElementalCommand>, &Table, &Legal)) {
    let game = handmade::game();
    let setups = handmade::setups(&game);
    for seed in 0..matches {
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
fn positions_of_one_digest_are_alike_and_others_hardly_ever() {
    let mut by_digest: HashMap<u64, u64> = HashMap::new();
    let mut by_likeness: HashMap<u64, u64> = HashMap::new();
    let mut branch = Box::new(Table::empty());
    each_position(6, |game, state, legal| {
        branch.assign(state);
        legal.each(game, state, |action| {
            branch.restore(state);
            play::apply(game, &mut branch, action, &mut Dice::sampled(1, "branch"), None, None);
            let (digest, likeness) =
                (branch.digest(), branch.likeness(Alike { standing: Standing::Counts, piles: 0 }));
            assert_eq!(*by_digest.entry(digest).or_insert(likeness), likeness);
            by_likeness.insert(likeness, digest);
        });
    });
    assert!(by_digest.len() > 2000);
    // Those that differ in the order of a hand or of arrival only are alike.
    assert!(by_likeness.len() * 100 > by_digest.len() * 95, "{} of {}", by_likeness.len(), by_digest.len());
}

/// What some agents choose in a position, each with the same seed, and how many positions they looked at.
fn choices(
    game: &Game<ElementalCommand>,
    state: &Table,
    legal: &Legal,
    specs: [&str; 2],
) -> [(Option<cardwright_core::Action>, u64); 2] {
    let view = play::view(game, state, legal.seat);
    specs.map(|spec| {
        let spec = AgentSpec::from_text(spec).expect("it is well-formed");
        let mut agent: Box<dyn Agent<ElementalCommand>> = agent(&spec, 5).expect("it is known");
        let seen = Legal::of(game, view.state(), legal.seat);
        (agent.choose(game, &view, &seen), agent.branches())
    })
}

#[test]
fn merging_changes_no_move_and_leaving_out_hardly_any() {
    const PLAIN: &str = "value/merge=off/prune=off/nodes=1000000000";
    let (mut compared, mut merged, mut pruned) = (0u32, 0u32, 0u32);
    let (mut fewer, mut all) = (0, 0);
    each_position(4, |game, state, legal| {
        if !(4..=16).contains(&legal.len()) || state.phase != ElementalCommand::TURN {
            return;
        }
        let [one, plain] = choices(game, state, legal, ["value/prune=off/nodes=1000000000", PLAIN]);
        let [other, _] = choices(game, state, legal, ["value/nodes=1000000000", PLAIN]);
        compared += 1;
        merged += (one.0 == plain.0) as u32;
        pruned += (other.0 == plain.0) as u32;
        fewer += other.1;
        all += plain.1;
    });
    assert!(compared > 30, "{compared}");
    assert_eq!(merged, compared);
    assert!(pruned * 100 >= compared * 97, "{pruned} of {compared}");
    assert!(fewer < all, "{fewer} of {all}");
}

/// The weights of the thesis, by which `greedy` sees positions.
const THESIS: &str = "element=1/ability=3/card=3/further_card=2/hand_mana=0/low=0/lacking=0/presence=1";

#[test]
fn a_depth_of_one_is_greedy_where_nothing_is_left_to_chance() {
    let (mut compared, mut equal) = (0, 0);
    each_position(6, |game, state, legal| {
        if state.phase != ElementalCommand::TURN || state.prompt.is_open() {
            return;
        }
        let value = format!("value/depth=1/{THESIS}");
        let [value, greedy] = choices(game, state, legal, [&value, "greedy"]);
        compared += 1;
        equal += (value.0 == greedy.0) as u32;
    });
    assert!(compared > 100 && equal * 10 > compared * 9, "{equal} of {compared}");
}
