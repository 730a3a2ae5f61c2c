//! What an action led to, as its seat was told: one fact for every piece or seat and what became of it.

use std::collections::BTreeMap;

use cardwright_core::{By, DefId, Event, PieceId, Seat, What, Who};

/// A piece or a seat. A piece that the seat saw before has its number in the view and nothing else; one that came
/// meanwhile has its card and owner; a seat has neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Party {
    pub piece: PieceId,
    pub def: DefId,
    pub owner: Seat,
}

impl Party {
    /// Nobody.
    pub const NOBODY: Self = Self { piece: PieceId::NONE, def: DefId::NONE, owner: Seat::NONE };

    fn seat(owner: Seat) -> Self {
        Self { owner, ..Self::NOBODY }
    }
}

/// Declares what may become of a piece or seat, with its word outside the kernel.
macro_rules! deeds {
    ($($(#[$doc:meta])* $deed:ident = $word:literal,)*) => {
        /// What becomes of a piece or seat.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Deed {
            $($(#[$doc])* $deed,)*
        }

        impl Deed {
            /// All of them with their words.
            pub const ALL: &'static [(&'static str, Deed)] = &[$(($word, Deed::$deed),)*];

            /// Its word outside the kernel.
            pub fn word(self) -> &'static str {
                match self {
                    $(Deed::$deed => $word,)*
                }
            }
        }
    };
}

deeds! {
    /// It takes damage.
    Damaged = "damaged",
    /// It takes damage from the piece that it attacks.
    StruckBack = "struck_back",
    Healed = "healed",
    /// Damage to it is prevented.
    Spared = "spared",
    Died = "died",
    /// It goes to the cell of the detail.
    Moved = "moved",
    Returned = "returned",
    /// It goes over to the seat of the detail.
    Controlled = "controlled",
    /// It becomes the card of the detail.
    Transformed = "transformed",
    /// Its attack changes.
    Attack = "attack",
    /// Its health changes, beyond damage and healing.
    Health = "health",
    /// It has the status of the detail, so strong.
    Afflicted = "afflicted",
    /// It gains the keyword of the detail.
    Keyword = "keyword",
    /// It loses the keyword of the detail.
    KeywordLost = "keyword_lost",
    /// It loses all keywords, changes and abilities.
    Dispelled = "dispelled",
    /// The next damage to it will be prevented.
    Shielded = "shielded",
    /// It may act again.
    Readied = "readied",
    /// It comes into play.
    Entered = "entered",
    /// The seat draws cards.
    Drew = "drew",
    /// The seat gains the resource of the detail.
    Gained = "gained",
    /// The seat loses the resource of the detail.
    Lost = "lost",
    /// The seat pays with the resource of the detail.
    Spent = "spent",
    /// The seat loses the match.
    Defeated = "defeated",
}

/// What became of whom, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    pub who: Party,
    pub deed: Deed,
    /// The cell, seat, card or resource that belongs to the deed; else 0.
    pub detail: u16,
    pub by: Party,
    /// The card whose text did it, if it is not the piece's own card.
    pub card: DefId,
    /// The rule that did it, if neither a piece nor a card did.
    pub rule: &'static str,
}

/// What an action led to: every fact with its amount, which is 1 where there is nothing to count.
pub type Outcome = Vec<(Fact, i32)>;

/// Reads the events of an action as its seat saw them, until a phase begins. `number` gives the number that a piece
/// had in the seat's view before the action, or none.
pub fn outcome(events: &[Event], seat: Seat, number: impl Fn(PieceId) -> PieceId) -> Outcome {
    let mut reading = Reading { number, facts: BTreeMap::new(), attacks: Vec::new() };
    for event in events {
        match event.seen_by(seat) {
            Some(What::Began { .. }) => break,
            Some(what) => reading.read(what),
            None => {}
        }
    }
    reading.facts.into_iter().filter(|(_, amount)| *amount != 0).collect()
}

struct Reading<N> {
    number: N,
    facts: BTreeMap<Fact, i32>,
    /// Who attacked whom.
    attacks: Vec<(PieceId, PieceId)>,
}

