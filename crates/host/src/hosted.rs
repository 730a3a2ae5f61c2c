//! One match being played: truth, dice, events and the way back.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardwright_core::{
    Action, Audience, Dice, Event, Means, NO_CHOICE, Numbering, PieceId, PieceSet, SEATS, Seat, SeatSet,
    State, View, What,
};
use cardwright_effects::game::game_dice;
use cardwright_effects::{Game, Legal, Refused, Rules, Setup, play};

/// A match at an earlier moment: the truth, the dice and the number of events.
struct Past<R: Rules> {
    state: State<R>,
    dice: Dice,
    events: usize,
}

struct Step<R: Rules> {
    /// Just before the action, in a timed game at its time.
    before: Past<R>,
    /// When the action was given, if time had to go on first.
    given: Option<Box<Past<R>>>,
    action: Action,
    /// Something hidden became known or a die fell: the step cannot be taken back in play.
    reveals: bool,
}

/// A match in progress.
pub struct HostedMatch<R: Rules> {
    pub game: Arc<Game<R>>,
    pub setup: Arc<Setup>,
    pub seed: u64,
    pub state: State<R>,
    pub dice: Dice,
    pub events: Vec<Event>,
    /// Whether steps and events are kept. Without them play is faster, and nothing can be taken back.
    pub records: bool,
    history: Vec<Step<R>>,
    /// The legal actions of the seats in `listed`, in the numbers of the truth.
    legal: [Legal; SEATS],
    listed: SeatSet,
    /// In a game with fog: how each seat numbers the pieces it sees. Its actions use these numbers.
    shown: [Option<Numbering>; SEATS],
}

impl<R: Rules> HostedMatch<R> {
    /// Checks the setup and lays out the table.
    pub fn begin(game: Arc<Game<R>>, setup: Setup, seed: u64) -> Result<Self, Refused> {
        play::check_setup(&game, &setup)?;
        let mut dice = setup.dice(seed);
        let mut events = Vec::new();
        let state = play::begin(&game, &setup, &mut dice, Some(&mut events));
        Ok(Self {
            game,
            setup: Arc::new(setup),
            seed,
            state,
            dice,
            events,
            records: true,
            history: Vec::new(),
            legal: Default::default(),
            listed: SeatSet::EMPTY,
            shown: [None; SEATS],
        })
    }

    /// A match that goes on from a state, with fresh dice and no past.
    pub fn resume(game: Arc<Game<R>>, state: State<R>, seed: u64) -> Self {
        Self {
            game,
            setup: Arc::default(),
            seed,
            state,
            dice: game_dice(seed),
            events: Vec::new(),
            records: true,
            history: Vec::new(),
            legal: Default::default(),
            listed: SeatSet::EMPTY,
            shown: [None; SEATS],
        }
    }

