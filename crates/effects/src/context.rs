//! What a running action works with: state, game, dice and a sink for events; and the verbs of the rulebook.

use std::sync::atomic::AtomicBool;

use cardwright_core::{
    ARRIVED, By, Card, Cause, Cell, DISPELLED, DORMANT, DefId, Dice, Event, FRAME, Frame, GRANTED, MOMENTS,
    Piece, PieceId, PieceSet, Room, Seat, SeatSet, State, What, Who,
};

use crate::catalogue::AuraTraits;
use crate::contract::{Basics, Rules};
use crate::game::Game;
use crate::moment::Moment;
use crate::overflow::Overflow;

/// Everything an action works with.
pub struct Ctx<'a, R: Basics> {
    pub state: &'a mut State<R>,
    pub game: &'a Game<R>,
    pub dice: &'a mut Dice,
    /// Where events go; costs nothing when absent.
    pub sink: Option<&'a mut Vec<Event>>,
    /// Set from outside to end a resolution that does not end by itself.
    pub stop: Option<&'a AtomicBool>,
    /// Whose text, or which rule, is being carried out.
    pub cause: Cause,
    /// Work that waits for lack of room in the state: see `overflow.rs`.
    pub(crate) overflow: Overflow,
}

impl<'a, R: Basics> Ctx<'a, R> {
    /// A context of the position, the dice, the sink for events and the flag that breaks the action off.
    #[inline(always)]
    pub fn new(
        game: &'a Game<R>,
        state: &'a mut State<R>,
        dice: &'a mut Dice,
        sink: Option<&'a mut Vec<Event>>,
        stop: Option<&'a AtomicBool>,
    ) -> Self {
        Self { state, game, dice, sink, stop, cause: Cause::NONE, overflow: Overflow::default() }
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// Tells what happened to everybody who may notice it.
    #[inline]
    pub fn tell(&mut self, what: What) {
        if let Some(sink) = &mut self.sink {
            let audience = R::witnesses(self.game, self.state, &what);
            let causes = R::witnesses_of_cause(self.game, self.state, &what);
            sink.push(Event { audience, causes, what });
        }
    }

    /// Tells these seats what happened; the others learn what anybody may know of it.
    #[inline]
    pub fn tell_to(&mut self, audience: SeatSet, what: What) {
        if let Some(sink) = &mut self.sink {
            sink.push(Event { audience, causes: SeatSet::ALL, what });
        }
    }

    /// A cause, as events tell it.
    pub fn by(&self, cause: Cause) -> By {
        By {
            who: self.who(cause.piece),
            card: if cause.card == DefId::NONE { DefId::HIDDEN } else { cause.card },
            rule: if cause.rule == 0 { "" } else { R::REASONS[cause.rule as usize - 1] },
        }
    }

    /// Tells one seat what happened, and everybody that something happened.
    #[inline]
    pub fn whisper(&mut self, seat: Seat, what: What) {
        self.tell_to(SeatSet::one(seat), what);
    }

    /// Does something with this cause, whatever is being carried out.
    pub fn caused_by(&mut self, cause: Cause, act: impl FnOnce(&mut Self)) {
        let running = std::mem::replace(&mut self.cause, cause);
        act(self);
        self.cause = running;
    }

    /// The piece as events name it.
    #[inline]
    pub fn who(&self, piece: PieceId) -> Who {
        if !piece.is_some() {
            return Who { piece, def: DefId::HIDDEN, owner: Seat::NONE, cell: Cell::NONE };
        }
        let p = self.state.piece(piece);
        Who { piece, def: p.def, owner: p.owner, cell: p.cell }
    }

    /// Whether a piece is in play and not about to leave.
    #[inline]
    pub fn is_alive(&self, piece: PieceId) -> bool {
        (self.state.used - self.state.dying).has(piece)
    }

    /// Brings a card into play as printed; `None` when there is no room.
    pub fn enter(&mut self, seat: Seat, def: DefId, cell: Cell) -> Option<PieceId> {
        self.enter_card(seat, Card::new(def), cell)
    }

    /// Brings a card into play with the changes it was given in its zone; `None` when there is no room.
    pub fn enter_card(&mut self, seat: Seat, card: Card, cell: Cell) -> Option<PieceId> {
        let def = card.def;
        let room = self.state.used.len() < self.game.limits.pieces as u32;
        let Some(id) = self.state.free_piece().filter(|_| room) else {
            self.tell(What::Fizzled { room: Room::Pieces });
            return None;
        };
        let game = self.game;
        let printed = game.def(def);
        self.state.stamp = self.state.stamp.wrapping_add(1);
        *self.state.piece_mut(id) = Piece {
            keywords: printed.keywords,
            attack: printed.attack.saturating_add(card.attack as i16).max(0),
            health: printed.health.saturating_add(card.health as i16).max((printed.health > 0) as i16),
            def,
            stamp: self.state.stamp,
            owner: seat,
            cell,
            statuses: printed.statuses,
            flags: ARRIVED,
            ..Piece::default()
        };
        let state = &mut *self.state;
        state.pieces_end = state.pieces_end.max(id.0 + 1);
        state.used.insert(id);
        state.side[seat.at()].insert(id);
        state.kind[printed.kind as usize].insert(id);
        state.lay(id, cell);
        self.listen(id);
        self.touch();
        let who = self.who(id);
        self.tell(What::Entered { who });
        if printed.has_timer {
            self.start_timers(id);
        }
        R::entered(self, id);
        self.fire(Moment::Entered, id, PieceId::NONE, 0);
        Some(id)
    }

    /// Brings a card into play by an effect, near a cell; `None` when there is no room.
    pub fn summon(&mut self, seat: Seat, card: Card, near: Cell) -> Option<PieceId> {
        let Some(cell) = R::room_for(self, seat, card.def, near) else {
            self.tell(What::Fizzled { room: Room::Cells });
            return None;
        };
        let piece = self.enter_card(seat, card, cell)?;
        self.fire(Moment::Settled, piece, PieceId::NONE, 0);
        Some(piece)
    }

    /// Registers what a piece listens for and lends, from its card and from granted abilities.
    pub(crate) fn listen(&mut self, id: PieceId) {
        let game = self.game;
        let piece = *self.state.piece(id);
        let (mut itself, mut others) = (0u32, 0u32);
        let (mut lends, mut granted) = (false, false);
        if !piece.is(DISPELLED | DORMANT) {
            let printed = game.def(piece.def);
            (itself, others) = (printed.hears_itself, printed.hears_others);
            lends = !printed.auras.is_empty();
        }
        if piece.is(GRANTED) {
            for effect in self.state.effects_in_force() {
                if effect.grants() && effect.pieces.has(id) {
                    let ability = &game.catalogue.abilities[effect.ability as usize];
                    let heard = if ability.is_about_others { &mut others } else { &mut itself };
                    *heard |= 1 << ability.moment;
                    granted = true;
                }
            }
        }
        let state = &mut *self.state;
        if piece.is(GRANTED | DISPELLED | DORMANT) {
            // It may have listened for more moments until now.
            deafen(state, id, ALL_MOMENTS, ALL_MOMENTS);
        }
        moments(itself).for_each(|moment| state.hears_itself[moment].insert(id));
        moments(others).for_each(|moment| state.hears_others[moment].insert(id));
        if lends {
            state.aura_sources.insert(id)
        } else {
            state.aura_sources.remove(id)
        }
        if !granted {
            state.piece_mut(id).flags &= !GRANTED;
        }
    }

    /// A piece stops listening for anything.
    pub(crate) fn deafen_all(&mut self, id: PieceId) {
        deafen(self.state, id, ALL_MOMENTS, ALL_MOMENTS);
    }

    /// Puts the printed abilities and auras of a piece to sleep, or wakes them.
    pub fn set_dormant(&mut self, id: PieceId, is_dormant: bool) {
        let piece = self.state.piece_mut(id);
        piece.flags = if is_dormant { piece.flags | DORMANT } else { piece.flags & !DORMANT };
        self.listen(id);
        self.state.is_dirty = true;
    }

    /// Takes a piece out of play. Its record can still be read until the resolution ends.
    pub fn leave(&mut self, id: PieceId) {
        self.leave_table(id);
        self.end_effects_of(PieceSet::one(id));
    }

    /// Takes a piece out of play, but leaves it what was granted to it for a time.
    pub(crate) fn leave_table(&mut self, id: PieceId) {
        let state = &mut *self.state;
        let piece = *state.piece(id);
        state.lift(id, piece.cell);
        state.side[piece.owner.at()].remove(id);
        for kind in &mut state.head.kind {
            kind.remove(id);
        }
        let printed = self.game.def(piece.def);
        let granted = if piece.is(GRANTED) { ALL_MOMENTS } else { 0 };
        deafen(state, id, printed.hears_itself | granted, printed.hears_others | granted);
        let changes_others = state.aura_sources.any();
        state.aura_sources.remove(id);
        state.used.remove(id);
        state.dying.remove(id);
        state.limbo.insert(id);
        self.state.is_dirty |= changes_others;
        if piece.cell.is_some() {
            R::vacated(self, piece.cell);
        }
    }

    /// Notes that pieces came, went or moved: auras may reach other pieces now.
    #[inline]
    pub fn touch(&mut self) {
        self.state.is_dirty |= self.state.aura_sources.any();
    }

    /// Notes that numbers or keywords of a piece changed: auras that look at them may reach other pieces now.
    #[inline]
    pub fn touch_values(&mut self) {
        self.touch_auras(AuraTraits::PICKY | AuraTraits::COUNTING);
    }

    /// Notes that auras with these traits may reach or lend something else now.
    #[inline]
    pub(crate) fn touch_auras(&mut self, traits: AuraTraits) {
        let sources = self.state.aura_sources;
        let mut is_dirty = self.state.is_dirty;
        for source in sources {
            is_dirty |= self.game.catalogue.aura_traits[self.state.piece(source).def.at()].has(traits);
        }
        self.state.is_dirty = is_dirty;
    }

    /// Moves a piece to a cell.
    pub fn move_piece(&mut self, id: PieceId, to: Cell) {
        let who = self.who(id);
        self.state.lift(id, who.cell);
        self.state.piece_mut(id).cell = to;
        self.state.lay(id, to);
        if who.cell.is_some() {
            R::vacated(self, who.cell);
        }
        self.touch();
        self.tell(What::Moved { who, to });
        self.fire(Moment::Moved, id, PieceId::NONE, 0);
    }

    /// Gives a piece to another seat, on a cell of that seat.
    pub fn change_owner(&mut self, id: PieceId, seat: Seat, cell: Cell) {
        let who = self.who(id);
        let state = &mut *self.state;
        state.side[who.owner.at()].remove(id);
        state.side[seat.at()].insert(id);
        state.lift(id, who.cell);
        state.lay(id, cell);
        let piece = state.piece_mut(id);
        piece.owner = seat;
        piece.cell = cell;
        piece.acted = 0;
        piece.flags = piece.flags & (DISPELLED | GRANTED | DORMANT) | ARRIVED;
        if who.cell.is_some() {
            R::vacated(self, who.cell);
        }
        self.touch();
        self.tell(What::Controlled { who, by: seat });
        R::changed_sides(self, id, who.owner);
    }

    /// Changes attack and health for good.
    pub fn change(&mut self, id: PieceId, attack: i16, health: i16) {
        let piece = self.state.piece_mut(id);
        piece.attack = piece.attack.saturating_add(attack);
        piece.health = piece.health.saturating_add(health);
        if piece.health_now() <= 0 {
            self.doom(id);
        }
        self.touch_values();
        // The game may lend what a piece beside the board has now.
        self.state.is_dirty |= R::LENDS && !self.state.piece(id).cell.is_some();
        let who = self.who(id);
        self.tell(What::Changed { who, attack, health, lasting: false });
    }

    /// Takes everything from a piece but the numbers printed on its card.
    pub fn dispel(&mut self, id: PieceId) {
        let game = self.game;
        self.hand_back(id);
        self.end_effects_of(PieceSet::one(id));
        let piece = self.state.piece_mut(id);
        let printed = game.def(piece.def);
        let bonus = piece.health.saturating_sub(printed.health);
        piece.keywords = 0;
        piece.statuses = [0; cardwright_core::STATUSES];
        piece.attack = printed.attack;
        piece.health = printed.health;
        // Losing a health bonus never kills.
        piece.damage = (piece.damage - bonus.max(0)).max(0);
        piece.flags = (piece.flags | DISPELLED) & !GRANTED;
        R::dispelled(self, id);
        self.listen(id);
        self.state.is_dirty = true;
        let who = self.who(id);
        self.tell(What::Dispelled { who });
    }

    /// Turns a piece into another card on the same cell.
    pub fn transform(&mut self, id: PieceId, into: DefId) {
        let who = self.who(id);
        let game = self.game;
        self.end_effects_of(PieceSet::one(id));
        let printed = game.def(into);
        let state = &mut *self.state;
        for kind in &mut state.head.kind {
            kind.remove(id);
        }
        state.kind[printed.kind as usize].insert(id);
        deafen(state, id, ALL_MOMENTS, ALL_MOMENTS);
        let old = *state.piece(id);
        *state.piece_mut(id) = Piece {
            keywords: printed.keywords,
            attack: printed.attack,
            health: printed.health,
            def: into,
            stamp: old.stamp,
            owner: old.owner,
            cell: old.cell,
            statuses: printed.statuses,
            flags: ARRIVED,
            ..Piece::default()
        };
        self.listen(id);
        self.state.is_dirty = true;
        self.tell(What::Transformed { who, into });
        if printed.has_timer {
            self.start_timers(id);
        }
        R::transformed(self, id);
    }

    /// Changes a resource, but never below zero or above what the game allows.
    pub fn gain(&mut self, seat: Seat, resource: usize, amount: i16) {
        let most = R::most_of(self.game, resource);
        let held = self.state.resource_mut(seat, resource);
        let before = *held;
        *held = held.saturating_add(amount).min(most.max(before)).max(0);
        let amount = *held - before;
        if amount != 0 {
            self.tell(What::Gained { seat, resource: resource as u8, amount });
        }
    }

    /// A seat loses the match.
    pub fn defeat(&mut self, seat: Seat) {
        if !self.state.lost.has(seat) {
            self.state.lost.insert(seat);
            self.tell(What::Defeated { seat });
        }
    }

    /// Pushes a frame.
    #[inline]
    pub fn push(&mut self, frame: Frame) {
        if self.overflow.is_above() || !self.state.push_frame(frame, FRAME) {
            self.push_above(&frame.pack());
        }
    }
}

const ALL_MOMENTS: u32 = (1 << MOMENTS) - 1;

/// A piece stops listening for some moments: those about itself and those about others.
fn deafen<R: Rules>(state: &mut State<R>, id: PieceId, itself: u32, others: u32) {
    moments(itself).for_each(|moment| state.hears_itself[moment].remove(id));
    moments(others).for_each(|moment| state.hears_others[moment].remove(id));
}

/// The moments of a mask.
#[inline(always)]
fn moments(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(next)
    })
}
