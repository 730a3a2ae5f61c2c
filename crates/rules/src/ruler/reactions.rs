//! How the game reacts: rolled blows, resistance, bases, impairments, draws; and how the blows of an attack fall.

use cardwright_core::{CardId, Cell, PieceId, Seat, State, What};
use cardwright_effects::{Ctx, Game, Hit, Reactions};

use super::state::*;
use super::{combat, course, sight};

impl Reactions for Ruler {
    /// RULE: blows are rolled; damage by texts meets only resistance.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        // RULE: a base is taken, never damaged.
        if cx.state.kind[BASE].has(hit.target) {
            return 0;
        }
        let left = if hit.is_blow {
            combat::Blow::of(cx.game, cx.state, hit.source, hit.target).roll(cx.dice)
        } else if hit.element > 0 {
            let target = cx.game.def(cx.state.piece(hit.target).def);
            let left = hit.amount as i32 * combat::passing(target, 1 << (hit.element - 1)) / 100;
            left.min(i16::MAX as i32) as i16
        } else {
            hit.amount
        };
        if left <= 0 {
            let who = cx.who(hit.target);
            cx.tell(What::Prevented { who, amount: hit.amount });
        }
        left
    }

    /// Gives a piece what it needs when it comes into play: its own mana, and a structure its time to be built.
    fn entered(cx: &mut Ctx<'_, Self>, id: PieceId) {
        let numbers = &cx.game.def(cx.state.piece(id).def).numbers;
        let (build, store) = (numbers[BUILD].clamp(0, 99) as u8, numbers[STORE].clamp(0, 99) as u8);
        let piece = cx.state.piece_mut(id);
        piece.extra.mana = store;
        if build > 0 {
            piece.extra.building = build;
            cx.set_dormant(id, true);
        }
        sight::entered(cx, id);
    }

    fn changed_sides(cx: &mut Ctx<'_, Self>, piece: PieceId, from: Seat) {
        sight::changed_sides(cx, piece, from);
    }

    fn vacated(cx: &mut Ctx<'_, Self>, _: Cell) {
        cx.state.extra.is_sight_stale = true;
    }

    /// RULE: the longer impairment counts, slowness adds up, a cure ends it.
    fn stack(status: u8, held: i16, amount: i16) -> i16 {
        if amount < 0 {
            0
        } else if status as usize == SLOWED {
            held.saturating_add(amount)
        } else {
            held.max(amount)
        }
    }

    /// RULE: only units have statuses, and the undead cannot be poisoned.
    fn is_immune(_: &Game<Self>, state: &State<Self>, piece: PieceId, status: u8) -> bool {
        let is_undead = state.piece(piece).keywords_now() & UNDEAD != 0;
        !state.kind[UNIT].has(piece) || (status as usize == POISONED && is_undead)
    }

    /// RULE: a base is taken, never destroyed.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        // ORDER: what a dying unit has brought to light is noticed before it is gone.
        sight::look(cx);
        !cx.state.kind[BASE].has(piece)
    }

    fn afflicted(cx: &mut Ctx<'_, Self>, piece: PieceId, status: u8) {
        if status as usize == IMMOBILISED {
            cx.state.piece_mut(piece).flags &= !SERVING;
        }
    }

    /// One piece attacks another; a survivor strikes back if it reaches the attacker.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.deal(Hit::blow(attacker, target, cx.state.piece(attacker).attack_now()));
        if cx.is_alive(target)
            && cx.is_alive(attacker)
            && combat::retaliates(cx.game, cx.state, target, attacker)
        {
            cx.deal(Hit::blow(target, attacker, cx.state.piece(target).attack_now()));
        }
    }

    fn relocate(cx: &mut Ctx<'_, Self>, piece: PieceId, to: Cell) {
        if to.is_some() && cx.state.piece(piece).cell.is_some() {
            sight::look(cx);
            course::carry(cx, piece, to);
        }
    }

    /// RULE: a card that a player draws by a text comes from a deck of the player's choice.
    fn draw(cx: &mut Ctx<'_, Self>, seat: Seat) -> CardId {
        let left: usize = (0..3).map(|deck| cx.state.zone_len(seat, DECKS + deck)).sum();
        if cx.state.resource(seat, DRAWS) as usize >= left {
            cx.tell(What::DrewNothing { seat });
        } else {
            *cx.state.resource_mut(seat, DRAWS) += 1;
            if cx.state.active.has(seat) {
                cx.state.phase = DRAW_PHASE;
            }
        }
        CardId::NONE
    }

    fn most_of(_: &Game<Self>, resource: usize) -> i16 {
        if resource == MANA { course::MANA_MOST } else { i16::MAX }
    }
}
