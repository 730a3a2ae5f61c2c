//! The rows of a catalogue as they stand in its JSON document, before anything is verified.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::catalogue::{Prices, Vocabulary};
use crate::deck_law::{DeckRow, KindRow};

#[derive(Deserialize)]
pub struct File {
    pub format: u32,
    pub operations: String,
    pub game: GameSection,
    pub defs: Vec<DefRow>,
    pub ops: Vec<[i64; 5]>,
    pub queries: Vec<QueryRow>,
    pub pools: Vec<PoolRow>,
    pub abilities: Vec<AbilityRow>,
    pub auras: Vec<AuraRow>,
}

#[derive(Deserialize)]
pub struct GameSection {
    pub slug: String,
    /// The game whose rules a variant uses; empty if the game has its own.
    #[serde(default)]
    pub rules: String,
    pub rules_version: u32,
    pub vocabulary: Vocabulary,
    pub limits: BTreeMap<String, i64>,
    #[serde(default)]
    pub prices: Prices,
    #[serde(default)]
    pub boards: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    pub words: WordRows,
    /// By rarity, how many copies of a card a deck may hold.
    #[serde(default)]
    pub copies: BTreeMap<String, u8>,
    #[serde(default)]
    pub decks: Vec<DeckRow>,
}

#[derive(Default, Deserialize)]
pub struct WordRows {
    #[serde(default)]
    pub kinds: BTreeMap<String, KindRow>,
}

#[derive(Deserialize)]
pub struct DefRow {
    pub id: String,
    pub kind: i64,
    pub attack: i64,
    pub health: i64,
    pub cost: i64,
    pub numbers: Vec<i64>,
    pub keywords: u64,
    pub statuses: Vec<i64>,
    pub tags: u64,
    pub play: i64,
    pub target: i64,
    #[serde(default = "no_index")]
    pub second: i64,
    pub destination: i64,
    pub abilities: Vec<i64>,
    pub auras: Vec<i64>,
    #[serde(default)]
    pub knows: Vec<i64>,
    pub collectible: bool,
    #[serde(default)]
    pub rarity: String,
    #[serde(default)]
    pub modes: Vec<ModeRow>,
    #[serde(default)]
    pub own_cost: Option<OwnCostRow>,
    #[serde(default, rename = "hero")]
    pub reserved: String,
    #[serde(default)]
    pub own: serde_json::Value,
}

#[derive(Deserialize)]
pub struct ModeRow {
    pub play: i64,
    pub target: i64,
}

#[derive(Deserialize)]
pub struct OwnCostRow {
    pub query: i64,
    pub n: i64,
}

#[derive(Deserialize)]
pub struct QueryRow {
    pub base: i64,
    pub relation: i64,
    #[serde(default)]
    pub place: i64,
    pub zone: i64,
    pub side: i64,
    pub kinds: i64,
    pub other: i64,
    pub damaged: i64,
    pub attribute: i64,
    pub compare: i64,
    pub n: i64,
    pub keywords: u64,
    pub without: u64,
    pub tags: u64,
    #[serde(default)]
    pub not_tags: u64,
    #[serde(default)]
    pub any_tags: u64,
    #[serde(default)]
    pub steps: i64,
    #[serde(default)]
    pub status: i64,
    #[serde(default)]
    pub top: i64,
    #[serde(default)]
    pub card: i64,
    /// 1 if cells are counted, not pieces.
    #[serde(default)]
    pub ground: i64,
    #[serde(default)]
    pub area: i64,
    pub random: i64,
}

#[derive(Deserialize)]
pub struct PoolRow {
    pub kinds: i64,
    pub attribute: i64,
    pub compare: i64,
    pub n: i64,
    pub keywords: u64,
    pub tags: u64,
    #[serde(default)]
    pub not_tags: u64,
    pub collectible: bool,
}

#[derive(Deserialize)]
pub struct AbilityRow {
    pub moment: i64,
    pub scope: i64,
    pub side: i64,
    pub query: i64,
    pub op: i64,
    #[serde(default = "no_index")]
    pub by: i64,
    #[serde(default)]
    pub least: i64,
    #[serde(default = "no_index")]
    pub resource: i64,
    #[serde(default)]
    pub wait: i64,
    #[serde(default)]
    pub repeats: bool,
    #[serde(default)]
    pub turn: i64,
    #[serde(default)]
    pub replaces: i64,
    #[serde(default)]
    pub fatal: bool,
    #[serde(default)]
    pub healing: bool,
    #[serde(default)]
    pub harms: u64,
}

/// The number that means none in a row.
fn no_index() -> i64 {
    -1
}

#[derive(Deserialize)]
pub struct AuraRow {
    pub query: i64,
    pub attack: i64,
    pub health: i64,
    pub keywords: u64,
    #[serde(default)]
    pub cost: i64,
    #[serde(default = "no_index")]
    pub per: i64,
    #[serde(default = "no_index")]
    pub given: i64,
    #[serde(default = "one")]
    pub given_least: i64,
    #[serde(default)]
    pub given_none: bool,
    #[serde(default)]
    pub first: bool,
    #[serde(default)]
    pub floor: i64,
}

fn one() -> i64 {
    1
}
