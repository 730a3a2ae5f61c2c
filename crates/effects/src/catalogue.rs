//! A game's compiled cards: read from one JSON document and verified, so that no card data can crash or hang the kernel.

use std::collections::BTreeMap;

use cardwright_core::{DefId, KINDS, MOMENTS, RESOURCES, STATUSES};

use crate::deck_law::DeckLaw;
use crate::moment::Moment;
pub use crate::program::{
    Ability, Aura, Base, CardDef, Compare, NOTHING, NUMBERS, Party, Query, Side, Test, printed,
};
use crate::rows::{AbilityRow, AuraRow, DefRow, File, PoolRow, QueryRow};
use crate::table::{Code, Op, Operand, ROWS, hash};
pub use crate::vocabulary::{Prices, Vocabulary, listed, words};

/// Most cards that one piece may know.
pub const KNOWN: usize = 8;
/// The value of `by` in an ability that means: no piece at all.
const BY_NOBODY: i64 = -2;
/// The longest time until a timer fires: an hour.
const LONGEST_WAIT: i64 = 3_600_000;

/// The catalogue format this kernel reads.
pub const FORMAT: u32 = 1;

/// Why a catalogue was refused, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// The verified cards of a game.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub slug: String,
    /// The slug of the rules it is played by; a variant uses the rules of another game.
    pub rules: String,
    pub rules_version: u32,
    pub vocabulary: Vocabulary,
    pub limits: BTreeMap<String, i64>,
    pub prices: Prices,
    pub boards: BTreeMap<String, serde_json::Value>,
    pub law: DeckLaw,
    pub ids: Vec<String>,
    /// What a game prints on a card besides numbers, a pattern for example; read by `Basics::load`.
    pub own: Vec<serde_json::Value>,
    pub defs: Vec<CardDef>,
    pub ops: Vec<Op>,
    pub queries: Vec<Query>,
    pub pools: Vec<Vec<DefId>>,
    pub abilities: Vec<Ability>,
    pub auras: Vec<Aura>,
}

fn refuse<T>(reason: String) -> Result<T, Refused> {
    Err(Refused(reason))
}

/// A number that must lie in a range.
fn within(what: &str, value: i64, low: i64, high: i64) -> Result<i64, Refused> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        refuse(format!("the catalogue's {what} is {value}, outside {low} to {high}"))
    }
}

/// An index into a table, -1 for none.
fn index(what: &str, value: i64, len: usize) -> Result<u16, Refused> {
    let value = within(what, value, -1, len.min(NOTHING as usize) as i64 - 1)?;
    Ok(if value < 0 { NOTHING } else { value as u16 })
}

/// A bit mask over a list of words.
fn mask(what: &str, value: u64, words: usize) -> Result<u64, Refused> {
    if words < 64 && value >> words != 0 {
        return refuse(format!("the catalogue's {what} mask names a word that the vocabulary lacks"));
    }
    Ok(value)
}

/// Checks that the kernel knows the moments of a vocabulary and has room for its words.
fn check_words(words: &Vocabulary) -> Result<(), Refused> {
    // Cards compiled before a moment was added still mean the same by the moments they know.
    if !Moment::NAMES.iter().take(words.moments.len()).eq(&words.moments) {
        return refuse("the vocabulary's moments are not the kernel's".into());
    }
    for (what, len, most) in [
        ("kinds", words.kinds.len(), KINDS),
        ("keywords", words.keywords.len(), 64),
        ("statuses", words.statuses.len(), STATUSES),
        ("attributes", words.attributes.len(), NUMBERS + 3),
        ("resources", words.resources.len(), RESOURCES),
        ("zones", words.zones.len(), 8),
        ("tags", words.tags.len(), 64),
        ("relations", words.relations.len(), 16),
        ("places", words.places.len(), 16),
        ("durations", words.durations.len(), 16),
        ("sounds", words.sounds.len(), 64),
    ] {
        if len > most {
            return refuse(format!("the vocabulary has {len} {what}, the kernel has room for {most}"));
        }
    }
    Ok(())
}

