"""Triggers that come once or afterwards, what happens instead, and effects that wait for a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Lower, Phrase, effect

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering, Occasion

PREVENTED, TAKEN = 1, 2
"""The kernel's numbers for what becomes of damage: nobody takes it, or the carrier does."""

THIS_TURN, NEXT_TURN = 1, 2
"""The kernel's numbers for when a delayed ability runs."""


def _played(moment: str) -> Lower:
    def lower(low: Lowering, node: Node) -> list[Occasion]:
        return [low.card_occasion(moment, node)]

    return lower


def _witnessed(moment: str, party: str = "") -> Lower:
    def lower(low: Lowering, node: Node) -> list[Occasion]:
        return low.watched(node.node("w"), moment, party)

    return lower


def _after_attacks(low: Lowering, node: Node) -> list[Occasion]:
    return [replace(low.occasion("fought"), party="target")]


def _kills(low: Lowering, node: Node) -> list[Occasion]:
    query = low.query(node.node("f"))
    low.check_board(node.node("f"), query)
    unique = sum(1 << i for i, kind in enumerate(low.vocabulary.kinds) if kind.unique)
    kinds = query.kinds & low.vocabulary.bodies & ~unique
    if not kinds:
        low.fail(node.node("f"), "no such piece can be killed", "name another kind")
    if query.relation:
        low.fail(node.node("f"), "a piece that was killed stands beside nobody", "leave the place out")
    return [replace(low.occasion("killed"), party="target", by=low.add(query), party_kinds=kinds)]


def _kills_fighting(low: Lowering, node: Node) -> list[Occasion]:
    unique = sum(1 << i for i, kind in enumerate(low.vocabulary.kinds) if kind.unique)
    kinds = low.vocabulary.bodies & ~unique
    return [replace(low.occasion("killed"), party="target", party_kinds=kinds, least=1)]


def _once(low: Lowering, node: Node) -> list[Occasion]:
    return low.witnessed(node.node("w"), node.node("h"))


def _counter(low: Lowering, node: Node) -> None:
    low.need_stoppable(node, '"counter it"')
    low.emit("Counter")


def _redirect(low: Lowering, node: Node) -> None:
    low.need_stoppable(node, '"the new target"')
    low.no_same_target(node.node("t"))
    low.select(node.node("t"))
    low.no_gear(node, "a target")
    if not low.holds_one():
        low.fail(node.node("t"), "there is one target", 'write "a random" and the singular')
    low.emit("Redirect")


def _replaces(how: int) -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        low.replace_damage(node, how)

    return lower


def _shield(low: Lowering, node: Node) -> None:
    if node["n"] == 0:
        low.fail(node, "nothing would be prevented", "write another number")
    low.amount(node, node["n"])
    low.select(node.node("t"))
    low.no_inert(node, "damaged")
    low.no_gear(node, "damaged")
    low.emit("Shield", a=low.duration(node))


def _later(duration: int) -> Lower:
    def lower(low: Lowering, node: Node) -> None:
        low.later(node.node("c"), duration)

    return lower


def _instead(low: Lowering, node: Node) -> None:
    plain = low.take_plain()
    if plain is None:
        low.fail(
            node,
            'no plain sentence stands before it that "instead" could replace',
            "write first what happens otherwise",
        )
    low.in_place_of(plain, node)


def _choose_one(low: Lowering, node: Node) -> None:
    low.fail(
        node,
        "a player chooses one of two effects only when the card is played",
        'begin with "When played," or choose a random one',
    )


def _trigger(name: str, template: str, doc: str, example: str, lower: Lower, requires: str = "") -> Phrase:
    return Phrase("trigger", name, template, doc, example, lower=lower, requires=requires)


