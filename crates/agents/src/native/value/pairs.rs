//! The search that leaves out lines that cannot matter.
//!
//! First actions that name like pieces and lead to the same position are one *class*. All pairs of classes are tried;
//! what each pair is worth tells which actions help or hinder each other. A third action is then tried only if it may
//! matter: by what the pairs say the line would be worth, or because all three change one piece, or because several
//! pieces leave, or because it was not possible before. Of two actions that can change places only one order is looked
//! at further.

use cardwright_core::{Action, PieceSet, State};
use cardwright_effects::{Game, Rules};

use super::search::{Level, Root, Search};
use crate::native::keys::{self, Likes, Table};

/// In place of a class: several have this name.
const SEVERAL: u32 = u32::MAX;
/// Differences of worth that come from rounding only.
const TINY: f64 = 1e-6;

/// Actions that lead to the same position.
#[derive(Clone, Copy)]
struct Class {
    rank: u32,
    value: f64,
    /// The first class that leads to the same position.
    like: usize,
    touched: PieceSet,
    removed: PieceSet,
    rolls: bool,
    is_placed: bool,
    makes_room: bool,
    gives: bool,
    is_last: bool,
    /// Something is possible after it that was not before.
    opens: bool,
    /// Nothing can be put on a cell after it, unlike before.
    fills: bool,
    action: Action,
}

impl Class {
    fn new(rank: usize, root: &Root, like: usize) -> Self {
        Self {
            rank: rank as u32 + 1,
            value: root.value,
            like,
            touched: root.touched,
            removed: root.removed,
            rolls: root.rolls,
            is_placed: root.is_placed,
            makes_room: root.makes_room,
            gives: root.gives,
            is_last: root.is_last,
            opens: false,
            fills: false,
            action: root.action,
        }
    }
}

/// Two actions, one after the other.
#[derive(Clone, Copy)]
struct Pair {
    /// The second action, as it is written after the first.
    action: Action,
    likeness: u64,
    /// The pieces that the second changes, and those among them that it would not change by itself.
    touched: PieceSet,
    further: PieceSet,
    removed: PieceSet,
    rolls: bool,
    /// Own actions may follow.
    goes_on: bool,
    /// The seat is asked something first.
    asks: bool,
}

/// Something that the first action made possible.
#[derive(Clone, Copy)]
struct Opened {
    first: usize,
    pair: Pair,
}

/// The memory of the search, reused from decision to decision.
#[derive(Default)]
pub struct Pairs {
    classes: Vec<Class>,
    likes: Likes,
    /// Class by the name of an action.
    exact: Table,
    loose: Table,
    /// Class by the position it leads to.
    after: Table,
    /// By first and second class; what cannot be done is worth minus infinity.
    values: Vec<f64>,
    pairs: Vec<Pair>,
    opened: Vec<Opened>,
    /// When each class was last tried, with and without a piece that the action before had changed.
    tried: Vec<[u32; 2]>,
    now: u32,
}

impl Pairs {
    pub fn search<R: Rules>(
        &mut self,
        search: &mut Search<R>,
        game: &Game<R>,
        state: &State<R>,
        worth: f64,
        levels: &mut [Level<R>],
    ) {
        self.sort_into_classes(search, state);
        let [first, second, below @ ..] = levels else { return };
        first.branch.assign(state);
        for class in 0..self.classes.len() {
            if self.classes[class].is_last || self.classes[class].like != class {
                continue;
            }
            if search.is_settled(2) || !search.budget.spend() {
                return;
            }
            search.apply(game, &mut first.branch, state, self.classes[class].action);
            self.try_pairs(search, game, class, state, &first.branch, second);
        }
        if search.depth == 2 {
            return;
        }
        let mut opened = 0;
        for class in 0..self.classes.len() {
            let from = opened;
            while self.opened.get(opened).is_some_and(|next| next.first == class) {
                opened += 1;
            }
            let mut is_there = false;
            for next in (0..self.classes.len()).map(Next::Class).chain((from..opened).map(Next::Opened)) {
                if search.is_settled(3) || search.budget.is_spent() {
                    return;
                }
                let Some(pair) = self.worth_a_look(search, class, next, worth) else { continue };
                if !is_there {
                    search.budget.spend();
                    search.apply(game, &mut first.branch, state, self.classes[class].action);
                    second.branch.assign(&first.branch);
                    is_there = true;
                }
                search.budget.spend();
                search.apply(game, &mut second.branch, &first.branch, pair.action);
                self.go_on(search, game, [class, self.second(next)], worth, &second.branch, below);
            }
        }
    }

