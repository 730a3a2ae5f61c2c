//! All that the fuzzer sees of a game: one small trait, honest by default, so that a planted fault overrides one method.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_agents::make::agent;
use cardwright_agents::spec::AgentSpec;
use cardwright_core::{Action, Dice, Event, Seat, State, View};
use cardwright_effects::game::game_dice;
use cardwright_effects::{Game, Legal, Rules, Setup, play};
use cardwright_host::describe::{self, Numbers};
use cardwright_host::forecast::{self, Forecast};
use cardwright_host::hosted::{has_revealed, refusal};
use serde_json::Value;

/// A match in progress: the truth and the dice beside it.
#[derive(Clone)]
pub struct Table<R: Rules> {
    pub state: State<R>,
    pub dice: Dice,
}

/// Where a match begins.
#[derive(Clone)]
pub enum Start<R: Rules> {
    Setup(Setup),
    /// A generated position.
    Position(Box<State<R>>),
}

/// What was played: every action with its time, and how far time went.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub actions: Vec<(u32, Action)>,
    pub until: u32,
}

/// The game as the fuzzer plays it.
pub trait Subject<R: Rules>: Sync {
    fn game(&self) -> &Game<R>;

    /// The table on which a match begins.
    fn begin(&self, start: &Start<R>, seed: u64) -> Table<R> {
        match start {
            Start::Setup(setup) => {
                let mut dice = setup.dice(seed);
                Table { state: play::begin(self.game(), setup, &mut dice, None), dice }
            }
            Start::Position(state) => Table { state: **state, dice: game_dice(seed) },
        }
    }

    /// The legal actions of a seat.
    fn legal(&self, table: &mut Table<R>, seat: Seat) -> Legal {
        Legal::of(self.game(), &table.state, seat)
    }

    /// Plays a legal action.
    fn apply(
        &self,
        table: &mut Table<R>,
        action: Action,
        events: Option<&mut Vec<Event>>,
        stop: &AtomicBool,
    ) {
        play::apply(self.game(), &mut table.state, action, &mut table.dice, events, Some(stop));
    }

    /// Lets time go on in a timed game.
    fn advance(&self, table: &mut Table<R>, to: u32, events: Option<&mut Vec<Event>>, stop: &AtomicBool) {
        play::advance(self.game(), &mut table.state, to, &mut table.dice, events, Some(stop));
    }

    /// What a seat may know.
    fn view(&self, state: &State<R>, seat: Seat) -> View<R> {
        play::view(self.game(), state, seat)
    }

    /// What a seat is told about an action that it may not take; in fog its pieces are numbered as the seat sees them.
    fn refusal(&self, state: &State<R>, action: &Action) -> String {
        refusal(self.game(), state, action)
    }

    /// Whether a seat's action can be taken back, given what happened.
    fn can_undo(&self, before: &Table<R>, after: &Table<R>, events: &[Event], actor: Seat) -> bool {
        !has_revealed((&before.state, &before.dice), (&after.state, &after.dice), events, actor)
    }

    /// In a timed game: when something next happens by itself.
    fn next_event_at(&self, state: &State<R>) -> Option<u32> {
        if R::TIMED && !state.is_over { play::next_event_at(self.game(), state) } else { None }
    }

    /// What a seat may know, as it is shown outside the kernel.
    fn describe(&self, state: &State<R>, seat: Seat) -> Value {
        describe::view(self.game(), &self.view(state, seat))
    }

    /// An event as it is told to a seat outside the kernel, if it is.
    fn describe_event(&self, event: &Event, seat: Seat) -> Option<Value> {
        describe::event(event, seat, Numbers::of::<R>())
    }

    /// A truth that a view allows.
    fn imagine(&self, view: &View<R>, dice: &mut Dice) -> State<R> {
        play::determinise(self.game(), view, &[], dice)
    }

    /// What an action of a view's seat will do. The truth is there to be ignored.
    fn forecast(&self, _truth: &State<R>, view: &View<R>, action: Action) -> Forecast {
        forecast::forecast(self.game(), view, &[], action)
    }

    /// The action a fresh agent takes; none if nothing is legal or it waits.
    fn choose(&self, view: &View<R>, spec: &AgentSpec, seed: u64, stop: &Arc<AtomicBool>) -> Option<Action> {
        let legal = Legal::of(self.game(), view.state(), view.seat());
        if legal.is_empty() {
            return None;
        }
        agent::<R>(spec, seed).and_then(|mut agent| {
            agent.stop_on(stop.clone());
            agent.choose(self.game(), view, &legal)
        })
    }

    /// Plays the actions once more from the start; returns the digests at the beginning, after every action and at
    /// the end.
    fn replay(&self, start: &Start<R>, seed: u64, played: &Played, stop: &AtomicBool) -> Vec<u64> {
        play_again(self, start, seed, played, stop)
    }

    /// Lets time go on in steps of any length, which must not matter.
    fn pass(&self, table: &mut Table<R>, to: u32, dice: &mut Dice, stop: &AtomicBool) {
        if !R::TIMED {
            return;
        }
        for _ in 0..dice.below(4) {
            let left = to.saturating_sub(table.state.now);
            let by = dice.below(left.saturating_add(1));
            self.advance(table, table.state.now + by, None, stop);
        }
        self.advance(table, to, None, stop);
    }
}

/// Plays the actions once more from the start: see [`Subject::replay`].
pub fn play_again<R: Rules, S: Subject<R> + ?Sized>(
    subject: &S,
    start: &Start<R>,
    seed: u64,
    played: &Played,
    stop: &AtomicBool,
) -> Vec<u64> {
    let mut table = subject.begin(start, seed);
    let mut digests = vec![table.state.digest()];
    let mut dice = Dice::sampled(seed, "split");
    for &(at, action) in &played.actions {
        subject.pass(&mut table, at, &mut dice, stop);
        subject.apply(&mut table, action, None, stop);
        digests.push(table.state.digest());
    }
    subject.pass(&mut table, played.until, &mut dice, stop);
    digests.push(table.state.digest());
    digests
}

/// The game as it is.
pub struct Honest<'a, R: Rules>(pub &'a Game<R>);

impl<R: Rules> Subject<R> for Honest<'_, R> {
    fn game(&self) -> &Game<R> {
        self.0
    }
}
