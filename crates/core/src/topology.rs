//! Boards as data: cells, their names and which lie next to each other.

use crate::ids::{Cell, CellSet};

/// Cells and their neighbours, computed once per board.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    neighbours: Vec<CellSet>,
    names: Vec<String>,
}

impl Topology {
    /// A rectangle whose cells touch along their edges; cell = row * columns + column, named a1, b1, ...
    pub fn rectangle(columns: usize, rows: usize) -> Self {
        let mut board = Self::default();
        for row in 0..rows {
            for column in 0..columns {
                let near = [(0, 1), (0, -1), (1, 0), (-1, 0)];
                board.add(
                    format!("{}{}", (b'a' + column as u8) as char, row + 1),
                    near.iter().filter_map(|&(dr, dc)| inside(row, column, dr, dc, rows, columns)),
                );
            }
        }
        board
    }

    /// The same board with other names for its cells.
    pub fn renamed(mut self, names: Vec<String>) -> Self {
        debug_assert_eq!(names.len(), self.names.len());
        self.names = names;
        self
    }

    /// A hexagon of hexagons with this radius, row by row; named by axial coordinates.
    pub fn hexagon(radius: i32) -> Self {
        let cells: Vec<(i32, i32)> = (-radius..=radius)
            .flat_map(|r| (-radius..=radius).map(move |q| (q, r)))
            .filter(|(q, r)| (q + r).abs() <= radius)
            .collect();
        let mut board = Self::default();
        for &(q, r) in &cells {
            let near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
            let at = |(dq, dr): &(i32, i32)| cells.iter().position(|&cell| cell == (q + dq, r + dr));
            board.add(format!("{q},{r}"), near.iter().filter_map(at));
        }
        board
    }

    fn add(&mut self, name: String, near: impl Iterator<Item = usize>) {
        let mut set = CellSet::EMPTY;
        for cell in near {
            set.insert(Cell(cell as u8));
        }
        self.neighbours.push(set);
        self.names.push(name);
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The cells next to a cell.
    #[inline]
    pub fn adjacent(&self, cell: Cell) -> CellSet {
        self.neighbours[cell.at()]
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.at()]
    }

    /// The cell with this name.
    pub fn find(&self, name: &str) -> Option<Cell> {
        self.names.iter().position(|known| known == name).map(|at| Cell(at as u8))
    }
}

fn inside(row: usize, column: usize, dr: i32, dc: i32, rows: usize, columns: usize) -> Option<usize> {
    let (r, c) = (row as i32 + dr, column as i32 + dc);
    let fits = (0..rows as i32).contains(&r) && (0..columns as i32).contains(&c);
    fits.then(|| r as usize * columns + c as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_touches_along_edges() {
        let board = Topology::rectangle(5, 4);
        assert_eq!(board.len(), 20);
        let c2 = board.find("c2").unwrap();
        let mut near: Vec<_> = board.adjacent(c2).map(|cell| board.name(cell)).collect();
        near.sort();
        assert_eq!(near, ["b2", "c1", "c3", "d2"]);
        assert_eq!(board.adjacent(board.find("a1").unwrap()).len(), 2);
    }

    #[test]
    fn a_hexagon_of_radius_four_has_sixty_one_cells() {
        let board = Topology::hexagon(4);
        assert_eq!(board.len(), 61);
        assert_eq!(board.adjacent(board.find("0,0").unwrap()).len(), 6);
        assert_eq!(board.adjacent(board.find("4,-4").unwrap()).len(), 3);
    }
}
