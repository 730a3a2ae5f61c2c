"""Questions, numbers and lasting changes that only some games have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.basics.suggestions import one
from cardwright.language.nodes import Node
from cardwright.language.phrases.conditions import COMPARE
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering

TALLIES = {
    "played-turn": 0,
    "cast-turn": 1,
    "died-turn": 2,
    "hurt-turn": 3,
    "cast-match": 4,
    "played-match": 5,
    "died-match": 6,
}
"""The kernel's numbers for what it counts of a player's deeds."""


# Conditions.


def _played_before(low: Lowering, node: Node) -> int:
    low.emit("Tally", a=1, b=TALLIES["played-turn"])
    return low.emit("IfValue", a=COMPARE["least"], c=1 if low.is_played_later() else 2)


def _died_before(low: Lowering, node: Node) -> int:
    unique = sum(1 << i for i, kind in enumerate(low.vocabulary.kinds) if kind.unique)
    if not low.vocabulary.kind_mask(node.word("k")) & low.vocabulary.bodies & ~unique:
        low.fail(node, "only deaths of pieces on the board are counted", "name another kind")
    low.emit("Tally", a=1, b=TALLIES["died-turn"])
    return low.emit("IfValue", a=COMPARE["least"], c=1)


def _control_other(low: Lowering, node: Node) -> int:
    query = low.query(node.node("f"))
    if query.side or query.zone:
        low.fail(node, '"control" already says whose', "leave the other word out")
    query.side, query.other = low.side(node.word("p")), low.others(node)
    return low.emit("IfAny", q=low.counted(node, query))


def _hero_has(low: Lowering, node: Node) -> int:
    if node["o"] == "each":
        low.fail(node, "this asks about one player", 'write "your" or "your opponent\'s"')
    query = low.board()
    query.kinds, query.side = low.vocabulary.kind_mask(node.word("k")), low.side(node.word("o"))
    low.bound(node, query, node.word("a"), node.word("c"), node.number("n"))
    return low.emit("IfAny", q=low.add(query))


def _holding(low: Lowering, node: Node) -> int:
    wanted = node.node("f")
    query = low.query(wanted)
    if query.side or query.zone or query.relation or query.place or query.damaged:
        low.fail(wanted, "a card in a hand has no side and no place", "leave those words out")
    low.lie_in(wanted, query, low.vocabulary.zone("hand"))
    query.side, query.other = 1, 0
    return low.emit("IfAny", q=low.add(query))


def _exists(low: Lowering, node: Node) -> int:
    return low.emit("IfAny", q=low.counted(node, low.query(node.node("f"))))


def _fallen(low: Lowering, node: Node, survives: int) -> int:
    named = node.node("t")
    who = low.whose(node, named.word("w") if named.phrase == "party" else "it")
    if low.is_dead(who + 1):
        answer = "never" if survives else "always"
        low.fail(node, f"this is {answer} true: it has died", "take the condition out")
    jump = low.emit("IfFallen", a=who, c=survives)
    if not survives:
        low.fallen(who + 1)
    return jump


def _no_copies(low: Lowering, node: Node) -> int:
    query = low.anything()
    query.side, query.zone = low.pile(node.node("z"))
    return low.emit("IfAlike", q=low.add(query))


def _this_is_damaged(low: Lowering, node: Node) -> int:
    low.need_source(node)
    query = low.anything()
    query.base, query.damaged = 1, 1
    return low.emit("IfAny", q=low.add(query))


# Selectors and values.


def _all_but_one(low: Lowering, node: Node) -> None:
    low.hold(node, low.query(node.node("f")), "many")
    low.emit("Spare", b=1)


def _by_chance(low: Lowering, node: Node) -> None:
    if not 1 <= node.number("c") <= 99:
        low.fail(node, f"{node['c']}% is not a chance", "write 1% to 99%")
    low.hold(node, low.query(node.node("f")), "many")
    low.emit("Sift", c=node.number("c"))


def _gear(low: Lowering, node: Node, side: int) -> None:
    query = low.board()
    query.kinds, query.side = low.vocabulary.kind_mask(node.word("k")), side
    low.hold(node, query, "one")


def _tallied(low: Lowering, node: Node, times: int = 1) -> None:
    low.emit("Tally", a=1, b=TALLIES[node.word("y")])
    if times != 1:
        low.emit("Scale", b=times)


def _hurt(low: Lowering, node: Node) -> None:
    kind = next(kind for kind in low.vocabulary.kinds if kind.id == node["k"])
    if kind.inert:
        low.fail(node, f"{one(kind.word)} never takes damage", "name another number")
    low.emit("Tally", a=1, b=TALLIES["hurt-turn"])


def _stat_of(low: Lowering, node: Node) -> None:
    query = low.board()
    query.kinds, query.side = low.vocabulary.kind_mask(node.word("k")), 1
    low.emit("Select", q=low.add(query))
    low.emit("Read", a=3, b=low.vocabulary.attribute(node.word("a")))
    low.held("")


# Statics.


def _stats(low: Lowering, node: Node) -> None:
    attack, health = node.pair("s")
    if node.get("q"):
        low.state_aura(node.node("t"), low.state(node.node("q")), attack=attack, health=health)
    else:
        low.state_aura(node.node("t"), low.per(node.node("f")), attack=attack, health=health)


def _keyword(low: Lowering, node: Node) -> None:
    keywords = 1 << low.vocabulary.keyword(node.word("k"))
    low.state_aura(node.node("t"), low.state(node.node("q")), keywords=keywords)


def _signed(node: Node) -> int:
    return node.number("n") * (-1 if node["c"] == "less" else 1)


def _own_cost(low: Lowering, node: Node) -> None:
    low.own_cost(node, _signed(node))


def _first_costs(low: Lowering, node: Node) -> None:
    low.price_aura(1, node.node("f"), _signed(node), first=True)


def _costs_floor(low: Lowering, node: Node) -> None:
    if node["c"] != "less":
        low.fail(node, "cards that cost more never cost too little", "leave the limit out")
    low.price_aura(low.side(node.word("o")), node.node("f"), _signed(node), floor=node.number("l"))


def _condition(
    name: str, template: str, doc: str, example: str, lower: object, *operations: str, requires: str = ""
) -> Phrase:
    return Phrase(
        "condition",
        name,
        template,
        doc,
        example,
        lower=lower,  # type: ignore[arg-type]
        operations=operations,
        elsewhere={"state": template},
        requires=requires,
    )


_CONDITIONS = (
    _condition(
        "played_before",
        "you played another card this <turn>",
        "You played another card before, in the same turn.",
        "If you played another card this turn, draw a card.",
        _played_before,
        "Tally",
        "IfValue",
        requires="turn",
    ),
    _condition(
        "died_before",
        "a friendly {k:kind.s} died this <turn>",
        "One of your pieces has died in this turn.",
        "If a friendly minion died this turn, draw a card.",
        _died_before,
        "Tally",
        "IfValue",
        requires="turn",
    ),
    _condition(
        "control_other",
        "{p:who} (control|controls)@p another {f:filter.s}",
        "There is such a piece on that player's side beside the one that carries the text.",
        "When played, if you control another minion, draw a card.",
        _control_other,
        "IfAny",
    ),
    _condition(
        "hero_has",
        "{o:whose} {k:unique.s} has {n:number} {c:bound} {a:stat}",
        "A hero has at most or at least that much.",
        "If your hero has 10 or less health, draw a card.",
        _hero_has,
        "IfAny",
    ),
    _condition(
        "holding",
        "you hold a {f:filter.s}",
        "There is such a card in your hand.",
        "If you hold a spell, draw a card.",
        _holding,
        "IfAny",
    ),
    _condition(
        "exists",
        "there is a {f:countable.s}",
        "Such a piece is in play, such a space on the board or such a card in a zone.",
        "If there is a damaged minion, draw a card.",
        _exists,
        "IfAny",
    ),
    _condition(
        "it_dies",
        "{t:one.s} dies",
        "The piece named before is dying or has left play.",
        "Deal 1 damage to a minion. If it dies, draw a card.",
        lambda low, node: _fallen(low, node, 0),
        "IfFallen",
    ),
    _condition(
        "it_survives",
        "{t:one.s} survives",
        "The piece named before is still in play and not dying.",
        "Deal 1 damage to a minion. If it survives, it gets +2/+0.",
        lambda low, node: _fallen(low, node, 1),
        "IfFallen",
    ),
    _condition(
        "no_copies",
        "{z:pile} holds no two copies of a card",
        "All cards of a zone differ.",
        "If your deck holds no two copies of a card, draw two cards.",
        _no_copies,
        "IfAlike",
    ),
    _condition(
        "this_is_damaged",
        "this is damaged",
        "The piece that carries the text is below its full health.",
        "At the end of your turn, if this is damaged, draw a card.",
        _this_is_damaged,
        "IfAny",
    ),
)

_SELECTORS = (
    Phrase(
        "selector",
        "all_but_one",
        "all {f:filter.p} but a random one",
        "Every one except one that chance spares.",
        "Destroy all minions but a random one.",
        lower=_all_but_one,
        operations=("Select", "Spare"),
        number="p",
    ),
    Phrase(
        "selector",
        "by_chance",
        "each {f:filter.s} at a chance of {c:number} %",
        "Each of them with that chance, rolled for each.",
        "Destroy each minion at a chance of 50%.",
        lower=_by_chance,
        operations=("Select", "Sift"),
        number="p",
    ),
    Phrase(
        "selector",
        "your_gear",
        "your {k:gear.s}",
        "What you have equipped.",
        "Your weapon gets +1/+0.",
        lower=lambda low, node: _gear(low, node, 1),
        operations=("Select",),
        number="s",
        requires="gear",
    ),
    Phrase(
        "selector",
        "enemy_gear",
        "your opponent's {k:gear.s}",
        "What your opponent has equipped.",
        "Destroy your opponent's weapon.",
        lower=lambda low, node: _gear(low, node, 2),
        operations=("Select",),
        number="s",
        requires="gear",
    ),
)

_VALUES = (
    Phrase(
        "measure",
        "tallied",
        "the number of {y:tally.p}",
        "How often you did it, or it happened to you.",
        "Deal damage equal to the number of cards you have played this turn to a minion.",
        lower=_tallied,
        operations=("Tally",),
    ),
    Phrase(
        "multiplier",
        "for_each_tally",
        "for each {y:tally.s}",
        "The amount is multiplied by how often you did it, or it happened to you.",
        "Deal 1 damage to a minion for each card you have played this turn.",
        lower=_tallied,
        operations=("Tally", "Scale"),
    ),
    Phrase(
        "measure",
        "hurt",
        "the damage your {k:unique.s} took this <turn>",
        "How much damage your hero has taken in this turn.",
        "Deal damage equal to the damage your hero took this turn to a minion.",
        lower=_hurt,
        operations=("Tally",),
        requires="turn",
    ),
    Phrase(
        "measure",
        "gear_stat",
        "your {k:gear.s}'s {a:stat}",
        "A number of what you have equipped; 0 if there is none.",
        "Deal damage equal to your weapon's attack to a minion.",
        lower=_stat_of,
        operations=("Select", "Read"),
        requires="gear",
    ),
    Phrase(
        "measure",
        "hero_stat",
        "your {k:unique.s}'s {a:stat}",
        "A number of your own hero.",
        "Deal damage equal to your hero's attack to a minion.",
        lower=_stat_of,
        operations=("Select", "Read"),
    ),
)


def _static(name: str, template: str, doc: str, example: str, lower: object, requires: str = "") -> Phrase:
    return Phrase("static", name, template, doc, example, lower=lower, requires=requires)  # type: ignore[arg-type]


_STATICS = (
    _static(
        "stats_while",
        "{t:subject} (have|has)@t {s:stats} while {q:state}",
        "Attack and health are changed as long as the condition holds and this is in play.",
        "This has +2/+0 while you control another minion.",
        _stats,
    ),
    _static(
        "keyword_while_q",
        "{t:subject} (have|has)@t {k:plain_keyword} while {q:state}",
        "They have the keyword as long as the condition holds and this is in play.",
        "This has Taunt while your hand is empty.",
        _keyword,
    ),
    _static(
        "stats_per",
        "{t:subject} (have|has)@t {s:stats} for each {f:countable.s}",
        "Attack and health are changed as many times as there are such pieces, cards or spaces.",
        "This has +1/+0 for each card in your hand.",
        _stats,
    ),
    _static(
        "own_cost",
        "this costs {n:number} {c:more} for each {f:countable.s}",
        "The card costs more or less for each such piece, card or space, while it lies in a hand.",
        "This costs 1 less for each friendly minion.",
        _own_cost,
    ),
    _static(
        "first_costs",
        "the first {f:filter.s} you play each <turn> costs {n:number} {c:more}",
        "The first such card of each turn costs more or less, as long as this is in play.",
        "The first spell you play each turn costs 2 less.",
        _first_costs,
        "turn",
    ),
    _static(
        "costs_floor",
        "{o:whose} {f:filter.p} cost {n:number} {c:more}, but not less than {l:number}",
        "Cards in a hand cost less, but not less than that, as long as this is in play.",
        "Your minions cost 2 less, but not less than 1.",
        _costs_floor,
    ),
)

PHRASES = (*_CONDITIONS, *_SELECTORS, *_VALUES, *_STATICS)
