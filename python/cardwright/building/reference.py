"""The reference page of the card language, made from the phrase table and the cards of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cardwright.building.catalogue import Workshop
from cardwright.building.phrasebook import Phrasebook, price
from cardwright.building.sections import SECTIONS
from cardwright.language.cards import SourceCard
from cardwright.language.diagnostics import TextError
from cardwright.language.phrases import FAMILIES, Phrase, table
from cardwright.language.phrases.model import ENUMERATIONS
from cardwright.language.renderer import render
from cardwright.language.wordings import LAST, WORDINGS
from cardwright.sources import Sources


def phrases_used(workshop: Workshop) -> dict[str, list[SourceCard]]:
    """For every phrase the cards whose texts use it."""
    found: dict[str, list[SourceCard]] = {name: [] for name in workshop.language.phrases}
    for card in workshop.cards:
        try:
            names = names_in(workshop, card.entry.text)
        except TextError:
            continue
        for name in names:
            found[name].append(card)
    return found


def names_in(workshop: Workshop, text: str) -> list[str]:
    """The names of the phrases of a text, each once, including those of its structure."""
    from cardwright.language.lexer import tokenise

    if not text.strip():
        return []
    language = workshop.language
    printed = render(language.parse(text), language.lexicon)
    tree = language.read_tree(tokenise(printed, language.lexicon))
    return list(dict.fromkeys(node.phrase for node in tree.walk()))


class Shelf:
    """An opened game, its phrasebook and the cards that use each of its phrases."""

    def __init__(self, folder: Path | Sources) -> None:
        self.workshop = Workshop(folder)
        self.name = self.workshop.vocabulary.file.name
        self.phrases = self.workshop.language.phrases
        self.book = Phrasebook(self.workshop)
        self.used = phrases_used(self.workshop)

    def example(self, phrase: Phrase) -> str | None:
        """A sentence of the game with a phrase."""
        return self.book.example(phrase)

    def price(self, phrase: Phrase) -> str:
        """What a phrase counts in the game's budget, in words; empty if it has none."""
        found = price(phrase, self.workshop.vocabulary.file.budget)
        return f"{found[0]} {found[1]:g}" if found else ""


def reference(folder: Path | Sources, beyond: Path | None = None, others: Iterable[Path] = ()) -> str:
    """The page of a game, in Markdown; with `beyond`, only the phrases that another game does not have.

    With `others`, the page also has the phrases that only these games speak, and an example of each game.
    """
    shelf = Shelf(folder)
    workshop = shelf.workshop
    if beyond is not None:
        return _additions(shelf, Shelf(beyond))
    shelves = [shelf, *map(Shelf, others)]
    lines = [
        "# The card language",
        "",
        "<!-- Made by `cardwright cards reference`; do not edit. -->",
        "",
        "A card's text is its program. Each entry is one phrase: its template, what it does, an example of",
        "each game that speaks it with what it counts in that game's budget, other wordings that are read,",
        f"and cards of {shelf.name} that use it. `{{slots}}` are filled by phrases or by the game's words",
        "(the last section lists them); `[parts]` may be left out. `cardwright cards phrases GAME WORDS`",
        "finds a phrase by its meaning.",
        "",
        "| mark | meaning |",
        "| --- | --- |",
        "| `{t:subject}` | a slot called *t*, filled by a phrase or word of that sort |",
        "| `.s`, `.p` | in the singular, in the plural: `{f:filter.p}` is *fire minions* |",
        "| `@t`, `@p`, `@n` ... | singular or plural, like the slot of that letter in the same template |",
        "| `(get\\|gets)@t` | the first word if the slot *t* is a plural, else the second |",
        "| `{f:filter@n}` | in the number of the slot *n*: *a minion*, *two minions* |",
        "| `@self` | in the number that the place of the whole phrase needs |",
        "| `<turn>` | a word that the game chooses |",
        "",
        "**Numbers.** Amounts are written in digits: *deal 3 damage*, *5 or more attack*, *2 fire*,",
        "*for 2 turns* (`number`). Counts are written in words, and one is *a*: *draw two cards*,",
        "*three or more minions*, *a card* (`count`, `quantity`). A change of attack and health names both,",
        "with signs: *+1/+0*, *-0/-2* (`stats`).",
        "",
        "*A minion* is chosen by the player, in spells, powers and after *When played,*; chance is",
        "always said: *a random minion*. *It* is the piece the event is about, else the chosen one, else the",
        "one just picked or summoned; a text in which *it* could mean two of these is refused. The other",
        "piece of an attack or of damage is *the attacker* or *the target*.",
        "",
    ]
    for heading, families, sentence in SECTIONS:
        lines += [f"## {heading}", "", sentence, ""]
        for family in families:
            for phrase in table().values():
                speaking = [one for one in shelves if phrase.name in one.phrases]
                if phrase.family == family and speaking:
                    lines += _entry(phrase, speaking, has_names=len(shelves) > 1)
    lines += (
        _wordings(workshop) + _words(workshop) + _conditions(workshop) + _keys(workshop) + _numbers(workshop)
    )
    return "\n".join(lines).rstrip() + "\n"


def _additions(shelf: Shelf, other: Shelf) -> str:
    name, shown, workshop, used, known = shelf.name, other.name, shelf.workshop, shelf.used, other.used
    lines = [
        f"# The card language of {name}",
        "",
        "<!-- Made by `docs/generate.py`; do not edit. -->",
        "",
        f"What its cards say beyond the [card language](language.md) as {shown} speaks it, and its words.",
        f"`cardwright cards reference {workshop.slug}` prints all that it can say.",
        "",
    ]
    for heading, families, _ in SECTIONS:
        phrases = [one for one in workshop.language.phrases.values() if one.family in families]
        own = [one for one in phrases if one.name not in known or (used[one.name] and not known[one.name])]
        if own:
            lines += [f"## {heading}", ""]
            for phrase in own:
                lines += _entry(phrase, [shelf], has_names=False)
    lines += (
        _wordings(workshop) + _words(workshop) + _conditions(workshop) + _keys(workshop) + _numbers(workshop)
    )
    return "\n".join(lines).rstrip() + "\n"


