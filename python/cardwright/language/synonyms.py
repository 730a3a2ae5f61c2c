"""Words that players bring along from other games, and what is said here instead.

Nothing is read by these: a text that uses one is refused, with the word that is meant. Only words that the
game at hand knows are suggested.
"""

from __future__ import annotations

SYNONYMS: dict[str, tuple[str, ...]] = {
    "banish": ("destroy",),
    "battlecry": ("when played",),
    "bounce": ("return",),
    "conjure": ("add", "summon"),
    "create": ("summon", "add"),
    "building": ("structure",),
    "buildings": ("structures",),
    "creature": ("minion", "unit"),
    "creatures": ("minions", "units"),
    "deathrattle": ("dies",),
    "disable": ("stun",),
    "displace": ("move",),
    "exhaust": ("stun",),
    "exile": ("destroy",),
    "foe": ("enemy",),
    "foes": ("enemies",),
    "freeze": ("stun",),
    "heal": ("restore",),
    "hit": ("deal",),
    "immobilise": ("root",),
    "immobilize": ("root",),
    "inflict": ("deal",),
    "kill": ("destroy",),
    "minion": ("unit",),
    "minions": ("units",),
    "negate": ("dispel",),
    "paralyse": ("stun",),
    "paralyze": ("stun",),
    "polymorph": ("into",),
    "pull": ("move",),
    "push": ("move",),
    "refresh": ("may act again",),
    "shove": ("move",),
    "silence": ("dispel",),
    "slay": ("destroy",),
    "slide": ("move",),
    "spawn": ("summon",),
    "steal": ("take control of",),
    "transform": ("into",),
    "unit": ("minion",),
    "units": ("minions",),
    "untap": ("may act again",),
}
"""A player's word to the words of texts that may be meant, the likeliest first."""
