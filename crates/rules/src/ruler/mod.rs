//! Ruler of Armies and Magic: a war on a map with terrain, fog and dice. The rulebook is `games/ruler/README.md`.

mod actions;
mod combat;
mod evaluate;
mod fuzz;
mod map;
mod planning;
mod refusals;
mod sight;
mod state;
#[cfg(test)]
mod tests;
mod turn;

use cardwright_core::{
    Action, Audiences, CardId, Cell, CellSet, DefId, Dice, Group, Options, Piece, PieceId, PieceSet, Seat,
    SeatSet, State, Unreadable, VerbSpec, View, What, Work, ensure,
};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::reading::is_card;
use cardwright_effects::{
    Catalogue, Ctx, Game, Hit, Measured, Memory, Outcome, Promise, Rules, Setup, Stage, Variant, Vocabulary,
};

use map::Map;
pub use state::Ruler;
use state::*;

/// The map that is played on where nobody names one.
const DEFAULT_MAP: &str = "desert-6x6";
/// The game's own operations.
const EQUIP: u8 = 1;
const RECHARGE: u8 = 2;

/// The map and the numbers of the game.
pub struct Data {
    pub map: Map,
    pub income: i16,
    pub turn_limit: u32,
}

impl Data {
    /// How many cards a seat may have in play, its base included: each has its share of the room, so that nobody learns
    /// from a lack of room what others hide.
    #[inline(always)]
    pub fn pieces_per_seat(&self, seats: usize) -> usize {
        [64, 64, 30, 20, 15][seats.min(4)]
    }
}

impl Rules for Ruler {
    type Data = Data;

