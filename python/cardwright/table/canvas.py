"""A sheet of letters with the name of a style behind each: what every table is drawn on."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.basics.cleaning import clean_line

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LIGHT, DOUBLE, HEAVY = 0, 1, 2

BOX = (
    " ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    " ╵╷│╴╛╕╡╶╘╒╞═╧╤╪",
    " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
)
"""The letter of every set of directions, light, double and heavy."""

ASCII = (
    " |||-+++-+++-+++",
    " |||=+++=+++=+++",
    " #" + "#" * 14,
)


class Canvas:
    """Letters and styles, row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self._lines: dict[tuple[int, int], tuple[int, int]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text, cut off at the border and without control characters. Returns where it ends."""
        if 0 <= y < self.height:
            row, styles = self.letters[y], self.styles[y]
            for at, letter in enumerate(clean_line(text), x):
                if 0 <= at < self.width:
                    row[at] = letter
                    styles[at] = style
        return x + len(text)

    def shade(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Lay a style behind a part."""
        for row in self.styles[max(y, 0) : y + height]:
            for at in range(max(x, 0), min(x + width, self.width)):
                row[at] = style

    def box(self, x: int, y: int, width: int, height: int, weight: int = LIGHT) -> None:
        """A frame from (x, y) to (x + width, y + height); frames that touch share their lines."""
        right, bottom = x + width, y + height
        for at in range(x, right + 1):
            bits = (LEFT if at > x else 0) | (RIGHT if at < right else 0)
            self._line(at, y, bits | (DOWN if at in (x, right) else 0), weight)
            self._line(at, bottom, bits | (UP if at in (x, right) else 0), weight)
        for at in range(y + 1, bottom):
            self._line(x, at, UP | DOWN, weight)
            self._line(right, at, UP | DOWN, weight)

    def across(self, y: int) -> None:
        """Make the lines of a row double."""
        for (x, row), (bits, weight) in list(self._lines.items()):
            if row == y and weight == LIGHT and bits & (LEFT | RIGHT):
                self._lines[x, row] = bits, DOUBLE

    def _line(self, x: int, y: int, bits: int, weight: int) -> None:
        old, known = self._lines.get((x, y), (0, LIGHT))
        if weight > known:
            old = 0 if weight == HEAVY else old
        self._lines[x, y] = old | bits, max(weight, known)

    def draw_lines(self, letters: tuple[str, ...], style: str, heavy: str) -> None:
        """Write the frames drawn so far."""
        for (x, y), (bits, weight) in self._lines.items():
            self.put(x, y, letters[weight][bits], heavy if weight == HEAVY else style)

    def text(self) -> list[str]:
        """The letters alone, line by line."""
        return ["".join(row).rstrip() for row in self.letters]

    def has_same_row(self, other: Canvas, y: int) -> bool:
        """Whether a row looks the same on another canvas of the size."""
        return self.letters[y] == other.letters[y] and self.styles[y] == other.styles[y]

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """A row as texts of one style each."""
        row, styles = self.letters[y], self.styles[y]
        begin = 0
        for at in range(1, self.width + 1):
            if at == self.width or styles[at] != styles[begin]:
                yield "".join(row[begin:at]), styles[begin]
                begin = at
