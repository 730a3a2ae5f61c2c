"""How a game's board is drawn: one file per game, named by its slug, where a list of pieces does not suffice.

A file has `draw(view)`, the lines of the board, and `status(view, seat)`, the lines about a seat, and `HELP`.
"""
