//! Elemental Command: a duel on a 5 x 4 board with three elements. The rulebook is `games/elemental-command/README.md`.

mod actions;
mod evaluate;
mod fuzz;
mod state;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::BTreeMap;

use cardwright_core::{
    Action, Audiences, Cause, Cell, DefId, Dice, Group, Options, Piece, PieceId, PieceSet, Seat, State,
    Topology, Unreadable, VerbSpec, View, What, Work, ensure,
};
use cardwright_effects::catalogue::Refused;
use cardwright_effects::{CardDef, Catalogue, Ctx, Game, Hit, Rules, Setup, Vocabulary};

pub use state::ElementalCommand;
use state::*;

/// Geometry and numbers of the game.
pub struct Data {
    pub board: Topology,
    pub worth: evaluate::Worth,
    pub opening_hand: u8,
    pub mana_limit: i16,
    pub turn_limit: u32,
    /// Mana and elements of every card, side by side because they are read for every card in hand.
    prices: Vec<[i16; 4]>,
    /// What a deck may hold.
    deck_cards: Vec<DefId>,
    deck: usize,
    copies: usize,
}

impl Rules for ElementalCommand {
    type Data = Data;

    const SLUG: &'static str = "elemental-command";
    const VERSION: u32 = 2;
    const VERBS: &'static [VerbSpec] = actions::VERBS;
    const AUDIENCES: Audiences = AUDIENCES;
    const PHASES: &'static [&'static str] = &["mulligan", "turn"];
    const REASONS: &'static [&'static str] = REASONS;
    const HAND: usize = HAND;
    const DECK: usize = DECK;

    fn vocabulary() -> Vocabulary {
        vocabulary()
    }

    fn load(catalogue: &Catalogue, board: &str) -> Result<Data, Refused> {
        if !board.is_empty() && board != "standard" {
            return Err(Refused(format!(
                "there is no board '{board}': Elemental Command has only 'standard'"
            )));
        }
        let limit = |name, default, most| catalogue.checked_limit(name, default, most);
        let is_deck_card =
            |at: &usize| catalogue.defs[*at].collectible && catalogue.defs[*at].kind as usize != HERO;
        let price = |def: &CardDef| [def.cost, def.numbers[0], def.numbers[1], def.numbers[2]];
        let mut prices: Vec<[i16; 4]> = catalogue.defs.iter().map(price).collect();
        // A card that a view does not know cannot be played from it.
        prices[0] = [UNKNOWN; 4];
        Ok(Data {
            prices,
            deck_cards: (1..catalogue.defs.len()).filter(is_deck_card).map(|at| DefId(at as u16)).collect(),
            board: Topology::rectangle(COLUMNS, 4),
            worth: evaluate::Worth::new(catalogue),
            opening_hand: limit("opening_hand", 6, 15)? as u8,
            mana_limit: limit("mana_limit", 10, 99)? as i16,
            turn_limit: limit("turns", 200, 10_000)? as u32,
            deck: limit("deck", 40, 46)? as usize,
            copies: limit("copies", 3, 46)? as usize,
        })
    }

    fn check_setup(game: &Game<Self>, setup: &Setup) -> Result<(), Refused> {
        if setup.decks.len() != 2 {
            return Err(Refused("Elemental Command is played by two".into()));
        }
        for (decks, &hero) in setup.decks.iter().zip(&setup.heroes) {
            if game.def(hero).kind as usize != HERO {
                return Err(Refused(format!("'{}' is not a hero", game.catalogue.ids[hero.at()])));
            }
            let [deck] = decks.as_slice() else {
                return Err(Refused("a player has exactly one deck".into()));
            };
            if deck.len() != game.data.deck {
                return Err(Refused(format!("a deck has {} cards, not {}", game.data.deck, deck.len())));
            }
            let mut copies = BTreeMap::new();
            for def in deck {
                if !game.def(*def).collectible {
                    return Err(Refused(format!(
                        "'{}' cannot be put into a deck",
                        game.catalogue.ids[def.at()]
                    )));
                }
                if game.def(*def).kind as usize == HERO {
                    return Err(Refused(format!(
                        "the hero '{}' cannot be in a deck",
                        game.catalogue.ids[def.at()]
                    )));
                }
                let reserved = game.def(*def).reserved;
                if reserved.is_some() && reserved != hero {
                    let [card, owner] = [*def, reserved].map(|def| &game.catalogue.ids[def.at()]);
                    return Err(Refused(format!("'{card}' is reserved to the hero '{owner}'")));
                }
                let count = copies.entry(*def).or_insert(0usize);
                *count += 1;
                if *count > game.data.copies {
                    let id = &game.catalogue.ids[def.at()];
                    return Err(Refused(format!("a deck has at most {} copies of '{id}'", game.data.copies)));
                }
            }
        }
        Ok(())
    }

    fn check_position(game: &Game<Self>, state: &State<Self>) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused(reason.into()));
        if state.phase != TURN || state.now > game.data.turn_limit {
            return refuse("a position is of a turn, within the limit of turns");
        }
        for seat in state.all_seats() {
            if !(state.kind[HERO] & state.side[seat.at()]).has(hero(seat)) || state.dying.has(hero(seat)) {
                return refuse("every seat needs a hero that lives");
            }
        }
        for piece in state.kind[MINION] {
            let minion = state.piece(piece);
            if !home(minion.owner).has(minion.cell) || state.on(minion.cell).len() != 1 {
                return refuse("a minion stands alone on a space of its owner");
            }
        }
        if (state.used - (state.kind[MINION] | state.kind[HERO])).any() {
            return refuse("only minions stand on spaces");
        }
        Ok(())
    }

    fn check_view(_: &Game<Self>, view: &View<Self>) -> Result<(), Unreadable> {
        let state = &view.state;
        let is_home = |id: PieceId| home(state.piece(id).owner).has(state.piece(id).cell);
        ensure(
            state.kind[MINION].into_iter().all(is_home),
            "has a minion that stands on no space of its owner",
        )?;
        let has_hero = |seat: Seat| (state.kind[HERO] & state.side[seat.at()]).has(hero(seat));
        ensure(state.is_over || state.all_seats().all(has_hero), "has a seat without a hero")
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

    fn linked_len(game: &Game<Self>, state: &State<Self>, seat: Seat, group: &Group) -> u32 {
        actions::linked_len(game, state, seat, group)
    }

    fn perform(cx: &mut Ctx<'_, Self>, action: Action) {
        actions::perform(cx, action);
    }

    fn why_illegal(game: &Game<Self>, state: &State<Self>, action: &Action) -> String {
        actions::why_illegal(game, state, action)
    }

    #[inline]
    fn worth_of_piece(game: &Game<Self>, piece: &Piece<()>) -> i32 {
        evaluate::worth_of_piece(game, piece)
    }

    #[inline]
    fn worth_of_rest(game: &Game<Self>, state: &State<Self>, seat: Seat) -> i32 {
        evaluate::worth_of_rest(game, state, seat)
    }

    fn inclination(game: &Game<Self>, state: &State<Self>, action: &Action) -> i32 {
        evaluate::inclination(game, state, action)
    }

    fn passing(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Option<Action> {
        let verb = if state.prompt.is_open() {
            actions::CHOOSE
        } else if state.phase == MULLIGAN_PHASE {
            actions::REDRAW
        } else {
            actions::END
        };
        Some(Action::new(seat, verb, 0))
    }

    fn is_related(game: &Game<Self>, from: Cell, to: Cell, relation: u8) -> bool {
        match relation {
            1 => game.data.board.adjacent(from).has(to),
            2 => column(from) == column(to),
            _ => from.at() / COLUMNS == to.at() / COLUMNS,
        }
    }

    fn related(game: &Game<Self>, state: &State<Self>, piece: PieceId, relation: u8) -> PieceSet {
        let cell = state.piece(piece).cell;
        if !cell.is_some() {
            return PieceSet::EMPTY;
        }
        let mut found = PieceSet::EMPTY;
        for other in state.occupied {
            if Self::is_related(game, cell, other, relation) {
                found |= state.on(other);
            }
        }
        found
    }

    /// RULE: "until end of turn" ends when the running turn does; "until your next turn" when the seat's next begins.
    fn expiry(state: &State<Self>, seat: Seat, duration: u8) -> u32 {
        let own_turn = state.active.has(seat) as u32;
        state.now + if duration == 2 { 1 + own_turn } else { 1 }
    }

    /// RULE: what a card summons stands as near to its source as it can; without one, in front and in the middle.
    fn summon_cell(_: &Game<Self>, state: &State<Self>, seat: Seat, near: Cell) -> Option<Cell> {
        let free = home(seat) & !state.occupied;
        let middle = front(seat, 2);
        free.min_by_key(|&cell| {
            let from = if near.is_some() { near } else { middle };
            (distance(cell, from), distance(cell, middle), cell.0)
        })
    }

    fn modify_damage(cx: &mut Ctx<'_, Self>, hit: &Hit) -> i16 {
        let shields = &mut cx.state.piece_mut(hit.target).statuses[INVULNERABLE];
        if *shields == 0 {
            return hit.amount;
        }
        *shields -= 1;
        let who = cx.who(hit.target);
        cx.tell(What::Prevented { who, amount: hit.amount });
        0
    }

    /// RULE: a minion that loses health to a minion with Deathtouch dies.
    fn damaged(cx: &mut Ctx<'_, Self>, hit: &Hit, _: i16) {
        if hit.source.is_some()
            && cx.state.piece(hit.source).keywords_now() & DEATHTOUCH != 0
            && cx.state.kind[MINION].has(hit.target)
        {
            cx.doom_by(hit.target, Cause::piece(hit.source));
        }
    }

    /// RULE: heroes lose the match instead of leaving the table.
    fn dies(cx: &mut Ctx<'_, Self>, piece: PieceId) -> bool {
        if cx.state.kind[HERO].has(piece) {
            cx.defeat(cx.state.piece(piece).owner);
            return false;
        }
        true
    }

    /// RULE: an impairment that comes in its carrier's own turn holds at once and through the next own turn.
    fn afflicted(cx: &mut Ctx<'_, Self>, piece: PieceId, status: u8) {
        for (served, serving) in SERVING {
            if served == status as usize {
                cx.state.piece_mut(piece).flags &= !serving;
            }
        }
    }

    /// RULE: impairments do not add up, the longer one counts; prevented instances do.
    fn stack(status: u8, held: i16, amount: i16) -> i16 {
        if status as usize == INVULNERABLE { held.saturating_add(amount) } else { held.max(amount) }
    }

    /// RULE: an attack by a card's text costs none of the minion's own attacks.
    fn assault(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        cx.declare_attack(attacker, target, turn::COMBAT);
    }

    fn strike(cx: &mut Ctx<'_, Self>, attacker: PieceId, target: PieceId) {
        turn::strike(cx, attacker, target);
    }

    /// RULE: fatigue deals 1 damage, then 2, 3, ...
    fn drew_nothing(cx: &mut Ctx<'_, Self>, seat: Seat) {
        cx.tell(What::DrewNothing { seat });
        let fatigue = cx.state.resource(seat, FATIGUE).saturating_add(1);
        *cx.state.resource_mut(seat, FATIGUE) = fatigue;
        let (source, target) = (PieceId::NONE, hero(seat));
        cx.caused_by(Cause::rule(BY_FATIGUE), |cx| {
            cx.deal(Hit { source, target, amount: fatigue, is_blow: false, element: 0 });
        });
    }

    fn step(cx: &mut Ctx<'_, Self>, work: Work) {
        turn::step(cx, work);
    }

    fn settle(cx: &mut Ctx<'_, Self>) -> bool {
        turn::settle(cx)
    }

    fn resolved(cx: &mut Ctx<'_, Self>) {
        turn::resolved(cx);
    }

    fn starting(state: &State<Self>) -> Option<Seat> {
        state.extra.starting.is_some().then_some(state.extra.starting)
    }

    fn cell_names(game: &Game<Self>) -> Vec<String> {
        (0..CELLS as u8).map(|cell| game.data.board.name(Cell(cell)).to_owned()).collect()
    }

    fn unknown_pool(game: &Game<Self>) -> &[DefId] {
        &game.data.deck_cards
    }

    fn facts(_: &Game<Self>, state: &State<Self>, seat: Seat) -> Vec<(&'static str, i64)> {
        vec![("turn", state.now as i64), ("starts", (state.extra.starting == seat) as i64)]
    }

    fn random_setup(game: &Game<Self>, dice: &mut Dice, prefer: &[DefId]) -> Option<Setup> {
        fuzz::random_setup(game, dice, prefer)
    }

    fn layout(game: &Game<Self>, card: DefId, dice: &mut Dice) -> Option<State<Self>> {
        fuzz::layout(game, card, dice)
    }

    fn can_still(_: &Game<Self>, state: &State<Self>, piece: PieceId) -> (bool, bool) {
        let minion = state.piece(piece);
        if !state.kind[MINION].has(piece) || !state.active.has(minion.owner) || state.phase != TURN {
            return (false, false);
        }
        let walls = actions::Walls::of(state, foe(minion.owner));
        let attacks = actions::can_attack(state, piece) && actions::targets(state, &walls, piece).any();
        let moves = actions::can_move(state, piece) && (home(minion.owner) & !state.occupied).any();
        (moves, attacks)
    }
}
