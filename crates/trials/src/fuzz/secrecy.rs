//! The secrecy test: two truths that a seat cannot tell apart must look, answer and play the same to it.
//!
//! The second truth comes from the declared audiences alone ([`cardwright_core::permute`]), never through a view.

use cardwright_agents::roster::searching;
use cardwright_agents::spec::AgentSpec;
use cardwright_core::{
    Action, Audience, By, DefId, Dice, Event, FrameKind, Seat, State, Unseen, View, Waiting, What, permute,
};
use cardwright_effects::catalogue::Catalogue;
use cardwright_effects::table::Code;
use cardwright_effects::{Legal, Moment, NOTHING, Rules};
use cardwright_host::hosted::malformed;
use serde_json::Value;

use super::disguise::{disguise, lower, telling};
use super::invariants::nearby;
use super::played::{played_card, used_card};
use super::subject::{Subject, Table};
use super::watch::Watched;

/// Agents whose moves are compared; the first two that search are added, on a small budget.
const AGENTS: [&str; 2] = ["greedy", "random"];
const NODES: u64 = 60;
/// The longest wait that is compared, in milliseconds.
const LONGEST_WAIT: u32 = 60_000;
/// One comparison in this many looks at the description of a view.
const DESCRIBED: u32 = 4;
/// Refusals that are compared per seat.
const REFUSALS: usize = 6;

/// Compares the truth with others for a seat (`Seat::NONE`: a spectator); the error says what gives something away.
pub fn compare<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &mut Table<R>,
    seat: Seat,
    pries: &[bool],
    dice: &mut Dice,
    watched: &Watched,
) -> Result<(), String> {
    let game = subject.game();
    let unseen = Unseen {
        audiences: &R::AUDIENCES,
        fits: &|zone, def| R::fits(game, zone, def),
        sees: &|truth: &State<R>, piece| R::sees(game, truth, seat, piece),
        fixed: telling(game, &table.state),
        is_possible: &|truth: &State<R>| R::check_position(game, truth).is_ok(),
    };
    let mut other = Table { state: permute(&table.state, seat, dice, &unseen), dice: table.dice.clone() };
    R::scramble(game, &mut other.state, seat, dice);
    let played = other.state;
    disguise(game, &mut other.state, seat, dice);
    looks(subject, &table.state, &other.state, seat, dice)?;
    if seat.is_some() {
        answers(subject, table, &mut other, seat, dice, watched)?;
    }
    let Some((step, actor)) = next_step(subject, table, &played, seat, dice) else { return Ok(()) };
    if looks_at_hidden_cards(subject, &table.state, step, pries) {
        return Ok(());
    }
    let seer = Seer { subject, table, seat, step, actor, watched };
    // Hidden numbers take part in what happens (a mulligan that is waiting): cards and numbers are changed one at a
    // time.
    let mut cards = played;
    cards.seats = table.state.seats;
    seer.foresee(&Table { state: cards, dice: table.dice.clone() }, "something hidden")?;
    match dice.below(2) {
        0 => {
            let mut numbers = table.state;
            lower(&mut numbers, seat, dice);
            seer.foresee(&Table { state: numbers, dice: table.dice.clone() }, "a hidden number")
        }
        _ => {
            let fresh = Dice::sampled(dice.below(u32::MAX) as u64, "other dice");
            seer.foresee_chance(&Table { state: table.state, dice: fresh })
        }
    }
}

/// Compares what a seat is shown of two truths.
fn looks<R: Rules, S: Subject<R>>(
    subject: &S,
    one: &State<R>,
    other: &State<R>,
    seat: Seat,
    dice: &mut Dice,
) -> Result<(), String> {
    let (view, second) = (subject.view(one, seat), subject.view(other, seat));
    if let Some(at) = differs(&view.bytes(), &second.bytes()) {
        return Err(format!("its view shows something hidden (word {at})"));
    }
    for owner in one.all_seats() {
        let slots = |view: &View<R>, zone| view.state().zone(owner, zone).to_vec();
        if (0..R::ZONES).any(|zone| slots(&view, zone) != slots(&second, zone)) {
            return Err("the numbers of the cards in its view show something hidden".into());
        }
    }
    if subject.next_event_at(one) != subject.next_event_at(other) {
        return Err("the time of what happens next depends on something hidden".into());
    }
    if dice.below(DESCRIBED) == 0 && subject.describe(one, seat) != subject.describe(other, seat) {
        return Err("the description of its view shows something hidden".into());
    }
    Ok(())
}

