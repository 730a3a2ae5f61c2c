//! How a position is rated: figures, cards in hand, the land around heroes, and what was done this turn. The default
//! weights are those of the thesis, which knew nothing of patterns.

use cardwright_core::{Cell, DefId, MOVED, PieceId, Seat, SeatSet, State};
use cardwright_effects::{Course, Game, Planning, features};

use super::board::Board;
use super::lands::Rows;
use super::places::free_range;
use super::state::*;

// What is said of a side counts for the seat's own side and against the others.
features! {
    MinionAttack "minion_attack" 4.0;
    MinionHealth "minion_health" 4.0;
    /// The longest distance at which it attacks.
    MinionRange "minion_range" 4.0;
    MinionMovement "minion_movement" 4.0;
    MinionImmune "minion_immune" 4.0;
    MinionArmour "minion_armour" 4.0;
    HeroAttack "hero_attack" 5.0;
    HeroHealth "hero_health" 5.0;
    HeroRange "hero_range" 5.0;
    HeroMovement "hero_movement" 5.0;
    HeroImmune "hero_immune" 5.0;
    HeroArmour "hero_armour" 5.0;
    /// For every field that a minion is nearer to the nearest enemy hero.
    Nearer "nearer" 1.0;
    /// A minion has an enemy hero in its range.
    InRange "in_range" 100.0;
    /// A card in hand.
    Card "card" 4.0;
    /// A field next to a hero that is not wasteland.
    Land "land" 1.0;
    /// A card in hand whose pattern is there, in the range of the hero.
    Fitting "fitting" 0.0;
    /// One whose pattern lacks one field, and one that lacks two.
    LacksOne "lacks_one" 0.0;
    LacksTwo "lacks_two" 0.0;
    /// A player whose hero has fallen, while others play on.
    Dead "dead" 1_000_000.0;
    // The rest counts only for the seat itself, in its own turn.
    /// A minion that has moved this turn.
    Moved "moved" 5.0;
    /// A minion that has attacked this turn.
    Attacked "attacked" 5.0;
    /// A field was changed this turn.
    Changed "changed" 5.0;
}

/// What is said of the patterns of cards in hand; looking for them takes time.
const PATTERNS: [Feature; 3] = [Feature::Fitting, Feature::LacksOne, Feature::LacksTwo];

impl Planning for Hexlands {
    const WEIGHTS: &'static [(&'static str, f64)] = DEFAULTS;
    // Whoever looks further plays for the cards in hand. Found by play.
    const REPLYING: &'static [(&'static str, f64)] =
        &[("fitting", 8.0), ("lacks_one", 5.0), ("lacks_two", 2.0)];
    // Who stands where will change again.
    const LASTING: &'static [&'static str] = &[
        "minion_attack",
        "minion_health",
        "minion_range",
        "minion_movement",
        "minion_immune",
        "minion_armour",
        "hero_attack",
        "hero_health",
        "hero_range",
        "hero_movement",
        "hero_immune",
        "hero_armour",
        "card",
        "dead",
    ];
    const VITAL: &'static [&'static str] = &["hero_health"];
    const RATED: bool = true;

    fn appraise(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> f64 {
        let weights = Weights(weights);
        let foes = Self::foes(state, seat);
        let mut sum = 0.0;
        for player in state.all_seats() {
            let rating = if state.lost.has(player) {
                -weights.of(Feature::Dead)
            } else {
                let others = if player == seat { foes } else { Self::foes(state, player) };
                side(game, state, player, others, &weights)
            };
            sum += if foes.has(player) { -rating } else { rating };
        }
        sum + done(state, seat, &weights)
    }
}

/// What a player has: figures, cards, land.
#[inline]
fn side(
    game: &Game<Hexlands>,
    state: &State<Hexlands>,
    player: Seat,
    foes: SeatSet,
    weights: &Weights<'_>,
) -> f64 {
    let board = &game.data.board;
    let mut goals = [Cell::NONE; cardwright_core::SEATS];
    let mut len = 0;
    for foe in foes - state.lost {
        let hero = hero(state, foe);
        if hero.is_some() {
            goals[len] = state.piece(hero).cell;
            len += 1;
        }
    }
    let (mut minions, mut near, mut in_range) = (Numbers::default(), 0, 0);
    for id in state.side[player.at()] & state.kind[MINION] {
        let range = minions.add(game, state, id);
        let cell = state.piece(id).cell;
        let way = goals[..len].iter().map(|&goal| board.distance(cell, goal)).min().unwrap_or(0);
        near -= way as i32;
        let least = number_of(game, state, id, LEAST_RANGE) as usize;
        let reaches = |&goal: &Cell| (least..=range).contains(&board.distance(cell, goal));
        in_range += goals[..len].iter().any(reaches) as i32;
    }
    let mut sum = minions.weigh(weights, &OF_MINIONS)
        + weights.of(Feature::Nearer) * near as f64
        + weights.of(Feature::InRange) * in_range as f64
        + weights.of(Feature::Card) * state.zone_len(player, HAND) as f64;
    let hero = hero(state, player);
    if hero.is_some() {
        let mut numbers = Numbers::default();
        numbers.add(game, state, hero);
        sum += numbers.weigh(weights, &OF_HEROES)
            + weights.of(Feature::Land) * lands_around(board, state, state.piece(hero).cell) as f64;
        if PATTERNS.iter().any(|&feature| weights.of(feature) != 0.0) {
            sum += patterns(game, state, player, hero, weights);
        }
    }
    sum
}

