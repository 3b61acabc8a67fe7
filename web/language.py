"""The language of a page: English as written in the templates, others from gettext catalogues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from flask import request

from companion.board import Board
from companion.games.clippers.words import LANGUAGES as LANGUAGES
from companion.games.clippers.words import Words

TRANSLATIONS = Path(__file__).parent / "translations"
DOMAIN = "web"
NAMES = {"en": "English", "fr": "Français"}
ENGLISH = "en"


def asked_language() -> str:
    """The language of this request: the phone's own wish, or what its browser accepts."""
    return chosen(request.cookies.get("language"), list(request.accept_languages.values()))


def gettext(text: str) -> str:
    """Say one of the page's own sentences in the language of this request."""
    return catalogue(asked_language()).gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """Say a sentence about one or about many."""
    return catalogue(asked_language()).ngettext(one, many, number)


@cache
def catalogue(language: str) -> NullTranslations:
    """The page's own sentences; English needs no catalogue."""
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, TRANSLATIONS, [language])


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
