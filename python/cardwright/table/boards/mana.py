"""What the terminal table shows of Mana: purses and piles beside the board, and time on everything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import fill

from cardwright.catalogue import CardDef
from cardwright.face.library import Game
from cardwright.face.view import Piece, View
from cardwright.hosting.realtime import waiting
from cardwright.hosting.spots import Spot, pile
from cardwright.table.faces import CAN_ATTACK
from cardwright.table.furniture import Furniture

LETTERS = {
    "flying": "F",
    "unmovable": "U",
    "swift": "W",
    "elusive": "E",
    "shielded": "S",
    "lifesteal": "L",
    "venomous": "V",
    "returning": "R",
    "foresight": "O",
    "telepathy": "T",
}

PROTECTED = "P"

_TRAITS = fill(
    f"Letters of creatures: {', '.join(f'{letter}_{word}' for word, letter in LETTERS.items())}.", 72
).replace("_", " ")

HELP = f"""\
  play "Armored Griffin" at a3  a minion at a free location of yours
  play "Judgment" > b1          a spell > its target
  play "Banishing Step" > b1 to b2   ... and where it is moved to
  attack a3 > b4                a ready creature attacks
  use a0 "Blessing" > a1        what a creature knows > its target
  move a0 > a2                  to any location of yours; two swap
  draw                          a card, for 1 devotion
  discard "Ember"               a card of your hand, for nothing
  recall "Phoenix" at a3        with Returning, from your graveyard
Locations: 0 back, 1 and 2 middle, 3 to 5 front. A creature is protected
(P) while both locations in front of it are taken: 0 by 1 and 2, 1 by 3
and 4, 2 by 4 and 5. Costs: F fire, R frost, N nature, A arcane, L light,
S shadow, D devotion; 3F1L is three fire and one light.
{_TRAITS}
"""

KEYS = {"d": "draw"}

PILES = {"draw": "deck"}

KEYED = {"x": "discard"}

MINOR = ("move",)

CAN_USE = "u"

SYMBOLS = (f"{CAN_USE} can use an ability", f"{PROTECTED} protected", "12s ready in so many seconds")

RESOURCES = {
    "fire": "Fire",
    "frost": "fRost",
    "nature": "Nature",
    "arcane": "Arcane",
    "light": "Light",
    "shadow": "Shadow",
    "devotion": "Devotion",
}
"""The words of the purse, with the letter in capitals by which costs are written."""

_LETTERS = {name: next(letter for letter in word if letter.isupper()) for name, word in RESOURCES.items()}


def price(game: Game, costs: Sequence[int]) -> str:
    """Costs by several schools in as few letters as can be: 3F1L."""
    written = [f"{n}{letter}" for letter, n in zip(_LETTERS.values(), costs, strict=False) if n]
    return "".join(written) or "free"


@lru_cache(maxsize=512)
def _abilities(game: Game, knows: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """What each ability of a creature costs."""
    return tuple(costs(game, game.catalogue.defs[number]) for number in knows)


def costs(game: Game, card: CardDef) -> tuple[int, ...]:
    """What a card costs by resource, as it is printed."""
    numbers = game.printed(card)
    return (*(numbers.get(name, 0) for name in RESOURCES if name != "devotion"), card.cost)


def able(view: View, piece: Piece) -> str:
    """Whether a creature can attack or use an ability now, else in how many seconds."""
    if "ready_at" not in piece.facts or piece.health <= 0:
        return ""
    abilities = _abilities(view.game, tuple(piece.card.knows))
    if not piece.attack and not abilities:
        return ""  # it will never do anything, ready or not
    if left := waiting.rest_of(view, piece):
        return waiting.seconds_text(left)
    return CAN_ATTACK * piece.can_attack + CAN_USE * bool(_usable(view, piece))


def _usable(view: View, piece: Piece) -> list[str]:
    """The abilities of a ready creature that its owner can pay."""
    paid = _abilities(view.game, tuple(piece.card.knows))
    return [
        view.game.catalogue.defs[number].name
        for number, needed in zip(piece.card.knows, paid, strict=True)
        if waiting.payable_at(view, piece.owner, needed) == view.now
    ]


def badge(view: View, piece: Piece) -> str:
    """Whether a creature is protected."""
    return PROTECTED if piece.facts.get("protected") else ""


def gauge(view: View, piece: Piece, width: int) -> str:
    """How much of its rest a creature has behind it."""
    if not waiting.rest_of(view, piece):
        return ""
    return waiting.bar(waiting.rested(view, piece), width - 2)


def facts(view: View, piece: Piece) -> list[str]:
    """What a creature can use, when it is ready, and what protects it."""
    if "ready_at" not in piece.facts:
        return ["binds both players"]
    if piece.health <= 0:
        return ["dead"]
    left = waiting.rest_of(view, piece)
    told = [f"ready in {left / 1000:.1f} s" if left else "ready"]
    told[0] += f", rests {piece.facts['speed'] / 1000:g} s each time"
    usable = [] if left else _usable(view, piece)
    if usable:
        told.insert(0, f"can use {' and '.join(usable)}{'' if piece.attack else '; has no attack'}")
    if not piece.attack and not piece.card.knows:
        told = ["has no attack and knows no ability"]
    if piece.facts["protected"]:
        told.append("protected: attacks without Flying and abilities do not reach it")
    return told


def numbers(game: Game, card: CardDef) -> list[str]:
    """A card's own numbers in words."""
    printed = game.printed(card)
    told = [f"rests {printed['speed']} s"] if "speed" in printed else []
    produced = [f"{name} in {printed[f'{name}-every']} s" for name in RESOURCES if f"{name}-every" in printed]
    return told + ([f"produces {', '.join(produced)}"] if produced else [])