PHRASES = (
    _trigger(
        "after_plays",
        "after {p:who} (play|plays)@p a {f:filter.s}",
        "After that player has played such a card and all that came of it is done; *it* is that card.",
        "After you play a spell, this gets +1/+0.",
        _played("resolved"),
    ),
    _trigger(
        "after_attacks",
        "after this attacks",
        "After an attack of this piece is over; *the target* is the piece it attacked.",
        "After this attacks, draw a card.",
        _after_attacks,
    ),
    _trigger(
        "after_fights",
        "after {w:witness} attacks",
        "After an attack of such a piece is over; *it* is that piece.",
        "After your hero attacks, draw a card.",
        _witnessed("fought", "target"),
    ),
    _trigger(
        "after_enters",
        "after {w:witness} enters play",
        "After such a piece has entered play and all that brought it is done; *it* is that piece.",
        "After another friendly minion enters play, give it Taunt.",
        _witnessed("settled"),
    ),
    _trigger(
        "when_kills",
        "when this kills a {f:filter.s}",
        "Each time it kills such a piece, which is *the target*.",
        "When this kills a minion, this gets +1/+1.",
        _kills,
    ),
    _trigger(
        "when_kills_fighting",
        "when this kills in combat",
        "Each time its blow kills a piece, which is *the target*: as attacker or when it strikes back.",
        "When this kills in combat, draw a card.",
        _kills_fighting,
    ),
    _trigger(
        "when_once",
        "when {w:witness} {h:happening}",
        "On a card whose ability runs once: when it happens in an opponent's turn; *it* is that piece.",
        "When an enemy minion attacks, return it to its owner's hand.",
        _once,
        "veiled",
    ),
    _trigger(
        "when_plays",
        "when {p:who} (play|plays)@p a {f:filter.s}",
        "On a card whose ability runs once: when that player plays such a card, which is *it*.",
        "When your opponent plays a spell, counter it.",
        _played("played"),
        "veiled",
    ),
    Phrase(
        "witness",
        "watched_hero",
        "your {k:unique.s}",
        "Your own hero.",
        "Whenever your hero attacks, draw a card.",
    ),
    Phrase(
        "happening",
        "happens_would_take",
        "would take damage",
        "It is about to take damage; the effects say what becomes of it.",
        "Whenever your hero would take damage, prevent it.",
    ),
    Phrase(
        "happening",
        "happens_would_take_from",
        "would take damage from a {f:filter.s}",
        "It is about to take damage from such a piece, or from a spell; the effects say what becomes of it.",
        "Whenever your hero would take damage from a minion, prevent it.",
    ),
    Phrase(
        "happening",
        "happens_would_fall",
        "would take fatal damage",
        "It is about to take damage that would kill it; the effects say what becomes of it.",
        "Whenever your hero would take fatal damage, prevent it.",
    ),
    Phrase(
        "happening",
        "happens_would_heal",
        "would be healed",
        "It is about to regain health; the effects say what becomes of it; *that much* is how much.",
        "Whenever your hero would be healed, prevent it and draw a card.",
    ),
    effect(
        "counter",
        "counter it",
        "The card being played, or the attack, is stopped.",
        "Whenever your opponent plays a spell, counter it.",
        _counter,
        "Counter",
    ),
    effect(
        "redirect",
        "{t:subject} (become|becomes)@t the new target",
        "The card being played, or the attack, gets another target.",
        "Whenever your hero is attacked, a random friendly minion becomes the new target.",
        _redirect,
        "Redirect",
    ),
    effect(
        "prevent",
        "prevent it",
        "The damage is not taken, or the health not regained.",
        "Whenever your hero would take fatal damage, prevent it.",
        _replaces(PREVENTED),
    ),
    effect(
        "shield",
        "prevent the next {n:amount} damage to {t:object}[ {d:duration}]",
        "That much of the damage that each of them would take is prevented, for good or for a time.",
        "Prevent the next 3 damage to a friendly minion.",
        _shield,
        "Shield",
    ),
    effect(
        "take_instead",
        "this takes it instead",
        "The piece that carries the text takes the damage.",
        "Whenever your hero would take damage, this takes it instead.",
        _replaces(TAKEN),
    ),
    Phrase(
        "sentence",
        "next_turn_starts",
        "at the start of your next <turn>, {c:clauses}.",
        "The effects happen later, at the start of your next turn.",
        "At the start of your next turn, draw two cards.",
        lower=_later(NEXT_TURN),
        operations=("Delay",),
        requires="turn",
    ),
    Phrase(
        "sentence",
        "this_turn_ends",
        "at the end of this <turn>, {c:clauses}.",
        "The effects happen later, at the end of this turn.",
        "At the end of this turn, discard a random card.",
        lower=_later(THIS_TURN),
        operations=("Delay",),
        requires="turn",
    ),
    Phrase(
        "sentence",
        "instead",
        "if {q:condition}, {c:clauses} instead.",
        "If the condition holds, these effects happen in place of the sentence before; *it* is its target.",
        "Deal 2 damage to a minion. If your hand is empty, deal 4 damage to it instead.",
        lower=_instead,
        operations=("Jump",),
    ),
    Phrase(
        "sentence",
        "choose_one",
        "choose one: {a:clauses}; or {b:clauses}.",
        "The player chooses one of the two when the card is played, each with its own target.",
        "Choose one: deal 3 damage to a minion; or draw two cards.",
        lower=_choose_one,
    ),
)
