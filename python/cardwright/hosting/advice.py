"""An action in words, and why an agent would take it: what it gains, what it avoids, what it leads to.

Everything is told from what its seat may know. What an action gains is its forecast. What it avoids is found
in imagined truths: the others play on once after the action and once without it, and what becomes of one's
own side is compared. What it leads to is the agent's next action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import TYPE_CHECKING, cast

import msgspec

from cardwright.agents import NativeAgent
from cardwright.agents.conductor import Conductor
from cardwright.agents.supervised import NativePlayer, Player
from cardwright.face.events import Event, Wording
from cardwright.face.forecast import sentences

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.face.event_details import Details, Moved, Who
    from cardwright.face.match import Match
    from cardwright.face.view import DescribedPiece, View

TRUTHS = 8
"""In how many imagined truths the others play on."""
LOOKAHEAD = 8_000
"""In a timed game: for how many milliseconds they do."""
MOST = 80
"""After how many actions the others are interrupted."""
LIKELY, RARE = 0.6, 0.3
"""What happens in this share of truths without an action, and in at most that share with it, is avoided."""
WORTH_TELLING = 2
"""How much damage less is worth telling."""
TOLD = 2
"""How many gains are told, and how many losses that are avoided."""
OTHERS, ITSELF = "greedy", "pass"
"""Who plays on for the others, and who for the seat itself."""
GAINS = {
    "attack",
    "controlled",
    "damaged",
    "defeated",
    "died",
    "drew",
    "healed",
    "health",
    "returned",
    "spared",
    "struck_back",
    "transformed",
}
"""What of a forecast may be a reason; what is paid, moved or put into play is told by the deed."""


class Advice(msgspec.Struct, frozen=True):
    """An action in words, and the reasons for it, sentence by sentence."""

    deed: str
    """Who does what."""
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.deed, *self.reasons])


def advice(view: View, action: Action | None, agent: NativeAgent | None = None) -> Advice:
    """What an action of a view's seat does, and why; None stands for waiting.

    `agent` has just chosen it, and is asked what it would do next where nothing else is a reason.
    """
    if action is None:
        return Advice("Wait.")
    forecast = view.forecast(action)
    gains = tuple(entry for entry in forecast.entries if entry.what in GAINS)
    if wins := tuple(entry for entry in gains if entry.what == "defeated" and entry.seat != action.seat):
        return Advice(_deed(view, action), tuple(sentences(wins)))
    reasons = [*islice(sentences(gains), TOLD), *_avoids(view, action)]
    if not reasons and agent is not None and forecast.exact:
        reasons += _then(view, action, agent)
    return Advice(_deed(view, action), tuple(reasons))


def _then(view: View, action: Action, agent: NativeAgent) -> Iterator[str]:
    """What the agent does next in the same turn, if it cannot do that yet."""
    truth = view.determinise(0)
    truth.play(action.text, seat=action.seat)
    if truth.is_over or truth.now != view.now or action.seat not in truth.to_act:
        return
    after = truth.view(action.seat)
    chosen = agent.choose(after)
    if chosen is None or _is_idle(after, chosen):
        return
    if chosen.text not in {legal.text for legal in view.legal_actions}:
        yield f"It leads to: {_deed(after, chosen)}"


def _is_idle(view: View, action: Action) -> bool:
    """Whether an action ends the turn, or does nothing where something could be done."""
    return not view.game.is_timed and NativeAgent(ITSELF).choose(view) == action


# Who does what.


def _deed(view: View, action: Action) -> str:
    """What the seat is told first of the action, as far as neither chance nor anything hidden decides it."""
    told = [_sentences(view, action, truth) for truth in range(TRUTHS)]
    sure = [first[0] for first in zip(*told, strict=False) if len(set(first)) == 1]
    return " ".join(sure) or f"{action.text[:1].upper()}{action.text[1:]}."


def _sentences(view: View, action: Action, seed: int) -> list[str]:
    """What the seat is told first of the action in one truth, and what comes into play."""
    truth = view.determinise(seed)
    truth.play(action.text, seat=action.seat)
    told = list(truth.events_of(0, action.seat))
    if told and told[0].type == "began":
        return ["You end your turn."]
    own = [event for event in _of_turn(told) if _tells(event, action.seat)]
    moves = [cast("Moved", event.details) for event in own if event.type == "moved"]
    arrivals = [event.text for event in own if event.type == "entered"]
    if own and own[0].type == "moved":
        steps = [move for move in moves if move["who"]["piece"] == moves[0]["who"]["piece"]]
        whole: Moved = {**steps[0], "to": steps[-1]["to"]}
        return [Wording(view.game, action.seat, len(view.seats)).render(whole).text]
    if own and own[0].type == "played":
        return [own[0].text, *arrivals[:1]]
    return [event.text for event in own[:1]]


def _of_turn(events: Iterable[Event]) -> Iterator[Event]:
    return takewhile(lambda event: event.type != "began", events)


def _tells(event: Event, seat: int) -> bool:
    """Whether an event tells what the seat itself does. A drawn card is only imagined, a price is known."""
    return event.details.get("seat", seat) == seat and event.type not in ("drawn", "spent")


# What it avoids.

DEFEAT = -1
"""Stands for the match among the numbers of cards."""
GONE = ("died", "returned", "transformed", "controlled")
"""Events after which a piece is no longer there as it was."""


class _Losses:
    """What one's own side lost in some imagined truths, by the card: in fog, pieces are numbered anew."""

    def __init__(self) -> None:
        self.fallen: dict[int, float] = defaultdict(float)
        """How many pieces died in each of them."""
        self.gone: dict[int, float] = defaultdict(float)
        """How many pieces died, went back, changed sides or became something else in each of them."""
        self.damage: dict[int, float] = defaultdict(float)
        """The mean damage that pieces took."""

    def add(self, details: Details, seat: int) -> None:
        """Count an event of one truth."""
        if details["type"] == "defeated":
            self.fallen[DEFEAT] += (details["seat"] == seat) / TRUTHS
            return
        who = cast("Who | None", details.get("who"))
        if who is None or who["owner"] != seat:
            return
        if details["type"] in GONE:
            self.gone[who["def"]] += 1 / TRUTHS
        if details["type"] == "died":
            self.fallen[who["def"]] += 1 / TRUTHS
        elif details["type"] == "damaged":
            self.damage[who["def"]] += details["amount"] / TRUTHS


