"""The table drawn as text."""

from __future__ import annotations

import random

import msgspec
import pytest
from maps import stacked

import cardwright as cw
from cardwright.catalogue import decode
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.faces import short


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def shown(view: cw.View) -> list[str]:
    legal = view.legal_actions
    menu = plain.Menu(legal).lines() if view.seat in view.to_act else []
    return [*plain.draw_board(view), *plain.draw_hand(view), *menu]


def test_the_table_fits_into_80_columns_through_whole_matches(game: cw.Game) -> None:
    for seed in range(3):
        match = game.match(("wind-midrange", "earth-control"), seed=seed)
        chance = random.Random(seed)
        while not match.is_over:
            for seat in (0, 1, "spectator"):
                wide = [line for line in shown(match.view(seat)) if len(line) > 80]  # type: ignore[arg-type]
                assert wide == []
            match.play(chance.choice(match.legal_actions))


def test_every_minion_is_on_the_board_with_its_numbers(game: cw.Game) -> None:
    match = game.match(seed=3)
    chance = random.Random(3)
    for _ in range(80):
        match.play(chance.choice(match.legal_actions))
    view = match.view()
    drawn = "\n".join(plain.draw_board(view))
    minions = [piece for piece in view.pieces if piece.cell]
    assert minions
    for piece in minions:
        assert short(piece.name, 14) in drawn
        assert f"{piece.attack}/{piece.health}" in drawn


def test_ones_own_rows_are_at_the_bottom(game: cw.Game) -> None:
    match = game.match(seed=3)
    for seat, order in ((0, "4321"), (1, "1234")):
        rows = [line[2] for line in plain.draw_board(match.view(seat)) if line.startswith("+a")]
        assert "".join(rows) == order


def test_what_is_paid_is_in_the_words_of_the_game(game: cw.Game) -> None:
    assert plain.describe_numbers(game, game.card("Ember Wisp")).startswith("1 mana, fire 1; 2/1 minion")
    hero = next(card for card in game.cards if game.catalogue.is_unique(card))
    assert plain.describe_numbers(game, hero).startswith("power ")
    raw = msgspec.json.decode(game.catalogue.raw)
    raw["game"]["words"]["resources"]["mana"]["word"] = "gold"
    assert "1 gold" in plain.describe_numbers(Game(decode(msgspec.json.encode(raw))), game.card("Ember Wisp"))


def test_a_menu_reaches_every_action(game: cw.Game) -> None:
    match = game.match(("wind-midrange", "earth-control"), seed=5)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    chance = random.Random(5)
    for _ in range(60):
        legal = match.view().legal_actions
        menu = plain.Menu(legal)
        reached = [action for _, prefix in menu.entries for action in prefix]
        assert sorted(action.code for action in reached) == sorted(action.code for action in legal)
        assert len(menu.entries) <= plain.FLAT * len(legal.prefixes)
        match.play(chance.choice(legal))
        if match.is_over:
            break


def test_words_and_cards_are_explained(game: cw.Game) -> None:
    assert plain.explain(game, "taunt")[0].startswith("  Taunt: While no friend")
    assert plain.explain(game, "mana") == ["  Mana: Pays for cards and powers; refilled every turn."]
    page = plain.explain(game, "ember wi")
    assert page[0].startswith("Ember Wisp (1 mana, fire 1; 2/1 minion)")
    assert "  Haste: May act on the turn it arrives." in page
    with pytest.raises(CardwrightError, match='did you mean "Taunt"'):
        plain.explain(game, "tount")


@pytest.mark.parametrize("slug", ["elemental-command", "ruler"])
def test_every_keyword_and_status_has_its_own_letter(slug: str) -> None:
    letters = board_of(cw.game(slug)).letters
    words = cw.game(slug).catalogue.game.vocabulary
    twice = {status for status in words["statuses"] if status in words["keywords"]}
    known = {*words["keywords"], *(f"{name}*" if name in twice else name for name in words["statuses"])}
    assert set(letters) == known
    assert len(set(letters.values())) == len(letters)


def test_a_card_on_a_map_is_described_in_words() -> None:
    ruler = cw.game("ruler")
    text = plain.describe_numbers(ruler, ruler.card("Soldier"))
    assert text == "100 gold; 10/15 unit; weak spot 5 %, moves 1, defence 5 at 40 %, cut damage"
    text = plain.describe_numbers(ruler, ruler.card("Guard"))
    assert "defence 12 at 20 %, defence 6 at 66 %" in text
    assert plain.describe_numbers(ruler, ruler.card("Heal")) == "10 mana; spell"
    outpost = plain.describe_numbers(ruler, ruler.card("Outpost"))
    assert outpost == "200 gold; structure of 500 health; built in 2 turns"


def test_what_a_card_knows_is_explained_with_it() -> None:
    page = plain.explain(cw.game("ruler"), "raider")
    assert "  Pillage (0 mana; art): Take 60 gold from the owner of an enemy depository" in page


def test_pieces_of_one_tile_are_told_apart_in_plain_text() -> None:
    match, cell = stacked()
    view = match.view(0)
    standing = [piece for piece in view.pieces if piece.cell == cell and piece.kind != "base"]
    line = next(line for line in plain.draw_board(view) if line.startswith(f"   {cell}: "))
    assert all(f"^{piece.name} {piece.attack}/{piece.health}" in line for piece in standing[:2])
    menu = plain.Menu(view.legal_actions, view=view)
    texts = [text for text, _ in menu.entries]
    for piece in standing:
        name = view.names().pieces[piece.id]
        assert not piece.can_move or any(
            text.startswith(f"move {name} ") and f"[{piece.name}]" in text for text in texts
        )
    reached = [action.code for _, prefix in menu.entries for action in prefix]
    assert sorted(reached) == sorted(action.code for action in view.legal_actions)
