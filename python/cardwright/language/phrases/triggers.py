"""When an ability runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Lower, Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering, Occasion


def _self(moment: str, party: str = "", amount: bool = False) -> Lower:
    def lower(low: Lowering, node: Node) -> list[Occasion]:
        return [replace(low.occasion(moment), party=party, has_amount=amount)]

    return lower


def _fights(low: Lowering, node: Node) -> list[Occasion]:
    return [replace(low.occasion(moment), party="foe") for moment in ("attacks", "attacked")]


def _phase(moment: str) -> Lower:
    def lower(low: Lowering, node: Node) -> list[Occasion]:
        return [low.occasion(moment, side=low.side(node.word("p")))]

    return lower


def _whenever(low: Lowering, node: Node) -> list[Occasion]:
    return low.witnessed(node.node("w"), node.node("h"))


def _plays(low: Lowering, node: Node) -> list[Occasion]:
    query = low.query(node.node("f"))
    if query.side or query.relation or query.place or query.zone or query.other or query.status:
        low.fail(
            node.node("f"), "a card that is played has no side and no place yet", "leave those words out"
        )
    found = low.occasion("played", scope=1, side=low.side(node.word("p")), query=low.add(query))
    return [replace(found, has_card=True, kinds=query.kinds)]


def _draws(low: Lowering, node: Node) -> list[Occasion]:
    query = low.query(node.node("f"))
    if query.side or query.relation or query.place or query.zone or query.other or query.status:
        low.fail(node.node("f"), "a card that is drawn has no side and no place yet", "leave those words out")
    is_any = query == low.anything()
    at = -1 if is_any else low.add(query)
    found = low.occasion("drawn", scope=1, side=low.side(node.word("p")), query=at)
    # Nobody knows which card an opponent draws, so *it* cannot mean that one.
    return [replace(found, has_card=node["p"] == "you", kinds=query.kinds)]


def _spends(low: Lowering, node: Node) -> list[Occasion]:
    resource = low.vocabulary.resource(node.word("r")) if node.get("r") else -1
    side = low.side(node.word("p"))
    return [replace(low.occasion("spent", scope=1, side=side), has_amount=True, resource=resource)]


def _daytime(low: Lowering, node: Node) -> list[Occasion]:
    return [low.occasion(("phase_starts", "phase_ends")[low.vocabulary.phase(node.word("h"))])]


def _trigger(
    name: str,
    template: str,
    doc: str,
    example: str,
    lower: Lower | None,
    requires: str = "",
) -> Phrase:
    return Phrase("trigger", name, template, doc, example, lower=lower, requires=requires)


class Happening(NamedTuple):
    """An event that a *whenever* trigger can wait for."""

    moments: tuple[str, ...]
    """The kernel's moments."""
    has_amount: bool = False
    party: str = ""
    """The word for the other piece of the event."""


HAPPENINGS = {
    "happens_dies": Happening(("died",)),
    "happens_enters": Happening(("entered",)),
    "happens_enters_here": Happening(("moved", "entered")),
    "happens_healed": Happening(("healed",), True),
    "happens_damaged": Happening(("damaged",), True, "attacker"),
    "happens_damaged_least": Happening(("damaged",), True, "attacker"),
    "happens_damaged_by": Happening(("damaged",), True, "attacker"),
    "happens_attacks": Happening(("attacks",), False, "target"),
    "happens_attacked": Happening(("attacked",), False, "attacker"),
    "happens_attacked_by": Happening(("attacked",), False, "attacker"),
    "happens_uses": Happening(("used",), False, "target"),
    "happens_moves": Happening(("moved",)),
    "happens_would_take": Happening(("struck",), True, "attacker"),
    "happens_would_take_from": Happening(("struck",), True, "attacker"),
    "happens_would_take_of": Happening(("struck",), True, "attacker"),
    "happens_would_fall": Happening(("struck",), True, "attacker"),
    "happens_would_heal": Happening(("struck",), True),
}
"""The happenings by phrase."""

