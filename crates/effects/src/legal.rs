//! Legal actions: groups counted without being listed.

use cardwright_core::{AS_SOURCE, Action, Group, Means, NO_CHOICE, Options, PieceId, PieceSet, Seat, State};

use crate::contract::Rules;
use crate::game::Game;

/// The legal actions of one seat: answers `len`, `nth` and `contains` from the groups' masks.
#[derive(Clone, Debug, Default)]
pub struct Legal {
    pub seat: Seat,
    pub groups: Vec<Group>,
    total: u32,
}

impl Legal {
    /// Lists the legal actions of a seat, reusing the memory.
    #[inline]
    pub fn fill<R: Rules>(&mut self, game: &Game<R>, state: &State<R>, seat: Seat) {
        self.seat = seat;
        self.groups.clear();
        self.total = 0;
        if !R::to_act(state).has(seat) {
            return;
        }
        R::groups(game, state, seat, &mut self.groups);
        for group in &mut self.groups {
            if group.linked {
                group.count = R::linked_len(game, state, seat, group);
            }
            self.total += group.count;
        }
    }

    /// The legal actions of a seat.
    pub fn of<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> Self {
        let mut legal = Self::default();
        legal.fill(game, state, seat);
        legal
    }

    /// Lists the legal actions of a seat from the truth, in the order in which its view lists them. What is legal
    /// depends only on what the seat sees, so no view is needed, only the ranks of its actions: see
    /// [`Legal::nth_as_seen`].
    #[inline]
    pub fn fill_as_seen<R: Rules>(&mut self, game: &Game<R>, truth: &State<R>, seat: Seat) {
        self.fill(game, truth, seat);
        if !R::FOG {
            return;
        }
        // ORDER: a view numbers pieces by arrival, and a game lists the actions of its pieces by their number.
        let arrival = |group: &Group| {
            let is_of_piece = means::<R>(group.verb, AS_SOURCE) == Means::Piece && group.at[0] != AS_SOURCE;
            is_of_piece.then(|| truth.piece(PieceId(group.source)).stamp)
        };
        for end in 1..self.groups.len() {
            let Some(stamp) = arrival(&self.groups[end]) else { continue };
            let mut at = end;
            while at > 0 && arrival(&self.groups[at - 1]).is_some_and(|before| before > stamp) {
                self.groups.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// How many complete actions there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.total
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The action of rank `n`.
    #[inline]
    pub fn nth<R: Rules>(&self, game: &Game<R>, state: &State<R>, mut n: u32) -> Option<Action> {
        for group in &self.groups {
            if n >= group.count {
                n -= group.count;
            } else if group.linked {
                return linked_nth(game, state, self.seat, group, n);
            } else {
                return Some(group.nth(self.seat, n));
            }
        }
        None
    }

    /// The action of rank `n` in the seat's view, but with the piece numbers of the truth; see
    /// [`Legal::fill_as_seen`].
    #[inline]
    pub fn nth_as_seen<R: Rules>(&self, game: &Game<R>, truth: &State<R>, mut n: u32) -> Option<Action> {
        if !R::FOG {
            return self.nth(game, truth, n);
        }
        for group in &self.groups {
            if n >= group.count {
                n -= group.count;
                continue;
            }
            let pick = |at: u8, options: Options, n: u32| match means::<R>(group.verb, at) {
                Means::Piece => truth
                    .by_arrival(PieceSet(options.0 as u64))
                    .nth(n as usize)
                    .map_or(NO_CHOICE, |piece| piece.0),
                _ => options.nth(n).0,
            };
            if !group.linked {
                return Some(group.nth_by(self.seat, n, pick));
            }
            for prefix in 0..group.prefixes as u32 {
                let action = group.nth_by(self.seat, prefix, pick);
                let (position, options) = R::linked(game, truth, &action);
                if n < options.len() {
                    return Some(action.with(position, pick(position, options, n)));
                }
                n -= options.len();
            }
        }
        None
    }

    /// Calls `visit` with every action, in the order of their ranks.
    #[inline]
    pub fn each<R: Rules>(&self, game: &Game<R>, state: &State<R>, mut visit: impl FnMut(Action)) {
        for group in &self.groups {
            group.visit(self.seat, |action| {
                if group.linked {
                    let (position, options) = R::linked(game, state, &action);
                    for option in options {
                        visit(action.with(position, option.0));
                    }
                } else {
                    visit(action);
                }
            });
        }
    }

    /// Whether an action is legal.
    pub fn contains<R: Rules>(&self, game: &Game<R>, state: &State<R>, action: &Action) -> bool {
        self.groups.iter().any(|group| {
            if action.seat != self.seat || group.verb != action.verb || !group.has_source(action.source) {
                return false;
            }
            if group.subset_of > 0 {
                return action.choices == Action::new(Seat(0), 0, 0).choices
                    && (action.mask as u32) < 1 << group.subset_of;
            }
            let mut expected = Action::new(action.seat, action.verb, action.source);
            for i in (0..group.depth as usize).filter(|&i| group.at[i] != AS_SOURCE) {
                let choice = action.choices[group.at[i] as usize];
                if choice == NO_CHOICE || !has(group.sets[i], choice) {
                    return false;
                }
                expected = expected.with(group.at[i], choice);
            }
            if group.linked {
                let (position, options) = R::linked(game, state, &expected);
                let choice = action.choices[position as usize];
                if choice == NO_CHOICE || !has(options, choice) {
                    return false;
                }
                expected = expected.with(position, choice);
            }
            expected == *action
        })
    }

    /// The next choice under a prefix: its position and options; `None` when the prefix is complete or leads nowhere.
    pub fn next_choice<R: Rules>(
        &self,
        game: &Game<R>,
        state: &State<R>,
        prefix: &Action,
    ) -> Option<(u8, Options)> {
        let mut found: Option<(u8, Options)> = None;
        for group in &self.groups {
            if group.verb != prefix.verb || !group.has_source(prefix.source) {
                continue;
            }
            // Several groups may begin alike and differ only in what comes next.
            if let Some((position, options)) = next_within(game, state, group, prefix) {
                match &mut found {
                    Some((at, all)) if *at == position => *all |= options,
                    Some(_) => {}
                    None => found = Some((position, options)),
                }
            }
        }
        found
    }
}

/// The next choice of a group under a prefix.
fn next_within<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    group: &Group,
    prefix: &Action,
) -> Option<(u8, Options)> {
    for i in (0..group.depth as usize).filter(|&i| group.at[i] != AS_SOURCE) {
        let choice = prefix.choices[group.at[i] as usize];
        if choice == NO_CHOICE {
            let mut options = group.sets[i];
            if group.linked && i + 1 == group.depth as usize {
                // An option after which the linked choice is empty leads nowhere.
                for option in options {
                    if R::linked(game, state, &prefix.with(group.at[i], option.0)).1.is_empty() {
                        options.remove(option);
                    }
                }
            }
            return Some((group.at[i], options));
        }
        if !has(group.sets[i], choice) {
            return None;
        }
    }
    if group.linked {
        let (position, options) = R::linked(game, state, prefix);
        if prefix.choices[position as usize] == NO_CHOICE {
            return Some((position, options));
        }
    }
    None
}

/// What a choice of a verb refers to, or its source.
#[inline]
fn means<R: Rules>(verb: u8, at: u8) -> Means {
    let verb = &R::VERBS[verb as usize];
    if at == AS_SOURCE {
        verb.source
    } else {
        verb.choices.get(at as usize).map_or(Means::Nothing, |it| it.1)
    }
}

fn has(options: Options, choice: u8) -> bool {
    options.has(cardwright_core::Cell(choice))
}

fn linked_nth<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    seat: Seat,
    group: &Group,
    mut n: u32,
) -> Option<Action> {
    for prefix in 0..group.prefixes as u32 {
        let action = group.nth(seat, prefix);
        let (position, options) = R::linked(game, state, &action);
        if n < options.len() {
            return Some(action.with(position, options.nth(n).0));
        }
        n -= options.len();
    }
    None
}

/// Whether an action is legal, and if not, why, in rulebook words.
pub fn may<R: Rules>(game: &Game<R>, state: &State<R>, action: &Action) -> Result<(), String> {
    if Legal::of(game, state, action.seat).contains(game, state, action) {
        return Ok(());
    }
    Err(R::why_illegal(game, state, action))
}

/// What keeps a piece from acting, as bits in the order of a list of reasons. An action is legal if there is none,
/// and a refusal tells the first, so that both use the same conditions.
#[inline(always)]
pub fn hindrances<const N: usize>(holds: [bool; N]) -> u8 {
    let mut bits = 0;
    for (at, holds) in holds.into_iter().enumerate() {
        bits |= (holds as u8) << at;
    }
    bits
}

/// The first reason that holds.
pub fn first_reason(hindrances: u8, reasons: &[&'static str]) -> Option<&'static str> {
    (hindrances != 0).then(|| reasons[hindrances.trailing_zeros() as usize])
}
