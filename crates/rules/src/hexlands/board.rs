//! Boards as data: fields drawn in rows, start fields, and tables of distances.

use std::collections::BTreeMap;

use cardwright_core::{Cell, CellSet, SEATS, Seat, SeatSet};
use cardwright_effects::Refused;
use serde::Deserialize;

use super::lands::{ROWS, Rows, Spot, distance, turned};
use super::state::{LANDS, MOST_STEPS, WASTELAND};

/// Most fields of a board.
pub const FIELDS: usize = 128;
/// The number of distances that are looked up, 0 among them.
const STEPS: usize = MOST_STEPS as usize + 1;
/// The sixths of a turn by which a pattern can be turned.
pub const TURNS: usize = 6;

/// The shape of a board's file.
#[derive(Deserialize)]
struct File {
    fields: Vec<String>,
    starts: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    sides: Vec<String>,
}

/// A seat's start: its field, and by how many sixths its patterns are turned.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub cell: Cell,
    pub turn: usize,
}

/// A board, with tables for everything the rules ask of it.
pub struct Board {
    names: Vec<String>,
    pub spots: Vec<Spot>,
    /// The cell at each row and column.
    at: [[Cell; ROWS]; ROWS],
    /// The land of each field when a match begins.
    pub lands: Vec<usize>,
    pub all: CellSet,
    /// By cell: the fields next to it.
    adjacent: Vec<CellSet>,
    /// By cell and distance: the fields within it.
    within: Vec<[CellSet; STEPS]>,
    /// From and to: the distance, over holes too.
    distances: Vec<u8>,
    /// By number of seats: where they start.
    starts: [Vec<Start>; SEATS + 1],
    /// For each seat those on its side, if the board says who plays with whom.
    pub sides: Option<[SeatSet; SEATS]>,
}

impl Board {
    /// Reads a board; it also refuses what the check of the file lets through.
    pub fn read(name: &str, data: &serde_json::Value) -> Result<Self, Refused> {
        let refuse = |reason: String| Refused(format!("the board '{name}' {reason}"));
        let file: File = serde_json::from_value(data.clone())
            .map_err(|error| refuse(format!("cannot be read: {error}")))?;
        let drawn = read_fields(&file.fields).map_err(refuse)?;
        let mut board = Self::lay_out(drawn);
        for (seats, cells) in &file.starts {
            let count = seats.parse::<usize>().ok().filter(|&count| count == cells.len());
            let Some(count) = count.filter(|count| (2..=SEATS).contains(count)) else {
                return Err(refuse(format!("has {} start fields for '{seats}' players", cells.len())));
            };
            let find = |cell: &String| {
                let at = board.names.iter().position(|known| known == cell);
                at.ok_or_else(|| refuse(format!("has no field '{cell}' to start on")))
            };
            let found = cells.iter().map(find).collect::<Result<Vec<usize>, Refused>>()?;
            if let Some(at) = (1..found.len()).find(|&at| found[..at].contains(&found[at])) {
                return Err(refuse(format!("has two starts for '{seats}' players on '{}'", cells[at])));
            }
            board.starts[count] = found.into_iter().map(|at| board.start(Cell(at as u8))).collect();
        }
        if board.starts.iter().all(Vec::is_empty) {
            return Err(refuse("has no start fields".into()));
        }
        if !file.sides.is_empty() {
            board.sides = Some(sides_of(&file.sides));
            let count = file.sides.len();
            if board.starts.get(count).is_none_or(Vec::is_empty) {
                return Err(refuse(format!("has sides for {count} players and no start fields for them")));
            }
        }
        Ok(board)
    }

    fn lay_out(drawn: Vec<Drawn>) -> Self {
        let mut at = [[Cell::NONE; ROWS]; ROWS];
        let mut all = CellSet::EMPTY;
        for (number, field) in drawn.iter().enumerate() {
            at[field.spot.row as usize][field.spot.column as usize] = Cell(number as u8);
            all.insert(Cell(number as u8));
        }
        let axial = |field: &Drawn| (field.spot.column as i32, field.spot.row as i32);
        let steps = |one: &Drawn, other: &Drawn| {
            let ((q, r), (s, t)) = (axial(one), axial(other));
            distance((s - q, t - r)) as u8
        };
        let distances: Vec<u8> =
            drawn.iter().flat_map(|one| drawn.iter().map(move |other| steps(one, other))).collect();
        let count = drawn.len();
        let near = |from: usize, least: usize, most: usize| {
            let cells = (0..count)
                .filter(|to| (least..=most).contains(&(distances[from * count + to] as usize)))
                .map(|to| CellSet::one(Cell(to as u8)));
            cells.fold(CellSet::EMPTY, |set, cell| set | cell)
        };
        Self {
            at,
            all,
            adjacent: (0..count).map(|from| near(from, 1, 1)).collect(),
            within: (0..count).map(|from| std::array::from_fn(|most| near(from, 0, most))).collect(),
            distances,
            spots: drawn.iter().map(|field| field.spot).collect(),
            lands: drawn.iter().map(|field| field.land).collect(),
            names: drawn.into_iter().map(|field| field.name).collect(),
            starts: Default::default(),
            sides: None,
        }
    }

