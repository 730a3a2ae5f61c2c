"""The reference page of `generator.toml`, made from the shapes that read it."""

from __future__ import annotations

from cardwright.building.fields import fields, table_of
from cardwright.generating.data import FILTERS, TABLES, TRIALS, Case, Trials


def generator_page() -> str:
    """The page, in Markdown."""
    lines = [
        "# The file of a generator",
        "",
        "<!-- Made by `docs/generate.py`; do not edit. -->",
        "",
        "`games/<slug>/generator.toml` holds the lists below; any other key is an error with its line.",
        "[Generating cards](../generating.md) tells what they are for. A *span* is a number (`3`), or the",
        "least and the most (`1-7`), with everything between equally likely.",
        "",
        "| filter | rejects |",
        "| --- | --- |",
        *(f"| `{name}` | {what} |" for name, what in FILTERS.items()),
        "",
    ]
    for name, shape in TABLES.items():
        lines += [
            f"## `[[{name}]]`",
            "",
            str(shape.__doc__).splitlines()[0],
            "",
            *table_of(fields(shape)),
            "",
        ]
        if name == "number":
            lines += ["A case of a number:", "", *table_of(fields(Case)), ""]
    lines += [f"## `[{TRIALS}]`", "", str(Trials.__doc__).splitlines()[0], "", *table_of(fields(Trials))]
    return "\n".join(lines) + "\n"
