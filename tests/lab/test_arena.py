"""The arena: its rates are fair for any agents, any number of threads and any interruptions."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
from pathlib import Path

import msgspec
import numpy as np
import pytest
from documents import documented, keys_of

import cardwright as cw
from cardwright.agents.referee import play_match
from cardwright.basics.paths import write_whole
from cardwright.errors import AgentError, CardwrightError
from cardwright.lab import arena as arena_module
from cardwright.lab.field import pairings, read_decks
from cardwright.lab.score import Score

GAME = "elemental-command"


def test_rates_are_those_of_the_matches_played_one_by_one(game: cw.Game) -> None:
    table = cw.arena(game, ["aggro", "control"], ["greedy"], matches=12, seed=3)
    _, (pairing,) = pairings(["greedy"], read_decks(game, "aggro,control"), [], 3)
    points = 0.0
    starts = 0.0
    for number in range(6):
        for seed, first_seat in pairing.seats(number):
            decks = (pairing.first.cards, pairing.second.cards)
            setup = game.setup(decks if first_seat == 0 else decks[::-1])
            row = play_match(game, setup, ["greedy", "greedy"], seed)
            points += 0.5 if row.winner is None else row.winner == first_seat
            starts += 0.5 if row.winner is None else row.winner == row.starting
    (found,) = table.pairings
    assert (found.matches, found.rate) == (12, round(points / 12, 4))
    assert (table.starting_player.matches, table.starting_player.rate) == (12, round(starts / 12, 4))


def test_threads_change_nothing(game: cw.Game) -> None:
    one, two = (
        cw.arena(game, "all", "greedy,random,greedy", matches=30, threads=threads, cards=True)
        for threads in (1, 2)
    )
    assert one == two
    assert one.cards


def test_the_numbers_of_a_table_fit_together(game: cw.Game) -> None:
    table = cw.arena(game, "all", ["greedy", "random", "random"], matches=20)
    assert table.complete
    met = [pairing for pairing in table.pairings if pairing.first != pairing.second]
    for entry in table.entries:
        own = [p for p in met if entry.entry in (p.first, p.second)]
        points = sum(
            p.matches * (p.rate if p.first == entry.entry else 1 - p.rate) for p in own if p.rate is not None
        )
        assert entry.matches == sum(p.matches for p in own) == 20 * (2 * len(game.decks) - 1)
        assert entry.rate == pytest.approx(points / entry.matches, abs=1e-4)
        assert entry.interval is not None
        assert entry.interval[0] <= entry.rate <= entry.interval[1]
        assert entry.standard_error is not None
    assert sum(entry.rate for entry in table.entries if entry.rate) == pytest.approx(
        len(table.entries) / 2, abs=1e-3
    )
    assert table.starting_player.matches == sum(pairing.matches for pairing in table.pairings)
    assert table.starting_player.matches == sum(entry.starting.matches for entry in table.entries)
    assert [control.entry for control in table.controls] == [
        *(f"random/{deck}" for deck in game.decks),
        "all",
    ]


def test_the_mirror_control_holds_and_greedy_beats_random(game: cw.Game) -> None:
    table = cw.arena(game, ["aggro"], ["greedy", "greedy", "random"], matches=400)
    (control,) = table.controls
    assert (control.entry, control.matches, control.confidence) == ("greedy/fire-aggro", 400, 0.99)
    assert control.holds
    assert table.entries[0].entry == "greedy/fire-aggro"
    assert table.entries[0].interval is not None
    assert table.entries[0].interval[0] > 0.9


def test_controls_scatter_as_chance_does(game: cw.Game) -> None:
    count, matches = 150, 40
    rates = [
        cw.arena(game, "aggro", "random,random", matches=matches, seed=seed).controls[0].rate
        for seed in range(count)
    ]
    scores = (np.array(rates, dtype=float) - 0.5) / (0.5 / np.sqrt(matches))
    assert abs(scores.mean()) < 3 / np.sqrt(count)
    assert abs(scores.var() - 1) < 3 * np.sqrt(2 / count)


def test_a_crooked_harness_fails_its_control(game: cw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = arena_module.play_natively

    def crooked(*arguments: object) -> object:
        for piece in honest(*arguments):  # type: ignore[arg-type]
            stolen = piece.losses // 4
            piece.wins += stolen
            yield piece

    monkeypatch.setattr(arena_module, "play_natively", crooked)
    (control,) = cw.arena(game, ["aggro"], ["greedy", "greedy"], matches=600).controls
    assert control.holds is False


def test_odd_matches_are_rounded_up_and_it_is_said(game: cw.Game) -> None:
    table = cw.arena(game, ["aggro"], ["pass", "random"], matches=7)
    assert table.matches == table.pairings[0].matches == 8
    assert "7 matches are rounded up to 8" in str(table)


def test_python_agents_play_the_matches_native_ones_would(game: cw.Game, bots: str) -> None:
    """Labels decide the seeds, so the native matches are played on the same seeds by hand.

    An agent in its own process gets another seed than a native one, so it must not use chance.
    """
    table = cw.arena(game, ["aggro"], [f"{bots}:Passes", "random"], matches=6, cards=True, threads=2)
    _, (pairing,) = pairings([f"{bots}:Passes", "random"], read_decks(game, "aggro"), [], 1)
    from cardwright.agents.batch import play_jobs
    from cardwright.lab.score import Outcome

    seats = [match for number in range(3) for match in pairing.seats(number)]
    jobs = [(0, seed, ["pass", "random"] if seat == 0 else ["random", "pass"]) for seed, seat in seats]
    columns = play_jobs(game, [game.setup(("aggro", "aggro"))], jobs, tally=True)
    outcomes = [
        Outcome(seat, int(columns.winner[at]), int(columns.starting[at]))
        for at, (_, seat) in enumerate(seats)
    ]
    score = Score()
    for at in range(0, 6, 2):
        score.add_unit(outcomes[at : at + 2])
    score.add_cards(outcomes, columns.cards)
    assert table.pairings[0].wins == score.wins
    assert table.starting_player.wins == sum(side.wins for side in score.starts)
    counted = {(row["agent"], row["card"]): row["times_played"] for row in table.cards}
    for side, agent in enumerate((f"{bots}:Passes", "random")):
        for card, counts in score.cards[side].items():
            assert counted[agent, game.catalogue.defs[card].id] == counts[-1]
    assert sum(counted.values()) == int(columns.cards["played"].sum()) > 0


def test_who_misbehaves_forfeits_and_is_counted_and_the_rest_goes_on(game: cw.Game, bots: str) -> None:
    names = [f"{bots}:{name}" for name in ("Ends", "Raises", "Sleeps", "Numb", "Dies")]
    table = cw.arena(game, ["aggro"], [*names, "pass"], matches=2, seconds=1.0)
    assert table.complete
    entries = {entry.agent.rpartition(":")[2]: entry for entry in table.entries}
    assert entries["Ends"].forfeits == entries["pass"].forfeits == 0
    reasons = {name.rpartition(":")[2]: reason for name, reason in table.forfeits.items()}
    reasons["Raises"], _, place = reasons["Raises"].partition(" (")
    assert place.startswith(f"{bots}.py, line ")
    assert reasons == {
        "Raises": "raised RuntimeError: out of ideas",
        "Sleeps": "gave no answer within 1 seconds",
        "Numb": "chose 42, which is no action",
        "Dies": "ended its process (code 3)",
    }
    # It loses every match against proper agents; of two that misbehave, the one asked first loses.
    for name in reasons:
        against = [p for p in table.pairings if name in p.first or name in p.second]
        assert entries[name].forfeits == sum(p.forfeits[name in p.second] for p in against)
        assert entries[name].forfeits >= 4
    assert "out of ideas" in str(table)


def test_forfeits_of_a_control_are_no_forfeits_against_others(game: cw.Game, bots: str) -> None:
    table = cw.arena(game, ["aggro"], [f"{bots}:Raises", f"{bots}:Raises", "pass"], matches=2, threads=1)
    entries = {entry.agent: entry for entry in table.entries}
    assert (entries[f"{bots}:Raises"].matches, entries[f"{bots}:Raises"].forfeits) == (2, 2)
    control = next(pairing for pairing in table.pairings if pairing.first == pairing.second)
    assert sum(control.forfeits) == 2


def test_one_seed_tells_nothing_about_the_standard_error(game: cw.Game) -> None:
    table = cw.arena(game, ["aggro"], ["greedy", "random"], matches=2)
    assert [entry.standard_error for entry in table.entries] == [None, None]
    assert table.pairings[0].standard_error is None


def test_no_more_processes_are_started_than_there_are_seeds(game: cw.Game, bots: str) -> None:
    found: list[int] = []
    cw.arena(
        game,
        ["aggro"],
        [f"{bots}:Ends", "pass"],
        matches=4,
        threads=200,
        progress=lambda *_: found.extend(_workers()),
    )
    assert len(set(found)) == 2


def test_a_fault_in_a_unit_ends_the_arena_and_does_not_hang_it(
    game: cw.Game, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.lab.playing.Worker.ask", lambda *_: {"nothing": "of use"})
    with pytest.raises(KeyError):
        cw.arena(game, ["aggro"], [f"{bots}:Ends", "pass"], matches=2)
    assert _workers() == []


def test_processes_that_cannot_be_started_are_one_sentence(
    game: cw.Game, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(arena_module, "check_agents", lambda *_: {})
    monkeypatch.setattr("cardwright.lab.playing.subprocess.Popen", refused)
    table = cw.arena(game, ["aggro"], [f"{bots}:Ends", "pass"], matches=2)
    assert table.fault is not None
    assert "cannot be started: Resource temporarily unavailable" in table.fault


def test_an_agent_that_cannot_be_made_later_forfeits(game: cw.Game, bots: str) -> None:
    table = cw.arena(game, ["aggro"], [f"{bots}:Moody", "pass"], matches=2, threads=1)
    assert table.complete
    assert table.forfeits[f"{bots}:Moody"].startswith("could not be made")
    assert table.pairings[0].forfeits == [2, 0]


@pytest.mark.parametrize(("name", "words"), [("Broken", "no brain"), ("Nobody", "has no Nobody")])
def test_an_agent_that_cannot_be_made_is_an_error_before_the_first_match(
    game: cw.Game, bots: str, name: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(AgentError, match=words):
        cw.arena(game, ["aggro"], [f"{bots}:{name}", "pass"], matches=2, run=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"matches": 0}, "no number of matches"),
        ({"seed": -1}, "no seed"),
        ({"threads": -1}, "no number of threads"),
        ({"confidence": 1.0}, "no confidence"),
        ({"seconds": 0.0}, "no limit in seconds"),
    ],
)
def test_numbers_out_of_range_are_one_sentence(game: cw.Game, settings: dict[str, float], words: str) -> None:
    with pytest.raises(CardwrightError, match=words):
        cw.arena(game, **settings)  # type: ignore[arg-type]


class Interrupted:
    """Stops an arena after some pieces."""

    def __init__(self, pieces: int) -> None:
        self.left = pieces

    def __call__(self, done: int, total: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_an_interrupted_run_goes_on_where_it_stopped(game: cw.Game, tmp_path: Path) -> None:
    run = tmp_path / "run"
    whole = cw.arena(game, "aggro,control", "greedy,greedy", matches=200, cards=True)
    partial = cw.arena(game, "aggro,control", "greedy,greedy", matches=200, run=run, progress=Interrupted(2))
    assert not partial.complete
    assert "PARTIAL" in str(partial)
    assert json.loads(partial.to_json())["complete"] is False
    before = sum(pairing.matches for pairing in partial.pairings)
    assert 0 < before < 600
    told: list[int] = []
    resumed = cw.arena(
        game,
        "aggro,control",
        "greedy,greedy",
        matches=200,
        cards=True,
        run=run,
        progress=lambda done, _: told.append(done),
    )
    assert resumed.command == f"{whole.command} --run {run}"
    assert msgspec.structs.replace(resumed, command=whole.command) == whole
    assert before < told[0] <= 600
    again = cw.arena(
        game, "aggro,control", "greedy,greedy", matches=200, cards=True, run=run, progress=Interrupted(1)
    )
    assert again == resumed


def test_an_interrupt_with_python_agents_leaves_no_process(game: cw.Game, bots: str, tmp_path: Path) -> None:
    table = cw.arena(
        game, ["aggro"], [f"{bots}:Ends", "greedy"], matches=40, progress=Interrupted(2), run=tmp_path / "run"
    )
    assert not table.complete
    assert table.pairings[0].matches == 4
    assert _workers() == []


def _workers() -> list[int]:
    """The worker processes of this process."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "cardwright.lab.worker" in line]


