"""How the table shows a game: one file per game, with the name of its rules; without one a list of pieces.

A file may have

- `LETTERS`: one letter per keyword and status (a status that is called like a keyword ends with `*`); under
  `-` the word for a piece that was dispelled,
- `status(view, seat)`: the line about a seat, and below it lines for the plain table,
- `HELP`: how actions are typed,
- `KEYS`: keys that begin an action, by its first words; without it `e` is `end` or `pass`,
- `SOURCES`: verbs without a source that may also be begun at one's own piece of a kind,
- `NUMBERED`: verbs whose options are chosen by number keys while there is nothing else to do,
- `labels(view)`: what stands on the buttons of some actions instead of their words,
- `GROUPED`: whether equal cards of a hand are shown as one, by kind,
- `facts(view, piece)`: texts about a piece beside its numbers; `numbers(game, card)`: about a printed card,
- `brief(game, card)`: the numbers of a card that a player chooses by, for the hand,
- `able(view, piece)`: the symbols of what a piece can do now, or how long it cannot; `badge(view, piece)`: a
  symbol beside its cell's name; `gauge(view, piece, width)`: a line for cells that have room for it,
- `price(game, costs)`: what a card costs by resource, as it stands on its face; `costs(game, card)`: what is
  printed,
- `furniture(view, bottom)`: what lies in the free corners of the board: piles, a clock, pieces without cells,
- `PILES`: verbs without a source that may also be begun at one's own zone,
- `KEYED`: keys that begin a verb with the card under the cursor; nothing else begins it,
- `CELL_KEYS`: keys that begin a verb at the cell under the cursor, whatever stands there; where nothing does,
  choosing the cell begins it too; `SPACE`: what a cell is called,
- `MINOR`: verbs that are possible almost always, so that the table does not remind of them,
- `ENDING`: verbs that end a turn; without it `end` and `pass`,
- `SEAT_LINES`: lines about each seat on the screen; with 2, one is for its pieces beside the board,
- `beside(view, piece, width)`: a piece that stands beside the board, in the line about its seat,
- `ZONES`: zones of a seat that can be looked at in the line about it, each with its word there,
- `SHUFFLED`: zones whose order nobody knows; without it those of `PILES`,
- `told(view)`: what actions without a card or piece do, by their words,
- `knows(view, piece)`: the numbers of the cards that a piece knows now; without it those that are printed,
- `SYMBOLS`: what its own symbols mean, for the legend.

Where the cells lie, and what they are, is said in `cardwright.hosting.boards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from cardwright.hosting.boards import file_of, plan_of
from cardwright.hosting.layout import Ground, Layout
from cardwright.table.faces import able, beside
from cardwright.table.furniture import Furniture

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef
    from cardwright.face.library import Game
    from cardwright.face.view import Piece, View

KEYS = {"e": "end"}

ENDING = ("end", "pass")


class Board(msgspec.Struct, frozen=True):
    """How the table shows a game."""

    layout: Layout | None
    letters: Mapping[str, str]
    status: Callable[[View, int], list[str]]
    help: str
    keys: Mapping[str, str]
    sources: Mapping[str, str]
    grounds: Mapping[str, Ground]
    lands: Mapping[str, Ground]
    sight: str
    territory: str
    numbered: tuple[str, ...]
    labels: Callable[[View], Mapping[str, str]]
    is_grouped: bool
    facts: Callable[[View, Piece], list[str]]
    numbers: Callable[[Game, CardDef], list[str]] | None
    brief: Callable[[Game, CardDef], str] | None
    able: Callable[[View, Piece], str]
    badge: Callable[[View, Piece], str] | None
    gauge: Callable[[View, Piece, int], str] | None
    price: Callable[[Game, Sequence[int]], str] | None
    costs: Callable[[Game, CardDef], tuple[int, ...]] | None
    furniture: Callable[[View, int], list[Furniture]] | None
    piles: Mapping[str, str]
    keyed: Mapping[str, str]
    cell_keys: Mapping[str, str]
    space: str
    minor: tuple[str, ...]
    symbols: tuple[str, ...]
    ending: tuple[str, ...]
    seat_lines: int
    beside: Callable[[View, Piece, int], str]
    zones: Mapping[str, str]
    shuffled: tuple[str, ...]
    told: Callable[[View], Mapping[str, str]]
    knows: Callable[[View, Piece], Sequence[int]]


_known: WeakKeyDictionary[Game, Board] = WeakKeyDictionary()


def board_of(game: Game) -> Board:
    """The board of a game; the usual values stand in for what its file does not say."""
    if (known := _known.get(game)) is None:  # a redraw asks some twenty times
        known = _known[game] = _read_board(game)
    return known


def _read_board(game: Game) -> Board:
    plan = plan_of(game)
    found = file_of(__name__, game)
    words = [verb.word for verb in game.verbs]
    keys = KEYS if "end" in words else {"e": "pass"} if "pass" in words else {}
    return Board(
        layout=plan.layout,
        letters=getattr(found, "LETTERS", {}),
        status=getattr(found, "status", _status),
        help=getattr(found, "HELP", f"  {', '.join(words)}\n"),
        keys=getattr(found, "KEYS", keys),
        sources=getattr(found, "SOURCES", {}),
        grounds=plan.grounds,
        lands=plan.lands,
        sight=plan.sight,
        territory=plan.territory,
        numbered=getattr(found, "NUMBERED", ()),
        labels=getattr(found, "labels", _labels),
        is_grouped=getattr(found, "GROUPED", False),
        facts=getattr(found, "facts", _facts),
        numbers=getattr(found, "numbers", None),
        brief=getattr(found, "brief", None),
        able=getattr(found, "able", able),
        badge=getattr(found, "badge", None),
        gauge=getattr(found, "gauge", None),
        price=getattr(found, "price", None),
        costs=getattr(found, "costs", None),
        furniture=getattr(found, "furniture", None),
        piles=getattr(found, "PILES", {}),
        keyed=getattr(found, "KEYED", {}),
        cell_keys=getattr(found, "CELL_KEYS", {}),
        space=getattr(found, "SPACE", "cell"),
        minor=getattr(found, "MINOR", ()),
        symbols=getattr(found, "SYMBOLS", ()),
        ending=getattr(found, "ENDING", ENDING),
        seat_lines=getattr(found, "SEAT_LINES", 1),
        beside=getattr(found, "beside", beside),
        zones=getattr(found, "ZONES", {}),
        shuffled=getattr(found, "SHUFFLED", tuple(getattr(found, "PILES", {}).values())),
        told=getattr(found, "told", _labels),
        knows=getattr(found, "knows", _knows),
    )


def _status(view: View, seat: int) -> list[str]:
    player = view.seats[seat]
    words = view.game.catalogue.game.words.get("resources", {})
    named = [
        f"{words[name]['word']} {n}"
        for name, n in player.resources.items()
        if words.get(name, {}).get("word")
    ]
    zones = [f"{zone} {len(cards)}" for zone, cards in player.zones.items()]
    return [", ".join([*named, *zones])]


def _labels(view: View) -> Mapping[str, str]:
    return {}


def _knows(view: View, piece: Piece) -> Sequence[int]:
    return piece.card.knows


def _facts(view: View, piece: Piece) -> list[str]:
    return [f"{name} {number}" for name, number in piece.facts.items()]
