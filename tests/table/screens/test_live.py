"""Playing a timed game at the table, by keys and mouse, while the clock runs; the clock is the test's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from clockwork import Wall, fire_cost, fire_match, graves_match, ready_at
from shown import assert_readable

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.notes import CONCEDED
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot, pile
from cardwright.table.drivers.timed import Timed
from cardwright.table.screens.dialogs import HandOver, Menu, Pages
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]


def live(
    agent: str | None = "pass", match: cw.Match | None = None, *, seed: int = 5, is_paused: bool = False
) -> tuple[Table, Wall]:
    match = match or cw.game("mana").match(seed=seed)
    session = Session(match, {1: supervise(agent)} if agent else {}, notes={"agent": str(agent)})
    session.open()
    wall = Wall()
    return Table(Timed(session, Clock(match.now, source=wall, is_paused=is_paused))), wall


async def pass_time(person: Any, wall: Wall, seconds: float) -> None:
    """Let time go on in steps of a tick or so, and whoever looks meanwhile decide."""
    table = person.table
    end = wall.now + seconds
    while wall.now < end and not table.driver.session.is_over:
        wall.now = min(wall.now + 0.5, end)
        table.driver.tick()
        if not table.driver.clock.is_paused:
            await person.until(lambda: not table.driver.course.thinking)
    if not table.driver.session.is_over:
        table.driver.look()
        await person.pilot.pause()


async def pick(person: Any, *spots: Spot) -> None:
    for spot in spots:
        await person.walk(spot)
        await person.press("enter")


@pytest.mark.parametrize(("size", "foe", "seed"), [((80, 24), "greedy", 2), ((120, 40), "pass", 1)])
def test_a_whole_match_is_played_by_keyboard_alone(
    size: tuple[int, int], foe: str, seed: int, at_table: AtTable
) -> None:
    table, wall = live(foe, seed=seed)
    agent = cw.agent("heuristic", seed=1)
    verbs: set[str] = set()

    async def who(person: Any) -> None:
        async def reach(spot: Spot) -> None:
            await person.walk(spot)
            await person.press("enter")

        while not table.driver.session.is_over:
            action = agent.choose(table.driver.match.view(0))
            if action is None:
                await pass_time(person, wall, 1.0)
                continue
            verbs.add(action.verb)
            table.driver.look()
            await person.perform(action, reach)
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages) and "hit your" in person.text)
        await person.press("escape")
        assert re.search(r"You have (won|lost)|The match is a draw", person.text)

    at_table(table, who, size)
    assert table.driver.match.is_over
    assert verbs >= {"play", "attack", "draw"}
    assert table.driver.session.kept is not None
    assert cw.replay(cw.Trace.from_file(table.driver.session.kept)).hash == table.driver.match.hash


def test_a_whole_match_is_played_by_mouse_alone(at_table: AtTable) -> None:
    table, wall = live("pass", seed=5)
    agent = cw.agent("greedy", seed=1)

    async def who(person: Any) -> None:
        while not table.driver.session.is_over:
            action = agent.choose(table.driver.match.view(0))
            if action is None:
                await pass_time(person, wall, 1.0)
                continue
            table.driver.look()
            await person.perform(action, person.click)
        assert person.presses == 0

    at_table(table, who)
    assert table.driver.match.is_over


def test_what_is_needed_at_a_glance_stands_on_the_screen(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(22_000))

    async def who(person: Any) -> None:
        text = person.text
        assert "DAY 38s [##....]" in text
        assert "time 0:22" in text
        assert "Fire 4 [##...]" in text
        assert "Devotion 1 [##...]" in text
        for name in ("Salamander", "Pyromancer", "Ashwing Drake"):
            card, cost = table.game.card(name), fire_cost(name)
            wait = f"{5 * cost - 22}s" if cost > 4 else ""
            row = rf"{'[^*]' if wait else '[*]'}{name} +{cost}F {card.attack}/{card.health} +{wait} "
            assert re.search(row, text), "what it costs, and when that is there"
        assert "hand 6" in text
        assert "deck 19" in text
        assert re.search(r"0/30 +8s", text), "when it is ready"
        assert "[x1: pause (Space)]" in text
        await pass_time(person, wall, 8.0)
        await person.pilot.pause()
        assert re.search(r"0/30 +u", person.text), "the hero can use its ability"
        assert " ready " in person.text

    at_table(table, who)


def test_marks_fade_by_the_clock(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        await person.type('play "Salamander" at a4')
        assert "a4──── new" in person.text.replace("━", "─")
        await pass_time(person, wall, 3.0)
        assert "new" in person.text
        await person.press("space")
        wall.now += 60
        table.driver.tick()
        await person.pilot.pause()
        assert "new" in person.text, "nothing fades while time stands still"
        await person.press("space")
        await pass_time(person, wall, 1.5)
        await person.pilot.pause()
        assert " new " not in person.text

    at_table(table, who)


def test_what_has_attacked_is_no_longer_marked_as_ready(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(31_000))

    async def who(person: Any) -> None:
        await person.type('play "Salamander" at a3')
        await pass_time(
            person, wall, (ready_at(table.driver.match, "a3") - table.driver.match.now) / 1000 + 0.1
        )
        assert table.picture.news[Spot("cell", 3)] == "ready"
        await person.type("attack a3 > b0")
        assert table.picture.news[Spot("cell", 3)] == "hits"

    at_table(table, who)


def test_space_stops_the_clock_and_keys_change_its_speed(at_table: AtTable) -> None:
    table, wall = live("greedy", fire_match(5000))

    async def who(person: Any) -> None:
        await pass_time(person, wall, 2.0)
        assert table.driver.match.now == 7000
        await person.press("space")
        assert "PAUSED x1: go on (Space)" in person.text
        await pass_time(person, wall, 30.0)
        assert (table.driver.match.now, table.driver.match.ply) == (7000, 0)
        await person.press("plus", "plus", "plus")
        await person.press("space")
        assert "[x4: pause (Space)]" in person.text
        wall.now += 1
        table.driver.tick()
        assert table.driver.match.now == 11_000
        await person.press("minus", "minus", "minus", "minus", "minus")
        assert "x0.25" in person.text
        await person.click(Spot("control", 0))
        assert table.driver.clock.is_paused
        await person.click(Spot("control", 2))
        assert table.driver.clock.speed == 0.5
        await person.type("speed 2")
        await person.type("go")
        assert (table.driver.clock.speed, table.driver.clock.is_paused) == (2.0, False)
        await person.type("speed much")
        assert '"much" is no speed' in person.text
        await person.type("speed 1000")
        assert "1000 is no speed" in person.text
        assert table.driver.clock.speed == 2.0

    at_table(table, who)


def test_a_match_may_begin_paused_and_one_can_act_in_a_pause(at_table: AtTable) -> None:
    table, wall = live("greedy", fire_match(31_000), is_paused=True)

    async def who(person: Any) -> None:
        assert "PAUSED" in person.text
        await person.press("d", "d")
        wall.now += 100
        table.driver.tick()
        assert [action.verb for action in table.driver.match.actions] == ["draw", "draw"]
        assert table.driver.match.times == [31_000, 31_001]

    at_table(table, who)


def test_what_was_begun_stays_begun_while_others_act(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Salamander") + 1))
        await person.press("tab")
        cursor, message = table.cursor.spot, table.parts.message.text
        assert table.chooser.selection.source == Spot("card", names.index("Salamander"))
        for _ in range(12):
            await pass_time(person, wall, 0.5)
        table.driver.match.play("move b0 > b2", seat=1)
        table.driver.match.advance(table.driver.match.now + 5)
        table.driver.clock.set(table.driver.match.now)
        await pass_time(person, wall, 1.0)
        assert table.chooser.selection.source == Spot("card", names.index("Salamander"))
        assert (table.cursor.spot, table.parts.message.text) == (cursor, message)
        assert "[+]" in person.text
        await person.press("enter")
        assert table.driver.match.actions[-1].text.startswith('play "Salamander" at')

    at_table(table, who)


def test_a_chosen_card_is_followed_when_the_hand_changes(at_table: AtTable) -> None:
    table, _ = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        names = [card.name for card in table.driver.match.view(0).hand]
        place = names.index("Fire Lance")
        earlier = next(at for at, name in enumerate(names) if name != "Fire Lance")
        await person.press(str(place + 1))
        table.driver.match.play(f'discard "{names[earlier]}"', seat=0)
        table.driver.match.advance(table.driver.match.now + 5)
        table.driver.look()
        await person.pilot.pause()
        now = [card.name for card in table.driver.match.view(0).hand]
        assert table.chooser.selection.source == Spot("card", now.index("Fire Lance"))
        await person.walk(Spot("cell", 6))
        await person.press("enter")
        assert table.driver.match.actions[-1].text == 'play "Fire Lance" > b0'

    at_table(table, who)


def test_what_is_no_longer_possible_is_dropped_with_a_word_why(at_table: AtTable) -> None:
    table, _ = live("pass", fire_match(5000 * fire_cost("pyromancer") + 200))

    async def who(person: Any) -> None:
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Pyromancer") + 1))
        assert table.chooser.selection.has_begun
        left = fire_cost("pyromancer") - fire_cost("salamander")
        table.driver.match.play('play "Salamander" at a3', seat=0)
        table.driver.match.advance(table.driver.match.now + 5)
        table.driver.look()
        await person.pilot.pause()
        assert not table.chooser.selection.has_begun
        flat = re.sub(r"\s+", " ", person.text)
        cost = fire_cost("pyromancer")
        assert f"not possible any more: Pyromancer: it costs {cost} fire and you have {left}" in flat
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("War Cry") + 1))
        await person.type('discard "War Cry"')
        assert "War Cry" not in [card.name for card in table.driver.match.view(0).hand]

    at_table(table, who)


def test_the_cursor_goes_with_the_creature_it_is_on(at_table: AtTable) -> None:
    table, _ = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Fire Lance") + 1))
        await person.walk(Spot("cell", 6))
        table.driver.match.play("move b0 > b4", seat=1)
        table.driver.match.advance(table.driver.match.now + 5)
        table.driver.look()
        assert table.cursor.spot == Spot("cell", 10)
        await person.press("enter")
        assert table.driver.match.actions[-1].text == 'play "Fire Lance" > b4'

    at_table(table, who)


def test_a_refusal_says_why_and_nothing_is_lost(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(3000))

    async def who(person: Any) -> None:
        hand = [card.name for card in table.driver.match.view(0).hand]
        place, cost = hand.index("Salamander"), fire_cost("salamander")
        await person.press(str(place + 1))
        told = f"Salamander: it costs {cost} fire and you have 0; it can be paid in {5 * cost - 3}s."
        assert told in person.text
        await person.press("d")
        assert "a card costs 1 devotion and you have 0" in person.text
        await person.type("attack a0 > b0")
        assert "exhausted for another" in person.text
        await person.type("fly away")
        await person.press("u")
        assert "nothing can be taken back" in person.text
        await person.click(Spot("cell", 6))
        assert "not yours" in person.text
        assert [card.name for card in table.driver.match.view(0).hand] == hand
        assert table.driver.match.ply == 0
        # What was said stays a while, then it is told again what can be done.
        await pass_time(person, wall, 7.0)
        await person.pilot.pause()
        assert "not yours" not in person.text
        assert "Next: " in person.text

    at_table(table, who)


def test_the_deck_draws_and_a_key_discards_when_it_is_pressed_twice(at_table: AtTable) -> None:
    table, _ = live("pass", fire_match(31_000))

    async def who(person: Any) -> None:
        await person.click(pile(table.game, 0, 1))
        await person.press("d")
        assert [action.verb for action in table.driver.match.actions] == ["draw", "draw"]
        await person.walk(Spot("card", 1))
        name = table.driver.match.view(0).hand[1].name
        await person.press("x")
        assert f'discard "{name}"? Press x once more.' in person.text
        await person.press("down", "up", "x")
        assert table.driver.match.ply == 2, "it was not pressed twice running"
        await person.press("x")
        assert table.driver.match.actions[-1].text == f'discard "{name}"'
        await person.walk(Spot("card", 0))
        other = table.driver.match.view(0).hand[0].name
        assert "[discard (x)]" in person.text
        await person.click(Spot("keyed", 0))
        await person.click(Spot("keyed", 0))
        assert table.driver.match.actions[-1].text == f'discard "{other}"'
        await person.walk(Spot("cell", 0))
        assert "[discard (x)]" not in person.text
        await person.press("x")
        assert "Put the cursor on what you want to discard first." in person.text
        assert f"grave 2: {other}" in person.text

    at_table(table, who)


def test_graveyards_are_looked_through_and_played_from(at_table: AtTable) -> None:
    table, wall = live("pass", graves_match(60_000))

    async def who(person: Any) -> None:
        while {"Phoenix", "Fire Lance"} - {card.name for card in table.driver.match.view(0).hand}:
            await person.press("d")
        for name in ("Phoenix", "Fire Lance"):
            await person.type(f'discard "{name}"')
        grave = pile(table.game, 0, 2)
        assert table.driver.match.view(0).me.zones["graveyard"]
        await person.walk(grave)
        await person.press("enter")
        menu = person.pilot.app.screen
        assert isinstance(menu, Menu)
        assert "Graveyard (You), the newest first; * can be played" in person.text
        listed = [card.name for card in reversed(table.driver.match.view(0).me.zones["graveyard"])]
        await pass_time(person, wall, 1.0)
        await person.answer(listed.index("Phoenix"))
        await person.until(lambda: "[+]" in person.text)
        await person.walk(Spot("cell", 3))
        await person.press("enter")
        assert table.driver.match.actions[-1].text == 'recall "Phoenix" at a3'
        await person.walk(pile(table.game, 1, 2))
        await person.press("enter")
        assert "Graveyard (Foe): 0 cards" in person.text

    at_table(table, who)


def test_creatures_move_swap_attack_and_use_what_they_know(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(31_000))

    async def who(person: Any) -> None:
        await person.type('play "Salamander" at a3')
        await pick(person, Spot("cell", 0), Spot("cell", 1))
        await pick(person, Spot("cell", 1), Spot("cell", 3))
        assert [a.text for a in table.driver.match.actions[-2:]] == ["move a0 > a1", "move a1 > a3"]
        await pick(person, Spot("cell", 3), Spot("cell", 6))
        assert table.driver.match.actions[-1].text == 'use a3 "Flame Lash" > b0'
        await pass_time(
            person, wall, (ready_at(table.driver.match, "a1") - table.driver.match.now) / 1000 + 0.1
        )
        await pick(person, Spot("cell", 1), Spot("cell", 6))
        assert table.driver.match.actions[-1].text == "attack a1 > b0"
        assert f"-{table.game.card('salamander').attack}" in person.text

    at_table(table, who)


def test_the_end_says_why_and_the_report_is_there_any_time(at_table: AtTable) -> None:
    table, wall = live("simulating", seed=5)

    async def who(person: Any) -> None:
        await person.press("r")
        assert "The match goes on. It took 0:00" in person.text
        assert table.driver.clock.is_paused, "time waits for who reads"
        await person.press("escape")
        assert not table.driver.clock.is_paused
        for keys in ("question_mark", "/rules"):
            await (person.type("rules") if keys == "/rules" else person.press(keys))
            assert isinstance(person.pilot.app.screen, Pages)
            wall.now += 20
            table.driver.tick()
            assert table.driver.match.now == 0
            await person.press("escape")
        while not table.driver.session.is_over:
            await pass_time(person, wall, 10.0)
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "You have lost." in person.text
        assert re.search(r"\d:\d\d +\S.* -\d+ +-?\d+ left", person.text)
        assert "left unused" in person.text
        await person.press("escape")
        assert "r tells how it went" in person.text
        await person.press("1", "d", "space")
        assert "== You have lost. ==" in person.text

    at_table(table, who)


def test_no_line_of_the_help_or_the_report_is_folded(at_table: AtTable) -> None:
    table, wall = live("heuristic", seed=5)

    async def who(person: Any) -> None:
        while not table.driver.session.is_over:
            await pass_time(person, wall, 10.0)
        lines = account_lines(table.driver.match, 0, table.driver.session.outcome)
        assert max(map(len, [*table.help().splitlines(), *lines])) <= 74, "two columns are the scroll bar's"

    at_table(table, who)


def test_time_waits_while_the_line_is_open(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        await person.press("slash")
        assert "PAUSED" in person.text
        wall.now += 30
        table.driver.tick()
        assert table.driver.match.now == 55_000
        # Whoever has decided meanwhile acts after what is typed.
        look = table.driver.course._look(1)
        move = next(a for a in look.view.legal_actions if a.text == "move b0 > b4")
        table.driver.considered(look, move)
        table.parts.line.value = 'play "Fire Lance" > b0'
        await person.press("enter")
        assert table.driver.match.actions[0].text == 'play "Fire Lance" > b0'
        assert not table.driver.clock.is_paused
        table.driver.tick()
        assert [action.text for action in table.driver.match.actions[1:]] == ["move b0 > b4"]
        await person.press("slash", "escape")
        assert not table.driver.clock.is_paused
        await person.type("pause")
        assert table.driver.clock.is_paused
        await person.type("help")
        await person.press("escape")
        await person.type("nonsense")
        assert table.driver.clock.is_paused, "who paused goes on by themselves"
        await person.type("go")
        await person.type("help")
        assert table.driver.clock.is_paused
        await person.press("escape")
        assert not table.driver.clock.is_paused

    at_table(table, who)


def test_an_explanation_stays_until_it_is_closed(at_table: AtTable) -> None:
    table, wall = live()

    async def who(person: Any) -> None:
        await person.type("help swift")
        wall.now += 2.0
        table.driver.tick()
        table.driver.look()
        await person.pilot.pause()
        assert "Swift: Is ready as soon as it arrives." in person.text
        assert table.driver.clock.is_paused, "time waits while it is read"
        await person.press("escape")
        assert not table.driver.clock.is_paused

    at_table(table, who)


def test_what_is_typed_is_refused_if_somebody_else_stands_there_now(at_table: AtTable) -> None:
    table, _ = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        await person.press("slash")
        table.driver.match.play("move b0 > b4", seat=1)
        table.driver.match.advance(table.driver.match.now + 5)
        table.parts.line.value = 'play "Fire Lance" > b4'
        await person.press("enter")
        assert "b4 has changed while you typed: Sister Aurelie stands there now" in person.text
        assert table.driver.match.ply == 1
        await person.type('play "Fire Lance" > b4')
        assert table.driver.match.ply == 2

    at_table(table, who)


def test_giving_up_is_asked_twice_told_and_can_be_taken_back(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(4000))

    async def who(person: Any) -> None:
        await person.press("C")
        assert "Give the match up? Press C once more." in person.text
        await person.press("down", "C")
        assert CONCEDED not in table.driver.session.notes, "it was not pressed twice running"
        wall.now += 7
        table.driver.clock.set(4000)
        table.driver.remind()
        await person.press("C")
        assert CONCEDED not in table.driver.session.notes, "the question was no longer to be seen"
        await person.press("C")
        assert table.driver.session.notes[CONCEDED] == "0"
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "You have conceded: the match is lost." in person.text
        await person.press("escape")
        await pass_time(person, wall, 5.0)
        assert table.driver.match.now == 4000
        await person.press("u")
        assert "The clock stands still" in person.text
        await person.press("space")
        await pass_time(person, wall, 1.0)
        assert table.driver.match.now == 5000

    at_table(table, who)


def test_two_people_hand_the_table_over_while_time_waits(at_table: AtTable) -> None:
    table, wall = live(None, fire_match(55_000))

    async def who(person: Any) -> None:
        assert isinstance(person.pilot.app.screen, HandOver)
        wall.now += 30
        await person.press("enter")
        await person.until(lambda: person.pilot.app.screen is table)
        await pass_time(person, wall, 1.0)
        assert (table.driver.seat, table.driver.match.now) == (0, 56_000)
        hand = {card.name for card in table.driver.match.view(0).hand}
        await person.press("o")
        await person.until(lambda: isinstance(person.pilot.app.screen, HandOver))
        assert not any(name in person.text for name in hand)
        wall.now += 30
        await person.press("enter")
        await person.until(lambda: person.pilot.app.screen is table)
        assert table.driver.seat == 1
        await person.press("d")
        assert table.driver.match.actions[-1].seat == 1
        assert table.driver.match.now < 57_000

    at_table(table, who)


def test_an_agent_that_breaks_down_forfeits(at_table: AtTable) -> None:
    class Broken:
        def choose(self, view: cw.View) -> cw.Action | None:
            raise ValueError("no idea")

    match = cw.game("mana").match(seed=5)
    session = Session(match, {1: supervise(Broken())}, notes={})
    session.open()
    wall = Wall()
    table = Table(Timed(session, Clock(source=wall)))

    async def who(person: Any) -> None:
        await pass_time(person, wall, 2.0)
        await person.until(lambda: session.is_over)
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "forfeits: it raised ValueError: no idea" in re.sub(r"[│\s]+", " ", person.text)

    at_table(table, who)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_every_text_stands_out_from_what_is_behind_it(theme: str, at_table: AtTable) -> None:
    table, wall = live("heuristic", seed=6)

    async def who(person: Any) -> None:
        person.pilot.app.theme = theme
        for _ in range(6):
            await pass_time(person, wall, 12.0)
            for spot in [spot for spot in table.chooser.selection.sources if spot.kind in ("card", "cell")][
                :2
            ]:
                await person.click(spot)
                assert_readable(person)
                await person.press("escape")
        await person.press("l")
        assert_readable(person)

    at_table(table, who)


def test_a_small_window_stops_no_clock_and_loses_nothing(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(4000))

    async def who(person: Any) -> None:
        await person.pilot.resize_terminal(60, 20)
        await pass_time(person, wall, 2.0)
        assert "The table needs 80 x 24" in person.text
        await person.press("C", "d", "1")
        await person.pilot.resize_terminal(100, 30)
        await pass_time(person, wall, 1.0)
        assert table.driver.match.now == 7000
        assert "Salamander" in person.text
        assert not table.driver.session.is_over

    at_table(table, who)


def test_only_what_a_seat_may_know_is_on_the_screen(at_table: AtTable) -> None:
    table, wall = live("heuristic", cw.game("mana").match(("ash-and-sun", "low-moon"), seed=4))
    game = table.game
    own = {game.card(card).name for card in game.deck("ash-and-sun").cards}
    others = {game.card(card).name for card in game.deck("low-moon").cards} - own
    known: set[str] = set()
    kept_quiet = 0

    async def who(person: Any) -> None:
        nonlocal kept_quiet
        while not table.driver.session.is_over and table.driver.match.now < 90_000:
            await pass_time(person, wall, 1.0)
            view = table.driver.match.view(0)
            known.update(piece.name for piece in view.pieces)
            known.update(card.name for seat in view.seats for card in seat.zones["graveyard"])
            known.update(
                game.catalogue.defs[number].name for entry in table.picture.entries for number in entry.cards
            )
            text = person.text + "\n".join(
                line for zone in range(3) for line in table.about(pile(game, 1, zone), 200)
            )
            assert [name for name in others - known if name in text] == []
            kept_quiet += bool(others - known)

    at_table(table, who)
    assert kept_quiet > 20


def test_a_click_does_not_count_where_something_else_has_just_come(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(55_000))

    async def who(person: Any) -> None:
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Fire Lance") + 1))
        table.driver.match.play("move b0 > b4", seat=1)
        table.driver.match.advance(table.driver.match.now + 5)
        table.driver.look()
        await person.pilot.pause()
        await person.click(Spot("cell", 10))
        assert table.driver.match.ply == 1
        assert "that has changed just now; click again" in person.text
        wall.now += 0.5
        await person.click(Spot("cell", 10))
        assert table.driver.match.actions[-1].text == 'play "Fire Lance" > b4'

    at_table(table, who)


def test_a_hint_is_told_while_time_goes_on(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(55_000))
    table.driver.session.hint_agent = "greedy"

    async def who(person: Any) -> None:
        await person.press("h")
        await pass_time(person, wall, 1.0)
        await person.until(lambda: "Hint of greedy: " in person.text)
        for _ in range(3):
            if table.driver.match.ply:
                break
            await person.press("enter")
        told = table.driver.match.actions[-1].text
        agent = cw.agent("greedy", seed=1)
        advised = agent.choose(table.driver.match.view_at(0, 0))
        assert advised is not None
        assert told.split(" at ")[0] == advised.text.split(" at ")[0]

    at_table(table, who)


def test_two_who_swap_are_one_line_of_the_log_and_marked_both(at_table: AtTable) -> None:
    table, wall = live("pass", fire_match(31_000))

    async def who(person: Any) -> None:
        await person.type('play "Salamander" at a3')
        await pass_time(person, wall, 5.0)
        await person.type("move a0 > a3")
        assert table.picture.entries[-1].text.endswith("Kessa Ashborn (a0) and Salamander (a3) swap.")
        assert not [entry for entry in table.picture.entries if "moves to" in entry.text]
        named = [table.game.catalogue.defs[number].name for number in table.picture.entries[-1].cards]
        assert named == ["Kessa Ashborn", "Salamander"]
        assert (table.picture.news[Spot("cell", 0)], table.picture.news[Spot("cell", 3)]) == (
            "moved",
            "moved",
        )

    at_table(table, who)
