"""`cardwright fuzz`: nothing is found in the shipped game, and every planted fault is, as what it is."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright.cli import app, fuzz
from cardwright.cli.parts.generated import game_of_set
from cardwright.sources.finding import game_folders

GAME = "elemental-command"
COUNTERS = fuzz.COUNTERS
KEYS = [
    "game",
    "seed",
    "matches",
    "actions",
    *COUNTERS,
    "forecasts",
    "capacity_hits",
    "cards_never_played",
    "cards_played_from_position",
    "abilities",
    "failures",
]
NOTHING_IDLE = {"never_ran": [], "never_changed": [], "explained": [], "explained_in_vain": []}


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["fuzz", GAME, *words])


def document(result: Result) -> dict[str, Any]:
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_the_shipped_game_has_no_faults_and_every_card_is_played() -> None:
    result = run("--matches", "300", "--seed", "1", "--json")
    report = document(result)
    assert report["failures"] == []
    assert {key: report[key] for key in COUNTERS} == dict.fromkeys(COUNTERS, 0)
    assert report["cards_never_played"] == []
    assert report["abilities"]["ran"] > report["abilities"]["changed"] > 0
    assert {key: report["abilities"][key] for key in NOTHING_IDLE} == NOTHING_IDLE
    assert {"queue", "effects"}.isdisjoint(report["capacity_hits"])
    assert (report["game"], report["seed"], report["matches"]) == (GAME, 1, 300)
    assert sorted(report) == sorted(KEYS)
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("plant", "counter", "kind"),
    [
        ("leak", "leaks", "leak"),
        ("listing", "replay_mismatches", "replay_mismatch"),
        ("endless", "hangs", "hang"),
        ("panic", "crashes", "crash"),
        ("lost", "replay_mismatches", "replay_mismatch"),
        ("stale", "lent_mismatches", "lent_mismatch"),
        ("unlisted", "lent_mismatches", "lent_mismatch"),
        ("deaf", "lost_effects", "lost_effect"),
        ("unspoken", "lost_effects", "lost_effect"),
        ("figment", "impossible_imaginings", "impossible_imagining"),
        ("misjudged", "forecast_mismatches", "forecast_mismatch"),
        ("clairvoyant", "forecast_mismatches", "forecast_mismatch"),
    ],
)
def test_a_planted_fault_is_reported_as_what_it_is_and_nothing_else(
    plant: str, counter: str, kind: str
) -> None:
    result = run("--matches", "3", "--seed", "5", "--json", "--plant", plant, "--hang-seconds", "0.5")
    report = document(result)
    assert result.exit_code == 1
    assert report[counter] > 0
    assert {report[other] for other in COUNTERS if other != counter} == {0}
    failure = report["failures"][0]
    assert failure["kind"] == kind
    assert failure["command"].startswith(f"cardwright fuzz {GAME} --matches 1 --seed {failure['seed']}")


@pytest.mark.parametrize(
    ("plant", "counter", "kind"),
    [
        ("leak", "leaks", "leak"),
        ("panic", "crashes", "crash"),
        ("lost", "replay_mismatches", "replay_mismatch"),
        ("split", "replay_mismatches", "replay_mismatch"),
    ],
)
def test_a_fault_planted_in_time_is_reported_as_what_it_is(plant: str, counter: str, kind: str) -> None:
    words = ["fuzz", "mana", "--matches", "3", "--seed", "5", "--json", "--plant", plant]
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert found[counter] == len(found["failures"]) > 0
    assert {failure["kind"] for failure in found["failures"]} == {kind}
    assert all(f"--plant {plant}" in failure["command"] for failure in found["failures"])


@pytest.mark.parametrize(
    ("plant", "words"),
    [
        ("glimpse", "its view shows something hidden"),
        ("rumour", "it is told of a piece in the fog"),
        ("culprit", "it is told of a piece in the fog"),
        ("wealth", "told what it may not know (Gained"),
        ("purse", "depends on a hidden number"),
        ("numbers", "gives true numbers of pieces"),
    ],
)
def test_a_fault_planted_in_the_fog_is_a_leak(plant: str, words: str) -> None:
    result = CliRunner().invoke(app, ["fuzz", "ruler", "--matches", "20", "--json", "--plant", plant])
    report = document(result)
    assert result.exit_code == 1
    assert report["leaks"] > 0
    assert any(words in failure["detail"] for failure in report["failures"] if failure["kind"] == "leak")


def test_every_fault_that_can_be_planted_is_planted_by_a_test() -> None:
    root = Path(__file__).parents[2] / "crates" / "trials"
    declared = (root / "src" / "fuzz" / "faults.rs").read_text(encoding="utf-8")
    tests = (root / "tests" / "fuzz.rs").read_text(encoding="utf-8")
    here = Path(__file__).read_text(encoding="utf-8")
    faults = re.findall(r'^    (\w+) = "(\w+)",$', declared, re.MULTILINE)
    assert len(faults) >= 30
    assert [
        name for fault, name in faults if f"Fault::{fault}" not in tests and f'("{name}", "' not in here
    ] == []


def told(*rows: tuple[str, str, int, int, int]) -> dict[str, Any]:
    """What is said of abilities that ran and changed so often."""
    return fuzz.abilities(
        GAME,
        [
            {"card": card, "place": [place, at], "ran": ran, "changed": changed}
            for card, place, at, ran, changed in rows
        ],
    )


def test_an_ability_that_does_nothing_is_named_by_its_sentence() -> None:
    report = told(
        ("thorn-mother", "aura", 0, 7, 0), ("ember-fall", "play", 0, 0, 0), ("quake", "play", 0, 3, 3)
    )
    catalogue = cw.game(GAME).catalogue
    assert (report["ran"], report["changed"]) == (10, 3)
    assert report["never_changed"] == [
        {"card": "thorn-mother", "sentence": "Adjacent friendly minions have Taunt."}
    ]
    assert report["never_ran"] == [{"card": "ember-fall", "sentence": catalogue.card("ember-fall").text}]


def test_every_compiled_ability_has_its_sentence() -> None:
    for slug in sorted(game_folders()):
        report = document(CliRunner().invoke(app, ["fuzz", slug, "--matches", "1", "--json"]))["abilities"]
        named = [one for key in ("never_ran", "never_changed") for one in report[key]]
        assert named
        texts = {card.id: card.text for card in cw.game(slug).cards}
        for one in named:
            assert one["sentence"]
            assert one["sentence"] in texts[one["card"]]


EXPLANATION = """
[[ability]]
card     = "thorn-mother"
sentence = "Adjacent friendly minions have Taunt."
reason   = "Nobody is ever near her."
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack for the game that is named."""
    folder = tmp_path / GAME
    (folder / "cards").mkdir(parents=True)
    monkeypatch.setenv("CARDWRIGHT_PATH", str(tmp_path))
    return folder


def test_what_has_a_written_reason_is_explained(pack: Path) -> None:
    (pack / "explained.toml").write_text(EXPLANATION, encoding="utf-8")
    named = {"card": "thorn-mother", "sentence": "Adjacent friendly minions have Taunt."}
    idle = told(("thorn-mother", "aura", 0, 7, 0))
    assert idle["explained"] == [named | {"reason": "Nobody is ever near her."}]
    assert (idle["never_ran"], idle["never_changed"], idle["explained_in_vain"]) == ([], [], [])
    busy = told(("thorn-mother", "aura", 0, 7, 5))
    assert (busy["explained"], busy["explained_in_vain"]) == ([], [named])
    assert CliRunner().invoke(app, ["cards", "lint", GAME]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (EXPLANATION.replace("Taunt", "Haste"), '"thorn-mother" has no such sentence'),
        (EXPLANATION.replace("thorn-mother", "thorn-mothr"), 'unknown card "thorn-mothr"'),
        (EXPLANATION.replace("reason ", "raeson "), 'unknown key "raeson"'),
        ("[[abilities]]\n", 'unknown key "abilities"'),
        ('[[ability]]\ncard = "thorn-mother"\n', '"sentence" is missing'),
        ("ability = 3\n", "ability is a list of tables"),
    ],
)
def test_a_reason_about_nothing_is_an_error_of_lint(pack: Path, text: str, words: str) -> None:
    (pack / "explained.toml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["cards", "lint", GAME])
    assert result.exit_code == 1
    assert words in result.stdout
    assert "explained.toml" in result.stdout


@pytest.mark.parametrize(("matches", "code"), [(9_999, 0), (10_000, 1)])
@pytest.mark.parametrize(("ran", "words"), [(0, "never ran"), (4, "never changed anything")])
def test_an_ability_that_does_nothing_is_a_fault_of_a_very_long_run(
    matches: int, code: int, ran: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = empty_report(matches) | {
        "abilities": [{"card": "thorn-mother", "place": ["aura", 0], "ran": ran, "changed": 0}]
    }
    monkeypatch.setattr(
        "cardwright.face.native._kernel.fuzz", lambda *_, **__: (json.dumps(report).encode(), False)
    )
    result = run("--matches", str(matches))
    assert f"{words}: thorn-mother: Adjacent friendly minions have Taunt." in result.stdout
    assert result.exit_code == code


def empty_report(matches: int) -> dict[str, Any]:
    """What the kernel tells of matches in which nothing was found."""
    lists: dict[str, Any] = {key: [] for key in KEYS if key.startswith("cards")} | {
        "failures": [],
        "abilities": [],
    }
    counts: dict[str, Any] = {"capacity_hits": {}, "forecasts": {"made": 0, "exact": 0, "open": 0}}
    return dict.fromkeys(KEYS, 0) | {"game": GAME, "matches": matches} | counts | lists


@pytest.mark.parametrize(("matches", "code"), [(299, 0), (300, 1)])
def test_a_card_that_is_never_played_is_a_fault_of_a_long_run(
    matches: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = empty_report(matches) | {"cards_never_played": ["Quake"]}
    monkeypatch.setattr(
        "cardwright.face.native._kernel.fuzz", lambda *_, **__: (json.dumps(report).encode(), False)
    )
    result = run("--matches", str(matches))
    assert "cards never played: Quake" in result.stdout
    assert result.exit_code == code


def test_the_command_of_a_failure_shows_it_again() -> None:
    failure = document(run("--matches", "4", "--seed", "11", "--json", "--plant", "leak"))["failures"][-1]
    again = CliRunner().invoke(app, [*shlex.split(failure["command"])[1:], "--json"])
    assert document(again)["failures"] == [failure]


def test_threads_change_nothing() -> None:
    words = ("--matches", "60", "--seed", "3", "--json", "--threads")
    assert run(*words, "1").stdout == run(*words, "2").stdout == run(*words, "3").stdout


def test_a_report_can_be_read_without_json() -> None:
    result = run("--matches", "2", "--plant", "panic")
    assert result.exit_code == 1
    assert "a planted panic" in result.stdout
    assert f"cardwright fuzz {GAME} --matches 1 --seed" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["fuzz", "elemental-comand"], "elemental-command"),
        (["fuzz", GAME, "--matches", "0"], "matches"),
        (["fuzz", GAME, "--plant", "gremlin"], "gremlin"),
        (["fuzz", GAME, "--position", "no such card"], "no such card"),
    ],
)
def test_bad_input_ends_with_code_2(words: list[str], answer: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert answer in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_an_interrupt_ends_with_what_it_has() -> None:
    code = "from cardwright.cli import main; import sys; sys.argv = ['cardwright', *sys.argv[1:]]; main()"
    words = [sys.executable, "-c", code, "fuzz", GAME, "--matches", "10000000", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert err == b""
    assert process.returncode == 130
    assert 0 < json.loads(out)["matches"] < 10_000_000


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_a_job_that_was_started_with_interrupts_ignored_goes_on() -> None:
    code = "from cardwright.cli import main; main()"
    words = [sys.executable, "-c", code, "fuzz", GAME, "--matches", "400", "--seed", "1", "--json"]

    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=ignore
    ) as process:
        while process.poll() is None:  # from the first moment to the last
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["matches"] == 400


def test_every_room_that_can_be_full_is_told_in_words() -> None:
    source = (Path(__file__).parents[2] / "crates" / "core" / "src" / "what.rs").read_text(encoding="utf-8")
    rooms = re.findall(r'Room::\w+ => "(\w+)"', source)
    assert set(rooms) == set(fuzz.ROOMS)
    report = empty_report(1) | {"capacity_hits": {"cells": 6}, "abilities": told()}
    assert "       6  times a piece did not come: no free space" in fuzz._table(report)


@pytest.mark.parametrize("seed", ["7626", "9849"])
def test_which_of_two_equal_cards_chance_takes_from_a_graveyard_does_not_show(seed: str) -> None:
    result = CliRunner().invoke(app, ["fuzz", "mana", "--matches", "1", "--seed", seed, "--json"])
    assert document(result)["leaks"] == 0


def test_generated_sets_are_played_too_and_a_match_of_one_can_be_repeated() -> None:
    report = document(run("--matches", "40", "--seed", "1", "--sets", "2", "--json"))
    assert (report["matches"], report["sets"], report["failures"]) == (40, 2, [])
    planted = document(run("--matches", "20", "--seed", "1", "--set", "2", "--plant", "panic", "--json"))
    assert (planted["matches"], planted["sets"]) == (20, 1)
    assert all(" --set 2" in failure["command"] for failure in planted["failures"])
    assert planted["failures"]


def test_a_game_without_a_generator_has_no_sets() -> None:
    result = CliRunner().invoke(app, ["fuzz", "mana", "--matches", "4", "--sets", "1"])
    assert result.exit_code == 2


def test_a_card_of_a_generated_set_is_found_by_the_command_that_names_the_set() -> None:
    made = game_of_set("hexlands", 1, "open")
    card = next(card for card in made.cards if card.collectible and not made.catalogue.is_unique(card))
    words = ["fuzz", "hexlands", "--matches", "2", "--position", card.id, "--board", "open", "--set", "1"]
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["matches"] > 0
