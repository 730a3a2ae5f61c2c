"""Everything that ever broke stays mended: traces with their cards inside, played again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.catalogue import decode
from cardwright.catalogue.carrying import adopted, carried
from cardwright.errors import CardwrightError, TraceError

FOLDER = Path(__file__).parent
TRACES = sorted(FOLDER.glob("*.trace"))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_leads_where_it_led(path: Path) -> None:
    trace = cw.Trace.from_file(path)
    assert trace.definitions, "a regression trace carries its card definitions"
    cw.replay(trace)  # compares the last position


def test_the_page_names_every_trace() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in TRACES if path.name not in page] == []


def test_a_wrong_end_is_noticed() -> None:
    trace = cw.Trace.from_file(TRACES[0])
    with pytest.raises(TraceError, match="another position"):
        cw.replay(msgspec.structs.replace(trace, position="0" * 16))


def test_carried_cards_outlive_a_change_of_the_operation_table() -> None:
    raw = carried(cw.game("elemental-command").catalogue.raw)
    older = raw.replace(f'"operations":"{decode(raw).operations}"'.encode(), b'"operations":"older"')
    assert decode(adopted(older)).operations == decode(raw).operations
    changed = older.replace(b'"Damage"', b'"Harm"')
    with pytest.raises(CardwrightError, match="the operation Harm is not what it was"):
        adopted(changed)
