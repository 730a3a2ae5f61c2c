"""Writes the generated pages of the documentation: `make docs`."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright import _kernel
from cardwright.basics.paths import games_folder, write_whole
from cardwright.building.fields import fields_page
from cardwright.building.reference import reference
from cardwright.generating.reference import generator_page

DOCS = Path(__file__).parent
GAME = "elemental-command"
OTHERS = ("mana", "ruler", "hearth")
MADE = "made by `make docs` from the kernel's table of events (`crates/core/src/what.rs`)"
SORTS = {
    "seat": ("int", "a seat; 255 is none"),
    "card": ("int", "the number of a card; 0 is one that the seat does not know"),
    "cell": ("int", "the number of a cell"),
    "piece": ("Who", "a piece as it was then"),
    "cause": ("Cause | None", "what brought it about, where the seat may know"),
    "number": ("int", "a number, or the number of one of the game's words"),
    "flag": ("bool", "yes or no"),
    "word": ("str", "a word"),
}
"""The types of details of events: the type in Python, and the meaning."""
PARTS = {
    "Who": (
        "A piece as it was when something happened to it.",
        {"piece": "int", "def": "int", "owner": "int", "cell": "int"},
    ),
    "Cause": (
        "The cause of something: a piece, a card that is not a piece, both, or a rule of the game.",
        {"who": "Who | None", "card": "int", "rule": "str"},
    ),
}
"""The classes of which details are made."""


def typed_dict(name: str, about: str, fields: dict[str, str]) -> str:
    """A class of fields; the name of a field may be a reserved word of Python."""
    if any(map(keyword.iskeyword, fields)):
        rows = ", ".join(f'"{field}": {kind}' for field, kind in fields.items())
        line = f'{name} = TypedDict("{name}", {{{rows}}})'
        if len(line) > 110:
            rows = "".join(f'        "{field}": {kind},\n' for field, kind in fields.items())
            line = f'{name} = TypedDict(\n    "{name}",\n    {{\n{rows}    }},\n)'
        return f'{line}\n"""{about}"""\n'
    rows = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f'class {name}(TypedDict):\n    """{about}"""\n\n{rows}'


def class_name(event: str) -> str:
    """The name of an event's class."""
    return event.title().replace("_", "")


def event_classes() -> str:
    """The module of the types of events."""
    parts = [typed_dict(name, about, fields) for name, (about, fields) in PARTS.items()]
    for row in _kernel.events():
        fields = {"type": f'Literal["{row["name"]}"]'} | {
            name: SORTS[sort][0] for name, sort in row["details"]
        }
        parts.append(typed_dict(class_name(row["name"]), row["about"], fields))
    classes = [class_name(row["name"]) for row in _kernel.events()]
    names = "\n    | ".join(" | ".join(classes[at : at + 5]) for at in range(0, len(classes), 5))
    return (
        f'"""The details of every type of event, as the kernel tells them.\n\nThis file is {MADE}.\n"""\n\n'
        "from __future__ import annotations\n\nfrom typing import Literal, TypeAlias, TypedDict\n\n"
        + "\n\n".join(parts)
        + f"\n\n# fmt: off\nDetails: TypeAlias = (\n    {names}\n)\n# fmt: on\n"
        + '"""An event in the kernel\'s numbers; its `type` says which it is."""\n'
    )


def events_page() -> str:
    """The page of all events."""

    def details(row: dict[str, Any]) -> str:
        return ", ".join(f"`{name}` ({sort})" for name, sort in row["details"])

    return (
        f"<!-- This page is {MADE}. -->\n# Events\n\n"
        "An `Event` has a `type`, a `text` and `details`, a dictionary with the `type` and what this page\n"
        "lists. The classes of `cardwright.face.event_details` say the same to a type checker.\n\n"
        "| detail | in Python | meaning |\n| --- | --- | --- |\n"
        + "".join(
            f"| {sort} | `{kind}` | {about} |\n".replace(" | None", " \\| None")
            for sort, (kind, about) in SORTS.items()
        )
        + "\n| type | what happened | details |\n| --- | --- | --- |\n"
        + "".join(f"| `{row['name']}` | {row['about']} | {details(row)} |\n" for row in _kernel.events())
    )


PAGES: dict[str, Callable[[Path], str]] = {
    "reference/language.md": lambda games: reference(games / GAME, others=[games / one for one in OTHERS]),
    "reference/language-ruler.md": lambda games: reference(games / "ruler", beyond=games / GAME),
    "reference/language-mana.md": lambda games: reference(games / "mana", beyond=games / GAME),
    "reference/language-hearth.md": lambda games: reference(games / "hearth", beyond=games / GAME),
    "reference/language-hexlands.md": lambda games: reference(games / "hexlands", beyond=games / GAME),
    "reference/cards.md": lambda games: fields_page(games / GAME, {"language-mana.md": games / "mana"}),
    "reference/generator.md": lambda games: generator_page(),
    "reference/events.md": lambda games: events_page(),
    "../python/cardwright/face/event_details.py": lambda games: event_classes(),
}
"""Every generated page, and the function that makes it from the folder of games."""

if __name__ == "__main__":
    for name, page in PAGES.items():
        write_whole(DOCS / name, page(games_folder()).encode())
