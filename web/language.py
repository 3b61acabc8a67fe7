"""The language of a page: English as written in the templates, others from gettext catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.board import Board
from companion.games.clippers.words import LANGUAGES, Words

TRANSLATIONS = Path(__file__).parent / "translations"
DOMAIN = "web"
NAMES = {"en": "English", "fr": "Français"}
ENGLISH = "en"

__all__ = ["ENGLISH", "LANGUAGES", "NAMES", "catalogue", "chosen", "words_in"]


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The page's own sentences; English needs no catalogue."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, TRANSLATIONS, [language])


def words_in(language: str, board: Board) -> Words:
    """The game's sentences about one board."""
    return Words(language, board)


def chosen(asked: str | None, accepted: Sequence[str]) -> str:
    """The language somebody chose, or else the first one his browser accepts that there is."""
    if asked in LANGUAGES:
        return str(asked)
    for tag in accepted:
        if (language := tag.lower().partition("-")[0]) in LANGUAGES:
            return language
    return ENGLISH
