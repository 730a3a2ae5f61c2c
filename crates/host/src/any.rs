//! Games and matches without their type parameter, for the binding and the command line.

use std::any::Any;
use std::sync::Arc;

use cardwright_core::{Action, Cell, CellSet, DefId, Dice, Event, Options, Seat, SeatSet, VerbSpec, View};
use cardwright_effects::{Footing, Game, Legal, Refused, Rules, Setup, play, worth};
use serde_json::Value;

use crate::describe::{self, Numbers};
use crate::forecast::{Forecast, forecast};
use crate::hosted::{HostedMatch, malformed};
use crate::reading::{self, Lists};
use crate::tally::{Count, tally};

/// `effects::worth` counts in these.
pub const PARTS_OF_A_POINT: f64 = 256.0;

/// A loaded game.
pub trait AnyGame: Send + Sync {
    fn slug(&self) -> &'static str;
    fn rules_version(&self) -> u32;
    fn verbs(&self) -> &'static [VerbSpec];
    fn phases(&self) -> &'static [&'static str];
    fn cell_names(&self) -> Vec<String>;
    fn seat_counts(&self) -> Vec<usize>;
    fn lines(&self, relation: u8) -> Vec<Vec<u8>>;
    fn state_bytes(&self) -> usize;
    /// Whether time runs by itself.
    fn is_timed(&self) -> bool;
    /// The number of a card id.
    fn find(&self, id: &str) -> Option<DefId>;
    fn check_setup(&self, setup: &Setup) -> Result<(), Refused>;
    fn begin(&self, setup: Setup, seed: u64) -> Result<Box<dyn AnyMatch>, Refused>;
    /// Reads a view from its bytes, or says why they are no view.
    fn read_view(&self, bytes: &[u8]) -> Result<Box<dyn AnyView>, Refused>;
}

/// A match in progress.
pub trait AnyMatch: Send + Sync {
    /// The slug of its game.
    fn slug(&self) -> &'static str;
    fn to_act(&self) -> SeatSet;
    fn seat_count(&self) -> usize;
    fn is_over(&self) -> bool;
    fn legal_len(&mut self, seat: Seat) -> u32;
    fn legal_nth(&mut self, seat: Seat, n: u32) -> Option<Action>;
    fn legal_all(&mut self, seat: Seat) -> Vec<Action>;
    fn is_legal(&mut self, action: &Action) -> bool;
    fn why_illegal(&self, action: &Action) -> String;
    /// Plays an action, in a timed game at a time from now on; returns where its events begin, or why it is refused.
    fn play(&mut self, action: Action, at: Option<u32>) -> Result<usize, String>;
    /// Lets time go on in a timed game; returns where its events begin, or why it cannot.
    fn advance(&mut self, to: u32) -> Result<usize, String>;
    /// In a timed game: when something happens by itself next.
    fn next_event_at(&self) -> Option<u32>;
    fn can_undo(&self) -> bool;
    fn undo(&mut self) -> Option<Action>;
    fn actions(&self) -> Vec<Action>;
    /// The times of the recorded actions.
    fn times(&self) -> Vec<u32>;
    /// How many actions are recorded.
    fn ply(&self) -> usize;
    /// Switches the record of steps and events on or off. Without it play is faster, and nothing can be taken back.
    fn record(&mut self, on: bool);
    /// The events from `start` on, for all audiences.
    fn events_from(&self, start: usize) -> Vec<Event>;
    /// The events of the recorded actions `from` (none: the opening) up to, not including, `to`, for all audiences.
    fn events_between(&self, from: Option<usize>, to: usize) -> Vec<Event>;
    /// Whether events may name pieces by number.
    fn numbers(&self) -> Numbers;
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    /// What a seat knew after the first `ply` actions.
    fn view_at(&self, seat: Seat, ply: usize) -> Box<dyn AnyView>;
    /// What a seat will know at a time if nobody acts before, or why that time cannot come.
    fn view_when(&self, seat: Seat, at: u32) -> Result<Box<dyn AnyView>, String>;
    fn outcome(&self, seat: Seat) -> Value;
    fn digest(&self) -> u64;
    /// With scripted dice: rolls left over, and rolls asked for beyond the script.
    fn script_balance(&self) -> Option<(usize, u32)>;
    fn now(&self) -> u32;
    /// The seat that took the first turn, where the game has one.
    fn starting(&self) -> Option<Seat>;
    /// How often each card was drawn and played so far. It tells the truth, so no seat may see it.
    fn tally(&self) -> Vec<Count>;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn AnyMatch>;
    fn as_any(&self) -> &dyn Any;
}

