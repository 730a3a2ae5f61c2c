"""Actions of a game with tiles: cards that a piece knows, several pieces on a tile, cells with commas."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.errors import AmbiguousAction, IllegalAction, RejectedAction, UnreadableAction
from cardwright.face.events import Wording
from cardwright.scenario import read
from cardwright.scenario.setups import Reader

SETUP = """## Known

```setup
me 1,1 Mage Apprentice
me 1,1 Raider
me 2,2 Soldier
foe 1,2 Soldier
foe 1,2 Archer
foe 2,2 Scout
```

```expect
1,1 empty
```
"""


@pytest.fixture
def match(tmp_path: Path) -> cw.Match:
    path = tmp_path / "known.md"
    path.write_text(SETUP, encoding="utf-8")
    scenario = read(path)[0]
    game = cw.game("ruler", "desert-6x6")
    return game.begin(Reader(scenario, game).setup(scenario.blocks[0]), seed=1)


READ = [
    # the typed text, the action that is meant
    ('use 1,1 "Fireball" > 1,2', 'use 1,1 "Fireball" > 1,2'),
    ("use 1,1 fireball > 1,2#2", 'use 1,1 "Fireball" > 1,2#2'),
    ("use 1,1 fire > archer", 'use 1,1 "Fireball" > 1,2#2'),
    ("use mage fireball -> archer", 'use 1,1 "Fireball" > 1,2#2'),
    ("USE 1,1#1 FIREBALL > 1,2#1", 'use 1,1 "Fireball" > 1,2'),
    ("use 1, 1 fireball > 1, 2", 'use 1,1 "Fireball" > 1,2'),
    ("use 1,1 > 1,2", 'use 1,1 "Fireball" > 1,2'),
    ("attack 2,2 > scout", "attack 2,2#2 > 2,2#3"),
    ("attack soldier > 2,2#3", "attack 2,2#2 > 2,2#3"),
    ("move 2,2#2 3,2", "move 2,2#2 > 3,2"),
    ("move 2, 2#2 > 3, 2", "move 2,2#2 > 3,2"),
    ("move 1,1 > 1,0", "move 1,1 > 1,0"),
    ("move raider > 1,0", "move 1,1#2 > 1,0"),
]


@pytest.mark.parametrize(("typed", "meant"), READ)
def test_an_action_is_read_as_it_is_meant(match: cw.Match, typed: str, meant: str) -> None:
    assert match.legal_actions.read(typed).text == meant


REFUSED: list[tuple[str, type[RejectedAction], str]] = [
    (
        "use 1,1 heal > 1,2",
        IllegalAction,
        '1,1 does not know "heal"; it knows Fireball, Quake, Sky Air Blast',
    ),
    ("use 1,1 fyrebal > 1,2", UnreadableAction, '1,1 does not know "fyrebal"; did you mean "Fireball"?'),
    ("use raider fireball > 1,2", IllegalAction, '1,1#2 does not know "fireball"; it knows Pillage'),
    ("use 2,2 fireball > 1,2", IllegalAction, "2,2 knows nothing to use"),
    ("use 4,4 fireball > 1,2", IllegalAction, "nothing stands on 4,4"),
    ("use 1,1 quake > 1,2", IllegalAction, 'use 1,1 "Quake" > 1,2 is not legal'),
    ("use 1,1 fireball", AmbiguousAction, "may mean several actions"),
    ("use", UnreadableAction, "a piece is missing"),
    ("draw", UnreadableAction, "an option is missing"),
    ("move 1,1 > 9,9", UnreadableAction, '"9,9" is no space of the board; the spaces are 0,0 to 5,5'),
]


@pytest.mark.parametrize(("typed", "kind", "said"), REFUSED)
def test_an_action_that_is_none_is_refused_with_a_reason(
    match: cw.Match, typed: str, kind: type[RejectedAction], said: str
) -> None:
    with pytest.raises(kind) as caught:
        match.legal_actions.read(typed)
    assert said in str(caught.value)


def test_a_known_card_is_a_choice_of_its_own(match: cw.Match) -> None:
    begun = match.legal_actions.under("use 1,1")
    assert begun.next is not None
    assert (begun.next.word, begun.next.means, list(begun.next.options)) == ("", "known", ['"Fireball"'])
    after = begun.next.options['"Fireball"'].next
    assert after is not None
    assert (after.word, list(after.options)) == (">", ["1,1", "1,1#2", "1,2", "1,2#2"])


def test_a_use_is_told_in_words(match: cw.Match) -> None:
    texts = match.play('use 1,1 "Fireball" > 1,2').texts
    assert texts[0] == "Your Mage Apprentice (1,1) uses Fireball."
    say = Wording(match.game, 0)
    who = {"piece": -1, "def": match.game.card_numbers["scout"], "owner": 1, "cell": 3}
    assert say.render({"type": "spotted", "who": who}).text == "The opponent's Scout (0,3) comes into sight."
    assert (
        say.render({"type": "vanished", "who": who}).text == "The opponent's Scout (0,3) goes out of sight."
    )


def test_a_view_has_areas_memories_and_a_pieces_own_numbers(match: cw.Match) -> None:
    view = match.view(seat=0)
    assert set(view.areas) == {"influence", "sight"}
    assert {"0,0", "4,4"} <= set(view.areas["influence"])
    mage = view.pieces[2]
    assert (mage.name, mage.facts, mage.is_dormant) == ("Mage Apprentice", {"mana": 20}, False)
    assert view.remembered == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_action_is_read_back_from_its_text(seed: int) -> None:
    game = cw.game("ruler")
    board = sorted(game.catalogue.game.boards)[seed]
    match = game.match([f"random:{seed}", f"random:{seed + 50}"], board=board, seed=seed)
    dice = random.Random(seed)
    while not match.is_over and match.ply < 120:
        legal = match.legal_actions
        action = legal[dice.randrange(len(legal))]
        assert legal.read(action.text) == action
        match.play(action)
    assert cw.replay(match.trace.to_text()).hash == match.hash


STACKS = """## Stacks

