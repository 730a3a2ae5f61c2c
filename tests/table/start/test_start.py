"""The start screen: keys, mouse, saved and finished matches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.hosting import saves
from cardwright.hosting.spots import Spot
from cardwright.table.screens.dialogs import Menu, Pages
from cardwright.table.start.choosing import Beginning
from cardwright.table.start.memory import recall
from cardwright.table.start.screen import Chosen, LookBack, Resume

AtStart = Callable[..., Chosen]


def kept(seed: int, *, is_over: bool = False) -> Path:
    """A match that was left, or played to its end."""
    match = cw.game("elemental-command").match(seed=seed)
    while match.ply < (1000 if is_over else 3) and not match.is_over:
        match.play(match.legal_actions[0])
    if is_over:
        return saves.keep_finished(match, {"agent": "pass"})
    path = saves.saves_folder() / f"elemental-command-{seed}-1.trace"
    return saves.save(match, {"agent": "pass"}, path)


def test_enter_begins_at_once(at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        assert "Small fast minions first" in visitor.text
        await visitor.press("enter")

    found = at_start(who)
    assert isinstance(found, Beginning)
    assert (found.game, found.decks, found.agent) == ("elemental-command", ["fire-aggro", None], "lookahead")


def test_rows_are_changed_by_keys_and_the_choice_is_kept(at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        await visitor.go_to("game")
        await visitor.press("right")
        await visitor.shows("row of minions")
        await visitor.go_to("deck")
        await visitor.press("left", "left")
        await visitor.go_to("agent")
        await visitor.press("enter")
        await visitor.until(lambda: isinstance(visitor.app.screen, Menu))
        await visitor.press("end", "enter")
        await visitor.until(lambda: visitor.app.screen is visitor.start)
        await visitor.shows("a person here")
        await visitor.press("4", "2", "b")

    found = at_start(who)
    assert isinstance(found, Beginning)
    assert (found.game, found.agent, found.seed) == ("hearth", "human", 42)
    assert found.decks[0] is not None
    assert found.decks[0].startswith("second/")
    assert recall().game == "hearth"
    assert recall().games["hearth"].agent == "human"


def test_the_mouse_does_the_same(at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        await visitor.click(Spot("more", 0))
        await visitor.shows("Hearth")
        await visitor.click(Spot("less", 1))
        await visitor.shows("drawn by chance")
        await visitor.click(Spot("row", 2))
        await visitor.until(lambda: isinstance(visitor.app.screen, Menu))
        await visitor.press("escape")
        await visitor.until(lambda: visitor.app.screen is visitor.start)
        await visitor.click(Spot("button", 0))

    found = at_start(who)
    assert isinstance(found, Beginning)
    assert found.game == "hearth"
    assert str(found.decks[0]).startswith("random:")


@pytest.mark.parametrize("key", ["q", "escape"])
def test_one_leaves_without_a_match(key: str, at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        await visitor.press(key)

    assert at_start(who, "mana") is None
    assert recall().game == "mana"


def test_a_saved_match_is_offered_and_a_damaged_one_is_not(at_start: AtStart, state: Path) -> None:
    async def nothing(visitor) -> None:  # type: ignore[no-untyped-def]
        assert "continue" not in visitor.text
        await visitor.press("q")

    (state / "matches").mkdir(parents=True)
    (state / "matches" / "ruler-1-1.trace").write_text("broken")
    at_start(nothing)
    path = kept(7)

    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        assert "[continue (c)]" in visitor.text
        await visitor.press("c")
        await visitor.shows("elemental-command, seed 7, against pass")
        await visitor.press("enter")

    assert at_start(who) == Resume(path)


def test_finished_matches_are_listed_and_one_is_looked_at(at_start: AtStart, state: Path) -> None:
    path = kept(3, is_over=True)
    (state / "finished" / "broken.trace").write_text("broken")

    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        await visitor.press("f")
        await visitor.shows("broken.trace: this is no trace")
        await visitor.shows("Fire Aggro against Earth Control (pass)")
        names = [one.name for one in visitor.start.finished]
        await visitor.press(*["down"] * names.index(path.name), "enter")

    assert at_start(who) == LookBack(path)


def test_the_help_tells_every_key_and_a_message_is_shown(at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        assert "! it was refused" in visitor.text
        await visitor.press("question_mark")
        await visitor.until(lambda: isinstance(visitor.app.screen, Pages))
        for row in visitor.start.keys:
            assert row.does.split()[0] in visitor.text
        await visitor.press("escape")
        await visitor.until(lambda: visitor.app.screen is visitor.start)

    at_start(who, said="it was refused")


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "mana", "ruler"])
def test_everything_fits_into_80_columns_and_24_lines(slug: str, at_start: AtStart) -> None:
    async def who(visitor) -> None:  # type: ignore[no-untyped-def]
        rows = visitor.start.panel.rows
        for row in rows:
            assert f" {row.label} " in visitor.text
        assert ">begin (b)<" in visitor.text
        assert "? help" in visitor.text.splitlines()[-1]

    at_start(who, slug)
