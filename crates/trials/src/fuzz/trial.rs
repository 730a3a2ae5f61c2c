//! One match under all detectors.

use std::collections::BTreeSet;

use cardwright_agents::desk::ACTION_LIMIT;
use cardwright_agents::spec::AgentSpec;
use cardwright_core::{Action, DefId, Dice, Event, Room, Seat, State, What};
use cardwright_effects::{Legal, Outcome, Rules, play};
use cardwright_host::hosted::malformed;

use super::abilities::{Parts, Run, Tally, watching};
use super::audience;
use super::foretold::{Awaited, Foretold, foretell};
use super::imagining::PossibleDecks;
use super::invariants;
use super::lost;
use super::played::played_card;
use super::secrecy;
use super::subject::{Played, Start, Subject, Table};
use super::watch::{Watched, catch};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Crash,
    /// A sentence that must hold in every position does not; counted as a crash.
    Invariant,
    Hang,
    ReplayMismatch,
    Leak,
    /// A piece is lent something else than the position lends it.
    Lent,
    /// A trigger or a lasting change was lost.
    LostEffect,
    /// A card or piece was imagined where it cannot be.
    Imagining,
    /// Something happened otherwise than it was forecast.
    Forecast,
}

impl Kind {
    /// Its name in the report.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Crash => "crash",
            Kind::Invariant => "invariant",
            Kind::Hang => "hang",
            Kind::ReplayMismatch => "replay_mismatch",
            Kind::Leak => "leak",
            Kind::Lent => "lent_mismatch",
            Kind::LostEffect => "lost_effect",
            Kind::Imagining => "impossible_imagining",
            Kind::Forecast => "forecast_mismatch",
        }
    }
}

/// A fault and the sentence that describes it.
pub type Found = (Kind, String);

/// What became of one match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    pub actions: u32,
    /// Effects that found no room, by [`Room::ALL`].
    pub fizzled: [u64; Room::ALL.len()],
    pub played: BTreeSet<DefId>,
    /// The counts of every ability, by [`Parts::all`].
    pub tallies: Vec<Tally>,
    pub foretold: Foretold,
    pub found: Option<Found>,
}

/// What is known of a game before any match is played.
pub struct Lore {
    /// For every card, whether its text looks at cards that somebody may not know.
    pub pries: Vec<bool>,
    pub parts: Parts,
    pub law: PossibleDecks,
    /// One action in this many is forecast; 0 for none.
    pub forecast_every: u32,
}

/// The cards a match should try, besides what its agents want.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes<'a> {
    pub prefer: &'a [DefId],
    /// The card that a position was made for; it is played at once.
    pub goal: Option<DefId>,
}

/// One action in this many is preceded by the secrecy test.
const SECRECY_EVERY: u32 = 8;
/// The longest wait of a timed game.
const MOST_WAIT: u32 = 180_000;
/// Illegal actions tried before every action.
const ILLEGAL: usize = 2;

/// Plays a match and looks for every kind of fault; the first one ends it.
pub fn run<R: Rules, S: Subject<R>>(
    subject: &S,
    start: &Start<R>,
    seed: u64,
    wishes: Wishes<'_>,
    lore: &Lore,
    watched: &Watched,
) -> Trial {
    let mut trial = Trial { tallies: vec![Tally::default(); lore.parts.all.len()], ..Trial::default() };
    let result = catch(|| Round::begin(subject, start, seed, wishes, lore, watched, &mut trial).play(start));
    watched.rest();
    trial.found = match result {
        Ok(Ok(())) => None,
        Ok(Err(found)) => Some(found),
        Err(panic) => Some((Kind::Crash, panic)),
    };
    trial
}

/// How a seat is driven.
#[derive(Clone, Copy)]
struct Style {
    /// How many of a hundred decisions are random.
    random: u32,
}

struct Round<'a, R: Rules, S: Subject<R>> {
    subject: &'a S,
    seed: u64,
    wishes: Wishes<'a>,
    lore: &'a Lore,
    watched: &'a Watched,
    trial: &'a mut Trial,
    /// The fuzzer's own decisions.
    dice: Dice,
    /// Which actions are forecast: these dice decide nothing else.
    augur: Dice,
    table: Table<R>,
    /// Holds leftovers of earlier copies: a copy of the live parts must not depend on them.
    copy: Box<State<R>>,
    styles: Vec<Style>,
    played: Played,
    digests: Vec<u64>,
    /// Programs that ran and are not counted yet: one of them may wait for an answer.
    runs: Vec<Run>,
    /// The card whose text is being carried out.
    playing: Option<DefId>,
}

