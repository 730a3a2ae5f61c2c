//! How the game reacts: shields, armour, poison, lifesteal, weapons, rows, heroes, fatigue; and how the blows of an
//! attack fall.

use cardwright_core::{ARRIVED, Cause, Cell, DefId, Frame, Piece, PieceId, Seat, State, What};
use cardwright_effects::{Ctx, Game, Hit, Reactions, play};

use super::places::close_row;
use super::state::*;

type Context<'a> = Ctx<'a, Hearth>;

impl Reactions for Hearth {
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        let held = cx.state.piece(hit.target).keywords_now();
        if held & (IMMUNE | SHIELD) != 0 {
            prevent(cx, hit.target, hit.amount, held);
            return 0;
        }
        let mut amount = hit.amount;
        if held & ENDURING != 0 {
            // RULE: the health of who is Enduring does not fall below 1 by damage.
            let spare = cx.state.piece(hit.target).health_now() - 1 + Self::buffer(cx.state, hit.target);
            amount = amount.min(spare);
        }
        if cx.state.kind[HERO].has(hit.target) && amount > 0 {
            absorb(cx, hit.target, amount);
        }
        amount
    }

    fn damaged(cx: &mut Ctx<'_, Self>, hit: &Hit, amount: i16) {
        let (mut held, mut seat) = (0, hit.seat);
        if hit.source.is_some() {
            let source = cx.state.piece(hit.source);
            seat = if hit.is_blow { source.owner } else { hit.seat };
            held = if hit.is_blow { fighting_keywords(cx.state, hit.source) } else { source.keywords_now() };
        }
        let card = cx.cause.card;
        if !hit.is_blow && card.is_some() {
            held |= cx.game.def(card).keywords;
        }
        if held & (POISONOUS | LIFESTEAL) == 0 {
            return;
        }
        let cause = if hit.is_blow { hit.dealer() } else { cx.cause };
        // RULE: a minion that is damaged by a Poisonous source dies.
        if held & POISONOUS != 0 && cx.state.kind[MINION].has(hit.target) {
            cx.doom_by(hit.target, cause);
        }
        if held & LIFESTEAL != 0 && seat.is_some() && cx.is_alive(hero(seat)) {
            cx.caused_by(cause, |cx| cx.restore(hero(seat), amount));
        }
    }

    /// RULE: minions with Spell damage make the spells and secrets of their side stronger.
    fn text_power(cx: &Ctx<'_, Self>, frame: &Frame) -> i16 {
        let card = if frame.by.is_some() {
            frame.by
        } else if frame.source.is_some() {
            cx.state.piece(frame.source).def
        } else {
            return 0;
        };
        match cx.game.def(card).kind as usize {
            SPELL | SECRET => spell_power(cx.state, frame.seat),
            _ => 0,
        }
    }

    /// RULE: armour is lost before health.
    fn buffer(state: &State<Self>, piece: PieceId) -> i16 {
        if state.kind[HERO].has(piece) { state.resource(state.piece(piece).owner, ARMOUR) } else { 0 }
    }

    fn tags(game: &Game<Self>, piece: &Piece<()>) -> u64 {
        let gained = piece.statuses[GAINED_TRIBE];
        game.def(piece.def).tags | if gained > 0 { 1 << (gained - 1) } else { 0 }
    }

    /// RULE: a minion has one tribe besides those printed on it: the last it has gained.
    fn gain_tag(cx: &mut Ctx<'_, Self>, piece: PieceId, tag: u8) {
        cx.state.piece_mut(piece).statuses[GAINED_TRIBE] = tag + 1;
    }

    /// RULE: overload is part of a card's text: a spell that is countered does not overload.
    fn card_stopped(cx: &mut Ctx<'_, Self>, seat: Seat, def: DefId) {
        cx.gain(seat, OVERLOAD, -(cx.game.def(def).statuses[OVERLOADING] as i16));
    }

    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        if cx.state.kind[WEAPON].has(piece) {
            cx.state.is_dirty = true;
        } else if cx.state.kind[HERO].has(piece) {
            cx.state.piece_mut(piece).flags &= !ARRIVED;
            let seat = cx.state.piece(piece).owner;
            take_up_power(cx, seat);
        }
    }

    fn transformed(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        Self::entered(cx, piece);
    }

    fn vacated(cx: &mut Ctx<'_, Self>, cell: Cell) {
        close_row(cx.state, cell);
    }

    /// RULE: heroes lose the match instead of leaving the table.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        let leaves = play::unless_hero(cx, piece, HERO);
        if leaves {
            // Its place in the row as it fell; see `places::open_row`.
            let fallen = cx.state.piece_mut(piece);
            fallen.acted = fallen.cell.0;
            cx.state.is_dirty |= cx.state.kind[WEAPON].has(piece);
        }
        leaves
    }

    /// RULE: freezing does not add up; spell damage and overload do.
    fn stack(status: u8, held: i16, amount: i16) -> i16 {
        if status as usize == FROZEN { held.max(amount.min(1)) } else { held.saturating_add(amount) }
    }

    /// Only minions and heroes freeze.
    fn is_immune(_: &Game<Self>, state: &State<Self>, piece: PieceId, status: u8) -> bool {
        status as usize == FROZEN && !characters(state).has(piece)
    }

    /// One character attacks another. Both blows fall at once; then the weapon that was used wears.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        break_cover(cx, attacker);
        let force = cx.state.piece(attacker).attack_now();
        // RULE: heroes do not strike back.
        let is_hero = cx.state.kind[HERO].has(target);
        let back = if is_hero { 0 } else { cx.state.piece(target).attack_now() };
        cx.deal(Hit::blow(attacker, target, force));
        cx.deal(Hit::blow(target, attacker, back));
        if cx.state.kind[HERO].has(attacker) {
            let used = weapon(cx.state, cx.state.piece(attacker).owner);
            if used.is_some() {
                wear(cx, used, attacker);
            }
        }
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

    fn most_of(game: &Game<Self>, resource: usize) -> i16 {
        match resource {
            MANA | CRYSTALS => game.data.mana_limit,
            _ => i16::MAX,
        }
    }

    /// Only weapons lend.
    #[inline(always)]
    fn may_lend(state: &State<Self>) -> bool {
        state.kind[WEAPON].any()
    }

    /// RULE: a weapon adds its attack to its hero's, in its owner's turn.
    fn lends(_: &Game<Self>, state: &State<Self>, mut lend: impl FnMut(PieceId, i16, i16)) {
        let weapons = state.kind[WEAPON];
        if weapons.is_empty() || state.phase != TURN {
            return;
        }
        for seat in state.active {
            let held = weapons & state.side[seat.at()];
            // One that is about to break counts until it leaves, unless there is a new one.
            let whole = held - state.dying;
            let used = if whole.any() { whole } else { held };
            if used.any() {
                lend(hero(seat), state.piece(used.first()).attack_now(), 0);
            }
        }
    }

    fn learn(cx: &mut Ctx<'_, Self>, seat: Seat, def: DefId) {
        cx.state.extra.powers[seat.at()] = def;
        *cx.state.resource_mut(seat, POWER) = 1;
    }

    /// RULE: a new hero brings its own power, which can be used at once.
    fn replaced_hero(cx: &mut Ctx<'_, Self>, seat: Seat) {
        *cx.state.resource_mut(seat, POWER) = 1;
    }
}

