"""The pages of help: the aim of the game, the keys, the symbols, what can be typed."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright.table import plain
from cardwright.table.drawing import REACHED, legend
from cardwright.table.faces import CAN_ATTACK, CAN_MOVE
from cardwright.table.footing import FITS, NEVER, RIGHT
from cardwright.table.ground import Land
from cardwright.table.screens.keys import WIDTH, help_lines

if TYPE_CHECKING:
    from cardwright.face.view import View
    from cardwright.table.boards import Board
    from cardwright.table.screens.table import Table

COMMANDS = "help WORD, forecast ACTION, rules, save FILE,\nquit! (forgets it)"

SYMBOLS = f"""\
{CAN_ATTACK} can attack   {CAN_MOVE} can move   * (in the hand) can be played
[x] attack it   [o] move there   [+] place it there   [*] target
heavy frame: the cursor   -2, new, moved, dies: what happened last
>: what the chosen action will do, as far as you can know"""

MAP_SYMBOLS = """\
above a cell: its name, : out of sight, a base, its ground, !m can act
in a cell: ^ yours, v or a number another seat's, ? seen there earlier
^-3v-5: what both sides lost there"""

GROUND_SYMBOLS = f"""\
{REACHED} the figure under the cursor would reach it with an attack
while a card is looked at: {FITS} it fits there, (2) so many fields lack
their land, (f) must become fire, {RIGHT} is right, {NEVER} never fits"""

TIMED_SYMBOLS = f"""\
{CAN_ATTACK} can attack   * (in the hand) can be played   12s in so many seconds
[x] attack it   [o] move there or swap   [+] place it there   [*] target
>: what the chosen action will do, as far as you can know
[###..] how much of the next unit has come   -2, new, moved, dies, ready:
what happened just now
What you have begun stays yours while others act; if it is no longer
possible, it is dropped and the table says why."""


def help_page(table: Table) -> str:
    """All about a table, the aim of its game first."""
    aim = plain.aim(table.game)
    first = wrap(f"{table.game.name}: {aim}", WIDTH) if aim else []
    who = wrap(table.driver.who(), WIDTH)
    parts = [
        "\n".join(first),
        "\n".join(who),
        "\n".join(help_lines(table.listed)),
        *table.driver.further_help(),
    ]
    return "\n\n".join(part for part in parts if part)


def play_help(view: View, board: Board) -> list[str]:
    """The symbols of a table with people, and what can be typed there."""
    land = Land(view, board)
    is_timed = view.game.is_timed
    symbols = [TIMED_SYMBOLS if is_timed else SYMBOLS, *([MAP_SYMBOLS] if land else [])]
    symbols += [GROUND_SYMBOLS] * view.game.catalogue.has_patterns
    symbols += [
        line.strip() for line in legend(view, board.letters, WIDTH, land, board if is_timed else None)
    ]
    further = "pause, go, speed 0.5, " * is_timed
    typed = f"After / you can type {COMMANDS},\n{further}or an action:\n{board.help.rstrip()}"
    return ["\n".join(symbols), typed]