impl<'a, R: Rules, S: Subject<R>> Round<'a, R, S> {
    fn begin(
        subject: &'a S,
        start: &Start<R>,
        seed: u64,
        wishes: Wishes<'a>,
        lore: &'a Lore,
        watched: &'a Watched,
        trial: &'a mut Trial,
    ) -> Self {
        let mut dice = Dice::sampled(seed, "fuzz");
        let table = subject.begin(start, seed);
        let styles =
            table.state.all_seats().map(|_| Style { random: [100, 60, 25, 10][dice.below(4) as usize] });
        let (styles, digest) = (styles.collect(), table.state.digest());
        Self {
            subject,
            seed,
            wishes,
            lore,
            watched,
            trial,
            dice,
            augur: Dice::sampled(seed, "augur"),
            table,
            copy: Box::new(State::empty()),
            styles,
            played: Played::default(),
            digests: vec![digest],
            runs: Vec::new(),
            playing: None,
        }
    }

    fn play(mut self, start: &Start<R>) -> Result<(), Found> {
        self.check_position()?;
        let mut looks = 0;
        while !self.table.state.is_over {
            looks += 1;
            if looks > ACTION_LIMIT {
                return Err((Kind::Hang, format!("no end after {ACTION_LIMIT} decisions")));
            }
            if R::TIMED && !self.table.state.prompt.is_open() {
                self.wait()?;
                if self.table.state.is_over {
                    break;
                }
            }
            let seats = R::to_act(&self.table.state);
            let seat = seats.nth(self.dice.below(seats.len()));
            let all = self.list(seat)?;
            if self.dice.below(SECRECY_EVERY) == 0 {
                self.check_secrecy()?;
            }
            self.check_refusals(seat, &all)?;
            if let Some(action) = self.choose(seat, &all)? {
                self.apply(action)?;
                self.check_position()?;
            }
        }
        self.played.until = self.table.state.now;
        self.digests.push(self.table.state.digest());
        self.check_end()?;
        self.check_replay(start)
    }

    /// Lets time go on: not at all, for a moment, until something happens, or for minutes.
    fn wait(&mut self) -> Result<(), Found> {
        let now = self.table.state.now;
        let between = |dice: &mut Dice, least: u32, most: u32| least + dice.below(most - least + 1);
        let by = match self.dice.below(32) {
            0..4 => 0,
            4..8 => 1,
            8..12 => between(&mut self.dice, 2, 50),
            12..20 => between(&mut self.dice, 50, 1000),
            20..28 => between(&mut self.dice, 1000, 10_000),
            28..31 => {
                let next = play::next_event_at(self.subject.game(), &self.table.state);
                next.unwrap_or(now).saturating_sub(now).min(MOST_WAIT)
            }
            _ => between(&mut self.dice, 10_000, MOST_WAIT),
        };
        self.advance(now.saturating_add(by))?;
        self.check_position()
    }

    /// Lets time go on in steps for a copy, and at once at the table; both must agree.
    fn advance(&mut self, to: u32) -> Result<(), Found> {
        let hang = (Kind::Hang, format!("time does not get from {} to {to} ms", self.table.state.now));
        self.copy.assign(&self.table.state);
        let mut copy = Table { state: *self.copy, dice: self.table.dice.clone() };
        let (subject, dice) = (self.subject, &mut self.dice);
        if self.watched.run(|stop| subject.pass(&mut copy, to, dice, stop)) {
            return Err(hang);
        }
        let mut events = Vec::new();
        let (table, watched) = (&mut self.table, self.watched);
        let advance = || watched.run(|stop| subject.advance(table, to, Some(&mut events), stop));
        if watching(&mut self.runs, advance) {
            return Err(hang);
        }
        if copy.state.digest() != self.table.state.digest() || !is_same(&copy.dice, &self.table.dice) {
            return Err((
                Kind::ReplayMismatch,
                format!("time that goes on to {to} ms in steps leads elsewhere"),
            ));
        }
        self.check_told(&events)?;
        *self.copy = copy.state;
        Ok(())
    }

    /// Notes what happened since the position in the copy, and checks that nobody is told what they may not know.
    fn check_told(&mut self, events: &[Event]) -> Result<(), Found> {
        for event in events {
            match event.what {
                What::Played { card, .. } => {
                    self.trial.played.insert(card);
                }
                What::Fizzled { room } => self.trial.fizzled[room as usize] += 1,
                _ => {}
            }
        }
        let (game, before, after) = (self.subject.game(), &*self.copy, &self.table.state);
        audience::check(game, before, after, events).map_err(|what| (Kind::Leak, what))?;
        lost::check(game, before, after, events, &self.runs).map_err(|what| (Kind::LostEffect, what))?;
        if after.queue_len == 0 {
            self.lore.parts.count(&self.runs, self.playing, &mut self.trial.tallies);
            self.runs.clear();
            self.playing = None;
        }
        Ok(())
    }

