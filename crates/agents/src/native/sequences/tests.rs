use cardwright_core::Stream;
use cardwright_effects::position::{PlacedPiece, Position, SeatPosition};
use cardwright_effects::{Basics, Course, Setup, play};
use cardwright_handmade as handmade;
use cardwright_rules::elemental_command::ElementalCommand;

use super::*;

type Duel = ElementalCommand;
const ME: Seat = Seat(0);

fn spec(text: &str) -> AgentSpec {
    AgentSpec::from_text(text).expect("it is well-formed")
}

/// A position of my turn: the cards in my hand, my minions and the other's, and how much the other hero is hurt.
fn position(game: &Game<Duel>, hand: &[&str], minions: &[(&str, u8, u8)], hurt: i16) -> (Setup, State<Duel>) {
    let find = |id: &&str| game.catalogue.find(id).expect("the card is there").0;
    let mut zones = vec![Vec::new(); Duel::AUDIENCES.zones.len()];
    zones[Duel::HAND] = hand.iter().map(find).collect();
    zones[Duel::DECK] = [find(&"wisp"); 9].to_vec();
    let seat = |zones, damage| SeatPosition {
        damage,
        zones,
        resources: (0..4).map(|at| (at, 9)).collect(),
        ..SeatPosition::default()
    };
    let mut other = vec![Vec::new(); zones.len()];
    other[Duel::DECK] = zones[Duel::DECK].clone();
    let placed = |&(id, owner, cell): &(&str, u8, u8)| PlacedPiece {
        def: find(&id),
        owner,
        cell,
        damage: 0,
        arrived: false,
        moved: false,
        statuses: Vec::new(),
    };
    let position = Position {
        seats: vec![seat(zones, 0), seat(other, hurt)],
        pieces: minions.iter().map(placed).collect(),
        to_act: 0,
        now: 9,
        phase: Duel::TURN,
        ..Position::default()
    };
    let setup = Setup { position: Some(Arc::new(position)), ..handmade::setups(game).remove(0) };
    play::check_setup(game, &setup).expect("the position is good");
    let state = play::begin(game, &setup, &mut setup.dice(1), None);
    (setup, state)
}

/// What it chooses in a position.
fn choose(agent: &mut Sequences<Duel>, game: &Game<Duel>, state: &State<Duel>) -> Action {
    let seat = Duel::to_act(state).first();
    let view = play::view(game, state, seat);
    let legal = Legal::of(game, view.state(), seat);
    let action = agent.choose(game, &view, &legal).expect("something is legal");
    assert!(legal.contains(game, view.state(), &action));
    action
}

/// Plays a turn; the actions and the position after it.
fn play_turn(
    agent: &mut Sequences<Duel>,
    game: &Game<Duel>,
    state: &mut State<Duel>,
    seed: u64,
) -> Vec<Action> {
    let (turn, mut dice, mut actions) = (state.now, Dice::sampled(seed, "game"), Vec::new());
    while !state.is_over && state.now == turn {
        let action = choose(agent, game, state);
        play::apply(game, state, action, &mut dice, None, None);
        actions.push(action);
    }
    actions
}

#[test]
fn it_finds_a_win_of_two_actions() {
    let game = handmade::game();
    let (_, mut state) = position(&game, &["bolt", "wall", "bolt"], &[], 24);
    let mut agent = Sequences::new(&spec("sequences"), 3);
    assert!(play_turn(&mut agent, &game, &mut state, 1).len() <= 3);
    assert_eq!(Duel::outcome(&state, ME), Some(cardwright_effects::Outcome::Won));
    let searched = agent.searched();
    assert_eq!(searched.len(), 1);
    assert!(searched[0].sequences < SEQUENCES, "it stops when the match is won");
}

#[test]
fn it_sets_up_a_win_of_its_next_turn() {
    let game = handmade::game();
    // A piece that cannot attack yet wins next turn, unless the card for it is never played.
    let (_, mut state) = position(&game, &["wisp"], &[], 29);
    let first = play_turn(&mut Sequences::new(&spec("sequences"), 3), &game, &mut state, 1);
    assert!(first.len() > 1 && state.side[0].len() > 1, "it plays the minion and ends its turn");
}

#[test]
fn orders_of_the_same_actions_are_merged() {
    let game = handmade::game();
    let (_, state) = position(&game, &["wisp", "wall", "captain"], &[], 0);
    let mut agent = Sequences::<Duel>::new(&spec("sequences/sequences=2000/turns=0"), 3);
    choose(&mut agent, &game, &state);
    assert!(agent.search.merged > 0);
    assert!(agent.branches() > 100);
}

