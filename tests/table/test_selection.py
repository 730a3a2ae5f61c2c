"""Choosing by pointing: every legal action is reached, and nothing else."""

from __future__ import annotations

import random

import pytest
from clockwork import FIRE, GRAVES, LIGHT, fire_match
from maps import MAGES, RIDERS, Roamer, stacked

import cardwright as cw
from cardwright.face.renumbering import means_the_same, renumbered
from cardwright.hosting.spots import Spot
from cardwright.table.realtime.carried import CarriedSelection
from cardwright.table.selection import Selection, Target


def reached(view: cw.View) -> set[int]:
    """The codes of all actions that pointing leads to."""
    found: set[int] = set()

    def follow(selection: Selection, unseen: list[Target]) -> None:
        for target in unseen:
            action = selection.complete(target.prefix)
            if action is not None:
                found.add(action.code)
            else:
                follow(selection, selection.take(target.prefix))
                selection.back()
        for spot, targets in list(selection.targets.items()):
            for target in targets:
                action = selection.complete(target.prefix)
                if action is not None:
                    found.add(action.code)
                else:
                    follow(selection, selection.take(target.prefix))
                    assert selection.back()
            assert spot in selection.targets

    selection = Selection(view)
    for spot in list(selection.sources):
        unseen = selection.begin(spot)
        follow(selection, unseen)
        assert selection.back()
        assert not selection.has_begun
    return found


@pytest.mark.parametrize("seed", range(3))
def test_pointing_reaches_every_legal_action_and_no_other(seed: int) -> None:
    decks = [("wind-midrange", "earth-control"), ("fire-aggro", "wind-midrange")][seed % 2]
    match = cw.game("elemental-command").match(decks, seed=seed)
    chance = random.Random(seed)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    while not match.is_over:
        view = match.view()
        assert reached(view) == {action.code for action in view.legal_actions}
        match.play(chance.choice(match.legal_actions))


def test_pointing_reaches_every_place_of_a_row_every_option_and_every_answer() -> None:
    means: set[str] = set()
    for seed, decks in enumerate([("grove-golems", "lamp-tempo"), ("pact-zoo", "knife-guest")]):
        match = cw.game("hearth").match(decks, seed=seed)
        chance = random.Random(seed)
        match.play("keep", seat=0)
        match.play("keep", seat=1)
        while not match.is_over:
            view = match.view()
            assert reached(view) == {action.code for action in view.legal_actions}
            for action in view.legal_actions:
                means |= {action.source.means, *(named.means for named in action.choices)}
            match.play(chance.choice(match.legal_actions))
    assert means >= {"card", "piece", "cell", "option", "answer"}


def test_pointing_reaches_every_action_on_a_map_too() -> None:
    verbs: set[str] = set()
    for seed in range(4):
        match = cw.game("ruler").match([MAGES, RIDERS], seed=seed)
        roamer = Roamer(seed)
        while not match.is_over and match.ply < 150:
            view = match.view()
            assert reached(view) == {action.code for action in view.legal_actions}
            verbs |= {action.verb for action in view.legal_actions}
            match.play(roamer.choose(view))
    assert {"draw", "play", "move", "attack", "use", "end"} <= verbs


def test_pointing_and_keys_reach_every_action_of_a_timed_game() -> None:
    verbs: set[str] = set()
    for seed, deck in ((1, GRAVES), (2, FIRE)):
        match = cw.game("mana").match((deck, LIGHT), seed=seed)
        chance = random.Random(seed)
        while not match.is_over and match.ply < 80:
            match.advance(match.now + chance.randrange(1, 4000))
            for seat in match.to_act:
                view = match.view(seat)
                legal = {action.code for action in view.legal_actions}
                keyed = {prefix.action.code for prefix in Selection(view).keyed.values()}
                assert reached(view) | keyed == legal
                assert not reached(view) & keyed, "nothing is discarded by pointing"
                verbs |= {action.verb for action in view.legal_actions}
            if match.to_act:
                match.play(chance.choice(match.legal_actions))
    assert verbs == {verb.word for verb in match.game.verbs}


