//! The bytes of a view, in which it is sent to an agent in another process.
//!
//! They hold the view, public deck lists, and a seal that reveals damage. A forged view is found by comparing it with the
//! catalogue; written again, it must also give the same bytes.

use cardwright_core::encode::{bytes, seal};
use cardwright_core::{DefId, Reader, Unreadable, View, Words, ensure};
use cardwright_effects::reading::{is_card, read_view};
use cardwright_effects::{Game, Refused, Rules};

/// The deck list of every seat, if the setup made them public.
pub type Lists = Vec<Vec<DefId>>;

/// The most bytes a view may have: far more than any view needs.
pub const LARGEST: usize = 1 << 20;

/// A view as bytes.
pub fn write<R: Rules>(view: &View<R>, lists: &Lists) -> Vec<u8> {
    let mut out = bytes(view);
    out.word(lists.len() as u64);
    for list in lists {
        out.word(list.len() as u64);
        list.iter().for_each(|def| out.word(def.0 as u64));
    }
    let seal = seal(&out);
    out.word(seal);
    out
}

/// Reads a view and its public deck lists from bytes, or says in one sentence why they are no view.
pub fn read<R: Rules>(game: &Game<R>, bytes: &[u8]) -> Result<(View<R>, Lists), Refused> {
    let refuse = |Unreadable(reason)| {
        Refused(format!("these bytes are no view of {}: what they tell {reason}", game.catalogue.slug))
    };
    checked(game, bytes).map_err(refuse)
}

fn checked<R: Rules>(game: &Game<R>, bytes: &[u8]) -> Result<(View<R>, Lists), Unreadable> {
    ensure(bytes.len() <= LARGEST, "is longer than a view can be")?;
    let (body, last) = bytes.split_last_chunk().ok_or(Unreadable("ends too soon"))?;
    ensure(body.len().is_multiple_of(8), "ends in the middle of a number")?;
    ensure(seal(body) == u64::from_le_bytes(*last), "was damaged on the way")?;
    let mut from = Reader::new(body);
    let view = read_view(game, &mut from)?;
    let lists = read_lists(game, &view, &mut from)?;
    ensure(from.is_empty(), "goes on after its end")?;
    // Refuses values that a word has no room for, and any second way to write the same view.
    ensure(write(&view, &lists) == bytes, "is not written as a view is")?;
    Ok((view, lists))
}

fn read_lists<R: Rules>(game: &Game<R>, view: &View<R>, from: &mut Reader<'_>) -> Result<Lists, Unreadable> {
    let count = from.word()?;
    ensure(count == 0 || count == view.state().seat_count() as u64, "has deck lists of other seats")?;
    let mut lists = Vec::new();
    for _ in 0..count {
        let len = from.word()?;
        ensure(len <= (from.len() / 8) as u64, "ends too soon")?;
        let mut list = Vec::with_capacity(len as usize);
        for _ in 0..len {
            let def = from.word()?;
            let card = DefId(def as u16);
            ensure(
                def < u16::MAX as u64 && is_card(game, card),
                "lists a card that the catalogue does not have",
            )?;
            list.push(card);
        }
        lists.push(list);
    }
    Ok(lists)
}
