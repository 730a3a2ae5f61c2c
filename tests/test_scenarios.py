"""Every scenario of every game holds, and every card has one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.building.catalogue import Workshop
from cardwright.building.reference import phrases_used
from cardwright.scenario import EXPECT_FORMS, SETUP_FORMS, Scenario, ScenarioError, read, run
from cardwright.sources.finding import game_folders

SCENARIOS = [
    pytest.param(slug, scenario, id=f"{slug}-{path.stem}-{scenario.slug}")
    for slug, folder in sorted(game_folders().items())
    for path in sorted((folder / "scenarios").glob("*.md"))
    for scenario in read(path)
]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_a_scenario_holds(slug: str, scenario: Scenario) -> None:
    run(scenario, cw.game(slug))


def in_use(slug: str) -> set[str]:
    """The ids of cards that a scenario plays, uses or puts on the board, and of heroes that use a power."""
    game, found = cw.game(slug), set[str]()
    for path in sorted((game_folders()[slug] / "scenarios").glob("*.md")):
        for scenario in read(path):
            found |= cards_in_use(scenario, game)
    return found


def cards_in_use(scenario: Scenario, game: cw.Game) -> set[str]:
    found: set[str] = set()
    heroes: list[str] = []
    for block in scenario.blocks:
        for line in block.lines:
            if block.kind == "setup":
                placed = re.match(r"(?:me|foe\d?) (?:[a-z]\d+|\d+,\d+|beside) ([^,]+)", line.text)
                found |= {game.card(placed[1].strip()).id} if placed else set()
                heroes += re.findall(r"^(?:me|foe): ([\w-]+)", line.text)
            elif block.kind == "play":
                played = re.match(r'(?:play|use \S+) "([^"]+)"', line.text)
                found |= {game.card(played[1]).id} if played else set()
                found |= powers_of(heroes, game) if line.text.startswith("power") else set()
    return found


def powers_of(heroes: list[str], game: cw.Game) -> set[str]:
    """The heroes, and the cards that they know."""
    known = {number for hero in heroes for number in game.card(hero).knows}
    return {*heroes, *(game.catalogue.defs[number].id for number in known)}


def generated(slug: str) -> set[str]:
    """The cards that nobody wrote: the generator's trials and fuzz play them instead."""
    files = (game_folders()[slug] / "cards").glob("*.toml")
    texts = [path.read_text(encoding="utf-8") for path in files]
    made = [text for text in texts if text.startswith(f"# Made by `cardwright generate {slug} ")]
    return {card["id"] for text in made for card in tomllib.loads(text)["card"]}


@pytest.mark.parametrize("slug", sorted(game_folders()))
def test_every_card_that_can_be_played_is_played_in_a_scenario(slug: str) -> None:
    game, found = cw.game(slug), in_use(slug) | generated(slug)
    known = {def_ for card in game.cards for def_ in card.knows}
    wanted = [card for number, card in enumerate(game.catalogue.defs) if card.collectible or number in known]
    missing = [card.name for card in wanted if card.id not in found]
    missing = [name for name in missing if not game.catalogue.is_unique(game.card(name))]
    assert not missing, f"no scenario of {slug} plays or places {', '.join(missing)}"


def test_a_card_that_only_waits_in_a_deck_is_not_in_use(tmp_path: Path) -> None:
    text = WISP.format(health=17).replace('hand "Fire Bolt"', 'hand "Fire Bolt" "Spark", deck "Ember Wisp"')
    assert cards_in_use(_write(tmp_path, text), cw.game("elemental-command")) == {"fire-bolt"}


def test_every_phrase_of_the_language_is_at_work_in_a_scenario() -> None:
    slugs = sorted(game_folders())
    users: dict[str, set[tuple[str, str]]] = {}
    for slug in slugs:
        for phrase, cards in phrases_used(Workshop(game_folders()[slug])).items():
            users.setdefault(phrase, set()).update((slug, card.entry.id) for card in cards)
    found = {(slug, card) for slug in slugs for card in in_use(slug)}
    missing = [phrase for phrase, cards in users.items() if not cards & found]
    assert not missing, f"no scenario plays a card with the phrases {', '.join(missing)}"


def _write(folder: Path, text: str) -> Scenario:
    path = folder / "trial.md"
    path.write_text(text, encoding="utf-8")
    return read(path)[0]


WISP = """# Trial

## The enemy hero is burnt

```setup
me: fire, hand "Fire Bolt"
foe: earth, health 20
```

```play
play "Fire Bolt" > hero
```

```expect
foe health {health}
```
"""


