"""What finds no room is kept elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.basics.paths import write_whole
from cardwright.cli.parts import rescue
from cardwright.errors import CardwrightError


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """Folders that take no more."""
    folders: list[Path] = []

    def write(path: Path, content: bytes) -> None:
        if any(path.is_relative_to(folder) for folder in folders):
            raise CardwrightError("cannot be written: No space left on device", file=path)
        write_whole(path, content)

    monkeypatch.setattr(rescue, "write_whole", write)
    monkeypatch.setattr(rescue, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folders


def message(path: Path) -> str:
    with pytest.raises(CardwrightError) as caught:
        rescue.write_or_keep(path, b"figures", ".csv")
    return str(caught.value)


def test_a_file_with_room_is_written(tmp_path: Path, full: list[Path]) -> None:
    rescue.write_or_keep(tmp_path / "a.csv", b"figures", ".csv")
    assert (tmp_path / "a.csv").read_bytes() == b"figures"


def test_a_file_without_room_is_kept_among_the_users_files(tmp_path: Path, full: list[Path]) -> None:
    full.append(tmp_path / "disk")
    for number in (1, 2):
        kept = tmp_path / "state" / "cardwright" / "kept" / f"{number}.csv"
        assert message(tmp_path / "disk" / "a.csv") == (
            f"{tmp_path}/disk/a.csv: cannot be written: No space left on device; "
            f"what was to be written is kept in {kept}"
        )
        assert kept.read_bytes() == b"figures"


def test_then_among_temporary_files_and_if_there_is_no_room_at_all_it_is_said(
    tmp_path: Path, full: list[Path]
) -> None:
    full += [tmp_path / "disk", tmp_path / "state"]
    assert str(tmp_path / "temporary" / "cardwright-kept" / "1.csv") in message(tmp_path / "disk" / "a.csv")
    full.append(tmp_path)
    assert message(tmp_path / "disk" / "a.csv").endswith("it could not be kept elsewhere either")
