"""The user's own cards, decks, boards and variants: found, added, or refused in one sentence."""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from typer.testing import CliRunner

import cardwright as cw
from cardwright.basics.paths import PATH_VARIABLE, TOLD_VARIABLE, games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.building.loading import load_catalogue
from cardwright.cli import app
from cardwright.errors import CardwrightError, SetAside, TraceError
from cardwright.face.playthrough import playthrough
from cardwright.face.trace import Trace
from cardwright.sources.finding import game_sources, sources_of

GAME = "elemental-command"

GOLEM = """[[card]]
id     = "{id}"
name   = "{name}"
kind   = "minion"
cost   = 9
needs  = {{ earth = 5 }}
attack = 6
health = 8
rarity = "rare"
text   = "Taunt."
"""
FIRE_SPELL = """[[card]]
id     = "flicker"
name   = "Flicker"
kind   = "spell"
cost   = 1
needs  = { fire = 1 }
rarity = "common"
text   = "Deal 2 damage to a minion."
"""
VARIANT = 'name = "Small Command"\nrules = "elemental-command"\n'

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into a folder of the user's that Cardwright is told to add."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    named: list[str] = []

    def write(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        root = str(tmp_path / name.split("/")[0])
        if root not in named:
            named.append(root)
        monkeypatch.setenv(PATH_VARIABLE, os.pathsep.join(named))
        return path

    return write


def golem(number: int = 1) -> str:
    return GOLEM.format(id=f"golem-{number}", name=f"Golem {('One', 'Two')[number - 1]}")


def deck_with(card: str, out: str, base: str = "earth-control") -> str:
    """The TOML of a ready deck with one card changed for another."""
    text = (games_folder() / GAME / "decks" / f"{base}.toml").read_text(encoding="utf-8")
    lines = [f"{card} = {line.split('=')[1]}" if line.startswith(out) else line for line in text.splitlines()]
    return "\n".join(lines).replace('name = "Earth Control"', 'name = "With a golem"') + "\n"


def error() -> str:
    """The error about the user's folders, or about the game made from them."""
    with pytest.raises(CardwrightError) as raised:
        build_catalogue(sources_of(GAME))
    assert "\n" not in str(raised.value)
    return str(raised.value)


def told(monkeypatch: pytest.MonkeyPatch) -> str:
    """The warnings about the user's folders; all games work without them."""
    monkeypatch.setenv(TOLD_VARIABLE, "")
    with pytest.warns(SetAside) as warned:
        assert GAME in game_sources()
    return str(warned[0].message)


def test_a_pack_adds_cards_and_decks(write: Write) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    write(f"mine/{GAME}/decks/golems.toml", deck_with("golem-1", "mountain-lord"))
    game = cw.game(GAME)
    assert game.card("Golem One").text == "Taunt."
    assert "golem-1" in game.deck("golems").cards
    columns = cw.play_matches(game, game.setup(("golems", "aggro")), ["greedy", "greedy"], seeds=range(20))
    assert set(columns.winner) <= {0, 1, 2, -1}
    assert [card.id for card in game.cards[:-1]] == [card.id for card in cw.game(GAME, packs=False).cards]


def test_a_folder_of_one_slug_may_be_named_itself(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(f"mine/{GAME}/cards/golems.toml", golem())
    monkeypatch.setenv(PATH_VARIABLE, str(path.parents[1]))
    assert cw.game(GAME).card("golem-1")
    monkeypatch.chdir(path.parents[1])
    monkeypatch.setenv(PATH_VARIABLE, ".")
    assert cw.game(GAME).card("golem-1")


def test_several_folders_add_up_and_one_named_twice_is_one(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(f"one/{GAME}/cards/a.toml", golem(1))
    write(f"two/{GAME}/cards/a.toml", golem(2))
    names = [str(tmp_path / name) for name in ("one", "two", "one")]
    monkeypatch.setenv(PATH_VARIABLE, os.pathsep.join(names))
    assert [card.id for card in cw.game(GAME).cards[-2:]] == ["golem-1", "golem-2"]


def test_a_folder_that_is_named_by_two_paths_is_one(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    write("mine/small/game.toml", VARIANT)
    (tmp_path / "link").symlink_to("mine")
    names = ["mine", f"mine/{GAME}", "mine/small", "link", str(tmp_path / "mine")]
    monkeypatch.setenv(PATH_VARIABLE, os.pathsep.join(names))
    assert [card.id for card in cw.game("small").cards].count("golem-1") == 1


def test_other_folders_beside_those_of_games_are_no_fault(write: Write) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    write("mine/notes/idea.md", "a golem")
    write("mine/.git/config", "")
    assert cw.game(GAME).card("golem-1")


def test_a_mark_at_the_beginning_of_a_file_is_read_over(write: Write) -> None:
    write(f"mine/{GAME}/cards/golems.toml", b"\xef\xbb\xbf" + golem().encode())
    assert cw.game(GAME).card("golem-1")


def test_the_cache_knows_the_packs(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = load_catalogue(GAME, packs=False)
    path = write(f"mine/{GAME}/cards/golems.toml", golem())
    one = load_catalogue(GAME)
    assert load_catalogue(GAME, packs=False).raw == shipped.raw
    path.write_text(golem().replace("attack = 6", "attack = 5"), encoding="utf-8")
    assert load_catalogue(GAME).card("golem-1").attack == 5 != one.card("golem-1").attack
    assert len(list((tmp_path / "cache").glob(f"cardwright/catalogues/{GAME}-*.json"))) == 2
    monkeypatch.delenv(PATH_VARIABLE)
    assert load_catalogue(GAME).raw == shipped.raw


# Faults are reported.


def test_a_folder_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "gone"))
    assert error().startswith(f"{tmp_path}/gone: there is no such folder; --with and CARDWRIGHT_PATH name")


def test_a_file_is_no_folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("mine/x.toml", "")
    monkeypatch.setenv(PATH_VARIABLE, str(path))
    assert error().startswith("mine/x.toml: this is a file, not a folder")


def test_a_folder_without_anything_for_a_game_says_what_was_looked_for(write: Write) -> None:
    write("mine/idea.txt", "")
    assert error() == (
        "mine: this folder holds nothing to add: looked for SLUG/game.toml, or for SLUG/ with boards, cards, "
        "decks, scenarios or weights; SLUG is the name of a game: elemental-command, hearth, hexlands, mana, "
        "ruler"
    )


def test_an_unknown_slug_names_the_nearest(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("mine/elemental-comand/cards/x.toml", golem())
    assert told(monkeypatch) == (
        'mine/elemental-comand: this folder is set aside: there is no game "elemental-comand" to add to, '
        'and the folder has no game.toml; did you mean "elemental-command"?'
    )


def test_a_folder_of_cards_that_is_not_named_like_a_game_is_named(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("mine/cards/x.toml", golem())
    assert told(monkeypatch).startswith('mine: this folder is set aside: there is no game "mine" to add to')


def test_a_folder_of_a_game_that_adds_nothing_is_named(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write(f"mine/{GAME}/golems.md", golem())
    assert told(monkeypatch) == (
        f"mine/{GAME}: this folder is set aside: this adds nothing to {GAME}: "
        "it has none of the folders boards, cards, decks, scenarios, weights"
    )


@contextmanager
def without_power() -> Iterator[None]:
    """Drop root's right to read every file, but keep the rights of the clone's owner."""
    if os.geteuid() != 0:
        yield
        return
    is_linux = sys.platform == "linux"
    os.seteuid(Path(cw.__file__).stat().st_uid if is_linux else 65534)
    try:
        with nullcontext() if not is_linux else without_capabilities(CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            yield
    finally:
        os.seteuid(0)


CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
"""The Linux numbers of the capabilities that let root open any file."""


@contextmanager
def without_capabilities(*numbers: int) -> Iterator[None]:
    """Drop some capabilities of this thread."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = struct.pack("Ii", 0x20080522, 0)  # version 3 of the call, this thread
    before = ctypes.create_string_buffer(24)
    assert libc.capget(header, before) == 0, os.strerror(ctypes.get_errno())
    effective, *others = struct.unpack("6I", before.raw)
    fewer = effective & ~sum(1 << number for number in numbers)
    assert libc.capset(header, struct.pack("6I", fewer, *others)) == 0, os.strerror(ctypes.get_errno())
    try:
        yield
    finally:
        assert libc.capset(header, before.raw[:24]) == 0, os.strerror(ctypes.get_errno())


@pytest.mark.parametrize("closed", ["mine", f"mine/{GAME}/cards/golems.toml"])
def test_what_may_not_be_read_is_named(closed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as above:  # not pytest's, which only its owner may enter
        path = Path(above, "mine", GAME, "cards", "golems.toml")
        path.parent.mkdir(parents=True)
        path.write_text(golem(), encoding="utf-8")
        Path(above).chmod(0o755)
        Path(above, closed).chmod(0)
        monkeypatch.setenv(PATH_VARIABLE, f"{above}/mine")
        with without_power():
            said = error()
        Path(above, closed).chmod(0o755)
    assert said == f"{above}/{closed}: cannot be read: Permission denied"


@pytest.mark.parametrize(
    ("closed", "mode"),
    [
        *(("", mode) for mode in (0, 0o311, 0o644)),
        *((part, mode) for part in ("cards", "cards/more", "scenarios") for mode in (0, 0o311)),
    ],
)
def test_a_folder_that_may_not_be_read_is_set_aside(
    closed: str, mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory() as above:  # not pytest's, which only its owner may enter
        for name in ("cards/more/golems.toml", "cards/more/notes.txt", "scenarios/some.md"):
            path = Path(above, "mine", GAME, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(golem(), encoding="utf-8")
        Path(above).chmod(0o755)
        folder = Path(above, "mine", GAME, closed)
        folder.chmod(mode)
        monkeypatch.setenv(PATH_VARIABLE, f"{above}/mine")
        with without_power():
            said = told(monkeypatch)
            cards = cw.game(GAME).card_names
        folder.chmod(0o755)
    reason = "this folder is set aside: cannot be read: Permission denied"
    assert said == f"{above}/mine/{GAME}/{closed}".rstrip("/") + f": {reason}"
    assert ("Golem One" in cards) == (closed == "scenarios")


@pytest.mark.parametrize("name", ["decks", "cards"])
def test_a_link_to_itself_is_set_aside(name: str, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write(f"mine/{GAME}/boards/README.md", "")
    Path("mine", GAME, name).symlink_to(name)
    assert told(monkeypatch).startswith(
        f"mine/{GAME}/{name}: this folder is set aside: cannot be read: Too many levels of symbolic links"
    )
    assert cw.game(GAME).match(seed=7).seat_count == 2


def test_a_folder_of_a_game_that_is_a_link_to_itself_is_set_aside(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("mine/mana/cards/README.md", "")
    Path("mine", GAME).symlink_to(GAME)
    assert told(monkeypatch).startswith(
        f"mine/{GAME}: this folder is set aside: cannot be read: Too many levels of symbolic links"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "golem-1",
            "oak-warden",
            'mine.toml:2:1: card "oak-warden": the id is taken by {game}/cards/earth.toml:4',
        ),
        (
            "Golem One",
            "Oak Warden",
            'mine.toml:3:1: card "golem-1": the name is taken by {game}/cards/earth.toml:5',
        ),
        ("Taunt.", "Taunted.", 'mine.toml:10:11: card "golem-1": unknown word "Taunted"'),
        ("id ", "id = ", "mine.toml:2:10: broken TOML: Invalid value"),
        ("cost ", "cots ", 'mine.toml:5:1: unknown key "cots"; did you mean "cost"?'),
    ],
)
def test_a_wrong_card_names_its_line_and_what_it_clashes_with(
    write: Write, old: str, new: str, said: str
) -> None:
    write(f"mine/{GAME}/cards/mine.toml", golem().replace(old, new, 1))
    game = os.path.realpath(games_folder() / GAME)
    assert error().startswith(f"mine/{GAME}/cards/{said.format(game=game)}")


def test_a_clash_between_two_packs_names_both(write: Write) -> None:
    write(f"one/{GAME}/cards/a.toml", golem(1))
    write(f"two/{GAME}/cards/b.toml", golem(1))
    assert (
        error()
        == f'two/{GAME}/cards/b.toml:2:1: card "golem-1": the id is taken by one/{GAME}/cards/a.toml:2'
    )


def test_a_clash_of_decks_and_boards_names_both(write: Write, tmp_path: Path) -> None:
    deck = write(f"mine/{GAME}/decks/fire-aggro.toml", deck_with("gust", "harvest"))
    shipped = os.path.realpath(games_folder() / GAME / "decks" / "fire-aggro.toml")
    assert error() == (
        f'mine/{GAME}/decks/fire-aggro.toml: the deck "fire-aggro" is there already: {shipped}; '
        "give the file another name"
    )
    deck.rename(deck.with_name("aggro.toml"))
    assert 'the deck "aggro" is there already: game.toml' in error()
    deck.with_name("aggro.toml").unlink()
    write(f"one/{GAME}/boards/hill.toml", "x = 1\n")
    write(f"two/{GAME}/boards/hill.toml", "x = 2\n")
    assert (
        f'two/{GAME}/boards/hill.toml: the board "hill" is there already: one/{GAME}/boards/hill' in error()
    )


def test_a_wrong_deck_of_a_pack_can_be_checked_and_imported_again(write: Write) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    path = write(f"mine/{GAME}/decks/golems.toml", deck_with("golem-1", "mountain-lord") + "quake2 = 1\n")
    assert error() == f'mine/{GAME}/decks/golems.toml:34:1: unknown card "quake2"; did you mean "quake"?'
    checked = CliRunner().invoke(app, ["decks", "check", GAME, str(path)])
    assert (checked.exit_code, checked.stdout.count("\n")) == (1, 3)
    by_name = CliRunner().invoke(app, ["decks", "check", GAME, "golems", "aggro"]).stdout
    assert by_name.splitlines()[0] == error()
    assert by_name.splitlines()[-2:] == ["golems: 2 faults", "aggro: legal"]
    text = CliRunner().invoke(app, ["decks", "export", GAME, "aggro"], env={PATH_VARIABLE: ""}).stdout
    words = ["decks", "import", GAME, "-", "--to", str(path)]
    assert CliRunner().invoke(app, words, input=text).exit_code == 0
    assert cw.game(GAME).deck("golems") == cw.game(GAME).deck("aggro")


def test_a_board_of_a_pack_is_in_the_catalogue(write: Write) -> None:
    write(f"mine/{GAME}/boards/hill.toml", "height = 3\n")
    assert load_catalogue(GAME).game.boards["hill"] == {"height": 3}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "language = 2\n",
            "pack.toml:1:1: this needs version 2 of the card language, and this program has 1",
        ),
        (
            'name = "Golems"\nlanguage = "new"\n',
            "pack.toml:2:1: this needs version 'new' of the card",
        ),
        ("langauge = 1\n", 'pack.toml:1:1: unknown key "langauge"; did you mean "language"?'),
        ("language = \n", "pack.toml:1:12: broken TOML"),
        ("name = 3\n", 'pack.toml:1:1: "name" is a text; write it like name = "My Cards"'),
    ],
)
def test_a_wrong_pack_file_sets_the_pack_aside(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    write(f"mine/{GAME}/pack.toml", text)
    place, _, reason = said.partition(": ")
    assert told(monkeypatch).startswith(f"mine/{GAME}/{place}: the pack is set aside: {reason}")
    with pytest.raises(CardwrightError, match='no card "golem-1"'):
        cw.game(GAME).card("golem-1")
    write(f"mine/{GAME}/pack.toml", 'name = "Golems"\nlanguage = 1\n')
    assert cw.game(GAME).card("golem-1")


def test_a_deck_is_not_blamed_for_a_file_of_cards_that_is_broken(write: Write) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem() + "[[card]\n")
    write(f"mine/{GAME}/decks/golems.toml", deck_with("golem-1", "mountain-lord"))
    [row] = lint(game_sources()[GAME])["errors"]
    assert row["reason"].startswith("broken TOML")
    write(f"mine/{GAME}/decks/golems.toml", deck_with("golem-7", "mountain-lord"))
    assert [row["reason"] for row in lint(game_sources()[GAME])["errors"]][1:] == ['unknown card "golem-7"']


# Matches that were played before do not change.


def played(seed: int = 3, decks: tuple[str, str] = ("fire-aggro", "earth-control")) -> cw.Match:
    match = cw.game(GAME).match(decks, seed=seed)
    agents = [cw.agent("random", seed=seat) for seat in (0, 1)]
    while not match.is_over and match.ply < 120:
        seat = min(match.to_act)
        match.play(agents[seat].choose(match.view(seat)))
    return match


def test_cards_that_nothing_shipped_can_make_change_no_match(write: Write) -> None:
    before = playthrough(played())
    write(f"mine/{GAME}/cards/golems.toml", golem())
    assert playthrough(played()) == before


def test_a_trace_of_shipped_decks_is_played_again_with_a_pack_that_its_cards_could_draw_from(
    write: Write,
) -> None:
    decks = ("random:0", "earth-control")
    match = played(decks=decks)
    assert "ember-tutor" in match.setup.seats[0].cards, "it makes random fire spells"
    text = match.trace.to_text()
    write(f"mine/{GAME}/cards/fire.toml", FIRE_SPELL)
    assert match.setup.cards_version(cw.game(GAME).catalogue) != match.trace.cards
    assert cw.replay(text).hash == match.hash
    with_pack = played(decks=decks).trace.to_text()
    assert cw.replay(with_pack).game.card("flicker")


def test_a_trace_with_a_pack_says_what_is_missing_without_it(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(f"mine/{GAME}/cards/golems.toml", golem())
    write(f"mine/{GAME}/decks/golems.toml", deck_with("golem-1", "mountain-lord"))
    match = played(decks=("golems", "aggro"))
    bare, whole = match.trace.to_text(), match.trace.to_text(embed=True)
    assert cw.replay(bare).hash == match.hash
    monkeypatch.delenv(PATH_VARIABLE)
    with pytest.raises(TraceError) as raised:
        cw.replay(bare)
    assert str(raised.value) == (
        f"it was played with cards that {GAME} does not have here: golem-1; "
        "if it was played with a folder of your own, name it: --with PATH"
    )
    again = cw.replay(whole)
    assert again.trace.position == match.trace.position, "a trace that carries its cards needs no pack"


def test_a_trace_of_other_cards_is_replayed_beside_a_broken_one(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = played().trace.to_text()
    write(f"mine/{GAME}/cards/golems.toml", golem().replace("Taunt", "Tount"))
    monkeypatch.setenv(TOLD_VARIABLE, "")
    with pytest.warns(SetAside, match=r'golems\.toml:10:11: card "golem-1" is set aside: .*"Taunt"'):
        assert cw.replay(text).trace.position == played().trace.position


# Variants.


def test_a_variant_has_the_rules_and_cards_of_its_base_and_its_own_changes(write: Write) -> None:
    write(
        "mine/small/game.toml", VARIANT + '[limits]\nhand = 7\n[leave_out]\ncards = ["mountain-*", "spark"]\n'
    )
    write(
        "mine/small/cards/own.toml",
        FIRE_SPELL.replace("flicker", "spark").replace("Flicker", "Spark") + golem(),
    )
    small, base = cw.game("small"), cw.game(GAME)
    assert (small.name, small.slug, small.rules) == ("Small Command", "small", GAME)
    ids = {card.id for card in small.cards}
    assert {card.id for card in base.cards} - ids == {"mountain-lord", "mountain-that-walks"}
    assert ids - {card.id for card in base.cards} == {"golem-1"}
    assert (small.card("spark").text, base.card("spark").text) == (
        "Deal 2 damage to a minion.", "Deal 1 damage to a minion."
    )  # fmt: skip
    assert small.catalogue.game.limits == base.catalogue.game.limits | {"hand": 7}
    assert "earth-control" not in small.decks, "it has mountains"
    assert "fire-aggro" in small.decks
    match = small.match(("aggro", "wind-aggro"), seed=1)
    agent = cw.agent("greedy")
    while not match.is_over:
        seat = min(match.to_act)
        match.play(agent.choose(match.view(seat)))
    assert cw.replay(match.trace.to_text()).hash == match.hash
    assert "game small\n" in match.trace.to_text()


def test_a_variant_without_heroes_has_no_decks_of_its_base_and_says_why_it_cannot_be_played(
    write: Write,
) -> None:
    write("mine/small/game.toml", VARIANT + '[leave_out]\ncards = ["earth", "wind", "fire"]\n')
    assert cw.game("small").decks == ()
    with pytest.raises(CardwrightError, match="a match of small needs a hero for every seat"):
        cw.game("small").match(("random:1", "random:2"))


def test_a_limit_that_the_kernel_refuses_is_said_with_the_file(write: Write) -> None:
    write("mine/small/game.toml", VARIANT + "[limits]\nopening_hand = 30\n")
    with pytest.raises(CardwrightError, match=r"^mine/small/game.toml: .*'opening_hand' is 30; it must be 1"):
        cw.game("small")


def test_a_variant_may_speak_in_other_words(write: Write) -> None:
    own = '[words]\nturn = "round"\nturns = "rounds"\n[[keyword]]\nid = "haste"\nword = "Speed"\n'
    write("mine/small/game.toml", VARIANT + own)
    write("mine/small/cards/own.toml", golem().replace("Taunt.", "Speed."))
    small = cw.game("small")
    assert small.card("ember-wisp").text == "Speed."
    assert small.card("entangle").text == "Root an enemy minion for 2 rounds and set its attack to 1."
    assert small.card("golem-1").keywords == small.card("ember-wisp").keywords


def test_a_pack_adds_to_a_variant_and_a_variant_has_the_packs_of_its_base(write: Write) -> None:
    write("mine/small/game.toml", VARIANT)
    write("more/small/cards/own.toml", golem(1))
    write(f"more/{GAME}/cards/own.toml", golem(2))
    assert cw.game("small").card("golem-1")
    assert cw.game("small").card("golem-2")
    with pytest.raises(CardwrightError, match='has no card "golem-1"'):
        cw.game(GAME).card("golem-1")


def test_a_variant_of_a_variant_is_played_by_the_same_rules(write: Write) -> None:
    write("mine/small/game.toml", VARIANT + '[words]\nturn = "round"\n[limits]\nhand = 7\n')
    write("mine/tiny/game.toml", 'name = "Tiny"\nrules = "small"\n[limits]\nopening_hand = 3\n')
    tiny = cw.game("tiny")
    assert (tiny.rules, tiny.catalogue.game.limits["hand"]) == (GAME, 7)
    assert "round" in tiny.card("furnace-keeper").text
    assert len(tiny.match(seed=1).view(0).hand) == 3


def test_a_whole_game_of_a_shipped_slug_takes_its_place(write: Write, tmp_path: Path) -> None:
    shutil.copytree(games_folder() / GAME, tmp_path / "mine" / GAME)
    write(f"mine/{GAME}/cards/own.toml", golem())
    assert cw.game(GAME).card("golem-1")
    assert game_sources()[GAME].folder == tmp_path / "mine" / GAME


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            VARIANT.replace("command", "comand"),
            'game.toml:2:1: there is no game "elemental-comand" whose rules it could take; did you mean',
        ),
        (
            VARIANT.replace("elemental-command", "small"),
            "a variant needs its own slug, but this folder is called small like its base",
        ),
        (
            'name = "X"\nrules = ["elemental-command"]\n',
            'small/game.toml:2:1: "rules" is the slug of a game; write it like rules = "SLUG"',
        ),
        ('name = "X"\n[rules]\n', 'small/game.toml:2:1: "rules" is the slug of a game'),
        (
            'name = "X"\n"rules" = "x"\n',
            'small/game.toml:2:2: there is no game "x" whose rules it could take',
        ),
        (VARIANT + 'name = "X"\n', "mine/small/game.toml:3:11: broken TOML"),
        (
            VARIANT + "language = 3\n",
            "game.toml:3:1: this needs version 3 of the card language, and this program has 1",
        ),
        (
            VARIANT + '[leave_out]\ncards = ["mountain-lrd"]\n',
            'base has no "mountain-lrd" among its cards; did you mean "mountain-lord"?',
        ),
        (
            VARIANT + '[leave_out]\ndecks = ["fire-agro"]\n',
            'base has no "fire-agro" among its decks; did you mean "fire-aggro"?',
        ),
        (
            VARIANT + '[leave_out]\ncrads = ["x"]\n',
            'game.toml:4:1: unknown key "crads"; did you mean "cards"?',
        ),
        (VARIANT + '[leave_out]\ncards = "x"\n', 'game.toml:4:1: "cards" is a list of names'),
        (
            VARIANT + '[leave_out]\ncards = ["stone-sprout"]\n',
            "it names the card 'stone-sprout', which is not in small; leave grove-caller out too",
        ),
        (
            'name = "X"\n[leave_out]\ncards = ["x"]\n',
            'only a variant can leave things out; name its base with rules = "SLUG"',
        ),
        (VARIANT + "[limits]\ndekc = 20\n", 'game.toml:4:1: unknown limit "dekc"; did you mean "deck"?'),
        (VARIANT + '[words]\ntrun = "x"\n', 'game.toml:4:1: unknown word "trun"; did you mean "turn"?'),
        (VARIANT + '[words]\nturn = ""\n', 'game.toml:4:1: the word for "turn" is missing'),
        (VARIANT + "zones = []\n", "game.toml:3:1: the zones begin with those of the base: hand, deck"),
        (VARIANT + "budget = 3\n", 'game.toml:3:1: "budget": expected a table, got a whole number'),
        (VARIANT + '[budget.keywords]\ntaunt = "x"\n', 'game.toml:4:1: "taunt": expected a number, got a'),
        (
            VARIANT + '[[kind]]\nid = "hero"\nunique = false\n',
            'card "harvest": its text cannot be written in the words of small; leave harvest out too',
        ),
        (VARIANT + '[limits]\ndeck = "x"\n', 'game.toml:4:1: "deck": expected a whole number, got a text'),
        (VARIANT + '[[keyword]]\nid = "taunt"\nword = "Haste"\n', '5:1: "Haste" is the word of both'),
        (VARIANT + "[limit]\nhand = 3\n", 'unknown key "limit"; did you mean "limits"?'),
        (
            VARIANT + '[[keyword]]\nid = "flying"\nwrod = "Flying"\n',
            'game.toml:5:1: unknown key "wrod"; did you mean "word"?',
        ),
    ],
)
def test_a_wrong_variant_is_one_sentence(write: Write, text: str, said: str) -> None:
    write("mine/small/game.toml", text)
    with pytest.raises(CardwrightError) as raised:
        cw.game("small")
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_lint_lists_every_card_of_a_base_that_a_variant_cannot_have(write: Write) -> None:
    write("mine/small/game.toml", VARIANT + '[leave_out]\ncards = ["stone-sprout"]\n')
    rows = lint(game_sources()["small"])["errors"]
    assert len(rows) > 1
    assert {row["reason"] for row in rows} == {"it names the card 'stone-sprout', which is not in small"}


def test_a_game_without_rules_says_how_a_variant_names_them(write: Write, tmp_path: Path) -> None:
    shutil.copytree(games_folder() / GAME, tmp_path / "mine" / "solo")
    write("mine/solo/pack.md", "")
    with pytest.raises(
        CardwrightError, match=r"no rules for .solo.; .*; a variant says in game.toml: rules ="
    ):
        cw.game("solo")


def test_variants_of_each_other_are_refused(write: Write) -> None:
    write("mine/a/game.toml", 'name = "A"\nrules = "b"\n')
    write("mine/b/game.toml", 'name = "B"\nrules = "a"\n')
    for slug in "ab":
        with pytest.raises(
            CardwrightError, match=r"^mine/b/game.toml:2:1: b and a are variants of each other"
        ):
            cw.game(slug)


def test_a_game_that_is_there_twice_names_both(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("one/small/game.toml", VARIANT)
    write("two/small/game.toml", VARIANT)
    assert told(monkeypatch).startswith(
        'two/small: this one is set aside: the game "small" is there twice, here and in one/small; '
        "give one of"
    )


def test_a_card_of_a_variant_that_has_the_id_of_its_base_says_how_to_replace_it(write: Write) -> None:
    write("mine/small/game.toml", VARIANT)
    write("mine/small/cards/own.toml", golem().replace("golem-1", "oak-warden"))
    with pytest.raises(
        CardwrightError, match=r"the id is taken by .*; a variant replaces a card that it leaves"
    ):
        build_catalogue(sources_of("small"))


def test_a_trace_of_a_variant_that_is_not_there_says_so(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("mine/small/game.toml", VARIANT)
    match = cw.game("small").match(seed=1)
    text, whole = match.trace.to_text(), match.trace.to_text(embed=True)
    monkeypatch.delenv(PATH_VARIABLE)
    with pytest.raises(TraceError, match=r'there is no game "small"; .*--with PATH'):
        cw.replay(text)
    assert cw.replay(Trace.from_text(whole)).game.rules == GAME
