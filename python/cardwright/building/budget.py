"""What a card is worth by the game's balance scheme, and what it may be worth."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.language.cards import CardEntry
from cardwright.language.gamefile import Budget
from cardwright.language.nodes import Ability, Node, Program
from cardwright.language.vocabulary import Vocabulary

HARMFUL = {
    "damage",
    "damage_equal",
    "damage_of",
    "afflict",
    "afflict_for",
    "destroy",
    "return",
    "lose",
    "set_figure",
    "control_of",
    "transform",
    "strike",
    "exhaust",
    "replace",
    "rolled",
    "control_for",
    "transform_random",
    "lasts",
}
"""Effects that help a player when they hit the opponent's pieces."""

MOVES = ("move", "move_adjacent", "scatter")
"""Effects that help a player on either side: the player chooses the piece, or chance treats both alike."""

NARROW = ("named", "not_tag", "rarity", "type")
"""Filters whose factors also count for what holds all the time."""

_GROUPS = ("all", "your", "group", "all_but_one", "by_chance")

_NAMING = (
    "summon",
    "summon_at",
    "summon_around",
    "summon_here",
    "equip_gear",
    "add",
    "transform",
    "replace",
)
"""Effects that name the card they bring."""

_UNCOUNTED = ("set_stat", "set_figure", "choose", "look", "look_copy", "set_cost", "set_cost_it", "evolve")
"""Effects whose number is not what they are worth."""


@dataclass
class Appraisal:
    """What a card may be worth, and what it is worth."""

    allowed: float
    worth: float

    @property
    def excess(self) -> float:
        """How far the card is above its budget; negative if it is below."""
        return self.worth - self.allowed


