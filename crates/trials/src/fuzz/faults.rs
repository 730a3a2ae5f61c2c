//! Planted faults: each breaks exactly one thing, so that every detector is itself tested.

use std::sync::atomic::AtomicBool;

use cardwright_core::{Action, Audience, DefId, Dice, Event, PieceSet, Seat, SeatSet, State, View, What};
use cardwright_effects::{Game, Legal, Rules};
use cardwright_host::describe::{self, Numbers};
use cardwright_host::forecast::Forecast;
use serde_json::{Value, json};

use super::abilities::watched_copy;
use super::plants;
use super::subject::{Honest, Played, Start, Subject, Table, play_again};

/// Declares the faults with their names on the command line.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident = $name:literal,)*) => {
        /// A fault that can be planted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $fault,)*
        }

        impl Fault {
            /// All faults with their names on the command line.
            pub const ALL: &'static [(&'static str, Fault)] = &[$(($name, Fault::$fault),)*];
        }
    };
}

faults! {
    /// A view shows a card of another seat's hand.
    Leak = "leak",
    /// In a game with fog: a view shows where an unseen piece is.
    Glimpse = "glimpse",
    /// In a game with fog: everybody is told what happens to pieces, seen or not.
    Rumour = "rumour",
    /// In a game with fog: everybody is told who did it, seen or not.
    Culprit = "culprit",
    /// Listing the legal actions rolls a die of the match.
    Listing = "listing",
    /// A trigger sets itself off and the limit on triggers is switched off.
    Endless = "endless",
    /// An action panics.
    Panic = "panic",
    /// A replay leaves an action out.
    Lost = "lost",
    /// In a timed game: it makes a difference where a wait is split.
    Split = "split",
    /// A piece is lent something else than the position lends it.
    Stale = "stale",
    /// The list of pieces to which something is lent is lost.
    Unlisted = "unlisted",
    /// No trigger hears of events about pieces.
    Deaf = "deaf",
    /// No death ability runs.
    Unspoken = "unspoken",
    /// Something that was lent for a time ends too early.
    Forgetful = "forgetful",
    /// A hero is imagined in a hand.
    Figment = "figment",
    /// The text of a card changes nothing when the card is played.
    Idle = "idle",
    /// An ability of a card never runs.
    Mute = "mute",
    /// Everybody is told which card is drawn.
    Draws = "draws",
    /// Everybody is told what somebody chose in secret, before all have chosen.
    Redraw = "redraw",
    /// Everybody is told how much of a secret resource somebody gains.
    Wealth = "wealth",
    /// The result of an action shows how much another seat holds in secret.
    Purse = "purse",
    /// The result of an action shows what the dice will say next.
    Omen = "omen",
    /// The description of a view names a hidden card.
    Gossip = "gossip",
    /// Whether an action can be taken back depends on a hidden card.
    Undo = "undo",
    /// The reason of a refusal depends on a hidden card.
    Refusal = "refusal",
    /// A hidden card makes a sound.
    Chatter = "chatter",
    /// The order of events depends on a hidden card.
    Order = "order",
    /// The order of the legal actions depends on a hidden card.
    Sorted = "sorted",
    /// The slots of hidden cards show where they came from.
    Slots = "slots",
    /// A view shows what hidden cards cost.
    Prices = "prices",
    /// A view shows who knows hidden cards.
    Secrets = "secrets",
    /// A view shows how many options another seat is asked about.
    Options = "options",
    /// In a timed game: a hidden card changes when something happens next.
    Clock = "clock",
    /// A spectator sees a hidden card.
    Bystander = "bystander",
    /// A forecast says less of everything than comes.
    Misjudged = "misjudged",
    /// Every forecast says that it is exact.
    Boastful = "boastful",
    /// A forecast says that what may happen is likelier than it is.
    Hopeful = "hopeful",
    /// A forecast depends on a hidden card.
    Clairvoyant = "clairvoyant",
    /// In a game with fog: the description of an event gives the true numbers of pieces.
    Numbers = "numbers",
}

impl Fault {
    /// The fault with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault)
    }
}

/// A subject with one fault.
pub struct Planted<R: Rules> {
    game: Game<R>,
    /// The game that carries out actions, if it is not the one that the detectors know.
    played: Option<Game<R>>,
    fault: Fault,
}

