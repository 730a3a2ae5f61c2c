"""Checks beyond the grammar: what a kind of card may say, limits of numbers, conditions that can hold."""

from __future__ import annotations

from cardwright.basics.suggestions import one
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.gamefile import Kind
from cardwright.language.nodes import Ability, Node, Program
from cardwright.language.occurring import (
    check_drawn,
    check_harm,
    check_open,
    check_trigger,
    keyword_filters,
    nouns,
    watched_filter,
)
from cardwright.language.phrases import table
from cardwright.language.vocabulary import Vocabulary

CHANCES = (("by_chance", "c"),)
"""Slots that hold a percentage."""

_NOTHING_AT_ZERO = {
    "damage",
    "damage_of",
    "heal",
    "gain",
    "gain_fleeting",
    "gain_each",
    "lose_wealth",
    "lose_each",
    "cost",
    "take",
    "equip",
    "recharge",
    "split",
    "cost_it",
    "next_costs",
    "costs_for",
    "own_cost",
    "first_costs",
    "costs_floor",
    "evolve",
}


_OF_CARDS = (
    "cost",
    "cost_random",
    "set_cost",
    "copy_cards",
    "copy_all",
    "look",
    "look_copy",
    "reveal_random",
)
"""Effects on cards of a zone that their filter names."""

_IN_TURN = (
    "turn_starts",
    "turn_ends",
    "whenever_plays",
    "after_plays",
    "when_plays",
    "whenever_spends",
    "whenever_spends_any",
)
"""Triggers that come in the turn of the player they name."""

_OF_ITSELF = (
    "when_played",
    "when_dies",
    "when_takes",
    "when_deals",
    "when_attacks",
    "when_attacked",
    "when_fights",
    "when_enters",
    "when_moves",
    "when_kills",
    "when_kills_fighting",
    "after_attacks",
)
"""Triggers that are about the piece that carries the text."""

_OF_PILES = ("raise", "equip_from", "discard_top", "reveal_top", "reveal_pile")
"""Effects on cards of a zone that they name themselves."""


def check_program(program: Program, kind: Kind, vocabulary: Vocabulary) -> None:
    """Check a program for a kind of card; the first fault is raised as a `TextError`."""
    _check_lines(program, kind, vocabulary)
    _check_keywords(program)
    if kind.veiled:
        _check_veiled(program, kind)
    for node in program.walk():
        _check_numbers(node, vocabulary)
        _check_condition(node, vocabulary)
        _check_unique(node, vocabulary)
        _check_speaker(node)
        _check_absent(node, vocabulary)
    for line in program.lines:
        if isinstance(line, Ability):
            if line.trigger:
                check_trigger(line.trigger, kind, vocabulary)
                check_drawn(line.trigger, line.sentences[0], vocabulary)
            _check_contradictions(line, vocabulary)
            _check_possible(line.trigger, line.sentences, vocabulary, kind)
            _check_present(line, kind)
    for node in program.walk():
        if node.phrase == "granted":
            check_trigger(node.node("t"), None, vocabulary)
            _check_possible(node.node("t"), (node.node("c"),), vocabulary)


def _fail(node: Node, reason: str, suggestion: str | None = None) -> None:
    raise TextError(Problem(reason, *node.span, suggestion))


def _check_lines(program: Program, kind: Kind, vocabulary: Vocabulary) -> None:
    has_powers = not any(one.known for one in vocabulary.kinds)
    for line in program.lines:
        if not isinstance(line, Ability):
            if not kind.piece and line.phrase != "own_cost":
                _fail(line, f"{one(kind.word)} does not stay in play", 'write "get" for a change that lasts')
            if kind.placeless and line.phrase == "knows":
                _fail(line, f"{one(kind.word)} stands nowhere and uses nothing", "begin with a trigger")
        elif line.trigger is None:
            if kind.piece and not kind.unique:
                hint = 'begin with "When", as in "When a minion dies,"' if kind.veiled else None
                _fail(
                    line.sentences[0],
                    f"{one(kind.word)}'s effects need a trigger",
                    hint or 'begin with "When played,"',
                )
            elif kind.piece and kind.acts and has_powers:
                reason = f"{one(kind.word)}'s effects need a trigger"
                _fail(line.sentences[0], reason, 'begin with "At the start of your turn,"')
            elif kind.piece and not has_powers:
                reason = f"{one(kind.word)}'s effects need a trigger"
                known = " or ".join(one(other.word) for other in vocabulary.kinds if other.known)
                _fail(line.sentences[0], reason, f"or write them as {known} that it knows")
        elif not kind.piece and line.trigger.phrase == "after_seconds":
            pass
        elif not kind.piece:
            reason = f"{one(kind.word)} has no trigger: its text happens when it is played"
            _fail(line.trigger, reason, _without_trigger(line.trigger, vocabulary))
        elif kind.unique and line.trigger.phrase == "when_played":
            _fail(
                line.trigger,
                f"{one(kind.word)} is never played",
                "leave the trigger out: the text is its power",
            )
    anywhere = {keyword.id for keyword in vocabulary.file.keyword if keyword.anywhere and not kind.known}
    for keyword in program.keywords:
        if not kind.piece and keyword.word("k") not in anywhere:
            word = keyword.word("k").title()
            _fail(
                keyword,
                f"{one(kind.word)} has no {word}" if anywhere else f"{one(kind.word)} has no keywords",
            )