    /// First actions that lead to the same position are one class.
    fn sort_into_classes<R: Rules>(&mut self, search: &mut Search<R>, state: &State<R>) {
        self.classes.clear();
        self.exact.clear();
        self.loose.clear();
        self.opened.clear();
        self.after.clear();
        self.likes.note(state);
        for (rank, root) in search.roots.iter().enumerate() {
            let (exact, loose) = keys::names(&self.likes, state, &root.action);
            let known = self.loose.get(loose).or_else(|| self.exact.get(exact));
            let like = self.after.get(root.likeness).filter(|_| search.merges).map(|class| class as usize);
            let is_known = known.zip(like).is_some_and(|(known, like)| {
                known != SEVERAL && self.classes[known as usize].like == like && !root.is_placed
            });
            let class = if is_known { known.unwrap_or(SEVERAL) } else { self.classes.len() as u32 };
            if !is_known {
                let like = like.unwrap_or(self.classes.len());
                self.classes.push(Class::new(rank, root, like));
                self.after.put(root.likeness, like as u32);
            }
            self.exact.put(exact, class);
            self.loose.put(loose, if known.is_none_or(|known| known == class) { class } else { SEVERAL });
        }
        let many = self.classes.len();
        let nothing = Pair {
            action: Action::new(search.seat, 0, 0),
            likeness: 0,
            touched: PieceSet::EMPTY,
            further: PieceSet::EMPTY,
            removed: PieceSet::EMPTY,
            rolls: false,
            goes_on: false,
            asks: false,
        };
        self.values.clear();
        self.values.resize(many * many, f64::NEG_INFINITY);
        self.pairs.clear();
        self.pairs.resize(many * many, nothing);
        self.tried.clear();
        self.tried.resize(many, [0; 2]);
        self.now = 0;
    }

    /// The class of an action by its name.
    #[inline]
    fn class<R: Rules>(&self, state: &State<R>, action: &Action) -> Option<usize> {
        let (exact, loose) = keys::names(&self.likes, state, action);
        let class = self.loose.get(loose).filter(|&class| class != SEVERAL).or_else(|| self.exact.get(exact));
        class.map(|class| class as usize)
    }

    /// Tries everything that may follow a class.
    fn try_pairs<R: Rules>(
        &mut self,
        search: &mut Search<R>,
        game: &Game<R>,
        first: usize,
        root: &State<R>,
        state: &State<R>,
        level: &mut Level<R>,
    ) {
        let Level { branch, legal } = level;
        legal.fill(game, state, search.seat);
        let (origin, pass) = (search.origin(game, state), search.pass(game, state));
        branch.assign(state);
        self.now += 1;
        let Class { rank, touched, is_placed, .. } = self.classes[first];
        let mut fills = search.roots.iter().any(|root| keys::chooses_cell::<R>(&root.action));
        legal.each(game, state, |action| {
            if pass == Some(action) || search.is_settled(2) {
                return;
            }
            fills &= !keys::chooses_cell::<R>(&action);
            let class = self.class(state, &action);
            let mut is_again = false;
            if let Some(class) = class {
                let tried = &mut self.tried[class][(keys::pieces::<R>(&action) & touched).any() as usize];
                is_again = std::mem::replace(tried, self.now) == self.now;
                if is_again && !is_placed {
                    return;
                }
            }
            if !search.budget.spend() {
                return;
            }
            let rolls = search.apply(game, branch, state, action);
            let (is_last, worth) = (search.is_last(branch), search.worth(game, &origin, branch));
            let asks = branch.prompt.is_open();
            if is_last || search.depth == 2 || !asks {
                search.offer(worth, rank, 2);
            }
            if search.depth == 2 {
                return;
            }
            let touched = branch.touched_pieces() & state.used;
            let pair = Pair {
                action,
                likeness: branch.likeness(search.alike),
                touched,
                further: class.map_or(touched, |class| touched - self.classes[class].touched),
                removed: search.removed(root, branch),
                rolls,
                goes_on: !is_last,
                asks,
            };
            match class.map(|class| first * self.classes.len() + class) {
                Some(at) if worth > self.values[at] && (is_again || self.values[at] == f64::NEG_INFINITY) => {
                    self.values[at] = worth;
                    self.pairs[at] = pair;
                }
                Some(_) if is_again => {}
                _ => {
                    self.classes[first].opens = true;
                    self.opened.push(Opened { first, pair });
                }
            }
        });
        self.classes[first].fills = fills;
    }

