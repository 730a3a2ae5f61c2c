"""Checks the lines of an expect block against the table."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import IllegalAction
from cardwright.face.position import BESIDE, GROUND
from cardwright.scenario import EXPECT_FORMS, SEATS, ScenarioError, card_names, listed
from cardwright.scenario.grounds import read_ground
from cardwright.scenario.playing import addressed, milliseconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardwright.face.library import Game
    from cardwright.face.match import Match
    from cardwright.face.view import Card, Piece

_NUMBER = re.compile(r"-?\d{1,6}")
_STATS = re.compile(r"-?\d+/-?\d+")
_KNOWING = ("sees", "misses", "remembers", "forgets")
_MEMORY = ("remembers", "forgets")
UNPLAYED = "unplayed"
"""Spent cards that were discarded and not played."""


def number(text: str) -> int:
    """The number at the end of a line."""
    if not _NUMBER.fullmatch(text):
        raise ScenarioError(f"this ends with a whole number, not '{text}'")
    return int(text)


def _says(line: str, words: str) -> bool:
    """Whether a line has those words as whole words; capitals do not matter.

    >>> _says("Ember Wisp dies.", "wisp dies"), _says("Ember Wisp dies.", "isp dies")
    (True, False)
    """
    before = r"(?<!\w)" if words[:1].isalnum() else ""
    after = r"(?!\w)" if words[-1:].isalnum() else ""
    return re.search(f"{before}{re.escape(words)}{after}", line, re.IGNORECASE) is not None


class Check:
    """Compares the table with one expected line."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match = match
        self.game = game

    def expect(self, text: str) -> None:
        """Raise a `ScenarioError` unless the line holds."""
        head, _, tail = text.partition(" ")
        if head in SEATS and tail.startswith(("legal ", "illegal ")):
            word, _, action = tail.partition(" ")
            self.expect(f"{word} {head}: {action}")
        elif head in SEATS:
            self.seat(SEATS.index(head), tail)
        elif head.partition("#")[0] in self.game.cells:
            self.cell(head, tail)
        elif head in self.placeless:
            found = [piece.name for piece in self.pieces if self.game.catalogue.kind_of(piece.card) == head]
            self.same(head, ", ".join(found) or "empty", tail)
        elif head == GROUND:
            self.ground(tail)
        elif head == "prompt":
            prompt = self.match.view(seat=min(self.match.to_act)).prompt
            options = [card.name for card in prompt.options] if prompt else []
            self.count_or_names("options", options, tail)
        elif head == "legal":
            seat, action = addressed(self.match, tail)
            known = self.match.legal_actions if seat is None else self.match.legal_actions_of(seat)
            if action not in known:
                raise ScenarioError("it is not legal")
        elif head == "illegal":
            self.illegal(tail)
        elif head == "log":
            if not tail.strip():
                raise ScenarioError("this line names no words", suggestion='write "log WORDS OF THE LOG"')
            log = [event.text for event in self.match.events(seat=0)]
            if not any(_says(line, tail) for line in log):
                raise ScenarioError(f"the log says: {' '.join(log[-6:])}")
        elif head == "now":
            now = int(tail) if _NUMBER.fullmatch(tail) else milliseconds(tail)
            if now is None:
                raise ScenarioError(f"'{tail}' is no time", suggestion='write "now 30 s"')
            self.same("now", self.match.now, now)
        elif head == "phase":
            self.same("phase", self.match.view(seat=0).described.phase, tail)
        elif head == "result":
            result = self.match.result
            self.same("result", result.outcomes[0] if result else "open", tail)
        else:
            plain = ("prompt", "legal", "illegal", "log", "now", "phase", "result", GROUND)
            words = (*SEATS, *self.placeless, *plain)
            hint = did_you_mean(head, words) or f"lines of an expect block read {listed(EXPECT_FORMS)}"
            raise ScenarioError("this line starts with nothing known", suggestion=hint)

    def ground(self, text: str) -> None:
        """Check that cells have a land."""
        land, cells = read_ground(text, self.game)
        areas = self.match.view(seat=0).areas
        lands = {cell: one for one in self.game.catalogue.lands for cell in areas.get(one, ())}
        for cell in cells:
            self.same(f"ground of {cell}", lands.get(cell), land)

    def illegal(self, text: str) -> None:
        """Expect that an action is refused, for the reason given."""
        seat, text = addressed(self.match, text)
        action, colon, reason = text.partition(":")
        if colon and not reason.strip():
            raise ScenarioError("no reason is given after the colon", suggestion="write it, or no colon")
        for name in re.findall(r'"([^"]+)"', action):
            self.game.card(name)  # an unknown card is refused too, but for another reason
        try:
            self.match.play(action.strip(), seat=seat)
        except IllegalAction as error:
            if not _says(error.reason, reason.strip()):
                raise ScenarioError(f"it is refused for another reason: {error}") from error
            return
        self.match.undo()
        raise ScenarioError("it is legal")

    @staticmethod
    def same(what: str, found: object, expected: object) -> None:
        """Raise a `ScenarioError` unless two things are the same."""
        if found != expected:
            raise ScenarioError(f"{what}: {found}, not {expected}")

    def seat(self, seat: int, text: str) -> None:
        """Check a line about what a seat has and knows."""
        if seat >= self.match.seat_count:
            raise ScenarioError(f"there is no seat '{SEATS[seat]}' in this match")
        word, _, rest = text.partition(" ")
        own = self.match.view(seat=seat)
        side = own.seats[seat]
        if word in ("health", "attack", "hero"):
            heroes = [piece for piece in own.pieces if piece.owner == seat and self.is_hero(piece)]
            if not heroes:
                raise ScenarioError(f"the hero of '{SEATS[seat]}' is out of the match")
            if word == "hero":
                self.piece("hero", heroes, rest)
            else:
                self.same(word, getattr(heroes[0], word), number(rest))
        elif word == BESIDE:
            self.beside(seat, rest)
        elif word in _KNOWING:
            self.knows(seat, word, rest)
        elif word in side.zones:
            self.zone(word, side.zones[word], rest)
        elif word == UNPLAYED:
            marked = [card.name for cards in side.zones.values() for card in cards if card.is_unplayed]
            self.count_or_names(word, marked, rest)
        elif word in side.resources:
            self.same(word, side.resources[word], number(rest))
        else:
            known = ("health", "attack", "hero", BESIDE, *side.zones, *side.resources, UNPLAYED, *_KNOWING)
            hint = did_you_mean(word, known) or f"write one of {', '.join(known)}"
            raise ScenarioError(f"'{word}' is neither health, a zone nor a resource", suggestion=hint)

    def count_or_names(self, what: str, found: list[str], text: str) -> None:
        """Check how many there are, or which, in any order."""
        if text == "empty" or text.startswith('"'):
            names = card_names(text)
            for name in names:
                self.game.card(name)
            self.same(what, sorted(found), sorted(names))
        else:
            self.same(what, len(found), number(text))

    def zone(self, zone: str, cards: Sequence[Card], text: str) -> None:
        """Check the number or names of the cards in a zone, or the cost or numbers of one of them."""
        one = re.fullmatch(r'"([^"]+)"(?:#(\d))? (?:costs (\S+)|(-?\d+/-?\d+))', text)
        if not one:
            if text.isdigit():
                self.same(f"cards in {zone}", len(cards), int(text))
            else:
                self.same(zone, sorted(card.name for card in cards), sorted(card_names(text)))
            return
        named = self.game.card(one[1]).name
        copies = [card for card in cards if card.name == named]
        at = int(one[2] or 1)
        if not 1 <= at <= len(copies):
            raise ScenarioError(f'{zone} holds {len(copies)} of "{named}"')
        card = copies[at - 1]
        if one[3]:
            self.same(f"cost of {named}", card.cost, number(one[3]))
        else:
            self.same(named, f"{card.attack}/{card.health}", one[4])

    def beside(self, seat: int, text: str) -> None:
        """Check what a seat has in play beside the board, its hero apart."""
        found = [piece for piece in self.pieces if piece.owner == seat and self.is_beside(piece)]
        name, _, numbers = text.rpartition(" ")
        shown = ", ".join(f"{piece.name} {piece.attack}/{piece.health}" for piece in found) or "empty"
        if text == "empty":
            self.same(BESIDE, shown, "empty")
        elif text.isdigit():
            self.same("pieces beside the board", len(found), int(text))
        elif name and _STATS.fullmatch(numbers):
            self.game.card(name)
            if f"{name} {numbers}" not in [f"{piece.name} {piece.attack}/{piece.health}" for piece in found]:
                raise ScenarioError(f"{BESIDE}: {shown}, not {text}")
        elif hint := did_you_mean(text, ["empty"]):
            raise ScenarioError(f"'{text}' is no card", suggestion=hint)
        else:
            self.game.card(text)
            if text not in [piece.name for piece in found]:
                raise ScenarioError(f"{BESIDE}: {shown}, not {text}")

    def is_beside(self, piece: Piece) -> bool:
        """Whether a piece stands on no cell and is no hero."""
        return piece.cell is None and not self.is_hero(piece)

    def knows(self, seat: int, word: str, text: str) -> None:
        """Check what a seat sees on a cell, in a zone or on top of its deck, or remembers of a cell."""
        cell, _, name = text.partition(" ")
        view = self.match.view(seat=seat)
        if cell in SEATS[: len(view.seats)] and name.startswith(f"{BESIDE} "):
            name = name.removeprefix(f"{BESIDE} ")
            self.game.card(name)
            owner = SEATS.index(cell)
            beside = [piece.name for piece in view.pieces if piece.owner == owner and self.is_beside(piece)]
            if (name in beside) != (word == "sees"):
                raise ScenarioError(f"{SEATS[seat]} sees {', '.join(beside) or 'nothing'} beside the board")
            return
        if cell in SEATS[: len(view.seats)] and word == "sees":
            zone, _, names = name.partition(" ")
            cards = view.seats[SEATS.index(cell)].zones.get(zone)
            if cards is None:
                raise ScenarioError(f"there is no zone '{zone}'")
            seen = sorted(card.name for card in cards if card.card is not None)
            self.same(zone, seen, sorted(card_names(names)))
            return
        if cell == "top":
            top = view.seats[seat].facts.get("top")
            seen = [] if top is None else [self.game.catalogue.defs[top].name]
            self.same("top", seen, card_names(name) if word == "sees" else [])
            return
        if cell not in self.game.cells:
            raise ScenarioError(f"there is no cell '{cell}'")
        if name:
            self.game.card(name)
        if word in _MEMORY:
            found = [seen.name for seen in view.remembered if seen.cell == cell]
        else:
            found = [piece.name for piece in view.pieces if piece.cell == cell and not self.is_hero(piece)]
        shown = ", ".join(found) or "nothing"
        verb = "remembers" if word in _MEMORY else "sees"
        if (word in ("misses", "forgets")) == bool([one for one in found if name in ("", one)]):
            raise ScenarioError(f"{SEATS[seat]} {verb} {shown} on {cell}")

    def is_hero(self, piece: Piece) -> bool:
        """Whether a piece is a hero: each player has exactly one of its kind."""
        return self.game.catalogue.is_unique(piece.card)

    @property
    def placeless(self) -> list[str]:
        """The kinds of pieces that stand on no cell."""
        kinds = self.game.catalogue.game.words["kinds"]
        return [kind for kind, words in kinds.items() if words.get("placeless")]

    @cached_property
    def pieces(self) -> list[Piece]:
        """All pieces in play, each as its owner sees it."""
        seats = range(self.match.seat_count)
        views = [self.match.view(seat=seat).pieces for seat in seats]
        return [piece for seat in seats for piece in views[seat] if piece.owner == seat]

    def on(self, cell: str) -> list[Piece]:
        """The pieces on a cell, heroes and bases last; `#2` means the second that seat 0 sees there."""
        cell, _, copy = cell.partition("#")
        if copy:
            seen = [piece for piece in self.match.view(seat=0).pieces if piece.cell == cell]
            return seen[number(copy) - 1 : number(copy)]
        found = [piece for piece in self.pieces if piece.cell == cell]
        return sorted(found, key=self.is_hero)

    def cell(self, cell: str, text: str) -> None:
        """Check a line about a cell."""
        found = self.on(cell)
        if text == "empty":
            names = ", ".join(piece.name for piece in found if not self.is_hero(piece))
            self.same(cell, names or "empty", "empty")
            return
        self.piece(cell, found, text)

    def piece(self, cell: str, found: list[Piece], text: str) -> None:
        """Check a line about the pieces on a cell, or about a hero."""
        name, _, numbers = text.rpartition(" ")
        word, _, rest = text.partition(" ")
        marks = {*self.game.catalogue.game.vocabulary["statuses"], *self.facts}
        if word not in ("has", "lacks", *marks) and not (name and _STATS.fullmatch(numbers)):
            forms = listed(tuple(f"{cell} {form[3:]}" for form in EXPECT_FORMS[bool(found) : 5]))
            so = [f"'{cell} {one.name} {one.attack}/{one.health}'" for one in found[:1]]
            like = f"write it like {', or like '.join([*so, forms])}"
            hint = did_you_mean(word, ["empty", "has", "lacks", *marks]) or like
            raise ScenarioError("this says neither a name with attack/health nor a mark", suggestion=hint)
        if word in ("has", "lacks"):
            self.keyword(rest)
        if not found:
            raise ScenarioError(f"{cell} is empty")
        piece = next((one for one in found if one.name == name), found[0])
        if word in ("has", "lacks"):
            words = self.game.catalogue.game.words["keywords"]
            keywords = {words[one]["word"].lower().replace("-", " ") for one in piece.keywords}
            if (rest.lower().replace("-", " ") in keywords) != (word == "has"):
                raise ScenarioError(f"it has {', '.join(sorted(keywords)) or 'no keyword'}")
        elif word in self.game.catalogue.game.vocabulary["statuses"]:
            self.same(word, piece.statuses.get(word, 0), number(rest))
        elif word in piece.facts or (word in self.facts and _NUMBER.fullmatch(rest)):
            self.same(word, piece.facts.get(word, 0), number(rest))
        else:
            self.same(cell, f"{piece.name} {piece.attack}/{piece.health}", f"{name} {numbers}")

    def keyword(self, word: str) -> None:
        """Refuse a keyword that the game does not have."""
        known = [one["word"] for one in self.game.catalogue.game.words["keywords"].values()]
        written = [one.lower().replace("-", " ") for one in known]
        if word.lower().replace("-", " ") not in written:
            hint = did_you_mean(word, known) or f"the keywords are {', '.join(known)}"
            raise ScenarioError(f"'{word}' is no keyword", suggestion=hint)

    @property
    def facts(self) -> set[str]:
        """The game's own numbers that pieces on the table have."""
        return {name for piece in self.pieces for name in piece.facts}
