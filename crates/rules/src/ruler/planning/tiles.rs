//! Which actions are worth a thought: tiles near bases and enemies, and on the way to them.

use cardwright_core::{Cell, CellSet, Group, PieceId, Seat, SeatSet, State};
use cardwright_effects::Game;

use super::super::actions::{ATTACK, CHOOSE, DRAW, MOVE_PIECE, PLAY, USE};
use super::super::map::{Gait, NO_WAY};
use super::super::sight::{influence, visible};
use super::super::state::*;
use super::{DRAWING, FIGHTING, MOVING, PLACING};

/// Enough units in hand: those of two turns.
const MANNED: usize = 4;

/// Keeps only the actions that are worth a thought in a stage.
pub fn narrow(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, stage: usize, groups: &mut Vec<Group>) {
    let tiles = Tiles::of(game, state, seat);
    groups.retain_mut(|group| match (group.verb, stage) {
        (CHOOSE, DRAWING) => true,
        (DRAW, DRAWING) => keep_only(group, CellSet::one(draft(game, state, seat, group.sets[0]))),
        (PLAY, PLACING) => tiles.narrow_placements(game, state, seat, group),
        (PLAY, FIGHTING) => is_cast(game, state, seat, group),
        (MOVE_PIECE, FIGHTING) => keep_only(group, tiles.bases),
        (MOVE_PIECE, DRAWING | PLACING) => false,
        (MOVE_PIECE, _) => tiles.narrow_moves(game, state, stage, group),
        (ATTACK | USE, FIGHTING) => true,
        _ => false,
    });
}

/// The deck to draw from: units until the hand holds enough of them, then two structures or items for every spell.
fn draft(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, decks: CellSet) -> Cell {
    let mut held = [0; 3];
    for &id in state.zone(seat, HAND) {
        if let Some(deck) = deck_of(game.def(state.card(id).def).kind) {
            held[deck] += 1;
        }
    }
    let is_manned = held[0] >= MANNED;
    decks
        .min_by_key(|deck| if deck.0 == 0 && is_manned { usize::MAX } else { held[deck.at()] * deck.at() })
        .unwrap_or(Cell(0))
}

/// Whether a card is a spell: neither placed nor given to a unit.
fn is_cast(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, group: &Group) -> bool {
    let id = state.zone(seat, HAND)[group.source as usize];
    game.def(state.card(id).def).kind as usize == SPELL
}

/// Keeps only these options of the first choice; false if none is left.
fn keep_only(group: &mut Group, tiles: CellSet) -> bool {
    let left = group.sets[0] & tiles;
    if left.is_empty() {
        return false;
    }
    *group = Group { sets: [left, group.sets[1]], ..*group };
    true
}

/// The tiles that matter in a position: bases, enemies and the ways to them.
struct Tiles {
    /// Bases of the others.
    bases: CellSet,
    /// Where others are seen.
    enemies: CellSet,
    home: Cell,
    foes: SeatSet,
}

impl Tiles {
    fn of(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> Self {
        let map = &game.data.map;
        let foes = state.all_seats() - state.lost - SeatSet::one(seat);
        let mut bases = CellSet::EMPTY;
        for foe in foes {
            bases.insert(map.bases[foe.at()]);
        }
        let mut enemies = CellSet::EMPTY;
        for piece in visible(game, state, seat) {
            enemies.insert(state.piece(piece).cell);
        }
        Self { bases, enemies, home: map.bases[seat.at()], foes }
    }

    /// Those of some tiles from which the way to a base is shortest, or at most `more` steps longer. Who cannot walk to
    /// one gets as near as it can.
    fn nearest(&self, game: &Game<Ruler>, walk: Gait, tiles: CellSet, more: u8) -> CellSet {
        let map = &game.data.map;
        let way = |gait: Gait, tile: Cell| {
            let ways = self.foes.map(|foe| map.steps(gait, tile, map.bases[foe.at()]));
            ways.min().unwrap_or(NO_WAY)
        };
        let can_walk = tiles.map(|tile| way(walk, tile)).min() != Some(NO_WAY);
        let gait = if can_walk { walk } else { Gait::Everywhere };
        let least = tiles.map(|tile| way(gait, tile)).min().unwrap_or(NO_WAY);
        let mut found = CellSet::EMPTY;
        for tile in tiles {
            if way(gait, tile) <= least.saturating_add(more) && way(gait, tile) != NO_WAY {
                found.insert(tile);
            }
        }
        found
    }

    /// The tiles from which a unit with this range reaches an enemy.
    fn in_reach(&self, game: &Game<Ruler>, range: usize) -> CellSet {
        if range == 0 {
            return self.enemies;
        }
        let mut found = CellSet::EMPTY;
        for tile in self.enemies {
            found |= game.data.map.within(tile, range);
        }
        found
    }

    /// Keeps placements of units at home, on the way and at the enemy; of structures at home and on the nearest and
    /// the furthest tile; of traps at home.
    fn narrow_placements(
        &self,
        game: &Game<Ruler>,
        state: &State<Ruler>,
        seat: Seat,
        group: &mut Group,
    ) -> bool {
        let id = state.zone(seat, HAND)[group.source as usize];
        let printed = game.def(state.card(id).def);
        let home = CellSet::one(self.home);
        let walk = gait(printed.keywords);
        match printed.kind as usize {
            UNIT => {
                let range = printed.numbers[RANGE].max(0) as usize;
                let near = self.nearest(game, walk, group.sets[0], 1);
                keep_only(group, home | near | self.in_reach(game, range))
            }
            STRUCTURE => {
                let near = self.nearest(game, walk, group.sets[0], 0);
                let ours = influence(game, state, seat) & group.sets[0];
                let back = ours.map(|tile| (game.data.map.steps(walk, tile, self.home), tile.0)).max();
                let back = back.map_or(CellSet::EMPTY, |(_, tile)| CellSet::one(Cell(tile)));
                keep_only(group, home | CellSet::one(near.first()) | back)
            }
            TRAP => keep_only(group, home),
            ITEM => true,
            _ => false,
        }
    }

    /// Keeps moves to the enemy, on the way to a base and home; after the fight also moves back.
    fn narrow_moves(
        &self,
        game: &Game<Ruler>,
        state: &State<Ruler>,
        stage: usize,
        group: &mut Group,
    ) -> bool {
        let map = &game.data.map;
        let it = state.piece(PieceId(group.source));
        let walk = gait(it.keywords_now());
        let home = map.board.adjacent(self.home) | CellSet::one(self.home);
        let mut tiles = self.nearest(game, walk, group.sets[0], 0) | self.bases | home;
        if stage == MOVING {
            tiles |= self.in_reach(game, range(game, state, PieceId(group.source)));
        } else {
            let back = group.sets[0].map(|tile| map.steps(walk, tile, self.home)).min();
            for tile in group.sets[0] {
                if Some(map.steps(walk, tile, self.home)) == back {
                    tiles.insert(tile);
                }
            }
        }
        keep_only(group, tiles)
    }
}
