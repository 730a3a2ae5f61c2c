"""Decks as text: a written deck is read back, and a pasted one is read as it was meant."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardwright as cw
from cardwright.decks import Deck
from cardwright.decks.files import names_of, read_deck, to_text, to_toml
from cardwright.decks.text import Names, parse, render

GAME = "elemental-command"
IDS = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6})?", fullmatch=True)
ODD = st.sampled_from(
    ["3 Wisps", "x Men", "//", "# Hash", "hero: me", '"quoted"', "two\nlines", " blank ", "É", "\ufeff"]
)
WORDS = st.one_of(st.text(min_size=1, max_size=12).filter(str.strip), ODD)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Deck, Names]:
    """A deck and the names of its game, as odd as a designer may write them."""
    cards = draw(st.dictionaries(IDS, WORDS, min_size=1, max_size=8))
    names = list(dict.fromkeys(cards.values()))
    cards = dict(zip(cards, names, strict=False))  # a game refuses two cards of one name
    heroes = draw(st.dictionaries(IDS, WORDS, max_size=3))
    heroes = dict(zip(heroes, dict.fromkeys(heroes.values()), strict=False))
    deck = Deck(
        name=draw(st.one_of(st.text(max_size=20), ODD)),
        game=draw(st.sampled_from(["", "some-game"])),
        hero=draw(st.sampled_from(["", *heroes])),
        cards=draw(st.dictionaries(st.sampled_from(sorted(cards)), st.integers(1, 9), max_size=8)),
    )
    return deck, Names(game="some-game", cards=cards, heroes=heroes, copies=9)


@given(decks())
def test_a_deck_is_read_back_from_its_text(made: tuple[Deck, Names]) -> None:
    deck, names = made
    reading = parse(render(deck, names), names)
    assert (reading.deck, reading.bad) == (deck, ())


@given(decks(), st.sampled_from(["// a remark", "# another remark", "", "   ", "```"]), st.integers(1, 9))
def test_comments_and_line_ends_change_nothing(made: tuple[Deck, Names], remark: str, at: int) -> None:
    deck, names = made
    lines = render(deck, names).splitlines()
    text = "\r\n".join([*lines[:at], remark, *lines[at:]])
    assert parse("\ufeff" + text, names).deck == deck


@given(st.text(max_size=20))
def test_a_deck_is_read_back_from_its_toml(name: str) -> None:
    game = cw.game(GAME)
    deck = cw.Game.deck(game, "aggro")
    odd = Deck(name=name, cards=deck.cards, hero=deck.hero, game=GAME)
    assert tomllib.loads(to_toml(game, odd)) == {
        "name": name, "game": GAME, "hero": deck.hero, "cards": deck.cards
    }  # fmt: skip


@pytest.mark.parametrize("slug", cw.game(GAME).decks)
def test_every_ready_deck_goes_through_text_and_toml(slug: str, tmp_path: Path) -> None:
    game = cw.game(GAME)
    deck = game.deck(slug)
    assert parse(to_text(game, deck), names_of(game)).deck == deck
    path = tmp_path / "deck.toml"
    path.write_text(to_toml(game, deck), encoding="utf-8")
    assert read_deck(game, path) == (deck, [])


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("3 Ember Wisp", 3),
        ("3x ember wisp", 3),
        ("3 x Ember Wisp // fast", 3),
        ("2 ember-wisp", 2),
        ("1  EMBER  WISP", 1),
    ],
)
def test_cards_may_be_written_as_people_write_them(line: str, count: int) -> None:
    reading = parse(line, names_of(cw.game(GAME)))
    assert (reading.deck.cards, reading.bad) == ({"ember-wisp": count}, ())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 Ember Wasp", 'unknown card "Ember Wasp"; did you mean "Ember Wisp"?'),
        ("0 Ember Wisp", '0 copies of "Ember Wisp"; write 1 or more'),
        ("-1 Ember Wisp", '-1 copies of "Ember Wisp"; write 1 or more'),
        ("4 Ember Wisp", '4 copies of "Ember Wisp": a deck may hold 3'),
        ("1000000000000 Ember Wisp", '1000000000000 copies of "Ember Wisp": a deck may hold 3'),
        (
            "12345678901234567890 Kindle",
            '"12345678901234567890 Kindle" is no number and card; write it like "1 Card"',
        ),
        ("2 Gust", '4 copies of "Gust": a deck may hold 3; the lines above have 2 already'),
        ("Ember Wisp", '"Ember Wisp" is no number and card; write it like "1 Ember Wisp"'),
        ("three", '"three" is no number and card; write it like "1 Card"'),
        ("3", 'the card is missing; write it like "3 Card"'),
        ("hero: Kaela", 'unknown hero "Kaela"; write one of earth, wind, fire'),
        ("hero: frie", 'unknown hero "frie"; did you mean "fire"?'),
        ("game: chess", "this is a deck of chess, not of elemental-command"),
    ],
)
def test_a_bad_line_is_listed_and_the_rest_is_kept(line: str, reason: str) -> None:
    reading = parse(f"# Mine\n2 Gust\n{line}\n3 Ember Wisp\n", names_of(cw.game(GAME)))
    assert reading.deck.cards == {"gust": 2, "ember-wisp": 3}
    [bad] = reading.bad
    assert (bad.line, bad.reason + (f"; {bad.suggestion}" if bad.suggestion else "")) == (3, reason)


def test_the_game_may_be_written_in_any_capitals() -> None:
    reading = parse("game: Elemental-Command\n", names_of(cw.game(GAME)))
    assert (reading.deck.game, reading.bad) == (GAME, ())
