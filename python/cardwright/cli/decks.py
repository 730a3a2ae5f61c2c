"""`cardwright decks`: list, show, check, import, export and draw decks."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cardwright.basics import output
from cardwright.basics.output import say
from cardwright.basics.paths import shown_name, write_whole
from cardwright.catalogue import CardDef
from cardwright.cli.cards import AsJson, Slug, card_row, print_json
from cardwright.decks import ENDINGS, TOML, Deck
from cardwright.decks.chance import random_deck
from cardwright.decks.files import STANDARD_INPUT, read_deck, read_text_deck, shown_file, to_text, to_toml
from cardwright.decks.summary import Summary, in_order, summarise
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.sources.finding import sources_of

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="List, show, check, exchange and draw decks."
)

DeckName = Annotated[
    str, typer.Argument(metavar="DECK", help="A deck's slug, alias, SHELF/NAME, file or random:SEED.")
]

Format = Annotated[
    str, typer.Option("--format", help="In games with formats: only cards of its sets are allowed.")
]

_FINDING = 1
_BAR = 30
"""The width of the longest bar of a curve."""
_IN = " " * 8
"""Before the lines of a text under its card."""


@app.command("list")
def list_decks(game: Slug, as_json: AsJson = False) -> None:
    """List the ready decks of a game, those of each shelf in a group of their own."""
    chosen = load_game(game)
    rows = _rows(chosen, chosen.decks)
    shelves = {shelf: _rows(chosen, names) for shelf, names in chosen.shelves.items()}
    if as_json:
        print_json({"game": chosen.slug, "decks": rows, "shelves": shelves})
        return
    _list_rows(rows)
    for shelf, shelved in shelves.items():
        say()
        say(f"On the shelf {shelf}:")
        _list_rows(shelved)


def _rows(game: Game, names: Iterable[str]) -> list[dict[str, Any]]:
    """A row of a list for each deck, by name."""
    aliases = {slug: alias for alias, slug in game.catalogue.aliases.items()}
    rows: list[dict[str, Any]] = []
    for slug in sorted(names):
        deck = game.deck(slug)
        counted = summarise(game, deck)
        rows.append(
            {
                "slug": slug,
                "alias": aliases.get(slug),
                "name": deck.name,
                "hero": deck.hero,
                "cards": counted.size,
                "average_cost": counted.average_cost,
                "average_costs": counted.average_costs,
            }
        )
    return rows


def _list_rows(rows: list[dict[str, Any]]) -> None:
    """Print a line for each deck, then how many they are."""
    width = max((len(row["slug"]) for row in rows), default=0)
    heroes = max((len(row["hero"]) for row in rows), default=0)
    for row in rows:
        alias = f"  ({row['alias']})" if row["alias"] else ""
        say(
            f"{row['slug']:<{width}}  {row['hero']:<{heroes}}  {row['cards']} cards, "
            f"average cost {_average(row)}  {row['name']}{alias}"
        )
    say(f"{len(rows)} deck{'' if len(rows) == 1 else 's'}")


@app.command()
def show(game: Slug, deck: DeckName, as_json: AsJson = False) -> None:
    """Show a deck: its curve, what it is made of, its cards with their numbers and texts."""
    chosen = load_game(game)
    found = chosen.deck(deck)
    counted = summarise(chosen, found)
    cards = in_order(chosen, found)
    if as_json:
        print_json(
            {"game": chosen.slug, "deck": deck, "name": found.name, "hero": found.hero}
            | msgspec.to_builtins(counted)
            | {"cards": [{"count": found.cards[c.id]} | card_row(chosen.catalogue, c) for c in cards]}
        )
        return
    say(f"{found.name}: {counted.size} cards, average cost {_average(msgspec.to_builtins(counted))}")
    if found.hero:
        hero = chosen.catalogue.defs[chosen.card_numbers[found.hero]]
        facts = "".join(f", {fact}" for fact in chosen.catalogue.fields_text(hero))
        say(f"{chosen.kind_words[hero.kind]}: {hero.name} ({hero.id}){facts}")
    say()
    say(*_curve(counted))
    say()
    say(*_counts(counted))
    say()
    say(*_cards(chosen, found, cards))


@app.command()
def check(
    game: Slug,
    decks: Annotated[
        list[str],
        typer.Argument(
            metavar="DECK", help="Slugs, aliases, SHELF/NAME or files, TOML or text; - is standard input."
        ),
    ],
    played: Format = "",
    as_json: AsJson = False,
) -> None:
    """Check decks and name every fault; ends with code 1 if a deck is not legal."""
    chosen = _game_for_files(game)
    rows = []
    for name in decks:
        found, faults = _opened(chosen, name, played)
        rows.append(
            {
                "deck": name,
                "name": found.name if found else None,
                "legal": not faults,
                "faults": [_fault(fault) for fault in faults],
            }
        )
        if not as_json:
            for fault in faults:
                say(fault)
            state = f"{len(faults)} fault{'s' * (len(faults) != 1)}" if faults else "legal"
            say(f"{name}: {state}")
    if as_json:
        print_json({"game": chosen.slug, "decks": rows})
    if not all(row["legal"] for row in rows):
        raise typer.Exit(_FINDING)


@app.command()
def export(
    game: Slug,
    deck: DeckName,
    to: Annotated[Path | None, typer.Option(help="The file to write; standard output without it.")] = None,
) -> None:
    """Write a deck as text that can be pasted and imported."""
    if to is not None and to.suffix == TOML:
        raise CardwrightError(f"a deck is exported as text, not to {to}", suggestion="call it .txt")
    chosen = load_game(game)
    _write(to_text(chosen, chosen.deck(deck)), to)


@app.command("import")
def import_deck(
    game: Slug,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The text; - is standard input.")],
    to: Annotated[
        Path | None, typer.Option(help="The TOML file to write; standard output without it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a deck from text and write it as TOML.

    Bad lines are listed with number and reason, and the rest is kept.
    Ends with code 1 then, or if what is kept is no legal deck.
    """
    if to is not None and to.suffix != TOML:
        raise CardwrightError(f"a deck is written to a file of TOML, not to {to}", suggestion="call it .toml")
    if as_json and to is None:
        raise CardwrightError("--json needs --to FILE.toml, for standard output holds one document")
    chosen = _game_for_files(game)
    deck, faults = read_text_deck(chosen, file)
    if not deck.cards:
        empty = CardwrightError("this is no deck: it names no card", file=shown_file(file))
        raise next((fault for fault in faults if fault.line), empty)
    for fault in faults:
        output.complain(fault)
    _write(to_toml(chosen, deck), to)
    if as_json:
        print_json({"game": chosen.slug, "file": str(to), "faults": [_fault(fault) for fault in faults]})
    if faults:
        raise typer.Exit(_FINDING)


