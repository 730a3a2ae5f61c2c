//! A game's compiled cards: read from one JSON document and verified, so that no card data can crash or hang the kernel.

use std::collections::BTreeMap;

use cardwright_core::{DefId, KINDS, RESOURCES, STATUSES};

use crate::deck_law::DeckLaw;
use crate::moment::Moment;
pub use crate::program::{
    Ability, Aura, AuraTraits, Base, CardDef, Compare, NOTHING, NUMBERS, Party, Query, Side, Test, printed,
};
use crate::rows::{DefRow, File};
use crate::table::{Code, Op, Operand, ROWS, hash};
pub use crate::vocabulary::{Prices, Vocabulary, listed, words};

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
    /// Kinds whose cards have health, as bits; cards of other kinds are cast.
    pub bodied: u8,
    /// The traits of every card's auras, side by side: asked after nearly everything that happens.
    pub aura_traits: Vec<AuraTraits>,
    /// Those of all cards together.
    pub all_traits: AuraTraits,
    /// Some text prevents damage that comes later.
    pub has_shields: bool,
    /// By kind and cost, the collectible cards: what a piece may become at random.
    pub by_cost: Vec<Vec<Vec<DefId>>>,
    pub ops: Vec<Op>,
    pub queries: Vec<Query>,
    pub pools: Vec<Vec<DefId>>,
    pub abilities: Vec<Ability>,
    pub auras: Vec<Aura>,
}

pub(crate) fn refuse<T>(reason: String) -> Result<T, Refused> {
    Err(Refused(reason))
}

/// A number that must lie in a range.
pub(crate) fn within(what: &str, value: i64, low: i64, high: i64) -> Result<i64, Refused> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        refuse(format!("the catalogue's {what} is {value}, outside {low} to {high}"))
    }
}

/// An index into a table, -1 for none.
pub(crate) fn index(what: &str, value: i64, len: usize) -> Result<u16, Refused> {
    let value = within(what, value, -1, len.min(NOTHING as usize) as i64 - 1)?;
    Ok(if value < 0 { NOTHING } else { value as u16 })
}

/// A bit mask over a list of words.
pub(crate) fn mask(what: &str, value: u64, words: usize) -> Result<u64, Refused> {
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
            bodied: 0,
            aura_traits: Vec::new(),
            all_traits: AuraTraits::default(),
            has_shields: false,
            by_cost: Vec::new(),
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
        catalogue.defs = {
            let copies = |row: &DefRow| file.game.copies.get(&row.rarity).copied();
            let read = |row: &DefRow| catalogue.read_def(row, copies(row), &sizes);
            file.defs.iter().map(read).collect::<Result<_, Refused>>()?
        };
        catalogue.sort_cards();
        let (kinds, words) = (&catalogue.vocabulary.kinds, &file.game.words.kinds);
        catalogue.law = DeckLaw::read(kinds, words, &file.game.decks, &catalogue.defs, &catalogue.limits)?;
        catalogue.pools = file.pools.iter().map(|row| catalogue.pool(row)).collect::<Result<_, Refused>>()?;
        Ok(catalogue)
    }

    /// Notes which kinds have health and what auras look at, and sorts the cards by kind and cost.
    fn sort_cards(&mut self) {
        let highest = self.defs.iter().map(|def| def.cost).max().unwrap_or(0).max(0) as usize;
        self.aura_traits = self.defs.iter().map(|def| def.aura_traits).collect();
        self.all_traits = self.aura_traits.iter().fold(AuraTraits::default(), |all, &one| all | one);
        self.has_shields = self.ops.iter().any(|op| op.code == Code::Shield);
        self.by_cost = vec![vec![Vec::new(); highest + 1]; KINDS];
        for (at, def) in self.defs.iter().enumerate().skip(1) {
            self.bodied |= ((def.health > 0) as u8) << def.kind;
            if def.collectible {
                self.by_cost[def.kind as usize][def.cost as usize].push(DefId(at as u16));
            }
        }
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

/// How many rows each table of the document has.
pub(crate) struct Sizes {
    pub ops: usize,
    pub queries: usize,
    pub pools: usize,
    pub abilities: usize,
    pub defs: usize,
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
