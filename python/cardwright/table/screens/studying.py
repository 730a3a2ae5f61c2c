"""Looking why a card cannot be played, where cards cost ground: it is held, and the cursor looks around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.hosting.spots import Spot
from cardwright.table import footing
from cardwright.table.faces import PLACED
from cardwright.table.screens.dialogs import Menu

if TYPE_CHECKING:
    from cardwright.face.legal import Prefix
    from cardwright.face.view import Footing, View
    from cardwright.table.footing import Study
    from cardwright.table.screens.chooser import Chooser
    from cardwright.table.selection import Target


def card_of(chooser: Chooser) -> Spot | None:
    """Where the card lies whose cost is shown: the one that is placed, held, or under the cursor."""
    selection, cursor = chooser.selection, chooser.cursor.pointed
    source: Spot | None = selection.source
    if source is None:
        source = cursor if cursor and cursor.kind == "card" else _held(chooser)
    elif source.kind == "card":
        source = source if len(selection.way) == 1 else None
    else:
        # Who changes the ground still sees what for.
        source = None if selection.piece is not None else _held(chooser)
    return source if source is not None and source.at < len(selection.view.hand) else None


def study_of(chooser: Chooser) -> Study | None:
    """What the card whose cost is shown asks of the board, above all at the cursor's cell."""
    spot, view, cursor = card_of(chooser), chooser.selection.view, chooser.cursor.pointed
    if spot is None:
        return None
    cell = chooser.game.cells[cursor.at] if cursor and cursor.kind == "cell" else None
    return footing.study(view, view.hand[spot.at], cell)


def _held(chooser: Chooser) -> Spot | None:
    return None if chooser.held is None else Spot("card", chooser.held)


def _study_of_held(chooser: Chooser) -> Study | None:
    return None if chooser.held is None else study_of(chooser)


def _spot(chooser: Chooser, one: Footing) -> Spot:
    return Spot("cell", chooser.game.cells.index(one.cell))


# Holding a card.


def hold(chooser: Chooser, place: int) -> bool:
    """Hold a card that cannot be played, lead the cursor to where the least is missing, and say what is."""
    view = chooser.selection.view
    study = footing.study(view, view.hand[place])
    if study is None or not study.shown.lacks:
        return False
    chooser.selection.clear()
    chooser.held = place
    chooser.cursor.spot = _spot(chooser, study.shown)
    cell = study.shown.cell
    nearest = f"{cell} comes nearest" if len(study.footings) > 1 else f"it is played from {cell}"
    possible = {word for word, _ in chooser.selection.at_cells}
    keys = "".join(
        f" {key} {word}s a {chooser.board.space},"
        for key, word in chooser.board.cell_keys.items()
        if word in possible
    )
    told = f"{study.name}: {nearest}: {footing.lacking(study.shown.lacks)}."
    standing = chooser.selection.standing(chooser.cursor.spot)
    if standing and footing.is_never(study.shown):
        told += f" {chooser.selection.pieces[standing[0]].name} must stand elsewhere."
    chooser.table.say(f"{told} Arrows look around,{keys} Esc back.", is_alert=True)
    return True


def let_go(chooser: Chooser) -> bool:
    """Hold no card any longer, with the cursor on it; False if none was held."""
    spot, chooser.held = _held(chooser), None
    if spot is None or chooser.cursor.spot == spot:
        return False
    chooser.cursor.put(spot)
    chooser.table.driver.invite()
    return True


def carry(chooser: Chooser, earlier: View) -> None:
    """Find the card that is held in a later position; lead the cursor to where it fits by now."""
    view = chooser.selection.view
    if chooser.held is None:
        return
    chooser.held = _found_again(earlier, view, chooser.held)
    card, study = _held(chooser), _study_of_held(chooser)
    if card is None or study is None or card not in chooser.selection.sources:
        return
    if chooser.selection.standing(_spot(chooser, study.shown)):  # a spell is begun in the hand
        chooser.held, chooser.cursor.spot = None, card
    elif study.shown.lacks and study.fitting:
        chooser.cursor.spot = _spot(chooser, study.fitting[0])


