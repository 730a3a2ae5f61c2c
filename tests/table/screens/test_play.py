"""Playing at the table: by keys alone, by mouse alone, and all that one may do beside."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

import cardwright as cw
from cardwright.actions import take_apart
from cardwright.agents.supervised import Player, supervise
from cardwright.table.layout import Size, rows
from cardwright.table.screens.play import PlayTable
from cardwright.table.selection import Spot, Target
from cardwright.table.session import Hint

Seated = Callable[..., PlayTable]
AtTable = Callable[..., None]


def chooser(table: PlayTable) -> Callable[[], cw.Action]:
    agent = cw.agent("greedy", seed=3)
    return lambda: agent.choose(table.match.view(0))


@pytest.mark.parametrize(("size", "foe", "seed"), [((80, 24), "random", 5), ((120, 40), "pass", 6)])
def test_a_whole_match_is_played_by_keyboard_alone(
    size: tuple[int, int], foe: str, seed: int, seated: Seated, at_table: AtTable
) -> None:
    table = seated(foe, seed=seed, decks=("fire-aggro", "wind-midrange"), keep=False)
    choose = chooser(table)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        played = 0
        while True:
            await driver.asked()
            if table.session.is_over:
                break
            action, ply = choose(), table.match.ply
            if table.selection.subset is not None:
                for place in range(10):
                    if take_apart(action.code).mask >> place & 1:
                        await driver.press("1234567890"[place])
                await driver.walk(Spot("deed", 0))
                await driver.press("enter")
            else:
                for spot in driver.spots_of(action):
                    await driver.walk(spot)
                    await driver.press("enter")
            assert table.match.actions[ply].code == action.code
            played += 1
        assert played > 10
        assert re.search(r"You have (won|lost)|The match is a draw", driver.text)

    at_table(table, who, size)
    assert table.match.is_over
    assert table.session.kept is not None
    assert cw.replay(cw.Trace.from_file(table.session.kept)).hash == table.match.hash


def test_a_whole_match_is_played_by_mouse_alone(seated: Seated, at_table: AtTable) -> None:
    table = seated("random", seed=8, decks=("fire-aggro", "wind-midrange"), keep=False)
    choose = chooser(table)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        while True:
            await driver.asked()
            if table.session.is_over:
                break
            action, ply = choose(), table.match.ply
            if table.selection.subset is not None:
                for place in range(10):
                    if take_apart(action.code).mask >> place & 1:
                        await driver.click(Spot("card", place))
                await driver.click(Spot("deed", 0))
            else:
                for spot in driver.spots_of(action):
                    await driver.click(spot)
            await driver.pilot.pause()
            assert table.match.actions[ply].code == action.code
        assert driver.presses == 0

    at_table(table, who)
    assert table.match.is_over


def test_the_mulligan_shows_the_cards_in_full_and_puts_the_ticked_ones_back(
    seated: Seated, at_table: AtTable
) -> None:
    table = seated(keep=False)
    hand = table.match.view(0).hand

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        flat = re.sub(r"\s+", " ", driver.text)
        for card in hand:
            assert card.text in flat
        assert "[Keep all cards (e)]" in driver.text
        await driver.press("1", "3", "4", "4")
        assert driver.text.count("[x] back") == 2
        assert "[Put back 2 cards and draw as many (e)]" in driver.text
        await driver.press("e")
        await driver.asked()
        assert "You exchange 2 cards." in "".join(entry.text for entry in table.entries)

    at_table(table, who)


def test_targets_have_signs_and_the_cursor_a_frame(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        names = [card.name for card in table.match.view(0).hand]
        await driver.press(str(names.index("Ember Wisp") + 1))
        assert driver.text.count("[+]") == 10 + 1, "all own spaces, and once in the question"
        assert "┏" in driver.text
        assert "Haste: May act on the turn it arrives." in driver.text, "the chosen card is told in full"
        await driver.press("enter")
        assert "Ember Wisp" in driver.lines[10] + driver.lines[11] + driver.lines[7] + driver.lines[8]
        assert "!m" in driver.text, "haste: it can attack and move"
        await driver.press("enter")
        assert "[o]" in driver.text
        assert re.search(r"health\[x\]", driver.text), "the enemy hero can be attacked"
        await driver.press("escape")
        assert "[o]" not in driver.text
        await driver.press("enter")
        assert "[o]" in driver.text
        await driver.pilot.click(offset=driver.place(Spot("cell", 12)), button=3)
        await driver.pilot.pause()
        assert "[o]" not in driver.text, "the right button steps back too"

    at_table(table, who)


def test_why_something_cannot_be_done_is_said_in_one_sentence(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        hand = table.match.view(0).hand
        dear = next(place for place, card in enumerate(hand) if card.cost > 1)
        await driver.press(str(dear + 1))
        assert f"! {hand[dear].name}: it costs {hand[dear].cost} mana and you have 1." in driver.text
        await driver.walk(Spot("cell", 12))
        await driver.press("enter")
        assert "! c3: nothing stands there." in driver.text
        await driver.press("p")
        assert "not enough mana for the hero power" in driver.text
        cheap = [card.name for card in hand].index("Ember Wisp")
        await driver.press(str(cheap + 1))
        await driver.walk(Spot("cell", 12))
        await driver.press("enter")
        assert re.search(r"! c3: play: .+\.", driver.text)
        assert table.selection.has_begun, "what was begun is not lost"

    at_table(table, who)


def test_an_action_can_be_taken_back_until_something_is_revealed(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        ply = table.match.ply
        await driver.press("slash", *"take fire", "enter")
        assert table.match.ply == ply + 1
        assert "You gain 1 fire." in driver.text
        await driver.press("u")
        assert table.match.ply == ply
        assert "Taken back: take fire." in driver.text
        assert "You gain 1 fire." not in driver.text
        await driver.press("u")
        assert "cannot be taken back" in driver.text or "that could be taken back" in driver.text
        assert table.match.ply == ply

    at_table(table, who)


def test_a_hint_names_an_action_and_its_worth(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        expected = cw.agent("greedy", seed=1).choose(table.match.view(0))
        await driver.press("h")
        await driver.until(lambda: "Hint of greedy" in driver.text)
        assert re.search(rf"Hint of greedy: {re.escape(str(expected))} \(\+\d+\.\d points\)", driver.text)

    at_table(table, who)


def test_conceding_loses_the_match_and_can_be_taken_back(
    seated: Seated, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("C")
        assert "You have conceded" in driver.text
        await driver.press("s")
        assert "! the match is over: it is written when you leave" in driver.text
        assert not list((state / "matches").glob("*.trace")), "there is nothing to go on with"
        await driver.press("e")
        assert "You have conceded: the match is lost." in driver.text, "how it ended is said again"
        await driver.press("u")
        assert not table.session.is_over
        assert table.selection.sources
        await driver.press("C", "q")

    at_table(table, who)
    (file,) = (state / "finished").glob("*.trace")
    assert table.farewell.startswith("You have conceded: the match is lost.\nLook at it again with: ")
    assert cw.Trace.from_file(file).notes["conceded"] == "0"
    assert not list((state / "matches").glob("*.trace"))


def test_leaving_keeps_the_match_and_it_goes_on(seated: Seated, at_table: AtTable, state: Path) -> None:
    table = seated()

    async def leave(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("s")
        assert "The match is saved" in driver.text
        await driver.type("take wind")
        await driver.press("q")

    at_table(table, leave)
    assert "play --resume" in table.farewell
    (file,) = (state / "matches").glob("*.trace")
    again = seated(match=cw.replay(cw.Trace.from_file(file)), keep=False, saved=file)
    assert again.match.hash == table.match.hash

    async def go_on(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        assert "You gain 1 wind." in driver.text
        assert [entry.text for entry in again.entries[again.log_panel.fresh :]] == ["You gain 1 wind."]
        await driver.press("e")
        await driver.asked()
        await driver.press("q")

    at_table(again, go_on)
    assert [path.name for path in (state / "matches").glob("*.trace")] == [file.name]


def test_who_cannot_save_stays_at_the_table(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("q")
        assert "cannot be written" in driver.text
        assert driver.pilot.app.is_running
        file = tmp_path / "mine.trace"
        await driver.type(f"save {file}")
        assert file.exists()

    at_table(table, who)


def test_a_window_that_becomes_too_small_says_so_and_loses_nothing(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        names = [card.name for card in table.match.view(0).hand]
        await driver.press(str(names.index("Ember Wisp") + 1))
        before, ply = driver.text, table.match.ply
        for size in ((60, 24), (80, 20), (20, 5)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            assert "The table needs" in re.sub(r"\s+", " ", driver.text)
            await driver.press("e", "1", "enter", "tab", "slash", "C", "question_mark")
            assert table.match.ply == ply
            assert not table.session.is_over, "nobody gives up unseen"
        await driver.pilot.resize_terminal(132, 50)
        await driver.pilot.pause()
        assert "[+]" in driver.text
        await driver.pilot.resize_terminal(80, 24)
        await driver.pilot.pause()
        assert driver.text == before
        await driver.press("enter")
        assert "Ember Wisp (c" in driver.text

    at_table(table, who)


def test_a_line_begun_survives_a_change_of_size(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("slash", *"take f")
        await driver.pilot.resize_terminal(60, 20)
        await driver.pilot.pause()
        await driver.pilot.resize_terminal(80, 24)
        await driver.pilot.pause()
        await driver.press(*"ire", "enter")
        assert table.match.actions[-1].text == "take fire"

    at_table(table, who)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("attack c2 > hero", "nothing stands on c2"),
        ("fly", "no action"),
        ("help taunt", "Taunt: While no friend"),
        ("help tount", "did you mean"),
        ("save /nowhere/at/all.trace", "there is no such folder"),
    ],
)
def test_what_is_typed_is_answered(typed: str, answer: str, seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        ply = table.match.ply
        await driver.type(typed)
        await driver.pilot.pause()
        assert answer in re.sub(r"\s+", " ", driver.text)
        assert table.match.ply == ply

    at_table(table, who)


def test_the_log_is_read_by_cursor_and_by_mouse(seated: Seated, at_table: AtTable) -> None:
    table = seated("greedy", seed=9)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for _ in range(4):
            await driver.asked()
            await driver.press("e")
        await driver.asked()
        before = table.cursor
        number = max(n for n, entry in enumerate(table.entries) if entry.cards)
        card = table.game.catalogue.defs[table.entries[number].cards[0]]
        await driver.press("l", *["up"] * (len(table.entries) - 1 - number))
        assert table.cursor == Spot("event", number)
        shown = re.sub(r"\s+", " ", " ".join(table.detail.lines))
        assert card.text in shown
        await driver.press("escape")
        assert table.cursor == before
        await driver.pilot.hover(offset=driver.place(Spot("event", number)))
        await driver.pilot.pause()
        assert card.text in re.sub(r"\s+", " ", " ".join(table.detail.lines))
        assert "•" in driver.text, "what is new has a sign"

    at_table(table, who)


def test_two_people_do_not_see_each_others_hands(seated: Seated, at_table: AtTable) -> None:
    table = seated(None, keep=False)
    hands = [{card.name for card in table.match.view(seat).hand} for seat in (0, 1)]

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for seat in (0, 1):
            assert f"It is the turn of seat {seat}." in driver.text
            assert not any(name in driver.text for name in hands[0] | hands[1])
            await driver.press("enter")
            await driver.pilot.pause()
            assert all(name in driver.text for name in hands[seat])
            assert not any(name in driver.text for name in hands[1 - seat] - hands[seat])
            await driver.walk(Spot("deed", 0))
            await driver.press("enter")
            await driver.pilot.pause()

    at_table(table, who)


def test_the_table_answers_while_an_agent_thinks(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_bots.py").write_text(
        "import time\nclass Bot:\n    def choose(self, view):\n        time.sleep(3600)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("slow_bots:Bot")

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.until(lambda: table.is_thinking)
        assert "The opponent thinks" in driver.text
        await driver.press("e")
        assert "It is the opponent's turn." in driver.text
        await driver.press("u")
        assert "nothing can be taken back now" in driver.text
        await driver.press("C", "u")
        assert "Taken back: concede." in driver.text
        assert table.is_thinking
        assert not table.session.is_over
        await driver.press("right", "q")

    at_table(table, who)
    assert "play --resume" in table.farewell


def test_an_agent_that_misbehaves_forfeits(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tired_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n        raise RuntimeError('tired')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("tired_bots:Bot")

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.until(lambda: table.session.is_over)
        await driver.pilot.pause()
        assert "forfeits: it raised RuntimeError: tired. You have won." in re.sub(r"\s+", " ", driver.text)

    at_table(table, who)


def test_a_game_without_a_board_file_can_be_played(
    seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("cardwright.table.boards.import_module", missing)
    table = seated("pass", seed=6, decks=("fire-aggro", "earth-control"))
    choose = chooser(table)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        while True:
            await driver.asked()
            if table.session.is_over:
                break
            action, ply = choose(), table.match.ply
            await driver.type(action.text)
            assert table.match.ply > ply
            for piece in table.match.view(0).pieces:
                assert f"{piece.attack}/{piece.health}" in driver.text or not piece.cell

    at_table(table, who)
    assert table.match.is_over


def test_a_question_lays_its_cards_out_and_takes_an_answer(seated: Seated, at_table: AtTable) -> None:
    match = cw.game("elemental-command").match(("wind-midrange", "earth-control"), seed=11)
    agent = cw.agent("greedy", seed=1)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    while match.view(0).prompt is None:
        asking = [action for action in match.legal_actions if "Vision" in action.text]
        match.play(asking[0] if asking else agent.choose(match.view()))
    prompt = match.view(0).prompt
    assert prompt is not None
    table = seated(match=match, keep=False)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        flat = re.sub(r"\s+", " ", driver.text)
        for card in prompt.options:
            assert card.name in flat
            assert card.text in flat
        await driver.press("2")
        assert match.view(0).prompt is None
        assert prompt.options[1].name in [card.name for card in match.view(0).hand]

    at_table(table, who)


def test_a_small_menu_asks_where_several_actions_fit(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        fitting = [
            Target("*", prefix.text, prefix) for prefix in table.selection.deeds if "take" in prefix.text
        ]
        for keys, ply in ((["escape"], table.match.ply), (["down", "enter"], table.match.ply + 1)):
            table.follow(fitting)
            await driver.pilot.pause()
            assert "Which?" in driver.text
            await driver.press(*keys)
            assert table.match.ply == ply
        assert table.match.actions[-1].text == fitting[1].text

    at_table(table, who)


def test_the_keys_of_the_last_line_can_be_clicked(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        row = driver.lines[-1]
        await driver.pilot.click(offset=(row.index("hint"), 23))
        await driver.until(lambda: "Hint of greedy" in driver.text)
        await driver.pilot.click(offset=(row.index("help"), 23))
        await driver.until(lambda: "can attack" in driver.text)
        await driver.press("escape")
        assert "can attack " not in driver.text

    at_table(table, who)


def test_the_power_is_begun_at_the_hero_too(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("e")
        await driver.asked()
        hero = next(p for p in table.match.view(0).pieces if p.kind == "hero" and p.owner == 0)
        await driver.click(Spot("piece", hero.id))
        assert "power: [*] target" in driver.text
        assert driver.text.count("health[*]") == 2, "both heroes are targets"

    at_table(table, who)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_leaving_from_a_question_keeps_the_match_too(
    key: str, seated: Seated, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("question_mark")
        await driver.until(lambda: driver.pilot.app.screen is not table)
        await driver.press(key)

    at_table(table, who)
    assert "play --resume" in table.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1


def test_the_log_can_be_read_while_the_opponent_acts(seated: Seated, at_table: AtTable) -> None:
    table = seated("greedy", seed=9, decks=("wind-midrange", "earth-control"))

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for _ in range(4):
            await driver.asked()
            await driver.press("e")
        await driver.asked()
        assert len(table.entries) > 42
        assert not table.match.is_over
        table.set_cursor(Spot("event", 0))
        await driver.pilot.pause()
        assert table.entries[0].text in driver.text
        for number in (40, 39, 41, len(table.entries) - 1):
            table.set_cursor(Spot("event", number))
            await driver.pilot.pause()
            assert f"> {table.entries[number].text[:20]}" in driver.text
        table.set_cursor(Spot("event", 3))
        ply = table.match.ply
        table.play("end")
        await driver.asked()
        assert table.match.ply > ply + 1
        assert table.cursor == Spot("event", 3)
        assert f"> {table.entries[3].text[:20]}" in driver.text

    at_table(table, who)


@pytest.mark.parametrize("offsets", [(0, 1, 0, 1), (3, 2, 1, 0)])
def test_another_layout_is_all_that_another_board_needs(
    offsets: tuple[int, ...], seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"]
    other = rows(lines, offsets=offsets, turned="half turn", is_mixed=True, least=Size(7, 1))
    monkeypatch.setattr("cardwright.table.boards.elemental_command.LAYOUT", other)
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        for number in (0, 4, 19, 15, 12):
            await driver.walk(Spot("cell", number))
            x, y = driver.place(Spot("cell", number))
            assert driver.pilot.app.screen.get_widget_at(x, y)[0] is table.board
        names = [card.name for card in table.match.view(0).hand]
        await driver.press(str(names.index("Ember Wisp") + 1))
        await driver.click(Spot("cell", 7))
        assert table.match.view(0).piece_on("c2") is not None
        assert "^" in driver.text, "whose it is"

    at_table(table, who)


class Puzzled(Player):
    """Plays like another agent, but holds its breath before some action."""

    def __init__(self, actions: int) -> None:
        self.asked = 0
        self.actions = actions
        self.goes_on = threading.Event()
        self.agent = supervise("greedy")

    def begin(self, match: cw.Match, seat: int, seed: int) -> None:
        self.agent.begin(match, seat, seed)

    def ask(self, match: cw.Match, seat: int) -> cw.Action:
        self.asked += 1
        if self.asked > self.actions:
            self.goes_on.wait(60.0)
        return self.agent.ask(match, seat)

    def close(self) -> None:
        self.goes_on.set()


def test_giving_up_between_two_actions_of_an_agent_asks_it_only_once(
    seated: Seated, at_table: AtTable
) -> None:
    foe = Puzzled(actions=3)
    delay = 0.2
    table = seated(foe, delay=delay)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("e")
        await driver.until(lambda: foe.asked == 3 and not table.is_thinking)
        assert table.session.acting == 1, "it has more to do"
        await driver.press("C", "u")
        await driver.until(lambda: foe.asked == 4)
        await driver.pilot.pause(1.5 * delay)
        assert foe.asked == 4
        foe.goes_on.set()
        await driver.asked()
        assert table.session.acting == 0

    at_table(table, who)


def test_a_second_question_for_a_hint_waits_for_the_first(
    seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated()
    asked: list[int] = []
    goes_on = threading.Event()
    hint = table.session.hint

    def slow(seat: int) -> Hint:
        asked.append(seat)
        goes_on.wait(60.0)
        return hint(seat)

    monkeypatch.setattr(table.session, "hint", slow)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("h", "h")
        await driver.until(lambda: asked)
        await driver.press("h")
        assert "greedy thinks about a hint" in driver.text
        assert asked == [0]
        goes_on.set()
        await driver.until(lambda: "Hint of greedy" in driver.text)
        await driver.press("h")
        await driver.until(lambda: len(asked) == 2)

    at_table(table, who)


def test_a_long_message_is_shown_to_its_last_letter(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        for length in range(70, 90):
            said = "x" * 40 + " " + "y" * (length - 42) + "."
            table.say(said, is_alert=True)
            await driver.pilot.pause()
            assert f"! {said}" in re.sub(r"\s+", " ", driver.text)
        table.say("word " * 100, is_alert=True)
        await driver.pilot.pause()
        assert re.search(r"\w \.\.\.\s", driver.text), "what is cut says so"

    at_table(table, who)


def test_who_can_only_take_a_plain_action_is_told_where_they_are(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        table.selection.sources = {}
        table.invite()
        await driver.pilot.pause()
        assert "Your turn 2: no card and no piece can act; take an action above." in driver.text

    at_table(table, who)


def test_the_help_has_one_empty_line_between_its_parts(seated: Seated) -> None:
    for text in (seated(keep=False).help(), seated().help()):
        assert "\n\nAfter / you can type" in text
        assert "\n\n\n" not in text


def test_two_people_can_leave_before_either_looks(seated: Seated, at_table: AtTable, state: Path) -> None:
    table = seated(None, keep=False)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for size in ((60, 15), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            assert "(q leaves)" in driver.text
        await driver.press("q")

    at_table(table, who)
    assert "play --resume" in table.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1


def test_following_a_hint_plays_it(seated: Seated, at_table: AtTable) -> None:
    """Enter after Enter leads along the hint, to its place and its target."""
    table = seated(seed=3)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        followed: set[str] = set()
        while not table.session.is_over and table.match.ply < 60:
            await driver.asked()
            if table.session.is_over or table.selection.subset is not None:
                await driver.press("e")
                continue
            await driver.press("h")
            await driver.until(lambda: table.advice is not None)
            assert table.advice is not None
            advised, ply = table.advice, table.match.ply
            for _ in range(4):
                if table.match.ply == ply:
                    await driver.press("enter")
            assert table.match.actions[ply] == advised
            followed.add(advised.verb)
        assert {"play", "attack", "take"} <= followed

    at_table(table, who)


def test_a_spell_is_aimed_at_the_others_first(seated: Seated, at_table: AtTable) -> None:
    table = seated(seed=3)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        aimed = 0
        while not table.session.is_over and aimed < 3:
            await driver.asked()
            for place, card in enumerate(table.view.hand if table.view else ()):
                spot = Spot("card", place)
                if card.card is None or card.card.name not in ("Fire Bolt", "Spark"):
                    continue
                if spot in table.selection.sources:
                    table.pick(spot)
                    foes = [
                        target for target in table.selection.targets if not table.selection.is_own(target)
                    ]
                    if foes:
                        assert table.cursor in foes
                        aimed += 1
                    await driver.press("escape")
            table.play(cw.agent("greedy", seed=1).choose(table.match.view(0)))
        assert aimed == 3

    at_table(table, who)


def test_what_is_typed_in_one_burst_is_one_line(seated: Seated, at_table: AtTable) -> None:
    """A paste, or a quick hand: no letter of it may be taken for a key of the table."""
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        ply = table.match.ply
        named = {"/": "slash", " ": "space", "\r": "enter"}
        for character in "/help haste\r":
            driver.pilot.app.post_message(events.Key(named.get(character, character), character))
        await driver.until(lambda: "Haste: May act on the turn it arrives." in driver.text)
        assert table.match.ply == ply, "the e of help does not end the turn"
        assert table.advice is None

    at_table(table, who)


def test_an_explanation_is_shown_whole(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.type("help taunt")
        shown = " ".join(line[40:].strip() for line in driver.lines[-8:])
        assert "While no friend stands in front of it, your hero" in re.sub(r"\s+", " ", shown)

    at_table(table, who)
