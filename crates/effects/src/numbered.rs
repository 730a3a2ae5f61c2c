//! The words of a game and their numbers, in one place.

/// Numbers the words of a game. Each list becomes a constant that holds its words, for the vocabulary, and one
/// constant per word: its place in the list (`index`) or a bit (`bits`). A word that the rules never mention has `_`
/// for its name.
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
