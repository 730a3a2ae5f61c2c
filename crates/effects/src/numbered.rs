//! Words and their numbers, told once.

/// Numbers the words of a game: each list gives the constant of its words, for the vocabulary, and one constant per word: a
/// place in the list (`index`) or a bit (`bits`). A word that the rules never speak of has `_` for its name.
///
/// ```
/// cardwright_effects::numbered! {
///     KINDS: index { MINION = "minion", HERO = "hero", _ = "spell" }
///     KEYWORDS: bits { HASTE = "haste", TAUNT = "taunt" }
/// }
/// assert_eq!((HERO, TAUNT, KINDS[2]), (1, 0b10, "spell"));
/// ```
#[macro_export]
macro_rules! numbered {
    ($($list:ident: $sort:ident { $($name:tt = $word:literal),+ $(,)? })+) => {
        $(
            pub const $list: &[&str] = &[$($word),+];
            $crate::numbered!(@$sort 0, $($name)+);
        )+
    };
    (@$sort:ident $at:expr,) => {};
    (@$sort:ident $at:expr, _ $($rest:tt)*) => {
        $crate::numbered!(@$sort $at + 1, $($rest)*);
    };
    (@bits $at:expr, $name:ident $($rest:tt)*) => {
        pub const $name: u64 = 1 << ($at);
        $crate::numbered!(@bits $at + 1, $($rest)*);
    };
    (@index $at:expr, $name:ident $($rest:tt)*) => {
        pub const $name: usize = $at;
        $crate::numbered!(@index $at + 1, $($rest)*);
    };
}