def test_a_worker_that_dies_is_replaced_and_its_matches_are_played_again(game: cw.Game, bots: str) -> None:
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed:
            killed.extend(_workers())
            for worker in killed:
                os.kill(worker, signal.SIGKILL)

    settings = {"decks": "aggro", "agents": [f"{bots}:Ends", "random"], "matches": 12, "threads": 2}
    table = cw.arena(game, **settings, progress=kill)  # type: ignore[arg-type]
    assert len(killed) == 2
    assert table.fault is None
    assert table == cw.arena(game, **settings)  # type: ignore[arg-type]
    assert _workers() == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"matches": 20}, "begun with matches 10, not 20"),
        ({"seed": 2}, "begun with seed 1, not 2"),
        ({"agents": "pass,greedy"}, "begun with agents pass,random, not pass,greedy"),
        ({"decks": "control"}, "begun with other decks"),
        ({"decks": "control,aggro"}, "begun with other decks"),
    ],
)
def test_other_settings_are_not_mixed_into_a_run(
    game: cw.Game, tmp_path: Path, settings: dict[str, object], words: str
) -> None:
    usual: dict[str, object] = {"decks": "aggro,control", "agents": "pass,random", "matches": 10}
    cw.arena(game, **usual, run=tmp_path / "run")  # type: ignore[arg-type]
    with pytest.raises(CardwrightError, match=words):
        cw.arena(game, **(usual | settings), run=tmp_path / "run")  # type: ignore[arg-type]


