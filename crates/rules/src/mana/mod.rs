//! Mana: two triangles of creatures, mana that flows, and no turns. The rulebook is `games/mana/README.md`.

mod actions;
mod evaluate;
mod fuzz;
mod minds;
mod refusals;
mod state;
#[cfg(test)]
mod tests;
mod time;

use cardwright_core::{
    ARRIVED, Action, Audiences, CardId, Cause, Cell, CellSet, DefId, Dice, Group, Options, Piece, PieceId,
    PieceSet, Seat, SeatSet, State, Unreadable, VerbSpec, View, What, Work, ensure,
};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::reading::is_card;
use cardwright_effects::table::Op;
use cardwright_effects::{Catalogue, Ctx, Game, Hit, Mind, Rules, Setup, Vocabulary};

pub use state::Mana;
use state::*;

/// The game's own operations.
const DAYTIME_OF: u8 = 1;
const EXHAUST: u8 = 2;

/// The order in which summoned minions look for a free location: the front first.
const ARRIVAL_ORDER: [usize; LOCATIONS] = [4, 3, 5, 1, 2, 0];

/// What is printed, in the form in which it is asked for, and the numbers of the game.
pub struct Data {
    /// By card what it costs, by resource.
    pub prices: Vec<[i16; 8]>,
    /// By card the milliseconds in which its owner gets one unit of a resource; 0 for none.
    pub periods: Vec<[u32; PURSE]>,
    /// After so many milliseconds the match is a draw.
    pub limit: u32,
    /// The most that a player holds of a resource.
    pub purse_most: i16,
    /// Some card may be played from the graveyard.
    pub has_returning: bool,
    /// Some card lends Telepathic to others, so that it may come without being given.
    lends_telepathy: bool,
    /// What is expected of cards that nobody knows.
    pub average: minds::Average,
    /// By card what its text can bring at most, where its numbers say so.
    pub sketches: Vec<Option<minds::Sketch>>,
    /// What a deck may hold.
    deck_cards: Vec<DefId>,
    heroes: Vec<DefId>,
    deck_least: usize,
    deck_most: usize,
    opening_hand: usize,
}

impl Rules for Mana {
    type Data = Data;