impl<N: Fn(PieceId) -> PieceId> Reading<N> {
    fn party(&self, who: Who) -> Party {
        let piece = (self.number)(who.piece);
        if piece.is_some() {
            Party { piece, ..Party::NOBODY }
        } else {
            Party { def: who.def, owner: who.owner, ..Party::NOBODY }
        }
    }

    fn add(&mut self, who: Party, deed: Deed, detail: u16, amount: i32) {
        self.add_by(who, deed, detail, amount, None);
    }

    fn add_by(&mut self, who: Party, deed: Deed, detail: u16, amount: i32, by: Option<By>) {
        let (party, card, rule) = match by {
            Some(by) if by != By::UNKNOWN => {
                let is_piece = by.who.piece.is_some();
                (if is_piece { self.party(by.who) } else { Party::NOBODY }, by.card, by.rule)
            }
            _ => (Party::NOBODY, DefId::HIDDEN, ""),
        };
        *self.facts.entry(Fact { who, deed, detail, by: party, card, rule }).or_insert(0) += amount;
    }

    fn read(&mut self, what: What) {
        match what {
            What::Attacked { who, target } => self.attacks.push((who.piece, target.piece)),
            What::Damaged { who, amount, cause } => {
                let is_back = cause.card == DefId::HIDDEN
                    && cause.who.piece.is_some()
                    && self.attacks.contains(&(who.piece, cause.who.piece));
                let deed = if is_back { Deed::StruckBack } else { Deed::Damaged };
                self.add_by(self.party(who), deed, 0, amount.into(), Some(cause));
            }
            What::Healed { who, amount, cause } => {
                self.add_by(self.party(who), Deed::Healed, 0, amount.into(), Some(cause));
            }
            What::Prevented { who, amount } => self.add(self.party(who), Deed::Spared, 0, amount.into()),
            What::Died { who, .. } => self.add(self.party(who), Deed::Died, 0, 1),
            What::Moved { who, to } => {
                // Only the last cell counts: a walk goes through others.
                let who = self.party(who);
                self.facts.retain(|fact, _| (fact.who, fact.deed) != (who, Deed::Moved));
                self.add(who, Deed::Moved, to.0.into(), 1);
            }
            What::Returned { who } => self.add(self.party(who), Deed::Returned, 0, 1),
            What::Controlled { who, by } => self.add(self.party(who), Deed::Controlled, by.0.into(), 1),
            What::Transformed { who, into } => self.add(self.party(who), Deed::Transformed, into.0, 1),
            What::Changed { who, attack, health, .. } => {
                self.add(self.party(who), Deed::Attack, 0, attack.into());
                self.add(self.party(who), Deed::Health, 0, health.into());
            }
            What::Afflicted { who, status, amount } => {
                // It is told how strong the status is now.
                let who = self.party(who);
                self.facts.retain(|fact, _| {
                    (fact.who, fact.deed, fact.detail) != (who, Deed::Afflicted, status.into())
                });
                self.add(who, Deed::Afflicted, status.into(), amount.into());
            }
            What::KeywordGained { who, keyword, .. } => {
                self.add(self.party(who), Deed::Keyword, keyword.into(), 1);
            }
            What::KeywordLost { who, keyword } => {
                self.add(self.party(who), Deed::KeywordLost, keyword.into(), 1);
            }
            What::Dispelled { who } => self.add(self.party(who), Deed::Dispelled, 0, 1),
            What::Shielded { who, amount, .. } => {
                self.add(self.party(who), Deed::Shielded, 0, amount.into());
            }
            What::Readied { who } => self.add(self.party(who), Deed::Readied, 0, 1),
            What::Entered { who } => self.add(self.party(who), Deed::Entered, 0, 1),
            What::Drawn { seat, .. } => self.add(Party::seat(seat), Deed::Drew, 0, 1),
            What::Gained { seat, resource, amount } if amount > 0 => {
                self.add(Party::seat(seat), Deed::Gained, resource.into(), amount.into());
            }
            What::Gained { seat, resource, amount } => {
                self.add(Party::seat(seat), Deed::Lost, resource.into(), -i32::from(amount));
            }
            What::Spent { seat, resource, amount } => {
                self.add(Party::seat(seat), Deed::Spent, resource.into(), amount.into());
            }
            What::Defeated { seat } => self.add(Party::seat(seat), Deed::Defeated, 0, 1),
            _ => {}
        }
    }
}
