//! A position that a match begins with instead of its opening: pieces on cells, cards in zones, rolls written down.
//! Scenarios, lessons and puzzles begin so, and are traced, replayed and saved like any other match.

use cardwright_core::{ARRIVED, Card, Cell, DefId, Dice, MOVED, RESOURCES, Seat, SeatSet, State};
use serde::Deserialize;

use crate::catalogue::Refused;
use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::{Game, Setup};

/// A piece of a position.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PlacedPiece {
    pub def: u16,
    pub owner: u8,
    pub cell: u8,
    #[serde(default)]
    pub damage: i16,
    /// It came this turn.
    #[serde(default)]
    pub arrived: bool,
    /// It has moved this turn.
    #[serde(default)]
    pub moved: bool,
    #[serde(default)]
    pub statuses: Vec<(usize, u8)>,
}

/// What a seat has in a position; its hero stands in the setup.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SeatPosition {
    /// The damage that the hero has taken.
    #[serde(default)]
    pub damage: i16,
    /// Where the hero stands, if not where heroes begin.
    #[serde(default)]
    pub cell: Option<u8>,
    /// The cards of each zone; the last one is the top.
    #[serde(default)]
    pub zones: Vec<Vec<u16>>,
    #[serde(default)]
    pub resources: Vec<(usize, i16)>,
}

/// A whole position.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Position {
    pub seats: Vec<SeatPosition>,
    #[serde(default)]
    pub pieces: Vec<PlacedPiece>,
    /// Cells with other ground than at the beginning: the cell and the number of the place, from 1.
    #[serde(default)]
    pub grounds: Vec<(u8, u8)>,
    /// Whose turn it is.
    #[serde(default)]
    pub to_act: u8,
    pub now: u32,
    pub phase: u8,
    /// Rolls in the order they are asked for; without them chance is sampled.
    #[serde(default)]
    pub rolls: Option<Vec<u32>>,
}

impl Position {
    /// Reads a position from JSON.
    pub fn read(bytes: &[u8]) -> Result<Self, Refused> {
        serde_json::from_slice(bytes).map_err(|error| Refused(format!("this is no position: {error}")))
    }

    /// The cards of a seat in its zones and on the board, heroes apart.
    pub fn cards_of(&self, seat: usize) -> Vec<DefId> {
        let held = self.seats.get(seat).into_iter().flat_map(|held| held.zones.iter().flatten().copied());
        let placed = self.pieces.iter().filter(|piece| piece.owner as usize == seat).map(|piece| piece.def);
        held.chain(placed).map(DefId).collect()
    }

    fn check_cards(&self, heroes: &[DefId], known: usize) -> Result<(), Refused> {
        let zoned = self.seats.iter().flat_map(|seat| seat.zones.iter().flatten());
        let named = zoned.chain(self.pieces.iter().map(|piece| &piece.def)).copied();
        if named.chain(heroes.iter().map(|hero| hero.0)).any(|def| def == 0 || def as usize >= known) {
            return refuse("the position names a card that the catalogue does not have");
        }
        Ok(())
    }
}

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(reason.into()))
}

