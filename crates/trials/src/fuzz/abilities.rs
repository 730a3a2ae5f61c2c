//! Counts for every ability of every card how often it ran, and how often it changed anything.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use cardwright_core::{DefId, Dice, Frame, FrameKind, PieceId, State, Waiting};
use cardwright_effects::catalogue::{Ability, Aura, Catalogue};
use cardwright_effects::program::Replaces;
use cardwright_effects::query::{card_matches, matching};
use cardwright_effects::table::{Code, Op, Operand, ROWS};
use cardwright_effects::{Game, NOTHING, Onlooker, Rules, Setup, play};
use serde_json::{Value, json};

/// Where an ability stands on its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The text that runs when the card is played or used.
    Play,
    /// The n-th of its abilities that wait for something.
    Ability(u16),
    /// The n-th of the things its player chooses between.
    Mode(u16),
    /// An ability of the catalogue that the card gives to others or leaves for later.
    Given(u16),
    /// The n-th of its auras.
    Aura(u16),
}

/// One ability of one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub card: DefId,
    pub place: Place,
}

/// How often an ability ran, and how often it changed anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub ran: u64,
    pub changed: u64,
}

/// All abilities of the cards that a match may see.
pub struct Parts {
    pub all: Vec<Part>,
    /// The abilities that run a program, by where it starts.
    of_program: BTreeMap<u16, Vec<usize>>,
    of_aura: BTreeMap<(DefId, u16), usize>,
}

impl Parts {
    /// The abilities of all cards that a deck may hold or that stand for a player, and of the cards that those lead
    /// to.
    pub fn of<R: Rules>(game: &Game<R>, setups: &[Setup]) -> Self {
        let mut parts = Self { all: Vec::new(), of_program: BTreeMap::new(), of_aura: BTreeMap::new() };
        let cards = &game.catalogue;
        for card in reachable(game, setups) {
            let def = game.def(card);
            if def.play != NOTHING {
                parts.add(card, Place::Play, def.play);
            }
            for (number, mode) in def.modes.iter().enumerate().filter(|(_, mode)| mode.play != NOTHING) {
                parts.add(card, Place::Mode(number as u16), mode.play);
            }
            for (at, &ability) in def.abilities.iter().enumerate() {
                parts.add(card, Place::Ability(at as u16), cards.abilities[ability as usize].op);
            }
            for given in given_by(cards, card) {
                parts.add(card, Place::Given(given), cards.abilities[given as usize].op);
            }
            for at in 0..def.auras.len() as u16 {
                parts.of_aura.insert((card, at), parts.all.len());
                parts.all.push(Part { card, place: Place::Aura(at) });
            }
        }
        parts
    }

    fn add(&mut self, card: DefId, place: Place, program: u16) {
        self.of_program.entry(program).or_default().push(self.all.len());
        self.all.push(Part { card, place });
    }

    /// Counts the programs that ran, by the card whose text it is: the carrier's card, else the card being played,
    /// else every card with the same text.
    pub fn count(&self, runs: &[Run], playing: Option<DefId>, tallies: &mut [Tally]) {
        for run in runs {
            let Some(holders) = self.of_program.get(&run.program) else { continue };
            let of = |card: Option<DefId>| holders.iter().any(|&at| Some(self.all[at].card) == card);
            let card = [Some(run.carrier), playing].into_iter().find(|&card| of(card));
            for &at in holders {
                if card.is_none_or(|card| Some(self.all[at].card) == card) {
                    tallies[at].ran += 1;
                    tallies[at].changed += run.has_changed as u64;
                }
            }
        }
    }

    /// Counts the auras of a position: an aura has changed something if it reaches any piece.
    pub fn count_auras<R: Rules>(&self, game: &Game<R>, state: &State<R>, tallies: &mut [Tally]) {
        for source in state.aura_sources - state.dying {
            let piece = state.piece(source);
            for (place, &at) in game.def(piece.def).auras.iter().enumerate() {
                if let Some(&part) = self.of_aura.get(&(piece.def, place as u16)) {
                    let reaches = reaches(game, state, source, &game.catalogue.auras[at as usize]);
                    tallies[part].ran += 1;
                    tallies[part].changed += reaches as u64;
                }
            }
        }
    }
}

