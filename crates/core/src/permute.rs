//! Second truths that a seat cannot tell from the first, made from the declared audiences alone.

use crate::dice::Dice;
use crate::ids::{DefId, PieceId, PieceSet, Seat};
use crate::shape::Shape;
use crate::state::State;
use crate::view::{Audience, Audiences, is_known};

/// What may differ between two truths that a seat cannot tell apart.
pub struct Unseen<'a, G: Shape> {
    pub audiences: &'a Audiences,
    /// Whether a card may lie in a zone.
    pub fits: &'a dyn Fn(usize, DefId) -> bool,
    /// Whether the seat sees a piece; asked only in games with fog.
    pub sees: &'a dyn Fn(&State<G>, PieceId) -> bool,
    /// Pieces whose place shows in what they do to others.
    pub fixed: PieceSet,
    /// Whether the rules could have led to a position.
    pub is_possible: &'a dyn Fn(&State<G>) -> bool,
}

/// A second truth that the seat cannot tell from the first, made from the declared audiences alone.
///
/// It never looks at a view: the secrecy test compares what views, legal actions, events and agents make of the two.
pub fn permute<G: Shape>(truth: &State<G>, seat: Seat, dice: &mut Dice, unseen: &Unseen<'_, G>) -> State<G> {
    let &Unseen { audiences, fits, sees, fixed, is_possible } = unseen;
    let mut other = *truth;
    for owner in truth.all_seats() {
        // The places whose cards the seat cannot tell apart: all hidden places of another seat together, and each
        // unordered zone of its own by itself.
        let mut pooled: Vec<(usize, usize)> = Vec::new();
        for (zone, audience) in audiences.zones.iter().enumerate() {
            let places = 0..truth.zone(owner, zone).len();
            if owner == seat {
                if *audience == Audience::OwnerUnordered {
                    let places: Vec<_> = places.map(|place| (zone, place)).collect();
                    shuffle_places(&mut other, owner, &places, dice, fits);
                }
                continue;
            }
            // A card that was shown stays in its zone, even if it could lie anywhere in it: in another it would be seen.
            for place in places {
                let card = truth.card(truth.zone(owner, zone)[place]);
                if !card.known.reaches(seat) && !is_known(card, seat, *audience) {
                    pooled.push((zone, place));
                }
            }
        }
        shuffle_places(&mut other, owner, &pooled, dice, fits);
        for (zone, audience) in audiences.zones.iter().enumerate() {
            if owner != seat && *audience == Audience::OwnerUnordered {
                let places: Vec<_> = (0..truth.zone(owner, zone).len()).map(|place| (zone, place)).collect();
                shuffle_places(&mut other, owner, &places, dice, fits);
            }
        }
        for (resource, audience) in audiences.resources.iter().enumerate() {
            if *audience != Audience::All && owner != seat {
                *other.resource_mut(owner, resource) = dice.below(64) as i16;
            }
        }
    }
    if truth.prompt.is_open() && truth.prompt.seat != seat {
        let len = other.prompt.len as usize;
        dice.shuffle(&mut other.prompt.options[..len]);
    }
    if G::FOG {
        // Hidden pieces swap places with each other, as long as no piece comes into sight or out of it.
        let hidden: Vec<PieceId> = (truth.used - fixed).filter(|&piece| !sees(truth, piece)).collect();
        for end in (1..hidden.len()).rev() {
            let (piece, partner) = (hidden[end], hidden[dice.below(end as u32 + 1) as usize]);
            let before = other;
            exchange(&mut other, piece, partner);
            let looks_alike =
                || truth.used.into_iter().all(|piece| sees(&other, piece) == sees(truth, piece));
            if !is_possible(&other) || !looks_alike() {
                other = before;
            }
        }
    }
    other
}

/// Swaps the cells of two pieces.
fn exchange<G: Shape>(state: &mut State<G>, a: PieceId, b: PieceId) {
    let (from, to) = (state.piece(a).cell, state.piece(b).cell);
    for (piece, old, new) in [(a, from, to), (b, to, from)] {
        state.lift(piece, old);
        state.piece_mut(piece).cell = new;
    }
    for (piece, cell) in [(a, to), (b, from)] {
        state.lay(piece, cell);
    }
}

/// Swaps cards at random between places, as long as each card fits its new zone.
fn shuffle_places<G: Shape>(
    state: &mut State<G>,
    owner: Seat,
    places: &[(usize, usize)],
    dice: &mut Dice,
    fits: &dyn Fn(usize, DefId) -> bool,
) {
    for end in (1..places.len()).rev() {
        let ((zone, place), (other_zone, other_place)) =
            (places[end], places[dice.below(end as u32 + 1) as usize]);
        let (here, there) = (state.zone(owner, zone)[place], state.zone(owner, other_zone)[other_place]);
        if fits(zone, state.card(there).def) && fits(other_zone, state.card(here).def) {
            state.zone_mut(owner, zone)[place] = there;
            state.zone_mut(owner, other_zone)[other_place] = here;
        }
    }
}
