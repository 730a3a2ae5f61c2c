//! Counted decision trees: how many lines of legal actions lead away from a position.

use cardwright_core::{Dice, State};
use cardwright_effects::{Game, Legal, Rules, play};

/// The lines of `depth` actions from a position, under the dice as they lie; a match that ends sooner ends its line.
///
/// Where several seats may act at once, the first of them does.
pub fn count_lines<R: Rules>(game: &Game<R>, state: &State<R>, dice: &Dice, depth: u32) -> u64 {
    if depth == 0 || state.is_over {
        return 1;
    }
    let legal = Legal::of(game, state, R::to_act(state).first());
    if depth == 1 {
        return legal.len() as u64;
    }
    let mut branch = Box::new(*state);
    let mut lines = 0;
    legal.each(game, state, |action| {
        branch.assign(state);
        let mut dice = dice.clone();
        play::apply(game, &mut branch, action, &mut dice, None, None);
        lines += count_lines(game, &branch, &dice, depth - 1);
    });
    lines
}
