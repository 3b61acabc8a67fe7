"""Colours and letters of the kinds of pieces: a kind is never told by its colour alone.

For who sees few colours there is a palette instead of a board's own: the colours of M. Okabe and
K. Ito, "Color Universal Design" (2002, https://jfly.uni-koeln.de/color/), with white. Each kind
gets the one that is nearest to its own colour, so that a company still goes by its name. Nearness
is measured in OKLab (B. Ottosson, 2020, https://bottosson.github.io/posts/oklab/). With more kinds
than colours the board's own stay.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.board import Board, Kind
from companion.boards.routes_board import RoutesBoard
from companion.colour import rgb_of

UNPAINTED = ("#3f5c8c", "#9b4a3c", "#4d7a58", "#8a6d2f", "#6b5487", "#3b7a85", "#84504f", "#59606b")
"""For kinds that the board file tells apart by their look only."""
DARK_INK, LIGHT_INK = "#14222c", "#ffffff"
BLACK, WHITE = "#000000", "#ffffff"
BLUE, YELLOW, VERMILION = "#0072b2", "#f0e442", "#d55e00"
COLOURS = (
    BLUE,
    YELLOW,
    BLACK,
    VERMILION,
    WHITE,
    "#56b4e9",
    "#cc79a7",
    "#009e73",
    "#e69f00",
)
"""Kinds without a colour of their own get them in this order: the first few differ most."""
LIGHT_ON = frozenset({BLUE, BLACK})
"""On these a letter is white, on the others black: with a contrast of 4.5 at least."""
Lab = tuple[float, float, float]


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
    red, green, blue = (code / 255 for code in rgb_of(colour))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _letters(names: Iterable[str]) -> dict[str, str]:
    """Give each kind its initial, or where that is taken its last free letter (blacK).

    Black yields to blue and brown in whatever order a board file has them, as printers have it.
    """
    letters: dict[str, str] = {}
    for name in sorted(names, key=lambda name: name == "black"):
        own = [sign for sign in name.upper() if sign.isalnum()]
        free = [sign for sign in [*own[:1], *own[::-1]] if sign not in letters.values()]
        letters[name] = free[0] if free else (own[0] if own else "?")
    return letters


def distinct_paints(board: Board) -> Mapping[str, Paint]:
    """Return the paint of every kind and company of a board in colours that are told apart.

    Sticks and markers are told apart by their shape: a colour may stand for one of each.
    """
    usual = paints(board)
    if not isinstance(board, RoutesBoard):
        return usual
    sticks = [*(board.stick.kinds if board.stick else ())]
    known = {kind.name for kind in sticks}
    sticks += [Kind(h.company) for h in board.harbours.values() if h.company not in known]
    chosen = _chosen(list({kind.name: kind for kind in sticks}.values()), {})
    chosen = _chosen([*(board.marker.kinds if board.marker else ())], chosen)
    return {
        name: painted(name, chosen[name], _ink_on(chosen[name]), paint.letter)
        if name in chosen
        else paint
        for name, paint in usual.items()
    }


def _chosen(kinds: Sequence[Kind], before: Mapping[str, str]) -> dict[str, str]:
    """Give each kind a colour that none of the others has; one that has one already keeps it."""
    chosen = dict(before)
    new = [kind for kind in kinds if kind.name not in chosen]
    free = [each for each in COLOURS if each not in {before.get(kind.name) for kind in kinds}]
    if len(new) > len(free):
        return chosen
    coloured = [(kind.name, kind.colour) for kind in new if kind.colour is not None]
    pairs = [
        (math.dist(_lab(own), _lab(colour)), name, colour)
        for name, own in coloured
        for colour in free
    ]
    for _, name, colour in sorted(pairs):
        if name not in chosen and colour in free:
            chosen[name] = colour
            free.remove(colour)
    for kind in new:
        if kind.name not in chosen:
            chosen[kind.name] = free.pop(0)
    return chosen


def _ink_on(colour: str) -> str:
    return WHITE if colour in LIGHT_ON else BLACK


def _lab(colour: str) -> Lab:
    """A colour ``#rrggbb`` in OKLab."""
    red, green, blue = (_linear(code / 255) for code in rgb_of(colour))
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