def test_a_folder_of_something_else_is_refused(game: cw.Game, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("do not touch")
    with pytest.raises(CardwrightError, match="holds other things"):
        cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path)
    with pytest.raises(CardwrightError, match="this is no folder"):
        cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "thesis.txt")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_run_of_other_cards_is_refused(game: cw.Game, tmp_path: Path) -> None:
    cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(manifest.read_text().replace(game.catalogue.hash, "0" * 64))
    with pytest.raises(CardwrightError, match="begun with other cards"):
        cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "run")


def test_a_damaged_part_is_named(game: cw.Game, tmp_path: Path) -> None:
    cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "run")
    (tmp_path / "run" / "pairing-0001.json").write_text('{"units": 1, "matches"')
    with pytest.raises(CardwrightError, match=r"pairing-0001\.json"):
        cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "run")


@pytest.mark.parametrize(
    "part",
    [
        '{"starts": []}',
        '{"forfeits": [1]}',
        '{"units": -3}',
        '{"units": 2}',
        '{"units": 1, "matches": 1}',
        '{"units": 1, "matches": 2, "wins": 50}',
        '{"units": 9, "matches": 18}',
        '{"cards": [{"1": [1]}, {}]}',
        '{"cards": [{"9999": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}, {}]}',
    ],
)
def test_numbers_that_no_matches_have_are_refused(game: cw.Game, tmp_path: Path, part: str) -> None:
    settings = {"decks": "aggro", "agents": "pass,random", "matches": 4, "run": tmp_path / "run"}
    cw.arena(game, **settings)  # type: ignore[arg-type]
    (tmp_path / "run" / "pairing-0001.json").write_text(part)
    with pytest.raises(CardwrightError, match=r"pairing-0001"):
        cw.arena(game, **settings, cards=True)  # type: ignore[arg-type]


