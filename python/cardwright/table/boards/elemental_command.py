"""The board of Elemental Command: five columns, four rows, one's own rows at the bottom."""

from __future__ import annotations

from cardwright.table.plain import short
from cardwright.view import Piece, View

COLUMNS = "abcde"
WIDTH = 14
"""Letters in a cell: five of them, their borders and the row's number fit into 80 columns."""

HELP = """\
  play "Ember Wisp" at c2     a minion at a space
  play "Fire Bolt" > hero     a spell > its target; 'hero' is the enemy's
  play "Gust" > b3 to b4      ... and to the space it is moved to
  attack b2 > c3, move b2 > c1   a minion is named by its space
  power > b2                  your hero's power
  take fire                   the resource step: mana, earth, wind or fire
  end                         the end of your turn
  mulligan "A", "B" or keep   at the start: the cards you put back
"""

CAN_ATTACK = "!"
CAN_MOVE = "m"


def draw(view: View) -> list[str]:
    """The lines of the board; below it what its signs mean."""
    rows = "4321" if not view.seat else "1234"
    rule = "  +" + "+".join("-" * WIDTH for _ in COLUMNS) + "+"
    middle = rule.replace("-", "=")
    lines = [("   " + " ".join(column.center(WIDTH) for column in COLUMNS)).rstrip(), rule]
    for number, row in enumerate(rows):
        pieces = [view.piece_on(column + row) for column in COLUMNS]
        lines.append(f"{row} |" + "|".join(_name(piece) for piece in pieces) + "|")
        lines.append("  |" + "|".join(_numbers(view, piece) for piece in pieces) + "|")
        lines.append(middle if number == 1 else rule)
    return lines + _legend(view)


def _name(piece: Piece | None) -> str:
    return (short(piece.name, WIDTH) if piece else "").ljust(WIDTH)


def _numbers(view: View, piece: Piece | None) -> str:
    if piece is None:
        return " " * WIDTH
    marks = CAN_ATTACK * piece.can_attack + CAN_MOVE * piece.can_move
    letters = "".join(letter for letter, _ in _signs(view, piece))
    room = WIDTH - len(marks) - 1
    return f"{piece.attack}/{piece.health} {letters}"[:room].ljust(room) + " " + marks


def _signs(view: View, piece: Piece) -> list[tuple[str, str]]:
    """The letters of a piece's keywords and statuses, each with the word it stands for."""
    words = view.game.catalogue.game.words
    signs = []
    for keyword in piece.keywords:
        word = words["keywords"][keyword]["word"]
        signs.append((LETTERS.get(keyword, word[:1]), word))
    for status, number in piece.statuses.items():
        word = words["statuses"][status]["word"]
        letter = STATUS_LETTERS.get(status, word[:1])
        signs.append((f"{letter}{number}" if number > 1 else letter, word))
    if piece.is_dispelled:
        signs.append(("-", "dispelled"))
    if (piece.card.abilities or piece.card.auras or piece.has_granted) and not piece.is_dispelled:
        signs.append(("+", "has a text (see: help NAME)"))
    return signs


LETTERS = {
    "taunt": "T",
    "haste": "H",
    "frenzy": "F",
    "sweep": "S",
    "berserk": "B",
    "deathtouch": "D",
    "free-targeting": "A",
    "reflect": "R",
    "swift": "W",
    "rooted": "O",
}
"""One letter per keyword; two of them begin alike."""

STATUS_LETTERS = {"stunned": "z", "rooted": "o", "invulnerable": "i"}


def _legend(view: View) -> list[str]:
    minions = [piece for piece in view.pieces if piece.cell]
    used = {letter.rstrip("0123456789"): word for piece in minions for letter, word in _signs(view, piece)}
    parts = [f"{CAN_ATTACK} can attack"] * any(piece.can_attack for piece in minions)
    parts += [f"{CAN_MOVE} can move"] * any(piece.can_move for piece in minions)
    parts += [f"{letter} {word}" for letter, word in sorted(used.items())]
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 < 80:
            lines[-1] += ", " + part
        else:
            lines.append("   " + part)
    return lines


def status(view: View, seat: int) -> list[str]:
    """The lines about a seat: hero, resources, cards; what of this turn is still unused."""
    player = view.seats[seat]
    hero = next((piece for piece in view.pieces if piece.kind == "hero" and piece.owner == seat), None)
    held = player.resources
    parts = [f"{hero.name.split()[0]} {hero.health} health" if hero else "no hero"]
    parts.append(f"mana {held['mana']}/{held['crystals']}")
    parts.append(", ".join(f"{name} {held[name]}" for name in ("earth", "wind", "fire")))
    parts.append(f"hand {len(player.zones['hand'])}, deck {len(player.zones['deck'])}")
    if seat in view.to_act and view.phase == "turn":
        free = ["resource step"] * bool(held["step"])
        if held["power"] and hero:
            free.append(f"power ({hero.card.cost} mana: {hero.card.text})")
        if free:
            return [", ".join(parts), f"still unused: {', '.join(free)}"]
    return [", ".join(parts)]
