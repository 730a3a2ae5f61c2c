//! The words of a game and what they are worth.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What keywords are worth, in points of the game's budget: a price each, for some of them times a number of the
/// carrier.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Prices {
    pub keywords: BTreeMap<String, f64>,
    pub scaled: BTreeMap<String, String>,
}

impl Prices {
    /// The price of a keyword in 1/256 points, and the attribute it is multiplied by, if any.
    pub fn of(&self, keyword: &str) -> (i32, Option<&str>) {
        let points = self.keywords.get(keyword).copied().unwrap_or(0.0).clamp(-99.0, 99.0);
        ((points * 256.0).round() as i32, self.scaled.get(keyword).map(String::as_str))
    }
}

/// The words of a line as a list.
pub fn words(list: &str) -> Vec<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

/// The list of numbered words: see [`numbered!`](crate::numbered).
pub fn listed(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

/// The words of a game, as ids; programs refer to their positions.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Vocabulary {
    pub kinds: Vec<String>,
    pub keywords: Vec<String>,
    pub statuses: Vec<String>,
    pub attributes: Vec<String>,
    pub resources: Vec<String>,
    pub zones: Vec<String>,
    pub tags: Vec<String>,
    pub moments: Vec<String>,
    pub durations: Vec<String>,
    pub relations: Vec<String>,
    #[serde(default)]
    pub places: Vec<String>,
    #[serde(default)]
    pub sounds: Vec<String>,
}