/// The features of [`Numbers`].
const OF_MINIONS: [Feature; 6] = [
    Feature::MinionAttack,
    Feature::MinionHealth,
    Feature::MinionRange,
    Feature::MinionMovement,
    Feature::MinionImmune,
    Feature::MinionArmour,
];
const OF_HEROES: [Feature; 6] = [
    Feature::HeroAttack,
    Feature::HeroHealth,
    Feature::HeroRange,
    Feature::HeroMovement,
    Feature::HeroImmune,
    Feature::HeroArmour,
];

/// The numbers of figures, in the order of their features.
#[derive(Default)]
struct Numbers([i32; 6]);

impl Numbers {
    /// Adds the numbers of a figure; its range.
    #[inline(always)]
    fn add(&mut self, game: &Game<Hexlands>, state: &State<Hexlands>, id: PieceId) -> usize {
        let (piece, [attack, health, range, movement, immune, armour]) = (state.piece(id), &mut self.0);
        let (_, longest) = range_of(game, state, id);
        *attack += piece.attack_now() as i32;
        *health += piece.health_now() as i32;
        *range += longest as i32;
        *movement += number_of(game, state, id, MOVEMENT) as i32;
        *immune += (piece.keywords_now() & IMMUNE != 0) as i32;
        *armour += (piece.keywords_now() & ARMOURED != 0) as i32;
        longest
    }

    /// The sum of the numbers by the weights of some features.
    #[inline(always)]
    fn weigh(&self, weights: &Weights<'_>, features: &[Feature; 6]) -> f64 {
        let weighed = self.0.iter().zip(features);
        weighed.map(|(&number, &feature)| number as f64 * weights.of(feature)).sum()
    }
}

/// How near the known cards in a player's hand are to being played.
fn patterns(
    game: &Game<Hexlands>,
    state: &State<Hexlands>,
    player: Seat,
    hero: PieceId,
    weights: &Weights<'_>,
) -> f64 {
    let spots = &game.data.board.spots;
    let (mut free, mut own) = (Rows::default(), Rows::default());
    own.insert(spots[state.piece(hero).cell.at()]);
    for cell in free_range(game, state, player) {
        free.insert(spots[cell.at()]);
    }
    let mut sum = 0.0;
    for &id in state.zone(player, HAND) {
        let def = state.card(id).def;
        if def == DefId::HIDDEN {
            continue;
        }
        let anchors = if game.def(def).kind as usize == MINION { &free } else { &own };
        let lacking = state.extra.lands.lacking(game.data.pattern(state, player, def), anchors);
        let features = [Feature::Fitting, Feature::LacksOne, Feature::LacksTwo];
        sum += lacking.map_or(0.0, |lacking| weights.of(features[lacking]));
    }
    sum
}

/// How many fields next to a field are not wasteland.
#[inline]
fn lands_around(board: &Board, state: &State<Hexlands>, cell: Cell) -> i32 {
    let mut count = 0;
    for next in board.adjacent(cell) {
        count += !state.extra.lands.is(board.spots[next.at()], WASTELAND) as i32;
    }
    count
}

/// What a seat has done in its turn.
#[inline]
fn done(state: &State<Hexlands>, seat: Seat, weights: &Weights<'_>) -> f64 {
    if !state.active.has(seat) {
        return 0.0;
    }
    let (mut moved, mut attacked) = (0, 0);
    for id in state.side[seat.at()] & state.kind[MINION] {
        moved += state.piece(id).is(MOVED) as i32;
        attacked += (state.piece(id).acted > 0) as i32;
    }
    let changed = state.resource(seat, CHANGES) <= 0;
    weights.of(Feature::Moved) * moved as f64
        + weights.of(Feature::Attacked) * attacked as f64
        + weights.of(Feature::Changed) * changed as i32 as f64
}
