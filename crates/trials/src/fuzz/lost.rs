//! Triggers and lasting changes that were lost. What had to follow from the events is counted without the kernel's
//! own lists and compared with what ran and what lasts.
//!
//! Only what is certain is expected: of pieces that were in play all the time and did not turn into others, and of
//! abilities whose conditions can be answered from the event itself.

use std::collections::BTreeMap;

use cardwright_core::{DISPELLED, DORMANT, Event, PieceId, PieceSet, Room, Seat, State, What, Who};
use cardwright_effects::catalogue::{Ability, Party, Side};
use cardwright_effects::{Game, Moment, NOTHING, Rules};

use super::abilities::Run;

/// Checks what followed from an action, or from time that went on; the error says what was lost.
pub fn check<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
    runs: &[Run],
) -> Result<(), String> {
    for event in events {
        match event.what {
            What::Fizzled { room: Room::Queue } => return Err("a trigger found no room".into()),
            What::Fizzled { room: Room::Effects } => return Err("a lasting change found no room".into()),
            _ => {}
        }
    }
    if before.prompt.is_open() || after.prompt.is_open() || after.is_over {
        return Ok(());
    }
    records(game, before, after, events)?;
    // RULE: beyond the limit no trigger starts any more.
    if events.iter().any(|event| event.what == What::Fizzled { room: Room::Triggers }) {
        return Ok(());
    }
    triggers(game, before, after, events, runs)
}

/// What happened to a piece, as triggers hear of it.
fn happening(what: &What) -> Option<(Moment, Who, i16)> {
    Some(match *what {
        What::Entered { who } => (Moment::Entered, who, 0),
        What::Died { who, .. } => (Moment::Died, who, 0),
        What::Damaged { who, amount, .. } => (Moment::Damaged, who, amount),
        What::Healed { who, amount, .. } => (Moment::Healed, who, amount),
        What::Moved { who, .. } => (Moment::Moved, who, 0),
        _ => return None,
    })
}

/// Pieces that became something else, according to the events.
fn altered(events: &[Event]) -> PieceSet {
    let mut set = PieceSet::EMPTY;
    for event in events {
        match event.what {
            What::Transformed { who, .. }
            | What::Controlled { who, .. }
            | What::Dispelled { who }
            | What::AbilityGranted { who } => set.insert(who.piece),
            _ => {}
        }
    }
    set
}

/// Whether a piece of one position is the same piece in another.
fn is_same_piece<R: Rules>(before: &State<R>, after: &State<R>, id: PieceId) -> bool {
    let (old, new) = (before.piece(id), after.piece(id));
    before.used.has(id)
        && after.used.has(id)
        && (old.stamp, old.def, old.owner) == (new.stamp, new.def, new.owner)
}

fn triggers<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
    runs: &[Run],
) -> Result<(), String> {
    let altered = altered(events);
    let is_awake = |state: &State<R>, id: PieceId| !state.piece(id).is(DISPELLED | DORMANT);
    let hears = |id: PieceId| !game.def(before.piece(id).def).abilities.is_empty() && is_awake(before, id);
    let listeners: Vec<PieceId> = (before.used - altered)
        .filter(|&id| hears(id) && is_same_piece(before, after, id) && is_awake(after, id))
        .collect();
    // A piece that fell asleep does not act. Once another piece has its slot, nobody knows whether it fell asleep.
    let fell_asleep = |id: PieceId| after.piece(id).stamp == before.piece(id).stamp && !is_awake(after, id);
    let speakers: PieceSet = (before.used - altered)
        .filter(|&id| hears(id) && !fell_asleep(id))
        .fold(PieceSet::EMPTY, |set, id| set | PieceSet::one(id));
    if speakers.is_empty() {
        return Ok(());
    }
    let mut due: BTreeMap<(PieceId, u16), (usize, What)> = BTreeMap::new();
    let mut expect = |carrier: PieceId, ability: &Ability, what: What| {
        due.entry((carrier, ability.op)).or_insert((0, what)).0 += 1;
    };
    // Pieces whose slot another piece may have by now: while time goes on there is more than one resolution.
    let mut gone = PieceSet::EMPTY;
    for event in events {
        let Some((moment, who, amount)) = happening(&event.what) else { continue };
        let abilities = |id: PieceId| {
            let abilities = game.def(before.piece(id).def).abilities.iter();
            abilities.map(|&at| &game.catalogue.abilities[at as usize]).filter(move |ability| {
                ability.moment == moment as u8
                    && ability.by == Party::Anybody
                    && ability.turn == Side::Any
                    && amount >= ability.least
            })
        };
        for &listener in &listeners {
            let owner = before.piece(listener).owner;
            for ability in abilities(listener) {
                let is_meant = if ability.is_about_others {
                    who.piece != listener && concerns(game, after, ability, owner, who)
                } else {
                    who.piece == listener
                };
                if is_meant {
                    expect(listener, ability, event.what);
                }
            }
        }
        // Death abilities: of pieces that were there from the beginning, whatever happened to them before they died.
        if moment == Moment::Died
            && speakers.has(who.piece)
            && !gone.has(who.piece)
            && before.piece(who.piece).def == who.def
        {
            for ability in abilities(who.piece).filter(|ability| !ability.is_about_others) {
                expect(who.piece, ability, event.what);
            }
        }
        if matches!(moment, Moment::Died | Moment::Entered) {
            gone.insert(who.piece);
        }
    }
    for ((carrier, program), (count, what)) in due {
        let ran = runs.iter().filter(|run| run.source == carrier && run.program == program).count();
        if ran < count {
            let card = &game.catalogue.ids[before.piece(carrier).def.at()];
            return Err(format!(
                "'{card}' should have acted {count} times and did so {ran} times (after {what:?})"
            ));
        }
    }
    Ok(())
}

