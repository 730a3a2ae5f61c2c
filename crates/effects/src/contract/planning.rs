//! What a game tells an agent that plans whole turns: the stages of a turn and how positions in it are weighed.

use cardwright_core::{Action, Group, Seat, State};

use super::Basics;
use crate::game::Game;

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

/// An agent with weights of its own.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// How it thinks, in one sentence.
    pub about: &'static str,
    /// Its weights; those not named are 0.
    pub weights: &'static [(&'static str, f64)],
}

/// What the actions that are still open may gain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gains {
    /// All of them together, were they not in each other's way.
    pub sum: f64,
    /// The best of them, never less than nothing.
    pub best: f64,
}

/// The plan of a turn; a game without stages leaves all of it as it is.
pub trait Planning: Basics {
    /// The stages of an own turn; an agent that plans whole turns does not play a game that has none.
    const STAGES: &'static [Stage] = &[];
    /// What such an agent weighs, by name, with the usual weights.
    const WEIGHTS: &'static [(&'static str, f64)] = &[];
    /// Agents that weigh otherwise.
    const VARIANTS: &'static [Variant] = &[];

    /// Turns weights into what they count for a seat in this position, once per decision.
    fn scale(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &mut [f64]) {}

    /// Leaves of the legal actions of a seat those that are worth a thought in a stage.
    fn narrow(_: &Game<Self>, _: &State<Self>, _: Seat, _stage: usize, _: &mut Vec<Group>) {}

    /// What a position in its own turn is worth to a seat by scaled weights.
    fn appraise(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> f64 {
        0.0
    }

    /// What the actions that are still open in this turn may gain: for choosing which positions to look at.
    fn open_gains(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> Gains {
        Gains::default()
    }

    /// What a single action may gain, before it is looked at.
    fn gain_of(_: &Game<Self>, _: &State<Self>, _: &Action, _weights: &[f64]) -> f64 {
        0.0
    }
}
