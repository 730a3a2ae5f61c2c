//! What may make a forecast incomplete.

/// Something that may change what was forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// The order of the seat's own cards.
    Draw,
    /// Cards or amounts that the seat does not know.
    Cards,
    /// A piece that lies face down.
    Veiled,
    /// A piece out of sight.
    Unseen,
    /// Chance that has too many outcomes to look at all of them.
    Chance,
}

impl Doubt {
    /// All of them, in the order of their numbers.
    pub const ALL: [Doubt; 5] = [Doubt::Draw, Doubt::Cards, Doubt::Veiled, Doubt::Unseen, Doubt::Chance];

    /// Its word outside the kernel.
    pub fn word(self) -> &'static str {
        match self {
            Doubt::Draw => "draw",
            Doubt::Cards => "cards",
            Doubt::Veiled => "veiled",
            Doubt::Unseen => "unseen",
            Doubt::Chance => "chance",
        }
    }
}