def test_a_full_disk_loses_nothing(game: cw.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        if path.name != "manifest.json":
            raise CardwrightError("cannot be written: No space left on device", file=path)
        write_whole(path, content)

    monkeypatch.setattr("cardwright.lab.folder.write_whole", full)
    table = cw.arena(game, "aggro", "pass,random", matches=10, run=tmp_path / "run")
    assert table.complete
    assert table.pairings[0].matches == 10
    assert table.fault is not None
    assert "No space left on device" in table.fault


def test_the_table_fits_a_terminal_and_shows_what_it_found(game: cw.Game, tmp_path: Path) -> None:
    table = cw.arena(game, "aggro,control", ["greedy", "greedy", "random"], matches=10)
    lines = str(table).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert lines[-1] == "again: " + table.command
    assert any("greedy/fire-aggro" in line for line in lines)
    matrix = lines[next(at for at, line in enumerate(lines) if line.strip().startswith("against")) + 1 :]
    cells = np.array(
        [[0.5 if cell == "-" else float(cell) for cell in row.split()[2:]] for row in matrix[:4]]
    )
    assert np.allclose(cells + cells.T, 1)


def test_many_entries_are_listed_pairing_by_pairing(game: cw.Game) -> None:
    decks = [game.deck("aggro")]
    from msgspec.structs import replace

    decks = [replace(decks[0], name=f"a deck with a long name, number {number}") for number in range(8)]
    table = cw.arena(game, decks, ["pass"], matches=2)
    lines = str(table).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert sum(" v " in line for line in lines) == 28


def test_every_key_of_the_document_stands_in_the_page_on_the_lab(game: cw.Game) -> None:
    table = cw.arena(game, "aggro,control", "greedy,greedy", matches=10)
    keys = set(keys_of(table.document))
    assert {"standard_error", "starting_player", "holds"} <= keys
    assert keys <= documented("The document of an arena")
