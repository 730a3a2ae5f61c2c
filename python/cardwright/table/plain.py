"""The table as plain text, for every game: board, seats, hand, numbered actions, explanations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright.basics.paths import games_folder
from cardwright.basics.suggestions import did_you_mean
from cardwright.basics.toml import read_text
from cardwright.catalogue import CardDef
from cardwright.errors import CardwrightError
from cardwright.hosting.realtime.waiting import NEVER, wait_for
from cardwright.table import footing
from cardwright.table.boards import board_of
from cardwright.table.drawing import Mark, Scene, boxes, draw, draw_furniture, lay_out, layout_of, legend
from cardwright.table.faces import beside_in_full, by_standing
from cardwright.table.ground import Land, is_home, is_out, seat_symbol
from cardwright.table.selection import option_text
from cardwright.table.terminal import line_width

if TYPE_CHECKING:
    from cardwright.face.legal import LegalActions, Prefix
    from cardwright.face.library import Game
    from cardwright.face.view import Card, View
    from cardwright.table.footing import Study

COMMANDS = """\
Small letters, no quotes and shortened names will do.
Commands:
  board, hand, actions        show them again
  board CARD                  ... with what the ground lacks for a card
  log                         what happened so far
  undo                        take back your action, if it revealed nothing
  forecast ACTION             what an action will do, as far as you can know
  hint                        what an agent would do, and why
  concede                     give the match up
  rematch                     once it is over: again, and another seat begins
  help WORD, help CARD NAME   what a keyword or a card means
  rules                       the rulebook
  save [FILE]                 keep the match
  quit                        leave the match, which is kept; quit! forgets it
