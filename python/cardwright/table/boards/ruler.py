"""What the terminal table shows of Ruler of Armies and Magic: symbols, keys, decks to draw from, numbers."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.catalogue import CardDef
from cardwright.face.library import Game
from cardwright.face.together import Together
from cardwright.face.view import Piece, View

NUMBERED = ("draw",)

GROUPED = True

HELP = """\
  draw units                  a card of your units, structures or spells
  play "Soldier" at 2,3       a unit, structure or trap, in your influence
  play "Heal" > 2,3           a spell or an item > its target
  move 2,3 > 2,4              what stands on a tile, to another
  attack 2,3 > 2,4            range 0 reaches the same tile only
  use 2,3 "Fireball" > 2,4    what a unit knows > its target
  2,3#2                       the second card on a tile, as they arrived
  end                         the end of your turn
Decks 16/8/9 are the units, structures and spells left to draw.
"""

KEYS = {"e": "end"}

LETTERS = {
    "flying": "F",
    "relentless": "R",
    "infiltrator": "I",
    "aquatic": "W",
    "amphibious": "A",
    "undead": "U",
    "shelter": "S",
    "carrier": "C",
    "farsight": "E",
    "surefooted": "N",
    "foothold": "O",
    "poisoned": "p",
    "immobilised": "z",
    "slowed": "s",
}

UNITS_PER_TURN = 2
DECKS = ("units", "structures", "spells")


def labels(view: View) -> Mapping[str, str]:
    """The decks to draw from, with how many cards are left in each."""
    return {f"draw {pile}": f"draw {pile}: {len(view.me.zones[pile])}" for pile in DECKS}


def status(view: View, seat: int) -> list[str]:
    """The line about a seat: what it has, and what of its turn it has used."""
    player = view.seats[seat]
    held = player.resources
    is_open = seat == view.seat or isinstance(view, Together)
    gold = str(held["gold"]) if is_open else "?"
    piles = "/".join(str(len(player.zones[pile])) for pile in DECKS)
    parts = [f"gold {gold}, mana {held['mana']}, hand {len(player.zones['hand'])}, decks {piles}"]
    if is_open and seat in view.to_act and not view.is_over:
        parts.append(f"units placed {held['placed']}/{UNITS_PER_TURN}")
        parts += [f"draws {held['draws']}"] * bool(held["draws"])
    return [", ".join(parts)]


def facts(view: View, piece: Piece) -> list[str]:
    """What a piece has that no other of its card has."""
    found = piece.facts
    told = []
    if "building" in found:
        turns = found["building"]
        told.append(f"is being built: ready in {turns} turn{'s' * (turns > 1)} of its owner")
    if "mana" in found:
        told.append(f"has {found['mana']} mana of its own")
    if "armour" in found:
        told.append(f"wears armour: {found['armour']} at {found['armour_chance']} %")
    return told


PRINTED = {"weak": "weak spot {} %", "move": "moves {}", "range": "range {}", "store": "{} mana of its own"}

BRIEF = ("move", "range")


def brief(game: Game, card: CardDef) -> str:
    """How far a card goes and reaches."""
    printed = game.printed(card)
    return ", ".join(PRINTED[name].format(printed[name]) for name in BRIEF if name in printed)


DAMAGE = ("cut", "piercing", "bite", "blunt", "fire", "earth", "air")


def numbers(game: Game, card: CardDef) -> list[str]:
    """A card's own numbers in words."""
    printed = game.printed(card)
    told = [text.format(printed[name]) for name, text in PRINTED.items() if name in printed]
    for name in ("block", "block2"):
        if name in printed:
            told.append(f"defence {printed[name]} at {printed.get(f'{name}-chance', 0)} %")
    if "build" in printed:
        told.append(f"built in {printed['build']} turn{'s' * (printed['build'] > 1)}")
    resists = [(name.removeprefix("resist-"), n) for name, n in printed.items() if name.startswith("resist-")]
    told += [f"{kind} {-number:+} %" for kind, number in resists]
    told += [f"{tag} damage" for tag in game.catalogue.tags_of(card) if tag in DAMAGE]
    return told
