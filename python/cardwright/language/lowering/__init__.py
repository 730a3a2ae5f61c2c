"""Program to operations: one `Lowering` turns one ability into a row of operations.

It keeps what *it* and *them* stand for: the piece of the event, the chosen piece, or what was just picked or
summoned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from cardwright.catalogue.operations import moments
from cardwright.language.assembly import Query
from cardwright.language.lowering.fates import Fates
from cardwright.language.lowering.occasions import NOBODY, Carrier, Occasion, Place
from cardwright.language.nodes import Node
from cardwright.language.phrases.triggers import HAPPENINGS, Happening


class Lowering(Fates):
    """Lowers one ability of a card."""

    def timer(self, node: Node, *, repeats: bool) -> Occasion:
        """After a number of seconds, once or again and again."""
        seconds = node.number("n")
        if seconds < 1:
            self.fail(node, "no time passes", "write at least 1")
        return replace(self.occasion("timer"), wait=1000 * seconds, repeats=repeats)

    def witnessed(self, witness: Node, happening: Node) -> list[Occasion]:
        """The occasions of *whenever*: other pieces, and the carrier unless the text says *another*."""
        query = self._watched_query(witness)
        if happening.phrase == "happens_enters_here":
            here = next(relation.id for relation in self.vocabulary.relations if relation.behind)
            self.relate(witness, query, here, "source")
        by, by_kinds = self._by(happening)
        least = happening.number("n") if happening.get("n") is not None else 0
        fatal = happening.phrase == "happens_would_fall"
        heals = happening.phrase == "happens_would_heal"
        harms = self._harms(happening)
        about = Occasion(0, by=by, party_kinds=by_kinds, least=least, fatal=fatal, healing=heals, harms=harms)
        return self._watching(witness, query, HAPPENINGS[happening.phrase], about)

    def watched(self, witness: Node, moment: str, party: str) -> list[Occasion]:
        """The occasions of a moment about other pieces, and about the carrier where the text means it too."""
        query = self._watched_query(witness)
        return self._watching(witness, query, Happening((moment,), False, party), Occasion(0))

    def _watched_query(self, witness: Node) -> Query:
        """The query of the pieces that a trigger watches."""
        if witness.phrase == "watched_hero":
            return Query(kinds=self.vocabulary.kind_mask(witness.word("k")), side=1)
        query = self.query(witness.node("f"))
        self.check_board(witness, query)
        return query

    def _watching(self, witness: Node, query: Query, what: Happening, about: Occasion) -> list[Occasion]:
        may_be = self.has_source and self._may_be_carrier(query)
        includes_carrier = witness.phrase == "watched" and may_be
        includes_carrier |= witness.phrase == "watched_hero" and may_be and not self.stands.is_granted
        if includes_carrier and self.stands.is_granted:
            self.fail(witness, "an ability that is given watches only others", 'write "another"')
        at = self.add(query)
        shared = replace(
            about,
            has_subject=True,
            has_amount=what.has_amount,
            party="" if about.by == NOBODY else what.party,
        )
        found = [
            replace(
                shared,
                moment=moments().index(moment),
                scope=1,
                query=at,
                kinds=query.kinds,
                party_base=3,
            )
            for moment in what.moments
        ]
        if includes_carrier:
            guard = None if self._must_be_carrier(query) else replace(query, base=1)
            own = replace(shared, moment=moments().index(what.moments[0]), it_is_this=True, guard=guard)
            found.append(own)
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

    def _harms(self, happening: Node) -> int:
        """The sorts of damage that an event must be of, as a mask of tags; 0 for any."""
        named = [str(harm) for slot in ("h", "g") if (harm := happening.get(slot))]
        if len(set(named)) < len(named):
            self.fail(happening, "the same damage is named twice", "leave one of them out")
        return sum(1 << self.vocabulary.tag(harm) for harm in named)

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


def abilities(low: Lowering, trigger: Node, sentences: tuple[Node, ...]) -> list[int]:
    """The abilities that run these sentences when the trigger comes."""
    found = []
    said = [node for sentence in sentences for node in sentence.walk()]
    low.stops = any(node.phrase in ("counter", "redirect") for node in said)
    kind = low.vocabulary.kinds[low.vocabulary.kind(low.carrier.kind)]
    is_veiled = kind.veiled and not low.stands.is_granted
    for occasion in low.occasions(trigger):
        place = Place(is_granted=low.stands.is_granted, is_delayed=low.stands.is_delayed)
        inner = Lowering(low.assembly, low.vocabulary, low.carrier, occasion, place=place)
        guard = inner.emit("IfAny", q=inner.add(occasion.guard)) if occasion.guard else None
        if is_veiled:
            inner.run_once(sentences)
        else:
            inner.run(sentences)
        if guard is not None:
            inner.land(guard)
        if moments()[occasion.moment] == "struck" and not inner.replaces:
            hint = 'write "prevent it"' + ("" if occasion.healing else ' or "this takes it instead"')
            what = "healing" if occasion.healing else "damage"
            low.fail(trigger, f"the text does not say what becomes of the {what}", hint)
        op = low.assembly.program(inner.operations)
        about = (occasion.moment, occasion.scope, occasion.side, occasion.query)
        more = occasion.more() | ({"replaces": inner.replaces} if inner.replaces else {})
        more |= {"turn": 2} if is_veiled else {}
        found.append(low.assembly.ability(*about, op, more))
    return found


__all__ = ["Carrier", "Lowering", "Occasion", "Place", "abilities"]
