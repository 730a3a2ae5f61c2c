//! A match from its start to its end: begin, apply, view, advance.

use std::sync::atomic::{AtomicBool, Ordering};

use cardwright_core::{
    Action, Belief, Card, CardId, Cell, DefId, Dice, Event, Frame, FrameKind, Group, Means, Numbering,
    PieceId, PieceSet, Seat, State, View, Waiting,
};

use crate::aim::{Aim, aim_of};
use crate::catalogue::{Base, CardDef, Compare, NOTHING, Query, Refused, Side};
use crate::context::Ctx;
use crate::contract::{Basics, Rules};
use crate::game::{Game, Setup};
use crate::position;
use crate::program::Mode;
use crate::query::{card_matches, count_all, matching, seats_of};
use crate::table::Code;
use crate::tallies;
use crate::veil;

/// The choices of a play: the cell of the card, its target, where the target goes.
pub const AT: u8 = 0;
pub const TARGET: u8 = 1;
pub const TO: u8 = 2;
/// Which of the things a card offers its player chooses.
pub const MODE: u8 = 3;
/// The words before them.
pub const PLAY_CHOICES: &[(&str, Means)] =
    &[("at", Means::Cell), (">", Means::Piece), ("to", Means::Cell), ("option", Means::Option(MODES))];
/// The things a card offers, as actions name them.
pub const MODES: &[&str] = &["1", "2"];

/// Checks a setup: that its seats, cards and heroes exist, that its decks are legal, and the game's own conditions.
pub fn check_setup<R: Rules>(game: &Game<R>, setup: &Setup) -> Result<(), Refused> {
    let most = State::<R>::empty().seat_count();
    if setup.decks.len() != setup.heroes.len() || setup.decks.is_empty() || setup.decks.len() > most {
        return Err(Refused(format!("a match has up to {most} seats with a deck and a hero each")));
    }
    let known = game.catalogue.defs.len();
    let cards = setup.decks.iter().flatten().flatten().chain(&setup.heroes);
    if cards.clone().any(|def| def.at() == 0 || def.at() >= known) {
        return Err(Refused("the setup names a card that the catalogue does not have".into()));
    }
    if !setup.board.is_empty() && setup.board != game.board {
        return Err(Refused(format!(
            "the match is set up for the board '{}', not for '{}'",
            setup.board, game.board
        )));
    }
    if let Some(unknown) = setup.options.keys().next() {
        return Err(Refused(format!("{} has no option '{unknown}'", R::SLUG)));
    }
    if let Some(position) = &setup.position {
        // A match that begins in the middle needs no legal decks.
        return position::lay_out(game, setup, position, &mut setup.dice(0)).map(drop);
    }
    let room = R::most_seats(game).min(most);
    if !(2..=room).contains(&setup.decks.len()) {
        let players = if room == 2 { "two".into() } else { format!("two to {room}") };
        let seats = setup.decks.len();
        return Err(Refused(format!("this board is played by {players}; the number of seats is {seats}")));
    }
    for (decks, &hero) in setup.decks.iter().zip(&setup.heroes) {
        game.catalogue.law.check(&game.catalogue, decks, hero)?;
    }
    let (total, room) =
        (setup.decks.iter().flatten().map(Vec::len).sum::<usize>(), State::<R>::empty().card_room());
    if total > room {
        return Err(Refused(format!("the decks of all players have {total} cards, more than {room}")));
    }
    R::check_setup(game, setup)
}

/// The numbers of seats that the board is made for.
pub fn seat_counts<R: Rules>(game: &Game<R>) -> Vec<usize> {
    let room = R::most_seats(game).min(State::<R>::empty().seat_count());
    (2..=room).filter(|&seats| R::is_for(game, seats)).collect()
}

