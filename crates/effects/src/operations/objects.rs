//! Operations on cards as objects: the one just drawn, made, returned or chosen, and those that match in a zone.

use cardwright_core::{
    Card, CardId, Cell, DefId, Frame, InForce, InForceSort, PROMPT_OPTIONS, PieceSet, Prompt, Seat, SeatSet,
    What,
};

use super::cards::{ask, selected};
use crate::catalogue::Side;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::query::card_matches;
use crate::table::Op;

/// RULE: a copy has the changes of its model.
pub fn copy_those<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let models: Vec<Card> =
        selected(cx, frame, op).into_iter().map(|(_, _, id)| *cx.state.card(id)).collect();
    for seat in cx.seats(Side::from_number(op.a), frame) {
        for &model in &models {
            let copy = Card { known: SeatSet::EMPTY, ..model };
            frame.card = cx.create_card(seat, op.b as usize - 1, copy);
            frame.def = copy.def;
        }
    }
}

pub fn buff_cards<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let (attack, health) = (frame.value.saturating_mul(op.b), frame.value.saturating_mul(op.c));
    for (seat, _, id) in selected(cx, frame, op) {
        let card = cx.state.card_mut(id);
        card.attack = (card.attack as i16).saturating_add(attack).clamp(-99, 99) as i8;
        card.health = (card.health as i16).saturating_add(health).clamp(-99, 99) as i8;
        let card = card.def;
        cx.whisper(seat, What::CardChanged { seat, card, attack, health });
    }
}

pub fn set_cost<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for (seat, _, id) in selected(cx, frame, op) {
        let printed = cx.game.def(cx.state.card(id).def).cost;
        let card = cx.state.card_mut(id);
        let before = card.cost;
        card.cost = frame.value.saturating_sub(printed).clamp(-99, 99) as i8;
        let (by, card) = (card.cost as i16 - before as i16, card.def);
        cx.whisper(seat, What::CostChanged { seat, card, by });
    }
}

/// Asks for one of several cards of a zone; when the answer comes, the operation runs again and takes it.
pub fn choose_from<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    if query.zone == 0 {
        return;
    }
    if frame.answer != u8::MAX {
        let chosen = cx.take_answer(frame);
        frame.card = find(cx, frame, op, chosen);
        return;
    }
    let mut found = cx.select_cards(&query, frame);
    let wanted = (op.b.max(0) as usize).min(PROMPT_OPTIONS);
    while found.len() > wanted {
        let at = cx.dice.below(found.len() as u32) as usize;
        found.remove(at);
    }
    (frame.def, frame.card) = (DefId::HIDDEN, CardId::NONE);
    let mut prompt = Prompt { seat: frame.seat, ..Prompt::default() };
    for (_, _, id) in found {
        let def = cx.state.card(id).def;
        // Equal cards are one answer.
        if !prompt.options[..prompt.len as usize].contains(&def) {
            prompt.options[prompt.len as usize] = def;
            prompt.len += 1;
        }
    }
    if prompt.len > 0 && !ask(cx, frame, prompt) {
        frame.card = find(cx, frame, op, frame.def);
    }
}

/// The first card of a name among those that match.
fn find<R: Rules>(cx: &mut Ctx<'_, R>, frame: &Frame, op: Op, def: DefId) -> CardId {
    let query = crate::catalogue::Query { random: 0, ..cx.game.catalogue.queries[op.q as usize] };
    let all = cx.select_cards(&query, frame);
    let ids = all.into_iter().map(|(_, _, id)| id);
    ids.into_iter().find(|&id| cx.state.card(id).def == def).unwrap_or(CardId::NONE)
}

pub fn draw_those<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    for (seat, zone, id) in selected(cx, frame, op) {
        if let Some(place) = cx.state.zone(seat, zone).iter().position(|&card| card == id) {
            frame.def = cx.state.card(id).def;
            frame.card = cx.draw_card(seat, zone, place);
        }
    }
}

/// RULE: a change of cost that belongs to no piece belongs to its player.
pub fn price<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = cx.game.catalogue.queries[op.q as usize];
    let carrier = R::own_piece(cx.state, frame.seat);
    if query.zone == 0 || !carrier.is_some() {
        return;
    }
    let until = if op.a == 0 { u32::MAX } else { R::expiry(cx.state, frame.seat, op.a) };
    let sort = if op.c != 0 { InForceSort::NextPrice } else { InForceSort::Price };
    let (pieces, seat, by) = (PieceSet::one(carrier), frame.seat, frame.value.clamp(-99, 99));
    let effect = InForce { pieces, until, seat, attack: by, ability: op.q, sort, ..InForce::default() };
    if cx.add_in_force(effect) {
        for seat in cx.seats(query.side, frame) {
            cx.tell(What::Priced { seat, by });
        }
    }
}

pub fn if_card<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let query = &cx.game.catalogue.queries[op.q as usize];
    let is_known = frame.def.is_some() && frame.def != DefId::HIDDEN;
    if !is_known || !card_matches(cx.game, query, frame.def) {
        frame.pc = op.b as u16;
    }
}

/// Whether the text has a card that copies can be made of.
fn has_card(frame: &Frame) -> bool {
    frame.def.is_some() && frame.def != DefId::HIDDEN
}

pub fn create_it<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    if has_card(frame) {
        for seat in cx.seats(Side::from_number(op.a), frame) {
            for _ in 0..frame.value {
                frame.card = cx.create_card(seat, op.b as usize - 1, Card::new(frame.def));
            }
        }
    }
}

pub fn summon_it<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    let mut summoned = PieceSet::EMPTY;
    if has_card(frame) && cx.game.def(frame.def).health > 0 {
        let near = if frame.source.is_some() { cx.state.piece(frame.source).cell } else { Cell::NONE };
        for seat in cx.seats(Side::from_number(op.a), frame) {
            for _ in 0..frame.value {
                let Some(piece) = cx.summon(seat, Card::new(frame.def), near) else { break };
                summoned.insert(piece);
            }
        }
    }
    frame.set = summoned;
}

pub fn if_alike<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
    // RULE: cards of two players are no copies.
    let mut cards: Vec<(Seat, DefId)> =
        selected(cx, frame, op).into_iter().map(|(seat, _, id)| (seat, cx.state.card(id).def)).collect();
    cards.sort_unstable();
    if cards.windows(2).any(|pair| pair[0] == pair[1]) {
        frame.pc = op.b as u16;
    }
}
