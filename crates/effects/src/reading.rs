//! Checks on a view read from bytes that need the catalogue or the rules.
//!
//! `core` checks the numbers against the arrays; here cards, abilities and programs are checked against the
//! catalogue, so that the kernel can answer everything that may be asked of the view.

use cardwright_core::{
    Cell, Decode, DefId, Frame, FrameKind, InForceSort, Reader, State, Trigger, Unreadable, View, Waiting,
    ensure,
};

use crate::catalogue::NOTHING;
use crate::contract::Rules;
use crate::game::Game;
use crate::moment::Moment;
use crate::resolve::SUCCESSION;
use crate::table::Code;
use crate::turns::{AFTER_ATTACK, AFTER_PLAY};

/// Reads a view of this game and board.
pub fn read_view<R: Rules>(game: &Game<R>, from: &mut Reader<'_>) -> Result<View<R>, Unreadable> {
    let view = View::<R>::decode(from)?;
    let state = view.state();
    ensure((state.phase as usize) < R::PHASES.len(), "is of a phase that the game does not have")?;
    ensure(state.seat_count() <= R::most_seats(game), "has more seats than the board")?;
    let cells = R::cell_names(game).len();
    let highest = (128 - state.occupied.0.leading_zeros()) as usize;
    ensure(highest <= cells, "names a space that the board does not have")?;
    let starting = R::starting(state);
    ensure(!starting.is_some() || state.all_seats().has(starting), "was begun by a seat that does not play")?;
    check_cards(game, state)?;
    check_effects(game, state, cells)?;
    R::check_view(game, &view)?;
    Ok(view)
}

/// Whether the catalogue has this card; the hidden card does not count.
pub fn is_card<R: Rules>(game: &Game<R>, def: DefId) -> bool {
    def != DefId::HIDDEN && def.at() < game.catalogue.defs.len()
}

fn check_cards<R: Rules>(game: &Game<R>, state: &State<R>) -> Result<(), Unreadable> {
    const UNKNOWN: &str = "names a card that the catalogue does not have";
    for seat in state.all_seats() {
        for zone in 0..R::ZONES {
            let cards = state.zone(seat, zone).iter().map(|&id| state.card(id).def);
            ensure(cards.clone().all(|def| def == DefId::HIDDEN || is_card(game, def)), UNKNOWN)?;
        }
    }
    let asked = &state.prompt.options[..state.prompt.len as usize];
    ensure(asked.iter().all(|&def| is_card(game, def)), UNKNOWN)?;
    for id in state.used | state.limbo {
        let def = state.piece(id).def;
        if def == DefId::HIDDEN && (R::AUDIENCES.veiled(state) | state.limbo).has(id) {
            continue;
        }
        ensure(is_card(game, def), UNKNOWN)?;
        if state.used.has(id) {
            let kinds = state.kind.iter().enumerate().filter(|(_, kind)| kind.has(id));
            let is_told = kinds.map(|(kind, _)| kind).eq([game.def(def).kind as usize]);
            ensure(is_told, "has a piece of a kind that its card is not of")?;
        }
    }
    Ok(())
}

fn check_effects<R: Rules>(game: &Game<R>, state: &State<R>, cells: usize) -> Result<(), Unreadable> {
    let catalogue = &game.catalogue;
    let is_ability = |ability: u16| (ability as usize) < catalogue.abilities.len();
    let is_named = |def: DefId| !def.is_some() || def.at() < catalogue.defs.len();
    for effect in state.effects_in_force() {
        let is_none = effect.ability == NOTHING && !effect.is_timer();
        let is_known = match effect.sort {
            InForceSort::Price | InForceSort::NextPrice => true,
            InForceSort::Number => (effect.ability as usize) < catalogue.vocabulary.attributes.len(),
            _ => is_none || is_ability(effect.ability),
        };
        ensure(is_known && is_named(effect.by), "has an ability in force that no card has")?;
        let cell = effect.cell();
        ensure(!cell.is_some() || cell.at() < cells, "keeps a space that the board does not have")?;
        ensure(
            effect.sort != InForceSort::SeatTimer || effect.seat.is_some(),
            "has a timer that belongs to no seat",
        )?;
        let is_query = !effect.is_price()
            || (effect.ability as usize) < catalogue.queries.len() && effect.seat.is_some();
        ensure(is_query, "has a change of costs that no card makes")?;
    }
    for id in state.dying {
        let cause = state.piece(id).doomed_by();
        let is_there = !cause.piece.is_some() || (state.used | state.limbo).has(cause.piece);
        let is_known = is_there && is_named(cause.card) && cause.rule as usize <= R::REASONS.len();
        ensure(is_known, "has a dying piece without a cause")?;
    }
    let is_kept = |trigger: &Trigger| {
        let is_timer = catalogue.abilities[trigger.ability as usize].moment == Moment::Timer as u8;
        let cell = Cell::from_number(trigger.amount);
        !is_timer || !cell.is_some() || cell.at() < cells
    };
    for waiting in state.waiting() {
        let is_fit = match waiting {
            Waiting::Trigger(trigger) => is_ability(trigger.ability) && is_kept(&trigger),
            Waiting::Frame(frame) => {
                is_named(frame.by)
                    && (!frame.destination.is_some() || frame.destination.at() < cells)
                    && is_sound_frame(game, state, &frame)
            }
        };
        ensure(is_fit, "has waiting work that no card leaves")?;
    }
    let asks = |waiting: Waiting| {
        matches!(waiting, Waiting::Frame(frame) if frame.kind == FrameKind::Program
            && matches!(catalogue.ops[frame.pc as usize].code, Code::Choose | Code::ChooseFrom)
            && frame.seat == state.prompt.seat
            && state.prompt.len > 0)
    };
    ensure(state.waiting().next().is_none_or(asks), "waits for an answer that nobody asked for")
}

fn is_sound_frame<R: Rules>(game: &Game<R>, state: &State<R>, frame: &Frame) -> bool {
    let catalogue = &game.catalogue;
    match frame.kind {
        FrameKind::Program | FrameKind::Play => {
            let is_def = !frame.def.is_some() || frame.def.at() < catalogue.defs.len();
            (frame.pc as usize) < catalogue.ops.len() && frame.answer == u8::MAX && is_def
        }
        FrameKind::Step if frame.pc == SUCCESSION => is_card(game, frame.def) && frame.destination.is_some(),
        FrameKind::Step if matches!(frame.pc, AFTER_PLAY | AFTER_ATTACK) => {
            !frame.def.is_some() || is_card(game, frame.def)
        }
        FrameKind::Step => R::is_step(state, frame),
    }
}
