//! What planted faults do: each function breaks one thing.

use cardwright_core::{Card, DefId, Dice, InForce, Seat, State, View};
use cardwright_effects::catalogue::{Ability, Base, Query};
use cardwright_effects::table::{Code, Op};
use cardwright_effects::{Ctx, Game, Moment, Rules};

use super::abilities::Counter;

/// Adds a program to a catalogue.
fn add_program<R: Rules>(game: &mut Game<R>, rows: &[Op]) -> u16 {
    let start = game.catalogue.ops.len() as u16;
    game.catalogue.ops.extend(rows);
    game.catalogue.ops.push(row(Code::End, 0, 0));
    start
}

fn row(code: Code, b: i16, q: u16) -> Op {
    Op { code, a: 0, b, c: 0, q }
}

/// Every card gets "when this takes damage, restore 1 health to it and deal 1 damage to it".
pub fn with_endless_trigger<R: Rules>(mut game: Game<R>) -> Game<R> {
    let query = game.catalogue.queries.len() as u16;
    game.catalogue.queries.push(Query { base: Base::Source, ..Query::default() });
    let op = add_program(
        &mut game,
        &[
            row(Code::Select, 0, query),
            row(Code::Const, 1, 0),
            row(Code::Heal, 0, 0),
            row(Code::Damage, 0, 0),
        ],
    );
    let cards = &mut game.catalogue;
    let ability = cards.abilities.len() as u16;
    cards.abilities.push(Ability::on(Moment::Damaged, op));
    for def in &mut cards.defs {
        def.abilities = def.abilities.iter().copied().chain([ability]).collect();
        def.hears_itself |= 1 << Moment::Damaged as u8;
    }
    counted_anew(game)
}

/// Makes the onlooker count the added programs too.
fn counted_anew<R: Rules>(mut game: Game<R>) -> Game<R> {
    game.onlooker = Some(Box::new(Counter::of(&game.catalogue)));
    game
}

/// No event about a piece is enough to set off a trigger.
pub fn with_deaf_ears<R: Rules>(mut game: Game<R>) -> Game<R> {
    for ability in &mut game.catalogue.abilities {
        if ability.moment <= Moment::Moved as u8 {
            ability.least = i16::MAX;
        }
    }
    game
}

/// A death ability waits for more than a death.
pub fn without_last_words<R: Rules>(mut game: Game<R>) -> Game<R> {
    for ability in &mut game.catalogue.abilities {
        if ability.moment == Moment::Died as u8 && !ability.is_about_others {
            ability.least = i16::MAX;
        }
    }
    game
}

/// The first card of decks with a text for when it is played does nothing that shows.
pub fn with_idle_text<R: Rules>(mut game: Game<R>) -> Game<R> {
    let op = add_program(&mut game, &[row(Code::Const, 1, 0)]);
    let card = R::unknown_pool(&game).iter().copied().find(|&card| game.def(card).has_program());
    if let Some(card) = card {
        game.catalogue.defs[card.at()].play = op;
    }
    counted_anew(game)
}

/// The first card of decks with an ability about events of pieces never gets an event that is enough.
pub fn with_mute_ability<R: Rules>(mut game: Game<R>) -> Game<R> {
    let is_meant = |at: &u16| game.catalogue.abilities[*at as usize].moment <= Moment::Moved as u8;
    let found = R::unknown_pool(&game)
        .iter()
        .find_map(|&card| game.def(card).abilities.iter().position(&is_meant).map(|place| (card, place)));
    if let Some((card, place)) = found {
        let mut ability = game.catalogue.abilities[game.def(card).abilities[place] as usize];
        ability.least = i16::MAX;
        // Its own program, so that no other card can run it.
        let program: Vec<Op> = game.catalogue.ops[ability.op as usize..]
            .iter()
            .copied()
            .take_while(|op| op.code != Code::End)
            .filter(|op| {
                !matches!(op.code, Code::IfAny | Code::IfNone | Code::IfValue | Code::Jump | Code::Chance)
            })
            .collect();
        ability.op = add_program(&mut game, &program);
        let muted = game.catalogue.abilities.len() as u16;
        game.catalogue.abilities.push(ability);
        game.catalogue.defs[card.at()].abilities[place] = muted;
    }
    counted_anew(game)
}

