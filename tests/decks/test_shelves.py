"""Shelves: decks in a folder below `decks/`, found by `SHELF/NAME` and part of nothing that nobody named."""

from __future__ import annotations

from pathlib import Path

import pytest
from packs import GAME, ready_deck, write

import cardwright as cw
from cardwright.basics.paths import PATH_VARIABLE
from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.errors import CardwrightError
from cardwright.lab.field import read_decks
from cardwright.sources.finding import sources_of


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with two decks on the shelf `loft` and one deck on none."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "mine"))
    decks = tmp_path / "mine" / GAME / "decks"
    write(decks / "plain.toml", ready_deck())
    write(decks / "loft" / "embers.toml", ready_deck())
    write(decks / "loft" / "walls.toml", ready_deck(name="earth-control"))
    return decks


def refusal(name: str) -> str:
    with pytest.raises(CardwrightError) as raised:
        cw.game(GAME).setup((name, "aggro"))
    return str(raised.value)


def test_a_deck_on_a_shelf_is_found_by_its_shelf_and_name(pack: Path) -> None:
    game = cw.game(GAME)
    assert game.deck("loft/embers").cards == game.deck("fire-aggro").cards
    assert game.setup(("loft/embers", "loft/walls")) == game.setup(("fire-aggro", "earth-control"))
    assert game.match(decks=("loft/walls", "aggro"), seed=1).setup.seats[0].hero == "earth"


def test_no_list_of_decks_has_those_on_shelves(pack: Path) -> None:
    without, game = cw.game(GAME, packs=False), cw.game(GAME)
    assert without.shelves == {}
    assert set(game.decks) == {*without.decks, "plain"}
    assert game.shelves == {"loft": ("loft/embers", "loft/walls")}
    assert game.usual_decks == without.usual_decks
    assert list(read_decks(game, "all")) == [*game.decks]


def test_a_game_whose_decks_all_lie_on_shelves_has_no_usual_ones(pack: Path, tmp_path: Path) -> None:
    variant = 'name = "Bare"\nrules = "elemental-command"\n[leave_out]\ndecks = ["*"]\n'
    write(tmp_path / "mine" / "bare" / "game.toml", variant)
    write(tmp_path / "mine" / "bare" / "decks" / "loft" / "embers.toml", ready_deck())
    game = cw.game("bare")
    assert (game.decks, game.shelves) == ((), {"loft": ("loft/embers",)})
    with pytest.raises(CardwrightError, match="bare has no ready decks"):
        game.setup()
    assert game.setup(("loft/embers", "loft/embers")).seats[0].hero == "fire"


def test_all_of_a_shelf_are_named_together(pack: Path) -> None:
    game = cw.game(GAME)
    assert list(read_decks(game, "loft/all")) == ["loft/embers", "loft/walls"]
    assert list(read_decks(game, "aggro,loft/all")) == ["fire-aggro", "loft/embers", "loft/walls"]
    with pytest.raises(CardwrightError) as raised:
        read_decks(game, "lofd/all")
    assert str(raised.value) == f'{GAME} has no shelf "lofd"; did you mean "loft"?'
    with pytest.raises(CardwrightError) as raised:
        read_decks(cw.game(GAME, packs=False), "loft/all")
    assert str(raised.value) == f'{GAME} has no shelf "loft"; there are none'


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("loft/ember", 'did you mean "loft/embers"?'),
        ("lotf/embers", 'did you mean "loft/embers"?'),
        ("embers", 'did you mean "loft/embers"?'),
        ("attic/embrs", 'did you mean "loft/embers"?'),
        ("loft", "that is a shelf: name one of its decks, such as loft/embers"),
        ("loft/unheard-of-things", "the shelf loft has loft/embers, loft/walls"),
    ],
)
def test_a_name_that_is_wrong_gets_the_one_that_was_meant(pack: Path, name: str, hint: str) -> None:
    assert refusal(name) == f'{GAME} has no deck "{name}"; {hint}'


def test_shelves_are_named_where_nothing_is_near(pack: Path) -> None:
    said = refusal("unheard-of-things")
    assert said.startswith(f'{GAME} has no deck "unheard-of-things"; there are ')
    assert said.endswith(", the shelf loft")
    assert "loft/" not in said


def test_a_deck_on_a_shelf_that_changed_is_noticed(pack: Path) -> None:
    assert "loft/embers" in cw.game(GAME).shelves["loft"]
    write(pack / "loft" / "embers.toml", ready_deck(name="wind-midrange"))
    assert cw.game(GAME).deck("loft/embers").hero == "wind"
    write(pack / "loft" / "third.toml", ready_deck())
    assert cw.game(GAME).shelves["loft"] == ("loft/embers", "loft/third", "loft/walls")
    (pack / "loft" / "embers.toml").rename(pack / "embers.toml")
    assert "embers" in cw.game(GAME).decks
    assert cw.game(GAME).shelves["loft"] == ("loft/third", "loft/walls")


def test_decks_on_shelves_are_checked_as_the_game_is_built(pack: Path) -> None:
    write(pack / "loft" / "embers.toml", ready_deck().replace("ember-wisp", "ember-wsp "))
    with pytest.raises(CardwrightError) as raised:
        build_catalogue(sources_of(GAME))
    at = f"mine/{GAME}/decks/loft/embers.toml:7:1"
    assert str(raised.value) == f'{at}: unknown card "ember-wsp"; did you mean "ember-wisp"?'
    assert [row["reason"] for row in lint(sources_of(GAME))["errors"]] == ['unknown card "ember-wsp"']


def test_two_decks_may_have_one_name_on_different_shelves_and_not_on_one(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(pack / "embers.toml", ready_deck())
    write(pack / "cellar" / "embers.toml", ready_deck(name="earth-control"))
    game = cw.game(GAME)
    assert game.deck("embers").hero == game.deck("loft/embers").hero == "fire"
    assert game.deck("cellar/embers").hero == "earth"
    write(tmp_path / "more" / GAME / "decks" / "loft" / "embers.toml", ready_deck())
    monkeypatch.setenv(PATH_VARIABLE, f"{tmp_path / 'mine'}:{tmp_path / 'more'}")
    with pytest.raises(CardwrightError, match='the deck "loft/embers" is there already: mine/'):
        build_catalogue(sources_of(GAME))


def test_packs_share_a_shelf(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "more" / GAME / "decks" / "loft" / "third.toml", ready_deck())
    monkeypatch.setenv(PATH_VARIABLE, f"{tmp_path / 'mine'}:{tmp_path / 'more'}")
    assert set(cw.game(GAME).shelves["loft"]) == {"loft/embers", "loft/walls", "loft/third"}


def test_a_shelf_may_stand_on_another(pack: Path) -> None:
    write(pack / "loft" / "chest" / "deep.toml", ready_deck())
    game = cw.game(GAME)
    assert game.shelves["loft/chest"] == ("loft/chest/deep",)
    assert list(read_decks(game, "loft/all")) == ["loft/embers", "loft/walls"]
    assert list(read_decks(game, "loft/chest/all")) == ["loft/chest/deep"]


def test_a_variant_has_the_shelves_of_its_base_and_may_leave_them_out(tmp_path: Path, pack: Path) -> None:
    variant = 'name = "Small"\nrules = "elemental-command"\n'
    file = write(tmp_path / "mine" / "small" / "game.toml", variant)
    assert cw.game("small").shelves == cw.game(GAME).shelves
    file.write_text(f'{variant}[leave_out]\ndecks = ["loft/*"]\n', encoding="utf-8")
    assert cw.game("small").shelves == {}
    assert "plain" in cw.game("small").decks