#[test]
fn what_is_far_below_the_start_is_dropped() {
    let game = handmade::game();
    // A bolt may also hit the own hero.
    let (_, state) = position(&game, &["bolt", "bolt", "wall"], &[("captain", 0, 0), ("wall", 1, 13)], 0);
    let ends_below = |text: &str| {
        let mut agent = Sequences::<Duel>::new(&spec(text), 3);
        choose(&mut agent, &game, &state);
        let start = agent.search.nodes[0].value;
        agent.search.nodes.iter().map(|node| start - node.value).fold(0.0, f64::max)
    };
    assert_eq!(ends_below("sequences/threshold=0"), 0.0);
    let (narrow, wide) = (ends_below("sequences/threshold=2"), ends_below("sequences/threshold=1000"));
    assert!(0.0 < narrow && narrow <= 2.0 && wide > 2.0, "{narrow} {wide}");
}

#[test]
fn it_follows_its_plan_and_plans_again_after_a_surprise() {
    let game = handmade::game();
    let (_, state) = position(&game, &["wisp", "wall", "captain"], &[], 0);
    let mut agent = Sequences::new(&spec("sequences/sequences=800"), 3);
    let mut after = state;
    let action = choose(&mut agent, &game, &after);
    play::apply(&game, &mut after, action, &mut Dice::sampled(1, "game"), None, None);
    let planned = agent.branches();
    let (queue, foreseen) = (agent.queue.clone(), agent.foreseen);
    assert!(!queue.is_empty());
    choose(&mut agent, &game, &after);
    assert_eq!(agent.branches(), planned, "it goes on without a search");
    // Something happened that was in no plan: what is left of the budget is for that.
    (agent.queue, agent.foreseen) = (queue, foreseen);
    agent.budget = Budget::new(Some(800), None, SEQUENCES);
    agent.budget.begin_turn();
    let hero = Duel::own_piece(&after, ME);
    after.piece_mut(hero).damage += 1;
    choose(&mut agent, &game, &after);
    assert!(agent.branches() > planned);
}

#[test]
fn it_keeps_part_of_its_budget_for_what_it_draws() {
    let game = handmade::game();
    let (_, mut state) = position(&game, &["scholar"], &[], 0);
    let mut agent = Sequences::new(&spec("sequences/sequences=400"), 3);
    let action = choose(&mut agent, &game, &state);
    play::apply(&game, &mut state, action, &mut Dice::sampled(1, "game"), None, None);
    let first = agent.branches();
    assert!(agent.search.nodes[agent.search.best as usize].is_unsure, "the scholar draws");
    choose(&mut agent, &game, &state);
    assert!(first <= 200 && agent.branches() > first && agent.branches() <= 400);
}

#[test]
fn a_card_that_it_would_draw_stays_unknown() {
    let game = handmade::game();
    let (_, state) = position(&game, &["scholar"], &[], 0);
    let mut agent = Sequences::<Duel>::new(&spec("sequences"), 3);
    choose(&mut agent, &game, &state);
    let wisp = game.catalogue.find("wisp").expect("the card is there");
    let known = |state: &State<Duel>| {
        let zones = [Duel::HAND, Duel::DECK].map(|zone| state.zone(ME, zone));
        zones.concat().iter().any(|&id| state.card(id).def == wisp)
    };
    assert!(known(&state) && !known(&agent.imagined));
}

#[test]
fn the_same_seed_and_budget_play_the_same_match() {
    let game = handmade::game();
    let setups = handmade::setups(&game);
    let digest = |seed: u64, text: &str| {
        let mut agents = [0, 1].map(|seat| Sequences::<Duel>::new(&spec(text), seed + seat));
        let mut dice = Dice::sampled(seed, "game");
        let mut state = play::begin(&game, &setups[0], &mut dice, None);
        while !state.is_over {
            let seat = Duel::to_act(&state).first();
            let action = choose(&mut agents[seat.at()], &game, &state);
            play::apply(&game, &mut state, action, &mut dice, None, None);
        }
        let most = agents.iter().flat_map(|agent| agent.searched()).map(|turn| turn.sequences).max();
        (state.digest(), agents.map(|agent| agent.branches()), most)
    };
    for seed in 0..3 {
        let text = "sequences/sequences=150";
        let one = digest(seed, text);
        assert_eq!(one, digest(seed, text));
        assert!(one.2 <= Some(150), "a budget is that of one turn");
    }
}

#[test]
fn it_beats_chance_and_never_chooses_what_is_not_legal() {
    let game = handmade::game();
    let setups = handmade::setups(&game);
    let mut wins = 0;
    for seed in 0..8u64 {
        let mut agent = Sequences::<Duel>::new(&spec("sequences/sequences=600"), seed);
        let mut chance = Stream::named(seed, "random");
        let mut dice = Dice::sampled(seed, "game");
        let mut state = play::begin(&game, &setups[seed as usize % 2], &mut dice, None);
        while !state.is_over {
            let legal = Legal::of(&game, &state, Duel::to_act(&state).first());
            let action = if legal.seat == ME {
                choose(&mut agent, &game, &state)
            } else {
                legal.nth(&game, &state, chance.below(legal.len())).expect("something is legal")
            };
            play::apply(&game, &mut state, action, &mut dice, None, None);
        }
        wins += (Duel::outcome(&state, ME) == Some(cardwright_effects::Outcome::Won)) as u32;
    }
    assert!(wins >= 7, "{wins}");
}
