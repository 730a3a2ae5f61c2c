"""The contract of a game stays small: its parts, their files, and functions that only pass a call on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACT = ROOT / "crates" / "effects" / "src" / "contract"
GAMES = sorted(path for path in (ROOT / "crates" / "rules" / "src").iterdir() if path.is_dir())
PARTS = {
    found.group(1): path.stem
    for path in CONTRACT.glob("*.rs")
    if (found := re.search(r"^pub trait (\w+): (?:Basics|Shape)\b", path.read_text(), re.M))
}
#: The most functions, constants and types of a part.
MOST_ITEMS = 30
#: The most functions of a game that only pass a call on.
MOST_FORWARDERS = 5
FUNCTION = re.compile(r"^    (?:pub )?fn (\w+)\((.*?)\)[^{;]*\{\n(.*?)\n    \}$", re.M | re.S)


def sources(folder: Path) -> dict[Path, str]:
    return {
        path.relative_to(folder): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.rs"))
    }


def names_of(parameters: str) -> list[str]:
    """The names of a function's parameters, in order."""
    return re.findall(r"(?:^|, ?|\n *)(?:mut )?(\w+):", parameters)


def forwarders(text: str) -> list[str]:
    """Functions whose body is a single call with their own arguments."""
    found = []
    for name, parameters, body in FUNCTION.findall(text):
        call = re.fullmatch(r"\s*[\w:]+\(([\w, ]*)\);?", body)
        if call and [word for word in call.group(1).split(", ") if word] == names_of(parameters):
            found.append(name)
    return found


def test_every_part_is_declared_in_a_file_of_its_own() -> None:
    declared = set(re.findall(r"^pub use (\w+)::", (CONTRACT / "mod.rs").read_text(), re.M))
    assert {file for part, file in PARTS.items() if part.lower() == file} == declared


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_has_at_most_thirty_items(part: str) -> None:
    text = (CONTRACT / f"{PARTS[part]}.rs").read_text(encoding="utf-8")
    body = text[text.index(f"pub trait {part}:") :]
    items = re.findall(r"^    (?:fn|const|type) \w+", body, re.M)
    assert 0 < len(items) <= MOST_ITEMS


@pytest.mark.parametrize("game", [path.name for path in GAMES])
def test_a_game_implements_each_part_in_its_own_file(game: str) -> None:
    folder = ROOT / "crates" / "rules" / "src" / game
    homes = {part: {f"{file}.rs", f"{file}/mod.rs"} for part, file in PARTS.items()} | {"Basics": {"mod.rs"}}
    found: dict[str, str] = {}
    for path, text in sources(folder).items():
        found |= {
            part: path.as_posix()
            for part in re.findall(r"^impl (\w+) for \w+ \{", text, re.M)
            if part in PARTS
        }
    assert {part: home for part, home in found.items() if home not in homes[part]} == {}
    usual = re.findall(r"^usual!\(\w+: ([\w, ]+)\);", (folder / "mod.rs").read_text(), re.M)
    listed = {part for parts in usual for part in parts.split(", ")}
    assert set(found) | listed == set(PARTS)


@pytest.mark.parametrize("game", [path.name for path in GAMES])
def test_a_game_passes_few_calls_on(game: str) -> None:
    found = [
        name
        for text in sources(ROOT / "crates" / "rules" / "src" / game).values()
        for name in forwarders(text)
    ]
    assert len(found) <= MOST_FORWARDERS, found


def test_a_forwarder_is_found() -> None:
    text = """
    fn groups(game: &Game<Self>, state: &State<Self>) {
        actions::groups(game, state);
    }

    fn cost(game: &Game<Self>, card: CardId) -> i16 {
        price(game, card, 0)
    }
"""
    assert forwarders(text) == ["groups"]
