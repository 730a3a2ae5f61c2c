//! How a state is encoded: live parts only, in a fixed order, without card slots; and how a view is read back.
//!
//! The bytes of a view may come from anywhere. The numbers read here are later used as indices, so each is checked
//! against the arrays and against the others. What only the catalogue can tell is checked by `effects`, which has
//! one.

use crate::encode::{Decode, Encode, Reader, Unreadable, Words, ensure};
use crate::ids::{CardId, Cell, DefId, PieceId, PieceSet, Seat, SeatSet};
use crate::queue::is_whole;
use crate::records::{
    AtEnd, Card, InForce, PROMPT_OPTIONS, Piece, Prompt, RESOURCES, SeatState, Sort, Waiting,
};
use crate::shape::{Shape, Slots};
use crate::state::State;
use crate::view::View;

impl<X: Encode> Encode for Piece<X> {
    #[inline(always)]
    fn encode(&self, out: &mut impl Words) {
        out.word(self.keywords);
        out.word(self.lent_keywords);
        let numbers = [self.attack, self.health, self.damage, self.lent_attack];
        out.word(pack(numbers.map(|n| n as u16)));
        out.word(pack([self.lent_health as u16, self.lent_bonus as u16, self.def.0, self.stamp]));
        let [a, b, c, d] = self.statuses;
        out.word(u64::from_le_bytes([self.owner.0, self.cell.0, a, b, c, d, self.acted, self.flags]));
        self.extra.encode(out);
    }
}

impl<X: Decode> Decode for Piece<X> {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (keywords, lent_keywords) = (from.word()?, from.word()?);
        let [attack, health, damage, lent_attack] = unpack(from.word()?).map(|n| n as i16);
        let [lent_health, lent_bonus, def, stamp] = unpack(from.word()?);
        let [owner, cell, a, b, c, d, acted, flags] = from.word()?.to_le_bytes();
        Ok(Self {
            keywords,
            lent_keywords,
            attack,
            health,
            damage,
            lent_attack,
            lent_health: lent_health as i16,
            lent_bonus: lent_bonus as i16,
            def: DefId(def),
            stamp,
            owner: Seat(owner),
            cell: Cell(cell),
            statuses: [a, b, c, d],
            acted,
            flags,
            extra: X::decode(from)?,
        })
    }
}

fn pack([a, b, c, d]: [u16; 4]) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}

fn unpack(word: u64) -> [u16; 4] {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

/// The bit beside a card in the encoding of a state that says that it was discarded.
const UNPLAYED: u32 = 48;

impl Card {
    /// The card as a word; the bits from [`UNPLAYED`] on are free.
    #[inline(always)]
    fn word(&self) -> u64 {
        let [low, high] = self.def.0.to_le_bytes();
        let [cost, attack, health] = [self.cost, self.attack, self.health].map(|change| change as u8);
        u64::from_le_bytes([low, high, self.known.0, cost, attack, health, 0, 0])
    }

    fn from_word(word: u64) -> Self {
        let [low, high, known, cost, attack, health, ..] = word.to_le_bytes();
        let (def, known) = (DefId(u16::from_le_bytes([low, high])), SeatSet(known));
        Self { def, known, cost: cost as i8, attack: attack as i8, health: health as i8 }
    }
}

impl Encode for Card {
    #[inline(always)]
    fn encode(&self, out: &mut impl Words) {
        out.word(self.word());
    }
}

impl Encode for InForce {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.pieces.0);
        out.word(self.keywords);
        let flags = [self.times, self.seat.0, self.sort as u8, self.at_end.0];
        out.word(self.until as u64 | (u32::from_le_bytes(flags) as u64) << 32);
        out.word(pack([self.attack as u16, self.health as u16, self.ability, self.by.0]));
    }
}

impl Decode for InForce {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (pieces, keywords, until) = (PieceSet(from.word()?), from.word()?, from.word()?);
        let [times, seat, sort, at_end] = ((until >> 32) as u32).to_le_bytes();
        let Some(sort) = Sort::from_number(sort) else {
            return Err(Unreadable("has an effect in force of an unknown sort"));
        };
        let [attack, health, ability, by] = unpack(from.word()?);
        Ok(Self {
            pieces,
            keywords,
            until: until as u32,
            attack: attack as i16,
            health: health as i16,
            ability,
            by: DefId(by),
            times,
            seat: Seat(seat),
            sort,
            at_end: AtEnd(at_end),
        })
    }
}

