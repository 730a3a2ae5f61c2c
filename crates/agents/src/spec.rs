//! An agent in words: its name and, where it takes any, its options: `expectimax/nodes=2000/oracle`.

use cardwright_effects::Rules;

use crate::roster::{AGENTS, known, searches, usual_weights};

/// The options of agents, besides the weights of a game: of those that search, of those that weigh, and of all in a
/// timed game.
pub const OPTIONS: [&str; 6] = ["nodes", "seconds", "oracle", "weights", "reaction", "surrender"];
const WEIGHING: usize = 3;
const TIMED: usize = 4;
/// Most nodes of one own turn.
const MOST_NODES: u64 = 1_000_000_000;
/// Most seconds of one own turn.
const MOST_SECONDS: f64 = 3600.0;

/// Longest mean reaction time in seconds.
const MOST_REACTION: f64 = 60.0;
/// Most points to be behind by before giving up.
const MOST_SURRENDER: f64 = 10_000.0;

/// Which agent, and how it is to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentSpec {
    pub name: String,
    /// Positions it may look at in one own turn.
    pub nodes: Option<u64>,
    /// Seconds it may think in one own turn.
    pub seconds: Option<f64>,
    /// The name or path of a file of weights; whoever reads files puts its weights in the place of it.
    pub file: Option<String>,
    /// Weights of the game by name, as far as they differ from the usual ones.
    pub weights: Vec<(String, f64)>,
    /// Whether it is given the truth instead of a view.
    pub oracle: bool,
    /// In a timed game: the seconds it takes on average until it looks at what happened.
    pub reaction: Option<f64>,
    /// In a timed game: how many points behind it gives up.
    pub surrender: Option<f64>,
}

/// Why a text names no agent: the reason, the word at fault and the words there are in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct BadAgent {
    pub reason: String,
    pub word: String,
    pub known: Vec<String>,
}

impl BadAgent {
    fn new(reason: String) -> Self {
        Self { reason, word: String::new(), known: Vec::new() }
    }
}

impl AgentSpec {
    /// The agent of a name, without options.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Whether any option of thinking is set.
    fn has_options(&self) -> bool {
        Self { reaction: None, surrender: None, ..self.clone() } != Self::named(&self.name)
    }

    /// Whether any option of timed games is set.
    pub fn is_paced(&self) -> bool {
        self.reaction.is_some() || self.surrender.is_some()
    }