    /// A copy that goes its own way; it cannot be taken back beyond this moment.
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
            legal: std::array::from_fn(|seat| {
                if self.listed.has(Seat(seat as u8)) { self.legal[seat].clone() } else { Legal::default() }
            }),
            listed: self.listed,
            shown: self.shown,
        }
    }

    /// How many actions a seat may take.
    pub fn legal_len(&mut self, seat: Seat) -> u32 {
        self.list(seat);
        self.legal[seat.at()].len()
    }

    /// A seat's legal action of rank `n`; its pieces are numbered as the seat sees them, here and below.
    pub fn legal_nth(&mut self, seat: Seat, n: u32) -> Option<Action> {
        self.list(seat);
        let action = self.legal[seat.at()].nth_as_seen(&self.game, &self.state, n)?;
        Some(self.as_numbered_in_view(action))
    }

    /// Whether an action is legal.
    pub fn is_legal(&mut self, action: &Action) -> bool {
        self.known(action).is_some_and(|done| self.is_listed(&done))
    }

    /// An action as its seat says it, in the numbers of the truth; none if it names something that does not exist.
    fn known(&mut self, action: &Action) -> Option<Action> {
        if !R::FOG {
            return malformed(&self.state, action).is_none().then_some(*action);
        }
        if action.seat.at() >= self.state.seat_count() {
            return None;
        }
        let shown = *self.shown(action.seat);
        let is_shown = |piece: PieceId| piece.at() < shown.len();
        unreadable(&self.state, action, is_shown)
            .is_none()
            .then(|| play::renumbered::<R>(*action, |number| shown.piece(number)))
    }

    /// An action of the truth as its seat says it.
    fn as_numbered_in_view(&mut self, action: Action) -> Action {
        if !R::FOG {
            return action;
        }
        let shown = self.shown(action.seat);
        play::renumbered::<R>(action, |piece| shown.number(piece))
    }

    /// How a seat numbers the pieces it sees in a game with fog.
    fn shown(&mut self, seat: Seat) -> &Numbering {
        self.shown[seat.at()].get_or_insert_with(|| play::numbering(&self.game, &self.state, seat))
    }

    /// Whether an action of the truth is legal.
    fn is_listed(&mut self, action: &Action) -> bool {
        self.list(action.seat);
        self.legal[action.seat.at()].contains(&self.game, &self.state, action)
    }

    /// Lists the legal actions of a seat, once per position.
    fn list(&mut self, seat: Seat) {
        if !self.listed.has(seat) {
            self.legal[seat.at()].fill_as_seen(&self.game, &self.state, seat);
            self.listed.insert(seat);
        }
    }

    /// Why an action is not legal.
    pub fn why_illegal(&self, action: &Action) -> String {
        if action.seat.at() >= self.state.seat_count() {
            return NO_SEAT.into();
        }
        refusal(&self.game, &self.state, action)
    }

    /// Seats that may act now.
    pub fn to_act(&self) -> SeatSet {
        R::to_act(&self.state)
    }

    /// Plays a legal action, in a timed game at a time from now on. Returns where its events begin, including those of
    /// the time before it. A refusal gives the reason in rulebook words and changes nothing, not even the time.
    pub fn play(
        &mut self,
        action: Action,
        at: Option<u32>,
        stop: Option<&AtomicBool>,
    ) -> Result<usize, String> {
        let Some(at) = at.map(|at| self.reachable(at)).transpose()?.filter(|&at| at > self.state.now) else {
            return self.carry_out(action, stop);
        };
        let given = Box::new(self.present());
        self.pass(at, stop);
        let played = match self.standstill(at) {
            None => self.carry_out(action, stop),
            Some(reason) => Err(reason),
        };
        if let Err(reason) = played {
            self.go_back(*given);
            return Err(reason);
        }
        let events = given.events;
        if let Some(step) = self.history.last_mut().filter(|_| self.records) {
            step.given = Some(given);
            step.reveals = true;
        }
        Ok(events)
    }

    /// Lets time go on in a timed game, at most to the end of the match; returns where its events begin.
    pub fn advance(&mut self, to: u32, stop: Option<&AtomicBool>) -> Result<usize, String> {
        let to = self.reachable(to)?;
        let events = self.events.len();
        if to > self.state.now {
            self.pass(to, stop);
        }
        Ok(events)
    }

    /// What a seat will know at a time if nobody acts before.
    pub fn view_when(&self, seat: Seat, at: u32) -> Result<View<R>, String> {
        let at = self.reachable(at)?;
        let mut state = Box::new(self.state);
        play::advance(&self.game, &mut state, at, &mut self.dice.clone(), None, None);
        Ok(play::view(&self.game, &state, seat))
    }

    /// In a timed game: when something happens by itself next.
    pub fn next_event_at(&self) -> Option<u32> {
        if R::TIMED && !self.state.is_over { play::next_event_at(&self.game, &self.state) } else { None }
    }

    /// A time from now on, or why it cannot come.
    fn reachable(&self, at: u32) -> Result<u32, String> {
        if !R::TIMED {
            Err(format!("{} is no timed game: its actions have no time", R::SLUG))
        } else if at < self.state.now {
            Err(format!("{at} ms is in the past: it is {} ms", self.state.now))
        } else {
            Ok(at)
        }
    }

    /// Why time stopped before it reached this moment, if it did.
    fn standstill(&self, at: u32) -> Option<String> {
        match self.state.now {
            now if self.state.is_over => Some(format!("the match is over, since {now} ms")),
            now if now < at => Some(format!("time stands still at {now} ms while a question waits")),
            _ => None,
        }
    }

    fn pass(&mut self, to: u32, stop: Option<&AtomicBool>) {
        let sink = self.records.then_some(&mut self.events);
        play::advance(&self.game, &mut self.state, to, &mut self.dice, sink, stop);
        self.forget_lists();
    }

    fn present(&self) -> Past<R> {
        Past { state: self.state, dice: self.dice.clone(), events: self.events.len() }
    }

    fn go_back(&mut self, past: Past<R>) {
        self.state = past.state;
        self.dice = past.dice;
        self.events.truncate(past.events);
        self.forget_lists();
    }

    /// Plays an action now, if it is legal.
    fn carry_out(&mut self, action: Action, stop: Option<&AtomicBool>) -> Result<usize, String> {
        let Some(done) = self.known(&action).filter(|done| self.is_listed(done)) else {
            return Err(self.why_illegal(&action));
        };
        if !self.records {
            play::apply(&self.game, &mut self.state, done, &mut self.dice, None, stop);
            self.forget_lists();
            return Ok(0);
        }
        let before = self.present();
        play::apply(&self.game, &mut self.state, done, &mut self.dice, Some(&mut self.events), stop);
        self.forget_lists();
        let events = before.events;
        let reveals = has_revealed(
            (&before.state, &before.dice),
            (&self.state, &self.dice),
            &self.events[events..],
            action.seat,
        );
        self.history.push(Step { before, given: None, action, reveals });
        Ok(events)
    }

    /// Forgets the lists of legal actions, because the position has changed.
    fn forget_lists(&mut self) {
        self.listed = SeatSet::EMPTY;
        if R::FOG {
            self.shown = [None; SEATS];
        }
    }

    /// Whether the last action can be taken back: it revealed nothing, and no time has passed since.
    pub fn can_undo(&self) -> bool {
        let now = self.state.now;
        self.history.last().is_some_and(|step| !step.reveals && (!R::TIMED || step.before.state.now == now))
    }

    /// Takes the last action back, and in a timed game the time since it was given; `None` if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let step = self.history.pop()?;
        self.go_back(step.given.map_or(step.before, |given| *given));
        Some(step.action)
    }

    /// The actions so far.
    pub fn actions(&self) -> Vec<Action> {
        self.history.iter().map(|step| step.action).collect()
    }

    /// The times of the actions so far.
    pub fn times(&self) -> Vec<u32> {
        self.history.iter().map(|step| step.before.state.now).collect()
    }

    /// How many actions are recorded.
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// What a seat may know (`Seat::NONE`: a spectator).
    pub fn view(&self, seat: Seat) -> View<R> {
        play::view(&self.game, &self.state, seat)
    }

    /// What a seat knew after the first `ply` actions, in a timed game just before the next one.
    pub fn view_at(&self, seat: Seat, ply: usize) -> View<R> {
        let state = self.history.get(ply).map_or(&self.state, |step| &step.before.state);
        play::view(&self.game, state, seat)
    }

    /// The events of the recorded actions `from` (none: the opening) up to, not including, `to`. Events of time belong
    /// to the action before them.
    pub fn events_between(&self, from: Option<usize>, to: usize) -> &[Event] {
        let start = |ply: usize| self.history.get(ply).map_or(self.events.len(), |step| step.before.events);
        let first = from.map_or(0, start);
        &self.events[first..start(to).max(first)]
    }
}