impl<G: Shape> Encode for State<G> {
    fn encode(&self, out: &mut impl Words) {
        let head = &self.head;
        for set in head.hears_itself.iter().chain(&head.hears_others).chain(&head.side).chain(&head.kind) {
            out.word(set.0);
        }
        for set in [head.used, head.limbo, head.dying, head.aura_sources] {
            out.word(set.0);
        }
        out.word(head.now as u64 | (head.stamp as u64) << 32 | (head.triggers as u64) << 48);
        out.word(u64::from_le_bytes([
            head.active.0,
            head.phase,
            head.lost.0,
            head.is_over as u8,
            head.open_decks as u8,
            head.prompt.seat.0,
            head.prompt.len,
            0,
        ]));
        out.word(head.queue_len as u64);
        for def in &head.prompt.options[..head.prompt.len as usize] {
            out.word(def.0 as u64);
        }
        for seat in &self.seats.as_ref()[..self.seat_count()] {
            for pair in seat.resources.chunks(4) {
                let mut four = [0; 4];
                for (to, from) in four.iter_mut().zip(pair) {
                    *to = *from as u16;
                }
                out.word(pack(four));
            }
            out.word(u64::from_le_bytes(seat.tallies));
        }
        for (cell, set) in self.cells.as_ref().iter().enumerate() {
            if set.any() {
                out.word(cell as u64);
                out.word(set.0);
            }
        }
        for zone in self.zones.as_ref() {
            out.word(zone.len as u64);
            // Slots are left out: nobody may learn which slot a card lies in.
            for &id in &zone.cards.as_ref()[..zone.len as usize] {
                out.word(self.card(id).word() | (self.is_unplayed(id) as u64) << UNPLAYED);
            }
        }
        for piece in head.used | head.limbo {
            self.piece(piece).encode(out);
        }
        for effect in self.effects_in_force() {
            effect.encode(out);
        }
        for &word in self.live_queue() {
            out.word(word);
        }
        self.extra.encode(out);
    }
}

/// The latest time that a view read from bytes may have, so that times after it do not overflow.
const LATEST: u32 = u32::MAX / 4;

/// The live lengths that the encoding of a state does not contain.
#[derive(Clone, Copy)]
struct Lengths {
    seats: u8,
    cells: u8,
    in_force: u8,
    is_dirty: bool,
}

impl<G: Shape> Encode for View<G> {
    fn encode(&self, out: &mut impl Words) {
        let state = &self.state;
        let cells = state.cells.as_ref().iter().filter(|set| set.any()).count() as u8;
        let lengths = [state.seats_len, cells, state.in_force_len, state.is_dirty as u8];
        let [seats, cells, in_force, dirty] = lengths;
        out.word(u64::from_le_bytes([self.seat.0, seats, cells, in_force, dirty, 0, 0, 0]));
        if state.queue_len == 0 {
            state.encode(out);
        } else {
            // Waiting work may hold a card by its slot; a slot must tell only the card's place.
            let mut numbered = *state;
            numbered.number_cards();
            numbered.encode(out);
        }
    }
}

impl<G: Shape> Decode for View<G> {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [seat, seats, cells, in_force, dirty, ..] = from.word()?.to_le_bytes();
        let lengths = Lengths { seats, cells, in_force, is_dirty: dirty != 0 };
        let mut view = Self { seat: Seat(seat), state: State::empty() };
        view.state.read(from, lengths)?;
        ensure(is_seat(view.state(), view.seat(), Seat::NONE), "is of a seat that is not there")?;
        Ok(view)
    }
}

fn is_seat<G: Shape>(state: &State<G>, seat: Seat, or: Seat) -> bool {
    seat.at() < state.seat_count() || seat == or
}

impl<G: Shape> State<G> {
    /// Numbers the slots of all cards by seat, zone and place, so that a slot tells only the place.
    pub fn number_cards(&mut self) {
        let old = *self;
        let mut number = [CardId::NONE; 256];
        let mut next = 0;
        let mut unplayed = [0u64; 4];
        for (zone, before) in self.front.zones.as_mut().iter_mut().zip(old.zones.as_ref()) {
            for (id, &slot) in zone.cards.as_mut().iter_mut().zip(&before.cards.as_ref()[..zone.len as usize])
            {
                *id = CardId(next as u8);
                number[slot.at()] = *id;
                self.cards.as_mut()[next] = *old.card(slot);
                unplayed[next / 64] |= (old.is_unplayed(slot) as u64) << (next % 64);
                next += 1;
            }
        }
        self.front.head.unplayed = unplayed;
        self.change_waiting(|waiting| {
            if let Waiting::Frame(frame) = waiting {
                frame.card = number[frame.card.at()];
            }
        });
        self.deal_slots(next);
    }

