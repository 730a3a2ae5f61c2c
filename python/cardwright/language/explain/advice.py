"""How players of other games would say something that a text says in another way.

Unlike a wording, which is read, a piece of advice means only nearly the same: the text is refused, and the
answer is the text as it would be written. The words in angle brackets are those of the game, as in wordings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Advice:
    """A pattern, what may stand in its place, and why the text is not read as it stands."""

    pattern: str
    instead: tuple[str, ...]
    """Templates, the likeliest first; after a @, the method that makes one."""
    reason: str = ""
    """Without it, the fault that was found is told."""
    is_example: bool = False
    """Whether something was made up, so that the new text is only an example."""
    hint: str = ""
    """What else is told with the new text."""
    like: str = ""
    """The name of a phrase that the hint shows, where nothing can stand in the place of the words."""


_WHILE_IN_PLAY = '"have" is for as long as a card is in play'
_END = r"(?=[.,]| and )"
_SOME = rf"((?:an?|all|<count>) [^,.]+?|it|them|your <kind>){_END}"

ADVICE = (
    # Heads of sentences.
    Advice(
        r"^combo\s*[:,]\s*",
        (
            "When played, if you played another card this turn, ",
            "If you played another card this turn, ",
        ),
    ),
    Advice(
        r"^(<kind>)\s*:\s*",
        ("",),
        '"{1}" is a kind of card: it stands beside the text, not in it',
    ),
    Advice(r"^etb\s*[:,]\s*", ("When played, ",)),
    Advice(
        r"^when(?:ever)? this(?: <own>)? (?:enters the battlefield|enters play|comes into play|is played"
        r"|is summoned|arrives),",
        ("When played,",),
    ),
    Advice(
        r"^inspire\s*[:,]\s*",
        ("Whenever your hero uses a power, ", "Whenever a friendly creature uses an ability, "),
    ),
    Advice(r"^enrage\s*[:,]\s*(.+)\.$", (r"This has \1 while this is damaged.",)),
    Advice(r"^(?:aura|passive|static|effect|ongoing)\s*[:,]\s*", ("",)),
    Advice(r"^(?:every|each) turn,? ", ("At the start of your turn, ",)),
    Advice(
        r"^(?!when|if\b|at\b|every|after|while)([^,]+?),? "
        r"((?:when|whenever|at the (?:start|end) of|every \d+|after)\b[^,]+)\.$",
        (r"\2, \1.",),
        "the trigger comes first",
    ),
    Advice(
        r"^(?:if there is a tie|in case of a tie|if (?:they are )?tied), [^,.]+\.$|"
        r"\s*\([^()]*\b(?:tie|ties|tied)\)",
        ("",),
        "of several that are equal, chance picks one",
        hint="leave it out",
    ),
    Advice(
        r"^(?:then )?shuffle (?:your|the|that) deck\.$",
        ("",),
        "a deck is in no order that anybody knows",
        hint="leave it out",
    ),
    Advice(
        r"^((?:when|whenever|at|after|every|if)\b[^,]+)\.$",
        (r"\1, draw a card.",),
        "there is no effect after the trigger or condition",
        is_example=True,
    ),
    Advice(r"^choose one: (.+?),? or (.+)$", (r"Choose one: \1; or \2",), 'before "or" stands ";"'),
    Advice(
        r"^(<duration>), (.+?) ha(?:s|ve) ([+-]\d+/[+-]\d+)\.$",
        (r"\2 get \3 \1.", r"\2 gets \3 \1."),
        _WHILE_IN_PLAY,
    ),
    Advice(r"^(<duration>), (.+?) ha(?:s|ve) (<keyword>)\.$", (r"Give \2 \3 \1.",), _WHILE_IN_PLAY),
    Advice(
        r"^(.+?) ha(?:s|ve) ([+-]\d+/[+-]\d+) (<duration>)\.$",
        (r"\1 get \2 \3.", r"\1 gets \2 \3."),
        _WHILE_IN_PLAY,
    ),
    Advice(r"^(.+?) ha(?:s|ve) (<keyword>) (<duration>)\.$", (r"Give \1 \2 \3.",), _WHILE_IN_PLAY),
    # Keywords.
    Advice(r"\bdivine shield\b", ("Shielded", "Invulnerable 1")),
    Advice(r"\brush\b", ("Charge, Cannot attack heroes",)),
    Advice(r"\bspell damage \+(\d+)", (r"Spell damage \1",)),
    Advice(r"^(<counted>)\s*:?\s*\(?(\d+)\)?\.?$", (r"\1 \2.",)),
    Advice(r"^(<counted>)\.$", (r"\1 1.",), '"{1}" needs a number'),
    Advice(r"^reborn\b", ("When this dies, summon a copy of this",), is_example=True),
    # Effects.
    Advice(
        r"\b(?:resurrect|reanimate|revive|raise) (an?|<count>) (?:random )?(?:friendly )?([^,.]+?)"
        r"(?: from (?:your|the|a) graveyard)?(?: that (?:has |have )?died(?: this (?:game|match))?)?" + _END,
        (r"summon \1 random \2 from your graveyard",),
        hint="who comes back has left the graveyard",
    ),
    Advice(
        rf"\breturn up to (<count>) (?:random )?([^,.]+?) from your (graveyard|deck) to your hand{_END}",
        (r"put \1 random \2 from your \3 into your hand",),
        'no text says "up to", and nobody chooses cards in a graveyard or deck: chance picks them',
    ),
    Advice(r"\bup to (?=<count>)", ("",), 'no text says "up to": the number is fixed'),
    Advice(
        rf"\breturn (an?|<count>) (?:random )?([^,.]+?) from your (graveyard|deck) to your hand{_END}",
        (r"put \1 random \2 from your \3 into your hand",),
        "nobody chooses cards in a graveyard or deck: chance picks them",
    ),
    Advice(rf"\bdiscover an? ([^,.]+?){_END}", ("@discovered", r"add a random \1 to your hand")),
    Advice(
        r"\b(?:search your deck for|tutor(?: for)?|fetch|find) an? ([^,.]+?)(?: (?:from|in) your deck)?"
        r"(?:,? (?:and )?(?:reveal|show) it)?(?:,? (?:and )?(?:put|add) it (?:in|to|into) your hand)?"
        rf"(?:,? (?:and |then )+shuffle(?: your deck)?)?{_END}",
        ("@searched", r"draw a random \1", r"put a random \1 from your deck into your hand"),
        "nobody searches a deck: chance picks the card, or the cards that are looked at",
    ),
    Advice(
        r"^(.*?)\b(?:it|this) (?:replaces|becomes) your <unique>\.$",
        (),
        "{kind} is never played: another card brings it",
        hint="a spell says",
        like="new_hero",
    ),
    Advice(
        r"^(.*?)\b(?:replace your (?:<unique> )?power (?:with|by)|your (?:<unique> )?power becomes) "
        r"[\"'\u2018\u201c].+$",
        (),
        "a power is a card of its own",
        hint="write its text on a card of that kind, give it a name and write here",
        like="new_power",
    ),
    Advice(
        r"\b(this|it)(?: <own>)? loses (\d+) attack instead of (\d+) (?:health|durability)\b",
        (r"\1 gets -\2/+\3",),
        '"instead of" takes the place of nothing here: what wears down can get more health before the blow',
        is_example=True,
    ),
    Advice(
        r"^((?:after|when|whenever) this\b[^,]*, )it moves to an? (?:random )?(?:empty|free) "
        r"(?:location|space|tile|place) (?:in|at) the (front|middle|back)"
        r"(?:,? if (?:there is one|possible))?\.$",
        (r"\1move this to a random empty \2 <space>.",),
        "chance picks the <space>",
    ),
    Advice(
        r"^((?:after|when|whenever) this\b[^,]*, )it moves to an? (?:random )?(?:empty|free) "
        r"(?:location|space|tile|place)(?:,? if (?:there is one|possible))?\.$",
        (r"\1move this to a random empty <space>.",),
        "chance picks the <space>",
    ),
    Advice(
        r"^until daybreak, ([^.]+)\.$",
        (r"\1. Whenever day starts, <ends>.",),
        "{kind} lasts until another is played",
    ),
    Advice(
        r"^until nightfall, ([^.]+)\.$",
        (r"\1. Whenever night starts, <ends>.",),
        "{kind} lasts until another is played",
    ),
    Advice(
        r"^counter the next (<kind>|card)(?: (?:that )?your opponent (?:casts|plays))? "
        r"(?:with)?in (?:the next )?(\d+) seconds\.$",
        (r"Whenever your opponent plays a \1, counter it and <ends>. After \2 seconds, <ends>.",),
        "nothing can be countered before it is played",
    ),
    Advice(rf"\buntap {_SOME}", (r"\1 may act again",)),
    Advice(rf"\bbounce {_SOME}", (r"return \1 to its owner's hand", r"return \1 to their owners' hands")),
    Advice(
        r"\bsacrifice an? (?:friendly )?([^,.:]+?)(?:\s*[:,] | and | to )", (r"destroy a friendly \1 and ",)
    ),
    Advice(r"\bsacrifice an? (?:friendly )?", ("destroy a friendly ",)),
    Advice(r"\bsacrifice this\b", ("destroy this",)),
    Advice(r"\bgain (\d+) (?:life|health)\b", (r"restore \1 health to your <hero>",)),
    Advice(
        r"\b(?:(?:your|each|target|the) opponent) loses (\d+) (?:life|health)\b",
        (r"deal \1 damage to the enemy <hero>",),
    ),
    Advice(r"\b(?:you )?lose (\d+) (?:life|health)\b", (r"deal \1 damage to your <hero>",)),
    Advice(
        r"\b(discards?) (an?|<count>) (?=cards?\b)",
        (r"\1 \2 random ",),
        "chance picks the cards that are discarded",
    ),
    Advice(
        r"\bgain (\d+) mana\b(?! this)", (r"gain \1 mana this turn",), "mana is gained for this turn only"
    ),
    Advice(
        r"\bgain (?:an?|one|1) (?:empty |full )?mana crystal\b",
        ("gain 1 maximum mana", "gain 1 mana this turn"),
    ),
    Advice(
        r"\b(?:tap|stun|freeze|exhaust|paraly[sz]e|disable|root) (.+?) for \d+ seconds\b",
        (r"freeze \1", r"stun \1", r"immobilise \1"),
    ),
    Advice(
        rf"\b(?:tap|stun|freeze|exhaust|paraly[sz]e|disable|root) {_SOME}",
        (r"exhaust \1 for 10 seconds",),
        is_example=True,
    ),
    Advice(
        r"\b(poison|paralyse) ([^,.]+?) (?:by|with) (\d+)\b(?! turns?)",
        (r"\1 \2 for \3 turns",),
        "such a number is told in turns",
    ),
    Advice(
        r"^(when this fights, .*?)\bthe (?:enemy|other|other one|defender)(?=[.,]| and )",
        (r"\1the foe",),
        'the one it fights with is "the foe"',
    ),
    Advice(
        r"\b(?:turn|transform|convert) "
        r"(the land (?:under|around) [^,.]+?|(?:all|an?|<count>) [^,.]*?fields?\b[^,.]*?) (?:in)?to ",
        (r"change \1 to ",),
    ),
    Advice(r"\bwhile (?:it|this) (?:stands|is standing) (?=on )", ("while ",)),
    Advice(r"\bslow (.+?) by \d+\b", (r"slow \1",), '"by" does not fit here: a unit is slowed or not'),
    Advice(
        r"\b(?:steal|pillage|loot) (\d+) gold from (?:your opponent|an? enemy|the enemy)\b",
        (r"take \1 gold from the owner of an enemy structure",),
        is_example=True,
    ),
    Advice(
        r"\bgive (an? [^,.]+?) (?:(?:\d+|a|some) armou?r|armou?r \d+)\b",
        (r"give \1 a defence of 5 at 50%",),
        "a piece has a defence, not armour",
        is_example=True,
    ),
    Advice(rf"\bheal {_SOME}", (r"restore 5 health to \1",), is_example=True),
    Advice(
        r"\bdeal (\d+) damage(?=\.)", (r"deal \1 damage to a <body>",), "damage to whom?", is_example=True
    ),
    Advice(
        r"\bdeal X damage to\b", ("deal damage equal to the number of friendly <bodies> to",), is_example=True
    ),
    Advice(r"\bdeal -(\d+) damage\b", (r"deal \1 damage",), '"-{1}" is no amount of damage'),
    Advice(r"^to ([^,.]+?),? deal (\d+) damage\.$", (r"deal \2 damage to \1.",), "the verb comes first"),
    Advice(
        r"\bdeal to ([^,.]+?) (\d+) damage\b",
        (r"deal \2 damage to \1",),
        "the amount comes before whom it hits",
    ),
    Advice(
        r"\blook at the top (<count>) cards of your deck(?: and put one(?: of them)? into your hand)?",
        (r"look at \1 random cards in your deck and put one into your hand",),
        "no text looks at the top cards of a deck: chance picks them",
    ),
    Advice(
        r"\bscry \d+",
        (
            "look at three random cards in your deck and put one into your hand",
            "reveal the top card of your deck",
        ),
        is_example=True,
    ),
    Advice(
        r"\blook at the top (?:<count> cards|card) of your deck",
        ("look at three random cards in your deck and put one into your hand",),
        is_example=True,
    ),
    Advice(
        r"\blook at [^.]*\bcards? of your deck\b[^.]*",
        (),
        "in this game nobody looks at cards of a deck and chooses",
        hint="everybody sees the card of",
        like="reveal_top",
    ),
    Advice(
        r"\b(?:your opponent )?mills? (?:an?|<count>|\d+) cards?\b",
        ("discard the top card of your opponent's deck",),
        is_example=True,
    ),
    Advice(
        r"^counter (?:an?|target|the(?: next)?)(?: enemy)? (<kind>|card)"
        r"(?: (?:that )?your opponent (?:casts|plays))?\.$",
        (
            r"When your opponent plays a \1, counter it.",
            r"Whenever your opponent plays a \1, counter it and <ends>.",
        ),
        "nothing can be countered before it is played",
    ),
    Advice(
        r"^(?:board ?wipe|wrath|wipe the board|clear the board)\.$",
        ("Destroy all <bodies>.",),
        is_example=True,
    ),
    # Whom it is about.
    Advice(
        r"\ban?(?:y)? (?:target|character)\b",
        ("a <creature>", "a minion or hero", "a unit or structure"),
        '"{0}" is not said here',
    ),
    Advice(r"\b(<noun>|<nouns>) you control\b", (r"friendly \1",), '"you control" stands only after "if"'),
    Advice(
        r"\b(<noun>|<nouns>) your opponent controls\b",
        (r"enemy \1",),
        '"your opponent controls" stands only after "if"',
    ),
    Advice(r"\b(?:target|each|an|the) opponent\b", ("your opponent",)),
    Advice(r"\bnon-?(<keyword>) (<nouns>|<noun>)\b", (r"\2 without \1",)),
    Advice(r"\bone (?=<noun>\b|card\b)", ("a ",)),
    Advice(r"\bthe (?:enemy )?(<noun>) in front of (?:this|it)\b", ("@ahead",), is_example=True),
    Advice(
        r"\ball ((?:enemy |friendly )?<nouns>) (?:within \S+ (?:tiles|spaces)|around)"
        r"(?: (?:of )?(?:this|it))?",
        (r"nearby \1", r"adjacent \1"),
    ),
    Advice(r"\bin the (front|middle|back) (?:row|line|rank)\b", (r"at the \1", r"in the \1")),
    Advice(
        r"\b(?:teleport|blink|move) (.+?) to a random (?:empty |free )?(?:place|space|tile|location|spot)\b",
        (r"move \1 to a random empty <space>",),
    ),
    Advice(
        r"\b(?:walks|steps|moves|comes|goes|lands) (?:on|onto|into|over|to|upon) "
        r"(?:this <space>|it|this|here)\b",
        ("enters this <space>",),
        '"{0}" is not said here',
    ),
    Advice(r"\b(?:is|are|gets|was) (?:killed|destroyed|slain)\b", ("dies",)),
    Advice(r"\bswap (?:the places of )?two (?:[\w-]+ )*?<nouns>", ("move a <body>",), is_example=True),
    # Marks between sentences.
    Advice(r";\s*", (". ",), '";" does not stand between sentences'),
    Advice(r"^(.+), ([^,]+)$", (r"\1 and \2",), '"," does not stand between effects: write "and"'),
)
"""All advice, in the order in which it is tried."""

AMENDED = (
    (
        re.compile(r"^at the end of (?:this|your) turn, destroy (it|the copy)\.$", re.I),
        r"\1 lasts until end of turn.",
    ),
    (re.compile(r"^at the end of your turn, ", re.I), "At the end of this turn, "),
    (re.compile(r"^at the start of your turn, ", re.I), "At the start of your next turn, "),
)
"""For sentences that can be read but make no sense where they stand: what is meant there."""