    /// The start on a field. Patterns are read from the owner's side: turned by the sixths of a turn that bring the
    /// bottom of the board nearest to it.
    fn start(&self, cell: Cell) -> Start {
        let count = self.spots.len() as i32;
        let sum = |part: fn(&Spot) -> u8| self.spots.iter().map(|spot| part(spot) as i32).sum::<i32>();
        let spot = self.spots[cell.at()];
        // From the middle of the board, in parts as small as there are fields.
        let q = spot.column as i32 * count - sum(|spot| spot.column);
        let r = spot.row as i32 * count - sum(|spot| spot.row);
        let likeness = |sixths: &usize| {
            let (down_q, down_r) = turned((-1, 2), *sixths);
            q * down_q + r * down_r + (q + r) * (down_q + down_r)
        };
        // Of equally near ones the first.
        let turn = (0..TURNS).rev().max_by_key(likeness).unwrap_or(0);
        Start { cell, turn }
    }

    /// How many fields there are.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// The name of a field.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.at()]
    }

    /// The fields next to a field.
    #[inline(always)]
    pub fn adjacent(&self, cell: Cell) -> CellSet {
        self.adjacent[cell.at()]
    }

    /// The fields at a distance from `least` to `most`.
    #[inline(always)]
    pub fn band(&self, cell: Cell, (least, most): (usize, usize)) -> CellSet {
        let within = &self.within[cell.at()];
        let most = within[most.min(STEPS - 1)];
        if least == 0 { most } else { most - within[(least - 1).min(STEPS - 1)] }
    }

    /// The distance between two fields.
    #[inline(always)]
    pub fn distance(&self, from: Cell, to: Cell) -> usize {
        self.distances[from.at() * self.spots.len() + to.at()] as usize
    }

    /// The field that lies at a distance from another; none off the board.
    pub fn field(&self, from: Spot, (q, r): (i32, i32)) -> Cell {
        let (row, column) = (from.row as i32 + r, from.column as i32 + q);
        let is_within = |at: i32| (0..ROWS as i32).contains(&at);
        if is_within(row) && is_within(column) { self.at[row as usize][column as usize] } else { Cell::NONE }
    }

    /// The starts of a match with this many seats; none if the board is not made for so many.
    pub fn starts(&self, seats: usize) -> &[Start] {
        self.starts.get(seats).map_or(&[], Vec::as_slice)
    }

    /// The most seats that the board is made for.
    pub fn most_seats(&self) -> usize {
        (2..=SEATS).rev().find(|&seats| !self.starts[seats].is_empty()).unwrap_or(2)
    }

    /// The start of a seat.
    pub fn start_of(&self, seats: usize, seat: Seat) -> Option<Start> {
        self.starts(seats).get(seat.at()).copied()
    }

    /// The fields of the board among some anchors.
    pub fn cells(&self, rows: &Rows) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for (row, &bits) in rows.0.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                // Off the board there is no cell, and nothing is put in.
                cells.insert(self.at[row][left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
        cells
    }
}

/// A field as it is drawn.
struct Drawn {
    spot: Spot,
    land: usize,
    name: String,
}

/// The fields of a drawing. A field takes two characters, so that each row is shifted by half a field.
fn read_fields(rows: &[String]) -> Result<Vec<Drawn>, String> {
    let mut drawn = Vec::new();
    let places = rows.iter().enumerate().flat_map(|(row, line)| {
        let letters = line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
        letters.map(move |(at, letter)| (row as i32, at as i32, letter))
    });
    let places: Vec<(i32, i32, char)> = places.collect();
    let Some(least) = places.iter().map(|(row, at, _)| at - row).min() else {
        return Err("has no fields".into());
    };
    let mut last = (-1, 0);
    for (row, at, letter) in places {
        let number = if last.0 == row { last.1 + 1 } else { 1 };
        last = (row, number);
        let halves = at - row - least;
        let (column, is_between) = (halves / 2, halves % 2 != 0);
        if is_between || row >= ROWS as i32 || column >= ROWS as i32 {
            return Err(format!(
                "has a field out of line or beyond {ROWS} rows and columns in row {}",
                row + 1
            ));
        }
        let land = match letter {
            '-' => continue,
            '.' => WASTELAND,
            letter => match LANDS[..WASTELAND].iter().position(|land| land.starts_with(letter)) {
                Some(land) => land,
                None => return Err(format!("has the unknown land '{letter}'")),
            },
        };
        let name = format!("{}{number}", (b'a' + row as u8) as char);
        drawn.push(Drawn { spot: Spot { row: row as u8, column: column as u8 }, land, name });
    }
    if drawn.is_empty() || drawn.len() > FIELDS {
        return Err(format!("has {} fields, there may be 1 to {FIELDS}", drawn.len()));
    }
    Ok(drawn)
}

/// For each seat those who have the same word.
fn sides_of(words: &[String]) -> [SeatSet; SEATS] {
    std::array::from_fn(|seat| {
        let mut side = SeatSet::EMPTY;
        for (other, word) in words.iter().enumerate().take(SEATS) {
            if words.get(seat) == Some(word) {
                side.insert(Seat(other as u8));
            }
        }
        side
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of three fields on which these two start, or why it is refused.
    fn row(starts: [&str; 2]) -> Result<Board, Refused> {
        Board::read("row", &serde_json::json!({"fields": [". . ."], "starts": {"2": starts}}))
    }

    #[test]
    fn two_heroes_do_not_start_on_one_field() {
        assert!(row(["a1", "a3"]).is_ok());
        let Err(Refused(reason)) = row(["a2", "a2"]) else { panic!("it is refused") };
        assert_eq!(reason, "the board 'row' has two starts for '2' players on 'a2'");
    }
}