/// The rows of the document: card, place, how often it ran and changed anything.
pub fn to_json<R: Rules>(game: &Game<R>, abilities: &[(Part, Tally)]) -> Value {
    let rows = abilities.iter().map(|(part, tally)| {
        let (place, at) = match part.place {
            Place::Play => ("play", 0),
            Place::Mode(n) => ("mode", n),
            Place::Ability(at) => ("ability", at),
            Place::Given(at) => ("given", at),
            Place::Aura(at) => ("aura", at),
        };
        json!({
            "card": game.catalogue.ids[part.card.at()],
            "place": [place, at],
            "ran": tally.ran,
            "changed": tally.changed,
        })
    });
    Value::Array(rows.collect())
}

/// The cards of a list that bring a card into play or make one, directly or through others.
pub fn makers<R: Rules>(game: &Game<R>, card: DefId, among: &[DefId]) -> Vec<DefId> {
    among.iter().copied().filter(|&maker| come_of(game, vec![maker]).contains(&card)).collect()
}

fn reaches<R: Rules>(game: &Game<R>, state: &State<R>, source: PieceId, aura: &Aura) -> bool {
    let query = &game.catalogue.queries[aura.query as usize];
    let frame = Frame::program(0, state.piece(source).owner, source);
    if query.zone == 0 {
        return matching(game, state, query, &frame).any();
    }
    let mut owners = state.all_seats().filter(|&owner| match query.side {
        cardwright_effects::catalogue::Side::Mine => owner == frame.seat,
        cardwright_effects::catalogue::Side::Foe => R::foes(state, frame.seat).has(owner),
        _ => true,
    });
    owners.any(|owner| {
        let cards = state.zone(owner, query.zone as usize - 1).iter();
        cards.map(|&id| state.card(id).def).any(|def| card_matches(game, query, def))
    })
}

/// The cards that may come into a match: those in decks, those that stand for players, and all that they lead to.
fn reachable<R: Rules>(game: &Game<R>, setups: &[Setup]) -> BTreeSet<DefId> {
    let cards = &game.catalogue;
    let setup =
        setups.first().cloned().or_else(|| play::random_setup(game, &mut Dice::sampled(0, "setup"), &[]));
    let kinds: Vec<u8> =
        setup.iter().flat_map(|setup| &setup.heroes).map(|&def| game.def(def).kind).collect();
    let heroes = (1..cards.defs.len()).filter(|&at| kinds.contains(&cards.defs[at].kind));
    come_of(game, R::unknown_pool(game).iter().copied().chain(heroes.map(|at| DefId(at as u16))).collect())
}

/// Some cards, and all cards that they lead to.
fn come_of<R: Rules>(game: &Game<R>, mut waiting: Vec<DefId>) -> BTreeSet<DefId> {
    let cards = &game.catalogue;
    let mut found = BTreeSet::new();
    while let Some(card) = waiting.pop() {
        if !card.is_some() || card == DefId::HIDDEN || !found.insert(card) {
            continue;
        }
        waiting.extend(game.def(card).knows.iter().copied());
        for op in programs_of(cards, card).into_iter().flat_map(|start| program(cards, start)) {
            waiting.extend(def_of(&op));
        }
    }
    found
}

/// The operations of a program.
fn program(cards: &Catalogue, start: u16) -> impl Iterator<Item = Op> + '_ {
    cards.ops[start as usize..].iter().copied().take_while(|op| op.code != Code::End)
}

/// The card that an operation names.
fn def_of(op: &Op) -> Option<DefId> {
    let row = ROWS.iter().find(|row| row.code == op.code as u8)?;
    row.operands.contains(&('q', Operand::Def)).then_some(DefId(op.q))
}

/// The ability that an operation names.
fn ability_of(op: &Op) -> Option<u16> {
    let row = ROWS.iter().find(|row| row.code == op.code as u8)?;
    row.operands.contains(&('q', Operand::Ability)).then_some(op.q)
}

/// The programs of a card, including those of abilities that it gives.
fn programs_of(cards: &Catalogue, card: DefId) -> BTreeSet<u16> {
    let def = &cards.defs[card.at()];
    let of_ability = |&at: &u16| cards.abilities[at as usize].op;
    let mut waiting: Vec<u16> = def.abilities.iter().map(of_ability).collect();
    let modes = def.modes.iter().map(|mode| mode.play);
    waiting.extend(modes.chain([def.play]).filter(|&play| play != NOTHING));
    let mut found = BTreeSet::new();
    while let Some(start) = waiting.pop() {
        if found.insert(start) {
            waiting.extend(program(cards, start).filter_map(|op| ability_of(&op)).map(|at| of_ability(&at)));
        }
    }
    found
}

/// The abilities that a card gives to others or leaves for later.
fn given_by(cards: &Catalogue, card: DefId) -> BTreeSet<u16> {
    let operations = programs_of(cards, card).into_iter().flat_map(|start| program(cards, start));
    operations.filter_map(|op| ability_of(&op)).collect()
}

