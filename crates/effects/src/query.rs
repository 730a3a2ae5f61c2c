//! Which pieces and cards a query means.

use cardwright_core::{
    Audience, CardId, Cell, CellSet, DefId, Frame, Piece, PieceId, PieceSet, Seat, SeatSet, State,
};

use crate::catalogue::{Base, Query, Side, printed};
use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;

/// The numbers and keywords of a piece, as they count for the one who asks.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    pub attack: i16,
    pub health: i16,
    pub keywords: u64,
}

impl Looks {
    /// How a piece looks now.
    #[inline(always)]
    fn now<X>(piece: &Piece<X>) -> Self {
        Self { attack: piece.attack_now(), health: piece.health_now(), keywords: piece.keywords_now() }
    }
}

/// An attribute of a piece as it counts now.
#[inline]
pub fn attribute<R: Rules>(game: &Game<R>, piece: &Piece<R::PieceExtra>, attribute: u8) -> i16 {
    attribute_as(game, piece, attribute, Looks::now(piece))
}

#[inline(always)]
fn attribute_as<R: Rules>(game: &Game<R>, piece: &Piece<R::PieceExtra>, attribute: u8, looks: Looks) -> i16 {
    match attribute {
        0 => looks.attack,
        1 => looks.health,
        n => printed(game.def(piece.def), n),
    }
}

/// Whether these tags are those that a query asks for.
#[inline(always)]
fn has_tags(query: &Query, tags: u64) -> bool {
    tags & (query.tags | query.not_tags) == query.tags && (query.any_tags == 0 || tags & query.any_tags != 0)
}

/// Whether a piece passes the filters that look at it alone.
pub fn passes<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, id: PieceId) -> bool {
    let piece = state.piece(id);
    passes_as(game, query, piece, Looks::now(piece))
}

/// Whether a piece would pass the filters that look at it alone if it had these numbers and keywords.
#[inline]
pub fn passes_as<R: Rules>(
    game: &Game<R>,
    query: &Query,
    piece: &Piece<R::PieceExtra>,
    looks: Looks,
) -> bool {
    !query.is_picky
        || (query.damaged == 0 || (piece.damage > 0) == (query.damaged == 1))
            && looks.keywords & query.keywords == query.keywords
            && looks.keywords & query.without == 0
            && has_tags(query, R::tags(game, piece))
            && (query.status == 0 || piece.statuses[query.status as usize - 1] > 0)
            && (query.card == DefId::HIDDEN || query.card == piece.def)
            && query.test.is_none_or(|test| {
                test.compare.holds(attribute_as(game, piece, test.attribute, looks), test.n)
            })
}

/// All pieces a query matches, before a random choice among them. Dying pieces are out of reach. Dead ones can still
/// be named by a text that knows them: they stay as they last were until the resolution ends.
#[inline]
pub fn matching<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, frame: &Frame) -> PieceSet {
    let mut set = reach(game, state, query, frame);
    if query.is_picky {
        for id in set {
            if !passes(game, state, query, id) {
                set.remove(id);
            }
        }
    }
    if state.limbo.any() && query.base != Base::Board && query.relation == 0 {
        set |= remembered(game, state, query, frame);
    }
    set
}

/// The dead pieces among those that a query names.
#[cold]
fn remembered<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, frame: &Frame) -> PieceSet {
    let mut dead = named(query, frame) & state.limbo;
    for id in dead {
        let excluded = (query.not_source && id == frame.source) || (query.not_chosen && id == frame.chosen);
        if excluded || !fits_query(game, state, query, frame.seat, id) {
            dead.remove(id);
        }
    }
    dead
}

/// Whether a piece, as it is or last was, matches a query, seen from a seat.
pub fn fits_query<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    query: &Query,
    seat: Seat,
    id: PieceId,
) -> bool {
    let piece = state.piece(id);
    let fits_side = match query.side {
        Side::Any | Side::Its => true,
        Side::Mine => piece.owner == seat,
        Side::Foe => R::foes(state, seat).has(piece.owner),
    };
    fits_side
        && (query.kinds == 0 || query.kinds >> game.def(piece.def).kind & 1 == 1)
        && (query.place == 0
            || (piece.cell.is_some() && R::cells_at(game, state, seat, query.place).has(piece.cell)))
        && passes(game, state, query, id)
}

