"""Wordings of what happens to pieces: by chance, instead, again, and numbers that go up and down."""

from __future__ import annotations

from cardwright.language.wordings.model import CLAUSE, Wording

CHANGES = (
    Wording(
        "a chance to suffer",
        r"(^|, )(?:each|every) ([^,]+?) has a (\d+)% chance to (?:become|be) (<afflicted>)(?=[.,])",
        "@suffering_by_chance",
        "Each enemy minion has a 50% chance to become frozen.",
    ),
    Wording(
        "a chance to take damage",
        r"(^|, )(?:each|every) ([^,]+?) has a (\d+)% chance to take (\d+) damage(?=[.,])",
        r"\1deal \4 damage to each \2 at a chance of \3%",
        "Each minion has a 25% chance to take 2 damage.",
    ),
    Wording(
        "the damage goes here",
        r"^(?:if|whenever|when) (.+?) would (?:be dealt|take) damage, "
        r"(?:that damage is dealt to this(?: <own>)?|this(?: <own>)? takes (?:it|that damage)) instead\.$",
        r"Whenever \1 would take damage, this takes it instead.",
        "If your hero would be dealt damage, that damage is dealt to this minion instead.",
    ),
    Wording(
        "damage of a sort that is taken over",
        r"^((?:<harm> (?:and|or) )?<harm>) damage that would be dealt to (.+?) is dealt to this(?: <own>)? "
        r"instead\.$",
        "@taken_over",
        "Cut and piercing damage that would be dealt to an adjacent friendly unit is dealt to this instead.",
        "ruler",
    ),
    Wording(
        "damage that would be dealt",
        r"\b(?<=prevent the next )(\d+ damage) that would be dealt to\b",
        r"\1 to",
        "Prevent the next 3 damage that would be dealt to a friendly minion.",
    ),
    Wording(
        "something else instead",
        r"\b(would (?:be healed|take damage), )(?!this takes )(.+) instead\.$",
        r"\1prevent it and \2.",
        "Whenever your hero would be healed, draw a card instead.",
    ),
    Wording(
        "it kills, and it is this",
        r"^(when(?:ever)? this kills [^,]*, )it (?:gains|gets)\b",
        r"\1this gets",
        "Whenever this kills a minion, it gains +1/+1.",
        always=True,
    ),
    Wording(
        "may then do again",
        r"\bmay (?:then )?(move|act) again(?: this turn| until end of turn)?(?=[.,]| and )",
        r"may \1 again",
        "When this kills a unit, this may then move again this turn.",
        "ruler",
    ),
    Wording(
        "can act this turn",
        r"^(it|they|this) can (?:move and attack|attack and move|act)(?: this turn| until end of turn)?\.$",
        r"\1 may act again.",
        "Take control of an enemy minion until end of turn. It can move and attack this turn.",
        "elemental-command",
    ),
    Wording(
        "choose one to copy",
        r"\bchoose (an?|another) ([^,.]+?) and summon an? ((?:\d+/\d+ )?)copy of it\b",
        r"summon a \3copy of \1 \2",
        "When played, choose another minion and summon a copy of it.",
    ),
    Wording(
        "a copy with numbers",
        r"\bsummon an? (\d+)/(\d+) copy of ([^,.]+?)(?=\.)",
        r"summon a copy of \3 and set the attack of the copy to \1 and set the health of the copy to \2",
        "When played, summon a 1/1 copy of another minion.",
    ),
    Wording(
        "double both",
        r"\bdouble (<one>)['\u2019]s attack and health\b",
        r"double the attack of \1 and double its health",
        "Double a friendly minion's attack and health.",
    ),
    Wording(
        "summoned where it died",
        r"^(when this dies, summon an? .+?) (?:in its space|on its tile)\.$",
        r"\1.",
        "When this dies, summon a Stone Sprout in its space.",
        "elemental-command",
    ),
    Wording(
        "a number goes down for a time",
        r"^for the next (\d+) seconds, the (<figure>) of (.*?<nouns>.*?) is (reduced|increased) by (\d+)\.$",
        "@adjusting",
        "For the next 15 seconds, the speed of your minions at the front is reduced by 1.",
        "mana",
    ),
    Wording(
        "a number becomes",
        r"\bthe (<figure>|attack|health) of ([^,.]+?) becomes (\d+)(?=[.,]| and | until )",
        r"set the \1 of \2 to \3",
        "The move of all enemy units becomes 1.",
        "ruler",
    ),
    Wording(
        "attack is lost",
        r"\b(this|it|<noun>) loses (\d+) attack\b",
        r"\1 gets -\2/-0",
        "When this attacks, this loses 1 attack.",
    ),
    Wording(
        "who is attacked by whom",
        r"^when(?:ever)? your (<unique>) attacks (an? [^,.]+), (?!.*\b(?:it|its|them|the target)\b)",
        r"Whenever \2 is attacked by a friendly \1, ",
        "Whenever your hero attacks a minion, draw a card.",
    ),
    Wording(
        "one and its neighbours",
        CLAUSE
        + r"(destroy|silence|<afflict>) (<one>) and ((?:the )?<nouns>) (?:adjacent|next) to it(?=[.,])",
        r"\1 \2 and \1 \3 adjacent to it",
        "Silence a minion and the minions adjacent to it.",
    ),
    Wording(
        "who carries this",
        r"^the (<kind>) (?:carrying|wearing|holding) this (?:has|gets) ",
        r"A friendly \1 gets ",
        "The unit carrying this has +2 move.",
        "ruler",
    ),
    Wording(
        "two numbers changed",
        r"^(.+? gets? )([+-]\d+ <figure>) and (?=[+-]\d+ <figure>)",
        r"\1\2 and it gets ",
        "A friendly unit gets +2 move and -1 defence.",
        "ruler",
    ),
    Wording(
        "more of a number",
        r"\+(\d+) (?=<figure>)",
        r"\1 more ",
        "A friendly unit gets +2 move until end of turn.",
        "ruler",
    ),
    Wording(
        "less of a number",
        r"[-\u2212](\d+) (?=<figure>)",
        r"\1 less ",
        "An enemy unit gets -1 range.",
        "ruler",
    ),
)
"""In the order in which they are tried."""
