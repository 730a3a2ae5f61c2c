//! The contract of a game: what its rules must say, and verbs it may say differently.

use cardwright_core::{
    Action, Audience, Audiences, CardId, Cell, CellSet, DefId, Dice, Group, Options, Piece, PieceId,
    PieceSet, SEATS, Seat, SeatSet, Shape, State, Unreadable, VerbSpec, View, What, Work,
};

use crate::catalogue::{Catalogue, Refused, Vocabulary};
use crate::context::{Ctx, Hit};
use crate::game::{Game, Setup};
use crate::mind::Mind;
use crate::moment::Moment;
use crate::planning::{Promise, Stage, Variant};
use crate::table::Op;

/// How a match stands or ended, for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
}

/// A measure of speed of a game's own: see [`Rules::measures`].
pub type Measured<R> = (&'static str, fn(&Game<R>, &[State<R>]) -> (u64, u64));

/// A piece as a seat last saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub def: DefId,
    pub owner: Seat,
    pub cell: Cell,
    pub health: i16,
    /// The time at which it was last seen.
    pub when: u32,
}

/// The rules of one game over its storage.
pub trait Rules: Shape {
    /// Geometry and numbers computed once per game and board, never copied.
    type Data: Send + Sync + 'static;

    const SLUG: &'static str;
    /// Raised when the same actions would lead elsewhere.
    const VERSION: u32;
    const VERBS: &'static [VerbSpec];
    const AUDIENCES: Audiences;
    const PHASES: &'static [&'static str];
    /// The options a setup may carry.
    const OPTIONS: &'static [&'static str] = &[];
    /// The zone cards are played from, and the one they are drawn from.
    const HAND: usize;
    const DECK: usize;
    /// The zone where spent cards, the dead and discards lie; without one they leave the game.
    const GRAVE: Option<usize> = None;
    /// Whether time flows by itself, in milliseconds, and any seat may act at any moment.
    const TIMED: bool = false;
    /// Rules of the game that damage, heal or kill by themselves, as the table names them: see [`cardwright_core::Cause`].
    const REASONS: &'static [&'static str] = &[];
    /// Whether the dying leave before each step of the game's own sequence, or only when all is resolved.
    const DEATHS_BEFORE_STEPS: bool = false;

    /// The stages of an own turn, as an agent that plans whole turns goes through them; such an agent does not play a
    /// game that has none.
    const STAGES: &'static [Stage] = &[];
    /// What such an agent weighs, by name, with the usual weights.
    const WEIGHTS: &'static [(&'static str, f64)] = &[];
    /// Agents that weigh otherwise.
    const VARIANTS: &'static [Variant] = &[];

    /// Agents of this game alone.
    const MINDS: &'static [Mind<Self>] = &[];

    /// The words this module gives a meaning to, in the order it numbers them; a catalogue must begin with them.
    fn vocabulary() -> Vocabulary;

    /// Reads the game's own data and checks that the catalogue's limits fit this module's arrays.
    fn load(catalogue: &Catalogue, board: &str) -> Result<Self::Data, Refused>;

    /// Checks a setup beyond what every game checks.
    fn check_setup(game: &Game<Self>, setup: &Setup) -> Result<(), Refused>;

    /// Checks a position laid out by hand: what the rules take for granted must hold in it.
    fn check_position(_: &Game<Self>, _: &State<Self>) -> Result<(), Refused> {
        Ok(())
    }

    /// Checks a view that came as bytes, beyond what every game checks: whatever the rules look up must be there.
    fn check_view(_: &Game<Self>, _: &View<Self>) -> Result<(), Unreadable> {
        Ok(())
    }

    /// Whether waiting work that came as bytes is a step of the game's own sequence, with all that it needs.
    fn is_step(_: &State<Self>, _: &Work) -> bool {
        true
    }

    /// Lays out the table: cards into zones, heroes into play, opening hands.
    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup);

    /// Lists the legal actions of a seat as groups.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>);

    /// The position and options of the linked choice of a group, given the choices before it.
    fn linked(_: &Game<Self>, _: &State<Self>, _: &Action) -> (u8, Options) {
        (0, Options::EMPTY)
    }

    /// How many actions a linked group has. A game with a closed form saves the walk over all prefixes.
    fn linked_len(game: &Game<Self>, state: &State<Self>, seat: Seat, group: &Group) -> u32 {
        (0..group.prefixes as u32).map(|n| Self::linked(game, state, &group.nth(seat, n)).1.len()).sum()
    }

    /// Begins an action that is legal; the resolution follows. What it pushes runs in the order it was pushed.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action);

    /// Why an action that is well-formed is not legal, in rulebook words.
    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String;

    /// What a piece adds to the worth of a position for its side, in 1/256 points. It depends on the piece alone.
    fn worth_of_piece(_: &Game<Self>, _: &Piece<Self::PieceExtra>) -> i32 {
        0
    }

    /// What a position is worth to a seat beside its pieces, in 1/256 points; [`crate::worth`] forms the sum.
    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32;

    /// A preference between actions after which the position is worth the same, from 0 to 255.
    fn inclination(_: &Game<Self>, _: &State<Self>, _: &Action) -> i32 {
        0
    }

    /// The action that only waits, if there is one now: what a passing agent does.
    fn passing(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action>;

    /// Whether two cells are related by the k-th relation of the vocabulary (from 1).
    fn is_related(_: &Game<Self>, _from: Cell, _to: Cell, _relation: u8) -> bool {
        false
    }

    /// Whether a cell lies at the k-th place of the vocabulary (from 1), seen from a seat.
    fn is_at(_: &Game<Self>, _: &State<Self>, _: Seat, _: Cell, _place: u8) -> bool {
        false
    }

    /// The pieces related to a piece by the k-th relation of the vocabulary (from 1).
    fn related(game: &Game<Self>, state: &State<Self>, piece: PieceId, relation: u8) -> PieceSet;

    /// When a duration of the vocabulary ends, if it begins now.
    fn expiry(state: &State<Self>, seat: Seat, duration: u8) -> u32;

    /// A seat's outcome, once the match is over.
    fn outcome(state: &State<Self>, seat: Seat) -> Option<Outcome> {
        if !state.is_over {
            return None;
        }
        let standing = state.all_seats() - state.lost;
        Some(if state.lost.has(seat) {
            if standing.any() { Outcome::Lost } else { Outcome::Drawn }
        } else if state.lost.any() {
            Outcome::Won
        } else {
            Outcome::Drawn
        })
    }

    /// The seat that took the first turn, where a game has turns.
    fn starting(_: &State<Self>) -> Option<Seat> {
        None
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

    /// Whether a seat may see a piece; asked only in games with fog.
    fn sees(_: &Game<Self>, _: &State<Self>, _: Seat, _: PieceId) -> bool {
        true
    }

    /// All pieces that a seat may see; asked only in games with fog. A game that can tell at once overrides it.
    fn seen(game: &Game<Self>, state: &State<Self>, seat: Seat) -> PieceSet {
        let mut seen = PieceSet::EMPTY;
        for piece in state.used.filter(|&piece| Self::sees(game, state, seat, piece)) {
            seen.insert(piece);
        }
        seen
    }

    /// Who notices something that happened: everybody, but for amounts that are an owner's secret, and in a game with
    /// fog only those who see every piece it is about.
    fn witnesses(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        if let What::Gained { seat, resource, .. } = what
            && Self::AUDIENCES.resources[*resource as usize] != Audience::All
        {
            return SeatSet::one(*seat);
        }
        if !Self::FOG || what.pieces().is_empty() {
            return SeatSet::ALL;
        }
        let mut witnesses = SeatSet::EMPTY;
        for seat in state.all_seats() {
            if what.pieces().into_iter().all(|piece| Self::sees(game, state, seat, piece)) {
                witnesses.insert(seat);
            }
        }
        witnesses
    }

    /// Who of those that notice something also sees what brought it about.
    fn witnesses_of_cause(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        match what.by() {
            Some(by) if Self::FOG && by.who.piece.is_some() => {
                let mut witnesses = SeatSet::EMPTY;
                for seat in state.all_seats() {
                    if Self::sees(game, state, seat, by.who.piece) {
                        witnesses.insert(seat);
                    }
                }
                witnesses
            }
            _ => SeatSet::ALL,
        }
    }

    /// Changes what the game's own extras hide from a seat into another truth that the seat cannot tell from the first:
    /// the secrecy test's counterpart of [`Rules::conceal`].
    fn scramble(_: &Game<Self>, _other: &mut State<Self>, _: Seat, _: &mut Dice) {}

    /// Whether a seat sees something that the declared audiences hide from it, such as the top of its deck: what an
    /// action leads to may then be news to it.
    fn peeks(_: &State<Self>, _: Seat) -> bool {
        false
    }

    /// Blanks what the game's own extras hide from a seat; shared parts are blanked by the declared audiences.
    fn conceal(_: &Game<Self>, _truth: &State<Self>, _view: &mut State<Self>, _: Seat) {}

    // Verbs and hooks, with the behaviour most games share.

    /// The seats a side means, seen from a seat.
    fn foes(state: &State<Self>, seat: Seat) -> SeatSet {
        state.all_seats() - SeatSet::one(seat)
    }

    /// Whether a seat may choose a piece as the target of a card.
    fn may_target(_: &Game<Self>, _: &State<Self>, _: Seat, _: PieceId) -> bool {
        true
    }

    /// What a card in hand costs its seat now.
    fn cost(game: &Game<Self>, state: &State<Self>, card: CardId) -> i16 {
        let card = state.card(card);
        (game.def(card.def).cost + card.cost as i16).max(0)
    }

    /// What a card costs its seat now, by resource; empty where a card has one cost.
    fn price(_: &Game<Self>, _: &State<Self>, _: Seat, _: CardId) -> Vec<i16> {
        Vec::new()
    }

    /// The tags of a piece: what is printed, and what it has gained.
    #[inline(always)]
    fn tags(game: &Game<Self>, piece: &Piece<Self::PieceExtra>) -> u64 {
        game.def(piece.def).tags
    }

    /// A piece becomes of a type (a tag, from 0) as well.
    fn gain_tag(_: &mut Ctx<'_, Self>, _: PieceId, _tag: u8) {}

    /// A card came into a zone: drawn, made, moved there.
    fn card_arrived(_: &mut Ctx<'_, Self>, _: Seat, _zone: usize, _: CardId) {}

    /// A piece may act again.
    fn readied(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// Free cells of a seat at the k-th place of the vocabulary (0: anywhere): where texts put pieces.
    fn free_cells(_: &Game<Self>, _: &State<Self>, _: Seat, _place: u8) -> CellSet {
        CellSet::EMPTY
    }

    /// A free cell for a piece that enters by an effect, near a cell.
    fn summon_cell(game: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell>;

    /// The damage that is left after armour, prevention and the like.
    fn modify_damage(_: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        hit.amount
    }

    /// Damage was dealt.
    fn damaged(_: &mut Ctx<'_, Self>, _: &Hit, _: i16) {}

    /// A piece came into play.
    fn entered(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece turned into another card.
    fn transformed(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece stands on another side from now on.
    fn changed_sides(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A piece lost everything but what its card prints as a number.
    fn dispelled(_: &mut Ctx<'_, Self>, _: PieceId) {}

    /// A copy becomes like its model in what the game adds to a piece.
    fn imitated(_: &mut Ctx<'_, Self>, _model: PieceId, _copy: PieceId) {}

    /// A text gave a piece a keyword.
    fn gained_keyword(_: &mut Ctx<'_, Self>, _: PieceId, _keyword: u8) {}

    /// A piece left this cell: a row without gaps closes up.
    fn vacated(_: &mut Ctx<'_, Self>, _: Cell) {}

    /// A piece is about to die; false keeps it on the table.
    fn dies(_: &mut Ctx<'_, Self>, _: PieceId) -> bool {
        true
    }

    /// What becomes of a status when more of it comes: by default the numbers add up.
    fn stack(_status: u8, held: i16, amount: i16) -> i16 {
        held.saturating_add(amount)
    }

    /// Whether a status cannot be given to a piece.
    fn is_immune(_: &Game<Self>, _: &State<Self>, _: PieceId, _status: u8) -> bool {
        false
    }

    /// A status of a piece went up.
    fn afflicted(_: &mut Ctx<'_, Self>, _: PieceId, _status: u8) {}

    /// One piece attacks another.
    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        let (there, back) = (cx.state.piece(attacker).attack_now(), cx.state.piece(target).attack_now());
        cx.deal(Hit::blow(attacker, target, there));
        cx.deal(Hit::blow(target, attacker, back));
    }

    /// A card makes a piece attack another: those who hear of attacks act first, then the blows fall.
    fn assault(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.fire(Moment::Attacks, attacker, target, 0);
        cx.fire(Moment::Attacked, target, attacker, 0);
        Self::strike(cx, attacker, target);
    }

    /// A card effect moves a piece; by default to a free cell only.
    fn relocate(cx: &mut Ctx<'_, Self>, piece: PieceId, to: Cell) {
        if to.is_some() && cx.state.on(to).is_empty() {
            cx.move_piece(piece, to);
        }
    }

    /// A card's text makes a seat draw a card.
    fn draw(cx: &mut Ctx<'_, Self>, seat: Seat) -> CardId {
        cx.draw(seat)
    }

    /// The most that a seat may hold of a resource.
    fn most_of(_: &Game<Self>, _resource: usize) -> i16 {
        i16::MAX
    }

    /// A draw found nothing.
    fn drew_nothing(cx: &mut Ctx<'_, Self>, seat: Seat) {
        cx.tell(What::DrewNothing { seat });
    }

    /// The next step of the game's own sequence.
    fn step(_: &mut Ctx<'_, Self>, _: Work) {}

    /// Nothing is left to do: may anything happen by itself? True if it pushed work.
    fn settle(_: &mut Ctx<'_, Self>) -> bool {
        false
    }

    /// The action is resolved: has the match ended?
    fn resolved(_: &mut Ctx<'_, Self>) {}

    /// The game's own operation.
    fn own_operation(_: &mut Ctx<'_, Self>, _: &mut Work, _: Op) {}

    /// In a timed game: what happens by itself next, besides lasting records.
    fn next_event_at(_: &Game<Self>, _: &State<Self>) -> Option<u32> {
        None
    }

    /// In a timed game: time went from a moment to now; what flows has flowed. What happens at instants of its own is not
    /// meant, but what came on the way is told in the order in which it came.
    fn flow(_: &mut Ctx<'_, Self>, _from: u32) {}

    /// In a timed game: when the next thing becomes possible for a seat by time alone.
    fn stirs_at(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<u32> {
        None
    }

    /// In a timed game: what happens at this instant, before timers.
    fn instant(_: &mut Ctx<'_, Self>) {}

    /// A position was laid out by hand: what follows from it is filled in.
    fn arranged(_: &mut Ctx<'_, Self>) {}

    /// The game's own measures of speed: a name, and what does it once over some positions, giving how much was done
    /// and a checksum.
    fn measures() -> &'static [Measured<Self>] {
        &[]
    }

    /// The names of the board's cells, in order.
    fn cell_names(game: &Game<Self>) -> Vec<String>;

    /// Numbers a table shows besides resources: (name, value) for a seat.
    fn facts(_: &Game<Self>, _: &State<Self>, _: Seat) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Whether a piece can still do something now: move, attack. For tables.
    fn can_still(_: &Game<Self>, _: &State<Self>, _: PieceId) -> (bool, bool) {
        (false, false)
    }

    /// Numbers of a piece that are the game's own: (name, value). For tables.
    fn piece_facts(_: &Game<Self>, _: &State<Self>, _: PieceId) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Areas of the board that mean something to a seat, by name. For tables.
    fn areas(_: &Game<Self>, _: &State<Self>, _: Seat) -> Vec<(&'static str, CellSet)> {
        Vec::new()
    }

    /// Pieces that a seat saw and does not see now, as it last saw them, on its view.
    fn remembered(_: &Game<Self>, _view: &State<Self>, _: Seat) -> Vec<Memory> {
        Vec::new()
    }

    /// Fills what the game's own extras hide in a truth that is sampled from a seat's view.
    fn imagine(_: &Game<Self>, _truth: &mut State<Self>, _: Seat, _: &mut Dice) {}

    /// The most seats that the board has room for.
    fn most_seats(_: &Game<Self>) -> usize {
        SEATS
    }

    /// The piece that stands for a seat (hero, base), where there is one.
    fn own_piece(_: &State<Self>, _: Seat) -> PieceId {
        PieceId::NONE
    }

    /// The cell of a seat's own piece (hero, base), where it stands on one.
    fn hero_cell(_: &Game<Self>, _: Seat) -> Cell {
        Cell::NONE
    }

    /// Whether a card may lie in a zone: what is unknown is imagined so. By default heroes, bases and what only pieces
    /// know lie in none, and where a player has several decks each holds its kinds.
    fn fits(game: &Game<Self>, zone: usize, def: DefId) -> bool {
        let deck = zone.checked_sub(Self::DECK);
        def == DefId::HIDDEN || game.catalogue.law.allows(deck, game.def(def).kind)
    }

    /// Cards that stand for cards nobody knows, when a truth is sampled: by default all that a deck may hold.
    fn unknown_pool(game: &Game<Self>) -> &[DefId] {
        &game.deck_cards
    }

    /// A random legal setup in which the preferred cards are likely: how the fuzzer varies decks, heroes and boards.
    fn random_setup(_: &Game<Self>, _: &mut Dice, _prefer: &[DefId]) -> Option<Setup> {
        None
    }

    /// A random position in the middle of a match with this card in the hand of the seat to act, if the game can make one;
    /// whether the card can be played there is seen by whoever asks.
    fn layout(_: &Game<Self>, _: DefId, _: &mut Dice) -> Option<State<Self>> {
        None
    }

    // What an agent that plans whole turns asks; the defaults go with a game that has no stages.

    /// Turns weights into what they count for a seat in this position, once per decision.
    fn scale(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &mut [f64]) {}

    /// Leaves of the legal actions of a seat those that are worth a thought in a stage.
    fn narrow(_: &Game<Self>, _: &State<Self>, _: Seat, _stage: usize, _: &mut Vec<Group>) {}

    /// What a position in its own turn is worth to a seat by scaled weights.
    fn appraise(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> f64 {
        0.0
    }

    /// What the actions that are still open in this turn promise: for choosing what to look at.
    fn promise(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> Promise {
        Promise::default()
    }

    /// What a single action seems to be worth, before it is looked at.
    fn outlook(_: &Game<Self>, _: &State<Self>, _: &Action, _weights: &[f64]) -> f64 {
        0.0
    }
}
