"""The details of a spot, as lines: a card, a piece, an empty cell, an entry of the log."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright.hosting.realtime.waiting import NEVER, wait_for
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.faces import TEXT_SYMBOL, symbols_of, text_number
from cardwright.table.ground import Land, is_home, seat_symbol
from cardwright.table.selection import why_idle

if TYPE_CHECKING:
    from cardwright.face.view import Card, Memory, Piece, View
    from cardwright.hosting.chronicle import Entry


def about_card(view: View, card: Card, width: int) -> list[str]:
    """A card of a hand: as it is now, with its printed cost where that differs."""
    if card.card is None:
        return ["A card that you do not know."]
    lines = plain.card_page(view.game, card.card, width)
    board = board_of(view.game)
    if board.price and board.costs and card.price and card.price != board.costs(view.game, card.card):
        lines.insert(1, f"  costs {board.price(view.game, card.price)} now")
    elif card.cost != card.card.cost:
        lines.insert(1, f"  costs {card.cost} now, {card.card.cost} printed")
    if card.attack_change or card.health_change:
        printed = f"{card.card.attack}/{card.card.health}"
        lines.insert(1, f"  {card.attack}/{card.health} now, {printed} printed")
    if wait := wait_for(view, card):
        when = "what it costs never comes" if wait == NEVER else f"can be paid in {wait}"
        lines.insert(1, f"  {when}")
    return lines


def in_short(view: View, card: Card, width: int) -> list[str]:
    """A card with only its numbers and its text."""
    if card.card is None:
        return ["A card that you do not know."]
    told = plain.describe_card(view.game, card)
    lines = wrap(f"{card.name} ({told})", width, subsequent_indent="  ")
    return lines + wrap(card.text, width, initial_indent="  ", subsequent_indent="  ")


def about_piece(view: View, piece: Piece, width: int) -> list[str]:
    """A piece: its numbers now and printed, what it can do, its keywords explained."""
    card = piece.card
    own = view.seat is not None and piece.owner == view.seat
    whose = plain.title(view, piece.owner)
    if piece.is_veiled:
        return wrap(f"A {piece.kind} ({whose}) lies face down: you cannot know which it is.", width)
    place = f" on {piece.cell}" if piece.cell else ""
    lines = wrap(f"{piece.name} ({whose}, {piece.kind}{place})", width, subsequent_indent="  ")
    numbers = f"{piece.attack}/{piece.health}" if piece.attack or card.attack else f"{piece.health} health"
    if not view.game.has_health(card):
        numbers = ""
    elif (piece.attack, piece.health_most) != (card.attack, card.health):
        numbers += f", printed {card.attack}/{card.health}" if card.attack else f", printed {card.health}"
    if piece.health < piece.health_most:
        numbers += f", at most {piece.health_most} health"
    board = board_of(view.game)
    verbs = (("attack", piece.can_attack), ("move", piece.can_move))
    able = [word for word, can in verbs if can and word not in board.minor]
    if able:
        numbers += f"; can {' and '.join(able)}"
    lines += wrap(numbers, width, initial_indent="  ", subsequent_indent="  ")
    is_asked = own and view.seat in view.to_act and not view.game.is_timed
    if is_asked and not able and (piece.cell or piece.attack):
        reason = why_idle(view, "piece", piece.id)
        if reason:
            lines += wrap(f"cannot act: {reason}", width, initial_indent="  ", subsequent_indent="    ")
    if piece.shield:
        lines += wrap(f"the next {piece.shield} damage to it is prevented", width, initial_indent="  ")
    for fact in board.facts(view, piece):
        lines += wrap(fact, width, initial_indent="  ", subsequent_indent="    ")
    symbols = [symbol for symbol in symbols_of(view, piece, board.letters) if symbol[0] != TEXT_SYMBOL]
    words = ", ".join(f"{letter} {word}" for letter, word in symbols)
    lines += wrap(words, width, initial_indent="  ", subsequent_indent="  ")
    if board.numbers is not None:
        printed = ", ".join(board.numbers(view.game, card))
        lines += wrap(printed, width, initial_indent="  ", subsequent_indent="  ")
    is_hero = view.game.catalogue.is_unique(card) and not piece.cell and not card.knows
    power = f"Power, {card.cost} {view.game.cost_word(card)}: " if is_hero else ""
    lines += wrap(power + card.text, width, initial_indent="  ", subsequent_indent="  ")
    named = f"{words} {card.text}"
    lines += plain.glossary(view.game, named, width)
    lines += plain.lore(view.game, board.knows(view, piece), width)
    lines += wrap(plain.origin(view.game, card), width, initial_indent="  ", subsequent_indent="  ")
    return list(dict.fromkeys(lines))


def about_cell(view: View, cell: str, width: int, front: int | None = None) -> list[str]:
    """A cell and everything on it; `front` is the piece that is told of first."""
    standing = [piece for piece in view.pieces if piece.cell == cell]
    land = Land(view, board_of(view.game))
    if not land:
        if not standing:
            return [f"{cell}: nothing stands here."]
        return [line for piece in standing for line in about_piece(view, piece, width)]
    found = [piece for piece in standing if not is_home(view, land, piece)]
    lines = wrap(f"{cell}: {land.about(cell)}", width, subsequent_indent="  ")
    if len(found) > 1:
        listed = [f"#{text_number(view, p)} {seat_symbol(view, p.owner)}{p.name} {p.health}" for p in found]
        lines += wrap(", ".join(listed), width, initial_indent="  ", subsequent_indent="  ")
    for memory in land.ghosts(cell):
        lines += wrap(_remembered(view, memory), width, subsequent_indent="  ")
    told = sorted(found, key=lambda piece: piece.id != front)
    lines += [line for piece in told for line in about_piece(view, piece, width)]
    return lines if found or land.ghosts(cell) else [*lines, "Nothing is seen here."]


def about_pile(view: View, seat: int, zone: str, width: int) -> list[str]:
    """The cards of a zone: the newest first where all see them, else how many of each there are."""
    cards = view.seats[seat].zones[zone]
    whose = plain.title(view, seat)
    title = f"{zone[0].upper()}{zone[1:]} ({whose}): {len(cards)} card{'s' * (len(cards) != 1)}"
    known = [f"{card.name}{plain.mark(card)}" for card in cards if card.card is not None]
    if not known:
        return [title]
    if zone in board_of(view.game).shuffled:  # nobody knows the order of a deck
        counted = Counter(known)
        names = [f"{n} {name}" if n > 1 else name for name, n in sorted(counted.items())]
        return [title, *wrap(", ".join(names), width, initial_indent="  ", subsequent_indent="  ")]
    return [title, *wrap(", ".join(reversed(known)), width, initial_indent="  ", subsequent_indent="  ")]


def _remembered(view: View, memory: Memory) -> str:
    ago = view.now - memory.when
    when = "this turn" if ago <= 0 else f"{ago} turn{'s' * (ago > 1)} ago"
    whose = plain.title(view, memory.owner)
    return f"? {memory.name} ({whose}), last seen {when}, {memory.health} health"


def about_entry(view: View, entry: Entry, width: int) -> list[str]:
    """An entry of the log, and the cards it names."""
    where = f"Action {entry.ply}: " if entry.ply else "Before the first action: "
    lines = wrap(where + entry.text, width, subsequent_indent="  ")
    for number in entry.cards:
        lines += plain.card_page(view.game, view.game.catalogue.defs[number], width)
    return lines
