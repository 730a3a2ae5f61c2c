//! The whole truth of a match as flat, fixed-capacity data.
//!
//! Beyond the live lengths the arrays hold stale data: hash, compare and encode only live parts.

use std::ops::{Deref, DerefMut};

use crate::ids::{CardId, Cell, CellSet, PieceId, PieceSet, Seat, SeatSet};
use crate::records::{Card, InForce, KINDS, MOMENTS, Piece, Prompt, SEATS, SeatState, Zone};
use crate::shape::{Shape, Slots};

/// The fixed-size front of a state: sets, counters, live lengths.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    pub hears_itself: [PieceSet; MOMENTS],
    pub hears_others: [PieceSet; MOMENTS],
    pub side: [PieceSet; SEATS],
    pub kind: [PieceSet; KINDS],
    /// Pieces in play.
    pub used: PieceSet,
    /// Pieces that left during this resolution and can still be read.
    pub limbo: PieceSet,
    /// Pieces that will leave when the resolution allows.
    pub dying: PieceSet,
    pub aura_sources: PieceSet,
    /// Pieces to which something may be lent: only these need a look when a loan ends.
    pub borrowers: PieceSet,
    /// Cells with a piece on them.
    pub occupied: CellSet,
    pub cards_used: [u64; 4],
    /// Cards that were discarded and lie with the spent cards, by their slots: see [`State::is_unplayed`].
    pub(crate) unplayed: [u64; 4],
    /// Turns or milliseconds; `until` is compared with it.
    pub now: u32,
    pub stamp: u16,
    /// Triggers pushed since the action began.
    pub triggers: u16,
    /// Seats that may decide now.
    pub active: SeatSet,
    /// The game's own phase number.
    pub phase: u8,
    /// Seats that have lost.
    pub lost: SeatSet,
    pub is_over: bool,
    /// Lent values must be computed anew.
    pub is_dirty: bool,
    pub open_decks: bool,
    /// Seats of this match; the array may have room for more.
    pub seats_len: u8,
    pub pieces_end: u8,
    pub cards_end: u8,
    pub in_force_len: u8,
    /// Words in the queue.
    pub queue_len: u16,
    pub prompt: Prompt,
    /// The pieces and cards that may differ from the state this one was last copied from: see [`State::restore`].
    touched: Touched,
}

impl Head {
    /// Notes that cards were changed without [`State::card_mut`].
    pub(crate) fn touch_cards(&mut self) {
        (self.touched.first_card, self.touched.cards_end) = (0, u8::MAX);
    }
}

/// Pieces and cards that were handed out to be changed.
#[derive(Clone, Copy, Debug)]
struct Touched {
    pieces: PieceSet,
    /// From this card on, up to and without the other: mostly it is one.
    first_card: u8,
    cards_end: u8,
}

impl Touched {
    const NOTHING: Self = Self { pieces: PieceSet::EMPTY, first_card: u8::MAX, cards_end: 0 };
}

/// The state of a match: see the module.
///
/// It reads like its [`Front`] and, further in, like its [`Head`].
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct State<G: Shape> {
    pub front: Front<G>,
    /// Changed only through [`State::piece_mut`], which takes note.
    pub(crate) pieces: G::Pieces,
    /// Changed only through [`State::card_mut`], which takes note.
    pub(crate) cards: G::Cards,
    pub in_force: G::Effects,
    /// Read and written by the methods of `queue.rs`.
    pub(crate) queue: G::Queue,
}

/// The part of a state that is always copied whole, however much of it is in use.
#[derive(Clone, Copy)]
pub struct Front<G: Shape> {
    pub head: Head,
    pub extra: G::Extra,
    pub seats: G::Seats,
    pub cells: G::Cells,
    pub zones: G::Zones,
}

impl<G: Shape> Deref for State<G> {
    type Target = Front<G>;
    #[inline(always)]
    fn deref(&self) -> &Front<G> {
        &self.front
    }
}

impl<G: Shape> DerefMut for State<G> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Front<G> {
        &mut self.front
    }
}

impl<G: Shape> Deref for Front<G> {
    type Target = Head;
    #[inline(always)]
    fn deref(&self) -> &Head {
        &self.head
    }
}

impl<G: Shape> DerefMut for Front<G> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Head {
        &mut self.head
    }
}

