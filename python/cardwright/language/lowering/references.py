"""Choices and pronouns: what *it*, *them*, *the attacker* and *the target* stand for."""

from __future__ import annotations

from typing import NoReturn

from cardwright.basics.suggestions import one
from cardwright.catalogue import OWN_SPACE
from cardwright.language.assembly import Query
from cardwright.language.gamefile import Kind
from cardwright.language.lowering.core import Core
from cardwright.language.nodes import Node

LATER = 'give it the rest, as in: Give an enemy minion "After 20 seconds, destroy this."'
"""The suggestion for a delayed effect on a piece that was named before."""

SECOND = 2
"""The kernel's base of the second chosen piece: where abilities have the piece of their event."""

OF_THE_DEAD = "it can be returned to a hand, copied and asked about"
"""What texts can do with a piece that has died."""


class References(Core):
    """Keeps what was named, chosen, picked or summoned, and what has left since."""

    @property
    def _later_hint(self) -> str:
        has_seconds = "seconds" in self.vocabulary.file.words
        return LATER if has_seconds else 'write "a random" or name all of them, or say how long it lasts'

    def choose(self, node: Node, query: Query) -> None:
        """Let the player choose, and make the set of pieces the chosen one."""
        if self.stands.is_delayed:
            self.fail(node, "nothing can be chosen for later", self._later_hint)
        if not self.stands.may_choose:
            self.fail(node, "nobody can choose here", 'write "a random" or name all of them')
        if self.line:
            self.fail(node, "a card has one target", 'write "a random" or name all of them')
        if self._has_chosen or self.carrier.target >= 0:
            self._need_second(node)
        self.check_board(node, query)
        if query.kinds & self.vocabulary.placeless:
            self.fail(node, "a piece that stands nowhere cannot be chosen", 'write "all" and the plural')
        if query.kinds & self.vocabulary.gear:
            word = next(
                k.word for i, k in enumerate(self.vocabulary.kinds) if k.gear and query.kinds >> i & 1
            )
            self.fail(node, f"{one(word)} cannot be chosen", f'write "your opponent\'s {word}"')
        named = [kind for number, kind in enumerate(self.vocabulary.kinds) if query.kinds >> number & 1]
        if named and all(kind.inert for kind in named):
            self.fail(node, f"{one(named[0].word)} cannot be chosen", 'write "all" and the plural')
        if query.relation or query.base:
            self.fail(node, "a choice cannot depend on a place", "name all of them, or a random one")
        kind = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if kind.known and query.place and self.vocabulary.places[query.place - 1].beyond_arts:
            self.fail(
                node, f"{one(kind.word)} cannot choose pieces that stand there", 'write "all" or "a random"'
            )
        if self._has_chosen:
            self.carrier.second, self.carrier.second_chosen = self.add(query), query
            self._has_second = True
        else:
            self.carrier.target, self.carrier.chosen = self.add(query), query
            self._has_chosen = True
        base = SECOND if self._has_second else 3
        self.emit("Select", q=self.add(Query(base=base)))
        self._held, self._kinds, self._base = "chosen", query.kinds, base
        self.has_copy = False

    def _need_second(self, node: Node) -> None:
        """Refuse another choice where the game, the card or the text allows no second one."""
        kind = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if self.vocabulary.limits.get("targets", 1) < 2 or kind.unique or kind.known:
            self.fail(node, "a card has one target", 'write "it" for the one that was chosen')
        if self._has_second or not self._has_chosen:
            self.fail(node, "a card has two targets at most", 'write "a random" or name all of them')
        if self.carrier.destination:
            reason = "a card that moves its target has no second one"
            self.fail(node, reason, 'write "a random" or name all of them')

    def hold(self, node: Node, query: Query, number: str) -> None:
        """Make the set of pieces those of a query; `number` says whether *it* or *them* may mean them."""
        if query.kinds or not query.base or query.relation:
            self.check_board(node, query)
        self.emit("Select", q=self.add(query))
        self.held(number, query.kinds)

    def held(self, number: str, kinds: int = 0) -> None:
        """Note that the set of pieces is one or many, or that no pronoun can mean it."""
        self._held, self._kinds, self._base = number, kinds, 4
        self.has_copy = False
        self._has_single |= number == "one"
        self._gone.pop(4, None)

    def need_alive(self, node: Node) -> None:
        """Refuse an action of the piece that carries the text if it is not in play."""
        self.need_source(node)
        self._need_there(node, 1)

    def need_fighter(self, node: Node) -> None:
        """Refuse an action of the carrier if it is not in play or does not stand on the board."""
        self.need_alive(node)
        kind = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if self.carrier_kind() and (kind.placeless or kind.gear or kind.unique):
            self.fail(node, f"{one(kind.word)} cannot do this", "let a piece on the board do it")

    def hold_carrier(self, node: Node, query: Query) -> None:
        """Make the set of pieces the one that carries the text."""
        self.need_source(node)
        self._need_there(node, 1)
        kind = self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)]
        if kind.veiled and not self.stands.is_granted:
            self.fail(node, f"{one(kind.word)} is used up by then", "name another piece")
        query.base = 1
        self.hold(node, query, "")
        self.held("", self.carrier_kind())
        self._base = 1

    def bind(self, node: Node) -> None:
        """Make the set of pieces what *it* means."""
        base = self._meant(node, node.word("w") if node.phrase == "party" else "it")
        self._need_there(node, base)
        if base != 4:
            self.has_copy = False
            self.emit("Select", q=self.add(Query(base=base)))
            self._held = "chosen" if base == 3 and self._has_chosen else ""
            self._kinds = self.at.kinds if base == 2 else 0
            if node.phrase == "party":
                self._kinds = self.at.party_kinds
            if base == 3 and self._has_chosen and self.carrier.chosen:
                self._kinds = self.carrier.chosen.kinds
            self._base = base

    def bind_copy(self, node: Node) -> None:
        """Let the set of pieces be the copy that was just summoned."""
        if not self.has_copy:
            self.fail(node, '"the copy" means nothing here', "say it right after the copy is summoned")
        self._is_copy_clear = True

    def summoned_copy(self, number: str, model: Node) -> None:
        """Note that the set of pieces is a copy, or several."""
        self.held(number)
        self.has_copy, self._is_copy_clear = number == "one", model.phrase == "this"

    def no_doubt(self, node: Node) -> None:
        """Refuse *it* right after a copy was summoned: it could also be the one that was copied."""
        if self.has_copy and not self._is_copy_clear:
            reason = '"it" could mean the copy or the one that was copied'
            self.fail(
                node, reason, 'write "the copy", or say it of the other one before the copy is summoned'
            )

    def bind_many(self, node: Node) -> None:
        """Make the set of pieces what *them* means."""
        if self._held != "many":
            self.fail(node, '"them" means nothing here', "name those you mean")
        self._need_there(node, 4)

    def about(self, node: Node, query: Query) -> None:
        """Let a query be about one piece that was named before."""
        if query.relation or query.zone or query.random:
            self.fail(node, "this cannot be asked of one piece", "leave the place out")
        query.base = self.one(node.node("t"))

    def one(self, node: Node) -> int:
        """The kernel's base of *it*, *the attacker* or *the target*, which the text has not removed."""
        base = self._meant(node, node.word("w") if node.phrase == "party" else "it")
        if not self.is_dead(base):
            self._need_there(node, base)
        return base

    def _meant(self, node: Node, word: str) -> int:
        """The kernel's base of *it* or of a word for the other piece of the event."""
        if word == "it":
            return self._it(node)
        if word == "copy" and self.has_copy:
            return 4
        if word != self.at.party:
            here = 'write "it"' if self.at.has_subject else "name what you mean"
            here = f'here it is "the {self.at.party}"' if self.at.party else here
            self.fail(node, f'"the {word}" means nothing here', here)
        return self.at.party_base

    def is_dead(self, base: int) -> bool:
        """Whether the event is that piece's death; it is remembered as it last was."""
        return self._gone.get(base) == "die"

    def _need_there(self, node: Node, base: int) -> None:
        left = self._gone.get(base)
        if left == "die" and not self._means_dead:
            self.fail(node, "a piece that has died is no longer in play", OF_THE_DEAD)
        if left and left != "die":
            how = "destroyed" if left == "destroy" else "returned"
            self.fail(
                node, f"a piece that was {how} is no longer in play", "say this before, or leave it out"
            )

    def gone(self, how: str) -> None:
        """Note that the set of pieces has left play."""
        self._gone[self._base] = how

    def fallen(self, base: int) -> None:
        """Note that a piece is dying or has left play."""
        self._gone.setdefault(base, "die")

    def no_unique(self, node: Node, done: str, *, acting: bool = False) -> None:
        """Refuse to do something to a unique kind; if the text names no kind, unique ones are left out.

        With `acting`, unique kinds that act like others are allowed.
        """
        if acting and all(kind.acts for kind in self.vocabulary.kinds if kind.unique):
            return
        if any(inner.phrase in ("type", "type_or") for inner in node.walk()):
            self._leave_out_unique()
        for number, kind in enumerate(self.vocabulary.kinds):
            if kind.unique and self._kinds >> number & 1:
                self._fail_of_kind(node, kind, done)
        if not self._kinds and self.operations[-1].name == "Select":
            query = Query(**self.assembly.queries[self.operations.pop().q])
            query.kinds = sum(
                1 << i
                for i, kind in enumerate(self.vocabulary.kinds)
                if kind.piece and not (kind.unique or kind.gear or kind.veiled)
            )
            self.emit("Select", q=self.add(query))

    def _leave_out_unique(self) -> None:
        """Let a type of pieces mean those that are of no unique kind."""
        others = ~sum(1 << i for i, kind in enumerate(self.vocabulary.kinds) if kind.unique)
        is_second = self._has_second and self._base == SECOND
        chosen = self.carrier.second_chosen if is_second else self.carrier.chosen
        if self._held == "chosen" and chosen and chosen.kinds == self._kinds:
            chosen.kinds &= others
            if is_second:
                self.carrier.second = self.add(chosen)
            else:
                self.carrier.target = self.add(chosen)
        elif self.operations[-1].name == "Select":
            query = Query(**self.assembly.queries[self.operations.pop().q])
            query.kinds &= others
            self.emit("Select", q=self.add(query))
        else:
            return
        self._kinds &= others

    def no_inert(self, node: Node, done: str, *, status: bool = False) -> None:
        """Refuse to do something that means nothing to the kinds named; with `status`, to cause a status."""
        kinds = [kind for number, kind in enumerate(self.vocabulary.kinds) if self._kinds >> number & 1]
        if kinds and all(kind.inert or (status and kind.immune) for kind in kinds):
            self._fail_of_kind(node, kinds[0], done, status=status)

    def no_gear(self, node: Node, done: str) -> None:
        """Refuse to do something to kinds that lie beside the board."""
        kinds = [kind for number, kind in enumerate(self.vocabulary.kinds) if self._kinds >> number & 1]
        if kinds and all(kind.gear for kind in kinds):
            self._fail_of_kind(node, kinds[0], done)

    def _fail_of_kind(self, node: Node, kind: Kind, done: str, *, status: bool = False) -> NoReturn:
        standing = [k for k in self.vocabulary.kinds if k.piece and not (k.unique or k.placeless or k.gear)]
        fitting = [k.word for k in standing if not status or not (k.inert or k.immune)]
        self.fail(node, f"{one(kind.word)} cannot be {done}", f'write "{" or ".join(fitting)}"')

    def whose(self, node: Node, word: str) -> int:
        """The kernel's number of the piece that *its* or *the attacker's* means."""
        return {1: 0, 2: 1, 3: 2, 4: 3}[self._meant(node, word)]

    def _it(self, node: Node) -> int:
        self.no_doubt(node)
        meant = [
            base
            for base, is_there in (
                (1 if self.at.it_is_this else 2, self.at.has_subject),
                (3, self._has_chosen),
                (4, self._has_single),
            )
            if is_there
        ]
        if not meant and self.at.party:
            reason = f'"it" could mean this or the {self.at.party}'
            self.fail(node, reason, f'write "this" or "the {self.at.party}"')
        if not meant and self.stands.is_delayed:
            self.fail(node, '"it" means nothing later', self._later_hint)
        if not meant:
            self.fail(node, '"it" means nothing here', "name what you mean")
        if self._has_second:
            reason = '"it" could mean either of the two that were chosen'
            self.fail(node, reason, "say it of the first one before the second one is chosen")
        if len(meant) > 1:
            self.fail(node, '"it" could mean two things', "name what you mean")
        if meant[0] == 4 and self._held != "one":
            self.fail(node, '"it" is too far from what it means', "say it right after")
        return meant[0]

    def aim(self, node: Node, destination: int) -> None:
        """Let the player choose where the chosen piece goes."""
        if self._held != "chosen":
            self.fail(
                node,
                "only a chosen piece can be moved",
                'write "move a minion" in a spell or after "When played,"',
            )
        if self._has_second:
            self.fail(node, "a card with two targets moves neither", "let it move by chance, or choose one")
        if self.carrier.destination:
            self.fail(node, "a card moves one piece once")
        self.carrier.destination = destination

    def place(self, node: Node) -> None:
        """Let the player choose a free space of their own."""
        if not self.stands.may_choose:
            self.fail(node, "nobody can choose here", "leave the place out")
        if self.carrier.destination:
            self.fail(node, "a card has one place to choose")
        if self._has_chosen:
            self.fail(node, "a card has one target", "leave the place out")
        self.carrier.destination = OWN_SPACE

    def choose_line(self, node: Node, relation: str) -> None:
        """Let the player choose a row or column."""
        if self.stands.is_delayed:
            self.fail(node, "nothing can be chosen for later", "choose it in a sentence before")
        if not self.stands.may_choose:
            self.fail(node, "nobody can choose here", f"name a piece and those in its {relation}")
        if self._has_chosen or self.carrier.target >= 0 or self.carrier.destination:
            self.fail(node, "a card has one target", 'write "a random" for all others')
        self.line = self.vocabulary.relation(relation)
        self.carrier.destination = OWN_SPACE + self.line

    def holds_one(self) -> bool:
        """Whether the set of pieces is a single one."""
        return self._held in ("one", "chosen") or self._base in (1, 2, 3)

    def holds_new(self) -> bool:
        """Whether the set of pieces is a single one that was just picked or summoned."""
        return self._held == "one" and self._base == 4 and 4 not in self._gone
