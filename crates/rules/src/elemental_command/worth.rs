//! The worth of a position: the thesis' state value, in 1/256 points.

use cardwright_core::{Action, Cell, DefId, NO_CHOICE, Piece, Seat, State};
use cardwright_effects::{Catalogue, Game, Worth};

use super::actions::{PLAY, TAKE};
use super::state::*;

/// One point.
pub const POINT: i32 = 256;
/// What an ability that is not a keyword is worth.
const ABILITY_POINTS: i32 = 3;

/// Square roots, the worth of printed abilities and the budget prices of keywords, computed once.
pub struct Tables {
    roots: [i32; 128],
    /// How many abilities a card prints besides its keywords.
    abilities: Vec<i32>,
    /// By the set of keywords, without those whose price grows with a number of the carrier.
    keywords: [i32; 1024],
    /// Per point of health.
    reflect: i32,
    /// Per point of attack and prevented instance.
    invulnerable: i32,
}

impl Tables {
    /// The tables of a catalogue.
    pub fn new(catalogue: &Catalogue) -> Self {
        let mut roots = [0; 128];
        for (n, root) in roots.iter_mut().enumerate() {
            *root = integer_root((n as u64) * (POINT as u64).pow(2)) as i32;
        }
        let abilities =
            catalogue.defs.iter().map(|def| (def.abilities.len() + def.auras.len()) as i32).collect();
        let mut keywords = [0; 1024];
        for (mask, worth) in keywords.iter_mut().enumerate() {
            let words = catalogue.vocabulary.keywords.iter().take(10).enumerate();
            let held = words.filter(|(bit, _)| mask >> bit & 1 == 1);
            let prices = held.map(|(_, word)| catalogue.prices.of(word));
            *worth = prices.filter(|(_, scale)| scale.is_none()).map(|(price, _)| price).sum();
        }
        let (reflect, _) = catalogue.prices.of("reflect");
        let (invulnerable, _) = catalogue.prices.of("invulnerable");
        Self { roots, abilities, keywords, reflect, invulnerable }
    }

    /// The square root of a number, in points.
    #[inline(always)]
    pub fn root(&self, number: i32) -> f64 {
        self.roots[number.clamp(0, 127) as usize] as f64 / POINT as f64
    }

    /// How many abilities a card prints besides its keywords.
    #[inline(always)]
    pub fn abilities(&self, def: DefId) -> i32 {
        self.abilities[def.at()]
    }

    /// The budget price of the keywords that a minion with this attack and health has, in 1/256 points.
    #[inline(always)]
    pub fn keywords(&self, minion: &Piece<()>, attack: i32, health: i32) -> i32 {
        let keywords = minion.keywords_now();
        let mut price = self.keywords[keywords as usize & 1023];
        if keywords & REFLECT != 0 {
            price += health * self.reflect;
        }
        if minion.statuses[INVULNERABLE] > 0 {
            price += minion.statuses[INVULNERABLE] as i32 * attack * self.invulnerable;
        }
        price
    }
}

/// The whole-number square root, by Newton's method: the same on every machine.
fn integer_root(n: u64) -> u64 {
    let mut root = n;
    let mut next = n.div_ceil(2);
    while next < root {
        root = next;
        next = (root + n / root) / 2;
    }
    root
}

impl Worth for ElementalCommand {
    /// What a minion or hero is worth to its side.
    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<()>) -> i32 {
        let worth = &game.data.worth;
        // In wide numbers: the saturating sums of the rules would cost more time and hardly change anything here.
        let health = piece.health as i32 + piece.lent_health as i32 - piece.damage as i32;
        if !piece.cell.is_some() {
            // Only heroes stand on no cell.
            return 2 * worth.roots[health.clamp(0, 127) as usize];
        }
        let attack = (piece.attack as i32 + piece.lent_attack as i32).max(0);
        let mut value = (attack + health) * POINT + worth.keywords(piece, attack, health);
        if !piece.is(cardwright_core::DISPELLED) {
            value += worth.abilities(piece.def) * ABILITY_POINTS * POINT;
        }
        value
    }

    /// What elements, hands, decks and an empty side are worth to a seat.
    #[inline]
    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        let turn = state.now.div_ceil(2) as i32;
        let mut value = holdings(game, state, seat, turn) - holdings(game, state, foe(seat), turn);
        // RULE: to have no minions is bad, an enemy without minions is good, the later the more; this part is not
        // mirrored.
        let presence = (2 + turn.min(10)) * POINT;
        if (state.side[seat.at()] & state.kind[MINION]).is_empty() {
            value -= presence;
        }
        if (state.side[foe(seat).at()] & state.kind[MINION]).is_empty() {
            value += presence;
        }
        value
    }

    /// Between equals: the element that the hand lacks most, else the deck, else fire; minions towards the middle, in
    /// front if they hit less than they can take.
    fn inclination(game: &Game<Self>, state: &State<Self>, action: &Action) -> i32 {
        match action.verb {
            TAKE if action.source > 0 => {
                let element = action.source as usize;
                let held = state.resource(action.seat, EARTH + element - 1);
                let lacking = |zone: usize| -> i32 {
                    let cards = state.zone(action.seat, zone).iter();
                    let needs = cards.map(|&id| game.data.prices[state.card(id).def.at()][element]);
                    needs.filter(|&need| need < UNKNOWN).map(|need| (need - held).max(0) as i32).sum()
                };
                (16 * lacking(HAND) + lacking(DECK)).min(254) + (element == 3) as i32
            }
            PLAY if action.choices[0] != NO_CHOICE => {
                let cell = Cell(action.choices[0]);
                let def = game.def(state.card(state.zone(action.seat, HAND)[action.source as usize]).def);
                let belongs_in_front = def.keywords & TAUNT != 0 || def.health > def.attack;
                let stands_in_front = cell == front(action.seat, column(cell));
                8 - 2 * column(cell).abs_diff(2) as i32 + (belongs_in_front == stands_in_front) as i32
            }
            _ => 0,
        }
    }
}

fn holdings(game: &Game<ElementalCommand>, state: &State<ElementalCommand>, seat: Seat, turn: i32) -> i32 {
    let held = &state.seats[seat.at()].resources;
    let elements = held[EARTH] as i32 + held[EARTH + 1] as i32 + held[EARTH + 2] as i32;
    let cards = state.zone_len(seat, HAND) as i32;
    let mut value = (elements + 3 * cards.min(3) + 2 * (cards - 3).max(0)) * POINT;
    if turn >= 10 {
        let left = state.zone_len(seat, DECK);
        value += game.data.worth.roots[left.min(127)] - (held[FATIGUE] as i32 + 1) * POINT;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_whole_numbers_of_a_256th() {
        assert_eq!(integer_root(30 * 65536), 1402);
        assert_eq!(integer_root(0), 0);
        assert_eq!(integer_root(65536), 256);
    }
}
