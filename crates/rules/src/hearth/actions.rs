//! What a player may do, and what each action begins.

use cardwright_core::{
    ARRIVED, Action, Cell, CellSet, DefId, Frame, Group, Means, Options, PieceId, PieceSet, Seat, State,
    VerbSpec, What,
};
use cardwright_effects::legal::hindrances;
use cardwright_effects::options;
use cardwright_effects::play::{self, AT, TARGET, answer, push_play};
use cardwright_effects::prices::Prices;
use cardwright_effects::query::matching;
use cardwright_effects::{Actions, Ctx, Game, Moment, turns};

use super::course;
use super::places::open_row;
use super::reactions::lay_down_weapon;
use super::state::*;

pub const PLAY: u8 = 0;
pub const ATTACK: u8 = 1;
pub const USE_POWER: u8 = 2;
pub const END: u8 = 3;
pub const REDRAW: u8 = 4;
pub const CHOOSE: u8 = 5;

type Table = State<Hearth>;

impl Actions for Hearth {
    const VERBS: &'static [VerbSpec] = &[
        turns::PLAY,
        turns::ATTACK,
        VerbSpec::new("power", Means::Nothing, &[("", Means::Nothing), (">", Means::Piece)]),
        turns::END,
        VerbSpec::of_subset("mulligan"),
        turns::CHOOSE,
    ];

    /// Lists the legal actions of a seat.
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        if state.prompt.is_open() {
            out.push(turns::answers(state, CHOOSE));
            return;
        }
        if state.phase == MULLIGAN_PHASE {
            let held = state.zone_len(seat, HAND) as u8;
            out.push(Group::subset(REDRAW, held));
            return;
        }
        let mut table = Listing { game, state, seat, sight: None, places: places(state, seat) };
        let hand = state.zone(seat, HAND);
        let mut payable = payable(game, state, seat);
        while payable != 0 {
            let place = payable.trailing_zeros() as usize;
            payable &= payable - 1;
            if !play::is_repeated(state, &hand[..place], hand[place]) {
                table.list_play(Group::single(PLAY, place as u8), state.card(hand[place]).def, out);
            }
        }
        table.list_attacks(out);
        if power_hindrances(game, state, seat) == 0 {
            let printed = game.def(state.extra.powers[seat.at()]);
            let targets = || table.targets(POWER_CARD, printed.target, hero(seat));
            play::list_aimed(game, out, Group::single(USE_POWER, 0), printed, targets, false);
        }
        out.push(Group::single(END, 0));
    }

    /// The target of a minion's option, which depends on the option.
    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        let seat = prefix.seat;
        let printed = game.def(state.card(state.zone(seat, HAND)[prefix.source as usize]).def);
        let Some(query) = options::linked_query(printed, prefix) else { return (TARGET, Options::EMPTY) };
        let mut table = Listing { game, state, seat, sight: None, places: CellSet::EMPTY };
        (TARGET, table.targets(printed.kind as usize, query, PieceId::NONE).into())
    }

    /// Where the minion stands does not matter for its targets.
    fn linked_len(game: &Game<Self>, state: &State<Self>, seat: Seat, group: &Group) -> u32 {
        group.prefixes as u32 * Self::linked(game, state, &group.nth(seat, 0)).1.len()
    }

    /// Begins an action; the resolution follows.
    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        match action.verb {
            PLAY => play(cx, action),
            ATTACK => attack(cx, PieceId(action.source), PieceId(action.choices[0])),
            USE_POWER => use_power(cx, action.seat, PieceId(action.choices[TARGET as usize])),
            END => turns::end(cx, action.seat),
            REDRAW => course::choose_mulligan(cx, action.seat, action.mask),
            _ => answer(cx, action.source),
        }
    }

    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        let verb = if state.prompt.is_open() {
            CHOOSE
        } else if state.phase == MULLIGAN_PHASE {
            REDRAW
        } else {
            END
        };
        Some(Action::new(seat, verb, 0))
    }

    /// RULE: nobody chooses an enemy that has Stealth or is Immune.
    fn may_target(_: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        let target = state.piece(piece);
        target.owner == seat || target.keywords_now() & (STEALTH | IMMUNE) == 0
    }
}

/// What a seat may choose and attack, by the keywords of everybody in play.
pub struct Sight {
    /// Enemies that cannot be chosen or attacked.
    pub concealed: PieceSet,
    /// Those that no spell and no power may choose.
    pub elusive: PieceSet,
    /// Enemies that must be attacked first.
    pub taunters: PieceSet,
    /// Enemies that can be attacked unless somebody has Taunt.
    exposed: PieceSet,
}

