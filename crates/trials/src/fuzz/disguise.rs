//! How a second truth differs from the first, beyond places: numbers that a seat cannot know, and pieces that stay.

use cardwright_core::{Audience, DORMANT, Dice, MOMENTS, PieceId, PieceSet, Seat, SeatSet, State};
use cardwright_effects::{Game, Moment, Rules, tallies, veil};

/// Changes what no rule would show of a hidden card: its cost, and who else knows it; also how many options another
/// seat is asked about, its veiled pieces and its counts.
pub fn disguise<R: Rules>(game: &Game<R>, state: &mut State<R>, seat: Seat, dice: &mut Dice) {
    for owner in state.all_seats().filter(|&owner| owner != seat) {
        for (zone, &audience) in R::AUDIENCES.zones.iter().enumerate() {
            for place in 0..state.zone(owner, zone).len() {
                let id = state.zone(owner, zone)[place];
                let card = state.card_mut(id);
                let is_shown =
                    audience == Audience::All || card.known.reaches(seat) || card.known == SeatSet::ALL;
                if !is_shown {
                    card.cost = dice.below(7) as i8 - 3;
                    (card.attack, card.health) = (dice.below(3) as i8, dice.below(3) as i8);
                    card.known.insert(owner);
                }
            }
        }
    }
    if state.prompt.is_open() && state.prompt.seat != seat && state.prompt.len > 1 {
        state.prompt.len -= 1;
    }
    veil::disguise(game, state, seat, dice);
    tallies::change_unknown(state, seat, |_| dice.below(u32::MAX) as u64 * 0x1_0000_0001);
}

/// Gives the others less of what they hold in secret.
pub fn lower<R: Rules>(state: &mut State<R>, seat: Seat, dice: &mut Dice) {
    for owner in state.all_seats().filter(|&owner| owner != seat) {
        for (resource, audience) in R::AUDIENCES.resources.iter().enumerate() {
            let held = state.resource_mut(owner, resource);
            if *audience != Audience::All && *held > 0 {
                *held = dice.below(*held as u32 + 1) as i16;
            }
        }
    }
}

/// Pieces that show where they are by what they do to others: by auras, and by abilities that work at any distance;
/// also those whose text sleeps, since the next step may wake it.
pub fn telling<R: Rules>(game: &Game<R>, state: &State<R>) -> PieceSet {
    let quiet = [Moment::Entered, Moment::Died, Moment::Moved].map(|moment| moment as usize);
    let loud = (0..MOMENTS).filter(|moment| !quiet.contains(moment));
    let heard = loud.clone().fold(0, |heard, moment| heard | 1 << moment);
    let tells = |piece: &PieceId| {
        let printed = game.def(state.piece(*piece).def);
        let hears = printed.hears_itself | printed.hears_others;
        state.piece(*piece).is(DORMANT) && (!printed.auras.is_empty() || hears & heard != 0)
    };
    let awake =
        loud.fold(state.aura_sources, |set, at| set | state.hears_itself[at] | state.hears_others[at]);
    state.used.filter(tells).fold(awake, |set, piece| set | PieceSet::one(piece))
}
