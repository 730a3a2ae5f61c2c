"""Writes `docs/performance.md` from a document of `cardwright bench --json`: `make bench`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from cardwright.basics.paths import write_whole
from cardwright.basics.toml import read_toml
from cardwright.cli.bench import measure, on_board
from cardwright.face.library import game

DOCS = Path(__file__).parent
PAGE = DOCS / "performance.md"

QUICK = 0.01
"""The scale of the quick run; the tests compare its checksum with the page."""

MEASURES = {
    "actions_per_s": "random play, actions/s",
    "runner_actions_per_s": "random play by the batch runner on one thread, actions/s",
    "runner_ratio": "batch runner against random play",
    "matches_per_s": "random play, matches/s",
    "legal_per_decision": "legal actions per decision",
    "branches_per_s": "greedy, branches/s (copy, apply, evaluate; from views)",
    "clone_ns": "copy of the live parts of a state, ns",
    "state_bytes": "state, bytes",
    "python_actions_per_s": "actions/s from Python, `legal_actions[i]` one at a time",
    "threads2_ratio": "batch runner, 2 threads against 1 (the same rows)",
}

FURTHER = {
    "imagined_per_s": "truths that agree with a view, imagined/s",
    "outcomes_per_s": "outcomes of attacks with their probabilities, enumerated/s",
    "pattern_ns": "a card's pattern looked for on the whole board, ns",
}
"""Words for further measures, some of which only some games have."""

GOALS = {"matches_per_s": "matches/s", "decision_us_p50": "median"}
"""The figures of an agent that may have a goal."""

HEAD = """\
# Performance

Written by `make bench`, where a million steps of a loop over whole numbers took {calibration:.2f} ms. Every
figure is the best of {rounds} interleaved rounds on one core, the median beside it; other work on the machine
costs up to a third of it. A checksum covers the last states of all matches that were played, so that speed
cannot hide an error: the same seeds lead to the same checksum in every round, on every machine. What the time
goes into stands in [design/speed.md](design/speed.md).

```
make bench                 # all games; writes this page
cardwright bench --json    # the same as one document
```
"""

OTHERS = """
## Beside others

Ours and theirs on one core, in turns in one run of 8 rounds, by the time of the processor; ours were then
3.22 M actions/s in Elemental Command, 4.24 M in Mana, 1.34 M in Ruler. The last columns are ours by theirs.
Games differ in the work of an action: LoCM has 7.8 legal actions at a decision, ours 26, 17 and 21.

| random play | actions/s | Elemental Command | Mana | Ruler |
| --- | ---: | ---: | ---: | ---: |
| LoCM in Rust, each action applied once | 8.13 M | 0.41 | 0.52 | 0.16 |
| OpenSpiel hearts, C++ | 5.0 M | 0.65 | 0.83 | 0.27 |
| OpenSpiel go 9x9, C++ | 1.03 M | 3.2 | 4.2 | 1.3 |
| OpenSpiel gin rummy, C++ | 151,000 | 22 | 28 | 9 |
| OpenSpiel backgammon, C++ | 88,000 | 37 | 48 | 15 |
| pgx go 9x9, batches of 256 on the processor | 26,000 | 122 | 155 | 49 |

| greedy | branches/s | Elemental Command | Ruler |
| --- | ---: | ---: | ---: |
| LoCM in Rust | 7.19 M | 0.93 | 0.42 |

| one action at a time from Python | actions/s |
| --- | ---: |
| OpenSpiel go 9x9 | 475,000 |
| OpenSpiel hearts | 201,000; with its chance nodes 374,000 |
| gym-locm | 60,000 |
| OpenSpiel gin rummy | 40,000 |
| RLCard uno | 30,000 |
| python-chess | 29,000 |
"""


def page(document: dict[str, Any], wanted: dict[str, Any], quick: dict[str, str]) -> str:
    """The page: for each game its figures beside the goals, and its agents."""
    lines = [HEAD.format(calibration=document["calibration_ns"] / 1e6, rounds=document["rounds"])]
    for slug, figures in document["games"].items():
        lines += [
            f"## {game(slug).name}",
            "",
            f"{len(game(slug).decks)} ready decks against each other in both seats; checksum "
            f"`{figures['checksum']}`, with `--scale {QUICK}` `{quick[slug]}`.",
            "",
            "| measure | best | median | wanted | others |",
            "| --- | ---: | ---: | --- | --- |",
        ]
        for key, what in MEASURES.items():
            want = wanted.get(slug, {}).get(key, {})
            median = _number(figures["median"][key]) if key in figures["median"] else ""
            cells = [what, _number(figures[key]), median, _wanted(want), want.get("reference", "")]
            lines.append(f"| {' | '.join(cells)} |")
        for key, value in figures["extra"].items():
            what = FURTHER.get(key, key.replace("_", " "))
            want = wanted.get(slug, {}).get(key, {})
            lines.append(f"| {what} | {_number(value)} | | {_wanted(want)} | {want.get('reference', '')} |")
        lines += [
            "",
            "| agent against itself | branches/s | matches/s | a decision, µs (median; 99 %) | above 50 ms "
            "| wanted |",
            "| --- | ---: | ---: | ---: | ---: | --- |",
        ]
        for name, row in figures["agents"].items():
            times = f"{_number(row['decision_us_p50'])}; {_number(row['decision_us_p99'])}"
            branches, matches = _number(row["branches_per_s"]), _number(row["matches_per_s"])
            of_agent = wanted.get(slug, {}).get("agents", {}).get(name, {})
            known = [key for key in GOALS if key in of_agent]
            goals = "; ".join(f"{GOALS[key]} {_wanted(of_agent[key])}" for key in known)
            cells = [name, branches, matches, times, f"{row['late_share']:.2%}", goals]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines) + OTHERS


def quick_checksum(slug: str) -> str:
    """The checksum of a run that takes a second; the same on every machine."""
    figures, _ = measure(on_board(slug), 0, QUICK)
    return str(figures["checksum"])


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _wanted(want: dict[str, Any]) -> str:
    if "at_least" in want:
        return f"at least {want['at_least']:,}"
    return f"at most {want['at_most']:,}" if "at_most" in want else ""


if __name__ == "__main__":
    measured = json.load(sys.stdin)
    checksums = {slug: quick_checksum(slug) for slug in measured["games"]}
    write_whole(PAGE, page(measured, read_toml(DOCS / "performance.toml"), checksums).encode())
    print(PAGE.read_text(encoding="utf-8"))
