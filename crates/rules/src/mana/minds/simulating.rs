//! The thesis' second player: for every card and target, and for doing nothing, it lets the match run on along a
//! timeline.
//!
//! Attacks and the place of the hero are found the same way. Unlike the thesis' player it expects both sides to go on
//! playing cards, judged by what is public: purses, production, the number of cards.

use cardwright_core::{Action, Cell, DefId, Group, PieceId, PieceSet, State};
use cardwright_effects::play::{self, TARGET};
use cardwright_effects::{Actions, Course, Mind, Outcome, Thought};

use super::super::actions::{ATTACK, DRAW, PLAY, RECALL, USE};
use super::super::clock;
use super::super::prices::Bargains;
use super::super::state::*;
use super::placing::{self, Needs};
use super::playouts::Playouts;
use super::timeline::{End, FOE, Guard, Measure, OWN, Timeline};
use super::trades::{Scales, Team};
use super::{
    SAMPLES, Thoughtful, Trial, WAIT, card_of, discard, each_action, has_rolled, heuristic, timers,
    with_trial,
};

pub const MIND: Mind<Mana> = Mind {
    name: "simulating",
    about: "lets the match run on for every card, target and attack, and does what ends best",
    weights: &[
        ("attack", 1.0),
        ("health", 1.0),
        ("hero", 1000.0),
        ("own_hero", 2000.0),
        ("shield", 2.0),
        ("hero_health", 0.35),
        ("won", 60.0),
        ("own_cards", 1.0),
        ("foe_cards", 1.0),
        ("mana", 1.2),
        ("texts", 2.0),
        ("own_flow", 0.4),
        ("foe_flow", 0.4),
        ("horizon", 45.0),
        ("fading", 15.0),
        ("eager", 3.0),
        ("hold", 10.0),
        ("soon", 20.0),
        ("hero_back", -1.0),
        ("worlds", 3.0),
        ("playout", 30.0),
        ("doubt", 2.0),
    ],
    eases: true,
    choose,
};

/// How much worse than doing nothing an ability that also draws a card may seem.
const CARD_BESIDES: f32 = 0.1;

/// The weights by their names.
struct Weights {
    measure: Measure,
    /// How much less a card may be worth than its mana would be on average.
    eager: f32,
    /// A creature that does not attack now does so after this many milliseconds.
    hold: u32,
    /// Enemies that are ready within this many milliseconds are a threat.
    soon: f32,
    /// What it is worth in itself that the hero stands behind.
    hero_back: f32,
    playouts: Playouts,
    /// By how much another action must do better in playouts than the one that the timeline prefers.
    doubt: f32,
}

impl Weights {
    fn read(weights: &[f64]) -> Self {
        let at = |place: usize| weights[place] as f32;
        let ms = |place: usize| (weights[place].clamp(0.0, 1e6) * 1000.0) as u32;
        Self {
            measure: Measure {
                scales: Scales { attack: at(0), health: at(1), hero: at(2), own_hero: at(3), shield: at(4) },
                hero_health: at(5),
                won: at(6).abs(),
                own_cards: at(7),
                foe_cards: at(8),
                mana: at(9),
                texts: at(10),
                own_flow: at(11),
                foe_flow: at(12),
                horizon: ms(13),
                fading: (at(14) * 1000.0).max(1.0),
            },
            eager: at(15),
            hold: ms(16),
            soon: (at(17) * 1000.0).max(1.0),
            hero_back: at(18),
            playouts: Playouts { worlds: weights[19].clamp(0.0, 64.0) as u32, length: ms(20) },
            doubt: at(21),
        }
    }
}

/// An action, and the score of the match as it would go on.
#[derive(Clone, Copy)]
struct Plan {
    action: Action,
    score: f32,
}

fn choose(thinking: &mut Thoughtful<'_>) -> Option<Action> {
    let weights = Weights::read(thinking.weights);
    let (game, view) = (thinking.game, thinking.view);
    let mut candidates = Vec::new();
    let usual =
        with_trial(game, view, |trial| Player::new(thinking, trial, &weights).choose(&mut candidates));
    if weights.playouts.worlds == 0 && thinking.easing.is_none() {
        return usual;
    }
    compared(thinking, &weights, usual, candidates)
}

/// The most candidates besides the usual action, waiting and what `heuristic` would do.
const CANDIDATES: usize = 4;

