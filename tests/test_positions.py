"""A match that begins in the middle is like any other: it has a trace, a replay, saves and batches."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.agents.referee import play_match
from cardwright.basics.paths import games_folder
from cardwright.errors import TraceError
from cardwright.face.trace import Trace
from cardwright.hosting.saves import Save
from cardwright.scenario import on_trial_board, read, run, setup_of

GAMES = [path.parent.name for path in sorted(games_folder().glob("*/game.toml"))]
FIGHT = """
me: fire, mana 6, fire 4, health 12, hand "Fire Bolt" "Ember Wisp", deck "Oak Warden" "Gust"
foe: earth, health 9, hand "Gust"
me c2 Ember Wisp
foe c3 Oak Warden, damage 1, stunned 1
turn me
"""


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def middle(game: cw.Game, seed: int = 3) -> cw.Match:
    return game.begin(setup_of(FIGHT, game), seed)


@pytest.mark.parametrize("slug", GAMES)
def test_every_scenario_is_told_as_a_trace_and_played_again(slug: str) -> None:
    game = cw.game(slug)
    count = 0
    for path in sorted((games_folder() / slug / "scenarios").glob("*.md")):
        for scenario in read(path):
            match = run(scenario, game)
            text = match.trace.to_text()
            trace = Trace.from_text(text)
            assert (trace, trace.to_text()) == (match.trace, text), scenario.title
            again = cw.replay(trace, game=match.game)
            assert again.hash == match.hash, scenario.title
            count += 1
    assert count > 100


def test_the_text_tells_the_position_in_the_words_of_the_game(game: cw.Game) -> None:
    lines = middle(game).trace.to_text().splitlines()
    resources = "crystals 10, earth 9, fire 4, mana 6, power 1, wind 9"
    assert lines[5:16] == [
        "seat 0 fire: ",
        "seat 1 earth: ",
        "begins seat 0, turn, 9",
        "seat 0 damage 18",
        f"seat 0 has {resources}",
        "seat 0 hand: fire-bolt, ember-wisp",
        "seat 0 deck: oak-warden, gust",
        "seat 1 damage 21",
        "seat 1 has crystals 10, earth 9, fire 9, mana 10, power 1, wind 9",
        "seat 1 hand: gust",
        "seat 1 deck: standard-bearer, standard-bearer, standard-bearer, standard-bearer, standard-bearer",
    ]
    assert "seat 1 oak-warden on c3; damage 1; stunned 1" in lines


def test_it_is_saved_action_by_action_and_goes_on(game: cw.Game, tmp_path: Path) -> None:
    match, save = middle(game), Save(tmp_path / "middle.trace")
    save.write(match, {})
    match.play("attack c2 > c3")
    save.add(match, {}, ["0 attack c2 > c3"])
    save.close()
    again = cw.replay(Trace.from_file(tmp_path / "middle.trace"))
    assert (again.hash, again.ply) == (match.hash, 1)
    again.undo()
    assert again.hash == middle(game).hash


def test_a_trace_that_carries_its_cards_begins_with_the_same_position(game: cw.Game) -> None:
    match = middle(game)
    match.play("end")
    assert cw.replay(match.trace.to_text(embed=True)).hash == match.hash


def test_the_seed_is_the_chance_of_what_follows() -> None:
    game = cw.game("ruler", "desert-6x6")
    setup = setup_of("me 3,3 Soldier\nfoe 3,3 Soldier", game)

    def fought(seed: int) -> int:
        match = game.begin(setup, seed)
        match.play(next(action for action in match.legal_actions if action.verb == "attack"))
        return match.hash

    assert len({game.begin(setup, seed).hash for seed in range(8)}) == 1, (
        "the position leaves nothing to chance"
    )
    assert len({fought(seed) for seed in range(8)}) > 1
    assert [fought(seed) for seed in range(8)] == [fought(seed) for seed in range(8)]


def test_public_lists_are_those_of_the_position(game: cw.Game) -> None:
    setup = msgspec.structs.replace(setup_of(FIGHT, game), open_decks=True)
    view = game.begin(setup, 1).view(0)
    assert view.open_decks[1] == {"gust": 1, "standard-bearer": 5, "oak-warden": 1}
    hidden = view.determinise(seed=1).view(1).hand
    assert [card.name for card in hidden] in (["Gust"], ["Standard Bearer"])


@pytest.mark.parametrize("slug", GAMES)
def test_the_batch_runner_plays_it_as_the_table_does(slug: str) -> None:
    game = on_trial_board(cw.game(slug))
    path = next(iter(sorted((games_folder() / slug / "scenarios").glob("*.md"))))
    setup = next(
        match.setup
        for scenario in read(path)
        if not (match := run(scenario, game)).is_over
        and match.setup.position
        and match.setup.position.rolls is None
        and match.game.board == game.board
    )
    agents = ["greedy", "random"]
    columns = cw.play_matches(game, setup, agents, seeds=range(6), threads=2)
    assert columns.digest.tolist() == [play_match(game, setup, agents, seed).digest for seed in range(6)]
    assert len({*columns.digest.tolist()}) > 1, "the matches differ by their seeds"


HEADER = """cardwright trace 1
game elemental-command
rules 2
cards 00
seed 1
seat 0 fire:
seat 1 earth:
"""


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("begins seat 2, turn, 9", "must read like 'begins seat 0, turn, 9'"),
        ("begins turn", "must read like"),
        ("begins seat 0, turn, 9\nseat 2 damage 3", 'there is no seat "2"'),
        ("begins seat 0, turn, 9\nseat 0 has mana", "no list of words with their numbers"),
        ("begins seat 0, turn, 9\nseat 0 ember-wisp at c2", "neither a zone, resources, damage nor a piece"),
        ("begins seat 0, turn, 9\nseat 0 ember-wisp on c2; damage", "no list of words"),
        ("begins seat 0, turn, 9\nrolls one", "rolls are whole numbers"),
        ("begins seat 0, turn, 9\nseat 0 hand: gust\nseat 0 hand: gust", "was said before"),
        ("begins seat 0, turn, 9\nseat 0 damage 3\nseat 0 damage 3", "was said before"),
        ("begins seat 0, turn, 9\nseat 0 has mana 3, mana 4", "says a word twice"),
        ("begins seat 0, turn, 9\nbegins seat 0, turn, 9", "unknown line of the header"),
        ("rolls 1", "unknown line of the header"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, reason: str) -> None:
    text = f"{HEADER}{line}\n\nend 0 actions, position unknown\n"
    with pytest.raises(TraceError, match=reason) as refused:
        Trace.from_text(text)
    assert refused.value.line == 7 + len(line.splitlines())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("on c3", "on z9"), "the cell 'z9'"),
        (("begins seat 0, turn", "begins seat 0, dusk"), "the phase 'dusk'"),
        (("stunned 1", "sleepy 1"), "the status 'sleepy'"),
        ((" mana 6", " gold 6"), "the resource 'gold'"),
        (("damage 18", "damage 30"), "nobody in a position is dead"),
        (("on c3", "on c2"), "a minion stands alone"),
        (("stunned 1", "stunned 300"), "the number of a status in a position is 0 to 255, not 300"),
        (("mana 6", "mana 40000"), "the amount of a resource in a position is 0 to 9999"),
        (("c3; damage 1", "c3; damage -1"), "the damage of a piece in a position is 0 to"),
        (("oak-warden on c3; damage 1; stunned 1", "fire on c3"), "needs one hero"),
    ],
)
def test_a_position_that_the_rules_refuse_is_refused_with_the_reason(
    game: cw.Game, change: tuple[str, str], reason: str
) -> None:
    text = middle(game).trace.to_text()
    assert change[0] in text
    with pytest.raises(TraceError, match=f"its setup is refused.*{reason}"):
        cw.replay(text.replace(*change))
