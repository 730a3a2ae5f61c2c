"""A view is rebuilt from its bytes, as in an agent's own process."""

from __future__ import annotations

import random
import struct

import pytest

import cardwright as cw
from cardwright.errors import CardwrightError
from cardwright.face.native import native_agents
from cardwright.face.position import Position, SeatPosition
from cardwright.face.setup import SeatSetup, Setup
from cardwright.face.view import View

GAMES = ["elemental-command", "mana", "ruler"]
WORD = 2**64 - 1


def sealed(words: list[int]) -> bytes:
    """Forged bytes with a correct seal."""
    digest = 0x243F_6A88_85A3_08D3
    for word in [*words, len(words) * 8]:
        digest = (digest ^ word) * 0x9E37_79B9_7F4A_7C15 & WORD
        digest = (digest << 29 | digest >> 35) & WORD
    return struct.pack(f"<{len(words) + 1}Q", *words, digest)


def words_of(data: bytes) -> list[int]:
    """The words of a view's bytes, without the seal."""
    return list(struct.unpack(f"<{len(data) // 8}Q", data))[:-1]


def play_on(match: cw.Match, chance: random.Random) -> None:
    """One random action; in a timed game after a while."""
    if match.game.is_timed and len(match.to_act) != 1:
        match.advance(match.now + chance.randrange(3000))
    ready = [seat for seat in match.to_act if match.legal_len(seat)]
    if ready:
        match.play(chance.choice(match.legal_actions_of(chance.choice(ready))))


def positions(game: cw.Game, seed: int, *, every: int, open_decks: bool = False) -> list[cw.Match]:
    """A match at regular moments, and at every moment with an open question."""
    chance = random.Random(seed)
    seats = len(game.catalogue.game.boards.get(game.board, {}).get("bases", (0, 0)))
    decks = None if seats == 2 else [*game.decks, *game.decks][:seats]
    match = game.match(decks, seed=seed, open_decks=open_decks)
    found = []
    for step in range(400):
        if match.is_over or step % every == 0 or match.view("spectator").prompt:
            found.append(match.fork())
        if match.is_over:
            break
        play_on(match, chance)
    return found


def all_of(view: View) -> tuple[object, ...]:
    """The answers of a view to every question."""
    legal = view.legal_actions
    texts = [action.text for action in legal]
    wrong = [view.kernel.why_illegal(code) for code in (0, 0xFFFF_FFFF_0000, 2**63 + 257)]
    prefixes = [
        (prefix.text, choice.word, sorted(choice.options)) if (choice := prefix.next) else prefix.text
        for prefix in legal.prefixes
    ]
    named = legal.read(texts[-1]).code if texts and "#" not in texts[-1] else None
    return (
        view.seat,
        view.bytes,
        view.described,
        view.to_act,
        view.now,
        view.phase,
        view.seats,
        view.pieces,
        view.areas,
        view.remembered,
        view.prompt,
        view.worth,
        view.open_decks,
        view.kernel.stirs_at,
        view.kernel.agent_seed(),
        [action.code for action in legal],
        texts,
        wrong,
        prefixes,
        named,
        repr(view),
    )


def imagined(view: View, seed: int) -> list[object]:
    """The course of a match made from a view: states, views, events and texts."""
    match = view.determinise(seed)
    chance = random.Random(seed)
    told: list[object] = []
    for _ in range(12):
        told += [match.hash, *(match.view(seat).bytes for seat in range(match.kernel.seat_count))]
        told.append([event.text for event in match.events("spectator")] if match.ply else [])
        if match.is_over:
            break
        play_on(match, chance)
    fork = match.fork()
    play_on(fork, chance) if not fork.is_over else None
    return [*told, fork.hash]


@pytest.mark.parametrize("open_decks", [False, True])
@pytest.mark.parametrize("slug", GAMES)
def test_a_view_of_its_bytes_answers_as_the_first_one_does(slug: str, open_decks: bool) -> None:
    boards = cw.game(slug).boards or ("",)
    other = cw.Game(cw.game(slug).catalogue)  # as in another process
    for seed, board in enumerate(boards[:3]):
        game = cw.game(slug, board)
        other = cw.Game(game.catalogue, board)
        for match in positions(game, seed + 10 * open_decks, every=23, open_decks=open_decks):
            for viewer in [*range(match.kernel.seat_count), "spectator"]:
                view = match.view(viewer)  # type: ignore[arg-type]
                again = View.from_bytes(other, view.bytes)
                assert all_of(again) == all_of(view)
                if viewer != "spectator":
                    assert imagined(again, 3) == imagined(view, 3)


