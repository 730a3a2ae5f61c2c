"""What the terminal table shows of Elemental Command: letters, keys, and the line about a seat."""

from __future__ import annotations

from cardwright.face.view import View

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

KEYS = {"e": "end", "p": "power"}

SOURCES = {"power": "hero"}

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
    "stunned": "z",
    "rooted*": "o",
    "invulnerable": "i",
}
"""One letter per keyword and status; two keywords begin alike, and one is also a status."""


def status(view: View, seat: int) -> list[str]:
    """The line about a seat: resources and cards; below it what of this turn is still unused."""
    player = view.seats[seat]
    held = player.resources
    parts = [f"mana {held['mana']}/{held['crystals']}"]
    parts.append(", ".join(f"{name} {held[name]}" for name in ("earth", "wind", "fire")))
    parts.append(f"hand {len(player.zones['hand'])}, deck {len(player.zones['deck'])}")
    if seat in view.to_act and view.phase == "turn":
        hero = next((piece for piece in view.pieces if piece.kind == "hero" and piece.owner == seat), None)
        free = ["resource step"] * bool(held["step"])
        if held["power"] and hero:
            free.append(f"power ({hero.card.cost} mana: {hero.card.text})")
        if free:
            return [", ".join(parts), f"still unused: {', '.join(free)}"]
    return [", ".join(parts)]
