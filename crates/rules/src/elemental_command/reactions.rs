//! How the game reacts: shields, deathtouch, heroes, impairments, fatigue; and how the blows of an attack fall.

use cardwright_core::{Cause, Cell, PieceId, PieceSet, Seat, State, What};
use cardwright_effects::{Ctx, Hit, Reactions, play};

use super::state::*;

impl Reactions for ElementalCommand {
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        let shields = &mut cx.state.piece_mut(hit.target).statuses[INVULNERABLE];
        if *shields == 0 {
            return hit.amount;
        }
        *shields -= 1;
        let who = cx.who(hit.target);
        cx.tell(What::Prevented { who, amount: hit.amount });
        0
    }

    /// RULE: a minion that loses health to a minion with Deathtouch dies.
    fn damaged(cx: &mut Ctx<'_, Self>, hit: &Hit, _: i16) {
        if hit.source.is_some()
            && cx.state.piece(hit.source).keywords_now() & DEATHTOUCH != 0
            && cx.state.kind[MINION].has(hit.target)
        {
            cx.doom_by(hit.target, hit.dealer());
        }
    }

    /// RULE: heroes lose the match instead of leaving the table.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        play::unless_hero(cx, piece, HERO)
    }

    /// RULE: an impairment that comes in its carrier's own turn holds at once and through its owner's next turn.
    fn afflicted(cx: &mut Ctx<'_, Self>, piece: PieceId, status: u8) {
        for (served, serving) in SERVING {
            if served == status as usize {
                cx.state.piece_mut(piece).flags &= !serving;
            }
        }
    }

    /// RULE: impairments do not add up, the longer one counts; prevented instances do.
    fn stack(status: u8, held: i16, amount: i16) -> i16 {
        if status as usize == INVULNERABLE { held.saturating_add(amount) } else { held.max(amount) }
    }

    /// RULE: fatigue deals 1 damage, then 2, 3, ...
    fn drew_nothing(cx: &mut Ctx<'_, Self>, seat: Seat) {
        cx.tell(What::DrewNothing { seat });
        let fatigue = cx.state.resource(seat, FATIGUE).saturating_add(1);
        *cx.state.resource_mut(seat, FATIGUE) = fatigue;
        cx.caused_by(Cause::rule(BY_FATIGUE), |cx| {
            cx.deal(Hit::by_rule(hero(seat), fatigue));
        });
    }

    /// One minion attacks a minion or a hero. All blows fall at once.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        let (force, keywords) = {
            let minion = cx.state.piece(attacker);
            (minion.attack_now(), minion.keywords_now())
        };
        let aim = *cx.state.piece(target);
        let is_minion = cx.state.kind[MINION].has(target);
        // RULE: heroes do not strike back.
        let back = if is_minion { aim.attack_now() } else { 0 };
        let swept =
            if keywords & SWEEP != 0 && is_minion { beside(cx.state, aim.cell) } else { Default::default() };
        let is_reflected = is_minion && aim.keywords_now() & REFLECT != 0;
        let swept_back = if is_reflected && keywords & SWEEP != 0 {
            beside(cx.state, cx.state.piece(attacker).cell)
        } else {
            Default::default()
        };
        cx.deal(Hit::blow(attacker, target, force));
        for neighbour in cx.state.by_arrival(swept) {
            cx.deal(Hit::blow(attacker, neighbour, force));
        }
        cx.deal(Hit::blow(target, attacker, back));
        if is_reflected {
            // RULE: the attacker also suffers an attack by itself, special effects included; it is not reflected again.
            cx.deal(Hit::blow(attacker, attacker, force));
            for neighbour in cx.state.by_arrival(swept_back) {
                cx.deal(Hit::blow(attacker, neighbour, force));
            }
        }
    }
}

/// The minions left and right of a cell, in its row.
fn beside(state: &State<ElementalCommand>, cell: Cell) -> PieceSet {
    let mut found = PieceSet::EMPTY;
    if !cell.is_some() {
        return found;
    }
    let column = column(cell);
    if column > 0 {
        found |= state.on(Cell(cell.0 - 1));
    }
    if column + 1 < COLUMNS {
        found |= state.on(Cell(cell.0 + 1));
    }
    found
}