def _avoids(view: View, action: Action) -> Iterator[str]:
    """What becomes of one's own side if the seat stops before the action, but not if it stops after it."""
    seat = action.seat
    if _is_idle(view, action):
        return
    before, after = _losses(view, seat, None), _losses(view, seat, action)
    if before.fallen[DEFEAT] > RARE >= after.fallen[DEFEAT]:
        yield "Otherwise you might lose the match."
        return
    said = list(_saved(view, seat, before, after))
    said.sort(key=lambda saved: -saved[0])
    yield from [text for _, text in said[:TOLD]]


def _saved(view: View, seat: int, before: _Losses, after: _Losses) -> Iterator[tuple[float, str]]:
    """What is not lost after the action, with how much that matters."""
    say = Wording(view.game, seat, len(view.seats))
    own: dict[int, list[DescribedPiece]] = defaultdict(list)
    for piece in view.described.pieces:
        if piece.owner == seat:
            own[piece.number].append(piece)
    for card, pieces in own.items():
        first = pieces[0]
        cell = first.cell if len(pieces) == 1 or first.cell < 0 else -1
        name = say.piece({"piece": first.id, "def": card, "owner": seat, "cell": cell})
        less = before.damage[card] - after.damage[card]
        if after.gone[card] > RARE:
            continue
        if before.fallen[card] >= LIKELY:
            yield first.attack + first.health, f"Otherwise {name} would probably die."
        elif less >= WORTH_TELLING and before.gone[card] <= RARE:
            yield less, f"Otherwise {name} would take about {round(less)} more damage."


def _losses(view: View, seat: int, action: Action | None) -> _Losses:
    """What a seat loses if it takes this action, or none, and then stops."""
    found = _Losses()
    for number in range(TRUTHS):
        truth = view.determinise(number)
        if action is not None:
            truth.play(action.text, seat=seat)
        if view.game.is_timed:
            _play_in_time(truth, seat, number)
        else:
            _play_in_turns(truth, seat)
        for ply in range(truth.ply):
            for event in truth.events_of(ply, seat):
                found.add(event.details, seat)
    return found


def _play_in_turns(truth: Match, seat: int) -> None:
    """Play on until the seat is asked again after the others."""
    players = [NativeAgent(ITSELF if other == seat else OTHERS) for other in range(truth.seat_count)]
    have_played = False
    while not truth.is_over and truth.ply < MOST:
        acting = min(truth.to_act)
        if acting == seat and have_played:
            break
        have_played |= acting != seat
        chosen = players[acting].choose(truth.view(acting))
        assert chosen is not None, "in a game of turns nobody waits"
        truth.play(chosen)


def _play_in_time(truth: Match, seat: int, seed: int) -> None:
    """Play on for some seconds, in which only the others act."""
    others = [other for other in range(truth.seat_count) if other != seat]
    players: dict[int, Player] = {other: NativePlayer(OTHERS) for other in others}
    for other, player in players.items():
        player.begin(truth, other, seed)
    conductor, end = Conductor(truth, players, seed), truth.now + LOOKAHEAD
    while not truth.is_over and conductor.next_at is not None and conductor.next_at <= end:
        conductor.step()