def _wordings(workshop: Workshop) -> list[str]:
    """What players of other games write, and how it is read and printed."""
    language = workshop.language
    lines = ["## Wordings of other games", ""]
    lines += [
        "Read where they mean exactly this; lint suggests what stands on the right, and cards print it.",
        "",
    ]
    lines += ["| written | read as |", "| --- | --- |"]
    for wording in (*WORDINGS, *LAST):
        try:
            program = language.parse(wording.example)
        except TextError:
            continue
        lines.append(f"| {wording.example} | {render(program, language.lexicon)} |")
    return [*lines, ""]


def _keys(workshop: Workshop) -> list[str]:
    """The keys that only cards of this game have."""
    words = workshop.vocabulary
    if not words.fields:
        return []
    lines = ["## Keys of its cards", ""]
    lines += ["Keys that a [card](cards.md#a-card) of this game has besides, or writes in another way.", ""]
    lines += ["| key | in | holds | meaning |", "| --- | --- | --- | --- |"]
    for field in words.fields:
        kinds = [kind.word for kind in words.kinds if not field.kinds or kind.id in field.kinds]
        names = ", ".join(f"`{name}`" for name in field.attributes)
        holds = f"table of whole numbers: {names}" if names else "whole number"
        lines.append(
            f"| `{field.id}` | {', '.join(kinds)} | {holds}, at least {field.least} | {field.help} |"
        )
    return [*lines, ""]


def _numbers(workshop: Workshop) -> list[str]:
    """The numbers that cards of the game have beyond attack, health and cost."""
    keyed = {
        name for field in workshop.vocabulary.fields for name in (field.attribute, *field.attributes.values())
    }
    numbers = [one for one in workshop.vocabulary.attributes[3:] if one.help and one.id not in keyed]
    if not numbers:
        return []
    most = workshop.vocabulary.limits.get("number", 99)
    lines = ["## Printed numbers", ""]
    lines += [f"The numbers that `numbers` of a [card](cards.md#a-card) may hold, each 0 to {most}.", ""]
    lines += ["| number | meaning |", "| --- | --- |"]
    lines += [f"| `{one.id}` | {one.help} |" for one in numbers]
    return [*lines, ""]


def _entry(phrase: Phrase, shelves: Sequence[Shelf], *, has_names: bool) -> list[str]:
    """The entry of a phrase in the words of the first game, with an example and the price of each."""
    first = shelves[0]
    cards = first.used[phrase.name]
    template = first.workshop.language.lexicon.template(phrase)
    lines = [f"### `{template}`", "", f"{phrase.doc} (`{phrase.name}`)", ""]
    if not has_names:
        lines += [f"> {example}", ""] if (example := first.example(phrase)) else []
    notes = []
    for one in shelves if has_names else ():
        example, fee = one.example(phrase), one.price(phrase)
        shown = f"*{example}*" if example else "no text of its cards makes sense with it"
        notes.append(f"{one.name}: {shown}" + (f" ({fee})" if fee else ""))
    if not has_names and (fee := first.price(phrase)):
        notes.append(f"in the budget: {fee}")
    notes += [f"also before a verb: `{other}`" for other in phrase.elsewhere.values() if other != template]
    notes += [f"for *{name}*: `{other}`" for name, other in phrase.pronouns.items()]
    notes += [f"read, never written: `{alias}`" for alias in phrase.aliases]
    said = dict.fromkeys(text for one in shelves for text in one.book.wordings.get(phrase.name, ()))
    notes += [f"read, never written: *{text}*" for text in said]
    if phrase.operations:
        notes.append("becomes " + ", ".join(f"`{name}`" for name in phrase.operations))
    names = [card.entry.name for card in cards]
    shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    notes.append(f"used by {shown}" if names else "used by no card yet")
    lines += [f"- {note}" for note in notes]
    return [*lines, ""]


def _conditions(workshop: Workshop) -> list[str]:
    """What the conditions are that texts cause, and how long they last."""
    states = [status for status in workshop.vocabulary.statuses if status.verb]
    if not states:
        return []
    lines = [
        "## Conditions",
        "",
        "| texts cause it by | what it does | how long, if the text gives no number |",
    ]
    lines.append("| --- | --- | --- |")
    lines += [f"| {one.verb} | {one.help} | {one.lasts or 'the text must give one'} |" for one in states]
    return [*lines, ""]


def _words(workshop: Workshop) -> list[str]:
    lines = ["## Slots filled by words", "", "| slot | words |", "| --- | --- |"]
    for name, numbers in workshop.language.lexicon.categories.items():
        words = [word for entries in numbers.values() for _, word in entries]
        if words:
            lines.append(f"| `{name}` | {', '.join(words)} |")
    for name, values in ENUMERATIONS.items():
        shown = ", ".join(words or "*(no word: you)*" for words, _ in values.values())
        lines.append(f"| `{name}` | {shown} |")
    lines += [
        "| `number` | 1, 2, 3 ... |",
        "| `count` | two, three ... ten |",
        "| `quantity` | a, two, three ... ten |",
        "| `stats` | +1/+1, -2/-0 ... |",
        "| `range` | 2-4 |",
        "| `name` | the name of a card |",
    ]
    for family in FAMILIES.values():
        if family.includes:
            lines.append(f"| `{family.name}` | a phrase of that family, or {', '.join(family.includes)} |")
    return [*lines, ""]
