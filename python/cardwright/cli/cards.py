"""`cardwright cards`: list, show, search, lint, try, test, pair and build the cards of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from cardwright.basics import output
from cardwright.basics.output import progress_bar, say
from cardwright.basics.paths import catalogues_folder, write_whole
from cardwright.building.loading import cached_catalogue, load_catalogue
from cardwright.catalogue import CardDef, Catalogue, decode
from cardwright.errors import CardwrightError
from cardwright.sources.finding import all_sources, shipped_sources, sources_of

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="List, show, search, lint, try, test and build cards; find phrases.",
)

Slug = Annotated[str, typer.Argument(metavar="GAME", help="The slug of a game, see `cardwright games`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

_COMPARISON = re.compile(r"([\w-]+)(<=|>=|=|<|>)(.*)")
_FINDING = 1
_SAMPLE = 1000


@app.command("list")
def list_cards(
    game: Slug,
    kind: Annotated[str, typer.Option(help="Only this kind.")] = "",
    tag: Annotated[str, typer.Option(help="Only this element or tribe.")] = "",
    keyword: Annotated[str, typer.Option(help="Only with this keyword.")] = "",
    rarity: Annotated[str, typer.Option(help="Only this rarity.")] = "",
    cost: Annotated[int | None, typer.Option(help="Only this cost.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Tokens, heroes and retired cards too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the cards of a game."""
    catalogue = load_catalogue(game)
    words = catalogue.game.vocabulary
    kind = _known(kind, words["kinds"], "kind")
    tag = _known(tag, words["tags"], "tag")
    rarity = _known(rarity, catalogue.game.words["rarities"], "rarity")
    keyword = _known(keyword, [*catalogue.game.words["keywords"]], "keyword")
    if cost is not None and cost < 0:
        raise CardwrightError(f"no card costs {cost}", suggestion="write 0 or more")
    found = [
        card
        for card in catalogue.cards
        if (everything or kind or (card.collectible and not catalogue.is_unique(card)))
        and (not kind or catalogue.kind_of(card) == kind)
        and (not tag or tag in catalogue.tags_of(card))
        and (not rarity or card.rarity == rarity)
        and (cost is None or catalogue.cost_of(card) == cost)
        and (not keyword or keyword in _keyword_ids(catalogue, card))
    ]
    _print_cards(catalogue, found, as_json)


@app.command()
def search(
    game: Slug,
    words: Annotated[
        list[str],
        typer.Argument(help="Words of name, text, kind, tag, rarity or keyword; or cost<=3, attack=2."),
    ],
    as_json: AsJson = False,
) -> None:
    """Search cards by words and numbers; all must fit."""
    catalogue = load_catalogue(game)
    found = [card for card in catalogue.cards if all(_fits(catalogue, card, word) for word in words)]
    _print_cards(catalogue, found, as_json)


@app.command()
def show(
    game: Slug,
    card: Annotated[str, typer.Argument(help="The id or name of a card.")],
    as_json: AsJson = False,
) -> None:
    """Show a card: its numbers, its text and the program it compiles to."""
    from cardwright.building.listing import list_card

    catalogue = load_catalogue(game)
    found = catalogue.card(card)
    program = list_card(catalogue, found)
    if as_json:
        print_json(card_row(catalogue, found) | {"flavour": found.flavour, "program": program})
        return
    say(f"{found.name}  ({found.id})")
    say(_line(catalogue, found), *(f"  {row}" for row in catalogue.pattern_rows(found)))
    if found.text:
        say("", found.text)
    for word in catalogue.keywords_of(found):
        help_text = next(
            entry["help"]
            for entry in catalogue.game.words["keywords"].values()
            if word == entry["word"] or word.startswith(entry["word"] + " ")
        )
        say(f"  {word}: {help_text}")
    for number in found.knows:
        known = catalogue.defs[number]
        say(f"  {known.name} ({_line(catalogue, known)}): {known.text}")
    if found.flavour:
        say("", found.flavour)
    if program:
        say("", *program)


@app.command()
def lint(game: Slug, as_json: AsJson = False) -> None:
    """Check the cards, decks, boards and weights of a game; ends with code 1 if there are errors."""
    from cardwright.agents.spec import weights_faults
    from cardwright.building.lint import finding
    from cardwright.building.lint import lint as lint_sources
    from cardwright.face.library import game as load_game
    from cardwright.face.native import native_games

    sources = sources_of(game)
    document = lint_sources(sources)
    folders = [one.fault for one in all_sources()[1] if one.meant == game]
    document["errors"] += map(finding, folders)
    if not document["errors"]:  # cards and decks may be in order, and the game not: an alias of no deck
        try:
            if sources.rules in native_games():
                document["errors"] += map(finding, weights_faults(load_game(game)))
            else:
                load_catalogue(game)
        except CardwrightError as error:
            document["errors"].append(finding(error))
    if as_json:
        print_json(document)
    else:
        for row in document["errors"]:
            say(f"error: {_finding(row)}")
        for row in document["warnings"]:
            say(f"{row['kind']}: {_finding(row)}")
        counts = ", ".join(_counted(len(document[kind]), kind) for kind in ("errors", "warnings"))
        say(f"{document['cards']} cards for decks, {counts}")
    if document["errors"]:
        raise typer.Exit(_FINDING)