def status(view: View, seat: int) -> list[str]:
    """The purses of a seat, each with how much of the next unit has come."""
    player = view.seats[seat]
    parts = []
    for name, word in RESOURCES.items():
        share = waiting.filled(view, seat, name)
        if share is not None:
            parts.append(f"{word} {player.resources[name]} {waiting.bar(share, 5)}")
        elif player.resources[name]:
            parts.append(f"{word} {player.resources[name]}")
    cards = [f"{zone} {len(cards)}" for zone, cards in player.zones.items()]
    return ["  ".join(parts), ", ".join(cards)]


def furniture(view: View, bottom: int) -> list[Furniture]:
    """The time of day, the event in play, and the piles of both players."""
    zones = list(view.me.zones)
    foe = 1 - bottom
    ends = view.seats[bottom].facts.get("clock_next", view.now)
    share = 1.0 - (ends - view.now) / 60_000
    lines = [
        Furniture(
            "upper left",
            f"{view.phase.upper()} {waiting.seconds_text(ends - view.now)} {waiting.bar(share, 6)}",
            style="turn",
        ),
        Furniture("upper left", f"time {waiting.time_text(view.now)}"),
    ]
    event = next((piece for piece in view.pieces if not piece.cell), None)
    lines += [
        Furniture(
            "upper right",
            f"event: {event.name}" if event else "no event",
            Spot("piece", event.id) if event else None,
            "turn" if event else "dim",
        )
    ]
    if event:
        whose = "yours" if event.owner == view.seat else "foe's"
        lines.append(Furniture("upper right", f"of seat {event.owner}" if view.seat is None else whose))
    for seat, side in ((bottom, "lower left"), (foe, "lower right")):
        player = view.seats[seat]
        grave = player.zones["graveyard"]
        top = player.facts.get("top")
        named = f" (top: {view.game.catalogue.defs[top].name})" if top else ""
        last = f": {grave[-1].name}" if grave else ""
        texts = {
            "hand": f"hand {len(player.zones['hand'])}",
            "graveyard": f"grave {len(grave)}{last}",
            "deck": f"deck {len(player.zones['deck'])}{named}",
        }
        for zone, text in texts.items():
            spot = None if zone == "hand" else pile(view.game, seat, zones.index(zone))
            lines.append(Furniture("lower left" if side == "lower left" else "lower right", text, spot))
    return lines
