//! Operations on cards in zones, and prompts.

use cardwright_core::{
    Audience, Card, CardId, Cell, DefId, Frame, PROMPT_OPTIONS, PieceSet, Prompt, Room, Seat, SeatSet, What,
};

use crate::catalogue::Side;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::table::Op;

pub fn shift<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if query.zone == 0 {
        return;
    }
    let to = op.a as usize - 1;
    for (seat, from, id) in cx.select_cards(&query, frame) {
        let full = to == R::HAND && cx.state.zone(seat, to).len() >= cx.game.limits.hand as usize;
        if from == to {
            continue;
        }
        if cx.state.is_zone_full(seat, to) {
            cx.tell(What::Fizzled { room: Room::Cards });
            continue;
        }
        let Some(place) = cx.state.zone(seat, from).iter().position(|&card| card == id) else { continue };
        cx.state.take_from_zone(seat, from, place);
        let card = cx.state.card(id).def;
        if full {
            cx.state.release_card(id);
            cx.tell(What::Lost { seat, card });
            continue;
        }
        cx.state.put_into_zone(seat, to, id);
        frame.card = id;
        R::card_arrived(cx, seat, to, id);
        let what = What::Shifted { seat, from: from as u8, to: to as u8, card };
        if R::AUDIENCES.zones[from] == Audience::All || cx.is_open(to, id) {
            cx.tell(what)
        } else {
            cx.whisper(seat, what)
        }
        if to == R::DECK {
            cx.shuffle(seat, to);
        }
    }
}

pub fn discard_those<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for (seat, zone, id) in selected(cx, frame, op) {
        if let Some(place) = cx.state.zone(seat, zone).iter().position(|&card| card == id) {
            cx.discard(seat, zone, place);
        }
    }
}

pub fn reveal<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for (seat, zone, id) in selected(cx, frame, op) {
        let card = cx.state.card_mut(id);
        card.known = SeatSet::ALL;
        let card = card.def;
        cx.tell(What::Revealed { seat, zone: zone as u8, card });
    }
}

/// RULE: a card that finds no free space stays where it is.
pub fn raise<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let mut raised = PieceSet::EMPTY;
    let near = if frame.source.is_some() { cx.state.piece(frame.source).cell } else { Cell::NONE };
    for (owner, zone, id) in selected(cx, frame, op) {
        let seat = if op.a == 0 { owner } else { cx.seats(Side::from_number(op.a), frame).first() };
        let Some(place) = cx.state.zone(owner, zone).iter().position(|&card| card == id) else { continue };
        if !seat.is_some() {
            continue;
        }
        let card = *cx.state.card(id);
        if !R::has_room(cx.game, cx.state, seat, card.def, near) {
            cx.tell(What::Fizzled { room: Room::Cells });
            continue;
        }
        cx.state.take_from_zone(owner, zone, place);
        cx.state.release_card(id);
        raised |= cx.summon(seat, card, near).map_or(PieceSet::EMPTY, PieceSet::one);
    }
    frame.set = raised;
}

/// The cards that an operation's query selects in a zone.
pub(crate) fn selected<R: Rules>(cx: &mut Ctx<'_, R>, frame: &Frame, op: Op) -> Vec<(Seat, usize, CardId)> {
    let query = cx.game.catalogue.queries[op.q as usize];
    if query.zone == 0 { Vec::new() } else { cx.select_cards(&query, frame) }
}

pub fn cost<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if query.zone == 0 {
        return;
    }
    for (seat, _, id) in cx.select_cards(&query, frame) {
        let card = cx.state.card_mut(id);
        card.cost = (card.cost as i16).saturating_add(frame.value).clamp(-99, 99) as i8;
        let def = card.def;
        cx.whisper(seat, What::CostChanged { seat, card: def, by: frame.value });
    }
}

pub fn create<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    // The text names the card, so everybody knows it.
    create_each(cx, frame, op, SeatSet::ALL, |_| Some(DefId(op.q)));
}

pub fn create_random<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let game = cx.game;
    let pool = &game.catalogue.pools[op.q as usize];
    create_each(cx, frame, op, SeatSet::EMPTY, |cx| {
        (!pool.is_empty()).then(|| pool[cx.dice.below(pool.len() as u32) as usize])
    });
}

fn create_each<R: Rules>(
    cx: &mut Ctx<'_, R>,
    frame: &mut Frame,
    op: Op,
    known: SeatSet,
    mut next: impl FnMut(&mut Ctx<'_, R>) -> Option<DefId>,
) {
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for _ in 0..frame.value {
            let Some(def) = next(cx) else { return };
            frame.def = def;
            frame.card = cx.create_card(seat, op.b as usize - 1, Card { known, ..Card::new(def) });
        }
    }
}

pub fn create_copy<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let readable = frame.set & (cx.state.used | cx.state.limbo);
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for piece in cx.state.by_arrival(readable) {
            let def = cx.state.piece(piece).def;
            frame.def = def;
            frame.card = cx.create_card(seat, op.b as usize - 1, Card::shown(def));
        }
    }
}

/// Asks a question; when the answer comes, the operation runs again and takes it.
pub fn choose<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if frame.answer != u8::MAX {
        cx.take_answer(frame);
        return;
    }
    let game = cx.game;
    let pool = &game.catalogue.pools[op.q as usize];
    let wanted = (op.b.max(0) as usize).min(PROMPT_OPTIONS).min(pool.len());
    frame.def = DefId::HIDDEN;
    if wanted == 0 {
        return;
    }
    let mut prompt = Prompt { seat: frame.seat, len: wanted as u8, ..Prompt::default() };
    let mut taken = [usize::MAX; PROMPT_OPTIONS];
    for n in 0..wanted {
        // The r-th card not taken yet.
        let mut at = cx.dice.below((pool.len() - n) as u32) as usize;
        taken[..n].sort_unstable();
        for &earlier in &taken[..n] {
            at += (earlier <= at) as usize;
        }
        taken[n] = at;
        prompt.options[n] = pool[at];
    }
    ask(cx, frame, prompt);
}

/// Opens a prompt; the operation runs again when the answer comes. False if chance answered.
///
/// RULE: if too much waits for a question to be asked, chance answers.
pub(crate) fn ask<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, prompt: Prompt) -> bool {
    if !cx.has_room_to_ask() {
        frame.def = prompt.options[cx.dice.below(prompt.len as u32) as usize];
        cx.whisper(frame.seat, What::Answered { seat: frame.seat, card: frame.def });
        return false;
    }
    cx.state.prompt = prompt;
    frame.pc -= 1;
    cx.tell(What::Asked { seat: frame.seat });
    true
}

impl<R: Rules> Ctx<'_, R> {
    /// Takes the answer to the prompt that a program asked; it is the card of the text from now on.
    pub(crate) fn take_answer(&mut self, frame: &mut Frame) -> DefId {
        frame.def = self.state.prompt.options[frame.answer as usize];
        frame.answer = u8::MAX;
        self.state.prompt = Prompt::default();
        self.whisper(frame.seat, What::Answered { seat: frame.seat, card: frame.def });
        frame.def
    }
}

pub fn keep<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if frame.def != DefId::HIDDEN && frame.def.is_some() {
        let card = Card::new(frame.def);
        frame.card = cx.create_card(frame.seat, op.a as usize - 1, card);
    }
}
