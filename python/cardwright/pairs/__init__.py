"""Tries every trigger with every effect and selector: the checker refuses the text, or it changes something.

`texts` builds the texts of a game from the phrase table, `stages` reads the positions in which each
trigger happens from the game's folder, `fitting` makes the cards on them fit a text, `trial` tries the
texts on the stages, `report` counts. `cardwright cards pairs GAME` runs it.
"""

from __future__ import annotations
