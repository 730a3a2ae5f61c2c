"""Decks in files: TOML as in the games' folders, and the text that people paste."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.basics.documents import Document
from cardwright.basics.files import read_bytes, read_input
from cardwright.basics.limits import DECK
from cardwright.basics.toml import decode_text
from cardwright.decks import PILE_ROOM, TOML, Deck
from cardwright.decks.piles import ONE_PILE, pile_of, place_in, read_piles
from cardwright.decks.summary import in_order
from cardwright.decks.text import Names, parse, render
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.decks.game import DeckGame

STANDARD_INPUT = "-"


def names_of(game: DeckGame) -> Names:
    """The names that deck texts use for a game's cards."""
    unique = [card for card in game.cards if game.catalogue.is_unique(card)]
    return Names(
        game=game.slug,
        cards={card.id: card.name for card in game.cards if card not in unique},
        heroes={card.id: card.name for card in unique if card.collectible},
        copies=game.catalogue.game.limits.get("copies", PILE_ROOM if game.catalogue.piles else 99),
        broken={
            word.lower(): game.catalogue.broken[one.id]
            for one in game.catalogue.aside.cards
            for word in (one.id, one.name)
            if one.id
        },
    )


def to_text(game: DeckGame, deck: Deck) -> str:
    """A deck of the game as text, its cards by cost and name."""
    return render(deck, names_of(game), [card.id for card in in_order(game, deck)])


def read_text_deck(game: DeckGame, name: str, format: str = "") -> tuple[Deck, list[CardwrightError]]:
    """The deck in a text file (`-` is standard input), and its faults: bad lines first, then the rest."""
    file = shown_file(name)
    is_typed = name == STANDARD_INPUT
    raw = read_input(DECK) if is_typed else read_bytes(name, DECK, is_named=True)
    text = decode_text(raw, file)
    reading = parse(text, names_of(game))
    found: list[tuple[str, int | None, str | None]]
    found = [(row.reason, row.line, row.suggestion) for row in reading.bad]
    found += [(reason, None, suggestion) for reason, _, suggestion in game.deck_faults(reading.deck, format)]
    return reading.deck, [
        CardwrightError(reason, file=file, line=line, suggestion=suggestion)
        for reason, line, suggestion in found
    ]


def shown_file(name: str) -> str:
    """The name of a text file in messages."""
    return "standard input" if name == STANDARD_INPUT else name


def read_deck(game: DeckGame, path: Path, format: str = "") -> tuple[Deck, list[CardwrightError]]:
    """The deck in a file, TOML or text by its ending, and all its faults; `format` is checked if named."""
    if path.suffix != TOML:
        return read_text_deck(game, str(path), format)
    document = Document(path, limit=DECK)
    kinds = {card.id: card.kind for card in game.cards}
    deck, found = read_piles(document, game.catalogue.piles, kinds)
    is_whole = all(card for card, _ in found)
    return deck, [fault for _, fault in found] + [
        document.error(reason, *place_in(document, deck, key), key, suggestion)
        for reason, key, suggestion in game.deck_faults(deck, format)
        if is_whole or key != ONE_PILE
    ]


def to_toml(game: DeckGame, deck: Deck) -> str:
    """A deck as the text of a file in a game's `decks` folder."""
    lines = [f"name = {_string(deck.name)}", f"game = {_string(game.slug)}"]
    lines += [f"hero = {_string(deck.hero)}"] if deck.hero else []
    width = max((len(card) for card in deck.cards), default=0)
    piles = game.catalogue.piles
    for pile in piles or [ONE_PILE]:
        cards = [card for card in in_order(game, deck) if not piles or pile_of(card.kind, piles) == pile]
        lines += ["", f"[{pile}]", *(f"{card.id:<{width}} = {deck.cards[card.id]}" for card in cards)]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    """A string of TOML."""
    shown = []
    for character in text:
        if character in '"\\':
            shown.append("\\" + character)
        elif character.isprintable():
            shown.append(character)
        else:
            shown.append(f"\\U{ord(character):08X}")
    return '"' + "".join(shown) + '"'
