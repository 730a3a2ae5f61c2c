"""What is typed, said and read at the table, in every size of window."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from textual import events

from cardwright.hosting.spots import Spot
from cardwright.table.screens.table import Table

NewTable = Callable[..., Table]
AtTable = Callable[..., None]


def test_a_window_that_becomes_too_small_says_so_and_loses_nothing(
    seated: NewTable, at_table: AtTable
) -> None:
    table = seated(seed=4)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Ember Wisp") + 1))
        before, ply = person.text, table.driver.match.ply
        for size in ((60, 24), (80, 20), (20, 5)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert "The table needs" in re.sub(r"\s+", " ", person.text)
            await person.press("e", "1", "enter", "tab", "slash", "C", "question_mark")
            assert table.driver.match.ply == ply
            assert not table.driver.session.is_over, "nobody gives up unseen"
        await person.pilot.resize_terminal(132, 50)
        await person.pilot.pause()
        assert "[+]" in person.text
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.pause()
        assert person.text == before
        await person.press("enter")
        assert "Ember Wisp (c" in person.text

    at_table(table, who)


def test_a_line_begun_survives_a_change_of_size(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("slash", *"take f")
        await person.pilot.resize_terminal(60, 20)
        await person.pilot.pause()
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.pause()
        await person.press(*"ire", "enter")
        assert table.driver.match.actions[-1].text == "take fire"

    at_table(table, who)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("attack c2 > hero", "nothing stands on c2"),
        ("fly", "no action"),
        ("help taunt", "Taunt: While no friend"),
        ("help tount", "did you mean"),
        ("save /nowhere/at/all.trace", "there is no such folder"),
    ],
)
def test_what_is_typed_is_answered(typed: str, answer: str, seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        ply = table.driver.match.ply
        await person.type(typed)
        await person.pilot.pause()
        assert answer in re.sub(r"\s+", " ", person.text)
        assert table.driver.match.ply == ply

    at_table(table, who)


def test_the_log_is_read_by_cursor_and_by_mouse(seated: NewTable, at_table: AtTable) -> None:
    table = seated("greedy", seed=9)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        for _ in range(4):
            await person.asked()
            await person.press("e")
        await person.asked()
        before = table.cursor.spot
        number = max(n for n, entry in enumerate(table.picture.entries) if entry.cards)
        card = table.game.catalogue.defs[table.picture.entries[number].cards[0]]
        await person.press("l", *["up"] * (len(table.picture.entries) - 1 - number))
        assert table.cursor.spot == Spot("event", number)
        shown = re.sub(r"\s+", " ", " ".join(table.parts.detail.lines))
        assert card.text in shown
        await person.press("escape")
        assert table.cursor.spot == before
        await person.pilot.hover(offset=person.place(Spot("event", number)))
        await person.pilot.pause()
        assert card.text in re.sub(r"\s+", " ", " ".join(table.parts.detail.lines))
        assert "•" in person.text, "what is new has a symbol"

    at_table(table, who)


def test_the_keys_of_the_last_line_can_be_clicked(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        row = person.lines[-1]
        await person.pilot.click(offset=(row.index("hint"), 23))
        await person.until(lambda: "Hint of greedy" in person.text)
        await person.pilot.click(offset=(row.index("help"), 23))
        await person.until(lambda: "can act, or to the next target" in person.text)
        await person.press("escape")
        assert "can act, or to the next target" not in person.text

    at_table(table, who)


def test_a_long_message_is_shown_to_its_last_letter(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        for length in range(70, 90):
            said = "x" * 40 + " " + "y" * (length - 42) + "."
            table.say(said, is_alert=True)
            await person.pilot.pause()
            assert f"! {said}" in re.sub(r"\s+", " ", person.text)
        table.say("word " * 100, is_alert=True)
        await person.pilot.pause()
        assert re.search(r"\w \.\.\.\s", person.text), "what is cut says so"

    at_table(table, who)


def test_the_help_has_one_empty_line_between_its_parts(seated: NewTable) -> None:
    for text in (seated(keep=False).help(), seated().help()):
        assert "\n\nAfter / you can type" in text
        assert "\n\n\n" not in text


def test_what_is_typed_in_one_burst_is_one_line(seated: NewTable, at_table: AtTable) -> None:
    """A paste, or a quick hand: no letter of it may be taken for a key of the table."""
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        ply = table.driver.match.ply
        named = {"/": "slash", " ": "space", "\r": "enter"}
        for character in "/help swift\r":
            person.pilot.app.post_message(events.Key(named.get(character, character), character))
        await person.until(lambda: "Swift: May move" in person.text)
        assert table.driver.match.ply == ply, "the e of help does not end the turn"
        assert table.chooser.advice is None

    at_table(table, who)


def test_an_explanation_is_shown_whole(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.type("help taunt")
        shown = " ".join(line[40:].strip() for line in person.lines[-8:])
        assert "While no friend stands in front of it, your hero" in re.sub(r"\s+", " ", shown)

    at_table(table, who)