/// What a seat may know.
pub trait AnyView: Send + Sync {
    fn seat(&self) -> Seat;
    fn bytes(&self) -> Vec<u8>;
    /// The deck list of every seat, if the setup made them public; else nothing.
    fn open_decks(&self) -> &[Vec<DefId>];
    fn describe(&self) -> Value;
    fn to_act(&self) -> SeatSet;
    fn legal_len(&self) -> u32;
    fn legal_nth(&self, n: u32) -> Option<Action>;
    fn is_legal(&self, action: &Action) -> bool;
    fn next_choice(&self, prefix: &Action) -> Option<(u8, Options)>;
    fn why_illegal(&self, action: &Action) -> String;
    /// Where the view's seat could play a card if the ground fits, and what its cost asks of it there.
    fn footings(&self, card: DefId) -> Vec<Footing>;
    /// The worth of the position to the view's seat, in points.
    fn evaluate(&self) -> f64;
    /// In a timed game: when time alone makes a new action possible for the seat.
    fn stirs_at(&self) -> Option<u32>;
    /// What a legal action of the view's seat will do; a refusal gives the reason in rulebook words.
    fn forecast(&self, action: &Action) -> Result<Forecast, String>;
    /// A truth consistent with the view, as a match of its own.
    fn determinise(&self, seed: u64) -> Box<dyn AnyMatch>;
    fn as_any(&self) -> &dyn Any;
}

/// A loaded game behind [`AnyGame`].
pub struct Loaded<R: Rules>(pub Arc<Game<R>>);

impl<R: Rules> AnyGame for Loaded<R> {
    fn slug(&self) -> &'static str {
        R::SLUG
    }

    fn rules_version(&self) -> u32 {
        R::VERSION
    }

    fn verbs(&self) -> &'static [VerbSpec] {
        R::VERBS
    }

    fn phases(&self) -> &'static [&'static str] {
        R::PHASES
    }

    fn cell_names(&self) -> Vec<String> {
        R::cell_names(&self.0)
    }

    fn seat_counts(&self) -> Vec<usize> {
        play::seat_counts(&self.0)
    }

    fn lines(&self, relation: u8) -> Vec<Vec<u8>> {
        let cells =
            |first: Cell| (R::near(&self.0, first, relation) | CellSet::one(first)).map(|cell| cell.0);
        R::lines(&self.0, relation).map(|first| cells(first).collect()).collect()
    }

    fn state_bytes(&self) -> usize {
        size_of::<cardwright_core::State<R>>()
    }

    fn is_timed(&self) -> bool {
        R::TIMED
    }

    fn find(&self, id: &str) -> Option<DefId> {
        self.0.catalogue.find(id)
    }

    fn check_setup(&self, setup: &Setup) -> Result<(), Refused> {
        play::check_setup(&self.0, setup)
    }

    fn begin(&self, setup: Setup, seed: u64) -> Result<Box<dyn AnyMatch>, Refused> {
        Ok(Box::new(HostedMatch::begin(self.0.clone(), setup, seed)?))
    }

    fn read_view(&self, bytes: &[u8]) -> Result<Box<dyn AnyView>, Refused> {
        let (view, lists) = reading::read(&self.0, bytes)?;
        Ok(Box::new(SeatView::of(self.0.clone(), view, lists)))
    }
}

/// What a seat may know, with the actions it may take.
pub struct SeatView<R: Rules> {
    pub game: Arc<Game<R>>,
    pub view: View<R>,
    pub legal: Legal,
    /// Every seat's deck list, where the setup made them public.
    lists: Lists,
}

impl<R: Rules> SeatView<R> {
    fn new(hosted: &HostedMatch<R>, view: View<R>) -> Self {
        Self::of(hosted.game.clone(), view, hosted.setup.public_lists())
    }

    fn of(game: Arc<Game<R>>, view: View<R>, lists: Lists) -> Self {
        let legal = if view.seat().is_some() {
            Legal::of(&game, view.state(), view.seat())
        } else {
            Legal::default()
        };
        Self { game, view, legal, lists }
    }
}