/// A random legal setup: the preferred cards are likely, cards that do not suit their hero are rare.
pub fn random_setup<R: Rules>(game: &Game<R>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
    let law = &game.catalogue.law;
    let all = (1..game.catalogue.defs.len()).map(|at| DefId(at as u16));
    let heroes: Vec<DefId> =
        all.filter(|&def| law.is_unique(game.def(def).kind) && game.def(def).collectible).collect();
    let seats = match seat_counts(game).as_slice() {
        [] => return None,
        [only] => *only,
        several => several[dice.below(several.len() as u32) as usize],
    };
    let mut setup = Setup { board: game.board.clone(), ..Setup::default() };
    for _ in 0..seats {
        let hero = match heroes.as_slice() {
            [] => return None,
            [only] => *only,
            several => several[dice.below(several.len() as u32) as usize],
        };
        let may_hold = |def: &DefId| {
            let reserved = game.def(*def).reserved;
            !reserved.is_some() || reserved == hero
        };
        let suits = |def| R::suits(game, hero, def);
        let mut decks = Vec::new();
        for number in 0..law.piles().len().max(1) {
            let pile = (!law.piles().is_empty()).then_some(number);
            let belongs = |def: &DefId| may_hold(def) && law.allows(pile, game.def(*def).kind);
            let cards: Vec<DefId> = game.deck_cards.iter().copied().filter(belongs).collect();
            decks.push(law.random_deck(dice, pile, &game.catalogue.defs, &cards, prefer, suits)?);
        }
        setup.decks.push(decks);
        setup.heroes.push(hero);
    }
    Some(setup)
}

/// The pieces a card or power lets a seat choose from.
#[inline(always)]
pub fn targets<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    query: u16,
    seat: Seat,
    source: PieceId,
) -> PieceSet {
    if query == NOTHING {
        return PieceSet::EMPTY;
    }
    let query = &game.catalogue.queries[query as usize];
    let mut found = matching(game, state, query, &Frame::program(0, seat, source));
    for piece in found {
        if !R::may_target(game, state, seat, piece) {
            found.remove(piece);
        }
    }
    found
}

/// Whether a card asks for a target if a seat plays it now: a text that begins with a condition does not while the
/// condition cannot hold.
pub fn asks_for_target<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    seat: Seat,
    def: DefId,
    mode: Mode,
) -> bool {
    let (ops, queries) = (&game.catalogue.ops, &game.catalogue.queries);
    let frame = Frame::program(0, seat, PieceId::NONE);
    let (mut pc, mut value) = (mode.play as usize, 0);
    while let Some(op) = ops.get(pc) {
        // Nobody knows yet what the piece itself will be like, nor where it will stand.
        let asks_itself = |query: u16| queries[query as usize].base == Base::Source;
        if matches!(op.code, Code::Count | Code::IfAny | Code::IfNone) && asks_itself(op.q) {
            return true;
        }
        let count = |query: u16| count_once_played(game, state, &queries[query as usize], &frame, def);
        let holds = match op.code {
            Code::Count => {
                value = op.b.saturating_mul(count(op.q));
                true
            }
            Code::Tally => {
                value = tallies::once_played(
                    game,
                    state,
                    seats_of(state, Side::from_number(op.a), &frame),
                    op.b,
                    def,
                );
                true
            }
            Code::IfAny => count(op.q) > 0,
            Code::IfNone => count(op.q) == 0,
            Code::IfValue => Compare::from_number(op.a).holds(value, op.c),
            _ => return true,
        };
        if !holds {
            return ops[op.b as usize].code != Code::End;
        }
        pc += 1;
    }
    true
}

/// How many will match once a card has left the hand and, if it is a piece, stands on the board.
fn count_once_played<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    query: &Query,
    frame: &Frame,
    def: DefId,
) -> i16 {
    let is_meant = query.side != Side::Foe
        && query.base == Base::Board
        && !query.is_ground
        && card_matches(game, query, def);
    let leaves = is_meant && query.zone as usize == R::HAND + 1;
    let comes = is_meant && query.zone == 0 && !query.not_source && game.def(def).health > 0;
    count_all(game, state, query, frame) - leaves as i16 + comes as i16
}

