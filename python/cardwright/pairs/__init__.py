"""Every trigger with every effect and selector: a text is refused by the checker, or it changes something.

`texts` builds the texts of a game from the phrase table, `stages` reads the positions in which each
trigger happens from the game's folder, `fitting` makes the cards on them what a text asks for, `trial`
tries the one on the other, `report` counts. `cardwright cards pairs GAME` runs it.
"""

from __future__ import annotations
