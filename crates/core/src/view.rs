//! What one seat may know: a state with everything else blanked and numbered canonically.
//!
//! A view is a state, so agents apply actions to it as they would to the truth. Two truths that a seat cannot tell
//! apart give the same view, byte for byte.

mod belief;

use crate::dice::Dice;
use crate::encode::bytes;
use crate::ids::{CardId, DefId, PieceId, PieceSet, Seat};
use crate::records::{Card, InForce, MOMENTS, Piece, Prompt, RESOURCES, Waiting};
use crate::shape::Shape;
use crate::state::State;
use crate::who::Cause;

pub use belief::Belief;

/// Who knows the cards of a zone, or the amount of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    All,
    /// The owner knows the contents and their order.
    Owner,
    /// The owner knows the contents, nobody the order.
    OwnerUnordered,
}

/// The declared audiences of a game. Views and the secrecy test both read this table.
#[derive(Clone, Copy, Debug)]
pub struct Audiences {
    pub zones: &'static [Audience],
    pub resources: [Audience; RESOURCES],
    /// Kinds of pieces of which others see that they are in play, but not which card they are, as bits.
    pub veiled: u8,
}

impl Audiences {
    /// The pieces in play whose card only their owner knows.
    pub fn veiled<G: Shape>(&self, state: &State<G>) -> PieceSet {
        let (mut set, mut left) = (PieceSet::EMPTY, self.veiled);
        while left != 0 {
            set |= state.kind[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        set
    }
}

/// The whole truth, for an agent that plays as an oracle. It is not a view, and only [`View::show`] makes a view of
/// it.
#[derive(Clone, Copy)]
pub struct Truth<'a, G: Shape> {
    /// Who is to act.
    pub seat: Seat,
    pub state: &'a State<G>,
}

/// What a seat may know.
#[derive(Clone, Copy)]
pub struct View<G: Shape> {
    pub(crate) seat: Seat,
    pub(crate) state: State<G>,
}

impl<G: Shape> View<G> {
    /// The memory of a view that shows nothing yet.
    pub fn blank() -> Self {
        Self { seat: Seat::NONE, state: State::empty() }
    }

    /// Whose view it is; none for a spectator.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as the seat knows it. Rules, legal actions and worth work on it as they do on the truth.
    #[inline(always)]
    pub fn state(&self) -> &State<G> {
        &self.state
    }

    /// The same to be changed, for a game that hides or remembers more than the audiences say.
    #[inline(always)]
    pub fn state_mut(&mut self) -> &mut State<G> {
        &mut self.state
    }

    /// Becomes a seat's view of the truth, reusing the memory. In a game with fog it shows only the pieces in `seen`.
    pub fn show(&mut self, truth: &State<G>, seat: Seat, audiences: &Audiences, seen: PieceSet) {
        self.seat = seat;
        self.state.assign(truth);
        let state = &mut self.state;
        if G::FOG {
            forget_pieces(state, truth, &Numbering::of(truth, seen));
        }
        for owner in truth.all_seats() {
            let own = owner == seat;
            for (resource, audience) in audiences.resources.iter().enumerate() {
                if *audience != Audience::All && !own {
                    *state.resource_mut(owner, resource) = 0;
                }
            }
            if own {
                for (zone, audience) in audiences.zones.iter().enumerate() {
                    if *audience == Audience::OwnerUnordered {
                        sort_by_slot(state.zone_mut(owner, zone));
                    }
                }
            } else {
                blank(state, owner, seat, audiences);
            }
        }
        if audiences.veiled != 0 {
            veil_pieces(state, seat, audiences);
        }
        if state.prompt.is_open() && state.prompt.seat != seat {
            let asked = Prompt { seat: state.prompt.seat, ..Prompt::default() };
            state.prompt = asked;
            state.queue_len = 0;
        }
        if audiences.veiled != 0 && state.queue_len > 0 {
            let own = if seat.is_some() { truth.side[seat.at()] } else { PieceSet::EMPTY };
            state.forget_triggers_of(audiences.veiled(truth) - own);
        }
        // A waiting program may hold a card; the seat may know which one only if it can see that card.
        state.change_waiting(|waiting| {
            if let Waiting::Frame(frame) = waiting
                && frame.card.is_some()
                && !can_tell(truth, frame.card, seat, audiences)
            {
                frame.card = CardId::NONE;
            }
        });
    }

    /// The bytes of the view.
    pub fn bytes(&self) -> Vec<u8> {
        bytes(self)
    }

