"""When an ability runs, and the card whose text is lowered."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.catalogue.operations import moments
from cardwright.language.assembly import Query

NOBODY = -2
"""The other party of an event is no piece: damage by a spell."""


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
    """The word for the other piece of the event, where *it* could mean both."""
    kinds: int = 0
    """The kinds that the piece of the event may be; 0 if the text does not say."""
    it_is_this: bool = False
    has_card: bool = False
    """*It* is the card that is played or drawn."""
    guard: Query | None = None
    party_base: int = 2
    """The kernel's base of that other piece."""
    party_kinds: int = 0
    """The kinds that the other piece may be; 0 if the text does not say."""
    by: int = -1
    """The query that the other piece must match; `NOBODY` if there must be none."""
    least: int = 0
    resource: int = -1
    wait: int = 0
    repeats: bool = False
    fatal: bool = False
    """Only damage that would kill."""
    healing: bool = False
    """It is healing that would happen, not damage."""
    harms: int = 0
    """Only damage of these types, as a mask of tags; 0 for any damage."""

    def departed(self) -> dict[int, str]:
        """By the kernel's base: how a piece has left play before the ability runs."""
        # *Whenever* runs at the carrier's own death too, but its *this* is meant for other deaths.
        if moments()[self.moment] == "killed":
            return {self.party_base: "die"}
        if moments()[self.moment] != "died" or self.it_is_this:
            return {}
        return {2: "die"} if self.has_subject else {1: "die"}

    def more(self) -> dict[str, int | bool]:
        """Further fields of the catalogue's row, where they differ from the default."""
        found = {"by": self.by, "least": self.least, "resource": self.resource}
        usual = {"by": -1, "least": 0, "resource": -1}
        rest = {name: value for name, value in found.items() if value != usual[name]}
        timer: dict[str, int | bool] = {"wait": self.wait, "repeats": self.repeats} if self.wait else {}
        struck = {"fatal": self.fatal, "healing": self.healing, "harms": self.harms}
        return rest | timer | {name: value for name, value in struck.items() if value}


@dataclass(frozen=True)
class Place:
    """Where in a text a sentence stands."""

    may_choose: bool = False
    """It is carried out when the card is played, so its player may be asked."""
    is_granted: bool = False
    """It is given to other pieces."""
    is_delayed: bool = False
    """It is carried out later."""


@dataclass
class Carrier:
    """The card whose text is lowered, and what the text adds to it besides operations."""

    id: str
    kind: str
    has_piece: bool
    """Whether a piece carries the text, or uses the card: *this* is that piece."""
    tags: int = 0
    auras: list[int] = field(default_factory=list)
    target: int = -1
    chosen: Query | None = None
    second: int = -1
    second_chosen: Query | None = None
    destination: int = 0
    knows: list[int] = field(default_factory=list)
    own_cost: dict[str, int] = field(default_factory=dict)
    """How its own cost changes: a query, and how much less the card costs for each match."""
    reaches: set[str] = field(default_factory=set)
    pools: set[int] = field(default_factory=set)