impl Catalogue {
    /// Reads and verifies a catalogue.
    pub fn load(bytes: &[u8]) -> Result<Self, Refused> {
        let file: File = serde_json::from_slice(bytes)
            .map_err(|error| Refused(format!("the catalogue cannot be read: {error}")))?;
        if file.format != FORMAT {
            return refuse(format!("the catalogue has format {}, this kernel reads {FORMAT}", file.format));
        }
        if file.operations != hash() {
            return refuse("the catalogue was compiled for another operation table; build it anew".into());
        }
        check_words(&file.game.vocabulary)?;
        let sizes = Sizes::of(&file)?;
        let rules = if file.game.rules.is_empty() { file.game.slug.clone() } else { file.game.rules };
        let mut catalogue = Catalogue {
            slug: file.game.slug,
            rules,
            rules_version: file.game.rules_version,
            vocabulary: file.game.vocabulary,
            limits: file.game.limits,
            prices: file.game.prices,
            boards: file.game.boards,
            law: DeckLaw::default(),
            ids: file.defs.iter().map(|def| def.id.clone()).collect(),
            own: file.defs.iter().map(|def| def.own.clone()).collect(),
            defs: Vec::new(),
            ops: Vec::new(),
            queries: Vec::new(),
            pools: Vec::new(),
            abilities: Vec::new(),
            auras: Vec::new(),
        };
        catalogue.queries = file
            .queries
            .iter()
            .map(|row| catalogue.query(row, sizes.defs))
            .collect::<Result<_, Refused>>()?;
        catalogue.abilities = file
            .abilities
            .iter()
            .map(|row| catalogue.ability(row, &sizes))
            .collect::<Result<_, Refused>>()?;
        catalogue.auras =
            file.auras.iter().map(|row| catalogue.aura(row, &sizes)).collect::<Result<_, Refused>>()?;
        catalogue.ops = catalogue.operations(&file.ops, &sizes)?;
        catalogue.defs =
            file.defs.iter().map(|row| catalogue.read_def(row, &sizes)).collect::<Result<_, Refused>>()?;
        let (kinds, words) = (&catalogue.vocabulary.kinds, &file.game.words.kinds);
        catalogue.law = DeckLaw::read(kinds, words, &file.game.decks, &catalogue.defs, &catalogue.limits)?;
        catalogue.pools = file.pools.iter().map(|row| catalogue.pool(row)).collect::<Result<_, Refused>>()?;
        Ok(catalogue)
    }

    /// A limit of `game.toml`, or a default.
    pub fn limit(&self, name: &str, default: i64) -> i64 {
        self.limits.get(name).copied().unwrap_or(default)
    }

    /// A limit of `game.toml`, or a default; it must be 1 to `most`.
    pub fn checked_limit(&self, name: &str, default: i64, most: i64) -> Result<i64, Refused> {
        let value = self.limit(name, default);
        if (1..=most).contains(&value) {
            return Ok(value);
        }
        refuse(format!("game.toml's limit '{name}' is {value}; it must be 1 to {most}"))
    }

    /// The number of the card with this id.
    pub fn find(&self, id: &str) -> Option<DefId> {
        self.ids.iter().position(|known| known == id).map(|at| DefId(at as u16))
    }

    fn ability(&self, row: &AbilityRow, sizes: &Sizes) -> Result<Ability, Refused> {
        let moment = within("moment", row.moment, 0, MOMENTS as i64 - 1)? as u8;
        let is_timer = moment == Moment::Timer as u8;
        Ok(Ability {
            moment,
            is_about_others: within("scope", row.scope, 0, 1)? == 1,
            side: Side::from_number(within("ability's side", row.side, 0, 2)? as u8),
            query: index("ability's query", row.query, sizes.queries)?,
            op: within("ability's program", row.op, 0, sizes.ops as i64 - 1)? as u16,
            by: match row.by {
                BY_NOBODY => Party::Nobody,
                at => match index("ability's other party", at, sizes.queries)? {
                    NOTHING => Party::Anybody,
                    at => Party::Matching(at),
                },
            },
            least: within("ability's least amount", row.least, 0, 9999)? as i16,
            resource: match index("ability's resource", row.resource, self.vocabulary.resources.len())? {
                NOTHING => None,
                at => Some(at as u8),
            },
            // A timer that fires again without any wait would stop the clock.
            wait: within("ability's wait", row.wait, is_timer as i64, LONGEST_WAIT)? as u32,
            repeats: row.repeats,
        })
    }