def test_a_false_expectation_names_its_line(tmp_path: Path) -> None:
    run(_write(tmp_path, WISP.format(health=17)), cw.game("elemental-command"))
    with pytest.raises(ScenarioError, match=r"trial\.md:15: foe health 18: health: 17, not 18"):
        run(_write(tmp_path, WISP.format(health=18)), cw.game("elemental-command"))


def test_a_roll_that_is_left_over_fails(tmp_path: Path) -> None:
    text = WISP.format(health=17).replace("foe: earth, health 20", "foe: earth, health 20\ndice 1")
    with pytest.raises(ScenarioError, match="1 scripted rolls are left over"):
        run(_write(tmp_path, text), cw.game("elemental-command"))


def test_a_block_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="a block is one of setup, play, expect, not 'given'"):
        _write(tmp_path, "## Title\n```given\n```\n")


REFUSED = [
    # the line in place of the expectation, the message about it
    ("c2 attack 3", r"neither a name with attack/health nor a mark; write it like 'c2 Ember Wisp 2/1'"),
    ("c2 Ember Wisp", r"write it like 'c2 Ember Wisp 2/1', or like 'c2 empty', 'c2 has Taunt'"),
    ("c2 Ember Wisp 3/1", r"c2: Ember Wisp 2/1, not Ember Wisp 3/1"),
    ("c2 stunned twice", r"ends with a whole number, not 'twice'"),
    ("foe health many", r"ends with a whole number, not 'many'"),
    ("foe helth 17", r"'helth' is neither health, a zone nor a resource; did you mean \"health\"\?"),
    ("foe mouse 3", r"write one of health, attack, hero, beside, hand, deck, mana"),
    ("me besid empty", r"did you mean \"beside\"\?"),
    ("me beside emtpy", r"'emtpy' is no card; did you mean \"empty\"\?"),
    ("me beside Ember Wsp", r'has no card "Ember Wsp"; did you mean "Ember Wisp"\?'),
    ("me beside Ember Wisp", r"beside: empty, not Ember Wisp"),
    ("me beside Ember Wisp 2/1", r"beside: empty, not Ember Wisp 2/1"),
    ("me beside 1", r"pieces beside the board: 0, not 1"),
    ("me misses foe besid Gust", r"there is no zone 'besid'|there is no cell 'foe'"),
    ("me misses foe beside Gst", r'has no card "Gst"; did you mean "Gust"\?'),
    ("me sees foe beside Gust", r"me sees nothing beside the board"),
    ("me hero lacks Tuant", r"'Tuant' is no keyword; did you mean \"Taunt\"\?"),
    ("me hero stunned 1", r"stunned: 0, not 1"),
    ("me attack 1", r"attack: 0, not 1"),
    ('me hand "Gust" costs 1', r'hand holds 0 of "Gust"'),
    ('me hand "Gst" costs 1', r'has no card "Gst"; did you mean "Gust"\?'),
    ('me hand "Gust" cost 1', r"neither cards in quotes nor empty"),
    ('me deck "Standard Bearer" costs much', r"ends with a whole number, not 'much'"),
    ('me deck "Standard Bearer" 9/9', r"Standard Bearer: \d/\d, not 9/9"),
    ('me deck "Standard Bearer"#6 costs 1', r'deck holds 5 of "Standard Bearer"'),
    ('prompt "Gust"', r"options: \[\], not \['Gust'\]"),
    ('prompt "Gst"', r'has no card "Gst"; did you mean "Gust"\?'),
    ("nobody wins", r"starts with nothing known; lines of an expect block read 'c2 Ember Wisp 2/1'"),
    ("prompt all", r"ends with a whole number, not 'all'"),
    ("c3 emtpy", r"neither a name with attack/health nor a mark; did you mean \"empty\"\?"),
    ("c2 emtpy", r"neither a name with attack/health nor a mark; did you mean \"empty\"\?"),
    ("c2 stuned 0", r"neither a name with attack/health nor a mark; did you mean \"stunned\"\?"),
    ("c2 lacks Tuant", r"'Tuant' is no keyword; did you mean \"Taunt\"\?"),
    ("c3 lacks Tuant", r"'Tuant' is no keyword; did you mean \"Taunt\"\?"),
    ("c2 has everything", r"'everything' is no keyword; the keywords are "),
    ("me hand emtpy", r"'emtpy' is neither cards in quotes nor empty; did you mean \"empty\"\?"),
    ("me hand Gust", r"'Gust' is neither cards in quotes nor empty; write \"Gust\""),
    ('me hand "Gust', r"'\"Gust' is neither cards in quotes nor empty"),
    ("foe misses c2 Ember Wsp", r'has no card "Ember Wsp"; did you mean "Ember Wisp"\?'),
    ('illegal play "Ember Wsp" at c3', r'has no card "Ember Wsp"; did you mean "Ember Wisp"\?'),
    ("log", "this line names no words"),
    ("illegal end:", "no reason is given after the colon"),
    ("ilegal end", r"starts with nothing known; did you mean \"illegal\"\?"),
    ("log ire Bolt", r"the log says: "),
    ("now soon", r"'soon' is no time; write \"now 30 s\""),
]


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_an_expectation_that_cannot_be_read_says_how_it_is_written(
    line: str, said: str, tmp_path: Path
) -> None:
    text = WISP.replace("foe: earth, health 20", "foe: earth, health 20\nme c2 Ember Wisp")
    with pytest.raises(ScenarioError, match=said):
        run(_write(tmp_path, text.replace("foe health {health}", line)), cw.game("elemental-command"))