/// Takes away the first thing that was lent for a time, too early and without an event.
pub fn forget<R: Rules>(game: &Game<R>, state: &mut State<R>) {
    let is_plain = |effect: &InForce| effect.only_lends();
    let Some(at) = state.effects_in_force().iter().position(is_plain) else { return };
    let len = state.in_force_len as usize;
    state.in_force.as_mut().copy_within(at + 1..len, at);
    state.in_force_len -= 1;
    let mut dice = Dice::sampled(0, "lent");
    Ctx::new(game, state, &mut dice, None, None).refresh_lent();
}

/// The number of a card that a seat cannot know: the first unknown card in another seat's hand.
pub fn secret<R: Rules>(state: &State<R>, seat: Seat) -> u32 {
    let others = state.all_seats().filter(|&owner| owner != seat);
    let cards = others.flat_map(|owner| state.zone(owner, R::HAND).iter().map(|&id| state.card(id)));
    cards.filter(|card| !card.known.reaches(seat)).map(|card| card.def.0 as u32).next().unwrap_or(0)
}

/// Lets the first hidden card of somebody else's hand shine through.
pub fn show_a_card<R: Rules>(state: &State<R>, view: &mut View<R>) {
    let seat = view.seat();
    for owner in state.all_seats().filter(|&owner| owner != seat) {
        for (place, &id) in state.zone(owner, R::HAND).iter().enumerate() {
            let shown = view.state().zone(owner, R::HAND)[place];
            if view.state().card(shown).def == DefId::HIDDEN {
                view.state_mut().card_mut(shown).def = state.card(id).def;
                return;
            }
        }
    }
}

/// Lets something of every hidden card of other hands shine through.
pub fn mark_hidden<R: Rules>(state: &State<R>, view: &mut View<R>, mark: impl Fn(&mut Card, &Card)) {
    let seat = view.seat();
    for owner in state.all_seats().filter(|&owner| owner != seat) {
        for (place, &id) in state.zone(owner, R::HAND).iter().enumerate() {
            let shown = view.state().zone(owner, R::HAND)[place];
            if view.state().card(shown).def == DefId::HIDDEN {
                mark(view.state_mut().card_mut(shown), state.card(id));
            }
        }
    }
}

/// Keeps the cards of other hands in the order of their slots.
pub fn show_slots<R: Rules>(state: &State<R>, view: &mut View<R>) {
    let seat = view.seat();
    for owner in state.all_seats().filter(|&owner| owner != seat) {
        let slots = state.zone(owner, R::HAND);
        let mut shown = view.state().zone(owner, R::HAND).to_vec();
        if shown.iter().all(|&id| view.state().card(id).def == DefId::HIDDEN) {
            shown.sort_unstable();
            for (place, slot) in slots.iter().enumerate() {
                let rank = slots.iter().filter(|other| *other < slot).count();
                view.state_mut().zone_mut(owner, R::HAND)[place] = shown[rank];
            }
        }
    }
}

/// Turns a hidden card of a hand into this one.
pub fn imagine_in_a_hand<R: Rules>(view: &View<R>, truth: &mut State<R>, def: DefId) {
    for owner in view.state().all_seats().filter(|&owner| owner != view.seat()) {
        for &slot in view.state().zone(owner, R::HAND) {
            if view.state().card(slot).def == DefId::HIDDEN {
                truth.card_mut(slot).def = def;
                return;
            }
        }
    }
}

/// Lets the first piece that the fog hides shine through: it lies on its cell as if it were seen.
pub fn show_a_piece<R: Rules>(game: &Game<R>, state: &State<R>, view: &mut View<R>) {
    let hidden = state.by_arrival(state.used).find(|&piece| !R::sees(game, state, view.seat(), piece));
    let (Some(hidden), Some(id)) = (hidden, view.state().free_piece()) else { return };
    let piece = *state.piece(hidden);
    *view.state_mut().piece_mut(id) = piece;
    view.state_mut().used.insert(id);
    view.state_mut().side[piece.owner.at()].insert(id);
    view.state_mut().kind[game.def(piece.def).kind as usize].insert(id);
    view.state_mut().lay(id, piece.cell);
    view.state_mut().pieces_end = view.state().pieces_end.max(id.0 + 1);
}
