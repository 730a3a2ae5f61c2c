"""Small questions in front of the table: which of several actions, who may look; and texts to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar

from rich.markdown import Markdown
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from cardwright.table.widgets.cleaned import Button, Label, OptionList, Static

INTERRUPT = Binding("ctrl+c", "app.help_quit", show=False, priority=True)
"""Keys that end the program from any screen."""


class Menu(ModalScreen[int | None]):
    """Asks which of several actions is meant; Escape means none."""

    CSS = """
    Menu { align: center middle; }
    Menu > Vertical { width: auto; max-width: 76; height: auto; max-height: 20; border: round $primary;
                      padding: 0 1; background: $surface; }
    Menu OptionList { width: auto; min-width: 30; height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        INTERRUPT,
        Binding("escape", "dismiss(None)", "Back"),
        *(Binding(str(number), f"answer({number})", show=False) for number in range(1, 10)),
    ]

    def action_answer(self, number: int) -> None:
        """The key of a number gives that answer."""
        if number <= len(self.answers):
            self.dismiss(number - 1)

    def __init__(self, question: str, answers: Sequence[str], *, keys: str = "", first: int = 0) -> None:
        super().__init__()
        self.question = question
        self.answers = answers
        self.keys = keys
        """One key for each answer, beside its number."""
        self.first = first
        """The answer that is most likely meant."""

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical():
            yield Label(self.question, markup=False)
            yield OptionList(*(Option(_plain(answer)) for answer in self.answers))

    def on_mount(self) -> None:
        """The likely answer is under the cursor."""
        self.query_one(OptionList).highlighted = self.first

    def on_key(self, event: events.Key) -> None:
        """The key of an answer gives it."""
        if event.character and event.character in self.keys:
            event.stop()
            self.dismiss(self.keys.index(event.character))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer is given."""
        self.dismiss(event.option_index)


WIDTH = 66
"""Letters of a line of an answer."""


def _plain(text: str) -> str:
    """An answer as it is written, a long one in several lines."""
    lines = [part for line in text.split("\n") for part in wrap(line, WIDTH, subsequent_indent="   ") or [""]]
    return "\n".join(lines).replace("[", "\\[")


class HandOver(ModalScreen[None]):
    """Hides the table until the next person sits in front of it."""

    CSS = """
    HandOver { align: center middle; background: $background; }
    HandOver > Vertical { width: 60; max-width: 100%; height: auto; border: round $primary; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        INTERRUPT,
        Binding("enter,space", "dismiss(None)", "Go on"),
        Binding("q", "app.quit", "Leave"),
    ]

    def __init__(self, seat: int, prepare: Callable[[], None]) -> None:
        super().__init__()
        self.seat = seat
        self.prepare = prepare
        """Lays the table for the next person, once nobody sees it."""

    def on_mount(self) -> None:
        """The table is hidden from now on."""
        self.call_after_refresh(self.prepare)

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        with Vertical():
            yield Label(f"It is the turn of seat {self.seat}.")
            yield Label("Press Enter when only they look at the screen.")
            yield Label("(q leaves)")
            yield Button("Show the table", id="go")

    def on_button_pressed(self) -> None:
        """The next person is there."""
        self.dismiss(None)


class Pages(ModalScreen[None]):
    """A text to read, plain or, for a rulebook, with headings and tables."""

    CSS = """
    Pages { align: center middle; }
    Pages > VerticalScroll { width: 80; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
                             border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        INTERRUPT,
        Binding("escape,q,enter,question_mark", "dismiss(None)", "Back"),
    ]

    def __init__(self, text: str, *, is_markdown: bool = False) -> None:
        super().__init__()
        self.text = text
        self.is_markdown = is_markdown

    def compose(self) -> ComposeResult:
        """The text."""
        with VerticalScroll():
            if self.is_markdown:
                yield Static(Markdown(self.text, hyperlinks=False))
            else:
                yield Static(self.text, markup=False)

    def on_click(self) -> None:
        """A click goes back."""
        self.dismiss(None)
