"""What the last actions leave behind on the board."""

from __future__ import annotations

import cardwright as cw
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle


def test_a_status_is_marked_by_its_word() -> None:
    match = cw.game("elemental-command").match(("earth-control", "earth-control"), seed=2)
    agent = cw.agent("greedy", seed=1)
    log = Chronicle(match, 0)
    while not (found := [e for e in log.of(match.ply) if e.event.type == "afflicted"]):
        match.play(agent.choose(match.view(min(match.to_act))), seat=min(match.to_act))
    (word,) = set(chronicle.news(match.view(0), found[:1]).values())
    assert f" becomes {word} (" in found[0].text