def _without_trigger(trigger: Node, vocabulary: Vocabulary) -> str:
    """What one writes on a card that leaves play instead of a trigger."""
    if trigger.phrase == "turn_ends":
        return 'write "At the end of this turn," or, of a piece, that it "lasts until end of turn"'
    if trigger.phrase == "turn_starts":
        return 'write "At the start of your next turn,"'
    if trigger.phrase in _OF_ITSELF:
        return "leave the trigger out"
    staying = [kind.word for kind in vocabulary.kinds if kind.piece and not (kind.unique or kind.gear)]
    other = f"write it on {one(' or '.join(staying))}, which stays in play"
    return f'write "After 10 seconds,", or {other}' if "seconds" in vocabulary.file.words else other


def _check_veiled(program: Program, kind: Kind) -> None:
    """A card that others do not see has one ability, which comes in an opponent's turn."""
    if program.keywords:
        _fail(program.keywords[0], f"{one(kind.word)} has no keywords")
    for number, line in enumerate(program.lines):
        if not isinstance(line, Ability):
            _fail(line, f"{one(kind.word)} changes nothing all the time", "begin with a trigger")
        elif number:
            at = line.trigger or line.sentences[0]
            _fail(at, f"{one(kind.word)} has one ability", "write two cards, or one trigger")
        elif line.trigger and line.trigger.phrase in ("turn_starts", "turn_ends"):
            if line.trigger["p"] != "opponent":
                reason = f"{one(kind.word)} does nothing in its player's own turn"
                _fail(line.trigger, reason, 'write "your opponent\'s"')
        elif line.trigger and line.trigger.phrase == "when_plays" and line.trigger["p"] == "you":
            reason = f"{one(kind.word)} does nothing in its player's own turn"
            _fail(line.trigger, reason, 'write "your opponent plays"')
        elif line.trigger and line.trigger.phrase == "when_once" and _is_own_deed(line.trigger):
            reason = f"{one(kind.word)} does nothing in its player's own turn"
            _fail(line.trigger, reason, "name the other side")
        elif line.trigger and line.trigger.phrase not in ("when_once", "when_plays"):
            reason, hint = (
                f"{one(kind.word)} waits for something once",
                'begin with "When", as in "When a minion dies,"',
            )
            _fail(line.trigger, reason, hint)


def _is_own_deed(trigger: Node) -> bool:
    """Whether a trigger waits for an attack by the player's own side."""
    side = _side(trigger.node("w")) if trigger.node("w").phrase != "watched_hero" else "friendly"
    deeds = {"happens_attacks": "friendly", "happens_uses": "friendly", "happens_attacked": "enemy"}
    return bool(side) and deeds.get(trigger.node("h").phrase) == side


def _check_keywords(program: Program) -> None:
    seen: set[str] = set()
    for keyword in program.keywords:
        if keyword.word("k") in seen:
            _fail(keyword, "the keyword is written twice")
        seen.add(keyword.word("k"))


def _check_numbers(node: Node, vocabulary: Vocabulary) -> None:
    most = vocabulary.limits.get("number", 99)
    for name, part in node.parts:
        if (node.phrase, name) in CHANCES:
            if not 1 <= node.number(name) <= 99:
                _fail(node, "a chance is from 1 to 99%", "leave the chance out, or write another number")
            continue
        for value in part if isinstance(part, tuple) else (part,):
            if isinstance(value, int) and abs(value) > most:
                _fail(node, f"{abs(value)} is above the limit of {most}", f"write {most} or less")
        if part == (0, 0):
            _fail(node, "+0/+0 changes nothing")
        if part == 0 and node.phrase in _NOTHING_AT_ZERO:
            _fail(node, "0 does nothing", "write at least 1")
    if node.phrase in ("counted_keyword", "afflict_for") and node.number("n") < 1:
        _fail(node, "0 does nothing", "write at least 1")


