//! An agent in words: its name and, if it takes any, its options: `expectimax/nodes=2000/oracle`.

use cardwright_effects::Rules;

mod options;

use options::DEEPEST_IN_ACTIONS;
pub use options::{AgentOption, AgentSpec, BadAgent, Given, Kept, OPTIONS, Takers};

use crate::roster::{AGENTS, LOOKAHEAD, SEQUENCES, VALUE, has_levels, known, searches, usual_weights};

impl AgentSpec {
    /// The agent with this name, without options.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The options it is given with their values, in the order of the table.
    pub fn given(&self) -> Vec<(&'static AgentOption, Given)> {
        OPTIONS.iter().filter_map(|option| Some((option, option.given(self)?))).collect()
    }

    /// The first given option that these agents take.
    fn given_of(&self, takers: Takers) -> Option<&'static AgentOption> {
        self.given().into_iter().map(|(option, _)| option).find(|option| option.takers == takers)
    }

    /// Whether any option about thinking is set.
    fn has_options(&self) -> bool {
        !self.weights.is_empty() || self.given().iter().any(|(option, _)| option.takers != Takers::Timed)
    }

    /// Whether any option of timed games is set.
    pub fn is_paced(&self) -> bool {
        self.given_of(Takers::Timed).is_some()
    }

    /// Reads a specification. [`AgentSpec::check`] checks what only a game can tell.
    pub fn from_text(text: &str) -> Result<Self, BadAgent> {
        let mut parts = text.split('/').peekable();
        let mut spec = Self::named(parts.next().unwrap_or_default().trim());
        let mut named: Vec<String> = Vec::new();
        while let Some(part) = parts.next() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            if named.iter().any(|known| known == key) {
                return Err(BadAgent::new(format!("\"{key}\" stands twice in \"{text}\"")));
            }
            named.push(key.into());
            match (AgentOption::of(key), value) {
                (Some(option), Some(value)) if matches!(option.kept, Kept::File(_)) => {
                    let mut path = value.to_owned();
                    // A path goes on until the next option.
                    while let Some(more) = parts.next_if(|more| !more.contains('=') && !is_flag(more)) {
                        path.push('/');
                        path.push_str(more);
                    }
                    option.read(&mut spec, Some(&path))?;
                }
                (Some(option), value) => option.read(&mut spec, value)?,
                (None, None) => return Err(unknown_option(&spec.name, key, &names(|_| true), &[])),
                (None, Some(value)) => {
                    let weight = value.parse::<f64>().ok().filter(|weight| weight.is_finite());
                    let reason =
                        || format!("\"{value}\" is no weight for \"{key}\": it must be a finite number");
                    spec.weights.push((key.into(), weight.ok_or_else(|| BadAgent::new(reason()))?));
                }
            }
        }
        let is_plain = AGENTS.iter().any(|agent| agent.name == spec.name);
        if let Some((key, _)) = spec.weights.first().filter(|_| is_plain) {
            return Err(unknown_option(
                &spec.name,
                key,
                &names(|option| option.takers == Takers::Timed),
                &[],
            ));
        }
        if spec.has_options() && is_plain {
            return Err(BadAgent::new(format!(
                "\"{}\" thinks without a budget and takes no options but those of timed games; \"{text}\" has others",
                spec.name
            )));
        }
        Ok(spec)
    }

    /// Whether the agent plays a game, and the game has its weights.
    pub fn check<R: Rules>(&self) -> Result<(), BadAgent> {
        let agents = known::<R>();
        if R::TIMED && self.name == VALUE.name {
            return Err(BadAgent::new(format!(
                "\"{}\" plays games of turns, and {} is a timed game",
                self.name,
                R::SLUG
            )));
        }
        if !agents.iter().any(|agent| agent.name == self.name) {
            return Err(BadAgent {
                reason: format!("{} has no native agent \"{}\"", R::SLUG, self.name),
                word: self.name.clone(),
                known: agents.iter().map(|agent| agent.name.into()).collect(),
            });
        }
        self.check_options::<R>()?;
        self.check_weights::<R>()
    }

    /// Whether the agent takes its options in a game.
    fn check_options<R: Rules>(&self) -> Result<(), BadAgent> {
        if let Some(file) = &self.file {
            return Err(BadAgent::new(format!("the weights \"{file}\" were not read")));
        }
        if let Some(option) = self.given_of(Takers::Timed).filter(|_| !R::TIMED) {
            let option = option.name;
            return Err(BadAgent::new(format!(
                "{} is no timed game: \"{option}\" is an option of timed games",
                R::SLUG
            )));
        }
        if self.given_of(Takers::Searching).is_some() && !searches::<R>(&self.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" takes no nodes, no seconds and is no oracle: it does not search on a budget",
                self.name
            )));
        }
        if let Some(option) = self.given_of(Takers::Ahead).filter(|_| self.name != VALUE.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not look some actions ahead: \"{}\" is an option of \"{}\"",
                self.name, option.name, VALUE.name
            )));
        }
        if let Some(option) = self.given_of(Takers::Deep).filter(|_| !looks_ahead(&self.name)) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not look ahead: \"{}\" is an option of \"{}\" and \"{}\"",
                self.name, option.name, VALUE.name, LOOKAHEAD.name
            )));
        }
        if self.name == VALUE.name && self.depth.is_some_and(|depth| depth > DEEPEST_IN_ACTIONS) {
            return Err(BadAgent::new(format!(
                "\"{}\" looks at most {DEEPEST_IN_ACTIONS} actions ahead",
                self.name
            )));
        }
        if let Some(option) = self.given_of(Takers::PlayingOn).filter(|_| self.name != LOOKAHEAD.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not play turns on: \"{}\" is an option of \"{}\"",
                self.name, option.name, LOOKAHEAD.name
            )));
        }
        if let Some(option) = self.given_of(Takers::Sequencing).filter(|_| self.name != SEQUENCES.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" does not search sequences of actions: \"{}\" is an option of \"{}\"",
                self.name, option.name, SEQUENCES.name
            )));
        }
        if self.level.is_some() && !has_levels::<R>(&self.name) {
            let levelled: Vec<&str> =
                known::<R>().iter().map(|agent| agent.name).filter(|name| has_levels::<R>(name)).collect();
            return Err(BadAgent::new(format!(
                "\"{}\" has no levels: \"level\" is an option of {} in {}",
                self.name,
                levelled.join(", "),
                R::SLUG
            )));
        }
        Ok(())
    }

    /// Whether the game has the agent's weights.
    fn check_weights<R: Rules>(&self) -> Result<(), BadAgent> {
        let weights: Vec<&str> = usual_weights::<R>(&self.name).iter().map(|&(name, _)| name).collect();
        match self.weights.iter().find(|(name, _)| !weights.contains(&name.as_str())) {
            Some((name, _)) => {
                let options = names(|option| match option.takers {
                    Takers::Searching => searches::<R>(&self.name),
                    Takers::Ahead => self.name == VALUE.name,
                    Takers::Deep => looks_ahead(&self.name),
                    Takers::PlayingOn => self.name == LOOKAHEAD.name,
                    Takers::Sequencing => self.name == SEQUENCES.name,
                    Takers::Weighing => true,
                    Takers::Levelled => has_levels::<R>(&self.name),
                    Takers::Timed => R::TIMED,
                });
                Err(unknown_option(&self.name, name, &options, &weights))
            }
            None => Ok(()),
        }
    }

    /// The weights of a game: the usual ones, or those of a variant or of who considers replies, changed by this
    /// specification.
    pub fn weights_of<R: Rules>(&self) -> Vec<f64> {
        let variant = R::VARIANTS.iter().find(|variant| variant.name == self.name);
        let replying = if self.replies.is_some_and(|replies| replies > 0) { R::REPLYING } else { &[] };
        let usual = |name: &str, weight: f64| match variant {
            Some(variant) => variant.weights.iter().find(|held| held.0 == name).map_or(0.0, |held| held.1),
            None => replying.iter().find(|held| held.0 == name).map_or(weight, |held| held.1),
        };
        let own = |name: &str| self.weights.iter().find(|held| held.0 == name).map(|held| held.1);
        let weights = usual_weights::<R>(&self.name).iter();
        weights.map(|&(name, weight)| own(name).unwrap_or_else(|| usual(name, weight))).collect()
    }
}

/// Whether an agent looks a number of actions or turns ahead.
fn looks_ahead(name: &str) -> bool {
    [VALUE.name, LOOKAHEAD.name].contains(&name)
}

/// Whether a word is an option that stands without a value.
fn is_flag(word: &str) -> bool {
    AgentOption::of(word).is_some_and(|option| matches!(option.kept, Kept::Flag(_)))
}

/// The names of some options, in the order of the table.
fn names(is_meant: impl Fn(&AgentOption) -> bool) -> Vec<&'static str> {
    OPTIONS.iter().filter(|option| is_meant(option)).map(|option| option.name).collect()
}

fn unknown_option(agent: &str, word: &str, options: &[&str], weights: &[&str]) -> BadAgent {
    BadAgent {
        reason: format!("\"{agent}\" has no option \"{word}\""),
        word: word.into(),
        known: options.iter().chain(weights).map(|&name| name.into()).collect(),
    }
}

#[cfg(test)]
mod tests;