"""

OUT = "out of the match"
"""What is said of a seat that has lost while others play on."""

FLAT = 4
"""A card or piece with more actions than this is one line of the list, which leads to its choices."""


def help_lines(game: Game, further: str = "") -> list[str]:
    """How to type actions and commands; timed games have no undo."""
    lines = f"Type an action or its number:\n{board_of(game).help}{COMMANDS}{further}".splitlines()
    missing = ["  undo"] * game.is_timed + ["  board CARD"] * (not game.catalogue.has_patterns)
    shown = [line for line in lines if not line.startswith(tuple(missing))]
    return [part for line in shown for part in _hanging(line)]


def _hanging(line: str) -> list[str]:
    """A line folded below its second column, where that leaves some room."""
    width = line_width()
    column = re.match(r"\s*\S.*?\s{2,}(?=\S)", line)
    indent = column.end() if column and column.end() < width // 2 else 6
    return wrap(line, width, subsequent_indent=" " * indent)


def draw_board(view: View, studied: Study | None = None) -> list[str]:
    """The board with a line about each seat, the foes above; where a card is studied, with what it lacks."""
    mine = view.seat or 0
    above = [line for seat in view.foes for line in _about(view, seat.seat)]
    told = [f"{studied.name} at {footing.told(studied)}.", footing.legend(view, studied)] if studied else []
    return [*folded(above), *_board(view, studied), *folded(_about(view, mine)), *folded(told)]


def _board(view: View, studied: Study | None) -> list[str]:
    board = board_of(view.game)
    if board.layout is None:
        return [
            f"  {piece.cell}: {piece.name} {piece.attack}/{piece.health} (seat {piece.owner})"
            for piece in view.pieces
            if piece.cell
        ]
    layout = layout_of(board.layout, view, view.seat)
    width = line_width()
    size = layout.fitting(width, 0)
    land = Land(view, board)
    marks = (
        {cell: Mark(footing=mark) for cell, mark in footing.marks(view, studied).items()} if studied else {}
    )
    canvas = draw(Scene(view, layout, board.letters, land=land, board=board), size, marks)
    if board.furniture is not None:
        draw_furniture(canvas, lay_out(board.furniture(view, view.seat or 0), layout, size), {})
    begins = [box.x for box in boxes(layout, size)]
    shown = [*_bands(canvas.text(), begins, width), *legend(view, board.letters, width + 1, land, board)]
    return [*shown, *_crowds(view, land)] if land else shown


def _crowds(view: View, land: Land) -> list[str]:
    """The cells that the board cannot show in full, with all their pieces in order of arrival."""
    lines = []
    for cell in land.grounds:
        found = [piece for piece in view.pieces if piece.cell == cell and not is_home(view, land, piece)]
        told = [
            f"{seat_symbol(view, piece.owner)}{piece.name} {piece.attack}/{piece.health}" for piece in found
        ]
        told += [f"?{seat_symbol(view, m.owner)}{m.name} {m.health}" for m in land.ghosts(cell)]
        if len(told) > 1:
            lines.append(f"   {cell}: {', '.join(told)}")
    return folded(lines)


def _bands(lines: list[str], begins: Iterable[int], width: int) -> list[str]:
    """A board that is too wide in parts below each other, cut where cells begin."""
    widest = max(map(len, lines))
    shown: list[str] = []
    left = 0
    while widest - left > width:
        right = max(x for x in begins if left < x < left + width)
        shown += [line[left : right + 1].rstrip() for line in lines]
        left = right
    return [*shown, *(line[left:] for line in lines)]


def _about(view: View, seat: int) -> list[str]:
    board = board_of(view.game)
    first, *others = [OUT] if is_out(view, seat) else board.status(view, seat)
    homeless = by_standing(view, (piece for piece in view.pieces if piece.owner == seat and not piece.cell))
    if board.furniture is not None:  # they are shown beside the board
        homeless = []
    named = [beside_in_full(view, board, piece) for piece in homeless]
    zones = view.seats[seat].zones
    first = ", ".join([first, *(f"{word} {len(zones[zone])}" for zone, word in board.zones.items())])
    layout = board.layout
    symbol = f"{seat_symbol(view, seat)} " if layout is not None and layout.is_mixed else ""
    return [f"{symbol}{title(view, seat)}: {', '.join([*named, first])}", *(f"    {line}" for line in others)]


def folded(lines: Iterable[str]) -> list[str]:
    """Long lines folded to the width of the table."""
    return [part for line in lines for part in wrap(line, line_width(), subsequent_indent="    ")]


def listed(texts: Iterable[str]) -> list[str]:
    """Sentences below each other, a little to the right."""
    return [
        part
        for text in texts
        for part in wrap(text, line_width(), initial_indent="  ", subsequent_indent="      ")
    ]


def title(view: View, seat: int) -> str:
    """What a seat is called beside the board."""
    if view.seat is None:
        return f"Seat {seat}"
    return "You" if seat == view.seat else ("Foe" if len(view.seats) == 2 else f"Seat {seat}")


def grouped(view: View) -> tuple[tuple[int, int], ...]:
    """A seat's hand with equal cards as one, by kind and cost."""
    twins = view.names().held.twins
    cards = view.hand

    def order(place: int) -> tuple[int, int, str]:
        card = cards[place]
        return (card.card.kind if card.card else 0, card.cost, card.name)

    return tuple((place, twins.count(place)) for place in sorted(set(twins), key=order))


def draw_hand(view: View, *, numbered: bool = False) -> list[str]:
    """The hand, one card below the other: cost, needs, numbers and text; `*` marks what can be played."""
    if view.seat is None:
        return []
    if not view.hand:
        return ["Your hand is empty."]
    playable = {prefix.text for prefix in view.legal_actions.prefixes}
    names = view.names()
    lines = [
        "Your hand (* can be played now):" if any(t.startswith("play") for t in playable) else "Your hand:"
    ]
    is_grouped = board_of(view.game).is_grouped and not numbered
    for place, copies in grouped(view) if is_grouped else [(place, 1) for place in range(len(view.hand))]:
        symbol = (
            f"{place + 1}."
            if numbered
            else ("*" if f"play {names.held.card(names.held.twins[place])}" in playable else " ")
        )
        lines += _card_lines(view, view.hand[place], symbol, copies)
    return lines


