"""Keys: what is bound, what the last line offers and what the help tells follow from one table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from clockwork import Wall, fire_match

import cardwright as cw
import cardwright.table.drivers.replay
import cardwright.table.drivers.timed_watch
from cardwright.agents.supervised import supervise
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.table.drivers import Driver
from cardwright.table.drivers.replay import Replay
from cardwright.table.drivers.timed import Timed
from cardwright.table.drivers.timed_watch import TimedWatch
from cardwright.table.drivers.turns import Turns
from cardwright.table.drivers.watch import Watch
from cardwright.table.screens import keys
from cardwright.table.screens.keys import Key, by_precedence, help_lines, offered, pressed, shown_key
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]


def session_of(slug: str, people: int) -> Session:
    match = cw.game(slug).match(seed=3)
    session = Session(match, {seat: supervise("pass") for seat in range(people, 2)}, notes={})
    session.open()
    return session


TABLES: dict[str, Callable[[], Driver]] = {
    "turns": lambda: Turns(session_of("elemental-command", 1), delay=0.0),
    "a map": lambda: Turns(session_of("ruler", 1), delay=0.0),
    "two people": lambda: Turns(session_of("elemental-command", 2), delay=0.0),
    "timed": lambda: Timed(session_of("mana", 1), Clock(source=Wall())),
    "timed, two people": lambda: Timed(session_of("mana", 2), Clock(source=Wall())),
    "watch": lambda: Watch(session_of("elemental-command", 0), is_paused=True),
    "timed watch": lambda: TimedWatch(session_of("mana", 0), Clock(source=Wall(), is_paused=True)),
    "replay": lambda: Replay(cw.game("ruler").match(seed=3), notes={}),
    "timed replay": lambda: Replay(fire_match(5000), notes={}, clock=Clock(source=Wall())),
}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table(TABLES[request.param]())
    yield table
    if isinstance(table.driver, Turns | Timed | Watch | TimedWatch):
        table.driver.session.close()


def told_keys(line: str) -> set[str]:
    """The keys that a line of the help begins with."""
    first = line[: keys.COLUMN].strip() if line[keys.COLUMN - 1 : keys.COLUMN] == " " else line.strip()
    return set(re.split(r", (?=\S)", first))


def test_every_key_that_is_bound_is_told_and_every_key_that_is_told_is_bound(table: Table) -> None:
    bound = {key for key, _ in table._bindings}
    declared = {key for row in table.rows for key in row.each}
    assert bound == declared
    told = set().union(*(told_keys(line) for line in help_lines(table.listed) if line.strip()[0:1]))
    if "Arrow keys" in told:
        told |= {"Up", "Down", "Left", "Right"}
    if "1-9, 0" in "\n".join(help_lines(table.listed)):
        told |= set(keys.NUMBERS)
    assert {shown_key(key) for key in bound} <= told
    page = table.help()
    for row in table.rows:
        assert row.shown in page
        assert row.does.split()[0] in page


def test_the_last_line_offers_only_keys_of_the_table_and_buttons_press_them(table: Table) -> None:
    assert table.rows
    for row in table.listed:
        assert row in table.rows
        first = row.offer.split("/")[0]
        assert not row.offer or row.offer == "/" or first in {shown_key(key) for key in row.each}
    assert [name for _, name in table.driver.controls() if table.row(name) is None] == []


def test_the_last_line_fits_into_80_columns_and_always_leaves_and_helps(table: Table) -> None:
    shown = [row.offered for row in offered(table.listed, 80)]
    assert len("  ".join(shown)) <= 80
    assert shown[-2:] == ["q leave", "? help"]


def test_a_key_that_is_declared_twice_means_what_is_possible() -> None:
    done: list[str] = []
    rows = by_precedence(
        [Key("first", "e", "one", lambda: done.append("first"), when=lambda: bool(done))],
        [Key("second", "e,f", "two", lambda: done.append("second"))],
        [Key("third", "f", "never", lambda: done.append("third"))],
    )
    assert [row.name for row in rows] == ["first", "second"]
    for _ in range(2):
        row = pressed(rows, "e")
        assert row is not None
        row.press("e")
    assert done == ["second", "first"]
    assert pressed(rows, "x") is None


def test_a_key_that_only_the_bindings_had_would_be_found(table: Table) -> None:
    """The check above is itself checked: by a key that nobody declared."""
    table._bindings.bind("z", "press('z')")
    with pytest.raises(AssertionError):
        test_every_key_that_is_bound_is_told_and_every_key_that_is_told_is_bound(table)


def test_no_screen_and_no_driver_inherits_more_than_two_deep() -> None:
    def below(kind: type) -> Iterator[type]:
        for found in kind.__subclasses__():
            yield found
            yield from below(found)

    from textual.screen import Screen

    kinds = [*below(Screen), *below(Driver)]
    ours = {kind: [k for k in kind.__mro__[1:] if k.__module__.startswith("cardwright.")] for kind in kinds}
    assert len([kind for kind in kinds if kind.__module__.startswith("cardwright.")]) > 7
    assert {kind.__name__: found for kind, found in ours.items() if len(found) > 2} == {}


def test_after_the_end_only_what_still_works_is_offered(
    seated: Callable[..., Table], at_table: AtTable
) -> None:
    table = seated("pass", seed=3, decks=("fire-aggro", "earth-control"))
    agent = cw.agent("greedy", seed=3)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        line = person.lines[-1]
        assert "u undo" not in line, "nothing has been played yet"
        assert "h hint" in line
        while not table.driver.match.can_undo or table.driver.match.actions[-1].seat:
            await person.asked()
            fitting = [a for a in table.driver.match.view(0).legal_actions if a.verb in ("take", "end")]
            table.driver.play(fitting[0])
        await person.asked()
        assert "u undo" in person.lines[-1]
        while not table.driver.match.is_over:
            await person.asked()
            table.driver.play(agent.choose(table.driver.match.view(0)))
        await person.until(lambda: "You have won" in person.text)
        line = person.lines[-1]
        for word in ("undo", "hint", "concede", "save"):
            assert word not in line
        assert "q leave" in line
        for key in ("h", "u", "s", "C", "e", "1", "p"):
            await person.press(key)
            flat = " ".join(person.text.split())
            assert "You have won" in flat, f"{key} does not hide how it ended"
        table.say("something else")
        await person.press("escape")
        assert "You have won" in person.text, "Escape says it again"

    at_table(table, who)
