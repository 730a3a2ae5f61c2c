"""The kernel's table of operations, which phrases lower to."""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import import_module
from typing import Any

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import OTHER_FILE
from cardwright.errors import CardwrightError

TABLE_VARIABLE = "CARDWRIGHT_OPERATIONS"
"""Names a JSON copy of the table, for work on the language where the native module is not built."""


@cache
def operations() -> dict[str, Any]:
    """The table: its hash, the moments and, for each operation, code, name, operands and documentation."""
    if named := os.environ.get(TABLE_VARIABLE):
        found: dict[str, Any] = json.loads(read_bytes(named, OTHER_FILE))
        return found
    try:
        kernel = import_module("cardwright._kernel")
        table: dict[str, Any] = kernel.operations()
    except (ImportError, AttributeError):
        raise CardwrightError("the native module is not built", suggestion="run make setup") from None
    return table


@cache
def codes() -> dict[str, int]:
    """Name to code of every operation."""
    return {operation["name"]: operation["code"] for operation in operations()["operations"]}


@cache
def operand_kinds() -> dict[int, dict[str, str]]:
    """Code to the kinds of its operands by field."""
    return {row["code"]: dict(row["operands"]) for row in operations()["operations"]}


@cache
def jumps() -> frozenset[str]:
    """The operations that jump to another place of their program."""
    return frozenset(
        row["name"] for row in operations()["operations"] if ["b", "forward"] in map(list, row["operands"])
    )


@cache
def moments() -> tuple[str, ...]:
    """The moments that can set off an ability, in the kernel's order."""
    return tuple(operations()["moments"])
