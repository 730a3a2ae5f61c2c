//! The games this kernel knows; their list is that of `cardwright_rules`.

use cardwright_effects::Refused;
pub use cardwright_rules::{SLUGS, Visit};

/// Calls a visitor with the game of a slug, or says which games there are.
pub fn visit<V: Visit>(slug: &str, visitor: V) -> Result<V::Answer, Refused> {
    cardwright_rules::visit(slug, visitor).ok_or_else(|| {
        Refused(format!("this kernel has no rules for '{slug}'; it knows {}", SLUGS.join(", ")))
    })
}