    fn check_position(&mut self) -> Result<(), Found> {
        let (game, state) = (self.subject.game(), &self.table.state);
        invariants::position(game, state).map_err(|broken| (Kind::Invariant, broken))?;
        invariants::lent(game, state).map_err(|broken| (Kind::Lent, broken))?;
        self.lore.parts.count_auras(game, state, &mut self.trial.tallies);
        Ok(())
    }

    /// Lists the legal actions of a seat: twice the same, without side effects, and the same as its view lists.
    fn list(&mut self, seat: Seat) -> Result<Vec<Action>, Found> {
        let (digest, dice) = (self.table.state.digest(), self.table.dice.clone());
        let legal = self.subject.legal(&mut self.table, seat);
        let again = self.subject.legal(&mut self.table, seat);
        if !is_same(&dice, &self.table.dice) {
            return Err((Kind::ReplayMismatch, "listing the legal actions rolls dice".into()));
        }
        let game = self.subject.game();
        let state = &self.table.state;
        let broken = |sentence: String| (Kind::Invariant, sentence);
        if digest != state.digest() || legal.groups != again.groups {
            return Err(broken("listing the legal actions changes them or the position".into()));
        }
        let mut all = Vec::new();
        legal.each(game, state, |action| all.push(action));
        invariants::listing(game, state, &legal, &all).map_err(broken)?;
        if all.is_empty() && !R::TIMED {
            return Err(broken("a seat that is to act has no legal action".into()));
        }
        let view = self.subject.view(state, seat);
        let mut seen = Vec::new();
        Legal::of(game, view.state(), seat).each(game, view.state(), |action| {
            seen.push(play::from_view(game, state, seat, action));
        });
        // In fog a view numbers its pieces anew, so that it may list them in another order.
        let mut listed = all.clone();
        if R::FOG {
            seen.sort_unstable();
            listed.sort_unstable();
        }
        if seen != listed {
            let odd =
                listed.iter().chain(&seen).find(|&action| seen.contains(action) != listed.contains(action));
            return Err((Kind::Leak, format!("a view lists other legal actions than the truth ({odd:?})")));
        }
        let sampled = self.subject.imagine(&view, &mut self.dice);
        self.lore.law.check(game, &view, &sampled).map_err(|what| (Kind::Imagining, what))?;
        if let Some(at) = secrecy::differs(&self.subject.view(&sampled, seat).bytes(), &view.bytes()) {
            return Err(broken(format!(
                "a truth sampled from a view does not give the view back (word {at})"
            )));
        }
        if digest != state.digest() {
            return Err(broken("looking at the position changes it".into()));
        }
        Ok(all)
    }

    fn check_secrecy(&mut self) -> Result<(), Found> {
        for seat in self.table.state.all_seats().chain([Seat::NONE]) {
            let subject = self.subject;
            secrecy::compare(subject, &mut self.table, seat, &self.lore.pries, &mut self.dice, self.watched)
                .map_err(|what| (Kind::Leak, format!("seat {}: {what}", seat.0 as i8)))?;
        }
        Ok(())
    }

    /// Checks that actions not listed are not legal either, and get a reason.
    fn check_refusals(&mut self, seat: Seat, all: &[Action]) -> Result<(), Found> {
        let state = &self.table.state;
        let legal = Legal::of(self.subject.game(), state, seat);
        for action in invariants::nearby(state, seat, all, &mut self.dice, ILLEGAL) {
            if malformed(state, &action).is_some() || all.contains(&action) {
                continue;
            }
            if legal.contains(self.subject.game(), state, &action) {
                return Err((Kind::Invariant, format!("{action:?} is legal and not listed")));
            }
            if !R::FOG && self.subject.refusal(state, &action).is_empty() {
                return Err((Kind::Invariant, format!("{action:?} is refused without a reason")));
            }
        }
        Ok(())
    }

