"""Sentences in a row: what happens instead, later or once, and what becomes of damage, cards and attacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.basics.suggestions import one
from cardwright.catalogue.operations import jumps, moments
from cardwright.language.assembly import Query
from cardwright.language.lowering.auras import Auras
from cardwright.language.lowering.occasions import Occasion, Place
from cardwright.language.nodes import Node

_MANY = ("random_one", "random_some", "all", "group", "your", "all_but_one", "by_chance")
"""Selectors that may find nobody."""

_STOPPABLE = ("played", "attacks", "attacked")
"""Moments at which a card or an attack can still be stopped."""


class Fates(Auras):
    """Carries out sentences in order."""

    def run(self, sentences: Sequence[Node]) -> None:
        """Lower sentences in their order; one that says *instead* takes the place of the one before."""
        at = 0
        while at < len(sentences):
            following = sentences[at + 1] if at + 1 < len(sentences) else None
            if following and following.phrase == "instead" and sentences[at].phrase in ("do", "repeat"):
                self._plain = sentences[at]
                self.effect(following)
                at += 2
            else:
                self.effect(sentences[at])
                at += 1

    def take_plain(self) -> Node | None:
        """The sentence that the next one takes the place of, if there is one."""
        plain, self._plain = self._plain, None
        return plain

    def in_place_of(self, plain: Node, other: Node) -> None:
        """Lower a sentence that happens unless the condition of the next one holds."""
        start, gone = len(self.operations), dict(self._gone)
        self.effect(plain)
        usual, self.operations[start:] = self.operations[start:], []
        # The other sentence knows the chosen piece, but nothing that the plain one did.
        self._held, self._has_single, self._gone, self._made = "", False, gone, 0
        jump = self.given(other.node("q"), other.node("c"))
        end = self.emit("Jump")
        self.land(jump)
        by = len(self.operations) - start
        self.operations += [replace(row, b=row.b + by) if row.name in jumps() else row for row in usual]
        self.land(end)

    def run_once(self, sentences: Sequence[Node]) -> None:
        """Lower the sentences of a card that is used up: first what must hold, then it is spent."""
        first, gone = sentences[0], dict(self._gone)
        if first.phrase == "if":
            guard: int | None = self.condition(first.node("q"))
            self.emit("Spend")
            self.branch(first.node("c"))
            self._gone = gone
            self.run(sentences[1:])
        else:
            guard = self._need_anybody(first)
            self.emit("Spend")
            self.run(sentences)
        if guard is not None:
            self.land(guard)

    def _need_anybody(self, sentence: Node) -> int | None:
        """A jump that is taken if the first effect of a sentence finds nobody; None if it needs nobody."""
        part = sentence.get("c")
        while isinstance(part, Node) and part.phrase in ("and", "then", "and_if"):
            part = part.node("e")
        target = part.get("t") if isinstance(part, Node) else None
        if not isinstance(target, Node) or target.phrase not in _MANY:
            return None
        query = self.query(target.node("f"))
        if query.zone:
            return self.emit("IfAny", q=self.add(query))
        query.side = 1 if target.phrase == "your" else query.side
        return self.emit("IfAny", q=self.counted(target, query))

    def later(self, clauses: Node, duration: int) -> None:
        """Leave effects for the end of this turn or the start of the player's next one."""
        if self.stands.is_delayed:
            self.fail(clauses, "this is already left for later", "leave one of the times out")
        inner = type(self)(self.assembly, self.vocabulary, self.carrier, place=Place(is_delayed=True))
        inner.has_source, inner.line = False, self.line
        inner.effect(clauses)
        op = self.assembly.program(inner.operations)
        ability = self.assembly.ability(moments().index("timer"), 0, 0, -1, op, {})
        self.emit("Delay", a=duration, c=int(inner.keeps_line), q=ability)
        self.keeps_line |= inner.keeps_line

    def need_stoppable(self, node: Node, said: str) -> None:
        """Refuse to stop or turn aside something where no card is played and nobody attacks."""
        if self.at.moment < 0 or moments()[self.at.moment] not in _STOPPABLE or not self.is_event:
            self.fail(node, f"{said} means nothing here", 'begin with "When your opponent plays a spell,"')

    def no_same_target(self, node: Node) -> None:
        """Refuse to turn an attack aside to the piece that is attacked."""
        itself = "it" if self.at.has_subject else "this"
        attacked = {"attacks": "party", "attacked": itself}.get(moments()[self.at.moment])
        if node.phrase == attacked:
            self.fail(node, "it is the target already", "name another piece")

    def replace_damage(self, node: Node, how: int) -> None:
        """Note what becomes of the damage that the ability waits for."""
        if not self.is_event or moments()[self.at.moment] != "struck":
            self.fail(node, "there is no damage here", 'begin with "When your hero would take damage,"')
        if self._depth:
            self.fail(node, "it is replaced always or never", "leave the condition out")
        if self.replaces:
            self.fail(node, "it is replaced twice", "leave one of them out")
        kind = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if how == 2 and self.at.healing:
            self.fail(node, "only damage is taken by another", 'write "prevent it"')
        if how == 2 and (kind.placeless or kind.gear):
            self.fail(node, f"{one(kind.word)} takes no damage", 'write "prevent it"')
        if how == 2 and self.at.it_is_this:
            self.fail(node, "the piece itself would take its own damage", 'write "another" in the trigger')
        self.replaces = how

    def card_occasion(self, moment: str, node: Node) -> Occasion:
        """When a player plays or draws a card, which *it* means."""
        query = self.query(node.node("f"))
        has_place = query.side or query.relation or query.place or query.zone or query.other
        if has_place or query.damaged or query.status:
            done = "drawn" if moment == "drawn" else "played"
            reason = f"a card that is {done} has no side and no place yet"
            self.fail(node.node("f"), reason, "leave those words out")
        if node.phrase == "when_plays" and not self.stops:
            moment = "resolved"  # nothing holds the card up, so it comes first
        at = -1 if query == Query() else self.add(query)
        found = self.occasion(moment, scope=1, side=self.side(node.word("p")), query=at)
        is_piece = bool(query.kinds) and not query.kinds & ~self.vocabulary.bodies
        return replace(
            found,
            has_card=True,
            has_subject=moment == "resolved" and is_piece,
            kinds=query.kinds,
        )

    def occasion(self, moment: str, scope: int = 0, side: int = 0, query: int = -1) -> Occasion:
        """When an ability runs."""
        return Occasion(moments().index(moment), scope, side, query)
