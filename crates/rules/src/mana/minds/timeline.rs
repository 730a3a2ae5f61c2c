//! A fight that goes on by itself: creatures attack in the order in which they become ready, both sides go on
//! playing, and one card is played when it can be paid.

#[cfg(test)]
mod tests;

use cardwright_core::{InForceSort, PieceSet, Seat, State};
use cardwright_effects::{Game, Outcome};

use super::super::state::*;
pub use super::flow::{Average, Flow};
use super::trades::{Fighter, Scales, Team};

/// The side that thinks, and the other side.
pub const OWN: usize = 0;
pub const FOE: usize = 1;

/// The most blows in one run.
const BLOWS_MOST: usize = 400;

/// How a run is weighed.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub scales: Scales,
    /// A point of a hero's health.
    pub hero_health: f32,
    /// A match won, or lost.
    pub won: f32,
    pub own_cards: f32,
    pub foe_cards: f32,
    /// A unit not spent.
    pub mana: f32,
    /// Each text of a creature.
    pub texts: f32,
    /// How much it counts what each side will play.
    pub own_flow: f32,
    pub foe_flow: f32,
    /// How many milliseconds ahead it looks, and after how many something counts less by a factor of e.
    pub horizon: u32,
    pub fading: f32,
}

/// Which creatures a side keeps back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The most vulnerable, whichever they are.
    Anybody,
    /// The hero first.
    Hero,
    /// The hero last: it stands in front.
    Minions,
}

/// What a card changes in a timeline.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub at: u32,
    /// Creatures that are there before and after, as they were and as they are.
    kept: [[(Fighter, Fighter); LOCATIONS]; 2],
    kept_len: [usize; 2],
    gone: PieceSet,
    come: [Team; 2],
    mana: [f32; 2],
    cards: [f32; 2],
    now: u32,
}

impl Change {
    /// Ignores the changes in the purse and the hand of a side.
    pub fn leave_purses(&mut self, side: usize) {
        self.mana[side] = 0.0;
        self.cards[side] = 0.0;
    }
}

/// The model of a position.
#[derive(Clone, Copy, Debug)]
pub struct Timeline {
    pub now: u32,
    pub teams: [Team; 2],
    pub flows: [Flow; 2],
    pub guard: Guard,
    /// By side, as bits of places: creatures that found nobody to attack since the last change; creatures taken for
    /// protected.
    waiting: [u8; 2],
    protected: [u8; 2],
    /// The protected creatures must be guessed again.
    is_stale: bool,
    turn: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    pub outcome: Outcome,
    /// When, in milliseconds of the match.
    pub at: u32,
    /// What was on the table on the way; what was there sooner counts more.
    pub score: f32,
    /// Whether the card was reached.
    pub is_reached: bool,
}

impl Timeline {
    /// The model of a position, seen from a seat.
    pub fn of(game: &Game<Mana>, state: &State<Mana>, seat: Seat, measure: &Measure) -> Self {
        let team = |seat: Seat| {
            let mut team = Team::of(game, state, seat);
            for fighter in team.all_mut() {
                let printed = game.def(state.piece(fighter.piece).def);
                let texts = printed.abilities.len() + printed.auras.len() + printed.knows.len();
                fighter.texts = texts as f32 * measure.texts;
            }
            team
        };
        let mut teams = [team(seat), team(foe(seat))];
        for effect in state.effects_in_force() {
            if effect.sort == InForceSort::Loan && effect.until != u32::MAX && effect.attack != 0 {
                for team in &mut teams {
                    for fighter in team.all_mut() {
                        if effect.pieces.has(fighter.piece) {
                            fighter.fading = fighter.fading.saturating_add(effect.attack);
                            fighter.fades_at = if fighter.fades_at == u32::MAX {
                                effect.until
                            } else {
                                fighter.fades_at.max(effect.until)
                            };
                        }
                    }
                }
            }
        }
        Self {
            now: state.now,
            teams,
            flows: [
                Flow::of(game, state, seat, measure.own_flow),
                Flow::of(game, state, foe(seat), measure.foe_flow),
            ],
            guard: Guard::Anybody,
            waiting: [0; 2],
            protected: [0; 2],
            is_stale: true,
            turn: OWN,
        }
    }

