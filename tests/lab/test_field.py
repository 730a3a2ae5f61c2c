"""Who meets whom."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright as cw
from cardwright.errors import AgentError, CardwrightError
from cardwright.lab.field import pairings, read_agents, read_decks


def test_everybody_meets_everybody_else_once(game: cw.Game) -> None:
    decks = read_decks(game, "aggro,control")
    entries, meetings = pairings(["greedy", "random"], decks, [], 1)
    assert [entry.label for entry in entries] == [
        "greedy/fire-aggro",
        "greedy/earth-control",
        "random/fire-aggro",
        "random/earth-control",
    ]
    met = [{pairing.first.label, pairing.second.label} for pairing in meetings]
    assert len(met) == 6
    assert all(len(pair) == 2 and met.count(pair) == 1 for pair in met)


def test_who_is_named_twice_meets_itself_with_every_deck(game: cw.Game) -> None:
    names, mirrored = read_agents("greedy,random,greedy")
    assert (names, mirrored) == (["greedy", "random"], {"greedy"})
    _, meetings = pairings(names, read_decks(game, "all"), mirrored, 1)
    controls = [pairing.first.label for pairing in meetings if pairing.is_control]
    assert controls == [f"greedy/{deck}" for deck in game.decks]


def test_a_deck_meets_a_field_whose_decks_do_not_meet_each_other(game: cw.Game) -> None:
    mine, field = read_decks(game, "aggro"), read_decks(game, "all")
    entries, meetings = pairings(["greedy", "random"], mine, ["greedy"], 1, field)
    assert {entry.deck for entry in entries} == set(game.decks)
    met = [(pairing.first.label, pairing.second.label) for pairing in meetings]
    assert all("fire-aggro" in first or "fire-aggro" in second for first, second in met)
    assert len({frozenset(pair) for pair in met}) == len(met)
    others = len(game.decks) - 1
    # Its two entries meet both agents with every other deck, and each other; one meets itself.
    assert len(met) == 2 * 2 * others + 1 + 1
    _, everybody = pairings(["greedy", "random"], field, ["greedy"], 1)
    seeds = {frozenset((p.first.label, p.second.label)): p.seed for p in everybody}
    assert all(seeds[frozenset((p.first.label, p.second.label))] == p.seed for p in meetings)


def test_a_pairing_is_played_on_each_seed_in_both_seats_and_a_control_once(game: cw.Game) -> None:
    _, meetings = pairings(["greedy"], read_decks(game, "aggro,control"), ["greedy"], 1)
    paired, control = meetings[0], meetings[1]
    assert [paired.seats(n) for n in range(2)] == [
        [(paired.seed, 0), (paired.seed, 1)],
        [(paired.seed + 1, 0), (paired.seed + 1, 1)],
    ]
    assert [control.seats(n) for n in range(3)] == [
        [(control.seed, 0)],
        [(control.seed + 1, 1)],
        [(control.seed + 2, 0)],
    ]


def test_a_pairing_has_its_seeds_whoever_else_plays(game: cw.Game) -> None:
    def seeds(agents: list[str], decks: str, seed: int) -> dict[frozenset[str], int]:
        _, meetings = pairings(agents, read_decks(game, decks), [], seed)
        return {frozenset((p.first.label, p.second.label)): p.seed for p in meetings}

    small, large = seeds(["greedy", "random"], "aggro", 1), seeds(["random", "pass", "greedy"], "all", 1)
    assert small.items() <= large.items()
    assert len(set(large.values())) == len(large)
    assert not set(large.values()) & set(seeds(["random", "pass", "greedy"], "all", 2).values())


def test_a_deck_is_named_by_slug_alias_file_and_all(game: cw.Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    ready = game.deck("aggro")
    cards = "\n".join(f"{card} = {count}" for card, count in ready.cards.items())
    file.write_text(f'name = "Mine"\nhero = "{ready.hero}"\n[cards]\n{cards}\n')
    assert list(read_decks(game, f"aggro,{file},fire-aggro")) == ["fire-aggro", str(file)]
    assert list(read_decks(game, "all")) == list(game.decks)
    assert list(read_decks(game, ["all", file])) == [*game.decks, str(file)]
    assert list(read_decks(game, file)) == [str(file)]
    assert list(read_decks(game, [ready])) == [ready.name]


def test_two_different_decks_of_one_name_are_refused(game: cw.Game) -> None:
    import msgspec

    other = msgspec.structs.replace(game.deck("control"), name=game.deck("aggro").name)
    with pytest.raises(CardwrightError, match="two decks are named"):
        read_decks(game, [game.deck("aggro"), other])


@pytest.mark.parametrize(
    ("agents", "words"), [("gredy", 'did you mean "greedy"?'), (" , ", "no agent is named")]
)
def test_unknown_agents_are_one_sentence(agents: str, words: str) -> None:
    with pytest.raises(CardwrightError) as caught:
        read_agents(agents)
    assert words in str(caught.value)


def test_an_agent_of_this_process_only_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cw.agents._registered, "local", lambda seed: cw.agent("random", seed=seed))  # type: ignore[attr-defined]
    with pytest.raises(AgentError, match="module:Class"):
        read_agents("local")


@pytest.mark.parametrize(("decks", "words"), [("agro", 'did you mean "aggro"?'), ("", "no deck is named")])
def test_unknown_decks_are_one_sentence(game: cw.Game, decks: str, words: str) -> None:
    with pytest.raises(CardwrightError) as caught:
        read_decks(game, decks)
    assert words in str(caught.value)


def test_one_entry_alone_has_nobody_to_meet(game: cw.Game) -> None:
    with pytest.raises(CardwrightError, match="nobody to meet"):
        pairings(["greedy"], read_decks(game, "aggro"), [], 1)
