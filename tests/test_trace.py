"""Traces: written, read back, played again, refused."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.catalogue import decode
from cardwright.errors import CardwrightError, TraceError
from cardwright.face.library import Game


@pytest.fixture(scope="module")
def match() -> cw.Match:
    match = cw.game("elemental-command").match(("wind-midrange", "control"), seed=12)
    chance = random.Random(12)
    while not match.is_over:
        match.play(chance.choice(match.legal_actions))
    return match


@pytest.fixture(scope="module")
def text(match: cw.Match) -> str:
    return match.trace.to_text()


def test_text_and_trace_are_inverse(match: cw.Match, text: str) -> None:
    assert cw.Trace.from_text(text).to_text() == text
    carried = match.trace.to_text(embed=True)
    assert cw.Trace.from_text(carried).to_text(embed=True) == carried
    assert cw.Trace.from_text(carried).to_text() == text


def test_a_trace_read_back_is_equal(match: cw.Match) -> None:
    trace = msgspec.structs.replace(match.trace, notes={"agent": "greedy"})
    for embed in (False, True):
        read = cw.Trace.from_text(trace.to_text(embed=embed), file="m.trace")
        assert read == trace
        assert hash(read) == hash(trace)
    assert trace != match.trace
    assert trace != msgspec.structs.replace(trace, steps=trace.steps[:-1])


@pytest.mark.parametrize(
    "notes", [{"a": "one\ntwo"}, {"a": "one\u2028two"}, {"a b": ""}, {"": "x"}, {"a": " x"}]
)
def test_a_note_is_one_line(match: cw.Match, notes: dict[str, str]) -> None:
    with pytest.raises(TraceError, match="must have a name of one word and a text of one line"):
        msgspec.structs.replace(match.trace, notes=notes).to_text()


@pytest.mark.parametrize("raw", [b"{}", b"[]", b"3", b"null", b"\xff", b'{"operations": 1, "table": [[1]]}'])
def test_definitions_that_are_none_are_refused(match: cw.Match, raw: bytes) -> None:
    with pytest.raises(TraceError, match="its card definitions"):
        cw.replay(msgspec.structs.replace(match.trace, definitions=raw))


def test_a_damaged_table_of_operations_is_refused(match: cw.Match) -> None:
    document = msgspec.json.decode(match.game.catalogue.raw)
    for changes in ({"table": [[1]], "operations": ""}, {"game": {}}, {"defs": []}, {"ops": 3}):
        raw = msgspec.json.encode(document | changes)
        with pytest.raises(TraceError):
            cw.replay(msgspec.structs.replace(match.trace, definitions=raw))


def test_a_trace_played_again_is_the_same_match(match: cw.Match, text: str) -> None:
    again = cw.replay(text)
    assert again.hash == match.hash
    assert again.result == match.result
    assert again.trace.to_text() == text


def test_a_trace_can_be_played_to_any_action(match: cw.Match, text: str) -> None:
    assert cw.replay(text, to=0).ply == 0
    part = cw.replay(text, to=20)
    assert part.view(0).bytes == match.view_at(0, 20).bytes
    with pytest.raises(CardwrightError, match="9999 is no number of actions: it must be 0 to"):
        cw.replay(text, to=9999)


def test_the_parts_of_a_setup_survive() -> None:
    game = cw.game("elemental-command", board="standard")
    begun = game.match(("aggro", "aggro"), seed=2**64 - 1, open_decks=True)
    trace = msgspec.structs.replace(begun.trace, notes={"agent": "greedy", "empty": ""})
    read = cw.Trace.from_text(trace.to_text())
    assert (read.setup, read.seed, read.notes) == (trace.setup, trace.seed, trace.notes)
    assert cw.replay(read).view(0).open_decks is not None


def changed(card: str, **numbers: int) -> Game:
    """The game with another number on a card."""
    game = cw.game("elemental-command")
    raw = msgspec.json.decode(game.catalogue.raw)
    row = next(row for row in raw["defs"] if row["id"] == card)
    row.update(numbers, digest="0" * 16)
    return Game(decode(msgspec.json.encode(raw)))


def test_a_change_of_balance_voids_only_the_traces_it_touches(match: cw.Match, text: str) -> None:
    cards = {card for seat in match.setup.seats for card in seat.cards}
    free = [card.id for card in match.game.cards if card.collectible and card.id not in cards]
    other = next(card for card in free if not _reached(match, card))
    assert cw.replay(text, game=changed(other, attack=9)).result == match.result
    with pytest.raises(TraceError, match="played with other cards"):
        cw.replay(text, game=changed(min(cards), cost=9))


def _reached(match: cw.Match, card: str) -> bool:
    before = match.setup.cards_version(match.game.catalogue)
    return before != match.setup.cards_version(changed(card).catalogue)


def test_a_trace_that_carries_its_cards_never_goes_stale(match: cw.Match) -> None:
    carried = match.trace.to_text(embed=True)
    touched = changed(min(match.setup.seats[0].cards), cost=9)
    assert cw.replay(carried, game=touched).hash == match.hash


def test_a_trace_without_cards_cannot_carry_them(text: str) -> None:
    with pytest.raises(TraceError, match="no card definitions"):
        cw.Trace.from_text(text).to_text(embed=True)


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cardwright trace 1", "cardwright trace 9", "m.trace:1: this is a trace of format 9"),
        ("cardwright trace 1", "PGN", "m.trace:1: this is no trace"),
        ("game elemental-command", "game chess", 'm.trace: there is no game "chess"'),
        ("rules 2", "rules 99", "m.trace: it was played by version 99 of the rules"),
        ("rules 2", "rules one", 'must be a whole number, not "one"'),
        ("cards ", "cards 0", "m.trace: it was played with other cards"),
        ("seed 12", "seed twelve", 'the seed must be a whole number, not "twelve"'),
        ("seed 12\n", "", "the header has no line 'seed'"),
        ("seat 0 ", "seat zero ", "m.trace:6: this must read like 'seat 0 hero: 3 card, 2 card'"),
        ("seat 0 ", "weather fine\nseat 0 ", 'm.trace:6: unknown line of the header: "weather fine"'),
        ("\n1 ", "\n1 dance wildly\n1 ", '"dance" is no action'),
        ("\n1 ", "\n7 end\n1 ", '"7 end" is no action'),
        ("seed 12", "seed " + "9" * 5000, "the seed must be a whole number"),
        ("seed 12", "seed 1_2", "the seed must be a whole number"),
        ("seat 0 ", "seat " + "0" * 5000 + " ", "this must read like"),
        (": 2 ", ": " + "3" * 5000 + " ", "is no number and card"),
        ("\n1 ", "\n" + "1" * 5000 + " end\n1 ", "a seat must be a whole number"),
        ("end ", "end " + "1" * 5000, "the last line says"),
        ("end ", "end 1", "there are"),
        ("position ", "position 0", "is no action"),
    ],
)
def test_a_damaged_trace_is_one_sentence(text: str, old: str, new: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "m.trace"
    damaged = replaced(text, old, new)
    if "dance" in new:
        count = int(damaged.rpartition("end ")[2].split()[0])
        damaged = damaged.replace(f"end {count} actions", f"end {count + 1} actions")
    file.write_text(damaged)
    with pytest.raises(TraceError) as caught:
        cw.replay(cw.Trace.from_file(file))
    assert words in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_trace_that_is_cut_off_anywhere_is_refused(match: cw.Match, text: str) -> None:
    carried = match.trace.to_text(embed=True)
    lines = carried.splitlines(keepends=True)
    whole = len(text.splitlines())
    for count in range(len(lines)):
        if count in (whole, whole + 1):
            continue  # without its definitions it is a whole trace
        with pytest.raises(TraceError):
            cw.replay("".join(lines[:count]))


def test_an_action_that_is_not_legal_is_named_with_its_line(text: str) -> None:
    lines = text.splitlines()
    start = lines.index("") + 1
    lines[start + 2] = lines[start + 2][:2] + "attack c2 > hero"
    with pytest.raises(TraceError) as caught:
        cw.replay("\n".join(lines))
    assert str(caught.value).startswith(f"{start + 3}: the match cannot go on here: nothing stands on c2")


def test_another_last_position_is_noticed(text: str) -> None:
    head, _, position = text.rpartition("position ")
    wrong = head + "position " + ("0" * 16 if position[0] != "0" else "1" * 16) + "\n"
    with pytest.raises(TraceError, match="ends in another position"):
        cw.replay(wrong)


def test_a_trace_of_another_game_is_refused(match: cw.Match, text: str) -> None:
    foreign = msgspec.structs.replace(cw.Trace.from_text(text), game="ruler")
    with pytest.raises(TraceError, match="a match of ruler, not of elemental-command"):
        cw.replay(foreign, game=match.game)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "m.trace"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TraceError, match="no text in UTF-8"):
        cw.Trace.from_file(file)
    with pytest.raises(TraceError, match="cannot be read: No such file"):
        cw.Trace.from_file(tmp_path / "missing.trace")
