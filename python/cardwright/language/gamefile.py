"""The shape of `game.toml`: the entries of its lists, its balance scheme and the whole."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from cardwright.basics.documents import about
from cardwright.sources import LANGUAGE

SQUARES, HEXAGONS = "squares", "hexagons"
TILINGS = (SQUARES, HEXAGONS)
"""What a board may be made of."""


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of every entry: a permanent id, the word in texts, a sentence of explanation."""

    id: Annotated[str, about("Permanent: rules, cards and other tables use it.")]
    word: Annotated[str, about("How texts write it.")] = ""
    help: Annotated[str, about("One sentence that players are shown.")] = ""


class Kind(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of card; a `piece` stands on the board, and of a `unique` kind each player has one."""

    plural: Annotated[str, about("How texts write several.")]
    piece: Annotated[bool, about("It stands on the board.")] = False
    unique: Annotated[bool, about("A player has exactly one, outside the deck: a hero.")] = False
    pays: Annotated[
        str, about("The id of the resource that pays for it, where kinds are paid differently.")
    ] = ""
    known: Annotated[bool, about("Pieces may know it, and use it while they are in play.")] = False
    for_unique: Annotated[
        bool, about("For a known kind: only pieces of a unique kind, such as heroes, know and use it.")
    ] = False
    counts_as: Annotated[
        str,
        about("The id of another kind: texts that name that kind mean this one, too (a secret is a spell)."),
    ] = ""
    placeless: Annotated[
        bool, about("It is in play but stands on no space, and has neither attack nor health: an event.")
    ] = False
    off_board: Annotated[
        bool, about("For a unique kind: it stands beside the board, without place and neighbours.")
    ] = False
    inert: Annotated[
        bool, about("Attack, health, keywords and statuses mean nothing to it, so no text may change them.")
    ] = False
    immune: Annotated[bool, about("It never has a status, so no text may cause or cure one.")] = False
    acts: Annotated[
        bool, about("For a unique kind: it moves and acts like others, and texts may make it do so.")
    ] = False
    gear: Annotated[
        bool,
        about("It is in play beside the board and has attack and health; a player has at most one."),
    ] = False
    veiled: Annotated[
        bool,
        about("For a placeless kind: others do not see its card; its ability runs once, in their turn."),
    ] = False


class Group(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A noun for several kinds together: a *creature* is a hero or a minion."""

    plural: Annotated[str, about("How texts write several.")]
    kinds: Annotated[list[str], about("The ids of the kinds that it means.")]


class KeywordWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A keyword; with `status` it is written with a number, and that status gets the number."""

    status: Annotated[
        str, about("The id of a status: the keyword is written with a number, and the status gets it.")
    ] = ""
    anywhere: Annotated[bool, about("Cards that never stand in play, such as spells, may have it too.")] = (
        False
    )
    shields: Annotated[bool, about("A piece with it takes no damage; it loses the keyword instead.")] = False
    unharmed: Annotated[bool, about("A piece with it takes no damage.")] = False
    hides: Annotated[bool, about("A piece that attacks loses it.")] = False
    opens: Annotated[
        str, about("The id of a zone whose cards all players see while a piece with it is in play.")
    ] = ""


class Status(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A numbered condition of a piece, the verb that causes it and for how many turns it usually lasts."""

    verb: Annotated[str, about("How texts cause it (*stun*).")] = ""
    turns: Annotated[
        int, about("For how many turns, if the text gives no number; with 0 it must give one.")
    ] = 0
    lasts: Annotated[str, about("How long, if the text gives no number (*until it is cured*).")] = ""
    noun: Annotated[str, about("The word after *cure of* (*poison*).")] = ""
    spares: Annotated[str, about("The id of a keyword: a piece with it never gets the status.")] = ""
    unique: Annotated[bool, about("Pieces of a unique kind, such as heroes, get it too.")] = False


class Attribute(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of a card; texts may compare, read and set a `stat`, and change what `changes`."""

    stat: Annotated[bool, about("Texts may compare, read and set it.")] = False
    changes: Annotated[bool, about("Neither attack nor health, and texts may raise and lower it.")] = False


class Resource(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of a player; `fleeting` lasts one turn, `element` is one of the game's elements."""

    fleeting: Annotated[bool, about("It comes anew every turn.")] = False
    element: Annotated[bool, about("It is one of the game's elements.")] = False
    loot: Annotated[bool, about("Texts may take it from another player.")] = False


class Tag(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An adjective that cards carry: an element, a tribe, a sort of damage."""

    damage: Annotated[bool, about("It is a sort of damage (*10 fire damage*).")] = False
    plural: Annotated[
        str, about("For a type: how texts write several of it (*beasts*); texts may give it to pieces.")
    ] = ""
    is_class: Annotated[
        bool, about("It is a class: cards that are reserved to a hero have the classes of that hero.")
    ] = msgspec.field(default=False, name="class")


class SetWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A set of cards that came out together; a format names the sets that its decks may use."""

    id: Annotated[str, about("Permanent: cards and formats use it.")]
    name: Annotated[str, about("What players call it.")]
    help: Annotated[str, about("One sentence that players are shown.")] = ""


class DurationWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long something lasts."""

    seconds: Annotated[int, about("How many seconds, where it is a span of time.")] = 0


class PhaseWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A time of day (*night*); the rules' clock brings the first, then the second."""


class SoundWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sound that texts may play (*thunder*)."""


class Relation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How places relate: an adjective ("adjacent"), a word behind ("here") or a line ("column")."""

    id: Annotated[str, about("Permanent: the rules use it.")]
    adjective: Annotated[str, about("How texts write it before a noun (*adjacent minions*).")] = ""
    line: Annotated[str, about("The line that two places share (*in its column*).")] = ""
    one_side: Annotated[bool, about("It holds between places of one side only.")] = False
    behind: Annotated[str, about("How texts write *on the same place* behind a noun (*units here*).")] = ""


class PlaceWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of ground, or an area in which pieces stand; maps are made of terrain."""

    id: Annotated[str, about("Permanent: the rules, texts and maps use it.")]
    phrase: Annotated[str, about("The words behind a noun (*on desert*, *in your influence*).")]
    adjective: Annotated[str, about("How texts write it before the word for a space (*front*).")] = ""
    beyond_arts: Annotated[bool, about("Cards that pieces know cannot choose pieces that stand there.")] = (
        False
    )
    hidden: Annotated[
        bool, about("Others do not see which spaces it has: no lasting number counts them.")
    ] = False
    around_hero: Annotated[bool, about("It lies around the player's own hero, who never stands in it.")] = (
        False
    )
    terrain: Annotated[bool, about("Maps are made of it; its letter there is the first of its id.")] = False
    water: Annotated[bool, about("Bases do not stand on it, and ways over land do not cross it.")] = False


class PileWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the several decks of a player: the zone and the kinds that lie in it."""

    id: Annotated[str, about("The id of its zone, and of its table in the file of a deck.")]
    kinds: Annotated[list[str], about("The ids of the kinds whose cards belong in it.")]
    usual: Annotated[int, about("How many cards a random deck puts into it.")] = 20


class FieldWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key of cards that holds printed numbers: one number, or a table of several."""

    id: Annotated[str, about("The key in a `[[card]]`.")]
    attribute: Annotated[str, about("For one number: the id of its attribute.")] = ""
    attributes: Annotated[
        dict[str, str], about("For a table: the names in it, and the id of the attribute of each.")
    ] = {}
    kinds: Annotated[list[str], about("The ids of the kinds that may have it; without it, all kinds.")] = []
    least: Annotated[int, about("No number is below it.")] = 0
    usual: Annotated[int, about("For one number: its value on a card of those kinds without the key.")] = 0
    shown: Annotated[
        str, about("How a number of it is shown, with `{name}` and `{number}`; without it, number and name.")
    ] = ""
    below: Annotated[str, about("The hint for authors who write 0 where that is below the least.")] = ""
    example: Annotated[
        dict[str, int], about("For a table: names and numbers that a suggestion shows as an example.")
    ] = {}
    needs: Annotated[
        list[list[str]], about("Lists of names: a card of those kinds must have one name of each list.")
    ] = []
    tags: Annotated[
        bool, about("Names in it that are tags become tags of the card, unless it has `elements`.")
    ] = False
    help: Annotated[str, about("One sentence that authors are shown.")] = ""


class KindBudget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The balance scheme for the cards of a kind; a key that is left out is as in `[budget]`."""

    base: Annotated[float | None, about("Points of a card that costs nothing.")] = None
    mana: Annotated[float | None, about("Points for each point of cost.")] = None
    tolerance: Annotated[float | None, about("How far a card may be off before lint warns.")] = None
    attack: Annotated[float | None, about("Price of a point of attack.")] = None
    health: Annotated[float | None, about("Price of a point of health.")] = None


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The balance scheme: what a card may be worth and what its numbers and phrases cost."""

    base: Annotated[float, about("Points of a card that costs nothing.")] = 0
    mana: Annotated[float, about("Points for each point of cost.")] = 0
    tolerance: Annotated[float, about("How far a card may be off before lint warns.")] = 2
    attack: Annotated[float, about("Price of a point of attack.")] = 1
    health: Annotated[float, about("Price of a point of health.")] = 1
    requirement: Annotated[float, about("Points for each main requirement above the usual 1 + cost / 2.")] = 0
    secondary: Annotated[float, about("Points for each second requirement above 1.")] = 0
    keywords: Annotated[dict[str, float], about("Prices by id of the keyword.")] = {}
    scaled: Annotated[
        dict[str, str],
        about("By keyword or printed number: the number of the carrier that multiplies its price."),
    ] = {}
    numbers: Annotated[dict[str, float], about("Prices of printed numbers by id of the attribute.")] = {}
    usual: Annotated[
        dict[str, float],
        about("By printed number: its value where none is printed, from which its price counts."),
    ] = {}
    costs: Annotated[
        dict[str, float],
        about("For printed numbers that are part of a card's cost: points for each one, by id."),
    ] = {}
    resources: Annotated[dict[str, float], about("By resource: what one of it is worth; without it, 1.")] = {}
    kinds: Annotated[
        dict[str, KindBudget], about("Other prices for the cards of a kind: `[budget.kinds.ID]`.")
    ] = {}
    given: Annotated[
        list[str], about("Cards whose numbers come from elsewhere; lint does not weigh them.")
    ] = []
    phrases: Annotated[dict[str, float], about("Prices of effects and conditions by the phrase's name.")] = {}
    selectors: Annotated[
        dict[str, float],
        about("Factors by the name of a selector or filter, or the id of a kind that it asks for."),
    ] = {}
    triggers: Annotated[dict[str, float], about("Factors by the trigger's name.")] = {}


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of `game.toml`."""

    name: Annotated[str, about("What the game is called.")]
    rules_version: Annotated[int, about("Raised when the same actions would lead to another position.")]
    zones: Annotated[list[str], about("Where cards lie, in the rules' order.")]
    kind: Annotated[list[Kind], about("Kinds of cards: `[[kind]]`.")]
    rarities: Annotated[list[str], about("What a card's `rarity` may be.")]
    rules: Annotated[str, about("The slug of the game that this one is a variant of.")] = ""
    language: Annotated[int, about("The version of the card language it is written in.")] = LANGUAGE
    leave_out: Annotated[
        dict[str, list[str]],
        about(
            "For a variant: names of the base's `cards`, `decks`, `boards` that it drops; `*` fits anything."
        ),
    ] = {}
    group: Annotated[list[Group], about("Nouns for several kinds: `[[group]]`.")] = []
    keyword: Annotated[list[KeywordWord], about("Keywords: `[[keyword]]`.")] = []
    status: Annotated[list[Status], about("Numbered conditions of pieces: `[[status]]`.")] = []
    attribute: Annotated[
        list[Attribute], about("Numbers of cards: `[[attribute]]`; attack, health and cost come first.")
    ] = []
    resource: Annotated[list[Resource], about("Numbers of players: `[[resource]]`.")] = []
    tag: Annotated[list[Tag], about("Adjectives of cards: `[[tag]]`.")] = []
    duration: Annotated[list[DurationWord], about("How long things last: `[[duration]]`.")] = []
    relation: Annotated[list[Relation], about("How places relate: `[[relation]]`.")] = []
    place: Annotated[list[PlaceWord], about("Kinds of ground and areas: `[[place]]`.")] = []
    phase: Annotated[list[PhaseWord], about("Times of day, none or two: `[[phase]]`.")] = []
    sound: Annotated[list[SoundWord], about("Sounds that texts play: `[[sound]]`.")] = []
    field: Annotated[list[FieldWord], about("Keys of cards for printed numbers: `[[field]]`.")] = []
    deck: Annotated[
        list[PileWord],
        about(
            "The decks of a player, in games with several: `[[deck]]`; a deck's file has a table for each."
        ),
    ] = []
    set: Annotated[
        list[SetWord], about("Sets of cards: `[[set]]`; in a game with sets every card names one.")
    ] = []
    formats: Annotated[
        dict[str, list[str]], about("Formats by name, each with the sets whose cards its decks may hold.")
    ] = {}
    copies: Annotated[
        dict[str, int], about("By rarity: how many copies of a card a deck may hold, if not `limits.copies`.")
    ] = {}
    own: Annotated[
        list[str],
        about("Operations of this game's rules in their order, each by the name of its phrase."),
    ] = []
    speaks: Annotated[
        list[str],
        about("In a variant or a pack: phrases that it switches on though the game lacks them, by name."),
    ] = []
    lacks: Annotated[
        list[str],
        about("Phrases that the game switches off, by name; every other one it has words for it has."),
    ] = []
    tiling: Annotated[
        str,
        about("What boards are made of: `squares`, which is usual, or `hexagons`, whose ground may change."),
    ] = SQUARES
    board: Annotated[str, about("In games with boards: the board of a match that names none.")] = ""
    trial_board: Annotated[
        str, about("The board of `bench`, and of scenarios that name none, if it is another one.")
    ] = ""
    best_agent: Annotated[
        str,
        about(
            "The best native agent that answers within a second, with its options (`sequences/replies=1`): "
            "people play against it and get its hints, unless they name another; `greedy` without it."
        ),
    ] = ""
    words: Annotated[
        dict[str, str],
        about(
            "Words that the phrases leave to the game: `turn`, `turns`, `space`, `element`; with `spaces`, "
            "`seconds` and `land` it has phrases about free spaces, time and changes of the ground."
        ),
    ] = {}
    labels: Annotated[
        dict[str, str], about("This game's own templates for phrases, by the phrase's name.")
    ] = {}
    limits: Annotated[dict[str, int], about("Numbers that the rules and the checks keep to; see below.")] = {}
    options: Annotated[
        dict[str, Any],
        about(
            "Other settings that the rules read; `options.scenario` holds the defaults of a scenario's setup."
        ),
    ] = {}
    boards: Annotated[dict[str, Any], about("Boards by name, beside the files of the folder `boards`.")] = {}
    aliases: Annotated[dict[str, str], about("Short names of decks.")] = {}
    budget: Annotated[
        Budget | None,
        about("The balance scheme by which lint weighs cards; without it lint does not."),
    ] = None


TABLES: dict[str, type[msgspec.Struct]] = {
    "kind": Kind,
    "group": Group,
    "keyword": KeywordWord,
    "status": Status,
    "attribute": Attribute,
    "resource": Resource,
    "tag": Tag,
    "duration": DurationWord,
    "relation": Relation,
    "place": PlaceWord,
    "phase": PhaseWord,
    "sound": SoundWord,
    "field": FieldWord,
    "deck": PileWord,
    "set": SetWord,
}
"""The lists of `game.toml` and the shape of their entries."""

DEFAULT_WORDS = {"turn": "turn", "turns": "turns", "space": "space", "element": "element"} | {
    "spaces": "spaces",
    "seconds": "seconds",
    "land": "ground",
}
"""The words that phrases leave to the game, if it chooses no others."""

CAPACITIES = ("effects", "pieces")
"""Limits that a game need not name; without them, the kernel's own apply."""
