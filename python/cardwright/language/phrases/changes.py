"""Effects that only some games have: full health, types, exhaustion, copies, cards in another's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Lower, Phrase, effect

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering

FULL = 999
"""More health than any piece has; healing stops at full health."""


def _heal_full(low: Lowering, node: Node) -> None:
    low.emit("Const", b=FULL)
    low.select(node.node("t"))
    low.no_inert(node, "healed")
    low.no_gear(node, "healed")
    low.emit("Heal")


def _gain_type(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.emit("GainTag", b=low.vocabulary.tag(node.word("g")) + 1)


def _exhaust(low: Lowering, node: Node) -> None:
    span = low.vocabulary.durations[low.vocabulary.duration(node.word("d"))]
    low.select(node.node("t"))
    low.no_unique(node, "exhausted", acting=True)
    low.emit("Own", a=low.vocabulary.own("exhaust"), b=span.seconds)


def _replace(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "replaced")
    low.no_gear(node, "replaced")
    low.emit("Replace", q=low.card(node, "c", piece=True))
    low.gone("destroy")


def _again(operation: str) -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        if operation == "SummonCopy" and low.card_meant(node.node("t")):
            low.emit("Const", b=1)
            low.check_body(node)
            low.emit("SummonIt", a=low.side(node.word("p")))
            low.summoned_copy("one", node.node("t"))
            return
        low.select(node.node("t"), dead=True)
        low.no_unique(node, "copied")
        low.no_gear(node, "summoned")
        is_one = low.holds_one()
        low.emit(operation, a=low.side(node.word("p")))
        low.summoned_copy("one" if is_one else "many", node.node("t"))

    return lower


def _scatter(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "moved", acting=True)
    place = node.get("g")
    low.emit("Scatter", b=low.vocabulary.place(place) if isinstance(place, str) else 0)


def _adjust(low: Lowering, node: Node) -> None:
    is_set = node.phrase == "set_figure"
    if not is_set and not node.number("n"):
        low.fail(node, "a change by 0 changes nothing", "write another number")
    low.select(node.node("t"))
    low.no_unique(node, "changed like this", acting=True)
    low.emit("Const", b=node.number("n") * (-1 if node.get("c") == "less" else 1))
    low.emit("Adjust", a=low.duration(node), b=low.vocabulary.attribute(node.word("a")), c=int(is_set))


def _summon_at(low: Lowering, node: Node) -> None:
    if node["n"] != 1:
        low.fail(node, "each location holds one", 'write "a" and the name')
    place = node.get("w")
    at = low.vocabulary.place(place) if isinstance(place, str) else 0
    around = 0
    if node.phrase == "summon_around":
        low.need_fighter(node)
        around = low.vocabulary.relation(node.word("r"))
    owner = low.side(node.word("o")) if node.get("o") else low.side("you")
    low.emit("SummonAt", a=owner, b=at, c=around, q=low.card(node, "c", piece=True))
    low.held("many")


def _summon_here(low: Lowering, node: Node) -> None:
    if node["n"] != 1:
        low.fail(node, "a location holds one", 'write "a" and the name')
    low.place(node)
    low.emit("SummonHere", q=low.card(node, "c", piece=True))
    low.held("one")


def _daytime(low: Lowering, node: Node) -> None:
    low.emit("Own", a=low.vocabulary.own("daytime"), b=low.vocabulary.phase(node.word("h")))


def _sound(low: Lowering, node: Node) -> None:
    low.emit("Sound", b=low.vocabulary.sound(node.word("s")))


def _aim(low: Lowering, node: Node) -> None:
    low.choose(node, low.query(node.node("f")))


PHRASES = (
    effect(
        "aim",
        "choose a {f:filter.s}",
        "The player chooses one; the next sentences say what happens to it.",
        "Choose a creature. If it is an enemy creature, deal 3 damage to it.",
        _aim,
        "Select",
    ),
    effect(
        "heal_full",
        "restore {t:object} to full health",
        "Restores all health that is missing.",
        "Restore a creature to full health.",
        _heal_full,
        "Const",
        "Heal",
    ),
    effect(
        "gain_type",
        "{t:subject} (become|becomes a)@t {g:type@t} as well",
        "They gain a type and keep those they have.",
        "A creature becomes a beast as well.",
        _gain_type,
        "GainTag",
        requires="type",
    ),
    effect(
        "exhaust",
        "exhaust {t:object} {d:span}",
        "They are not ready for that long.",
        "Exhaust an enemy creature for 10 seconds.",
        _exhaust,
        "Own",
        requires="exhaust",
    ),
    effect(
        "replace",
        "replace {t:object} by a {c:name.s}",
        "They are destroyed; their owner gets the card in their place.",
        "Replace a minion by a Treant.",
        _replace,
        "Replace",
    ),
    effect(
        "summon_copy",
        "{p:actor} (summon|summons)@p a copy of {t:object}",
        "That player gets a new copy of each of them, as printed.",
        "When this dies, summon a copy of a random friendly minion.",
        _again("SummonCopy"),
        "SummonCopy",
    ),
    effect(
        "summon_clone",
        "{p:actor} (summon|summons)@p a clone of {t:object}",
        "That player gets a copy of each of them with its attack, health and all that it has now.",
        "Summon a clone of a friendly minion.",
        _again("Clone"),
        "Clone",
    ),
    effect(
        "scatter",
        "move {t:object} to a random empty <space>",
        "Each of them goes to a random free space of its owner.",
        "Move a minion to a random empty location.",
        _scatter,
        "Scatter",
        requires="spaces",
    ),
    effect(
        "scatter_to",
        "move {t:object} to a random empty {g:ground} <space>",
        "Each of them goes to a random free space of its owner in that row.",
        "After this attacks, move this to a random empty back location.",
        _scatter,
        "Scatter",
        requires="ground",
    ),
    effect(
        "adjust",
        "{t:subject} (get|gets)@t {n:number} {c:more} {a:figure}[ {d:duration}]",
        "A number that is neither attack nor health goes up or down.",
        "A friendly unit gets 2 more move until end of turn.",
        _adjust,
        "Const",
        "Adjust",
        requires="figure",
    ),
    Phrase(
        "effect",
        "set_figure",
        "set the {a:figure} of {t:owner} to {n:number}[ {d:duration}]",
        "A number that is neither attack nor health becomes that number.",
        "Set the move of an enemy unit to 1 until your next turn.",
        lower=_adjust,
        operations=("Const", "Adjust"),
        pronouns={
            "it": "set its {a:figure} to {n:number}[ {d:duration}]",
            "them": "set their {a:figure} to {n:number}[ {d:duration}]",
        },
        requires="figure",
    ),
    effect(
        "summon_at",
        "summon {n:quantity} {c:name@n} on each of {o:whose} empty[ {w:ground}] <spaces>",
        "A copy of the card appears on every free space, or on those of one row.",
        "Summon an Ice Wall on each of your empty front locations.",
        _summon_at,
        "SummonAt",
        requires="spaces",
    ),
    effect(
        "summon_around",
        "summon {n:quantity} {c:name@n} on each {r:nearness} empty[ {w:ground}] <space>",
        "A copy of the card appears on every free space of yours beside the piece that carries the text.",
        "When played, summon a Treant on each adjacent empty location.",
        _summon_at,
        "SummonAt",
        requires="spaces",
    ),
    effect(
        "summon_here",
        "summon {n:quantity} {c:name@n} at an empty <space>",
        "A copy of the card appears on a free space of yours that the player chooses.",
        "Summon a Treant at an empty location.",
        _summon_here,
        "SummonHere",
        requires="spaces",
    ),
    effect(
        "daytime",
        "{h:phase_comes}",
        "The clock is set to the beginning of that time of day.",
        "It becomes night.",
        _daytime,
        "Own",
        requires="daytime",
    ),
    effect(
        "sound",
        "play the sound of {s:sound}",
        "A sound is played; nothing else happens.",
        "Play the sound of thunder.",
        _sound,
        "Sound",
        requires="sound",
    ),
)