    /// A truth consistent with the view: unknown cards are filled in by belief, unordered zones shuffled.
    pub fn determinise(&self, dice: &mut Dice, audiences: &Audiences, belief: &Belief<'_>) -> State<G> {
        let mut truth = self.state;
        for owner in truth.all_seats() {
            let mut left = None;
            for (zone, audience) in audiences.zones.iter().enumerate() {
                let mut is_drawn = true;
                for place in 0..truth.zone(owner, zone).len() {
                    let id = truth.zone(owner, zone)[place];
                    if truth.card(id).def != DefId::HIDDEN {
                        is_drawn = false;
                        continue;
                    }
                    match left.get_or_insert_with(|| belief.left(&self.state, owner)).draw(zone, dice) {
                        Some(def) => truth.card_mut(id).def = def,
                        None => is_drawn = false,
                    }
                }
                // Cards that were all drawn just now lie in random order.
                if *audience == Audience::OwnerUnordered && !is_drawn {
                    dice.shuffle(truth.zone_mut(owner, zone));
                }
            }
        }
        if truth.prompt.is_open() && truth.prompt.seat != self.seat {
            // Nobody knows what another seat is asked: the sampled truth goes on as if the question had no answer.
            truth.prompt = Prompt::default();
        }
        truth
    }
}

/// Blanks the pieces of other seats whose card only their owner knows.
fn veil_pieces<G: Shape>(state: &mut State<G>, seat: Seat, audiences: &Audiences) {
    let own = if seat.is_some() { state.side[seat.at()] } else { PieceSet::EMPTY };
    let veiled = audiences.veiled(state) - own;
    if veiled.is_empty() {
        return;
    }
    let head = &mut state.front.head;
    for set in head.hears_itself.iter_mut().chain(&mut head.hears_others).chain([&mut head.aura_sources]) {
        *set = *set - veiled;
    }
    for id in veiled {
        let Piece { owner, stamp, cell, .. } = *state.piece(id);
        let blank = Piece { def: DefId::HIDDEN, owner, stamp, cell, ..Piece::default() };
        *state.piece_mut(id) = blank;
    }
}

/// Whether a seat can tell which card lies in a slot: it can if it may read the zone the card lies in.
fn can_tell<G: Shape>(truth: &State<G>, card: CardId, seat: Seat, audiences: &Audiences) -> bool {
    for owner in truth.all_seats() {
        for (zone, &audience) in audiences.zones.iter().enumerate() {
            let is_readable = match audience {
                Audience::OwnerUnordered => false,
                _ if owner == seat => true,
                audience => is_known(truth.card(card), seat, audience),
            };
            if is_readable && truth.zone(owner, zone).contains(&card) {
                return true;
            }
        }
    }
    false
}

/// Whether a seat knows a card of another seat's zone.
pub(crate) fn is_known(card: &Card, seat: Seat, audience: Audience) -> bool {
    match audience {
        Audience::All => true,
        Audience::Owner => card.known.reaches(seat),
        // An unordered zone forgets: a known card in it could be anywhere.
        Audience::OwnerUnordered => false,
    }
}

/// Blanks the cards of `owner` that `seat` may not know; their slots are numbered anew by place.
fn blank<G: Shape>(state: &mut State<G>, owner: Seat, seat: Seat, audiences: &Audiences) {
    let zones =
        || audiences.zones.iter().copied().enumerate().filter(|&(_, audience)| audience != Audience::All);
    let mut slots = Slots::default();
    for (zone, audience) in zones() {
        let (cards, zone) = state.cards_and_zone(owner, zone);
        for id in zone {
            let card = &mut cards[id.at()];
            if !is_known(card, seat, audience) {
                slots.insert(*id);
                *card = Card::new(DefId::HIDDEN);
            }
        }
    }
    for (unplayed, hidden) in state.unplayed.iter_mut().zip(slots.0) {
        *unplayed &= !hidden;
    }
    let mut slots = slots.into_iter();
    for (zone, audience) in zones() {
        let (cards, zone) = state.cards_and_zone(owner, zone);
        for id in zone {
            if !is_known(&cards[id.at()], seat, audience) {
                *id = slots.next().expect("every hidden place has a slot");
            }
        }
    }
}

/// Puts the cards in the order of their slots, which is the order of the deck list.
fn sort_by_slot(cards: &mut [CardId]) {
    let mut slots = Slots::default();
    for id in cards.iter() {
        slots.insert(*id);
    }
    for (card, slot) in cards.iter_mut().zip(slots) {
        *card = slot;
    }
}

/// A set of slots.
#[derive(Default)]
struct Slots([u64; 4]);

impl Slots {
    #[inline(always)]
    fn insert(&mut self, id: CardId) {
        self.0[id.at() / 64] |= 1 << (id.at() % 64);
    }
}

impl IntoIterator for Slots {
    type Item = CardId;
    type IntoIter = InSlots;

