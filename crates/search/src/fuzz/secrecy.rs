//! The secrecy test: two truths that a seat cannot tell apart must look, answer and play the same to it.
//!
//! The second truth comes from the declared audiences alone ([`cardwright_core::permute`]), never through a view.

use cardwright_core::{
    Action, Audience, DefId, Dice, Doubt, Event, MOMENTS, PieceSet, Seat, State, Waiting, What, WorkKind,
    permute,
};
use cardwright_effects::catalogue::Catalogue;
use cardwright_effects::table::Code;
use cardwright_effects::{Game, Moment, NOTHING, Rules};

use super::invariants::nearby;
use super::subject::{Subject, Table};
use super::watch::Watched;
use crate::agents::{AgentSpec, searching};
use crate::sitting::malformed;

/// Agents whose move is compared, and of those that search the first, on a small budget.
const AGENTS: [&str; 2] = ["greedy", "random"];
const NODES: u64 = 60;
/// The longest wait that is compared, in milliseconds.
const LONGEST_WAIT: u32 = 60_000;
/// Refusals that are compared per seat.
const REFUSALS: usize = 6;

/// Compares the truth with a second one for a seat (`Seat::NONE`: a spectator); the error says what gives it away.
pub fn compare<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &mut Table<R>,
    seat: Seat,
    pries: &[bool],
    dice: &mut Dice,
    watched: &Watched,
) -> Result<(), String> {
    let game = subject.game();
    let doubt = Doubt {
        audiences: &R::AUDIENCES,
        fits: &|zone, def| R::fits(game, zone, def),
        sees: &|truth: &State<R>, piece| R::sees(game, truth, seat, piece),
        fixed: telling(&table.state),
        is_possible: &|truth: &State<R>| R::check_position(game, truth).is_ok(),
    };
    let mut other = Table { state: permute(&table.state, seat, dice, &doubt), dice: table.dice.clone() };
    R::scramble(game, &mut other.state, seat, dice);
    let (view, second) = (subject.view(&table.state, seat), subject.view(&other.state, seat));
    if let Some(at) = differs(&view.bytes(), &second.bytes()) {
        return Err(format!("its view shows something hidden (word {at})"));
    }
    if !seat.is_some() {
        return Ok(());
    }
    let (mut all, mut twin) = (Vec::new(), Vec::new());
    let legal = subject.legal(table, seat);
    legal.each(game, &table.state, |action| all.push(action));
    subject.legal(&mut other, seat).each(game, &other.state, |action| twin.push(action));
    if all != twin {
        return Err("its legal actions depend on something hidden".into());
    }
    for action in nearby(&table.state, seat, &all, dice, REFUSALS) {
        if malformed(&table.state, &action).is_none()
            && !legal.contains(game, &table.state, &action)
            && subject.why_illegal(&table.state, &action) != subject.why_illegal(&other.state, &action)
        {
            return Err("the reason of a refusal depends on something hidden".into());
        }
    }
    let seed = dice.below(u32::MAX) as u64;
    let searching = searching::<R>().into_iter().take(1);
    let searching = searching.map(|agent| AgentSpec { nodes: Some(NODES), ..AgentSpec::named(agent.name) });
    // One of the game's own at a time: some of them take theirs.
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
    let step = match all.len() as u32 {
        _ if R::TIMED && dice.below(2) == 0 => Step::Wait(table.state.now + 1 + dice.below(LONGEST_WAIT)),
        0 => return Ok(()),
        count => Step::Act(all[dice.below(count) as usize]),
    };
    consequences(subject, table, &other.state, seat, step, pries, watched)
}

