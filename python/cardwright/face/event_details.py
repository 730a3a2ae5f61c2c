"""The details of every type of event, as the kernel tells them.

This file is made by `make docs` from the kernel's table of events (`crates/core/src/what.rs`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

Who = TypedDict("Who", {"piece": int, "def": int, "owner": int, "cell": int})
"""A piece as it was when something happened to it."""


class Cause(TypedDict):
    """The cause of something: a piece, a card that is not a piece, both, or a rule of the game."""

    who: Who | None
    card: int
    rule: str


class Began(TypedDict):
    """A phase of the game began for a seat; phases have the game's own numbers."""

    type: Literal["began"]
    seat: int
    phase: int


class Drawn(TypedDict):
    """A seat drew a card."""

    type: Literal["drawn"]
    seat: int
    card: int


class DrewNothing(TypedDict):
    """There was nothing to draw."""

    type: Literal["drew_nothing"]
    seat: int


class Lost(TypedDict):
    """The card was shown to all and lost, for lack of room."""

    type: Literal["lost"]
    seat: int
    card: int


class Played(TypedDict):
    """A seat played a card."""

    type: Literal["played"]
    seat: int
    card: int


class Created(TypedDict):
    """A card came into a zone from outside the game, from the board or from a prompt."""

    type: Literal["created"]
    seat: int
    zone: int
    card: int


Shifted = TypedDict("Shifted", {"type": Literal["shifted"], "seat": int, "from": int, "to": int, "card": int})
"""A card went from one zone of a seat to another."""


class CostChanged(TypedDict):
    """A card costs more or less from now on."""

    type: Literal["cost_changed"]
    seat: int
    card: int
    by: int


class Redrew(TypedDict):
    """A seat put this many cards back and drew as many."""

    type: Literal["redrew"]
    seat: int
    count: int


class Entered(TypedDict):
    """A piece came into play."""

    type: Literal["entered"]
    who: Who


class Moved(TypedDict):
    """A piece went to another cell."""

    type: Literal["moved"]
    who: Who
    to: int


class Returned(TypedDict):
    """A piece went back to its owner's hand."""

    type: Literal["returned"]
    who: Who


class Died(TypedDict):
    """A piece died."""

    type: Literal["died"]
    who: Who
    cause: Cause | None


class Attacked(TypedDict):
    """A piece attacked another."""

    type: Literal["attacked"]
    who: Who
    target: Who


class Damaged(TypedDict):
    """A piece took damage."""

    type: Literal["damaged"]
    who: Who
    amount: int
    cause: Cause | None


class Prevented(TypedDict):
    """Damage was prevented."""

    type: Literal["prevented"]
    who: Who
    amount: int


class Healed(TypedDict):
    """A piece regained health."""

    type: Literal["healed"]
    who: Who
    amount: int
    cause: Cause | None


class Changed(TypedDict):
    """The attack and health of a piece changed, for good or for a time."""

    type: Literal["changed"]
    who: Who
    attack: int
    health: int
    lasting: bool


class KeywordGained(TypedDict):
    """A piece gained a keyword, for good or for a time."""

    type: Literal["keyword_gained"]
    who: Who
    keyword: int
    lasting: bool


class KeywordLost(TypedDict):
    """A piece lost a keyword."""

    type: Literal["keyword_lost"]
    who: Who
    keyword: int


class Afflicted(TypedDict):
    """A piece now has a status of this strength."""

    type: Literal["afflicted"]
    who: Who
    status: int
    amount: int


class Dispelled(TypedDict):
    """A piece lost all keywords, changes and abilities."""

    type: Literal["dispelled"]
    who: Who


class AbilityGranted(TypedDict):
    """A piece gained an ability that is not printed on it."""

    type: Literal["ability_granted"]
    who: Who


class Transformed(TypedDict):
    """A piece became another card."""

    type: Literal["transformed"]
    who: Who
    into: int


class Imitated(TypedDict):
    """A piece became like another in all that it has now."""

    type: Literal["imitated"]
    who: Who
    model: Cause | None


class Controlled(TypedDict):
    """A seat took control of a piece."""

    type: Literal["controlled"]
    who: Who
    by: int


class Adjusted(TypedDict):
    """A number of a piece that is neither attack nor health changed, for good or for a time."""

    type: Literal["adjusted"]
    who: Who
    attribute: int
    amount: int
    lasting: bool


class Shielded(TypedDict):
    """Damage to a piece will be prevented up to an amount, for good or for a time."""

    type: Literal["shielded"]
    who: Who
    amount: int
    lasting: bool