def _card_lines(view: View, card: Card, symbol: str, copies: int) -> list[str]:
    head = f"{symbol:>3} {card.name}{f' x{copies}' if copies > 1 else ''}"
    if card.card is None:
        return [head]
    facts = describe_card(view.game, card)
    if wait := wait_for(view, card):
        facts += "; never to be paid" if wait == NEVER else f"; can be paid in {wait}"
    lines = wrap(f"{head} ({facts}) {card.text}", line_width(), subsequent_indent=" " * 6)
    studied = footing.study(view, card)
    if studied is not None and not studied.fitting:
        lines += wrap(
            f"nearest {footing.told(studied)}",
            line_width(),
            initial_indent=" " * 6,
            subsequent_indent=" " * 6,
        )
    return lines


def describe_card(game: Game, card: Card) -> str:
    """Kind, cost, attack and health of a card as it is now, with what is printed where that differs."""
    if card.card is None:
        return ""
    told = describe_numbers(game, card.card, card.cost, card.price)
    printed = [f"cost {card.card.cost}"] if card.cost != card.card.cost and not card.price else []
    now, was = f"{card.attack}/{card.health}", f"{card.card.attack}/{card.card.health}"
    if card.attack_change or card.health_change:
        told = told.replace(was, now, 1)
        printed.append(was)
    return f"{told}; printed {', '.join(printed)}" if printed else told


def mark(card: Card) -> str:
    """What is said behind the name of a spent card that was discarded and never played."""
    return " (unplayed)" if card.is_unplayed else ""


def describe_numbers(
    game: Game, card: CardDef, cost: int | None = None, costs: Sequence[int] | None = None
) -> str:
    """Kind, cost, needs, attack and health of a card."""
    board = board_of(game)
    paid = f"{card.cost if cost is None else cost} {game.cost_word(card)}".rstrip()
    if game.catalogue.has_patterns:
        paid = game.catalogue.cost_text(card)
    if board.price and board.costs:
        paid = board.price(game, costs or board.costs(game, card))
    if game.catalogue.is_unique(card):
        paid = "" if board.price or card.knows or game.catalogue.has_patterns else f"power {paid}"
    told = board.numbers
    needs = [] if told else [f"{name} {n}" for name, n in game.needs(card).items()]
    word = game.kind_words[card.kind]
    numbers = f"{card.attack}/{card.health} " if game.has_health(card) else ""
    kind = (
        f"{word} of {card.health} health" if told and card.health and not card.attack else f"{numbers}{word}"
    )
    further = told(game, card) if told else []
    parts = ", ".join(part for part in (paid, *needs) if part), kind, ", ".join(further)
    return "; ".join(part for part in parts if part)


def card_page(game: Game, card: CardDef, width: int = 0) -> list[str]:
    """All about a card, its keywords explained; as wide as the terminal, unless a width is said."""
    width = width or line_width()
    head = wrap(f"{card.name} ({describe_numbers(game, card)})", width, subsequent_indent="  ")
    pattern = [f"  {row}" for row in game.catalogue.pattern_rows(card)]
    if pattern:
        # The text stands beside the pattern.
        wide = max(map(len, pattern)) + 3
        text = wrap(card.text, max(width - wide, 20)) if card.text else []
        rows = zip_longest(pattern, text, fillvalue="")
        head += [f"{row:<{wide}}{line}".rstrip() for row, line in rows]
    lines = [] if pattern else wrap(card.text, width, initial_indent="  ", subsequent_indent="  ")
    lines += glossary(game, card.text, width)
    lines += lore(game, card.knows, width)
    lines += wrap(origin(game, card), width, initial_indent="  ", subsequent_indent="  ")
    if card.flavour:
        lines += wrap(card.flavour, width, initial_indent="  ", subsequent_indent="  ")
    return [*head, *dict.fromkeys(lines)]


