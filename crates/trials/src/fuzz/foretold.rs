//! Forecasts are compared with what then happens: no outcome outside, nothing exact that comes otherwise, chances that
//! come true as often as they say, nothing that depends on what the seat cannot see.

use cardwright_core::{Action, Dice, Event, Numbering, PieceId, Unseen, permute};
use cardwright_effects::{Rules, play};
use cardwright_host::forecast::{Doubt, Forecast, outcome};
use serde_json::{Value, json};

use super::disguise::{disguise, telling};
use super::subject::{Subject, Table};

/// Chances are pooled by how likely they are, in so many parts.
const PARTS: usize = 20;
/// A part is judged from this variance on: fewer cases say too little.
const LEAST_VARIANCE: f64 = 5.0;
/// How many standard deviations chances may be off.
const DEVIATIONS: f64 = 5.0;
/// One forecast in this many is also made in a second truth.
const SECRECY_EVERY: u32 = 2;

/// What came of the chances of one part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pool {
    cases: u32,
    happened: u32,
    expected: f64,
    variance: f64,
}

/// What became of forecasts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foretold {
    pub made: u64,
    pub exact: u64,
    /// How many were open, by the reason.
    pub open: [u64; Doubt::ALL.len()],
    pools: [Pool; PARTS],
}

impl Foretold {
    /// Adds what became of others.
    pub fn add(&mut self, other: &Self) {
        self.made += other.made;
        self.exact += other.exact;
        for (sum, more) in self.open.iter_mut().zip(other.open) {
            *sum += more;
        }
        for (sum, more) in self.pools.iter_mut().zip(&other.pools) {
            sum.cases += more.cases;
            sum.happened += more.happened;
            sum.expected += more.expected;
            sum.variance += more.variance;
        }
    }

    /// Chances that did not come true as often as they said; nothing if all did.
    pub fn unlikely(&self) -> Option<String> {
        let is_off = |pool: &&Pool| {
            pool.variance >= LEAST_VARIANCE
                && (f64::from(pool.happened) - pool.expected).abs() > DEVIATIONS * pool.variance.sqrt()
        };
        let Pool { cases, happened, expected, variance } = *self.pools.iter().find(is_off)?;
        Some(format!(
            "of {cases} chances {happened} came true, and {expected:.1} were forecast: {:.1} standard deviations",
            (f64::from(happened) - expected).abs() / variance.sqrt()
        ))
    }

    /// The counts of the document.
    pub fn to_json(&self) -> Value {
        let mut told = json!({"made": self.made, "exact": self.exact, "open": self.open.iter().sum::<u64>()});
        for (doubt, count) in Doubt::ALL.iter().zip(self.open) {
            told[format!("open_{}", doubt.word())] = json!(count);
        }
        told
    }
}

/// The forecast of an action that is about to be played, and how its seat numbers the pieces.
pub struct Awaited {
    forecast: Forecast,
    action: Action,
    /// In fog.
    shown: Option<Numbering>,
    known: cardwright_core::PieceSet,
}

/// Forecasts an action of the truth; the error says that the forecast depends on something hidden.
pub fn foretell<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &Table<R>,
    action: Action,
    dice: &mut Dice,
) -> Result<Awaited, String> {
    let (game, state, seat) = (subject.game(), &table.state, action.seat);
    let view = subject.view(state, seat);
    let seen = play::to_view(game, state, seat, action);
    let forecast = subject.forecast(state, &view, seen);
    if dice.below(SECRECY_EVERY) == 0 {
        let unseen = Unseen {
            audiences: &R::AUDIENCES,
            fits: &|zone, def| R::fits(game, zone, def),
            sees: &|truth, piece| R::sees(game, truth, seat, piece),
            fixed: telling(game, state),
            is_possible: &|truth| R::check_position(game, truth).is_ok(),
        };
        let mut other = permute(state, seat, dice, &unseen);
        R::scramble(game, &mut other, seat, dice);
        disguise(game, &mut other, seat, dice);
        let twin = subject.view(&other, seat);
        // A view that shows something hidden is a leak of its own.
        if twin.bytes() == view.bytes() && subject.forecast(&other, &twin, seen) != forecast {
            return Err(format!("the forecast of {seen:?} depends on something hidden"));
        }
    }
    let shown = R::FOG.then(|| play::numbering(game, state, seat));
    Ok(Awaited { forecast, action: seen, shown, known: state.used })
}

impl Awaited {
    /// Compares the forecast with what happened and counts it; the error says what was not forecast.
    pub fn check(&self, events: &[Event], dice: &mut Dice, counts: &mut Foretold) -> Result<(), String> {
        let number = |piece: PieceId| match &self.shown {
            Some(shown) => shown.number(piece),
            None if self.known.has(piece) => piece,
            None => PieceId::NONE,
        };
        let (forecast, action) = (&self.forecast, self.action);
        let outcome = outcome(events, action.seat, number);
        counts.made += 1;
        counts.exact += u64::from(forecast.is_exact);
        for doubt in &forecast.doubts {
            counts.open[*doubt as usize] += 1;
        }
        let is_sharp = forecast.entries.iter().all(|entry| entry.is_certain() && entry.low == entry.high);
        if forecast.is_exact && !is_sharp {
            return Err(format!("the forecast of {action:?} says that it is exact and is not"));
        }
        if forecast.is_open() {
            return Ok(());
        }
        if let Some(missed) = forecast.miss(&outcome) {
            let how = if forecast.is_exact { "exact" } else { "whole" };
            return Err(format!("the {how} forecast of {action:?} is wrong: {missed}"));
        }
        // One chance of each: others of the same action depend on it.
        let unsure: Vec<_> = forecast.entries.iter().filter(|entry| !entry.is_certain()).collect();
        if let Some(entry) = unsure.get(dice.below(unsure.len() as u32) as usize) {
            let pool = &mut counts.pools[((entry.chance * PARTS as f64) as usize).min(PARTS - 1)];
            pool.cases += 1;
            pool.happened += u32::from(outcome.iter().any(|(fact, _)| *fact == entry.fact));
            pool.expected += entry.chance;
            pool.variance += entry.chance * (1.0 - entry.chance);
        }
        Ok(())
    }
}
