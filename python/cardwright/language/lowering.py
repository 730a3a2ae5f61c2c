"""Program to operations: one `Lowering` turns one ability into a row of operations.

It keeps what *it* and *them* stand for: the piece of the event, the chosen piece, or what was just picked or
summoned.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, cast

from cardwright.language.assembly import Assembly, Operation, Query
from cardwright.language.diagnostics import Problem, TextError, one
from cardwright.language.nodes import Node, Part
from cardwright.language.phrases import table
from cardwright.language.phrases.conditions import COMPARE
from cardwright.language.phrases.triggers import HAPPENINGS
from cardwright.language.vocabulary import MOMENTS, Vocabulary

KNOWN = 8
"""How many cards a piece may know."""

SIDES = {"each": 0, "you": 1, "opponent": 2}

NOBODY = -2
"""The other party of an event is no piece: damage by a spell."""

LATER = 'give it the rest, as in: Give an enemy minion "After 20 seconds, destroy this."'
"""What to write instead of a delayed effect on something that was named before."""


@dataclass(frozen=True)
class Occasion:
    """When an ability runs, and what its sentences may refer to."""

    moment: int
    scope: int = 0
    side: int = 0
    query: int = -1
    has_subject: bool = False
    has_amount: bool = False
    party: str = ""
    """What the other piece of the event is called, where *it* would not say which of the two is meant."""
    kinds: int = 0
    """The kinds that the piece of the event may be; 0 where the text does not say."""
    it_is_this: bool = False
    guard: Query | None = None
    party_base: int = 2
    """The kernel's base of that other piece."""
    by: int = -1
    """The query that the other piece must match; `NOBODY` if there must be none."""
    least: int = 0
    resource: int = -1
    wait: int = 0
    repeats: bool = False

    def more(self) -> dict[str, int | bool]:
        """What a row of the catalogue has besides, where it says something."""
        found = {"by": self.by, "least": self.least, "resource": self.resource}
        usual = {"by": -1, "least": 0, "resource": -1}
        rest = {name: value for name, value in found.items() if value != usual[name]}
        timer: dict[str, int | bool] = {"wait": self.wait, "repeats": self.repeats} if self.wait else {}
        return rest | timer


@dataclass
class Carrier:
    """The card whose text is lowered, and what the text adds to it besides operations."""

    id: str
    kind: str
    is_piece: bool
    tags: int = 0
    auras: list[int] = field(default_factory=list)
    target: int = -1
    chosen: Query | None = None
    destination: int = 0
    knows: list[int] = field(default_factory=list)
    reaches: set[str] = field(default_factory=set)
    pools: set[int] = field(default_factory=set)


