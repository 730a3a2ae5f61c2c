//! What the fog hides, and what a seat assumes about it.

use cardwright_core::{Cell, CellSet, DefId, Dice, PieceId, PieceSet, Seat, SeatSet, State, What};
use cardwright_effects::{Ctx, Game, Memory, Secrecy};

use super::course::{is_taken, ship};
use super::sight::{own, sees_tile, sight, visible};
use super::state::*;

impl Secrecy for Ruler {
    /// Whether a seat sees a piece. RULE: bases always, traps never, cards under their owner's influence only if
    /// scouted.
    fn sees(game: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        let it = state.piece(piece);
        if it.owner == seat {
            return true;
        }
        match game.def(it.def).kind as usize {
            BASE => true,
            TRAP => false,
            _ => it.cell.is_some() && sees_tile(game, state, seat, it.owner, it.cell),
        }
    }

    /// All pieces that a seat, or a spectator, sees.
    fn seen(game: &Game<Self>, state: &State<Self>, seat: Seat) -> PieceSet {
        own(state, seat) | state.kind[BASE] | visible(game, state, seat)
    }

    fn is_full(game: &Game<Self>, state: &State<Self>, seat: Seat) -> bool {
        state.side[seat.at()].len() as usize >= game.data.pieces_per_seat(state.seat_count())
    }

    fn witnesses(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        match what {
            What::Gained { seat, resource, .. } if *resource as usize == GOLD => SeatSet::one(*seat),
            // RULE: a card that does not fit into a full hand is lost unseen.
            What::Lost { seat, .. } => SeatSet::one(*seat),
            // It would tell that something hidden is there.
            What::Fizzled { .. } => SeatSet::EMPTY,
            _ if what.pieces().is_empty() => SeatSet::ALL,
            _ => sighted(game, state, what),
        }
    }

    /// Blanks what the others remember, where they stood and whom they chase.
    fn conceal(game: &Game<Self>, truth: &State<Self>, view: &mut State<Self>, seat: Seat) {
        for other in view.all_seats() {
            let at = other.at();
            view.extra.seen[at] = PieceSet::EMPTY;
            if other != seat {
                view.extra.standing[at] = CellSet::EMPTY;
                view.extra.memories[at] = Memories::default();
            } else {
                view.extra.seen[at] = bodies(view) - view.side[at];
                let len = view.extra.memories[at].len as usize;
                view.extra.memories[at].glimpses[len..].fill(Glimpse::default());
            }
        }
        for piece in view.used {
            let prey = view.piece(piece).extra.prey;
            if prey.is_some() {
                let is_own = view.piece(piece).owner == seat && Self::sees(game, truth, seat, prey);
                let number = || {
                    let earlier = truth.used.filter(|&other| {
                        truth.piece(other).stamp < truth.piece(prey).stamp
                            && Self::sees(game, truth, seat, other)
                    });
                    PieceId(earlier.count() as u8)
                };
                view.piece_mut(piece).extra.prey = if is_own { number() } else { PieceId::NONE };
            }
        }
    }

    /// What a seat remembers.
    fn remembered(_: &Game<Self>, view: &State<Self>, seat: Seat) -> Vec<Memory> {
        if !seat.is_some() {
            return Vec::new();
        }
        let memories = view.extra.memories[seat.at()].live().iter();
        let told = memories.map(|old| Memory {
            def: old.def,
            owner: old.owner,
            cell: old.cell,
            health: old.health,
            when: old.when(),
        });
        told.collect()
    }

