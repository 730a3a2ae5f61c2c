//! The kit for games of turns: how a turn begins, ends and passes on, how a card is played, when a match is over. A
//! game says what is different in [`crate::contract::Course`], whose default bodies come from here.

use cardwright_core::{
    ARRIVED, Action, Card, CardId, Cell, CellSet, Decode, DefId, Encode, Frame, Group, MOVED, Means, PieceId,
    Reader, Seat, SeatSet, State, Unreadable, VerbSpec, What, Words, ensure,
};

use crate::context::Ctx;
use crate::contract::{Basics, Rules};
use crate::game::Game;
use crate::moment::Moment;
use crate::play::{AT, PLAY_CHOICES, is_repeated, take_effect};
use crate::prices::Prices;
use crate::tallies::{Tally, is_cast};

/// What a game of turns adds to the state if it needs nothing else: who took the first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opening {
    pub starting: Seat,
}

impl Encode for Opening {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.starting.0 as u64);
    }
}

impl Decode for Opening {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let starting = from.word()?;
        ensure(starting <= u8::MAX as u64, "was begun by a seat that does not play")?;
        Ok(Self { starting: Seat(starting as u8) })
    }
}

/// The step in which the blows of a declared attack land.
pub const COMBAT: u16 = 0;
/// The step in which the turn passes to the next seat.
pub const NEXT_TURN: u16 = 1;
/// The first step that is a game's own.
pub const OWN_STEPS: u16 = 2;
/// The step after a card was played and all that came of it is done.
pub const AFTER_PLAY: u16 = u16::MAX - 1;
/// The step after the blows of an attack.
pub const AFTER_ATTACK: u16 = u16::MAX - 2;

/// Verbs that games of turns share.
pub const PLAY: VerbSpec = VerbSpec::new("play", Means::Card, PLAY_CHOICES);
pub const ATTACK: VerbSpec = VerbSpec::new("attack", Means::Piece, &[(">", Means::Piece)]);
pub const MOVE: VerbSpec = VerbSpec::new("move", Means::Piece, &[(">", Means::Cell)]);
pub const END: VerbSpec = VerbSpec::new("end", Means::Nothing, &[]);
pub const CHOOSE: VerbSpec = VerbSpec::new("choose", Means::Answer, &[]);

/// The durations of a game of turns, in the order of [`expiry`].
pub const DURATIONS: &str = "permanent end-of-turn next-turn";
const UNTIL_NEXT_TURN: u8 = 2;

/// Begins the turn of a seat; past the limit of turns the match is a draw instead.
pub fn start<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat) {
    cx.state.now += 1;
    cx.expire();
    if cx.state.now > R::turn_limit(cx.game, cx.state.seat_count()) {
        finish(cx);
        return;
    }
    cx.state.phase = R::TURN;
    cx.state.active = SeatSet::one(seat);
    cx.clear_tallies();
    cx.tell(What::Began { seat, phase: R::TURN });
    R::turn_began(cx, seat);
    // A seat that fell as its turn began has none.
    if cx.state.lost.has(seat) {
        return;
    }
    // ORDER: delayed effects that are due come first, then abilities for the start of the turn.
    cx.fire_timers();
    cx.fire_for_seat(Moment::PhaseStarts, seat, DefId::NONE);
}

/// Ends the turn of a seat: end-of-turn abilities run, then the turn passes.
pub fn end<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat) {
    cx.fire_timers();
    cx.fire_for_seat(Moment::PhaseEnds, seat, DefId::NONE);
    pass_on(cx, seat);
}

/// Passes the turn to the next seat once everything that waits has run.
pub fn pass_on<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat) {
    cx.push(Frame::step(NEXT_TURN, seat, PieceId::NONE, PieceId::NONE));
}

/// A step that every game of turns has.
pub fn step<R: Rules>(cx: &mut Ctx<'_, R>, frame: Frame) {
    if frame.pc == COMBAT {
        if cx.is_attack_on(&frame) {
            R::strike(cx, frame.source, frame.subject);
            if R::AFTERMATH {
                follow_attack(cx, &frame);
            }
        }
        return;
    }
    // ORDER: pieces that died at the end of the turn leave before the next turn begins.
    if cx.state.dying.any() {
        cx.reap();
        cx.push(frame);
        return;
    }
    if is_decided(cx.state) {
        return;
    }
    if frame.value == 0 {
        R::turn_ended(cx, frame.seat);
        // ORDER: those who die of the end of the turn leave while it is still that turn.
        if cx.state.dying.any() {
            cx.push(Frame { value: 1, ..frame });
            return;
        }
    }
    start(cx, next_seat(cx.state, frame.seat));
}

