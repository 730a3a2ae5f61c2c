//! What an action will do, as far as its seat can know: computed from the view alone, by playing the action in truths
//! that agree with it.
//!
//! Chance is walked through outcome by outcome where that is short enough. Whether anything hidden plays a part is found
//! by trying truths that differ in it. If nothing does, the forecast holds all that can happen; otherwise it is open and
//! says what is unknown.

mod doubt;
mod fog;
mod outcome;
mod truths;

use std::collections::BTreeMap;

use cardwright_core::{Action, DefId, Dice, Event, Path, PieceId, PieceSet, Seat, State, View, seeds};
use cardwright_effects::{Game, Rules, play};
use serde_json::{Value, json};

pub use doubt::Doubt;
pub use outcome::{Deed, Fact, Outcome, Party, outcome};
use truths::Imagining;

/// How many walks through chance are taken at most in one truth.
const WALKS: usize = 600;
/// How many walks may be taken in truths that are compared with each other; longer ones are compared by some rolls. In
/// fog there are many truths to compare.
const COMPARED: usize = 24;
const COMPARED_IN_FOG: usize = 4;
/// With how many rolls two truths are compared where chance is too long to be walked through.
const ROLLS: u64 = 4;
/// How many rolls stand for chance that is too long to be walked through.
const SAMPLES: u64 = 400;
/// How many truths stand for what is hidden.
const TRUTHS: u64 = 64;
/// Probabilities that differ by less are the same.
const ALIKE: f64 = 1e-9;

/// One thing that will or may happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub fact: Fact,
    /// The amounts, if it happens.
    pub low: i32,
    pub high: i32,
    /// How likely it happens at all; 1 if it always does.
    pub chance: f64,
}

impl Entry {
    /// Whether it happens in every case.
    pub fn is_certain(&self) -> bool {
        self.chance > 1.0 - ALIKE
    }
}

/// What an action will do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    pub entries: Vec<Entry>,
    /// Nothing hidden and no chance plays a part: exactly this will happen.
    pub is_exact: bool,
    /// What may change it beyond what it says; nothing if it holds all that can happen.
    pub doubts: Vec<Doubt>,
    /// In how many cases the action was played.
    pub cases: usize,
}

impl Forecast {
    /// Whether something may happen that it does not say.
    pub fn is_open(&self) -> bool {
        !self.doubts.is_empty()
    }

    /// What of an outcome was not forecast; nothing if all was.
    pub fn miss(&self, outcome: &Outcome) -> Option<String> {
        for (fact, amount) in outcome {
            match self.entries.iter().find(|entry| entry.fact == *fact) {
                Some(entry) if (entry.low..=entry.high).contains(amount) => {}
                Some(entry) => {
                    return Some(format!(
                        "{fact:?} came to {amount}, not to {} to {}",
                        entry.low, entry.high
                    ));
                }
                None => return Some(format!("{fact:?} came to {amount} and was not forecast")),
            }
        }
        let missing = |entry: &&Entry| !outcome.iter().any(|(fact, _)| *fact == entry.fact);
        let missed = self.entries.iter().filter(|entry| entry.is_certain()).find(missing)?;
        Some(format!("{:?} was sure and did not happen", missed.fact))
    }

    /// The forecast as JSON.
    pub fn describe(&self) -> Value {
        let entries = self.entries.iter().map(|entry| {
            let Fact { who, deed, detail, by, card, rule } = entry.fact;
            json!({
                "who": party(who),
                "deed": deed.word(),
                "detail": detail,
                "by": party(by),
                "card": if card.is_some() { card.0 } else { 0 },
                "rule": rule,
                "low": entry.low,
                "high": entry.high,
                "chance": entry.chance,
                "certain": entry.is_certain(),
            })
        });
        json!({
            "entries": entries.collect::<Vec<_>>(),
            "exact": self.is_exact,
            "open": self.doubts.iter().map(|doubt| doubt.word()).collect::<Vec<_>>(),
            "cases": self.cases,
        })
    }
}

fn party(party: Party) -> Value {
    if party == Party::NOBODY {
        return Value::Null;
    }
    json!({
        "piece": if party.piece.is_some() { party.piece.0 as i64 } else { -1 },
        "def": if party.def.is_some() { party.def.0 as i64 } else { -1 },
        "seat": if party.owner.is_some() { party.owner.0 as i64 } else { -1 },
    })
}

/// Outcomes with their probabilities.
type Outcomes = BTreeMap<Outcome, f64>;

