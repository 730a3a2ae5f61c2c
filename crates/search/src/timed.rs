//! A match of a timed game between native agents: a timekeeper says who looks when, time jumps from look to look.

use cardwright_core::{Action, Dice, Event, SEATS, Seat, SeatSet, State, View};
use cardwright_effects::{Game, Legal, Rules, play};

use crate::agents::Agent;
use crate::clock::now;
use crate::runner::{ACTION_LIMIT, decide};
use crate::timekeeper::{NEVER, Pace, Timekeeper};

/// The memory that every look uses again.
struct Desk<R: Rules> {
    view: View<R>,
    legal: Legal,
}

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
    let mut desk = Desk { view: View { seat: Seat::NONE, state: State::empty() }, legal: Legal::default() };
    let mut chosen = [None; SEATS];
    let mut actions = 0;
    while !state.is_over && actions < ACTION_LIMIT {
        // Time stands still while a question waits.
        if state.prompt.is_open() {
            let seat = state.prompt.seat;
            let agent = agents[seat.at()].as_mut();
            let answer = decide(game, state, seat, agent, &mut desk.view, &mut desk.legal);
            let first = || {
                let first = desk.legal.nth(game, &desk.view.state, 0)?;
                Some(play::from_view(game, state, seat, first))
            };
            let Some(answer) = answer.or_else(first) else { break };
            play::apply(game, state, answer, dice, sink.as_deref_mut(), None);
            actions += 1;
            continue;
        }
        let (look, event) = (keeper.next(), play::next_event_at(game, state).unwrap_or(NEVER));
        if look.min(event) == NEVER {
            break;
        }
        play::advance(game, state, look.min(event), dice, sink.as_deref_mut(), None);
        if event <= look {
            keeper.stir(state.now);
            continue;
        }
        let mut acting = SeatSet::EMPTY;
        // ORDER: all of them are asked before anybody leaves, so that it makes no difference who is asked first.
        let mut has_left = false;
        for seat in keeper.take(look) {
            let agent = agents[seat.at()].as_mut();
            let asked = times.is_some().then(now);
            chosen[seat.at()] = decide(game, state, seat, agent, &mut desk.view, &mut desk.legal);
            if let (Some(times), Some(asked)) = (times.as_deref_mut(), asked) {
                times.push(asked.elapsed().as_nanos() as u64);
            }
            has_left |= agent.has_failed() || agent.has_given_up();
            if chosen[seat.at()].is_some() {
                acting.insert(seat);
            } else {
                keeper.rest(seat, look, R::stirs_at(game, &desk.view.state, seat));
            }
        }
        if has_left {
            return actions;
        }
        let mut is_first = true;
        for seat in keeper.arrivals(acting) {
            let Some(action) = chosen[seat.at()] else { continue };
            // Who arrives later may find that something has changed.
            if is_first || desk.is_still_legal(game, state, action) {
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

impl<R: Rules> Desk<R> {
    /// Whether an action of the truth's numbers is legal now.
    fn is_still_legal(&mut self, game: &Game<R>, state: &State<R>, action: Action) -> bool {
        if !R::FOG {
            self.legal.fill(game, state, action.seat);
            return self.legal.contains(game, state, &action);
        }
        play::show(game, state, action.seat, &mut self.view);
        self.legal.fill(game, &self.view.state, action.seat);
        let seen = play::to_view(game, state, action.seat, action);
        self.legal.contains(game, &self.view.state, &seen)
    }
}