MISPLACED = [
    # the line added to the setup, the message about it
    ("me d2 Ember Wisp, damage much", r"damage is a whole number, not 'much'"),
    ("me d2 Ember Wisp, stuned 1", r"did you mean \"stunned\"\?"),
    ("dice one", r"a roll is a whole number, not 'one'"),
    ("now soon", r"the turn is a whole number, not 'soon'"),
    ("weather fine", r"neither a seat, a piece, 'dice' nor 'turn'; lines of a setup read 'me: fire"),
    ("me: fire, helth 3", r"did you mean \"health\"\?"),
    ("me: fire, mana lots", r"mana is a whole number, not 'lots'"),
    ("board moon", r"there is no board 'moon'"),
    ("game chess", r'there is no game "chess"; the games are elemental-command'),
    ("me f9 Ember Wisp", r"there is no cell 'f9'; the cells are a1 to e4"),
    ("me besides Ember Wisp", r"there is no cell 'besides'; did you mean \"beside\"\?"),
    ("me beside Ember Wisp", r"'ember-wisp' stands off the board"),
    ("foe3: fire", r"'foe2:' must be named"),
    ("trun foe", r"neither a seat, a piece, 'dice' nor 'turn'; did you mean \"turn\"\?"),
    ("me: fire", r"'me:' was said before; say it once"),
    ("dice 1\ndice 0", r"'dice' was said before; say it once"),
    ("me d2 Ember Wisp, arrived 2", r"'arrived 2' is neither 'arrived', 'moved', 'damage' nor a status"),
]

SEATED = [
    # the line of a seat, the message about it
    ("me: fire, hand Gust", r"'Gust' is neither cards in quotes nor empty"),
    ('me: fire, hand "Gust" Spark', r"neither cards in quotes nor empty"),
    ("me: fire, deck emtpy", r"'emtpy' is neither cards in quotes nor empty; did you mean \"empty\"\?"),
    ("me: ember-wisp", r"Ember Wisp is no hero; write one of "),
]

RULER = """## On the map

```setup
board four-roads
foe2: gold 5
me 4,4 Scout
foe 4,5 Scout
{line}
```

```expect
{expected}
```
"""

EXPECTED = [
    # a line of the setup, an expectation that does not hold, the message about it
    ("turn foe2", "foe2 gold 6", r"gold: 5, not 6"),
    ("turn foe2", "foe3 gold 6", r"there is no seat 'foe3' in this match"),
    ("foe 6,6 Scout", "me sees 6,6", r"me sees nothing on 6,6"),
    ("foe 6,6 Scout", "foe misses 6,6", r"foe sees Scout on 6,6"),
    ("foe 6,6 Scout", "me remembers 6,6 Scout", r"me remembers nothing on 6,6"),
    ("foe 6,6 Scout", "me sees 99,1", r"there is no cell '99,1'"),
    ("foe 6,6 Scout", "6,6 Archer 1/1", r"6,6: Scout 8/12, not Archer 1/1"),
    ("foe 6,6 Scout", "6,6 empty", r"6,6: Scout, not empty"),
    ("me 4,4 Mana Well", "4,4#2 Scout 8/12", r"4,4#2: Mana Well 0/400, not Scout 8/12"),
    ("me 4,4 Mage Apprentice", "4,4#2 mana 19", r"mana: 20, not 19"),
]


