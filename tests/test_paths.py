from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.basics.paths import cache_folder, catalogues_folder, games_folder, write_whole
from cardwright.errors import CardwrightError

PACKAGE = Path(cardwright.__file__).parent


def test_the_games_are_inside_the_package() -> None:
    assert games_folder() == PACKAGE / "games"
    assert games_folder().is_dir()


def test_the_catalogues_are_inside_the_package() -> None:
    assert catalogues_folder() == PACKAGE / "catalogues"


def test_the_cache_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "cardwright"


@pytest.mark.parametrize("named", ["", "relative/cache"])
@pytest.mark.parametrize(("platform", "below_home"), [("linux", ".cache"), ("darwin", "Library/Caches")])
def test_the_cache_is_in_the_home_folder_unless_an_absolute_path_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str, platform: str, below_home: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", platform)
    assert cache_folder() == tmp_path / below_home / "cardwright"


def test_asking_for_the_cache_does_not_make_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not cache_folder().exists()


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CardwrightError, match="cannot be written"):
        write_whole(tmp_path / "file" / "x.json", b"{}")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_device_is_written_to_and_never_replaced() -> None:
    write_whole(Path("/dev/null"), b"nothing")
    with pytest.raises(CardwrightError, match="No space left on device"):
        write_whole(Path("/dev/full"), b"nothing")
    assert Path("/dev/null").is_char_device()
    assert Path("/dev/full").is_char_device()