/// The pieces where a query starts.
#[inline(always)]
fn named(query: &Query, frame: &Frame) -> PieceSet {
    match query.base {
        Base::Board | Base::Destination => PieceSet::EMPTY,
        Base::Source => PieceSet::one(frame.source),
        Base::Subject => PieceSet::one(frame.subject),
        Base::Chosen => PieceSet::one(frame.chosen),
        Base::It => frame.set,
    }
}

/// The cells related to a cell by the relation of a query.
///
/// RULE: whoever counts steps counts the cell where they begin too.
pub(crate) fn near_cells<R: Rules>(game: &Game<R>, from: Cell, query: &Query) -> CellSet {
    let mut cells = R::near(game, from, query.relation);
    for _ in 1..query.steps {
        for from in cells {
            cells |= R::near(game, from, query.relation);
        }
    }
    if query.steps > 0 {
        cells.insert(from);
    }
    cells
}

/// The pieces related to a piece by the relation of a query.
fn related<R: Rules>(game: &Game<R>, state: &State<R>, piece: PieceId, query: &Query) -> PieceSet {
    let cell = state.piece(piece).cell;
    let mut found = PieceSet::EMPTY;
    if cell.is_some() {
        found = standing(state, near_cells(game, cell, query));
    }
    if query.steps > 0 {
        found.remove(piece);
    }
    found
}

/// The pieces on some cells.
fn standing<R: Rules>(state: &State<R>, cells: CellSet) -> PieceSet {
    let mut found = PieceSet::EMPTY;
    for cell in cells & state.occupied {
        found |= state.on(cell);
    }
    found
}

/// The pieces on the cell that a player chose, or in its line.
#[cold]
fn at_destination<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, cell: Cell) -> PieceSet {
    let mut cells = CellSet::one(cell);
    if query.relation != 0 && cell.is_some() {
        cells |= R::near(game, cell, query.relation);
    }
    standing(state, cells)
}

/// All pieces in play that a query may match, before the filters that look at a piece alone.
#[inline]
pub fn reach<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, frame: &Frame) -> PieceSet {
    let mut set = if query.base == Base::Board { state.used } else { named(query, frame) };
    if query.base == Base::Destination {
        set = at_destination(game, state, query, frame.destination);
    } else if query.relation != 0 {
        let piece = set.first();
        set = if piece.is_some() { related(game, state, piece, query) } else { PieceSet::EMPTY };
    }
    set &= state.used - state.dying;
    match query.side {
        Side::Any | Side::Its => {}
        Side::Mine => set &= state.side[frame.seat.at()],
        Side::Foe => {
            let mut foes = PieceSet::EMPTY;
            for seat in R::foes(state, frame.seat) {
                foes |= state.side[seat.at()];
            }
            set &= foes;
        }
    }
    if query.kinds != 0 {
        let mut kinds = PieceSet::EMPTY;
        let mut left = query.kinds;
        while left != 0 {
            kinds |= state.kind[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        set &= kinds;
    }
    if query.place != 0 && set.any() {
        let cells = R::cells_at(game, state, frame.seat, query.place);
        for id in set {
            if !cells.has(state.piece(id).cell) {
                set.remove(id);
            }
        }
    }
    if query.not_source {
        set.remove(frame.source);
    }
    if query.not_chosen {
        set.remove(frame.chosen);
    }
    set
}

/// Whether a card of a zone matches.
pub fn card_matches<R: Rules>(game: &Game<R>, query: &Query, def: DefId) -> bool {
    let printed_card = game.def(def);
    (query.kinds == 0 || query.kinds >> printed_card.kind & 1 == 1)
        && printed_card.keywords & query.keywords == query.keywords
        && printed_card.keywords & query.without == 0
        && has_tags(query, printed_card.tags)
        && query.status == 0
        && (query.card == DefId::HIDDEN || query.card == def)
        && query.test.is_none_or(|test| test.compare.holds(printed(printed_card, test.attribute), test.n))
}

/// The cards of a zone that a query looks at: all, or the top one.
fn cards_meant<'a>(query: &Query, zone: &'a [CardId]) -> &'a [CardId] {
    if query.is_top { &zone[zone.len().saturating_sub(1)..] } else { zone }
}

