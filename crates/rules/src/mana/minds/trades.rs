//! What creatures are worth and what a fight between two of them gains: the formulas of the thesis, with keywords.

use cardwright_core::{Cell, PieceId, Seat, State};
use cardwright_effects::Game;

use super::super::clock;
use super::super::state::*;

/// The weights of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Scales {
    pub attack: f32,
    pub health: f32,
    /// The enemy hero.
    pub hero: f32,
    /// The player's own hero: its loss outweighs everything.
    pub own_hero: f32,
    /// A broken shield.
    pub shield: f32,
}

/// The bit that marks a hero, beside the keywords.
const HERO_BIT: u16 = 1 << 15;

/// A creature, as far as fights need it.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    pub ready_at: u32,
    /// How long it rests after an attack.
    pub speed: u32,
    pub attack: i16,
    pub health: i16,
    /// The most health it can have.
    pub most: i16,
    pub piece: PieceId,
    pub cell: Cell,
    pub keywords: u16,
    /// What its texts are worth beyond attack and health.
    pub texts: f32,
    /// When it loses some of its attack, and how much.
    pub fades_at: u32,
    pub fading: i16,
}

impl Fighter {
    pub const NOBODY: Self = Self {
        ready_at: 0,
        speed: 0,
        attack: 0,
        health: 0,
        most: 0,
        piece: PieceId::NONE,
        cell: Cell::NONE,
        keywords: 0,
        texts: 0.0,
        fades_at: u32::MAX,
        fading: 0,
    };

    /// A creature in play.
    #[inline]
    pub fn of(game: &Game<Mana>, state: &State<Mana>, id: PieceId) -> Self {
        let piece = state.piece(id);
        let hero = if state.kind[HERO].has(id) { HERO_BIT } else { 0 };
        Self {
            ready_at: piece.extra.ready_at,
            speed: clock::rest_of(game, state, id),
            attack: piece.attack_now(),
            health: piece.health_now(),
            most: piece.health_most(),
            piece: id,
            cell: piece.cell,
            keywords: piece.keywords_now() as u16 | hero,
            ..Self::NOBODY
        }
    }

    #[inline(always)]
    pub fn is_hero(&self) -> bool {
        self.keywords & HERO_BIT != 0
    }

    #[inline(always)]
    pub fn has(&self, keyword: u64) -> bool {
        self.keywords & keyword as u16 != 0
    }
}

/// The creatures of one side.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    fighters: [Fighter; LOCATIONS],
    len: usize,
}

impl Team {
    pub const EMPTY: Self = Self { fighters: [Fighter::NOBODY; LOCATIONS], len: 0 };

    /// The creatures of a seat.
    #[inline]
    pub fn of(game: &Game<Mana>, state: &State<Mana>, seat: Seat) -> Self {
        let mut team = Self::EMPTY;
        for id in (state.side[seat.at()] & creatures(state)) - state.dying {
            team.add(Fighter::of(game, state, id));
        }
        team
    }

    /// Adds a creature; false if there is no room.
    #[inline]
    pub fn add(&mut self, fighter: Fighter) -> bool {
        let has_room = self.len < LOCATIONS;
        if has_room {
            self.fighters[self.len] = fighter;
            self.len += 1;
        }
        has_room
    }

    /// Takes a creature out; the others keep their order.
    pub fn remove(&mut self, at: usize) {
        self.fighters.copy_within(at + 1..self.len, at);
        self.len -= 1;
    }

    #[inline(always)]
    pub fn all(&self) -> &[Fighter] {
        &self.fighters[..self.len]
    }

    #[inline(always)]
    pub fn all_mut(&mut self) -> &mut [Fighter] {
        &mut self.fighters[..self.len]
    }

    /// The place of a piece among them.
    #[inline]
    pub fn place(&self, piece: PieceId) -> Option<usize> {
        self.all().iter().position(|fighter| fighter.piece == piece)
    }
}

impl Scales {
    /// The value of a creature that is not a hero.
    #[inline(always)]
    pub fn value(&self, fighter: &Fighter) -> f32 {
        if fighter.health <= 0 {
            return 0.0;
        }
        fighter.attack as f32 * self.attack + fighter.health as f32 * self.health + fighter.texts
    }

    /// What the enemy gains when one creature hits another: all the creature is worth if it dies, else the attack.
    #[inline(always)]
    fn damage(&self, attacker: &Fighter, defender: &Fighter, hero: f32) -> f32 {
        if attacker.attack <= 0 {
            return 0.0;
        }
        if defender.has(SHIELDED) {
            return self.shield;
        }
        let is_hero = defender.is_hero();
        if attacker.attack >= defender.health || (attacker.has(VENOMOUS) && !is_hero) {
            if is_hero { hero } else { self.value(defender) }
        } else {
            attacker.attack as f32
        }
    }

    /// What an attack gains for the side of the attacker.
    #[inline(always)]
    pub fn trade(&self, attacker: &Fighter, defender: &Fighter) -> f32 {
        self.damage(attacker, defender, self.hero) - self.damage(defender, attacker, self.own_hero)
    }

    /// The best trade that any of the enemies could make against a creature.
    #[inline]
    pub fn vulnerability(&self, enemies: &Team, of: &Fighter) -> f32 {
        let mut worst = f32::NEG_INFINITY;
        for enemy in enemies.all() {
            if enemy.attack > 0 {
                worst = worst.max(self.trade(enemy, of));
            }
        }
        worst
    }
}
