"""Which evenings of a long list are shown: so many at once, and those that somebody looks for."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from companion.store import GameHead
from web.host.kept_evenings import Evening
from web.visits.visit import host
from web.words.language import gettext
from web.words.times import local_time, time_of

MOST_AT_ONCE, MOST_YEARS = 20, 12
Each = TypeVar("Each")


@dataclass(frozen=True)
class Window(Generic[Each]):
    """Some of a list of ``count``: ``first`` and ``last`` are the places of the outer ones, from 1.

    ``page`` is its number; ``newer`` and ``older`` are the numbers of the windows beside it, None
    for none.
    """

    shown: Sequence[Each]
    first: int
    last: int
    count: int
    newer: int | None
    older: int | None
    page: int


def window(every: Sequence[Each], page: int) -> Window[Each]:
    """The window of a number, from 1; the last one for a number beyond."""
    pages = max(-(-len(every) // MOST_AT_ONCE), 1)
    page = min(max(page, 1), pages)
    first = (page - 1) * MOST_AT_ONCE
    shown = every[first : first + MOST_AT_ONCE]
    return Window(
        shown,
        first + 1,
        first + len(shown),
        len(every),
        page - 1 if page > 1 else None,
        page + 1 if page < pages else None,
        page,
    )


def found(heads: Sequence[GameHead], wanted: str) -> Sequence[GameHead]:
    """Those evenings that have every word of ``wanted`` in their players' names or their time.

    Capitals and accents don't matter.
    """
    words = _plain(wanted).split()
    return [head for head in heads if _says(head, words)] if words else heads


def years(heads: Sequence[GameHead]) -> Sequence[str]:
    """The years of evenings, the last first, where there is more than one."""
    times = (time_of(head.begun) for head in heads)
    begun = Counter(f"{time.astimezone().year:04}" for time in times if time is not None)
    return sorted(begun, reverse=True)[:MOST_YEARS] if len(begun) > 1 else []


def named(name: str, wanted: str) -> bool:
    """Whether a name has a word of ``wanted`` in it."""
    plain = _plain(name)
    return any(word in plain for word in _plain(wanted).split())


def name_of(evening: Evening) -> str:
    """What an evening is called: by who played, or by its number where that can't be told."""
    number = gettext("Game %(number)s") % {"number": evening.head.id}
    return ", ".join(evening.players) or number


def address_of(**asked: object) -> str:
    """The page of evenings with what is asked of it; what is nothing is left out."""
    said = {name: value for name, value in asked.items() if value}
    return f"/evenings?{urlencode(said)}" if said else "/evenings"


def _says(head: GameHead, words: Sequence[str]) -> bool:
    players = host().evenings.players(head, host().new_board)
    said = _plain(" ".join((*players, local_time(head.begun))))
    return all(word in said for word in words)


def _plain(text: str) -> str:
    """Small letters without accents."""
    parted = unicodedata.normalize("NFKD", text)
    return "".join(each for each in parted if not unicodedata.combining(each)).casefold()
