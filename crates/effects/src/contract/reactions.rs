//! How a game reacts to the verbs of the rulebook, and verbs that it changes.

use cardwright_core::{CardId, Cell, DefId, Frame, Piece, PieceId, Seat, State, What};

use super::{Basics, Rules};
use crate::context::Ctx;
use crate::damage::Hit;
use crate::game::Game;
use crate::turns;

/// Damage, entering, dying, drawing and the like, with the behaviour most games share.
pub trait Reactions: Basics {
    /// The damage left after armour, prevention and the like.
    fn modify_damage(_: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        hit.amount
    }

    /// Damage was dealt.
    fn damaged(_: &mut Ctx<'_, Self>, _: &Hit, _: i16) {}

    /// How much more damage the text that is being carried out deals, for each time it deals some.
    fn text_power(_: &Ctx<'_, Self>, _: &Frame) -> i16 {
        0
    }

    /// How much damage a piece can take beyond its health before it dies, by armour for example.
    fn buffer(_: &State<Self>, _: PieceId) -> i16 {
        0
    }

    /// What the game itself lends to pieces, as (piece, attack, health); asked only if [`Basics::LENDS`]. The game
    /// marks the state as dirty where this changes.
    fn lends(_: &Game<Self>, _: &State<Self>, _lend: impl FnMut(PieceId, i16, i16)) {}

    /// Whether the game itself may lend something now; asked only if [`Basics::LENDS`].
    fn may_lend(_: &State<Self>) -> bool {
        true
    }

    /// The seat's own piece knows this card from now on, instead of those it knew.
    fn learn(_: &mut Ctx<'_, Self>, _: Seat, _: DefId) {}

    /// The seat's own piece became another card.
    fn replaced_hero(_: &mut Ctx<'_, Self>, _: Seat) {}

    /// A card that a seat played was stopped before its text began.
    fn card_stopped(_: &mut Ctx<'_, Self>, _: Seat, _: DefId) {}

    /// A piece came into play.
    fn entered(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece turned into another card.
    fn transformed(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece changed sides.
    fn changed_sides(_: &mut Ctx<'_, Self>, _: PieceId, _from: Seat) {}

    /// A piece lost everything but the numbers printed on its card.
    fn dispelled(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// Makes a copy like its model in what the game adds to a piece.
    fn imitated(_: &mut Ctx<'_, Self>, _model: PieceId, _copy: PieceId) {}

    /// A text gave a piece a keyword.
    fn gained_keyword(_: &mut Ctx<'_, Self>, _: PieceId, _keyword: u8) {}

    /// A piece left this cell: a row without gaps closes up.
    fn vacated(_: &mut Ctx<'_, Self>, _: Cell) {}

    /// A piece is about to die; false keeps it on the table.
    fn dies(_: &mut Ctx<'_, Self>, _: PieceId) -> bool {
        true
    }

    /// The number of a status when more of it is added: by default the sum.
    fn stack(_status: u8, held: i16, amount: i16) -> i16 {
        held.saturating_add(amount)
    }

    /// Whether a piece cannot be given a status.
    fn is_immune(_: &Game<Self>, _: &State<Self>, _: PieceId, _status: u8) -> bool {
        false
    }

    /// A status of a piece went up.
    fn afflicted(_: &mut Ctx<'_, Self>, _: PieceId, _status: u8) {}

    /// The blows of an attack land.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId)
    where
        Self: Rules,
    {
        let (there, back) = (cx.state.piece(attacker).attack_now(), cx.state.piece(target).attack_now());
        cx.deal(Hit::blow(attacker, target, there));
        cx.deal(Hit::blow(target, attacker, back));
    }

    /// A card makes a piece attack another: triggers on attacking run first, then the blows land.
    fn assault(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId)
    where
        Self: Rules,
    {
        cx.declare_attack(attacker, target, turns::COMBAT);
    }

    /// A card effect moves a piece; by default to a free cell only.
    fn relocate(cx: &mut Ctx<'_, Self>, piece: PieceId, to: Cell)
    where
        Self: Rules,
    {
        if to.is_some() && cx.state.on(to).is_empty() {
            cx.move_piece(piece, to);
        }
    }

    /// A card's text makes a seat draw a card.
    fn draw(cx: &mut Ctx<'_, Self>, seat: Seat) -> CardId
    where
        Self: Rules,
    {
        cx.draw(seat)
    }

    /// A draw found nothing.
    fn drew_nothing(cx: &mut Ctx<'_, Self>, seat: Seat)
    where
        Self: Rules,
    {
        cx.tell(What::DrewNothing { seat });
    }

    /// A card came into a zone: drawn, made, moved there.
    fn card_arrived(_: &mut Ctx<'_, Self>, _: Seat, _zone: usize, _: CardId) {}

    /// A piece may act again.
    fn readied(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// The most of a resource that a seat may hold.
    fn most_of(_: &Game<Self>, _resource: usize) -> i16 {
        i16::MAX
    }

    /// The tags of a piece: those printed, and those it has gained.
    #[inline(always)]
    fn tags(game: &Game<Self>, piece: &Piece<Self::PieceExtra>) -> u64 {
        game.def(piece.def).tags
    }

    /// A piece gains a type (a tag, from 0).
    fn gain_tag(_: &mut Ctx<'_, Self>, _: PieceId, _tag: u8) {}
}