impl Sight {
    /// The sight of a seat.
    #[inline]
    pub fn of(state: &Table, seat: Seat) -> Self {
        let (mut concealed, mut elusive, mut taunters) = (0u64, 0u64, 0u64);
        let there = characters(state);
        for id in there {
            let keywords = state.piece(id).keywords_now();
            concealed |= ((keywords & (STEALTH | IMMUNE) != 0) as u64) << id.0;
            elusive |= ((keywords & ELUSIVE != 0) as u64) << id.0;
            taunters |= ((keywords & TAUNT != 0) as u64) << id.0;
        }
        let enemies = there & state.side[foe(seat).at()];
        let concealed = PieceSet(concealed) & enemies;
        let exposed = enemies - concealed;
        Self { concealed, elusive: PieceSet(elusive), taunters: PieceSet(taunters) & exposed, exposed }
    }

    /// Those that may be attacked.
    ///
    /// RULE: a minion with Taunt must be attacked first, unless it is hidden by Stealth or Immune.
    #[inline(always)]
    pub fn attackable(&self) -> PieceSet {
        if self.taunters.any() { self.taunters } else { self.exposed }
    }
}

/// The places in hand of the cards that a seat can pay for, as bits.
#[inline]
fn payable(game: &Game<Hearth>, state: &Table, seat: Seat) -> u64 {
    let (hand, mana) = (state.zone(seat, HAND), state.resource(seat, MANA));
    let prices = Prices::of(game, state, seat);
    let mut payable = 0;
    for (place, &id) in hand.iter().enumerate() {
        let card = state.card(id);
        let brief = game.data.briefs[card.def.at()];
        let written = brief.cost + card.cost as i16;
        let cost = if prices.leave(game, card.def) {
            written.max(0)
        } else {
            prices.changed(game, state, seat, id, written)
        };
        payable |= ((cost <= mana) as u64) << place;
    }
    payable
}

/// The actions of one seat while they are listed.
struct Listing<'a> {
    game: &'a Game<Hearth>,
    state: &'a Table,
    seat: Seat,
    /// Looked up when it is first needed.
    sight: Option<Sight>,
    places: CellSet,
}

impl Listing<'_> {
    #[inline(always)]
    fn list_play(&mut self, group: Group, def: DefId, out: &mut Vec<Group>) {
        let brief = self.game.data.briefs[def.at()];
        let kind = brief.kind as usize;
        let group = match kind {
            MINION if self.places.is_empty() => return,
            MINION => group.choose(AT, self.places),
            SECRET if !may_lay_secret(self.state, self.seat, def) => return,
            _ if brief.needs_room && self.places.is_empty() => return,
            _ => group,
        };
        if brief.is_plain {
            out.push(group);
        } else {
            self.list_choices(group, kind, def, out);
        }
    }

    /// Lists a card that chooses a target or an option.
    fn list_choices(&mut self, group: Group, kind: usize, def: DefId, out: &mut Vec<Group>) {
        let printed = self.game.def(def);
        // RULE: a minion or weapon whose ability finds no target can be played; its ability is lost.
        let is_optional = kind == MINION || kind == WEAPON;
        if printed.modes.is_empty() {
            if is_optional && !play::asks_for_target(self.game, self.state, self.seat, def, printed.mode(0)) {
                out.push(group);
                return;
            }
            let game = self.game;
            let targets = || self.targets(kind, printed.target, PieceId::NONE);
            play::list_aimed(game, out, group, printed, targets, is_optional);
            return;
        }
        let targets = |query| self.targets(kind, query, PieceId::NONE);
        options::list_options(out, group, printed, targets, kind == MINION, is_optional);
    }

    /// The pieces that a card of a kind may choose by this query.
    ///
    /// RULE: spells and powers cannot choose who is Elusive.
    fn targets(&mut self, kind: usize, query: u16, source: PieceId) -> PieceSet {
        let query = &self.game.catalogue.queries[query as usize];
        let found = matching(self.game, self.state, query, &Frame::program(0, self.seat, source));
        let sight = self.sight();
        found - sight.concealed - if is_aimed_magic(kind) { sight.elusive } else { PieceSet::EMPTY }
    }

    #[inline]
    fn sight(&mut self) -> &Sight {
        let (state, seat) = (self.state, self.seat);
        self.sight.get_or_insert_with(|| Sight::of(state, seat))
    }

    #[inline(always)]
    fn list_attacks(&mut self, out: &mut Vec<Group>) {
        let state = self.state;
        let (mut attackers, mut courteous) = (0u64, 0u64);
        for id in state.side[self.seat.at()] & characters(state) {
            let keywords = fighting_keywords(state, id);
            let bit = ((attack_hindrances(state, id, keywords) == 0) as u64) << id.0;
            attackers |= bit;
            courteous |= if keywords & COURTEOUS != 0 { bit } else { 0 };
        }
        if attackers == 0 {
            return;
        }
        let targets = self.sight().attackable();
        let everybody = PieceSet(attackers & !courteous);
        if everybody.any() && targets.any() {
            out.push(Group::each(ATTACK, everybody.into()).choose(0, targets.into()));
        }
        let minions = targets & state.kind[MINION];
        if courteous != 0 && minions.any() {
            out.push(Group::each(ATTACK, PieceSet(courteous).into()).choose(0, minions.into()));
        }
    }
}