def test_what_was_begun_is_taken_over_into_later_positions() -> None:
    match = fire_match(55_000)

    def looked() -> CarriedSelection:
        return CarriedSelection(match.view(0))

    names = [card.name for card in match.view(0).hand]
    earlier = looked()
    earlier.begin(Spot("card", names.index("Pyromancer")))
    match.advance(56_000)
    now = looked()
    assert now.take_over(earlier) == ""
    assert now.targets.keys() == earlier.targets.keys()
    match.play('play "Salamander" at a3', seat=0)
    match.advance(57_000)
    later = looked()
    assert later.take_over(now) == ""
    assert Spot("cell", 3) not in later.targets, "that location is taken now"
    while "Pyromancer" in [card.name for card in match.view(0).hand]:
        match.play('discard "Pyromancer"', seat=0)
        match.advance(match.now + 10)
    last = looked()
    assert last.take_over(later) == "Pyromancer is gone"
    assert not last.has_begun


def test_an_action_that_was_chosen_earlier_is_known_by_what_it_means() -> None:
    match = fire_match(55_000)
    earlier = match.view(0)
    names = [card.name for card in earlier.hand]
    first, second = names[0], next(name for name in names if name != names[0])
    code = next(a.code for a in earlier.legal_actions if a.text == f'discard "{second}"')
    assert means_the_same(code, earlier, match.view(0))
    match.play(f'discard "{first}"', seat=0)
    match.advance(55_010)
    now = match.view(0)
    assert not means_the_same(code, earlier, now), "another card lies there"
    found = renumbered(code, earlier, now)
    assert found is not None
    assert now.legal_actions.of_code(found).text == f'discard "{second}"'


def test_the_pieces_of_a_cell_are_begun_one_by_one() -> None:
    match, cell = stacked()
    view = match.view(0)
    selection = Selection(view)
    spot = Spot("cell", view.game.cells.index(cell))
    pieces = selection.pieces_at(spot)
    assert len(pieces) > 1
    found = []
    for piece in pieces:
        selection.begin(spot, piece.id)
        assert selection.piece == piece.id
        found += [target.prefix.code for targets in selection.targets.values() for target in targets]
        selection.clear()
    selection.begin(spot)
    assert selection.piece is None
    whole = [target.prefix.code for targets in selection.targets.values() for target in targets]
    assert sorted(found) == sorted(whole)
    for targets in selection.targets.values():
        for target in targets:
            if target.piece is not None and len([p for p in view.pieces if p.id == target.piece]) == 1:
                assert selection.told(target).startswith(target.text.split()[0])


def test_any_cards_of_the_opening_hand_can_be_ticked() -> None:
    match = cw.game("elemental-command").match(seed=7)
    selection = Selection(match.view(0))
    assert selection.subset is not None
    assert selection.subset_action.text == "keep"
    selection.tick(0)
    selection.tick(2)
    selection.tick(3)
    selection.tick(3)
    action = selection.subset_action
    match.play(action)
    match.play("keep", seat=1)
    assert "You exchange 2 cards." in match.events(0).texts


def test_copies_that_agree_in_everything_lead_to_the_same_action() -> None:
    chance = random.Random(1)
    match = cw.game("elemental-command").match(("fire-aggro", "fire-aggro"), seed=2)
    seen = 0
    while not match.is_over and seen < 3:
        if 0 in match.to_act and match.view(0).phase == "turn":
            view = match.view(0)
            selection, names = Selection(view), view.names()
            for place, twin in enumerate(names.held.twins):
                assert (Spot("card", place) in selection.sources) == (Spot("card", twin) in selection.sources)
                seen += place != twin and Spot("card", place) in selection.sources
        match.play(chance.choice(match.legal_actions))
    assert seen


def test_why_not_is_told_in_rulebook_words() -> None:
    match = cw.game("elemental-command").match(seed=7)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    match.play("end")
    view = match.view(0)
    selection = Selection(view)
    dear = next(place for place, card in enumerate(view.hand) if card.cost > 1)
    assert selection.why_not(Spot("card", dear)) == f"it costs {view.hand[dear].cost} mana and you have 1"
    assert selection.why_not(Spot("cell", 0)) == "nothing stands there"
    assert Selection(match.view(1)).why_not(Spot("cell", 0)) == "it is not your turn"
    assert Selection(match.view("spectator")).why_not(Spot("cell", 0)) == "you only look on"
