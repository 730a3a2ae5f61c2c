//! The thesis' first player: it looks at what every move gains at once, and no further.
//!
//! It attacks with the best trade that gains something, keeps the most vulnerable creatures behind the others, plays
//! minions by rising cost, and plays spells that are worth more than every minion in hand.

use std::cell::OnceCell;
use std::sync::LazyLock;

use cardwright_core::{Action, Cell, Dice, Group, PieceId, PieceSet, Seat, State};
use cardwright_effects::play::TARGET;
use cardwright_effects::{Course, Game, Legal, Mind, Outcome};

use super::super::actions::{ATTACK, DRAW, PLAY, RECALL, USE};
use super::super::prices::Bargains;
use super::super::state::*;
use super::placing::{self, Needs};
use super::sketch::{Rates, Sketch};
use super::trades::{Fighter, Scales, Team};
use super::{
    SAMPLES, Thoughtful, Trial, WAIT, card_of, discard, each_action, has_rolled, timers, with_trial,
};

pub const MIND: Mind<Mana> = Mind {
    name: "heuristic",
    about: "takes what gains most at once: the best trade, the cheapest minion, a spell that is worth more",
    weights: &[
        ("attack", 1.0),
        ("health", 1.0),
        ("hero", 1000.0),
        ("own_hero", 2000.0),
        ("shield", 2.0),
        ("rest", 0.5),
        ("own_cards", 2.0),
        ("foe_cards", 2.0),
        ("mana", 0.5),
        ("devotion", 1.5),
    ],
    eases: false,
    choose,
};

static USUAL: LazyLock<Vec<f64>> = LazyLock::new(|| MIND.weights.iter().map(|&(_, weight)| weight).collect());

/// What this player would do with its usual weights.
pub fn usual_choice(
    game: &Game<Mana>,
    view: &State<Mana>,
    legal: &Legal,
    dice: &mut Dice,
    branches: &mut u64,
) -> Option<Action> {
    let (seat, weights) = (legal.seat, &USUAL[..]);
    choose(&mut Thoughtful { game, view, seat, legal, weights, dice, branches, easing: None, thoughts: None })
}

/// The weights by their names.
struct Weights {
    scales: Scales,
    rest: f32,
    own_cards: f32,
    foe_cards: f32,
    mana: f32,
    devotion: f32,
    /// Rates for the most that a text can bring.
    rates: Rates,
    /// The worth of the view, once it was computed.
    before: OnceCell<f32>,
}

impl Weights {
    fn read(weights: &[f64]) -> Self {
        let at = |place: usize| weights[place] as f32;
        Self {
            scales: Scales { attack: at(0), health: at(1), hero: at(2), own_hero: at(3), shield: at(4) },
            rest: at(5),
            own_cards: at(6),
            foe_cards: at(7),
            mana: at(8),
            devotion: at(9),
            rates: Rates { card: at(6).max(at(7)), unit: at(8).max(at(9)), rest: at(5) },
            before: OnceCell::new(),
        }
    }
}

fn choose(thinking: &mut Thoughtful<'_>) -> Option<Action> {
    let weights = Weights::read(thinking.weights);
    let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
    let own = Team::of(game, view, seat);
    let enemies = Team::of(game, view, foe(seat));
    if let Some(action) = best_attack(thinking, &weights.scales, &own, &enemies) {
        return Some(action);
    }
    with_trial(game, view, |trial| {
        arrange(thinking, trial, &weights.scales, &own, &enemies)
            .or_else(|| play_card(thinking, trial, &weights, &own, &enemies))
            .or_else(|| use_or_draw(thinking, trial, &weights, &own, &enemies))
            .or_else(|| discard(thinking))
    })
}

/// The attack with the best trade, if it gains anything.
fn best_attack(thinking: &Thoughtful<'_>, scales: &Scales, own: &Team, enemies: &Team) -> Option<Action> {
    let mut best = (0.0, None);
    for group in thinking.legal.groups.iter().filter(|group| group.verb == ATTACK) {
        let (attackers, targets) = (PieceSet(group.sets[0].0 as u64), PieceSet(group.sets[1].0 as u64));
        for attacker in own.all().iter().filter(|fighter| attackers.has(fighter.piece)) {
            for target in enemies.all().iter().filter(|fighter| targets.has(fighter.piece)) {
                let trade = scales.trade(attacker, target);
                if trade > best.0 {
                    let attack = Action::new(thinking.seat, ATTACK, attacker.piece.0);
                    best = (trade, Some(attack.with(0, target.piece.0)));
                }
            }
        }
    }
    best.1
}

/// How vulnerable each creature of a team is; none if nothing threatens the team.
fn needs(scales: &Scales, own: &Team, enemies: &Team) -> Option<Needs> {
    let mut needs = [f32::NEG_INFINITY; LOCATIONS];
    for (need, fighter) in needs.iter_mut().zip(own.all()) {
        *need = scales.vulnerability(enemies, fighter);
    }
    needs.iter().any(|&need| need > f32::NEG_INFINITY).then_some(needs)
}

