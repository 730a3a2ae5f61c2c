"""A cheating agent looks for more than its view: it finds nothing in its own process, all in the caller's."""

from __future__ import annotations

import json
import struct
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cardwright as cw
from cardwright import _kernel
from cardwright.agents.referee import play_match

GAMES = ["elemental-command", "mana", "ruler"]
SEED = 7_340_913_551_129_004_771

CHEAT = """
    import gc, json, os, pathlib, sys, types

    import cardwright as cw
    from cardwright import _kernel

    LOOT = os.environ["LOOT"]
    SUSPECTS = ("Match", "Setup", "SeatSetup", "Trace", "_Position", "Session", "Events")

    def frames():
        "All frames of all threads, from the innermost outwards."
        for frame in [sys._getframe(), *sys._current_frames().values()]:
            while frame is not None:
                yield frame
                frame = frame.f_back

    def everything():
        "Every object that can be reached: tracked ones, locals, globals, arguments and what these refer to."
        waiting = list(gc.get_objects())
        for frame in frames():
            waiting += [frame.f_locals, frame.f_globals, frame.f_builtins]
        waiting += [sys.argv, dict(os.environ), sys.modules]
        seen = {}
        while waiting:
            one = waiting.pop()
            if id(one) in seen or one is seen or one is waiting:
                continue
            seen[id(one)] = one
            if not isinstance(one, (str, bytes, int, float, types.CodeType)):
                waiting += gc.get_referents(one)
        return list(seen.values())

    def of_type(one):
        return f"{type(one).__module__}.{type(one).__qualname__}"

    def ask(one, seat):
        "What an object tells of the other seat if it is asked."
        told = []
        for question in (
            lambda: [c.name for c in one.view(1 - seat).hand],
            lambda: [c.name for c in one.foes[0].zones["hand"]],
            lambda: [c.number for c in one.described.seats[1 - seat].zones[0]],
            lambda: json.loads(one.view(1 - seat).describe())["seats"][1 - seat]["zones"],
            lambda: json.loads(one.describe())["seats"][1 - seat]["zones"],
            lambda: one.seed,
        ):
            try:
                told.append(question())
            except Exception:
                pass
        return told

    class Cheat:
        def __init__(self, seed):
            self.seed = seed
            self.has_looked = False

        def choose(self, view):
            if not self.has_looked:
                self.has_looked = True
                self.look(view)
            legal = view.legal_actions
            return legal[len(legal) - 1] if legal else None

        def look(self, view):
            seat = view.seat
            found = everything()
            names = ("cardwright._kernel.Match", *SUSPECTS)
            suspects = [of_type(o) for o in found if of_type(o) in names or type(o).__name__ in SUSPECTS]
            rows = []
            for one in found:
                if isinstance(one, (list, tuple)) and 2 < len(one) < 400:
                    if all(type(x) is int for x in one) or all(type(x) is str for x in one):
                        rows.append(list(one))
            asked = [
                told for one in found if "cardwright" in of_type(one) and not isinstance(one, type)
                for told in ask(one, seat) if not callable(told)
            ]
            descriptors = {}
            for number in os.listdir("/proc/self/fd"):
                try:
                    descriptors[number] = os.readlink(f"/proc/self/fd/{number}")
                except OSError:
                    pass
            with open(LOOT, "w") as file:
                json.dump(
                    {
                        "seat": seat,
                        "seed": self.seed,
                        "hand": [card.name for card in view.hand],
                        "suspects": suspects,
                        "numbers": sorted({o for o in found if type(o) is int and o > 2**40}),
                        "rows": rows,
                        "bytes": [bytes(o).hex() for o in found if type(o) in (bytes, bytearray) and o],
                        "texts": [o for o in found if type(o) is str and any(c.isdigit() for c in o)],
                        "asked": asked,
                        "argv": sys.orig_argv,
                        "cmdline": pathlib.Path("/proc/self/cmdline").read_text(),
                        "environ": dict(os.environ),
                        "descriptors": descriptors,
                    },
                    file,
                    default=str,
                )
"""


@pytest.fixture
def cheat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the cheat, whose loot lies beside it."""
    name = f"cheat_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(CHEAT))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("LOOT", str(tmp_path / "loot.json"))
    yield f"{name}:Cheat"  # type: ignore[misc]
    sys.modules.pop(name, None)


def looted(game: cw.Game, agent: Any, tmp_path: Path, seed: int = SEED) -> tuple[dict[str, Any], cw.Match]:
    """What the cheat in seat 0 found when it was first asked, and the match as it was then."""
    match = game.match(seed=seed)
    play_match(game, match.setup, [agent, "greedy"], seed, seconds=60.0)
    loot = json.loads((tmp_path / "loot.json").read_text())
    return loot, match


def secrets_of(game: cw.Game, match: cw.Match) -> dict[str, list[Any]]:
    """The rival's hand and the order of its decks, as ids, names and numbers, from the truth."""
    zones = match.view(1).described.seats[1].zones
    hand = [card.number for card in zones[game.hand_zone]]
    found = {"hand": hand} if hand else {}
    dealt = _order(game, match)
    found |= {f"deck {at}": deck for at, deck in enumerate(dealt)}
    defs = game.catalogue.defs
    return {
        f"{what} as {how}": [tell(number) for number in numbers]
        for what, numbers in found.items()
        if len(numbers) > 2
        for how, tell in {
            "numbers": lambda n: n,
            "ids": lambda n: defs[n].id,
            "names": lambda n: defs[n].name,
        }.items()
    }