/// Compares what a seat is answered in two truths: its legal actions, the reasons of refusals, what agents choose for it.
fn answers<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &mut Table<R>,
    other: &mut Table<R>,
    seat: Seat,
    dice: &mut Dice,
    watched: &Watched,
) -> Result<(), String> {
    let game = subject.game();
    let (mut all, mut twin) = (Vec::new(), Vec::new());
    subject.legal(table, seat).each(game, &table.state, |action| all.push(action));
    subject.legal(other, seat).each(game, &other.state, |action| twin.push(action));
    if all != twin {
        return Err("its legal actions depend on something hidden".into());
    }
    let (view, second) = (subject.view(&table.state, seat), subject.view(&other.state, seat));
    // A seat names the pieces that it sees; in fog it uses its own numbers.
    let position = if R::FOG { view.state() } else { &table.state };
    let legal = Legal::of(game, position, seat);
    for action in nearby(position, seat, &all, dice, REFUSALS) {
        if (malformed(position, &action).is_some() || !legal.contains(game, position, &action))
            && subject.refusal(&table.state, &action) != subject.refusal(&other.state, &action)
        {
            return Err("the reason of a refusal depends on something hidden".into());
        }
    }
    let seed = dice.below(u32::MAX) as u64;
    let searching = searching::<R>().into_iter().take(2);
    let searching = searching.map(|agent| AgentSpec { nodes: Some(NODES), ..AgentSpec::named(agent.name) });
    // One of the game's own agents at a time: some of them are slow.
    let mind =
        R::MINDS.get(dice.below(R::MINDS.len() as u32) as usize).map(|mind| AgentSpec::named(mind.name));
    for spec in AGENTS.into_iter().map(AgentSpec::named).chain(searching).chain(mind) {
        let mut moves = (None, None);
        let stopped = watched.run(|stop| {
            moves = (subject.choose(&view, &spec, seed, stop), subject.choose(&second, &spec, seed, stop));
        });
        if moves.0 != moves.1 && !stopped {
            return Err(format!("the move of '{}' depends on something hidden", spec.name));
        }
    }
    Ok(())
}

/// A step that is taken in both truths.
#[derive(Clone, Copy)]
enum Step {
    Act(Action),
    /// In a timed game: time goes on to this moment.
    Wait(u32),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Act(action) => write!(f, "an action ({action:?})"),
            Step::Wait(to) => write!(f, "waiting until {to} ms"),
        }
    }
}

/// A step to take in both truths, mostly by the seat itself, and who takes it.
fn next_step<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &mut Table<R>,
    other: &State<R>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<(Step, Seat)> {
    if R::TIMED && dice.below(2) == 0 {
        return Some((Step::Wait(table.state.now + 1 + dice.below(LONGEST_WAIT)), Seat::NONE));
    }
    let game = subject.game();
    let to_act = R::to_act(&table.state);
    // In fog the same action of another seat means something else: where its piece comes from is hidden.
    let others = to_act.filter(|&actor| actor != seat && !R::FOG);
    let actor = match others.clone().count() as u32 {
        0 => seat,
        _ if to_act.has(seat) && dice.below(4) > 0 => seat,
        count => others.clone().nth(dice.below(count) as usize)?,
    };
    if !actor.is_some() {
        return None;
    }
    let mut all = Vec::new();
    subject.legal(table, actor).each(game, &table.state, |action| all.push(action));
    let action = *all.get(dice.below((all.len() as u32).max(1)) as usize)?;
    // What another seat may do depends on what it holds.
    let is_possible = actor == seat || Legal::of(game, other, actor).contains(game, other, &action);
    is_possible.then_some((Step::Act(action), actor))
}