class Unhealed(TypedDict):
    """Healing of a piece was prevented."""

    type: Literal["unhealed"]
    who: Who
    amount: int


class GroundChanged(TypedDict):
    """The ground of a cell changed; the place is counted from 0."""

    type: Literal["ground_changed"]
    cell: int
    place: int


class Loosened(TypedDict):
    """A piece may move again."""

    type: Literal["loosened"]
    who: Who


class Readied(TypedDict):
    """A piece may act again."""

    type: Literal["readied"]
    who: Who


class Gained(TypedDict):
    """A seat gained a resource, or lost it where the amount is below 0."""

    type: Literal["gained"]
    seat: int
    resource: int
    amount: int


class PowerUsed(TypedDict):
    """A seat used its power."""

    type: Literal["power_used"]
    seat: int
    card: int


class Asked(TypedDict):
    """A seat was asked a question."""

    type: Literal["asked"]
    seat: int


class Answered(TypedDict):
    """A seat answered a question with a card."""

    type: Literal["answered"]
    seat: int
    card: int


class Used(TypedDict):
    """A piece used a card that it knows."""

    type: Literal["used"]
    who: Who
    card: int


class Spotted(TypedDict):
    """A piece came into sight of a seat that did not follow it there."""

    type: Literal["spotted"]
    who: Who


class Vanished(TypedDict):
    """A piece went out of a seat's sight."""

    type: Literal["vanished"]
    who: Who


class WoreOff(TypedDict):
    """A lasting change ended."""

    type: Literal["wore_off"]
    who: Who


class Passed(TypedDict):
    """Time went on to this moment."""

    type: Literal["passed"]
    now: int


class Unveiled(TypedDict):
    """A piece whose card only its owner knew was shown to all and is spent."""

    type: Literal["unveiled"]
    who: Who


class Countered(TypedDict):
    """A card that a seat played, or an attack it declared, was stopped."""

    type: Literal["countered"]
    seat: int
    card: int


class Redirected(TypedDict):
    """A piece became the target of a card or an attack instead of another."""

    type: Literal["redirected"]
    who: Who


class Cast(TypedDict):
    """A text cast a card for a seat, aimed by chance."""

    type: Literal["cast"]
    seat: int
    card: int


class Learned(TypedDict):
    """The seat's own piece may use this card from now on."""

    type: Literal["learned"]
    seat: int
    card: int


class CardChanged(TypedDict):
    """The attack and health that a card of a zone will have in play changed."""

    type: Literal["card_changed"]
    seat: int
    card: int
    attack: int
    health: int


class Priced(TypedDict):
    """Cards of a seat cost more or less for a time."""

    type: Literal["priced"]
    seat: int
    by: int


class Discarded(TypedDict):
    """A card went to where used cards lie."""

    type: Literal["discarded"]
    seat: int
    card: int


class Revealed(TypedDict):
    """A card of a hidden zone was shown to all."""

    type: Literal["revealed"]
    seat: int
    zone: int
    card: int


class Spent(TypedDict):
    """A seat paid with a resource."""

    type: Literal["spent"]
    seat: int
    resource: int
    amount: int


class Sounded(TypedDict):
    """A sound of the game was played."""

    type: Literal["sounded"]
    sound: int


class Fizzled(TypedDict):
    """An effect found no room."""

    type: Literal["fizzled"]
    room: str


class Defeated(TypedDict):
    """A seat lost the match."""

    type: Literal["defeated"]
    seat: int


class Ended(TypedDict):
    """The match ended."""

    type: Literal["ended"]


# fmt: off
Details: TypeAlias = (
    Began | Drawn | DrewNothing | Lost | Played
    | Created | Shifted | CostChanged | Redrew | Entered
    | Moved | Returned | Died | Attacked | Damaged
    | Prevented | Healed | Changed | KeywordGained | KeywordLost
    | Afflicted | Dispelled | AbilityGranted | Transformed | Imitated
    | Controlled | Adjusted | Shielded | Unhealed | GroundChanged
    | Loosened | Readied | Gained | PowerUsed | Asked
    | Answered | Used | Spotted | Vanished | WoreOff
    | Passed | Unveiled | Countered | Redirected | Cast
    | Learned | CardChanged | Priced | Discarded | Revealed
    | Spent | Sounded | Fizzled | Defeated | Ended
)
# fmt: on
"""An event in the kernel's numbers; its `type` says which it is."""