/// Whether an ability about others waits for this event, as far as the event itself can tell.
fn concerns<R: Rules>(game: &Game<R>, state: &State<R>, ability: &Ability, owner: Seat, who: Who) -> bool {
    if ability.query == NOTHING {
        return true;
    }
    let query = &game.catalogue.queries[ability.query as usize];
    let fits_side = match query.side {
        Side::Any => true,
        Side::Its => false,
        Side::Mine => who.owner == owner,
        Side::Foe => R::foes(state, owner).has(who.owner),
    };
    let kind = game.def(who.def).kind;
    fits_side
        && (query.kinds == 0 || query.kinds >> kind & 1 == 1)
        && (query.relation, query.place, query.zone) == (0, 0, 0)
        && !query.is_picky
}

/// What is lent to a piece for a time, all records together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lent {
    attack: i32,
    health: i32,
    keywords: u64,
    abilities: usize,
    timers: usize,
}

/// The part of it that lasts beyond a moment.
fn lent<R: Rules>(game: &Game<R>, state: &State<R>, id: PieceId, beyond: u32) -> Lent {
    let mut sum = Lent::default();
    // A change of costs is no loan, although a piece carries it.
    let loans = state.effects_in_force().iter().filter(|effect| !effect.is_price() && !effect.is_aside());
    for effect in loans.filter(|effect| effect.pieces.has(id)) {
        if effect.is_timer() {
            let repeats = game.catalogue.abilities[effect.ability as usize].repeats;
            sum.timers += (repeats || effect.until > beyond) as usize;
        } else if effect.until > beyond {
            sum.attack += effect.attack as i32;
            sum.health += effect.health as i32;
            sum.keywords |= effect.keywords;
            sum.abilities += if effect.ability == NOTHING { 0 } else { effect.times as usize };
        }
    }
    sum
}

/// No piece loses a loan before its time, unless an event says so.
fn records<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
) -> Result<(), String> {
    if before.in_force_len == 0 {
        return Ok(());
    }
    let mut told = altered(events);
    for event in events {
        match event.what {
            What::Changed { who, .. }
            | What::Imitated { who, .. }
            | What::KeywordGained { who, .. }
            | What::KeywordLost { who, .. }
            | What::WoreOff { who } => told.insert(who.piece),
            _ => {}
        }
    }
    for id in before.used - told {
        if is_same_piece(before, after, id) {
            let (old, new) = (lent(game, before, id, after.now), lent(game, after, id, after.now));
            let is_kept = (old.attack, old.health, old.keywords, old.abilities)
                == (new.attack, new.health, new.keywords, new.abilities)
                && new.timers >= old.timers;
            if !is_kept {
                return Err(format!(
                    "what lasts for piece {} went from {old:?} to {new:?} without a word",
                    id.0
                ));
            }
        }
    }
    Ok(())
}