/// The next seat in turn among those still in the match.
pub fn next_seat<R: Basics>(state: &State<R>, seat: Seat) -> Seat {
    let count = state.seat_count();
    let later = (1..=count).map(|by| Seat(((seat.at() + by) % count) as u8));
    later.into_iter().find(|&next| !state.lost.has(next)).unwrap_or(Seat::NONE)
}

/// How many turns later a seat's next turn begins; for a seat that is out, where its turn would have been.
pub fn turns_until<R: Basics>(state: &State<R>, seat: Seat) -> u32 {
    let active = state.active.first();
    if !active.is_some() {
        return 1;
    }
    let count = state.seat_count();
    let later = (1..count).map(|by| Seat(((active.at() + by) % count) as u8));
    let between = later.take_while(|&next| next != seat);
    1 + between.filter(|&next| !state.lost.has(next)).count() as u32
}

/// RULE: "until end of turn" ends when the running turn does; "until your next turn" when the seat's next begins.
pub fn expiry<R: Basics>(state: &State<R>, seat: Seat, duration: u8) -> u32 {
    state.now + if duration == UNTIL_NEXT_TURN { turns_until(state, seat) } else { 1 }
}

/// RULE: a delayed effect for the end of the turn comes before abilities for the end of the turn; one for the next turn
/// when that turn begins.
pub fn due<R: Basics>(state: &State<R>, seat: Seat, duration: u8) -> u32 {
    if duration == UNTIL_NEXT_TURN { expiry(state, seat, duration) } else { state.now }
}

/// Whether somebody has lost and at most one side is left.
pub fn is_decided<R: Rules>(state: &State<R>) -> bool {
    let standing = state.all_seats() - state.lost;
    state.lost.any() && standing.into_iter().all(|seat| (R::foes(state, seat) & standing).is_empty())
}

/// Ends the match once it is decided.
pub fn end_if_decided<R: Rules>(cx: &mut Ctx<'_, R>) {
    if is_decided(cx.state) && !cx.state.is_over {
        finish(cx);
    }
}

/// Effects that last until a next turn no longer wait for the turns of seats that are out.
pub fn shorten_rounds<R: Rules>(cx: &mut Ctx<'_, R>) {
    let state = &mut *cx.state;
    for at in 0..state.in_force_len as usize {
        let effect = state.in_force.as_ref()[at];
        // An effect that ends with the running turn has no turns of others to wait for.
        if effect.until != u32::MAX && effect.until > state.now + 1 {
            let until = state.now + turns_until(state, effect.seat);
            state.in_force.as_mut()[at].until = until;
        }
    }
}

/// Ends the match.
pub fn finish<R: Rules>(cx: &mut Ctx<'_, R>) {
    cx.state.is_over = true;
    cx.state.active = SeatSet::EMPTY;
    cx.tell(What::Ended);
}

/// The answers to the open prompt, one for each option it offers.
pub fn answers<R: Basics>(state: &State<R>, choose: u8) -> Group {
    Group::each(choose, CellSet((1 << state.prompt.len) - 1))
}

/// Why a seat may not act at all now; `None` if it may.
pub fn why_not_now<R: Basics>(state: &State<R>, seat: Seat) -> Option<&'static str> {
    if state.is_over {
        Some("the match is over")
    } else if state.prompt.is_open() {
        Some(match (state.prompt.seat == seat, state.seat_count()) {
            (true, _) => "a question waits for your choice",
            (false, 2) => "the opponent is choosing",
            (false, _) => "another player is choosing",
        })
    } else if !state.active.has(seat) {
        Some("it is not your turn")
    } else {
        None
    }
}

/// The places in hand of the cards that a seat can pay for; of equal cards only the first.
pub fn payable<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat, resource: usize) -> Vec<u8> {
    let (hand, held) = (state.zone(seat, R::HAND), state.resource(seat, resource));
    let prices = Prices::of(game, state, seat);
    let can_pay = |&(place, &id): &(usize, &CardId)| {
        let card = state.card(id);
        // A card that the view hides cannot be played from it.
        card.def != DefId::HIDDEN
            && prices.cost(game, state, seat, id) <= held
            && !is_repeated(state, &hand[..place], id)
    };
    hand.iter().enumerate().filter(can_pay).map(|(place, _)| place as u8).collect()
}

