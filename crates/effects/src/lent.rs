//! What auras and durations lend: computed anew, in layers, whenever something changed.
//!
//! A layer looks at the layers before it, never at itself, so that loans depend on the position alone: durations
//! first, then keywords of auras, then numbers of auras.

use cardwright_core::{Cause, Frame, InForceSort, Piece, PieceId, PieceSet, State};

use crate::context::Ctx;
use crate::contract::Rules;
use crate::game::Game;
use crate::program::{Aura, AuraTraits, NOTHING, Query};
use crate::query::{Looks, count_all, passes, passes_as, reach};

/// The bonus of a piece that was doomed but stayed, a hero that has lost: it is computed anew and does not doom the
/// piece again.
pub(crate) const UNCOUNTED: i16 = i16::MIN;

/// Whether the condition of an aura holds.
#[inline]
pub(crate) fn holds<R: Rules>(game: &Game<R>, state: &State<R>, aura: &Aura, frame: &Frame) -> bool {
    holds_for(aura, |query| count_all(game, state, &game.catalogue.queries[query as usize], frame))
}

#[inline(always)]
fn holds_for(aura: &Aura, count: impl FnOnce(u16) -> i16) -> bool {
    if aura.given == NOTHING {
        return true;
    }
    let count = count(aura.given);
    if aura.given_none { count == 0 } else { count >= aura.given_least }
}

/// In place of loans: pieces as they are.
const AS_THEY_ARE: Option<&Loans<0>> = None;

#[derive(Clone, Copy, Default)]
struct Loan {
    attack: i16,
    health: i16,
    bonus: i16,
    keywords: u64,
}

impl Loan {
    fn add(&mut self, attack: i16, health: i16, keywords: u64) {
        self.attack = self.attack.saturating_add(attack);
        self.health = self.health.saturating_add(health);
        self.bonus = self.bonus.saturating_add(health.max(0));
        self.keywords |= keywords;
    }

    /// A piece as it looks with this loan.
    fn looks<X>(&self, piece: &Piece<X>) -> Looks {
        Looks {
            attack: piece.attack.saturating_add(self.attack).max(0),
            health: piece.health.saturating_add(self.health).saturating_sub(piece.damage),
            keywords: piece.keywords | self.keywords,
        }
    }
}

/// What is lent to every piece.
#[derive(Clone, Copy)]
struct Loans<const SLOTS: usize> {
    borrowers: PieceSet,
    each: [Loan; SLOTS],
}

impl<const SLOTS: usize> Default for Loans<SLOTS> {
    fn default() -> Self {
        Self { borrowers: PieceSet::EMPTY, each: [Loan::default(); SLOTS] }
    }
}

impl<const SLOTS: usize> Loans<SLOTS> {
    #[inline(always)]
    fn add(&mut self, pieces: PieceSet, attack: i16, health: i16, keywords: u64) {
        self.borrowers |= pieces;
        for id in pieces {
            self.each[id.at()].add(attack, health, keywords);
        }
    }
}

