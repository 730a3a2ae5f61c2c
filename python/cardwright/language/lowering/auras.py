"""Changes that hold while a card is in play, and what a card itself costs."""

from __future__ import annotations

from typing import Any

from cardwright.basics.suggestions import one
from cardwright.language.assembly import Query
from cardwright.language.lowering.objects import Objects
from cardwright.language.nodes import Node
from cardwright.language.phrases.conditions import COMPARE

KNOWN = 8
"""How many cards a piece may know."""


class Auras(Objects):
    """Adds auras to the carrier."""

    def aura(self, node: Node, attack: int = 0, health: int = 0, keywords: int = 0, phase: str = "") -> None:
        """Add an aura: a change to others while the carrier is in play, or only at a time of day."""
        at = self._group(node)
        if phase:
            query = Query(**self.assembly.queries[at])
            if query.place:
                self.fail(node, "a place and a time of day cannot be asked at once", "leave one of them out")
            query.place = self.vocabulary.phase_place(phase)
            at = self.add(query)
        self.carrier.auras.append(self.assembly.aura(at, attack, health, keywords))

    def _group(self, node: Node) -> int:
        """The query of a group of pieces that an aura changes."""
        if node.phrase not in ("all", "your", "group"):
            self.fail(node, "only a group can have something all the time", 'write "your other minions"')
        self.need_source(node)
        self.select(node)
        return self.operations.pop().q

    def price_aura(self, side: int, node: Node, cost: int, *, first: bool = False, floor: int = 0) -> None:
        """Add an aura that makes cards in hands cost more or less while the carrier is in play.

        With `first`, only the first such card of each turn; with `floor`, not less than that.
        """
        query = self.query(node)
        if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
            self.fail(node, "a card in a hand has no side and no place", "leave those words out")
        self.need_source(node)
        self.lie_in(node, query, self.vocabulary.zone("hand"))
        query.side = side
        more: dict[str, Any] = ({"first": True} if first else {}) | ({"floor": floor} if floor else {})
        self.carrier.auras.append(self.assembly.aura(self.add(query), 0, 0, 0, cost, more))

    def own_aura(self, node: Node, place: int, attack: int = 0, health: int = 0, keywords: int = 0) -> None:
        """Add an aura that changes the carrier itself while it stands at a place."""
        if node.phrase != "this":
            self.fail(node, "only the piece itself can have something at a place", 'write "this"')
        self.need_source(node)
        query = self.add(Query(base=1, place=place))
        self.carrier.auras.append(self.assembly.aura(query, attack, health, keywords))

    def state_aura(
        self, node: Node, state: dict[str, Any], attack: int = 0, health: int = 0, keywords: int = 0
    ) -> None:
        """Add an aura for the carrier or a group that depends on a state or is multiplied by a count."""
        self.need_source(node)
        if node.phrase == "this":
            query = self.add(Query(base=1))
        elif node.phrase == "your_hero":
            self.select(node)
            query = self.operations.pop().q
        else:
            query = self._group(node)
        self.carrier.auras.append(self.assembly.aura(query, attack, health, keywords, 0, state))

    def state(self, condition: Node) -> dict[str, Any]:
        """The fields of an aura that holds while a condition does; it must be one query."""
        inner = type(self)(self.assembly, self.vocabulary, self.carrier)
        inner.condition(condition)
        names = [operation.name for operation in inner.operations]
        first, last = inner.operations[0], inner.operations[-1]
        if names == ["IfAny"]:
            return {"given": first.q}
        if names == ["IfNone"]:
            return {"given": first.q, "given_none": True}
        if names == ["Count", "IfValue"] and first.b == 1 and last.a == COMPARE["least"]:
            return {"given": first.q, "given_least": last.c}
        self.fail(
            condition,
            "this cannot be watched all the time",
            'ask for pieces or cards, as in "while you control a minion"',
        )

    def per(self, node: Node) -> dict[str, Any]:
        """The field of an aura that is multiplied by how many match."""
        query = self.query(node)
        if query.area and self.vocabulary.places[query.area - 1].hidden:
            reason = "others would learn from it what they cannot see"
            self.fail(node, reason, 'let it get this once, as in "When played, this gets +1/+0 for each"')
        return {"per": self.counted(node, query)}

    def own_cost(self, node: Node, change: int) -> None:
        """Let the carrier cost more or less for each of something."""
        wanted = node.node("f")
        query = self.query(wanted)
        if query.relation or query.base:
            self.fail(wanted, "a card in a hand stands beside nothing", "leave the place out")
        if self.carrier.own_cost:
            self.fail(node, "what a card costs depends on one thing", "leave one of them out")
        self.carrier.own_cost = {"query": self.counted(wanted, query), "n": -change}

    def know(self, node: Node, card: str) -> None:
        """Let the carrier know a card."""
        kind = self.vocabulary.kinds[self.assembly.kinds[card]]
        if not kind.known:
            fitting = [one.word for one in self.vocabulary.kinds if one.known]
            self.fail(node, f"{one(kind.word)} cannot be known", f"name {one(' or '.join(fitting))}")
        carrier = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if kind.for_unique and not carrier.unique:
            self.fail(node, f"{one(carrier.word)} cannot use {one(kind.word)}", "leave it to heroes")
        number = self.assembly.defs[card]
        if number in self.carrier.knows:
            self.fail(node, "the card is named twice", "leave one of them out")
        if len(self.carrier.knows) == KNOWN:
            self.fail(node, f"a piece knows at most {KNOWN} cards", "leave some of them out")
        self.carrier.knows.append(number)
        self.carrier.reaches.add(card)
