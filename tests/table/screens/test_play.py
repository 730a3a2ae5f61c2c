"""Playing at the table: whole matches by keys alone and by mouse alone, choosing, taking back, hints."""

from __future__ import annotations

import re
from collections.abc import Callable
from weakref import WeakKeyDictionary

import pytest

import cardwright as cw
from cardwright.face.actions import take_apart
from cardwright.hosting.layout import Size, rows
from cardwright.hosting.spots import Spot
from cardwright.table.screens.table import Table
from cardwright.table.selection import Target

NewTable = Callable[..., Table]
AtTable = Callable[..., None]


def chooser(table: Table) -> Callable[[], cw.Action]:
    agent = cw.agent("greedy", seed=3)
    return lambda: agent.choose(table.driver.match.view(0))


@pytest.mark.parametrize(("size", "foe", "seed"), [((80, 24), "random", 5), ((120, 40), "pass", 6)])
def test_a_whole_match_is_played_by_keyboard_alone(
    size: tuple[int, int], foe: str, seed: int, seated: NewTable, at_table: AtTable
) -> None:
    table = seated(foe, seed=seed, decks=("fire-aggro", "wind-midrange"), keep=False)
    choose = chooser(table)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        played = 0
        while True:
            await person.asked()
            if table.driver.session.is_over:
                break
            action, ply = choose(), table.driver.match.ply
            if table.chooser.selection.subset is not None:
                for place in range(10):
                    if take_apart(action.code).mask >> place & 1:
                        await person.press("1234567890"[place])
                await person.walk(Spot("action", 0))
                await person.press("enter")
            else:
                for spot in person.spots_of(action):
                    await person.walk(spot)
                    await person.press("enter")
            assert table.driver.match.actions[ply].code == action.code
            played += 1
        assert played > 10
        assert re.search(r"You have (won|lost)|The match is a draw", person.text)

    at_table(table, who, size)
    assert table.driver.match.is_over
    assert table.driver.session.kept is not None
    assert cw.replay(cw.Trace.from_file(table.driver.session.kept)).hash == table.driver.match.hash


def test_a_whole_match_is_played_by_mouse_alone(seated: NewTable, at_table: AtTable) -> None:
    table = seated("random", seed=8, decks=("fire-aggro", "wind-midrange"), keep=False)
    choose = chooser(table)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        while True:
            await person.asked()
            if table.driver.session.is_over:
                break
            action, ply = choose(), table.driver.match.ply
            if table.chooser.selection.subset is not None:
                for place in range(10):
                    if take_apart(action.code).mask >> place & 1:
                        await person.click(Spot("card", place))
                await person.click(Spot("action", 0))
            else:
                for spot in person.spots_of(action):
                    await person.click(spot)
            await person.pilot.pause()
            assert table.driver.match.actions[ply].code == action.code
        assert person.presses == 0

    at_table(table, who)
    assert table.driver.match.is_over


def test_the_mulligan_shows_the_cards_in_full_and_puts_the_ticked_ones_back(
    seated: NewTable, at_table: AtTable
) -> None:
    table = seated(keep=False)
    hand = table.driver.match.view(0).hand

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        flat = re.sub(r"\s+", " ", person.text)
        for card in hand:
            assert card.text in flat
        assert "[Keep all cards (e)]" in person.text
        await person.press("1", "3", "4", "4")
        assert person.text.count("[x] back") == 2
        assert "[Put back 2 cards and draw as many (e)]" in person.text
        await person.press("e")
        await person.asked()
        assert "You exchange 2 cards." in "".join(entry.text for entry in table.picture.entries)

    at_table(table, who)


def test_targets_have_symbols_and_the_cursor_a_frame(seated: NewTable, at_table: AtTable) -> None:
    table = seated(seed=4)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Ember Wisp") + 1))
        assert person.text.count("[+]") == 10 + 1, "all own spaces, and once in the question"
        assert "┏" in person.text
        assert "Haste: May act on the turn it arrives." in person.text, "the chosen card is told in full"
        await person.press("enter")
        assert "Ember Wisp" in "".join(person.lines[8:13]), "on a space of one's own"
        assert "!m" in person.text, "haste: it can attack and move"
        await person.press("enter")
        assert "[o]" in person.text
        assert re.search(r"health\[x\]", person.text), "the enemy hero can be attacked"
        await person.press("escape")
        assert "[o]" not in person.text
        await person.press("enter")
        assert "[o]" in person.text
        await person.pilot.click(offset=person.place(Spot("cell", 12)), button=3)
        await person.pilot.pause()
        assert "[o]" not in person.text, "the right button steps back too"

    at_table(table, who)


