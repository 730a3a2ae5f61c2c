"""What the terminal table shows of Hexlands: letters, keys, how far figures walk and reach, allies."""

from __future__ import annotations

from cardwright.catalogue import CardDef
from cardwright.face.library import Game
from cardwright.face.view import Piece, View

HELP = """\
  play "Coal Beetle" at g3    a minion at a field in your hero's range
  play "Iron Lesson"          a spell; > c3 behind it is its target, to g3 its second
  change g3 to fire           one field in your hero's range each turn
  move i3 > h3, attack h3 > g3   a figure is named by its field
  choose 1                    the answer to a question
  end                         the end of your turn
A card costs lands that lie around it as its drawing shows, your side below;
[f] or @ is the field where the minion is placed, for a spell your hero's.
"""

KEYS = {"e": "end"}

CELL_KEYS = {"c": "change"}

SPACE = "field"

LETTERS = {"armoured": "A", "immune": "I", "poisoned": "p", "paralysed": "z"}

ZONES = {"graveyard": "graveyard"}

CHANGE = "a field to change"


def status(view: View, seat: int) -> list[str]:
    """The line about a seat: its hero, its cards, whether it may still change a field."""
    player = view.seats[seat]
    parts = [f"with {side}"] if (side := _side(view, seat)) else []
    heroes = [piece for piece in view.pieces if piece.kind == "hero" and piece.owner == seat]
    parts += [f"hero {hero.health} on {hero.cell}" for hero in heroes]
    figures = sum(1 for piece in view.pieces if piece.owner == seat) - len(heroes)
    parts += [f"minions {figures}", f"hand {len(player.zones['hand'])}", f"deck {len(player.zones['deck'])}"]
    is_on = seat in view.to_act and not view.is_over
    parts += [CHANGE] * bool(is_on and player.resources["changes"])
    return [", ".join(parts)]


def _side(view: View, seat: int) -> str:
    """Whom a seat plays with, on boards that say so."""
    sides: list[str] = view.game.catalogue.game.boards[view.game.board].get("sides", [])
    if seat >= len(sides):
        return ""
    others = [other for other, side in enumerate(sides) if side == sides[seat] and other != seat]
    return " and ".join("you" if other == view.seat else f"seat {other}" for other in others)


def _range(least: int, most: int) -> str:
    return f"range {least}" if least >= most else f"range {least}-{most}"


def numbers(game: Game, card: CardDef) -> list[str]:
    """How far a figure walks and at what distances it attacks, as printed."""
    catalogue = game.catalogue
    movement, least, most = (catalogue.number_of(card, one) for one in ("movement", "least-range", "range"))
    if movement is None or least is None or most is None:
        return []
    return [f"moves {movement}", _range(least, most)]


def brief(game: Game, card: CardDef) -> str:
    """How far a figure walks and reaches."""
    return ", ".join(numbers(game, card))


def facts(view: View, piece: Piece) -> list[str]:
    """How far a figure walks and reaches now, where that is not as printed."""
    found = piece.facts
    now = [f"moves {found['movement']}", _range(found["least_range"], found["range"])]
    return [f"now {', '.join(now)}"] if now != numbers(view.game, piece.card) else []