    /// The slots in order.
    #[inline(always)]
    fn into_iter(self) -> InSlots {
        InSlots { words: self.0, word: 0, bits: self.0[0] }
    }
}

struct InSlots {
    words: [u64; 4],
    word: usize,
    /// What is left of this word.
    bits: u64,
}

impl Iterator for InSlots {
    type Item = CardId;

    #[inline(always)]
    fn next(&mut self) -> Option<CardId> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.words.get(self.word)?;
        }
        let slot = CardId((self.word * 64 + self.bits.trailing_zeros() as usize) as u8);
        self.bits &= self.bits - 1;
        Some(slot)
    }
}

/// How a view numbers the pieces that its seat sees in a game with fog: by arrival.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// Piece n of the view is `pieces[n]`.
    pieces: [PieceId; 64],
    len: usize,
    /// The number of each piece in the view, or none.
    numbers: [PieceId; 64],
    seen: PieceSet,
}

impl Numbering {
    /// The numbers of these pieces.
    pub fn of<G: Shape>(truth: &State<G>, seen: PieceSet) -> Self {
        let (mut pieces, mut numbers, mut len) = ([PieceId::NONE; 64], [PieceId::NONE; 64], 0);
        for piece in truth.by_arrival(seen) {
            pieces[len] = piece;
            numbers[piece.at()] = PieceId(len as u8);
            len += 1;
        }
        Self { pieces, len, numbers, seen }
    }

    /// How many pieces the view has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the view has no piece.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The piece that has this number in the view, or none.
    pub fn piece(&self, number: PieceId) -> PieceId {
        self.pieces.get(number.at()).copied().unwrap_or(PieceId::NONE)
    }

    /// The number of a piece in the view, or none.
    #[inline]
    pub fn number(&self, piece: PieceId) -> PieceId {
        self.numbers.get(piece.at()).copied().unwrap_or(PieceId::NONE)
    }

    /// A set of pieces in the numbers of the view.
    #[inline]
    pub fn numbers(&self, set: PieceSet) -> PieceSet {
        let mut new = PieceSet::EMPTY;
        for piece in set & self.seen {
            new.insert(self.numbers[piece.at()]);
        }
        new
    }
}

/// Keeps only the pieces that a copy of the truth may show, and gives them their numbers.
fn forget_pieces<G: Shape>(state: &mut State<G>, truth: &State<G>, shown: &Numbering) {
    for moment in 0..MOMENTS {
        state.hears_itself[moment] = shown.numbers(truth.hears_itself[moment]);
        state.hears_others[moment] = shown.numbers(truth.hears_others[moment]);
    }
    for (new, set) in state.head.side.iter_mut().zip(truth.head.side) {
        *new = shown.numbers(set);
    }
    for (new, set) in state.head.kind.iter_mut().zip(truth.head.kind) {
        *new = shown.numbers(set);
    }
    state.used = shown.numbers(truth.used);
    state.limbo = PieceSet::EMPTY;
    state.dying = shown.numbers(truth.dying);
    state.aura_sources = shown.numbers(truth.aura_sources);
    state.borrowers = shown.numbers(truth.borrowers);
    for cell in truth.occupied {
        let kept = shown.numbers(truth.on(cell));
        state.cells.as_mut()[cell.at()] = kept;
        if kept.is_empty() {
            state.occupied.remove(cell);
        }
    }
    for number in 0..shown.len {
        let mut piece = *truth.piece(shown.pieces[number]);
        piece.stamp = number as u16;
        if truth.dying.has(shown.pieces[number]) {
            // Events tell what doomed it to those who see that; a view need not hold it too.
            piece.be_doomed_by(Cause::NONE);
        }
        *state.piece_mut(PieceId(number as u8)) = piece;
    }
    state.pieces_end = shown.len as u8;
    state.stamp = shown.len as u16;
    let mut len = 0;
    for effect in truth.effects_in_force() {
        let pieces = shown.numbers(effect.pieces);
        if pieces.any() {
            state.in_force.as_mut()[len] = InForce { pieces, ..*effect };
            len += 1;
        }
    }
    state.in_force_len = len as u8;
    state.change_waiting(|waiting| {
        let named = match waiting {
            Waiting::Trigger(trigger) => [&mut trigger.carrier, &mut trigger.subject, &mut trigger.other],
            Waiting::Frame(frame) => {
                frame.set = shown.numbers(frame.set);
                [&mut frame.source, &mut frame.subject, &mut frame.chosen]
            }
        };
        for piece in named {
            *piece = shown.number(*piece);
        }
    });
}

#[cfg(test)]
mod tests;
