//! The truths that a seat cannot rule out, one after the other: those that differ in one thing the seat does not know.

use cardwright_core::{Audience, Cell, DefId, Dice, MOMENTS, PieceId, PieceSet, Seat, State, View};
use cardwright_effects::{Ctx, Game, Rules, play, tallies, veil};

use super::doubt::Doubt;
use super::fog;

/// How many truths are imagined by chance to see whether anything hidden plays a part.
const GUESSES: usize = 24;
/// A hidden amount of which nothing is known is imagined below this: it may stand for so many cards of a hand, as bits.
const MOST_HIDDEN: u32 = 8;
/// One of which something is known is imagined below so many times as much.
const TIMES: u32 = 4;

/// A seat that imagines.
pub struct Imagining<'a, R: Rules> {
    pub game: &'a Game<R>,
    /// The view, whose cards are numbered by place, so that no slot tells anything.
    pub view: &'a View<R>,
    pub lists: &'a [Vec<DefId>],
}

impl<R: Rules> Imagining<'_, R> {
    /// A truth that agrees with the view.
    pub fn truth(&self, dice: &mut Dice) -> State<R> {
        // In fog, what waits in the queue is not imagined; the view itself holds all that an answer needs.
        if R::FOG && self.view.state().queue_len > 0 {
            return *self.view.state();
        }
        play::determinise(self.game, self.view, self.lists, dice)
    }

    /// The same with other amounts of what is hidden.
    pub fn guess(&self, dice: &mut Dice) -> State<R> {
        let mut truth = self.truth(dice);
        let seat = self.view.seat();
        for owner in truth.all_seats().filter(|&owner| owner != seat) {
            for (resource, audience) in R::AUDIENCES.resources.iter().enumerate() {
                if *audience != Audience::All {
                    let held = truth.resource_mut(owner, resource);
                    *held = match *held {
                        0 => dice.below(MOST_HIDDEN) as i16,
                        known => known.saturating_mul(dice.below(TIMES) as i16),
                    };
                }
            }
        }
        tallies::change_unknown(&mut truth, seat, |_| u64::from(dice.below(u32::MAX)) * 0x1_0000_0001);
        truth
    }

    /// Calls `look` with truths that differ from one in something hidden, until it says stop; returns what it was in
    /// that truth. `look` is also told which piece was added, if one was.
    pub fn each(
        &self,
        one: &State<R>,
        dice: &mut Dice,
        mut look: impl FnMut(&State<R>, PieceId) -> bool,
    ) -> Option<Doubt> {
        if self.lends_unseen(one) || self.any_unseen(one, &mut look) {
            return Some(Doubt::Unseen);
        }
        let mut look = |other: &State<R>| look(other, PieceId::NONE);
        if self.any_veiled(one, &mut look) {
            return Some(Doubt::Veiled);
        }
        if self.any_top(one, &mut look) {
            return Some(Doubt::Draw);
        }
        for _ in 0..GUESSES {
            if look(&self.guess(dice)) {
                return Some(Doubt::Cards);
            }
        }
        None
    }

    /// Every different card on top of the seat's own decks.
    fn any_top(&self, one: &State<R>, look: &mut impl FnMut(&State<R>) -> bool) -> bool {
        let seat = self.view.seat();
        if R::peeks(self.view.state(), seat) {
            return false;
        }
        for (zone, audience) in R::AUDIENCES.zones.iter().enumerate() {
            let cards = one.zone(seat, zone);
            if *audience != Audience::OwnerUnordered || cards.len() < 2 {
                continue;
            }
            let mut tried: Vec<DefId> = Vec::new();
            for place in 0..cards.len() {
                let def = one.card(cards[place]).def;
                if tried.contains(&def) {
                    continue;
                }
                tried.push(def);
                let mut other = *one;
                other.zone_mut(seat, zone).swap(place, cards.len() - 1);
                if look(&other) {
                    return true;
                }
            }
        }
        false
    }

    /// Every card that a piece may be which lies face down.
    fn any_veiled(&self, one: &State<R>, look: &mut impl FnMut(&State<R>) -> bool) -> bool {
        let hidden = R::AUDIENCES.veiled(one);
        for piece in hidden.filter(|&piece| self.view.state().piece(piece).def == DefId::HIDDEN) {
            for def in veil::possible(self.game, one, piece) {
                let mut other = *one;
                veil::assume(self.game, &mut other, piece, def);
                if look(&other) {
                    return true;
                }
            }
        }
        false
    }

    /// In fog: whether somebody out of sight lends something to a piece in sight.
    fn lends_unseen(&self, one: &State<R>) -> bool {
        R::FOG && {
            let mut fresh = *one;
            self.refresh(&mut fresh);
            !self.looks_alike(&fresh)
        }
    }

    fn refresh(&self, state: &mut State<R>) {
        let mut dice = Dice::sampled(0, "forecast");
        Ctx::new(self.game, state, &mut dice, None, None).refresh_lent();
    }

    /// Whether the pieces of the view have the same numbers in a truth.
    fn looks_alike(&self, truth: &State<R>) -> bool {
        let seen = self.view.state();
        seen.used.into_iter().all(|id| {
            let (here, there) = (seen.piece(id), truth.piece(id));
            here.attack_now() == there.attack_now()
                && here.health_now() == there.health_now()
                && here.keywords_now() == there.keywords_now()
        })
    }

    /// In fog: one more piece of another seat that nobody sees, anywhere it may be, or none of those remembered.
    fn any_unseen(&self, one: &State<R>, look: &mut impl FnMut(&State<R>, PieceId) -> bool) -> bool {
        if !R::FOG {
            return false;
        }
        let mut bare = *one;
        let mut dice = Dice::sampled(0, "forecast");
        for remembered in one.used - self.view.state().used {
            Ctx::new(self.game, &mut bare, &mut dice, None, None).leave(remembered);
        }
        bare.limbo = PieceSet::EMPTY;
        if bare.used != one.used && look(&bare, PieceId::NONE) {
            return true;
        }
        // Those remembered may take up the room of others.
        let has_room = one.used.len() < self.game.limits.pieces as u32;
        let one = if has_room { one } else { &bare };
        let (seat, cells) = (self.view.seat(), R::cell_names(self.game).len());
        // There are many to try: only what the last one changed is copied again.
        let mut other = Box::new(*one);
        other.assign(one);
        for def in self.lurking() {
            for owner in one.all_seats().filter(|&owner| owner != seat && !one.lost.has(owner)) {
                for cell in 0..cells {
                    if let Some(piece) = self.add_unseen(one, &mut other, owner, def, Cell(cell as u8))
                        && (look(&other, piece) || age(&mut other, piece) && look(&other, piece))
                    {
                        return true;
                    }
                    other.restore(one);
                }
            }
        }
        false
    }

    /// The cards that may do something from where nobody sees them, and one of every kind that does nothing.
    fn lurking(&self) -> Vec<DefId> {
        let game = self.game;
        let (mut kinds, mut found) = (0u64, Vec::new());
        let acts = |def: DefId| {
            let printed = game.def(def);
            printed.hears_others != 0
                || printed.hears_itself & fog::OF_SEATS != 0
                || !printed.auras.is_empty()
        };
        for &def in R::unknown_pool(game) {
            let printed = game.def(def);
            let is_first = kinds >> printed.kind & 1 == 0;
            kinds |= 1 << printed.kind;
            if printed.health > 0 && (is_first || acts(def)) {
                found.push(def);
            }
        }
        // What comes into play only by texts.
        for def in (1..game.catalogue.defs.len()).map(|at| DefId(at as u16)) {
            let printed = game.def(def);
            let is_such = !printed.collectible && kinds >> printed.kind & 1 != 0 && printed.health > 0;
            if is_such && acts(def) && !found.contains(&def) {
                found.push(def);
            }
        }
        found
    }

    /// Adds a piece to a truth; none if the seat would see it or something else would look different.
    fn add_unseen(
        &self,
        one: &State<R>,
        other: &mut State<R>,
        owner: Seat,
        def: DefId,
        cell: Cell,
    ) -> Option<PieceId> {
        let mut dice = Dice::sampled(0, "forecast");
        let mut cx = Ctx::new(self.game, other, &mut dice, None, None);
        let piece = cx.enter(owner, def, cell)?;
        cx.set_dormant(piece, false);
        // Where it cannot stay it is not.
        if one.queue_len == 0 && R::settle(&mut cx) {
            return None;
        }
        if R::sees(self.game, other, self.view.seat(), piece) {
            return None;
        }
        // It came long ago: whoever waited for it has acted.
        (other.queue_len, other.triggers) = (one.queue_len, one.triggers);
        if !self.game.def(def).auras.is_empty() {
            self.refresh(other);
            if !self.looks_alike(other) {
                return None;
            }
        }
        Some(piece)
    }
}

/// Makes a piece the one that came first; false if nobody else listens for what it listens for.
///
/// Of several that answer to the same, the one that came first may leave nothing to the others.
fn age<R: Rules>(state: &mut State<R>, piece: PieceId) -> bool {
    let rivals = (0..MOMENTS).any(|moment| {
        let hears = state.hears_itself[moment] | state.hears_others[moment];
        hears.has(piece) && hears.len() > 1
    });
    if rivals {
        for id in state.used {
            let stamp = state.piece(id).stamp;
            state.piece_mut(id).stamp = if id == piece { 0 } else { stamp.saturating_add(1) };
        }
        state.stamp = state.stamp.saturating_add(1);
    }
    rivals
}
