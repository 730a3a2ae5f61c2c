"""Action texts: written, read back, forgiven, refused."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright as cw
from cardwright.errors import (
    AmbiguousAction,
    CardwrightError,
    IllegalAction,
    RejectedAction,
    UnreadableAction,
)
from cardwright.face.actions import make_code, take_apart
from cardwright.face.position import PlacedPiece, Position, SeatPosition
from cardwright.face.setup import SeatSetup, Setup


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def kept(game: cw.Game, seed: int = 7) -> cw.Match:
    match = game.match(("aggro", "control"), seed=seed)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    return match


def arranged(
    game: cw.Game, hand: list[str], pieces: list[tuple[str, int, str]], **resources: int
) -> cw.Match:
    """A turn of seat 0 with this hand and these pieces (card, owner, cell)."""
    held = {"mana": 9, "crystals": 9, "earth": 9, "wind": 9, "fire": 9, "step": 1, "power": 1, **resources}
    cards, deck = tuple(game.card(name).id for name in hand), ("ember-wisp",) * 5
    position = Position(
        seats=tuple(SeatPosition({"hand": one, "deck": deck}, held) for one in (cards, ())),
        pieces=tuple(PlacedPiece(game.card(name).id, owner, cell) for name, owner, cell in pieces),
        now=5,
        phase="turn",
    )
    return game.begin(Setup((SeatSetup("fire", {}), SeatSetup("earth", {})), position=position), seed=1)


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), decks=st.permutations(["fire-aggro", "earth-control", "wind-midrange"]))
def test_every_legal_action_reads_back_as_itself(seed: int, decks: list[str]) -> None:
    match = cw.game("elemental-command").match(decks[:2], seed=seed)
    chance = random.Random(seed)
    for _ in range(60):
        if match.is_over:
            break
        for seat in sorted(match.to_act):
            legal = match.legal_actions_of(seat)
            for action in chance.sample(range(len(legal)), min(8, len(legal))):
                assert legal.read(legal[action].text) == legal[action]
        match.play(chance.choice(match.legal_actions))


def test_the_texts_of_the_legal_actions_differ(game: cw.Game) -> None:
    match = kept(game)
    while not match.is_over and match.ply < 60:
        texts = [action.text for action in match.legal_actions]
        assert len(set(texts)) == len(texts)
        match.play(match.legal_actions[-1] if len(texts) == 1 else match.legal_actions[0])
    assert match.ply > 40


def test_codes_survive_being_taken_apart() -> None:
    code = make_code(1, 2, 3, (4, 255, 6, 1), 700)
    assert make_code(*take_apart(code)) == code


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ATTACK c2 > C3", "attack c2 > c3"),
        ("attack c2->c3", "attack c2 > c3"),
        ("att c2 c3", "attack c2 > c3"),
        ("attack ember wisp > oak", "attack c2 > c3"),
        ("move c2 c1", "move c2 > c1"),
        ("play fire bolt > hero", 'play "Fire Bolt" > hero'),
        ("play fire > my hero", 'play "Fire Bolt" > my hero'),
        ("play bolt > enemy hero", 'play "Fire Bolt" > hero'),
        ('play "cinder hound" at a1', 'play "Cinder Hound" at a1'),
        ("power>c3", "power > c3"),
        ("take fi", "take fire"),
        ("end turn", "end"),
        ("End", "end"),
    ],
)
def test_reading_is_forgiving(game: cw.Game, said: str, meant: str) -> None:
    match = arranged(game, ["Fire Bolt", "Cinder Hound"], [("Ember Wisp", 0, "c2"), ("Oak Warden", 1, "c3")])
    assert match.legal_actions.read(said).text == meant


@pytest.mark.parametrize(
    ("said", "error", "words"),
    [
        ("atack c2 > c3", UnreadableAction, 'did you mean "attack"?'),
        ("", UnreadableAction, "begins with a verb"),
        ("play Fire Blot > hero", UnreadableAction, 'did you mean "Fire Bolt"?'),
        ("play Quake", IllegalAction, '"Quake" is not in your hand'),
        ("attack z9 > c3", UnreadableAction, 'no piece "z9"'),
        ("attack b1 > c3", IllegalAction, "nothing stands on b1"),
        ("attack c2 > hero", IllegalAction, "Taunt must be attacked first"),
        ("move c2 > c3", IllegalAction, "free spaces of their owner"),
        ("play cinder at c2", IllegalAction, "that space is taken"),
        ("play cinder at x1", UnreadableAction, "the spaces are a1 to e4"),
        ("take gold", UnreadableAction, "mana, earth, wind, fire"),
        ("keep", IllegalAction, "the mulligan is over"),
        ("choose 1", IllegalAction, "no question is open"),
        ("end now", UnreadableAction, "one word too many"),
        ("play cinder", AmbiguousAction, 'play "Cinder Hound" at a1'),
        ("play fire bolt", AmbiguousAction, 'play "Fire Bolt" > hero'),
        ("m c2 > c1", AmbiguousAction, "move, mulligan"),
    ],
)
def test_rejection_has_three_names(
    game: cw.Game, said: str, error: type[CardwrightError], words: str
) -> None:
    match = arranged(game, ["Fire Bolt", "Cinder Hound"], [("Ember Wisp", 0, "c2"), ("Oak Warden", 1, "c3")])
    with pytest.raises(error) as caught:
        match.play(said)
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert said not in match.legal_actions
    assert match.ply == 0


@pytest.mark.parametrize(
    "said",
    [
        "mulligan " + ",".join(["zzz"] * 200),
        "mulligan " + ",".join("z" * 200),
        "mulligan " + ", ".join(["zzz"] * 6),
        "attack c2 " + "> c3 " * 40,
        "play fire " + "at c2 > c3 " * 40,
        "play fire " + "at c2 > c3 " * 6,
        "move " + "c2 " * 200,
        "attack " + "x" * 100_000,
        "play fire#" + "9" * 5000,
    ],
)
def test_a_text_of_many_parts_is_refused_at_once(game: cw.Game, said: str) -> None:
    for match in (game.match(seed=7), kept(game)):
        seat = min(match.to_act)
        seconds = []
        for _ in range(5):
            begun = time.process_time()
            with pytest.raises(RejectedAction):
                match.play(said, seat=seat)
            seconds.append(time.process_time() - begun)
        assert min(seconds) < 0.1


def test_who_acts_must_be_plain(game: cw.Game) -> None:
    match = game.match(seed=7)
    for ask in (match.legal_actions.under, match.legal_actions.read):
        with pytest.raises(AmbiguousAction, match="several seats may act now"):
            ask("keep")


def test_an_illegal_action_names_the_nearest_legal_ones(game: cw.Game) -> None:
    match = arranged(game, [], [("Ember Wisp", 0, "c2"), ("Oak Warden", 1, "c3")])
    with pytest.raises(IllegalAction) as caught:
        match.play("attack c2 > hero")
    assert caught.value.nearest[0] == "attack c2 > c3"


def test_copies_that_agree_are_one_action_and_a_mulligan_tells_them_apart(game: cw.Game) -> None:
    deck = {**game.catalogue.decks["fire-aggro"].cards, "fire": 1}
    for seed in range(200):
        match = game.match((deck, "control"), seed=seed)
        names = match.names(0)
        twice = [name for name in names.held.names if names.held.names.count(name) > 1]
        if twice:
            break
    first, second = (place for place, name in enumerate(names.held.names) if name == twice[0])
    assert match.legal_actions_of(0).read(f'mulligan "{twice[0]}"').code >> 48 == 1 << first
    assert match.legal_actions_of(0).read(f'mulligan "{twice[0]}"#2').code >> 48 == 1 << second
    both = match.legal_actions_of(0).read(f"mulligan {twice[0]}, {twice[0]}")
    assert both.code >> 48 == 1 << first | 1 << second
    assert both.text == f'mulligan "{twice[0]}", "{twice[0]}"#2'
    for cards in (f'"{twice[0]}", "{twice[0]}"#1', f'"{twice[0]}"#2, "{twice[0]}"'):
        assert match.legal_actions_of(0).read(f"mulligan {cards}") == both
    with pytest.raises(IllegalAction, match="not that many copies"):
        match.legal_actions_of(0).read(f'mulligan "{twice[0]}"#1, "{twice[0]}"#1')
    with pytest.raises(IllegalAction, match="not that many copies"):
        match.legal_actions_of(0).read("mulligan " + ", ".join([twice[0]] * 4))


def test_under_a_prefix_lie_the_next_choices(game: cw.Game) -> None:
    match = arranged(game, ["Cinder Hound", "Fire Bolt"], [("Oak Warden", 1, "c3")])
    choice = match.legal_actions.under("play cinder").next
    assert choice is not None
    assert (choice.word, choice.means) == ("at", "cell")
    assert list(choice.options)[:2] == ["a1", "b1"]
    complete = choice.options["a1"]
    assert complete.next is None
    assert complete.action is not None
    assert complete.action.text == 'play "Cinder Hound" at a1'
    targets = match.legal_actions.under("play fire bolt")
    assert {action.text.partition(" > ")[2] for action in targets} == {"hero", "my hero", "c3"}
    assert match.legal_actions.under(match.legal_actions[0]).action == match.legal_actions[0]


def test_the_beginnings_of_all_actions_lead_to_all_actions(game: cw.Game) -> None:
    match = arranged(game, ["Cinder Hound", "Fire Bolt"], [("Ember Wisp", 0, "c2"), ("Oak Warden", 1, "c3")])
    found = [action for prefix in match.legal_actions.prefixes for action in prefix]
    assert sorted(action.code for action in found) == sorted(action.code for action in match.legal_actions)


def test_an_action_keeps_its_text_when_the_match_goes_on_or_back(game: cw.Game) -> None:
    match = arranged(game, ["Cinder Hound", "Fire Bolt"], [("Ember Wisp", 0, "c2"), ("Oak Warden", 1, "c3")])
    first = match.legal_actions.read("play cinder at a1")
    match.play("move c2 > c1")
    assert first.text == 'play "Cinder Hound" at a1'
    later = match.legal_actions.read("play fire bolt > c1")
    match.undo()
    match.play("play cinder at c1")
    assert later.text == 'play "Fire Bolt" > c1'
    assert repr(first) == '<Action play "Cinder Hound" at a1>'


def refusal(match: cw.Match, seat: int, text: str) -> RejectedAction | None:
    try:
        match.legal_actions_of(seat).read(text)
    except RejectedAction as refused:
        return refused
    return None


WRONG = ("keep", "keep 3", "end", "pass", "mulligan", "attack", "draw", "kepp", "take", "choose", "use", "x")


@pytest.mark.parametrize("slug", ["elemental-command", "ruler", "mana"])
def test_nobody_is_asked_whether_they_meant_what_they_said(slug: str) -> None:
    match = cw.game(slug).match(seed=7)
    for _ in range(12):
        seat = min(match.to_act)
        for text in WRONG:
            refused = refusal(match, seat, text)
            if refused is not None:
                assert refused.suggestion != f'did you mean "{text.split()[0]}"?', f"{text}: {refused}"
                leads = refused.suggestion is not None or not len(match.legal_actions_of(seat))
                assert leads, f"{text}: {refused} leads nowhere"
        if match.game.is_timed:
            match.advance(match.now + 9000)
        else:
            match.play(match.legal_actions[-1])


@pytest.mark.parametrize(
    ("slug", "text", "said"),
    [
        ("ruler", "keep", '"keep" is no action; the verbs are draw, play, move, attack, use, end, choose'),
        ("mana", "keep", '"keep" is no action; the verbs are play, recall, draw, discard, move, attack, use'),
        ("ruler", "end", "end is not legal: first draw: 5 more; possible now: draw units, draw structures, "),
        ("ruler", "attack", "a piece is missing; possible now: draw units, draw structures, draw spells"),
        ("elemental-command", "keep 3", '"keep" stands alone: it keeps all cards; near it: keep'),
        ("elemental-command", "kepp", '"kepp" is no action; did you mean "keep"?'),
        ("elemental-command", "end", "end is not legal: first both players choose their mulligan; possible "),
    ],
)
def test_what_is_not_possible_now_says_what_is(slug: str, text: str, said: str) -> None:
    match = cw.game(slug).match(seed=7)
    with pytest.raises(RejectedAction) as refused:
        match.legal_actions_of(0).read(text)
    assert str(refused.value).startswith(said)


def test_an_action_tells_what_it_is_made_of() -> None:
    match = cw.game("elemental-command").match(("aggro", "control"), seed=0)
    for seat in (0, 1):
        match.play("keep", seat=seat)
    played = next(action for action in match.legal_actions if action.verb == "play")
    prefix = match.view(played.seat).legal_actions.under(played.text.split(" at ")[0])
    assert (prefix.verb, prefix.form, prefix.source) == ("play", played.form, played.source)
    assert (played.source.means, prefix.choices) == ("card", ())
    hand = match.view(played.seat).hand
    assert hand[played.source.value].name in played.text
    [place] = played.choices
    assert match.game.cells[place.value] == played.text.rpartition(" ")[2]
    assert prefix.leads_to(played)
    assert not prefix.leads_to(next(action for action in match.legal_actions if action.verb == "end"))
    assert match.last_action is not None
    assert match.last_action.seat == match.actors[-1]
    match.play(played)
    assert (match.last_action, match.actors) == (played, [0, 1, played.seat])


def test_a_prefix_tells_why_something_cannot_be_chosen() -> None:
    match = cw.game("elemental-command").match(("aggro", "control"), seed=0)
    prefix = match.view(0).legal_actions.prefixes[0]
    assert prefix.form.subset
    assert prefix.with_cards([0, 2]) in match.legal_actions_of(0)
    for seat in (0, 1):
        match.play("keep", seat=seat)
    view = match.view(min(match.to_act))
    played = next(prefix for prefix in view.legal_actions.prefixes if prefix.verb == "play")
    foreign = match.game.cells.index("a4")
    assert played.why_not("cell", foreign) == "minions are placed on their owner's spaces only"
    assert played.why_not("piece", 0) is None, "a space is asked for, not a piece"
    attack = next(verb for verb in match.game.verbs if verb.word == "attack")
    assert view.why_not_with(attack, view.pieces[0].id) == "that is not a minion of yours"
