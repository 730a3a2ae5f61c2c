//! The worth of a position to `greedy`, in 1/256 points.

use cardwright_core::{DISPELLED, DefId, Piece, Seat, State};
use cardwright_effects::{CardDef, Catalogue, Game, Worth};

use super::state::*;

/// One point.
const POINT: i32 = 256;
/// What an ability that is not a keyword is worth.
const ABILITY: i32 = POINT;
const SECRET_WORTH: i32 = 5 * POINT / 2;
const CARD: i32 = 2 * POINT;
const CRYSTAL: i32 = 2 * POINT;
const ARMOUR_POINT: i32 = POINT / 2;
/// The worth of a hero is this many times the square root of its health.
const HERO_ROOTS: i32 = 6;

/// What a keyword is worth on a minion.
const KEYWORDS: [(u64, i32); 12] = [
    (TAUNT, 256),
    (SHIELD, 384),
    (WINDFURY, 384),
    (STEALTH, 192),
    (POISONOUS, 384),
    (LIFESTEAL, 256),
    (ELUSIVE, 128),
    (IMMUNE, 384),
    (IDLE, -512),
    (COURTEOUS, -192),
    (FORGETFUL, -128),
    (ENDURING, 256),
];

/// Square roots and the worth of printed abilities, computed once.
pub struct Tables {
    roots: [i32; 128],
    /// For each card its kind and what its abilities are worth, side by side.
    cards: Vec<(u8, i32)>,
    /// By the bit of the keyword.
    keywords: [i32; 64],
}

impl Tables {
    /// The tables of a catalogue.
    pub fn new(catalogue: &Catalogue) -> Self {
        let mut roots = [0; 128];
        for (n, root) in roots.iter_mut().enumerate() {
            *root = ((n as u64) * (POINT as u64).pow(2)).isqrt() as i32;
        }
        let worth = |count: usize| count as i32 * ABILITY;
        let card = |def: &CardDef| (def.kind, worth(def.abilities.len() + def.auras.len()));
        let mut cards: Vec<(u8, i32)> = catalogue.defs.iter().map(card).collect();
        // Only secrets lie in play face down.
        cards[DefId::HIDDEN.at()] = (SECRET as u8, 0);
        let mut keywords = [0; 64];
        for (keyword, worth) in KEYWORDS {
            keywords[keyword.trailing_zeros() as usize] = worth;
        }
        Self { roots, cards, keywords }
    }
}

impl Worth for Hearth {
    /// What a minion, hero, weapon or secret is worth to its side.
    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<()>) -> i32 {
        let tables = &game.data.worth;
        let (kind, abilities) = tables.cards[piece.def.at()];
        // In wide numbers: the saturating sums of the rules would cost more time and hardly change anything here.
        let health = piece.health as i32 + piece.lent_health as i32 - piece.damage as i32;
        let attack = (piece.attack as i32 + piece.lent_attack as i32).max(0);
        match kind as usize {
            MINION => {
                let mut worth = (attack + health) * POINT + POINT / 2;
                let mut keywords = piece.keywords_now();
                while keywords != 0 {
                    worth += tables.keywords[keywords.trailing_zeros() as usize];
                    keywords &= keywords - 1;
                }
                worth += piece.statuses[SPELL_DAMAGE] as i32 * POINT;
                worth - piece.statuses[FROZEN] as i32 * POINT / 2
                    + if piece.is(DISPELLED) { 0 } else { abilities }
            }
            HERO => HERO_ROOTS * tables.roots[health.clamp(0, 127) as usize],
            WEAPON => attack * health * POINT * 3 / 4 + abilities,
            _ => SECRET_WORTH,
        }
    }

    /// What cards, crystals and armour are worth to a seat.
    #[inline]
    fn worth_of_rest(_: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        holdings(state, seat) - holdings(state, foe(seat))
    }
}

fn holdings(state: &State<Hearth>, seat: Seat) -> i32 {
    let held = &state.seats[seat.at()].resources;
    let crystals = held[CRYSTALS] as i32;
    let cards = state.zone_len(seat, HAND) as i32;
    cards * CARD + crystals * CRYSTAL - held[OVERLOAD] as i32 * POINT + held[ARMOUR] as i32 * ARMOUR_POINT
        - held[FATIGUE] as i32 * POINT
}
