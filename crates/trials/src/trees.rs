//! Counted decision trees: how many lines of legal actions lead away from a position.

use cardwright_core::{Action, Dice, State};
use cardwright_effects::{Game, Legal, Rules, play};
use cardwright_host::any::AnyMatch;
use cardwright_host::hosted::HostedMatch;
use cardwright_host::registry::{Visit, visit};

/// In a timed game, the milliseconds between two actions of a line.
pub const WAIT: u32 = 2000;

/// The lines of `depth` actions from a position, under the dice as they lie; a match that ends sooner ends its line.
///
/// If several seats may act at once, the first of them does. In a timed game they act in turn, some time apart; a
/// seat that can do nothing waits.
pub fn count_lines<R: Rules>(game: &Game<R>, state: &State<R>, dice: &Dice, depth: u32) -> u64 {
    count(game, state, dice, depth, 0)
}

fn count<R: Rules>(game: &Game<R>, state: &State<R>, dice: &Dice, depth: u32, turn: u32) -> u64 {
    if depth == 0 || state.is_over {
        return 1;
    }
    let seats = R::to_act(state);
    let seat = if R::TIMED { seats.nth(turn % seats.len()) } else { seats.first() };
    let legal = Legal::of(game, state, seat);
    if depth == 1 {
        return (legal.len() as u64).max(R::TIMED as u64);
    }
    let mut branch = Box::new(*state);
    let mut lines = 0;
    let mut go_on = |action: Option<Action>| {
        branch.assign(state);
        let mut dice = dice.clone();
        if let Some(action) = action {
            play::apply(game, &mut branch, action, &mut dice, None, None);
        }
        if R::TIMED {
            let to = branch.now.saturating_add(WAIT);
            play::advance(game, &mut branch, to, &mut dice, None, None);
        }
        lines += count(game, &branch, &dice, depth - 1, turn + 1);
    };
    if R::TIMED && legal.is_empty() {
        go_on(None);
    }
    legal.each(game, state, |action| go_on(Some(action)));
    lines
}

/// The same for the current position of a match of any game.
pub fn count_lines_of(played: &dyn AnyMatch, depth: u32) -> u64 {
    struct Counting<'a>(&'a dyn AnyMatch, u32);
    impl Visit for Counting<'_> {
        type Answer = Option<u64>;

        fn game<R: Rules>(self) -> Option<u64> {
            let hosted = self.0.as_any().downcast_ref::<HostedMatch<R>>()?;
            Some(count_lines(&hosted.game, &hosted.state, &hosted.dice, self.1))
        }
    }
    let counted = visit(played.slug(), Counting(played, depth)).ok().flatten();
    counted.expect("every match is of a game that the kernel knows")
}
