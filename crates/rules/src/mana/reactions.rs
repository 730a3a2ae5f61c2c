//! How the game reacts: shields, venom, lifesteal, rest, types that are gained, heroes.

use cardwright_core::{CardId, Cause, Piece, PieceId, Seat, SeatSet, What};
use cardwright_effects::{Ctx, Game, Hit, Reactions, play};

use super::clock;
use super::secrecy::reveal_hands;
use super::state::*;

impl Reactions for Mana {
    /// RULE: a shield prevents the first damage and is gone; only an ongoing effect lends it anew.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        if cx.state.piece(hit.target).keywords_now() & SHIELDED == 0 {
            return hit.amount;
        }
        let (who, keyword) = (cx.who(hit.target), SHIELDED.trailing_zeros() as u8);
        cx.tell(What::Prevented { who, amount: hit.amount });
        if cx.lose_keyword(hit.target, keyword) {
            // ORDER: the next blow of the same effect finds no shield.
            cx.refresh_lent();
            cx.tell(What::KeywordLost { who, keyword });
        }
        0
    }

    fn damaged(cx: &mut Ctx<'_, Self>, hit: &Hit, amount: i16) {
        if !hit.source.is_some() {
            return;
        }
        let source = cx.state.piece(hit.source);
        let (keywords, owner) = (source.keywords_now(), source.owner);
        if keywords & VENOMOUS != 0 && cx.state.kind[MINION].has(hit.target) {
            cx.doom_by(hit.target, hit.dealer());
        }
        if hit.is_blow && keywords & LIFESTEAL != 0 {
            let hero = hero(cx.state, owner);
            if cx.is_alive(hero) {
                cx.caused_by(Cause::piece(hit.source), |cx| cx.restore(hero, amount));
            }
        }
    }

    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        if creatures(cx.state).has(piece) {
            clock::arrive(cx, piece);
        }
        if cx.state.piece(piece).keywords & TELEPATHY != 0 {
            reveal_hands(cx);
        }
    }

    fn transformed(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        Self::entered(cx, piece);
    }

    /// RULE: a creature that changes sides arrives there, and rests.
    fn changed_sides(cx: &mut Ctx<'_, Self>, piece: PieceId, _: Seat) {
        clock::arrive(cx, piece);
    }

    fn dispelled(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        cx.state.piece_mut(piece).extra.types = 0;
    }

    fn imitated(cx: &mut Ctx<'_, Self>, model: PieceId, copy: PieceId) {
        cx.state.piece_mut(copy).extra.types = cx.state.piece(model).extra.types;
    }

    fn gained_keyword(cx: &mut Ctx<'_, Self>, _: PieceId, keyword: u8) {
        if 1 << keyword == TELEPATHY {
            reveal_hands(cx);
        }
    }

    fn readied(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        clock::exhaust(cx, piece, 0);
    }

    fn card_arrived(cx: &mut Ctx<'_, Self>, _: Seat, zone: usize, id: CardId) {
        if zone == HAND && any_with(cx.state, cx.state.used, TELEPATHY) {
            cx.state.card_mut(id).known = SeatSet::ALL;
        }
    }

    /// A hero stays on the table; its seat has lost.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        play::unless_hero(cx, piece, HERO)
    }

    fn most_of(game: &Game<Self>, _: usize) -> i16 {
        game.data.purse_most
    }

    #[inline]
    fn tags(game: &Game<Self>, piece: &Piece<Own>) -> u64 {
        game.def(piece.def).tags | piece.extra.types
    }

    fn gain_tag(cx: &mut Ctx<'_, Self>, piece: PieceId, tag: u8) {
        cx.state.piece_mut(piece).extra.types |= 1 << tag;
    }
}
