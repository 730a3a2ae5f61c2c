//! One match being played: truth, dice, events and the way back.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Dice, Event, Means, NO_CHOICE, PieceId, Seat, SeatSet, State, View, What};
use cardwright_effects::{Game, Legal, Refused, Rules, Setup, play};

/// The stream the match's own chance comes from; agents have others.
pub const GAME_STREAM: &str = "game";

struct Step<R: Rules> {
    state: State<R>,
    dice: Dice,
    events: usize,
    action: Action,
    /// Something hidden became known or a die fell: the step cannot be taken back in play.
    reveals: bool,
}

/// A match in progress.
pub struct Sitting<R: Rules> {
    pub game: Arc<Game<R>>,
    pub setup: Setup,
    pub seed: u64,
    pub state: State<R>,
    pub dice: Dice,
    pub events: Vec<Event>,
    /// Whether steps and events are kept; without them there is no way back, and play is faster.
    pub records: bool,
    history: Vec<Step<R>>,
    legal: [Option<Legal>; cardwright_core::SEATS],
}

impl<R: Rules> Sitting<R> {
    /// Sits down: the setup is checked and the table laid out.
    pub fn begin(game: Arc<Game<R>>, setup: Setup, seed: u64) -> Result<Self, Refused> {
        play::check_setup(&game, &setup)?;
        let mut dice = Dice::sampled(seed, GAME_STREAM);
        let mut events = Vec::new();
        let state = play::begin(&game, &setup, &mut dice, Some(&mut events));
        Ok(Self {
            game,
            setup,
            seed,
            state,
            dice,
            events,
            records: true,
            history: Vec::new(),
            legal: Default::default(),
        })
    }

    /// A match that goes on from a state, with fresh dice and no past.
    pub fn resume(game: Arc<Game<R>>, state: State<R>, seed: u64) -> Self {
        Self {
            game,
            setup: Setup::default(),
            seed,
            state,
            dice: Dice::sampled(seed, GAME_STREAM),
            events: Vec::new(),
            records: true,
            history: Vec::new(),
            legal: Default::default(),
        }
    }

    /// A copy that goes its own way; it cannot go back behind this moment.
    pub fn fork(&self) -> Self {
        Self {
            game: self.game.clone(),
            setup: self.setup.clone(),
            seed: self.seed,
            state: self.state,
            dice: self.dice.clone(),
            events: Vec::new(),
            records: self.records,
            history: Vec::new(),
            legal: self.legal.clone(),
        }
    }

    /// The list made by [`Sitting::legal`] for this position.
    pub fn listed(&self, seat: Seat) -> &Legal {
        self.legal[seat.at()].as_ref().expect("the legal actions were listed")
    }

    /// Seats that may act now.
    pub fn to_act(&self) -> SeatSet {
        R::to_act(&self.state)
    }

    /// The legal actions of a seat, listed once per position.
    pub fn legal(&mut self, seat: Seat) -> &Legal {
        let (game, state) = (&self.game, &self.state);
        self.legal[seat.at()].get_or_insert_with(|| Legal::of(game, state, seat))
    }

    /// Plays a legal action, or says in rulebook words why it is refused. Returns where its events begin.
    pub fn play(&mut self, action: Action, stop: Option<&AtomicBool>) -> Result<usize, String> {
        if let Some(reason) = malformed(&self.state, &action) {
            return Err(reason.into());
        }
        self.legal(action.seat);
        if !self.listed(action.seat).contains(&self.game, &self.state, &action) {
            return Err(R::why_illegal(&self.game, &self.state, &action));
        }
        if !self.records {
            play::apply(&self.game, &mut self.state, action, &mut self.dice, None, stop);
            self.legal = Default::default();
            return Ok(0);
        }
        let before = (self.state, self.dice.clone(), self.events.len());
        play::apply(&self.game, &mut self.state, action, &mut self.dice, Some(&mut self.events), stop);
        self.legal = Default::default();
        let (state, dice, events) = before;
        let rolled = match (&dice, &self.dice) {
            (Dice::Sampled(old), Dice::Sampled(new)) => old != new,
            _ => true,
        };
        let reveals = rolled
            || self.state.active != state.active
            || self.events[events..].iter().any(|event| {
                matches!(
                    event.what,
                    What::Drawn { .. } | What::Lost { .. } | What::Shifted { .. } | What::Asked { .. }
                )
            });
        self.history.push(Step { state, dice, events, action, reveals });
        Ok(events)
    }

    /// Whether the last action can be taken back without unlearning anything.
    pub fn can_undo(&self) -> bool {
        self.history.last().is_some_and(|step| !step.reveals)
    }

    /// Takes the last action back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let step = self.history.pop()?;
        self.state = step.state;
        self.dice = step.dice;
        self.events.truncate(step.events);
        self.legal = Default::default();
        Some(step.action)
    }

    /// The actions so far.
    pub fn actions(&self) -> Vec<Action> {
        self.history.iter().map(|step| step.action).collect()
    }

    /// How many actions are recorded.
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// What a seat may know (`Seat::NONE`: a spectator).
    pub fn view(&self, seat: Seat) -> View<R> {
        play::view(&self.game, &self.state, seat)
    }

    /// What a seat might know after the first `ply` actions.
    pub fn view_at(&self, seat: Seat, ply: usize) -> View<R> {
        let state = self.history.get(ply).map_or(&self.state, |step| &step.state);
        play::view(&self.game, state, seat)
    }

    /// The events of the recorded actions from one (none: from the opening) to before another.
    pub fn events_between(&self, from: Option<usize>, to: usize) -> &[Event] {
        let start = |ply: usize| self.history.get(ply).map_or(self.events.len(), |step| step.events);
        let first = from.map_or(0, start);
        &self.events[first..start(to).max(first)]
    }
}

/// Why an action names something that does not exist, whatever the rules say of it.
pub fn malformed<R: Rules>(state: &State<R>, action: &Action) -> Option<&'static str> {
    if action.seat.at() >= state.seat_count() {
        return Some("there is no such seat");
    }
    let Some(spec) = R::VERBS.get(action.verb as usize) else {
        return Some("there is no such action");
    };
    let is_known = |means: Means, value: u8| match means {
        Means::Piece => value == NO_CHOICE || (value < 64 && state.used.has(PieceId(value))),
        Means::Cell => value == NO_CHOICE || (value as usize) < state.cells.as_ref().len(),
        Means::Option(words) => (value as usize) < words.len(),
        Means::Nothing | Means::Card | Means::Answer | Means::Known => true,
    };
    if !is_known(spec.source, action.source) {
        return Some("there is no such piece or option");
    }
    for (at, &choice) in action.choices.iter().enumerate() {
        let means = spec.choices.get(at).map_or(Means::Nothing, |&(_, means)| means);
        if means == Means::Nothing && choice != NO_CHOICE {
            return Some("it has no such choice");
        }
        if !is_known(means, choice) {
            return Some("there is no such piece or space");
        }
    }
    None
}
