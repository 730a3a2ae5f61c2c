"""Literate card tests: a rule in a sentence, a position, the actions, and what is expected.

A scenario file is Markdown. Every `## heading` is a scenario; its fenced blocks are read in order:

```setup
me: fire, mana 10, fire 5, health 25, hand "Fire Bolt" "Gust", deck "Oak Warden"
foe: earth, health 20
me c2 Ember Wisp
foe c3 Oak Warden, damage 1, stunned 1
me a1 Zephyr Scout, arrived
dice 1 0
turn foe
```

`me` is seat 0 and `foe` seat 1; games for more players have `foe2` and `foe3`. The word after the colon is
the hero's id, in games with a choice of heroes; then come resources by name, `health` and the zones (the
last card is the top; `deck empty`). What is left out has its default from `[options.scenario]` in game.toml.
`board NAME` chooses the board, `game SLUG` another game. A piece is written as owner, cell and card, then
`damage N`, `arrived`, `moved` or a status with its number; one that stands on no cell, such as a weapon, is
`beside`. Where heroes stand on cells and ground changes, `at d4` behind the colon places the hero, and
`ground fire: c3, c4` says what ground cells have. `dice` scripts the rolls; all of them must be used. A
`play` block holds action texts; an `expect` block holds lines of the forms in `EXPECT_FORMS`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.basics.limits import SCENARIOS
from cardwright.basics.suggestions import did_you_mean
from cardwright.basics.toml import read_text
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.match import Match
    from cardwright.face.setup import Setup

SEATS = ("me", "foe", "foe2", "foe3")
BLOCKS = ("setup", "play", "expect")

SETUP_FORMS = (
    'me: fire, mana 3, health 20, hand "Spark", deck empty',
    "me c2 Ember Wisp, damage 1, arrived, stunned 1",
    "me beside Bread Knife, damage 1",
    "me: at d4",
    "ground fire: c3, c4",
    "dice 1 0",
    "turn foe",
    "now 80",
    "board NAME",
    "game SLUG",
)
"""An example of every kind of line in a setup block."""

EXPECT_FORMS = (
    "c2 Ember Wisp 2/1",
    "c2 empty",
    "c2 has Taunt",
    "c2 lacks Haste",
    "c2 stunned 1",
    "me health 25",
    "me attack 2",
    "me hero has Immune",
    "me beside Bread Knife 1/2",
    "me beside Rope Snare",
    "me beside empty",
    "me mana 3",
    "me hand 2",
    'me hand "Gust"',
    "me hand empty",
    'me hand "Gust" costs 2',
    'me hand "Ember Wisp" 3/2',
    "ground fire: c3, c4",
    "foe sees c2",
    "foe misses c2",
    "foe remembers c2 Ember Wisp",
    "foe forgets c2",
    'foe sees me hand "Gust"',
    "foe misses me beside Rope Snare",
    'me sees top "Gust"',
    "event Tournament",
    "prompt 3",
    'prompt "Gust" "Spark"',
    "legal ACTION",
    "illegal ACTION: words",
    "log words",
    "now 30 s",
    "phase night",
    "result won",
)
"""An example of every kind of line in an expect block."""


class ScenarioError(CardwrightError):
    """A scenario that cannot be read, or an expectation that does not hold."""


@dataclass
class Line:
    """One line of a block, with its place in the file."""

    text: str
    number: int


@dataclass
class Block:
    """A fenced block: setup, play or expect."""

    kind: str
    lines: list[Line] = field(default_factory=list)
    number: int = 0
    """The line in the file on which it begins."""


@dataclass
class Scenario:
    """One heading of a scenario file."""

    title: str
    path: Path | None
    number: int
    blocks: list[Block] = field(default_factory=list)

    @property
    def slug(self) -> str:
        """The title as a test's name."""
        return re.sub(r"\W+", "_", self.title.lower()).strip("_")


