"""Text to typed tokens and back; the two directions are exact inverses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.basics.suggestions import has_vowel, near
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.lexicon import MARKS, Lexicon, terminal

TokenValue = str | int | tuple[int, int]


@dataclass(frozen=True)
class Token:
    """A word, number, name or mark, and the characters of the text it stands at."""

    type: str
    value: TokenValue
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


_SCAN = re.compile(
    r"(?P<space>\s+)|(?P<stats>[+-]\d+/[+-]\d+)|(?P<half>[+-]\d+(?:/\d+)?)|(?P<body>\d+/\d+|\d+-[a-z]+)"
    r"|(?P<range>\d+-\d+)|(?P<int>\d+)"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_])|(?<=s)['’](?!\w))*)|(?P<mark>[,.:;%\"“”])|(?P<other>.)",
    re.DOTALL,
)
_BROKEN = re.compile(r"\d+[.,]\d+")
_NAME_END = re.compile(r"(?!\w)")


def word_token(word: str) -> Token:
    """The token of a word or mark, as templates write it."""
    return Token(MARKS.get(word) or terminal(word), word)


UNKNOWN, HALF, BROKEN, STRANGE = "?word", "?half", "?number", "?mark"
"""Types of tokens that no text may hold: an unknown word, half a change, a broken number, a mark."""
FAULTY = (UNKNOWN, HALF, BROKEN, STRANGE)


def tokenise(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a text; an unknown word or character is a `TextError`."""
    tokens = scan(text, lexicon)
    for token in tokens:
        if token.type in FAULTY:
            raise TextError(lexical_problem(token, text))
    return tokens


def lexical_problem(token: Token, text: str) -> Problem:
    """The problem of a faulty token, with a suggestion for a number or mark but none for a word."""
    piece = str(token.value)
    reason, suggestion = f'"{piece}" cannot stand in a text', _mark_hint(piece)
    if token.type == UNKNOWN:
        is_name = token.start > 0 and piece[0].isupper() and not _is_start(text, token.start)
        words = "words" if " " in piece else "word"
        reason = f'"{piece}" is neither a card nor a word' if is_name else f'unknown {words} "{piece}"'
        suggestion = ""
    elif token.type == HALF:
        reason = f'"{token.value}" is half a change'
        suggestion = _whole_change(str(token.value), text[token.end :])
    elif token.type == BROKEN:
        reason = f'"{token.value}" does not fit here: amounts are whole numbers'
        suggestion = f'write "{re.split("[.,]", str(token.value))[0]}"'
    return Problem(reason, token.start, token.end, suggestion or None)


def _is_start(text: str, at: int) -> bool:
    return text[:at].rstrip().endswith((".", '"', "“"))


def _mark_hint(piece: str) -> str:
    if re.fullmatch(r"\d+/\d+", piece):
        return f'leave "{piece}" out: a card has its printed numbers, and a change is written like "+1/+1"'
    if costly := re.fullmatch(r"(\d+)-\w+", piece):
        return f'leave "{piece}" out: limits stand behind the noun, like "costing {costly[1]}"'
    return "a text is words and numbers with . , : % and double quotes"