def test_why_something_cannot_be_done_is_said_in_one_sentence(seated: NewTable, at_table: AtTable) -> None:
    table = seated(seed=4)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        hand = table.driver.match.view(0).hand
        dear = next(place for place, card in enumerate(hand) if card.cost > 1)
        await person.press(str(dear + 1))
        assert f"! {hand[dear].name}: it costs {hand[dear].cost} mana and you have 1." in person.text
        await person.walk(Spot("cell", 12))
        await person.press("enter")
        assert "! c3: nothing stands there." in person.text
        await person.press("p")
        assert "not enough mana for the hero power" in person.text
        cheap = [card.name for card in hand].index("Ember Wisp")
        await person.press(str(cheap + 1))
        await person.walk(Spot("cell", 12))
        await person.press("enter")
        assert re.search(r"! c3: play: .+\.", person.text)
        assert table.chooser.selection.has_begun, "what was begun is not lost"

    at_table(table, who)


def test_an_action_can_be_taken_back_until_something_is_revealed(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        ply = table.driver.match.ply
        await person.press("slash", *"take fire", "enter")
        assert table.driver.match.ply == ply + 1
        assert "You gain 1 fire." in person.text
        await person.press("u")
        assert table.driver.match.ply == ply
        assert "Taken back: take fire." in person.text
        assert "You gain 1 fire." not in person.text
        await person.press("u")
        assert "cannot be taken back" in person.text or "that could be taken back" in person.text
        assert table.driver.match.ply == ply

    at_table(table, who)


def test_a_hint_names_an_action_and_its_worth(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        expected = cw.agent("greedy", seed=1).choose(table.driver.match.view(0))
        await person.press("h")
        await person.until(lambda: "Hint of greedy" in person.text)
        said = table.parts.message.text
        assert re.fullmatch(
            rf"Hint of greedy: [A-Z].+\. \[{re.escape(str(expected))}, \+\d+\.\d points\]", said
        )

    at_table(table, who)


def test_a_game_without_a_board_file_can_be_played(
    seated: NewTable, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("cardwright.hosting.boards.import_module", missing)
    for package in ("hosting", "table"):  # read the board again
        monkeypatch.setattr(f"cardwright.{package}.boards._known", WeakKeyDictionary())
    table = seated("pass", seed=6, decks=("fire-aggro", "earth-control"))
    choose = chooser(table)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        while True:
            await person.asked()
            if table.driver.session.is_over:
                break
            action, ply = choose(), table.driver.match.ply
            await person.type(action.text)
            assert table.driver.match.ply > ply
            for piece in table.driver.match.view(0).pieces:
                assert f"{piece.attack}/{piece.health}" in person.text or not piece.cell

    at_table(table, who)
    assert table.driver.match.is_over


def test_a_question_lays_its_cards_out_and_takes_an_answer(seated: NewTable, at_table: AtTable) -> None:
    game = cw.game("elemental-command")
    usual = game.deck("wind-control")
    cards = dict(usual.cards)
    cards["vision"] = cards.pop("gale-ram")  # no ready deck asks its player a question
    match = game.match(({usual.hero: 1} | cards, "earth-control"), seed=12)
    agent = cw.agent("greedy", seed=1)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    while match.view(0).prompt is None:
        asking = [action for action in match.legal_actions if "Vision" in action.text]
        match.play(asking[0] if asking else agent.choose(match.view()))
    prompt = match.view(0).prompt
    assert prompt is not None
    table = seated(match=match, keep=False)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        flat = re.sub(r"\s+", " ", person.text)
        for card in prompt.options:
            assert card.name in flat
            assert card.text in flat
        await person.press("2")
        assert match.view(0).prompt is None
        assert prompt.options[1].name in [card.name for card in match.view(0).hand]

    at_table(table, who)


def test_a_small_menu_asks_where_several_actions_fit(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        fitting = [
            Target("*", prefix.text, prefix)
            for prefix in table.chooser.selection.actions
            if "take" in prefix.text
        ]
        for keys, ply in (
            (["escape"], table.driver.match.ply),
            (["down", "enter"], table.driver.match.ply + 1),
        ):
            table.chooser.follow(fitting)
            await person.pilot.pause()
            assert "Which?" in person.text
            await person.press(*keys)
            assert table.driver.match.ply == ply
        assert table.driver.match.actions[-1].text == fitting[1].text

    at_table(table, who)


def test_the_power_is_begun_at_the_hero_too(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("e")
        await person.asked()
        hero = next(p for p in table.driver.match.view(0).pieces if p.kind == "hero" and p.owner == 0)
        await person.click(Spot("piece", hero.id))
        assert "power: [*] target" in person.text
        assert person.text.count("health[*]") == 2, "both heroes are targets"

    at_table(table, who)


@pytest.mark.parametrize("offsets", [(0, 1, 0, 1), (3, 2, 1, 0)])
def test_another_layout_is_all_that_another_board_needs(
    offsets: tuple[int, ...], seated: NewTable, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"]
    other = rows(lines, offsets=offsets, turned="half turn", is_mixed=True, least=Size(7, 1))
    monkeypatch.setattr("cardwright.hosting.boards.elemental_command.LAYOUT", other)
    for package in ("hosting", "table"):  # read the board again
        monkeypatch.setattr(f"cardwright.{package}.boards._known", WeakKeyDictionary())
    table = seated(seed=4)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        for number in (0, 4, 19, 15, 12):
            await person.walk(Spot("cell", number))
            x, y = person.place(Spot("cell", number))
            assert person.pilot.app.screen.get_widget_at(x, y)[0] is table.parts.board
        names = [card.name for card in table.driver.match.view(0).hand]
        await person.press(str(names.index("Ember Wisp") + 1))
        await person.click(Spot("cell", 7))
        assert table.driver.match.view(0).piece_on("c2") is not None
        assert "^" in person.text, "whose it is"

    at_table(table, who)


def test_who_can_only_take_a_plain_action_is_told_where_they_are(seated: NewTable, at_table: AtTable) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        table.chooser.selection.sources = {}
        table.driver.invite()
        await person.pilot.pause()
        assert "Your turn 2: no card and no piece can act; take an action above." in person.text

    at_table(table, who)


def test_following_a_hint_plays_it(seated: NewTable, at_table: AtTable) -> None:
    """Enter after Enter leads along the hint, to its place and its target."""
    table = seated(seed=3)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        followed: set[str] = set()
        while not table.driver.session.is_over and table.driver.match.ply < 60:
            await person.asked()
            if table.driver.session.is_over or table.chooser.selection.subset is not None:
                await person.press("e")
                continue
            await person.press("h")
            await person.until(lambda: table.chooser.advice is not None)
            assert table.chooser.advice is not None
            advised, ply = table.chooser.advice, table.driver.match.ply
            for _ in range(4):
                if table.driver.match.ply == ply:
                    await person.press("enter")
            assert table.driver.match.actions[ply] == advised
            followed.add(advised.verb)
        assert {"play", "attack", "take"} <= followed

    at_table(table, who)


def test_a_spell_is_aimed_at_the_others_first(seated: NewTable, at_table: AtTable) -> None:
    table = seated(seed=3)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        aimed = 0
        while not table.driver.session.is_over and aimed < 3:
            await person.asked()
            for place, card in enumerate(table.view.hand if table.view else ()):
                spot = Spot("card", place)
                if card.card is None or card.card.name not in ("Fire Bolt", "Spark"):
                    continue
                if spot in table.chooser.selection.sources:
                    table.pick(spot)
                    foes = [
                        target
                        for target in table.chooser.selection.targets
                        if not table.chooser.selection.is_own(target)
                    ]
                    if foes:
                        assert table.cursor.spot in foes
                        aimed += 1
                    await person.press("escape")
            table.driver.play(cw.agent("greedy", seed=1).choose(table.driver.match.view(0)))
        assert aimed == 3

    at_table(table, who)