def _check_condition(node: Node, vocabulary: Vocabulary) -> None:
    if node.phrase in ("with_stat", "costing", "have_wealth", "this_has", "it_has_stat", "hero_has"):
        if node["c"] == "least" and node["n"] == 0:
            _fail(node, '"0 or more" is always true', "write at least 1")
        limit = vocabulary.limits.get("cost")
        if node.phrase == "costing" and limit is not None and node.number("n") > limit:
            _fail(node, f"no card costs {node['n']}", f"write {limit} or less")
    if node.phrase == "costing_exactly" and node.number("n") > vocabulary.limits.get("cost", 99):
        _fail(node, f"no card costs {node['n']}", f"write {vocabulary.limits['cost']} or less")
    if node.phrase in ("have_cards", "have_exactly", "have_fewer"):
        inside = {inner["z"] for inner in node.walk() if inner.phrase == "pile"}
        limit = vocabulary.limits.get("hand", 99)
        if "hand" in inside and node.number("n") > limit:
            _fail(node, f"a hand never holds {node['n']} cards", f"write {limit} or less")


def _check_unique(node: Node, vocabulary: Vocabulary) -> None:
    """Every player has exactly one hero, so a condition that asks for it always or never holds."""
    if node.phrase not in ("control", "control_none", "control_many"):
        return
    unique = {kind.id: kind.word for kind in vocabulary.kinds if kind.unique}
    named, wanted = nouns(node, vocabulary), node.node("f")
    words = " or ".join(unique[name] for name in sorted(named & unique.keys()))
    if node.phrase == "control_many" and named and named <= unique.keys():
        _fail(node, f"this is never true: every player has one {words}", "take the condition out")
    if node.phrase != "control_many" and named & unique.keys() and wanted.phrase in ("kind", "kind_or"):
        answer = "always" if node.phrase == "control" else "never"
        _fail(node, f"this is {answer} true: every player has {one(words)}", "take the condition out")


def _check_speaker(node: Node) -> None:
    """After *your opponent loses ... and*, an order to the player would read as one to the opponent."""
    if node.phrase not in ("and", "then", "and_if") or node.node("e").get("p") not in ("opponent", "each"):
        return
    second = node.node("r")
    while second.phrase in ("and", "then", "and_if"):
        second = second.node("e")
    is_order = second.get("p") == "you" or not table()[second.phrase].template.startswith(("{", "this "))
    if is_order or second.phrase in ("afflict", "afflict_for"):
        who = "your opponent" if node.node("e").get("p") == "opponent" else "each player"
        _fail(second, f"this reads as an order to {who}", "put it first, or begin a new sentence")


def _check_absent(node: Node, vocabulary: Vocabulary) -> None:
    """*If you control no minions, ... a friendly minion* can never find one."""
    if node.phrase not in ("if", "otherwise", "and_if"):
        return
    condition, done = node.node("q"), node.node("r" if node.phrase == "and_if" else "c")
    if condition.phrase == "pile_empty" and done.phrase in (*_OF_CARDS, *_OF_PILES):
        holder = done.node("z" if done.phrase in _OF_PILES else "f")
        empty, meant = condition.node("z"), [one for one in holder.walk() if one.phrase == "pile"]
        if any(pile["z"] == empty["z"] and empty["p"] in ("each", pile["p"]) for pile in meant):
            _fail(done, "there can be none: the condition says so", "take the condition out")
    if condition.phrase != "control_none":
        return
    absent, side = condition.node("f"), "friendly" if condition["p"] == "you" else "enemy"
    if absent.phrase != "kind":
        return
    for inner in done.walk():
        if inner.phrase.startswith("summon") or inner.phrase == "control_of":
            return  # now there may be one
        if inner.phrase not in ("chosen", "random_one", "random_some", "all", "group", "your"):
            continue
        said = "friendly" if inner.phrase == "your" else _side(inner)
        named = nouns(inner, vocabulary)
        if said == side and named and named <= nouns(absent, vocabulary):
            _fail(inner, "there can be none: the condition says so", "take the condition out")


def _side(node: Node) -> str:
    """The side that a selector or filter names: friendly, enemy or none."""
    for inner in node.walk():
        if inner.phrase in ("enemy", "enemies"):
            return "enemy"
        if inner.phrase == "friendly":
            return "friendly"
    return ""


