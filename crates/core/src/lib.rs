//! The game-independent base of Cardwright: ids, boards, state, events, views, dice and hashing. It knows no game.
#![forbid(unsafe_code)]

pub mod action;
pub mod arrivals;
pub mod dice;
pub mod encode;
mod encoding;
pub mod event;
pub mod ids;
pub mod likeness;
pub mod permute;
pub mod queue;
pub mod records;
pub mod seeds;
pub mod shape;
#[cfg(test)]
mod small;
pub mod state;
pub mod topology;
pub mod view;
pub mod what;
pub mod who;

pub use action::{AS_SOURCE, Action, CHOICES, Group, Means, NO_CHOICE, VerbSpec};
pub use dice::{Dice, Path, Script, Stream, each_outcome};
pub use encode::{Decode, Digest, Encode, Reader, Unreadable, Words, ensure};
pub use event::Event;
pub use ids::{CardId, Cell, CellSet, DefId, Options, PieceId, PieceSet, Seat, SeatSet};
pub use likeness::{Alike, Standing};
pub use permute::{Unseen, permute};
pub use queue::{FRAME, change_entries, turn_over};
pub use records::{
    ARRIVED, AtEnd, Card, DISPELLED, DORMANT, Frame, FrameKind, GRANTED, InForce, KINDS, MOMENTS, MOVED,
    OWN_FLAG, PROMPT_OPTIONS, Piece, Prompt, RESOURCES, SEATS, STATUSES, SeatState, Sort as InForceSort,
    TALLIES, Trigger, Waiting, Zone,
};
pub use shape::{Extra, Shape, Slots};
pub use state::{Head, State};
pub use topology::Topology;
pub use view::{Audience, Audiences, Belief, Numbering, Truth, View};
pub use what::{Detail, Room, What};
pub use who::{By, Cause, Who};