impl<R: Rules> Planted<R> {
    /// Plants a fault.
    pub fn new(honest: &Game<R>, fault: Fault) -> Self {
        let again = || watched_copy(honest);
        let (game, played) = match fault {
            Fault::Endless => {
                let mut unlimited = plants::with_endless_trigger(again());
                unlimited.limits.triggers = 0;
                (plants::with_endless_trigger(again()), Some(unlimited))
            }
            Fault::Deaf => (again(), Some(plants::with_deaf_ears(again()))),
            Fault::Unspoken => (again(), Some(plants::without_last_words(again()))),
            Fault::Idle => (plants::with_idle_text(again()), None),
            Fault::Mute => (plants::with_mute_ability(again()), None),
            _ => (again(), None),
        };
        Self { game, played, fault }
    }

    fn honest(&self) -> Honest<'_, R> {
        Honest(self.played.as_ref().unwrap_or(&self.game))
    }

    /// Applies the fault to what happened.
    fn after(&self, before: &State<R>, actor: Seat, table: &mut Table<R>, events: Option<&mut Vec<Event>>) {
        let is_odd = plants::secret(before, actor) & 1 == 1;
        let state = &mut table.state;
        match self.fault {
            Fault::Stale => {
                let hero = state.used.first();
                if hero.is_some() && !state.is_over {
                    state.piece_mut(hero).lent_attack += 1;
                }
            }
            Fault::Unlisted => state.borrowers = PieceSet::EMPTY,
            Fault::Purse => {
                let others = state.all_seats().filter(|&owner| owner != actor);
                let hidden = (0..R::AUDIENCES.resources.len())
                    .filter(|&resource| R::AUDIENCES.resources[resource] != Audience::All);
                let held: i16 = others
                    .flat_map(|owner| hidden.clone().map(move |resource| (owner, resource)))
                    .map(|(owner, resource)| before.resource(owner, resource))
                    .sum();
                state.open_decks = held & 1 == 1;
            }
            Fault::Omen => state.open_decks = table.dice.clone().below(2) == 1,
            _ => {}
        }
        let Some(events) = events else { return };
        let everybody = |what| Event { audience: SeatSet::ALL, causes: SeatSet::ALL, what };
        match self.fault {
            Fault::Rumour => reach_all(events, |what| what.pieces().any()),
            Fault::Culprit => events.iter_mut().for_each(|event| event.causes = SeatSet::ALL),
            Fault::Draws => reach_all(events, |what| matches!(what, What::Drawn { .. })),
            Fault::Wealth => reach_all(events, |what| matches!(what, What::Gained { .. })),
            Fault::Redraw if actor.is_some() && before.phase == state.phase => {
                let chosen = (0..R::AUDIENCES.resources.len()).find(|&resource| {
                    R::AUDIENCES.resources[resource] != Audience::All
                        && before.resource(actor, resource) != state.resource(actor, resource)
                });
                events.extend(chosen.map(|resource| {
                    let count = state.resource(actor, resource) as u8;
                    everybody(What::Redrew { seat: actor, count })
                }));
            }
            Fault::Chatter if is_odd => events.push(everybody(What::Sounded { sound: 0 })),
            Fault::Order if is_odd => events.reverse(),
            _ => {}
        }
    }
}

fn reach_all(events: &mut [Event], is_meant: impl Fn(&What) -> bool) {
    for event in events.iter_mut().filter(|event| is_meant(&event.what)) {
        event.audience = SeatSet::ALL;
    }
}

impl<R: Rules> Subject<R> for Planted<R> {
    fn game(&self) -> &Game<R> {
        &self.game
    }

    fn legal(&self, table: &mut Table<R>, seat: Seat) -> Legal {
        if self.fault == Fault::Listing {
            table.dice.below(6);
        }
        let mut legal = Legal::of(self.game(), &table.state, seat);
        if self.fault == Fault::Sorted && plants::secret(&table.state, seat) & 1 == 1 {
            legal.groups.reverse();
        }
        legal
    }

    fn apply(
        &self,
        table: &mut Table<R>,
        action: Action,
        mut events: Option<&mut Vec<Event>>,
        stop: &AtomicBool,
    ) {
        assert!(self.fault != Fault::Panic || table.state.now < 3, "a planted panic");
        let before = table.state;
        if self.fault == Fault::Forgetful {
            plants::forget(&self.game, &mut table.state);
        }
        self.honest().apply(table, action, events.as_deref_mut(), stop);
        self.after(&before, action.seat, table, events);
    }

