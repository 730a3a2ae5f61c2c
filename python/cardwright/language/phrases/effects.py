"""What is done to pieces: damage, healing, changes, removal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Lower, Phrase, effect

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering


def _measured_out(low: Lowering, node: Node) -> None:
    """Set the value to the amount of the phrase, and the set of pieces to those it names."""
    multiplier = node.get("m")
    if not multiplier:
        low.amount(node, node["n"])
    low.select(node.node("t"))
    low.no_inert(node, "healed" if node.phrase == "heal" else "damaged")
    low.no_gear(node, "healed" if node.phrase == "heal" else "damaged")
    if multiplier:
        low.multiply(node, node["n"], node.node("m"))


def _with_amount(operation: str) -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        _measured_out(low, node)
        low.emit(operation)

    return lower


def _with_harm(low: Lowering, node: Node) -> None:
    _measured_out(low, node)
    low.emit("Damage", a=low.vocabulary.tag(node.word("h")) + 1)


def _with_measure(operation: str) -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        low.measure(node.node("v"))
        low.select(node.node("t"))
        low.no_inert(node, "healed" if operation == "Heal" else "damaged")
        low.no_gear(node, "healed" if operation == "Heal" else "damaged")
        low.emit(operation)

    return lower


def _plain(operation: str, done: str = "", *, acting: bool = False) -> Lower:
    """An operation on each of them; with `done`, as in "taken over", it is refused for heroes."""

    def lower(low: Lowering, node: Node) -> None:
        low.select(node.node("t"), placeless=node.phrase == "destroy", dead=node.phrase == "return")
        if done:
            low.no_unique(node, done, acting=acting)
        if acting:
            low.no_inert(node, done)
        if node.phrase in ("control_of", "dispel", "loosen", "ready", "return"):
            low.no_gear(node, done)
        is_one = low.holds_one()
        low.emit(operation)
        if node.phrase in ("destroy", "return"):
            low.gone(node.phrase)
        if node.phrase == "return" and is_one:
            low.made("hand")

    return lower


def _buff(low: Lowering, node: Node) -> None:
    attack, health = node.pair("s")
    if (cards := low.cards_of(node.node("t"))) is not None:
        _buff_cards(low, node, cards)
        return
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    if node.get("m"):
        low.multiply(node, 1, node.node("m"))
    else:
        low.emit("Const", b=1)
    low.emit("Buff", a=low.duration(node), b=attack, c=health)


def _buff_cards(low: Lowering, node: Node, cards: Query) -> None:
    """A change of cards in a zone, which they keep in play."""
    attack, health = node.pair("s")
    if node.get("d"):
        low.fail(node, "a card in a zone is changed for good", "leave the duration out")
    if node.get("m"):
        low.multiply(node, 1, node.node("m"))
    else:
        low.emit("Const", b=1)
    low.emit("BuffCards", b=attack, c=health, q=low.add(cards))


def _give(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    keyword = node.node("k")
    if keyword.phrase == "counted_keyword":
        if node.get("d"):
            low.fail(node, "a keyword with a number lasts until it is used up", "leave the duration out")
        entry = next(k for k in low.vocabulary.counted_keywords if k.id == keyword.word("k"))
        low.emit("Const", b=keyword.number("n"))
        low.emit("Afflict", a=low.vocabulary.status(entry.status))
        return
    low.emit("Give", a=low.duration(node), b=low.vocabulary.keyword(keyword.word("k")))


def _lose(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    low.emit("Lose", b=low.vocabulary.keyword(node.word("k")))


def _afflict(low: Lowering, node: Node) -> None:
    status = low.vocabulary.statuses[low.vocabulary.status(node.word("s"))]
    if not status.turns:
        low.fail(node, f'"{status.verb}" needs a number of turns', 'add "for 2 turns"')
    low.select(node.node("t"))
    if not status.unique:
        low.no_unique(node, status.word)
    low.no_inert(node, status.word, status=True)
    low.no_gear(node, status.word)
    low.emit("Const", b=status.turns)
    low.emit("Afflict", a=low.vocabulary.status(status.id))


def _afflict_for(low: Lowering, node: Node) -> None:
    status = low.vocabulary.status(node.word("s"))
    low.select(node.node("t"))
    if not low.vocabulary.statuses[status].unique:
        low.no_unique(node, low.vocabulary.statuses[status].word)
    low.no_inert(node, low.vocabulary.statuses[status].word, status=True)
    low.no_gear(node, low.vocabulary.statuses[status].word)
    low.emit("Const", b=node.number("n"))
    low.emit("Afflict", a=status)


CURED = -99
"""Added to a status, it removes all of it."""


def _cure(low: Lowering, node: Node) -> None:
    status = low.vocabulary.status(node.word("s"))
    low.select(node.node("t"))
    if not low.vocabulary.statuses[status].unique:
        low.no_unique(node, "cured")
    low.no_inert(node, "cured", status=True)
    low.emit("Const", b=CURED)
    low.emit("Afflict", a=status)


def _equip(low: Lowering, node: Node) -> None:
    if not 1 <= node.number("c") <= 100:
        low.fail(node, f"{node['c']}% is not a chance", "write 1% to 100%")
    low.select(node.node("t"))
    low.no_unique(node, "equipped")
    low.no_inert(node, "equipped")
    low.emit("Own", a=low.vocabulary.own("equip"), b=node.number("n"), c=node.number("c"))


def _recharge(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "recharged")
    low.no_inert(node, "recharged")
    low.emit("Own", a=low.vocabulary.own("recharge"), b=node.number("n"))


def _move(low: Lowering, node: Node, destination: int) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "moved", acting=True)
    low.aim(node, destination)
    low.emit("Move")


def _set(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "changed to a number")
    low.no_inert(node, "changed to a number")
    low.emit("Const", b=node.number("n"))
    low.emit("Set", a=low.vocabulary.attribute(node.word("a")))


def _grant(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    for ability in low.granted(node.node("a")):
        low.emit("Grant", a=low.duration(node), q=ability)


def _transform(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "turned into another card")
    low.no_gear(node, "turned into another card")
    low.emit("Transform", q=low.card(node, "c", piece=True))


def _strike(low: Lowering, node: Node) -> None:
    low.need_alive(node)
    low.select(node.node("t"))
    low.no_inert(node, "attacked")
    low.no_gear(node, "attacked")
    low.emit("Strike")


PHRASES = (
    effect(
        "damage",
        "deal {n:amount} damage to {t:object}[ {m:multiplier}]",
        "Deals damage to each of them.",
        "Deal 3 damage to an enemy minion.",
        _with_amount("Damage"),
        "Damage",
    ),
    effect(
        "damage_of",
        "deal {n:amount} {h:harm} damage to {t:object}[ {m:multiplier}]",
        "Deals damage of a sort to each of them, which they may resist.",
        "Deal 10 fire damage to a unit in your influence.",
        _with_harm,
        "Damage",
        requires="harm",
    ),
    effect(
        "damage_equal",
        "deal damage equal to {v:measure} to {t:object}",
        "Deals as much damage as the measure says.",
        "Deal damage equal to your fire to a minion.",
        _with_measure("Damage"),
        "Damage",
    ),
    effect(
        "heal",
        "restore {n:amount} health to {t:object}[ {m:multiplier}]",
        "Restores health, never above the full.",
        "Restore 5 health to a minion or hero.",
        _with_amount("Heal"),
        "Heal",
    ),
    effect(
        "heal_equal",
        "restore health equal to {v:measure} to {t:object}",
        "Restores as much health as the measure says.",
        "When this dies, restore health equal to this minion's attack to your hero.",
        _with_measure("Heal"),
        "Heal",
    ),
    Phrase(
        "effect",
        "buff",
        "{t:subject} (get|gets)@t {s:stats}[ {m:multiplier}][ {d:duration}]",
        "Changes attack and health. A bonus of health that ends takes as much damage with it.",
        "A friendly minion gets +2/+2 until end of turn.",
        lower=_buff,
        operations=("Const", "Buff"),
        aliases=(
            "give {t:object} {s:stats}[ {m:multiplier}][ {d:duration}]",
            "{t:subject} (gain|gains)@t {s:stats}[ {m:multiplier}][ {d:duration}]",
        ),
    ),
    Phrase(
        "effect",
        "give",
        "give {t:object} {k:keyword}[ {d:duration}]",
        "They gain a keyword.",
        "Give a friendly minion Haste.",
        lower=_give,
        operations=("Give", "Const", "Afflict"),
        aliases=("{t:subject} (gain|gains)@t {k:keyword}[ {d:duration}]",),
    ),
    effect(
        "lose",
        "{t:subject} (lose|loses)@t {k:plain_keyword}",
        "They lose a keyword.",
        "Enemy minions lose Taunt.",
        _lose,
        "Lose",
    ),
    effect(
        "afflict",
        "{s:affliction} {t:object}",
        "Causes a condition (stuns: they lose their next turn) for as long as the game says.",
        "Stun an enemy minion.",
        _afflict,
        "Const",
        "Afflict",
    ),
    effect(
        "afflict_for",
        "{s:affliction} {t:object} for {n:number} <turns>",
        "Causes a condition (stuns, roots) for a number of turns.",
        "Root an enemy minion for 2 turns.",
        _afflict_for,
        "Const",
        "Afflict",
    ),
    effect(
        "cure",
        "cure {t:object} of {s:ailment}",
        "They lose a condition.",
        "Cure a unit of poison.",
        _cure,
        "Const",
        "Afflict",
        requires="ailment",
    ),
    effect(
        "equip",
        "give {t:object} a defence of {n:number} at {c:number} %",
        "They get a new first defence: that much less damage, in that percentage of attacks.",
        "Give a friendly unit a defence of 6 at 50%.",
        _equip,
        "Own",
        requires="equip",
    ),
    effect(
        "recharge",
        "recharge {t:object} by {n:number}",
        "They regain that much of their own mana, never more than they came with.",
        "At the start of your turn, recharge your units here by 5.",
        _recharge,
        "Own",
        requires="recharge",
    ),
    effect(
        "destroy",
        "destroy {t:object}",
        "They die.",
        "Destroy a damaged minion.",
        _plain("Destroy", "destroyed"),
        "Destroy",
    ),
    effect(
        "return",
        "return {t:object} to (their owners' hands|its owner's hand)@t",
        "They go back to their owner's hand as printed.",
        "Return an enemy minion to its owner's hand.",
        _plain("Return", "returned to a hand"),
        "Return",
    ),
    effect(
        "move",
        "move {t:object}",
        "The chosen piece goes to any free space of its owner that the player chooses.",
        "Move a minion.",
        lambda low, node: _move(low, node, 1),
        "Move",
    ),
    effect(
        "move_adjacent",
        "move {t:object} to an adjacent <space>",
        "The chosen piece goes to a free space of its owner beside it that the player chooses.",
        "Move a minion to an adjacent space.",
        lambda low, node: _move(low, node, 2),
        "Move",
    ),
    effect(
        "dispel",
        "dispel {t:object}",
        "They lose all keywords, statuses, changes and abilities.",
        "Dispel an enemy minion.",
        _plain("Dispel", "dispelled"),
        "Dispel",
    ),
    effect(
        "control_of",
        "take control of {t:object}",
        "They come to your side.",
        "Take control of an enemy minion with 2 or less attack.",
        _plain("Control", "taken over"),
        "Control",
    ),
    Phrase(
        "effect",
        "set_stat",
        "set the {a:stat} of {t:owner} to {n:number}",
        "Attack or health becomes that number.",
        "Set the attack of a minion to 1.",
        lower=_set,
        operations=("Const", "Set"),
        pronouns={"it": "set its {a:stat} to {n:number}", "them": "set their {a:stat} to {n:number}"},
    ),
    effect(
        "ready",
        "{t:subject} may act again",
        "They may move or attack once more this turn.",
        "A friendly minion may act again.",
        _plain("Ready", "made to act again", acting=True),
        "Ready",
    ),
    effect(
        "loosen",
        "{t:subject} may move again",
        "They may move once more this turn.",
        "A friendly minion may move again.",
        _plain("Loosen", "made to move again", acting=True),
        "Loosen",
    ),
    effect(
        "grant",
        'give {t:object} "{a:granted}"[ {d:duration}]',
        "They gain an ability.",
        'Give a friendly minion "When this dies, draw a card."',
        _grant,
        "Grant",
    ),
    effect(
        "transform",
        "turn {t:object} into a {c:name.s}",
        "They become another card.",
        "Turn a minion into a Stone Sprout.",
        _transform,
        "Transform",
    ),
    effect(
        "strike",
        "this attacks {t:object}",
        "The piece that carries the text attacks them at once.",
        "At the end of your turn, this attacks a random enemy minion.",
        _strike,
        "Strike",
    ),
)