@app.command()
def random(
    game: Slug,
    seed: Annotated[
        int, typer.Option(min=0, max=10**18 - 1, help="The first deck's seed; others count on.")
    ] = 1,
    hero: Annotated[str, typer.Option(help="The hero; drawn too without it.")] = "",
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many decks.")] = 1,
    to: Annotated[
        Path | None, typer.Option(help="The folder to write TOML files to; text is printed without it.")
    ] = None,
    played: Format = "",
    as_json: AsJson = False,
) -> None:
    """Draw random legal decks; the same for the same seed.

    Wherever a deck is named, random:SEED and random:SEED:HERO mean one of these.
    """
    chosen = load_game(game)
    decks = {number: random_deck(chosen, number, hero, played) for number in range(seed, seed + count)}
    if to is not None:
        for number, deck in decks.items():
            name = f"random-{number}{'-' + deck.hero if hero else ''}.toml"
            write_whole(to / name, to_toml(chosen, deck).encode())
    if as_json:
        print_json(
            {
                "game": chosen.slug,
                "decks": [{"seed": number} | msgspec.to_builtins(deck) for number, deck in decks.items()],
            }
        )
    elif to is not None:
        say(f"{count} deck{'' if count == 1 else 's'} written to {to}")
    else:
        output.write("\n".join(to_text(chosen, deck) for deck in decks.values()))


def _game_for_files(slug: str) -> Game:
    """The game; a ready deck that is wrong does not keep anyone from mending it."""
    try:
        return load_game(slug)
    except CardwrightError:
        return load_game(slug, decks=False)