/// Whether cards of a kind cannot choose who is Elusive.
#[inline(always)]
pub fn is_aimed_magic(kind: usize) -> bool {
    matches!(kind, SPELL | POWER_CARD)
}

/// What keeps a character from attacking: each reason is a bit, the first one is told.
pub const NO_ATTACK: &[&str] = &[
    "it is frozen",
    "it cannot attack",
    "it arrived this turn",
    "it has no attack",
    "it has attacked already this turn",
];

/// The reasons of [`NO_ATTACK`] that hold for a character with these keywords; 0: it may attack, if it finds a
/// target.
#[inline(always)]
pub fn attack_hindrances(state: &Table, id: PieceId, keywords: u64) -> u8 {
    let piece = state.piece(id);
    let limit = 1 + (keywords & WINDFURY != 0) as u8;
    // Asked of every minion at every decision, with answers that cannot be predicted: no `&&`, which would jump.
    hindrances([
        piece.statuses[FROZEN] > 0,
        keywords & IDLE != 0,
        piece.is(ARRIVED) & (keywords & CHARGE == 0),
        piece.attack_now() <= 0,
        piece.acted >= limit,
    ])
}

/// Whether a character has no attack left in this turn, however strong it is: it attacked or has just arrived.
pub fn is_exhausted(state: &Table, id: PieceId) -> bool {
    // The third and the fifth reason of NO_ATTACK.
    const ARRIVED_OR_ATTACKED: u8 = 1 << 2 | 1 << 4;
    attack_hindrances(state, id, fighting_keywords(state, id)) & ARRIVED_OR_ATTACKED != 0
}

/// What keeps a seat from using its power.
pub const NO_POWER: &[&str] = &[
    "your hero has no power",
    "the hero power was used this turn",
    "there is not enough mana for the hero power",
    "you have seven minions",
];

/// The reasons of [`NO_POWER`] that hold for a seat; 0: it may use its power, if it finds a target.
#[inline]
pub fn power_hindrances(game: &Game<Hearth>, state: &Table, seat: Seat) -> u8 {
    let printed = game.def(state.extra.powers[seat.at()]);
    hindrances([
        !printed.has_program(),
        state.resource(seat, POWER) <= 0,
        printed.cost > state.resource(seat, MANA),
        game.data.briefs[state.extra.powers[seat.at()].at()].needs_room && places(state, seat).is_empty(),
    ])
}

/// Plays a card from the hand.
fn play(cx: &mut Ctx<'_, Hearth>, action: Action) {
    let seat = action.seat;
    let def = cx.state.card(cx.state.zone(seat, HAND)[action.source as usize]).def;
    let printed = cx.game.def(def);
    match printed.kind as usize {
        MINION => open_row(cx.state, Cell(action.choices[AT as usize]), None),
        WEAPON => lay_down_weapon(cx, seat),
        _ => {}
    }
    turns::play_card(cx, action, MANA, |kind| matches!(kind as usize, MINION | WEAPON | SECRET));
    let overload = printed.statuses[OVERLOADING] as i16;
    if overload > 0 {
        cx.gain(seat, OVERLOAD, overload);
    }
    if printed.kind as usize == SPELL {
        course::bury_later(cx, seat, def);
    }
}

/// A character attacks another.
fn attack(cx: &mut Ctx<'_, Hearth>, attacker: PieceId, target: PieceId) {
    let target = if fighting_keywords(cx.state, attacker) & FORGETFUL != 0 {
        strayed(cx, attacker, target)
    } else {
        target
    };
    turns::attack(cx, attacker, target);
}

/// RULE: who is Forgetful attacks another enemy, by chance, in one of two attacks; Taunt and Stealth do not matter.
fn strayed(cx: &mut Ctx<'_, Hearth>, attacker: PieceId, target: PieceId) -> PieceId {
    let enemies = cx.state.side[foe(cx.state.piece(attacker).owner).at()] & characters(cx.state);
    let mut others = PieceSet::EMPTY;
    for id in enemies.filter(|&id| id != target) {
        if cx.state.piece(id).keywords_now() & IMMUNE == 0 {
            others.insert(id);
        }
    }
    if others.is_empty() || cx.dice.below(2) == 0 {
        return target;
    }
    others.nth(cx.dice.below(others.len()))
}

/// A hero uses its power.
fn use_power(cx: &mut Ctx<'_, Hearth>, seat: Seat, target: PieceId) {
    let def = cx.state.extra.powers[seat.at()];
    let cost = cx.game.def(def).cost;
    *cx.state.resource_mut(seat, MANA) -= cost;
    *cx.state.resource_mut(seat, POWER) -= 1;
    cx.tell(What::PowerUsed { seat, card: def });
    cx.fire_spent(seat, MANA, cost);
    push_play(cx, def, seat, hero(seat), target, u8::MAX);
    // ORDER: abilities that wait for the use of a power run after it.
    cx.fire(Moment::Used, hero(seat), target, 0);
}
