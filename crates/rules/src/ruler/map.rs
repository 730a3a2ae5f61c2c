//! Maps as data: terrain, bases, distances and paths, computed once.

use cardwright_core::{Cell, CellSet, Topology};
use cardwright_effects::Refused;
use serde::Deserialize;

/// Terrains in the order of their places in the vocabulary.
pub const TERRAINS: [&str; 4] = ["grass", "desert", "town", "water"];
const WATER: usize = 3;
/// Most tiles of a map.
pub const TILES: usize = 128;
/// The longest move and the longest range that are looked up.
pub const STEPS: usize = 6;
/// The number of steps where there is no way.
pub const NO_WAY: u8 = u8::MAX;

/// How a piece stands and walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    Land = 0,
    Water = 1,
    Everywhere = 2,
}

const GAITS: usize = 3;

/// The shape of a map's file.
#[derive(Deserialize)]
struct File {
    tiles: Vec<String>,
    bases: Vec<String>,
    #[serde(default)]
    terrain: std::collections::BTreeMap<String, Vec<String>>,
}

/// A map, with tables for everything the rules ask of it.
pub struct Map {
    pub board: Topology,
    /// The bases in the order of seats.
    pub bases: Vec<Cell>,
    /// The 5x5 tiles around each base.
    pub around: Vec<CellSet>,
    /// The tiles of each terrain; a tile may be of two.
    pub terrain: [CellSet; TERRAINS.len()],
    /// Where each gait may stand.
    pub ground: [CellSet; GAITS],
    pub has_water: bool,
    /// By cell: the 3x3 tiles around it.
    pub ring: Vec<CellSet>,
    /// By cell and distance: the tiles within it.
    within: Vec<[CellSet; STEPS + 1]>,
    /// By gait, cell and number of steps: the tiles that can be walked to.
    reach: [Vec<[CellSet; STEPS + 1]>; GAITS],
    /// By gait, then from and to: the number of steps of the shortest way, and its first step.
    ways: [Vec<(u8, Cell)>; GAITS],
}

