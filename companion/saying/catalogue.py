"""The sentences of faults, by code, in each language.

Those of every room stand in one catalogue (``locale/``). A code with the id of a game before a
colon (``clippers:nobody-plays``) is said by a catalogue of the same name in that game's own
``locale/``. ``python -m tests.catalogues`` compiles them.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

LANGUAGES = ("en", "fr")
ENGLISH = "en"
DOMAIN = "faults"
LOCALE = Path(__file__).parent / "locale"
GAMES = Path(__file__).parent.parent / "games"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
JOINTS: Mapping[str, tuple[re.Pattern[str], Callable[[str], str]]] = MappingProxyType(
    {
        "en": (re.compile(r"\b([Aa]) \{(\w+)\}"), lambda word: f"{word}n "),
        "fr": (re.compile(r"\b([Dd]e|[Qq]ue) \{(\w+)\}"), lambda word: word[:-1] + APOSTROPHE),
    }
)
"""Per language the little words that change before a vowel, and what becomes of them."""
VOWELS = "aeiou\u0153"


def sentence(code: str, language: str) -> str | None:
    """The sentence of a code, with its gaps open; None where there is none."""
    game, _, of_game = code.partition(":")
    is_games = game in _games()
    own = of_game if is_games else code
    found = _catalogue(language, game if is_games else "").gettext(own)
    return None if found == own else found


@cache
def _games() -> frozenset[str]:
    """The ids of the games that bring sentences of their own."""
    return frozenset(path.parents[3].name for path in GAMES.glob(f"*/locale/*/*/{DOMAIN}.mo"))


@cache
def _catalogue(language: str, game: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, GAMES / game / "locale" if game else LOCALE, [language])


def filled(sentence: str, words: Mapping[str, object], language: str) -> str:
    """A sentence with its gaps filled; little words are fitted to what comes after them."""
    return joined(sentence, words, language).format_map(words)


def joined(sentence: str, words: Mapping[str, object], language: str) -> str:
    """Fit a little word to what is put in after it, where that begins with a vowel.

    English ``a`` becomes ``an``; French ``de`` and ``que`` are shortened. A silent h is left
    alone: nobody can tell it from the other kind.
    """
    little, fitted = JOINTS[language]

    def fit(found: re.Match[str]) -> str:
        blank = found[2]
        first = unicodedata.normalize("NFD", str(words.get(blank, "")))[:1].lower()
        if not first or first not in VOWELS:
            return found[0]
        return f"{fitted(found[1])}{{{blank}}}"

    return little.sub(fit, sentence)
