//! Who may be told what: every event is checked against the audience declared for its kind.

use cardwright_core::{Audience, DefId, Event, PieceSet, Seat, State, What};
use cardwright_effects::table::{Code, Op};
use cardwright_effects::{Game, Rules};

/// Checks everything that was told between two positions; the error says who was told too much.
pub fn check<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
) -> Result<(), String> {
    for seat in before.all_seats().chain([Seat::NONE]) {
        let hearing = Hearing { game, before, after, events, seat };
        for event in events {
            if let Some(what) = event.seen_by(seat)
                && !(hearing.may_hear(what) && hearing.may_name(what))
            {
                return Err(format!("seat {}: it is told what it may not know ({what:?})", seat.0 as i8));
            }
        }
    }
    if R::FOG { pieces(game, before, after, events) } else { Ok(()) }
}

/// A seat, or a spectator, that is told what happened.
struct Hearing<'a, R: Rules> {
    game: &'a Game<R>,
    before: &'a State<R>,
    after: &'a State<R>,
    events: &'a [Event],
    seat: Seat,
}

impl<R: Rules> Hearing<'_, R> {
    fn may_hear(&self, what: What) -> bool {
        match what {
            What::Drawn { seat, card } => self.may_read(seat, R::HAND, card),
            What::Created { seat, zone, card } => {
                self.may_read(seat, zone as usize, card) || self.is_named_by_a_text(zone as usize, card)
            }
            What::Shifted { seat, from, to, card } => {
                self.may_read(seat, from as usize, card) || self.may_read(seat, to as usize, card)
            }
            // Cards whose cost changes usually lie in hands, and may be known there.
            What::CostChanged { seat, card, .. } | What::CardChanged { seat, card, .. } => {
                self.may_read(seat, R::HAND, card)
            }
            What::Played { seat, card } => {
                seat == self.seat
                    || R::AUDIENCES.veiled >> self.game.def(card).kind & 1 == 0
                    || card == DefId::HIDDEN
            }
            What::Answered { seat, card } => seat == self.seat || card == DefId::HIDDEN,
            What::Gained { seat, resource, .. } | What::Spent { seat, resource, .. } => {
                seat == self.seat || R::AUDIENCES.resources[resource as usize] == Audience::All
            }
            // Everybody chooses in secret what to put back until all have chosen; then another phase begins.
            What::Redrew { seat, .. } => seat == self.seat || self.before.phase != self.after.phase,
            // Events that are shown to all, that everybody can see, or that are about pieces, where fog decides.
            What::Began { .. }
            | What::DrewNothing { .. }
            | What::Lost { .. }
            | What::Entered { .. }
            | What::Moved { .. }
            | What::Returned { .. }
            | What::Died { .. }
            | What::Attacked { .. }
            | What::Damaged { .. }
            | What::Prevented { .. }
            | What::Healed { .. }
            | What::Changed { .. }
            | What::KeywordGained { .. }
            | What::KeywordLost { .. }
            | What::Afflicted { .. }
            | What::Dispelled { .. }
            | What::AbilityGranted { .. }
            | What::Transformed { .. }
            | What::Controlled { .. }
            | What::Adjusted { .. }
            | What::Shielded { .. }
            | What::Unhealed { .. }
            | What::Imitated { .. }
            | What::Loosened { .. }
            | What::Readied { .. }
            | What::PowerUsed { .. }
            | What::Asked { .. }
            | What::Used { .. }
            | What::Spotted { .. }
            | What::Vanished { .. }
            | What::WoreOff { .. }
            | What::Passed { .. }
            | What::Unveiled { .. }
            | What::Countered { .. }
            | What::Redirected { .. }
            | What::Cast { .. }
            | What::Learned { .. }
            | What::Priced { .. }
            | What::Discarded { .. }
            | What::Revealed { .. }
            | What::Sounded { .. }
            | What::Fizzled { .. }
            | What::Defeated { .. }
            | What::GroundChanged { .. }
            | What::Ended => true,
        }
    }

    /// Whether the seat may know which pieces it is about: not those whose card only their owner knows.
    fn may_name(&self, what: What) -> bool {
        let hidden = R::AUDIENCES.veiled(self.before) & R::AUDIENCES.veiled(self.after);
        let is_own = |piece| self.after.piece(piece).owner == self.seat;
        (what.pieces() & hidden).into_iter().all(is_own)
    }

    /// Whether a card came into a zone that forgets where its cards lie, by a text that names it or copies a piece.
    fn is_named_by_a_text(&self, zone: usize, card: DefId) -> bool {
        let names = |op: &Op| match op.code {
            Code::Create => op.q == card.0,
            Code::CreateCopy => true,
            _ => false,
        };
        R::AUDIENCES.zones[zone] == Audience::OwnerUnordered && self.game.catalogue.ops.iter().any(names)
    }

    /// Whether the seat may know which card of a zone it was.
    fn may_read(&self, owner: Seat, zone: usize, card: DefId) -> bool {
        card == DefId::HIDDEN
            || owner == self.seat
            || R::AUDIENCES.zones[zone] == Audience::All
            || [self.before, self.after].iter().any(|state| self.knows(state, owner, card))
            || self.events.iter().any(|event| shows(event.what, owner, card))
    }

    /// Whether the seat knows this card among those of a player.
    fn knows(&self, state: &State<R>, owner: Seat, card: DefId) -> bool {
        R::AUDIENCES.zones.iter().enumerate().any(|(zone, &audience)| {
            state
                .zone(owner, zone)
                .iter()
                .map(|&id| state.card(id))
                .any(|held| held.def == card && (audience == Audience::All || held.known.reaches(self.seat)))
        })
    }
}

/// Whether an event shows a card of a player to everybody.
fn shows(what: What, owner: Seat, shown: DefId) -> bool {
    match what {
        What::Lost { seat, card }
        | What::Played { seat, card }
        | What::Discarded { seat, card }
        | What::Revealed { seat, card, .. } => (seat, card) == (owner, shown),
        What::Returned { who } => (who.owner, who.def) == (owner, shown),
        _ => false,
    }
}

/// Everybody is told only of pieces that are in sight before or after, or came into sight meanwhile.
fn pieces<R: Rules>(
    game: &Game<R>,
    before: &State<R>,
    after: &State<R>,
    events: &[Event],
) -> Result<(), String> {
    // A seat that is out, or a spectator, sees what happens in the open and is not told when it comes into sight.
    for seat in before.all_seats() - after.lost {
        let told: Vec<What> = events.iter().filter_map(|event| event.seen_by(seat)).collect();
        let mut known = PieceSet::EMPTY;
        for what in &told {
            match what {
                // A seat that spots a piece is told so, and a seat that loses sight of a piece had it in sight.
                What::Spotted { who } | What::Vanished { who } => known.insert(who.piece),
                // A piece that became one's own was seen, even if it is gone by now.
                What::Controlled { who, by } if *by == seat => known.insert(who.piece),
                // A piece that came and went in between is in neither position.
                What::Entered { who } if !after.used.has(who.piece) => known.insert(who.piece),
                _ => {}
            }
        }
        for what in told {
            // The piece that did it is a piece like any other.
            let culprit = what.by().map(|by| by.who.piece).filter(|piece| piece.is_some());
            let named = culprit.map_or(PieceSet::EMPTY, PieceSet::one);
            for piece in (what.pieces() | named) - known {
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
