"""What the terminal table shows of Hearth: mana as crystals, heroes with armour, powers, sleeping minions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

from cardwright.catalogue import CardDef
from cardwright.face.view import Piece, SeatView, View
from cardwright.table.faces import CAN_ATTACK, DISPELLED_SYMBOL, TEXT_SYMBOL
from cardwright.table.faces import beside as usual_beside

LETTERS = {
    "taunt": "T",
    "charge": "C",
    "shield": "D",
    "windfury": "W",
    "stealth": "S",
    "poisonous": "P",
    "lifesteal": "L",
    "elusive": "E",
    "immune": "I",
    "idle": "N",
    "courteous": "M",
    "forgetful": "O",
    "enduring": "U",
    "spell-damage": "s",
    "overload": "",
    "frozen": "F",
    DISPELLED_SYMBOL: "silenced",
}
"""One letter per keyword and status; overload matters only when the card is played."""

WORDS = {
    "shield": "divine shield",
    "idle": "cannot attack",
    "courteous": "cannot attack heroes",
    "spell-damage": "spell damage",
}
"""What keywords are called where that is not their id."""

ASLEEP = "z"


def _word(name: str) -> str:
    """A keyword or status as the help writes it: its letters stay together."""
    return WORDS.get(name, name).replace(" ", "_")


_NAMED = [f"{letter}_{_word(name)}" for name, letter in LETTERS.items() if len(letter) == 1]
_SIGNS = [
    f"{ASLEEP}_asleep",
    f"{TEXT_SYMBOL}_has_a_text",
    f"{DISPELLED_SYMBOL}_{LETTERS[DISPELLED_SYMBOL]}",
]
_TRAITS = fill(f"Letters of minions: {', '.join([*_NAMED, *_SIGNS])}.", 72).replace("_", " ")

HELP = f"""\
  play "Yard Dog" at a3       a minion before the one on a3, or at the end
  play "Soup Cook" at a1 > a2   ... > its target
  play "Oil Flask" > hero     a spell > its target; 'hero' is the enemy's
  play "Deep Roots" option 1  one of two options
  attack a2 > b1, attack my hero > hero   with a minion or your hero
  power > b2                  your hero's power; without a target: power
  choose 1                    the answer to a question
  end                         the end of your turn
  mulligan "A", "B" or keep   at the start: the cards you put back
Crystals: * full, . spent, x locked by overload. Hand: + - not as printed.
Beside the board: ? or secret, a card that lies face down.
{_TRAITS}
"""

KEYS = {"e": "end", "p": "power"}

SYMBOLS = (f"{ASLEEP} asleep",)

SEAT_LINES = 2

ZONES = {"deck": "deck", "graveyard": "grave"}

SHUFFLED = ("deck",)

FULL, EMPTY, LOCKED = "*.x"


def able(view: View, piece: Piece) -> str:
    """Whether a character can attack now, or came too late to attack in this turn."""
    if piece.can_attack:
        return CAN_ATTACK
    is_new = piece.has_arrived and piece.cell is not None and "charge" not in piece.keywords
    return ASLEEP if is_new and piece.owner in view.to_act else ""


def beside(view: View, piece: Piece, width: int = 99) -> str:
    """A hero with its armour; weapons and secrets as usual."""
    armour = view.seats[piece.owner].resources["armour"]
    if piece.kind != "hero" or not armour:
        return usual_beside(view, piece, width)
    name, comma, attack = usual_beside(view, piece).partition(",")
    told = f"{name} +{armour} armour{comma}{attack}"
    return told if len(told) <= width else f"{name.removesuffix(' health')}+{armour}{comma}{attack}"


def crystals(player: SeatView) -> str:
    """Mana as crystals, one letter for each: full, spent, locked."""
    held = player.resources
    locked = min(held["locked"], held["crystals"])
    empty = max(held["crystals"] - locked - held["mana"], 0)
    return FULL * held["mana"] + EMPTY * empty + LOCKED * locked


def status(view: View, seat: int) -> list[str]:
    """The line about a seat: mana, the power, what its spells and draws will do."""
    player = view.seats[seat]
    held = player.resources
    if view.phase == "mulligan":
        first = "begins" if player.facts.get("starts") else "goes second, with The Coin"
        return [f"{first}, hand {len(player.zones['hand'])}"]
    parts = [f"mana {held['mana']}/{held['crystals']} {crystals(player)}".rstrip()]
    parts += [f"overload {held['overload']} next turn"] * bool(held["overload"])
    parts.append(f"power {_power_state(view, seat)}")
    parts += [f"spells +{player.facts['spell_damage']}"] * bool(player.facts.get("spell_damage"))
    parts += [f"sap {held['sap']}"] * bool(held["sap"])
    parts += [f"fatigue {held['fatigue']}"] * bool(held["fatigue"])
    if seat != view.seat:
        parts.append(f"hand {len(player.zones['hand'])}")
    return [", ".join(parts)]


def _power(view: View, seat: int) -> CardDef | None:
    """The power that a seat's hero has now."""
    number = view.seats[seat].facts.get("power_card", 0)
    return view.game.catalogue.defs[number] if number else None


def _power_state(view: View, seat: int) -> str:
    """What the power costs, or that it was used in this turn."""
    player = view.seats[seat]
    is_used = view.phase == "turn" and seat in view.to_act and not player.resources["power"]
    return "used" if is_used else f"{player.facts.get('power_cost', 0)} mana"


def labels(view: View) -> Mapping[str, str]:
    """The power by its name and cost."""
    power = None if view.seat is None else _power(view, view.seat)
    return {"power": f"{power.name}, {view.me.facts['power_cost']} mana"} if power else {}


def told(view: View) -> Mapping[str, str]:
    """What the power does."""
    power = None if view.seat is None else _power(view, view.seat)
    return {"power": f"{power.name}, {view.me.facts['power_cost']} mana: {power.text}"} if power else {}


def knows(view: View, piece: Piece) -> Sequence[int]:
    """The power that a hero has now, which need not be the printed one."""
    power = view.seats[piece.owner].facts.get("power_card", 0)
    return [power] if piece.kind == "hero" and power else piece.card.knows


def facts(view: View, piece: Piece) -> list[str]:
    """The armour of a hero, and whether its power was used."""
    power = _power(view, piece.owner)
    if piece.kind != "hero" or power is None:
        return []
    armour = view.seats[piece.owner].resources["armour"]
    return [f"{armour} armour"] * bool(armour) + [f"power: {power.name}, {_power_state(view, piece.owner)}"]