/// The first word of two encodings that differs.
pub fn differs(one: &[u8], other: &[u8]) -> Option<usize> {
    let words = one.len().max(other.len()) / 8;
    (0..words).find(|&at| one.get(at * 8..at * 8 + 8) != other.get(at * 8..at * 8 + 8))
}

/// A seat that watches the same step in several truths.
struct Seer<'a, R: Rules, S: Subject<R>> {
    subject: &'a S,
    table: &'a Table<R>,
    seat: Seat,
    step: Step,
    actor: Seat,
    watched: &'a Watched,
}

/// The result of a step: the table, all events, and the events that the seat is told.
struct Future<R: Rules> {
    table: Table<R>,
    events: Vec<Event>,
    told: Vec<What>,
}

impl<R: Rules, S: Subject<R>> Seer<'_, R, S> {
    /// The result of the step at a table; none if it does not end, which is reported when the match itself gets
    /// there.
    fn future(&self, table: &Table<R>) -> Option<Future<R>> {
        let (mut table, mut events) = (table.clone(), Vec::new());
        let stopped = self.watched.run(|stop| match self.step {
            Step::Act(action) => self.subject.apply(&mut table, action, Some(&mut events), stop),
            Step::Wait(to) => self.subject.advance(&mut table, to, Some(&mut events), stop),
        });
        let told = events.iter().filter_map(|event| event.seen_by(self.seat)).collect();
        (!stopped).then_some(Future { table, events, told })
    }

    /// The same step in another truth: until something hidden is rightly revealed, the seat must see the same.
    fn foresee(&self, other: &Table<R>, hidden: &str) -> Result<(), String> {
        let (Some(here), Some(there)) = (self.future(self.table), self.future(other)) else { return Ok(()) };
        let step = self.step;
        // By rule no more pieces come to a seat that is full, so that all may learn how many it has.
        let is_full = |future: &Future<R>| {
            let state = &future.table.state;
            !state
                .all_seats()
                .all(|other| other == self.seat || !R::is_full(self.subject.game(), state, other))
        };
        if is_full(&here) || is_full(&there) {
            return Ok(());
        }
        let revealed = |told: &[What]| told.iter().position(|what| reveals::<R>(*what, self.seat));
        let until = |told: &[What]| revealed(told).unwrap_or(told.len());
        let common = until(&here.told).min(until(&there.told));
        if let Some(at) = (0..common).find(|&at| here.told[at] != there.told[at]) {
            return Err(format!("the events of {step} depend on {hidden} ({:?})", here.told[at]));
        }
        if revealed(&here.told).is_some()
            || revealed(&there.told).is_some()
            || (self.seat.is_some() && R::peeks(&here.table.state, self.seat))
        {
            return Ok(());
        }
        if here.told.len() != there.told.len() {
            let longer = if here.told.len() > there.told.len() { &here.told } else { &there.told };
            let more = longer.get(here.told.len().min(there.told.len()));
            return Err(format!("the number of events of {step} depends on {hidden} ({more:?})"));
        }
        self.compare(&here, &there, hidden)?;
        let undo = |before: &Table<R>, after: &Future<R>| {
            self.subject.can_undo(before, &after.table, &after.events, self.actor)
        };
        if self.actor == self.seat
            && matches!(step, Step::Act(_))
            && undo(self.table, &here) != undo(other, &there)
        {
            return Err(format!("whether {step} can be taken back depends on {hidden}"));
        }
        Ok(())
    }

    /// The same step in the same truth with other dice: chance that shows in no event must not show at all.
    fn foresee_chance(&self, other: &Table<R>) -> Result<(), String> {
        let (Some(here), Some(there)) = (self.future(self.table), self.future(other)) else { return Ok(()) };
        // Chance may have chosen what a seat is asked, and an unseen piece that a seen one becomes like.
        let is_chosen = |what: &What| match what {
            What::Asked { seat } => *seat == self.seat,
            What::Imitated { model, .. } => *model == By::UNKNOWN,
            _ => false,
        };
        if here.told != there.told || here.told.iter().any(is_chosen) {
            return Ok(());
        }
        self.compare(&here, &there, "dice that nobody saw")
    }

    /// Compares what the seat sees and is told outside the kernel.
    fn compare(&self, here: &Future<R>, there: &Future<R>, hidden: &str) -> Result<(), String> {
        let (subject, seat, step) = (self.subject, self.seat, self.step);
        let view = |future: &Future<R>| subject.view(&future.table.state, seat).bytes();
        // A spectator, or a seat that is out, is not told when something comes out of the fog, but sees it.
        let is_told = !R::FOG || (seat.is_some() && !here.table.state.lost.has(seat));
        if is_told && let Some(at) = differs(&view(here), &view(there)) {
            return Err(format!("what {step} leads to depends on {hidden} (word {at})"));
        }
        let described = |future: &Future<R>| -> Vec<Value> {
            future.events.iter().filter_map(|event| subject.describe_event(event, seat)).collect()
        };
        if described(here) != described(there) {
            return Err(format!("the description of the events of {step} depends on {hidden}"));
        }
        // In fog every view numbers its pieces anew: true numbers would tell how many there are.
        let is_numbered = |told: &Value| {
            let pieces = ["/who/piece", "/target/piece", "/cause/who/piece"];
            pieces.iter().any(|path| told.pointer(path).and_then(Value::as_i64) > Some(-1))
        };
        if R::FOG && described(here).iter().any(is_numbered) {
            return Err(format!("the description of the events of {step} gives true numbers of pieces"));
        }
        Ok(())
    }
}