def scan(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a text, faulty ones among them."""
    tokens: list[Token] = []
    quoted = False
    at = 0
    while at < len(text):
        found = _SCAN.match(text, at)
        assert found is not None
        kind, piece, end = found.lastgroup, found[0], found.end()
        if kind == "stats":
            attack, health = piece.split("/")
            tokens.append(Token("STATS", (int(attack), int(health)), at, end))
        elif kind == "range":
            least, most = piece.split("-")
            tokens.append(Token("RANGE", (int(least), int(most)), at, end))
        elif kind == "int":
            if broken := _BROKEN.match(text, at):
                end = broken.end()
                tokens.append(Token(BROKEN, broken[0], at, end))
            else:
                tokens.append(Token("INT", int(piece), at, end))
        elif kind == "word":
            is_start = not tokens or tokens[-1].type in ("DOT", "OPEN")
            words = _word(text, at, lexicon, is_start)
            tokens += words
            end = words[-1].end
        elif kind == "mark":
            if piece in '"“”':
                if not quoted:
                    tokens.append(Token("OPEN", "open", at, end))
                elif tokens and tokens[-1].type == "DOT":  # the full stop stands inside the quotes
                    tokens.insert(-1, Token("CLOSE", "close", at, end))
                else:
                    tokens.append(Token("CLOSE", "close", at, end))
                quoted = not quoted
            elif piece == ";" and "choose_one" in lexicon.vocabulary.lacks:
                tokens.append(Token(STRANGE, piece, at, end))
            else:
                tokens.append(Token(MARKS[piece], piece, at, end))
        elif kind == "half":
            tokens.append(Token(HALF, piece, at, end))
        elif kind in ("body", "other"):
            tokens.append(Token(STRANGE, piece, at, end))
        at = end
    return tokens


def split(tokens: Sequence[Token]) -> list[list[Token]]:
    """The sentences of a text; quotes are not split, and *otherwise* stays with its condition."""
    found: list[list[Token]] = [[]]
    depth = 0
    for number, token in enumerate(tokens):
        found[-1].append(token)
        depth += (token.type == "OPEN") - (token.type == "CLOSE")
        goes_on = number + 1 < len(tokens) and tokens[number + 1].type == "OTHERWISE"
        if token.type == "DOT" and depth <= 0 and not goes_on:
            found.append([])
    return [sentence for sentence in found if sentence]


def _whole_change(piece: str, rest: str) -> str:
    """How to write a change of which only one number or one sign was given."""
    attack, _, health = piece.partition("/")
    sign, amount = attack[0], attack[1:]
    if health:
        return f'write "{attack}/{sign}{health}"'
    if re.match(r"\s*health\b", rest):
        return f'write "{sign}0/{sign}{amount}": attack first, then health'
    if re.match(r"\s*attack\b", rest):
        return f'write "{attack}/{sign}0": attack first, then health'
    return f'write "{attack}/{sign}0" for attack, "{sign}0/{sign}{amount}" for health'


def _word(text: str, at: int, lexicon: Lexicon, is_start: bool) -> list[Token]:
    name = "" if is_start else _name(text, at, lexicon)
    word, end = _longest(text, at, lexicon)
    # A name in capitals is no verb of the game that is spelt like it: "Slow" and "slow".
    if name and (len(name) > end - at or word in lexicon.verbs):
        kind, card = lexicon.name_tokens[name]
        return [Token(kind, card, at, at + len(name))]
    found = _SCAN.match(text, at)
    assert found is not None
    piece = found[0].replace("’", "'")
    longer = lexicon.rows_of_words.get(piece.lower(), [])
    both = re.match(r"[\w'’-]+\s+([\w'’-]+)", text[at:]) if longer else None
    is_known = both is not None and both[1].lower() in (*lexicon.words, "an")
    # A word may begin a row of words that is misspelt: "on dessert".
    if word == piece.lower() and both and not is_known and near(both[0].lower(), longer):
        return [Token(UNKNOWN, both[0], at, at + both.end())]
    if word:
        return [Token(terminal(word), lexicon.words[word], at, end)]
    if piece.lower() == "it's":
        middle = found.end() - 2
        return [Token("IT", "it", at, middle), Token("IS", "is", middle, found.end())]
    if piece.endswith("'s") and piece[:-2].lower() in lexicon.words:
        base = piece[:-2].lower()
        middle = found.end() - 2
        return [
            Token(terminal(base), lexicon.words[base], at, middle),
            Token("OWN", "'s", middle, found.end()),
        ]
    if both and (near(both[0].lower(), longer) or not is_known):
        return [Token(UNKNOWN, both[0], at, at + both.end())]
    capitals = re.match(r"[A-Z][\w'’-]*(?: (?:(?:of|the|and) )?[A-Z][\w'’-]*)*", text[at:])
    full = capitals[0] if capitals else found[0]
    return [Token(UNKNOWN, full, at, at + len(full))]


def _name(text: str, at: int, lexicon: Lexicon) -> str:
    if not text[at].isupper():
        return ""
    fitting = [
        name
        for name in lexicon.names_by_letter.get(text[at], ())
        if text.startswith(name, at) and _NAME_END.match(text, at + len(name))
    ]
    return max(fitting, key=len, default="")


def _longest(text: str, at: int, lexicon: Lexicon) -> tuple[str, int]:
    """The longest known word or row of words at a place, in lower case, and where it ends."""
    best, best_end = "", at
    words: list[str] = []
    end = at
    for _ in range(lexicon.longest):
        found = _SCAN.match(text, end)
        if found and words and found.lastgroup == "space":
            found = _SCAN.match(text, found.end())
        # A number may stand inside a row of words ("for 10 seconds"), never at its head.
        if not found or found.lastgroup not in ("word", "int" if words else "word"):
            break
        piece = found[0].lower().replace("’", "'")
        words += ["it", "is"] if piece == "it's" else [piece]
        end = found.end()
        joined = " ".join(words)
        joined = "a" if joined == "an" else joined
        if joined in lexicon.words:
            best, best_end = joined, end
    return best, best_end


def detokenise(tokens: Sequence[Token], lexicon: Lexicon) -> str:
    """The text of tokens, as it is printed on a card."""
    pieces: list[str] = []
    is_start, glue = True, True
    order = list(tokens)
    for i in range(len(order) - 1):  # the full stop stands inside the quotes
        if order[i].type == "CLOSE" and order[i + 1].type == "DOT":
            order[i], order[i + 1] = order[i + 1], order[i]
    for i, token in enumerate(order):
        piece = _surface(token, lexicon)
        if token.type == "A" and i + 1 < len(order) and has_vowel(_surface(order[i + 1], lexicon)):
            piece = "an"
        if is_start:
            piece = piece[:1].upper() + piece[1:]
        if not glue and token.type not in ("COMMA", "DOT", "COLON", "SEMICOLON", "OWN", "CLOSE", "PERCENT"):
            pieces.append(" ")
        pieces.append(piece)
        glue = token.type == "OPEN"
        is_start = token.type in ("DOT", "OPEN") or (
            token.type == "CLOSE" and i > 0 and order[i - 1].type == "DOT"
        )
    return "".join(pieces)


def _surface(token: Token, lexicon: Lexicon) -> str:
    if token.type in ("OPEN", "CLOSE"):
        return '"'
    if token.type in ("NAME", "NAMES") and isinstance(token.value, str):
        return lexicon.names[token.value][token.type == "NAMES"]
    if isinstance(token.value, tuple):
        first, second = token.value
        return stats_text(first, second) if token.type == "STATS" else f"{first}-{second}"
    return str(token.value)


def stats_text(attack: int, health: int) -> str:
    """A change of attack and health; a 0 takes the sign of the other number.

    >>> stats_text(1, 0), stats_text(-2, 0), stats_text(0, -1), stats_text(2, -1)
    ('+1/+0', '-2/-0', '-0/-1', '+2/-1')
    """
    minus = min(attack, health) < 0
    signs = ["-" if value < 0 or (value == 0 and minus) else "+" for value in (attack, health)]
    return f"{signs[0]}{abs(attack)}/{signs[1]}{abs(health)}"
