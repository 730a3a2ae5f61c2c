//! Hexlands: a duel on hexagons whose lands are the cost of cards. The rulebook is `games/hexlands/README.md`.

mod actions;
mod board;
mod checks;
mod course;
mod lands;
mod places;
mod planning;
mod reactions;
mod refusals;
mod shown;
mod state;
mod trials;
mod worth;

use cardwright_core::{Audiences, DefId, Seat, State};
use cardwright_effects::catalogue::{Refused, listed, words};
use cardwright_effects::{Basics, Catalogue, Vocabulary, turns, usual};
use serde::Deserialize;

use board::{Board, TURNS};
use lands::{Needed, REACH, distance, turned};
pub use state::Hexlands;
use state::*;

/// The board of a match for which nobody names one.
const DEFAULT_BOARD: &str = "open";
/// Most fields of a pattern: all within reach but two.
const MOST_NEEDED: usize = 35;

/// The board, the patterns of cards and the numbers of the game.
pub struct Data {
    pub board: Board,
    /// By card and sixths of a turn: the fields that it needs.
    patterns: Vec<[Box<[Needed]>; TURNS]>,
    pub opening_hand: usize,
    /// How many cards a player keeps at the end of a turn.
    pub kept: usize,
    /// How many turns each player has before a match is a draw.
    pub turns_each: u32,
}

impl Data {
    /// How many figures a seat may have in play, its hero included.
    #[inline(always)]
    pub fn pieces_per_seat(&self, seats: usize) -> u32 {
        [64, 64, 32, 21, 16][seats.min(4)]
    }

    /// The pattern of a card, as a seat reads it.
    #[inline(always)]
    pub fn pattern(&self, state: &State<Hexlands>, seat: Seat, card: DefId) -> &[Needed] {
        let turn = self.board.start_of(state.seat_count(), seat).map_or(0, |start| start.turn);
        &self.patterns[card.at()][turn]
    }
}

/// What is printed on a card besides its numbers.
#[derive(Default, Deserialize)]
struct Printed {
    #[serde(default)]
    pattern: Vec<(i32, i32, usize)>,
}

impl Basics for Hexlands {
    type Data = Data;

    const SLUG: &'static str = "hexlands";
    const VERSION: u32 = 2;
    const AUDIENCES: Audiences = AUDIENCES;
    const GRAVE: Option<usize> = Some(GRAVEYARD);
    const REASONS: &'static [&'static str] = REASONS;
    const TARGETS: usize = 2;

    fn vocabulary() -> Vocabulary {
        Vocabulary {
            kinds: listed(KIND_WORDS),
            keywords: listed(KEYWORD_WORDS),
            statuses: listed(STATUS_WORDS),
            attributes: words("attack health cost movement least-range range"),
            resources: listed(RESOURCE_WORDS),
            zones: listed(ZONE_WORDS),
            durations: words(turns::DURATIONS),
            relations: words("adjacent"),
            places: words("fire water nature earth wasteland own-range foe-range"),
            ..Vocabulary::default()
        }
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        let name = if board.is_empty() { DEFAULT_BOARD } else { board };
        let Some(data) = catalogue.boards.get(name) else {
            let known: Vec<&str> = catalogue.boards.keys().map(String::as_str).collect();
            return Err(Refused(format!("there is no board '{name}'; there are {}", known.join(", "))));
        };
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        limit("deck", 40, ZONE_ROOM as i64)?;
        let printed = catalogue.ids.iter().zip(&catalogue.own);
        Ok(Data {
            board: Board::read(name, data)?,
            patterns: printed.map(|(id, own)| read_pattern(id, own)).collect::<Result<_, Refused>>()?,
            opening_hand: limit("opening_hand", 3, 10)? as usize,
            kept: limit("kept", 8, ZONE_ROOM as i64)? as usize,
            turns_each: limit("turns", 40, 5_000)? as u32,
        })
    }
}

/// The pattern of a card for each turn of the board.
fn read_pattern(id: &str, own: &serde_json::Value) -> Result<[Box<[Needed]>; TURNS], Refused> {
    let refuse = |reason: &str| Err(Refused(format!("the pattern of '{id}' {reason}")));
    let printed = match own {
        serde_json::Value::Null => Printed::default(),
        own => match serde_json::from_value(own.clone()) {
            Ok(printed) => printed,
            Err(error) => return refuse(&format!("cannot be read: {error}")),
        },
    };
    if printed.pattern.len() > MOST_NEEDED {
        return refuse(&format!("has more than {MOST_NEEDED} fields"));
    }
    for &(q, r, land) in &printed.pattern {
        if q.abs().max(r.abs()) > REACH as i32 || distance((q, r)) > REACH as u32 {
            return refuse(&format!("has a field more than {REACH} from its anchor"));
        }
        if !(1..=LANDS.len()).contains(&land) {
            return refuse("needs a land that there is not");
        }
    }
    let needed = |turn| {
        let fields = printed.pattern.iter();
        fields.map(|&(q, r, land)| Needed::at(turned((q, r), turn), land - 1)).collect()
    };
    Ok(std::array::from_fn(needed))
}

usual!(Hexlands: Secrecy, Clock);