/// What a legal action of the view's seat will do.
pub fn forecast<R: Rules>(game: &Game<R>, view: &View<R>, lists: &[Vec<DefId>], action: Action) -> Forecast {
    let mut dice = Dice::sampled(seeds::of_view(&view.bytes()), "forecast");
    let mut numbered = *view;
    numbered.state_mut().number_cards();
    let imagining = Imagining { game, view: &numbered, lists };
    let first = imagining.truth(&mut dice);
    let mut player = Player::new(game, view.seat(), view.state().used, action);
    let whole = player.walk(&first, WALKS);
    let compared = if R::FOG { COMPARED_IN_FOG } else { COMPARED };
    let doubt = match &whole {
        _ if R::FOG && fog::may_answer(game, &first, player.came) => Some(Doubt::Unseen),
        Some((found, walks)) if *walks <= compared => imagining.each(&first, &mut dice, |other, added| {
            player.added = added;
            player.walk(other, compared).is_none_or(|(there, _)| differ(found, &there)) || player.is_involved
        }),
        _ => {
            let rolled: Vec<Outcome> = (0..ROLLS).map(|seed| player.roll(&first, seed)).collect();
            imagining.each(&first, &mut dice, |other, added| {
                player.added = added;
                rolled.iter().zip(0..).any(|(here, seed)| *here != player.roll(other, seed))
                    || player.is_involved
            })
        }
    };
    player.added = PieceId::NONE;
    let (found, doubts) = match (whole, doubt) {
        (Some((found, _)), None) => (found, vec![]),
        // Rolls that all agree are no proof: others may not.
        (None, None) => (player.sample(&first), vec![Doubt::Chance]),
        (_, Some(doubt)) => {
            let found = player.guess(&imagining, &mut dice);
            (found, vec![doubt])
        }
    };
    let is_exact = doubts.is_empty() && found.len() == 1;
    Forecast { entries: entries(&found), is_exact, doubts, cases: player.cases }
}

/// Whether two truths lead to different outcomes, or to the same with other chances.
fn differ(here: &Outcomes, there: &Outcomes) -> bool {
    here.len() != there.len()
        || here.iter().zip(there).any(|((one, p), (other, q))| one != other || (p - q).abs() > ALIKE)
}

/// The entries of all outcomes: for every fact its amounts and how likely it is.
fn entries(found: &Outcomes) -> Vec<Entry> {
    let mut entries: BTreeMap<Fact, Entry> = BTreeMap::new();
    for (outcome, chance) in found {
        for &(fact, amount) in outcome {
            let entry = entries.entry(fact).or_insert(Entry { fact, low: amount, high: amount, chance: 0.0 });
            entry.low = entry.low.min(amount);
            entry.high = entry.high.max(amount);
            entry.chance += chance;
        }
    }
    entries.into_values().collect()
}

/// Plays one action in many truths.
struct Player<'a, R: Rules> {
    game: &'a Game<R>,
    seat: Seat,
    /// The pieces that the seat knows by their numbers.
    known: PieceSet,
    action: Action,
    branch: Box<State<R>>,
    events: Vec<Event>,
    /// In fog: the moments that may have come.
    came: fog::Moments,
    /// A piece that was added to the truth, and whether something happened to it that it may answer to.
    added: PieceId,
    is_involved: bool,
    cases: usize,
}

impl<'a, R: Rules> Player<'a, R> {
    fn new(game: &'a Game<R>, seat: Seat, known: PieceSet, action: Action) -> Self {
        Self {
            game,
            seat,
            known,
            action,
            branch: Box::new(State::empty()),
            events: Vec::new(),
            came: 0,
            added: PieceId::NONE,
            is_involved: false,
            cases: 0,
        }
    }

    fn play(&mut self, truth: &State<R>, dice: &mut Dice) -> Outcome {
        self.cases += 1;
        self.events.clear();
        self.branch.assign(truth);
        play::apply(self.game, &mut self.branch, self.action, dice, Some(&mut self.events), None);
        if R::FOG {
            self.came |= fog::moments(&self.events);
            self.is_involved |= self.added.is_some() && fog::involves(self.game, &self.events, self.added);
        }
        let known = self.known;
        outcome(&self.events, self.seat, |piece| if known.has(piece) { piece } else { PieceId::NONE })
    }

    /// What comes of some rolls.
    fn roll(&mut self, truth: &State<R>, seed: u64) -> Outcome {
        self.play(truth, &mut Dice::sampled(seed, "forecast"))
    }

    /// All outcomes of chance, and how many walks it took; none if there are too many.
    fn walk(&mut self, truth: &State<R>, most: usize) -> Option<(Outcomes, usize)> {
        let (mut found, mut dice) = (Outcomes::new(), Dice::Enumerated(Path::default()));
        for walks in 1..=most {
            let outcome = self.play(truth, &mut dice);
            let Dice::Enumerated(path) = &mut dice else { return None };
            *found.entry(outcome).or_insert(0.0) += path.probability();
            if !path.advance() {
                return Some((found, walks));
            }
        }
        None
    }

    /// Outcomes of many rolls, all of the same weight.
    fn sample(&mut self, truth: &State<R>) -> Outcomes {
        let mut found = Outcomes::new();
        for seed in 0..SAMPLES {
            *found.entry(self.roll(truth, seed)).or_insert(0.0) += 1.0 / SAMPLES as f64;
        }
        found
    }

    /// Outcomes in many truths, all of the same weight.
    fn guess(&mut self, imagining: &Imagining<'_, R>, dice: &mut Dice) -> Outcomes {
        let mut found = Outcomes::new();
        for number in 0..TRUTHS {
            let truth = imagining.guess(dice);
            let here = match self.walk(&truth, COMPARED) {
                Some((here, _)) => here,
                None => {
                    let rolls = (0..ROLLS).map(|roll| self.roll(&truth, number * ROLLS + roll));
                    let mut here = Outcomes::new();
                    rolls.for_each(|outcome| *here.entry(outcome).or_insert(0.0) += 1.0 / ROLLS as f64);
                    here
                }
            };
            for (outcome, chance) in here {
                *found.entry(outcome).or_insert(0.0) += chance / TRUTHS as f64;
            }
        }
        found
    }
}
