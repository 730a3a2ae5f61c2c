"""A row of minions on the whole screen: inserting, options, questions, secrets, details, whole matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rows import evening
from shown import assert_readable

import cardwright as cw
from cardwright.face.actions import take_apart
from cardwright.hosting.spots import Spot, pile
from cardwright.table.screens.dialogs import Menu, Pages
from cardwright.table.screens.table import Table

NewTable = Callable[..., Table]
AtTable = Callable[..., None]


def cell(match: cw.Match, name: str) -> Spot:
    return Spot("cell", match.game.cells.index(name))


def card(match: cw.Match, name: str) -> Spot:
    return Spot("card", [held.name for held in match.view(0).hand].index(name))


def laid(seated: NewTable, match: cw.Match) -> Table:
    return seated("pass", match=match, keep=False)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_minion_is_put_between_others_by_cursor(
    size: tuple[int, int], seated: NewTable, at_table: AtTable
) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("3")
        assert "[+]a1" in person.text
        assert "[+] here, before who stands there" in person.text
        assert person.table.cursor.spot == cell(match, "a4"), "the end of the row comes first"
        await person.press("left", "left")
        assert person.table.cursor.spot == cell(match, "a2")
        await person.press("enter")
        await person.asked()
        assert [piece.name for piece in match.view(0).pieces if piece.cell == "a2"] == ["Yard Dog"]
        assert match.actions[-1].text == 'play "Yard Dog" at a2'

    at_table(laid(seated, match), who, size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_minion_is_put_between_others_by_click(
    size: tuple[int, int], seated: NewTable, at_table: AtTable
) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.click(card(match, "Yard Dog"))
        await person.click(cell(match, "a1"))
        await person.asked()
        assert match.actions[-1].text == 'play "Yard Dog" at a1'

    at_table(laid(seated, match), who, size)


def test_both_options_are_shown_and_a_number_chooses(seated: NewTable, at_table: AtTable) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("1")
        await person.until(lambda: isinstance(person.pilot.app.screen, Menu))
        assert "1  Deal 3 damage to a minion" in person.text
        assert "2  Deal 1 damage to a minion and draw a card" in person.text
        await person.press("3")  # there is no third
        assert isinstance(person.pilot.app.screen, Menu)
        await person.press("2")
        await person.until(lambda: person.pilot.app.screen is person.table)
        assert person.table.cursor.spot in (cell(match, "b1"), cell(match, "b2")), "nobody aims at oneself"
        await person.walk(cell(match, "b2"))
        await person.press("enter")
        await person.asked()
        assert match.actions[-1].text == 'play "Bramble or Berry" > b2 option 2'

    at_table(laid(seated, match), who)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_question_leaves_the_row_in_sight(
    size: tuple[int, int], seated: NewTable, at_table: AtTable
) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("5", "enter")
        await person.until(lambda: match.view(0).prompt is not None)
        await person.asked()
        assert "Choose one" in person.text
        assert "Sleepless" in person.text, "the board is still seen"
        for number, offered in enumerate(match.view(0).prompt.options):
            assert f"{number + 1} {offered.name}" in person.text
        await person.click(cell(match, "a1"))
        assert "! a1: a question waits for your choice." in person.text
        await person.type("choose Fireball")
        assert '! "Fireball" is none of the answers' in person.text
        await person.press("2")
        await person.until(lambda: match.view(0).prompt is None)
        assert match.actions[-1].verb == "choose"

    at_table(laid(seated, match), who, size)


def test_secrets_and_weapons_can_be_pointed_at(seated: NewTable, at_table: AtTable) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        pieces = {(p.owner, p.name): p.id for p in match.view(0).pieces if not p.cell}
        assert "[secret] [secret]" in person.lines[1]
        await person.walk(Spot("piece", pieces[1, "a hidden card"]))
        assert "lies face down" in person.text
        await person.walk(Spot("piece", pieces[0, "Snuffed Candle"]))
        told = " ".join(line.strip() for line in person.table.parts.detail.lines)
        assert "When your opponent plays a spell, counter it." in told
        assert "Rope Snare" not in person.text
        await person.walk(Spot("piece", pieces[0, "Cudgel"]))
        await person.press("i")
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "Cudgel (You, weapon)" in person.text

    at_table(laid(seated, match), who)


def test_a_hero_attacks_and_its_power_has_a_key(seated: NewTable, at_table: AtTable) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        hero = next(p for p in match.view(0).pieces if p.kind == "hero" and p.owner == 0)
        assert "[Bark and Thorn, 2 mana (p)]" in person.text
        await person.press("p")
        await person.asked()
        assert match.actions[-1].text == "power"
        assert "power used" in person.text
        await person.click(Spot("piece", hero.id))
        await person.click(cell(match, "b1"))
        await person.asked()
        assert match.actions[-1].text == "attack my hero > b1"

    at_table(laid(seated, match), who)


def test_the_graveyard_is_opened_from_the_line_about_a_seat(seated: NewTable, at_table: AtTable) -> None:
    match = evening()
    match.play('play "Bramble or Berry" > b2 option 1')

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        assert "[grave 1]" in person.text
        await person.click(pile(match.game, 0, 2))
        await person.until(lambda: isinstance(person.pilot.app.screen, Menu))
        assert "Bramble or Berry (2 mana; spell)" in person.text

    at_table(laid(seated, match), who)


@pytest.mark.parametrize(
    ("size", "decks", "seed"),
    [((80, 24), ("grove-golems", "lamp-tempo"), 2), ((120, 40), ("lamp-tempo", "hunt-midrange"), 4)],
)
def test_a_whole_match_is_played_by_keys(
    size: tuple[int, int], decks: tuple[str, str], seed: int, seated: NewTable, at_table: AtTable
) -> None:
    table = seated("random", match=cw.game("hearth").match(decks, seed=seed), keep=False)
    match = table.driver.match
    agent = cw.agent("greedy", seed=3)
    seen: set[str] = set()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        while True:
            await person.asked()
            if table.driver.session.is_over:
                break
            action, ply = agent.choose(match.view(0)), match.ply
            seen.add(action.verb)
            if table.chooser.selection.subset is not None:
                for place in range(10):
                    if take_apart(action.code).mask >> place & 1:
                        await person.press("1234567890"[place])
                await person.press("e")
            else:
                option = next((c.value for c in action.choices if c.means == "option"), None)
                for spot in person.spots_of(action):
                    if isinstance(person.pilot.app.screen, Menu):
                        await _choose(person, option)
                    if match.ply == ply:
                        await person.walk(spot)
                        await person.press("enter")
                if isinstance(person.pilot.app.screen, Menu):
                    await _choose(person, option)
            assert match.actions[ply].text == action.text

    at_table(table, who, size)
    assert match.is_over
    assert {"mulligan", "play", "attack", "end"} <= seen


async def _choose(person, option: int | None) -> None:  # type: ignore[no-untyped-def]
    assert option is not None
    await person.press(str(option + 1))
    await person.until(lambda: person.pilot.app.screen is person.table)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_every_letter_beside_and_on_the_row_stands_out(
    theme: str, seated: NewTable, at_table: AtTable
) -> None:
    match = evening()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        person.pilot.app.theme = theme
        await person.asked()
        for keys in (["3"], ["escape", "escape", "5", "enter"]):
            await person.press(*keys)
            await person.pilot.pause()
            assert_readable(person)
        assert match.view(0).prompt is not None

    at_table(laid(seated, match), who)


def test_five_secrets_and_a_weapon_find_room_beside_a_hero(seated: NewTable, at_table: AtTable) -> None:
    names = ("Looking Glass", "Rope Snare", "Decoy Fire", "One More Candle")
    match = evening(further="".join(f"me beside {name}\n" for name in names))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        line = next(line for line in person.lines if "You [" in line)
        secrets = [piece.id for piece in match.view(0).pieces if piece.kind == "secret" and piece.owner == 0]
        assert len(secrets) == 5
        regions = dict((spot, region) for region, spot in person.table.cursor.spots())
        assert all(regions[Spot("piece", number)].right <= 80 for number in secrets)
        assert "22+3" in line, "the hero's armour is told in short"
        assert "1/4]" in line, "numbers are not cut"

    at_table(laid(seated, match), who)