/// The next move towards the order of vulnerability.
fn arrange(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    scales: &Scales,
    own: &Team,
    enemies: &Team,
) -> Option<Action> {
    if own.all().len() < 3 {
        return None;
    }
    let seat = thinking.seat;
    let action = placing::next_move(own, &needs(scales, own, enemies)?, seat)?;
    let again = |game: &Game<Mana>, state: &State<Mana>| {
        let (own, enemies) = (Team::of(game, state, seat), Team::of(game, state, foe(seat)));
        placing::next_move(&own, &needs(scales, &own, &enemies)?, seat)
    };
    placing::is_settled(thinking, trial, action, again).then_some(action)
}

/// An event at once, else a spell that is worth more than every minion in hand, else the cheapest minion.
fn play_card(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    weights: &Weights,
    own: &Team,
    enemies: &Team,
) -> Option<Action> {
    let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
    let legal = thinking.legal;
    let is_play = |group: &&Group| matches!(group.verb, PLAY | RECALL);
    if !legal.groups.iter().any(|group| is_play(&group)) {
        return None;
    }
    let bargains = Bargains::of(game, view, seat);
    let mut cheapest: Option<(i16, &Group)> = None;
    let mut spells = false;
    for group in legal.groups.iter().filter(is_play) {
        let id = card_of(view, seat, group);
        match game.def(view.card(id).def).kind as usize {
            EVENT => return Some(group.nth(seat, 0)),
            MINION => {
                let price = bargains.price(game, view, id).iter().sum();
                if cheapest.is_none_or(|(least, _)| price < least) {
                    cheapest = Some((price, group));
                }
            }
            _ => spells = true,
        }
    }
    if spells {
        // RULE of this player: a spell must be worth more than every minion in hand.
        let mut best = (best_minion(game, view, seat, &weights.scales), None);
        for group in legal.groups.iter().filter(is_play) {
            let id = card_of(view, seat, group);
            if game.def(view.card(id).def).kind as usize == SPELL {
                let price = bargains.price(game, view, id);
                let sketch = &game.data.sketches[view.card(id).def.at()];
                each_action(game, view, seat, group, Cell::NONE, |action| {
                    if most(sketch, weights, own, enemies, action) <= best.0 {
                        return;
                    }
                    let worth = gain(thinking, trial, weights, action, &price, 1);
                    if worth > best.0 {
                        best = (worth, Some(action));
                    }
                });
            }
        }
        if best.1.is_some() {
            return best.1;
        }
    }
    let (_, group) = cheapest?;
    let id = card_of(view, seat, group);
    let printed = game.def(view.card(id).def);
    let location = placing::newcomer(own, seat, printed.keywords & UNMOVABLE != 0);
    if !printed.has_program() {
        return Some(group.nth(seat, 0).with(super::AT, location.0));
    }
    // The text may have choices, and it may lose the match.
    let price = bargains.price(game, view, id);
    let mut best = (-weights.scales.hero, None);
    each_action(game, view, seat, group, location, |action| {
        let worth = gain(thinking, trial, weights, action, &price, 1);
        if worth > best.0 {
            best = (worth, Some(action));
        }
    });
    best.1
}

/// What the best minion in hand is worth, whether it can be paid or not; 0 if there is none.
fn best_minion(game: &Game<Mana>, view: &State<Mana>, seat: Seat, scales: &Scales) -> f32 {
    let mut best = 0.0f32;
    for &id in view.zone(seat, HAND) {
        let printed = game.def(view.card(id).def);
        if printed.kind as usize == MINION {
            best = best.max(printed.attack as f32 * scales.attack + printed.health as f32 * scales.health);
        }
    }
    best
}

/// An ability that is worth more than a card, else a card if there is devotion to spare.
fn use_or_draw(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    weights: &Weights,
    own: &Team,
    enemies: &Team,
) -> Option<Action> {
    let (game, view, seat) = (thinking.game, thinking.view, thinking.seat);
    let legal = thinking.legal;
    let draw = legal.groups.iter().find(|group| group.verb == DRAW);
    let mut best = (0.0, None);
    for group in legal.groups.iter().filter(|group| group.verb == USE) {
        let user = PieceId(group.source);
        let known = game.def(view.piece(user).def).knows[group.sets[0].first().at()];
        let price = game.data.prices[known.at()];
        // Devotion that could buy a card must bring more than one.
        let spent = if draw.is_some() { price[DEVOTION] as f32 * weights.devotion } else { 0.0 };
        let mana: i16 = price[..SCHOOLS].iter().sum();
        let spent = spent + mana as f32 * weights.mana;
        let sketch = &game.data.sketches[known.at()];
        each_action(game, view, seat, group, Cell::NONE, |action| {
            if most(sketch, weights, own, enemies, action) - spent <= best.0 {
                return;
            }
            let worth = gain(thinking, trial, weights, action, &price, 0) - spent;
            if worth > best.0 {
                best = (worth, Some(action));
            }
        });
    }
    if best.1.is_some() {
        return best.1;
    }
    let action = draw?.nth(seat, 0);
    (!is_saving(game, view, seat)).then_some(action)
}