/// What is done on both truths.
#[derive(Clone, Copy)]
enum Step {
    Act(Action),
    /// In a timed game: time goes on to this.
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

/// Pieces that tell where they are by what they do to others: auras, and abilities that nobody has to come near to.
fn telling<R: Rules>(state: &State<R>) -> PieceSet {
    let quiet = [Moment::Entered, Moment::Died, Moment::Moved].map(|moment| moment as usize);
    let loud = (0..MOMENTS).filter(|moment| !quiet.contains(moment));
    loud.fold(state.aura_sources, |set, at| set | state.hears_itself[at] | state.hears_others[at])
}

/// The first word of two encodings that differs.
pub fn differs(one: &[u8], other: &[u8]) -> Option<usize> {
    let words = one.len().max(other.len()) / 8;
    (0..words).find(|&at| one.get(at * 8..at * 8 + 8) != other.get(at * 8..at * 8 + 8))
}

/// Plays the same own action on both truths, or waits: until something hidden is revealed, the seat must see the same.
fn consequences<R: Rules, S: Subject<R>>(
    subject: &S,
    table: &Table<R>,
    second: &State<R>,
    seat: Seat,
    step: Step,
    pries: &[bool],
    watched: &Watched,
) -> Result<(), String> {
    if looks_at_hidden_cards(subject, &table.state, step, pries) {
        return Ok(());
    }
    let mut first = table.clone();
    let mut other = Table { state: *second, dice: table.dice.clone() };
    // Hidden numbers take part in what happens (a mulligan that is waiting): only the cards differ here.
    other.state.seats = table.state.seats;
    let (mut here, mut there) = (Vec::new(), Vec::new());
    for (table, events) in [(&mut first, &mut here), (&mut other, &mut there)] {
        let stopped = watched.run(|stop| match step {
            Step::Act(action) => subject.apply(table, action, Some(events), stop),
            Step::Wait(to) => subject.advance(table, to, Some(events), stop),
        });
        if stopped {
            // It will be reported as what it is when the match itself gets there.
            return Ok(());
        }
    }
    let seen =
        |events: &[Event]| -> Vec<What> { events.iter().filter_map(|event| event.seen_by(seat)).collect() };
    let (here, there) = (seen(&here), seen(&there));
    let revealed = |events: &[What]| events.iter().position(|what| reveals(*what, seat));
    let until = |events: &[What]| revealed(events).unwrap_or(events.len());
    let common = until(&here).min(until(&there));
    if here[..common] != there[..common] {
        let at = (0..common).find(|&at| here[at] != there[at]).unwrap_or(0);
        return Err(format!("the events of {step} depend on something hidden ({:?})", here[at]));
    }
    if revealed(&here).is_some() || revealed(&there).is_some() || R::peeks(&first.state, seat) {
        return Ok(());
    }
    if here.len() != there.len() {
        let longer = if here.len() > there.len() { &here } else { &there };
        let more = longer.get(here.len().min(there.len()));
        return Err(format!("the number of events of {step} depends on something hidden ({more:?})"));
    }
    if let Some(at) =
        differs(&subject.view(&first.state, seat).bytes(), &subject.view(&other.state, seat).bytes())
    {
        return Err(format!("what {step} leads to depends on something hidden (word {at})"));
    }
    Ok(())
}

/// Whether everybody is told only of pieces that are in sight before or after an action, or came into it meanwhile.
pub fn check_events<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
) -> Result<(), String> {
    if !R::FOG {
        return Ok(());
    }
    // Who is out, or only watches, sees what passes in the open and is not told when it comes into sight.
    for seat in before.all_seats() - after.lost {
        let told: Vec<What> = events.iter().filter_map(|event| event.seen_by(seat)).collect();
        let mut known = PieceSet::EMPTY;
        for what in &told {
            match what {
                // Spotting says so, and who loses sight of something had it.
                What::Spotted { who } | What::Vanished { who } => known.insert(who.piece),
                // What came and went in between lies in neither position.
                What::Entered { who } if !after.used.has(who.piece) => known.insert(who.piece),
                _ => {}
            }
        }
        for what in told {
            for piece in what.pieces() - known {
                let is_seen = |state: &State<R>| state.used.has(piece) && R::sees(game, state, seat, piece);
                if !is_seen(before) && !is_seen(after) {
                    return Err(format!(
                        "seat {}: it is told of a piece in the fog ({what:?})",
                        seat.0 as i8
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether an event rightly shows a seat what it could not know before.
fn reveals(what: What, seat: Seat) -> bool {
    match what {
        // What another draws is seen only where hands lie open.
        What::Drawn { seat: drawer, card } => drawer == seat || card != DefId::HIDDEN,
        // Who is out has no eyes on the board any more, and sees only what lies open.
        What::Defeated { seat: loser } => loser == seat,
        What::Lost { .. } | What::Redrew { .. } | What::Shifted { .. } => true,
        What::Discarded { .. } | What::Revealed { .. } => true,
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
        Step::Act(action) => super::trial::played_card(state, &action),
        Step::Wait(_) => None,
    };
    let catalogue = &subject.game().catalogue;
    !state.used.into_iter().all(|piece| !pries[state.piece(piece).def.at()])
        || played.is_some_and(|def| pries[def.at()])
        || state.live_lastings().iter().any(|lasting| {
            lasting.ability != NOTHING && reads_hidden::<R>(catalogue, lasting.ability, &mut Vec::new())
        })
        || state
            .waiting()
            .filter_map(|waiting| next_operation(catalogue, waiting))
            .any(|op| program_reads_hidden::<R>(catalogue, op, &mut Vec::new()))
}

/// The next operation of a text that waits.
fn next_operation(catalogue: &Catalogue, waiting: Waiting) -> Option<u16> {
    match waiting {
        Waiting::Trigger(trigger) => Some(catalogue.abilities[trigger.ability as usize].op),
        Waiting::Frame(work) => (work.kind == WorkKind::Program).then_some(work.pc),
    }
}

/// For every card whether its text, or that of a card it brings into play, looks at cards that somebody may not know.
pub fn prying<R: Rules>(catalogue: &Catalogue) -> Vec<bool> {
    (0..catalogue.defs.len()).map(|at| def_reads_hidden::<R>(catalogue, at, &mut Vec::new())).collect()
}

fn def_reads_hidden<R: Rules>(catalogue: &Catalogue, at: usize, walked: &mut Vec<u16>) -> bool {
    let def = &catalogue.defs[at];
    (def.play != NOTHING && program_reads_hidden::<R>(catalogue, def.play, walked))
        || def.abilities.iter().any(|&ability| reads_hidden::<R>(catalogue, ability, walked))
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
    let is_hidden = |query: u16| {
        let zone = catalogue.queries[query as usize].zone as usize;
        zone != 0 && R::AUDIENCES.zones.get(zone - 1) != Some(&Audience::All)
    };
    for op in &catalogue.ops[start as usize..] {
        let reads = match op.code {
            Code::End => return false,
            Code::Discard | Code::Own => true,
            Code::Select
            | Code::Count
            | Code::Shift
            | Code::Cost
            | Code::IfAny
            | Code::IfNone
            | Code::DiscardThose
            | Code::Reveal
            | Code::Raise => is_hidden(op.q),
            Code::Grant | Code::Delay => reads_hidden::<R>(catalogue, op.q, walked),
            Code::Summon | Code::SummonAt | Code::SummonHere | Code::Replace | Code::Transform => {
                def_reads_hidden::<R>(catalogue, op.q as usize, walked)
            }
            Code::SummonRandom => catalogue.pools[op.q as usize]
                .iter()
                .any(|def| def_reads_hidden::<R>(catalogue, def.at(), walked)),
            _ => false,
        };
        if reads {
            return true;
        }
    }
    false
}
