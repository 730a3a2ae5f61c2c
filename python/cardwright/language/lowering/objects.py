"""Cards as objects: what *it* means where it is a card, and cards of zones that texts name."""

from __future__ import annotations

from cardwright.basics.suggestions import one
from cardwright.catalogue.operations import moments
from cardwright.language.assembly import Query
from cardwright.language.lowering.queries import Queries
from cardwright.language.nodes import Node

IN_HAND = 'add "in your hand" or "in your opponent\'s hand"'
ITSELF = 4
"""The kernel's base of the card just made, drawn, returned or chosen, in a query with a zone."""

MOST_SHOWN = 6
"""How many cards a question of the kernel can show."""

_LACK = {"gear": "be equipped", "unique": "take the place of your hero", "known": "be known"}
"""By flag of a kind: how a refusal says what a card of another kind cannot do."""


class Objects(Queries):
    """Keeps which card *it* means."""

    def made(self, zone: str, kinds: int = 0) -> None:
        """Note that one card came into a zone, so that *it* may mean it; with an empty zone, none."""
        self._made = self.vocabulary.zone(zone) if zone else 0
        self._made_kinds = kinds

    def no_more_than_shown(self, node: Node) -> None:
        """Refuse to let a player choose among more cards than a question can show."""
        if node.number("n") > MOST_SHOWN:
            self.fail(node, "a player can be shown six cards at most", 'write "six" or less')

    def card_meant(self, node: Node) -> str:
        """Whether *it* is a card: one that this text made, one that the event is about, or none."""
        if node.phrase != "it":
            return ""
        there = [
            base
            for base, is_there in (
                (1 if self.at.it_is_this else 2, self.at.has_subject),
                (3, self._has_chosen),
                (4, self._has_single and self._held == "one"),
            )
            if is_there and base not in self._gone
        ]
        if self._made and (there or self.at.has_card):
            self.fail(node, '"it" could mean two things', "name what you mean")
        if self._made:
            return "made"
        return "event" if self.at.has_card and not there else ""

    def card_itself(self, zone: int) -> Query:
        """The query of the card that *it* means, wherever it lies."""
        return Query(base=ITSELF, zone=zone)

    def card_query(self, node: Node) -> Query:
        """The query of the card in a zone that *it* means."""
        if self._made:
            return self.card_itself(self._made)
        if self.at.has_card and moments()[self.at.moment] == "drawn":
            return self.card_itself(self.vocabulary.zone("hand"))
        if self.at.has_card:
            self.fail(node, "a card that is played has left its zone", "name what you mean")
        self.fail(node, '"it" is no card here', 'draw, add or return one first, as in "Draw a card."')

    def in_zone(self, node: Node) -> Query:
        """The query of a filter that must name a zone."""
        query = self.query(node)
        if not query.zone:
            self.fail(node, "only cards in a zone can be meant", IN_HAND)
        return query

    def cards_of(self, node: Node) -> Query | None:
        """The query of a selector for cards in a zone, or of *it* where it is one; None for pieces."""
        if self.card_meant(node) == "made" or (node.phrase == "it" and self._is_drawn()):
            return self.card_query(node)
        if node.phrase not in ("random_one", "random_some", "all", "group"):
            return None
        query = self.query(node.node("f"))
        if not query.zone:
            return None
        query.random = {"random_one": 1, "random_some": node.get("n") or 0}.get(node.phrase, 0)  # type: ignore[assignment]
        bodies = self.vocabulary.bodies | self.vocabulary.gear
        if query.kinds and not query.kinds & bodies:
            self.need_body(node, query, "attack")
        return query

    def _is_drawn(self) -> bool:
        return self.at.has_card and moments()[self.at.moment] == "drawn"

    def held_query(self) -> Query:
        """The query that was selected last."""
        return Query(**self.assembly.queries[self.operations[-1].q])

    def gear_word(self) -> str:
        """The word for the kind that players equip."""
        return next(kind.word for kind in self.vocabulary.kinds if kind.gear)

    def named(self, node: Node, slot: str, flag: str) -> int:
        """The number of a card that is named and must be of a kind with a flag: gear, unique or known."""
        card = node.word(slot)
        kind = self.vocabulary.kinds[self.assembly.kinds[card]]
        if not getattr(kind, flag):
            fitting = [other.word for other in self.vocabulary.kinds if getattr(other, flag)]
            reason = f"{one(kind.word)} cannot {_LACK[flag]}"
            self.fail(node, reason, f"name {one(' or '.join(fitting))}")
        self.carrier.reaches.add(card)
        return self.assembly.defs[card]

    def is_played_later(self) -> bool:
        """Whether the text runs at another time than when its card is played."""
        known = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)].known
        return known or not self.stands.may_choose

    def check_body(self, node: Node) -> None:
        """Refuse to summon a card that *it* means if it cannot stand on the board."""
        kinds = self._made_kinds if self._made else self.at.kinds
        if kinds and not kinds & self.vocabulary.bodies:
            word = next(k.word for i, k in enumerate(self.vocabulary.kinds) if kinds >> i & 1)
            self.fail(node, f"{one(word)} cannot be put on the board by a text", "name another kind")
