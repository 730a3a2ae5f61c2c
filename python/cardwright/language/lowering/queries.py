"""Filters as queries, pools of random cards, named cards, zones and durations."""

from __future__ import annotations

from cardwright.basics.suggestions import one
from cardwright.language.assembly import Query
from cardwright.language.lowering.references import References
from cardwright.language.nodes import Node
from cardwright.language.phrases.conditions import COMPARE

SIDES = {"each": 0, "you": 1, "opponent": 2}

DESTINATION = 5
"""The kernel's base of the place that the player chose."""


class Queries(References):
    """Turns filters into the kernel's queries and pools."""

    def counted(self, node: Node, query: Query) -> int:
        """The number of a query for pieces on the board, cards in a zone or spaces, whichever it names."""
        if not (query.zone or query.ground):
            self.check_board(node, query)
        return self.add(query)

    def bound(self, node: Node, query: Query, attribute: str, compare: str, n: int) -> None:
        """Limit a query by a number."""
        if query.attribute >= 0:
            self.fail(node, "only one number can be compared")
        query.attribute, query.compare, query.n = self.vocabulary.attribute(attribute), COMPARE[compare], n

    def relate(self, node: Node, query: Query, relation: str, anchor: str) -> None:
        """Limit a query to a place beside the source, beside *it* or beside the other piece of the event."""
        if query.relation:
            self.fail(node, "only one place can be named")
        if anchor == "source":
            if not self.has_source or self._is_beside_board():
                self.fail(
                    node,
                    f"{one(self.kind_word)} stands nowhere",
                    'write "adjacent to it" or "in its column" behind the noun',
                )
            query.base = 1
            row = next(one for one in self.vocabulary.relations if one.id == relation)
            if row.one_side and query.side == SIDES["opponent"]:
                where = row.adjective or row.behind or f"in the same {row.line}"
                self.fail(
                    node, f"there can be none: what is {where} is on the same side", "leave the place out"
                )
        else:
            query.base = self._meant(node, anchor)
            if self._gone.get(query.base) == "return":
                self.fail(node, "it has left its place", "say this before it is returned")
        self._need_place(node, query)
        query.relation = self.vocabulary.relation(relation)

    def stand_in_line(self, node: Node, query: Query) -> None:
        """Limit a query to the row or column that the player has chosen."""
        if not self.line:
            lines = " or ".join(one(row.line) for row in self.vocabulary.relations if row.line)
            hint = f'choose {lines} first, as in "Choose {one(self._line_word())}."'
            self.fail(node, '"in it" means nothing here', hint)
        if query.zone or query.relation:
            self.fail(node, "only one place can be named")
        self._need_place(node, query)
        query.base, query.relation = DESTINATION, self.line
        self.keeps_line = True

    def _line_word(self) -> str:
        return next(row.line for row in self.vocabulary.relations if row.line)

    def _is_beside_board(self) -> bool:
        """Whether the piece that carries the text, or uses the card, never stands on the board."""
        if self.carrier_kind() & self.vocabulary.off_board:
            return True
        kinds = self.vocabulary.kinds
        is_heroes_own = kinds[self.vocabulary.kind(self.carrier.kind)].for_unique
        return is_heroes_own and all(kind.off_board for kind in kinds if kind.unique)

    def _need_place(self, node: Node, query: Query) -> None:
        """Refuse a place for kinds that stand nowhere."""
        if query.kinds and not query.kinds & ~self.vocabulary.off_board:
            word = next(k.word for i, k in enumerate(self.vocabulary.kinds) if query.kinds >> i & 1)
            self.fail(node, f"{one(word)} stands nowhere", "leave the place out")

    def need_ground(self, node: Node) -> None:
        """Refuse to speak of the ground under kinds that stand nowhere."""
        if self._kinds and not self._kinds & ~self.vocabulary.off_board:
            word = next(k.word for i, k in enumerate(self.vocabulary.kinds) if self._kinds >> i & 1)
            self.fail(node, f"{one(word)} stands nowhere", "name pieces on the board")

    def lie_in(self, node: Node, query: Query, zone: int) -> None:
        """Limit a query to a zone in which such cards can lie."""
        if query.damaged:
            self.fail(node, "a card in a zone is neither damaged nor undamaged", "leave the word out")
        if query.status:
            word = self.vocabulary.statuses[query.status - 1].word
            self.fail(node, f"a card in a zone is never {word}", "leave the word out")
        name, kinds = self.vocabulary.zones[zone - 1], self.vocabulary.kinds
        piles = self.vocabulary.piles_by_id
        fitting = {i for i, kind in enumerate(kinds) if not (kind.unique or kind.known)}
        fitting &= piles.get(name, fitting)
        if query.kinds and not any(query.kinds >> i & 1 for i in fitting):
            word = next(kind.word for i, kind in enumerate(kinds) if query.kinds >> i & 1)
            where = one(name) if name not in piles else f"the {name}"
            self.fail(node, f"{one(word)} never lies in {where}", "name another kind or zone")
        query.zone = zone

    def need_body(self, node: Node, query: Query, what: str) -> None:
        """Refuse kinds without attack, health and keywords."""
        kinds = enumerate(self.vocabulary.kinds)
        bodies = sum(1 << i for i, kind in kinds if kind.piece and not (kind.placeless or kind.inert))
        if query.kinds and not query.kinds & bodies:
            word = next(k.word for i, k in enumerate(self.vocabulary.kinds) if query.kinds >> i & 1)
            self.fail(node, f"{one(word)} has no {what}", "leave it out")

    def others(self, node: Node) -> int:
        """The bits of *other*: not the source, not the chosen one."""
        bits = (1 if self.has_source else 0) | (2 if self._has_chosen else 0)
        if not bits:
            self.fail(node, '"other" than what?', 'leave "other" out')
        if self._has_second and node.phrase != "another":
            reason = '"other" could mean other than either of the two that were chosen'
            self.fail(node, reason, "leave it out, or say this before the second one is chosen")
        return bits

    def check_standing(self, node: Node, query: Query) -> None:
        """Refuse kinds that no text can put on the board; a noun for several kinds means those it can."""
        kinds = self.vocabulary.kinds
        bodies = self.vocabulary.bodies
        standing = sum(1 << i for i, k in enumerate(kinds) if bodies >> i & 1 and not k.unique)
        if not query.kinds & standing or query.kinds & ~bodies:
            fitting = " or ".join(one(k.word) for i, k in enumerate(kinds) if standing >> i & 1)
            self.fail(node, "not every such card can stand on the board", f"write {fitting}")
        query.kinds &= standing

    def pool(self, node: Node, *, pieces: bool = False, gear: bool = False, among: int = -1) -> int:
        """The number of the pool of random cards that a filter describes.

        With `pieces`, all of them can stand on the board; with `gear`, they can be equipped;
        `among` is the mask of the kinds that are meant.
        """
        query = self.query(node)
        has_place = query.relation or query.place or query.zone
        if query.side or has_place or query.other or query.damaged or query.without:
            self.fail(node, "a random card of the game has no side and no place", "leave those words out")
        if query.card:
            self.fail(node, "a card of one name is not random", "name the card itself")
        ordinary = sum(1 << i for i, kind in enumerate(self.vocabulary.kinds) if not kind.unique)
        known = sum(1 << i for i, kind in enumerate(self.vocabulary.kinds) if kind.known)
        kinds = (query.kinds or ordinary) & among
        if kinds & ordinary and not any(inner.phrase == "kind_or" for inner in node.walk()):
            kinds &= ordinary  # a noun for several kinds means those that can be made
        standing = self.vocabulary.bodies
        if pieces and not query.kinds:
            kinds &= standing
        if gear and kinds & ~self.vocabulary.gear:
            word = next(kind.word for kind in self.vocabulary.kinds if kind.gear)
            self.fail(node, "not every such card can be equipped", f"write {one(word)}")
        if not kinds & ordinary & ~known or kinds & ~ordinary or (pieces and kinds & ~standing):
            self.fail(node, "no such card can be made at random", 'write "minion" or "spell"')
        number = self.assembly.pool(
            {
                "kinds": kinds,
                "attribute": query.attribute,
                "compare": query.compare,
                "n": query.n,
                "keywords": query.keywords,
                "tags": query.tags,
                "collectible": True,
            }
            | ({"not_tags": query.not_tags} if query.not_tags else {})
        )
        self.carrier.pools.add(number)
        return number

    def card(self, node: Node, slot: str, *, piece: bool = False) -> int:
        """The number of a card that is named; with `piece` it must be one that stands on the board."""
        card = node.word(slot)
        kind = self.vocabulary.kinds[self.assembly.kinds[card]]
        stands = kind.piece and not (kind.placeless or kind.gear)
        if piece and kind.gear:
            self.fail(node, f"{one(kind.word)} does not stand on the board", 'write "equip"')
        if kind.unique or kind.known or (piece and not stands):
            fitting = [
                k.word
                for k in self.vocabulary.kinds
                if not (k.unique or k.known) and (not piece or (k.piece and not (k.placeless or k.gear)))
            ]
            done = "be put on the board by a text" if piece else "be made by a text"
            self.fail(node, f"{one(kind.word)} cannot {done}", f"name {one(' or '.join(fitting))}")
        self.carrier.reaches.add(card)
        return self.assembly.defs[card]

    def side(self, player: str) -> int:
        """The kernel's number of a side."""
        return SIDES[player]

    def pile(self, node: Node) -> tuple[int, int]:
        """Side and zone of a pile."""
        return SIDES[node.word("p")], self.vocabulary.zone(node.word("z"))

    def duration(self, node: Node) -> int:
        """The number of an effect's duration; permanent if the text names none."""
        part = node.get("d")
        return self.vocabulary.duration(part) if isinstance(part, str) else 0