    /// What a card changes: the difference between two models of one moment.
    pub fn change(&self, after: &Self, at: u32) -> Change {
        let mut change = Change {
            at,
            kept: [[(Fighter::NOBODY, Fighter::NOBODY); LOCATIONS]; 2],
            kept_len: [0; 2],
            gone: PieceSet::EMPTY,
            come: [Team::EMPTY; 2],
            mana: [0.0; 2],
            cards: [0.0; 2],
            now: self.now,
        };
        for side in [OWN, FOE] {
            for fighter in self.teams[side].all() {
                match after.teams[side].place(fighter.piece) {
                    None => change.gone.insert(fighter.piece),
                    Some(place) => {
                        let now = after.teams[side].all()[place];
                        change.kept[side][change.kept_len[side]] = (*fighter, now);
                        change.kept_len[side] += 1;
                    }
                }
            }
            for fighter in after.teams[side].all() {
                if self.teams[side].place(fighter.piece).is_none() {
                    change.come[side].add(*fighter);
                }
            }
            change.mana[side] = after.flows[side].mana - self.flows[side].mana;
            change.cards[side] = after.flows[side].cards - self.flows[side].cards;
        }
        change
    }

    fn apply(&mut self, change: &Change) {
        let passed = self.now.saturating_sub(change.now);
        for side in [OWN, FOE] {
            let team = &mut self.teams[side];
            for (before, after) in &change.kept[side][..change.kept_len[side]] {
                if let Some(place) = team.place(before.piece) {
                    let fighter = &mut team.all_mut()[place];
                    let attack = after.attack.saturating_sub(before.attack);
                    fighter.attack = fighter.attack.saturating_add(attack).max(0);
                    let most = after.most.saturating_sub(before.most);
                    fighter.most = fighter.most.saturating_add(most);
                    let health = after.health.saturating_sub(before.health);
                    fighter.health = fighter.health.saturating_add(health).min(fighter.most);
                    fighter.keywords = fighter.keywords & !(before.keywords & !after.keywords)
                        | (after.keywords & !before.keywords);
                    if after.ready_at > before.ready_at {
                        fighter.ready_at = fighter.ready_at.max(after.ready_at.saturating_add(passed));
                    } else if after.ready_at < before.ready_at {
                        fighter.ready_at = fighter.ready_at.min(self.now);
                    }
                    if after.fading != before.fading && after.fades_at != u32::MAX {
                        fighter.fading = after.fading;
                        fighter.fades_at = after.fades_at.saturating_add(passed);
                    }
                }
            }
            for piece in change.gone {
                if let Some(place) = team.place(piece) {
                    team.remove(place);
                }
            }
            for fighter in change.come[side].all() {
                team.add(Fighter { ready_at: fighter.ready_at.saturating_add(passed), ..*fighter });
            }
            self.flows[side].count(self.now);
            self.flows[side].mana += change.mana[side];
            self.flows[side].cards = (self.flows[side].cards + change.cards[side]).max(0.0);
            self.clear_dead(side);
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.waiting = [0; 2];
        self.is_stale = true;
    }

    /// Takes out the minions that are dead; a dead hero stays and ends the run.
    fn clear_dead(&mut self, side: usize) {
        let team = &mut self.teams[side];
        let mut at = 0;
        while at < team.all().len() {
            let fighter = &team.all()[at];
            if fighter.health <= 0 && !fighter.is_hero() {
                team.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// The worth of what is on the table: creatures, the heroes' health, cards and mana.
    fn balance(&self, measure: &Measure) -> f32 {
        let side = |team: &Team| {
            let mut sum = 0.0;
            for fighter in team.all() {
                sum += fighter.attack as f32 * measure.scales.attack + fighter.texts;
                sum += fighter.health as f32
                    * if fighter.is_hero() { measure.hero_health } else { measure.scales.health };
                if fighter.has(SHIELDED) {
                    sum += measure.scales.shield;
                }
            }
            sum
        };
        let [own, foe] = &self.flows;
        side(&self.teams[OWN]) - side(&self.teams[FOE]) + own.cards * measure.own_cards
            - foe.cards * measure.foe_cards
            + (own.mana - foe.mana) * measure.mana
    }

    fn loser(&self) -> Option<Outcome> {
        let is_dead = |team: &Team| team.all().iter().any(|fighter| fighter.is_hero() && fighter.health <= 0);
        match (is_dead(&self.teams[OWN]), is_dead(&self.teams[FOE])) {
            (true, true) => Some(Outcome::Drawn),
            (true, false) => Some(Outcome::Lost),
            (false, true) => Some(Outcome::Won),
            _ => None,
        }
    }

    /// Guesses which creatures are protected: the most vulnerable 1 of 3 or 4, 2 of 5, 3 of 6.
    fn guess(&mut self, measure: &Measure) {
        self.is_stale = false;
        for side in [OWN, FOE] {
            let (team, enemies) = (&self.teams[side], &self.teams[1 - side]);
            let room = [0, 0, 0, 1, 1, 2, 3][team.all().len()];
            self.protected[side] = 0;
            if room == 0 {
                continue;
            }
            let guard = if side == OWN { self.guard } else { Guard::Anybody };
            let mut needs = [0.0; LOCATIONS];
            for (need, fighter) in needs.iter_mut().zip(team.all()) {
                *need = match guard {
                    Guard::Hero if fighter.is_hero() => f32::INFINITY,
                    Guard::Minions if fighter.is_hero() => f32::NEG_INFINITY,
                    _ => measure.scales.vulnerability(enemies, fighter),
                };
            }
            for _ in 0..room {
                let mut best: Option<usize> = None;
                for at in 0..team.all().len() {
                    if self.protected[side] >> at & 1 == 0 && best.is_none_or(|held| needs[at] > needs[held])
                    {
                        best = Some(at);
                    }
                }
                self.protected[side] |= best.map_or(0, |at| 1 << at);
            }
        }
    }

    /// The best target of a creature, if an attack gains something.
    fn target(&self, side: usize, at: usize, measure: &Measure) -> Option<usize> {
        let attacker = &self.teams[side].all()[at];
        let open = if attacker.has(FLYING) { 0 } else { self.protected[1 - side] };
        let mut best = (0.0, None);
        for (place, defender) in self.teams[1 - side].all().iter().enumerate() {
            if open >> place & 1 == 0 {
                let trade = measure.scales.trade(attacker, defender);
                if trade > best.0 {
                    best = (trade, Some(place));
                }
            }
        }
        best.1
    }

    /// One creature attacks another.
    fn strike(&mut self, side: usize, at: usize, target: usize) {
        let mut attacker = self.teams[side].all()[at];
        let mut defender = self.teams[1 - side].all()[target];
        let (there, back) = (hit(&attacker, &mut defender), hit(&defender, &mut attacker));
        attacker.ready_at = self.now.saturating_add(attacker.speed.max(1));
        self.teams[side].all_mut()[at] = attacker;
        self.teams[1 - side].all_mut()[target] = defender;
        self.drain(side, &attacker, there);
        self.drain(1 - side, &defender, back);
        self.clear_dead(side);
        self.clear_dead(1 - side);
        self.changed();
    }

    fn drain(&mut self, side: usize, by: &Fighter, dealt: i16) {
        if dealt > 0
            && by.has(LIFESTEAL)
            && let Some(hero) = self.teams[side].all_mut().iter_mut().find(|fighter| fighter.is_hero())
            && hero.health > 0
        {
            hero.health = hero.health.saturating_add(dealt).min(hero.most.max(hero.health));
        }
    }

    /// Runs on until a hero is dead, or no creature can or wants to attack and nothing is to come, or the horizon is
    /// reached.
    pub fn run(&mut self, measure: &Measure, average: &Average, card: Option<&Change>) -> End {
        let start = self.now;
        let end = start.saturating_add(measure.horizon);
        let mut card = card;
        let mut is_reached = false;
        let mut score = 0.0;
        // The part of the whole weight of time that is left.
        let mut weight = 1.0f32;
        let mut balance = self.balance(measure);
        let mut outcome = Outcome::Drawn;
        for _ in 0..BLOWS_MOST {
            if let Some(ended) = self.loser() {
                outcome = ended;
                balance = match ended {
                    Outcome::Won => measure.won + balance.clamp(-measure.won / 2.0, measure.won / 2.0),
                    Outcome::Lost => balance.clamp(-measure.won / 2.0, measure.won / 2.0) - measure.won,
                    Outcome::Drawn => 0.0,
                };
                break;
            }
            let Some((at, step)) = self.next(average, card).filter(|&(at, _)| at <= end) else {
                break;
            };
            if at > self.now {
                let left = faded((at - start) as f32 / measure.fading);
                score += balance * (weight - left);
                weight = left;
                self.now = at;
            }
            match step {
                Step::Acts(side, place) => {
                    if self.is_stale {
                        self.guess(measure);
                    }
                    match self.target(side, place, measure) {
                        Some(target) => {
                            self.turn = 1 - side;
                            self.strike(side, place, target);
                        }
                        None => {
                            self.waiting[side] |= 1 << place;
                            continue;
                        }
                    }
                }
                Step::Fades(side, place) => {
                    let fighter = &mut self.teams[side].all_mut()[place];
                    fighter.attack = fighter.attack.saturating_sub(fighter.fading).max(0);
                    fighter.fading = 0;
                    fighter.fades_at = u32::MAX;
                    self.changed();
                }
                Step::Comes(side) => {
                    self.reinforce(side, average);
                    self.changed();
                }
                Step::Card => {
                    if let Some(change) = card.take() {
                        is_reached = true;
                        self.apply(change);
                    }
                }
            }
            balance = self.balance(measure);
        }
        score += balance * weight;
        End { outcome, at: self.now, score, is_reached }
    }

    fn reinforce(&mut self, side: usize, average: &Average) {
        let flow = &mut self.flows[side];
        flow.count(self.now);
        flow.mana -= average.cost;
        flow.cards -= 1.0;
        let (attack, health) = (average.attack.round() as i16, average.health.round() as i16);
        self.teams[side].add(Fighter {
            attack,
            health,
            most: health,
            speed: USUAL_SPEED,
            ready_at: self.now.saturating_add(USUAL_SPEED),
            ..Fighter::NOBODY
        });
    }

    /// What happens next, and when.
    fn next(&self, average: &Average, card: Option<&Change>) -> Option<(u32, Step)> {
        let mut soonest = (u32::MAX, None);
        for side in [self.turn, 1 - self.turn] {
            for (at, fighter) in self.teams[side].all().iter().enumerate() {
                if fighter.attack > 0 && self.waiting[side] >> at & 1 == 0 {
                    let mut when = fighter.ready_at;
                    if when < self.now {
                        when = self.now;
                    }
                    if when < soonest.0 {
                        soonest = (when, Some(Step::Acts(side, at)));
                    }
                }
                if fighter.fades_at < soonest.0 {
                    soonest = (fighter.fades_at.max(self.now), Some(Step::Fades(side, at)));
                }
            }
            if self.teams[side].all().len() < LOCATIONS {
                let when = self.flows[side].next_at(average.cost).max(self.now);
                if when < soonest.0 {
                    soonest = (when, Some(Step::Comes(side)));
                }
            }
        }
        if let Some(change) = card
            && change.at.max(self.now) <= soonest.0
        {
            soonest = (change.at.max(self.now), Some(Step::Card));
        }
        soonest.1.map(|step| (soonest.0, step))
    }
}

/// What happens next in a run.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A creature is ready.
    Acts(usize, usize),
    /// A loan of attack ends.
    Fades(usize, usize),
    /// A side plays the average card.
    Comes(usize),
    /// The card in question is played.
    Card,
}

/// How much something counts after fading this many times: close to a power of e, and the same on every machine.
fn faded(times: f32) -> f32 {
    let once = 1.0 + times / 8.0;
    let twice = once * once;
    let four = twice * twice;
    1.0 / (four * four)
}

/// One blow; returns the damage dealt.
fn hit(by: &Fighter, to: &mut Fighter) -> i16 {
    if by.attack <= 0 {
        return 0;
    }
    if to.has(SHIELDED) {
        to.keywords &= !(SHIELDED as u16);
        return 0;
    }
    to.health = if by.has(VENOMOUS) && !to.is_hero() { 0 } else { to.health.saturating_sub(by.attack) };
    by.attack
}