    /// The action to take: a wanted card, a random action, or what a greedy agent wants; none if it waits.
    fn choose(&mut self, seat: Seat, all: &[Action]) -> Result<Option<Action>, Found> {
        let state = &self.table.state;
        if all.is_empty() {
            return Ok(None);
        }
        let goal = self.wishes.goal.filter(|goal| !self.trial.played.contains(goal));
        let is_wished = |action: &&Action| {
            played_card(state, action).is_some_and(|card| {
                goal.map_or_else(|| self.wishes.prefer.contains(&card), |goal| goal == card)
            })
        };
        if goal.is_some() || self.dice.below(2) == 0 {
            let wished: Vec<&Action> = all.iter().filter(is_wished).collect();
            if !wished.is_empty() {
                return Ok(Some(*wished[self.dice.below(wished.len() as u32) as usize]));
            }
        }
        if self.dice.below(100) < self.styles[seat.at()].random {
            return Ok(Some(all[self.dice.below(all.len() as u32) as usize]));
        }
        let view = self.subject.view(state, seat);
        let seed = self.seed.wrapping_add(self.played.actions.len() as u64);
        let greedy = AgentSpec::named("greedy");
        let mut chosen = None;
        if self.watched.run(|stop| chosen = self.subject.choose(&view, &greedy, seed, stop)) {
            return Err((Kind::Hang, "an agent does not end its move".into()));
        }
        let game = self.subject.game();
        let action = chosen.map(|action| play::from_view(game, state, seat, action));
        match action {
            None if R::TIMED && !state.prompt.is_open() => Ok(None),
            Some(action) if all.contains(&action) => Ok(Some(action)),
            _ => Err((Kind::Invariant, "greedy chose an illegal action".into())),
        }
    }

    /// Forecasts one action in so many; the forecast must not depend on anything hidden.
    fn foretell(&mut self, action: Action) -> Result<Option<Awaited>, Found> {
        let every = self.lore.forecast_every;
        if every == 0 || self.augur.below(every) > 0 {
            return Ok(None);
        }
        let awaited = foretell(self.subject, &self.table, action, &mut self.augur);
        awaited.map(Some).map_err(|what| (Kind::Forecast, what))
    }

    /// Plays the action on a copy without events, then at the table; both must agree.
    fn apply(&mut self, action: Action) -> Result<(), Found> {
        let hang = (Kind::Hang, format!("action {} does not end: {action:?}", self.played.actions.len() + 1));
        self.copy.assign(&self.table.state);
        let mut copy = Table { state: *self.copy, dice: self.table.dice.clone() };
        if self.watched.run(|stop| self.subject.apply(&mut copy, action, None, stop)) {
            // Once more, in case only the machine was busy.
            copy = self.table.clone();
            if self.watched.run(|stop| self.subject.apply(&mut copy, action, None, stop)) {
                return Err(hang);
            }
        }
        let awaited = self.foretell(action)?;
        let mut events = Vec::new();
        self.playing = played_card(&self.table.state, &action).or(self.playing);
        let (subject, table, watched) = (self.subject, &mut self.table, self.watched);
        let apply = || watched.run(|stop| subject.apply(table, action, Some(&mut events), stop));
        if watching(&mut self.runs, apply) {
            return Err(hang);
        }
        if copy.state.digest() != self.table.state.digest() || !is_same(&copy.dice, &self.table.dice) {
            return Err((Kind::ReplayMismatch, format!("a copy goes another way with {action:?}")));
        }
        self.check_told(&events)?;
        if let Some(awaited) = awaited {
            let counts = &mut self.trial.foretold;
            awaited.check(&events, &mut self.augur, counts).map_err(|what| (Kind::Forecast, what))?;
        }
        let at = self.copy.now;
        *self.copy = copy.state;
        self.played.actions.push((at, action));
        self.digests.push(self.table.state.digest());
        self.trial.actions += 1;
        Ok(())
    }

    /// Checks that everybody has an outcome, and that the outcomes fit together.
    fn check_end(&self) -> Result<(), Found> {
        let state = &self.table.state;
        let outcomes: Option<Vec<Outcome>> = state.all_seats().map(|seat| R::outcome(state, seat)).collect();
        let fits = outcomes.is_some_and(|outcomes| {
            // A seat that is out early has lost, even if the others end without a winner.
            let is_decided = outcomes.contains(&Outcome::Won);
            let is_drawn = outcomes.contains(&Outcome::Drawn);
            is_decided != is_drawn && (is_decided == outcomes.contains(&Outcome::Lost) || outcomes.len() > 2)
        });
        if fits { Ok(()) } else { Err((Kind::Invariant, "the outcomes do not fit together".into())) }
    }

    fn check_replay(&self, start: &Start<R>) -> Result<(), Found> {
        let mut digests = Vec::new();
        self.watched.run(|stop| digests = self.subject.replay(start, self.seed, &self.played, stop));
        let differs = (0..self.digests.len()).find(|&at| digests.get(at) != self.digests.get(at));
        match differs {
            Some(at) if at > self.played.actions.len() => {
                Err((Kind::ReplayMismatch, "the replay ends elsewhere".into()))
            }
            Some(at) => Err((Kind::ReplayMismatch, format!("the replay differs after action {at}"))),
            None => Ok(()),
        }
    }
}

fn is_same(one: &Dice, other: &Dice) -> bool {
    match (one, other) {
        (Dice::Sampled(one), Dice::Sampled(other)) => one == other,
        _ => false,
    }
}
