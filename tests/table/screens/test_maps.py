"""A game on a map at the table: terrain, fog, stacks, several seats, boards larger than the window."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable

import pytest
from maps import MAGES, RIDERS, Roamer, hidden, played, stacked
from shown import LIMIT, assert_readable, measure
from textual.geometry import Region

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table.drivers.turns import Turns
from cardwright.table.drivers.watch import Watch
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]
WIDE = (100, 30)


def seated(match: cw.Match, foe: str = "pass") -> Table:
    others = range(1, match.seat_count)
    session = Session(match, {seat: supervise(foe, 10.0) for seat in others}, notes={})
    session.open()
    table = Table(Turns(session, delay=0.0))
    table.chooser.asks = False
    return table


def begun(board: str = "desert-6x6", seats: int = 2, *, seed: int = 1, foe: str = "pass") -> Table:
    return seated(cw.game("ruler", board).match([RIDERS, MAGES, MAGES, MAGES][:seats], seed=seed), foe)


@pytest.mark.parametrize(
    ("board", "seats", "size", "foe"),
    [("desert-6x6", 2, WIDE, "pass"), ("desert-6x6", 2, (80, 24), "random"), ("four-roads", 3, WIDE, "pass")],
)
def test_a_match_is_played_by_keyboard_alone(
    board: str, seats: int, size: tuple[int, int], foe: str, at_table: AtTable
) -> None:
    table = begun(board, seats, foe=foe)
    roamer = Roamer(2)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        async def reach(spot: Spot) -> None:
            await person.walk(spot)
            await person.press("enter")

        for _ in range(24):
            await person.asked()
            if table.driver.session.is_over:
                break
            await person.perform(roamer.choose(table.driver.match.view(0)), reach)
        verbs = {action.verb for action in table.driver.match.actions if action.seat == 0}
        assert {"draw", "play", "move"} <= verbs

    at_table(table, who, size)


def test_a_match_is_played_by_mouse_alone(at_table: AtTable) -> None:
    table = begun("desert-5x10", foe="random", seed=2)
    agent = cw.agent("greedy", seed=3)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        while True:
            await person.asked()
            if table.driver.session.is_over:
                break
            await person.perform(agent.choose(table.driver.match.view(0)), person.click)
        assert person.presses == 0
        assert re.search(r"You have (won|lost)|The match is a draw", person.text)

    at_table(table, who, WIDE)
    assert table.driver.match.is_over


def test_cards_are_drawn_by_number_keys(at_table: AtTable) -> None:
    table = begun()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        assert "choose with 1 to 3" in person.text
        for key, label in zip("132", ("draw units", "draw spells", "draw structures"), strict=True):
            assert re.search(rf"{label}: \d+ \({key}\)", person.text)
            await person.press(key)
            assert table.driver.match.actions[-1].text == label
        await person.press("enter", "enter")
        assert [action.text for action in table.driver.match.actions[-2:]] == ["draw structures"] * 2, (
            "Enter draws from the same deck again"
        )
        assert table.driver.match.view(0).phase == "turn"

    at_table(table, who, WIDE)


def test_pieces_of_one_tile_are_chosen_one_by_one(at_table: AtTable) -> None:
    match, cell = stacked()
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        spot = Spot("cell", table.game.cells.index(cell))
        pieces = table.chooser.selection.pieces_at(spot)
        assert len(pieces) > 1
        able = sum(
            len(table.chooser.selection.pieces_at(s))
            for s in table.chooser.selection.sources
            if s.kind == "cell"
        )
        assert f"{able} pieces can act" in person.text
        await person.walk(spot)
        await person.press("enter")
        await person.until(lambda: isinstance(person.pilot.app.screen, Menu))
        for piece in pieces:
            assert f"{piece.name} {piece.attack}/{piece.health}, yours" in person.text
        await person.answer(1)
        assert table.chooser.selection.piece == pieces[1].id
        await person.press("escape")
        seen = []
        table.cursor.put(None)
        while table.cursor.spot != spot:
            await person.press("tab")
        while table.cursor.spot == spot:
            seen.append(table.cursor.front)
            await person.press("tab")
        assert seen == [piece.id for piece in pieces], "Tab goes from piece to piece"
        await person.press("shift+tab", "enter")
        assert table.chooser.selection.piece == pieces[-1].id, "nobody asks which one is meant"
        await person.press("escape")
        await person.walk(spot)
        told = []
        for _ in pieces:
            await person.press("full_stop")
            told.append(next(line for line in table.parts.detail.lines if "(You, unit" in line))
        assert len(set(told)) == len({piece.name for piece in pieces})

    at_table(table, who, WIDE)


def test_what_a_unit_knows_is_aimed_like_an_attack(at_table: AtTable) -> None:
    match = played(
        "desert-6x6", lambda match: any(action.verb == "use" for action in match.view(0).legal_actions)
    )
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        action = next(action for action in table.driver.match.view(0).legal_actions if action.verb == "use")

        async def reach(spot: Spot) -> None:
            await person.walk(spot)
            if spot in table.chooser.selection.targets:
                assert "[" in person.text
                assert any(target.symbol == "*" for target in table.chooser.selection.targets[spot])
            await person.press("enter")

        await person.perform(action, reach)
        assert re.search(
            r"uses (Fireball|Quake|Sky Air Blast)", " ".join(e.text for e in table.picture.entries)
        )

    at_table(table, who, WIDE)


@pytest.mark.parametrize(("board", "size"), [("archipelago", (80, 24)), ("long-march", WIDE)])
def test_a_board_larger_than_its_panel_follows_the_cursor(
    board: str, size: tuple[int, int], at_table: AtTable
) -> None:
    table = begun(board)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        last = len(table.game.cells) - 1
        assert table.parts.board.canvas.width > table.parts.board.size.width
        for number in (last, 0, last):
            await person.walk(Spot("cell", number))
            assert inside(table, number), f"the cursor is to be seen:\n{person.text}"
            assert f"{table.game.cells[number]}: " in table.parts.detail.lines[0]
        assert not inside(table, 0)
        assert ">" not in {line[table.parts.board.size.width - 1] for line in person.lines[1:12]}
        table.parts.board.scroll_by(-100)
        table.parts.board.scroll_across(-100)
        await person.pilot.pause()
        assert inside(table, 0)
        assert not inside(table, last)
        assert any(line[table.parts.board.size.width - 1] == ">" for line in person.lines), "it goes on there"
        await person.click(Spot("cell", 0))
        assert table.cursor.spot == Spot("cell", 0)

    def inside(table: Table, number: int) -> bool:
        places: dict[Spot, Region] = {spot: region for region, spot in table.parts.board.spots()}
        return table.parts.board.content_region.contains_region(places[Spot("cell", number)])

    at_table(table, who, size)


@pytest.mark.parametrize("board", ["desert-6x6", "desert-5x10", "river-crossing"])
def test_the_usual_maps_are_seen_whole_with_hand_log_and_details(board: str, at_table: AtTable) -> None:
    table = begun(board)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("1", "1", "1", "1", "1")
        await person.asked()
        assert table.parts.board.canvas.width <= table.parts.board.size.width
        assert table.parts.board.canvas.height <= table.parts.board.size.height
        names = {card.name for card in table.driver.match.view(0).hand}
        assert all(name[:8] in person.text for name in names)
        assert table.parts.log_panel.size.height >= 5
        assert table.parts.detail.size.height >= 5
        assert table.parts.detail.lines

    at_table(table, who, WIDE)


def test_equal_cards_of_a_hand_are_one_line(at_table: AtTable) -> None:
    table = seated(cw.game("ruler").match([{"soldier": 30, "heal": 5, "outpost": 5}, MAGES], seed=1))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("1", "3", "1", "1", "2")
        assert re.search(r"1\*Soldier x3 +100g 10/15", person.text)
        assert re.search(r"2\*Outpost +200g 500", person.text)
        assert re.search(r"3 Heal +10m", person.text), "it is paid with mana"
        await person.press("2")
        assert table.chooser.selection.chosen[0].text == 'play "Outpost"', "numbers count lines, not cards"

    at_table(table, who, WIDE)


def test_ones_own_tiles_are_marked_by_a_key_and_while_a_card_is_placed(at_table: AtTable) -> None:
    table = begun()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("1", "1", "1", "1", "1")
        await person.asked()
        assert "1,1=" not in person.text
        await person.press("i")
        assert "1,1=" in person.text
        assert "5,5=" not in person.text
        await person.press("i")
        assert "1,1=" not in person.text
        await person.press("1")
        assert "1,1=" in person.text
        assert person.text.count("[+]") == 25 + 1, "all tiles around the base, and once in the question"

    at_table(table, who, WIDE)


def test_all_seats_are_listed_and_one_that_is_out_says_so(at_table: AtTable) -> None:
    game = cw.game("ruler", "four-roads")
    match = game.match([RIDERS] * 3, seed=3)
    agents = [cw.agent("random", seed=seat) for seat in range(3)]
    while len({piece.owner for piece in match.view(0).pieces if piece.kind == "base"}) == 3:
        seat = min(match.to_act)
        match.play(agents[seat].choose(match.view(seat)))
    assert not match.is_over
    (out,) = {0, 1, 2} - {piece.owner for piece in match.view(0).pieces if piece.kind == "base"}
    session = Session(match, {seat: supervise("pass", 10.0) for seat in range(3)}, notes={})
    session.open()
    table = Table(Watch(session, is_paused=True))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        for seat in range(3):
            (line,) = (line for line in person.lines if f"{seat} Seat {seat} " in line)
            assert ("out of the match" in line) == (seat == out)
        home = next(cell for cell, ground in table.board_of_game.grounds.items() if ground.home == out)
        table.cursor.put(Spot("cell", game.cells.index(home)))
        assert f"base of seat {out}, who is out" in " ".join(table.parts.detail.lines)

    at_table(table, who, WIDE)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_a_map_can_be_read_in_every_theme(theme: str, at_table: AtTable) -> None:
    match = played("four-roads", lambda match: len(match.view(0).remembered) > 1, seats=4)
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        person.pilot.app.theme = theme
        await person.asked()
        assert_readable(person)
        await person.press("i")
        for spot in [spot for spot in table.chooser.selection.sources if spot.kind in ("card", "cell")][:3]:
            table.pick(spot)
            await person.pilot.pause()
            if person.pilot.app.screen is table:  # behind a question the table is dimmed
                assert_readable(person)
            await person.press("escape")

    at_table(table, who, WIDE)


def test_an_action_on_a_map_is_seen_at_once() -> None:
    times = measure(begun("river-crossing"), WIDE, most=60, agent=Roamer(1))
    assert len(times) > 20
    assert statistics.median(times) < LIMIT


def test_watching_shows_what_all_seats_see_together(at_table: AtTable) -> None:
    match = played("desert-6x6", lambda match: bool(hidden(match)))
    session = Session(match, {seat: supervise("pass", 10.0) for seat in (0, 1)}, notes={})
    session.open()
    table = Table(Watch(session, is_paused=True))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        shown = [{(piece.name, piece.cell) for piece in table.view.pieces}]  # type: ignore[union-attr]
        for seat in (0, 1):
            await person.press("v")
            assert table.view is not None
            shown.append({(piece.name, piece.cell) for piece in table.view.pieces})
            others = [line for line in person.lines if "Foe gold" in line]
            assert all("gold ?" in line for line in others), f"seat {seat} does not know the other's gold"
        assert shown[0] == shown[1] | shown[2]
        assert shown[0] > shown[1], "something is hidden from seat 0"

    at_table(table, who, WIDE)


def test_the_screen_never_names_a_card_that_is_hidden(at_table: AtTable) -> None:
    table = begun("desert-5x10", foe="random", seed=6)
    game = table.game
    secrets = {game.card(card).name for card in MAGES}
    agent = cw.agent("greedy", seed=2)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        kept = 0
        for _ in range(30):
            await person.asked()
            if table.driver.session.is_over:
                break
            view = table.driver.match.view(0)
            known = {piece.name for piece in view.pieces} | {memory.name for memory in view.remembered}
            known |= {name for name in secrets if any(name in entry.text for entry in table.picture.entries)}
            for cell in range(0, len(game.cells), 7):
                table.cursor.put(Spot("cell", cell))
                assert [name for name in secrets - known if name in person.text] == []
            kept += len(secrets - known)
            table.driver.play(agent.choose(view))
        assert kept

    at_table(table, who, WIDE)


def test_three_people_hand_the_table_on_hidden(at_table: AtTable) -> None:
    match = cw.game("ruler", "four-roads").match([RIDERS] * 3, seed=2)
    table = Table(Turns(Session(match, {}, notes={}), delay=0.0))
    table.chooser.asks = False

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        first = table.driver.session.acting
        for seat in (first, (first + 1) % 3, (first + 2) % 3):
            await person.until(lambda seat=seat: f"It is the turn of seat {seat}." in person.text)
            await person.press("enter")
            await person.asked()
            assert table.driver.seat == seat
            for _ in range(5):
                await person.press("1")
            names = {card.name for card in table.driver.match.view(seat).hand}
            assert all(name[:8] in person.text for name in names)
            await person.press("e")
        await person.press("enter")

    at_table(table, who, WIDE)


def test_who_is_out_may_look_on_or_leave(at_table: AtTable) -> None:
    game = cw.game("ruler", "four-roads")
    for seed in range(20):
        match = game.match([RIDERS] * 3, seed=seed)
        agents = [cw.agent("pass"), *(cw.agent("random", seed=seat) for seat in (1, 2))]
        while not match.is_over and any(
            piece.kind == "base" and piece.owner == 0 for piece in match.view(1).pieces
        ):
            seat = min(match.to_act)
            match.play(agents[seat].choose(match.view(seat)))
        if not match.is_over:
            break
    assert not match.is_over
    table = seated(match, "pass")
    table.driver.delay = 60.0

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.until(lambda: "You are out of the match; q leaves." in person.text)
        assert re.search(r"You out of the match", person.text)
        await person.press("q")

    at_table(table, who, WIDE)


def test_no_line_of_the_help_is_folded() -> None:
    text = begun().help()
    assert max(map(len, text.splitlines())) <= 74, "two columns are the scroll bar's"
    assert "\n\n\n" not in text
    assert "yours (=)" in text