@app.command()
def phrases(
    game: Slug,
    words: Annotated[list[str] | None, typer.Argument(help="What the card should do, in your words.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find phrases by their meaning, or list all: how each is written, an example, its price."""
    from cardwright.building.catalogue import Workshop
    from cardwright.building.phrasebook import Phrasebook, lines

    document = Phrasebook(Workshop(sources_of(game), [])).document(" ".join(words or []))
    if as_json:
        print_json(document)
    else:
        say(*lines(document))


@app.command("try", context_settings={"ignore_unknown_options": True})  # a text may hold -1/-1
def try_text(
    game: Slug,
    words: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", help="A text as it would stand on a card; - reads it from input."),
    ],
    kind: Annotated[str, typer.Option(help="The kind of card (default: the one that fits best).")] = "",
    cost: Annotated[
        int | None, typer.Option(min=0, max=999, help="What the card costs, for its budget.")
    ] = None,
    attack: Annotated[int | None, typer.Option(min=0, max=999, help="Its attack, for its budget.")] = None,
    health: Annotated[int | None, typer.Option(min=0, max=999, help="Its health, for its budget.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read one text without a file: what is wrong, the nearest phrases, its program and its budget."""
    from cardwright.basics.files import read_input
    from cardwright.basics.limits import CARD_FILE
    from cardwright.basics.toml import decode_text
    from cardwright.building.trying import Proofreader

    for word in words:
        if re.match(r"--\w", word):
            raise CardwrightError(f"there is no option {word}", suggestion="see: cardwright cards try --help")
    text = " ".join(words)
    if text == "-":
        text = decode_text(read_input(CARD_FILE), "standard input").rstrip("\n")
    reader = Proofreader(sources_of(game))
    document = reader.document(text, kind, cost=cost, attack=attack, health=health)
    if as_json:
        print_json(document)
    else:
        say(*_lines_about(document, reader.currency(document["kind"])))
    if document["errors"]:
        raise typer.Exit(_FINDING)


def _lines_about(document: dict[str, Any], currency: str) -> list[str]:
    """The report about a text, in lines."""
    text, errors = " ".join(document["text"].split("\n")), document["errors"]
    marks = [" "] * (len(text) + 1)
    for row in errors:
        for at in range(row["column"] - 1, max(row["column"], row["end"] - 1)):
            marks[min(at, len(text))] = "^"
    lines = [text, "".join(marks).rstrip()] if errors else []
    for row in errors:
        hint = f"; {row['suggestion']}" if row["suggestion"] else ""
        lines.append(f"  {row['column']}: {row['reason']}{hint}")
    if errors and document["nearest"]:
        lines += ["", "Nearest in meaning:"]
        lines += [f"  {row['example']}  ({row['meaning'].rstrip('.')})" for row in document["nearest"]]
    if errors:
        return lines
    lines += [f"{document['kind']}: {document['rendering']}", "", *document["program"]]
    if budget := document["budget"]:
        lines += ["", f"The text is worth {budget['text']:g}, with its numbers {budget['worth']:g}."]
        if budget["allowed"] is not None:
            lines.append(f"Its cost allows {budget['allowed']:g}: {budget['excess']:+g}.")
        lines.append(f"A cost of {budget['suggested_cost']} {currency} fits best.")
    return lines


@app.command("test")
def play_scenarios(
    game: Slug,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Scenario files (default: all of the game)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play the scenarios of a game and of what you added to it; ends with code 1 if one does not hold.

    A file that cannot be read is named, the others are played, and the code is 2.
    """
    from cardwright.face.library import game as load_game
    from cardwright.scenario import read, run

    chosen, failures, count, unread = load_game(game), [], 0, []
    for path in files or sources_of(game).scenarios():
        try:
            scenarios = read(path)
        except CardwrightError as error:
            unread.append(error)
            continue
        for scenario in scenarios:
            count += 1
            try:
                run(scenario, chosen)
            except CardwrightError as error:
                failures.append(
                    {
                        "file": error.file,
                        "line": error.line,
                        "scenario": scenario.title,
                        "reason": error.reason,
                    }
                )
                if not as_json:
                    say(error)
    if as_json:
        print_json({"game": game, "scenarios": count, "failures": failures})
    elif count:
        say(f"{_counted(count, 'scenarios')}, {len(failures)} failed")
    for fault in unread[1:]:
        output.complain(f"cardwright: {fault}")
    if unread:
        raise unread[0]
    if failures:
        raise typer.Exit(_FINDING)


@app.command()
def pairs(
    game: Slug,
    sample: Annotated[
        int | None,
        typer.Option(min=1, help="How many texts, picked by the seed (default: 1000; with --part, all)."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The seed that picks the sample.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="All texts of all parts: some minutes.")] = False,
    part: Annotated[
        str,
        typer.Option(
            help="The texts of one part: product, fillings, filters, conditions, clauses, triggers or kinds."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Try every trigger with every effect and selector, then every other word in some of them.

    Ends with code 1 if the checker takes a text that does nothing on any stage of the game.
    """
    from cardwright.pairs.report import report
    from cardwright.pairs.texts import PARTS

    part = _known(part, list(PARTS), "part")
    if everything and sample is not None:
        raise CardwrightError("--all tries all texts and --sample some: give one of the two")
    if sample is None and not everything and not part:
        sample = _SAMPLE
    with progress_bar("texts") as bar:
        tell = bar or (lambda done, texts: None)
        document = report(game, sample, seed, [part] if part else PARTS, tell)
    if as_json:
        print_json(document)
    else:
        for row in document["unchanged_texts"]:
            say(f"does nothing: {row['kind']}: {row['text']}")
        for reason, count in document["reasons"].items():
            say(f"{count:>6}  {reason}")
        counts = ", ".join(f"{document[name]} {name}" for name in ("refused", "changed", "unchanged"))
        say(f"{document['texts']} texts: {counts} ({document['seconds']} s)")
    if document["unchanged"]:
        raise typer.Exit(_FINDING)


@app.command()
def build(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The slug of a game.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every shipped game.")] = False,
    to: Annotated[Path | None, typer.Option(help="The folder to write to.")] = None,
) -> None:
    """Compile a game's cards into its catalogue."""
    from cardwright.building.catalogue import build_catalogue

    if bool(game) == everything:
        raise CardwrightError("name one game or give --all")
    shipped = list(shipped_sources().values())
    for sources in shipped if everything else [sources_of(game)]:
        slug, raw = sources.slug, build_catalogue(sources)
        # The catalogue of a user's own game goes into the user's folder.
        path = (to or catalogues_folder()) / f"{slug}.json"
        if to is None and sources not in shipped:
            path = cached_catalogue(sources, decode(raw).source)
        write_whole(path, raw)
        built = decode(raw)
        of_decks = sum(card.collectible and not built.is_unique(card) for card in built.cards)
        counts = f"{len(built.cards)} cards with heroes and tokens, {of_decks} cards for decks"
        say(f"{slug}: {counts}, {len(built.ops)} operations, version {built.hash[:12]}")


@app.command()
def reference(
    game: Slug,
    to: Annotated[Path | None, typer.Option(help="The file to write (default: standard output).")] = None,
) -> None:
    """Write the reference page of the card language."""
    from cardwright.building.reference import reference as page

    text = page(sources_of(game))
    if to is None:
        output.write(text)
    else:
        write_whole(to, text.encode())


def _known(word: str, known: list[str], what: str) -> str:
    """The word as the game writes it, whatever its capitals; an unknown one is an error with the nearest."""
    from cardwright.basics.suggestions import did_you_mean

    written = word.strip().lower().replace(" ", "-")
    if written and written not in known:
        hint = did_you_mean(written, known) or f"write one of {', '.join(known)}"
        raise CardwrightError(f'unknown {what} "{word}"', suggestion=hint)
    return written


def _keyword_ids(catalogue: Catalogue, card: CardDef) -> list[str]:
    words = catalogue.game.vocabulary
    found = [name for bit, name in enumerate(words["keywords"]) if card.keywords >> bit & 1]
    return found + [name for name, value in zip(words["statuses"], card.statuses, strict=True) if value]


def _fits(catalogue: Catalogue, card: CardDef, word: str) -> bool:
    if comparison := _COMPARISON.fullmatch(word):
        name, sign = comparison[1].lower(), comparison[2]
        attributes = catalogue.game.vocabulary["attributes"]
        prices = catalogue.game.words["fields"]["cost"] if catalogue.has_prices else {}
        if name not in attributes and name not in prices:
            known = ", ".join(dict.fromkeys([*attributes, *prices]))
            raise CardwrightError(f'unknown number "{name}"', suggestion=f"write one of {known}")
        if not re.fullmatch(r"[0-9]{1,6}", comparison[3]):
            raise CardwrightError(
                f'"{comparison[3]}" is no number', suggestion=f"write one, like {name}{sign}3"
            )
        number = int(comparison[3])
        is_total = name == "cost"
        value = catalogue.cost_of(card) if is_total else catalogue.number_of(card, prices.get(name, name))
        if value is None:
            return False
        signs = {
            "<=": value <= number,
            ">=": value >= number,
            "=": value == number,
            "<": value < number,
            ">": value > number,
        }
        return signs[sign]
    places = [card.name, card.text, catalogue.kind_of(card), card.rarity]
    places += [*catalogue.tags_of(card), *catalogue.keywords_of(card), *catalogue.pattern_of(card).values()]
    return any(word.lower() in place.lower() for place in places)


def card_row(catalogue: Catalogue, card: CardDef) -> dict[str, Any]:
    """A card in documents."""
    own = catalogue.game.vocabulary["attributes"][3:]
    numbers = {name: catalogue.number_of(card, name) or 0 for name in own}
    own_set = {"set": card.set} if card.set else {}
    rows = [[*field, land] for field, land in catalogue.pattern_of(card).items()]
    return (
        own_set
        | {
            "id": card.id,
            "name": card.name,
            "kind": catalogue.kind_of(card),
            "cost": catalogue.cost_of(card),
            "attack": card.attack,
            "health": card.health,
            "numbers": numbers,
            "keywords": catalogue.keywords_of(card),
            "tags": catalogue.tags_of(card),
            "rarity": card.rarity,
            "collectible": card.collectible,
            "text": card.text,
        }
        | ({"price": catalogue.price_of(card)} if catalogue.has_several else {})
        | ({"pattern": rows} if rows else {})
    )


def _line(catalogue: Catalogue, card: CardDef) -> str:
    kind = catalogue.kind_of(card)
    parts = [f"{card.rarity} {kind}"]
    if not (catalogue.has_several and catalogue.is_unique(card)):
        parts.append(f"cost {catalogue.cost_text(card)}")
    vocabulary, words = catalogue.game.vocabulary, catalogue.game.words["attributes"]
    printed = dict(zip(vocabulary["attributes"][3:], card.numbers, strict=True))
    for known in catalogue.game.words.get("fields", {}).values():  # they have words of their own
        for name in [known] if isinstance(known, str) else known.values():
            printed.pop(name, None)
    elements = vocabulary["elements"]
    needs = [f"{value} {name}" for name, value in printed.items() if value and name in elements]
    if needs:
        parts.append(("starts with " if catalogue.is_unique(card) else "needs ") + ", ".join(needs))
    if catalogue.has_body(card):
        parts.append(f"{card.attack}/{card.health}")
    other = [
        f"{words[name]['word']} {value}" for name, value in printed.items() if value and name not in elements
    ]
    tags = [tag for tag in catalogue.tags_of(card) if tag not in elements and tag != card.rarity]
    parts += catalogue.fields_text(card)
    parts += [one["name"] for one in catalogue.game.sets if one["id"] == card.set]
    parts += [", ".join(listed) for listed in (other, tags) if listed]
    return " · ".join(parts)


def _print_cards(catalogue: Catalogue, found: list[CardDef], as_json: bool) -> None:
    found = sorted(found, key=lambda card: (catalogue.cost_of(card), card.name))
    if as_json:
        print_json({"game": catalogue.game.slug, "cards": [card_row(catalogue, card) for card in found]})
        return
    width = max((len(card.name) for card in found), default=0)
    costs = {card.id: str(catalogue.cost_of(card)).rjust(2) for card in found}
    if catalogue.has_several:
        costs = {card.id: "" if catalogue.is_unique(card) else catalogue.cost_text(card) for card in found}
    side = "<" if catalogue.has_several else ">"
    digits = max((len(cost) for cost in costs.values()), default=2)
    for card in found:
        body = f"{card.attack}/{card.health}" if catalogue.has_body(card) else catalogue.kind_of(card)
        say(f"{costs[card.id]:{side}{digits}}  {card.name:<{width}}  {body:<6} {card.text}".rstrip())
    say(f"{len(found)} card{'' if len(found) == 1 else 's'}")


def _finding(row: dict[str, Any]) -> str:
    card = f'card "{row["card"]}": ' if row["card"] else ""
    return str(
        CardwrightError(
            card + row["reason"],
            file=row["file"],
            line=row["line"],
            column=row["column"],
            suggestion=row["suggestion"],
        )
    )


def print_json(document: Any) -> None:
    """Print one document on one line."""
    output.say_json(document)


def _counted(number: int, plural: str) -> str:
    return f"{number} {plural[:-1] if number == 1 else plural}"