    /// Reads a specification. What only a game can tell, [`AgentSpec::check`] does.
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
            match (key, value) {
                ("oracle", None) => spec.oracle = true,
                ("oracle", Some(_)) => {
                    return Err(BadAgent::new("\"oracle\" takes no value: it is there or not".into()));
                }
                ("weights", Some(value)) if !value.is_empty() || parts.peek().is_some() => {
                    let mut path = value.to_owned();
                    // A path goes on until the next option.
                    while let Some(more) = parts.next_if(|more| !more.contains('=') && *more != "oracle") {
                        path.push('/');
                        path.push_str(more);
                    }
                    spec.file = Some(path);
                }
                ("nodes", Some(value)) => {
                    let nodes = value.replace('_', "").parse().ok();
                    spec.nodes = nodes.filter(|nodes| (1..=MOST_NODES).contains(nodes));
                    if spec.nodes.is_none() {
                        let reason =
                            format!("\"{value}\" is no budget of nodes: it must be 1 to {MOST_NODES}");
                        return Err(BadAgent::new(reason));
                    }
                }
                ("reaction", Some(value)) => {
                    spec.reaction = number(value).filter(|seconds| (0.0..=MOST_REACTION).contains(seconds));
                    if spec.reaction.is_none() {
                        return Err(BadAgent::new(format!(
                            "\"{value}\" is no reaction time: it must be 0 to {MOST_REACTION} seconds"
                        )));
                    }
                }
                ("surrender", Some(value)) => {
                    let points = number(value).filter(|points| *points > 0.0 && *points <= MOST_SURRENDER);
                    spec.surrender = points;
                    if points.is_none() {
                        return Err(BadAgent::new(format!(
                            "\"{value}\" is no number of points to give up at: it must be above 0, at most {MOST_SURRENDER}"
                        )));
                    }
                }
                ("seconds", Some(value)) => {
                    let seconds = number(value);
                    spec.seconds = seconds.filter(|&seconds| seconds > 0.0 && seconds <= MOST_SECONDS);
                    if spec.seconds.is_none() {
                        return Err(BadAgent::new(format!(
                            "\"{value}\" is no budget in seconds: it must be above 0, at most {MOST_SECONDS}"
                        )));
                    }
                }
                (key, None) if OPTIONS.contains(&key) => {
                    return Err(BadAgent::new(format!("\"{key}\" needs a value: {key}=...")));
                }
                (key, None) => return Err(unknown_option(&spec.name, key, &OPTIONS, &[])),
                (key, Some(value)) => match value.parse::<f64>().ok().filter(|weight| weight.is_finite()) {
                    Some(weight) => spec.weights.push((key.into(), weight)),
                    None if OPTIONS.contains(&key) => {
                        return Err(BadAgent::new(format!("\"{key}\" needs a value: {key}=...")));
                    }
                    None => {
                        return Err(BadAgent::new(format!(
                            "\"{value}\" is no weight for \"{key}\": it must be a finite number"
                        )));
                    }
                },
            }
        }
        let is_plain = AGENTS.iter().any(|agent| agent.name == spec.name);
        if let Some((key, _)) = spec.weights.first().filter(|_| is_plain) {
            return Err(unknown_option(&spec.name, key, &OPTIONS[TIMED..], &[]));
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
        if !agents.iter().any(|agent| agent.name == self.name) {
            return Err(BadAgent {
                reason: format!("{} has no native agent \"{}\"", R::SLUG, self.name),
                word: self.name.clone(),
                known: agents.iter().map(|agent| agent.name.into()).collect(),
            });
        }
        if let Some(file) = &self.file {
            return Err(BadAgent::new(format!("the weights \"{file}\" were not read")));
        }
        let set = [("reaction", self.reaction.is_some()), ("surrender", self.surrender.is_some())];
        if let Some((option, _)) = set.into_iter().find(|&(_, is_set)| is_set && !R::TIMED) {
            return Err(BadAgent::new(format!(
                "{} is no timed game: \"{option}\" is an option of timed games",
                R::SLUG
            )));
        }
        let is_budgeted = self.nodes.is_some() || self.seconds.is_some() || self.oracle;
        if is_budgeted && !searches::<R>(&self.name) {
            return Err(BadAgent::new(format!(
                "\"{}\" takes no nodes, no seconds and is no oracle: it does not search on a budget",
                self.name
            )));
        }
        let weights: Vec<&str> = usual_weights::<R>(&self.name).iter().map(|&(name, _)| name).collect();
        match self.weights.iter().find(|(name, _)| !weights.contains(&name.as_str())) {
            Some((name, _)) => {
                let first = if searches::<R>(&self.name) { 0 } else { WEIGHING };
                let last = if R::TIMED { OPTIONS.len() } else { TIMED };
                Err(unknown_option(&self.name, name, &OPTIONS[first..last], &weights))
            }
            None => Ok(()),
        }
    }

    /// The weights of a game: the usual ones, or those of a variant, with the changes of this specification.
    pub fn weights_of<R: Rules>(&self) -> Vec<f64> {
        let variant = R::VARIANTS.iter().find(|variant| variant.name == self.name);
        let usual = |name: &str, weight: f64| match variant {
            Some(variant) => variant.weights.iter().find(|held| held.0 == name).map_or(0.0, |held| held.1),
            None => weight,
        };
        let own = |name: &str| self.weights.iter().find(|held| held.0 == name).map(|held| held.1);
        let weights = usual_weights::<R>(&self.name).iter();
        weights.map(|&(name, weight)| own(name).unwrap_or_else(|| usual(name, weight))).collect()
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

fn unknown_option(agent: &str, word: &str, options: &[&str], weights: &[&str]) -> BadAgent {
    BadAgent {
        reason: format!("\"{agent}\" has no option \"{word}\""),
        word: word.into(),
        known: options.iter().chain(weights).map(|&name| name.into()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use cardwright_rules::ruler::Ruler;

    use super::*;

    fn refusal(text: &str) -> String {
        AgentSpec::from_text(text).expect_err("it is refused").reason
    }

    #[test]
    fn options_stand_behind_the_name() {
        let spec = AgentSpec::from_text("thinker/nodes=2_000/seconds=0.5/oracle/kill=0.25").unwrap();
        assert_eq!(
            spec,
            AgentSpec {
                name: "thinker".into(),
                nodes: Some(2000),
                seconds: Some(0.5),
                file: None,
                weights: vec![("kill".into(), 0.25)],
                oracle: true,
                ..AgentSpec::default()
            }
        );
        assert_eq!(AgentSpec::from_text("greedy").unwrap(), AgentSpec::named("greedy"));
    }

    #[test]
    fn every_agent_may_have_the_options_of_time() {
        let spec = AgentSpec::from_text("greedy/reaction=0.4/surrender=40").unwrap();
        assert_eq!((spec.reaction, spec.surrender, spec.is_paced()), (Some(0.4), Some(40.0), true));
        let refused = spec.check::<Ruler>().expect_err("the game is not timed").reason;
        assert_eq!(refused, "ruler is no timed game: \"reaction\" is an option of timed games");
        let spec = AgentSpec::from_text("greedy/surrender=40").unwrap();
        assert!(spec.check::<Ruler>().expect_err("the game is not timed").reason.contains("\"surrender\""));
    }

    #[test]
    fn a_path_of_weights_goes_on_until_the_next_option() {
        let spec = AgentSpec::from_text("thinker/weights=/tmp/my/w.toml/oracle/nodes=5").unwrap();
        assert_eq!((spec.file.as_deref(), spec.oracle, spec.nodes), (Some("/tmp/my/w.toml"), true, Some(5)));
        assert_eq!(AgentSpec::from_text("thinker/weights=tuned").unwrap().file.as_deref(), Some("tuned"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(refusal("thinker/nodes=0").contains("no budget of nodes"));
        assert!(refusal("thinker/nodes=many").contains("no budget of nodes"));
        assert!(refusal("thinker/seconds=-1").contains("no budget in seconds"));
        assert!(refusal("thinker/seconds=inf").contains("no budget in seconds"));
        assert!(refusal("thinker/nodes").contains("needs a value"));
        assert!(refusal("thinker/weights=").contains("needs a value"));
        assert!(refusal("thinker/oracle=1").contains("takes no value"));
        assert!(refusal("thinker/kill=nan").contains("finite"));
        assert!(refusal("thinker/nodes=1/nodes=2").contains("twice"));
        assert!(refusal("greedy/nodes=5").contains("takes no options"));
        assert!(refusal("random/oracle").contains("takes no options"));
        for bad in ["-0.1", "nan", "soon", "1e9", ""] {
            assert!(refusal(&format!("greedy/reaction={bad}")).contains("no reaction time"));
            assert!(refusal(&format!("greedy/surrender={bad}")).contains("no number of points"));
        }
        assert!(refusal("greedy/reaction").contains("needs a value"));
        let wrong = AgentSpec::from_text("greedy/reaktion=1").unwrap_err();
        assert_eq!(
            (wrong.word.as_str(), wrong.known),
            ("reaktion", vec!["reaction".into(), "surrender".into()])
        );
        assert!(refusal("greedy/reaction=1/nodes=5").contains("takes no options but"));
        let wrong = AgentSpec::from_text("thinker/orcale").unwrap_err();
        assert_eq!((wrong.word.as_str(), wrong.known.len()), ("orcale", OPTIONS.len()));
    }
}
