"""Positions of Hearth for tests of tables: a row of minions, weapons, secrets, options and questions."""

from __future__ import annotations

import cardwright as cw
from cardwright.scenario import setup_of

EVENING = """
me: elder-rowan, mana 6, crystals 8, locked 2, overload 1, health 22, armour 3, \
hand "Bramble or Berry" "Keeper of Two Paths" "Yard Dog" "Looking Glass" "Reading the Tracks" \
"Pack Quartermaster" "Yard Dog", deck "Oil Flask" "Gatehouse Shieldman" "Moth of the Wick"
foe: wren-ashby, health 19, hand "Yard Dog", deck "Yard Dog" "Yard Dog"
me a1 Yard Dog
me a2 Frosted Carafe, arrived
me a3 Moth of the Wick, frozen 1
foe b1 Sleepless Bear
foe b2 Ill-Tempered Goose
me beside Cudgel
me beside Snuffed Candle
foe beside Rope Snare
foe beside Decoy Fire
turn me
"""


def evening(seed: int = 5, *, further: str = "") -> cw.Match:
    """A turn with minions in both rows, a weapon, and secrets on both sides; `further` lines add to it."""
    game = cw.game("hearth")
    return game.begin(setup_of(EVENING + further, game), seed)
