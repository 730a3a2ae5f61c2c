"""Phrases: templates with slots, which the grammar, the renderer and the reference page read.

A template is words and punctuation with
- `{n:type}`, a slot: a family, a category of the game's words, a list of fixed words (`ENUMERATIONS`) or a
  class of token; `{f:filter.s}` and `.p` ask for the singular or plural, `{f:filter@n}` for the number of
  slot n, `{f:below}` for a filter of a lower level, `{f:noun}` for one with nothing behind its noun;
- `(get|gets)@t`, plural and singular words, chosen by the number of slot t;
- `[ {d:duration}]`, a part that may be left out;
- `<turn>`, a word the game chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from cardwright.language import nodes

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering

Number = Literal["s", "p"]


@dataclass(frozen=True)
class Family:
    """A place where phrases may stand; `includes` may stand there too."""

    name: str
    node: type[nodes.Node]
    doc: str
    numbered: bool = False
    includes: tuple[str, ...] = ()
    levels: int = 0


FAMILIES = {
    family.name: family
    for family in (
        Family("text", nodes.Structure, "A whole text.", includes=("line",)),
        Family("line", nodes.Structure, "A sentence of a text.", includes=("sentence",)),
        Family("sentence", nodes.Structure, "Effects with a full stop."),
        Family("clauses", nodes.Effect, "One effect or several.", includes=("effect",)),
        Family("granted", nodes.Structure, "An ability that is given to a piece."),
        Family("keywords", nodes.Structure, "Keywords at the head of a text.", includes=("keyword",)),
        Family("keyword", nodes.Keyword, "Keywords"),
        Family("trigger", nodes.Trigger, "Triggers"),
        Family("witness", nodes.Selector, "Whom a trigger watches"),
        Family("happening", nodes.Trigger, "What a trigger watches for"),
        Family("effect", nodes.Effect, "Effects"),
        Family("static", nodes.Static, "Statics"),
        Family("subject", nodes.Selector, "Before a verb.", numbered=True, includes=("selector", "one")),
        Family("object", nodes.Selector, "After a verb.", numbered=True, includes=("selector", "one")),
        Family("one", nodes.Selector, "One that was named before.", numbered=True, includes=("party",)),
        Family("party", nodes.Selector, "The other piece of an event.", numbered=True),
        Family("owner", nodes.Selector, "After *of*.", numbered=True, includes=("selector", "party")),
        Family("selector", nodes.Selector, "Selectors", numbered=True),
        Family("filter", nodes.Filter, "Filters", numbered=True, levels=9),
        Family("countable", nodes.Filter, "What is counted.", numbered=True, includes=("filter",)),
        Family("condition", nodes.Condition, "Conditions"),
        Family("state", nodes.Condition, "A condition after *while*."),
        Family("amount", nodes.Value, "Values", includes=("number",)),
        Family("measure", nodes.Value, "Measures"),
        Family("multiplier", nodes.Value, "Multipliers"),
        Family("pile", nodes.Selector, "Zones"),
        Family("lore", nodes.Structure, "Cards that a piece knows."),
    )
}

NUMBERED_TYPES = {name for name, family in FAMILIES.items() if family.numbered} | {
    "name",
    "quantity",
    "kind",
    "unique",
    "gear",
    "tally",
    "type",
    "below",
    "noun",
}
"""Types of slots that have a singular and a plural."""

BEFORE_NOUN = 6
"""The highest level of filters that stand before a noun; those of higher levels stand behind it."""

ENUMERATIONS: dict[str, dict[str, tuple[str, Number]]] = {
    "actor": {"you": ("", "p"), "opponent": ("your opponent", "s"), "each": ("each player", "s")},
    "who": {"you": ("you", "p"), "opponent": ("your opponent", "s")},
    "whose": {"you": ("your", "s"), "opponent": ("your opponent's", "s"), "each": ("each player's", "s")},
    "role": {
        "attacker": ("the attacker", "s"),
        "target": ("the target", "s"),
        "foe": ("the foe", "s"),
    },
    "possessor": {
        "it": ("its", "s"),
        "attacker": ("the attacker's", "s"),
        "target": ("the target's", "s"),
        "foe": ("the foe's", "s"),
    },
    "bound": {"most": ("or less", "s"), "least": ("or more", "s")},
    "more": {"less": ("less", "s"), "more": ("more", "s")},
    "extreme": {"most": ("most", "s"), "least": ("least", "s")},
}
"""Slots filled by fixed words: id to words and the number that verbs after them take."""


@dataclass(frozen=True)
class WordItem:
    """A literal word or punctuation mark of a template."""

    word: str


@dataclass(frozen=True)
class SlotItem:
    """A slot of a template."""

    name: str
    type: str
    number: Number | None = None
    like: str = ""


@dataclass(frozen=True)
class ChoiceItem:
    """Words for the plural and for the singular, chosen by a slot's number."""

    plural: tuple[str, ...]
    singular: tuple[str, ...]
    like: str


