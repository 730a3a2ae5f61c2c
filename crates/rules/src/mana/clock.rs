//! What happens by itself: production, day and night, readiness, the end after thirty minutes. Pause and speed are
//! not part of the rules.

use cardwright_core::{DefId, PieceId, Seat, State, What};
use cardwright_effects::{Clock, Ctx, Game, Moment};

use super::actions;
use super::prices::Bargains;
use super::state::*;

type Table = State<Mana>;

/// Stand for the end of effects that last until nightfall or daybreak, as long as nobody knows when that will be.
pub const NIGHTFALL: u32 = u32::MAX - 1;
pub const DAYBREAK: u32 = u32::MAX - 2;

/// How long a creature rests after using this card, its own or that of an ability.
#[inline]
pub fn rest(game: &Game<Mana>, def: DefId) -> u32 {
    match game.def(def).numbers[SPEED] {
        0 => USUAL_SPEED,
        seconds => seconds as u32 * SECOND,
    }
}

/// How long a creature rests after acting.
///
/// RULE: texts that change its speed count, but it rests a second at least.
#[inline]
pub fn rest_of(game: &Game<Mana>, state: &State<Mana>, piece: PieceId) -> u32 {
    let printed = rest(game, state.piece(piece).def);
    if state.in_force_len == 0 {
        return printed;
    }
    let change = state.adjusted(piece, SPEED_ATTRIBUTE) as i64 * SECOND as i64;
    if change == 0 { printed } else { (printed as i64 + change).max(SECOND as i64) as u32 }
}

impl Clock for Mana {
    fn next_event_at(game: &Game<Self>, state: &State<Self>) -> Option<u32> {
        Some(state.extra.clock_next.min(game.data.limit))
    }

    /// Time went on: puts what was produced on the way into the purses.
    ///
    /// RULE: with a period p a unit comes at every multiple of p, so that no split of time changes anything.
    #[inline]
    fn flow(cx: &mut Ctx<'_, Self>, from: u32) {
        if cx.sink.is_some() {
            narrate(cx, from);
        }
        let now = cx.state.now;
        for seat in 0..2 {
            actions::forget(&mut cx.state.extra.acts[seat], now);
            let periods = cx.game.data.periods[cx.state.extra.heroes[seat].at()];
            let held = &mut cx.state.seats[seat].resources;
            for (resource, &period) in periods.iter().enumerate().filter(|(_, period)| **period > 0) {
                let units = now / period - from / period;
                if units > 0 {
                    let most = cx.game.data.purse_most.max(held[resource]);
                    held[resource] = (held[resource] as u32 + units).min(most as u32) as i16;
                }
            }
        }
    }

    /// What happens at the instant reached: nightfall and daybreak.
    fn instant(cx: &mut Ctx<'_, Self>) {
        let now = cx.state.now;
        if !is_told(cx, now) {
            cx.tell(What::Passed { now });
        }
        if now >= cx.state.extra.clock_next {
            turn_clock(cx, 1 - cx.state.phase);
        }
    }