/// The state of a match that begins with a position, or why the rules could not have led to it.
pub fn lay_out<R: Rules>(
    game: &Game<R>,
    setup: &Setup,
    position: &Position,
    dice: &mut Dice,
) -> Result<State<R>, Refused> {
    let mut state = State::<R>::empty();
    let room = R::most_seats(game).min(state.seat_count());
    let seats = position.seats.len();
    if !(2..=room).contains(&seats) || position.to_act as usize >= seats || setup.heroes.len() != seats {
        return refuse(format!(
            "a position has at least 2 seats and on this board at most {room}, each with a hero; one of them is to act"
        ));
    }
    if !R::is_for(game, seats) {
        return refuse(format!("this board is not made for {seats} seats"));
    }
    position.check_cards(&setup.heroes, game.catalogue.defs.len())?;
    state.seats_len = seats as u8;
    state.open_decks = setup.open_decks;
    let mut cx = Ctx::new(game, &mut state, dice, None, None);
    // ORDER: timers of what enters start now.
    cx.state.now = position.now;
    cx.state.phase = position.phase;
    for (number, held) in position.seats.iter().enumerate() {
        let seat = Seat(number as u8);
        let home = R::home_cell(game, seats, seat);
        let cell = held.cell.map_or(home, Cell);
        if held.cell.is_some() && (!home.is_some() || cell.at() >= R::cell_names(game).len()) {
            return refuse(format!("the hero of seat {number} stands off the board"));
        }
        let Some(hero) = cx.enter(seat, setup.heroes[number], cell) else {
            return refuse(format!("the hero of seat {number} finds no room"));
        };
        cx.state.piece_mut(hero).damage = held.damage;
        fill(&mut cx, seat, held)?;
    }
    for piece in &position.pieces {
        place(&mut cx, piece, seats)?;
    }
    R::prepared(&mut cx);
    let (cells, places) = (R::cell_names(game).len(), game.catalogue.vocabulary.places.len());
    for &(cell, place) in &position.grounds {
        if cell as usize >= cells || !(1..=places).contains(&(place as usize)) {
            return refuse("the position names a ground or a cell that there is not");
        }
        R::set_ground(&mut cx, Cell(cell), place);
    }
    // What the arrivals set off belongs to the past.
    cx.state.queue_len = 0;
    cx.state.triggers = 0;
    cx.state.active = SeatSet::one(Seat(position.to_act));
    R::arranged(&mut cx);
    cx.refresh_lent();
    if state
        .used
        .into_iter()
        .map(|id| state.piece(id))
        .any(|piece| piece.health_most() > 0 && piece.health_now() <= 0)
    {
        return refuse("nobody in a position is dead, and a card in it has more damage than health");
    }
    R::check_position(game, &state)?;
    Ok(state)
}

/// Gives a seat its cards and resources.
fn fill<R: Rules>(cx: &mut Ctx<'_, R>, seat: Seat, held: &SeatPosition) -> Result<(), Refused> {
    let catalogue = &cx.game.catalogue;
    for (zone, cards) in held.zones.iter().enumerate() {
        if zone >= R::ZONES {
            return refuse(format!("there is no zone {zone}"));
        }
        for &def in cards {
            if !R::fits(cx.game, zone, DefId(def)) {
                let (card, zone) = (&catalogue.ids[def as usize], &catalogue.vocabulary.zones[zone]);
                return refuse(format!("'{card}' does not belong into the zone '{zone}'"));
            }
            if cx.state.add_card(seat, zone, Card { def: DefId(def), ..Card::default() }).is_none() {
                return refuse("the position has more cards than there is room for");
            }
        }
    }
    for &(resource, amount) in &held.resources {
        let Some(word) = catalogue.vocabulary.resources.get(resource).filter(|_| resource < RESOURCES) else {
            return refuse(format!("there is no resource {resource}"));
        };
        if amount < 0 {
            return refuse(format!("a player cannot have {amount} {word}"));
        }
        *cx.state.resource_mut(seat, resource) = amount;
    }
    Ok(())
}

/// Puts a piece on its cell.
fn place<R: Rules>(cx: &mut Ctx<'_, R>, piece: &PlacedPiece, seats: usize) -> Result<(), Refused> {
    let card = &cx.game.catalogue.ids[piece.def as usize];
    if piece.owner as usize >= seats {
        return refuse(format!("'{card}' belongs to seat {}, which there is not", piece.owner));
    }
    let stands_beside = R::stands_beside(cx.game.def(DefId(piece.def)).kind);
    let is_placed = (piece.cell as usize) < R::cell_names(cx.game).len();
    if is_placed == stands_beside || !(is_placed || Cell(piece.cell) == Cell::NONE) {
        return refuse(format!("'{card}' stands off the board"));
    }
    if piece.damage < 0 {
        return refuse(format!("'{card}' cannot have {} damage", piece.damage));
    }
    let Some(id) = cx.enter(Seat(piece.owner), DefId(piece.def), Cell(piece.cell)) else {
        return refuse("the position has more pieces than there is room for");
    };
    let placed = cx.state.piece_mut(id);
    placed.damage = piece.damage;
    if !piece.arrived {
        placed.flags &= !ARRIVED;
    }
    if piece.moved {
        placed.flags |= MOVED;
    }
    for &(status, amount) in &piece.statuses {
        let Some(counter) = placed.statuses.get_mut(status) else {
            return refuse(format!("there is no status {status}"));
        };
        *counter = amount;
    }
    Ok(())
}