@pytest.mark.parametrize(("line", "expected", "said"), EXPECTED)
def test_an_expectation_on_a_map_that_does_not_hold_says_what_is_so(
    line: str, expected: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioError, match=said):
        run(_write(tmp_path, RULER.format(line=line, expected=expected)), cw.game("ruler"))


def test_seats_that_are_not_named_have_what_is_usual(tmp_path: Path) -> None:
    text = RULER.format(line="turn foe2", expected="me gold 200\nfoe2 gold 5\nfoe mana 100\nme units 5")
    match = run(_write(tmp_path, text), cw.game("ruler"))
    assert (match.kernel.seat_count, match.to_act, match.game.board) == (3, {2}, "four-roads")


@pytest.mark.parametrize(("line", "said"), MISPLACED)
def test_a_setup_that_cannot_be_read_says_how_it_is_written(line: str, said: str, tmp_path: Path) -> None:
    text = WISP.format(health=17).replace("foe: earth, health 20", f"foe: earth, health 20\n{line}")
    with pytest.raises(ScenarioError, match=said):
        run(_write(tmp_path, text), cw.game("elemental-command"))


@pytest.mark.parametrize(("line", "said"), SEATED)
def test_a_seat_that_cannot_be_read_says_how_it_is_written(line: str, said: str, tmp_path: Path) -> None:
    text = re.sub(r"^me: .*$", line, WISP.format(health=17), flags=re.MULTILINE)
    with pytest.raises(ScenarioError, match=said):
        run(_write(tmp_path, text), cw.game("elemental-command"))


UNREAD = [
    # a file, the message about it
    ("", "this file holds no scenario; write a '## heading'"),
    ("# Ideas\n\nNone yet.\n", "this file holds no scenario"),
    ("##Title\n", "this file holds no scenario"),
    (WISP.replace("foe health {health}\n", ""), r"trial\.md:14: this expect block is empty"),
    (WISP.replace('play "Fire Bolt" > hero\n', ""), r"trial\.md:10: this play block is empty"),
    (WISP.replace("```expect", "``expect"), r"trial\.md:14: a block begins with ```, not with '``expect'"),
    (WISP.replace("```expect", "~~~expect"), r"a block begins with ```, not with '~~~expect'"),
]


@pytest.mark.parametrize(("text", "said"), UNREAD)
def test_a_file_that_would_pass_without_being_looked_at_is_refused(
    text: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioError, match=said):
        _write(tmp_path, text)


PAGE = Path(__file__).parents[1] / "docs" / "reference" / "scenarios.md"


@pytest.mark.parametrize("scenario", read(PAGE), ids=lambda scenario: scenario.slug)
def test_an_example_of_the_page_on_scenarios_holds(scenario: Scenario) -> None:
    run(scenario, cw.game("elemental-command"))


def test_the_page_on_scenarios_has_an_example_of_every_line() -> None:
    blocks = [block for scenario in read(PAGE) for block in scenario.blocks]
    for kind, forms in (("setup", SETUP_FORMS), ("expect", EXPECT_FORMS)):
        found = {_shape(line.text) for block in blocks if block.kind == kind for line in block.lines}
        assert {_shape(form) for form in forms} <= found


def _shape(line: str) -> tuple[object, ...]:
    """The kind of a line: its first word, and the second word if that decides."""
    first, *rest = line.split()
    cell = r"[a-e]\d|\d+,\d+(#\d)?|beside"
    if re.fullmatch(cell, first):
        last = rest[0] if rest[0] in ("empty", "has", "lacks", "stunned") else "piece"
        return "cell", last
    if first in ("me", "foe"):
        if re.fullmatch(cell, rest[0]):
            numbered = re.fullmatch(r"\d+/\d+", rest[-1])
            return "piece", rest[0] == "beside", rest[-1] if rest[-1] == "empty" else bool(numbered)
        if '"' in line and (rest[-2] == "costs" or "/" in rest[-1]):
            return "zone", "card", rest[-2] == "costs"
        if rest[0] in ("sees", "misses") and "beside" in rest:
            return rest[0], "beside"
        if rest[0] in ("sees", "misses", "remembers"):
            return (rest[0],)
        of = {"health": "health", "attack": "attack", "hero": "hero", "hand": "zone", "deck": "zone"}.get(
            rest[0], "resource"
        )
        kind = "names" if '"' in line else "empty" if rest[-1] == "empty" else "number"
        return of, kind
    return first.replace("foe:", "me:"), first == "prompt" and '"' in line
