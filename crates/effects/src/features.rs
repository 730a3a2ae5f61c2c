//! The features by which a game weighs a position, in one place.

/// Names the features of a position in order, each with its word and its default weight: they become the enum
/// `Feature`, the list `DEFAULTS` for `Planning::WEIGHTS`, and `Weights`, which finds the weight of a feature.
///
/// ```
/// cardwright_effects::features! {
///     Health "health" 1.0;
///     /// A card in hand.
///     Card "card" 3.0;
/// }
/// assert_eq!(DEFAULTS[1], ("card", 3.0));
/// assert_eq!(Weights(&[2.0, 5.0]).of(Feature::Card) + Weights(&[2.0, 5.0]).of(Feature::Health), 7.0);
/// ```
#[macro_export]
macro_rules! features {
    ($($(#[$about:meta])* $name:ident $word:literal $weight:literal;)+) => {
        #[derive(Clone, Copy)]
        enum Feature {
            $($(#[$about])* $name,)+
        }

        const DEFAULTS: &[(&str, f64)] = &[$(($word, $weight)),+];

        /// Weights by feature.
        struct Weights<'a>(&'a [f64]);

        impl Weights<'_> {
            #[inline(always)]
            fn of(&self, feature: Feature) -> f64 {
                self.0[feature as usize]
            }
        }
    };
}