```setup
me: hand "Heal" "Meteor" "Soldier" "Soldier"
me 1,1 Mage Apprentice
me 1,1 Raider
me 2,2 Soldier, damage 3
me 3,1 Archer
foe 1,1 Tax Depository
foe 3,2 Wooden Bunker
foe 3,2 Scout
```

```expect
result open
```
"""


@pytest.fixture
def stacks(tmp_path: Path) -> cw.Match:
    path = tmp_path / "stacks.md"
    path.write_text(STACKS, encoding="utf-8")
    scenario = read(path)[0]
    game = cw.game("ruler", "desert-6x6")
    return game.begin(Reader(scenario, game).setup(scenario.blocks[0]), seed=1)


NUMBERED = [
    # a number that is refused, why, what would be legal, and the same without the number
    (
        "attack 3,1 > 3,2#2",
        "attack 3,1 > 3,2#2 is not legal: its shelter protects it from attacks from other tiles",
        "",
        "",
    ),
    (
        "move 2,2#1 > 2,3",
        "move 2,2#1 > 2,3 is not legal: that is not a unit or structure of yours",
        "move 2,2#2 > 2,3 would be legal",
        "move 2,2 > 2,3",
    ),
    (
        "play Heal > 2,2#1",
        'play "Heal" > 2,2#1 is not legal: it cannot be aimed at that',
        'play "Heal" > 2,2#2 would be legal',
        "play Heal > 2,2",
    ),
    (
        "use 1,1#2 pillage > 1,1#1",
        'use 1,1#2 "Pillage" > 1,1#1 is not legal: it cannot be aimed at that',
        'use 1,1#2 "Pillage" > 1,1#3 would be legal',
        "use 1,1#2 pillage > 1,1",
    ),
    (
        "use 1,1#1 pillage > 1,1#3",
        '1,1 does not know "pillage"',
        "1,1#2 knows it",
        "use 1,1 pillage > 1,1#3",
    ),
    (
        "use 1,1 # 01 pillage > 1,1",
        '1,1 does not know "pillage"',
        "1,1#2 knows it",
        "use 1,1 pillage > 1,1",
    ),
]


@pytest.mark.parametrize(("typed", "reason", "offer", "bare"), NUMBERED)
def test_a_number_is_never_changed_into_another(
    stacks: cw.Match, typed: str, reason: str, offer: str, bare: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        stacks.legal_actions.read(typed)
    assert reason in str(refused.value)
    assert offer in str(refused.value)
    if bare:
        meant = stacks.legal_actions.read(bare)
        assert meant in stacks.legal_actions
        assert offer in (f"{meant.text} would be legal", "1,1#2 knows it")


def test_a_first_piece_that_cannot_be_attacked_is_not_another(tmp_path: Path) -> None:
    path = tmp_path / "sheltered.md"
    lines = "me 3,1 Archer\nfoe 3,2 Scout\nfoe 3,2 Wooden Bunker\n"
    path.write_text(f"## S\n\n```setup\n{lines}```\n\n```expect\nresult open\n```\n", encoding="utf-8")
    scenario, game = read(path)[0], cw.game("ruler", "desert-6x6")
    legal = game.begin(Reader(scenario, game).setup(scenario.blocks[0]), seed=1).legal_actions
    for typed in ("attack 3,1 > 3,2#1", "attack archer > scout", "attack 3,1 > 3, 2 #1"):
        with pytest.raises(IllegalAction) as refused:
            legal.read(typed)
        assert str(refused.value) == (
            "attack 3,1 > 3,2#1 is not legal: its shelter protects it from attacks from other tiles; "
            "attack 3,1 > 3,2#2 would be legal"
        )
        assert refused.value.nearest == ("attack 3,1 > 3,2#2",)
    assert legal.read("attack 3,1 > 3,2").text == "attack 3,1 > 3,2#2"
    with pytest.raises(IllegalAction, match="nothing stands on 3,2#3"):
        legal.read("attack 3,1 > 3,2#3")


def test_the_beginning_of_an_action_keeps_its_number(stacks: cw.Match) -> None:
    with pytest.raises(IllegalAction, match="move 2,2#2 > 1,2"):
        stacks.legal_actions.under("move 2,2#1")
    assert stacks.legal_actions.under("move 2,2").text == "move 2,2#2"


@pytest.mark.parametrize(
    ("slug", "lines", "rest"),
    [
        ("ruler", 'me: hand "Soldier" "Soldier"', " at 2,1"),
        ("elemental-command", 'me: fire, fire 1, hand "Ember Wisp" "Ember Wisp"\nfoe: fire', " at c1"),
        ("mana", 'me: kessa-ashborn, hand "Mana Wisp" "Mana Wisp"\nfoe: kessa-ashborn', " at a3"),
    ],
)
def test_a_copy_in_hand_keeps_its_number(tmp_path: Path, slug: str, lines: str, rest: str) -> None:
    game = cw.game(slug)
    card = lines.split('"')[1]
    path = tmp_path / "copies.md"
    path.write_text(f"## C\n\n```setup\n{lines}\n```\n\n```expect\nresult open\n```\n", encoding="utf-8")
    scenario = read(path)[0]
    legal = game.begin(Reader(scenario, game).setup(scenario.blocks[0]), seed=1).legal_actions_of(0)
    first = legal.read(f"play {card}{rest}")
    # Copies that agree in everything are one action.
    assert legal.read(f'play "{card}"#1{rest}') == legal.read(f'play "{card}" #2{rest}') == first
    with pytest.raises(IllegalAction, match=f'there is no copy 3 of "{card}" in your hand'):
        legal.read(f'play "{card}"#3{rest}')
