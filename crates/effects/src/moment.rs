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
    /// A seat played a card, and all that came of it is done.
    Resolved = 15,
    /// An attack is over; the other party was its target.
    Fought = 16,
    /// Killed a piece, which is the other party; the amount is 1 if a blow of combat did it.
    Killed = 17,
    /// Would take damage or be healed: an ability that replaces this waits for it.
    Struck = 18,
    /// Came into play, and all that brought it is done.
    Settled = 19,
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
        "resolved",
        "fought",
        "killed",
        "struck",
        "settled",
    ];

    /// Whether it is about a seat and a card, not about a piece.
    pub fn is_about_card(number: u8) -> bool {
        [Moment::Drawn, Moment::Played, Moment::Resolved].into_iter().any(|moment| moment as u8 == number)
    }
}
