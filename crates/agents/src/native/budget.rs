//! How much an agent may look at in one of its turns: positions, or time.

use std::time::{Duration, Instant};

use crate::clock::now;

/// Positions between two looks at the clock.
const PULSE: u64 = 16;

/// The budget of the running turn and decision.
pub struct Budget {
    nodes: Option<u64>,
    seconds: Option<Duration>,
    /// Positions left in this turn.
    left: u64,
    begun: Option<Instant>,
    ends: Option<Instant>,
    /// Positions left in this part of the decision.
    open: u64,
    /// Positions left for the parts that follow.
    later: u64,
    until: Option<Instant>,
    is_late: bool,
    /// Positions looked at since the count was last taken.
    pub counted: u64,
}

impl Budget {
    /// If neither positions nor seconds are given, the budget is the usual number of positions.
    pub fn new(nodes: Option<u64>, seconds: Option<f64>, usual: u64) -> Self {
        Self {
            nodes: nodes.or(seconds.is_none().then_some(usual)),
            seconds: seconds.map(Duration::from_secs_f64),
            left: 0,
            begun: None,
            ends: None,
            open: 0,
            later: 0,
            until: None,
            is_late: false,
            counted: 0,
        }
    }

    pub fn begin_turn(&mut self) {
        self.left = self.nodes.unwrap_or(u64::MAX);
        self.begun = self.seconds.map(|_| now());
        self.ends = self.begun.zip(self.seconds).map(|(begun, seconds)| begun + seconds);
    }

    /// Begins a decision. It may use one of `parts` equal parts of what is left for the turn: later decisions need
    /// theirs.
    pub fn begin_decision(&mut self, parts: u64) {
        self.later = if self.nodes.is_some() { self.left.div_ceil(parts) } else { u64::MAX };
        self.open = 0;
        self.is_late = false;
        self.until = self.ends.map(|ends| {
            let begun = now();
            begun + ends.saturating_duration_since(begun) / parts as u32
        });
    }

    /// Positions of this decision that are not yet reserved for a part.
    pub fn unreserved(&self) -> u64 {
        self.later
    }

    /// Begins a part of the decision. It may look at this many positions, out of those that are left.
    pub fn reserve(&mut self, nodes: u64) {
        self.later = self.later.saturating_add(self.open);
        self.open = nodes.min(self.later);
        self.later -= self.open;
    }

    /// A budget of this many positions that ends no later than this one: for a piece of work on another thread.
    /// [`Budget::settle`] takes what it used out of this budget.
    pub fn share(&self, nodes: u64) -> Self {
        Self {
            nodes: None,
            seconds: None,
            left: nodes,
            ends: None,
            open: nodes,
            later: 0,
            counted: 0,
            ..*self
        }
    }

    /// Takes what a share has used out of this budget, as far as it goes: shares on several threads may use more together.
    pub fn settle(&mut self, share: &Self) {
        let used = share.counted.min(self.open);
        self.open -= used;
        self.left = self.left.saturating_sub(used);
        self.counted += used;
        self.is_late |= share.is_late || self.until.is_some_and(|until| now() >= until);
    }

    /// Positions left in this part of the decision; past its time there are none.
    pub fn open(&self) -> u64 {
        if self.is_late { 0 } else { self.open }
    }

    /// How many positions it will come to look at in this decision: by time, if there is a limit of time, as fast as in this
    /// turn so far.
    pub fn reachable(&self) -> u64 {
        let (Some(begun), Some(until)) = (self.begun, self.until) else { return self.open() };
        let looked_at = self.nodes.unwrap_or(u64::MAX) - self.left;
        let now = now();
        let took = now.saturating_duration_since(begun).as_secs_f64();
        if looked_at == 0 || took == 0.0 {
            return self.open();
        }
        let in_time = looked_at as f64 / took * until.saturating_duration_since(now).as_secs_f64();
        self.open().min(in_time as u64)
    }

    /// Takes one position out of the budget; false when the part has none left.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.is_spent() {
            return false;
        }
        self.open -= 1;
        self.left = self.left.saturating_sub(1);
        self.counted += 1;
        if self.counted.is_multiple_of(PULSE)
            && let Some(until) = self.until
        {
            self.is_late = now() >= until;
        }
        true
    }

    #[inline]
    pub fn is_spent(&self) -> bool {
        self.open == 0 || self.is_late
    }
}