def sections(path: Path) -> list[Scenario]:
    """The headings of a file with their blocks; the lines of the blocks are not checked."""
    scenarios: list[Scenario] = []
    block: Block | None = None
    for number, raw in enumerate(read_text(path, SCENARIOS, is_named=True).splitlines(), start=1):
        text = raw.strip()
        if block is None:
            if text.startswith(("`", "~")) and text.strip("`~") in BLOCKS and not text.startswith("```"):
                raise ScenarioError(f"a block begins with ```, not with '{text}'", file=path, line=number)
            if text.startswith("## "):
                scenarios.append(Scenario(text[3:].strip(), path, number))
            elif text.startswith("```"):
                kind = text[3:].strip()
                if kind not in BLOCKS:
                    reason = f"a block is one of {', '.join(BLOCKS)}, not '{kind}'"
                    raise ScenarioError(reason, file=path, line=number)
                if not scenarios:
                    raise ScenarioError("a block must stand under a '## heading'", file=path, line=number)
                block = Block(kind, number=number)
                scenarios[-1].blocks.append(block)
        elif text == "```":
            block = None
        elif text and not text.startswith("#"):
            block.lines.append(Line(text, number))
    if block is not None:
        raise ScenarioError("the last block is not closed", file=path)
    return scenarios


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    scenarios = sections(path)
    if not scenarios:
        hint = "write a '## heading' with a setup block and an expect block under it"
        raise ScenarioError("this file holds no scenario", file=path, suggestion=hint)
    for scenario in scenarios:
        kinds = [block.kind for block in scenario.blocks]
        if kinds[:1] != ["setup"] or kinds.count("setup") != 1 or "expect" not in kinds:
            reason = f"'{scenario.title}' needs one setup block, first, and an expect block"
            raise ScenarioError(reason, file=path, line=scenario.number)
        for block in scenario.blocks:
            if block.kind != "setup" and not block.lines:
                raise ScenarioError(f"this {block.kind} block is empty", file=path, line=block.number)
    return scenarios


def setup_of(text: str, game: Game) -> Setup:
    """The setup that the lines of a setup block say: a match of it begins in the middle.

    >>> import cardwright as cw
    >>> game = cw.game("elemental-command")
    >>> setup = setup_of("me: fire, mana 3\\nfoe: earth, health 5\\nme c2 Ember Wisp", game)
    >>> match = game.begin(setup, seed=1)
    >>> "attack c2 > hero" in match.legal_actions
    True
    """
    from cardwright.scenario.setups import Reader

    lines = [Line(line.strip(), number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    return Reader(Scenario("setup", None, 1), game).setup(Block("setup", lines))


def on_trial_board(game: Game) -> Game:
    """A game on the board of scenarios that name none."""
    board = game.catalogue.game.trial_board
    return type(game)(game.catalogue, board) if board and board != game.board else game


def run(scenario: Scenario, game: Game) -> Match:
    """Play a scenario; a `ScenarioError` names the line that does not hold."""
    from cardwright.scenario.expecting import Check
    from cardwright.scenario.playing import take
    from cardwright.scenario.setups import Reader

    setup, *rest = scenario.blocks
    reader = Reader(scenario, on_trial_board(game))
    begun = reader.setup(setup)
    game = reader.game
    try:
        match = game.begin(begun, seed=1)
    except CardwrightError as error:
        raise ScenarioError(error.reason, file=scenario.path, line=scenario.number) from error
    for block in rest:
        for line in block.lines:
            try:
                if block.kind == "play":
                    take(match, line.text)
                else:
                    Check(match, game).expect(line.text)
            except CardwrightError as error:
                reason = f"{line.text}: {error}"
                raise ScenarioError(reason, file=scenario.path, line=line.number) from error
    left, beyond = match.script_balance
    if left or beyond:
        reason = f"{left} scripted rolls are left over and {beyond} were missing"
        raise ScenarioError(reason, file=scenario.path, line=scenario.number)
    return match


def listed(forms: tuple[str, ...]) -> str:
    """Forms of lines, for a message."""
    return ", ".join(f"'{form}'" for form in forms)


def card_names(text: str) -> list[str]:
    """The cards of a zone: names in quotes, or none for `empty`.

    >>> card_names('"Gust" "Spark"'), card_names("empty")
    (['Gust', 'Spark'], [])
    """
    if text == "empty":
        return []
    if not re.fullmatch(r'(?:"[^"]+"\s*)+', text):
        hint = did_you_mean(text, ["empty"]) or 'write "Gust" "Spark", or empty'
        raise ScenarioError(f"'{text}' is neither cards in quotes nor empty", suggestion=hint)
    return re.findall(r'"([^"]+)"', text)
