"""Compiled programs as readable operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.catalogue import CardDef, Catalogue
from cardwright.catalogue.operations import operand_kinds, operations

_COMPARE = ("<=", ">=", "=")
_WHO = ("source", "subject", "chosen", "it")
_SIDE = ("each", "you", "opponent", "owner")
_DESTINATIONS = (
    "",
    ", to a free space of its owner",
    ", to an adjacent space of its owner",
    ", at a free space of the player",
)
_TIMELESS = ("Delay", "Control")
"""Operations that name a duration, or a number, only where they have one."""
_BASE = ("board", "source", "subject", "chosen", "it", "the place chosen")


def list_card(catalogue: Catalogue, card: CardDef) -> list[str]:
    """The lines of a card's programs, each operation with its operands in words."""
    lines: list[str] = []
    if card.play >= 0:
        head, *program = _played(catalogue, "play", card.play, card.target)
        second = f", second target: {query_text(catalogue, card.second)}" if card.second >= 0 else ""
        lines += [head + second + _destination(catalogue, card.destination), *program]
    for number, mode in enumerate(card.modes, start=1):
        lines += _played(catalogue, f"option {number}", mode["play"], mode["target"])
    for number in card.abilities:
        lines += _ability(catalogue, number)
    if card.knows:
        lines.append(f"knows {', '.join(catalogue.defs[number].name for number in card.knows)}")
    for number in card.auras:
        aura = catalogue.auras[number]
        words = _mask(catalogue, "keywords", aura["keywords"])
        change = f"{aura['attack']:+}/{aura['health']:+}" if aura["attack"] or aura["health"] else ""
        cost = [f"cost {aura['cost']:+}"] if aura.get("cost") else []
        said = " ".join(word for word in (change, *words, *cost) if word)
        lines.append(f"aura {said}: {query_text(catalogue, aura['query'])}{_limited(catalogue, aura)}")
    if own := card.own_cost:
        lines.append(f"costs {-own['n']:+} for each {query_text(catalogue, own['query'])}")
    return lines


def _destination(catalogue: Catalogue, number: int) -> str:
    """Which space, or which row or column, the player of a card chooses."""
    if number < len(_DESTINATIONS):
        return _DESTINATIONS[number]
    return f", chooses a {catalogue.game.vocabulary['relations'][number - len(_DESTINATIONS)]}"


def _played(catalogue: Catalogue, head: str, play: int, target: int) -> list[str]:
    """The lines of a program that runs when the card is played."""
    chosen = f", target: {query_text(catalogue, target)}" if target >= 0 else ""
    return [f"{head}{chosen}", *_program(catalogue, play)]


def _limited(catalogue: Catalogue, aura: Mapping[str, int]) -> str:
    """What an aura depends on beside its query."""
    found = ""
    if (per := aura.get("per", -1)) >= 0:
        found += f", for each {query_text(catalogue, per)}"
    if (given := aura.get("given", -1)) >= 0:
        least = aura.get("given_least", 1)
        count = "no" if aura.get("given_none") else f"{least} or more" if least > 1 else "a"
        found += f", while {count} {query_text(catalogue, given)}"
    found += ", the first each turn" if aura.get("first") else ""
    return found + (f", not below {aura['floor']}" if aura.get("floor") else "")


def _ability(catalogue: Catalogue, number: int) -> list[str]:
    ability = catalogue.abilities[number]
    moment = catalogue.game.vocabulary["moments"][ability["moment"]]
    about = f" by {query_text(catalogue, ability['query'])}" if ability["query"] >= 0 else ""
    scope = " (another)" if ability["scope"] else ""
    side = f" ({_SIDE[ability['side']]})" if ability["side"] else ""
    more = _conditions(catalogue, ability)
    return [f"on {moment}{scope}{side}{about}{more}", *_program(catalogue, ability["op"])]


def _conditions(catalogue: Catalogue, ability: Mapping[str, int]) -> str:
    """Further conditions on the event of an ability, and the time of a timer."""
    found = ""
    if (by := ability.get("by", -1)) != -1:
        found += f", with {query_text(catalogue, by) if by >= 0 else 'no piece'}"
    if least := ability.get("least"):
        found += f", {least} or more"
    if (resource := ability.get("resource", -1)) >= 0:
        found += f", {catalogue.game.vocabulary['resources'][resource]}"
    found += ", fatal" if ability.get("fatal") else ""
    found += ", healing" if ability.get("healing") else ""
    if harms := ability.get("harms"):
        found += f", {' or '.join(_mask(catalogue, 'tags', harms))} damage"
    found += {1: ", prevented", 2: ", taken instead"}.get(ability.get("replaces", 0), "")
    found += {1: ", in the own turn", 2: ", in another's turn"}.get(ability.get("turn", 0), "")
    if wait := ability.get("wait"):
        found += f", {'every' if ability.get('repeats') else 'after'} {wait // 1000} s"
    return found