    fn aura(&self, row: &AuraRow, sizes: &Sizes) -> Result<Aura, Refused> {
        let query = within("aura's query", row.query, 0, sizes.queries as i64 - 1)? as u16;
        let chosen = &self.queries[query as usize];
        let is_of_cards = row.cost != 0;
        if chosen.random != 0 || is_of_cards != (chosen.zone != 0) {
            return refuse(
                "an aura reaches pieces on the board, or changes the cost of cards, never of random ones"
                    .into(),
            );
        }
        Ok(Aura {
            query,
            attack: within("aura's attack", row.attack, -99, 99)? as i16,
            health: within("aura's health", row.health, -99, 99)? as i16,
            keywords: mask("aura's keyword", row.keywords, self.vocabulary.keywords.len())?,
            cost: within("aura's cost", row.cost, -99, 99)? as i16,
        })
    }

    fn read_def(&self, row: &DefRow, sizes: &Sizes) -> Result<CardDef, Refused> {
        let words = &self.vocabulary;
        let kinds = words.kinds.len() as i64;
        let what = &row.id;
        let abilities: Box<[u16]> = row
            .abilities
            .iter()
            .map(|&at| Ok(within(&format!("ability of '{what}'"), at, 0, sizes.abilities as i64 - 1)? as u16))
            .collect::<Result<_, Refused>>()?;
        let (mut hears_itself, mut hears_others) = (0, 0);
        for &at in &abilities {
            let ability = &self.abilities[at as usize];
            let heard = if ability.is_about_others { &mut hears_others } else { &mut hears_itself };
            *heard |= 1 << ability.moment;
        }
        let mut numbers = [0; NUMBERS];
        within(&format!("count of numbers of '{what}'"), row.numbers.len() as i64, 0, NUMBERS as i64)?;
        for (to, from) in numbers.iter_mut().zip(&row.numbers) {
            *to = within(&format!("number of '{what}'"), *from, -9999, 9999)? as i16;
        }
        let mut statuses = [0; STATUSES];
        within(&format!("count of statuses of '{what}'"), row.statuses.len() as i64, 0, STATUSES as i64)?;
        for (to, from) in statuses.iter_mut().zip(&row.statuses) {
            *to = within(&format!("status of '{what}'"), *from, 0, 99)? as u8;
        }
        let target = index(&format!("target of '{what}'"), row.target, sizes.queries)?;
        if target != NOTHING && self.queries[target as usize].zone != 0 {
            return refuse(format!("the target of '{what}' is not on the board"));
        }
        let auras: Box<[u16]> = row
            .auras
            .iter()
            .map(|&at| Ok(within(&format!("aura of '{what}'"), at, 0, self.auras.len() as i64 - 1)? as u16))
            .collect::<Result<_, Refused>>()?;
        let knows: Box<[DefId]> = row
            .knows
            .iter()
            .map(|&at| {
                Ok(DefId(within(&format!("card known to '{what}'"), at, 1, sizes.defs as i64 - 1)? as u16))
            })
            .collect::<Result<_, Refused>>()?;
        within(&format!("count of cards known to '{what}'"), knows.len() as i64, 0, KNOWN as i64)?;
        let is_picky = |at: &u16| self.queries[self.auras[*at as usize].query as usize].is_picky;
        Ok(CardDef {
            has_picky_aura: auras.iter().any(is_picky),
            has_cost_aura: auras.iter().any(|&at| self.auras[at as usize].cost != 0),
            has_timer: abilities.iter().any(|&at| self.abilities[at as usize].moment == Moment::Timer as u8),
            kind: within(&format!("kind of '{what}'"), row.kind, 0, kinds - 1)? as u8,
            attack: within(&format!("attack of '{what}'"), row.attack, 0, 9999)? as i16,
            health: within(&format!("health of '{what}'"), row.health, 0, 9999)? as i16,
            cost: within(&format!("cost of '{what}'"), row.cost, 0, 9999)? as i16,
            numbers,
            keywords: mask("card's keyword", row.keywords, words.keywords.len())?,
            statuses,
            tags: mask("card's tag", row.tags, words.tags.len())?,
            play: index(&format!("program of '{what}'"), row.play, sizes.ops)?,
            target,
            destination: within(&format!("destination of '{what}'"), row.destination, 0, 3)? as u8,
            collectible: row.collectible,
            reserved: if row.reserved.is_empty() {
                DefId::NONE
            } else {
                self.find(&row.reserved).ok_or_else(|| {
                    Refused(format!("'{what}' is reserved to '{}', which does not exist", row.reserved))
                })?
            },
            abilities,
            auras,
            knows,
            hears_itself,
            hears_others,
        })
    }

