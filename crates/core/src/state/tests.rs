use super::*;
use crate::ids::DefId;
use crate::small::{DECK, FOE, HAND, ME, Small, defs, enter, give, leave};

fn empty() -> State<Small> {
    State::empty()
}

#[test]
fn a_card_lies_at_the_end_of_its_zone_and_leaves_no_gap() {
    let mut state = empty();
    for def in 1..=4 {
        give(&mut state, ME, HAND, def);
    }
    let taken = state.take_from_zone(ME, HAND, 1);
    assert_eq!(state.card(taken).def, DefId(2));
    assert_eq!(defs(&state, ME, HAND), [1, 3, 4]);
    assert!(state.put_into_zone(ME, HAND, taken));
    assert_eq!(defs(&state, ME, HAND), [1, 3, 4, 2]);
    assert!(state.zone(FOE, HAND).is_empty() && state.zone(ME, DECK).is_empty());
}

#[test]
fn a_full_zone_takes_no_card() {
    let mut state = empty();
    for def in 1..=5 {
        give(&mut state, ME, HAND, def);
    }
    assert!(state.is_zone_full(ME, HAND));
    assert_eq!(state.add_card(ME, HAND, Card::default()), None);
    let elsewhere = give(&mut state, ME, DECK, 6);
    state.take_from_zone(ME, DECK, 0);
    assert!(!state.put_into_zone(ME, HAND, elsewhere));
    assert_eq!(defs(&state, ME, HAND), [1, 2, 3, 4, 5]);
}

#[test]
fn slots_of_cards_are_used_again_and_run_out() {
    let mut state = empty();
    for n in 0..12 {
        give(&mut state, Seat(n / 10), (n as usize / 5) % 2, n as u16 + 1);
    }
    assert_eq!(state.add_card(FOE, DECK, Card::default()), None, "twelve is all there is room for");
    let id = state.take_from_zone(ME, HAND, 2);
    state.release_card(id);
    assert_eq!(give(&mut state, FOE, DECK, 20), id, "the lowest free slot is taken");
}

#[test]
fn a_cell_is_occupied_as_long_as_something_stands_on_it() {
    let mut state = empty();
    let (one, other) = (enter(&mut state, ME, 1, 3), enter(&mut state, FOE, 2, 3));
    assert_eq!(state.on(Cell(3)), PieceSet::one(one) | PieceSet::one(other));
    state.lift(one, Cell(3));
    assert!(state.occupied.has(Cell(3)));
    state.lift(other, Cell(3));
    assert!(!state.occupied.has(Cell(3)) && state.on(Cell(3)).is_empty());
    state.lay(one, Cell::NONE);
    state.lift(one, Cell::NONE);
    assert!(state.occupied.is_empty(), "a piece off the board stands on no cell");
}

#[test]
fn pieces_come_by_arrival_whatever_their_slots() {
    let mut state = empty();
    let first = enter(&mut state, ME, 1, 0);
    let second = enter(&mut state, FOE, 2, 1);
    leave(&mut state, first);
    let third = enter(&mut state, ME, 3, 2);
    assert_eq!(third, first, "the slot is used again");
    assert_eq!(state.by_arrival(state.used).collect::<Vec<_>>(), [second, third]);
    assert_eq!(state.by_arrival(PieceSet::EMPTY).count(), 0);
}

#[test]
fn slots_of_pieces_run_out_and_those_in_limbo_are_taken() {
    let mut state = empty();
    for n in 0..7 {
        enter(&mut state, ME, n, 0);
    }
    state.limbo.insert(PieceId(7));
    assert_eq!(state.free_piece(), None);
    state.limbo = PieceSet::EMPTY;
    assert_eq!(state.free_piece(), Some(PieceId(7)));
}

#[test]
fn a_copy_of_the_live_parts_is_the_same_position() {
    let mut state = empty();
    let piece = enter(&mut state, ME, 1, 4);
    give(&mut state, FOE, DECK, 7);
    let mut copy = empty();
    enter(&mut copy, FOE, 9, 0);
    enter(&mut copy, FOE, 9, 1);
    give(&mut copy, ME, HAND, 9);
    copy.assign(&state);
    assert_eq!(copy.digest(), state.digest());
    assert_eq!(copy.used, PieceSet::one(piece));
}

#[test]
fn a_branch_that_is_restored_forgets_everything_it_tried() {
    let mut state = empty();
    let piece = enter(&mut state, ME, 1, 4);
    let card = give(&mut state, ME, HAND, 7);
    let mut branch = empty();
    branch.assign(&state);
    assert!(branch.touched_pieces().is_empty());
    branch.piece_mut(piece).damage = 3;
    branch.card_mut(card).cost = 2;
    enter(&mut branch, FOE, 2, 1);
    *branch.resource_mut(ME, 0) = 9;
    branch.now = 12;
    assert!(branch.touched_pieces().has(piece));
    assert_ne!(branch.digest(), state.digest());
    branch.restore(&state);
    assert_eq!(branch.digest(), state.digest());
    assert_eq!((branch.piece(piece).damage, branch.card(card).cost, branch.now), (0, 0, 0));
}

type Change<'a> = &'a dyn Fn(&mut State<Small>);

#[test]
fn every_part_of_a_position_counts_in_its_digest() {
    let mut state = empty();
    let piece = enter(&mut state, ME, 1, 4);
    let card = give(&mut state, ME, HAND, 7);
    give(&mut state, ME, HAND, 8);
    let changes: [Change<'_>; 13] = [
        &|state| state.now += 1,
        &|state| state.phase = 1,
        &|state| state.active = SeatSet::one(FOE),
        &|state| state.extra = CellSet::one(Cell(1)),
        &|state| state.piece_mut(piece).damage = 1,
        &|state| state.piece_mut(piece).extra = CellSet::one(Cell(1)),
        &|state| state.card_mut(card).cost = 1,
        &|state| *state.resource_mut(FOE, 3) = 1,
        &|state| state.is_over = true,
        &|state| state.lost = SeatSet::one(ME),
        &|state| state.zone_mut(ME, HAND).swap(0, 1),
        &|state| state.prompt.seat = ME,
        &|state| {
            state.in_force.as_mut()[0] = InForce { pieces: PieceSet::one(piece), ..InForce::default() };
            state.in_force_len = 1;
        },
    ];
    let mut digests = vec![state.digest()];
    for change in changes {
        let mut other = state;
        change(&mut other);
        digests.push(other.digest());
    }
    let all = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), all);
}

#[test]
fn a_discard_is_marked_until_it_is_taken_out_of_its_zone() {
    let mut state = empty();
    let (one, other) = (give(&mut state, ME, DECK, 1), give(&mut state, ME, DECK, 1));
    let before = state.digest();
    state.set_unplayed(other, true);
    assert_eq!([one, other].map(|id| state.is_unplayed(id)), [false, true]);
    assert_ne!(state.digest(), before, "the mark is part of the position");
    let mut branch = state;
    branch.assign(&state);
    branch.take_from_zone(ME, DECK, 1);
    assert!(!branch.is_unplayed(other));
    branch.restore(&state);
    assert!(branch.is_unplayed(other));
    state.take_from_zone(ME, DECK, 1);
    state.release_card(other);
    let next = give(&mut state, ME, HAND, 2);
    assert_eq!((next, state.is_unplayed(next)), (other, false), "the slot is used again without the mark");
}
