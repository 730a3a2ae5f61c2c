"""What can be chosen before a match, without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright as cw
from cardwright.errors import CardwrightError
from cardwright.hosting import plans
from cardwright.hosting.seating import begin
from cardwright.table.start.choosing import Choosing, Row
from cardwright.table.start.memory import Choices, Memory, memory_file, recall, remember

SLUGS = ["elemental-command", "hearth", "hexlands", "mana", "ruler"]


def row(choosing: Choosing, name: str) -> Row:
    return next(row for row in choosing.rows() if row.name == name)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_begun_as_it_stands(slug: str) -> None:
    choosing = Choosing(Memory(), slug)
    found = choosing.beginning()
    match, _ = begin(found.game, found.decks[:1], seats=found.seats, board=found.board, seed=found.seed)
    assert match.game.slug == slug
    game, opponents = row(choosing, "game").value, row(choosing, "agent").values
    assert game.about.endswith(".")
    assert opponents[0].kept == found.agent == match.game.best_agent
    assert opponents[-1].kept == "human"
    assert {one.kept for one in opponents} > {"random", "pass", "greedy"}


def test_a_deck_is_shown_with_the_plan_of_its_file() -> None:
    deck = row(Choosing(Memory(), "elemental-command"), "deck")
    assert deck.value.shown == "Fire Aggro"
    assert (
        deck.value.about == "Small fast minions first, then fire at the throne. Take fire twice, then mana."
    )
    shelved = next(one for one in row(Choosing(Memory(), "hearth"), "deck").values if "second/" in one.kept)
    assert shelved.shown.endswith(" (second)")
    assert shelved.about.endswith(".")


def test_a_deck_that_a_command_wrote_has_no_plan_and_is_counted() -> None:
    deck = row(Choosing(Memory(), "hexlands"), "deck")
    assert plans.deck_plan(cw.game("hexlands"), deck.value.kept) == ""
    assert deck.value.about == "40 cards."


def test_boards_seats_and_speed_are_asked_only_where_there_is_a_choice() -> None:
    names = {slug: [row.name for row in Choosing(Memory(), slug).rows()] for slug in SLUGS}
    assert names["elemental-command"] == ["game", "deck", "agent", "level", "foe_deck", "seed"]
    assert "speed" in names["mana"]
    assert "board" in names["ruler"]
    assert "seats" in names["hexlands"]
    ruler = Choosing(Memory(games={"ruler": Choices(board="four-roads", seats="4")}), "ruler")
    assert (ruler.beginning().board, ruler.beginning().seats) == ("four-roads", 4)


def test_the_level_is_asked_where_the_agent_takes_one() -> None:
    memory = Memory(games={"elemental-command": Choices(agent="value", level="3")})
    choosing = Choosing(memory, "elemental-command")
    levels = row(choosing, "level")
    assert [value.kept for value in levels.values] == ["auto", *map(str, range(1, 11))]
    assert levels.value.kept == "3"
    assert choosing.beginning().agent == "value/level=3"
    choosing.put(levels, 0)
    assert choosing.beginning().agent == "value/level=auto"
    choosing.step(row(choosing, "level"), -1)
    assert row(choosing, "level").value.kept == "10"
    assert choosing.beginning().agent == "value"
    for agent in ("random", "human"):
        memory.games["elemental-command"].agent = agent
        assert "level" not in [row.name for row in choosing.rows()]
        assert choosing.beginning().agent == agent


@pytest.mark.parametrize("kept", ["", "10", "11", "gone"])
def test_the_level_begins_with_the_agent_as_it_is(kept: str) -> None:
    choosing = Choosing(Memory(games={"hearth": Choices(level=kept)}), "hearth")
    level = row(choosing, "level").value
    assert (level.kept, level.about) == ("10", "as strong as it is")
    assert choosing.beginning().agent == choosing.game.best_agent


def test_what_was_chosen_is_remembered_game_by_game() -> None:
    choosing = Choosing(recall(), "ruler")
    choosing.step(row(choosing, "deck"), 1)
    ruler = row(choosing, "deck").value
    choosing.slug = "mana"
    choosing.put(row(choosing, "speed"), 1)
    remember(choosing.kept())
    again = Choosing(recall())
    assert again.slug == "mana"
    assert row(again, "speed").value.kept == "0.5"
    again.slug = "ruler"
    assert row(again, "deck").value == ruler


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"game": 3}', '{"game": "chess", "games": {"ruler": {"deck": "gone"}}}', "[" * 9999],
)
def test_a_damaged_memory_is_as_good_as_none(text: str) -> None:
    memory_file().parent.mkdir(parents=True, exist_ok=True)
    memory_file().write_text(text)
    choosing = Choosing(recall())
    assert choosing.slug == "elemental-command"
    choosing.slug = "ruler"
    assert row(choosing, "deck").at == 0


def test_a_memory_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    remember(Memory(game="ruler"))
    assert recall() == Memory()


def test_decks_by_chance_are_others_every_time() -> None:
    choosing = Choosing(Memory(games={"mana": Choices(deck="random", foe_deck="random")}), "mana")
    first, second = choosing.beginning(), choosing.beginning()
    assert len({*first.decks, *second.decks}) == 4
    assert all(deck and deck.startswith("random:") for deck in first.decks)


def test_a_game_that_cannot_be_read_says_why_and_others_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cardwright.table.start import choosing as module

    def load(slug: str) -> cw.Game:
        if slug == "ruler":
            raise CardwrightError("it is broken")
        return cw.game(slug)

    monkeypatch.setattr(module, "load_game", load)
    choosing = Choosing(Memory(), "ruler")
    (only,) = choosing.rows()
    assert only.value.about == "it is broken."
    with pytest.raises(CardwrightError, match="it is broken"):
        choosing.beginning()
    choosing.step(only, 1)
    assert len(choosing.rows()) > 3


def test_a_game_without_ready_decks_is_played_with_random_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine" / "small" / "game.toml"
    path.parent.mkdir(parents=True)
    path.write_text('name = "Small"\nrules = "elemental-command"\n[limits]\ndeck = 20\n', encoding="utf-8")
    monkeypatch.setenv("CARDWRIGHT_PATH", str(tmp_path / "mine"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    choosing = Choosing(Memory(), "small")
    assert row(choosing, "game").value.shown == "Small"
    found = choosing.beginning()
    match, _ = begin(found.game, found.decks, seats=found.seats, board=found.board, seed=found.seed)
    assert [sum(seat.cards.values()) for seat in match.setup.seats] == [20, 20]


def test_a_seed_is_typed_digit_by_digit() -> None:
    choosing = Choosing(Memory(), "mana")
    for letter in ("4", "2", "7", ""):
        choosing.type(letter)
    assert choosing.beginning().seed == 42
    for letter in "9" * 30:
        choosing.type(letter)
    assert choosing.beginning().seed < 2**64
