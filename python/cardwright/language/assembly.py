"""The lists of a catalogue while it is built: operations, queries, pools, abilities, auras."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cardwright.catalogue.operations import codes, jumps


@dataclass
class Query:
    """Which pieces or cards are meant; the fields are the kernel's."""

    base: int = 0
    relation: int = 0
    place: int = 0
    zone: int = 0
    side: int = 0
    kinds: int = 0
    other: int = 0
    damaged: int = 0
    attribute: int = -1
    compare: int = 0
    n: int = 0
    keywords: int = 0
    without: int = 0
    tags: int = 0
    random: int = 0
    not_tags: int = 0
    top: int = 0
    card: int = 0
    any_tags: int = 0
    steps: int = 0
    status: int = 0
    ground: int = 0
    area: int = 0

    def row(self) -> dict[str, int]:
        """The row of the catalogue; fields added later are left out where they are 0."""
        row = asdict(self)
        return {name: value for name, value in row.items() if value or name not in _LATER}


_LATER = ("not_tags", "top", "card", "any_tags", "steps", "status", "ground", "area")
"""Fields added later: a row has one only where it is not 0, so older catalogues stay the same."""


@dataclass(frozen=True)
class Operation:
    """One operation; a jump's field b counts from the start of its program."""

    name: str
    a: int = 0
    b: int = 0
    c: int = 0
    q: int = 0


@dataclass
class Assembly:
    """Everything that cards share; equal entries get one number, in order of first use."""

    defs: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    classes: dict[str, int] = field(default_factory=dict)
    """By id of a hero, the tags that cards reserved to it have."""
    ops: list[list[int]] = field(default_factory=list)
    queries: list[dict[str, int]] = field(default_factory=list)
    pools: list[dict[str, Any]] = field(default_factory=list)
    abilities: list[dict[str, int | bool]] = field(default_factory=list)
    auras: list[dict[str, Any]] = field(default_factory=list)
    programs: dict[tuple[Operation, ...], int] = field(default_factory=dict)

    def query(self, query: Query) -> int:
        """The number of a query."""
        return number(self.queries, query.row())

    def pool(self, pool: dict[str, Any]) -> int:
        """The number of a pool of random cards."""
        return number(self.pools, pool)

    def ability(
        self, moment: int, scope: int, side: int, query: int, op: int, more: dict[str, int | bool]
    ) -> int:
        """The number of an ability; `more` holds the fields that only some abilities have."""
        row = {"moment": moment, "scope": scope, "side": side, "query": query, "op": op}
        return number(self.abilities, row | more)

    def aura(
        self,
        query: int,
        attack: int,
        health: int,
        keywords: int,
        cost: int = 0,
        more: dict[str, Any] | None = None,
    ) -> int:
        """The number of an aura; `more` holds the fields that only some auras have."""
        row = {"query": query, "attack": attack, "health": health, "keywords": keywords}
        return number(self.auras, row | ({"cost": cost} if cost else {}) | (more or {}))

    def program(self, operations: list[Operation]) -> int:
        """The index of a program's first operation; its jumps are shifted by it."""
        key = (*operations, Operation("End"))
        start = self.programs.get(key)
        if start is None:
            start = self.programs[key] = len(self.ops)
            for operation in key:
                b = operation.b + start if operation.name in jumps() else operation.b
                self.ops.append([codes()[operation.name], operation.a, b, operation.c, operation.q])
        return start


def number(found: list[Any], thing: Any) -> int:
    """The index of an entry in a list; a new one is appended."""
    if thing not in found:
        found.append(thing)
    return found.index(thing)
