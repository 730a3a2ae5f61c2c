//! How a match goes: the opening, turns, steps, the end. The default bodies are those of a game of turns
//! ([`crate::turns`]).

use cardwright_core::{Frame, PieceId, Seat, SeatSet, State};

use super::{Basics, Rules};
use crate::context::Ctx;
use crate::game::{Game, Setup};
use crate::table::Op;
use crate::turns;

/// How a match ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
}

/// The course of a match.
pub trait Course: Basics {
    /// The names of the phases; a game of turns may have phases before the turn itself.
    const PHASES: &'static [&'static str] = &["turn"];
    /// The phase in which a seat takes its turn.
    const TURN: u8 = 0;

    /// Lays out the table: cards into zones, heroes into play, opening hands.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup);

    /// The board is laid out, whether a match begins or a position: ground and the like, before anything happens.
    fn prepared(_: &mut Ctx<'_, Self>) {}

    /// The most turns of a match with this many seats; after them it is a draw.
    fn turn_limit(_: &Game<Self>, _seats: usize) -> u32 {
        u32::MAX
    }

    /// A seat's turn began: it is paid, draws and wakes its pieces. Abilities for the start of a turn run afterwards.
    fn turn_began(_: &mut Ctx<'_, Self>, _: Seat) {}

    /// A seat's turn is over, and the abilities for its end have run.
    fn turn_ended(_: &mut Ctx<'_, Self>, _: Seat) {}

    /// The seat that took the first turn, if the game has turns.
    fn starting(_: &State<Self>) -> Seat {
        Seat::NONE
    }

    /// When a duration of the vocabulary ends if it begins now. In a game of turns, duration 1 lasts for the running
    /// turn and 2 until the seat's next turn.
    fn expiry(state: &State<Self>, seat: Seat, duration: u8) -> u32 {
        turns::expiry(state, seat, duration)
    }

    /// When an effect in force will end by what is known now, if the record holds only a sign for that.
    fn ends_at(_: &State<Self>, until: u32) -> u32 {
        until
    }

    /// Seats that may act now.
    fn to_act(state: &State<Self>) -> SeatSet {
        if state.is_over {
            SeatSet::EMPTY
        } else if state.prompt.is_open() {
            SeatSet::one(state.prompt.seat)
        } else {
            state.active
        }
    }

    /// The next step of the game's own sequence. A game that has its own steps numbers them from [`turns::OWN_STEPS`]
    /// and hands the others to [`turns::step`].
    fn step(cx: &mut Ctx<'_, Self>, frame: Frame)
    where
        Self: Rules,
    {
        turns::step(cx, frame);
    }

    /// Nothing is left to do: lets the game do something by itself. True if it pushed work.
    fn settle(_: &mut Ctx<'_, Self>) -> bool {
        false
    }

    /// The action is resolved: ends the match if it is decided.
    fn resolved(cx: &mut Ctx<'_, Self>)
    where
        Self: Rules,
    {
        turns::end_if_decided(cx);
    }

    /// A position was laid out by hand: fills in what follows from it.
    fn arranged(_: &mut Ctx<'_, Self>) {}

    /// The game's own operation.
    fn own_operation(_: &mut Ctx<'_, Self>, _: &mut Frame, _: Op) {}

    /// A seat's outcome, once the match is over: the only side left has won.
    fn outcome(state: &State<Self>, seat: Seat) -> Option<Outcome>
    where
        Self: Rules,
    {
        if !state.is_over {
            return None;
        }
        let standing = state.all_seats() - state.lost;
        let own_side = standing - Self::foes(state, seat);
        Some(match (own_side.any(), standing.any()) {
            (false, true) => Outcome::Lost,
            (true, _) if turns::is_decided(state) => Outcome::Won,
            _ => Outcome::Drawn,
        })
    }

    /// The opponents of a seat.
    fn foes(state: &State<Self>, seat: Seat) -> SeatSet {
        state.all_seats() - SeatSet::one(seat)
    }

    /// The piece that stands for a seat (hero, base), if there is one.
    fn own_piece(_: &State<Self>, _: Seat) -> PieceId {
        PieceId::NONE
    }

    /// The seat whose hand or grave gets the card of a piece that leaves play; by default who has the piece.
    #[inline(always)]
    fn home(state: &State<Self>, piece: PieceId) -> Seat {
        state.piece(piece).owner
    }
}