    const SLUG: &'static str = "ruler";
    const VERSION: u32 = 2;
    const VERBS: &'static [VerbSpec] = actions::VERBS;
    const AUDIENCES: Audiences = AUDIENCES;
    const PHASES: &'static [&'static str] = &["draw", "turn"];
    const REASONS: &'static [&'static str] = REASONS;
    const HAND: usize = HAND;
    const DECK: usize = DECKS;
    const STAGES: &'static [Stage] = planning::STAGES;
    const WEIGHTS: &'static [(&'static str, f64)] = planning::WEIGHTS;
    const VARIANTS: &'static [Variant] = planning::VARIANTS;

    fn vocabulary() -> Vocabulary {
        vocabulary()
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        let name = if board.is_empty() { DEFAULT_MAP } else { board };
        let Some(data) = catalogue.boards.get(name) else {
            let known: Vec<&str> = catalogue.boards.keys().map(String::as_str).collect();
            return Err(Refused(format!("there is no map '{name}'; there are {}", known.join(", "))));
        };
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        Ok(Data {
            map: Map::read(name, data)?,
            income: limit("income", 200, 9999)? as i16,
            turn_limit: limit("turns", 200, 10_000)? as u32,
        })
    }

    fn check_setup(game: &Game<Self>, setup: &Setup) -> Result<(), Refused> {
        let refuse = |reason: String| Err(Refused(reason));
        let (seats, bases) = (setup.decks.len(), game.data.map.bases.len());
        if seats < 2 {
            return refuse("Ruler of Armies and Magic is played by two to four".into());
        }
        if seats > bases {
            return refuse(format!("the map has {bases} bases, and the match {seats} seats"));
        }
        let mut total = 0;
        for (decks, &base) in setup.decks.iter().zip(&setup.heroes) {
            if game.def(base).kind as usize != BASE {
                return refuse(format!("'{}' is not a base", game.catalogue.ids[base.at()]));
            }
            if decks.len() != 3 {
                return refuse("a player has three decks: units; structures and items; spells".into());
            }
            for (deck, cards) in decks.iter().enumerate() {
                let name = ["units", "structures", "spells"][deck];
                for &def in cards {
                    if deck_of(game.def(def).kind) != Some(deck) || !game.def(def).collectible {
                        let id = &game.catalogue.ids[def.at()];
                        return refuse(format!("'{id}' does not belong into the deck of {name}"));
                    }
                }
                if cards.len() > DECK_ROOM {
                    return refuse(format!(
                        "the deck of {name} has {} cards, more than {DECK_ROOM}",
                        cards.len()
                    ));
                }
                total += cards.len();
            }
        }
        let room = State::<Self>::empty().card_room();
        if total > room {
            return refuse(format!("the decks of all players have {total} cards, more than {room}"));
        }
        Ok(())
    }

    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.now > game.data.turn_limit || state.phase > TURN {
            return refuse("a position is of a turn, within the limit of turns");
        }
        let active = state.active.first();
        let left = |seat| (0..3).any(|deck| state.zone_len(seat, DECKS + deck) > 0);
        if state.phase == DRAW_PHASE && active.is_some() && !left(active) {
            return refuse("a player who is to draw has no cards left to draw");
        }
        for seat in state.all_seats() - state.lost {
            let bases = state.side[seat.at()] & state.kind[BASE];
            if bases.len() != 1 || state.piece(bases.first()).cell != game.data.map.bases[seat.at()] {
                return refuse("every player has one base, on its tile of the map");
            }
        }
        if (state.used - bodies(state) - state.kind[TRAP] - state.kind[BASE]).any() {
            return refuse("items, spells and arts do not lie on the map");
        }
        if !(state.all_seats() - state.lost).all(|seat| !turn::is_taken(game, state, seat)) {
            return refuse("an enemy unit stands on a base that nobody defends: the match would be over");
        }
        for piece in bodies(state) | state.kind[TRAP] {
            let it = state.piece(piece);
            let stands = game.data.map.ground[gait(it.keywords_now()) as usize].has(it.cell);
            if !stands && !state.kind[TRAP].has(piece) && turn::ship(state, it.owner, it.cell).is_empty() {
                return refuse("a card lies on terrain where it cannot stand");
            }
        }
        Ok(())
    }

    fn check_view(game: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let tiles = game.data.map.size();
        let extra = &view.state.extra;
        let off = |cells: &CellSet| (128 - cells.0.leading_zeros()) as usize > tiles;
        ensure(!extra.standing.iter().any(off), "names a tile that the map does not have")?;
        let seen = extra.memories.iter().flat_map(Memories::live);
        let is_known = |seen: &Glimpse| {
            is_card(game, seen.def) && seen.cell.at() < tiles && seen.owner.at() < view.state.seat_count()
        };
        ensure(seen.into_iter().all(is_known), "remembers what never was")?;
        let is_out = (extra.begun - view.state.all_seats()).any();
        let is_nobody = extra.starting.is_some() && !view.state.all_seats().has(extra.starting);
        ensure(!is_out && !is_nobody, "names a seat that is not there")?;
        for id in view.state.used {
            let piece = view.state.piece(id);
            ensure(piece.cell.is_some(), "has a card that lies nowhere on the map")?;
            let prey = piece.extra.prey;
            ensure(
                !prey.is_some() || prey.at() < view.state.piece_room(),
                "has a piece that attacked nobody",
            )?;
        }
        Ok(())
    }

    fn is_step(_: &State<Self>, work: &Work) -> bool {
        work.pc != turn::WALK || work.destination.is_some()
    }

    fn begin(cx: &mut Ctx<'_, Self>, setup: &Setup) {
        turn::begin(cx, setup);
    }

    fn groups(game: &Game<Self>, state: &State<Self>, seat: Seat, out: &mut Vec<Group>) {
        actions::groups(game, state, seat, out);
    }

    fn linked(game: &Game<Self>, state: &State<Self>, prefix: &Action) -> (u8, Options) {
        actions::linked(game, state, prefix)
    }

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

    /// A draw is no passing: every deck gives a card.
    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        if state.phase == DRAW_PHASE && !state.prompt.is_open() {
            return None;
        }
        let verb = if state.prompt.is_open() { actions::CHOOSE } else { actions::END };
        Some(Action::new(seat, verb, 0))
    }

    fn is_related(game: &Game<Self>, from: Cell, to: Cell, relation: u8) -> bool {
        match relation {
            HERE => from == to,
            ADJACENT => game.data.map.board.adjacent(from).has(to),
            _ => from != to && game.data.map.within(from, SIGHT).has(to),
        }
    }

    fn related(game: &Game<Self>, state: &State<Self>, piece: PieceId, relation: u8) -> PieceSet {
        let cell = state.piece(piece).cell;
        if !cell.is_some() {
            return PieceSet::EMPTY;
        }
        if relation == HERE {
            return state.on(cell);
        }
        let mut found = PieceSet::EMPTY;
        for other in game.data.map.within(cell, SIGHT) & state.occupied {
            if Self::is_related(game, cell, other, relation) {
                found |= state.on(other);
            }
        }
        found
    }

    fn is_at(game: &Game<Self>, state: &State<Self>, seat: Seat, cell: Cell, place: u8) -> bool {
        match place {
            INFLUENCE => sight::influence(game, state, seat).has(cell),
            terrain => game.data.map.terrain[terrain as usize - 1].has(cell),
        }
    }

    /// RULE: "until end of turn" ends when the running turn does; "until your next turn" when the seat's next begins.
    fn expiry(state: &State<Self>, seat: Seat, duration: u8) -> u32 {
        state.now + if duration == NEXT_TURN { turn::turns_until(state, seat) } else { 1 }
    }

    /// RULE: what a text brings into play stands on the tile of its source or at its owner's base, if there is room.
    fn summon_cell(game: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let has_room = (state.side[seat.at()].len() as usize) < game.data.pieces_per_seat(state.seat_count());
        let cell = if near.is_some() { near } else { game.data.map.bases[seat.at()] };
        (has_room && !actions::full(state, seat, 1).has(cell)).then_some(cell)
    }

    /// RULE: blows are rolled; damage of texts meets resistance only.
    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        // RULE: a base is taken, never damaged.
        if cx.state.kind[BASE].has(hit.target) {
            return 0;
        }
        let left = if hit.is_blow {
            combat::Blow::of(cx.game, cx.state, hit.source, hit.target).roll(cx.dice)
        } else if hit.element > 0 {
            let target = cx.game.def(cx.state.piece(hit.target).def);
            let left = hit.amount as i32 * combat::passing(target, 1 << (hit.element - 1)) / 100;
            left.min(i16::MAX as i32) as i16
        } else {
            hit.amount
        };
        if left <= 0 {
            let who = cx.who(hit.target);
            cx.tell(What::Prevented { who, amount: hit.amount });
        }
        left
    }

    fn entered(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        turn::entered(cx, piece);
    }

    fn changed_sides(cx: &mut Ctx<'_, Self>, piece: PieceId) {
        sight::changed_sides(cx, piece);
    }

    fn vacated(cx: &mut Ctx<'_, Self>, _: Cell) {
        cx.state.extra.is_stirred = true;
    }

    /// RULE: the longer impairment counts, slowness adds up, a cure ends it.
    fn stack(status: u8, held: i16, amount: i16) -> i16 {
        if amount < 0 {
            0
        } else if status as usize == SLOWED {
            held.saturating_add(amount)
        } else {
            held.max(amount)
        }
    }

    /// RULE: only units have statuses, and the undead cannot be poisoned.
    fn is_immune(_: &Game<Self>, state: &State<Self>, piece: PieceId, status: u8) -> bool {
        let is_undead = state.piece(piece).keywords_now() & UNDEAD != 0;
        !state.kind[UNIT].has(piece) || (status as usize == POISONED && is_undead)
    }

    /// RULE: a base is taken, never destroyed.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        !cx.state.kind[BASE].has(piece)
    }

    fn afflicted(cx: &mut Ctx<'_, Self>, piece: PieceId, status: u8) {
        if status as usize == IMMOBILISED {
            cx.state.piece_mut(piece).flags &= !SERVING;
        }
    }

    fn assault(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.declare_attack(attacker, target, turn::COMBAT);
    }

    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        turn::strike(cx, attacker, target);
    }

    fn relocate(cx: &mut Ctx<'_, Self>, piece: PieceId, to: Cell) {
        if to.is_some() && cx.state.piece(piece).cell.is_some() {
            turn::carry(cx, piece, to);
        }
    }

    /// RULE: a card that a text lets one draw comes from the deck of one's choice.
    fn draw(cx: &mut Ctx<'_, Self>, seat: Seat) -> CardId {
        let left: usize = (0..3).map(|deck| cx.state.zone_len(seat, DECKS + deck)).sum();
        if cx.state.resource(seat, DRAWS) as usize >= left {
            cx.tell(What::DrewNothing { seat });
        } else {
            *cx.state.resource_mut(seat, DRAWS) += 1;
            if cx.state.active.has(seat) {
                cx.state.phase = DRAW_PHASE;
            }
        }
        CardId::NONE
    }

    fn most_of(_: &Game<Self>, resource: usize) -> i16 {
        if resource == MANA { turn::MANA_MOST } else { i16::MAX }
    }

    fn step(cx: &mut Ctx<'_, Self>, work: Work) {
        turn::step(cx, work);
    }

    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        turn::settle(cx)
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        sight::look(cx);
    }

    fn own_operation(cx: &mut Ctx<'_, Self>, frame: &mut Work, op: cardwright_effects::table::Op) {
        for piece in frame.set & bodies(cx.state) {
            let most = cx.game.def(cx.state.piece(piece).def).numbers[STORE].clamp(0, 99);
            let extra = &mut cx.state.piece_mut(piece).extra;
            match op.a {
                EQUIP => {
                    extra.armour = op.b.clamp(0, 99) as u8;
                    extra.armour_chance = op.c.clamp(0, 100) as u8;
                }
                RECHARGE => extra.mana = (extra.mana as i16 + op.b).clamp(0, most) as u8,
                _ => {}
            }
        }
    }

    fn outcome(state: &State<Self>, seat: Seat) -> Option<Outcome> {
        if !state.is_over {
            return None;
        }
        let standing = state.all_seats() - state.lost;
        Some(match (state.lost.has(seat), standing.len()) {
            (true, 0) => Outcome::Drawn,
            (true, _) => Outcome::Lost,
            (false, 1) => Outcome::Won,
            (false, _) => Outcome::Drawn,
        })
    }

    fn foes(state: &State<Self>, seat: Seat) -> SeatSet {
        state.all_seats() - state.lost - SeatSet::one(seat)
    }

    fn starting(state: &State<Self>) -> Option<Seat> {
        state.extra.starting.is_some().then_some(state.extra.starting)
    }

    fn sees(game: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        sight::sees(game, state, seat, piece)
    }

    fn seen(game: &Game<Self>, state: &State<Self>, seat: Seat) -> PieceSet {
        sight::seen(game, state, seat)
    }

    fn witnesses(game: &Game<Self>, state: &State<Self>, what: &What) -> SeatSet {
        match what {
            What::Gained { seat, resource, .. } if *resource as usize == GOLD => SeatSet::one(*seat),
            // RULE: a card that a full hand has no room for is lost unseen.
            What::Lost { seat, .. } => SeatSet::one(*seat),
            // It would tell of what is hidden that it is there.
            What::Fizzled { .. } => SeatSet::EMPTY,
            _ if what.pieces().is_empty() => SeatSet::ALL,
            _ => sight::witnesses(game, state, what),
        }
    }

    fn may_target(game: &Game<Self>, state: &State<Self>, seat: Seat, piece: PieceId) -> bool {
        bodies(state).has(piece) && sight::sees(game, state, seat, piece)
    }

    fn conceal(game: &Game<Self>, truth: &State<Self>, view: &mut State<Self>, seat: Seat) {
        sight::conceal(game, truth, view, seat);
    }

    fn scramble(game: &Game<Self>, other: &mut State<Self>, seat: Seat, dice: &mut Dice) {
        sight::scramble(game, other, seat, dice);
    }

    fn imagine(game: &Game<Self>, truth: &mut State<Self>, seat: Seat, dice: &mut Dice) {
        sight::imagine(game, truth, seat, dice);
    }

    fn arranged(cx: &mut Ctx<'_, Self>) {
        turn::arranged(cx);
    }

    fn most_seats(game: &Game<Self>) -> usize {
        game.data.map.bases.len()
    }

    fn hero_cell(game: &Game<Self>, seat: Seat) -> Cell {
        game.data.map.bases.get(seat.at()).copied().unwrap_or(Cell::NONE)
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..game.data.map.size() as u8).map(|cell| game.data.map.board.name(Cell(cell)).to_owned()).collect()
    }

    fn facts(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        vec![("turn", state.now as i64), ("starts", (state.extra.starting == seat) as i64)]
    }

    fn piece_facts(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> Vec<(&'static str, i64)> {
        let own = state.piece(piece).extra;
        let facts = [
            ("building", own.building),
            ("mana", own.mana),
            ("armour", own.armour),
            ("armour_chance", own.armour_chance),
        ];
        facts.into_iter().filter(|(_, value)| *value > 0).map(|(name, value)| (name, value as i64)).collect()
    }

    fn areas(game: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, CellSet)> {
        if !seat.is_some() {
            return Vec::new();
        }
        vec![("influence", sight::influence(game, state, seat)), ("sight", sight::sight(game, state, seat))]
    }

    fn remembered(_: &Game<Self>, view: &State<Self>, seat: Seat) -> Vec<Memory> {
        sight::remembered(view, seat)
    }

    fn random_setup(game: &Game<Self>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
        fuzz::random_setup(game, dice, prefer)
    }

    fn layout(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        fuzz::layout(game, card, dice)
    }

    fn measures() -> &'static [Measured<Self>] {
        &[("outcomes_per_s", evaluate::enumerate_attacks)]
    }

    fn can_still(game: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let owner = state.piece(piece).owner;
        if !bodies(state).has(piece) || !state.active.has(owner) || state.phase != TURN {
            return (false, false);
        }
        let seen = sight::visible(game, state, owner);
        let attacks = actions::targets_of_attack(game, state, piece, seen).any();
        (actions::destinations_of_walk(game, state, piece).any(), attacks)
    }

    fn scale(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &mut [f64]) {
        planning::scale(game, state, seat, weights);
    }

    fn narrow(game: &Game<Self>, state: &State<Self>, seat: Seat, stage: usize, groups: &mut Vec<Group>) {
        planning::narrow(game, state, seat, stage, groups);
    }

    fn appraise(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> f64 {
        planning::appraise(game, state, seat, weights)
    }

    fn promise(game: &Game<Self>, state: &State<Self>, seat: Seat, weights: &[f64]) -> Promise {
        planning::promise(game, state, seat, weights)
    }

    fn outlook(game: &Game<Self>, state: &State<Self>, action: &Action, weights: &[f64]) -> f64 {
        planning::outlook(game, state, action, weights)
    }
}