@dataclass(frozen=True)
class OptionItem:
    """A part that may be left out."""

    items: tuple[WordItem | SlotItem | ChoiceItem, ...]


Item = WordItem | SlotItem | ChoiceItem | OptionItem

_SLOT = re.compile(r"\{(\w+):(\w+)(?:\.([sp])|@(\w+))?\}")
_CHOICE = re.compile(r"\(([^|()]*)\|([^|()]*)\)@(\w+)")
_PIECE = re.compile(
    r"\s*(?:(?P<slot>\{[^}]*\})|(?P<choice>\([^()]*\)@\w+)|(?P<option>\[[^\]]*\])|(?P<open>\"(?=\{))"
    r"|(?P<mark>[,.\"%:;])|(?P<word>[^\s,.\"\[\](){}%:;]+))"
)


def parse_template(template: str, words: dict[str, str] | None = None) -> tuple[Item, ...]:
    """The items of a template, `<words>` replaced by the game's."""
    for name, word in (words or {}).items():
        template = template.replace(f"<{name}>", word)
    return _items(template)


@cache
def _items(template: str) -> tuple[Item, ...]:
    items: list[Item] = []
    at = 0
    while at < len(template.rstrip()):
        if template.startswith("'s", at):  # after a slot: its possessive
            items.append(WordItem("'s"))
            at += 2
            continue
        found = _PIECE.match(template, at)
        if not found:
            raise ValueError(f"template {template!r} cannot be read from {template[at:]!r}")
        at = found.end()
        if slot := found["slot"]:
            match = _SLOT.fullmatch(slot)
            if not match:
                raise ValueError(f"slot {slot!r} of {template!r} cannot be read")
            number: Number | None = "s" if match[3] == "s" else "p" if match[3] == "p" else None
            items.append(SlotItem(match[1], match[2], number, match[4] or ""))
        elif choice := found["choice"]:
            match = _CHOICE.fullmatch(choice)
            if not match:
                raise ValueError(f"choice {choice!r} of {template!r} cannot be read")
            items.append(ChoiceItem(tuple(match[1].split()), tuple(match[2].split()), match[3]))
        elif option := found["option"]:
            inner = parse_template(option[1:-1])
            items.append(OptionItem(tuple(item for item in inner if not isinstance(item, OptionItem))))
        elif found["open"]:
            items.append(WordItem("open"))
        elif found["mark"]:
            items.append(WordItem("close" if found["mark"] == '"' else found["mark"]))
        else:
            items.append(WordItem("a" if found["word"] == "an" else found["word"]))
    return tuple(items)


@cache
def _slots(template: str) -> tuple[SlotItem, ...]:
    found: list[SlotItem] = []
    for item in parse_template(template):
        if isinstance(item, SlotItem):
            found.append(item)
        elif isinstance(item, OptionItem):
            found += [inner for inner in item.items if isinstance(inner, SlotItem)]
    return tuple(found)


Lower = Callable[["Lowering", Any], Any] | Callable[["Lowering", Any, Any], Any]
"""How a phrase becomes operations."""


@dataclass(frozen=True)
class Phrase:
    """One primitive of the language, declared once."""

    family: str
    name: str
    template: str
    doc: str
    example: str
    lower: Lower | None = None
    operations: tuple[str, ...] = ()
    """The kernel operations it may become."""
    aliases: tuple[str, ...] = ()
    """Other wordings, read and never written; each must be on the reviewed list."""
    elsewhere: dict[str, str] = field(default_factory=dict, hash=False)
    """By family, the template of the phrase where it is worded differently there ("they" before a verb)."""
    pronouns: dict[str, str] = field(default_factory=dict, hash=False)
    """By phrase in slot t, the template that is used instead ("its attack" for "the attack of it")."""
    number: Number | None = None
    """Singular or plural only; without it, its place decides."""
    requires: str = ""
    """A game has the phrase only if it has this sort of words, or this operation of its own."""
    level: int = 0
    """In a family with levels: phrases of a higher level enclose those of a lower one."""

    def items(self, words: dict[str, str]) -> tuple[Item, ...]:
        """The items of the canonical template."""
        return parse_template(self.template, words)

    def slots(self) -> list[SlotItem]:
        """All slots, in the order of the canonical template."""
        return list(_slots(self.template))


def effect(
    name: str,
    template: str,
    doc: str,
    example: str,
    lower: Lower,
    *operations: str,
    requires: str = "",
) -> Phrase:
    """A phrase of the family of effects."""
    return Phrase(
        "effect",
        name,
        template,
        doc,
        example,
        lower=lower,
        operations=operations,
        requires=requires,
    )