impl<R: Rules> Ctx<'_, R> {
    /// Computes lent attack, health and keywords of every piece from effects in force and auras.
    ///
    /// RULE: a lent health bonus that ends takes as much damage with it and never kills; a malus may kill.
    #[inline]
    pub fn refresh_lent(&mut self) {
        // Mostly nobody lends anything and nobody has borrowed.
        let sources = self.state.aura_sources | self.state.borrowers;
        if sources.is_empty() && self.state.in_force_len == 0 && !(R::LENDS && R::may_lend(self.state)) {
            self.state.is_dirty = false;
        } else {
            self.lend();
        }
    }

    fn lend(&mut self) {
        // Few pieces are in play as a rule: a smaller table is cleared faster.
        match self.state.pieces_end {
            0..=16 => self.lend_anew::<16>(),
            17..=32 => self.lend_anew::<32>(),
            _ => self.lend_anew::<64>(),
        }
    }

    fn lend_anew<const SLOTS: usize>(&mut self) {
        loop {
            self.state.is_dirty = false;
            let mut loans = Loans::<SLOTS>::default();
            for effect in self.state.effects_in_force() {
                if effect.sort == InForceSort::Loan {
                    let borrowers = effect.pieces & self.state.used;
                    loans.add(borrowers, effect.attack, effect.health, effect.keywords);
                }
            }
            if R::LENDS {
                R::lends(self.game, self.state, |piece, attack, health| {
                    loans.add(PieceSet::one(piece), attack, health, 0);
                });
            }
            self.add_auras(&mut loans);
            // Auras also look at damage and deaths, which may have changed now. Damage only shrinks here and the dead
            // stay dead, so the loop ends.
            if !self.hand_out(&loans) {
                return;
            }
        }
    }

    fn add_auras<const SLOTS: usize>(&self, loans: &mut Loans<SLOTS>) {
        let game = self.game;
        let mut sources = self.state.aura_sources - self.state.dying;
        if sources.is_empty() {
            return;
        }
        let traits = |source| game.catalogue.aura_traits[self.state.piece(source).def.at()];
        let looks =
            |source| traits(source).has(AuraTraits::PICKY) || traits(source).has(AuraTraits::DISCERNING);
        if Iterator::any(&mut sources, looks) {
            return self.add_picky_auras(loans);
        }
        // No aura looks at what another one lends, so one layer is enough.
        self.each_aura(AS_THEY_ARE, |aura, query, frame| {
            let times = self.times(aura, frame, AS_THEY_ARE);
            let (attack, health) = (aura.attack.saturating_mul(times), aura.health.saturating_mul(times));
            loans.add(reach(game, self.state, query, frame), attack, health, aura.keywords);
        });
    }

    fn add_picky_auras<const SLOTS: usize>(&self, loans: &mut Loans<SLOTS>) {
        let game = self.game;
        let reached = |query: &Query, frame: &Frame, loans: &Loans<SLOTS>| {
            let mut found = reach(game, self.state, query, frame);
            for id in found {
                let piece = self.state.piece(id);
                if !passes_as(game, query, piece, loans.each[id.at()].looks(piece)) {
                    found.remove(id);
                }
            }
            found
        };
        // RULE: conditions and counts of auras look at pieces as they are without auras.
        let bare = &loans.clone();
        // A layer is a copy of the one before it, made when something is to be added.
        let mut layer = None;
        self.each_aura(Some(bare), |aura, query, frame| {
            if aura.keywords != 0 {
                let layer = layer.get_or_insert(*loans);
                layer.add(reached(query, frame, loans), 0, 0, aura.keywords);
            }
        });
        if let Some(layer) = layer {
            *loans = layer;
        }
        let mut layer = None;
        self.each_aura(Some(bare), |aura, query, frame| {
            if aura.attack != 0 || aura.health != 0 {
                let times = self.times(aura, frame, Some(bare));
                let (attack, health) = (aura.attack.saturating_mul(times), aura.health.saturating_mul(times));
                let layer = layer.get_or_insert(*loans);
                layer.add(reached(query, frame, loans), attack, health, 0);
            }
        });
        if let Some(layer) = layer {
            *loans = layer;
        }
    }

    /// Visits every aura of a living piece, with its query and a frame of its source. Conditions look at pieces with
    /// these loans only.
    fn each_aura<const SLOTS: usize>(
        &self,
        bare: Option<&Loans<SLOTS>>,
        mut visit: impl FnMut(&Aura, &Query, &Frame),
    ) {
        let game = self.game;
        for source in self.state.aura_sources - self.state.dying {
            let piece = self.state.piece(source);
            let frame = Frame::program(0, piece.owner, source);
            for &at in &game.def(piece.def).auras {
                let aura = &game.catalogue.auras[at as usize];
                if aura.cost == 0 && holds_for(aura, |query| self.count_as(query, &frame, bare)) {
                    visit(aura, &game.catalogue.queries[aura.query as usize], &frame);
                }
            }
        }
    }

    /// How many a query matches: of pieces with these loans only, or as they are.
    fn count_as<const SLOTS: usize>(&self, query: u16, frame: &Frame, bare: Option<&Loans<SLOTS>>) -> i16 {
        let (game, query) = (self.game, &self.game.catalogue.queries[query as usize]);
        let Some(bare) = bare.filter(|_| query.zone == 0 && query.is_picky) else {
            return count_all(game, self.state, query, frame);
        };
        let passes = |id: &PieceId| {
            let piece = self.state.piece(*id);
            passes_as(game, query, piece, bare.each[id.at()].looks(piece))
        };
        reach(game, self.state, query, frame).filter(passes).count() as i16
    }

    /// How often an aura counts.
    fn times<const SLOTS: usize>(&self, aura: &Aura, frame: &Frame, bare: Option<&Loans<SLOTS>>) -> i16 {
        if aura.per == NOTHING {
            return 1;
        }
        self.count_as(aura.per, frame, bare)
    }

    /// Gives every piece its loans; true if that changed something that auras look at.
    fn hand_out<const SLOTS: usize>(&mut self, loans: &Loans<SLOTS>) -> bool {
        let mut again = false;
        // Dying pieces keep what they had: their death abilities read them as they were.
        let living = self.state.used - self.state.dying;
        let concerned = (self.state.borrowers | loans.borrowers) & living;
        self.state.borrowers = (self.state.borrowers - living) | loans.borrowers;
        for id in concerned {
            let loan = loans.each[id.at()];
            let piece = self.state.piece(id);
            if piece.lent_attack == loan.attack
                && piece.lent_health == loan.health
                && piece.lent_bonus == loan.bonus
                && piece.lent_keywords == loan.keywords
            {
                continue;
            }
            // What the game itself lends may be the attack of a piece beside the board, but not of a seat's own piece.
            again |= R::LENDS
                && !piece.cell.is_some()
                && piece.lent_attack != loan.attack
                && id != R::own_piece(self.state, piece.owner);
            let piece = self.state.piece_mut(id);
            let has_stayed = piece.lent_bonus == UNCOUNTED;
            let lost_bonus = piece.lent_bonus.saturating_sub(loan.bonus).clamp(0, piece.damage.max(0));
            piece.damage -= lost_bonus;
            piece.lent_attack = loan.attack;
            piece.lent_health = loan.health;
            piece.lent_bonus = loan.bonus;
            piece.lent_keywords = loan.keywords;
            again |= lost_bonus > 0;
            if piece.health_now() <= 0 && !has_stayed {
                let cause = self.sapped_by(id).map_or(self.cause, Cause::piece);
                self.doom_by(id, cause);
                again = true;
            }
        }
        again && (R::LENDS || self.state.aura_sources.any())
    }

    /// The piece whose aura takes health from a piece.
    fn sapped_by(&self, id: PieceId) -> Option<PieceId> {
        let (game, mut found) = (self.game, PieceId::NONE);
        self.each_aura(AS_THEY_ARE, |aura, query, frame| {
            if aura.health < 0
                && reach(game, self.state, query, frame).has(id)
                && passes(game, self.state, query, id)
            {
                found = frame.source;
            }
        });
        found.is_some().then_some(found)
    }
}
