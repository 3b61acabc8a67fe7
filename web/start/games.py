"""Which game is played next: it is chosen on the front page, and on the form that begins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games import GAMES, game_called
from companion.saying.phrase import Phrase
from web.words.language import said


@dataclass(frozen=True, slots=True)
class GameOffered:
    """A game that may be chosen: for how many it is, and whether it is the chosen one."""

    id: str
    name: str
    least: str
    most: str
    chosen: bool


def games(chosen: str) -> Sequence[GameOffered]:
    """All games, in the order of their list; none where there is nothing to choose."""
    if len(GAMES) == 1:
        return ()
    abouts = (game_called(name).about for name in GAMES)
    return [
        GameOffered(
            about.id,
            about.name,
            number_said(about.players[0]),
            number_said(about.players[-1]),
            about.id == chosen,
        )
        for about in abouts
    ]


def number_said(number: int) -> str:
    """A small number in words."""
    return said(Phrase(f"number:{number}"))