/// Whether an action of a seat revealed something hidden or rolled a die. Then it cannot be taken back in play.
pub fn has_revealed<R: Rules>(
    (before, old): (&State<R>, &Dice),
    (after, new): (&State<R>, &Dice),
    events: &[Event],
    actor: Seat,
) -> bool {
    let rolled = match (old, new) {
        (Dice::Sampled(old), Dice::Sampled(new)) => old != new,
        _ => true,
    };
    let gave = |wanted: u8| {
        R::AUDIENCES.resources[wanted as usize] != Audience::All
            && events.iter().any(|event| {
                matches!(event.what, What::Gained { seat, resource, amount }
                    if seat != actor && resource == wanted && amount < 0)
            })
    };
    let own = if actor.is_some() { before.side[actor.at()] } else { PieceSet::EMPTY };
    rolled
        || after.active != before.active
        // Whether a face-down piece of another seat reacted tells something about it.
        || (R::AUDIENCES.veiled(before) - own).any()
        // Only events that the seat sees count: a refusal to undo because of a hidden one would give it away.
        || events.iter().filter_map(|event| event.seen_by(actor)).any(|what| {
            match what {
                What::Drawn { .. } | What::Lost { .. } | What::Shifted { .. } | What::Asked { .. } => true,
                What::Unveiled { .. } | What::Revealed { .. } => true,
                // A piece that has moved has seen its new surroundings, even if they are empty.
                What::Moved { .. } | What::Entered { .. } | What::Spotted { .. } => R::FOG,
                // The amount that the seat got tells how much the other had.
                What::Gained { seat, resource, .. } => seat == actor && gave(resource),
                _ => false,
            }
        })
}