/// The hero of a seat uses the power that is printed on it.
fn take_up_power(cx: &mut Context<'_>, seat: Seat) {
    let known = &cx.game.def(cx.state.piece(hero(seat)).def).knows;
    cx.state.extra.powers[seat.at()] = known.first().copied().unwrap_or(DefId::HIDDEN);
}

/// The spell damage of a seat.
pub fn spell_power(state: &State<Hearth>, seat: Seat) -> i16 {
    let pieces = state.side[seat.at()] - state.dying;
    pieces.map(|id| state.piece(id).statuses[SPELL_DAMAGE] as i16).sum()
}

/// RULE: who is Immune takes no damage; a Divine shield prevents damage once.
#[cold]
fn prevent(cx: &mut Context<'_>, target: PieceId, amount: i16, held: u64) {
    let (who, keyword) = (cx.who(target), SHIELD.trailing_zeros() as u8);
    cx.tell(What::Prevented { who, amount });
    if held & IMMUNE == 0 && cx.lose_keyword(target, keyword) {
        // ORDER: the next blow of the same effect finds no shield.
        cx.refresh_lent();
        cx.tell(What::KeywordLost { who, keyword });
    }
}

/// RULE: armour is lost before health. What it absorbs is damage all the same.
fn absorb(cx: &mut Context<'_>, target: PieceId, amount: i16) {
    let owner = cx.state.piece(target).owner;
    let absorbed = cx.state.resource(owner, ARMOUR).min(amount);
    if absorbed > 0 {
        cx.gain(owner, ARMOUR, -absorbed);
        // ORDER: the whole amount is added to the damage of the hero afterwards.
        cx.state.piece_mut(target).damage -= absorbed;
    }
}

/// RULE: a weapon loses 1 durability when its hero has attacked with it.
fn wear(cx: &mut Context<'_>, weapon: PieceId, by: PieceId) {
    let piece = cx.state.piece_mut(weapon);
    if piece.keywords_now() & IMMUNE != 0 {
        return;
    }
    piece.damage += 1;
    if piece.health_now() <= 0 {
        cx.doom_by(weapon, Cause::piece(by));
        cx.state.is_dirty = true;
    }
    if cx.sink.is_some() {
        let (who, cause) = (cx.who(weapon), cx.by(Cause::piece(by)));
        cx.tell(What::Damaged { who, amount: 1, cause });
    }
}

/// RULE: a player has one weapon; a new one destroys the old one.
pub fn lay_down_weapon(cx: &mut Context<'_>, seat: Seat) {
    let old = weapon(cx.state, seat);
    if old.is_some() {
        cx.doom(old);
        cx.state.is_dirty = true;
    }
}

/// RULE: a minion loses Stealth when its attack is carried out, whoever made it attack.
fn break_cover(cx: &mut Context<'_>, attacker: PieceId) {
    if cx.state.piece(attacker).keywords_now() & STEALTH != 0 {
        let (who, keyword) = (cx.who(attacker), STEALTH.trailing_zeros() as u8);
        if cx.lose_keyword(attacker, keyword) {
            cx.tell(What::KeywordLost { who, keyword });
        }
    }
}