    fn query(&self, row: &QueryRow, defs: usize) -> Result<Query, Refused> {
        let words = &self.vocabulary;
        let base = [Base::Board, Base::Source, Base::Subject, Base::Chosen, Base::It]
            [within("query's base", row.base, 0, 4)? as usize];
        let kinds = within("query's kinds", row.kinds, 0, (1 << words.kinds.len().min(KINDS)) - 1)? as u8;
        let other = within("query's exclusion", row.other, 0, 3)?;
        let test = self.test(row.attribute, row.compare, row.n)?;
        let damaged = within("query's damage filter", row.damaged, 0, 2)? as u8;
        let query = Query {
            base,
            relation: within("query's relation", row.relation, 0, words.relations.len() as i64)? as u8,
            place: within("query's place", row.place, 0, words.places.len() as i64)? as u8,
            zone: within("query's zone", row.zone, 0, words.zones.len() as i64)? as u8,
            side: Side::from_number(within("query's side", row.side, 0, 2)? as u8),
            kinds,
            not_source: other & 1 != 0,
            not_chosen: other & 2 != 0,
            damaged,
            test,
            keywords: mask("query's keyword", row.keywords, words.keywords.len())?,
            without: mask("query's keyword", row.without, words.keywords.len())?,
            tags: mask("query's tag", row.tags, words.tags.len())?,
            not_tags: mask("query's tag", row.not_tags, words.tags.len())?,
            is_top: within("query's top", row.top, 0, 1)? == 1,
            card: DefId(within("query's card", row.card, 0, defs as i64 - 1)? as u16),
            random: within("query's random number", row.random, 0, 60)? as u8,
            is_picky: damaged != 0
                || test.is_some()
                || row.card != 0
                || row.keywords | row.without | row.tags | row.not_tags != 0,
        };
        Ok(query)
    }

    fn test(&self, attribute: i64, compare: i64, n: i64) -> Result<Option<Test>, Refused> {
        let attribute = index("attribute", attribute, self.vocabulary.attributes.len())?;
        let compare = Compare::from_number(within("comparison", compare, 0, 2)? as u8);
        let n = within("compared number", n, -9999, 9999)? as i16;
        Ok((attribute != NOTHING).then_some(Test { attribute: attribute as u8, compare, n }))
    }

    fn pool(&self, row: &PoolRow) -> Result<Vec<DefId>, Refused> {
        let words = &self.vocabulary;
        within("pool's kinds", row.kinds, 0, (1 << words.kinds.len()) - 1)?;
        let test = self.test(row.attribute, row.compare, row.n)?;
        mask("pool's keyword", row.keywords, words.keywords.len())?;
        mask("pool's tag", row.tags | row.not_tags, words.tags.len())?;
        let fits = |def: &CardDef| {
            (row.kinds == 0 || row.kinds >> def.kind & 1 == 1)
                && (def.collectible || !row.collectible)
                && def.keywords & row.keywords == row.keywords
                && def.tags & row.tags == row.tags
                && def.tags & row.not_tags == 0
                && test.is_none_or(|test| test.compare.holds(printed(def, test.attribute), test.n))
        };
        // Definition 0 is the hidden card and belongs to no pool.
        Ok((1..self.defs.len()).filter(|&at| fits(&self.defs[at])).map(|at| DefId(at as u16)).collect())
    }

