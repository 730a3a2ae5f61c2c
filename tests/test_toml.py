from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.basics.toml import read_toml
from cardwright.errors import CardwrightError


def test_a_document_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('name = "Æther"\n', encoding="utf-8")
    assert read_toml(file) == {"name": "Æther"}


@pytest.mark.parametrize(
    ("content", "line", "column", "reason"),
    [
        (b"a = 1\nb 2\n", 2, 3, "broken TOML"),
        (b'a = 1\nb = "open', 2, None, "broken TOML"),
        (b"a = 1\n# caf\xe9\n", 2, None, "not UTF-8: byte 0xe9"),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    tmp_path: Path, content: bytes, line: int, column: int | None, reason: str
) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(content)
    with pytest.raises(CardwrightError, match=reason) as caught:
        read_toml(file)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(file), line, column)
    assert "\n" not in str(caught.value)
    assert "(at " not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CardwrightError, match=r"none\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "none.toml")
