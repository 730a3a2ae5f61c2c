"""Wrong arguments from Python: one sentence names the argument, what was given and what is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.errors import CardwrightError

GAME = "elemental-command"
SEED = "it must be a whole number, 0 to 18446744073709551615"
DECKS = 'is no list of decks: it must be one for each seat, such as ("aggro", "control")'
AGENTS = 'is no list of agents: it must be one for each seat, such as ("greedy", "random")'


def game() -> Any:
    return cw.game(GAME)


def match() -> Any:
    return game().match(seed=7)


def mana() -> Any:
    return cw.game("mana").match(seed=7)


CALLS: list[tuple[Callable[[], Any], str]] = [
    # A game.
    (lambda: cw.game(3), '3 is no slug of a game: it must be a text, such as "elemental-command"'),
    (lambda: cw.game(None), "None is no slug of a game: it must be a text"),
    (lambda: cw.game(GAME, 3), "3 is no board: it must be the name of one"),
    (lambda: cw.game("Elemental Command"), 'did you mean "elemental-command"?'),
    (lambda: game().card(3), "3 is no card: it must be a text, its id or name"),
    (
        lambda: game().deck(3),
        "3 is no deck: it must be a name, a file, a Deck, or cards with the number of each",
    ),
    (
        lambda: game().deck(["ember-wisp"]),
        "['ember-wisp'] is no deck: it must be a name, a file, a Deck, or cards",
    ),
    (
        lambda: game().deck({"ember-wisp": "3"}),
        "'3' is no number of copies of 'ember-wisp': it must be a whole number",
    ),
    (lambda: game().deck({3: 3}), "3 is no card of a deck: it must be a text, its id"),
    # A match.
    (lambda: game().match("aggro"), f"'aggro' {DECKS}"),
    (lambda: game().match(decks="aggro"), f"'aggro' {DECKS}"),
    (lambda: game().match(decks=3), f"3 {DECKS}"),
    (
        lambda: game().match(decks={"ember-wisp": 3}),
        "{'ember-wisp': 3} is no list of decks: it must be one for each",
    ),
    (lambda: game().match(decks=("aggro", 3)), "3 is no deck: it must be a name, a file, a Deck, or cards"),
    (lambda: game().match(("aggro", "control"), seed="x"), f"'x' is no seed: {SEED}"),
    (lambda: game().match(seed=None), f"None is no seed: {SEED}"),
    (lambda: game().match(seed=1.5), f"1.5 is no seed: {SEED}"),
    (lambda: game().match(seed=-1), "-1 is no seed: it must be 0 to 18446744073709551615"),
    (
        lambda: game().match(seed=2**64),
        "18446744073709551616 is no seed: it must be 0 to 18446744073709551615",
    ),
    (
        lambda: game().match(options=["x"]),
        "['x'] is no table of options: it must be names with whole numbers",
    ),
    (
        lambda: game().match(options={"x": "y"}),
        "'y' is no value of the option 'x': it must be a whole number",
    ),
    (
        lambda: game().match(options={3: 5}),
        "{3: 5} is no table of options: it must be names with whole numbers",
    ),
    (
        lambda: game().match(options={"x": 10**30}),
        f"{10**30} is no value of the option 'x': it must be -9223",
    ),
    (
        lambda: game().begin(msgspec.structs.replace(game().setup(), options={"x": 10**30}), 1),
        f"{10**30} is no value of the option 'x': it must be -9223",
    ),
    (lambda: game().match(open_decks="no"), "'no' is no value of open_decks: it must be True or False"),
    (
        lambda: game().begin(msgspec.structs.replace(game().setup(), open_decks="no"), 1),
        "'no' is no value of open_decks: it must be True or False",
    ),
    (lambda: game().match(record="no"), "'no' is no value of record: it must be True or False"),
    (
        lambda: cw.game("mana").match(decks=3),
        '3 is no list of decks: it must be one for each seat, such as ("ash-and-sun", "dawn-guard")',
    ),
    (
        lambda: cw.game("ruler").match(decks=3),
        '3 is no list of decks: it must be one for each seat, such as ("desert-raiders", "golden-walls")',
    ),
    (lambda: game().match(board=3), "3 is no board: it must be the name of one"),
    (
        lambda: game().begin(("aggro", "control"), 1),
        "('aggro', 'control') is no setup: it must be what game.setup(",
    ),
    (lambda: game().begin(game().setup(), "x"), f"'x' is no seed: {SEED}"),
    (lambda: game().setup("aggro"), f"'aggro' {DECKS}"),
    # Playing.
    (lambda: match().play(3), "3 is no action: it must be a text or one of legal_actions"),
    (lambda: match().play(None), "None is no action: it must be a text or one of legal_actions"),
    (lambda: match().play("keep", seat="0"), "'0' is no seat: it must be a whole number, 0 to 1"),
    (lambda: match().play("keep", seat=5), "there is no seat 5: it must be 0 to 1"),
    (lambda: match().play("keep", seat=0.0), "0.0 is no seat: it must be a whole number, 0 to 1"),
    (
        lambda: match().play(match().legal_actions_of(0)[0], seat="0"),
        "'0' is no seat: it must be a whole number",
    ),
    (
        lambda: match().view(seat="foe"),
        'there is no seat "foe": it must be a whole number, 0 to 1, or "spectator"',
    ),
    (lambda: match().view(seat=1.0), '1.0 is no seat: it must be a whole number, 0 to 1, or "spectator"'),
    (
        lambda: match().events(seat="x"),
        'there is no seat "x": it must be a whole number, 0 to 1, or "spectator"',
    ),
    (lambda: match().events(0, since="x"), "'x' is no number of actions: it must be a whole number, -1 to 0"),
    (lambda: match().events(0, since=99), "99 is no number of actions: it must be -1 to 0"),
    (lambda: match().view_at(0, 99), "99 is no number of actions: it must be 0 to 0"),
    (lambda: match().action_of(0), "there is no action 0: none was played yet"),
    (lambda: match().events_of(3, 0), "there is no action 3: none was played yet"),
    (lambda: match().legal_actions_of("me"), "'me' is no seat: it must be a whole number, 0 to 1"),
    (lambda: match().legal_actions_of(0).read(3), "3 is no text of an action: it must be a text"),
    (lambda: match().legal_actions_of(0).under(3), "3 is no beginning of an action: it must be a text"),
    (
        lambda: match().legal_actions_of(0)["keep"],
        "'keep' is no number of a legal action: it must be a whole number; read(text) finds one",
    ),
    (
        lambda: match().legal_actions_of(0)["a":],
        "is no number of a legal action: it must be a whole number; read(text) finds one",
    ),
    (
        lambda: match().legal_actions_of(0).read("keep", seat="x"),
        "'x' is no seat: it must be a whole number, 0 to 1",
    ),
    (lambda: match().legal_actions_of(0).read("keep", seat=5), "5 is no seat: it must be 0 to 1"),
    (
        lambda: match().view(0).legal_actions.read("keep", seat="x"),
        "'x' is no seat: it must be a whole number, 0 to 1",
    ),
    (lambda: match().count_lines("x"), "'x' is no depth to count to: it must be a whole number, 0 to 8"),
    (lambda: match().play("keep", seat=0, at=3), "is no timed game"),
    (
        lambda: mana().play("draw", seat=0, at="now"),
        "'now' is no time: it must be a whole number, 0 to 4294967295 milliseconds",
    ),
    (
        lambda: mana().advance("soon"),
        "'soon' is no time: it must be a whole number, 0 to 4294967295 milliseconds",
    ),
    (lambda: mana().advance(1.5), "1.5 is no time: it must be a whole number, 0 to 4294967295 milliseconds"),
    (lambda: match().view(0).determinise("x"), f"'x' is no seed: {SEED}"),
    (lambda: match().view(0).piece_on(3), "3 is no cell: it must be a text, its name"),
    # Agents.
    (lambda: cw.agent(3), '3 is no agent: it must be a text, such as "greedy"'),
    (lambda: cw.agent("greedy", seed="x"), f"'x' is no seed: {SEED}"),
    (lambda: cw.agent("greedy").choose(match()), "is no view: it must be what match.view(seat) gives"),
    (lambda: cw.agent("expectimax", nodes="many"), "nodes"),
    # Many matches.
    (
        lambda: cw.play_match(game(), ("aggro", "control"), ["greedy", "random"], 1),
        "('aggro', 'control') is no setup: it must be what game.setup(",
    ),
    (
        lambda: cw.play_match(GAME, game().setup(), ["greedy", "random"], 1),
        "'elemental-command' is no game: it must be what cw.game(slug) gives",
    ),
    (lambda: cw.play_match(game(), game().setup(), "greedy", 1), f"'greedy' {AGENTS}"),
    (
        lambda: cw.play_match(game(), game().setup(), ["greedy", 3], 1),
        "3 is no agent: it must be a name or an object with choose(view)",
    ),
    (lambda: cw.play_match(game(), game().setup(), ["greedy", "random"], "x"), f"'x' is no seed: {SEED}"),
    (
        lambda: cw.play_match(game(), game().setup(), ["greedy", "random"], 1, seconds="x"),
        "'x' is no limit in seconds: it must be a number",
    ),
    *(
        (
            lambda seconds=seconds: cw.play_match(
                game(), game().setup(), ["greedy", "random"], 1, seconds=seconds
            ),
            f"{seconds} is no limit in seconds: it must be above 0, at most 3600",
        )
        for seconds in (-1, 0, math.nan, math.inf)
    ),
    (
        lambda: cw.play_match(game(), game().setup(), ["greedy"] * 2, 1, seconds=np.arange(2)),
        "array([0, 1]) is no limit in seconds: it must be a number",
    ),
    (
        lambda: cw.play_matches(game(), ("aggro", "control"), ["greedy", "random"], range(3)),
        "'aggro' is no setup: it must be what game.setup(",
    ),
    (
        lambda: cw.play_matches(game(), 3, ["greedy", "random"], range(3)),
        "3 is no setup: it must be what game.setup(",
    ),
    (
        lambda: cw.play_matches(GAME, game().setup(), ["greedy", "random"], range(3)),
        "'elemental-command' is no game: it must be what cw.game(slug) gives",
    ),
    (lambda: cw.play_matches(game(), game().setup(), "greedy", range(3)), f"'greedy' {AGENTS}"),
    (lambda: cw.play_matches(game(), game().setup(), ["greedy", 3], range(3)), "3 is no native agent"),
    (
        lambda: cw.play_matches(game(), game().setup(), ["greedy", "random"], 5),
        "5 is no list of seeds: it must be several whole numbers, such as range(5)",
    ),
    (
        lambda: cw.play_matches(game(), game().setup(), ["greedy", "random"], "12"),
        "'12' is no list of seeds: it must be several whole numbers",
    ),
    (lambda: cw.play_matches(game(), game().setup(), ["greedy", "random"], ["x"]), f"'x' is no seed: {SEED}"),
    (
        lambda: cw.play_matches(game(), game().setup(), ["greedy", "random"], [1], threads="x"),
        "'x' is no number of threads: it must be a whole number, 0 to 1024",
    ),
    # The arena.
    (lambda: cw.arena(3), "3 is no game: it must be its slug or what cw.game(slug) gives"),
    (lambda: cw.arena(GAME, 3), "3 is no list of decks: it must be names with commas between, or several"),
    (
        lambda: cw.arena(GAME, ["aggro"], 3),
        "3 is no list of agents: it must be names with commas between, or several",
    ),
    (lambda: cw.arena(GAME, ["aggro"], ["greedy", 3]), "3 is no agent: it must be a text"),
    (lambda: cw.arena(GAME, ["aggro", 3]), "3 is no deck: it must be a name, a file, a Deck, or cards"),
    (
        lambda: cw.arena(GAME, ["aggro"], matches="many"),
        "'many' is no number of matches: it must be a whole number, 1 to",
    ),
    (
        lambda: cw.arena(GAME, ["aggro"], matches=1.5),
        "1.5 is no number of matches: it must be a whole number, 1 to",
    ),
    (lambda: cw.arena(GAME, ["aggro"], seed="x"), f"'x' is no seed: {SEED}"),
    (
        lambda: cw.arena(GAME, ["aggro"], threads=None),
        "None is no number of threads: it must be a whole number, 0 to 1024",
    ),
    (lambda: cw.arena(GAME, ["aggro"], confidence="high"), "'high' is no confidence: it must be a number"),
    (lambda: cw.arena(GAME, ["aggro"], seconds="x"), "'x' is no limit in seconds: it must be a number"),
    (
        lambda: cw.arena(GAME, ["aggro"], seconds=math.nan),
        "nan is no limit in seconds: it must be above 0, at most 3600",
    ),
    (lambda: cw.arena(GAME, ["aggro"], mirror="no"), "'no' is no value of mirror: it must be True or False"),
    (lambda: cw.arena(GAME, ["aggro"], memory=[1]), "[1] is no amount of memory"),
    (lambda: cw.arena(GAME, ["aggro"], run=3), "3 is no run folder: it must be a path"),
    # Traces.
    (lambda: cw.replay(3), "3 is no trace: it must be a Trace or its text"),
    (lambda: cw.replay(match().trace, to="x"), "'x' is no number of actions: it must be a whole number"),
    (lambda: cw.replay(match().trace, to=99), "99 is no number of actions: it must be 0 to 0"),
    (lambda: cw.replay(match().trace, to=-1), "-1 is no number of actions: it must be 0 to 0"),
    (
        lambda: cw.replay(match().trace, game=GAME),
        "'elemental-command' is no game: it must be what cw.game(slug) gives",
    ),
    (lambda: cw.Trace.from_text(3), "3 is no trace: it must be a text"),
    (lambda: cw.Trace.from_file(3), "3 is no file: it must be a path"),
]


@pytest.mark.parametrize(
    ("call", "said"), CALLS, ids=[f"{number}-{row[1][:40]}" for number, row in enumerate(CALLS)]
)
def test_a_wrong_argument_is_one_sentence(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(CardwrightError) as raised:
        call()
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_is_nearly_right_is_taken() -> None:
    assert game().match(decks=["aggro", "control"], seed=np.uint64(7)).hash == match().hash
    numbers = np.arange(3)
    columns = cw.play_matches(game(), game().setup(), ("random", "random"), numbers)
    assert list(columns.winner) == list(
        cw.play_matches(game(), game().setup(), ["random"] * 2, range(3)).winner
    )
    started = match()
    started.play("keep", seat=np.int64(0))
    assert started.view(np.int64(1)).seat == 1
    legal = started.legal_actions_of(1)
    assert legal[np.int64(1)] == legal[1]
    assert legal[np.int64(-1)] == legal[len(legal) - 1]
    setup = game().setup(options={"rounds": np.int64(5)}, open_decks=np.bool_(True))
    assert (setup.options, setup.open_decks) == ({"rounds": 5}, True)
    assert type(setup.options["rounds"]) is int
    with pytest.raises(CardwrightError, match="has no option 'rounds'"):
        game().begin(setup, 1)


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**32, 10_000, np.int64(10_000), np.uint64(2**63)])
def test_a_number_beyond_the_legal_actions_is_one_beyond_a_list(number: int) -> None:
    begun = match()
    for legal in (begun.legal_actions, begun.legal_actions_of(0), begun.view(0).legal_actions):
        with pytest.raises(IndexError, match="no such legal action"):
            legal[number]


def test_several_things_may_come_one_by_one() -> None:
    names = ["greedy", "random"]
    row = cw.play_match(game(), game().setup(), iter(names), 1)
    assert row == cw.play_match(game(), game().setup(), names, 1)
    columns = cw.play_matches(game(), iter([game().setup()]), iter(names), iter([1, 2]))
    assert list(columns.digest) == list(cw.play_matches(game(), game().setup(), names, [1, 2]).digest)
    decks = ["aggro", "control"]
    begun = game().match(iter(decks), seed=7)
    assert begun.hash == match().hash
    table = cw.arena(GAME, iter(decks), iter(names), against=iter(["aggro"]), matches=2)
    again = cw.arena(GAME, decks, names, against=["aggro"], matches=2)
    assert (table.command, table.entries) == (again.command, again.entries)


def test_a_fault_within_an_agent_is_not_called_a_wrong_view(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = NativeAgent("greedy")

    def broken(*_: Any) -> None:
        raise TypeError("a fault within")

    monkeypatch.setattr(agent, "_thinker", broken)
    with pytest.raises(TypeError, match="a fault within"):
        agent.choose(match().view(0))
