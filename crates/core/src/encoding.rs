//! How a state is encoded: live parts only, in a fixed order, without card slots.

use crate::encode::{Encode, Words};
use crate::records::{Card, Lasting, Piece};
use crate::shape::Shape;
use crate::state::State;

impl<X: Encode> Encode for Piece<X> {
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

fn pack([a, b, c, d]: [u16; 4]) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}

impl Encode for Card {
    fn encode(&self, out: &mut impl Words) {
        let [low, high] = self.def.0.to_le_bytes();
        out.word(u64::from_le_bytes([low, high, self.known.0, self.cost as u8, 0, 0, 0, 0]));
    }
}

impl Encode for Lasting {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.pieces.0);
        out.word(self.keywords);
        let flags = [self.times, self.seat.0, self.is_timer as u8, self.is_of_seat as u8];
        out.word(self.until as u64 | (u32::from_le_bytes(flags) as u64) << 32);
        out.word(pack([self.attack as u16, self.health as u16, self.ability, self.by.0]));
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
        out.word(head.works_len as u64);
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
        }
        for (cell, set) in self.cells.as_ref().iter().enumerate() {
            if set.any() {
                out.word(cell as u64);
                out.word(set.0);
            }
        }
        for zone in self.zones.as_ref() {
            out.word(zone.len as u64);
            // Slots are left out: which one a card lies in is nobody's business.
            for &id in &zone.cards.as_ref()[..zone.len as usize] {
                self.card(id).encode(out);
            }
        }
        for piece in head.used | head.limbo {
            self.piece(piece).encode(out);
        }
        for lasting in self.live_lastings() {
            lasting.encode(out);
        }
        for &word in self.live_works() {
            out.word(word);
        }
        self.extra.encode(out);
    }
}
