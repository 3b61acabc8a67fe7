"""Colours and letters of the kinds of pieces: a kind is never told by its colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.boards.board import Board

UNPAINTED = ("#3f5c8c", "#9b4a3c", "#4d7a58", "#8a6d2f", "#6b5487", "#3b7a85", "#84504f", "#59606b")
"""For kinds that the board file tells apart by their look only."""
DARK_INK, LIGHT_INK = "#14222c", "#ffffff"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a kind of piece is drawn: ``fill`` is CSS that a page's palette may replace."""

    fill: str
    ink: str
    letter: str


def paints(board: Board) -> Mapping[str, Paint]:
    """Return the paint of every kind and company of a board.

    A page replaces a colour with ``--kind-NAME`` and what is written on it with ``--ink-NAME``.
    """
    kinds = board.kinds
    # A disc and a stick may share a letter; two discs may not.
    apart = board.lettered_apart
    letters = {
        **_letters(name for name in kinds if name not in apart),
        **_letters(name for name in kinds if name in apart),
    }
    spare = [kind.name for kind in kinds.values() if kind.colour is None]
    return {
        name: _paint(
            name, kind.colour or UNPAINTED[spare.index(name) % len(UNPAINTED)], letters[name]
        )
        for name, kind in kinds.items()
    }


def _paint(name: str, colour: str, letter: str) -> Paint:
    ink = DARK_INK if _lightness(colour) > 0.55 else LIGHT_INK
    return painted(name, colour, ink, letter)


def painted(name: str, colour: str, ink: str, letter: str) -> Paint:
    """The paint of a kind in these colours, which a page's palette may replace."""
    called = variable(name)
    return Paint(f"var(--kind-{called}, {colour})", f"var(--ink-{called}, {ink})", letter)


def variable(name: str) -> str:
    """A kind's name as it may stand in a style sheet."""
    return re.sub(r"[^a-z0-9_-]", "-", name)


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _letters(names: Iterable[str]) -> dict[str, str]:
    """Give each kind its initial, or where that is taken its last free letter (blacK)."""
    letters: dict[str, str] = {}
    for name in names:
        own = [sign for sign in name.upper() if sign.isalnum()]
        free = [sign for sign in [*own[:1], *own[::-1]] if sign not in letters.values()]
        letters[name] = free[0] if free else (own[0] if own else "?")
    return letters