impl<R: Rules> AnyMatch for HostedMatch<R> {
    fn slug(&self) -> &'static str {
        R::SLUG
    }

    fn to_act(&self) -> SeatSet {
        HostedMatch::to_act(self)
    }

    fn seat_count(&self) -> usize {
        self.state.seat_count()
    }

    fn is_over(&self) -> bool {
        self.state.is_over
    }

    fn legal_len(&mut self, seat: Seat) -> u32 {
        HostedMatch::legal_len(self, seat)
    }

    fn legal_nth(&mut self, seat: Seat, n: u32) -> Option<Action> {
        HostedMatch::legal_nth(self, seat, n)
    }

    fn legal_all(&mut self, seat: Seat) -> Vec<Action> {
        let count = HostedMatch::legal_len(self, seat);
        (0..count).filter_map(|n| HostedMatch::legal_nth(self, seat, n)).collect()
    }

    fn is_legal(&mut self, action: &Action) -> bool {
        HostedMatch::is_legal(self, action)
    }

    fn why_illegal(&self, action: &Action) -> String {
        HostedMatch::why_illegal(self, action)
    }

    fn play(&mut self, action: Action, at: Option<u32>) -> Result<usize, String> {
        HostedMatch::play(self, action, at, None)
    }

    fn advance(&mut self, to: u32) -> Result<usize, String> {
        HostedMatch::advance(self, to, None)
    }

    fn next_event_at(&self) -> Option<u32> {
        HostedMatch::next_event_at(self)
    }

    fn can_undo(&self) -> bool {
        HostedMatch::can_undo(self)
    }

    fn undo(&mut self) -> Option<Action> {
        HostedMatch::undo(self)
    }

    fn actions(&self) -> Vec<Action> {
        HostedMatch::actions(self)
    }

    fn times(&self) -> Vec<u32> {
        HostedMatch::times(self)
    }

    fn ply(&self) -> usize {
        HostedMatch::ply(self)
    }

    fn record(&mut self, on: bool) {
        self.records = on;
    }

    fn events_from(&self, start: usize) -> Vec<Event> {
        self.events.get(start..).unwrap_or_default().to_vec()
    }

    fn numbers(&self) -> Numbers {
        Numbers::of::<R>()
    }

    fn events_between(&self, from: Option<usize>, to: usize) -> Vec<Event> {
        HostedMatch::events_between(self, from, to).to_vec()
    }

    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        Box::new(SeatView::new(self, HostedMatch::view(self, seat)))
    }

    fn view_at(&self, seat: Seat, ply: usize) -> Box<dyn AnyView> {
        Box::new(SeatView::new(self, HostedMatch::view_at(self, seat, ply)))
    }

    fn view_when(&self, seat: Seat, at: u32) -> Result<Box<dyn AnyView>, String> {
        Ok(Box::new(SeatView::new(self, HostedMatch::view_when(self, seat, at)?)))
    }

    fn outcome(&self, seat: Seat) -> Value {
        describe::outcome::<R>(&self.state, seat)
    }

    fn digest(&self) -> u64 {
        self.state.digest()
    }

    fn script_balance(&self) -> Option<(usize, u32)> {
        match &self.dice {
            Dice::Scripted(script) => Some(script.balance()),
            Dice::Sampled(_) | Dice::Enumerated(_) => None,
        }
    }

    fn now(&self) -> u32 {
        self.state.now
    }

    fn starting(&self) -> Option<Seat> {
        let starting = R::starting(&self.state);
        starting.is_some().then_some(starting)
    }

    fn tally(&self) -> Vec<Count> {
        tally::<R>(&self.setup, &self.events)
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        Box::new(HostedMatch::fork(self))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<R: Rules> AnyView for SeatView<R> {
    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn bytes(&self) -> Vec<u8> {
        reading::write(&self.view, &self.lists)
    }

    fn open_decks(&self) -> &[Vec<DefId>] {
        &self.lists
    }

    fn describe(&self) -> Value {
        describe::view(&self.game, &self.view)
    }

    fn to_act(&self) -> SeatSet {
        R::to_act(self.view.state())
    }

    fn legal_len(&self) -> u32 {
        self.legal.len()
    }

    fn legal_nth(&self, n: u32) -> Option<Action> {
        self.legal.nth(&self.game, self.view.state(), n)
    }

    fn is_legal(&self, action: &Action) -> bool {
        malformed(self.view.state(), action).is_none()
            && self.legal.contains(&self.game, self.view.state(), action)
    }

    fn next_choice(&self, prefix: &Action) -> Option<(u8, Options)> {
        if malformed(self.view.state(), prefix).is_some() || prefix.seat != self.view.seat() {
            return None;
        }
        self.legal.next_choice(&self.game, self.view.state(), prefix)
    }

    fn why_illegal(&self, action: &Action) -> String {
        match malformed(self.view.state(), action) {
            Some(reason) => reason.into(),
            None => R::why_illegal(&self.game, self.view.state(), action),
        }
    }

    fn footings(&self, card: DefId) -> Vec<Footing> {
        let seat = self.view.seat();
        let is_known = seat.is_some() && (1..self.game.catalogue.defs.len()).contains(&card.at());
        if is_known { R::footings(&self.game, self.view.state(), seat, card) } else { Vec::new() }
    }

    fn evaluate(&self) -> f64 {
        let seat = if self.view.seat().is_some() { self.view.seat() } else { Seat(0) };
        worth::evaluate(&self.game, self.view.state(), seat) as f64 / PARTS_OF_A_POINT
    }

    fn stirs_at(&self) -> Option<u32> {
        let seat = self.view.seat();
        if seat.is_some() { R::stirs_at(&self.game, self.view.state(), seat) } else { None }
    }

    fn forecast(&self, action: &Action) -> Result<Forecast, String> {
        if self.is_legal(action) {
            Ok(forecast(&self.game, &self.view, &self.lists, *action))
        } else {
            Err(self.why_illegal(action))
        }
    }

    fn determinise(&self, seed: u64) -> Box<dyn AnyMatch> {
        let mut dice = Dice::sampled(seed, "determinise");
        let mut view = self.view;
        // The bytes of a view do not tell which slot of the deck list a card came from, so no match made of it may.
        view.state_mut().number_cards();
        let truth = play::determinise(&self.game, &view, &self.lists, &mut dice);
        Box::new(HostedMatch::resume(self.game.clone(), truth, seed))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
