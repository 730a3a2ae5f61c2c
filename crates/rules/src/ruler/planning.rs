//! What an agent that plans whole turns is told: the stages of a turn, what is worth a thought, what it leads to.
//!
//! The thesis' formulas: a kill is worth half the cost, an injury half the cost by the share of health, the two best
//! defenders of the base their cost, health and three times their defences, a tile of approach a quarter of the mean
//! cost of a card. They are formed over a position, so that what a turn gains is the difference of two.

use cardwright_core::{Action, Cell, CellSet, Group, Piece, PieceId, PieceSet, Seat, SeatSet, State};
use cardwright_effects::{Game, Promise, Stage, Variant};

use super::actions::{ATTACK, CHOOSE, DRAW, MOVE_PIECE, PLAY, USE, destinations_of_walk, targets_of_attack};
use super::combat::{Blow, Exchange, OUTCOMES, Outcome};
use super::evaluate::nearest_base;
use super::map::NO_WAY;
use super::sight::{influence, visible};
use super::state::*;

/// Draw; place; move; attack, act and cast; move what stayed.
pub const STAGES: &[Stage] =
    &[Stage::Inclined, Stage::Combined, Stage::Combined, Stage::Weighed, Stage::Combined];
const DRAWING: usize = 0;
const PLACING: usize = 1;
const MOVING: usize = 2;
const FIGHTING: usize = 3;

const WIN: usize = 0;
const KILL: usize = 1;
const INJURY: usize = 2;
const DEFENCE: usize = 3;
const APPROACH: usize = 4;

pub const WEIGHTS: &[(&str, f64)] =
    &[("win", 1.0), ("kill", 1.0), ("injury", 1.0), ("defence", 1.0), ("approach", 1.0)];

/// The thesis' opponents with a single feature. All of them know what winning and losing is.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "approach",
        about: "Plans like expectimax and weighs only the way to the enemy base, and winning.",
        weights: &[("win", 1.0), ("approach", 1.0)],
    },
    Variant {
        name: "defence",
        about: "Plans like expectimax and weighs only the defenders of its base, and winning.",
        weights: &[("win", 1.0), ("defence", 1.0)],
    },
    Variant {
        name: "health",
        about: "Plans like expectimax and weighs only injuries, and winning.",
        weights: &[("win", 1.0), ("injury", 1.0)],
    },
    Variant {
        name: "cost",
        about: "Plans like expectimax and weighs only what is killed, by its cost, and winning.",
        weights: &[("win", 1.0), ("kill", 1.0)],
    },
    Variant {
        name: "win-loss",
        about: "Plans like expectimax and weighs nothing but winning.",
        weights: &[("win", 1.0)],
    },
];

/// A won match.
const VICTORY: f64 = 10_000.0;
/// The chance that somebody who can walk onto an empty base does so.
const TAKEN: f64 = 0.5;
/// The chance that an empty base is taken by somebody nobody has seen.
const SURPRISED: f64 = 0.05;
/// Besiegers of a base that are reckoned with, and health beyond which a guard counts as unhurt.
const BESIEGERS: usize = 4;
const HEALTH: usize = 40;
const NEGLIGIBLE: f64 = 1e-4;
/// Between equals: what is spent is better than what is kept.
const SPENT: f64 = 0.01;
/// Between equals: a defender stands on the base rather than beside it.
const ON_BASE: f64 = 1.0;

/// Units in hand that are enough: those of two turns.
const MANNED: usize = 4;

/// Scales the approach by a quarter of the mean cost of the seat's cards.
pub fn scale(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, weights: &mut [f64]) {
    let (mut sum, mut count) = (0, 0);
    for zone in 0..4 {
        for &id in state.zone(seat, zone) {
            sum += game.def(state.card(id).def).cost as i32;
            count += 1;
        }
    }
    for piece in bodies(state) & state.side[seat.at()] {
        sum += game.def(state.piece(piece).def).cost as i32;
        count += 1;
    }
    weights[APPROACH] *= sum as f64 / count.max(1) as f64 / 4.0;
    weights[WIN] *= VICTORY;
}

