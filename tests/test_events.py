"""Events in rulebook words."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from maps import MAGES, RIDERS, Roamer

import cardwright as cw
from cardwright import _kernel
from cardwright.face import event_details
from cardwright.face.events import TEXTS, Wording


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def test_every_type_of_event_has_a_text_and_no_other() -> None:
    assert sorted(TEXTS) == sorted(row["name"] for row in _kernel.events())
    assert all(row["about"].endswith(".") for row in _kernel.events()), "and a sentence of its own"


@pytest.mark.parametrize("slug", _kernel.games())
def test_events_have_the_details_that_their_classes_name(slug: str) -> None:
    classes = {get_args(hints["type"])[0]: kind for kind, hints in hinted(get_args(event_details.Details))}
    assert list(classes) == [row["name"] for row in _kernel.events()]
    game = cw.game(slug)
    match, agent = game.match(seed=3), cw.agent("greedy", seed=3)
    while not match.is_over and match.ply < 120:
        seat = min(match.to_act)
        action = agent.choose(match.view(seat)) or next(iter(match.view(seat).legal_actions), None)
        if action is None:
            match.advance(match.now + 1000)
        else:
            match.play(action)
    told = [event for seat in (0, 1) for event in match.events(seat, since=0)]
    assert len({event.type for event in told}) > 5
    for event in told:
        assert set(event.details) == set(classes[event.type].__annotations__)
        msgspec.convert(event.details, classes[event.type], strict=True)


def hinted(classes: Iterable[type]) -> list[tuple[type, dict[str, Any]]]:
    """Classes with the types of their fields."""
    return [(kind, get_type_hints(kind)) for kind in classes]


EVERYTHING = {
    "seat": 0, "phase": 1, "card": 1, "zone": 0, "from": 0, "to": 1, "by": -2, "count": 2, "amount": 2,
    "attack": 1, "health": -1, "lasting": True, "keyword": 0, "status": 0, "attribute": 0, "into": 2,
    "resource": 2, "room": "pieces", "now": 12_500, "sound": 0, "model": None, "cell": 7, "place": 0,
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(TEXTS))
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_event_is_a_sentence(game: cw.Game, kind: str, seat: int | None) -> None:
    minion = {"piece": 3, "def": game.card_numbers["ember-wisp"], "owner": 0, "cell": 7}
    hero = {"piece": 1, "def": game.card_numbers["earth"], "owner": 1, "cell": -1}
    details = {**EVERYTHING, "by": 0 if kind == "controlled" else -2, "who": minion, "target": hero}
    text = Wording(game, seat).render({"type": kind, **details}).text
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert "None" not in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("damaged", "Ember Wisp (c2) takes 2 damage."),
        ("attacked", "Ember Wisp (c2) attacks the opponent's hero."),
        ("changed", "Ember Wisp (c2) gets +1/-1 for a time."),
        ("gained", "You gain 2 earth."),
        ("defeated", "You are defeated."),
        ("keyword_gained", "Ember Wisp (c2) gains Taunt."),
        ("redrew", "You exchange 2 cards."),
        ("passed", "12.5 s."),
        ("imitated", "Ember Wisp (c2) is now like another."),
    ],
)
def test_events_read_as_in_the_rulebook(game: cw.Game, kind: str, text: str) -> None:
    minion = {"piece": 3, "def": game.card_numbers["ember-wisp"], "owner": 0, "cell": game.cells.index("c2")}
    hero = {"piece": 1, "def": game.card_numbers["earth"], "owner": 1, "cell": -1}
    event = Wording(game, 0).render({"type": kind, **EVERYTHING, "who": minion, "target": hero})
    assert (event.text, str(event)) == (text, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("damaged", "Ember Wisp (c2) takes 2 damage"),
        ("healed", "Ember Wisp (c2) regains 2 health"),
        ("died", "Ember Wisp (c2) dies"),
    ],
)
def test_damage_healing_and_death_name_their_cause(game: cw.Game, kind: str, text: str) -> None:
    say, word = Wording(game, 0), "by" if kind == "died" else "from"
    wisp = {"piece": 3, "def": game.card_numbers["ember-wisp"], "owner": 0, "cell": game.cells.index("c2")}
    hound = {"piece": 4, "def": game.card_numbers["cinder-hound"], "owner": 1, "cell": game.cells.index("c3")}
    spell = game.card_numbers["ember-fall"]
    for who, card, rule, cause in [
        (hound, 0, "", f" {word} Cinder Hound (c3)"),
        (None, spell, "", f" {word} Ember Fall"),
        (hound, spell, "", f" {word} Ember Fall of Cinder Hound (c3)"),
        (None, 0, "fatigue", f" {word} fatigue"),
        (wisp, 0, "", ""),
    ]:
        details = {**EVERYTHING, "who": wisp, "cause": {"who": who, "card": card, "rule": rule}}
        assert say.render({"type": kind, **details}).text == f"{text}{cause}."
    assert say.render({"type": kind, **EVERYTHING, "who": wisp, "cause": None}).text == f"{text}."


def test_a_hidden_card_is_a_card(game: cw.Game) -> None:
    say = Wording(game, 0)
    assert say.render({"type": "drawn", "seat": 1, "card": 0}).text == "The opponent draws a card."


def test_whole_matches_are_worded_for_everybody(game: cw.Game) -> None:
    for seed in range(12):
        match = game.match(("wind-midrange", "earth-control"), seed=seed)
        chance = random.Random(seed)
        while not match.is_over:
            match.play(chance.choice(match.legal_actions))
        for seat in (0, 1, "spectator"):
            texts = match.events(seat, since=0).texts  # type: ignore[arg-type]
            assert "The match ends." in texts
        both = [event.text for ply in range(match.ply) for event in match.events_of(ply, "all")]
        draws = [text for text in both if " draws " in text]
        assert sum("a card" in text for text in draws) < len(draws) / 5


def test_on_a_map_a_piece_is_named_with_its_owner() -> None:
    ruler = cw.game("ruler", "desert-6x6")
    soldier = {"piece": 3, "def": ruler.card_numbers["soldier"], "owner": 0, "cell": 7}
    archer = {**soldier, "def": ruler.card_numbers["archer"], "owner": 2}
    details = {"type": "attacked", "who": soldier, "target": archer}
    assert Wording(ruler, 0).render(details).text == "Your Soldier (1,1) attacks the opponent's Archer (1,1)."
    assert Wording(ruler, 0, 3).render(details).text == "Your Soldier (1,1) attacks seat 2's Archer (1,1)."
    assert (
        Wording(ruler, None, 3).render(details).text
        == "Seat 0's Soldier (1,1) attacks seat 2's Archer (1,1)."
    )


def test_among_several_the_others_are_told_by_their_numbers() -> None:
    ruler = cw.game("ruler", "four-roads")
    match = ruler.match([RIDERS] * 3, seed=1)
    agent = cw.agent("random", seed=1)
    for _ in range(60):
        (seat,) = match.to_act
        match.play(agent.choose(match.view(seat)))
    for seat in range(3):
        texts = " ".join(match.events(seat, since=0).texts).lower()
        assert "opponent" not in texts
        assert "you draw" in texts
        assert all(f"seat {other}" in texts for other in range(3) if other != seat)
        assert f"seat {seat}" not in texts


def test_what_all_seats_saw_is_put_together_in_order() -> None:
    match = cw.game("ruler").match([MAGES, RIDERS], seed=3)
    roamer = Roamer(3)
    told = 0
    while not match.is_over and match.ply < 200:
        match.play(roamer.choose(match.view()))
        each = [[event.details for event in match.events_of(match.ply - 1, seat)] for seat in (0, 1)]
        together = [event.details for event in match.events_of(match.ply - 1, "all")]
        for rows in each:
            left = iter(together)
            for row in rows:
                found = next((other for other in left if {**other, "card": 0} == {**row, "card": 0}), None)
                assert found is not None, "every seat's events are there, in their order"
                assert not row.get("card") or found["card"] == row["card"]
        told += len(together) > max(map(len, each))
        assert len(together) <= sum(map(len, each))
    assert told, "each seat noticed something that the other did not"