    fn advance(&self, table: &mut Table<R>, to: u32, mut events: Option<&mut Vec<Event>>, stop: &AtomicBool) {
        let before = table.state;
        self.honest().advance(table, to, events.as_deref_mut(), stop);
        if self.fault == Fault::Split && to > before.now && !table.state.is_over {
            *table.state.resource_mut(Seat(0), 0) += 1;
        }
        if matches!(self.fault, Fault::Draws | Fault::Rumour | Fault::Wealth | Fault::Culprit) {
            self.after(&before, Seat::NONE, table, events);
        }
    }

    fn view(&self, state: &State<R>, seat: Seat) -> View<R> {
        let mut view = Honest(self.game()).view(state, seat);
        match self.fault {
            Fault::Leak => plants::show_a_card(state, &mut view),
            Fault::Bystander if !seat.is_some() => plants::show_a_card(state, &mut view),
            Fault::Glimpse => plants::show_a_piece(self.game(), state, &mut view),
            Fault::Slots => plants::show_slots(state, &mut view),
            Fault::Prices => plants::mark_hidden(state, &mut view, |shown, card| shown.cost = card.cost),
            Fault::Secrets => plants::mark_hidden(state, &mut view, |shown, card| shown.known = card.known),
            Fault::Options if state.prompt.is_open() && state.prompt.seat != seat => {
                view.state_mut().prompt.len = state.prompt.len;
            }
            _ => {}
        }
        view
    }

    fn refusal(&self, state: &State<R>, action: &Action) -> String {
        let honest = Honest(self.game()).refusal(state, action);
        match self.fault {
            Fault::Refusal => format!("{honest} ({})", plants::secret(state, action.seat)),
            _ => honest,
        }
    }

    fn can_undo(&self, before: &Table<R>, after: &Table<R>, events: &[Event], actor: Seat) -> bool {
        let honest = Honest(self.game()).can_undo(before, after, events, actor);
        honest ^ (self.fault == Fault::Undo && plants::secret(&before.state, actor) & 1 == 1)
    }

    fn next_event_at(&self, state: &State<R>) -> Option<u32> {
        let later = match self.fault {
            Fault::Clock => plants::secret(state, Seat(0)),
            _ => 0,
        };
        Honest(self.game()).next_event_at(state).map(|at| at.saturating_add(later))
    }

    fn describe(&self, state: &State<R>, seat: Seat) -> Value {
        let mut told = Honest(self.game()).describe(state, seat);
        if self.fault == Fault::Gossip {
            told["gossip"] = json!(plants::secret(state, seat));
        }
        told
    }

    fn describe_event(&self, event: &Event, seat: Seat) -> Option<Value> {
        let numbers = if self.fault == Fault::Numbers { Numbers::Shown } else { Numbers::of::<R>() };
        describe::event(event, seat, numbers)
    }

    fn imagine(&self, view: &View<R>, dice: &mut Dice) -> State<R> {
        let mut truth = Honest(self.game()).imagine(view, dice);
        if self.fault == Fault::Figment {
            let hero = truth.used.first();
            let def = if hero.is_some() { truth.piece(hero).def } else { DefId::HIDDEN };
            plants::imagine_in_a_hand(view, &mut truth, def);
        }
        truth
    }

    fn forecast(&self, truth: &State<R>, view: &View<R>, action: Action) -> Forecast {
        let mut told = Honest(self.game()).forecast(truth, view, action);
        match self.fault {
            Fault::Misjudged => told.entries.iter_mut().for_each(|entry| {
                entry.low -= 1;
                entry.high -= 1;
            }),
            Fault::Boastful => told.is_exact = true,
            Fault::Hopeful => {
                let unsure = told.entries.iter_mut().filter(|entry| !entry.is_certain());
                unsure.for_each(|entry| entry.chance = entry.chance.sqrt());
            }
            Fault::Clairvoyant => told.cases += plants::secret(truth, action.seat) as usize,
            _ => {}
        }
        told
    }

    fn replay(&self, start: &Start<R>, seed: u64, played: &Played, stop: &AtomicBool) -> Vec<u64> {
        if self.fault != Fault::Lost {
            return play_again(self, start, seed, played, stop);
        }
        let actions = &played.actions[..played.actions.len() / 2];
        let until = actions.last().map_or(0, |&(at, _)| at);
        let mut digests = play_again(self, start, seed, &Played { actions: actions.to_vec(), until }, stop);
        // The actions after the lost one are played without it, as far as anyone can see.
        let last = digests[digests.len() - 1];
        digests.resize(played.actions.len() + 2, last);
        digests
    }
}