    /// Puts the pieces that a seat remembers back into play and guesses the rest: the others have a turn's income and
    /// remember nothing.
    fn imagine(game: &Game<Self>, truth: &mut State<Self>, seat: Seat, dice: &mut Dice) {
        let mut cx = Ctx::new(game, truth, dice, None, None);
        if seat.is_some() {
            let (memories, shown) = (cx.state.extra.memories[seat.at()], cx.state.used);
            for old in memories.live() {
                // If a card of the same player is seen there, the remembered one would be seen too if it were still
                // there.
                if (cx.state.on(old.cell) & bodies(cx.state) & cx.state.side[old.owner.at()] & shown).any() {
                    continue;
                }
                let Some(piece) = cx.enter(old.owner, old.def, old.cell) else { break };
                cx.state.extra.standing[old.owner.at()].insert(old.cell);
                let imagined = cx.state.piece_mut(piece);
                imagined.damage = (imagined.health_most() - old.health).max(0);
                imagined.extra.building = 0;
                // An outpost cannot be in use if it hides none of the tiles around it.
                let ring = game.data.map.ring[old.cell.at()] - sight(game, cx.state, seat);
                let open = shown & bodies(cx.state) & cx.state.side[old.owner.at()];
                let is_idle = !open.into_iter().all(|other| !ring.has(cx.state.piece(other).cell));
                cx.set_dormant(piece, is_idle && game.def(old.def).keywords & FOOTHOLD != 0);
            }
            // A piece that was seen aboard a ship that is gone, or on a base that would have fallen by now, is
            // elsewhere.
            for piece in cx.state.used - shown - cx.state.kind[TRAP] {
                let it = cx.state.piece(piece);
                let ground = game.data.map.ground[gait(it.keywords_now()) as usize];
                let stands = ground.has(it.cell) || ship(cx.state, it.owner, it.cell).any();
                let bases = game.data.map.bases.iter().zip(cx.state.all_seats());
                let is_base_taken =
                    bases.clone().any(|(&base, owner)| base == it.cell && is_taken(game, cx.state, owner));
                if !stands || is_base_taken {
                    cx.leave(piece);
                }
            }
            cx.state.limbo = PieceSet::EMPTY;
        }
        for owner in cx.state.all_seats() - SeatSet::one(seat) {
            *cx.state.resource_mut(owner, GOLD) = game.data.income;
        }
        cx.state.queue_len = 0;
        cx.state.triggers = 0;
        // Loans stay as they were seen until something changes: the piece that lends may be hidden.
        cx.state.is_dirty = false;
        cx.state.extra.is_sight_stale = false;
    }

    /// Changes what a seat cannot know about the others: where they stood, and what they remember.
    fn scramble(game: &Game<Self>, other: &mut State<Self>, seat: Seat, dice: &mut Dice) {
        for owner in other.all_seats() {
            if owner == seat {
                continue;
            }
            for _ in 0..4 {
                let cell = Cell(dice.below(game.data.map.size() as u32) as u8);
                // On a tile with cards the change would show or hide them.
                if (other.on(cell) & other.side[owner.at()]).is_empty() {
                    other.extra.standing[owner.at()].0 ^= CellSet::one(cell).0;
                }
            }
            let imagined = Glimpse {
                def: DefId(1 + dice.below(game.catalogue.defs.len() as u32 - 1) as u16),
                health: 1 + dice.below(9) as i16,
                owner: seat,
                cell: Cell(dice.below(game.data.map.size() as u32) as u8),
                ..Glimpse::default()
            };
            if seat.is_some() {
                other.extra.memories[owner.at()].add(imagined);
            }
        }
    }
}

/// Who is told of it; of a move only those who see both its ends, of a change of sides those who saw the piece before.
fn sighted(game: &Game<Ruler>, state: &State<Ruler>, what: &What) -> SeatSet {
    let mut found = SeatSet::EMPTY;
    for seat in state.all_seats() {
        let is_told = match what {
            What::Moved { who, to } => {
                Ruler::sees(game, state, seat, who.piece)
                    && sees_tile(game, state, seat, who.owner, who.cell)
                    && sees_tile(game, state, seat, who.owner, *to)
            }
            // The piece has changed sides already: the seat must have seen it on its old side.
            What::Controlled { who, by } => {
                seat == who.owner
                    || seat == *by
                    || (state.extra.seen[seat.at()].has(who.piece)
                        && sees_tile(game, state, seat, who.owner, who.cell))
            }
            _ => what.pieces().all(|piece| Ruler::sees(game, state, seat, piece)),
        };
        if is_told {
            found.insert(seat);
        }
    }
    found
}
