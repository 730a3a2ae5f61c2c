"""The base of lowering: the row of operations, calls to the phrases' own lowering, the carrier."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn, cast

from cardwright.basics.suggestions import one
from cardwright.language.assembly import Assembly, Operation, Query
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.lowering.occasions import Carrier, Occasion, Place
from cardwright.language.nodes import Node, Part
from cardwright.language.phrases import table
from cardwright.language.vocabulary import Vocabulary


class Core:
    """The state of one lowering, and the way to the phrases."""

    def __init__(
        self,
        assembly: Assembly,
        vocabulary: Vocabulary,
        carrier: Carrier,
        occasion: Occasion | None = None,
        *,
        place: Place | None = None,
    ) -> None:
        self.assembly = assembly
        self.vocabulary = vocabulary
        self.carrier = carrier
        self.stands = place or Place()
        self.has_source = carrier.has_piece or self.stands.is_granted
        self.at = occasion or Occasion(0)
        self.is_event = occasion is not None
        self.stops = False
        """Whether the ability stops a card or an attack, or turns it aside."""
        self.replaces = 0
        """What becomes of the damage that the ability waits for; the number is the kernel's."""
        self.operations: list[Operation] = []
        self._has_chosen = False
        self._has_second = False  # two pieces were chosen
        self._kinds = 0  # the kinds that the set of pieces may hold; 0 if the text does not say
        self.has_copy = False
        """Whether the set of pieces is a copy that was just summoned."""
        self._is_copy_clear = False  # it can only mean the copy
        self._gone = self.at.departed()  # by base: how the piece has left play, in this ability or its event
        self._means_dead = False  # the piece that is selected now may be dead
        self._base = 0  # where the set of pieces comes from: 2 event or second, 3 chosen, 4 picked or made
        self._has_single = False  # a single piece was picked or summoned in this ability
        self._held = ""  # the set of pieces is one, many or chosen; empty if no pronoun can mean it
        self._made = 0  # the zone of the one card that was just drawn, made, returned or chosen; 0 for none
        self._made_kinds = 0  # its kinds; 0 if the text does not say
        self._plain: Node | None = None  # the sentence that *instead* takes the place of
        self.line = 0
        """The relation whose line the player has chosen: a row or a column; 0 if there is none."""
        self.keeps_line = False
        """Whether the ability speaks of that line."""
        self._depth = 0  # how many conditions this sentence depends on

    def emit(self, name: str, a: int = 0, b: int = 0, c: int = 0, q: int = 0) -> int:
        """Add an operation; returns its place in the program."""
        self.operations.append(Operation(name, a, b, c, q))
        return len(self.operations) - 1

    def land(self, jump: int) -> None:
        """Let a jump lead to the next operation."""
        self.operations[jump] = replace(self.operations[jump], b=len(self.operations))

    def negate(self) -> None:
        """Change the sign of the value."""
        last = self.operations[-1]
        if last.name == "Const":
            self.operations[-1] = replace(last, b=-last.b)
        else:
            self.emit("Scale", b=-1)

    def fail(self, node: Node, reason: str, suggestion: str | None = None) -> NoReturn:
        """Raise a `TextError`: the text makes no sense at that node."""
        raise TextError(Problem(reason, *node.span, suggestion))

    def _lower(self, node: Node, *more: Any) -> Any:
        lower = cast(Any, table()[node.phrase].lower)
        return lower(self, node, *more)

    def effect(self, node: Node) -> None:
        """Lower an effect, several effects or a sentence."""
        self._lower(node)

    def branch(self, node: Node) -> None:
        """Lower effects that happen only in some cases; later sentences do not know what they did."""
        gone = dict(self._gone)
        self._depth += 1
        self.effect(node)
        self._depth -= 1
        self._held, self._gone, self._made = "", gone, 0

    def given(self, condition: Node, clauses: Node) -> int:
        """Lower effects under a condition; returns the jump that is taken if it does not hold."""
        gone = dict(self._gone)
        jump = self.condition(condition)
        self.branch(clauses)
        self._gone = gone
        return jump

    def select(self, node: Node, *, placeless: bool = False, dead: bool = False) -> None:
        """Make the set of pieces those of a selector.

        With `placeless`, kinds that stand nowhere are allowed; with `dead`, so is the piece that just died.
        """
        self._means_dead = dead
        self._lower(node)
        self._means_dead = False
        if not placeless and (kinds := self._kinds & self.vocabulary.placeless):
            word = next(one.word for i, one in enumerate(self.vocabulary.kinds) if kinds >> i & 1)
            self.fail(node, f"{one(word)} stands nowhere: it can only be destroyed")

    def condition(self, node: Node) -> int:
        """Lower a condition; returns the jump that is taken if it does not hold."""
        return cast(int, self._lower(node))

    def amount(self, node: Node, part: Part) -> None:
        """Set the value to a number or an amount."""
        if isinstance(part, Node):
            self._lower(part)
        else:
            assert isinstance(part, int)
            self.emit("Const", b=part)

    def measure(self, node: Node) -> None:
        """Set the value to a measure."""
        self._lower(node)

    def multiply(self, node: Node, times: Part, multiplier: Node) -> None:
        """Set the value to a number for each of something."""
        if not isinstance(times, int):
            self.fail(node, '"for each" takes a plain number', "write a number")
        self._lower(multiplier, times)

    def anything(self) -> Query:
        """A query that fits everything."""
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

    def check_board(self, node: Node, query: Query) -> None:
        """Refuse a query for anything but pieces on the board."""
        if query.zone:
            self.fail(node, "this can be done only to pieces on the board", "leave the zone out")
        if query.kinds == 0 or query.kinds & ~self.vocabulary.pieces:
            self.fail(node, "only pieces stand on the board", 'write a kind that does, or add "in your hand"')

    @property
    def kind_word(self) -> str:
        """The word for the kind of the carrier."""
        return self.vocabulary.kinds[self.vocabulary.kind(self.carrier.kind)].word

    def need_source(self, node: Node) -> None:
        """Refuse a text that no piece carries."""
        if not self.has_source and self.carrier.has_piece:
            self.fail(node, '"this" means nothing later', "name what you mean")
        if not self.has_source:
            self.fail(node, f'{one(self.kind_word)} is not a piece, so "this" means nothing')

    def carrier_kind(self) -> int:
        """The mask of the carrier's kind; 0 if other pieces are given the text or know the card."""
        kind = self.vocabulary.kind(self.carrier.kind)
        return 0 if self.stands.is_granted or self.vocabulary.kinds[kind].known else 1 << kind

    def need_kind(self, node: Node, kind: str) -> None:
        """Refuse a carrier of another kind."""
        if (own := self.carrier_kind()) and not self.vocabulary.kind_mask(kind) & own:
            self.fail(node, f"this card is not {one(kind)}", f'write "this {self.carrier.kind}\'s"')

    def need_amount(self, node: Node) -> None:
        """Refuse *that much* where the event has no number."""
        if not self.at.has_amount:
            self.fail(node, '"that much" means nothing here', "write a number")
