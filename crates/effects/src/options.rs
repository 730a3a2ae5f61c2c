//! Cards that offer several things, of which their player chooses one: in lists of actions and in refusals.

use cardwright_core::{Action, Cell, Group, NO_CHOICE, Options, PieceSet};

use crate::catalogue::NOTHING;
use crate::play::{MODE, TARGET};
use crate::program::CardDef;

/// Lists what a card offers, each with the targets that it lets its player choose. One that finds no target can be
/// chosen only if the text is optional.
///
/// A group has room for two choices: where the card itself takes a cell, the target is linked, and
/// [`linked_query`] tells by which query.
pub fn list_options(
    out: &mut Vec<Group>,
    group: Group,
    printed: &CardDef,
    mut targets: impl FnMut(u16) -> PieceSet,
    is_placed: bool,
    is_optional: bool,
) {
    for (number, mode) in printed.modes.iter().enumerate() {
        let group = group.choose(MODE, Options::one(Cell(number as u8)));
        if mode.target == NOTHING {
            out.push(group);
            continue;
        }
        let targets = targets(mode.target);
        if targets.any() {
            out.push(if is_placed { group.then_linked() } else { group.choose(TARGET, targets.into()) });
        } else if is_optional {
            out.push(group);
        }
    }
}

/// The query for the target of the option that an action names; `None` if it names no option.
#[inline]
pub fn linked_query(printed: &CardDef, prefix: &Action) -> Option<u16> {
    let option = prefix.choices[MODE as usize];
    (option != NO_CHOICE).then(|| printed.modes.get(option as usize).map_or(NOTHING, |mode| mode.target))
}

/// The query for the target that the card of an action asks for, or why its option cannot be chosen.
pub fn query_or_reason(printed: &CardDef, action: &Action) -> Result<u16, &'static str> {
    match (printed.modes.is_empty(), action.choices[MODE as usize]) {
        (true, NO_CHOICE) => Ok(printed.target),
        (true, _) => Err("it has no options"),
        (false, NO_CHOICE) => Err("it has options: say which one"),
        (false, option) => match printed.modes.get(option as usize) {
            Some(mode) => Ok(mode.target),
            None => Err("it has no such option"),
        },
    }
}
