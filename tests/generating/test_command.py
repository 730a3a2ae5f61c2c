"""`cardwright generate`: a file of cards like any other, the same for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cardwright.basics.paths import PATH_VARIABLE, TOLD_VARIABLE, games_folder
from cardwright.cli import app
from cardwright.generating import Generated, generate
from cardwright.generating.data import Trials
from cardwright.generating.drafting import Draft
from cardwright.generating.trials import tried
from cardwright.generating.writing import MadeCard
from cardwright.sources.finding import sources_of

GAME = "elemental-command"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    monkeypatch.setenv(TOLD_VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def cards_of(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text())["card"]
    return found


def test_a_generated_set_is_linted_and_played_like_any_other(folder: Path) -> None:
    result = run("generate", GAME, "--cards", "40", "--seed", "3", "--out", "mine")
    assert result.exit_code == 0, result.output
    assert "40 cards of " in result.output
    assert "rejected by idle" in result.output
    path = folder / "mine" / GAME / "cards" / "generated-3.toml"
    assert [card["kind"] for card in cards_of(path)] == ["minion"] * 27 + ["spell"] * 13
    linted = run("cards", "lint", GAME, "--with", "mine")
    assert (linted.exit_code, ", 0 errors, 0 warnings" in linted.output) == (0, True), linted.output
    words = ["arena", GAME, "--agents", "random", "--decks", "random:1,random:2", "--matches", "4"]
    assert run(*words, "--with", "mine").exit_code == 0


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(folder: Path) -> None:
    for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        assert run("generate", GAME, "--cards", "12", "--seed", seed, "--out", f"{name}.toml").exit_code == 0
    a, b, c = ((folder / f"{name}.toml").read_bytes() for name in "abc")
    assert a == b != c
    assert a.startswith(
        b"# Made by `cardwright generate elemental-command --cards 12 --seed 5 --method elements`"
    )


def test_a_set_that_is_made_again_in_its_place_stays_the_same(folder: Path) -> None:
    words = ("generate", GAME, "--cards", "12", "--seed", "5", "--out", "mine")
    run(*words)
    path = folder / "mine" / GAME / "cards" / "generated-5.toml"
    before = path.read_bytes()
    assert run(*words, "--with", "mine").exit_code == 0
    assert path.read_bytes() == before


def test_names_of_other_cards_are_not_used_again(folder: Path) -> None:
    run("generate", GAME, "--cards", "30", "--seed", "5", "--out", "mine")
    run("generate", GAME, "--cards", "30", "--seed", "5", "--out", "yours", "--with", "mine")
    mine, yours = (
        {card["id"] for card in cards_of(folder / one / GAME / "cards" / "generated-5.toml")}
        for one in ("mine", "yours")
    )
    assert not mine & yours
    assert run("cards", "lint", GAME, "--with", "mine", "--with", "yours").exit_code == 0


def test_the_document_counts_drafts_and_what_rejected_them() -> None:
    document = json.loads(run("generate", GAME, "--cards", "20", "--seed", "2", "--json").stdout)
    assert list(document) == [
        "game",
        "command",
        "seed",
        "method",
        "cards",
        "drafts",
        "rejected",
        "seconds",
        "file",
        "text",
    ]
    assert document["drafts"] == document["cards"] + sum(document["rejected"].values())
    assert (document["game"], document["seed"], document["cards"], document["file"]) == (GAME, 2, 20, None)
    assert len(tomllib.loads(document["text"])["card"]) == 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([GAME, "--cards", "0"], "--cards: 0 is too little: it must be 1 to 1000"),
        ([GAME, "--method", "element"], 'there is no method "element"; did you mean "elements"?'),
        ([GAME, "--out", "taken/cards.toml"], "cannot be written"),
        ([GAME, "--out", "folder.toml"], "this is a folder, not a file"),
        (["mana"], "mana has no generator: there is no generator.toml"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(words: list[str], said: str, folder: Path) -> None:
    (folder / "taken").write_text("a file")
    (folder / "folder.toml").mkdir()
    code = "from cardwright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "generate", *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def faulty(folder: Path, old: str, new: str) -> str:
    """What is said of a variant with a faulty file of data."""
    home = folder / "mine" / "small-command"
    home.mkdir(parents=True, exist_ok=True)
    (home / "game.toml").write_text('name = "Small Command"\nrules = "elemental-command"\n')
    text = (games_folder() / GAME / "generator.toml").read_text()
    assert old in text
    (home / "generator.toml").write_text(text.replace(old, new, 1))
    result = run("generate", "small-command", "--cards", "1", "--with", "mine")
    assert result.exit_code == 2
    return result.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('effects       = "1-2"', 'effects       = "many"', '"many" is neither a number nor a span like 1-7'),
        (
            'filters       = ["special"',
            'filters       = ["specal"',
            'unknown name "specal"; did you mean "special"?',
        ),
        ('of   = ["fire"]', 'of   = ["fires"]', 'of: unknown name "fires"; did you mean "fire"?'),
        ("deal {n} damage", "deal {k} damage", 'unknown slot "{k}"; there are {n}'),
        ('kinds  = ["minion"]', 'kinds  = ["minon"]', 'unknown name "minon"; did you mean "minion"?'),
        ("[[trigger]]", "[[tigger]]", 'unknown key "tigger"; did you mean "trigger"?'),
        ('side   = "either"', 'side   = "both"', 'side: unknown name "both"'),
        ('side   = "either"\n', "", 'missing key "side"'),
        (
            'effects       = "1-2"',
            'effects       = "1-2"\nnear          = [1]\nreach         = 3',
            "near is too short for distances from 0 to 3; write 4 numbers",
        ),
    ],
)
def test_faulty_data_are_told_with_their_line(old: str, new: str, said: str, folder: Path) -> None:
    output = faulty(folder, old, new)
    assert "mine/small-command/generator.toml:" in output
    assert said in output


def test_data_that_no_card_can_be_made_of_are_told(folder: Path) -> None:
    old = "kinds         = { minion = 2, spell = 1 }"
    new = "kinds         = { spell = 1 }"
    home = folder / "mine" / "small-command"
    home.mkdir(parents=True)
    (home / "game.toml").write_text('name = "Small Command"\nrules = "elemental-command"\n')
    text = (games_folder() / GAME / "generator.toml").read_text()
    assert old in text
    spells = text.replace(old, new, 1).replace('effects       = "1-2"', 'effects       = "90"', 1)
    (home / "generator.toml").write_text(spells)
    result = run("generate", "small-command", "--cards", "1", "--with", "mine")
    assert result.exit_code == 2
    assert "no target of the generator's data has 90 effects for a spell" in result.output


def test_a_variant_has_the_generator_of_its_base(folder: Path) -> None:
    home = folder / "mine" / "small-command"
    home.mkdir(parents=True)
    (home / "game.toml").write_text('name = "Small Command"\nrules = "elemental-command"\n')
    result = run("generate", "small-command", "--cards", "3", "--seed", "1", "--with", "mine")
    assert (result.exit_code, result.output.count("[[card]]")) == (0, 3)


def test_a_pack_may_bring_a_generator(folder: Path) -> None:
    home = folder / "mine" / GAME
    home.mkdir(parents=True)
    text = (games_folder() / GAME / "generator.toml").read_text()
    (home / "generator.toml").write_text(text.replace("{ minion = 2, spell = 1 }", "{ spell = 1 }"))
    result = run("generate", GAME, "--cards", "4", "--seed", "1", "--with", "mine")
    assert (result.exit_code, result.output.count('kind  = "spell"')) == (0, 4), result.output


def made(name: str, text: str) -> MadeCard:
    data = {
        "id": name.lower(),
        "name": name,
        "kind": "minion",
        "cost": 0,
        "attack": 1,
        "health": 3,
        "text": text,
    }
    return MadeCard(data, Draft("minion", (), {}, {}, ()))


def test_trials_find_what_never_changes_anything() -> None:
    idle = made("Idler", "At the end of your turn, if you control a minion with Reflect, draw a card.")
    busy = made("Doer", "When this dies, draw a card.")
    plain = made("Body", "")
    verdict = tried(sources_of(GAME), Trials(), [idle, busy, plain], [], seed=1)
    assert verdict.idle == {"idler"}
    assert verdict.faults == ()


def test_a_set_can_be_played_in_place_of_the_games_own_cards() -> None:
    found: Generated = generate(GAME, cards=30, seed=4)
    own = {
        card.id for card in found.game.cards if card.collectible and not found.game.catalogue.is_unique(card)
    }
    assert own == {card.id for card in found.cards}
    match = found.game.match(decks=("random:1", "random:2"), seed=1)
    assert len(match.legal_actions) > 0
