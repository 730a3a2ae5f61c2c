"""Catalogues that travel with a trace, so that a later kernel can read them."""

from __future__ import annotations

import msgspec

from cardwright.catalogue.operations import operations
from cardwright.errors import CardwrightError


def carried(raw: bytes) -> bytes:
    """A catalogue with the operation table's rows that it uses, so that later kernels can read it."""
    document = msgspec.json.decode(raw)
    if "table" in document:
        return raw
    used = {op[0] for op in document["ops"]}
    rows = [row for row in operations()["operations"] if row["code"] in used]
    document["table"] = [[row["code"], row["name"], row["operands"]] for row in rows]
    return msgspec.json.encode(document, order="sorted")


def adopted(raw: bytes) -> bytes:
    """A carried catalogue made ready for this kernel; every operation it uses must still mean the same."""
    document = msgspec.json.decode(raw)
    today = operations()
    if document["operations"] == today["hash"]:
        return raw
    known = {row["code"]: (row["name"], row["operands"]) for row in today["operations"]}
    for code, name, operands in document.get("table", [[None, "its table", []]]):
        # An unused field is 0, and 0 in an operand that was added later means the same as before.
        now, fields = known.get(code, ("", []))
        if now != name or not all(list(operand) in map(list, fields) for operand in operands):
            raise CardwrightError(f"the operation {name} is not what it was")
    document["operations"] = today["hash"]
    return msgspec.json.encode(document, order="sorted")
