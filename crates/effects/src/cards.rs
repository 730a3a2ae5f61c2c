//! Moving cards: drawing, making, discarding, burying, digging up again, shuffling.

use cardwright_core::{Audience, Card, CardId, Cell, PieceId, Room, Seat, SeatSet, What, Who};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;

impl<R: Rules> Ctx<'_, R> {
    /// Puts a new card into a zone. If it does not fit into the hand, it is shown to all and lost.
    pub fn create_card(&mut self, seat: Seat, zone: usize, card: Card) -> CardId {
        if zone == R::HAND && self.state.zone(seat, zone).len() >= self.game.limits.hand as usize {
            self.tell(What::Lost { seat, card: card.def });
            return CardId::NONE;
        }
        let Some(id) = self.state.add_card(seat, zone, card) else {
            self.tell(What::Fizzled { room: Room::Cards });
            return CardId::NONE;
        };
        R::card_arrived(self, seat, zone, id);
        let what = What::Created { seat, zone: zone as u8, card: card.def };
        if self.is_open(zone, id) {
            self.tell(what)
        } else {
            self.whisper(seat, what)
        }
        // Nobody knows where in an unordered zone the card lies, nor recognises it when it is drawn.
        if R::AUDIENCES.zones[zone] == Audience::OwnerUnordered {
            self.shuffle(seat, zone);
        }
        id
    }

    /// Draws one card: the top of the deck comes to the hand.
    pub fn draw(&mut self, seat: Seat) -> CardId {
        self.draw_from(seat, R::DECK)
    }

    /// Draws one card from a zone.
    pub fn draw_from(&mut self, seat: Seat, zone: usize) -> CardId {
        let len = self.state.zone(seat, zone).len();
        if len == 0 {
            R::drew_nothing(self, seat);
            return CardId::NONE;
        }
        self.draw_card(seat, zone, len - 1)
    }

    /// Draws the card at a place of a zone.
    pub fn draw_card(&mut self, seat: Seat, zone: usize, place: usize) -> CardId {
        let id = self.state.take_from_zone(seat, zone, place);
        let def = self.state.card(id).def;
        if self.state.zone(seat, R::HAND).len() >= self.game.limits.hand as usize
            || !self.state.put_into_zone(seat, R::HAND, id)
        {
            self.state.release_card(id);
            self.tell(What::Lost { seat, card: def });
            return CardId::NONE;
        }
        R::card_arrived(self, seat, R::HAND, id);
        let what = What::Drawn { seat, card: def };
        if self.is_open(R::HAND, id) {
            self.tell(what)
        } else {
            self.whisper(seat, what)
        }
        self.fire_for_seat(Moment::Drawn, seat, def);
        id
    }

    /// Whether everybody can read a card of a zone.
    pub(crate) fn is_open(&self, zone: usize, id: CardId) -> bool {
        R::AUDIENCES.zones[zone] == Audience::All || self.state.card(id).known == SeatSet::ALL
    }

    /// Puts a card that lies in no zone with the spent cards, or out of the game if there is no such zone; whether it
    /// lies there now.
    pub fn bury(&mut self, seat: Seat, id: CardId) -> bool {
        // In a truth that was sampled while a question waited, nobody knows which card is being played.
        if !id.is_some() {
            return false;
        }
        let is_put = R::GRAVE.is_some_and(|grave| self.state.put_into_zone(seat, grave, id));
        if is_put {
            let card = self.state.card_mut(id);
            *card = Card::shown(card.def);
        } else {
            self.state.release_card(id);
            if R::GRAVE.is_some() {
                self.tell(What::Fizzled { room: Room::Cards });
            }
        }
        is_put
    }

    /// Discards a card from a zone. With the spent cards it is marked as unplayed.
    pub fn discard(&mut self, seat: Seat, zone: usize, place: usize) {
        let id = self.state.take_from_zone(seat, zone, place);
        let card = self.state.card(id).def;
        if self.bury(seat, id) {
            self.state.set_unplayed(id, true);
        }
        self.tell(if R::GRAVE.is_some() {
            What::Discarded { seat, card }
        } else {
            What::Lost { seat, card }
        });
    }

    /// Puts the card of a dead piece with the spent cards.
    pub fn bury_piece(&mut self, who: Who) {
        if let Some(grave) = R::GRAVE
            && self.state.add_card(R::home(self.state, who.piece), grave, Card::shown(who.def)).is_none()
        {
            self.tell(What::Fizzled { room: Room::Cards });
        }
    }

    /// Takes the card of a dead piece out of the grave; false if it is no longer there. In a game without a grave
    /// nothing has to be taken, and it is true.
    fn exhume(&mut self, who: Who) -> bool {
        let Some(grave) = R::GRAVE else { return true };
        // A discarded card of the same name was no piece.
        let lies = |&id: &CardId| self.state.card(id).def == who.def && !self.state.is_unplayed(id);
        let home = R::home(self.state, who.piece);
        let Some(place) = self.state.zone(home, grave).iter().rposition(lies) else { return false };
        let id = self.state.take_from_zone(home, grave, place);
        self.state.release_card(id);
        true
    }

    /// Returns a piece to its owner's hand as a card everybody knows.
    pub fn return_piece(&mut self, id: PieceId) -> CardId {
        let (who, home) = (self.who(id), R::home(self.state, id));
        if self.state.used.has(id) {
            self.leave(id);
        } else if !self.exhume(who) {
            return CardId::NONE;
        }
        self.tell(What::Returned { who: Who { owner: home, ..who } });
        // It is in the hand now: nothing may find it on its cell again.
        self.state.piece_mut(id).cell = Cell::NONE;
        self.create_card(home, R::HAND, Card::shown(who.def))
    }

    /// Shuffles a zone. Others no longer know its cards.
    pub fn shuffle(&mut self, seat: Seat, zone: usize) {
        self.state.forget_zone(seat, zone);
        self.dice.shuffle(self.state.zone_mut(seat, zone));
    }
}
