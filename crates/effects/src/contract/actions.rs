//! What a seat may do, what it costs, and how an action begins.

use cardwright_core::{Action, CardId, Group, Options, PieceId, Seat, State, VerbSpec};

use super::{Basics, Rules};
use crate::context::Ctx;
use crate::game::Game;
use crate::prices::Prices;

/// The actions of a game.
pub trait Actions: Basics {
    const VERBS: &'static [VerbSpec];

    /// Lists the legal actions of a seat as groups.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>);

    /// The position and options of the linked choice of a group, given the choices before it.
    fn linked(_: &Game<Self>, _: &State<Self>, _: &Action) -> (u8, Options) {
        (0, Options::EMPTY)
    }

    /// How many actions a linked group has. A game that can compute it overrides this and saves the walk over all
    /// prefixes.
    fn linked_len(game: &Game<Self>, state: &State<Self>, seat: Seat, group: &Group) -> u32 {
        (0..group.prefixes as u32).map(|n| Self::linked(game, state, &group.nth(seat, n)).1.len()).sum()
    }

    /// Begins a legal action; the resolution follows. Work that it pushes runs in the order it was pushed.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action);

    /// The action that only waits, if there is one now: a passing agent takes it.
    fn passing(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<Action> {
        None
    }

    /// Whether a seat may choose a piece as the target of a card.
    fn may_target(_: &Game<Self>, _: &State<Self>, _: Seat, _: PieceId) -> bool {
        true
    }

    /// What a card in hand costs its seat now.
    fn cost(game: &Game<Self>, state: &State<Self>, card: CardId) -> i16
    where
        Self: Rules,
    {
        let holds = |seat: &Seat| state.zone(*seat, Self::HAND).contains(&card);
        let holder = state.all_seats().into_iter().find(holds).unwrap_or(Seat(0));
        Prices::of(game, state, holder).cost(game, state, holder, card)
    }

    /// What a card costs its seat now, by resource; empty if cards have a single cost.
    fn price(_: &Game<Self>, _: &State<Self>, _: Seat, _: CardId) -> Vec<i16> {
        Vec::new()
    }
}
