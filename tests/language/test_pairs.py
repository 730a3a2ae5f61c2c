"""Every trigger with every effect and selector, and all other words: refused, or something changes.

`make pairs` tries all texts of all parts; here is a sample of each.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from typer.testing import CliRunner

from cardwright.cli.cards import app
from cardwright.errors import CardwrightError
from cardwright.language import checker
from cardwright.pairs.texts import PARTS, Text
from cardwright.pairs.trial import Trial
from cardwright.sources.finding import shipped_folders

GAMES = sorted(shipped_folders())


@cache
def opened(slug: str) -> Trial:
    return Trial(slug)


@pytest.mark.parametrize("slug", GAMES)
def test_every_trigger_happens_on_a_stage(slug: str) -> None:
    trial = opened(slug)
    table = next(iter(trial.stages.tables))
    for occasion in trial.texts.ordinary:
        assert trial.stages.of(trial.game, occasion.kind, occasion.name, table), occasion.name


@pytest.mark.parametrize("slug", GAMES)
def test_a_text_is_refused_or_changes_something(slug: str) -> None:
    trial = opened(slug)
    verdicts = list(trial.run(trial.texts.sample(105, 1)))
    assert {verdict.text.part for verdict in verdicts} == {*PARTS}
    assert [verdict.text.words for verdict in verdicts if verdict.outcome == "unchanged"] == []
    assert {verdict.outcome for verdict in verdicts} == {"refused", "changed"}
    for verdict in verdicts:
        assert verdict.problem is None or verdict.problem.end > verdict.problem.start


def test_the_product_holds_every_trigger_effect_and_selector() -> None:
    trial = opened("elemental-command")
    spoken = trial.texts.phrases.values()
    effects = {phrase.name for phrase in spoken if phrase.family == "effect"}
    assert {effect.phrase for effect in trial.texts.effects} == effects
    happenings = {phrase.name for phrase in spoken if phrase.family == "happening"}
    triggers = {phrase.name for phrase in spoken if phrase.family == "trigger"} - {"whenever"}
    assert {occasion.name for occasion in trial.texts.ordinary} == happenings | triggers | {"played"}
    selectors = {phrase.name for phrase in spoken if phrase.family in ("selector", "object", "one", "party")}
    aimed = {effect.node("t").phrase for effect in trial.texts.aimed if effect.phrase == "damage"}
    assert aimed == selectors


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    texts = opened("elemental-command").texts
    assert texts.sample(20, 5) == texts.sample(20, 5)
    assert texts.sample(20, 5) != texts.sample(20, 6)
    assert {text.part for text in texts.sample(20, 5, ["kinds"])} == {"kinds"}


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_piece_has_a_carrier_and_stages(slug: str) -> None:
    trial = opened(slug)
    table = next(iter(trial.stages.tables))
    for kind in trial.texts.kinds:
        if kind.piece:
            assert trial.carrier(kind.id).kind == kind.id
            assert trial.stages.of(trial.game, kind.id, "happens_dies", table), kind.id


def test_what_a_carrier_does_by_itself_is_not_taken_for_the_text() -> None:
    # The hero's own power attacks; a text about draws has nothing to do with it.
    text = Text("hero", "when_attacks", "Whenever your opponent plays a spell, draw a card.", "kinds")
    (verdict,) = opened("elemental-command").run([text])
    assert verdict.outcome == "unchanged"


@pytest.mark.parametrize(
    "words",
    [
        "When this attacks, take control of this.",
        "When this attacks, this attacks this.",
        "At the end of your opponent's turn, gain 2 mana this turn.",
    ],
)
def test_a_text_that_does_nothing_is_found(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "_check_possible", lambda *_: None)
    trigger = "turn_ends" if words.startswith("At") else "when_attacks"
    (verdict,) = opened("elemental-command").run([Text("minion", trigger, words, PARTS[0])])
    assert verdict.outcome == "unchanged"


def test_the_command_counts_what_became_of_the_texts() -> None:
    done = CliRunner().invoke(app, ["pairs", "elemental-command", "--sample", "35", "--seed", "3", "--json"])
    document = json.loads(done.stdout)
    assert done.exit_code == 0
    assert document["texts"] == document["refused"] + document["changed"] == 35
    assert document["parts"] == dict.fromkeys(PARTS, 5)
    assert sum(document["reasons"].values()) == document["refused"]
    assert document["unchanged_texts"] == []


def test_a_sample_may_be_of_one_part() -> None:
    words = ["pairs", "elemental-command", "--part", PARTS[0], "--sample", "5", "--json"]
    done = CliRunner().invoke(app, words)
    assert (done.exit_code, json.loads(done.stdout)["parts"]) == (0, {PARTS[0]: 5})


def test_all_texts_and_some_are_not_asked_for_at_once() -> None:
    done = CliRunner().invoke(app, ["pairs", "elemental-command", "--all", "--sample", "5"])
    assert isinstance(done.exception, CardwrightError)
    assert done.exception.reason == "--all tries all texts and --sample some: give one of the two"