    /// The pair, if a third action after it may matter.
    fn worth_a_look<R: Rules>(
        &self,
        search: &mut Search<R>,
        first: usize,
        next: Next,
        worth: f64,
    ) -> Option<Pair> {
        let (a, many) = (&self.classes[first], self.classes.len());
        let pair = match next {
            Next::Class(second) => self.pairs[first * many + second],
            Next::Opened(at) => self.opened[at].pair,
        };
        if !pair.goes_on || search.merges && search.seen.visit(pair.likeness, search.depth - 2) {
            return None;
        }
        let Next::Class(second) = next else { return Some(pair) };
        let b = &self.classes[second];
        let opens = a.opens || self.classes[b.like].opens || a.removed.any() && b.removed.any();
        if search.depth > 3 || pair.asks || opens {
            return Some(pair);
        }
        let may_matter =
            (0..many).any(|third| self.guess(search, [first, second, third], worth) == Guess::MayMatter);
        may_matter.then_some(pair)
    }

    /// Whether a third action may matter, by what is known about the pairs.
    #[inline]
    fn guess<R: Rules>(&self, search: &Search<R>, line: [usize; 3], worth: f64) -> Guess {
        let many = self.classes.len();
        let [first, second, third] = line;
        let [a, b, c] = line.map(|class| &self.classes[class]);
        let [ab, ac, bc] = [first * many + second, first * many + third, b.like * many + third];
        let [after_a, after_b] = [self.values[ac], self.values[bc]];
        if after_b == f64::NEG_INFINITY {
            return Guess::Impossible;
        }
        if after_a == f64::NEG_INFINITY {
            // The second action may make the third possible: nothing is known about the first and the third.
            let may_be = b.gives || a.fills && b.makes_room;
            return if may_be { Guess::MayMatter } else { Guess::Impossible };
        }
        let with = |at: usize, one: &Class, other: &Class| self.values[at] - one.value - other.value + worth;
        let [a_and_b, a_and_c, b_and_c] = [with(ab, a, b), with(ac, a, c), with(bc, b, c)];
        let guess = a.value + b.value + c.value - 2.0 * worth + a_and_b + a_and_c + b_and_c;
        let pairs = [ab, ac, bc].map(|at| &self.pairs[at]);
        let removed = pairs[0].removed | pairs[1].removed | pairs[2].removed;
        let meets = |change: f64, one: &Class, other: &Class| {
            (change.abs() > TINY || (one.touched & other.touched).any()) as u8
        };
        let may_matter = Self::may_matter(search, guess, a.rank)
            // At least two of the three pairs affect each other.
            || meets(a_and_b, a, b) + meets(a_and_c, a, c) + meets(b_and_c, b, c) > 1
            || (pairs[0].further & pairs[1].touched | pairs[0].touched & pairs[1].further).any()
            // What two remove together, or several pieces that leave, may change what the rest is worth.
            || (removed - a.removed - b.removed - c.removed).any()
            || removed.len() > 1
            // Who rolls differently after one action will do so after another.
            || pairs[0].rolls && a_and_b.abs() > TINY
            || c.rolls && (a_and_c.abs() > TINY || b_and_c.abs() > TINY);
        if may_matter { Guess::MayMatter } else { Guess::CannotMatter }
    }

