"""Colours that everybody tells apart, also who lacks one kind of cones, by a published model.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-
based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), for severity 1.0, in
linear RGB. Distance is CIEDE2000 (G. Sharma, W. Wu, E. N. Dalal, 2005).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import combinations

import pytest

from companion.board_drawing.paint import COLOURS, distinct_paints, paints
from companion.board_drawing.stops import TINTS
from companion.board_drawing.style import STYLE
from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from vision.simulator import invent_board

Triple = tuple[float, float, float]
SHIPPED = read_shipped_board()
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TOLD_APART = 10.0
"""In CIEDE2000: 1 is just seen side by side; ten is seen at a glance, from place to place."""
BESIDE = 7.0
"""Tints lie side by side, and a number tells the zone too: so much is enough for few cones."""
READABLE = 4.5
"""The contrast that WCAG 2 asks of small letters."""


def linear(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def one(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return one(red), one(green), one(blue)


def through(matrix: tuple[Triple, Triple, Triple], colour: Triple) -> Triple:
    first, second, third = (
        min(max(sum(a * b for a, b in zip(row, colour, strict=True)), 0.0), 1.0) for row in matrix
    )
    return first, second, third


def lab(rgb: Triple) -> Triple:
    to_xyz: tuple[Triple, Triple, Triple] = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    xyz = [sum(a * b for a, b in zip(row, rgb, strict=True)) for row in to_xyz]
    white = (0.95047, 1.0, 1.08883)

    def bent(value: float) -> float:
        return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    x, y, z = (bent(value / top) for value, top in zip(xyz, white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean_c7 / (mean_c7 + 25**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1, h2 = (
        math.degrees(math.atan2(b, stretch * a)) % 360 if a or b else 0.0
        for a, b in ((a1, b1), (a2, b2))
    )
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    mean_h = h1 + h2 if grey else (h1 + turn / 2) % 360
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    weight = 1 + sum(
        share * math.cos(math.radians(times * mean_h + shift))
        for share, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    )
    in_l = (l2 - l1) / (1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2))
    in_c, in_h = (c2 - c1) / (1 + 0.045 * mean_c), d_hue / (1 + 0.015 * mean_c * weight)
    bend = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    twist = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt(in_l**2 + in_c**2 + in_h**2 + twist * in_c * in_h)


def colour_of(css: str) -> str:
    return css.removesuffix(")").rpartition(" ")[2]


def nearest(colours: Iterable[str], sight: str) -> float:
    """How far the two colours are from one another that are seen most alike."""
    seen = [lab(through(SIGHTS[sight], linear(colour))) for colour in colours]
    return min(ciede2000(one, other) for one, other in combinations(seen, 2))


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

    dark, bright = sorted((light(one), light(other)))
    return bright / dark


def zones_of(theme: int) -> tuple[list[str], str, str]:
    """The zones of a chart of stops as they are seen on its sea; the sea, and the ink."""
    named = dict(re.findall(r"--([\w-]+): (#\w{6});", STYLE.split(":where")[1 + theme]))
    share = float(re.findall(r"\.zone { opacity: ([\d.]+)", STYLE)[0])

    def on_sea(tint: str) -> str:
        pairs = ((int(each[at : at + 2], 16) for each in (tint, named["sea"])) for at in (1, 3, 5))
        mixed = (round(share * top + (1 - share) * below) for top, below in pairs)
        return "#" + "".join(f"{each:02x}" for each in mixed)

    tints = [on_sea(named[tint.removeprefix("--")]) for tint in TINTS]
    return tints, named["sea"], named["ink"]


def groups(board: Board) -> list[list[str]]:
    """The kinds that are told apart by colour: sticks, and markers; the two differ in shape."""
    return [[kind.name for kind in piece.kinds] for piece in (board.stick, board.marker) if piece]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distance_is_as_its_authors_tabulate(one: Triple, other: Triple, apart: float) -> None:
    """Rows 1, 21 and 34 of the test data of Sharma, Wu and Dalal."""
    assert ciede2000(one, other) == pytest.approx(apart, abs=2e-4)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    "board", [SHIPPED, *map(invent_board, range(6))], ids=lambda board: board.name
)
def test_any_two_kinds_are_told_apart(board: Board, sight: str) -> None:
    chosen = distinct_paints(board)
    for kinds in groups(board):
        assert nearest([colour_of(chosen[name].fill) for name in kinds], sight) >= TOLD_APART


@pytest.mark.parametrize("sight", SIGHTS)
def test_all_colours_of_the_palette_are_told_apart(sight: str) -> None:
    assert nearest(COLOURS, sight) >= TOLD_APART


def test_the_board_s_own_are_not_which_is_why_there_is_another() -> None:
    sticks, markers = groups(SHIPPED)
    own = paints(SHIPPED)

    assert nearest([colour_of(own[name].fill) for name in sticks], "deuteranopia") < 6
    assert nearest([colour_of(own[name].fill) for name in markers], "protanopia") < 2


@pytest.mark.parametrize(
    "board", [SHIPPED, *map(invent_board, range(6))], ids=lambda board: board.name
)
def test_letters_are_read_on_every_colour_and_stay_the_same(board: Board) -> None:
    chosen, own = distinct_paints(board), paints(board)

    assert {name: paint.letter for name, paint in chosen.items()} == {
        name: paint.letter for name, paint in own.items()
    }
    for kinds in groups(board):
        for name in kinds:
            fill, ink = colour_of(chosen[name].fill), colour_of(chosen[name].ink)
            assert contrast(fill, ink) >= READABLE, name


def test_a_company_keeps_a_colour_that_goes_by_its_name() -> None:
    chosen = {name: colour_of(paint.fill) for name, paint in distinct_paints(SHIPPED).items()}

    assert chosen["white"] == "#ffffff"
    assert chosen["black"] == "#000000"
    assert chosen["blue"] == "#0072b2"
    assert chosen["red"] == "#d55e00"  # vermilion
    assert chosen["green"] == "#009e73"  # bluish green


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_zones_and_the_sea_are_told_apart(sight: str, theme: int) -> None:
    tints, sea, ink = zones_of(theme)

    assert nearest([*tints, sea], sight) >= (TOLD_APART if sight == "usual" else BESIDE)
    assert min(contrast(each, ink) for each in (*tints, sea)) >= READABLE