/// The state in which a match begins. The setup must have been checked.
pub fn begin<R: Rules>(
    game: &Game<R>,
    setup: &Setup,
    dice: &mut Dice,
    sink: Option<&mut Vec<Event>>,
) -> State<R> {
    if let Some(position) = &setup.position {
        return position::lay_out(game, setup, position, dice).expect("the setup was checked");
    }
    let mut state = State::empty();
    state.open_decks = setup.open_decks;
    state.seats_len = setup.decks.len() as u8;
    let mut cx = Ctx::new(game, &mut state, dice, sink, None);
    R::begin(&mut cx, setup);
    cx.turn_over(0);
    cx.resolve();
    state
}

/// Carries out a legal action and everything that follows from it.
#[inline]
pub fn apply<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    action: Action,
    dice: &mut Dice,
    sink: Option<&mut Vec<Event>>,
    stop: Option<&AtomicBool>,
) {
    let mut cx = Ctx::new(game, state, dice, sink, stop);
    let base = cx.state.queue_len as usize;
    R::perform(&mut cx, action);
    cx.turn_over(base);
    if !cx.state.prompt.is_open() {
        cx.resolve();
    }
}

/// Answers the open prompt with one of its options; the waiting frame goes on.
pub fn answer<R: Rules>(cx: &mut Ctx<'_, R>, option: u8) {
    if let Waiting::Frame(asking) = cx.state.pop_frame() {
        cx.push(Frame { answer: option, ..asking });
    }
    // ORDER: the prompt stays readable for the operation that takes the answer, but no longer waits.
    cx.state.prompt.seat = Seat::NONE;
}

/// What a seat may know.
pub fn view<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> View<R> {
    let mut view = View::blank();
    show(game, state, seat, &mut view);
    view
}

/// A truth that agrees with a view: an unknown card becomes any card that a deck may hold or, with public deck lists,
/// one that is left of the list.
pub fn determinise<R: Rules>(
    game: &Game<R>,
    view: &View<R>,
    lists: &[Vec<DefId>],
    dice: &mut Dice,
) -> State<R> {
    // Where copies are not limited, one of each card is imagined: a hand of many equal cards is unlikely.
    let copies = game.catalogue.limit("copies", 1).clamp(1, 99) as usize;
    let fits = |zone, def| R::fits(game, zone, def);
    let belief = Belief { pool: R::unknown_pool(game), copies, lists, fits: &fits };
    let mut truth = view.determinise(dice, &R::AUDIENCES, &belief);
    if R::AUDIENCES.veiled != 0 {
        veil::imagine(game, &mut truth, dice);
    }
    R::imagine(game, &mut truth, view.seat(), dice);
    truth
}

/// Turns `view` into what a seat may know, reusing its memory.
pub fn show<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat, view: &mut View<R>) {
    let seen = if R::FOG { seen(game, state, seat) } else { PieceSet::EMPTY };
    view.show(state, seat, &R::AUDIENCES, seen);
    tallies::change_unknown(view.state_mut(), seat, |_| 0);
    R::conceal(game, state, view.state_mut(), seat);
}

/// How a seat's view numbers the pieces it shows; asked only in a game with fog, where it numbers them anew.
pub fn numbering<R: Rules>(game: &Game<R>, truth: &State<R>, seat: Seat) -> Numbering {
    Numbering::of(truth, seen(game, truth, seat))
}

/// All pieces that a seat may see in a game with fog.
fn seen<R: Rules>(game: &Game<R>, state: &State<R>, seat: Seat) -> PieceSet {
    let seen = R::seen(game, state, seat);
    debug_assert!(
        (0..64)
            .map(PieceId)
            .all(|piece| { seen.has(piece) == (state.used.has(piece) && R::sees(game, state, seat, piece)) }),
        "all at once a seat sees other pieces than one by one"
    );
    seen
}

