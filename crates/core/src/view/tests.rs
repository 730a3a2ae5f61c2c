use super::*;
use crate::encode::{Decode, Reader};
use crate::ids::{Cell, SeatSet};
use crate::permute::{Unseen, permute};
use crate::small::{DECK, FOE, HAND, ME, Small, defs, enter, give};

const AUDIENCES: Audiences = Audiences {
    zones: &[Audience::Owner, Audience::OwnerUnordered],
    resources: {
        let mut resources = [Audience::All; RESOURCES];
        resources[1] = Audience::Owner;
        resources
    },
    veiled: 0,
};

/// Hands and decks of both seats, a piece each.
fn truth() -> State<Small> {
    let mut state = State::empty();
    for (seat, first) in [(ME, 1), (FOE, 11)] {
        for def in [first + 2, first, first + 1] {
            give(&mut state, seat, HAND, def);
        }
        give(&mut state, seat, DECK, first + 3);
        give(&mut state, seat, DECK, first + 4);
        *state.resource_mut(seat, 0) = 5;
        *state.resource_mut(seat, 1) = 7;
    }
    enter(&mut state, FOE, 30, 0);
    enter(&mut state, ME, 31, 1);
    enter(&mut state, FOE, 32, 2);
    state
}

fn seen_by(truth: &State<Small>, seat: Seat, seen: PieceSet) -> View<Small> {
    let mut view = View::blank();
    view.show(truth, seat, &AUDIENCES, seen);
    view
}

#[test]
fn a_seat_reads_its_own_hand_in_order_and_its_deck_without() {
    let mut state = truth();
    state.zone_mut(ME, DECK).swap(0, 1);
    let view = seen_by(&state, ME, state.used);
    assert_eq!(defs(view.state(), ME, HAND), [3, 1, 2]);
    assert_eq!(defs(&state, ME, DECK), [5, 4]);
    assert_eq!(defs(view.state(), ME, DECK), [4, 5], "as the deck list has them");
    assert_eq!((view.seat(), view.state().zone_len(FOE, HAND)), (ME, 3));
}

#[test]
fn the_cards_and_hidden_resources_of_others_are_blank() {
    let state = truth();
    let view = seen_by(&state, ME, state.used);
    assert_eq!(defs(view.state(), FOE, HAND), [0, 0, 0]);
    assert_eq!(defs(view.state(), FOE, DECK), [0, 0]);
    assert_eq!((view.state().resource(FOE, 0), view.state().resource(FOE, 1)), (5, 0));
    assert_eq!(view.state().resource(ME, 1), 7);
    let spectator = seen_by(&state, Seat::NONE, state.used);
    assert_eq!(defs(spectator.state(), ME, HAND), [0, 0, 0]);
}

#[test]
fn a_card_that_was_shown_is_known_in_hand_and_forgotten_in_a_deck() {
    let mut state = truth();
    for zone in [HAND, DECK] {
        let id = state.zone(FOE, zone)[1];
        state.card_mut(id).known = SeatSet::one(ME);
    }
    let view = seen_by(&state, ME, state.used);
    assert_eq!(defs(view.state(), FOE, HAND), [0, 11, 0]);
    assert_eq!(defs(view.state(), FOE, DECK), [0, 0]);
}

#[test]
fn pieces_in_the_fog_are_left_out_and_the_rest_is_numbered_by_arrival() {
    let state = truth();
    let own = state.side[ME.at()];
    let view = seen_by(&state, ME, own);
    assert_eq!(view.state().used, PieceSet::one(PieceId(0)));
    assert_eq!(view.state().piece(PieceId(0)).def, DefId(31));
    assert!(view.state().on(Cell(0)).is_empty() && !view.state().occupied.has(Cell(0)));
    let numbering = Numbering::of(&state, own);
    assert_eq!((numbering.piece(PieceId(0)), numbering.number(PieceId(1))), (PieceId(1), PieceId(0)));
    assert_eq!(numbering.number(PieceId(0)), PieceId::NONE);
}

#[test]
fn truths_that_a_seat_cannot_tell_apart_give_it_the_same_bytes() {
    let state = truth();
    let own = state.side[ME.at()];
    let unseen = Unseen {
        audiences: &AUDIENCES,
        fits: &|_, _| true,
        sees: &|_, piece| own.has(piece),
        fixed: PieceSet::EMPTY,
        is_possible: &|_| true,
    };
    let mut dice = Dice::sampled(3, "permute");
    let (mut hands, mut places) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let other = permute(&state, ME, &mut dice, &unseen);
        assert_eq!(seen_by(&other, ME, own).bytes(), seen_by(&state, ME, own).bytes());
        hands.push(defs(&other, FOE, HAND));
        places.push(other.piece(PieceId(0)).cell);
        assert_eq!(other.piece(PieceId(1)).cell, Cell(1), "a piece that is seen stays where it is");
    }
    hands.sort();
    hands.dedup();
    assert!(hands.len() > 3, "the truths differ");
    assert!(places.contains(&Cell(0)) && places.contains(&Cell(2)), "hidden pieces change places");
}

