//! The bytes of a view: what an agent in another process is sent, and reads back.
//!
//! The view, every seat's deck list where those are public, and a seal. The seal tells damage; forgery is told by what
//! is read, which is held against the catalogue and must be written down again in the same bytes.

use cardwright_core::encode::{bytes, seal};
use cardwright_core::{DefId, Reader, Unreadable, View, Words, ensure};
use cardwright_effects::reading::{is_card, read_view};
use cardwright_effects::{Game, Refused, Rules};

/// Every seat's deck list, where the setup made them public.
pub type Lists = Vec<Vec<DefId>>;

/// Most bytes of a view: far more than any has.
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

/// The view that bytes are of, with the deck lists it knows, or in one sentence why they are of none.
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
    // What a word has no room for, and every other way to write the same view down.
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
