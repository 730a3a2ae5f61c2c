"""Playing at the table: whole matches by keys alone and by mouse alone, choosing, taking back, hints."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import cardwright as cw
from cardwright.actions import take_apart
from cardwright.hosting.layout import Size, rows
from cardwright.hosting.spots import Spot
from cardwright.table.screens.play import PlayTable
from cardwright.table.selection import Target

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


def test_a_game_without_a_board_file_can_be_played(
    seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("cardwright.hosting.boards.import_module", missing)
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


@pytest.mark.parametrize("offsets", [(0, 1, 0, 1), (3, 2, 1, 0)])
def test_another_layout_is_all_that_another_board_needs(
    offsets: tuple[int, ...], seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"]
    other = rows(lines, offsets=offsets, turned="half turn", is_mixed=True, least=Size(7, 1))
    monkeypatch.setattr("cardwright.hosting.boards.elemental_command.LAYOUT", other)
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


def test_who_can_only_take_a_plain_action_is_told_where_they_are(seated: Seated, at_table: AtTable) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        table.selection.sources = {}
        table.invite()
        await driver.pilot.pause()
        assert "Your turn 2: no card and no piece can act; take an action above." in driver.text

    at_table(table, who)


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