/// Whether an event rightly shows a seat what it could not know before.
fn reveals<R: Rules>(what: What, seat: Seat) -> bool {
    match what {
        What::Unveiled { .. } => true,
        // What a card costs that another seat plays face down is seen by all.
        What::Played { seat: player, .. } if R::AUDIENCES.veiled != 0 => player != seat,
        // A card that another seat plays was in its hand, and the payment shows what it had.
        What::Played { seat: player, card } => player != seat && card != DefId::HIDDEN,
        // A card that another seat draws is seen only where hands lie open.
        What::Drawn { seat: drawer, card } => drawer == seat || card != DefId::HIDDEN,
        // A seat that is out has no eyes on the board any more; it sees only what lies open.
        What::Defeated { seat: loser } => loser == seat,
        What::Lost { .. } | What::Redrew { .. } | What::Shifted { .. } => true,
        What::Discarded { .. } | What::Revealed { .. } => true,
        // A piece that comes back from another seat may have been anywhere.
        What::Controlled { by, .. } => by == seat,
        // Whether something stays in sight tells whether it is under its owner's influence.
        What::Spotted { .. } | What::Vanished { .. } => true,
        _ => false,
    }
}

/// Whether a card that may take part in the action looks into a hidden zone by its text.
fn looks_at_hidden_cards<R: Rules, S: Subject<R>>(
    subject: &S,
    state: &State<R>,
    step: Step,
    pries: &[bool],
) -> bool {
    let played = match step {
        Step::Act(action) => {
            played_card(state, &action).or_else(|| used_card(subject.game(), state, &action))
        }
        Step::Wait(_) => None,
    };
    let catalogue = &subject.game().catalogue;
    !state.used.into_iter().all(|piece| !pries[state.piece(piece).def.at()])
        || played.is_some_and(|def| pries[def.at()])
        || state.effects_in_force().iter().any(|effect| {
            effect.ability != NOTHING
                && !effect.is_price()
                && !effect.is_aside()
                && reads_hidden::<R>(catalogue, effect.ability, &mut Vec::new())
        })
        || state
            .waiting()
            .filter_map(|waiting| next_operation(catalogue, waiting))
            .any(|op| program_reads_hidden::<R>(catalogue, op, &mut Vec::new()))
}

/// The next operation of a waiting text.
fn next_operation(catalogue: &Catalogue, waiting: Waiting) -> Option<u16> {
    match waiting {
        Waiting::Trigger(trigger) => Some(catalogue.abilities[trigger.ability as usize].op),
        Waiting::Frame(frame) => (frame.kind != FrameKind::Step).then_some(frame.pc),
    }
}

