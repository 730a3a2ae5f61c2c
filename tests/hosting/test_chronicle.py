"""What the last actions leave behind on the board."""

from __future__ import annotations

from maps import played

import cardwright as cw
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle
from cardwright.hosting.spots import Spot


def test_a_status_is_marked_by_its_word() -> None:
    match = cw.game("elemental-command").match(("wind-control", "wind-aggro"), seed=2)
    agent = cw.agent("greedy", seed=1)
    log = Chronicle(match, 0)
    while not (found := [e for e in log.of(match.ply) if e.event.type == "afflicted"]):
        match.play(agent.choose(match.view(min(match.to_act))), seat=min(match.to_act))
    (word,) = set(chronicle.news(match.view(0), found[:1]).values())
    assert f" becomes {word} (" in found[0].text


def test_what_both_sides_lost_on_a_tile_is_told_apart() -> None:
    matches: list[list[chronicle.Entry]] = []

    def is_found(match: cw.Match) -> bool:
        matches.append(both_hurt(match))
        return bool(matches[-1])

    match = played("desert-6x6", is_found)
    view, entries = match.view(0), matches[-1]
    told = chronicle.news(view, entries, lambda view, seat: "^" if seat == view.seat else "v")
    lost: dict[int, dict[int, int]] = {}
    for entry in entries:
        if entry.event.type == "damaged":
            who = entry.event.details["who"]
            seats = lost.setdefault(who["cell"], {})
            seats[who["owner"]] = seats.get(who["owner"], 0) + entry.event.details["amount"]
    cell, seats = next((cell, seats) for cell, seats in lost.items() if len(seats) == 2)
    assert told[Spot("cell", cell)] == f"^-{seats[0]}v-{seats[1]}"
    own = [entry for entry in entries if entry.event.details["who"]["owner"] == 0]
    assert chronicle.news(view, own)[Spot("cell", cell)] == f"-{seats[0]}", (
        "without a symbol where one side lost"
    )


def both_hurt(match: cw.Match) -> list[chronicle.Entry]:
    """The hits since seat 0 acted last, if they hurt pieces of both seats on one tile."""
    hits: list[chronicle.Entry] = []
    log = Chronicle(match, 0)
    for ply in range(max(match.ply - 8, 1), match.ply + 1):
        hits += [entry for entry in log.of(ply) if entry.event.type == "damaged"]
    hurt = [entry.event.details["who"] for entry in hits]
    cells = {(who["cell"], who["owner"]) for who in hurt if who["cell"] >= 0}
    return hits if any({(cell, 0), (cell, 1)} <= cells for cell, _ in cells) else []
