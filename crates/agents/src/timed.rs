//! A match of a timed game between native agents: a timekeeper says who looks when, time jumps from look to look.

use cardwright_core::{Dice, Event, SEATS, SeatSet, State};
use cardwright_effects::{Game, Rules, play};

use crate::agent::{Agent, Needs};
use crate::clock::now;
use crate::desk::{ACTION_LIMIT, Desk};
use crate::timekeeper::{NEVER, Pace, Timekeeper};

/// Plays a match from where it stands until it is over or an agent gives up or breaks down; the number of actions.
/// With `times`, every look of an agent is timed, in nanoseconds.
pub fn play_on<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    dice: &mut Dice,
    seed: u64,
    agents: &mut [Box<dyn Agent<R>>],
    mut sink: Option<&mut Vec<Event>>,
    mut times: Option<&mut Vec<u64>>,
) -> u32 {
    let mut paces = [Pace::RESTING; SEATS];
    for (pace, agent) in paces.iter_mut().zip(agents.iter()) {
        *pace = agent.pace();
    }
    let mut keeper = Timekeeper::new(seed, &paces[..agents.len()], state.now);
    let mut desk = Desk::default();
    let mut chosen = [None; SEATS];
    let mut actions = 0;
    while !state.is_over && actions < ACTION_LIMIT {
        // Time stands still while a question waits.
        if state.prompt.is_open() {
            let seat = state.prompt.seat;
            let answer = desk.decide(game, state, seat, agents[seat.at()].as_mut());
            let Some(answer) = answer.or_else(|| desk.first(game, state, seat)) else { break };
            play::apply(game, state, answer, dice, sink.as_deref_mut(), None);
            actions += 1;
            continue;
        }
        let look = keeper.next();
        if keeper.is_stirred_by_nothing() && look != NEVER {
            // Nobody looks sooner for what happens on the way.
            play::advance(game, state, look, dice, sink.as_deref_mut(), None);
            if state.is_over || state.prompt.is_open() {
                continue;
            }
        } else {
            let event = play::next_event_at(game, state).unwrap_or(NEVER);
            if look.min(event) == NEVER {
                break;
            }
            play::advance(game, state, look.min(event), dice, sink.as_deref_mut(), None);
            if event <= look {
                keeper.stir(state.now);
                continue;
            }
        }
        let mut acting = SeatSet::EMPTY;
        // ORDER: all of them are asked before anybody leaves, so that it makes no difference who is asked first.
        let mut has_left = false;
        for seat in keeper.take(look) {
            let agent = agents[seat.at()].as_mut();
            let asked = times.is_some().then(now);
            chosen[seat.at()] = desk.decide(game, state, seat, agent);
            if let (Some(times), Some(asked)) = (times.as_deref_mut(), asked) {
                times.push(asked.elapsed().as_nanos() as u64);
            }
            has_left |= agent.has_failed() || agent.has_given_up();
            if chosen[seat.at()].is_some() {
                acting.insert(seat);
            } else if keeper.reacts(seat) {
                // Who looked at its view has it on the desk.
                let view =
                    if agent.needs() == Needs::Count { desk.see(game, state, seat) } else { &desk.view };
                keeper.rest(seat, look, R::stirs_at(game, view.state(), seat));
            }
        }
        if has_left {
            return actions;
        }
        let mut is_first = true;
        for seat in keeper.arrivals(acting) {
            let Some(action) = chosen[seat.at()] else { continue };
            // Who arrives later may find that something has changed.
            if is_first || desk.is_legal(game, state, action) {
                play::apply(game, state, action, dice, sink.as_deref_mut(), None);
                actions += 1;
                is_first = false;
            } else {
                keeper.stir_seat(seat, look);
            }
        }
        if !is_first {
            keeper.stir(look);
        }
    }
    actions
}
