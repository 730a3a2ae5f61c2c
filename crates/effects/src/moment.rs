//! The moments cards can listen for. Their words in card text are vocabulary of each game.

/// Something a trigger can wait for. The numbers are part of the catalogue format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Moment {
    Entered = 0,
    Died = 1,
    /// Took damage; the other party dealt it.
    Damaged = 2,
    /// Dealt damage; the other party took it.
    Dealt = 3,
    Healed = 4,
    Attacks = 5,
    Attacked = 6,
    Moved = 7,
    PhaseStarts = 8,
    PhaseEnds = 9,
    /// A seat drew a card.
    Drawn = 10,
    /// A seat played a card.
    Played = 11,
    Timer = 12,
    /// A piece used something that it knows; the other party is its target.
    Used = 13,
    /// A seat spent a resource.
    Spent = 14,
}

impl Moment {
    /// The names of all moments, in order.
    pub const NAMES: [&'static str; cardwright_core::MOMENTS] = [
        "entered",
        "died",
        "damaged",
        "dealt",
        "healed",
        "attacks",
        "attacked",
        "moved",
        "phase_starts",
        "phase_ends",
        "drawn",
        "played",
        "timer",
        "used",
        "spent",
    ];
}