/// For every card, whether its text, or that of a card it brings into play, looks at cards that somebody may not
/// know.
pub fn prying<R: Rules>(catalogue: &Catalogue) -> Vec<bool> {
    (0..catalogue.defs.len()).map(|at| def_reads_hidden::<R>(catalogue, at, &mut Vec::new())).collect()
}

fn def_reads_hidden<R: Rules>(catalogue: &Catalogue, at: usize, walked: &mut Vec<u16>) -> bool {
    let def = &catalogue.defs[at];
    let modes = def.modes.iter().map(|mode| mode.play);
    let programs: Vec<u16> = modes.chain([def.play]).filter(|&play| play != NOTHING).collect();
    // What an aura lends to pieces shows what it depends on.
    let depends = |at: &u16| {
        let aura = &catalogue.auras[*at as usize];
        [aura.given, aura.per].iter().any(|&query| query != NOTHING && is_hidden::<R>(catalogue, query))
    };
    programs.into_iter().any(|play| program_reads_hidden::<R>(catalogue, play, walked))
        || def.abilities.iter().any(|&ability| reads_hidden::<R>(catalogue, ability, walked))
        || def.auras.iter().any(depends)
        || def.knows.iter().any(|known| def_reads_hidden::<R>(catalogue, known.at(), walked))
}

/// Whether a query is about cards that somebody may not know.
fn is_hidden<R: Rules>(catalogue: &Catalogue, query: u16) -> bool {
    let zone = catalogue.queries[query as usize].zone as usize;
    zone != 0 && R::AUDIENCES.zones.get(zone - 1) != Some(&Audience::All)
}

fn reads_hidden<R: Rules>(catalogue: &Catalogue, ability: u16, walked: &mut Vec<u16>) -> bool {
    let ability = &catalogue.abilities[ability as usize];
    (ability.moment == Moment::Drawn as u8 && ability.query != NOTHING)
        || program_reads_hidden::<R>(catalogue, ability.op, walked)
}

/// `walked` holds the programs already looked at: texts may name each other in a circle.
fn program_reads_hidden<R: Rules>(catalogue: &Catalogue, start: u16, walked: &mut Vec<u16>) -> bool {
    if walked.contains(&start) {
        return false;
    }
    walked.push(start);
    let any_pries = |pool: u16, walked: &mut Vec<u16>| {
        let cards = &catalogue.pools[pool as usize];
        cards.iter().any(|def| def_reads_hidden::<R>(catalogue, def.at(), walked))
    };
    for op in &catalogue.ops[start as usize..] {
        let reads = match op.code {
            Code::End => return false,
            Code::Discard | Code::Own => true,
            // The card of a text may be one that was just drawn, and which card a piece turns into is not in the text.
            Code::IfCard | Code::SummonIt | Code::Evolve => true,
            // What is taken from a hidden purse shows how much was in it, if that was less than was to be taken.
            Code::Take | Code::Wealth => R::AUDIENCES.resources[op.b as usize] != Audience::All,
            Code::Select
            | Code::Count
            | Code::Shift
            | Code::Cost
            | Code::IfAny
            | Code::IfNone
            | Code::DiscardThose
            | Code::Reveal
            | Code::CopyThose
            | Code::BuffCards
            | Code::SetCost
            | Code::ChooseFrom
            | Code::DrawThose
            | Code::IfAlike
            | Code::Raise => is_hidden::<R>(catalogue, op.q),
            Code::Grant | Code::Delay => reads_hidden::<R>(catalogue, op.q, walked),
            Code::Summon
            | Code::SummonAt
            | Code::SummonHere
            | Code::Replace
            | Code::Transform
            | Code::ReplaceHero
            | Code::Learn => def_reads_hidden::<R>(catalogue, op.q as usize, walked),
            Code::SummonRandom | Code::TransformRandom | Code::Cast => any_pries(op.q, walked),
            _ => false,
        };
        if reads {
            return true;
        }
    }
    false
}
