"""Program to operations: one `Lowering` turns one ability into a row of operations.

It keeps what *it* and *them* stand for: the piece of the event, the chosen piece, or what was just picked or
summoned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from cardwright.basics.suggestions import one
from cardwright.catalogue.operations import moments
from cardwright.language.assembly import Query
from cardwright.language.lowering.occasions import NOBODY, Carrier, Occasion, Place
from cardwright.language.lowering.queries import Queries
from cardwright.language.nodes import Node
from cardwright.language.phrases.triggers import HAPPENINGS

KNOWN = 8
"""How many cards a piece may know."""


class Lowering(Queries):
    """Lowers one ability of a card."""

    def occasion(self, moment: str, scope: int = 0, side: int = 0, query: int = -1) -> Occasion:
        """When an ability runs."""
        return Occasion(moments().index(moment), scope, side, query)

    def timer(self, node: Node, *, repeats: bool) -> Occasion:
        """After a number of seconds, once or again and again."""
        seconds = node.number("n")
        if seconds < 1:
            self.fail(node, "no time passes", "write at least 1")
        return replace(self.occasion("timer"), wait=1000 * seconds, repeats=repeats)

    def witnessed(self, witness: Node, happening: Node) -> list[Occasion]:
        """The occasions of *whenever*: other pieces, and the carrier unless the text says *another*."""
        query = self.query(witness.node("f"))
        self.check_board(witness, query)
        what = HAPPENINGS[happening.phrase]
        moments, amount = what.moments, what.has_amount
        if happening.phrase == "happens_enters_here":
            here = next(relation.id for relation in self.vocabulary.relations if relation.behind)
            self.relate(witness, query, here, "source")
        includes_carrier = witness.phrase == "watched" and self.has_source and self._may_be_carrier(query)
        if includes_carrier and self.stands.is_granted:
            self.fail(witness, "an ability that is given watches only others", 'write "another"')
        at, (by, by_kinds) = self.add(query), self._by(happening)
        party = "" if by == NOBODY else what.party
        least = happening.number("n") if happening.get("n") is not None else 0
        found = [
            replace(
                self.occasion(moment, 1, 0, at),
                has_subject=True,
                has_amount=amount,
                party=party,
                kinds=query.kinds,
                party_base=3,
                party_kinds=by_kinds,
                by=by,
                least=least,
            )
            for moment in moments
        ]
        if includes_carrier:
            own = replace(self.occasion(moments[0]), has_subject=True, has_amount=amount, party=party)
            own = replace(own, by=by, party_kinds=by_kinds, least=least)
            guard = None if self._must_be_carrier(query) else replace(query, base=1)
            found.append(replace(own, it_is_this=True, guard=guard))
        return found

    def _by(self, happening: Node) -> tuple[int, int]:
        """The query for the other piece of an event and its kinds, if the text says which it must be."""
        if not isinstance(wanted := happening.get("f"), Node):
            return -1, 0
        query = self.query(wanted)
        if query == Query(kinds=query.kinds) and query.kinds and not query.kinds & self.vocabulary.pieces:
            return NOBODY, 0
        self.check_board(wanted, query)
        return self.add(query), query.kinds

    def _may_be_carrier(self, query: Query) -> bool:
        kind = (
            self.vocabulary.pieces if self.stands.is_granted else 1 << self.vocabulary.kind(self.carrier.kind)
        )
        return bool(query.kinds & kind) and query.side != 2 and not query.relation and not query.other & 1

    def _must_be_carrier(self, query: Query) -> bool:
        is_bound = query.damaged or query.keywords or query.without or query.attribute >= 0
        is_free = not (is_bound or query.place or query.not_tags or query.card)
        return is_free and query.tags & ~self.carrier.tags == 0

    def occasions(self, trigger: Node) -> list[Occasion]:
        """The occasions on which a trigger runs its ability."""
        return cast(list[Occasion], self._lower(trigger))

    def granted(self, node: Node) -> list[int]:
        """The abilities that a quoted text gives."""
        trigger = node.node("t")
        if trigger.phrase == "when_played":
            self.fail(trigger, "a piece in play is not played again", "choose another trigger")
        inner = Lowering(self.assembly, self.vocabulary, self.carrier, place=Place(is_granted=True))
        return abilities(inner, trigger, (node.node("c"),))

    def delay(self, trigger: Node, sentences: tuple[Node, ...]) -> None:
        """Leave sentences for later, when the trigger comes."""
        inner = Lowering(self.assembly, self.vocabulary, self.carrier, place=Place(is_delayed=True))
        for ability in abilities(inner, trigger, sentences):
            self.emit("Delay", q=ability)

    def aura(self, node: Node, attack: int = 0, health: int = 0, keywords: int = 0, phase: str = "") -> None:
        """Add an aura: a change to others while the carrier is in play, or only at a time of day."""
        if node.phrase not in ("all", "your", "group"):
            self.fail(node, "only a group can have something all the time", 'write "your other minions"')
        self.need_source(node)
        self.select(node)
        at = self.operations.pop().q
        if phase:
            query = Query(**self.assembly.queries[at])
            if query.place:
                self.fail(node, "a place and a time of day cannot be asked at once", "leave one of them out")
            query.place = self.vocabulary.phase_place(phase)
            at = self.add(query)
        self.carrier.auras.append(self.assembly.aura(at, attack, health, keywords))

    def price_aura(self, side: int, node: Node, cost: int) -> None:
        """Add an aura that makes cards in hands cost more or less while the carrier is in play."""
        query = self.query(node)
        if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
            self.fail(node, "a card in a hand has no side and no place", "leave those words out")
        self.need_source(node)
        self.lie_in(node, query, self.vocabulary.zone("hand"))
        query.side = side
        self.carrier.auras.append(self.assembly.aura(self.add(query), 0, 0, 0, cost))

    def own_aura(self, node: Node, place: int, attack: int = 0, health: int = 0, keywords: int = 0) -> None:
        """Add an aura that changes the carrier itself while it stands at a place."""
        if node.phrase != "this":
            self.fail(node, "only the piece itself can have something at a place", 'write "this"')
        self.need_source(node)
        query = self.add(Query(base=1, place=place))
        self.carrier.auras.append(self.assembly.aura(query, attack, health, keywords))

    def know(self, node: Node, card: str) -> None:
        """Let the carrier know a card."""
        kind = self.vocabulary.kinds[self.assembly.kinds[card]]
        if not kind.known:
            fitting = [one.word for one in self.vocabulary.kinds if one.known]
            self.fail(node, f"{one(kind.word)} cannot be known", f"name {one(' or '.join(fitting))}")
        number = self.assembly.defs[card]
        if number in self.carrier.knows:
            self.fail(node, "the card is named twice", "leave one of them out")
        if len(self.carrier.knows) == KNOWN:
            self.fail(node, f"a piece knows at most {KNOWN} cards", "leave some of them out")
        self.carrier.knows.append(number)
        self.carrier.reaches.add(card)


def abilities(low: Lowering, trigger: Node, sentences: tuple[Node, ...]) -> list[int]:
    """The abilities that run these sentences when the trigger comes."""
    found = []
    for occasion in low.occasions(trigger):
        place = Place(is_granted=low.stands.is_granted, is_delayed=low.stands.is_delayed)
        inner = Lowering(low.assembly, low.vocabulary, low.carrier, occasion, place=place)
        guard = inner.emit("IfAny", q=inner.add(occasion.guard)) if occasion.guard else None
        for sentence in sentences:
            inner.effect(sentence)
        if guard is not None:
            inner.land(guard)
        op = low.assembly.program(inner.operations)
        about = (occasion.moment, occasion.scope, occasion.side, occasion.query)
        found.append(low.assembly.ability(*about, op, occasion.more()))
    return found


__all__ = ["Carrier", "Lowering", "Occasion", "Place", "abilities"]
