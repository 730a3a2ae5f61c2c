//! A position laid out by hand, for scenarios and generated tests: pieces on cells, cards in zones, rolls written down.

use std::sync::Arc;

use cardwright_core::{ARRIVED, Card, Cell, DefId, Dice, Script, Seat, SeatSet, State};
use cardwright_effects::{Ctx, Game, Refused, Rules};
use serde::Deserialize;

use crate::hosted::{GAME_STREAM, HostedMatch};

/// A piece of an arrangement.
#[derive(Clone, Debug, Deserialize)]
pub struct Placed {
    pub def: u16,
    pub owner: u8,
    pub cell: u8,
    #[serde(default)]
    pub damage: i16,
    /// It came this turn.
    #[serde(default)]
    pub arrived: bool,
    #[serde(default)]
    pub statuses: Vec<(usize, u8)>,
}

/// One seat of an arrangement.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Arranged {
    pub hero: u16,
    #[serde(default)]
    pub damage: i16,
    /// Per zone its cards; the last one is the top.
    #[serde(default)]
    pub zones: Vec<Vec<u16>>,
    #[serde(default)]
    pub resources: Vec<(usize, i16)>,
}

/// A whole position.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Arrangement {
    pub seats: Vec<Arranged>,
    #[serde(default)]
    pub pieces: Vec<Placed>,
    /// Whose turn it is.
    #[serde(default)]
    pub to_act: u8,
    pub now: u32,
    pub phase: u8,
    /// Rolls in the order they are asked for; without them chance is sampled.
    #[serde(default)]
    pub rolls: Option<Vec<u32>>,
    #[serde(default)]
    pub seed: u64,
}

/// The match that goes on from an arrangement.
pub fn arrange<R: Rules>(game: Arc<Game<R>>, plan: &Arrangement) -> Result<HostedMatch<R>, Refused> {
    let mut state = State::<R>::empty();
    let refuse = |reason: String| Err(Refused(reason));
    let cells = R::cell_names(&game).len();
    let room = R::most_seats(&game).min(state.seat_count());
    if !(2..=room).contains(&plan.seats.len()) || plan.to_act as usize >= plan.seats.len() {
        return refuse(format!(
            "an arrangement has at least 2 seats and on this board at most {room}; one of them is to act"
        ));
    }
    state.seats_len = plan.seats.len() as u8;
    let known = game.catalogue.defs.len();
    let zoned = plan.seats.iter().flat_map(|seat| seat.zones.iter().flatten());
    let placed = plan.pieces.iter().map(|piece| &piece.def);
    if zoned
        .chain(placed)
        .chain(plan.seats.iter().map(|seat| &seat.hero))
        .any(|&def| def == 0 || def as usize >= known)
    {
        return refuse("the arrangement names a card that the catalogue does not have".into());
    }
    let mut dice = match &plan.rolls {
        Some(rolls) => Dice::Scripted(Script::new(rolls.clone())),
        None => Dice::sampled(plan.seed, GAME_STREAM),
    };
    let mut cx = Ctx::new(&game, &mut state, &mut dice, None, None);
    // Timers of what enters start now.
    cx.state.now = plan.now;
    cx.state.phase = plan.phase;
    for (seat, arranged) in plan.seats.iter().enumerate() {
        let seat = Seat(seat as u8);
        if let Some(hero) = cx.enter(seat, DefId(arranged.hero), R::home_cell(&game, seat)) {
            cx.state.piece_mut(hero).damage = arranged.damage;
        }
        for (zone, cards) in arranged.zones.iter().enumerate() {
            if zone >= R::ZONES {
                return refuse(format!("there is no zone {zone}"));
            }
            for &def in cards {
                if !R::fits(&game, zone, DefId(def)) {
                    let (card, zone) =
                        (&game.catalogue.ids[def as usize], &game.catalogue.vocabulary.zones[zone]);
                    return refuse(format!("'{card}' does not belong into the zone '{zone}'"));
                }
                if cx.state.add_card(seat, zone, Card { def: DefId(def), ..Card::default() }).is_none() {
                    return refuse("the arrangement has more cards than there is room for".into());
                }
            }
        }
        for &(resource, amount) in &arranged.resources {
            if resource >= cardwright_core::RESOURCES || amount < 0 {
                return refuse(format!("there is no resource {resource}, or its amount {amount} is below 0"));
            }
            *cx.state.resource_mut(seat, resource) = amount;
        }
    }
    for piece in &plan.pieces {
        if piece.cell as usize >= cells || piece.owner as usize >= plan.seats.len() {
            return refuse("the arrangement places a card off the board".into());
        }
        let Some(id) = cx.enter(Seat(piece.owner), DefId(piece.def), Cell(piece.cell)) else {
            return refuse("the arrangement has more pieces than there is room for".into());
        };
        let placed = cx.state.piece_mut(id);
        placed.damage = piece.damage;
        if !piece.arrived {
            placed.flags &= !ARRIVED;
        }
        for &(status, amount) in &piece.statuses {
            if let Some(counter) = placed.statuses.get_mut(status) {
                *counter = amount;
            }
        }
    }
    // What the arrivals set off belongs to the past.
    cx.state.queue_len = 0;
    cx.state.triggers = 0;
    cx.state.active = SeatSet::one(Seat(plan.to_act));
    R::arranged(&mut cx);
    cx.refresh_lent();
    R::check_position(&game, &state)?;
    let mut hosted = HostedMatch::resume(game, state, plan.seed);
    hosted.dice = dice;
    Ok(hosted)
}
