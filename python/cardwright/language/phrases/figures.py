"""Effects on pieces that only some games have: two numbers at once, other shapes, gear, heroes and powers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.basics.suggestions import one
from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Lower, Phrase, effect

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _fight_number(low: Lowering, node: Node) -> int:
    """The number of an attribute that must be attack or health."""
    number = low.vocabulary.attribute(node.word("a"))
    if number > 1:
        low.fail(node, "only attack and health can be changed so", 'write "attack" or "health"')
    return number


def _on_each(operation: str, done: str = "") -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        low.select(node.node("t"))
        low.no_inert(node, done or "changed")
        low.emit(operation)

    return lower


def _double(low: Lowering, node: Node) -> None:
    attribute = _fight_number(low, node)
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    low.emit("Multiply", a=attribute, b=2)


def _absorb(low: Lowering, node: Node) -> None:
    who = low.whose(node, node.word("w"))
    if who == 3:
        low.fail(node, '"its" means a piece that was picked here', "let the player choose it")
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    low.emit("Absorb", a=who)


def _exchange(low: Lowering, node: Node) -> None:
    attribute = _fight_number(low, node)
    low.need_fighter(node)
    if node.node("t").phrase == "this":
        low.fail(node.node("t"), "nobody swaps with itself", "name another piece")
    low.select(node.node("t"))
    low.no_inert(node, "changed")
    if not low.holds_one():
        low.fail(node.node("t"), "two pieces swap", 'write "a" or "a random" and the singular')
    low.emit("Exchange", a=attribute)


def _split(low: Lowering, node: Node) -> None:
    low.amount(node, node["n"])
    query = low.query(node.node("f"))
    low.check_board(node.node("f"), query)
    low.emit("Split", q=low.add(query))
    low.held("", query.kinds)
    low.no_inert(node, "damaged")
    low.no_gear(node, "damaged")


def _rolled(low: Lowering, node: Node) -> None:
    amount = node["n"]
    if not isinstance(amount, Node) or amount.phrase != "range":
        low.fail(node, "only a range is rolled", 'write it like "2-4"')
    least, most = amount.pair("r")
    if least >= most:
        low.fail(amount, f"{least}-{most} is not a range", f"write {most}-{least}")
    low.select(node.node("t"))
    low.no_inert(node, "damaged")
    low.no_gear(node, "damaged")
    low.emit("DamageRolled", b=least, c=most)


def _evolve(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "turned into another card")
    low.no_gear(node, "turned into another card")
    low.emit("Evolve", b=node.number("n") * (-1 if node["c"] == "less" else 1))


def _transform_random(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "turned into another card")
    low.no_gear(node, "turned into another card")
    low.emit("TransformRandom", q=low.pool(node.node("f"), pieces=True))


def _become(low: Lowering, node: Node) -> None:
    if node.node("s").phrase != "this":
        low.fail(node.node("s"), "only the card itself becomes a copy", 'write "this"')
    low.need_fighter(node)
    if node.node("t").phrase == "this":
        low.fail(node.node("t"), "it is itself already", "name another piece")
    low.select(node.node("t"))
    low.no_unique(node, "copied")
    low.no_gear(node, "copied so")
    if not low.holds_one():
        low.fail(node.node("t"), "a piece becomes a copy of one", 'write "a" or "a random"')
    low.emit("Become")


def _control_for(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "taken over")
    low.no_gear(node, "taken over")
    low.emit("Control", a=low.duration(node))


def _lasts(low: Lowering, node: Node) -> None:
    if node.node("t").phrase == "it":
        low.no_doubt(node.node("t"))
    if not (node.node("t").phrase == "it" and low.holds_new()):
        low.select(node.node("t"))
        low.no_unique(node, "destroyed")
    low.emit("Perish", a=low.duration(node))


def _assail(low: Lowering, node: Node) -> None:
    low.select(node.node("t"))
    low.no_unique(node, "made to attack", acting=True)
    low.no_inert(node, "made to attack")
    low.no_gear(node, "made to attack")
    low.emit("Assail")


def _gear(low: Lowering, node: Node) -> None:
    low.emit("Const", b=1)
    low.emit("Summon", a=low.side(node.word("p")), q=low.named(node, "c", "gear"))
    low.held("one", low.vocabulary.gear)


def _gear_random(low: Lowering, node: Node) -> None:
    low.emit("Const", b=1)
    low.emit("SummonRandom", a=low.side(node.word("p")), q=low.pool(node.node("f"), gear=True))
    low.held("one", low.vocabulary.gear)


def _gear_from(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    query = low.query(wanted)
    if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
        low.fail(wanted, "a card in a zone has no side and no place", "leave those words out")
    if not query.kinds or query.kinds & ~low.vocabulary.gear:
        low.fail(wanted, "not every such card can be equipped", f"write {one(low.gear_word())}")
    query.side, zone = low.pile(node.node("z"))
    low.lie_in(wanted, query, zone)
    query.random = 1
    low.emit("Raise", a=low.side(node.word("p")), q=low.add(query))
    low.held("one", query.kinds)


def _new_card(low: Lowering, node: Node) -> None:
    if node.phrase == "new_hero" and node.node("t").phrase != "your_hero":
        low.fail(node.node("t"), "only your own hero becomes another card", 'write "your hero"')
    if node.phrase == "new_hero":
        low.emit("ReplaceHero", q=low.named(node, "c", "unique"))
    else:
        low.emit("Learn", q=low.named(node, "c", "known"))


def _refresh(low: Lowering, node: Node) -> None:
    low.emit("Own", a=low.vocabulary.own("refresh_power"))


def _either(low: Lowering, node: Node) -> None:
    side = low.side(node.word("p"))
    first, second = low.card(node, "c", piece=True), low.card(node, "e", piece=True)
    jump = low.emit("Chance", c=50)
    low.emit("Const", b=node.number("n"))
    low.emit("Summon", a=side, q=first)
    end = low.emit("Jump")
    low.land(jump)
    low.emit("Const", b=node.number("m"))
    low.emit("Summon", a=side, q=second)
    low.land(end)
    low.held("one" if node["n"] == node["m"] == 1 else "many")


_OF_PIECES = (
    Phrase(
        "effect",
        "swap_stats",
        "swap the attack and health of {t:owner}",
        "Attack and health change places.",
        "Swap the attack and health of a minion.",
        lower=_on_each("Swap"),
        operations=("Swap",),
        pronouns={"it": "swap its attack and health", "them": "swap their attack and health"},
    ),
    Phrase(
        "effect",
        "double",
        "double the {a:stat} of {t:owner}",
        "Attack or health becomes twice as much.",
        "Double the health of a minion.",
        lower=_double,
        operations=("Multiply",),
        pronouns={"it": "double its {a:stat}", "them": "double their {a:stat}"},
    ),
    effect(
        "absorb",
        "{t:subject} (get|gets)@t {w:possessor} attack and health",
        "They get as much attack and health as a piece named before has, or had.",
        "Destroy a friendly minion and your hero gets its attack and health.",
        _absorb,
        "Absorb",
    ),
    effect(
        "exchange",
        "swap {a:stat} with {t:object}",
        "The piece that carries the text and another exchange a number.",
        "When played, swap health with a minion.",
        _exchange,
        "Exchange",
    ),
    effect(
        "split",
        "deal {n:amount} damage split at random among all {f:filter.p}",
        "Deals damage point by point, each to a random one of them.",
        "Deal 3 damage split at random among all enemies.",
        _split,
        "Split",
    ),
    effect(
        "rolled",
        "deal {n:amount} damage, rolled for each, to {t:object}",
        "Each of them takes its own random amount of damage.",
        "Deal 2-3 damage, rolled for each, to all enemy minions.",
        _rolled,
        "DamageRolled",
    ),
    effect(
        "evolve",
        "turn {t:object} into (random ones|a random one)@t costing {n:number} {c:more}",
        "Each becomes a random card of its kind that costs that much more or less.",
        "Turn your minions into random ones costing 1 more.",
        _evolve,
        "Evolve",
        requires="price",
    ),
    effect(
        "transform_random",
        "turn {t:object} into (random|a random)@t {f:filter@t}",
        "Each becomes a random card of the game.",
        "Turn a minion into a random minion costing 1.",
        _transform_random,
        "TransformRandom",
    ),
    effect(
        "become",
        "{s:subject.s} becomes a copy of {t:object}",
        "The piece that carries the text becomes a copy of another.",
        "When played, this becomes a copy of a minion.",
        _become,
        "Become",
    ),
    effect(
        "control_for",
        "take control of {t:object} {d:duration}",
        "They come to your side for a time.",
        "Take control of an enemy minion until end of turn.",
        _control_for,
        "Control",
    ),
    effect(
        "lasts",
        "{t:subject} (last|lasts)@t {d:duration}",
        "They are destroyed when the time is over.",
        "A friendly minion lasts until end of turn.",
        _lasts,
        "Perish",
    ),
    effect(
        "assail",
        "let {t:object} attack (random enemies|a random enemy)@t",
        "Each of them attacks a random enemy; Taunt, Stealth and distance do not matter.",
        "Let all minions attack random enemies.",
        _assail,
        "Assail",
    ),
    effect(
        "summon_either",
        "{p:actor} (summon|summons)@p {n:quantity} {c:name@n} or {m:quantity} {e:name@m} at random",
        "That player gets one or the other in play, picked by chance.",
        "Summon a Sapling or a Duckling at random.",
        _either,
        "Chance",
        "Const",
        "Summon",
        "Jump",
    ),
)

_OF_PLAYERS = (
    effect(
        "equip_gear",
        "{p:actor} (equip|equips)@p a {c:name.s}",
        "That player gets the card in play; what was equipped before is destroyed.",
        "Equip a Rusty Hook.",
        _gear,
        "Const",
        "Summon",
        requires="gear",
    ),
    effect(
        "equip_random",
        "{p:actor} (equip|equips)@p a random {f:filter.s}",
        "That player gets a random card of the game in play; what was equipped before is destroyed.",
        "Equip a random weapon.",
        _gear_random,
        "Const",
        "SummonRandom",
        requires="gear",
    ),
    effect(
        "equip_from",
        "{p:actor} (equip|equips)@p a random {f:filter.s} from {z:pile}",
        "A random card of a zone comes into play; what was equipped before is destroyed.",
        "Equip a random weapon from your deck.",
        _gear_from,
        "Raise",
        requires="gear",
    ),
    effect(
        "new_hero",
        "{t:subject.s} becomes {c:name.s}",
        "Your hero becomes another card.",
        "Your hero becomes The Landlord.",
        _new_card,
        "ReplaceHero",
    ),
    effect(
        "new_power",
        "your {k:art} becomes {c:name.s}",
        "Your hero knows this card in place of the one it knew.",
        "Your power becomes Brace.",
        _new_card,
        "Learn",
        requires="refresh_power",
    ),
    effect(
        "refresh_power",
        "your {k:art} may be used again",
        "It may be used once more this turn.",
        "Your power may be used again.",
        _refresh,
        "Own",
        requires="refresh_power",
    ),
)

PHRASES = (*_OF_PIECES, *_OF_PLAYERS)