    fn operations(&self, rows: &[[i64; 5]], sizes: &Sizes) -> Result<Vec<Op>, Refused> {
        let mut ops = Vec::with_capacity(rows.len());
        // Programs lie one behind the other: an operation's program ends at the next End.
        for (at, &[code, a, b, c, q]) in rows.iter().enumerate() {
            let Some(known) = u8::try_from(code).ok().and_then(Code::from_number) else {
                return refuse(format!("operation {at} has the unknown code {code}"));
            };
            let row = ROWS.iter().find(|row| row.code == known as u8).expect("every code has a row");
            let fields = [('a', a), ('b', b), ('c', c), ('q', q)];
            for (field, value) in fields {
                let operand =
                    row.operands.iter().find(|(name, _)| *name == field).map(|(_, operand)| *operand);
                self.check_operand(at, rows, operand, value, sizes)
                    .map_err(|Refused(reason)| Refused(format!("operation {at} ({}): {reason}", row.name)))?;
            }
            ops.push(Op { code: known, a: a as u8, b: b as i16, c: c as i16, q: q as u16 });
        }
        match ops.last() {
            Some(op) if op.code != Code::End => refuse("the last operation is not End".into()),
            _ => Ok(ops),
        }
    }

    fn check_operand(
        &self,
        at: usize,
        rows: &[[i64; 5]],
        operand: Option<Operand>,
        value: i64,
        sizes: &Sizes,
    ) -> Result<(), Refused> {
        let words = &self.vocabulary;
        let below = |len: usize| (0, len as i64 - 1);
        let (low, high) = match operand {
            None => (0, 0),
            Some(Operand::Query) => below(sizes.queries),
            Some(Operand::Pool) => below(sizes.pools),
            Some(Operand::Ability) => below(sizes.abilities),
            Some(Operand::Def) => (1, sizes.defs as i64 - 1),
            Some(Operand::Duration) => below(words.durations.len()),
            Some(Operand::Side) => (0, 3),
            Some(Operand::Zone) => (1, words.zones.len() as i64),
            Some(Operand::Resource) => below(words.resources.len()),
            Some(Operand::Keyword) => below(words.keywords.len()),
            Some(Operand::Status) => below(words.statuses.len()),
            Some(Operand::Attribute) => below(words.attributes.len()),
            Some(Operand::Tag) => (0, words.tags.len() as i64),
            Some(Operand::Place) => (0, words.places.len() as i64),
            Some(Operand::Forward) => {
                let end = (at..rows.len()).find(|&i| rows[i][0] == 0).unwrap_or(at);
                (at as i64 + 1, end as i64)
            }
            Some(Operand::Int) => (-999, 999),
            Some(Operand::Compare) => (0, 2),
            Some(Operand::Who) => (0, 3),
        };
        within("operand", value, low, high).map(|_| ())
    }
}

struct Sizes {
    ops: usize,
    queries: usize,
    pools: usize,
    abilities: usize,
    defs: usize,
}

impl Sizes {
    /// The sizes of a document. A table is refused if programs cannot name all of its rows.
    fn of(file: &File) -> Result<Self, Refused> {
        for (what, len) in [
            ("cards", file.defs.len()),
            ("operations", file.ops.len()),
            ("queries", file.queries.len()),
            ("pools", file.pools.len()),
            ("abilities", file.abilities.len()),
            ("auras", file.auras.len()),
        ] {
            if len >= i16::MAX as usize {
                return refuse(format!("the catalogue has {len} {what}, more than a program can name"));
            }
        }
        if file.defs.is_empty() {
            return refuse("the catalogue has no cards, not even the hidden one".into());
        }
        Ok(Self {
            ops: file.ops.len(),
            queries: file.queries.len(),
            pools: file.pools.len(),
            abilities: file.abilities.len(),
            defs: file.defs.len(),
        })
    }
}