    /// Whether a line that is worth about this much may be the best.
    #[inline]
    fn may_matter<R: Rules>(search: &Search<R>, worth: f64, rank: u32) -> bool {
        worth > search.best.value + TINY
            || worth >= search.best.value - TINY && rank < search.best.rank && worth > f64::NEG_INFINITY
    }

    /// Tries the third actions that may matter.
    fn go_on<R: Rules>(
        &mut self,
        search: &mut Search<R>,
        game: &Game<R>,
        [first, second]: [usize; 2],
        worth: f64,
        state: &State<R>,
        levels: &mut [Level<R>],
    ) {
        let Some((Level { branch, legal }, below)) = levels.split_first_mut() else { return };
        legal.fill(game, state, search.seat);
        let (origin, pass) = (search.origin(game, state), search.pass(game, state));
        branch.assign(state);
        self.now += 1;
        let rank = self.classes[first].rank;
        let mut touched = self.classes[first].touched;
        if second < self.classes.len() {
            touched |= self.classes[second].touched;
        }
        legal.each(game, state, |action| {
            if pass == Some(action) || search.is_settled(3) || search.budget.is_spent() {
                return;
            }
            if let Some(class) = self.class(state, &action) {
                if !self.third_matters(search, [first, second, class], worth) {
                    return;
                }
                let tried = &mut self.tried[class][(keys::pieces::<R>(&action) & touched).any() as usize];
                if std::mem::replace(tried, self.now) == self.now {
                    return;
                }
            }
            search.budget.spend();
            search.apply(game, branch, state, action);
            let (is_last, worth) = (search.is_last(branch), search.worth(game, &origin, branch));
            if is_last || search.depth == 3 || !branch.prompt.is_open() {
                search.offer(worth, rank, 3);
            }
            if !is_last
                && search.depth > 3
                && !(search.merges && search.seen.visit(branch.likeness(search.alike), search.depth - 3))
            {
                search.deepen(game, branch, below, 4, rank);
            }
        });
    }

    /// The class of a second action, or the number of classes if it has none.
    fn second(&self, next: Next) -> usize {
        match next {
            Next::Class(class) => class,
            Next::Opened(_) => self.classes.len(),
        }
    }

    /// Whether a third action that was possible before may matter.
    #[inline]
    fn third_matters<R: Rules>(&self, search: &Search<R>, line: [usize; 3], worth: f64) -> bool {
        let many = self.classes.len();
        let [first, second, third] = line;
        if second == many {
            return true;
        }
        let [bc, cb] = [(second, third), (third, second)].map(|(a, b)| self.classes[a].like * many + b);
        let [one, other] = [&self.pairs[bc], &self.pairs[cb]];
        let [ab, ac] = [second, third].map(|next| &self.pairs[first * many + next]);
        // The first action may come between them.
        let is_apart = self.values[first * many + third] > f64::NEG_INFINITY
            && (ab.further | ac.further).is_empty()
            && !(ab.rolls || ac.rolls);
        if third < second && is_apart && one.likeness == other.likeness && other.goes_on {
            // The two can change places: the other order was looked at.
            return false;
        }
        search.depth > 3 || self.guess(search, line, worth) != Guess::CannotMatter
    }
}

/// What is known about a line of three actions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    /// It seems not to be possible.
    Impossible,
    CannotMatter,
    MayMatter,
}

/// The second action of a line: a class, or something that the first made possible.
#[derive(Clone, Copy)]
enum Next {
    Class(usize),
    Opened(usize),
}