impl<R: Rules> Ctx<'_, R> {
    /// The pieces a query selects now, after any random choice.
    pub fn select(&mut self, query: &Query, frame: &Frame) -> PieceSet {
        let set = matching(self.game, self.state, query, frame);
        if query.random == 0 { set } else { PieceSet(self.dice.subset(set.0, query.random as u32)) }
    }

    /// The seats that a side stands for, seen from the controller of a frame.
    pub fn seats(&self, side: Side, frame: &Frame) -> SeatSet {
        seats_of(self.state, side, frame)
    }

    /// The cards that a query with a zone selects now.
    pub fn select_cards(&mut self, query: &Query, frame: &Frame) -> Vec<(Seat, usize, CardId)> {
        let game = self.game;
        let zone = query.zone as usize - 1;
        let mut found = Vec::new();
        if query.base == Base::It {
            if frame.card.is_some() {
                let holder = self.state.all_seats().find_map(|seat| {
                    Some((seat, (0..R::ZONES).find(|&z| self.state.zone(seat, z).contains(&frame.card))?))
                });
                found.extend(holder.map(|(seat, zone)| (seat, zone, frame.card)));
            }
            return found;
        }
        for seat in self.seats(query.side, frame) {
            for &id in cards_meant(query, self.state.zone(seat, zone)) {
                if card_matches(game, query, self.state.card(id).def) {
                    found.push((seat, zone, id));
                }
            }
        }
        if query.random != 0 {
            while found.len() > query.random as usize {
                let at = self.dice.below(found.len() as u32) as usize;
                found.remove(at);
            }
            self.take_uppermost(zone, &mut found);
        }
        found
    }

    /// Replaces each card chosen at random by the uppermost equal card, if somebody sees the order of the zone: no
    /// event could tell which copy chance took.
    fn take_uppermost(&self, zone: usize, found: &mut [(Seat, usize, CardId)]) {
        if R::AUDIENCES.zones[zone] == Audience::OwnerUnordered {
            return;
        }
        for at in (0..found.len()).rev() {
            let (seat, _, id) = found[at];
            let is_equal = |other: CardId| self.state.card(other) == self.state.card(id);
            let above = self.state.zone(seat, zone).iter().rev().copied().take_while(|&other| other != id);
            let free = |other: &CardId| is_equal(*other) && found.iter().all(|&(.., taken)| taken != *other);
            if let Some(upper) = above.into_iter().find(free) {
                found[at].2 = upper;
            }
        }
    }

    /// How many pieces or cards a query matches.
    pub fn count(&mut self, query: &Query, frame: &Frame) -> i16 {
        if query.zone != 0 && query.base == Base::It {
            let fits = |def| card_matches(self.game, query, def);
            return (frame.card.is_some() && fits(self.state.card(frame.card).def)) as i16;
        }
        count_all(self.game, self.state, query, frame)
    }
}

/// The cells that a query for ground means: at its place and in its area, or those under the pieces that it names, or
/// related to those.
pub(crate) fn cells_meant<R: Rules>(
    game: &Game<R>,
    state: &State<R>,
    query: &Query,
    frame: &Frame,
) -> CellSet {
    let mut cells = !CellSet::EMPTY;
    if query.base != Base::Board {
        cells = CellSet::EMPTY;
        for piece in named(query, frame) & (state.used | state.limbo) {
            let cell = state.piece(piece).cell;
            if cell.is_some() && query.relation == 0 {
                cells.insert(cell);
            } else if cell.is_some() {
                cells |= near_cells(game, cell, query);
            }
        }
    }
    for place in [query.place, query.area] {
        if place != 0 {
            cells &= R::cells_at(game, state, frame.seat, place);
        }
    }
    cells
}

/// How many pieces, cards or cells a query matches in a position.
pub fn count_all<R: Rules>(game: &Game<R>, state: &State<R>, query: &Query, frame: &Frame) -> i16 {
    if query.is_ground {
        return cells_meant(game, state, query, frame).len() as i16;
    }
    if query.zone == 0 {
        return matching(game, state, query, frame).len() as i16;
    }
    let mut n = 0;
    for seat in seats_of(state, query.side, frame) {
        for &id in cards_meant(query, state.zone(seat, query.zone as usize - 1)) {
            n += card_matches(game, query, state.card(id).def) as i16;
        }
    }
    n
}

/// The seats that a side stands for, seen from the controller of a frame.
pub fn seats_of<R: Rules>(state: &State<R>, side: Side, frame: &Frame) -> SeatSet {
    match side {
        Side::Any => state.all_seats(),
        Side::Mine => SeatSet::one(frame.seat),
        Side::Foe => R::foes(state, frame.seat),
        Side::Its => {
            let piece = frame.set.first();
            if piece.is_some() { SeatSet::one(state.piece(piece).owner) } else { SeatSet::EMPTY }
        }
    }
}
