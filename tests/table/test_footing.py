"""Cards that cost ground at the table: where they fit, what is missing, from whose side patterns are read."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import cardwright as cw
from cardwright.catalogue.patterns import letters_of
from cardwright.face.view import Asked, Footing, View
from cardwright.table import footing, plain
from cardwright.table.boards import board_of
from cardwright.table.details import about_cell
from cardwright.table.drawing import Mark, Scene, boxes, draw, layout_of
from cardwright.table.footing import Study, lacking, marks, study, wanted_at
from cardwright.table.ground import Land

BOARDS = [("open", 2), ("open", 3), ("ring", 4), ("isles", 3), ("alliance", 4)]


def positions(board: str, seats: int, seed: int = 1, count: int = 60) -> Iterator[cw.Match]:
    """A match played at random, land changed often."""
    game = cw.game("hexlands", board)
    match = game.match([game.usual_decks[seat % 2] for seat in range(seats)], seed=seed)
    chance = random.Random(seed)
    for _ in range(count):
        if match.is_over:
            return
        yield match
        legal = list(match.legal_actions)
        others = [action for action in legal if action.verb != "end"]
        match.play(chance.choice(others if others and chance.random() < 0.8 else legal))


def view_of(match: cw.Match) -> View:
    (seat,) = match.to_act
    return match.view(seat)


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_a_minion_fits_exactly_where_it_may_be_placed(board: str, seats: int) -> None:
    fitting = 0
    for match in positions(board, seats):
        view = view_of(match)
        placed: dict[str, set[str]] = {}
        for action in view.legal_actions:
            if action.verb == "play":
                cells = [view.game.cells[one.value] for one in action.choices if one.means == "cell"]
                placed.setdefault(view.hand[action.source.value].name, set()).update(cells[:1])
        for card in view.hand:
            assert card.card is not None
            footings = view.footings(card.card)
            if view.game.catalogue.kind_of(card.card) != "minion":
                assert len(footings) <= 1, "a spell is played from the hero's field alone"
                continue
            found = {one.cell for one in footings if not one.lacks}
            if view.prompt is None:
                assert placed.get(card.name, set()) == found
            fitting += len(found)
            assert {one.cell for one in footings} <= view.areas["range"]
    assert fitting


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_on_the_screen_a_pattern_lies_as_the_card_shows_it(board: str, seats: int) -> None:
    game = cw.game("hexlands", board)
    layout = board_of(game).layout
    assert layout is not None
    match = game.match([game.usual_decks[0]] * seats, seed=2)
    compared = 0
    for seat in range(seats):
        view = match.view(seat)
        seen = {place.cell: (place.x, place.y) for place in layout_of(layout, view, seat).places}
        home = next(piece.cell for piece in view.pieces if piece.owner == seat)
        assert seen[home][1] == max(seen[piece.cell][1] for piece in view.pieces if piece.cell)
        for card in game.cards:
            printed = {(2 * q + r, 2 * r): land for (q, r), land in game.catalogue.pattern_of(card).items()}
            for one in view.footings(card):
                x, y = seen[one.cell]
                lies = {
                    (seen[a.cell][0] - x, seen[a.cell][1] - y): a.place
                    for a in one.asks
                    if a.cell is not None
                }
                assert lies.items() <= printed.items()
                assert len(one.asks) == len(printed)
                compared += len(lies)
    assert compared > 100


def test_onlookers_and_other_games_have_no_footings() -> None:
    game = cw.game("hexlands")
    match = game.match(seed=1)
    assert all(match.view("spectator").footings(card) == () for card in game.cards)
    other = cw.game("elemental-command").match(seed=1).view(0)
    assert all(
        other.footings(card.card) == () and study(other, card) is None for card in other.hand if card.card
    )


def footing_at(cell: str, *asks: tuple[str | None, str, bool]) -> Footing:
    return Footing(cell, tuple(Asked(*one) for one in asks))


NEAR = footing_at("g3", ("g3", "water", False), ("g4", "fire", True))
FAR = footing_at("h3", ("h3", "water", False), ("h4", "fire", False))
BEYOND = footing_at("i4", ("i4", "water", True), (None, "fire", False))
FITTING = footing_at("i5", ("i5", "water", True))


def test_marks_tell_how_many_fields_are_missing_and_which_land_they_lack() -> None:
    view = cw.game("hexlands").match(seed=1).view(0)
    found = marks(view, Study("Wisp", (NEAR, FAR, BEYOND, FITTING), NEAR))
    assert found == {"g3": "(1w)", "g4": "(ok)", "h3": "(2)", "i4": "(-)", "i5": "(+)"}
    told = footing.legend(view, Study("Wisp", (NEAR, FAR, BEYOND, FITTING), NEAR))
    assert [part in told for part in ("(+)", "(2)", "(w) must become water", "(ok)", "(-)")] == [True] * 5
    found = marks(view, Study("Wisp", (NEAR, BEYOND, FITTING), BEYOND))
    assert found == {"g3": "(1)", "i4": "(-ok)", "i5": "(+)"}
    found = marks(view, Study("Wisp", (NEAR, FAR), FAR))
    assert found == {"g3": "(1)", "h3": "(2w)", "h4": "(f)"}


def test_missing_fields_are_told_in_words() -> None:
    assert footing.told(Study("Wisp", (NEAR,), NEAR)) == "g3: g3 lacks water"
    assert footing.told(Study("Wisp", (FITTING,), FITTING)) == "i5: it fits here"
    assert "never fits here" in lacking(BEYOND.lacks)


def test_the_land_that_a_field_should_get_is_the_one_of_the_nearest_fit() -> None:
    either = footing_at("g4", ("h3", "earth", False))
    assert wanted_at(Study("Wisp", (FAR, either), either), "h3") == "earth"
    assert wanted_at(Study("Wisp", (FAR, either), FAR), "h3") == "water"
    assert wanted_at(Study("Wisp", (FAR, either), FAR), "a1") == ""


def test_the_place_that_comes_nearest_is_shown_unless_one_points_elsewhere() -> None:
    game = cw.game("hexlands")
    view = game.match(seed=1).view(0)
    for card in view.hand:
        studied = study(view, card)
        assert studied is not None
        assert not any(
            len(one.lacks) < len(studied.shown.lacks) for one in studied.footings if not _beyond(one)
        )
        for one in studied.footings:
            pointed = study(view, card, one.cell)
            assert pointed is not None
            assert pointed.shown == one


def _beyond(one: Footing) -> bool:
    return any(asked.cell is None for asked in one.asks)


def test_every_field_shows_its_land_also_below_a_figure() -> None:
    figures = 0
    for match in positions("open", 2, seed=4, count=150):
        view = view_of(match)
        board = board_of(view.game)
        assert board.layout is not None
        letters = letters_of(view.game.catalogue.lands)
        layout = layout_of(board.layout, view, view.seat)
        news = {cell: Mark(news="paralysed", is_chosen=True) for cell in view.game.cells}
        for size in (layout.least, layout.fitting(84, 20)):
            for given in ({}, news):
                land = Land(view, board)
                lines = draw(Scene(view, layout, board.letters, land=land, board=board), size, given).text()
                for box in boxes(layout, size):
                    head, inside = (lines[box.y + row][box.x + 1 : box.x + box.width] for row in (0, 1))
                    (name,) = (name for name in letters if box.cell in view.areas[name])
                    taken = view.piece_on(box.cell) is not None
                    figures += taken
                    assert letters[name] in (head.replace(box.cell, "") if taken else inside)
    assert figures > 200


def test_a_figure_is_told_with_its_numbers_and_its_land() -> None:
    view = cw.game("hexlands").match(seed=1).view(0)
    hero = next(piece for piece in view.pieces if piece.owner == 0)
    assert hero.cell is not None
    lines = "\n".join(about_cell(view, hero.cell, 60))
    assert f"{hero.cell}: wasteland" in lines
    assert "2/30" in lines
    assert "moves 2, range 1-2" in lines
    assert hero.reach == view.areas["range"]


def test_the_plain_table_tells_what_is_missing_and_draws_it() -> None:
    view = cw.game("hexlands").match(seed=1).view(0)
    hand = "\n".join(plain.draw_hand(view))
    assert hand.count("nearest ") == len(view.hand)
    studied = study(view, view.hand[0])
    assert studied is not None
    shown = "\n".join(plain.draw_board(view, studied))
    assert footing.told(studied) in shown.replace("\n    ", " ")
    for mark in marks(view, studied).values():
        assert mark in shown
