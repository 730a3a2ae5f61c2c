"""Nothing that a table shows a seat names a card that the seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from maps import MAGES, RIDERS, Roamer

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.cli.replay import Stepper
from cardwright.face.actions import take_apart
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import UNNOTICED, Chronicle, told
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.realtime.course import Course
from cardwright.hosting.session import Session
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.details import about_cell, about_piece, about_pile


def names_of(game: cw.Game, deck: dict[str, int]) -> set[str]:
    return {game.card(card).name for card in deck}


class Witness:
    """What a seat may know by its views and its events, whatever any table makes of them."""

    def __init__(self, match: cw.Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.names: set[str] = set()

    def look(self) -> None:
        """Note the cards of the present view and of the last events."""
        view = self.match.view(self.seat)
        defs = view.game.catalogue.defs
        self.names |= {piece.name for piece in view.pieces} | {memory.name for memory in view.remembered}
        told = msgspec.json.decode(self.match.kernel.events(None, self.match.ply).describe(self.seat))
        for row in told[-40:]:
            numbers = [row.get("card", 0), *(row[key]["def"] for key in ("who", "target") if key in row)]
            self.names |= {defs[number].name for number in numbers if number}


def shown(match: cw.Match, seat: int, log: Chronicle) -> Iterator[str]:
    """All that the tables can show a seat now."""
    view = match.view(seat)
    yield from plain.draw_board(view)
    yield from plain.draw_hand(view)
    for cell in view.game.cells:
        yield from about_cell(view, cell, 100)
    entries = log.of(match.ply)
    yield from (entry.text for entry in entries)
    yield from chronicle.news(view, entries).values()
    if match.ply:
        yield told(match, match.ply, seat)
        yield from Stepper(match, seat).step(match.ply)
    if match.ply % 16 == 0:
        yield from Stepper(match, seat).position(match.ply)


@pytest.mark.parametrize(
    ("board", "seats", "seed"), [("desert-6x6", 2, 1), ("desert-5x10", 2, 2), ("four-roads", 3, 3)]
)
def test_no_hidden_card_is_named_over_whole_matches(board: str, seats: int, seed: int) -> None:
    game = cw.game("ruler", board)
    decks = [MAGES, RIDERS, MAGES][:seats]
    match = game.match(decks, seed=seed)
    roamer = Roamer(seed)
    watched = (0, 1)
    witnesses = {seat: Witness(match, seat) for seat in watched}
    logs = {seat: Chronicle(match, seat) for seat in watched}
    kept_quiet = 0
    while not match.is_over and match.ply < 160:
        (acting,) = match.to_act
        match.play(roamer.choose(match.view(acting)))
        for seat in watched:
            witnesses[seat].look()
            others = set().union(*(names_of(game, decks[other]) for other in range(seats) if other != seat))
            secrets = others - names_of(game, decks[seat]) - witnesses[seat].names
            text = "\n".join(shown(match, seat, logs[seat]))
            # A text that explains a card may name another; no card of these decks does.
            assert [name for name in secrets if name in text] == []
            kept_quiet += bool(secrets) and acting != seat
    assert kept_quiet > 20, "there was something to hide"


@pytest.mark.parametrize("seed", range(4))
def test_a_secret_is_named_to_its_owner_only_until_it_is_revealed(seed: int) -> None:
    game = cw.game("hearth")
    match = game.match(
        (_full_of_secrets(game, "lamp-tempo"), _full_of_secrets(game, "hunt-midrange")), seed=seed
    )
    chance = random.Random(seed)
    logs = {seat: Chronicle(match, seat) for seat in (0, 1)}
    known: dict[int, set[str]] = {0: set(), 1: set()}
    kept_quiet = 0
    while not match.is_over:
        acting = min(match.to_act)
        actions = list(match.legal_actions_of(acting))
        # Somebody who plays every secret at once, and ends no turn early.
        laid = [action for action in actions if _is_secret(match, action)]
        match.play(chance.choice(laid or actions), seat=acting)
        for seat in (0, 1):
            view = match.view(seat)
            known[seat] |= {card.name for s in view.seats for zone in s.zones.values() for card in zone}
            known[seat] |= {card.name for card in view.prompt.options} if view.prompt else set()
            hidden = {p.name for p in match.view(1 - seat).pieces if p.kind == "secret" and p.owner != seat}
            text = "\n".join([*shown(match, seat, logs[seat]), *_about_all(view)])
            assert [name for name in hidden - known[seat] if name in text] == []
            kept_quiet += bool(hidden - known[seat])
    assert kept_quiet > 10, "there was something to hide"


def _full_of_secrets(game: cw.Game, slug: str) -> dict[str, int]:
    """A ready deck with two of each secret of its class in the place of other cards."""
    deck = game.deck(slug)
    secrets = [card.id for card in game.cards if card.kind == game.veiled_kind and card.hero == deck.hero]
    cards = dict.fromkeys(secrets, 2)
    for name, count in deck.cards.items():
        room = 30 - sum(cards.values())
        if name not in cards and room > 0:
            cards[name] = min(count, room)
    return {deck.hero: 1, **cards}


def _is_secret(match: cw.Match, action: cw.Action) -> bool:
    if action.source.means != "card":
        return False
    card = match.view(action.seat).hand[action.source.value].card
    return card is not None and card.kind == match.game.veiled_kind


def _about_all(view: cw.View) -> list[str]:
    piles = [
        line for seat in view.seats for zone in seat.zones for line in about_pile(view, seat.seat, zone, 99)
    ]
    return [*piles, *(line for piece in view.pieces for line in about_piece(view, piece, 99))]


def test_what_another_seat_does_out_of_sight_is_told_in_neutral_words() -> None:
    match = cw.game("ruler").match([RIDERS, MAGES], seed=4)
    roamer = Roamer(4)
    said: dict[str, set[str]] = {}
    while not match.is_over and match.ply < 400:
        (acting,) = match.to_act
        action = roamer.choose(match.view(acting))
        text, verb = action.text, action.verb
        match.play(action)
        assert told(match, match.ply, acting) == f"seat {acting}: {text}"
        assert told(match, match.ply, "all") == f"seat {acting}: {text}"
        if acting == 1:
            said.setdefault(verb, set()).add(told(match, match.ply, 0))
    assert "the opponent plays a card" in said["play"]
    assert f"seat 1: {UNNOTICED}" in said["move"]
    assert "seat 1: end" in said["end"]
    assert any(text.startswith("seat 1: draw ") for text in said["draw"])
    assert not any("Steel Jaw Trap" in text for text in said["play"])


def test_a_game_without_fog_tells_every_action_in_its_words() -> None:
    match = cw.game("elemental-command").match(seed=5)
    agent = cw.agent("greedy", seed=1)
    while not match.is_over:
        acting = min(match.to_act)
        action = agent.choose(match.view(acting))
        verb = match.game.verbs[take_apart(action.code).verb]
        text = action.text
        match.play(action, seat=acting)
        if not verb.subset and verb.source.means != "answer" and "#" not in text:
            assert told(match, match.ply, 1 - acting) == f"seat {acting}: {text}"


@pytest.mark.parametrize(
    ("decks", "seed"), [(("ash-and-sun", "low-moon"), 1), (("open-library", "dawn-guard"), 2)]
)
def test_no_hidden_card_is_named_in_a_timed_match(decks: tuple[str, str], seed: int) -> None:
    game = cw.game("mana")
    match = game.match(decks, seed=seed)
    session = Session(match, {0: supervise("heuristic"), 1: supervise("greedy")}, notes={})
    session.open()
    course = Course(session, Clock(source=lambda: 0.0))
    witnesses = {seat: Witness(match, seat) for seat in (0, 1)}
    logs = {seat: Chronicle(match, seat) for seat in (0, 1)}
    names = [names_of(game, dict(game.deck(deck).cards)) for deck in decks]
    kept_quiet = 0
    while not session.is_over:
        course.run(match.now + 1500)
        for seat in (0, 1):
            view = match.view(seat)
            witnesses[seat].look()
            # What is in a graveyard or was revealed is known to all.
            witnesses[seat].names |= {
                card.name for player in view.seats for zone in player.zones.values() for card in zone
            }
            others = names[1 - seat] - names[seat] - witnesses[seat].names
            lines = [*shown(match, seat, logs[seat]), *account_lines(match, seat, "")]
            lines += [line for zone in view.me.zones for line in about_pile(view, 1 - seat, zone, 200)]
            board = board_of(game)
            assert board.furniture is not None
            lines += [line.text for line in board.furniture(view, seat)]
            text = "\n".join(lines)
            assert [name for name in others if name in text] == []
            kept_quiet += bool(others)
    assert kept_quiet > 50, "there was something to hide"