/// The action that does best in playouts: the usual one, unless another does clearly better.
fn compared(
    thinking: &mut Thoughtful<'_>,
    weights: &Weights,
    usual: Option<Action>,
    mut candidates: Vec<Plan>,
) -> Option<Action> {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    let Thoughtful { game, view, legal, .. } = *thinking;
    let other = heuristic::usual_choice(game, view, legal, thinking.dice, thinking.branches);
    let mut tried = vec![usual];
    let more = candidates.iter().map(|plan| Some(plan.action)).take(CANDIDATES);
    for candidate in [other, None].into_iter().chain(more) {
        if !tried.contains(&candidate) {
            tried.push(candidate);
        }
    }
    if tried.len() == 1 {
        return usual;
    }
    if thinking.easing.is_some() && !view.prompt.is_open() {
        return weights.playouts.eased(thinking, tried, &weights.measure);
    }
    weights.playouts.best(thinking, &tried, &weights.measure, weights.doubt)
}

/// All that one decision needs.
struct Player<'a, 'b, 'c, 'd> {
    thinking: &'a mut Thoughtful<'b>,
    trial: &'c mut Trial<'d>,
    weights: &'a Weights,
    base: Timeline,
    bargains: Bargains,
}

impl<'a, 'b, 'c, 'd> Player<'a, 'b, 'c, 'd> {
    fn new(thinking: &'a mut Thoughtful<'b>, trial: &'c mut Trial<'d>, weights: &'a Weights) -> Self {
        let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
        let base = Timeline::of(game, view, seat, &weights.measure);
        let bargains = Bargains::of(game, view, seat);
        Self { thinking, trial, weights, base, bargains }
    }

    /// The action that the timeline prefers; others that it looked at are noted.
    fn choose(mut self, candidates: &mut Vec<Plan>) -> Option<Action> {
        self.base.guard = self.best_guard();
        let idle = self.run(&self.base.clone());
        self.tell(DefId::HIDDEN, PieceId::NONE, &idle);
        let attack = self.best_attack(candidates);
        let now = self.best_now(&idle, candidates);
        let later = self.best_later(&idle);
        let card = now.filter(|plan| {
            plan.score + self.weights.eager + CARD_BESIDES > idle.score
                && later.is_none_or(|(score, _)| plan.score >= score)
        });
        let best = match (attack, card) {
            (Some(attack), Some(card)) => Some(if attack.score > card.score { attack } else { card }),
            (attack, card) => attack.or(card),
        };
        if let Some(plan) = best {
            return Some(plan.action);
        }
        if let Some(action) = self.arrange() {
            return Some(action);
        }
        let saves = later.is_some_and(|(score, devotion)| devotion && score > idle.score);
        let draw = self.thinking.legal.groups.iter().find(|group| group.verb == DRAW && !saves);
        draw.map(|group| group.nth(self.thinking.seat, 0)).or_else(|| discard(self.thinking))
    }

    fn run(&self, from: &Timeline) -> End {
        let mut timeline = *from;
        timeline.run(&self.weights.measure, &self.thinking.game.data.average, None)
    }

    fn tell(&mut self, card: DefId, target: PieceId, end: &End) {
        let now = self.thinking.view.now;
        if let Some(thoughts) = &mut self.thinking.thoughts {
            let after = end.at.saturating_sub(now);
            thoughts.push(Thought { card, target, outcome: end.outcome, after });
        }
    }

    /// Which creatures to keep behind: the hero, unless the match goes on better with it in front.
    fn best_guard(&self) -> Guard {
        if self.base.teams[OWN].all().len() < 3 {
            return Guard::Anybody;
        }
        let score = |guard: Guard| {
            let mut guarded = self.base;
            guarded.guard = guard;
            self.run(&guarded).score
        };
        let mut best = (score(Guard::Hero) + self.weights.hero_back, Guard::Hero);
        for guard in [Guard::Anybody, Guard::Minions] {
            let found = score(guard);
            if found > best.0 {
                best = (found, guard);
            }
        }
        best.1
    }

    /// The model of the position after an action.
    fn after(&mut self, action: Action) -> Timeline {
        let (game, seat) = (self.thinking.game, self.thinking.seat);
        let copy = self.trial.after(action, self.thinking.dice, self.thinking.branches);
        let mut model = Timeline::of(game, copy, seat, &self.weights.measure);
        model.guard = self.base.guard;
        model
    }