    const SLUG: &'static str = "mana";
    const VERSION: u32 = 2;
    const VERBS: &'static [VerbSpec] = actions::VERBS;
    const AUDIENCES: Audiences = AUDIENCES;
    const PHASES: &'static [&'static str] = &["day", "night"];
    const HAND: usize = HAND;
    const DECK: usize = DECK;
    const GRAVE: Option<usize> = Some(GRAVEYARD);
    const TIMED: bool = true;
    const MINDS: &'static [Mind<Self>] = minds::MINDS;

    fn vocabulary() -> Vocabulary {
        vocabulary()
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        if !board.is_empty() {
            return Err(Refused(format!("Mana has one board; there is no '{board}'")));
        }
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        let mut periods = Vec::with_capacity(catalogue.defs.len());
        for (def, id) in catalogue.defs.iter().zip(&catalogue.ids) {
            let every = &def.numbers[EVERY..EVERY + PURSE];
            if def.kind as usize == HERO && !id.is_empty() {
                if let Some(&wrong) = every.iter().find(|&&seconds| seconds < 0) {
                    return Err(Refused(format!(
                        "'{id}' produces at {wrong} seconds a unit; it must be above 0"
                    )));
                }
                if every[..SCHOOLS].iter().all(|&seconds| seconds == 0) || every[DEVOTION] == 0 {
                    return Err(Refused(format!(
                        "the hero '{id}' must produce devotion and a school of mana"
                    )));
                }
            }
            let mut row = [0; PURSE];
            for (to, &seconds) in row.iter_mut().zip(every) {
                *to = seconds.max(0) as u32 * SECOND;
            }
            periods.push(row);
        }
        let prices = catalogue.defs.iter().map(|def| {
            let mut price = [0; 8];
            price[..SCHOOLS].copy_from_slice(&def.numbers[COSTS..COSTS + SCHOOLS]);
            price[DEVOTION] = def.cost;
            price
        });
        let which = |wanted: &dyn Fn(u8) -> bool| {
            (1..catalogue.defs.len())
                .filter(|&at| catalogue.defs[at].collectible && wanted(catalogue.defs[at].kind))
                .map(|at| DefId(at as u16))
                .collect::<Vec<_>>()
        };
        let deck_most = limit("deck_most", 60, 60)? as usize;
        let prices: Vec<[i16; 8]> = prices.collect();
        let minions = catalogue.defs.iter().enumerate();
        let minions = minions.filter(|(_, def)| def.collectible && def.kind as usize == MINION);
        Ok(Data {
            average: minds::Average::of(&prices, minions.map(|(at, def)| (at, def.attack, def.health))),
            sketches: catalogue.defs.iter().map(|def| minds::Sketch::of(catalogue, def.play)).collect(),
            prices,
            periods,
            limit: limit("minutes", 30, 600)? as u32 * 60 * SECOND,
            purse_most: limit("mana_limit", PURSE_MOST as i64, PURSE_MOST as i64)? as i16,
            has_returning: catalogue.defs.iter().any(|def| def.keywords & RETURNING != 0),
            lends_telepathy: catalogue.auras.iter().any(|aura| aura.keywords & TELEPATHY != 0),
            deck_cards: which(&is_deck_kind),
            heroes: which(&|kind| kind as usize == HERO),
            deck_least: limit("deck_least", 20, deck_most as i64)? as usize,
            deck_most,
            opening_hand: limit("opening_hand", 6, catalogue.limit("hand", 10))? as usize,
        })
    }

    fn check_setup(game: &Game<Self>, setup: &Setup) -> Result<(), Refused> {
        let refuse = |reason: String| Err(Refused(reason));
        if setup.decks.len() != 2 {
            return refuse("Mana is played by two".into());
        }
        for (decks, &hero) in setup.decks.iter().zip(&setup.heroes) {
            let id = |def: DefId| &game.catalogue.ids[def.at()];
            if game.def(hero).kind as usize != HERO {
                return refuse(format!("a deck needs a hero, and '{}' is none", id(hero)));
            }
            let [cards] = decks.as_slice() else { return refuse("a player has one deck".into()) };
            for &def in cards {
                if game.def(def).kind as usize == HERO {
                    return refuse(format!("a deck has one hero; '{}' is a second one", id(def)));
                }
                if !is_deck_kind(game.def(def).kind) || !game.def(def).collectible {
                    return refuse(format!("'{}' does not belong into a deck", id(def)));
                }
            }
            let Data { deck_least, deck_most, .. } = game.data;
            if !(deck_least..=deck_most).contains(&cards.len()) {
                return refuse(format!(
                    "the deck has {} cards; it must have {deck_least} to {deck_most} besides its hero",
                    cards.len()
                ));
            }
        }
        Ok(())
    }

    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.now >= game.data.limit || state.phase > NIGHT {
            return refuse("a position is by day or by night, before the match is drawn");
        }
        for seat in state.all_seats() {
            if (state.side[seat.at()] & state.kind[HERO]).len() != 1 {
                return refuse("every player has one hero");
            }
        }
        for id in creatures(state) {
            let piece = state.piece(id);
            if !home(piece.owner).has(piece.cell) || state.on(piece.cell).len() != 1 {
                return refuse("a creature stands alone on a location of its side");
            }
        }
        let events = state.kind[EVENT];
        if events.len() > 1 || (state.used - creatures(state) - events).any() {
            return refuse("besides creatures one event is in play at most");
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let extra = &view.state.extra;
        ensure(extra.clock_next <= view.state.now + DAY, "has a day that does not end")?;
        ensure(extra.heroes.iter().all(|&hero| is_card(game, hero)), "has a hero who is no card")?;
        let is_top = |def: &DefId| *def == DefId::HIDDEN || is_card(game, *def);
        ensure(extra.tops.iter().all(is_top), "names a card that the catalogue does not have")?;
        let state = &view.state;
        let is_home = |id: PieceId| home(state.piece(id).owner).has(state.piece(id).cell);
        ensure(creatures(state).all(is_home), "has a creature that stands on no location of its side")
    }

    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        for seat in cx.state.all_seats() {
            cx.state.extra.heroes[seat.at()] = setup.heroes[seat.at()];
            for &def in &setup.decks[seat.at()][0] {
                cx.state.add_card(seat, DECK, cardwright_core::Card { def, ..Default::default() });
            }
            cx.shuffle(seat, DECK);
        }
        for seat in cx.state.all_seats() {
            cx.enter(seat, setup.heroes[seat.at()], location(seat, BACK));
        }
        for seat in cx.state.all_seats() {
            for _ in 0..cx.game.data.opening_hand {
                cx.draw(seat);
            }
        }
        cx.state.active = cx.state.all_seats();
    }

    #[inline]
    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        actions::groups(game, state, seat, out);
    }

    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        actions::linked(game, state, prefix)
    }

    #[inline]
    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        actions::perform(cx, action);
    }

    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        refusals::why_illegal(game, state, action)
    }

    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<Own>) -> i32 {
        evaluate::worth_of_piece(game, piece)
    }

    #[inline]
    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        evaluate::worth_of_rest(game, state, seat)
    }

    fn inclination(game: &Game<Self>, state: &State<Self>, action: &Action) -> i32 {
        evaluate::inclination(game, state, action)
    }

    /// Nobody has to do anything: waiting is no action.
    fn passing(_: &Game<Self>, _: &State<Self>, _: Seat) -> Option<Action> {
        None
    }

    fn is_related(_: &Game<Self>, from: Cell, to: Cell, relation: u8) -> bool {
        near(from, relation).has(to)
    }

    fn related(_: &Game<Self>, state: &State<Self>, piece: PieceId, relation: u8) -> PieceSet {
        let cell = state.piece(piece).cell;
        let mut found = PieceSet::EMPTY;
        if cell.is_some() {
            for other in near(cell, relation) & state.occupied {
                found |= state.on(other);
            }
        }
        found
    }

    fn is_at(_: &Game<Self>, state: &State<Self>, _: Seat, cell: Cell, place: u8) -> bool {
        match place {
            UNDER_PROTECTION => protected(state).has(cell),
            BY_DAY | BY_NIGHT => state.phase == place - BY_DAY,
            place => (at_place(Seat(0), place) | at_place(Seat(1), place)).has(cell),
        }
    }

    fn expiry(state: &State<Self>, _: Seat, duration: u8) -> u32 {
        time::expiry(state, duration)
    }

    /// RULE: what a text brings into play stands in front if there is room.
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, _: Cell) -> Option<Cell> {
        let mut cells = ARRIVAL_ORDER.iter().map(|&number| location(seat, number));
        cells.find(|&cell| state.on(cell).is_empty())
    }

    fn free_cells(_: &Game<Self>, state: &State<Self>, seat: Seat, place: u8) -> CellSet {
        let cells = match place {
            UNDER_PROTECTION => protected(state) & home(seat),
            place => at_place(seat, place),
        };
        cells & !state.occupied
    }

    fn may_target(_: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        let target = state.piece(piece);
        target.owner == seat || target.keywords_now() & ELUSIVE == 0
    }

    /// The cost in devotion; `price` has all of it.
    fn cost(game: &Game<Self>, state: &State<Self>, card: CardId) -> i16 {
        game.def(state.card(card).def).cost
    }

    fn price(game: &Game<Self>, state: &State<Self>, seat: Seat, card: CardId) -> Vec<i16> {
        actions::Bargains::of(game, state).price(game, state, seat, card)[..PURSE].to_vec()
    }

    #[inline]
    fn tags(game: &Game<Self>, piece: &Piece<Own>) -> u64 {
        game.def(piece.def).tags | piece.extra.types
    }

    fn gain_tag(cx: &mut Ctx<'_, Self>, piece: PieceId, tag: u8) {
        cx.state.piece_mut(piece).extra.types |= 1 << tag;
    }

    /// RULE: a shield prevents the first damage and is gone; only an ongoing effect lends it anew.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        if cx.state.piece(hit.target).keywords_now() & SHIELDED == 0 {
            return hit.amount;
        }
        let (who, keyword) = (cx.who(hit.target), SHIELDED.trailing_zeros() as u8);
        cx.tell(What::Prevented { who, amount: hit.amount });
        if cx.lose_keyword(hit.target, keyword) {
            // ORDER: the next blow of the same effect finds no shield.
            cx.refresh_lent();
            cx.tell(What::KeywordLost { who, keyword });
        }
        0
    }

    fn damaged(cx: &mut Ctx<'_, Self>, hit: &Hit, amount: i16) {
        if !hit.source.is_some() {
            return;
        }
        let source = cx.state.piece(hit.source);
        let (keywords, owner) = (source.keywords_now(), source.owner);
        if keywords & VENOMOUS != 0 && cx.state.kind[MINION].has(hit.target) {
            cx.doom_by(hit.target, Cause::piece(hit.source));
        }
        if hit.is_blow && keywords & LIFESTEAL != 0 {
            let hero = hero(cx.state, owner);
            if cx.is_alive(hero) {
                cx.caused_by(Cause::piece(hit.source), |cx| cx.restore(hero, amount));
            }
        }
    }

    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        if creatures(cx.state).has(piece) {
            time::arrive(cx, piece);
        }
        if cx.state.piece(piece).keywords & TELEPATHY != 0 {
            reveal_hands(cx);
        }
    }

    fn transformed(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        Self::entered(cx, piece);
    }

    /// RULE: who changes sides arrives there, and rests.
    fn changed_sides(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        time::arrive(cx, piece);
    }

    fn dispelled(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        cx.state.piece_mut(piece).extra.types = 0;
    }

    fn imitated(cx: &mut Ctx<'_, Self>, model: PieceId, copy: PieceId) {
        cx.state.piece_mut(copy).extra.types = cx.state.piece(model).extra.types;
    }

    fn gained_keyword(cx: &mut Ctx<'_, Self>, _: PieceId, keyword: u8) {
        if 1 << keyword == TELEPATHY {
            reveal_hands(cx);
        }
    }

    fn readied(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        time::exhaust(cx, piece, 0);
    }

    fn card_arrived(cx: &mut Ctx<'_, Self>, _: Seat, zone: usize, id: CardId) {
        if zone == HAND && any_with(cx.state, cx.state.used, TELEPATHY) {
            cx.state.card_mut(id).known = SeatSet::ALL;
        }
    }

    /// A hero stays on the table; its seat has lost.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        let is_hero = cx.state.kind[HERO].has(piece);
        if is_hero {
            cx.defeat(cx.state.piece(piece).owner);
        }
        !is_hero
    }

    fn assault(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.declare_attack(attacker, target, actions::COMBAT);
    }

    fn most_of(game: &Game<Self>, _: usize) -> i16 {
        game.data.purse_most
    }

    fn step(cx: &mut Ctx<'_, Self>, work: Work) {
        if work.pc == actions::BURIAL {
            cx.bury(work.seat, work.card);
        } else if cx.is_attack_on(&work) {
            Self::strike(cx, work.source, work.subject);
        }
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        if cx.game.data.lends_telepathy && any_with(cx.state, cx.state.used, TELEPATHY) {
            reveal_hands(cx);
        }
        // RULE: a match that is still open after its time is a draw.
        let is_decided = cx.state.lost.any() || cx.state.now >= cx.game.data.limit;
        if is_decided && !cx.state.is_over {
            cx.state.is_over = true;
            cx.tell(What::Ended);
        }
        for seat in 0..2 {
            let top = cx.state.zone(Seat(seat), DECK).last();
            cx.state.extra.tops[seat as usize] = top.map_or(DefId::HIDDEN, |&id| cx.state.card(id).def);
        }
    }

    fn own_operation(cx: &mut Ctx<'_, Self>, frame: &mut Work, op: Op) {
        match op.a {
            DAYTIME_OF => time::set_daytime(cx, (op.b != 0) as u8),
            EXHAUST => {
                for piece in frame.set & creatures(cx.state) {
                    // RULE: who rests longer already goes on resting.
                    let until = cx.state.now.saturating_add(op.b.max(0) as u32 * SECOND);
                    let extra = &mut cx.state.piece_mut(piece).extra;
                    extra.ready_at = extra.ready_at.max(until);
                }
            }
            _ => {}
        }
    }

    fn next_event_at(game: &Game<Self>, state: &State<Self>) -> Option<u32> {
        Some(state.extra.clock_next.min(game.data.limit))
    }

    #[inline]
    fn flow(cx: &mut Ctx<'_, Self>, from: u32) {
        time::flow(cx, from);
    }

    fn instant(cx: &mut Ctx<'_, Self>) {
        time::instant(cx);
    }

    fn stirs_at(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<u32> {
        time::stirs_at(game, state, seat)
    }

    /// What is laid out by hand is ready, unless it has just arrived; the heroes produce, day and night change as ever.
    fn arranged(cx: &mut Ctx<'_, Self>) {
        for id in creatures(cx.state) {
            let (def, is_new) = (cx.state.piece(id).def, cx.state.piece(id).is(ARRIVED));
            let is_hero = cx.state.kind[HERO].has(id);
            let rest = if is_new && !is_hero { time::rest(cx.game, def) } else { 0 };
            time::exhaust(cx, id, rest);
            if is_hero {
                let owner = cx.state.piece(id).owner;
                cx.state.extra.heroes[owner.at()] = def;
            }
        }
        cx.state.active = cx.state.all_seats();
        cx.state.extra.clock_next = (cx.state.now / DAY + 1) * DAY;
        Self::resolved(cx);
    }

    /// RULE: who has Foresight in play sees the top card of the own deck; nobody sees another's.
    fn peeks(state: &State<Self>, seat: Seat) -> bool {
        has_foresight(state, seat)
    }

    fn conceal(_: &Game<Self>, _: &State<Self>, view: &mut State<Self>, seat: Seat) {
        for owner in 0..2u8 {
            if !(Seat(owner) == seat && has_foresight(view, seat)) {
                view.extra.tops[owner as usize] = DefId::HIDDEN;
            }
        }
    }

    fn scramble(_: &Game<Self>, other: &mut State<Self>, seat: Seat, _: &mut Dice) {
        if seat.is_some() && has_foresight(other, seat) {
            lay_on_top(other, seat, other.extra.tops[seat.at()]);
        }
    }

    fn imagine(_: &Game<Self>, truth: &mut State<Self>, seat: Seat, _: &mut Dice) {
        if seat.is_some() && has_foresight(truth, seat) {
            lay_on_top(truth, seat, truth.extra.tops[seat.at()]);
        }
    }

    fn fits(game: &Game<Self>, zone: usize, def: DefId) -> bool {
        let kind = game.def(def).kind;
        is_deck_kind(kind) || (zone == GRAVEYARD && kind as usize != HERO)
    }

    fn unknown_pool(game: &Game<Self>) -> &[DefId] {
        &game.data.deck_cards
    }

    fn own_piece(state: &State<Self>, seat: Seat) -> PieceId {
        hero(state, seat)
    }

    fn hero_cell(_: &Game<Self>, seat: Seat) -> Cell {
        location(seat, BACK)
    }

    fn most_seats(_: &Game<Self>) -> usize {
        2
    }

    fn random_setup(game: &Game<Self>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
        fuzz::random_setup(game, dice, prefer)
    }

    fn layout(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        fuzz::layout(game, card, dice)
    }

    fn cell_names(_: &Game<Self>) -> Vec<String> {
        (0..CELLS).map(|cell| format!("{}{}", ["a", "b"][cell / LOCATIONS], cell % LOCATIONS)).collect()
    }

    fn facts(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        const EVERY_NAMES: [&str; PURSE] = [
            "fire_every",
            "frost_every",
            "nature_every",
            "arcane_every",
            "light_every",
            "shadow_every",
            "devotion_every",
        ];
        const NEXT_NAMES: [&str; PURSE] = [
            "fire_next",
            "frost_next",
            "nature_next",
            "arcane_next",
            "light_next",
            "shadow_next",
            "devotion_next",
        ];
        let mut facts = vec![("clock_next", state.extra.clock_next as i64)];
        for resource in 0..PURSE {
            if let Some((next, period)) = time::next_unit(game, state, seat, resource) {
                facts.push((EVERY_NAMES[resource], period as i64));
                facts.push((NEXT_NAMES[resource], next as i64));
            }
        }
        if state.extra.tops[seat.at()] != DefId::HIDDEN {
            facts.push(("top", state.extra.tops[seat.at()].0 as i64));
        }
        facts
    }

    fn can_still(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let it = state.piece(piece);
        let is_creature = creatures(state).has(piece);
        let moves = is_creature && it.keywords_now() & UNMOVABLE == 0;
        (moves, is_creature && is_ready(state, piece) && it.attack_now() > 0)
    }

    fn piece_facts(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> Vec<(&'static str, i64)> {
        if !creatures(state).has(piece) {
            return Vec::new();
        }
        let it = state.piece(piece);
        vec![
            ("ready_at", it.extra.ready_at as i64),
            ("speed", time::rest(game, it.def) as i64),
            ("protected", protected(state).has(it.cell) as i64),
        ]
    }
}

/// Whether cards of this kind belong into a deck.
fn is_deck_kind(kind: u8) -> bool {
    matches!(kind as usize, MINION | EVENT | SPELL)
}

fn has_foresight(state: &State<Mana>, seat: Seat) -> bool {
    any_with(state, state.side[seat.at()], FORESIGHT)
}

/// Exchanges the top card of a deck for one of this name, if there is one.
fn lay_on_top(state: &mut State<Mana>, seat: Seat, def: DefId) {
    let found = state.zone(seat, DECK).iter().rposition(|&id| state.card(id).def == def);
    if let Some(place) = found {
        let deck = state.zone_mut(seat, DECK);
        let top = deck.len() - 1;
        deck.swap(place, top);
    }
}

/// Everybody sees all hands; what was seen stays known.
fn reveal_hands(cx: &mut Ctx<'_, Mana>) {
    for seat in cx.state.all_seats() {
        for place in 0..cx.state.zone_len(seat, HAND) {
            let id = cx.state.zone(seat, HAND)[place];
            if cx.state.card(id).known != SeatSet::ALL {
                cx.state.card_mut(id).known = SeatSet::ALL;
                let card = cx.state.card(id).def;
                cx.tell(What::Revealed { seat, zone: HAND as u8, card });
            }
        }
    }
}
