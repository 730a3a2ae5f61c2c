"""The best agent that a game names: people play against it and get its hints."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright as cw
from cardwright.basics.paths import PATH_VARIABLE
from cardwright.errors import CardwrightError
from cardwright.face.library import USUAL_AGENT
from cardwright.face.native import native_agents
from cardwright.hosting.usual import usual_agent

VARIANT = 'name = "Small Command"\nrules = "elemental-command"\n'


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a variant that the program knows."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "mine"))
    file = tmp_path / "mine" / "small" / "game.toml"
    file.parent.mkdir(parents=True)
    file.write_text(VARIANT, encoding="utf-8")
    return file


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "mana", "ruler"])
def test_every_game_names_an_agent_of_its_own(slug: str) -> None:
    game = cw.game(slug)
    assert game.best_agent.partition("/")[0] in native_agents(game)
    assert game.best_agent != USUAL_AGENT
    assert usual_agent(game.match(seed=1)) == game.best_agent


def test_a_variant_has_the_best_agent_of_its_base_unless_it_names_another(small: Path) -> None:
    assert cw.game("small").best_agent == cw.game("elemental-command").best_agent
    small.write_text(VARIANT + 'best_agent = "value/depth=2/weights=thesis"\n', encoding="utf-8")
    assert cw.game("small").best_agent == "value/depth=2/weights=thesis"
    small.write_text(VARIANT + 'best_agent = ""\n', encoding="utf-8")
    assert cw.game("small").best_agent == USUAL_AGENT


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("lookahed", 'has no native agent "lookahed"; did you mean "lookahead"?'),
        ("simulating", 'has no native agent "simulating"; there are random, pass'),
        ("value/nodes=0", '"0" is no budget of nodes: it must be 1 to 1000000000'),
        ("value/hero=much", '"much" is no weight for "hero": it must be a finite number'),
        ("value/oracle", 'people play against it, and "value/oracle" would be given the truth'),
    ],
)
def test_an_agent_that_cannot_play_the_game_is_refused_with_its_line(
    small: Path, agent: str, words: str
) -> None:
    small.write_text(f'{VARIANT}best_agent = "{agent}"\n', encoding="utf-8")
    with pytest.raises(CardwrightError) as caught:
        cw.game("small")
    assert f'best_agent "{agent}": ' in caught.value.reason
    assert words in str(caught.value)
    assert (caught.value.file, caught.value.line) == (str(small), 3)