    /// The best attack, if some creature does better by attacking than by waiting.
    fn best_attack(&mut self, candidates: &mut Vec<Plan>) -> Option<Plan> {
        let (seat, legal) = (self.thinking.seat, self.thinking.legal);
        let mut best: Option<Plan> = None;
        for group in legal.groups.iter().filter(|group| group.verb == ATTACK) {
            let targets = PieceSet(group.sets[1].0 as u64);
            for attacker in PieceSet(group.sets[0].0 as u64) {
                let mut own: Option<Plan> = None;
                for target in targets {
                    let action = Action::new(seat, ATTACK, attacker.0).with(0, target.0);
                    let model = self.after(action);
                    let score = self.run(&model).score;
                    if own.is_none_or(|plan| score > plan.score) {
                        own = Some(Plan { action, score });
                    }
                }
                let mut held = self.base;
                if let Some(place) = held.teams[OWN].place(attacker) {
                    held.teams[OWN].all_mut()[place].ready_at = held.now.saturating_add(self.weights.hold);
                }
                let hold = self.run(&held).score;
                candidates.extend(own);
                if let Some(plan) = own.filter(|plan| plan.score > hold)
                    && best.is_none_or(|held| plan.score > held.score)
                {
                    best = Some(plan);
                }
            }
        }
        best
    }

    fn def_of(&self, group: &Group) -> DefId {
        let (game, view) = (self.thinking.game, self.thinking.view);
        match group.verb {
            USE => game.def(view.piece(PieceId(group.source)).def).knows[group.sets[0].first().at()],
            _ => view.card(card_of(view, self.thinking.seat, group)).def,
        }
    }

    /// Where a creature of this card would be played.
    fn place_of(&self, def: DefId) -> Cell {
        let unmovable = self.thinking.game.def(def).keywords & UNMOVABLE != 0;
        placing::newcomer(&self.base.teams[OWN], self.thinking.seat, unmovable)
    }

    /// The best card or ability that can be paid now.
    fn best_now(&mut self, idle: &End, candidates: &mut Vec<Plan>) -> Option<Plan> {
        let (game, view, seat, legal) =
            (self.thinking.game, self.thinking.view, self.thinking.seat, self.thinking.legal);
        let mut best: Option<Plan> = None;
        for group in legal.groups.iter().filter(|group| matches!(group.verb, PLAY | RECALL | USE)) {
            let def = self.def_of(group);
            let place = self.place_of(def);
            let is_minion = game.def(def).kind as usize == MINION;
            let is_event = game.def(def).kind as usize == EVENT;
            let mut of_group: Option<Plan> = None;
            each_action(game, view, seat, group, place, |action| {
                let end = self.outcome_of(action, is_minion);
                self.tell(def, PieceId(action.choices[TARGET as usize]), &end);
                // A spell or an ability that changes nothing is kept for a better moment; one that also brings a card
                // is as good as drawing.
                let draws =
                    group.verb == USE && self.trial.copy.zone_len(seat, HAND) > view.zone_len(seat, HAND);
                let is_better = end.score > idle.score - if draws { CARD_BESIDES } else { 0.0 };
                let slack = if is_minion || is_event { 0.0 } else { self.weights.eager };
                let score = end.score - slack;
                if of_group.is_none_or(|plan| score > plan.score) {
                    of_group = Some(Plan { action, score });
                }
                if (is_minion || is_event || is_better) && best.is_none_or(|plan| score > plan.score) {
                    best = Some(Plan { action, score });
                }
            });
            candidates.extend(of_group);
        }
        best
    }

    /// How the match goes on after a card that is played now.
    fn outcome_of(&mut self, action: Action, is_minion: bool) -> End {
        let before = self.thinking.dice.clone();
        let mut end = self.sample(action, is_minion);
        if has_rolled(&before, self.thinking.dice) {
            for _ in 1..SAMPLES {
                end.score += self.sample(action, is_minion).score;
            }
            end.score /= SAMPLES as f32;
        }
        end
    }

    fn sample(&mut self, action: Action, is_minion: bool) -> End {
        let model = self.after(action);
        let (game, view, seat) = (self.thinking.game, self.thinking.view, self.thinking.seat);
        if self.trial.copy.is_over {
            let outcome = Mana::outcome(self.trial.copy, seat).unwrap_or(Outcome::Drawn);
            let score = match outcome {
                Outcome::Won => self.weights.measure.won * 2.0,
                Outcome::Lost => self.weights.measure.won * -2.0,
                Outcome::Drawn => 0.0,
            };
            return End { outcome, at: view.now, score, is_reached: true };
        }
        if is_minion || timers(self.trial.copy) <= timers(view) {
            return self.run(&model);
        }
        // The text takes effect only later: both positions go on by themselves for a while.
        let then = view.now + WAIT;
        let later = |state: &mut State<Mana>, dice: &mut cardwright_core::Dice| {
            play::advance(game, state, then, dice, None, None);
            Timeline::of(game, state, seat, &self.weights.measure)
        };
        let after = later(self.trial.copy, self.thinking.dice);
        let before = later(self.trial.fresh(), self.thinking.dice);
        let mut change = before.change(&after, then);
        let mut paid = self.base;
        for side in [OWN, FOE] {
            change.leave_purses(side);
            paid.flows[side].mana = model.flows[side].mana;
            paid.flows[side].cards = model.flows[side].cards;
        }
        let average = &self.thinking.game.data.average;
        paid.run(&self.weights.measure, average, Some(&change))
    }