def _program(catalogue: Catalogue, start: int) -> list[str]:
    names = {row["code"]: row["name"] for row in operations()["operations"]}
    lines: list[str] = []
    at = start
    while names[catalogue.ops[at][0]] != "End":
        code, *fields = catalogue.ops[at]
        values = dict(zip("abcq", fields, strict=True))
        shown = [
            _operand(catalogue, kind, values[field], start)
            for field, kind in operand_kinds()[code].items()
            if names[code] not in _TIMELESS or kind not in ("duration", "int") or values[field]
        ]
        lines.append(f"  {at - start:>2} {names[code]:<12} {', '.join(shown)}".rstrip())
        if names[code] in ("Grant", "Delay"):
            lines += [f"     {line}" for line in _ability(catalogue, values["q"])]
        at += 1
    lines.append(f"  {at - start:>2} End")
    return lines


def _operand(catalogue: Catalogue, kind: str, value: int, start: int) -> str:
    words = catalogue.game.vocabulary
    named: dict[str, Any] = {
        "duration": words["durations"],
        "resource": words["resources"],
        "keyword": words["keywords"],
        "status": words["statuses"],
        "attribute": words["attributes"],
        "zone": ["", *words["zones"]],
        "side": _SIDE,
        "compare": _COMPARE,
        "who": _WHO,
        "tag": ["", *words["tags"]],
        "place": ["anywhere", *words["places"]],
    }
    if kind in named:
        return str(named[kind][value])
    if kind == "query":
        return query_text(catalogue, value)
    if kind == "def":
        return catalogue.defs[value].name
    if kind == "pool":
        return _pool_text(catalogue, value)
    if kind == "forward":
        return f"to {value - start}"
    return str(value)


def _mask(catalogue: Catalogue, words: str, mask: int) -> list[str]:
    return [name for bit, name in enumerate(catalogue.game.vocabulary[words]) if mask >> bit & 1]


def _limits(catalogue: Catalogue, row: dict[str, Any]) -> list[str]:
    found = [f"non-{name}" for name in _mask(catalogue, "tags", row.get("not_tags", 0))]
    found += _mask(catalogue, "tags", row["tags"])
    found.append(" or ".join(_mask(catalogue, "kinds", row["kinds"])) if row["kinds"] else "anything")
    found += [f"named {catalogue.defs[row['card']].name}"] if row.get("card") else []
    found += [f"with {name}" for name in _mask(catalogue, "keywords", row["keywords"])]
    if row["attribute"] >= 0:
        attribute = catalogue.game.vocabulary["attributes"][row["attribute"]]
        found.append(f"with {attribute} {_COMPARE[row['compare']]} {row['n']}")
    return found


def query_text(catalogue: Catalogue, number: int) -> str:
    """A query in words."""
    row = catalogue.queries[number]
    places = catalogue.game.vocabulary["places"]
    if row.get("ground"):
        area = f" at {places[row['area'] - 1]}" if row.get("area") else ""
        return f"space at {places[row['place'] - 1]}{area}"
    words: list[str] = []
    if row.get("top"):
        words.append("top")
    if row["random"]:
        words.append(f"{row['random']} random")
    if row["other"]:
        words.append("other")
    words += ["damaged"] if row["damaged"] == 1 else ["undamaged"] if row["damaged"] == 2 else []
    words += [{1: "friendly", 2: "enemy"}[row["side"]]] if row["side"] else []
    if row["base"] and not row["relation"]:
        words.append(f"{_BASE[row['base']]}:")
    words += _limits(catalogue, row)
    words += [f"without {name}" for name in _mask(catalogue, "keywords", row["without"])]
    if row["relation"]:
        relation = catalogue.game.vocabulary["relations"][row["relation"] - 1]
        near = f"within {row['steps']}" if row.get("steps") else relation
        words.append(f"{near} of {_BASE[row['base']]}")
    if place := row.get("place"):
        words.append(f"at {places[place - 1]}")
    if row["zone"]:
        words.append(f"in {catalogue.game.vocabulary['zones'][row['zone'] - 1]}")
    return " ".join(words)


def _pool_text(catalogue: Catalogue, number: int) -> str:
    return "pool of " + " ".join(_limits(catalogue, catalogue.pools[number]))