impl<G: Shape> Default for State<G> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<G: Shape> State<G> {
    /// A state with nothing in it.
    pub fn empty() -> Self {
        let head = Head {
            hears_itself: [PieceSet::EMPTY; MOMENTS],
            hears_others: [PieceSet::EMPTY; MOMENTS],
            side: [PieceSet::EMPTY; SEATS],
            kind: [PieceSet::EMPTY; KINDS],
            used: PieceSet::EMPTY,
            limbo: PieceSet::EMPTY,
            dying: PieceSet::EMPTY,
            aura_sources: PieceSet::EMPTY,
            borrowers: PieceSet::EMPTY,
            occupied: CellSet::EMPTY,
            cards_used: [0; 4],
            unplayed: [0; 4],
            now: 0,
            stamp: 0,
            triggers: 0,
            active: SeatSet::EMPTY,
            phase: 0,
            lost: SeatSet::EMPTY,
            is_over: false,
            is_dirty: false,
            open_decks: false,
            seats_len: G::Seats::filled(SeatState::default()).as_ref().len() as u8,
            pieces_end: 0,
            cards_end: 0,
            in_force_len: 0,
            queue_len: 0,
            prompt: Prompt::default(),
            touched: Touched::NOTHING,
        };
        let front = Front {
            head,
            extra: G::Extra::default(),
            seats: G::Seats::filled(SeatState::default()),
            cells: G::Cells::filled(PieceSet::EMPTY),
            zones: G::Zones::filled(Zone { len: 0, cards: G::ZoneCards::filled(CardId::NONE) }),
        };
        Self {
            front,
            pieces: G::Pieces::filled(Piece::default()),
            cards: G::Cards::filled(Card::default()),
            in_force: G::Effects::filled(InForce::default()),
            queue: G::Queue::filled(0),
        }
    }

    /// Becomes a copy of another state by copying its live parts only.
    #[inline]
    pub fn assign(&mut self, from: &Self) {
        self.assign_front(from);
        let n = from.pieces_end as usize;
        self.pieces.as_mut()[..n].copy_from_slice(&from.pieces.as_ref()[..n]);
        let n = from.cards_end as usize;
        self.cards.as_mut()[..n].copy_from_slice(&from.cards.as_ref()[..n]);
    }

    /// Becomes a copy of a state again, after it was last assigned or restored from the same state.
    ///
    /// Pieces and cards that were not changed in between are still the same, and they are most of a copy. To try one
    /// action after the other from one position, assign once and restore before each.
    #[inline]
    pub fn restore(&mut self, from: &Self) {
        let touched = self.touched;
        self.assign_front(from);
        let end = from.pieces_end;
        for id in touched.pieces {
            if id.0 < end {
                self.pieces.as_mut()[id.at()] = from.pieces.as_ref()[id.at()];
            }
        }
        let (first, end) = (touched.first_card as usize, touched.cards_end.min(from.cards_end) as usize);
        if first < end {
            self.cards.as_mut()[first..end].copy_from_slice(&from.cards.as_ref()[first..end]);
        }
        debug_assert!(self.digest() == from.digest(), "a piece or card was changed without being touched");
    }

    /// The pieces that may differ from those of the state this one was last assigned or restored from.
    #[inline(always)]
    pub fn touched_pieces(&self) -> PieceSet {
        self.touched.pieces
    }

    /// Copies everything but pieces and cards.
    #[inline(always)]
    fn assign_front(&mut self, from: &Self) {
        self.front = from.front;
        self.touched = Touched::NOTHING;
        // Most positions have none of these, and even a copy of nothing is a call.
        if from.in_force_len > 0 {
            let n = from.in_force_len as usize;
            self.in_force.as_mut()[..n].copy_from_slice(&from.in_force.as_ref()[..n]);
        }
        if from.queue_len > 0 {
            let n = from.queue_len as usize;
            self.queue.as_mut()[..n].copy_from_slice(&from.queue.as_ref()[..n]);
        }
    }

    /// How many seats the match has.
    #[inline(always)]
    pub fn seat_count(&self) -> usize {
        self.seats_len as usize
    }

    /// All seats of the match.
    pub fn all_seats(&self) -> SeatSet {
        SeatSet::first_seats(self.seat_count())
    }

    /// How many pieces there is room for.
    pub fn piece_room(&self) -> usize {
        self.pieces.as_ref().len()
    }