    /// The best card that cannot be paid yet, and whether it needs devotion.
    fn best_later(&mut self, idle: &End) -> Option<(f32, bool)> {
        let (game, view, seat) = (self.thinking.game, self.thinking.view, self.thinking.seat);
        let mut best: Option<(f32, bool)> = None;
        let hand = view.zone(seat, HAND);
        let mut waits = [(0u32, [0i16; 8]); 16];
        let mut any = false;
        for (place, &id) in hand.iter().enumerate().take(16) {
            let price = self.bargains.price(game, view, id);
            let at = clock::affordable_at(game, view, seat, &price);
            let within = at.filter(|&at| at > view.now && at < view.now + self.weights.measure.horizon);
            waits[place] = (within.unwrap_or(0), price);
            any |= within.is_some();
        }
        if !any {
            return None;
        }
        let rich = self.trial.fresh();
        rich.seats[seat.at()].resources[..PURSE].fill(PURSE_MOST);
        let mut groups = Vec::new();
        Mana::groups(game, rich, seat, &mut groups);
        for group in groups.iter().filter(|group| group.verb == PLAY) {
            let (at, price) = waits[(group.source as usize).min(15)];
            if at == 0 {
                continue;
            }
            let def = self.def_of(group);
            let place = self.place_of(def);
            let is_minion = game.def(def).kind as usize == MINION;
            each_action(game, view, seat, group, place, |action| {
                let copy = self.trial.fresh();
                copy.seats[seat.at()].resources[..PURSE].fill(PURSE_MOST);
                *self.thinking.branches += 1;
                play::apply(game, copy, action, self.thinking.dice, None, None);
                let mut after = Timeline::of(game, copy, seat, &self.weights.measure);
                let mana: i16 = price[..SCHOOLS].iter().sum();
                after.flows[OWN].mana = self.base.flows[OWN].mana - mana as f32;
                after.flows[OWN].cards = self.base.flows[OWN].cards - 1.0 - price[DEVOTION] as f32;
                let change = self.base.change(&after, at);
                let mut timeline = self.base;
                let average = &self.thinking.game.data.average;
                let end = timeline.run(&self.weights.measure, average, Some(&change));
                if !end.is_reached {
                    return;
                }
                self.tell(def, PieceId(action.choices[TARGET as usize]), &end);
                let score = if is_minion { end.score } else { end.score - self.weights.eager };
                if score > idle.score && best.is_none_or(|(held, _)| score > held) {
                    best = Some((score, price[DEVOTION] > 0));
                }
            });
        }
        best
    }

    /// The next move towards the order of creatures: those threatened soonest and worst come first.
    fn arrange(&mut self) -> Option<Action> {
        let seat = self.thinking.seat;
        let guard = self.base.guard;
        let weights = self.weights;
        let wanted = move |own: &Team, enemies: &Team, now: u32| -> Option<Action> {
            placing::next_move(own, &needs(weights, own, enemies, guard, now)?, seat)
        };
        let view = self.thinking.view;
        let action = wanted(&self.base.teams[OWN], &self.base.teams[FOE], view.now)?;
        let again = |game: &cardwright_effects::Game<Mana>, state: &State<Mana>| {
            wanted(&Team::of(game, state, seat), &Team::of(game, state, foe(seat)), state.now)
        };
        placing::is_settled(self.thinking, self.trial, action, again).then_some(action)
    }
}

/// What each creature gains by being protected from enemies that walk and are ready soon.
fn needs(weights: &Weights, own: &Team, enemies: &Team, guard: Guard, now: u32) -> Option<Needs> {
    if own.all().len() < 3 {
        return None;
    }
    let mut needs = [0.0; LOCATIONS];
    for (need, fighter) in needs.iter_mut().zip(own.all()) {
        if fighter.is_hero() && guard != Guard::Anybody {
            *need = if guard == Guard::Hero { f32::INFINITY } else { f32::NEG_INFINITY };
            continue;
        }
        for enemy in enemies.all().iter().filter(|enemy| enemy.attack > 0 && !enemy.has(FLYING)) {
            let wait = enemy.ready_at.saturating_sub(now) as f32 / weights.soon;
            let trade = weights.measure.scales.trade(enemy, fighter).max(0.0);
            *need = need.max(trade / (1.0 + wait));
        }
    }
    Some(needs)
}