class Lowering:
    """Lowers one ability of a card."""

    def __init__(
        self,
        assembly: Assembly,
        vocabulary: Vocabulary,
        carrier: Carrier,
        occasion: Occasion | None = None,
        *,
        may_choose: bool = False,
        is_granted: bool = False,
        is_delayed: bool = False,
    ) -> None:
        self.assembly = assembly
        self.vocabulary = vocabulary
        self.carrier = carrier
        self.has_source = carrier.is_piece or is_granted
        self.is_granted = is_granted
        self.is_delayed = is_delayed
        self.may_choose = may_choose
        self.at = occasion or Occasion(0)
        self.operations: list[Operation] = []
        self._has_chosen = False
        self._kinds = 0  # what kinds the set of pieces may hold; 0 where the text does not say
        self._gone: dict[int, str] = {}  # by base, what has left in this ability, and how
        self._base = 0  # what the set of pieces was made of: 2 event, 3 chosen, 4 picked or summoned
        self._has_single = False  # something single was picked or summoned in this ability
        self._held = ""  # what the set of pieces holds: one, many, chosen, or nothing that can be spoken of

    # Operations

    def emit(self, name: str, a: int = 0, b: int = 0, c: int = 0, q: int = 0) -> int:
        """Add an operation; returns its place in the program."""
        self.operations.append(Operation(name, a, b, c, q))
        return len(self.operations) - 1

    def land(self, jump: int) -> None:
        """Let a jump lead to the next operation."""
        self.operations[jump] = replace(self.operations[jump], b=len(self.operations))

    def negate(self) -> None:
        """Turn the sign of the value."""
        last = self.operations[-1]
        if last.name == "Const":
            self.operations[-1] = replace(last, b=-last.b)
        else:
            self.emit("Scale", b=-1)

    def fail(self, node: Node, reason: str, suggestion: str | None = None) -> NoReturn:
        """The text makes no sense at that node."""
        raise TextError(Problem(reason, *node.span, suggestion))

    # Phrases of each family

    def _lower(self, node: Node, *more: Any) -> Any:
        lower = cast(Any, table()[node.phrase].lower)
        return lower(self, node, *more)

    def effect(self, node: Node) -> None:
        """Lower an effect, several effects or a sentence."""
        self._lower(node)

    def branch(self, node: Node) -> None:
        """Lower effects that happen only in some cases; what they pick or remove is forgotten after them."""
        gone = dict(self._gone)
        self.effect(node)
        self._held, self._gone = "", gone

    def select(self, node: Node, *, placeless: bool = False) -> None:
        """Make the set of pieces what a selector says; with `placeless`, also of kinds that stand nowhere."""
        self._lower(node)
        if not placeless and (kinds := self._kinds & self.vocabulary.placeless):
            word = next(one.word for i, one in enumerate(self.vocabulary.kinds) if kinds >> i & 1)
            self.fail(node, f"{one(word)} stands nowhere: it can only be destroyed or returned")

    def condition(self, node: Node) -> int:
        """Lower a condition; returns the jump to land where it does not hold."""
        return cast(int, self._lower(node))

    def amount(self, node: Node, part: Part) -> None:
        """Make the value a number or what an amount says."""
        if isinstance(part, Node):
            self._lower(part)
        else:
            assert isinstance(part, int)
            self.emit("Const", b=part)

    def measure(self, node: Node) -> None:
        """Make the value what a measure says."""
        self._lower(node)

    def multiply(self, node: Node, times: Part, multiplier: Node) -> None:
        """Make the value a number taken for each of something."""
        if not isinstance(times, int):
            self.fail(node, '"for each" takes a plain number', "write a number")
        self._lower(multiplier, times)

    # Filters and queries

    def anything(self) -> Query:
        """A query for whatever there is."""
        return Query()

    def board(self) -> Query:
        """A query for the pieces on the board."""
        return Query(kinds=self.vocabulary.pieces)

    def query(self, node: Node) -> Query:
        """The query of a filter."""
        query = Query()
        self._lower(node, query)
        return query

    def refine(self, node: Node, query: Query) -> None:
        """Lower the filter inside a filter."""
        self._lower(node.node("f"), query)

    def add(self, query: Query) -> int:
        """The number of a query."""
        return self.assembly.query(query)

    def counted(self, node: Node, query: Query) -> int:
        """The number of a query for pieces on the board or cards in a zone, whichever it names."""
        if not query.zone:
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
            if not self.has_source or self.carrier_kind() & self.vocabulary.placeless:
                self.fail(
                    node,
                    f"{one(self.kind_word)} stands nowhere",
                    'write "adjacent to it" or "in its column" behind the noun',
                )
            query.base = 1
        else:
            query.base = self._meant(node, anchor)
            if self._gone.get(query.base) == "return":
                self.fail(node, "it has left its place", "say this before it is returned")
        query.relation = self.vocabulary.relation(relation)

    @property
    def kind_word(self) -> str:
        """The word for the kind of the carrier."""
        return self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)].word

    def others(self, node: Node) -> int:
        """The bits of *other*: not the source, not the chosen one."""
        bits = (1 if self.has_source else 0) | (2 if self._has_chosen else 0)
        if not bits:
            self.fail(node, '"other" than what?', 'leave "other" out')
        return bits

    def check_board(self, node: Node, query: Query) -> None:
        """Only kinds that stand on the board can be meant."""
        if query.zone:
            self.fail(node, "this can be done only to what is on the board", "leave the zone out")
        if query.kinds == 0 or query.kinds & ~self.vocabulary.pieces:
            self.fail(node, "only pieces stand on the board", 'write a kind that does, or add "in your hand"')

    def check_standing(self, node: Node, query: Query) -> None:
        """Only kinds that can stand on the board by a text can be meant; a noun for several means those."""
        kinds = self.vocabulary.kinds
        standing = sum(1 << i for i, k in enumerate(kinds) if k.piece and not (k.unique or k.placeless))
        if not query.kinds & standing or query.kinds & ~(self.vocabulary.pieces & ~self.vocabulary.placeless):
            fitting = " or ".join(one(k.word) for i, k in enumerate(kinds) if standing >> i & 1)
            self.fail(node, "not every such card can stand on the board", f"write {fitting}")
        query.kinds &= standing

    def pool(self, node: Node, *, pieces: bool = False) -> int:
        """The number of the pool of random cards that a filter describes."""
        query = self.query(node)
        has_place = query.relation or query.place or query.zone
        if query.side or has_place or query.other or query.damaged or query.without:
            self.fail(node, "a random card of the game has no side and no place", "leave those words out")
        if query.card:
            self.fail(node, "a card of one name is not random", "name the card itself")
        ordinary = sum(1 << i for i, kind in enumerate(self.vocabulary.kinds) if not kind.unique)
        kinds = query.kinds or ordinary
        if kinds & ordinary and not any(inner.phrase == "kind_or" for inner in node.walk()):
            kinds &= ordinary  # of a noun for several kinds those that can be made
        standing = self.vocabulary.pieces & ~self.vocabulary.placeless
        if pieces and not query.kinds:
            kinds &= standing
        if not kinds & ordinary or kinds & ~ordinary or (pieces and kinds & ~standing):
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
        stands = kind.piece and not kind.placeless
        if kind.unique or kind.known or (piece and not stands):
            fitting = [
                k.word
                for k in self.vocabulary.kinds
                if not (k.unique or k.known) and ((k.piece and not k.placeless) or not piece)
            ]
            done = "stand on the board by a text" if piece else "be made by a text"
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
        """The number of how long an effect lasts; permanent where the text says nothing."""
        part = node.get("d")
        return self.vocabulary.duration(part) if isinstance(part, str) else 0

    # Choices and pronouns

    def choose(self, node: Node, query: Query) -> None:
        """Let the player choose, and make the set of pieces the chosen one."""
        if self.is_delayed:
            self.fail(node, "nothing can be chosen for later", LATER)
        if not self.may_choose:
            self.fail(node, "nobody can choose here", 'write "a random" or name all of them')
        if self._has_chosen or self.carrier.target >= 0:
            self.fail(node, "a card has one target", 'write "it" for the one that was chosen')
        self.check_board(node, query)
        if query.kinds & self.vocabulary.placeless:
            self.fail(node, "what stands nowhere cannot be chosen", 'write "all" and the plural')
        if query.relation or query.base:
            self.fail(node, "what is chosen cannot depend on a place", "name all of them, or a random one")
        self.carrier.target, self.carrier.chosen = self.add(query), query
        self._has_chosen = True
        self.emit("Select", q=self.add(Query(base=3)))
        self._held, self._kinds, self._base = "chosen", query.kinds, 3

    def hold(self, node: Node, query: Query, number: str) -> None:
        """Make the set of pieces those of a query; `number` says whether *it* or *them* may mean them."""
        if query.kinds or not query.base or query.relation:
            self.check_board(node, query)
        self.emit("Select", q=self.add(query))
        self.held(number, query.kinds)

    def held(self, number: str, kinds: int = 0) -> None:
        """The set of pieces now holds one, many or nothing that can be spoken of."""
        self._held, self._kinds, self._base = number, kinds, 4
        self._has_single |= number == "one"
        self._gone.pop(4, None)

    def bind(self, node: Node) -> None:
        """Make the set of pieces what *it* means."""
        base = self.one(node)
        if base != 4:
            self.emit("Select", q=self.add(Query(base=base)))
            self._held = "chosen" if base == 3 and self._has_chosen else ""
            self._kinds = self.at.kinds if base == 2 else 0
            if base == 3 and self._has_chosen and self.carrier.chosen:
                self._kinds = self.carrier.chosen.kinds
            self._base = base

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
        """The kernel's base of *it*, *the attacker* or *the target*, which must still be in play."""
        base = self._meant(node, node.word("w") if node.phrase == "party" else "it")
        self._need_there(node, base)
        return base

    def _meant(self, node: Node, word: str) -> int:
        """The kernel's base of *it* or of a word for the other piece of the event."""
        if word == "it":
            return self._it(node)
        if word != self.at.party:
            here = 'write "it"' if self.at.has_subject else "name what you mean"
            here = f'here it is "the {self.at.party}"' if self.at.party else here
            self.fail(node, f'"the {word}" means nothing here', here)
        return self.at.party_base

    def _need_there(self, node: Node, base: int) -> None:
        if left := self._gone.get(base):
            how = "destroyed" if left == "destroy" else "returned"
            self.fail(node, f"what was {how} is not in play any more", "say this before, or leave it out")

    def gone(self, how: str) -> None:
        """What the set of pieces holds has left play."""
        self._gone[self._base] = how

    def no_unique(self, node: Node, done: str, *, acting: bool = False) -> None:
        """It must make sense for every kind the text names; where it names none, unique ones are left out.

        With `acting` it is something that unique kinds which act like others can do as well.
        """
        if acting and all(kind.acts for kind in self.vocabulary.kinds if kind.unique):
            return
        for number, kind in enumerate(self.vocabulary.kinds):
            if kind.unique and self._kinds >> number & 1:
                fitting = [k.word for k in self.vocabulary.kinds if k.piece and not (k.unique or k.placeless)]
                self.fail(node, f"{one(kind.word)} cannot be {done}", f'write "{" or ".join(fitting)}"')
        if not self._kinds and self.operations[-1].name == "Select":
            query = Query(**self.assembly.queries[self.operations.pop().q])
            query.kinds = sum(
                1 << i for i, kind in enumerate(self.vocabulary.kinds) if kind.piece and not kind.unique
            )
            self.emit("Select", q=self.add(query))

    def whose(self, node: Node, word: str) -> int:
        """The kernel's number of the piece that *its* or *the attacker's* means."""
        return {1: 0, 2: 1, 3: 2, 4: 3}[self._meant(node, word)]

    def _it(self, node: Node) -> int:
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
        if not meant and self.is_delayed:
            self.fail(node, '"it" means nothing later', LATER)
        if not meant:
            self.fail(node, '"it" means nothing here', "name what you mean")
        if len(meant) > 1:
            self.fail(node, '"it" could mean two things', "name what you mean")
        if meant[0] == 4 and self._held != "one":
            self.fail(node, '"it" is too far from what it means', "say it right after")
        return meant[0]

    def need_source(self, node: Node) -> None:
        """The text must be carried by a piece."""
        if not self.has_source:
            self.fail(node, f'{one(self.kind_word)} is no piece: "this" means nothing')

    def carrier_kind(self) -> int:
        """The mask of the carrier's kind; 0 where the text is given to whoever comes."""
        return 0 if self.is_granted else 1 << self.vocabulary.kind(self.carrier.kind)

    def need_kind(self, node: Node, kind: str) -> None:
        """The carrier must be of that kind."""
        if not self.vocabulary.kind_mask(kind) & self.carrier_kind() and not self.is_granted:
            self.fail(node, f"this card is no {kind}", f'write "this {self.carrier.kind}\'s"')

    def need_amount(self, node: Node) -> None:
        """The event must have a number."""
        if not self.at.has_amount:
            self.fail(node, '"that much" means nothing here', "write a number")

    def aim(self, node: Node, destination: int) -> None:
        """Let the player choose where the chosen piece goes."""
        if self._held != "chosen":
            self.fail(
                node,
                "only a chosen piece can be moved",
                'write "move a minion" in a spell or after "When played,"',
            )
        if self.carrier.destination:
            self.fail(node, "a card moves one piece once")
        self.carrier.destination = destination

    def place(self, node: Node) -> None:
        """Let the player choose a free space of their own."""
        if not self.may_choose:
            self.fail(node, "nobody can choose here", "leave the place out")
        if self.carrier.destination:
            self.fail(node, "a card has one place to choose")
        if self._has_chosen:
            self.fail(node, "a card has one target", "leave the place out")
        self.carrier.destination = 3

    def holds_one(self) -> bool:
        """Whether the set of pieces is a single one."""
        return self._held in ("one", "chosen") or self._base in (2, 3)

    # Abilities

    def occasion(
        self,
        moment: str,
        scope: int = 0,
        side: int = 0,
        query: int = -1,
        *,
        subject: bool = False,
        amount: bool = False,
        party: str = "",
        kinds: int = 0,
        resource: int = -1,
    ) -> Occasion:
        """When an ability runs."""
        at = MOMENTS.index(moment)
        return Occasion(at, scope, side, query, subject, amount, party, kinds, resource=resource)

    def timer(self, node: Node, *, repeats: bool) -> Occasion:
        """When so many seconds are over, once or again and again."""
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
        if includes_carrier and self.is_granted:
            self.fail(witness, "an ability that is given watches others only", 'write "another"')
        at, by = self.add(query), self._by(happening)
        party = "" if by == NOBODY else what.party
        least = happening.number("n") if happening.get("n") is not None else 0
        found = [
            replace(
                self.occasion(moment, 1, 0, at, subject=True, amount=amount, party=party, kinds=query.kinds),
                party_base=3,
                by=by,
                least=least,
            )
            for moment in moments
        ]
        if includes_carrier:
            own = self.occasion(moments[0], subject=True, amount=amount, party=party)
            own = replace(own, by=by, least=least)
            guard = None if self._must_be_carrier(query) else replace(query, base=1)
            found.append(replace(own, it_is_this=True, guard=guard))
        return found

    def _by(self, happening: Node) -> int:
        """The query of the other party of an event, where a text says who it must be."""
        if not isinstance(wanted := happening.get("f"), Node):
            return -1
        query = self.query(wanted)
        if query == Query(kinds=query.kinds) and query.kinds and not query.kinds & self.vocabulary.pieces:
            return NOBODY
        self.check_board(wanted, query)
        return self.add(query)

    def _may_be_carrier(self, query: Query) -> bool:
        kind = self.vocabulary.pieces if self.is_granted else 1 << self.vocabulary.kind(self.carrier.kind)
        return bool(query.kinds & kind) and query.side != 2 and not query.relation and not query.other & 1

    def _must_be_carrier(self, query: Query) -> bool:
        is_bound = query.damaged or query.keywords or query.without or query.attribute >= 0
        is_free = not (is_bound or query.place or query.not_tags or query.card)
        return is_free and query.tags & ~self.carrier.tags == 0

    def occasions(self, trigger: Node) -> list[Occasion]:
        """When a trigger lets an ability run."""
        return cast(list[Occasion], self._lower(trigger))

    def granted(self, node: Node) -> list[int]:
        """The abilities that a quoted text gives."""
        trigger = node.node("t")
        if trigger.phrase == "when_played":
            self.fail(trigger, "a piece in play is not played any more", "choose another trigger")
        inner = Lowering(self.assembly, self.vocabulary, self.carrier, is_granted=True)
        return abilities(inner, trigger, (node.node("c"),))

    def delay(self, trigger: Node, sentences: tuple[Node, ...]) -> None:
        """Let sentences happen when the time of a trigger has come."""
        inner = Lowering(self.assembly, self.vocabulary, self.carrier, is_delayed=True)
        for ability in abilities(inner, trigger, sentences):
            self.emit("Delay", q=ability)

    def aura(self, node: Node, attack: int = 0, health: int = 0, keywords: int = 0, phase: str = "") -> None:
        """What the carrier does to others while it is in play, or only at a time of day."""
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
        """What cards in hands cost more or less while the carrier is in play."""
        query = self.query(node)
        if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
            self.fail(node, "a card in a hand has no side and no place", "leave those words out")
        self.need_source(node)
        query.side, query.zone = side, self.vocabulary.zone("hand")
        self.carrier.auras.append(self.assembly.aura(self.add(query), 0, 0, 0, cost))

    def own_aura(self, node: Node, place: int, attack: int = 0, health: int = 0, keywords: int = 0) -> None:
        """What the carrier has while it stands at a place."""
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
            self.fail(node, "the card stands twice", "leave one of them out")
        if len(self.carrier.knows) == KNOWN:
            self.fail(node, f"a piece knows at most {KNOWN} cards", "leave some of them out")
        self.carrier.knows.append(number)
        self.carrier.reaches.add(card)


def abilities(low: Lowering, trigger: Node, sentences: tuple[Node, ...]) -> list[int]:
    """The abilities that run these sentences when the trigger says so."""
    found = []
    for occasion in low.occasions(trigger):
        inner = Lowering(
            low.assembly,
            low.vocabulary,
            low.carrier,
            occasion,
            may_choose=False,
            is_granted=low.is_granted,
            is_delayed=low.is_delayed,
        )
        guard = inner.emit("IfAny", q=inner.add(occasion.guard)) if occasion.guard else None
        for sentence in sentences:
            inner.effect(sentence)
        if guard is not None:
            inner.land(guard)
        op = low.assembly.program(inner.operations)
        about = (occasion.moment, occasion.scope, occasion.side, occasion.query)
        found.append(low.assembly.ability(*about, op, occasion.more()))
    return found
