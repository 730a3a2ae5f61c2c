from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_kernel_games_and_catalogues(tmp_path: Path) -> None:
    build = [
        "-m",
        "maturin",
        "build",
        "--release",
        "--quiet",
        "--interpreter",
        sys.executable,
        "--out",
        str(tmp_path),
    ]
    # The environment of `make setup`, so that the kernel is not built a second time.
    same = {name: value for name, value in os.environ.items() if name != "CONDA_PREFIX"}
    same["VIRTUAL_ENV"] = sys.prefix
    subprocess.run([sys.executable, *build], cwd=ROOT, env=same, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())

    games = ROOT / "games"
    expected = {f"cardwright/games/{file.relative_to(games)}" for file in games.rglob("*") if file.is_file()}
    package = ROOT / "python" / "cardwright"
    expected |= {f"cardwright/catalogues/{file.name}" for file in package.glob("catalogues/*.json")}
    expected |= {f"cardwright/{file.relative_to(package)}" for file in package.rglob("*.py")}
    expected |= {"cardwright/_kernel.abi3.so", "cardwright/_kernel.pyi", "cardwright/py.typed"}
    assert expected - held == set()
