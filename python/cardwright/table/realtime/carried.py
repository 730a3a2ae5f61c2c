"""A choice that was begun in one position and goes on in the next, while others act."""

from __future__ import annotations

from cardwright.face.renumbering import card_now, is_same_piece, renumbered
from cardwright.hosting.spots import Spot
from cardwright.table.selection import Selection


class CarriedSelection(Selection):
    """A selection that can be taken over from an earlier position."""

    def take_over(self, earlier: CarriedSelection) -> str:
        """Go on with what was begun in an earlier position of the match; returns why that is not possible.

        Cards are found again where they lie now, pieces where they stand now.
        """
        self.ticked = set(earlier.ticked)
        for spot, codes in earlier.way:
            moved = self.found_again(earlier, spot)
            if moved is None:
                self.clear()
                return f"{earlier.named(spot)} is gone"
            now = [renumbered(code, earlier.view, self.view) for code in codes]
            if self.source is None:
                known = {prefix.code: prefix for prefix in self.sources.get(moved, ())}
            else:
                known = {target.prefix.code: target.prefix for target in self.all_targets}
            kept = [known[code] for code in now if code in known]
            if not kept:
                reason = self.why_not(moved)
                self.clear()
                return f"{earlier.named(spot)}: {reason}"
            self._go(moved, kept)
        return ""

    def found_again(self, earlier: CarriedSelection, spot: Spot) -> Spot | None:
        """Where the card or piece of an earlier position is now; None if it is gone."""
        match spot.kind:
            case "card":
                place = card_now(earlier.view, self.view, spot.at)
                return None if place is None else Spot("card", place)
            case "piece":
                return spot if is_same_piece(earlier.view, self.view, spot.at) else None
            case "cell":
                standing = [p for p in earlier.view.pieces if earlier.spot_of(p) == spot]
                if not standing:
                    return spot
                if not is_same_piece(earlier.view, self.view, standing[0].id):
                    return None
                return self.spot_of(self.pieces[standing[0].id])
            case "action":
                text = earlier.actions[spot.at].text if spot.at < len(earlier.actions) else ""
                texts = [prefix.text for prefix in self.actions]
                return Spot("action", texts.index(text)) if text in texts else None
            case _:
                return spot

    def named(self, spot: Spot) -> str:
        """What is pointed at, in a word."""
        if spot.kind == "card" and spot.at < len(self.view.hand):
            return self.view.hand[spot.at].name
        standing = self.standing(spot)
        if standing:
            return self.pieces[standing[0]].name
        return self.game.cells[spot.at] if spot.kind == "cell" else "it"