    /// A piece.
    #[inline(always)]
    pub fn piece(&self, id: PieceId) -> &Piece<G::PieceExtra> {
        &self.pieces.as_ref()[id.at()]
    }

    /// A piece, to change it.
    #[inline(always)]
    pub fn piece_mut(&mut self, id: PieceId) -> &mut Piece<G::PieceExtra> {
        self.head.touched.pieces.insert(id);
        &mut self.pieces.as_mut()[id.at()]
    }

    /// How many cards there is room for.
    pub fn card_room(&self) -> usize {
        self.cards.as_ref().len()
    }

    /// A card in a zone.
    #[inline(always)]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards.as_ref()[id.at()]
    }

    /// A card in a zone, to change it.
    #[inline(always)]
    pub fn card_mut(&mut self, id: CardId) -> &mut Card {
        let touched = &mut self.head.touched;
        touched.first_card = touched.first_card.min(id.0);
        touched.cards_end = touched.cards_end.max(id.0.saturating_add(1));
        &mut self.cards.as_mut()[id.at()]
    }

    /// The cards of a seat's zone, in order; the last one is the top.
    #[inline(always)]
    pub fn zone(&self, seat: Seat, zone: usize) -> &[CardId] {
        let zone = &self.zones.as_ref()[seat.at() * G::ZONES + zone];
        &zone.cards.as_ref()[..zone.len as usize]
    }

    /// How many cards lie in a seat's zone.
    #[inline(always)]
    pub fn zone_len(&self, seat: Seat, zone: usize) -> usize {
        self.zones.as_ref()[seat.at() * G::ZONES + zone].len as usize
    }

    /// The cards of a seat's zone, to reorder them.
    pub fn zone_mut(&mut self, seat: Seat, zone: usize) -> &mut [CardId] {
        let zone = &mut self.zones.as_mut()[seat.at() * G::ZONES + zone];
        &mut zone.cards.as_mut()[..zone.len as usize]
    }

    /// Nobody knows the cards of a seat's zone any more beyond those who may read the zone.
    pub fn forget_zone(&mut self, seat: Seat, zone: usize) {
        let (cards, zone) = self.cards_and_zone(seat, zone);
        for id in zone {
            cards[id.at()].known = SeatSet::EMPTY;
        }
    }

    /// All cards to change them, and the cards of a seat's zone to reorder them.
    #[inline(always)]
    pub(crate) fn cards_and_zone(&mut self, seat: Seat, zone: usize) -> (&mut [Card], &mut [CardId]) {
        self.front.head.touch_cards();
        let zone = &mut self.front.zones.as_mut()[seat.at() * G::ZONES + zone];
        (self.cards.as_mut(), &mut zone.cards.as_mut()[..zone.len as usize])
    }

    /// A resource of a seat.
    #[inline(always)]
    pub fn resource(&self, seat: Seat, resource: usize) -> i16 {
        self.seats.as_ref()[seat.at()].resources[resource]
    }

    /// A resource of a seat, to change it.
    #[inline(always)]
    pub fn resource_mut(&mut self, seat: Seat, resource: usize) -> &mut i16 {
        &mut self.seats.as_mut()[seat.at()].resources[resource]
    }

    /// The effects in force.
    #[inline(always)]
    pub fn effects_in_force(&self) -> &[InForce] {
        &self.in_force.as_ref()[..self.in_force_len as usize]
    }

    /// By how much texts have changed a number of a piece that is neither attack nor health.
    #[inline]
    pub fn adjusted(&self, piece: PieceId, attribute: usize) -> i16 {
        let numbers = self.effects_in_force().iter().filter(|effect| effect.is_number());
        let own = numbers.filter(|effect| effect.ability as usize == attribute && effect.pieces.has(piece));
        own.map(|effect| effect.attack).sum()
    }

    /// How much damage to a piece will still be prevented.
    pub fn shield(&self, piece: PieceId) -> i16 {
        let shields = self.effects_in_force().iter().filter(|effect| effect.is_shield());
        shields.filter(|effect| effect.pieces.has(piece)).map(|effect| effect.attack).sum()
    }

    /// The pieces on a cell.
    #[inline(always)]
    pub fn on(&self, cell: Cell) -> PieceSet {
        self.cells.as_ref()[cell.at()]
    }

    /// Puts a piece on a cell; does nothing if the cell is NONE.
    #[inline]
    pub fn lay(&mut self, id: PieceId, cell: Cell) {
        if cell.is_some() {
            self.cells.as_mut()[cell.at()].insert(id);
            self.occupied.insert(cell);
        }
    }

    /// Takes a piece off a cell; does nothing if the cell is NONE.
    #[inline]
    pub fn lift(&mut self, id: PieceId, cell: Cell) {
        if cell.is_some() {
            let pieces = &mut self.cells.as_mut()[cell.at()];
            pieces.remove(id);
            if pieces.is_empty() {
                self.occupied.remove(cell);
            }
        }
    }

    /// Puts a new card at the end of a zone; `None` when the zone or the card slots are full.
    pub fn add_card(&mut self, seat: Seat, zone: usize, card: Card) -> Option<CardId> {
        let at = seat.at() * G::ZONES + zone;
        if self.zones.as_ref()[at].len as usize == self.zones.as_ref()[at].cards.as_ref().len() {
            return None;
        }
        let id = self.free_card()?;
        *self.card_mut(id) = card;
        self.cards_used[id.at() / 64] |= 1 << (id.at() % 64);
        self.cards_end = self.cards_end.max(id.0 + 1);
        self.push_to_zone(at, id);
        Some(id)
    }

    fn free_card(&self) -> Option<CardId> {
        let capacity = self.cards.as_ref().len();
        (0..4)
            .map(|word| word * 64 + (!self.cards_used[word]).trailing_zeros() as usize)
            .enumerate()
            .find(|&(word, slot)| slot < (word + 1) * 64)
            .map(|(_, slot)| slot)
            .filter(|&slot| slot < capacity && slot < u8::MAX as usize)
            .map(|slot| CardId(slot as u8))
    }

    fn push_to_zone(&mut self, at: usize, id: CardId) {
        let zone = &mut self.zones.as_mut()[at];
        zone.cards.as_mut()[zone.len as usize] = id;
        zone.len += 1;
    }

    /// Whether a zone has no room left in its array.
    pub fn is_zone_full(&self, seat: Seat, zone: usize) -> bool {
        let zone = &self.zones.as_ref()[seat.at() * G::ZONES + zone];
        zone.len as usize == zone.cards.as_ref().len()
    }

    /// Takes the card at a place of a zone out of the zone; the card keeps its slot, and loses the mark of a discard.
    pub fn take_from_zone(&mut self, seat: Seat, zone: usize, place: usize) -> CardId {
        let zone = &mut self.zones.as_mut()[seat.at() * G::ZONES + zone];
        let len = zone.len as usize;
        let cards = &mut zone.cards.as_mut()[..len];
        let id = cards[place];
        cards.copy_within(place + 1.., place);
        zone.len -= 1;
        self.set_unplayed(id, false);
        id
    }

    /// Whether a card was discarded and lies with the spent cards: nobody played it, and it never was in play.
    #[inline]
    pub fn is_unplayed(&self, id: CardId) -> bool {
        self.unplayed[id.at() / 64] >> (id.at() % 64) & 1 != 0
    }

    /// Marks a card as discarded, or takes the mark away.
    #[inline]
    pub fn set_unplayed(&mut self, id: CardId, is_unplayed: bool) {
        let (word, bit) = (&mut self.unplayed[id.at() / 64], id.at() % 64);
        *word = *word & !(1 << bit) | (is_unplayed as u64) << bit;
    }

    /// Puts a card that was taken out of a zone at the end of a zone; false when there is no room.
    pub fn put_into_zone(&mut self, seat: Seat, zone: usize, id: CardId) -> bool {
        if self.is_zone_full(seat, zone) {
            return false;
        }
        self.push_to_zone(seat.at() * G::ZONES + zone, id);
        true
    }

    /// Frees the slot of a card that lies in no zone.
    pub fn release_card(&mut self, id: CardId) {
        self.cards_used[id.at() / 64] &= !(1 << (id.at() % 64));
    }

    /// A free piece slot; none when all are taken.
    pub fn free_piece(&self) -> Option<PieceId> {
        let taken = self.used | self.limbo;
        let slot = (!taken.0).trailing_zeros() as usize;
        (slot < self.pieces.as_ref().len()).then_some(PieceId(slot as u8))
    }

    /// The digest of the live parts.
    pub fn digest(&self) -> u64 {
        crate::encode::digest(self)
    }
}

#[cfg(test)]
mod tests;
