from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import cardwright
from cardwright import _kernel

ROOT = Path(__file__).parents[1]


def test_package_kernel_and_workspace_have_one_version() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"][
        "version"
    ]
    assert [cardwright.__version__, _kernel.__version__, version("cardwright")] == [workspace] * 3