def glossary(game: Game, text: str, width: int) -> list[str]:
    """The keywords and statuses that a text names, explained."""
    words = game.catalogue.game.words
    meanings: dict[str, str] = {}
    for family in ("keywords", "statuses"):
        for entry in words.get(family, {}).values():
            if entry.get("help"):
                meanings.setdefault(entry["word"].lower(), entry["help"])
    # The longest first: who cannot attack heroes is not one who cannot attack.
    left, named = text.lower(), set[str]()
    for word in sorted(meanings, key=len, reverse=True):
        if word in left:
            named.add(word)
            left = left.replace(word, "|")
    return [line for word in meanings if word in named for line in _explained(word, meanings[word], width)]


def origin(game: Game, card: CardDef) -> str:
    """The set, class, rarity and tribe of a card, in games with sets."""
    info = game.catalogue.game
    named = [one["name"] for one in info.sets if one["id"] == card.set]
    if not named:
        return ""
    tags = [name for bit, name in enumerate(info.vocabulary["tags"]) if card.tags >> bit & 1]
    words = [info.words["tags"][name].get("word") for name in tags if name != card.rarity]
    return ", ".join([*named, card.rarity, *(word for word in words if word)])


def lore(game: Game, knows: Iterable[int], width: int) -> list[str]:
    """The cards that a card knows, with their costs and texts."""
    lines: list[str] = []
    for known in (game.catalogue.defs[number] for number in knows):
        lines += _explained(f"{known.name} ({describe_numbers(game, known)})", known.text, width)
    return lines


def _explained(word: str, text: str, width: int) -> list[str]:
    return wrap(f"{word[0].upper()}{word[1:]}: {text}", width, initial_indent="  ", subsequent_indent="    ")


def explain(game: Game, subject: str, width: int = 0) -> list[str]:
    """What a keyword, status, resource, kind or card is; an unknown one is an error with the nearest."""
    width = width or line_width()
    # A name that the board cut short ends with a full stop.
    wanted = subject.strip().strip('"').rstrip(".").lower()
    known: list[str] = []
    for family in ("keywords", "statuses", "resources", "kinds", "durations", "tags"):
        for name, entry in game.catalogue.game.words.get(family, {}).items():
            word = entry.get("word") or name
            known += [word, name]
            if wanted in (word.lower(), name) and entry.get("help"):
                return _explained(word, entry["help"], width)
    try:
        return card_page(game, game.card(wanted), width)
    except CardwrightError:
        pass
    beginning = [card for card in game.cards if card.name.lower().startswith(wanted)]
    if len(beginning) == 1:
        return card_page(game, beginning[0], width)
    if beginning:
        return wrap("It may be " + ", ".join(card.name for card in beginning), width)
    known += list(game.card_names)
    raise CardwrightError(
        f'there is nothing called "{subject.strip()}"', suggestion=did_you_mean(wanted, known)
    )


def rulebook(game: Game) -> str:
    """The rules of a game, as its rulebook tells them; an error where it ships none."""
    path = games_folder() / game.rules / "README.md"
    if not path.is_file():
        raise CardwrightError(f"{game.slug} comes without a rulebook")
    return read_text(path)


def unlinked(text: str) -> str:
    """A text in Markdown without its links, which lead nowhere from a terminal.

    >>> unlinked("in [scenarios/](scenarios), marked *(ours)*")
    'in scenarios/, marked *(ours)*'
    """
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)


AIM = "## The aim"
"""The heading of a rulebook below which stands what the game is about."""


def aim(game: Game) -> str:
    """The aim of the game, from the first words of its section in the rulebook; empty if there is none."""
    try:
        _, _, rest = rulebook(game).partition(f"{AIM}\n")
    except CardwrightError:
        return ""
    section = rest.partition("\n#")[0].strip()
    return " ".join(re.sub(r"\s*\*\(.*?\)\*|[*`]", "", section).split())


