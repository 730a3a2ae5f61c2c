"""Tests that every game must pass: legality, replay, undo, texts, views, termination, its files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright as cw
from cardwright import _kernel
from cardwright.agents.referee import play_match
from cardwright.errors import CardwrightError, IllegalAction
from cardwright.face.match import Match
from cardwright.sources.finding import game_folders

ROOT = Path(__file__).parents[2]
SLUGS = sorted(game_folders())
SECTIONS = ("## State and sizes", "## Deviations", "## Known gaps")

pytestmark = pytest.mark.parametrize("slug", SLUGS)


def begin(slug: str, seed: int) -> Match:
    game = cw.game(slug)
    decks = sorted(game.decks)
    return game.match(decks=(decks[seed % len(decks)], decks[(seed // 2) % len(decks)]), seed=seed)


def wander(match: Match, seed: int, steps: int) -> None:
    dice = random.Random(seed)
    for _ in range(steps):
        if match.is_over:
            return
        if match.game.is_timed:
            match.advance(match.now + dice.choice((0, 1, 40, 700, 3000, 9000)))
            if match.is_over:
                return
        seat = dice.choice(sorted(match.to_act))
        actions = match.legal_actions_of(seat)
        # In a timed game a seat may have nothing to do for a while.
        if len(actions) or not match.game.is_timed:
            match.play(actions[dice.randrange(len(actions))])


def test_a_game_has_all_its_homes(slug: str) -> None:
    folder, name = ROOT / "games" / slug, slug.replace("-", "_")
    homes = [
        folder / "game.toml",
        folder / "README.md",
        ROOT / "crates" / "rules" / "src" / name / "mod.rs",
        ROOT / "python" / "cardwright" / "hosting" / "boards" / f"{name}.py",
    ]
    missing = [str(home.relative_to(ROOT)) for home in homes if not home.exists()]
    missing += [
        f"games/{slug}/{part}"
        for part in ("cards/*.toml", "decks/*.toml", "scenarios/*.md", "playthroughs/*.txt")
        if not list(folder.glob(part))
    ]
    assert not missing
    assert slug in _kernel.games()


def test_no_kernel_game_lacks_its_folder(slug: str) -> None:
    assert set(_kernel.games()) <= set(SLUGS)


def test_the_rulebook_says_what_every_rulebook_says(slug: str) -> None:
    text = (ROOT / "games" / slug / "README.md").read_text(encoding="utf-8")
    assert [section for section in SECTIONS if section not in text] == []


def test_cards_keywords_and_statuses_are_explained(slug: str) -> None:
    words = cw.game(slug).catalogue.game.words["keywords"]
    assert [name for name, entry in words.items() if not entry.get("help")] == []


@pytest.mark.parametrize("seed", range(4))
def test_legal_actions_count_list_and_contain_the_same(slug: str, seed: int) -> None:
    match = begin(slug, seed)
    for _ in range(60):
        if match.is_over:
            break
        for seat in match.to_act:
            actions = match.legal_actions_of(seat)
            listed = list(actions)
            assert len(listed) == len(actions)
            assert listed or match.game.is_timed
            assert [actions[n] for n in range(len(actions))] == listed
            assert len(set(listed)) == len(listed)
            assert all(action in actions for action in listed[:50])
        wander(match, seed, 1)


@pytest.mark.parametrize("seed", range(4))
def test_the_text_of_an_action_reads_back(slug: str, seed: int) -> None:
    match = begin(slug, seed)
    for step in range(80):
        if match.is_over:
            break
        for seat in match.to_act:
            actions = match.legal_actions_of(seat)
            texts = [action.text for action in actions]
            assert len(set(texts)) == len(texts)
            for action in random.Random(step).sample(list(actions), min(8, len(actions))):
                assert actions.read(action.text) == action
        wander(match, seed + step, 1)


@pytest.mark.parametrize("seed", range(3))
def test_undo_gives_every_position_back(slug: str, seed: int) -> None:
    match = begin(slug, seed)
    hashes: list[int] = []
    step = 0
    while match.ply < 60 and not match.is_over:
        before, ply = match.hash, match.ply
        wander(match, seed * 1000 + step, 1)
        step += 1
        if match.ply > ply and match.game.is_timed:
            # Taking an action back does not take back the time that passed before it.
            action, end = match.undo(), match.hash
            match.play(action)
            hashes.append(end)
        elif match.ply > ply:
            hashes.append(before)
    end, times, now = match.hash, match.times[-20:], match.now
    views = match.view("spectator").bytes
    undone = [match.undo() for _ in range(20)]
    assert match.hash == hashes[-20]
    for action, at in zip(reversed(undone), times, strict=True):
        match.play(action, at=at if match.game.is_timed else None)
    if match.game.is_timed:
        match.advance(now)
    assert match.hash == end
    assert match.view("spectator").bytes == views


@pytest.mark.parametrize("seed", range(3))
def test_a_trace_plays_the_same_match(slug: str, seed: int) -> None:
    match = begin(slug, seed)
    wander(match, seed, 120)
    text = match.trace.to_text()
    again = cw.Trace.from_text(text)
    assert again.to_text() == text
    assert cw.replay(again).hash == match.hash


@pytest.mark.parametrize("seed", range(3))
def test_looking_changes_nothing(slug: str, seed: int) -> None:
    looked, unlooked = begin(slug, seed), begin(slug, seed)
    for step in range(60):
        if looked.is_over:
            break
        for seat in (0, 1, "spectator"):
            view = looked.view(seat)  # type: ignore[arg-type]
            assert view.bytes == looked.view(seat).bytes  # type: ignore[arg-type]
            len(list(view.legal_actions))
        wander(looked, seed + step, 1)
        wander(unlooked, seed + step, 1)
        assert looked.hash == unlooked.hash


@pytest.mark.parametrize("seed", range(2))
def test_a_view_offers_the_actions_of_the_truth_and_shows_no_hidden_card(slug: str, seed: int) -> None:
    match = begin(slug, seed)
    for step in range(50):
        if match.is_over:
            break
        for seat in match.to_act:
            view = match.view(seat)
            assert [a.text for a in view.legal_actions] == [a.text for a in match.legal_actions_of(seat)]
            for foe in view.foes:
                assert all(card.card is None or card.is_known for card in foe.zones[match.game.hand])
        wander(match, seed + step, 1)


@pytest.mark.parametrize("agent", ["random", "pass", "greedy"])
def test_every_native_agent_finishes_its_matches(slug: str, agent: str) -> None:
    match = begin(slug, 1)
    ended: list[Match] = []
    row = play_match(
        match.game, match.setup, [agent, agent], seed=1, after=lambda played, _: ended.append(played)
    )
    assert row.actions < 5_000
    assert row.forfeits == (None, None)
    match = ended[-1]
    assert match.result is not None
    assert match.to_act == frozenset()
    with pytest.raises(IllegalAction):
        match.play(next(iter(begin(slug, 1).legal_actions)))


def test_time_is_refused_where_there_is_none_and_never_runs_backwards(slug: str) -> None:
    match = begin(slug, 3)
    before = match.hash
    if not match.game.is_timed:
        with pytest.raises(CardwrightError, match=f"{slug} is no timed game"):
            match.advance(10)
        with pytest.raises(CardwrightError, match=f"{slug} is no timed game"):
            match.play(match.legal_actions[0], at=10)
        assert match.next_event_at is None
    else:
        match.advance(5000)
        before = match.hash
        for wrong in (-1, 2**32, 1.5, True, "5000"):
            with pytest.raises(CardwrightError, match="is no time"):
                match.advance(wrong)  # type: ignore[arg-type]
            with pytest.raises(CardwrightError, match="is no time"):
                match.play(match.legal_actions[0], at=wrong)  # type: ignore[arg-type]
        with pytest.raises(CardwrightError, match="4999 ms is in the past: it is 5000 ms"):
            match.advance(4999)
        with pytest.raises(IllegalAction, match="4999 ms is in the past"):
            match.play(match.legal_actions[0], at=4999)
        assert match.next_event_at is not None
        assert match.next_event_at > match.now
    assert match.hash == before


def test_a_seeded_agent_repeats_itself(slug: str) -> None:
    match = begin(slug, 2)
    view = match.view(min(match.to_act))
    assert cw.agent("random", seed=5).choose(view) == cw.agent("random", seed=5).choose(view)


def test_unknown_decks_agents_and_games_are_named_with_a_suggestion(slug: str) -> None:
    game = cw.game(slug)
    deck = sorted(game.decks)[0]
    with pytest.raises(CardwrightError, match=f'did you mean "{deck}"'):
        game.match(decks=(deck[:-1], deck))
    with pytest.raises(CardwrightError, match="greedy"):
        cw.agent("greddy")
    with pytest.raises(CardwrightError, match=slug):
        cw.game(slug[:-1])