/// Whether a card in hand lacks only devotion, so that none is spent on drawing.
fn is_saving(game: &Game<Mana>, view: &State<Mana>, seat: Seat) -> bool {
    let held = &view.seats[seat.at()].resources;
    view.zone(seat, HAND).iter().any(|&id| {
        let price = &game.data.prices[view.card(id).def.at()];
        price[DEVOTION] > held[DEVOTION] && (0..SCHOOLS).all(|school| price[school] <= held[school])
    })
}

/// The most that an action can gain, as far as its text tells.
fn most(sketch: &Option<Sketch>, weights: &Weights, own: &Team, enemies: &Team, action: Action) -> f32 {
    let Some(sketch) = sketch else { return f32::INFINITY };
    let piece = PieceId(action.choices[TARGET as usize]);
    let find = |team: &Team| team.place(piece);
    let chosen = match (find(own), find(enemies)) {
        (Some(place), _) => Some((&own.all()[place], true)),
        (_, place) => place.map(|place| (&enemies.all()[place], false)),
    };
    sketch.most(&weights.scales, &weights.rates, own, enemies, chosen)
}

/// What an action gains, its price aside: tried on a copy of the view.
fn gain(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    weights: &Weights,
    action: Action,
    price: &[i16; 8],
    cards: usize,
) -> f32 {
    let paid = Paid { seat: thinking.seat, price, cards };
    let first = tried(thinking, trial, weights, action, &paid);
    if !first.1 {
        return first.0;
    }
    let mut sum = first.0;
    for _ in 1..SAMPLES {
        sum += tried(thinking, trial, weights, action, &paid).0;
    }
    sum / SAMPLES as f32
}

/// What an action costs the seat that acts: it is not counted as a loss.
struct Paid<'a> {
    seat: Seat,
    price: &'a [i16; 8],
    cards: usize,
}

/// What an action gained, and whether dice were rolled.
fn tried(
    thinking: &mut Thoughtful<'_>,
    trial: &mut Trial<'_>,
    weights: &Weights,
    action: Action,
    paid: &Paid<'_>,
) -> (f32, bool) {
    let (game, view) = (thinking.game, thinking.view);
    let dice = thinking.dice.clone();
    let copy = trial.after(action, thinking.dice, thinking.branches);
    let rolled = has_rolled(&dice, thinking.dice);
    let (before, mut after);
    if timers(view) >= timers(copy) {
        after = standing(game, copy, paid.seat, weights);
        before = *weights.before.get_or_init(|| standing(game, view, paid.seat, weights));
    } else {
        // The text takes effect only later: both positions go on by themselves for a while.
        after = later(game, copy, paid.seat, weights, thinking.dice);
        before = later(game, trial.fresh(), paid.seat, weights, thinking.dice);
    }
    after += weights.own_cards * paid.cards as f32;
    after += paid.price.iter().map(|&amount| amount as f32).sum::<f32>() * weights.mana;
    (after - before, rolled)
}

/// What a position is worth after it went on by itself for a while.
fn later(game: &Game<Mana>, state: &mut State<Mana>, seat: Seat, weights: &Weights, dice: &mut Dice) -> f32 {
    let then = state.now + WAIT;
    cardwright_effects::play::advance(game, state, then, dice, None, None);
    standing(game, state, seat, weights)
}

/// What a position is worth to a seat: creatures, the heroes' health, rest, cards and mana.
fn standing(game: &Game<Mana>, state: &State<Mana>, seat: Seat, weights: &Weights) -> f32 {
    if state.is_over {
        return match Mana::outcome(state, seat) {
            Some(Outcome::Won) => weights.scales.hero,
            Some(Outcome::Lost) => -weights.scales.own_hero,
            _ => 0.0,
        };
    }
    let mut sum = 0.0;
    for owner in [seat, foe(seat)] {
        let mut side = 0.0;
        for id in (state.side[owner.at()] & creatures(state)) - state.dying {
            let fighter = Fighter::of(game, state, id);
            side +=
                fighter.attack as f32 * weights.scales.attack + fighter.health as f32 * weights.scales.health;
            if fighter.has(SHIELDED) {
                side += weights.scales.shield;
            }
            if fighter.ready_at > state.now && fighter.speed > 0 {
                let rest = (fighter.ready_at - state.now) as f32 / fighter.speed as f32;
                side -= weights.rest * rest * fighter.attack as f32;
            }
        }
        let purse: i32 = state.seats[owner.at()].resources[..PURSE].iter().map(|&held| held as i32).sum();
        side += weights.mana * purse as f32;
        let cards = state.zone_len(owner, HAND) as f32;
        if owner == seat {
            sum += side + weights.own_cards * cards;
        } else {
            sum -= side + weights.foe_cards * cards;
        }
    }
    sum
}
