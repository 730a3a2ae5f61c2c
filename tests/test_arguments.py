"""Wrong arguments from Python: one sentence that names the argument, what was given and what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cardwright as cw
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
        "{'x': 'y'} is no table of options: it must be names with whole numbers",
    ),
    (lambda: game().match(board=3), "3 is no board: it must be the name of one"),
    (
        lambda: game().begin(("aggro", "control"), 1),
        "('aggro', 'control') is no setup: it must be what game.setup(",
    ),
    (lambda: game().begin(game().setup(), "x"), f"'x' is no seed: {SEED}"),
    (lambda: game().setup("aggro"), f"'aggro' {DECKS}"),
    # What is played.
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
    (lambda: cw.arena(GAME, ["aggro"], memory=[1]), "[1] is no amount of memory"),
    (lambda: cw.arena(GAME, ["aggro"], run=3), "3 is no run folder: it must be a path"),
    # Traces.
    (lambda: cw.replay(3), "3 is no trace: it must be a Trace or its text"),
    (lambda: cw.replay(match().trace, to="x"), "'x' is no number of actions: it must be a whole number"),
    (lambda: cw.replay(match().trace, to=99), "the trace has 0 actions, not 99"),
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
    import numpy as np

    assert game().match(decks=["aggro", "control"], seed=np.uint64(7)).hash == match().hash
    numbers = np.arange(3)
    columns = cw.play_matches(game(), game().setup(), ("random", "random"), numbers)
    assert list(columns.winner) == list(
        cw.play_matches(game(), game().setup(), ["random"] * 2, range(3)).winner
    )
    started = match()
    started.play("keep", seat=np.int64(0))
    assert started.view(np.int64(1)).seat == 1
