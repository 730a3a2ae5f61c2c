"""Writes a small playable game into its homes: `make new-game SLUG=lanes`.

Rules, a dozen cards, two decks, a rulebook and scenarios come from `templates/game/`; the only line outside
the game's homes is the one in the list `games!` of `crates/rules/src/lib.rs`.
"""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "templates" / "game"
SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
TYPE = re.compile(r"\b[A-Z][a-z]\w*\b")
RUST_WORDS = re.compile(
    "abstract|as|async|await|become|box|break|const|continue|crate|do|dyn|else|enum|extern|false|final|fn|for|gen|"
    "if|impl|in|let|loop|macro|match|mod|move|mut|override|priv|pub|ref|return|self|static|struct|super|trait|"
    "true|try|type|typeof|unsafe|unsized|use|virtual|where|while|yield|core|std|alloc|tests"
)
LISTED = re.compile(r"^    (\w+): \w+,\n", re.M)


class Refused(Exception):
    """Why no game was written, in one sentence."""


def homes(slug: str, root: Path) -> dict[Path, Path]:
    """The files of a new game, each under the template it is made from."""
    module = slug.replace("-", "_")
    targets = {
        "rules": root / "crates" / "rules" / "src" / module,
        "home": root / "games" / slug,
    }
    found = {TEMPLATE / "board.py": root / "python" / "cardwright" / "hosting" / "boards" / f"{module}.py"}
    for part, target in targets.items():
        for path in sorted((TEMPLATE / part).rglob("*.*")):
            found[path] = target / path.relative_to(TEMPLATE / part)
    return found


def write_game(slug: str, root: Path) -> list[Path]:
    """Writes a new game below a root; no existing file is overwritten."""
    if not SLUG.fullmatch(slug):
        raise Refused(
            f'"{slug}" is no slug: write small letters, digits and dashes, like lanes or three-towers'
        )
    module = slug.replace("-", "_")
    rules = "".join(part.capitalize() for part in slug.split("-"))
    used = {
        word for path in (TEMPLATE / "rules").glob("*.rs") for word in TYPE.findall(path.read_text("utf-8"))
    }
    if iskeyword(module) or RUST_WORDS.fullmatch(module) or rules in used:
        raise Refused(f'"{slug}" is a word of Rust, of Python or of the kernel: call the game something else')
    names = {
        "__slug__": slug,
        "__module__": module,
        "__Rules__": rules,
        "__Title__": " ".join(part.capitalize() for part in slug.split("-")),
    }
    written = homes(slug, root)
    for path in written.values():
        if path.exists():
            raise Refused(
                f"{path.relative_to(root)} is there already: choose another slug or remove the game first"
            )
    register(root / "crates" / "rules" / "src" / "lib.rs", module, names["__Rules__"])
    for template, path in written.items():
        text = template.read_text(encoding="utf-8")
        for name, value in names.items():
            text = text.replace(name, value)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(written.values())


def register(listing: Path, module: str, rules: str) -> None:
    """Adds the game to the list of games, in alphabetical order."""
    text = listing.read_text(encoding="utf-8")
    begin = text.index("games! {\n    ", text.index("A game is one line: its folder")) + len("games! {\n")
    end = text.index("}", begin)
    lines = {found[1]: found[0] for found in LISTED.finditer(text, begin, end)}
    if module in lines:
        raise Refused(f"{listing.name} lists a game {module} already")
    lines[module] = f"    {module}: {rules},\n"
    listing.write_text(
        text[:begin] + "".join(lines[name] for name in sorted(lines)) + text[end:], encoding="utf-8"
    )


def main() -> int:
    """The command; returns 2 if no game was written."""
    if len(sys.argv) != 2 or not sys.argv[1]:
        print("name the game: make new-game SLUG=lanes", file=sys.stderr)
        return 2
    slug = sys.argv[1]
    try:
        paths = write_game(slug, ROOT)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    print(f"{len(paths)} files and one line in crates/rules/src/lib.rs. Now:")
    print(f"  make setup && .venv/bin/cardwright play {slug}")
    print(f"  .venv/bin/cardwright cards lint {slug}; .venv/bin/cardwright fuzz {slug} --matches 100")
    print(
        "  make golden, once its rules are as you want them; docs/writing-rules.md says how rules are written"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