/// What a position in its own turn is worth to a seat.
pub fn appraise(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, weights: &[f64]) -> f64 {
    let foes = state.all_seats() - SeatSet::one(seat);
    if state.lost.has(seat) {
        return -weights[WIN];
    }
    let fallen = state.lost & foes;
    let mut value = if fallen == foes { weights[WIN] } else { weights[WIN] / 4.0 * fallen.len() as f64 };
    if state.is_over {
        return value;
    }
    let own = state.side[seat.at()];
    for piece in bodies(state) {
        let worth = material(game, state.piece(piece), weights);
        value += if own.has(piece) { worth } else { -worth };
    }
    // A card in hand is worth what it is worth in play, so that to place it is neither gain nor loss.
    for &id in state.zone(seat, HAND) {
        let printed = game.def(state.card(id).def);
        if matches!(printed.kind as usize, UNIT | STRUCTURE) {
            value += printed.cost as f64 * ((weights[KILL] + weights[INJURY]) / 2.0 - SPENT);
        }
    }
    let units = own & state.kind[UNIT];
    if weights[APPROACH] != 0.0 {
        let base = start(game, state, seat);
        for unit in units {
            let way = nearest_base(game, state, seat, state.piece(unit));
            value += weights[APPROACH] * (base - way as f64);
        }
    }
    value + guard(game, state, seat, units, weights)
}

/// What a piece is worth by kills and injuries.
#[inline]
fn material(game: &Game<Ruler>, piece: &Piece<Own>, weights: &[f64]) -> f64 {
    let share = piece.health_now().max(0) as f64 / piece.health_most().max(1) as f64;
    game.def(piece.def).cost as f64 / 2.0 * (weights[KILL] + weights[INJURY] * share)
}