/// An action chosen on a seat's view, in the numbers of the truth: in a game with fog a view numbers its pieces anew.
pub fn from_view<R: Rules>(game: &Game<R>, truth: &State<R>, seat: Seat, action: Action) -> Action {
    if !R::FOG {
        return action;
    }
    let shown = numbering(game, truth, seat);
    renumbered::<R>(action, |number| shown.piece(number))
}

/// An action of the truth in the numbers of a seat's view.
pub fn to_view<R: Rules>(game: &Game<R>, truth: &State<R>, seat: Seat, action: Action) -> Action {
    if !R::FOG {
        return action;
    }
    let shown = numbering(game, truth, seat);
    renumbered::<R>(action, |piece| shown.number(piece))
}

/// The action with other numbers for its pieces.
pub fn renumbered<R: Rules>(mut action: Action, number: impl Fn(PieceId) -> PieceId) -> Action {
    let Some(verb) = R::VERBS.get(action.verb as usize) else { return action };
    // No piece has the number NO_CHOICE, so a choice that was not made stays so.
    if verb.source == Means::Piece {
        action.source = number(PieceId(action.source)).0;
    }
    for (choice, (_, means)) in action.choices.iter_mut().zip(verb.choices) {
        if *means == Means::Piece {
            *choice = number(PieceId(*choice)).0;
        }
    }
    action
}

/// Runs a timed game up to a time: everything due on the way happens, in order of time, then of arrival.
pub fn advance<R: Rules>(
    game: &Game<R>,
    state: &mut State<R>,
    to: u32,
    dice: &mut Dice,
    mut sink: Option<&mut Vec<Event>>,
    stop: Option<&AtomicBool>,
) {
    while !state.is_over
        && !state.prompt.is_open()
        && !stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        && let Some(at) = next_event_at(game, state).filter(|&at| at <= to)
    {
        let from = state.now;
        state.now = state.now.max(at);
        let mut cx = Ctx::new(game, state, dice, sink.as_deref_mut(), stop);
        // ORDER: the game's own production, then what wears off, then timers by arrival.
        let base = cx.state.queue_len as usize;
        R::flow(&mut cx, from);
        R::instant(&mut cx);
        cx.expire();
        cx.fire_timers();
        cx.turn_over(base);
        cx.resolve();
    }
    // Time stands still while a question waits and once the match is over.
    if !state.is_over && !state.prompt.is_open() && state.now < to {
        let from = state.now;
        state.now = to;
        R::flow(&mut Ctx::new(game, state, dice, sink, None), from);
    }
}

/// When something happens by itself next.
pub fn next_event_at<R: Rules>(game: &Game<R>, state: &State<R>) -> Option<u32> {
    let effect =
        state.effects_in_force().iter().map(|effect| effect.until).filter(|&until| until != u32::MAX).min();
    match (effect, R::next_event_at(game, state)) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Pushes the program of a played card or a used power. Its source is the piece that carries or uses the text, if any.
#[inline]
pub fn push_play<R: Rules>(
    cx: &mut Ctx<'_, R>,
    card: DefId,
    seat: Seat,
    source: PieceId,
    chosen: PieceId,
    destination: u8,
) {
    let text = Text { card, pc: cx.game.def(card).play, source };
    push_text(cx, text, seat, Aim { first: chosen, destination, ..Aim::default() });
}

/// The text of a card, and the piece that carries or uses it.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub card: DefId,
    /// The first operation of its program.
    pub pc: u16,
    pub source: PieceId,
}