class Appraiser:
    """Reads the prices of a game and applies them to its cards."""

    def __init__(self, vocabulary: Vocabulary, cards: dict[str, tuple[CardEntry, Program]]) -> None:
        assert vocabulary.file.budget is not None
        self.prices: Budget = vocabulary.file.budget
        self.vocabulary = vocabulary
        self.cards = cards

    def appraise(self, entry: CardEntry, program: Program) -> Appraisal:
        """What a card may be worth by its cost and needs, and what its numbers and text are worth."""
        return Appraisal(self.allowed(entry), self.worth(entry, program))

    def allowed(self, entry: CardEntry) -> float:
        """The budget of a card by its mana, its main requirement and the secondary ones above 1."""
        needs = sorted(entry.needs.values(), reverse=True)
        main, rest = (needs[0], needs[1:]) if needs else (0, [])
        usual = 1 + entry.cost // 2
        base, per_cost = self._price(entry, "base"), self._price(entry, "mana")
        budget = base + per_cost * entry.cost + self.prices.requirement * (main - usual)
        budget += sum(self.prices.costs.get(name, 0) * value for name, value in entry.numbers.items())
        return budget + self.prices.secondary * sum(max(0, need - 1) for need in rest)

    def worth(self, entry: CardEntry, program: Program) -> float:
        """The price of attack, health, other printed numbers, keywords and abilities."""
        total = self._price(entry, "attack") * entry.attack + self._price(entry, "health") * entry.health
        total += sum(self._printed(entry, name) for name in entry.numbers)
        total += sum(self._keyword(keyword, entry) for keyword in program.keywords)
        for line in program.lines:
            if isinstance(line, Ability):
                factor = self._often(line.trigger) if line.trigger else 1
                total += factor * sum(self._sentence(sentence, entry) for sentence in line.sentences)
            else:
                total += self._static(line, entry)
        return total

    def tolerance(self, entry: CardEntry) -> float:
        """How far a card may be off its budget."""
        return self._price(entry, "tolerance")

    def _price(self, entry: CardEntry, name: str) -> float:
        """A price that may differ by the kind of the card."""
        own = getattr(self.prices.kinds.get(entry.kind), name, None)
        return float(getattr(self.prices, name) if own is None else own)

    def _often(self, trigger: Node) -> float:
        """The factor of a trigger; the factor of *every N seconds* is that of one second divided by N."""
        price = self.prices.triggers.get(trigger.phrase, 1)
        if isinstance(happening := trigger.get("h"), Node):
            price *= self.prices.triggers.get(happening.phrase, 1)
        return price / max(1, trigger.number("n")) if trigger.phrase == "every_seconds" else price

    def _printed(self, entry: CardEntry, name: str) -> float:
        above = entry.numbers[name] - self.prices.usual.get(name, 0)
        price = self.prices.numbers.get(name, 0) * above
        scale = self.prices.scaled.get(name)
        carried = entry.numbers | {"attack": entry.attack, "health": entry.health}
        return price * carried.get(scale, 0) if scale else price

    def _keyword(self, keyword: Node, entry: CardEntry | None) -> float:
        word = keyword.word("k")
        price = self.prices.keywords.get(word, 1)
        number = keyword.number("n") if keyword.phrase == "counted_keyword" else 1
        scale = self.prices.scaled.get(word)
        carried = getattr(entry, scale) if scale and entry else 2 if scale else 1
        return price * number * carried

    def _sentence(self, node: Node, entry: CardEntry) -> float:
        if node.phrase in ("and", "then"):
            return self._sentence(node.node("e"), entry) + self._sentence(node.node("r"), entry)
        if node.phrase == "and_if":
            price = self.prices.phrases.get("if", 0.7) * self._sentence(node.node("r"), entry)
            return self._sentence(node.node("e"), entry) + price * self._asked(node.node("q"))
        if node.phrase == "do":
            return self._sentence(node.node("c"), entry)
        if node.phrase == "repeat":
            return node.number("n") * self._sentence(node.node("c"), entry)
        if node.phrase in ("next_turn_starts", "this_turn_ends"):
            return self.prices.phrases.get(node.phrase, 1) * self._sentence(node.node("c"), entry)
        if node.phrase == "choose_one":
            # The player takes the better one; that there is a choice is worth something too.
            best = max(self._sentence(node.node(option), entry) for option in ("a", "b"))
            return best + self.prices.phrases.get("choose_one", 0)
        if node.phrase in ("if", "instead", "otherwise"):
            price = self.prices.phrases.get("if", 0.7) * self._sentence(node.node("c"), entry)
            price *= self._asked(node.node("q"))
            if node.phrase == "otherwise":
                price += 0.5 * self._sentence(node.node("o"), entry)
            return price
        return self._effect(node, entry)

    def _effect(self, node: Node, entry: CardEntry) -> float:
        if node.phrase == "destroy" and node.node("t").phrase == "this":
            return 0  # a piece that destroys itself has done its work
        price = self.prices.phrases.get(node.phrase, 1) * self._amount(node, entry)
        multiplier = node.get("m")
        if isinstance(multiplier, Node):
            price *= self.prices.phrases.get(multiplier.phrase, 2)
        if node.get("d") and node.phrase != "exhaust":
            price *= self.prices.phrases.get("until", 0.5)
        target = node.get("t")
        if isinstance(target, Node):
            price *= self._selector(target) * self._sign(node, target)
        if isinstance(resource := node.get("r"), str):
            price *= self.prices.resources.get(resource, 1)
        if node.get("p") == "opponent":
            price = -price
        elif node.get("p") == "each":
            price = 0
        return price * self._favour(node)

    def _favour(self, node: Node) -> float:
        """1 if an effect on a player's cards or spaces helps the carrier's player, -1 if it harms them."""
        whose = {str(inner["p"]) for inner in node.walk() if inner.phrase == "pile"} | {str(node.get("o"))}
        is_good = node.phrase == "summon_at" or node.get("c") == "less"
        if node.phrase not in (
            "cost",
            "cost_random",
            "costs_ongoing",
            "costs_floor",
            "costs_for",
            "next_costs",
            "discard_all",
            "discard_top",
            "summon_at",
        ):
            return 1
        if "each" in whose:
            return self.prices.phrases.get("both_sides", 0.3)
        return 1 if is_good != ("opponent" in whose) else -1

    def _granted(self, node: Node, entry: CardEntry) -> float:
        """What an ability is worth to the piece that gets it: to destroy itself is a loss."""
        is_end = node.phrase == "destroy" and node.node("t").phrase == "this"
        return -self.prices.phrases.get("destroy", 1) if is_end else self._sentence(node, entry)

    def _amount(self, node: Node, entry: CardEntry) -> float:
        if node.phrase == "buff":
            attack, health = node.pair("s")
            return self.prices.attack * abs(attack) + self.prices.health * abs(health)
        if node.phrase in ("give", "lose"):
            keyword = node["k"]
            return (
                self._keyword(keyword, None)
                if isinstance(keyword, Node)
                else self.prices.keywords.get(str(keyword), 1)
            )
        if node.phrase in _NAMING:
            token, program = self.cards[node.word("c")]
            count = node.number("n") if node.get("n") else 1
            is_put = node.phrase.startswith(("summon", "equip"))
            return count * (self.worth(token, program) if is_put else 1)
        if node.phrase == "summon_either":
            both = ((node.word("c"), node.number("n")), (node.word("e"), node.number("m")))
            return sum(count * self.worth(*self.cards[card]) for card, count in both) / 2
        if node.phrase == "buff_anywhere":
            attack, health = node.pair("s")
            return self.prices.attack * abs(attack) + self.prices.health * abs(health)
        if node.phrase == "exhaust":
            return self.vocabulary.durations[self.vocabulary.duration(node.word("d"))].seconds
        if node.phrase == "grant":
            inner = node.node("a")
            return self._often(inner.node("t")) * self._granted(inner.node("c"), entry)
        if node.phrase == "equip":
            return node.number("n") * node.number("c") / 100
        if node.phrase in ("lose_wealth", "lose_each", "discard"):
            return -self._number(node)
        return self._number(node)

    def _number(self, node: Node) -> float:
        part = node.get("n")
        if isinstance(part, int):
            return 1 if node.phrase in _UNCOUNTED else part
        if isinstance(part, Node) and part.phrase == "range":
            return sum(part.pair("r")) / 2
        measure = node.get("v") or part
        return self.prices.phrases.get(measure.phrase, 2) if isinstance(measure, Node) else 1

    def _selector(self, node: Node) -> float:
        factor = self._asked(node)
        for inner in node.walk():
            factor *= self.prices.selectors.get(inner.phrase, 1)
        if node.phrase == "random_some":
            factor *= node.number("n")
        return factor

    def _asked(self, node: Node) -> float:
        """The factor of the kinds that a selector or condition asks for."""
        factor = 1.0
        for inner in node.walk():
            if inner.phrase == "kind":
                factor *= self.prices.selectors.get(inner.word("k"), 1)
        return factor

    def _sign(self, node: Node, target: Node) -> float:
        """1 if the effect helps its player, -1 if it harms them, in between if it hits both sides."""
        is_harm = node.phrase in HARMFUL or (node.phrase == "buff" and sum(node.pair("s")) < 0)
        if node.phrase == "give":
            keyword = node.node("k").word("k")
            is_harm = self.prices.keywords.get(keyword, 1) < 0
        if node.phrase == "adjust":
            # Less of a number that is worth something is a loss; of one that makes a card cheaper, a gain.
            is_harm = (node["c"] == "less") == (self.prices.numbers.get(node.word("a"), 1) >= 0)
        if node.phrase in MOVES and target.phrase not in _GROUPS:
            return 1
        words = {inner.phrase for inner in target.walk()}
        is_enemy = bool(words & {"enemy", "enemies", "enemy_hero"})
        is_friend = bool(words & {"friendly", "your", "your_hero", "this"})
        if is_enemy or is_friend:
            return 1 if is_harm == is_enemy else -1
        if target.phrase in _GROUPS or target.phrase == "both_heroes":
            return self.prices.phrases.get("both_sides", 0.3)
        return 1

    def _static(self, node: Node, entry: CardEntry) -> float:
        if node.phrase == "knows":
            arts = sum(1 for inner in node.walk() for letter in ("c", "e") if inner.get(letter))
            return self.prices.phrases.get("knows", 1) * arts
        if node.phrase in ("costs_ongoing", "costs_floor", "first_costs", "own_cost"):
            sign = 1 if node["c"] == "less" else -1
            good = self._favour(node) if node.get("o") else sign
            return self.prices.phrases.get(node.phrase, 1) * node.number("n") * good
        is_stats = bool(node.get("s"))
        if is_stats:
            attack, health = node.pair("s")
            price = self.prices.attack * abs(attack) + self.prices.health * abs(health)
        else:
            price = self.prices.keywords.get(node.word("k"), 1)
        target = node.node("t")
        if node.get("w") or node.get("h") or node.get("q"):
            price *= self.prices.phrases.get("while", 0.5)
        if node.phrase == "stats_per":
            price *= self.prices.phrases.get("for_each", 2)
        if target.phrase in ("this", "your_hero"):
            return price
        words = {inner.phrase for inner in target.walk()}
        is_enemy = bool(words & {"enemy", "enemies"})
        is_harm = is_stats and sum(node.pair("s")) < 0
        sign = 1 if is_enemy == is_harm else -1
        for inner in target.walk():
            price *= self.prices.selectors.get(inner.phrase, 1) if inner.phrase in NARROW else 1
        return sign * price * self.prices.selectors.get("aura", 2)