#[test]
fn an_imagined_truth_agrees_with_the_view_and_with_public_lists() {
    let state = truth();
    let view = seen_by(&state, ME, state.used);
    let lists: Vec<Vec<DefId>> = vec![(1..=5).map(DefId).collect(), (11..=15).map(DefId).collect()];
    let belief = Belief { pool: &[], copies: 1, lists: &lists, fits: &|_, _| true };
    for seed in 0..20 {
        let mut imagined = view.determinise(&mut Dice::sampled(seed, "imagine"), &AUDIENCES, &belief);
        let mut cards = [defs(&imagined, FOE, HAND), defs(&imagined, FOE, DECK)].concat();
        cards.sort_unstable();
        assert_eq!(cards, [11, 12, 13, 14, 15], "every card of the list is somewhere");
        assert_eq!(defs(&imagined, ME, HAND), [3, 1, 2]);
        // A resource that is hidden stays as the view has it; the rest of the view comes out again.
        *imagined.resource_mut(FOE, 1) = 7;
        assert_eq!(seen_by(&imagined, ME, imagined.used).bytes(), view.bytes());
    }
}

#[test]
fn unknown_cards_are_drawn_alike_within_their_copies_and_where_they_fit() {
    // Five hidden cards; 30 and 32 are in play, so one copy of each is left, and 21 lies in no hand.
    let (pool, copies) = ([20, 21, 30, 32].map(DefId), 2);
    let view = seen_by(&truth(), ME, truth().used);
    let belief =
        Belief { pool: &pool, copies, lists: &[], fits: &|zone, def| zone != HAND || def != DefId(21) };
    let mut in_hand = [0; 33];
    for seed in 0..2000 {
        let imagined = view.determinise(&mut Dice::sampled(seed, "imagine"), &AUDIENCES, &belief);
        let hand = defs(&imagined, FOE, HAND);
        let all = [hand.clone(), defs(&imagined, FOE, DECK)].concat();
        let count = |def| all.iter().filter(|&&other| other == def).count();
        assert!(count(20) <= 2 && count(21) <= 2 && count(30) <= 1 && count(32) <= 1, "{all:?}");
        hand.iter().for_each(|&def| in_hand[def as usize] += 1);
    }
    // Of the four cards that fit, two are copies of 20: three drawn from them leave one out.
    assert_eq!(in_hand[21], 0);
    assert!((3000 - 150..3000 + 150).contains(&in_hand[20]), "{in_hand:?}");
    assert!(
        (1500 - 110..1500 + 110).contains(&in_hand[30]) && in_hand[30] + in_hand[32] == 6000 - in_hand[20]
    );
}

#[test]
fn what_nothing_fits_stays_unknown() {
    let view = seen_by(&truth(), ME, truth().used);
    let belief = Belief { pool: &[DefId(20)], copies: 1, lists: &[], fits: &|zone, _| zone == DECK };
    let imagined = view.determinise(&mut Dice::sampled(1, "imagine"), &AUDIENCES, &belief);
    assert_eq!(defs(&imagined, FOE, HAND), [0, 0, 0]);
    let mut deck = defs(&imagined, FOE, DECK);
    deck.sort_unstable();
    assert_eq!(deck, [0, 20]);
}

#[test]
fn a_question_to_another_seat_is_known_but_not_its_options() {
    let mut state = truth();
    state.prompt = Prompt { seat: FOE, len: 3, ..Prompt::default() };
    let view = seen_by(&state, ME, state.used);
    assert_eq!((view.state().prompt.seat, view.state().prompt.len), (FOE, 0));
    assert_eq!(seen_by(&state, FOE, state.used).state().prompt.len, 3);
}

#[test]
fn the_mark_of_a_discard_is_seen_where_the_card_is() {
    let mut state = truth();
    for seat in [ME, FOE] {
        let id = state.zone(seat, HAND)[1];
        state.set_unplayed(id, true);
    }
    let marks = |view: &View<Small>, seat: Seat| {
        view.state().zone(seat, HAND).iter().map(|&id| view.state().is_unplayed(id)).collect::<Vec<_>>()
    };
    let view = seen_by(&state, ME, state.used);
    assert_eq!(marks(&view, ME), [false, true, false]);
    assert_eq!(marks(&view, FOE), [false; 3], "nothing is told of a hidden card");
    let read = View::<Small>::decode(&mut Reader::new(&view.bytes())).expect("they are the bytes of a view");
    assert_eq!(marks(&read, ME), [false, true, false]);
    let mut numbered = *view.state();
    numbered.number_cards();
    assert_eq!(numbered.digest(), view.state().digest());
}
