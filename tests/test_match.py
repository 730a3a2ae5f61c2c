"""A match: playing, taking back, seats, results."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import cardwright as cw
from cardwright.errors import AmbiguousAction, CardwrightError, IllegalAction


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def played(game: cw.Game, seed: int, *, record: bool = True) -> cw.Match:
    match = game.match(seed=seed, record=record)
    chance = random.Random(seed)
    while not match.is_over:
        legal = match.legal_actions
        match.play(legal[chance.randrange(len(legal))])
    return match


def test_the_same_seed_and_actions_lead_to_the_same_position(game: cw.Game) -> None:
    assert played(game, 3).hash == played(game, 3).hash != played(game, 4).hash


def test_without_a_record_the_match_is_the_same(game: cw.Game) -> None:
    bare = played(game, 3, record=False)
    assert bare.hash == played(game, 3).hash
    assert bare.ply == 0
    with pytest.raises(CardwrightError, match="not recorded"):
        _ = bare.trace


def test_undo_gives_every_action_back(game: cw.Game) -> None:
    match = game.match(seed=5)
    chance = random.Random(5)
    hashes = []
    for _ in range(40):
        hashes.append(match.hash)
        match.play(chance.choice(match.legal_actions))
    actions = match.actions
    for hash_, action in zip(reversed(hashes), reversed(actions), strict=True):
        assert match.undo() == action
        assert match.hash == hash_
    with pytest.raises(CardwrightError, match="nothing to take back"):
        match.undo()


def test_both_seats_may_mulligan_at_once_and_must_be_named(game: cw.Game) -> None:
    match = game.match(seed=1)
    assert match.to_act == {0, 1}
    assert len(match.legal_actions) == 64 + 128  # hands of six and seven cards
    for call in (match.view, match.legal_actions_of, lambda: match.play("keep")):
        with pytest.raises(AmbiguousAction, match="seat=0 or seat=1"):
            call()
    match.play("keep", seat=1)
    assert match.to_act == {0}
    with pytest.raises(IllegalAction, match="you have chosen your mulligan"):
        match.play("keep", seat=1)
    match.play("keep")
    assert len(match.to_act) == 1


def test_a_choice_in_a_joint_mulligan_is_hidden_until_all_have_chosen(game: cw.Game) -> None:
    one, other = game.match(seed=1), game.match(seed=1)
    one.play(one.legal_actions_of(0)[5])
    other.play(other.legal_actions_of(0)[60])
    assert one.view(1).bytes == other.view(1).bytes
    assert one.events(1).texts == other.events(1).texts


def test_events_are_told_as_each_seat_sees_them(game: cw.Game) -> None:
    match = game.match(seed=7)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    (first,) = match.to_act
    told = match.play("end")
    assert "The opponent draws a card." in told.texts
    seen = match.events(seat=1 - first).texts
    assert any(text.startswith("You draw ") and "a card" not in text for text in seen)
    assert f"Seat {1 - first} draws a card." in match.events(seat="spectator").texts
    assert any("draw" in text for text in match.opening(0).texts)
    assert match.events(first, since=0).texts[-len(told) :] == told.texts


def test_an_action_of_another_seat_is_refused(game: cw.Game) -> None:
    match = game.match(seed=7)
    keep = match.legal_actions_of(1).read("keep")
    with pytest.raises(IllegalAction, match="an action of seat 1, not of seat 0"):
        match.play(keep, seat=0)
    with pytest.raises(CardwrightError, match="there is no seat 2"):
        match.view(seat=2)
    with pytest.raises(CardwrightError, match="there is no seat"):
        match.view(seat="referee")  # type: ignore[arg-type]


def test_no_number_is_an_action_unless_it_is_legal(game: cw.Game) -> None:
    match = game.match(seed=7)
    chance = random.Random(1)
    legal = {action.code for action in match.legal_actions}
    for _ in range(500):
        base = chance.choice(sorted(legal))
        code = base ^ 1 << chance.randrange(64)
        assert match.is_legal(code) == (code in legal)
        if code not in legal:
            with pytest.raises(IllegalAction):
                match.play(match.action(code))


def test_a_match_ends_with_a_result(game: cw.Game) -> None:
    match = played(game, 11)
    assert match.result is not None
    assert match.result.winner in (0, 1, None)
    assert match.to_act == frozenset()
    assert list(match.legal_actions) == []
    assert str(match.result) in ("seat 0 wins", "seat 1 wins", "a draw")
    with pytest.raises(IllegalAction, match="the match is over"):
        match.play("end")


def test_a_fork_goes_its_own_way(game: cw.Game) -> None:
    match = game.match(seed=7)
    fork = match.fork()
    fork.play("keep", seat=0)
    assert (match.ply, fork.ply) == (0, 1)
    with pytest.raises(CardwrightError, match="not recorded"):
        _ = fork.trace


@pytest.mark.parametrize(
    ("decks", "words"),
    [
        (("agro", "control"), 'did you mean "aggro"?'),
        (({"fire": 1, "ember-wisp": 3}, "control"), "3 cards, it needs exactly 40"),
        (({"fire": 1, "ragnaros": 40}, "control"), "another game"),
        (("no/such.toml", "control"), "no/such.toml"),
    ],
)
def test_a_wrong_deck_is_one_sentence(game: cw.Game, decks: tuple[object, ...], words: str) -> None:
    with pytest.raises(CardwrightError, match=words.replace("?", r"\?")):
        game.match(decks)  # type: ignore[arg-type]


def test_a_wrong_seed_is_one_sentence(game: cw.Game) -> None:
    with pytest.raises(CardwrightError, match="is no seed"):
        game.match(seed=-1)


def test_an_option_is_not_blamed_on_the_seed(game: cw.Game) -> None:
    for value in (1, 2**70, "much"):
        with pytest.raises(CardwrightError, match="option"):
            game.match(options={"foo": value})  # type: ignore[dict-item]
    with pytest.raises(CardwrightError, match=r"a number of \d+ bits is no seed"):
        game.match(seed=10**5000)


def test_an_unknown_game_is_named_with_the_nearest() -> None:
    with pytest.raises(CardwrightError, match='did you mean "elemental-command"'):
        cw.game("elemental-comand")


def test_importing_cardwright_imports_nothing_else() -> None:
    code = (
        "import sys, cardwright; print([m for m in sys.modules if m.startswith(('cardwright.', 'msgspec'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert out == "[]\n"


def test_every_public_name_is_there_and_no_other() -> None:
    assert sorted(dir(cw)) == sorted(cw.__all__)
    assert all(hasattr(cw, name) for name in cw.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Goblin'"):
        cw.Goblin  # noqa: B018