    /// Marks the first slots as taken and all others as free.
    fn deal_slots(&mut self, taken: usize) {
        self.front.head.touch_cards();
        self.cards_end = taken as u8;
        for word in 0..4 {
            let here = taken.saturating_sub(word * 64).min(64);
            self.cards_used[word] = if here == 64 { u64::MAX } else { (1 << here) - 1 };
        }
    }

    /// Reads an encoding into a state with nothing in it.
    fn read(&mut self, from: &mut Reader<'_>, lengths: Lengths) -> Result<(), Unreadable> {
        ensure((1..=self.seat_count()).contains(&(lengths.seats as usize)), "has more seats than the game")?;
        ensure(lengths.in_force as usize <= self.in_force.as_ref().len(), "has too many effects in force")?;
        self.seats_len = lengths.seats;
        self.is_dirty = lengths.is_dirty;
        self.read_head(from)?;
        // The encoding does not say which pieces are lent something: it may be any of them.
        self.borrowers = self.used;
        for seat in 0..lengths.seats as usize {
            let mut resources = [0i16; RESOURCES];
            for four in resources.chunks_mut(4) {
                for (to, number) in four.iter_mut().zip(unpack(from.word()?)) {
                    *to = number as i16;
                    ensure(*to >= 0, "has a seat with less than 0 of a resource")?;
                }
            }
            let tallies = from.word()?.to_le_bytes();
            self.seats.as_mut()[seat] = SeatState { resources, tallies };
        }
        for _ in 0..lengths.cells {
            let cell = from.word()?;
            ensure(cell < self.cells.as_ref().len() as u64, "names a space that the board does not have")?;
            let cell = Cell(cell as u8);
            self.cells.as_mut()[cell.at()] = PieceSet(from.word()?);
            self.occupied.insert(cell);
        }
        self.read_zones(from)?;
        // Empty slots hold the hidden card, in case somebody asks for a piece that is not there.
        self.pieces = G::Pieces::filled(Piece { def: DefId::HIDDEN, owner: Seat(0), ..Piece::default() });
        for piece in self.used | self.limbo {
            self.pieces.as_mut()[piece.at()] = Piece::decode(from)?;
            self.pieces_end = piece.0 + 1;
        }
        for at in 0..lengths.in_force as usize {
            self.in_force.as_mut()[at] = InForce::decode(from)?;
        }
        self.in_force_len = lengths.in_force;
        for at in 0..self.queue_len as usize {
            self.queue.as_mut()[at] = from.word()?;
        }
        self.extra = G::Extra::decode(from)?;
        self.check_pieces()?;
        self.check_queue()
    }

    fn read_head(&mut self, from: &mut Reader<'_>) -> Result<(), Unreadable> {
        let room = self.piece_room();
        let all = if room == 64 { PieceSet(u64::MAX) } else { PieceSet((1 << room) - 1) };
        let seats = self.all_seats();
        let head = &mut self.front.head;
        let sets = head.hears_itself.iter_mut().chain(&mut head.hears_others);
        let sets = sets.chain(&mut head.side).chain(&mut head.kind);
        let others = [&mut head.used, &mut head.limbo, &mut head.dying, &mut head.aura_sources];
        for set in sets.chain(others) {
            *set = PieceSet(from.word()?);
            ensure((*set - all).is_empty(), "has more pieces than there is room for")?;
        }
        let time = from.word()?;
        head.now = time as u32;
        ensure(head.now <= LATEST, "is of a time that no match reaches")?;
        head.stamp = (time >> 32) as u16;
        head.triggers = (time >> 48) as u16;
        let [active, phase, lost, is_over, open_decks, asked, options, _] = from.word()?.to_le_bytes();
        let queue = from.word()?;
        head.active = SeatSet(active);
        head.lost = SeatSet(lost);
        ensure(((head.active | head.lost) - seats).is_empty(), "names a seat that is not there")?;
        head.phase = phase;
        head.is_over = is_over != 0;
        head.open_decks = open_decks != 0;
        ensure(options as usize <= PROMPT_OPTIONS, "offers too many answers")?;
        head.prompt = Prompt { seat: Seat(asked), len: options, ..Prompt::default() };
        for option in &mut head.prompt.options[..options as usize] {
            *option = DefId(from.word()? as u16);
        }
        ensure(queue <= self.queue.as_ref().len() as u64, "has too much waiting work")?;
        self.queue_len = queue as u16;
        Ok(())
    }