/// The way from the own base to the nearest other one: who stands nearer has approached.
fn start(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> f64 {
    let map = &game.data.map;
    let foes = state.all_seats() - state.lost - SeatSet::one(seat);
    let ways = foes.map(|foe| {
        let (from, to) = (map.bases[seat.at()], map.bases[foe.at()]);
        map.steps(super::map::Gait::Everywhere, from, to)
    });
    ways.filter(|&way| way != NO_WAY).min().unwrap_or(0) as f64
}

/// What the defence of the own base is worth, and the danger that it is taken before the next own turn.
fn guard(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, units: PieceSet, weights: &[f64]) -> f64 {
    let map = &game.data.map;
    let home = map.bases[seat.at()];
    let mut value = 0.0;
    if weights[DEFENCE] != 0.0 {
        let mut best = [0.0; 2];
        for tile in (map.board.adjacent(home) | CellSet::one(home)) & state.occupied {
            for unit in state.on(tile) & units {
                let worth = defender(game, state.piece(unit)) + if tile == home { ON_BASE } else { 0.0 };
                if worth > best[0] {
                    best = [worth, best[0]];
                } else if worth > best[1] {
                    best[1] = worth;
                }
            }
        }
        value += weights[DEFENCE] * (best[0] + best[1]);
    }
    value - weights[WIN] * danger(game, state, seat, home, state.on(home) & units)
}

/// What a unit is worth as a defender.
fn defender(game: &Game<Ruler>, unit: &Piece<Own>) -> f64 {
    let printed = game.def(unit.def);
    let numbers = &printed.numbers;
    let first = if unit.extra.armour > 0 {
        unit.extra.armour as f64 * unit.extra.armour_chance as f64
    } else {
        numbers[BLOCK] as f64 * numbers[BLOCK + 1] as f64
    };
    let defences = (first + numbers[BLOCK + 2] as f64 * numbers[BLOCK + 3] as f64) / 100.0;
    printed.cost as f64 + unit.health_now() as f64 + 3.0 * defences
}

/// The chance that a base is taken in the turns of the others: they attack its defenders one after the other, with
/// all who can come near enough, and then one of them stands there.
fn danger(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, home: Cell, guards: PieceSet) -> f64 {
    let map = &game.data.map;
    let mut besiegers = [PieceId::NONE; BESIEGERS];
    let mut count = 0;
    let mut can_enter = false;
    for unit in state.kind[UNIT] - state.side[seat.at()] {
        let it = state.piece(unit);
        let way = map.steps(gait(it.keywords_now()), it.cell, home) as usize;
        let walk = if it.statuses[IMMOBILISED] == 0 { steps(game, it) } else { 0 };
        can_enter |= way <= walk;
        if way <= walk + range(game, it) && count < BESIEGERS {
            besiegers[count] = unit;
            count += 1;
        }
    }
    if guards.is_empty() {
        return if can_enter { TAKEN } else { SURPRISED };
    }
    if !can_enter || (guards.len() as usize) > count {
        return 0.0;
    }
    TAKEN * chance_of_fall(game, state, guards, &besiegers[..count])
}

/// The chance that the besiegers kill all guards, one blow each.
fn chance_of_fall(game: &Game<Ruler>, state: &State<Ruler>, guards: PieceSet, besiegers: &[PieceId]) -> f64 {
    // By blows used up, the chance that all guards so far have fallen with just these.
    let mut fallen = [0.0; BESIEGERS + 1];
    fallen[0] = 1.0;
    for guard in guards {
        let mut after = [0.0; BESIEGERS + 1];
        let strength = state.piece(guard).health_now().clamp(1, HEALTH as i16 - 1) as usize;
        for begun in 0..besiegers.len() {
            if fallen[begun] < NEGLIGIBLE {
                continue;
            }
            let mut health = [0.0; HEALTH];
            health[strength] = fallen[begun];
            for blow in begun..besiegers.len() {
                let mut out = [Outcome::default(); OUTCOMES];
                let len = Blow::of(game, state, besiegers[blow], guard).outcomes(&mut out);
                let mut next = [0.0; HEALTH];
                for left in 1..=strength {
                    for outcome in &out[..len] {
                        let damage = outcome.damage.max(0) as usize;
                        if damage >= left {
                            after[blow + 1] += health[left] * outcome.chance;
                        } else {
                            next[left - damage] += health[left] * outcome.chance;
                        }
                    }
                }
                health = next;
            }
        }
        fallen = after;
    }
    fallen.iter().sum()
}

/// What is still open promises: a base to walk onto, and for every unit the best mean of one attack.
pub fn promise(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, weights: &[f64]) -> Promise {
    let mut promise = Promise::default();
    if state.is_over {
        return promise;
    }
    if can_take_base(game, state, seat) {
        promise.sum += weights[WIN];
    }
    let seen = visible(game, state, seat);
    if seen.is_empty() {
        return promise;
    }
    for piece in state.side[seat.at()] & bodies(state) {
        let mut best: f64 = 0.0;
        for target in targets_of_attack(game, state, piece, seen) {
            best = best.max(mean_of_attack(game, state, piece, target, weights));
        }
        promise.sum += best;
        promise.best = promise.best.max(best);
    }
    promise
}

/// The mean of what an attack gains and what comes back costs.
fn mean_of_attack(
    game: &Game<Ruler>,
    state: &State<Ruler>,
    piece: PieceId,
    target: PieceId,
    weights: &[f64],
) -> f64 {
    let (it, aim) = (state.piece(piece), state.piece(target));
    let (own, other) = (material(game, it, weights), material(game, aim, weights));
    let injury = |piece: &Piece<Own>| {
        let cost = game.def(piece.def).cost as f64;
        cost / 2.0 * weights[INJURY] / piece.health_most().max(1) as f64
    };
    let (there_each, back_each) = (injury(aim), injury(it));
    let prize = if is_last_guard(game, state, piece, target) { weights[WIN] } else { 0.0 };
    let (strength, resilience) = (aim.health_now(), it.health_now());
    let mut mean = 0.0;
    Exchange::of(game, state, piece, target).each(|there, back, chance| {
        let gain = if there >= strength { other + prize } else { there_each * there as f64 };
        let loss = if back >= resilience { own } else { back_each * back as f64 };
        mean += chance * (gain - loss);
    });
    mean
}

/// What an action of the fight seems to be worth: an attack its mean, what wins or is aimed otherwise is always looked at.
pub fn outlook(game: &Game<Ruler>, state: &State<Ruler>, action: &Action, weights: &[f64]) -> f64 {
    match action.verb {
        ATTACK => mean_of_attack(game, state, PieceId(action.source), PieceId(action.choices[0]), weights),
        MOVE_PIECE => weights[WIN],
        _ => 0.0,
    }
}

/// Whether a unit can walk onto a base on which nobody is seen.
fn can_take_base(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat) -> bool {
    let mut open = CellSet::EMPTY;
    for foe in state.all_seats() - state.lost - SeatSet::one(seat) {
        let base = game.data.map.bases[foe.at()];
        if (state.on(base) & state.side[foe.at()] & state.kind[UNIT]).is_empty() {
            open.insert(base);
        }
    }
    let units = (state.side[seat.at()] & state.kind[UNIT]).into_iter();
    open.any() && !units.map(|unit| destinations_of_walk(game, state, unit) & open).all(CellSet::is_empty)
}

/// Whether the last defender of a base is attacked on which the attacker or a companion stands.
fn is_last_guard(game: &Game<Ruler>, state: &State<Ruler>, piece: PieceId, target: PieceId) -> bool {
    let aim = state.piece(target);
    if game.data.map.bases[aim.owner.at()] != aim.cell {
        return false;
    }
    let units = state.on(aim.cell) & state.kind[UNIT];
    units & state.side[aim.owner.at()] == PieceSet::one(target)
        && (units & state.side[state.piece(piece).owner.at()]).any()
}

/// Leaves what is worth a thought in a stage.
pub fn narrow(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, stage: usize, groups: &mut Vec<Group>) {
    let tiles = Tiles::of(game, state, seat);
    groups.retain_mut(|group| match (group.verb, stage) {
        (CHOOSE, DRAWING) => true,
        (DRAW, DRAWING) => leave(group, CellSet::one(draft(game, state, seat, group.sets[0]))),
        (PLAY, PLACING) => tiles.leave_placements(game, state, seat, group),
        (PLAY, FIGHTING) => is_cast(game, state, seat, group),
        (MOVE_PIECE, FIGHTING) => leave(group, tiles.bases),
        (MOVE_PIECE, DRAWING | PLACING) => false,
        (MOVE_PIECE, _) => tiles.leave_moves(game, state, stage, group),
        (ATTACK | USE, FIGHTING) => true,
        _ => false,
    });
}

/// The deck to draw from: units until the hand holds enough of them, then that of which it holds least.
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

/// Whether a card is neither placed nor given to a unit of one's own: a spell.
fn is_cast(game: &Game<Ruler>, state: &State<Ruler>, seat: Seat, group: &Group) -> bool {
    let id = state.zone(seat, HAND)[group.source as usize];
    game.def(state.card(id).def).kind as usize == SPELL
}

/// Leaves these options of the first choice; false if none is left.
fn leave(group: &mut Group, tiles: CellSet) -> bool {
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

    /// Of some tiles those from which the way to a base is shortest; `more` steps longer will do.
    fn nearest(&self, game: &Game<Ruler>, walk: super::map::Gait, tiles: CellSet, more: u8) -> CellSet {
        let map = &game.data.map;
        let way = |tile: Cell| {
            let ways = self.foes.map(|foe| map.steps(walk, tile, map.bases[foe.at()]));
            ways.min().unwrap_or(NO_WAY)
        };
        let least = tiles.map(way).min().unwrap_or(NO_WAY);
        let mut found = CellSet::EMPTY;
        for tile in tiles {
            if way(tile) <= least.saturating_add(more) && way(tile) != NO_WAY {
                found.insert(tile);
            }
        }
        found
    }

    /// The tiles from which somebody with this range reaches an enemy.
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

    /// Units at home, on the way and at the enemy; structures at home, the nearest and the furthest tile; traps at home.
    fn leave_placements(
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
                leave(group, home | near | self.in_reach(game, range))
            }
            STRUCTURE => {
                let near = self.nearest(game, walk, group.sets[0], 0);
                let ours = influence(game, state, seat) & group.sets[0];
                let back = ours.map(|tile| (game.data.map.steps(walk, tile, self.home), tile.0)).max();
                let back = back.map_or(CellSet::EMPTY, |(_, tile)| CellSet::one(Cell(tile)));
                leave(group, home | CellSet::one(near.first()) | back)
            }
            TRAP => leave(group, home),
            ITEM => true,
            _ => false,
        }
    }

    /// To the enemy, on the way to a base, home; after the fight also back.
    fn leave_moves(&self, game: &Game<Ruler>, state: &State<Ruler>, stage: usize, group: &mut Group) -> bool {
        let map = &game.data.map;
        let it = state.piece(PieceId(group.source));
        let walk = gait(it.keywords_now());
        let home = map.board.adjacent(self.home) | CellSet::one(self.home);
        let mut tiles = self.nearest(game, walk, group.sets[0], 0) | self.bases | home;
        if stage == MOVING {
            tiles |= self.in_reach(game, range(game, it));
        } else {
            let back = group.sets[0].map(|tile| map.steps(walk, tile, self.home)).min();
            for tile in group.sets[0] {
                if Some(map.steps(walk, tile, self.home)) == back {
                    tiles.insert(tile);
                }
            }
        }
        leave(group, tiles)
    }
}
