//! What must hold in every position of every game: each check returns the sentence that does not hold.

use cardwright_core::{Action, Cell, DISPELLED, DORMANT, Dice, MOMENTS, Piece, PieceSet, Seat, State};
use cardwright_effects::{Ctx, Game, Legal, Rules};

/// A sentence that does not hold.
pub type Broken = String;

macro_rules! holds {
    ($condition:expr, $($sentence:tt)*) => {
        if !$condition {
            return Err(format!($($sentence)*));
        }
    };
}

/// Checks a position after an action was resolved.
pub fn position<R: Rules>(game: &Game<R>, state: &State<R>) -> Result<(), Broken> {
    sets(game, state)?;
    cells(state)?;
    cards(state)?;
    at_rest(state)?;
    listeners(game, state)
}

/// The sides divide the pieces in play among them, and so do the kinds.
fn sets<R: Rules>(game: &Game<R>, state: &State<R>) -> Result<(), Broken> {
    for (what, parts) in [("sides", &state.side[..]), ("kinds", &state.kind[..])] {
        let mut union = PieceSet::EMPTY;
        for &part in parts {
            holds!((union & part).is_empty(), "a piece is in two {what}");
            union |= part;
        }
        holds!(union == state.used, "the {what} are not the pieces in play");
    }
    for id in state.used {
        let piece = state.piece(id);
        holds!(id.0 < state.pieces_end, "a piece lies beyond the live ones");
        holds!(state.side[piece.owner.at()].has(id), "a piece is not on its owner's side");
        holds!(
            state.kind[game.def(piece.def).kind as usize].has(id),
            "a piece is of another kind than its card"
        );
        holds!(
            state.used.filter(|&other| state.piece(other).stamp == piece.stamp).count() == 1,
            "two pieces arrived at once"
        );
    }
    Ok(())
}

/// Cells and pieces agree on where the pieces stand.
fn cells<R: Rules>(state: &State<R>) -> Result<(), Broken> {
    for (number, &on) in state.cells.as_ref().iter().enumerate() {
        holds!((on - state.used).is_empty(), "a piece that left still stands on cell {number}");
        holds!(
            state.occupied.has(Cell(number as u8)) == on.any(),
            "the set of occupied cells is wrong about cell {number}"
        );
        for id in on {
            holds!(
                state.piece(id).cell == Cell(number as u8),
                "cell {number} holds a piece that is elsewhere"
            );
        }
    }
    for id in state.used {
        let cell = state.piece(id).cell;
        holds!(!cell.is_some() || state.on(cell).has(id), "a piece is not on its cell");
    }
    Ok(())
}

/// Every card lies in one zone, and every slot in use is that of a card.
fn cards<R: Rules>(state: &State<R>) -> Result<(), Broken> {
    let mut seen = [0u64; 4];
    for owner in state.all_seats() {
        for zone in 0..R::ZONES {
            for &id in state.zone(owner, zone) {
                holds!(id.at() < state.card_room(), "a zone holds a card that does not exist");
                let bit = 1u64 << (id.at() % 64);
                holds!(seen[id.at() / 64] & bit == 0, "a card lies in two places");
                holds!(id.0 < state.cards_end, "a card lies beyond the live ones");
                seen[id.at() / 64] |= bit;
            }
        }
    }
    holds!(seen == state.cards_used, "the slots of cards in use are not those of the cards in zones");
    Ok(())
}

/// Nothing is left half done.
fn at_rest<R: Rules>(state: &State<R>) -> Result<(), Broken> {
    holds!(!state.is_dirty, "lent values are out of date");
    if state.prompt.is_open() {
        holds!(state.queue_len > 0 && state.prompt.len > 0, "an open prompt has no options or nobody waits");
    } else {
        holds!(state.queue_len == 0, "work is left undone");
        holds!(state.dying.is_empty(), "a dying piece is still in play");
        holds!(state.limbo.is_empty() && state.triggers == 0, "the last resolution is not tidied up");
    }
    for owner in state.all_seats() {
        let resources = &state.seats.as_ref()[owner.at()].resources;
        holds!(resources.iter().all(|&n| n >= 0), "a resource is below zero");
    }
    holds!(R::to_act(state).any() != state.is_over, "somebody may act after the end, or nobody before it");
    Ok(())
}