    fn read_zones(&mut self, from: &mut Reader<'_>) -> Result<(), Unreadable> {
        let room = self.card_room().min(u8::MAX as usize);
        let mut next = 0;
        for at in 0..self.zones.as_ref().len() {
            let len = from.word()?;
            ensure(
                len <= self.zones.as_ref()[at].cards.as_ref().len() as u64,
                "has too many cards in a zone",
            )?;
            ensure(next + len as usize <= room, "has more cards than there is room for")?;
            self.zones.as_mut()[at].len = len as u8;
            for place in 0..len as usize {
                let (word, id) = (from.word()?, CardId(next as u8));
                self.cards.as_mut()[next] = Card::from_word(word);
                self.set_unplayed(id, word >> UNPLAYED & 1 != 0);
                self.zones.as_mut()[at].cards.as_mut()[place] = id;
                next += 1;
            }
        }
        self.deal_slots(next);
        Ok(())
    }

    /// Sides, spaces and pieces must agree.
    fn check_pieces(&self) -> Result<(), Unreadable> {
        let head = &self.front.head;
        ensure((head.used & head.limbo).is_empty(), "has a piece both in play and gone")?;
        let gone = |set: &PieceSet| (*set - head.used).any();
        let sets = head.hears_itself.iter().chain(&head.hears_others).chain(&head.side).chain(&head.kind);
        ensure(!sets.chain([&head.dying, &head.aura_sources]).any(gone), "counts a piece that is not there")?;
        for (cell, set) in self.cells.as_ref().iter().enumerate() {
            let stands = |piece| head.used.has(piece) && self.piece(piece).cell == Cell(cell as u8);
            ensure(set.into_iter().all(stands), "has a piece in two places")?;
        }
        for id in head.used | head.limbo {
            let piece = self.piece(id);
            ensure(is_seat(self, piece.owner, Seat(0)), "has a piece of a seat that is not there")?;
            let cells = self.cells.as_ref();
            ensure(!piece.cell.is_some() || piece.cell.at() < cells.len(), "has a piece off the board")?;
            if head.used.has(id) {
                let is_there = !piece.cell.is_some() || cells[piece.cell.at()].has(id);
                ensure(is_there, "has a piece in two places")?;
                let sides = head.side.iter().enumerate().filter(|(_, side)| side.has(id));
                ensure(sides.map(|(seat, _)| seat).eq([piece.owner.at()]), "has a piece on two sides")?;
            }
        }
        let outside = |effect: &InForce| {
            let home = effect.at_end.home().unwrap_or(Seat::NONE);
            !is_seat(self, effect.seat, Seat::NONE)
                || !is_seat(self, home, Seat::NONE)
                || effect.pieces.0 >> (self.piece_room() - 1) > 1
        };
        ensure(!self.effects_in_force().iter().any(outside), "has an effect on a piece that is not there")
    }

    /// Work may wait only for the answer to a question, and everything it refers to must exist.
    fn check_queue(&self) -> Result<(), Unreadable> {
        ensure(is_seat(self, self.prompt.seat, Seat::NONE), "asks a seat that is not there")?;
        ensure(self.queue_len == 0 || self.prompt.is_open(), "has work that waits for nothing")?;
        ensure(is_whole(self.live_queue()), "has work that was cut off")?;
        let pieces = self.used | self.limbo;
        let is_held = |piece: PieceId| !piece.is_some() || pieces.has(piece);
        let is_fit = |waiting: Waiting| match waiting {
            Waiting::Trigger(trigger) => {
                pieces.has(trigger.carrier)
                    && [trigger.subject, trigger.other].into_iter().all(is_held)
                    && is_seat(self, trigger.seat, Seat(0))
            }
            Waiting::Frame(frame) => {
                (frame.set - pieces).is_empty()
                    && [frame.source, frame.subject, frame.chosen].into_iter().all(is_held)
                    && (!frame.destination.is_some() || frame.destination.at() < self.cells.as_ref().len())
                    && (!frame.card.is_some() || frame.card.0 < self.cards_end)
                    && is_seat(self, frame.seat, Seat(0))
            }
        };
        ensure(self.waiting().all(is_fit), "has work about something that is not there")
    }
}
