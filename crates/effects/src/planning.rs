//! What a game tells an agent that plans whole turns: the stages of a turn and how what they lead to is weighed.

/// How an agent goes through one stage of its own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// One action after the other, each by the game's inclination.
    Inclined,
    /// Any set of actions, one source after the other; chance plays no part worth looking at.
    Combined,
    /// Actions whose outcomes are weighed, one after the other.
    Weighed,
}

/// An agent that differs from the usual one in what it weighs.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// How it thinks, in one sentence.
    pub about: &'static str,
    /// Its weights; those not named are 0.
    pub weights: &'static [(&'static str, f64)],
}

/// What the actions that are still open promise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Promise {
    /// All of them together, were they not in each other's way.
    pub sum: f64,
    /// The best of them, never less than nothing.
    pub best: f64,
}
