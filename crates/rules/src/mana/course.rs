//! The course of a match: the opening, blows and burials, the end after thirty minutes.

use cardwright_core::{ARRIVED, DefId, Frame, PieceId, Seat, State, What};
use cardwright_effects::table::Op;
use cardwright_effects::{Course, Ctx, Reactions, Setup, play};

use super::secrecy::reveal_hands;
use super::state::*;
use super::{actions, clock};

/// The game's own operations.
pub const DAYTIME_OF: u8 = 1;
const EXHAUST: u8 = 2;

/// The seconds of the durations, by number; 0 for those that are no span of time.
const SPANS: [u32; 13] = [0, 5, 10, 20, 30, 0, 0, 3, 8, 12, 15, 45, 60];

impl Course for Mana {
    const PHASES: &'static [&'static str] = &["day", "night"];

    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        cx.state.extra.heroes.copy_from_slice(&setup.heroes);
        play::lay_out(cx, setup);
        play::shuffle_decks(cx);
        for seat in cx.state.all_seats() {
            for _ in 0..cx.game.data.opening_hand {
                cx.draw(seat);
            }
        }
        cx.state.active = cx.state.all_seats();
    }

    /// When a duration ends if it begins now.
    fn expiry(state: &State<Self>, _: Seat, duration: u8) -> u32 {
        match duration {
            5 => clock::NIGHTFALL,
            6 => clock::DAYBREAK,
            n => state.now.saturating_add(SPANS[n as usize % SPANS.len()] * SECOND),
        }
    }

    fn ends_at(state: &State<Self>, until: u32) -> u32 {
        match (until, state.phase == NIGHT) {
            (clock::NIGHTFALL, false) | (clock::DAYBREAK, true) => state.extra.clock_next,
            (clock::NIGHTFALL, true) | (clock::DAYBREAK, false) => state.extra.clock_next.saturating_add(DAY),
            _ => until,
        }
    }

    fn step(cx: &mut Ctx<'_, Self>, frame: Frame) {
        if frame.pc == actions::BURIAL {
            cx.bury(frame.seat, frame.card);
        } else if cx.is_attack_on(&frame) {
            Self::strike(cx, frame.source, frame.subject);
        }
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        if cx.game.data.lends_telepathy && any_with(cx.state, cx.state.used, TELEPATHY) {
            reveal_hands(cx);
        }
        // RULE: a match that is undecided when its time is up is a draw.
        let is_decided = cx.state.lost.any() || cx.state.now >= cx.game.data.limit;
        if is_decided && !cx.state.is_over {
            cx.state.is_over = true;
            cx.tell(What::Ended);
        }
        for seat in 0..2 {
            let top = cx.state.zone(Seat(seat), DECK).last();
            cx.state.extra.tops[seat as usize] = top.map_or(DefId::HIDDEN, |&id| cx.state.card(id).def);
        }
    }

    /// A position was laid out by hand: creatures are ready unless they have just arrived, the heroes produce, day
    /// and night go on.
    fn arranged(cx: &mut Ctx<'_, Self>) {
        for id in creatures(cx.state) {
            let (def, is_new) = (cx.state.piece(id).def, cx.state.piece(id).is(ARRIVED));
            let is_hero = cx.state.kind[HERO].has(id);
            let rest = if is_new && !is_hero { clock::rest(cx.game, def) } else { 0 };
            clock::exhaust(cx, id, rest);
            if is_hero {
                let owner = cx.state.piece(id).owner;
                cx.state.extra.heroes[owner.at()] = def;
            }
        }
        cx.state.active = cx.state.all_seats();
        cx.state.extra.clock_next = (cx.state.now / DAY + 1) * DAY;
        Self::resolved(cx);
    }

    fn own_operation(cx: &mut Ctx<'_, Self>, frame: &mut Frame, op: Op) {
        match op.a {
            DAYTIME_OF => clock::set_daytime(cx, (op.b != 0) as u8),
            EXHAUST => {
                for piece in frame.set & creatures(cx.state) {
                    // RULE: a creature that already rests longer goes on resting.
                    let until = cx.state.now.saturating_add(op.b.max(0) as u32 * SECOND);
                    let extra = &mut cx.state.piece_mut(piece).extra;
                    extra.ready_at = extra.ready_at.max(until);
                }
            }
            _ => {}
        }
    }

    fn own_piece(state: &State<Self>, seat: Seat) -> PieceId {
        hero(state, seat)
    }
}
