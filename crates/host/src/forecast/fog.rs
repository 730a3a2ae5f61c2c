//! What the fog may hide besides pieces as they are printed: what was given to them, and what ends for them.
//!
//! Trying all of that would take too long, so a forecast is open where it may matter.

use cardwright_core::{Event, PieceId, State, What};
use cardwright_effects::table::{Code, Op};
use cardwright_effects::{Game, Moment, Rules, turns};

/// Moments, as bits.
pub type Moments = u32;

/// Moments about a seat that a piece hears of though its ability is about no other piece. A turn that begins is past
/// the end of a forecast.
pub const OF_SEATS: Moments =
    bits(&[Moment::PhaseEnds, Moment::Drawn, Moment::Played, Moment::Resolved, Moment::Spent]);

const fn bits(moments: &[Moment]) -> Moments {
    let (mut found, mut at) = (0, 0);
    while at < moments.len() {
        found |= 1 << moments[at] as u8;
        at += 1;
    }
    found
}

/// The moments that came while an action was played, or may have come.
pub fn moments(events: &[Event]) -> Moments {
    events.iter().fold(0, |all, event| all | of(&event.what))
}

/// Whether the turn passed on.
pub fn passed(moments: Moments) -> bool {
    moments & 1 << Moment::PhaseEnds as u8 != 0
}

fn of(what: &What) -> Moments {
    match what {
        What::Began { .. } | What::Ended => bits(&[Moment::PhaseEnds]),
        What::Entered { .. } => bits(&[Moment::Entered, Moment::Settled]),
        What::Died { .. } => bits(&[Moment::Died, Moment::Killed]),
        What::Damaged { .. } => bits(&[Moment::Damaged, Moment::Dealt, Moment::Struck]),
        What::Prevented { .. } | What::Unhealed { .. } => bits(&[Moment::Struck]),
        What::Healed { .. } => bits(&[Moment::Healed, Moment::Struck]),
        What::Attacked { .. } => bits(&[Moment::Attacks, Moment::Attacked, Moment::Fought]),
        What::Moved { .. } => bits(&[Moment::Moved]),
        What::Drawn { .. } => bits(&[Moment::Drawn]),
        What::Played { .. } => bits(&[Moment::Played, Moment::Resolved]),
        What::Used { .. } | What::PowerUsed { .. } => bits(&[Moment::Used]),
        What::Spent { .. } => bits(&[Moment::Spent]),
        _ => 0,
    }
}

/// Whether something happened to a piece of which a card that it may be hears about itself.
pub fn involves<R: Rules>(game: &Game<R>, events: &[Event], piece: PieceId) -> bool {
    let about = events.iter().filter(|event| event.what.pieces().has(piece));
    let came = about.fold(0, |all, event| all | of(&event.what));
    came != 0 && R::unknown_pool(game).iter().any(|&def| game.def(def).hears_itself & came != 0)
}

/// Whether somebody out of sight may answer to these moments, or lose something when the turn passes on, by what a card
/// of the game may have given to them.
pub fn may_answer<R: Rules>(game: &Game<R>, state: &State<R>, came: Moments) -> bool {
    let catalogue = &game.catalogue;
    let hears = |op: &Op| {
        let ability = &catalogue.abilities[op.q as usize];
        let moment = 1 << ability.moment;
        came & moment != 0 && (ability.is_about_others || moment & OF_SEATS != 0)
    };
    let is_mourned = || {
        catalogue.abilities.iter().any(|ability| {
            let is_wide =
                catalogue.queries.get(ability.query as usize).is_none_or(|query| query.relation == 0);
            ability.is_about_others && ability.moment == Moment::Died as u8 && is_wide
        })
    };
    let ends = passed(came);
    catalogue.ops.iter().any(|op| match op.code {
        Code::Grant => hears(op),
        // A piece goes back to its owner or is destroyed.
        Code::Control | Code::Perish => ends && op.a != 0,
        Code::Delay => ends && turns::due(state, state.active.first(), op.a) <= state.now,
        // A piece dies that was kept alive for a time.
        Code::Buff => ends && op.a != 0 && op.c > 0 && is_mourned(),
        Code::Give => ends && op.a != 0 && is_mourned(),
        _ => false,
    })
}