def _opened(game: Game, name: str, played: str = "") -> tuple[Deck | None, list[CardwrightError]]:
    """A deck and all its faults, be it ready or in a file; a format is checked if one is named."""
    is_file = Path(name).exists() or name.endswith(ENDINGS)
    if name != STANDARD_INPUT and (name in game.ready_decks or not is_file):
        path = _ready_file(game.slug, name)
        if not path or (name in game.ready_decks and not played):
            deck = game.deck(name)
            faults = game.deck_faults(deck, played) if played else []
            return deck, [CardwrightError(reason, suggestion=hint) for reason, _, hint in faults]
        name = path
    if name != STANDARD_INPUT and not Path(name).exists():
        raise CardwrightError("there is no such file", file=name)
    try:
        return read_deck(game, Path(name), played)
    except CardwrightError as error:
        return None, [error]


def _ready_file(slug: str, name: str) -> str | None:
    """The file of a ready deck that is broken."""
    sources = sources_of(slug)
    name = sources.data().get("aliases", {}).get(name, name)
    files = {file.name: file.path for file in sources.files("decks")}
    return shown_name(files[name]) if name in files else None


def _fault(fault: CardwrightError) -> dict[str, Any]:
    return {key: getattr(fault, key) for key in ("file", "line", "column", "reason", "suggestion")}


def _write(text: str, to: Path | None) -> None:
    if to is None:
        output.write(text)
    else:
        write_whole(to, text.encode())


def _average(counted: dict[str, Any]) -> str:
    """The average cost, for each resource that pays where there are several."""
    costs = counted["average_costs"]
    if len(costs) < 2:
        return f"{counted['average_cost']:.2f}"
    return ", ".join(f"{cost:.2f} {word}" for word, cost in costs.items())


def _curve(counted: Summary) -> list[str]:
    most = max(counted.curve.values(), default=1) or 1
    return [
        f"{cost:>4}  {'#' * round(count * _BAR / most) or ('.' if not count else '#')} {count or ''}".rstrip()
        for cost, count in counted.curve.items()
    ]


def _counts(counted: Summary) -> list[str]:
    def listed(counts: dict[str, int]) -> str:
        return ", ".join(f"{count} {name}" for name, count in counts.items())

    lines = [f"kinds   {listed(counted.kinds)}"]
    if counted.paid:
        lines.append(f"costs   {listed(counted.paid)}")
    if [*counted.needs] != ["nothing"]:
        lines.append(f"needs   {listed(counted.needs)}")
    if counted.highest_needs:
        lines.append(
            f"at most {listed(counted.highest_needs)}; the start has {listed(counted.start) or 'none'}"
        )
    return lines


def _cards(game: Game, deck: Deck, cards: list[CardDef]) -> list[str]:
    """The cards, one or more lines each: number, cost, name, body, needs or price, text."""
    cost_of = game.catalogue.cost_of
    width = max((len(card.name) for card in cards), default=0)
    asked = {card.id: ", ".join(f"{n} {name}" for name, n in game.needs(card).items()) for card in cards}
    if game.catalogue.has_several:
        asked = {card.id: game.catalogue.cost_text(card) for card in cards}
    needs = max((len(words) for words in asked.values()), default=0)
    costs = max(2, *(len(str(cost_of(card))) for card in cards)) if cards else 2
    columns = max(60, min(shutil.get_terminal_size().columns, 140))
    lines = []
    for card in cards:
        body = (
            f"{card.attack}/{card.health}" if card.attack or card.health > 1 else game.kind_words[card.kind]
        )
        number = f"{deck.cards[card.id]} x {cost_of(card):>{costs}}"
        head = f"{number}  {card.name:<{width}}  {body:<6} {asked[card.id]:<{needs}}  "
        room = columns - len(head)
        if room >= 50:
            first, *rest = textwrap.wrap(card.text, room) or [""]
            lines += [(head + first).rstrip(), *(" " * len(head) + line for line in rest)]
        else:
            lines += [
                head.rstrip(),
                *textwrap.wrap(card.text, columns, initial_indent=_IN, subsequent_indent=_IN),
            ]
    return lines