/// The sets of listeners agree with cards and granted abilities.
fn listeners<R: Rules>(game: &Game<R>, state: &State<R>) -> Result<(), Broken> {
    let mut itself = [PieceSet::EMPTY; MOMENTS];
    let mut others = [PieceSet::EMPTY; MOMENTS];
    let mut lenders = PieceSet::EMPTY;
    for id in state.used {
        let piece = state.piece(id);
        let printed = game.def(piece.def);
        let kept: &[u16] = if piece.is(DISPELLED | DORMANT) { &[] } else { &printed.abilities };
        let granted =
            state.effects_in_force().iter().filter(|effect| effect.grants() && effect.pieces.has(id));
        for at in kept.iter().copied().chain(granted.map(|effect| effect.ability)) {
            let ability = &game.catalogue.abilities[at as usize];
            let heard = if ability.is_about_others { &mut others } else { &mut itself };
            heard[ability.moment as usize].insert(id);
        }
        if !piece.is(DISPELLED | DORMANT) && !printed.auras.is_empty() {
            lenders.insert(id);
        }
    }
    holds!(
        itself == state.hears_itself && others == state.hears_others,
        "the listeners are not those of the cards"
    );
    holds!(lenders == state.aura_sources, "the sources of auras are not those of the cards");
    Ok(())
}

/// What is lent is a function of the position: computed from scratch, twice, it is what the pieces have.
pub fn lent<R: Rules>(game: &Game<R>, state: &State<R>) -> Result<(), Broken> {
    // Dying pieces keep what they had, and a piece whose seat lost stays as it died.
    let living = state.used - state.dying;
    if state.is_over {
        return Ok(());
    }
    let mut fresh = *state;
    for id in living {
        let piece = fresh.piece_mut(id);
        (piece.lent_attack, piece.lent_health, piece.lent_bonus, piece.lent_keywords) = (0, 0, 0, 0);
    }
    let mut dice = Dice::sampled(0, "lent");
    for again in ["", " the second time"] {
        Ctx::new(game, &mut fresh, &mut dice, None, None).refresh_lent();
        for id in living {
            let (held, due) = (state.piece(id), fresh.piece(id));
            let lent = |piece: &Piece<R::PieceExtra>| {
                (piece.lent_attack, piece.lent_health, piece.lent_bonus, piece.lent_keywords)
            };
            holds!(
                lent(held) == lent(due),
                "'{}' is lent {:?} and a fresh computation finds {:?}{again}",
                game.catalogue.ids[held.def.at()],
                lent(held),
                lent(due)
            );
        }
        holds!(fresh.digest() == state.digest(), "computing anew what is lent changes the position{again}");
    }
    for id in living - state.borrowers {
        let piece = state.piece(id);
        holds!(
            piece.lent_attack | piece.lent_health | piece.lent_bonus == 0 && piece.lent_keywords == 0,
            "'{}' is lent something and is no borrower",
            game.catalogue.ids[piece.def.at()]
        );
    }
    Ok(())
}

/// Checks a list of legal actions against itself: every way to ask gives the same answer.
pub fn listing<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    legal: &Legal,
    all: &[Action],
) -> Result<(), Broken> {
    holds!(legal.len() as usize == all.len(), "{} actions are counted and {} listed", legal.len(), all.len());
    for (rank, action) in all.iter().enumerate() {
        holds!(
            legal.nth(game, state, rank as u32) == Some(*action),
            "action {rank} is another one when asked for by its number"
        );
        holds!(legal.contains(game, state, action), "a listed action is not contained");
        holds!(action.seat == legal.seat, "an action of another seat is listed");
    }
    holds!(legal.nth(game, state, legal.len()).is_none(), "there is an action beyond the last");
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    holds!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "an action is listed twice");
    Ok(())
}

/// Actions near the legal ones, most of them illegal: another seat, card, place or target.
pub fn nearby<R: Rules>(
    state: &State<R>,
    seat: Seat,
    all: &[Action],
    dice: &mut Dice,
    count: usize,
) -> Vec<Action> {
    let reach = state.pieces_end.max(state.cells.as_ref().len() as u8) as u32 + 1;
    (0..count)
        .map(|_| {
            let verb = dice.below(R::VERBS.len() as u32) as u8;
            let mut action = match all.len() {
                0 => Action::new(seat, verb, dice.below(12) as u8),
                n => all[dice.below(n as u32) as usize],
            };
            match dice.below(4) {
                0 => action.source = dice.below(reach) as u8,
                1 => action = Action::new(seat, verb, dice.below(12) as u8),
                2 => action.choices[dice.below(3) as usize] = dice.below(reach) as u8,
                _ => {
                    action.choices[dice.below(3) as usize] = dice.below(reach) as u8;
                    action.source = dice.below(12) as u8;
                }
            }
            action
        })
        .collect()
}