def _found_again(earlier: View, view: View, place: int) -> int | None:
    """The place of a card in a later hand."""
    if earlier.seat != view.seat or place >= len(earlier.hand):
        return None
    name = earlier.hand[place].name
    places = [at for at, card in enumerate(view.hand) if card.name == name]
    return place if place in places else next(iter(places), None)


def invite(chooser: Chooser) -> str:
    """What there is to say of the card that is held; empty if none is."""
    study = _study_of_held(chooser)
    if study is None:
        return ""
    if not study.fitting:
        return f"{study.name} at {footing.told(study)}. Esc lets it be."
    cells = " or ".join(one.cell for one in study.fitting)
    return f"{study.name} fits at {cells} now: Enter there plays it, Esc goes back."


def places(chooser: Chooser) -> list[Spot]:
    """The cells where the card that is held could stand."""
    study = _study_of_held(chooser)
    return [_spot(chooser, one) for one in study.footings] if study else []


def can_place(chooser: Chooser, spot: Spot) -> bool:
    """Whether the card that is held fits a cell by now; then it has been begun with."""
    selection, card = chooser.selection, _held(chooser)
    if selection.has_begun or card is None or card not in selection.sources or spot.kind != "cell":
        return False
    selection.begin(card)
    if any(target.symbol == PLACED for target in selection.targets.get(spot, ())):
        chooser.held = None
        return True
    selection.clear()
    return False


# Changing the ground.


def begin_at_cell(chooser: Chooser, word: str) -> None:
    """Begin a verb with the cell under the cursor, or say why that is not possible."""
    spot, selection = chooser.cursor.place, chooser.selection
    if chooser.table.driver.is_waiting() or spot is None:
        return
    prefix = selection.at_cells.get((word, spot))
    if prefix is not None:
        selection.clear()
        chooser.follow(selection.begin_with(spot, prefix))
    elif spot.kind != "cell":
        chooser.table.say(f"Put the cursor on the {chooser.board.space} to {word} first.", is_alert=True)
    else:
        verb = next(verb for verb in chooser.game.verbs if verb.word == word)
        reason = selection.view.why_not_with(verb, spot.at)
        chooser.table.say(f"{chooser.game.cells[spot.at]}: {reason}.", is_alert=True)


def advised(chooser: Chooser, spot: Spot) -> Prefix | None:
    """The action with a cell that a hint led to, whatever stands there."""
    advice, selection = chooser.advice, chooser.selection
    if advice is None or selection.has_begun:
        return None
    begun = (prefix for (_, cell), prefix in selection.at_cells.items() if cell == spot)
    return next((prefix for prefix in begun if prefix.leads_to(advice)), None)


def menu(chooser: Chooser, found: Sequence[Target]) -> Menu:
    """The question which of several is meant; options that the rules name can be chosen by first letters."""
    selection = chooser.selection
    texts = [selection.told(target) for target in found]
    advice = chooser.advice
    leads = [advice is not None and target.prefix.leads_to(advice) for target in found]
    first = leads.index(True) if any(leads) else 0
    if found[0].option is None:
        return Menu("Which?", texts, first=first)
    begun = selection.chosen[0].text if len(selection.chosen) == 1 else ""
    rests = [text.removeprefix(begun).split() for text in texts if text.startswith(begun)]
    if not begun or len(rests) < len(texts) or any(len(rest) != 2 for rest in rests):
        return Menu("Choose one:", texts, first=first)
    words = [rest[1] for rest in rests]
    keys = "".join(word[0] for word in words)
    is_keyed = len(set(keys)) == len(keys)
    study = study_of(chooser)
    source = selection.source
    cell = chooser.game.cells[source.at] if source and source.kind == "cell" else ""
    wanted = footing.wanted_at(study, cell) if study else ""
    return Menu(
        f"{begun} {rests[0][0]}".capitalize(),
        [f"{word[0]}  {word}" for word in words] if is_keyed else words,
        keys=keys if is_keyed else "",
        first=words.index(wanted) if wanted in words and not any(leads) else first,
    )