/// Why an action is not legal, in words that its seat may hear: in a game with fog its view decides, not the truth.
pub fn refusal<R: Rules>(game: &Game<R>, truth: &State<R>, action: &Action) -> String {
    let view = R::FOG.then(|| play::view(game, truth, action.seat));
    let state = view.as_ref().map_or(truth, |view| view.state());
    match malformed(state, action) {
        Some(reason) => reason.into(),
        None => R::why_illegal(game, state, action),
    }
}

const NO_SEAT: &str = "there is no such seat";

/// Why an action cannot be meant at all: it names a seat, verb, piece or cell that does not exist.
pub fn malformed<R: Rules>(state: &State<R>, action: &Action) -> Option<&'static str> {
    unreadable(state, action, |piece| state.used.has(piece))
}

/// The same, with another test for whether a piece exists.
fn unreadable<R: Rules>(
    state: &State<R>,
    action: &Action,
    is_piece: impl Fn(PieceId) -> bool,
) -> Option<&'static str> {
    if action.seat.at() >= state.seat_count() {
        return Some(NO_SEAT);
    }
    let Some(spec) = R::VERBS.get(action.verb as usize) else {
        return Some("there is no such action");
    };
    let is_known = |means: Means, value: u8| match means {
        Means::Piece => value == NO_CHOICE || is_piece(PieceId(value)),
        Means::Cell => value == NO_CHOICE || (value as usize) < state.cells.as_ref().len(),
        Means::Option(words) => (value as usize) < words.len(),
        Means::Nothing | Means::Card | Means::CardIn(_) | Means::Answer | Means::Known => true,
    };
    if !is_known(spec.source, action.source) {
        return Some("there is no such piece or option");
    }
    for (at, &choice) in action.choices.iter().enumerate() {
        let means = spec.choices.get(at).map_or(Means::Nothing, |&(_, means)| means);
        if means == Means::Nothing && choice != NO_CHOICE {
            return Some("it has no such choice");
        }
        if choice != NO_CHOICE && !is_known(means, choice) {
            return Some("there is no such piece or space");
        }
    }
    None
}