PHRASES = (
    _trigger(
        "when_played",
        "when played",
        "Once, when the card is played from hand; here a target can be chosen.",
        "When played, deal 1 damage to a minion.",
        None,
    ),
    _trigger("when_dies", "when this dies", "When it dies.", "When this dies, draw a card.", _self("died")),
    _trigger(
        "when_deals",
        "when this deals damage",
        "Each time it deals damage; *the target* is the piece that takes it, *that much* the damage.",
        "When this deals damage, stun the target.",
        _self("dealt", "target", amount=True),
    ),
    _trigger(
        "when_takes",
        "when this takes damage",
        "Each time it takes damage; *the attacker* is the piece that dealt it, *that much* the damage.",
        "When this takes damage, this gets +1/+0.",
        _self("damaged", "attacker", amount=True),
    ),
    _trigger(
        "when_attacks",
        "when this attacks",
        "Each time it attacks; *the target* is the piece it attacks.",
        "When this attacks, stun the target.",
        _self("attacks", "target"),
    ),
    _trigger(
        "when_attacked",
        "when this is attacked",
        "Each time it is attacked; *the attacker* is the piece that attacks it.",
        "When this is attacked, deal 1 damage to the attacker.",
        _self("attacked", "attacker"),
    ),
    _trigger(
        "when_fights",
        "when this fights",
        "Each time it attacks or is attacked; *the foe* is the piece it fights with.",
        "When this fights, deal 1 damage to the foe.",
        _fights,
    ),
    _trigger(
        "when_enters",
        "when this enters play",
        "When it arrives, played or summoned; nothing can be chosen.",
        "When this enters play, deal 1 damage to a random enemy.",
        _self("entered"),
    ),
    _trigger(
        "when_moves",
        "when this moves",
        "Each time it moves or is moved.",
        "When this moves, draw a card.",
        _self("moved"),
    ),
    _trigger(
        "turn_ends",
        "at the end of {p:whose} <turn>",
        "At the end of a turn.",
        "At the end of your turn, deal 1 damage to a random enemy.",
        _phase("phase_ends"),
        requires="turn",
    ),
    _trigger(
        "turn_starts",
        "at the start of {p:whose} <turn>",
        "At the start of a turn.",
        "At the start of your turn, restore 2 health to your hero.",
        _phase("phase_starts"),
        requires="turn",
    ),
    _trigger(
        "whenever",
        "whenever {w:witness} {h:happening}",
        "Each time it happens to another piece; *it* is that piece.",
        "Whenever another friendly minion dies, draw a card.",
        _whenever,
    ),
    _trigger(
        "whenever_plays",
        "whenever {p:who} (play|plays)@p a {f:filter.s}",
        "Each time that player plays such a card.",
        "Whenever you play a spell, this gets +1/+1.",
        _plays,
    ),
    _trigger(
        "whenever_draws",
        "whenever {p:who} (draw|draws)@p a {f:filter.s}",
        "Each time that player draws such a card.",
        "Whenever you draw a card, deal 1 damage to a random enemy.",
        _draws,
    ),
    _trigger(
        "whenever_spends",
        "whenever {p:who} (spend|spends)@p {r:school}",
        "Each time that player pays with mana of that school; *that much* is how much.",
        "Whenever you spend fire, deal 1 damage to a random enemy creature.",
        _spends,
        requires="element",
    ),
    _trigger(
        "whenever_spends_any",
        "whenever {p:who} (spend|spends)@p mana",
        "Each time that player pays with mana of any school; *that much* is how much.",
        "Whenever your opponent spends mana, deal 1 damage to the enemy hero.",
        _spends,
    ),
    _trigger(
        "daytime_starts",
        "whenever {h:phase} starts",
        "Each time that it becomes that time of day.",
        "Whenever night starts, this gets +1/+0.",
        _daytime,
        requires="phase",
    ),
    _trigger(
        "every_seconds",
        "every {n:number} <seconds>",
        "Again and again, each time that many seconds have passed since it arrived.",
        "Every 10 seconds, restore 1 health to your hero.",
        lambda low, node: [low.timer(node, repeats=True)],
        requires="seconds",
    ),
    _trigger(
        "after_seconds",
        "after {n:number} <seconds>",
        "Once, that many seconds after it arrived or was given to a piece; in a spell, after it was played.",
        "After 10 seconds, deal 5 damage to all creatures.",
        lambda low, node: [low.timer(node, repeats=False)],
        requires="seconds",
    ),
    Phrase(
        "witness",
        "watched",
        "a {f:filter.s}",
        "Any such piece, the one that carries the text included.",
        "Whenever an enemy minion attacks, deal 1 damage to it.",
    ),
    Phrase(
        "witness",
        "watched_other",
        "another {f:filter.s}",
        "Any such piece but the one that carries the text.",
        "Whenever another friendly minion dies, this gets +1/+1.",
    ),
    Phrase(
        "happening",
        "happens_dies",
        "dies",
        "It dies.",
        "Whenever another friendly minion dies, draw a card.",
    ),
    Phrase(
        "happening",
        "happens_enters",
        "enters play",
        "It arrives, played or summoned.",
        "Whenever another friendly minion enters play, give it Haste.",
    ),
    Phrase(
        "happening",
        "happens_enters_here",
        "enters this <space>",
        "It comes to where the piece that carries the text stands.",
        "Whenever an enemy unit enters this tile, immobilise it for 2 turns.",
        requires="same_place",
    ),
    Phrase(
        "happening",
        "happens_healed",
        "is healed",
        "Health is restored to it; *that much* is how much.",
        "Whenever a friendly minion is healed, draw a card.",
    ),
    Phrase(
        "happening",
        "happens_damaged",
        "takes damage",
        "It takes damage; *that much* is how much.",
        "Whenever another friendly minion takes damage, this gets +1/+0.",
    ),
    Phrase(
        "happening",
        "happens_damaged_least",
        "takes {n:number} or more damage",
        "It takes that much damage or more at once; *that much* is how much.",
        "Whenever a friendly minion takes 3 or more damage, draw a card.",
    ),
    Phrase(
        "happening",
        "happens_damaged_by",
        "is damaged by a {f:filter.s}",
        "It takes damage from such a piece, which is *the attacker*, or from a spell.",
        "Whenever an enemy creature is damaged by a spell, draw a card.",
    ),
    Phrase(
        "happening",
        "happens_attacked",
        "is attacked",
        "It is attacked; *the attacker* is the piece that attacks it.",
        "Whenever a friendly minion is attacked, deal 1 damage to the attacker.",
    ),
    Phrase(
        "happening",
        "happens_attacked_by",
        "is attacked by a {f:filter.s}",
        "It is attacked by such a piece, which is *the attacker*.",
        "Whenever a friendly minion is attacked by a creature with Flying, deal 1 damage to the attacker.",
    ),
    Phrase(
        "happening",
        "happens_uses",
        "uses a {k:art}",
        "It uses a card that it knows; *the target* is the piece it is used on.",
        "Whenever a friendly creature uses an ability, it gets +1/+0 for 20 seconds.",
        requires="known",
    ),
    Phrase(
        "happening",
        "happens_attacks",
        "attacks",
        "It attacks.",
        "Whenever an enemy minion attacks, deal 1 damage to it.",
    ),
    Phrase(
        "happening",
        "happens_moves",
        "moves",
        "It moves or is moved.",
        "Whenever another friendly minion moves, it gets +1/+0 until end of turn.",
    ),
    Phrase(
        "happening",
        "happens_would_take_of",
        "would take {h:harm}[ or {g:harm}] damage",
        "It is about to take damage of that sort, or of one of the two; the effects say what becomes of it.",
        "Whenever another friendly unit would take cut or piercing damage, this takes it instead.",
        requires="harm",
    ),
)
