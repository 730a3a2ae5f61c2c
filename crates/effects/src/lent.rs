//! What auras and durations lend: one layer, computed anew whenever something changed.

use cardwright_core::{PieceSet, Work};

use crate::context::Ctx;
use crate::query::matching;
use crate::rules::Rules;

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
}

impl<R: Rules> Ctx<'_, R> {
    /// Computes lent attack, health and keywords of every piece from lasting records and auras.
    ///
    /// RULE: a lent health bonus that ends takes as much damage with it and never kills; a malus may kill.
    pub fn refresh_lent(&mut self) {
        // Few pieces are in play as a rule: the smaller table is cleared faster.
        if self.state.pieces_end <= 16 { self.lend_anew::<16>() } else { self.lend_anew::<64>() }
    }

    fn lend_anew<const SLOTS: usize>(&mut self) {
        self.state.is_dirty = false;
        let game = self.game;
        let mut loans = [Loan::default(); SLOTS];
        for lasting in self.state.live_lastings() {
            if !lasting.is_timer {
                for id in lasting.pieces & self.state.used {
                    loans[id.at()].add(lasting.attack, lasting.health, lasting.keywords);
                }
            }
        }
        // Auras look at pieces as they were before this computation; one pass, so auras cannot chase each other.
        for source in self.state.aura_sources - self.state.dying {
            let piece = self.state.piece(source);
            let frame = Work::program(0, piece.owner, source);
            for &at in &game.def(piece.def).auras {
                let aura = &game.catalogue.auras[at as usize];
                if aura.cost != 0 {
                    continue;
                }
                let reached: PieceSet =
                    matching(game, self.state, &game.catalogue.queries[aura.query as usize], &frame);
                for id in reached {
                    loans[id.at()].add(aura.attack, aura.health, aura.keywords);
                }
            }
        }
        // The dying keep what they had: their last words read them as they were.
        for id in self.state.used - self.state.dying {
            let loan = loans[id.at()];
            let piece = self.state.piece(id);
            if piece.lent_attack == loan.attack
                && piece.lent_health == loan.health
                && piece.lent_bonus == loan.bonus
                && piece.lent_keywords == loan.keywords
            {
                continue;
            }
            let piece = self.state.piece_mut(id);
            let lost_bonus = (piece.lent_bonus - loan.bonus).max(0);
            piece.damage = (piece.damage - lost_bonus).max(0);
            piece.lent_attack = loan.attack;
            piece.lent_health = loan.health;
            piece.lent_bonus = loan.bonus;
            piece.lent_keywords = loan.keywords;
            if piece.health_now() <= 0 {
                self.state.dying.insert(id);
            }
        }
    }
}
