//! Random positions for the fuzzer, and the speed of patterns.

use cardwright_core::{ARRIVED, Card, CellSet, DefId, Dice, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Measured, Trials, play};

use super::lands::{Needed, Spot};
use super::places::free_range;
use super::state::*;

impl Trials for Hexlands {
    /// A turn with figures of all sides, lands all over the board, those that the card needs where it can be played, and
    /// the card in hand.
    fn random_position(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        if !game.deck_cards.contains(&card) {
            return None;
        }
        let setup = play::random_setup(game, dice, &[card])?;
        let mut state = play::begin(game, &setup, dice, None);
        let mut cx = Ctx::new(game, &mut state, dice, None, None);
        let seat = cx.state.active.first();
        cx.state.add_card(seat, HAND, Card::new(card))?;
        wander(&mut cx);
        scatter(&mut cx);
        cx.resolve();
        for piece in state.used {
            state.piece_mut(piece).flags &= !ARRIVED;
        }
        lay_pattern(game, &mut state, seat, card, dice);
        (!state.is_over && !state.prompt.is_open() && state.active == SeatSet::one(seat)).then_some(state)
    }

    fn measures() -> &'static [Measured<Self>] {
        &[("pattern_ns", match_all)]
    }
}

/// Moves every hero to a random field: near the edge many patterns have no room.
fn wander(cx: &mut Ctx<'_, Hexlands>) {
    for hero in cx.state.kind[HERO] {
        let free = cx.game.data.board.all & !cx.state.occupied;
        if free.any() {
            let to = free.nth(cx.dice.below(free.len()));
            cx.move_piece(hero, to);
        }
    }
}

/// Puts some random minions on the board, one in three of them hurt, and lands on one field in two.
fn scatter(cx: &mut Ctx<'_, Hexlands>) {
    let game = cx.game;
    let board = &game.data.board;
    let is_minion = |def: &DefId| game.def(*def).kind as usize == MINION;
    let minions: Vec<DefId> = game.deck_cards.iter().copied().filter(is_minion).collect();
    for spot in &board.spots {
        if cx.dice.below(2) == 0 {
            cx.state.extra.lands.set(*spot, cx.dice.below(CHOSEN_LANDS as u32) as usize);
        }
    }
    let seats: Vec<Seat> = cx.state.all_seats().collect();
    for owner in seats {
        for _ in 0..1 + cx.dice.below(5) {
            let free: CellSet = board.all & !cx.state.occupied;
            if free.is_empty() {
                return;
            }
            let cell = free.nth(cx.dice.below(free.len()));
            let Some(&def) = minions.get(cx.dice.below(minions.len().max(1) as u32) as usize) else { return };
            if let Some(piece) = cx.enter(owner, def, cell)
                && cx.state.piece(piece).health > 1
                && cx.dice.below(3) == 0
            {
                cx.state.piece_mut(piece).damage = 1;
            }
        }
    }
}

/// Lays the lands that a card needs where its player can play it, as far as they lie on the board.
fn lay_pattern(game: &Game<Hexlands>, state: &mut State<Hexlands>, seat: Seat, card: DefId, dice: &mut Dice) {
    let board = &game.data.board;
    let free = free_range(game, state, seat);
    let own = hero(state, seat);
    let anchor = match game.def(card).kind as usize {
        MINION if free.any() => free.nth(dice.below(free.len())),
        _ if own.is_some() => state.piece(own).cell,
        _ => return,
    };
    let pattern: Vec<Needed> = game.data.pattern(state, seat, card).to_vec();
    for field in &pattern {
        let spot = field.spot_from(board.spots[anchor.at()]);
        if let Some(spot) = spot.filter(|spot| board.spots.contains(spot)) {
            state.extra.lands.set(spot, field.land as usize);
        }
    }
}

impl Needed {
    /// Where the field lies, seen from an anchor; none beyond the rows.
    fn spot_from(&self, anchor: Spot) -> Option<Spot> {
        let (q, r) = self.distance();
        let (column, row) = (anchor.column as i32 + q, anchor.row as i32 + r);
        (column >= 0 && row >= 0).then_some(Spot { row: row as u8, column: column as u8 })
    }
}

/// Looks for the pattern of every card that a deck may hold on the board of each position.
fn match_all(game: &Game<Hexlands>, states: &[State<Hexlands>]) -> (u64, u64) {
    let (mut count, mut sum) = (0, 0u64);
    for state in states {
        for &card in &game.deck_cards {
            let found = state.extra.lands.matches(game.data.pattern(state, Seat(0), card));
            count += 1;
            sum = sum.rotate_left(1) ^ found.0.iter().fold(0, |sum, &row| sum ^ row as u64);
        }
    }
    (count, sum)
}