/// Plays a card from the hand, seen by everybody.
pub fn play_card<R: Rules>(
    cx: &mut Ctx<'_, R>,
    action: Action,
    resource: usize,
    is_piece: impl Fn(u8) -> bool,
) {
    let card = pay_card(cx, action, resource);
    let played = What::Played { seat: action.seat, card: card.def };
    if R::AUDIENCES.veiled >> cx.game.def(card.def).kind & 1 == 1 {
        cx.whisper(action.seat, played);
    } else {
        cx.tell(played);
    }
    resolve_card(cx, action, card, is_piece(cx.game.def(card.def).kind));
}

/// A piece uses one of its attacks of this turn.
pub fn attack<R: Rules>(cx: &mut Ctx<'_, R>, attacker: PieceId, target: PieceId) {
    cx.state.piece_mut(attacker).acted += 1;
    cx.declare_attack(attacker, target, COMBAT);
}

/// Lets the pieces of a seat act again.
pub fn wake<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat) {
    for piece in cx.state.side[seat.at()] {
        let piece = cx.state.piece_mut(piece);
        piece.acted = 0;
        piece.flags &= !(MOVED | ARRIVED);
    }
}

/// Takes the card to be played from the hand and pays for it.
pub fn pay_card<R: Rules>(cx: &mut Ctx<'_, R>, action: Action, resource: usize) -> Card {
    let seat = action.seat;
    let id = cx.state.zone(seat, R::HAND)[action.source as usize];
    let cost = R::cost(cx.game, cx.state, id);
    let card = lift_card(cx, action);
    *cx.state.resource_mut(seat, resource) -= cost;
    cx.fire_spent(seat, resource, cost);
    count_played(cx, seat, card.def);
    card
}

/// Takes the card to be played from the hand, in a game in which nothing is paid for it.
pub fn take_card<R: Rules>(cx: &mut Ctx<'_, R>, action: Action) -> Card {
    let card = lift_card(cx, action);
    count_played(cx, action.seat, card.def);
    card
}

#[inline(always)]
fn lift_card<R: Rules>(cx: &mut Ctx<'_, R>, action: Action) -> Card {
    let id = cx.state.take_from_zone(action.seat, R::HAND, action.source as usize);
    let card = *cx.state.card(id);
    cx.state.release_card(id);
    card
}

/// Counts a card that a seat plays, and ends changes of cost that were for the next such card.
pub fn count_played<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat, def: DefId) {
    let printed = cx.game.def(def);
    let is_cast = is_cast(cx.game, def);
    let tallies = &mut cx.state.seats.as_mut()[seat.at()].tallies;
    for (tally, counts) in
        [(Tally::Played, true), (Tally::PlayedEver, true), (Tally::Cast, is_cast), (Tally::CastEver, is_cast)]
    {
        tallies[tally as usize] = tallies[tally as usize].saturating_add(counts as u8);
    }
    tallies[Tally::Kinds as usize] |= 1 << printed.kind;
    if cx.state.in_force_len > 0 {
        cx.use_up_prices(seat, def);
    }
}

/// Carries out a card that was paid for and told: it comes into play if it is a piece, then its text runs.
pub fn resolve_card<R: Rules>(cx: &mut Ctx<'_, R>, action: Action, card: Card, is_piece: bool) {
    // ORDER: triggers on the card or on the arrival run first, then the card's own text, then what comes after.
    cx.fire_for_seat(Moment::Played, action.seat, card.def);
    let piece = take_effect(cx, action, card, is_piece.then_some(Cell(action.choices[AT as usize])));
    follow_up(cx, action.seat, card.def, piece);
}

/// Whether something waits, or will be set off by deaths, that may bring others into play.
fn may_bring<R: Rules>(cx: &Ctx<'_, R>) -> bool {
    let mourners = || cx.hears(Moment::Died) | cx.hears(Moment::Killed);
    R::AFTERMATH && (cx.queue_len() > 0 || cx.state.dying.any() && mourners().any())
}

/// The blows of an attack fell: once all that came of it is done, abilities that come after it run.
fn follow_attack<R: Rules>(cx: &mut Ctx<'_, R>, attack: &Frame) {
    if cx.hears(Moment::Fought).any() || may_bring(cx) {
        cx.push(Frame::step(AFTER_ATTACK, attack.seat, attack.source, attack.subject));
    }
}

/// A card was played: once all that it does is done, abilities that come after it run.
pub fn follow_up<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat, def: DefId, piece: PieceId) {
    if (cx.hears(Moment::Resolved) | cx.hears(Moment::Settled)).any() || may_bring(cx) {
        cx.push(Frame { def, ..Frame::step(AFTER_PLAY, seat, piece, PieceId::NONE) });
    }
}
