//! What must hold in a view that came as bytes, as far as only the catalogue and the rules know it.
//!
//! `core` holds the numbers against the arrays; here cards, abilities and programs are held against the catalogue, so
//! that nothing can be asked of the view that the kernel has no answer to.

use cardwright_core::{Decode, DefId, Reader, State, Unreadable, View, Waiting, Work, WorkKind, ensure};

use crate::catalogue::NOTHING;
use crate::contract::Rules;
use crate::game::Game;
use crate::resolve::SUCCESSION;
use crate::table::Code;

/// Reads a view of this game and board.
pub fn read_view<R: Rules>(game: &Game<R>, from: &mut Reader<'_>) -> Result<View<R>, Unreadable> {
    let view = View::<R>::decode(from)?;
    let state = &view.state;
    ensure((state.phase as usize) < R::PHASES.len(), "is of a phase that the game does not have")?;
    ensure(state.seat_count() <= R::most_seats(game), "has more seats than the board")?;
    let cells = R::cell_names(game).len();
    let highest = (128 - state.occupied.0.leading_zeros()) as usize;
    ensure(highest <= cells, "names a space that the board does not have")?;
    let starting = R::starting(state);
    ensure(!starting.is_some() || state.all_seats().has(starting), "was begun by nobody who plays")?;
    check_cards(game, state)?;
    check_effects(game, state, cells)?;
    R::check_view(game, &view)?;
    Ok(view)
}

/// Whether the catalogue has a card; the hidden one is none.
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
    for lasting in state.live_lastings() {
        let is_none = lasting.ability == NOTHING && !lasting.is_timer;
        let is_known = is_none || is_ability(lasting.ability);
        ensure(is_known && is_named(lasting.by), "has an ability in force that no card has")?;
        ensure(!lasting.is_of_seat || lasting.seat.is_some(), "has a timer of nobody")?;
    }
    for id in state.dying {
        let cause = state.piece(id).doomed_by();
        let is_there = !cause.piece.is_some() || (state.used | state.limbo).has(cause.piece);
        let is_known = is_there && is_named(cause.card) && cause.rule as usize <= R::REASONS.len();
        ensure(is_known, "has a piece that dies of nothing")?;
    }
    for waiting in state.waiting() {
        let is_fit = match waiting {
            Waiting::Trigger(trigger) => is_ability(trigger.ability),
            Waiting::Frame(work) => {
                is_named(work.by)
                    && (!work.destination.is_some() || work.destination.at() < cells)
                    && is_work(game, state, &work)
            }
        };
        ensure(is_fit, "has waiting work that no card could leave")?;
    }
    let asks = |waiting: Waiting| {
        matches!(waiting, Waiting::Frame(work) if work.kind == WorkKind::Program
            && catalogue.ops[work.pc as usize].code == Code::Choose
            && work.seat == state.prompt.seat
            && state.prompt.len > 0)
    };
    ensure(state.waiting().next().is_none_or(asks), "waits for an answer that nobody asked for")
}

fn is_work<R: Rules>(game: &Game<R>, state: &State<R>, work: &Work) -> bool {
    let catalogue = &game.catalogue;
    match work.kind {
        WorkKind::Program => {
            let is_def = !work.def.is_some() || work.def.at() < catalogue.defs.len();
            (work.pc as usize) < catalogue.ops.len() && work.answer == u8::MAX && is_def
        }
        WorkKind::Step if work.pc == SUCCESSION => is_card(game, work.def) && work.destination.is_some(),
        WorkKind::Step => R::is_step(state, work),
    }
}
