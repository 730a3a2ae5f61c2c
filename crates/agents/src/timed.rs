//! A match of a timed game between native agents: a timekeeper says who looks when, time jumps from look to look.

use cardwright_core::{Action, Dice, Event, SEATS, SeatSet, State};
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
    sink: Option<&mut Vec<Event>>,
    times: Option<&mut Vec<u64>>,
) -> u32 {
    let mut paces = [Pace::RESTING; SEATS];
    for (pace, agent) in paces.iter_mut().zip(agents.iter()) {
        *pace = agent.pace();
    }
    let keeper = Timekeeper::new(seed, &paces[..agents.len()], state.now);
    let chosen = [None; SEATS];
    // A desk is large: it stays where it was made.
    let desk = &mut Desk::default();
    let mut going = Going { game, state, dice, agents, sink, times, keeper, desk, chosen, actions: 0 };
    going.run();
    going.actions
}

/// A match that goes on.
struct Going<'a, R: Rules> {
    game: &'a Game<R>,
    state: &'a mut State<R>,
    dice: &'a mut Dice,
    agents: &'a mut [Box<dyn Agent<R>>],
    sink: Option<&'a mut Vec<Event>>,
    times: Option<&'a mut Vec<u64>>,
    keeper: Timekeeper,
    desk: &'a mut Desk<R>,
    /// The action that each seat chose at this look.
    chosen: [Option<Action>; SEATS],
    actions: u32,
}

/// What waiting led to.
enum Waited {
    /// Some agents look at the table now.
    Look(u32),
    /// Something happened first.
    Happened,
    /// Nothing will ever happen.
    Never,
}

impl<R: Rules> Going<'_, R> {
    fn run(&mut self) {
        while !self.state.is_over && self.actions < ACTION_LIMIT {
            // Time stands still while a question waits.
            if self.state.prompt.is_open() {
                if !self.answer() {
                    return;
                }
                continue;
            }
            match self.wait() {
                Waited::Look(look) => {
                    let Some(acting) = self.ask(look) else { return };
                    self.act(look, acting);
                }
                Waited::Happened => {}
                Waited::Never => return,
            }
        }
    }

    /// Whether somebody could answer the question that waits.
    fn answer(&mut self) -> bool {
        let seat = self.state.prompt.seat;
        let answer = self.desk.decide(self.game, self.state, seat, self.agents[seat.at()].as_mut());
        let Some(answer) = answer.or_else(|| self.desk.first(self.game, self.state, seat)) else {
            return false;
        };
        self.apply(answer);
        true
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        play::apply(self.game, self.state, action, self.dice, self.sink.as_deref_mut(), None);
        self.actions += 1;
    }

    #[inline]
    fn advance(&mut self, to: u32) {
        play::advance(self.game, self.state, to, self.dice, self.sink.as_deref_mut(), None);
    }

    /// Lets time go on until an agent looks, or something happens that makes one look sooner.
    #[inline]
    fn wait(&mut self) -> Waited {
        let look = self.keeper.next();
        if self.keeper.is_stirred_by_nothing() && look != NEVER {
            // Nobody looks sooner for what happens on the way.
            self.advance(look);
            let is_broken = self.state.is_over || self.state.prompt.is_open();
            return if is_broken { Waited::Happened } else { Waited::Look(look) };
        }
        let event = play::next_event_at(self.game, self.state).unwrap_or(NEVER);
        if look.min(event) == NEVER {
            return Waited::Never;
        }
        self.advance(look.min(event));
        if event <= look {
            self.keeper.stir(self.state.now);
            return Waited::Happened;
        }
        Waited::Look(look)
    }

    /// Asks the agents that look now; the seats that act, or none if an agent leaves the match.
    #[inline]
    fn ask(&mut self, look: u32) -> Option<SeatSet> {
        let mut acting = SeatSet::EMPTY;
        // ORDER: all of them are asked before anybody leaves, so that it makes no difference who is asked first.
        let mut has_left = false;
        for seat in self.keeper.take(look) {
            let agent = self.agents[seat.at()].as_mut();
            let asked = self.times.is_some().then(now);
            let chosen = self.desk.decide(self.game, self.state, seat, agent);
            if let (Some(times), Some(asked)) = (self.times.as_deref_mut(), asked) {
                times.push(asked.elapsed().as_nanos() as u64);
            }
            has_left |= agent.has_failed() || agent.has_given_up();
            if chosen.is_some() {
                acting.insert(seat);
            } else if self.keeper.reacts(seat) {
                // The view of an agent that looked at one is still on the desk.
                let view = match agent.needs() {
                    Needs::View => &self.desk.view,
                    Needs::Count | Needs::Truth => self.desk.see(self.game, self.state, seat),
                };
                self.keeper.rest(seat, look, R::stirs_at(self.game, view.state(), seat));
            }
            self.chosen[seat.at()] = chosen;
        }
        (!has_left).then_some(acting)
    }

    /// Carries out the chosen actions in the order in which they arrive.
    #[inline]
    fn act(&mut self, look: u32, acting: SeatSet) {
        let mut is_first = true;
        for seat in self.keeper.arrivals(acting) {
            let Some(action) = self.chosen[seat.at()] else { continue };
            // The first action may have made a later one impossible.
            if is_first || self.desk.is_legal(self.game, self.state, action) {
                self.apply(action);
                is_first = false;
            } else {
                self.keeper.stir_seat(seat, look);
            }
        }
        if !is_first {
            self.keeper.stir(look);
        }
    }
}
