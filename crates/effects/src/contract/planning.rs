//! What a game tells an agent that plans whole turns: the stages of a turn and how positions in it are weighed.

use cardwright_core::{Action, Group, Seat, Standing, State};

use super::Basics;
use crate::game::Game;

/// How an agent goes through one stage of its own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// One action after the other, each chosen by the game's inclination.
    Inclined,
    /// Any set of actions, one source after the other; chance plays no part worth looking at.
    Combined,
    /// One action after the other, each chosen by weighing its outcomes.
    Weighed,
}

/// An agent with other weights.
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
    /// All of them together, if none were in the way of another.
    pub sum: f64,
    /// The best of them, never below 0.
    pub best: f64,
}

/// The plan of a turn. A game without stages keeps all the defaults.
pub trait Planning: Basics {
    /// The stages of a seat's own turn. An agent that plans whole turns cannot play a game that has none.
    const STAGES: &'static [Stage] = &[];
    /// What an agent that plans weighs, by name, with the default weights. A game may have weights without stages.
    const WEIGHTS: &'static [(&'static str, f64)] = &[];
    /// Those default weights that are others for an agent that considers what its opponents reply.
    const REPLYING: &'static [(&'static str, f64)] = &[];
    /// Those default weights that are others for an agent that looks only for a way to win now.
    const FINISHING: &'static [(&'static str, f64)] = &[];
    /// By how many points of a rating a seat must lead to be well ahead: doubt about less counts more than doubt about
    /// the rest.
    const LEAD: f64 = 20.0;
    /// Those weights of what lasts beyond a turn, by name: what opponents take by their reply is measured in them. If
    /// there are none, in all.
    const LASTING: &'static [&'static str] = &[];
    /// The weights of what a player must not lose, by name: opponents may reply with all they have against that.
    const VITAL: &'static [&'static str] = &[];
    /// Agents with other weights.
    const VARIANTS: &'static [Variant] = &[];
    /// Whether [`Planning::appraise`] rates every position, not only those of the seat's own turn before it acts: then an
    /// agent may search whole sequences of actions, over the ends of turns.
    const RATED: bool = false;
    /// Whether the cell of a piece makes a difference by itself. In a row it does not: what neighbours give each
    /// other shows in the pieces. An agent that merges positions looks at this.
    const STANDING: Standing = Standing::Counts;

    /// Turns weights into what they count for a seat in this position; called once per decision.
    fn scale(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &mut [f64]) {}

    /// Keeps only those legal actions of a seat that are worth a thought in a stage.
    fn narrow(_: &Game<Self>, _: &State<Self>, _: Seat, _stage: usize, _: &mut Vec<Group>) {}

    /// What a position in its own turn is worth to a seat, by scaled weights.
    fn appraise(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> f64 {
        0.0
    }

    /// What the actions that are still open in this turn may gain: used to choose which positions to look at.
    fn open_gains(_: &Game<Self>, _: &State<Self>, _: Seat, _weights: &[f64]) -> Gains {
        Gains::default()
    }

    /// What a single action may gain; asked before the action is looked at. None if only trying it can tell.
    fn gain_of(_: &Game<Self>, _: &State<Self>, _: &Action, _weights: &[f64]) -> Option<f64> {
        None
    }
}