/// Pushes a text that was set off by a player, so that it can be countered until it begins.
#[inline]
pub fn push_text<R: Rules>(cx: &mut Ctx<'_, R>, text: Text, seat: Seat, aim: Aim) {
    let Text { card, pc, source } = text;
    let is_own = source.is_some() && cx.state.piece(source).def == card;
    let by = if is_own { DefId::NONE } else { card };
    let (chosen, destination, set) = (aim.first, Cell(aim.destination), PieceSet::one(aim.first));
    let frame = Frame { chosen, destination, set, by, ..Frame::program(pc, seat, source) };
    // A card that is played is about no event, so the subject is free for its second target.
    cx.push(Frame { kind: FrameKind::Play, subject: aim.second, ..frame });
}

/// The heroes come into play and the decks are laid out, unshuffled.
pub fn lay_out<R: Rules>(cx: &mut Ctx<'_, R>, setup: &Setup) {
    for (seat, &hero) in cx.state.all_seats().zip(&setup.heroes) {
        cx.enter(seat, hero, R::home_cell(cx.game, setup.heroes.len(), seat));
        for (pile, cards) in setup.decks[seat.at()].iter().enumerate() {
            for &def in cards {
                cx.state.add_card(seat, R::DECK + pile, Card { def, ..Card::default() });
            }
        }
    }
}

/// Shuffles the decks of all seats.
pub fn shuffle_decks<R: Rules>(cx: &mut Ctx<'_, R>) {
    for seat in cx.state.all_seats() {
        for pile in 0..cx.game.catalogue.law.piles().len().max(1) {
            cx.shuffle(seat, R::DECK + pile);
        }
    }
}

/// RULE: a player whose hero falls has lost; the hero stays on the table. Returns false if the piece was such a hero.
pub fn unless_hero<R: Rules>(cx: &mut Ctx<'_, R>, piece: PieceId, hero: usize) -> bool {
    let is_hero = cx.state.kind[hero].has(piece);
    if is_hero {
        cx.defeat(cx.state.piece(piece).owner);
    }
    !is_hero
}

/// Whether an earlier card of the zone equals this one in everything, so that playing either is the same action.
#[inline]
pub fn is_repeated<R: Basics>(state: &State<R>, earlier: &[CardId], id: CardId) -> bool {
    let card = state.card(id);
    // Most cards differ by name, and a record takes longer to compare than a name.
    earlier.iter().map(|&other| state.card(other)).any(|other| other.def == card.def && other == card)
}

/// Lists a card or power with the targets of its text, or the lines that it chooses from. Without a target it can be
/// chosen only if its text is optional.
#[inline(always)]
pub fn list_aimed<R: Rules>(
    game: &Game<R>,
    out: &mut Vec<Group>,
    group: Group,
    printed: &CardDef,
    targets: impl FnOnce() -> PieceSet,
    is_optional: bool,
) {
    if printed.target == NOTHING {
        // Most texts choose nothing, and looking for targets takes time.
        if printed.line() == 0 {
            out.push(group);
        } else {
            out.push(group.choose(TO, R::lines(game, printed.line())));
        }
        return;
    }
    let targets = targets();
    if targets.any() {
        let group = group.choose(TARGET, targets.into());
        let is_last = printed.destination == 0 && printed.second == NOTHING;
        out.push(if is_last { group } else { group.then_linked() });
    } else if is_optional {
        out.push(group);
    }
}

/// The card of a play comes into play on a cell, if it is a piece, and its text waits to run. Returns the piece.
pub fn take_effect<R: Rules>(cx: &mut Ctx<'_, R>, action: Action, card: Card, cell: Option<Cell>) -> PieceId {
    let (mut source, aim) = (PieceId::NONE, aim_of(cx, action, card.def));
    if let Some(cell) = cell {
        match cx.enter_card(action.seat, card, cell) {
            Some(piece) => source = piece,
            None => return source,
        }
    }
    let mode = cx.game.def(card.def).mode(action.choices[MODE as usize]);
    // RULE: a text that needs a target and has none is lost.
    if mode.play != NOTHING && (mode.target == NOTHING || aim.first.is_some()) {
        push_text(cx, Text { card: card.def, pc: mode.play, source }, action.seat, aim);
    }
    source
}
