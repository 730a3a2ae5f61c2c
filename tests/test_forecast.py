"""Forecasts: what an action will do, told before it is played, from what its seat may know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.hosting.spots import Spot
from cardwright.scenario import setup_of
from cardwright.table import foreseen, plain
from cardwright.table.selection import Selection

GAMES = [path.parent.name for path in sorted(games_folder().glob("*/game.toml"))]

DUEL = """
me: fire, mana 6, fire 4, health 12, hand "Fire Bolt" "Throne Fire"
foe: earth, health 3
me c2 Ember Wisp
foe c3 Oak Warden, damage 1
foe b3 Ember Wisp
me d2 Cinder Hound, damage 1
"""
HEARTH = """
me: lucerna-vey, mana 10, hand "Apple Thrower"
foe: red-maren
me a1 Yard Dog
foe b1 Straw Golem
"""
SPRITES = """
me: kessa-ashborn, fire 5, devotion 2, hand "Ember" "Fire Lance", deck "Freeze" "Squire"
foe: kessa-ashborn
me a3 Mana Wisp
foe b3 Mana Wisp
"""
FIELDS = """
me: hand "Two-Edged Flame" "Flare" "Flare", deck "Deep Roots"
foe: deck empty
ground fire: i3
foe b3 Stone Guard, poisoned 1
"""
TILES = """
board desert-6x6
me 3,1 Soldier
foe 3,1 Guard
"""


def begun(slug: str, setup: str) -> cw.Match:
    game = cw.game(slug, "desert-6x6" if slug == "ruler" else "")
    return game.begin(setup_of(setup, game), 3)


@pytest.mark.parametrize(
    ("slug", "setup", "action", "lines"),
    [
        (
            "elemental-command",
            DUEL,
            "attack c2 > c3",
            [
                "Ember Wisp (c2) deals 2 to Oak Warden (c3).",
                "Oak Warden (c3) strikes back at Ember Wisp (c2) for 2 (dies).",
            ],
        ),
        (
            "elemental-command",
            DUEL,
            'play "Fire Bolt" > b3',
            ["Fire Bolt deals 3 to Ember Wisp (b3) (dies)."],
        ),
        (
            "elemental-command",
            DUEL,
            'play "Throne Fire" > hero',
            ["Throne Fire deals 4 to the opponent's hero.", "The opponent loses the match."],
        ),
        (
            "hearth",
            HEARTH,
            "attack a1 > b1",
            [
                "Yard Dog (a1) deals 3 to Straw Golem (b1) (dies).",
                "Straw Golem (b1) strikes back at Yard Dog (a1) for 2 (dies).",
                "The opponent's Loose Straw enters play.",
            ],
        ),
        (
            "mana",
            SPRITES,
            'play "Fire Lance" > b3',
            [
                "Fire Lance deals 4 to Mana Wisp (b3) (dies).",
                "You pay 3 fire.",
                "The opponent gains 2 arcane.",
            ],
        ),
        ("mana", SPRITES, "draw", ["You draw a card.", "You pay 1 devotion."]),
        (
            "hexlands",
            FIELDS,
            'play "Two-Edged Flame"',
            ["Two-Edged Flame deals 1 to the opponent's Stone Guard (b3).", "You draw a card."],
        ),
    ],
)
def test_what_neither_chance_nor_anything_hidden_changes_is_told_exactly(
    slug: str, setup: str, action: str, lines: list[str]
) -> None:
    match = begun(slug, setup)
    forecast = match.view(0).forecast(action)
    assert (forecast.lines(), forecast.exact, forecast.open) == (lines, True, ())
    assert all(entry.certain and entry.low == entry.high for entry in forecast.entries)
    hurt = [entry.low for entry in forecast.entries if entry.what in ("damaged", "struck_back")]
    told = match.play(action, seat=0)
    assert sorted(hurt) == sorted(int(event.details["amount"]) for event in told if event.type == "damaged")  # type: ignore[typeddict-item]


def test_dice_are_told_with_their_chances() -> None:
    forecast = begun("ruler", TILES).view(0).forecast("attack 3,1 > 3,1#2")
    # The guard has a weak spot (4 %: thrice the damage), defences of 12 (20 %) and 6 (66 %) against 10.
    hit, spared = (next(e for e in forecast.entries if e.what == what) for what in ("damaged", "spared"))
    assert (hit.by, hit.low, hit.high) == ("your Soldier (3,1)", 4, 30)
    assert hit.chance == pytest.approx(1 - 0.96 * 0.2)
    assert spared.chance == pytest.approx(0.96 * 0.2)
    assert (forecast.exact, forecast.open) == (False, ())
    assert not any(entry.certain for entry in forecast.entries)
    first = "Your Soldier (3,1) deals 4-30 to the opponent's Guard (3,1) (81 %; dies: 3 %)."
    assert first in forecast.lines()


def test_every_way_that_a_random_effect_may_go_has_its_chance() -> None:
    forecast = begun("elemental-command", DUEL).view(0).forecast("attack d2 > c3")
    assert forecast.lines()[2:] == [
        "Cinder Hound (d2) deals 2 to the opponent's hero (50 %).",
        "Cinder Hound (d2) deals 2 to Ember Wisp (b3) (50 %; dies: 50 %).",
    ]
    assert (forecast.exact, forecast.open) == (False, ())


def test_chance_that_is_too_long_to_be_walked_through_leaves_a_forecast_open() -> None:
    """Whatever three cards are offered, playing the card does the same."""
    match = begun("elemental-command", 'me: wind, mana 9, hand "Vision"\nfoe: earth\nturn me\n')
    forecast = match.view(0).forecast('play "Vision"')
    assert (forecast.exact, forecast.open) == (
        False,
        ("chance, which has more outcomes than were looked at",),
    )


def test_a_secret_makes_only_those_forecasts_open_that_it_may_change() -> None:
    view = begun("hearth", f"{HEARTH}\nfoe beside Rope Snare").view(0)
    attack, power = view.forecast("attack a1 > b1"), view.forecast("power > b1")
    assert attack.open == ("a card that lies face down",)
    assert attack.lines()[-1] == "A card that lies face down may change this."
    (blow,) = [e for e in attack.entries if e.what == "damaged" and e.who.startswith("Straw")]
    assert (blow.low, blow.high, blow.certain) == (3, 3, False)
    assert (power.open, power.exact) == ((), True)


def test_a_forecast_does_not_depend_on_which_secret_it_is() -> None:
    told = set()
    for secret in ("Rope Snare", "Snuffed Candle", "Unseen Shield"):
        view = begun("hearth", f"{HEARTH}\nfoe beside {secret}").view(0)
        told.add(view.kernel.forecast(view.legal_actions.read("attack a1 > b1").code))
    assert len(told) == 1


@pytest.mark.parametrize("setup", [DUEL, f"{DUEL}\nme b1 Ember Wisp"])
def test_what_cannot_be_seen_changes_no_forecast(setup: str) -> None:
    hands = ('hand "Gust" "Oak Warden", deck "Gust"', 'hand "Ember Wisp" "Fire Bolt", deck "Oak Warden"')
    setups = [setup.replace("health 3", f"health 3, {hand}") for hand in hands]
    views = [begun("elemental-command", setup).view(0) for setup in setups]
    assert views[0].bytes == views[1].bytes
    for action in views[0].legal_actions:
        assert views[0].kernel.forecast(action.code) == views[1].kernel.forecast(action.code), action.text


def test_the_same_view_gives_the_same_forecast_from_its_bytes_too() -> None:
    view = begun("hearth", f"{HEARTH}\nfoe beside Rope Snare").view(0)
    again = type(view).from_bytes(view.game, view.bytes)
    for action in view.legal_actions:
        assert view.forecast(action) == view.forecast(action) == again.forecast(action.text)


@pytest.mark.parametrize(
    ("slug", "setup", "action"),
    [
        ("ruler", TILES, "attack 3,1 > 3,1#2"),
        ("elemental-command", DUEL, "attack d2 > c3"),
        ("hearth", f"{HEARTH}\nfoe beside Rope Snare", "attack a1 > hero"),
    ],
)
def test_every_bound_is_reached_in_a_truth_that_the_seat_cannot_rule_out(
    slug: str, setup: str, action: str
) -> None:
    view = begun(slug, setup).view(0)
    forecast = view.forecast(action)
    bounds = {
        (entry.piece, bound)
        for entry in forecast.entries
        if entry.what in ("damaged", "struck_back") and entry.chance > 0.004
        for bound in (entry.low, entry.high)
    }
    for seed in range(4000):
        told = view.determinise(seed).play(action, seat=0)
        # In fog events give no numbers of pieces: they are told apart by their cards.
        number = {piece.card.id: piece.id for piece in view.pieces} if slug == "ruler" else {}
        for event in told:
            if event.type == "damaged":
                who = event.details["who"]  # type: ignore[typeddict-item]
                card = view.game.catalogue.defs[who["def"]].id
                bounds.discard((number.get(card, who["piece"]), event.details["amount"]))  # type: ignore[typeddict-item]
        if not bounds:
            break
    assert bounds == set()


def test_a_walk_into_the_unknown_is_open_and_still_says_where_it_ends() -> None:
    forecast = begun("ruler", TILES).view(0).forecast("move 3,1 > 3,0")
    assert forecast.open == ("something out of sight",)
    assert forecast.lines() == [
        "Your Soldier (3,1) moves to 3,0.",
        "Something out of sight may change this.",
    ]
    assert forecast.lines(brief=True) == ["Something out of sight may change this."]


def test_an_action_that_is_not_legal_is_refused_with_the_reason() -> None:
    view = begun("elemental-command", DUEL).view(0)
    with pytest.raises(cw.IllegalAction, match="Taunt"):
        view.forecast("attack d2 > b3")
    other = begun("elemental-command", f"{DUEL}\nme a1 Ember Wisp")
    move = next(action for action in other.legal_actions if action.text.startswith("move a1"))
    with pytest.raises(cw.IllegalAction, match="is not legal"):
        view.forecast(move)
    with pytest.raises(cw.CardwrightError, match="3 is no action"):
        view.forecast(3)  # type: ignore[arg-type]
    assert begun("elemental-command", DUEL).view("spectator").kernel.legal_len() == 0


@pytest.mark.parametrize("slug", GAMES)
def test_whole_matches_can_be_forecast(slug: str) -> None:
    game = cw.game(slug)
    match = game.match(list(game.decks)[:2], seed=5)
    chance = random.Random(5)
    made = exact = 0
    while not match.is_over and made < 60:
        if game.is_timed:
            match.advance(match.now + 3000)
        for seat in sorted(match.to_act)[:1]:
            view = match.view(seat)
            if not len(view.legal_actions):
                continue
            action = chance.choice(view.legal_actions)
            forecast = view.forecast(action)
            made, exact = made + 1, exact + forecast.exact
            assert all(entry.low <= entry.high and 0 < entry.chance < 1.001 for entry in forecast.entries)
            assert all(not line[0].islower() and line.endswith(".") for line in forecast.lines())
            match.play(action, seat=seat)
    assert made == 60
    assert exact > 20


# At the tables.


def test_aiming_tells_what_a_choice_would_do() -> None:
    view = begun("elemental-command", DUEL).view(0)
    selection = Selection(view)
    selection.begin(Spot("cell", view.game.cells.index("c2")))
    target = Spot("cell", view.game.cells.index("c3"))
    told = foreseen.while_aiming(selection, target, None, 40)
    assert told[0] == "> Ember Wisp (c2) deals 2 to Oak Warden"
    assert max(map(len, told)) <= 40
    empty = next(spot for spot in selection.targets if view.piece_on(view.game.cells[spot.at]) is None)
    assert foreseen.while_aiming(selection, empty, None, 40) == []


def test_the_help_of_the_plain_table_names_the_command() -> None:
    assert any("forecast ACTION" in line for line in plain.help_lines(cw.game("elemental-command")))


def test_a_script_can_ask_for_a_forecast(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from cardwright.cli import app

    script = tmp_path / "script.txt"
    script.write_text("keep\nforecast end\nforecast 1\nforecast attack a1 > a4\n", encoding="utf-8")
    words = ["play", "elemental-command", "--seed", "7", "--agent", "pass", "--script", str(script)]
    result = CliRunner().invoke(app, words)
    assert "Nothing is hurt, moved or gained by it." in result.stdout
    assert result.exit_code == 2
    assert "nothing stands on a1" in result.stderr
