//! Planted faults: each breaks exactly one thing, so that every detector is itself tested.

use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, DefId, Event, Seat, SeatSet, State, View};
use cardwright_effects::catalogue::{Ability, Base, Query};
use cardwright_effects::table::{Code, Op};
use cardwright_effects::{Game, Legal, Moment, Rules};

use super::subject::{Honest, Played, Start, Subject, Table};

/// A fault that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A view shows a card of another seat's hand.
    Leak,
    /// In a game with fog: a view shows where a piece is that its seat does not see.
    Glimpse,
    /// In a game with fog: everybody is told what happens to pieces, seen or not.
    Rumour,
    /// Listing the legal actions rolls a die of the match.
    Listing,
    /// A trigger sets itself off and the limit on triggers is switched off.
    Endless,
    /// An action panics.
    Panic,
    /// A replay leaves an action out.
    Lost,
    /// In a timed game: where a wait is split makes a difference.
    Split,
}

impl Fault {
    /// All faults with their names on the command line.
    pub const ALL: [(&'static str, Fault); 8] = [
        ("leak", Fault::Leak),
        ("glimpse", Fault::Glimpse),
        ("rumour", Fault::Rumour),
        ("listing", Fault::Listing),
        ("endless", Fault::Endless),
        ("panic", Fault::Panic),
        ("lost", Fault::Lost),
        ("split", Fault::Split),
    ];

    /// The fault of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault)
    }
}

/// A subject with one fault.
pub struct Planted<'a, R: Rules> {
    game: Cow<'a, R>,
    /// For [`Fault::Endless`]: the same game without the limit on triggers.
    unlimited: Option<Game<R>>,
    fault: Fault,
}

enum Cow<'a, R: Rules> {
    Borrowed(&'a Game<R>),
    Owned(Box<Game<R>>),
}

impl<'a, R: Rules> Planted<'a, R> {
    /// Plants a fault.
    pub fn new(honest: &'a Game<R>, fault: Fault) -> Self {
        if fault != Fault::Endless {
            return Self { game: Cow::Borrowed(honest), unlimited: None, fault };
        }
        let game = Cow::Owned(Box::new(with_endless_trigger(again(honest))));
        let mut unlimited = with_endless_trigger(again(honest));
        unlimited.limits.triggers = 0;
        Self { game, unlimited: Some(unlimited), fault }
    }
}

/// A second copy of a game.
fn again<R: Rules>(game: &Game<R>) -> Game<R> {
    Game {
        catalogue: game.catalogue.clone(),
        data: R::load(&game.catalogue, &game.board).expect("the same catalogue was loaded before"),
        board: game.board.clone(),
        collectible: game.collectible.clone(),
        deck_cards: game.deck_cards.clone(),
        limits: game.limits,
    }
}

/// Every card gets "when this takes damage, restore 1 health to it and deal 1 damage to it".
fn with_endless_trigger<R: Rules>(mut game: Game<R>) -> Game<R> {
    let cards = &mut game.catalogue;
    let query = cards.queries.len() as u16;
    cards.queries.push(Query { base: Base::Source, ..Query::default() });
    let op = cards.ops.len() as u16;
    let row = |code, b, q| Op { code, a: 0, b, c: 0, q };
    cards.ops.extend([
        row(Code::Select, 0, query),
        row(Code::Const, 1, 0),
        row(Code::Heal, 0, 0),
        row(Code::Damage, 0, 0),
        row(Code::End, 0, 0),
    ]);
    let ability = cards.abilities.len() as u16;
    cards.abilities.push(Ability::on(Moment::Damaged, op));
    for def in &mut cards.defs {
        def.abilities = def.abilities.iter().copied().chain([ability]).collect();
        def.hears_itself |= 1 << Moment::Damaged as u8;
    }
    game
}

impl<R: Rules> Subject<R> for Planted<'_, R> {
    fn game(&self) -> &Game<R> {
        match &self.game {
            Cow::Borrowed(game) => game,
            Cow::Owned(game) => game,
        }
    }

    fn legal(&self, table: &mut Table<R>, seat: Seat) -> Legal {
        if self.fault == Fault::Listing {
            table.dice.below(6);
        }
        Legal::of(self.game(), &table.state, seat)
    }

    fn apply(
        &self,
        table: &mut Table<R>,
        action: Action,
        mut events: Option<&mut Vec<Event>>,
        stop: &AtomicBool,
    ) {
        assert!(self.fault != Fault::Panic || table.state.now < 3, "a planted panic");
        let game = self.unlimited.as_ref().unwrap_or(self.game());
        Honest(game).apply(table, action, events.as_deref_mut(), stop);
        if self.fault == Fault::Rumour {
            for event in events.into_iter().flatten().filter(|event| event.what.pieces().any()) {
                event.audience = SeatSet::ALL;
            }
        }
    }

    fn view(&self, state: &State<R>, seat: Seat) -> View<R> {
        let mut view = Honest(self.game()).view(state, seat);
        if self.fault == Fault::Leak {
            show_a_card(state, &mut view);
        }
        if self.fault == Fault::Glimpse {
            show_a_piece(self.game(), state, &mut view);
        }
        view
    }

    fn replay(&self, start: &Start<R>, seed: u64, played: &Played, stop: &AtomicBool) -> Vec<u64> {
        let game = self.unlimited.as_ref().unwrap_or(self.game());
        if self.fault != Fault::Lost {
            return Honest(game).replay(start, seed, played, stop);
        }
        let actions = &played.actions[..played.actions.len() / 2];
        let until = actions.last().map_or(0, |&(at, _)| at);
        let mut digests =
            Honest(game).replay(start, seed, &Played { actions: actions.to_vec(), until }, stop);
        // What follows the lost action is played on without it, as far as anyone can see.
        let last = digests[digests.len() - 1];
        digests.resize(played.actions.len() + 2, last);
        digests
    }

    fn advance(&self, table: &mut Table<R>, to: u32, events: Option<&mut Vec<Event>>, stop: &AtomicBool) {
        let is_longer = to > table.state.now;
        Honest(self.unlimited.as_ref().unwrap_or(self.game())).advance(table, to, events, stop);
        if self.fault == Fault::Split && is_longer && !table.state.is_over {
            *table.state.resource_mut(Seat(0), 0) += 1;
        }
    }
}

/// Lets the first hidden card of somebody else's hand shine through.
fn show_a_card<R: Rules>(state: &State<R>, view: &mut View<R>) {
    for owner in state.all_seats().filter(|&owner| owner != view.seat) {
        for (place, &id) in state.zone(owner, R::HAND).iter().enumerate() {
            let shown = view.state.zone(owner, R::HAND)[place];
            if view.state.card(shown).def == DefId::HIDDEN {
                view.state.card_mut(shown).def = state.card(id).def;
                return;
            }
        }
    }
}

/// Lets the first piece that the fog hides shine through: it lies on its cell as if it were seen.
fn show_a_piece<R: Rules>(game: &Game<R>, state: &State<R>, view: &mut View<R>) {
    let hidden = state.by_arrival(state.used).find(|&piece| !R::sees(game, state, view.seat, piece));
    let (Some(hidden), Some(id)) = (hidden, view.state.free_piece()) else { return };
    let piece = *state.piece(hidden);
    *view.state.piece_mut(id) = piece;
    view.state.used.insert(id);
    view.state.side[piece.owner.at()].insert(id);
    view.state.kind[game.def(piece.def).kind as usize].insert(id);
    view.state.lay(id, piece.cell);
    view.state.pieces_end = view.state.pieces_end.max(id.0 + 1);
}