class Menu:
    """Numbered actions; a source with many of them is one line that leads to its choices."""

    def __init__(self, legal: LegalActions, under: Prefix | None = None, *, view: View | None = None) -> None:
        self.title = "You may:"
        self.entries: list[tuple[str, Prefix]] = []
        self.typed: dict[str, list[str]] = {}
        """Verbs that begin with a cell, with their choices, and the cells: they are only typed."""
        if under is not None and (choice := under.next) is not None:
            self.title = f"{under.text} {choice.word} ... (Enter goes back)"
            self.entries = [
                (
                    option_text(view, one)
                    if view and choice.means == "option"
                    else _with_name(one, name, view),
                    one,
                )
                for name, one in choice.options.items()
            ]
            return
        board = board_of(view.game) if view else None
        hidden = {*board.minor, *board.keyed.values()} if board else set()
        named = board.labels(view) if board and view else {}
        for prefix in legal.prefixes:
            if prefix.text.partition(" ")[0] in hidden:
                continue
            if board and prefix.source.means == "cell" and (choice := prefix.next) is not None:
                words = ", ".join(choice.options)
                said = f"{prefix.verb} {board.space.upper()} {choice.word} {words}".replace("  ", " ")
                self.typed.setdefault(said, []).append(prefix.text.removeprefix(prefix.verb).strip())
                continue
            first = list(islice(prefix, FLAT + 1))
            if len(first) == 1 and prefix.text in named:
                label = named[prefix.text]
                said = label if label.startswith(prefix.text) else f"{prefix.text} [{label}]"
                self.entries.append((said, legal.under(first[0])))
                continue
            if len(first) <= FLAT:
                told = _with_option if any(p.means == "option" for p in first[0].choices) else _with_name
                self.entries += [(told(one, one.text, view), one) for one in map(legal.under, first)]
            else:
                self.entries.append((_summary(prefix, view), prefix))

    def lines(self) -> list[str]:
        """The list in columns, numbered down each column."""
        if not self.entries:
            return ["You can only wait now."]
        texts = [f"{number:>3} {text}" for number, (text, _) in enumerate(self.entries, 1)]
        typed = [f"  - {told}; typed, with one of {', '.join(cells)}" for told, cells in self.typed.items()]
        return [*folded([self.title]), *in_columns(texts, line_width()), *folded(typed)]

    def pick(self, number: int) -> Prefix | None:
        """The entry of a number."""
        return self.entries[number - 1][1] if 1 <= number <= len(self.entries) else None


def _summary(prefix: Prefix, view: View | None) -> str:
    choice = prefix.next
    text = _with_name(prefix, prefix.text, view)
    return f"{text} {choice.word} ... ({len(choice.options)})" if choice else text


def _with_option(prefix: Prefix, text: str, view: View | None) -> str:
    """An action with the text of the option that it has chosen."""
    said = option_text(view, prefix) if view else ""
    return f"{text}: {said}" if said else text


def _with_name(prefix: Prefix, text: str, view: View | None) -> str:
    """An action, with the name of the piece it is about where the cell alone does not say which."""
    if view is None:
        return text
    for named in (*reversed(prefix.choices), prefix.source):
        for piece in view.pieces if named.means == "piece" else ():
            if piece.id == named.value and sum(other.cell == piece.cell for other in view.pieces) > 1:
                return f"{text} [{piece.name}]" if piece.cell else text
    return text


def in_columns(texts: list[str], width: int) -> list[str]:
    """Texts below each other, in as many columns as fit.

    >>> in_columns(["1 a", "2 b", "3 c"], 8)
    ['1 a  3 c', '2 b']
    """
    widest = max(map(len, texts), default=0)
    if widest > width:
        return [part for text in texts for part in wrap(text, width, subsequent_indent=" " * 6)]
    columns = max(1, min((width + 2) // (widest + 2), 4))
    rows = -(-len(texts) // columns)
    return ["  ".join(text.ljust(widest) for text in texts[row::rows]).rstrip() for row in range(rows)]
