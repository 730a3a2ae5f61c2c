"""Wordings that players of other games write, and the words with which texts say exactly that.

A wording is a pattern and what stands in its place. It is tried only on a sentence that cannot be read as it
stands, and counts only if the sentence can be read then. In a pattern, `<noun>` and the like stand for words
of the game: see `cardwright.language.rewording.Rewording`.
"""

from __future__ import annotations

from cardwright.language.wordings.changes import CHANGES
from cardwright.language.wordings.filters import FILTERS
from cardwright.language.wordings.model import CLAUSE, Wording

WORDINGS = (
    Wording("number in brackets", r"\((\d+)\)", r"\1", "Your spells cost (1) less."),
    Wording(
        "choose one with a dash",
        r"^choose one\s*[-\u2013\u2014:]\s*",
        "Choose one: ",
        "Choose one - Deal 3 damage to a minion; or draw two cards.",
    ),
    Wording(
        "every so often without a comma",
        r"^every (\d+) seconds (?!,)",
        r"Every \1 seconds, ",
        "Every 10 seconds draw a card.",
        "mana",
    ),
    Wording("battlecry", r"^battlecry\s*[:,]\s*", "When played, ", "Battlecry: Draw a card."),
    Wording(
        "when you play this",
        r"^when(?:ever)? you play this(?: <own>)?,\s*",
        "When played, ",
        "When you play this minion, draw a card.",
    ),
    Wording("deathrattle", r"^deathrattle\s*[:,]\s*", "When this dies, ", "Deathrattle: Draw a card."),
    Wording("on death", r"^on death\s*[:,]\s*", "When this dies, ", "On death, draw a card."),
    Wording(
        "both players",
        r"\bboth players (draw|discard|gain|lose)\b",
        r"each player \1s",
        "Both players draw a card.",
    ),
    Wording(
        "inflict",
        r"\binflicts? (\d+) ((?:\w+ )?)damage (?:on|to)\b",
        r"deal \1 \2damage to",
        "Inflict 3 damage on a minion.",
    ),
    Wording(
        "hit",
        r"\bhit (.+?) for (\d+)(?: damage)?(?=[.,]| and )",
        r"deal \2 damage to \1",
        "Hit the enemy hero for 4.",
    ),
    Wording("deals", r"^deals (?=\d)", "Deal ", "Deals 3 damage to an enemy minion."),
    Wording("kill", CLAUSE + r"kill (?=an? |all |your )", "destroy ", "Kill a random enemy minion."),
    Wording(
        "heal by so much",
        r"\bheal (.+?) (?:for|by) (\d+)(?: health)?(?=[.,]| and )",
        r"restore \2 health to \1",
        "Heal your hero for 5.",
    ),
    Wording(
        "increase attack",
        r"\bincrease the attack of (<one>) by (\d+)(?=[.,]| and )",
        r"give \1 +\2/+0",
        "Increase the attack of a minion by 3.",
    ),
    Wording(
        "increase health",
        r"\bincrease the health of (<one>) by (\d+)(?=[.,]| and )",
        r"give \1 +0/+\2",
        "Increase the health of a minion by 3.",
    ),
    Wording(
        "reduce attack",
        r"\breduce the attack of (<one>) by (\d+)(?=[.,]| and )",
        r"give \1 -\2/-0",
        "Reduce the attack of an enemy minion by 2.",
    ),
    Wording(
        "this with its kind",
        r"\bthis <own>\b(?!['\u2019]s)",
        "this",
        "Whenever another friendly beast dies, this minion gains +1/+1.",
    ),
    Wording("cast", r"\bcast(s?)\b", r"play\1", "Whenever you cast a spell, draw a card."),
    Wording("transform", r"\btransform\b", "turn", "Transform a minion into a House Hob."),
    Wording(
        "target",
        r"(?<!\bthe )\btarget (?=(?:[\w-]+ )*?<noun>\b)",
        "a ",
        "Deal 3 damage to target enemy minion.",
    ),
    Wording(
        "attack and health apart",
        r"([+-]\d+) attack and ([+-]\d+) health\b",
        r"\1/\2",
        "Give a friendly minion +1 attack and +2 health.",
    ),
    Wording("attack alone", r"([+-])(\d+) attack\b", r"\1\2/\g<1>0", "Give a friendly minion +3 attack."),
    Wording("health alone", r"([+-])(\d+) health\b", r"\g<1>0/\1\2", "Give a friendly minion +2 health."),
    Wording(
        "on a tile of a sort",
        r"\bon an? (\w+) tile\b",
        r"on \1",
        "Deal 4 damage to a unit on a grass tile.",
        "ruler",
    ),
    Wording(
        "a row that is yours",
        r"\bin your (front|back) row\b",
        r"in the \1 row",
        "While this is in your front row, it has Taunt.",
        "elemental-command",
    ),
    Wording(
        "while it stands there",
        r"^while (?:this|it) is (<place>), (?:this|it) has (.+)\.$",
        r"This has \2 while \1.",
        "While this is in the back row, it has Free targeting.",
        "elemental-command",
    ),
    Wording(
        "as long as",
        r"^as long as (.+?), (.+)\.$",
        r"\2 while \1.",
        "As long as your hand is empty, this has Taunt.",
    ),
    Wording(
        "while in front", r"^while (.+?), (.+)\.$", r"\2 while \1.", "While this is damaged, this has Taunt."
    ),
    Wording(
        "nobody named",
        r"^(has|gets|gains|costs) ",
        r"This \1 ",
        "Has +3/+0 while this is damaged.",
    ),
    Wording(
        "until the end of the turn",
        r"\buntil the end of (?:the|this) turn\b",
        "until end of turn",
        "Give a minion Taunt until the end of the turn.",
    ),
    Wording(
        "this turn",
        r" this turn(?=[.,]| and )",
        " until end of turn",
        "Give a friendly minion +2/+0 this turn.",
    ),
    Wording(
        "numbers and a keyword lent",
        r"^(.+? ha(?:s|ve)) ([+-]\d+/[+-]\d+) and (<keyword>)((?: while .+)?)\.$",
        r"\1 \2\4. \1 \3\4.",
        "This has +3/+0 and Windfury while this is damaged.",
    ),
    Wording(
        "a keyword and numbers lent",
        r"^(.+? ha(?:s|ve)) (<keyword>) and ([+-]\d+/[+-]\d+)((?: while .+)?)\.$",
        r"\1 \2\4. \1 \3\4.",
        "Your other minions have Taunt and +0/+1.",
    ),
    Wording(
        "gain without a name",
        r"^((?:(?:when|whenever|at)\b[^,]*, )?)gain ([+-]\d+/[+-]\d+)",
        r"\1this gets \2",
        "At the end of your turn, gain +1/+1.",
    ),
    Wording(
        "numbers and a keyword given to this",
        r"\bgive this ([+-]\d+/[+-]\d+) and (<keyword>)((?: <duration>)?)",
        r"give this \1\3 and give this \2\3",
        "At the end of your turn, give this +1/+1 and Taunt.",
    ),
    Wording(
        "two keywords given",
        r"\bgive (<one>) (<keyword>) and (<keyword>)((?: <duration>)?)",
        r"give \1 \2\4 and give it \3\4",
        "Give a minion Taunt and Windfury.",
    ),
    Wording(
        "numbers and a keyword given",
        r"\bgive (<one>) ([+-]\d+/[+-]\d+) and (<keyword>)((?: <duration>)?)",
        r"give \1 \2\4 and give it \3\4",
        "Give a friendly minion +1/+3 and Taunt.",
    ),
    Wording(
        "a keyword and numbers given",
        r"\bgive (<one>) (<keyword>) and ([+-]\d+/[+-]\d+)((?: <duration>)?)",
        r"give \1 \3\4 and give it \2\4",
        "Give a friendly minion Taunt and +1/+3.",
    ),
    Wording(
        "two keywords given to several",
        r"\bgive (<several>) (<keyword>) and (<keyword>)((?: <duration>)?)",
        r"give \1 \2\4 and give them \3\4",
        "Give your minions Taunt and Windfury.",
    ),
    Wording(
        "numbers and a keyword given to several",
        r"\bgive (<several>) ([+-]\d+/[+-]\d+) and (<keyword>)((?: <duration>)?)",
        r"give \1 \2\4 and give them \3\4",
        "Give your minions +1/+1 and Taunt.",
    ),
    Wording(
        "beginning",
        r"\bat the beginning of\b",
        "at the start of",
        "At the beginning of your turn, draw a card.",
    ),
    Wording("gain control", r"\bgain control of\b", "take control of", "Gain control of an enemy minion."),
    *FILTERS,
    *CHANGES,
    Wording(
        "that costs",
        r"\b(?:that costs?|with cost) (\d+)",
        r"costing \1",
        "Whenever you play a minion that costs 5 or more, draw a card.",
    ),
    Wording(
        "costs mana less",
        r"\b(\d+) <paid> (less|more)\b",
        r"\1 \2",
        "The first minion you play each turn costs 1 mana less.",
    ),
    Wording(
        "costs less of what pays for it",
        r"\b(this|<kind>|<kinds>)( [^.,]*?| )(costs?) (\d+) (<resource>) (less|more)\b",
        "@paid_with",
        "The first unit you play each turn costs 1 gold less.",
        "ruler",
    ),
    Wording(
        "the next card this turn",
        r"\bthe next (<kind>|card) you play (?:until end of turn|this turn) costs (\d+) (less|more)\b",
        r"your next \1 costs \2 \3 until end of turn",
        "The next minion you play this turn costs (2) less.",
    ),
    Wording(
        "takes damage",
        CLAUSE + r"(<whom>) takes? (\d+)((?: <harm>)?) damage\b",
        r"deal \2\3 damage to \1",
        "Whenever an enemy minion attacks, it takes 3 damage.",
    ),
    Wording(
        "takes damage and suffers",
        r"\b(deal \d+(?: <harm>)? damage to (<whom>) and )(?:is|becomes) (<afflicted>)\b",
        "@afflicting",
        "Target minion takes 2 damage and is frozen.",
    ),
    Wording(
        "this deals",
        CLAUSE + r"this deals (?=\d)",
        "deal ",
        "At the end of your turn, this deals 2 damage to all minions.",
    ),
    Wording(
        "it deals, and it is this",
        r"^(when(?:ever)? this\b[^,]*, )it deals (?=\d)",
        r"\1deal ",
        "When this dies, it deals 2 damage to all minions.",
    ),
    Wording(
        "you do",
        r"^((?!.*\bplayers?\b).*?(?:, |\band |\bthen ))you (?=(?:gain|draw|discard|summon|add)\b)",
        r"\1",
        "When this dies, you draw a card.",
    ),
    Wording("then", r"^then,? ", "", "Then draw a card."),
    Wording(
        "at least",
        r"\bat least (<count>) (?=<nouns>)",
        r"\1 or more ",
        "If you control at least three golems, draw a card.",
    ),
    Wording(
        "the before many",
        r"\bthe (?=<nouns>\b)",
        "",
        "Deal 2 damage to a minion. Deal 1 damage to the minions adjacent to it.",
    ),
    Wording(
        "two kinds",
        r"\ball ((?:(?:other|<near>) )?)(<nouns>) and (<nouns>)\b",
        r"all \1\2 or \3",
        "Deal 2 damage to all units and structures here.",
        "ruler",
    ),
    Wording(
        "as long as it lasts anyway",
        r"\b((<afflict>) [^,.]+?) (until [^,.]+?|for good)(?=[.,]| and )",
        "@as_long_as_it_lasts",
        "Immobilise a unit until the end of its next turn.",
        "ruler",
    ),
    Wording(
        "destroyed later",
        r"^at (daybreak|nightfall), destroy (it|the copy)\.$",
        r"\2 lasts until \1.",
        "At daybreak, destroy the copy.",
        "mana",
        always=True,
    ),
    Wording(
        "how long it lasts in front",
        r"^(<duration>), (?!.* and )([^,]+)\.$",
        r"\2 \1.",
        "Until end of turn, your minions get +1/+1.",
    ),
    Wording(
        "at nightfall", r"^at nightfall\b", "Whenever night starts", "At nightfall, draw a card.", "mana"
    ),
    Wording("at daybreak", r"^at daybreak\b", "Whenever day starts", "At daybreak, draw a card.", "mana"),
    Wording(
        "in the front",
        r"\bin the (front|middle|back)\b",
        r"at the \1",
        "Deal 1 damage to all minions in the front.",
        "mana",
    ),
    Wording("costs less mana", r"\b(\d+) (less|more) <paid>\b", r"\1 \2", "Your spells cost 1 less mana."),
    Wording(
        "a card of a cost",
        r"\b(\d+)-(?:cost|mana) (<noun>)\b",
        r"\2 costing \1",
        "Summon a random 2-cost minion.",
    ),
    Wording(
        "into play",
        r"\bput ((?:an?|<count>) [^,.]+?) into play\b",
        r"summon \1",
        "Put a House Hob into play.",
    ),
    Wording(
        "a condition at the end",
        r"^((?!if\b|when|at\b|after\b)(?:(?! and | then |, ).)+?) if ((?:(?! and | or ).)+)\.$",
        r"If \2, \1.",
        "Draw a card if your hand is empty.",
    ),
    Wording(
        "steps here",
        r"\bsteps (?:here|on this tile)\b",
        "enters this tile",
        "When an enemy unit steps here, draw a card.",
        "ruler",
    ),
    Wording(
        "at night it has",
        r"^at night, (.+? ha(?:s|ve) .+)\.$",
        r"\1 while it is night.",
        "At night, all beasts have Flying.",
        "mana",
    ),
    Wording(
        "if it stands there",
        r"^if this is (<place>), (?:this|it) has (.+)\.$",
        r"This has \2 while \1.",
        "If this is on desert, it has +2/+0.",
        "ruler",
    ),
    Wording(
        "each",
        r"^((?!.*\d-\d).*?)\b(?:each|every) ((?:(?!of\b|player\b)[\w-]+ )*?)(<noun>)\b",
        "@in_plural",
        "Deal 1 damage to each enemy minion.",
    ),
    Wording(
        "amount in words",
        r"\b(<count>)(?= (?:<resource>|damage|health)\b)",
        "@in_digits",
        "Deal two damage to a minion.",
    ),
    Wording(
        "count in digits",
        r"\b(\d+)(?= (?:or (?:more|less) )?(?:cards|<nouns>|<names>)\b)",
        "@in_words",
        "Draw 2 cards.",
    ),
)
"""All wordings, in the order in which they are tried."""

LAST = (
    Wording(
        "when", r"^when (?!played)", "Whenever ", "When an enemy unit enters this tile, draw a card.", "ruler"
    ),
    Wording("whenever", r"^whenever ", "When ", "Whenever this attacks, draw a card."),
)
"""Wordings that are tried only if no other makes the sentence readable."""

__all__ = ["LAST", "WORDINGS", "Wording"]