    /// When time alone makes something possible for a seat.
    fn stirs_at(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<u32> {
        let now = state.now;
        let mut soonest = u32::MAX;
        let mut note = |at: u32| {
            if at > now {
                soonest = soonest.min(at);
            }
        };
        note(actions::free_to_act_at(state, seat));
        let bargains = Bargains::of(game, state, seat);
        let returning = if game.data.has_returning { state.zone(seat, GRAVEYARD) } else { &[] };
        let recalled = returning.iter().filter(|&&id| game.def(state.card(id).def).keywords & RETURNING != 0);
        for &id in state.zone(seat, HAND).iter().chain(recalled) {
            let price = bargains.price(game, state, id);
            note(affordable_at(game, state, seat, &price).unwrap_or(u32::MAX));
        }
        if actions::could_draw(game, state, seat) && state.resource(seat, DEVOTION) == 0 {
            note(next_unit(game, state, seat, DEVOTION).map_or(u32::MAX, |(at, _)| at));
        }
        for id in state.side[seat.at()] & creatures(state) {
            let piece = state.piece(id);
            note(piece.extra.ready_at);
            for &known in known_to(game, piece) {
                note(affordable_at(game, state, seat, &game.data.prices[known.at()]).unwrap_or(u32::MAX));
            }
        }
        (soonest < u32::MAX).then_some(soonest)
    }
}

/// Tells what happened on the way, in the order of time; within an instant: clock, production, readiness.
fn narrate(cx: &mut Ctx<'_, Mana>, from: u32) {
    let now = cx.state.now;
    let mut told: Vec<(u32, u8, What)> = Vec::new();
    if from < cx.state.extra.clock_next && cx.state.extra.clock_next <= now {
        told.push((now, 0, What::Began { seat: Seat::NONE, phase: 1 - cx.state.phase }));
    }
    for seat in cx.state.all_seats() {
        let periods = cx.game.data.periods[cx.state.extra.heroes[seat.at()].at()];
        for (resource, &period) in periods.iter().enumerate().filter(|(_, period)| **period > 0) {
            let room = cx.game.data.purse_most - cx.state.resource(seat, resource);
            let units = (now / period - from / period).min(room.max(0) as u32);
            for unit in 1..=units {
                let at = (from / period + unit) * period;
                told.push((at, 1, What::Gained { seat, resource: resource as u8, amount: 1 }));
            }
        }
    }
    for id in creatures(cx.state) {
        let ready_at = cx.state.piece(id).extra.ready_at;
        if from < ready_at && ready_at <= now {
            told.push((ready_at, 2, What::Readied { who: cx.who(id) }));
        }
    }
    told.sort_by_key(|&(at, order, _)| (at, order));
    let mut last = from;
    for (at, _, what) in told {
        if at != last {
            cx.tell(What::Passed { now: at });
            last = at;
        }
        cx.tell(what);
    }
}

/// Whether the last time that was told is this one: production on the way may have told it.
fn is_told(cx: &Ctx<'_, Mana>, now: u32) -> bool {
    let told = cx.sink.iter().flat_map(|sink| sink.iter().rev());
    let mut times =
        told.filter_map(|event| if let What::Passed { now } = event.what { Some(now) } else { None });
    times.next() == Some(now)
}

/// Turns day into night or night into day; abilities that wait for it run.
fn turn_clock(cx: &mut Ctx<'_, Mana>, phase: u8) {
    cx.state.phase = phase;
    cx.state.extra.clock_next = cx.state.now.saturating_add(DAY);
    // ORDER: effects that last until now wear off before any ability of the new time of day runs.
    let (now, come) = (cx.state.now, if phase == NIGHT { NIGHTFALL } else { DAYBREAK });
    for at in 0..cx.state.in_force_len as usize {
        let effect = &mut cx.state.in_force.as_mut()[at];
        if effect.until == come && !effect.is_timer() {
            effect.until = now;
        }
    }
    cx.expire();
    cx.state.is_dirty = true;
    let moment = if phase == DAYTIME { Moment::PhaseStarts } else { Moment::PhaseEnds };
    cx.fire_for_seat(moment, Seat(0), DefId::NONE);
}

/// A text sets the time of day. If it is that time already, it lasts its whole length from now on.
pub fn set_daytime(cx: &mut Ctx<'_, Mana>, phase: u8) {
    if cx.state.phase == phase {
        cx.state.extra.clock_next = cx.state.now.saturating_add(DAY);
    } else {
        cx.tell(What::Began { seat: Seat::NONE, phase });
        turn_clock(cx, phase);
    }
}

/// When the next unit of a resource comes, and how long each takes.
pub fn next_unit(game: &Game<Mana>, state: &Table, seat: Seat, resource: usize) -> Option<(u32, u32)> {
    let period = game.data.periods[state.extra.heroes[seat.at()].at()][resource];
    (period > 0).then(|| ((state.now / period + 1) * period, period))
}

/// When production alone will be enough to pay a price; none if never.
pub fn affordable_at(game: &Game<Mana>, state: &Table, seat: Seat, price: &[i16; 8]) -> Option<u32> {
    let held = &state.seats[seat.at()].resources;
    let periods = &game.data.periods[state.extra.heroes[seat.at()].at()];
    let mut at = state.now;
    for resource in 0..PURSE {
        let lacking = price[resource] - held[resource];
        if lacking > 0 {
            let period = periods[resource];
            if period == 0 || price[resource] > game.data.purse_most {
                return None;
            }
            at = at.max((state.now / period).saturating_add(lacking as u32).saturating_mul(period));
        }
    }
    Some(at)
}

/// A creature came to a side: it rests, unless it is Swift.
pub fn arrive(cx: &mut Ctx<'_, Mana>, id: PieceId) {
    let piece = cx.state.piece(id);
    let is_swift = piece.keywords & SWIFT != 0;
    let rest = if is_swift { 0 } else { rest_of(cx.game, cx.state, id) };
    exhaust(cx, id, rest);
}

/// A creature has acted, or came into play: it rests.
#[inline]
pub fn exhaust(cx: &mut Ctx<'_, Mana>, piece: PieceId, rest: u32) {
    cx.state.piece_mut(piece).extra.ready_at = cx.state.now.saturating_add(rest);
}