def _check_contradictions(ability: Ability, vocabulary: Vocabulary) -> None:
    """Refuse a question about *it* that the text has already answered."""
    known: Node | None = None
    if ability.trigger and ability.trigger.phrase in ("whenever", "when_once"):
        known = ability.trigger.node("w")
    for sentence in ability.sentences:
        for node in sentence.walk():
            if node.phrase in ("chosen", "random_one"):
                known = node.node("f")
            if node.phrase == "it_is" and node.node("t").phrase == "it" and known is not None:
                asked, said = node.node("f"), known
                if _side(asked) and _side(said) and _side(asked) != _side(said):
                    _fail(node, f"this is never true: the text said {_side(said)}", "take the condition out")
                wanted, named = nouns(asked, vocabulary), nouns(said, vocabulary)
                if wanted and named and not wanted & named:
                    _fail(node, "this is never true: the text named another kind", "take the condition out")
                if asked == said:
                    _fail(node, "this is always true", "take the condition out")


def _check_possible(
    trigger: Node | None, sentences: tuple[Node, ...], vocabulary: Vocabulary, kind: Kind | None = None
) -> None:
    """Refuse an effect that could never change anything when the trigger comes."""
    known = watched_filter(trigger) if trigger else None
    said = [node for sentence in sentences for node in _outside_quotes(sentence)]
    for at, node in enumerate(said):
        target = node.get("t")
        _check_beside(node, known, vocabulary)
        if node.phrase in ("chosen", "random_one"):
            known = node.node("f")
        itself = ("this", "your_hero") if kind and kind.unique else ("this",)
        if node.phrase == "strike" and isinstance(target, Node) and target.phrase in itself:
            _fail(node, "nobody attacks itself", "name whom it attacks")
        if node.phrase == "strike" and kind and (kind.placeless or kind.inert):
            _fail(node, f"{one(kind.word)} never attacks", "let it deal damage")
        if (
            node.phrase in ("control_of", "control_for", "take")
            and isinstance(target, Node)
            and (_is_own(target, known, vocabulary) or (known is None and _is_played(target, trigger)))
        ):
            _fail(target, "it is yours already", "name enemies")
        if node.phrase in ("give", "lose") and isinstance(target, Node):
            _check_keyword_change(node, target)
        is_healing = node.phrase in ("heal", "heal_equal", "heal_full") and isinstance(target, Node)
        if is_healing and any(inner.phrase == "undamaged" for inner in node.walk()):
            _fail(node, "an undamaged piece cannot be healed", "leave the word out")
        if node.phrase == "aim" and not any(_speaks_of_it(later) for later in said[at + len(node.walk()) :]):
            _fail(node, "nothing happens to the chosen piece", 'go on with a sentence about "it"')
        if node.phrase == "choose_line" and not any(later.phrase == "in_line" for later in said[at:]):
            line = next(row.line for row in vocabulary.relations if row.id == node["r"])
            hint = 'go on with a sentence about those "in it"'
            _fail(node, f"nothing happens in the chosen {line}", hint)
        if node.phrase in ("afflict", "afflict_for"):
            _check_spared(node, vocabulary)
        check_harm(node, vocabulary)
        if trigger is not None:
            _check_moment(trigger, node)
            _check_turn(trigger, node)
            check_open(trigger, node, said[:at], vocabulary)
        if trigger is None or trigger.phrase not in ("turn_starts", "turn_ends"):
            continue
        if node.phrase in ("ready", "loosen"):
            is_start = trigger.phrase == "turn_starts"
            reason = "all are ready when a turn starts" if is_start else "nobody acts when a turn is over"
            _fail(node, reason, "choose another trigger")
        if node.phrase == "refresh_power" and (trigger.phrase, trigger["p"]) == ("turn_starts", "you"):
            _fail(node, "it can be used when a turn starts", "choose another trigger")
        is_brief = (
            node.phrase in ("costs_for", "next_costs", "control_for")
            and node.get("d") == vocabulary.durations[1].id
        )
        if is_brief and trigger.phrase == "turn_ends":
            _fail(node, "the turn is over, so it would be lost at once", 'write "at the start of"')
        if node.phrase == "gain_fleeting" and trigger.phrase == "turn_ends":
            _fail(node, "the turn is over, so it would be lost at once", 'write "at the start of"')


