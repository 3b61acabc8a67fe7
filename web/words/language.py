"""The language of a page: English as written in the templates, others from gettext catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from flask import has_request_context, request

from companion.boards.board import Board
from companion.errors import Fault, InputError
from companion.games import game_on
from companion.play.words import LANGUAGES as LANGUAGES
from companion.play.words import AnyWords
from companion.saying.phrase import Sayable, say

TRANSLATIONS = Path(__file__).parent.parent / "translations"
DOMAIN = "web"
NAMES = {"en": "English", "fr": "Français"}
ENGLISH = "en"
ENDS = (".", "?", "!")
_SPOKEN: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in one language, whoever asks: for what a command writes."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def asked_language() -> str:
    """The language of this request: the phone's own wish, or what its browser accepts.

    Outside of a request it is the one that is being spoken, or else English.
    """
    if (spoken := _SPOKEN.get()) is not None:
        return spoken
    if not has_request_context():
        return ENGLISH
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


def board_called(name: str, language: str | None = None) -> str:
    """A board's name; what a shipped one says of itself, in that language or this request's."""
    with speaking(language or asked_language()):
        return name.replace("(reconstructed)", gettext("(reconstructed)"))


def said(value: object) -> str:
    """Say what a lower room wants to be said, such as a fault, in the language of this request."""
    return say(value, asked_language())


def sentence(line: str) -> str:
    """A line that says what is wrong, to stand alone on a page."""
    return _ended(f"{line[:1].upper()}{line[1:]}")


def fault_sentence(wrong: InputError | Fault) -> str:
    """Say what is wrong in a sentence of its own, to stand alone on a page.

    A file, a field or what somebody wrote stays as it is written, also where that begins it.
    """
    fault = wrong.fault if isinstance(wrong, InputError) else wrong
    line = said(fault)
    as_written = [
        str(each)
        for each in (*fault.places, *fault.params.values())
        if not isinstance(each, Sayable)
    ]
    begins = any(each and line.startswith(each) for each in as_written)
    return _ended(line) if begins else sentence(line)


def _ended(line: str) -> str:
    return line if line.endswith(ENDS) else f"{line}."


def money(amount: int, words: AnyWords) -> str:
    """Say an amount of a game's money so that no line breaks within it."""
    return words.money(amount).replace(" ", "\N{NARROW NO-BREAK SPACE}")


def signed_money(amount: int, words: AnyWords) -> str:
    """What is earned, or what it costs, with its sign; nothing where it is neither."""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}"
    return f"{sign}{money(abs(amount), words)}" if amount else ""


def words_on(board: Board) -> AnyWords:
    """The game's sentences about one board, in the language of this request."""
    return words_in(asked_language(), board)


def words_in(language: str, board: Board) -> AnyWords:
    """The game's sentences about one board."""
    return game_on(board).words(language, board)


def chosen(asked: str | None, accepted: Sequence[str]) -> str:
    """The language somebody chose, or else the first one his browser accepts that there is."""
    if asked in LANGUAGES:
        return str(asked)
    for tag in accepted:
        if (language := tag.lower().partition("-")[0]) in LANGUAGES:
            return language
    return ENGLISH