impl Map {
    /// Reads a map; it also refuses what the check of the file lets through.
    pub fn read(name: &str, data: &serde_json::Value) -> Result<Self, Refused> {
        let refuse = |reason: String| Err(Refused(format!("the map '{name}' {reason}")));
        let file: File = match serde_json::from_value(data.clone()) {
            Ok(file) => file,
            Err(error) => return refuse(format!("cannot be read: {error}")),
        };
        let rows: Vec<Vec<&str>> = file.tiles.iter().map(|row| row.split_whitespace().collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 || rows.iter().any(|row| row.len() != columns) || rows.len() * columns > TILES {
            return refuse(format!("is not a rectangle of 1 to {TILES} tiles"));
        }
        let mut terrain = [CellSet::EMPTY; TERRAINS.len()];
        for (at, letter) in rows.iter().flatten().enumerate() {
            let plain =
                TERRAINS.iter().filter(|terrain| terrain[..1] == **letter).map(|word| word.to_string());
            let mixed = file.terrain.get(*letter).cloned().unwrap_or_default();
            let words: Vec<String> = plain.chain(mixed).collect();
            if words.is_empty() {
                return refuse(format!("has the unknown terrain '{letter}'"));
            }
            for word in words {
                let Some(kind) = TERRAINS.iter().position(|terrain| *terrain == word) else {
                    return refuse(format!("has the unknown terrain '{word}'"));
                };
                terrain[kind].insert(Cell(at as u8));
            }
        }
        let tile = |name: &String| {
            let (row, column) = name.split_once(',')?;
            let (row, column) = (row.parse::<usize>().ok()?, column.parse::<usize>().ok()?);
            (row < rows.len() && column < columns).then(|| Cell((row * columns + column) as u8))
        };
        let Some(bases) = file.bases.iter().map(tile).collect::<Option<Vec<Cell>>>() else {
            return refuse("has a base outside of it".into());
        };
        if bases.len() < 2 || bases.iter().enumerate().any(|(at, base)| bases[..at].contains(base)) {
            return refuse("has fewer than two bases, or two on one tile".into());
        }
        Ok(Self::lay_out(rows.len(), columns, terrain, bases))
    }

    fn lay_out(rows: usize, columns: usize, terrain: [CellSet; TERRAINS.len()], bases: Vec<Cell>) -> Self {
        let size = rows * columns;
        let names = (0..size).map(|at| format!("{},{}", at / columns, at % columns));
        let board = Topology::rectangle(columns, rows).renamed(names.collect());
        let all = (0..size).fold(CellSet::EMPTY, |set, at| set | CellSet::one(Cell(at as u8)));
        let dry = terrain[..WATER].iter().fold(CellSet::EMPTY, |set, &tiles| set | tiles);
        let ground = [dry, terrain[WATER], all];
        let place = |cell: usize| (cell / columns, cell % columns);
        let near = |cell: usize, fits: &dyn Fn(usize, usize) -> bool| {
            let (row, column) = place(cell);
            let inside = (0..size).filter(|&other| {
                let (r, c) = place(other);
                fits(row.abs_diff(r), column.abs_diff(c))
            });
            inside.fold(CellSet::EMPTY, |set, at| set | CellSet::one(Cell(at as u8)))
        };
        let around = bases.iter().map(|base| near(base.at(), &|r, c| r <= 2 && c <= 2)).collect();
        let ring = (0..size).map(|cell| near(cell, &|r, c| r <= 1 && c <= 1)).collect();
        let within =
            (0..size).map(|cell| std::array::from_fn(|steps| near(cell, &|r, c| r + c <= steps))).collect();
        let ways = ground.map(|ground| shortest_ways(&board, size, ground));
        let reach = [0, 1, 2].map(|gait: usize| {
            let ways: &Vec<(u8, Cell)> = &ways[gait];
            (0..size)
                .map(|from| {
                    std::array::from_fn(|steps| {
                        let near = (0..size).filter(|to| ways[from * size + to].0 as usize <= steps);
                        near.fold(CellSet::EMPTY, |set, at| set | CellSet::one(Cell(at as u8)))
                    })
                })
                .collect()
        });
        Self {
            has_water: terrain[WATER].any(),
            board,
            bases,
            around,
            terrain,
            ground,
            ring,
            within,
            reach,
            ways,
        }
    }

    /// How many tiles there are.
    pub fn size(&self) -> usize {
        self.board.len()
    }

    /// The tiles within an orthogonal distance.
    #[inline(always)]
    pub fn within(&self, cell: Cell, distance: usize) -> CellSet {
        self.within[cell.at()][distance.min(STEPS)]
    }

    /// The tiles that can be walked to in this many steps, the tile itself included.
    #[inline(always)]
    pub fn reach(&self, gait: Gait, from: Cell, steps: usize) -> CellSet {
        self.reach[gait as usize][from.at()][steps.min(STEPS)]
    }

    /// The number of steps of the shortest way.
    #[inline(always)]
    pub fn steps(&self, gait: Gait, from: Cell, to: Cell) -> u8 {
        self.ways[gait as usize][from.at() * self.size() + to.at()].0
    }

    /// The first step of the shortest way; of several, always the same one.
    #[inline(always)]
    pub fn first_step(&self, gait: Gait, from: Cell, to: Cell) -> Cell {
        self.ways[gait as usize][from.at() * self.size() + to.at()].1
    }
}

/// From every tile to every other: the number of steps and the first step. The first tile may be of any terrain.
fn shortest_ways(board: &Topology, size: usize, ground: CellSet) -> Vec<(u8, Cell)> {
    let mut ways = vec![(NO_WAY, Cell::NONE); size * size];
    for to in ground {
        ways[to.at() * size + to.at()] = (0, Cell::NONE);
        let mut edge = vec![to];
        let mut steps = 0;
        while !edge.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for &cell in &edge {
                for from in board.adjacent(cell) {
                    let way = &mut ways[from.at() * size + to.at()];
                    if way.0 == NO_WAY {
                        *way = (steps, cell);
                        // A piece that starts on foreign ground may leave it; none walks across it.
                        if ground.has(from) {
                            next.push(from);
                        }
                    }
                }
            }
            edge = next;
        }
    }
    ways
}