@pytest.mark.parametrize("slug", GAMES)
def test_native_agents_choose_alike_from_a_view_and_from_its_bytes(slug: str) -> None:
    game = cw.game(slug)
    names = [name for name in native_agents(game) if name != "defence"]
    chosen = 0
    for match in positions(game, 5, every=31):
        for seat in sorted(match.to_act):
            view = match.view(seat)
            again = View.from_bytes(game, view.bytes)
            for name in names:
                searches = "/nodes=60" if name in ("value", "expectimax", "cost") else ""
                pair = [cw.agent(name + searches, seed=7), cw.agent(name + searches, seed=7)]
                if not view.legal_actions:
                    continue
                first, second = (
                    agent.choose(sight) for agent, sight in zip(pair, (view, again), strict=True)
                )
                assert first == second
                chosen += 1
    assert chosen > 20


@pytest.mark.parametrize("slug", GAMES)
def test_damaged_bytes_are_refused_in_one_sentence(slug: str) -> None:
    game = cw.game(slug)
    data = positions(game, 1, every=40)[-2].view(0).bytes
    chance = random.Random(1)
    damaged = [data[:length] for length in range(len(data))]
    for at in range(0, len(data) * 8, 7):
        flipped = bytearray(data)
        flipped[at // 8] ^= 1 << at % 8
        damaged.append(bytes(flipped))
    damaged += [data + b"\0", data + data, b"", chance.randbytes(len(data)), bytes(2**21)]
    for wrong in damaged:
        with pytest.raises(CardwrightError) as refused:
            View.from_bytes(game, wrong)
        reason = str(refused.value)
        assert reason.startswith(f"these bytes are no view of {slug}: what they tell ")
        assert "\n" not in reason


@pytest.mark.parametrize("slug", GAMES)
def test_forged_bytes_are_refused_or_harmless(slug: str) -> None:
    """An accepted view answers every question. The seal is right, so only the contents can be refused."""
    game = cw.game(slug)
    chance = random.Random(2)
    agents = [cw.agent(name, seed=1) for name in ("greedy", "random")]
    refused = read = 0
    for match in [*positions(game, 2, every=60), *([asked()] if slug == "elemental-command" else [])]:
        words = words_of(match.view(0).bytes)
        assert sealed(words) == match.view(0).bytes
        for _ in range(250):
            forged = list(words)
            for _ in range(chance.choice([1, 1, 2, 5])):
                at = chance.randrange(len(forged))
                forged[at] = chance.choice(
                    [
                        forged[at] ^ 1 << chance.randrange(64),
                        forged[at] ^ 0xFF << 8 * chance.randrange(8),
                        0,
                        WORD,
                        chance.getrandbits(64),
                        chance.randrange(300),
                        forged[chance.randrange(len(forged))],
                    ]
                )
            try:
                view = View.from_bytes(game, sealed(forged))
            except CardwrightError:
                refused += 1
                continue
            read += 1
            all_of(view)
            imagined(view, 1)
            if view.legal_actions:
                for agent in agents:
                    agent.choose(view)
    assert refused > 300
    assert read > 50


def test_bytes_of_another_game_are_refused() -> None:
    data = cw.game("mana").match(seed=1).view(0).bytes
    with pytest.raises(CardwrightError, match="these bytes are no view of ruler"):
        View.from_bytes(cw.game("ruler"), data)


def asked() -> cw.Match:
    """A match in which seat 0 has played a card that asks: its program waits for the answer."""
    game = cw.game("elemental-command")
    heroes = [card.id for card in game.cards if game.catalogue.is_unique(card)][:2]
    resources = dict.fromkeys(("mana", "crystals", "earth", "wind", "fire"), 9)
    held = SeatPosition({"hand": ("vision",) * 2, "deck": ("ember-wisp",) * 5}, resources)
    position = Position(seats=(held, held), now=5, phase="turn")
    match = game.begin(Setup(tuple(SeatSetup(hero, {}) for hero in heroes), position=position), seed=0)
    match.play('play "Vision"#1' if 'play "Vision"#1' in match.legal_actions else 'play "Vision"')
    return match


def test_what_waits_for_an_answer_comes_back() -> None:
    match = asked()
    for seat, options in ((0, 3), (1, 0)):
        view = match.view(seat)
        assert view.prompt is not None
        assert (view.prompt.seat, len(view.prompt.options)) == (0, options)
        again = View.from_bytes(cw.Game(match.game.catalogue), view.bytes)
        assert all_of(again) == all_of(view)
        assert imagined(again, 1) == imagined(view, 1)