/// A program that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where the program starts.
    pub program: u16,
    pub source: PieceId,
    /// The card whose text it is, as far as that is known; else hidden.
    pub carrier: DefId,
    pub has_changed: bool,
}

/// What the onlooker notes on this thread while a table is watched.
#[derive(Default)]
struct Notes {
    runs: Vec<Run>,
    /// The run that is going on.
    current: usize,
    before: u64,
}

thread_local! {
    static NOTES: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

/// Notes every program that runs at a watched table; elsewhere it looks away.
pub struct Counter {
    /// For every operation, where its program starts.
    start_of: Vec<u16>,
    /// Where programs of abilities start that change damage before it is dealt, and so before they run.
    replacing: BTreeSet<u16>,
}

impl Counter {
    /// A counter for a catalogue.
    pub fn of(cards: &Catalogue) -> Self {
        // A program may also start in the middle of another one.
        let mut starts: BTreeSet<u16> = cards.abilities.iter().map(|ability| ability.op).collect();
        starts.extend(cards.defs.iter().map(|def| def.play));
        starts.extend(cards.defs.iter().flat_map(|def| &def.modes).map(|mode| mode.play));
        let mut start = 0;
        let mut is_over = true;
        let start_of = cards.ops.iter().enumerate().map(|(at, op)| {
            if is_over || starts.contains(&(at as u16)) {
                start = at as u16;
            }
            is_over = op.code == Code::End;
            start
        });
        let replaces = |ability: &&Ability| ability.replaces != Replaces::Nothing;
        let replacing = cards.abilities.iter().filter(replaces).map(|ability| ability.op).collect();
        Self { start_of: start_of.collect(), replacing }
    }
}

impl<R: Rules> Onlooker<R> for Counter {
    fn begins(&self, state: &State<R>, frame: &Frame) {
        NOTES.with_borrow_mut(|notes| {
            let Some(notes) = notes else { return };
            let program = self.start_of[frame.pc as usize];
            let is_same = |run: &Run| run.program == program && run.source == frame.source;
            notes.current = match notes.runs.iter().rposition(is_same) {
                Some(earlier) if frame.pc != program => earlier,
                _ => {
                    let carrier = match frame.by {
                        card if card.is_some() && card != DefId::HIDDEN => card,
                        _ if frame.source.is_some() => state.piece(frame.source).def,
                        _ => DefId::HIDDEN,
                    };
                    let has_changed = self.replacing.contains(&program);
                    notes.runs.push(Run { program, source: frame.source, carrier, has_changed });
                    notes.runs.len() - 1
                }
            };
            notes.before = traces(state);
        });
    }

    fn rests(&self, state: &State<R>) {
        NOTES.with_borrow_mut(|notes| {
            let Some(notes) = notes else { return };
            notes.runs[notes.current].has_changed |= traces(state) != notes.before;
        });
    }
}

/// A digest of what a program leaves behind, without the counters and the queue, which only keep the order of things.
fn traces<R: Rules>(state: &State<R>) -> u64 {
    let mut left = *state;
    let is_step =
        |waiting: &Waiting| matches!(waiting, Waiting::Frame(frame) if frame.kind != FrameKind::Program);
    let steps = state.waiting().filter(is_step).count();
    (left.stamp, left.triggers, left.queue_len) = (0, steps as u16, 0);
    left.digest()
}

/// A second copy of a game, with an onlooker that counts what runs.
pub fn watched_copy<R: Rules>(game: &Game<R>) -> Game<R> {
    Game {
        catalogue: game.catalogue.clone(),
        data: R::load(&game.catalogue, &game.board).expect("the same catalogue was loaded before"),
        board: game.board.clone(),
        collectible: game.collectible.clone(),
        deck_cards: game.deck_cards.clone(),
        limits: game.limits,
        onlooker: Some(Box::new(Counter::of(&game.catalogue))),
    }
}

/// Does something at a watched table. Programs that run are added to `runs`, which also holds unfinished ones.
pub fn watching<T>(runs: &mut Vec<Run>, act: impl FnOnce() -> T) -> T {
    /// Ends the watching when dropped, even after a panic.
    struct Away;
    impl Drop for Away {
        fn drop(&mut self) {
            NOTES.set(None);
        }
    }
    NOTES.set(Some(Notes { runs: std::mem::take(runs), ..Notes::default() }));
    let away = Away;
    let done = act();
    *runs = NOTES.take().map(|notes| notes.runs).unwrap_or_default();
    drop(away);
    done
}
