"""The rules of a card by value, so that they do not depend on the other cards of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.catalogue.operations import codes, operand_kinds
from cardwright.language.assembly import Assembly

_NOT_RULES = ("art", "digest", "flavour", "rarity", "reaches", "set")
"""Keys of a definition that no rule depends on, or that are computed from other cards."""


def rules_of(
    definition: dict[str, Any], assembly: Assembly, defs: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """A definition with its programs, queries, abilities and auras in place of their numbers."""
    reader = _Reader(assembly, defs)
    rules = {key: value for key, value in definition.items() if key not in _NOT_RULES}
    rules["play"] = reader.program(definition["play"])
    rules["target"] = reader.query(definition["target"])
    if "second" in rules:
        rules["second"] = reader.query(definition["second"])
    rules["abilities"] = [reader.ability(number) for number in definition["abilities"]]
    if "knows" in rules:
        rules["knows"] = [defs[number]["id"] for number in definition["knows"]]
    if "modes" in rules:
        rules["modes"] = [
            mode | {"play": reader.program(mode["play"]), "target": reader.query(mode["target"])}
            for mode in definition["modes"]
        ]
    if "own_cost" in rules:
        rules["own_cost"] = rules["own_cost"] | {"query": reader.query(rules["own_cost"]["query"])}
    rules["auras"] = [reader.aura(number) for number in definition["auras"]]
    return rules


class _Reader:
    """Looks up the entries of a catalogue's lists by number."""

    def __init__(self, assembly: Assembly, defs: Sequence[dict[str, Any]]) -> None:
        self.assembly = assembly
        self.defs = defs

    def query(self, number: int) -> dict[str, Any] | None:
        """A query; None for a negative number."""
        if number < 0:
            return None
        row: dict[str, Any] = dict(self.assembly.queries[number])
        return row | ({"card": self.defs[row["card"]]["id"]} if "card" in row else {})

    def ability(self, number: int) -> dict[str, Any]:
        """An ability with its query and its program."""
        row = self.assembly.abilities[number]
        by = {"by": self.query(row["by"]) or row["by"]} if "by" in row else {}
        return row | {"query": self.query(row["query"]), "op": self.program(row["op"])} | by

    def aura(self, number: int) -> dict[str, Any]:
        """An aura with its queries."""
        row = self.assembly.auras[number]
        asked = {key: self.query(row[key]) for key in ("query", "per", "given") if key in row}
        return row | asked

    def program(self, start: int) -> list[Any] | None:
        """The operations of a program, jumps counted from its start; None for a negative number."""
        if start < 0:
            return None
        found: list[Any] = []
        names = {code: name for name, code in codes().items()}
        for at in range(start, len(self.assembly.ops)):
            code, *fields = self.assembly.ops[at]
            kinds = operand_kinds()[code]
            values = [
                self._operand(kinds.get(field, ""), value, start)
                for field, value in zip("abcq", fields, strict=True)
            ]
            found.append([names[code], *values])
            if names[code] == "End":
                break
        return found

    def _operand(self, kind: str, value: int, start: int) -> Any:
        if kind == "query":
            return self.query(value)
        if kind == "pool":
            return self.assembly.pools[value]
        if kind == "ability":
            return self.ability(value)
        if kind == "def":
            return self.defs[value]["id"]
        return value - start if kind == "forward" else value