def _order(game: cw.Game, match: cw.Match) -> list[list[int]]:
    """The order in which the rival will draw, found by drawing the cards in a copy of the match."""
    # Nothing but drawing tells the hidden order.
    fork = match.fork()
    drawn: list[int] = []
    chance = 0
    while not fork.is_over and len(drawn) < 6 and chance < 400:
        chance += 1
        if fork.game.is_timed and len(fork.to_act) != 1:
            fork.advance(fork.now + 2000)
        for seat in sorted(fork.to_act):
            if fork.is_over or seat not in fork.to_act or not fork.legal_len(seat):
                continue
            legal = fork.legal_actions_of(seat)
            quiet = [a for a in legal if a.text in ("keep", "end", "draw")] or list(legal)[:1]
            fork.play(quiet[0])
            drawn += [
                event.details["card"]
                for event in fork.events(1)
                if event.type == "drawn" and event.details.get("seat") == 1 and event.details.get("card")
            ]
    return [drawn]


def is_in(secret: list[Any], loot: dict[str, Any]) -> bool:
    """Whether the loot contains a secret, in any order that gives it away."""
    if any(row[at : at + len(secret)] == secret for row in loot["rows"] for at in range(len(row))):
        return True
    if any(Counter(row) == Counter(secret) for row in loot["rows"] if len(row) == len(secret)):
        return True
    if type(secret[0]) is int:
        packed = [struct.pack(f"<{len(secret)}{code}", *secret) for code in "HIQ"]
        if any(form.hex() in data for form in packed for data in loot["bytes"]):
            return True
    told = json.dumps(loot["asked"])
    return json.dumps(secret) in told


@pytest.mark.parametrize("slug", GAMES)
def test_in_a_process_of_its_own_there_is_nothing_beyond_the_view(
    slug: str, cheat: str, tmp_path: Path
) -> None:
    game = cw.game(slug)
    loot, match = looted(game, cheat, tmp_path)
    found = sorted(set(loot["suspects"]))
    found += [
        f"the rival's {what}" for what, secret in secrets_of(game, match).items() if is_in(secret, loot)
    ]
    if SEED in loot["numbers"] or SEED.to_bytes(8, "little").hex() in "".join(loot["bytes"]):
        found.append("the seed as a number")
    texts = [*loot["texts"], *loot["argv"], loot["cmdline"], json.dumps(loot["environ"])]
    if any(str(SEED) in text for text in texts):
        found.append("the seed as a text")
    files = [target for number, target in loot["descriptors"].items() if int(number) > 2]
    found += [target for target in files if not target.startswith(("pipe:", "/proc/", "anon_inode:"))]
    assert found == []


@pytest.mark.parametrize("slug", GAMES)
def test_an_object_in_this_process_finds_everything_and_is_marked(
    slug: str, cheat: str, tmp_path: Path
) -> None:
    """Here the same search finds the secrets, which shows that it would find them elsewhere too."""
    game = cw.game(slug)
    module, _, name = cheat.partition(":")
    agent = getattr(__import__(module), name)(seed=1)
    # The caller's frame holds the secrets.
    secrets = secrets_of(game, game.match(seed=SEED))
    assert {what.split()[0] for what in secrets} >= ({"deck"} if slug == "ruler" else {"hand", "deck"})
    loot, _ = looted(game, agent, tmp_path)
    assert any(suspect.endswith("Match") for suspect in loot["suspects"])
    assert SEED in loot["numbers"]
    assert [what for what, secret in secrets.items() if not is_in(secret, loot)] == []
    row = play_match(game, game.setup(), [agent, "greedy"], 1)
    assert row.shared == (0,)


@pytest.mark.parametrize("slug", GAMES)
def test_its_seed_tells_an_agent_nothing_but_what_it_sees(slug: str, cheat: str, tmp_path: Path) -> None:
    game = cw.game(slug)
    small = 313
    loot, match = looted(game, cheat, tmp_path, seed=small)
    seat, seed = loot["seat"], loot["seed"]
    seen = match.view(seat).bytes
    assert seed == match.view(seat).kernel.agent_seed()
    # The formulas that could be inverted by trying all small seeds.
    for candidate in range(1001):
        for other in range(4):
            assert seed not in (candidate, candidate * 4 + other + 1, _kernel.agent_seed(candidate, other))
    # With both decks known, a cheat can deal all small seeds again. The agent's seed fits exactly the matches
    # with its opening, and those are known from the opening itself.
    dealt = {candidate: match.game.begin(match.setup, candidate).view(seat) for candidate in range(1001)}
    by_seed = {candidate for candidate, view in dealt.items() if view.kernel.agent_seed() == seed}
    by_view = {candidate for candidate, view in dealt.items() if view.bytes == seen}
    assert by_seed == by_view
    assert small in by_view
    # Another true position with the same view: another match, another foe, the same agent's seed.
    for guess in range(20):
        other = match.view(seat).determinise(guess)
        assert other.view(seat).kernel.agent_seed() == seed


def test_the_same_command_gives_the_same_matches_for_any_number_of_threads(
    cheat: str, tmp_path: Path
) -> None:
    module = cheat.partition(":")[0]
    (tmp_path / f"{module}.py").write_text(
        textwrap.dedent(
            """
            import random
            class Cheat:
                def __init__(self, seed):
                    self.chance = random.Random(seed)
                def choose(self, view):
                    return self.chance.choice(view.legal_actions)
            """
        )
    )
    tables = [
        cw.arena("elemental-command", ["aggro"], [cheat, "random"], matches=8, seed=3, threads=threads)
        for threads in (1, 3)
    ]
    assert tables[0].document == tables[1].document