def _check_beside(node: Node, known: Node | None, vocabulary: Vocabulary) -> None:
    """Where only pieces of one side are neighbours, nobody of the other side is beside a piece."""
    if known is None or node.phrase not in ("random_one", "random_some", "all", "group", "your"):
        return
    near = {relation.id for relation in vocabulary.relations if relation.one_side}
    said, other = "friendly" if node.phrase == "your" else _side(node), _side(known)
    for inner in node.walk():
        is_near = inner.phrase in ("adjacent_to_it", "in_its_line") and inner["r"] in near
        if is_near and said and other and said != other:
            _fail(node, f"no {said} piece is beside {one(other)} one", "leave the side out")


def _check_spared(node: Node, vocabulary: Vocabulary) -> None:
    """*Poison units with Undead* reaches nobody."""
    status = vocabulary.statuses[vocabulary.status(node.word("s"))]
    for asked in keyword_filters(node):
        if asked["k"] == status.spares:
            word = vocabulary.bit_keywords[vocabulary.keyword(status.spares)].word
            _fail(asked, f"a piece with {word} is never {status.word}", "name others")


def _check_moment(trigger: Node, node: Node) -> None:
    """Refuse an effect that is already so when the trigger comes."""
    if node.phrase == "daytime" and trigger.phrase == "daytime_starts" and node["h"] == trigger["h"]:
        _fail(node, "it is that time of day already", "name the other time of day")
    is_watched = trigger.phrase == "whenever" and trigger.node("h").phrase == "happens_enters"
    newcomer = "it" if is_watched else "this" if trigger.phrase in ("when_played", "when_enters") else ""
    if node.phrase == "recharge" and node.node("t").phrase == newcomer:
        _fail(node, "a piece that arrives has all its mana", "choose another trigger")


def _check_turn(trigger: Node, node: Node) -> None:
    """What a turn counts is 0 when it starts, and nobody plays cards in an opponent's turn."""
    is_played = node.phrase == "played_before" or node.get("y") in ("played-turn", "cast-turn")
    is_died = node.phrase == "died_before" or node.get("y") == "died-turn"
    if trigger.phrase == "turn_starts" and (is_played or is_died):
        done = "been played" if is_played else "died"
        _fail(node, f"nothing has {done} yet when a turn starts", "choose another trigger")
    if is_played and trigger.phrase in _IN_TURN and trigger.get("p") == "opponent":
        _fail(node, "you play no cards in your opponent's turn", "choose another trigger")


def _check_keyword_change(node: Node, target: Node) -> None:
    """Those with a keyword cannot be given it, those without it cannot lose it."""
    keyword = node["k"].get("k") if isinstance(node["k"], Node) else node["k"]
    asked = ("with_keyword", "with_both", "with_two") if node.phrase == "give" else ("without_keyword",)
    has = (inner for inner in target.walk() if inner.phrase in asked)
    if any(keyword in (inner["k"], inner.get("j")) for inner in has):
        reason = "they have it already" if node.phrase == "give" else "they do not have it"
        _fail(target, reason, "name others")


def _check_present(line: Ability, kind: Kind) -> None:
    """Refuse *if you control no minions* on a minion in play: it is one itself."""
    if not kind.piece or line.trigger is None or line.trigger.phrase == "when_dies":
        return
    for node in (node for sentence in line.sentences for node in _outside_quotes(sentence)):
        if node.phrase == "control_none" and node["p"] == "you" and node.node("f").get("k") == kind.id:
            _fail(node, "this is never true: the card itself is one", 'write "no other"')


def _outside_quotes(node: Node) -> list[Node]:
    """A node and all below it, without abilities that it gives to others."""
    if node.phrase == "granted":
        return []
    below = [inner for _, part in node.parts if isinstance(part, Node) for inner in _outside_quotes(part)]
    return [node, *below]


def _speaks_of_it(node: Node) -> bool:
    return node.phrase in ("it", "other") or "it" in dict(node.parts).values()


def _is_played(target: Node, trigger: Node | None) -> bool:
    """Whether *it* is the piece that the card's own player has just played."""
    return target.phrase == "it" and bool(
        trigger and trigger.phrase == "after_plays" and trigger["p"] == "you"
    )


def _is_own(target: Node, known: Node | None, vocabulary: Vocabulary) -> bool:
    """Whether a selector can only mean pieces of the card's own player."""
    if target.phrase in ("this", "your", "your_hero"):
        return True
    near = {relation.id for relation in vocabulary.relations if relation.one_side}
    is_it_own = known is not None and _side(known) == "friendly"
    for node in target.walk():
        if node.phrase in ("adjacent", "in_this_line", "here") and node["r"] in near:
            return True
        if node.phrase in ("adjacent_to_it", "in_its_line") and node["r"] in near and is_it_own:
            return True
    return is_it_own if target.phrase == "it" else _side(target) == "friendly"
