"""A cube on a post of its own colour, beside a marker of that colour too: never surely gone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.games.big_kini.shipped import read_shipped_board
from vision.picture.arrays import Tones
from vision.tiles.standing.beside_others import looked_at_alone
from vision.tiles.standing.forms import SIDE, TRUNK_MM, grid_mm
from vision.tiles.standing.network import every_way, look_at_boxes, looked_once, shown
from vision.tiles.standing.occupied import Place, Stood, look_at_places
from vision.tiles.standing.patches import Patch

BOARD = read_shipped_board()
CUBE = BOARD.pieces["cube"]
LEAN = np.array([-0.09, -0.04])
BESIDE_MM = np.array([12.0, 7.2])
GROUND, POST, FACTORY, YELLOW = (
    np.array(bgr, np.float32)
    for bgr in ((0.33, 0.45, 0.45), (0.16, 0.60, 0.75), (0.60, 0.42, 0.20), (0.16, 0.68, 0.84))
)
SIDES_DARKER = 0.7
GONE = 0.05
"""Who is seen with less than this is surely not there."""


def post(*, with_cube: bool, with_marker: bool) -> Place:
    """A yellow post, perhaps with a yellow cube, and perhaps a yellow marker close beside it."""
    points = grid_mm() + TRUNK_MM * LEAN
    bare = np.tile(GROUND, (SIDE * SIDE, 1))
    bare[np.hypot(*points.T) <= 5] = POST
    bare[np.hypot(*(points - BESIDE_MM).T) <= 5.5] = FACTORY
    seen = bare.copy()
    if with_cube:
        paint_box(seen, np.zeros(2), 0.2)
    if with_marker:
        paint_box(seen, BESIDE_MM, 0.78)
    nearest = (grid_mm() ** 2).sum(axis=1) <= ((grid_mm() - BESIDE_MM) ** 2).sum(axis=1)
    counts = nearest.astype(np.float32).reshape(SIDE, SIDE)
    patch = Patch(points, seen, bare, counts, LEAN, np.hypot(*points.T) <= 5)
    return Place("post", patch, np.zeros(2), BOARD.forms_at("administrator"))


def paint_box(seen: Tones, at_mm: np.ndarray, turn_rad: float) -> None:
    """A yellow box, its sides darker than its top, turned so."""
    turn = np.array([[np.cos(turn_rad), -np.sin(turn_rad)], [np.sin(turn_rad), np.cos(turn_rad)]])
    for part in np.linspace(0, 1, 9):
        off = (grid_mm() + TRUNK_MM * LEAN - at_mm - part * 8 * LEAN) @ turn
        seen[(np.abs(off) <= 4).all(axis=1)] = YELLOW * (1.0 if part == 1 else SIDES_DARKER)


def chances(place: Place, *, beside: bool) -> tuple[float, float]:
    """How likely a cube stands there: by the usual look, and by both. Most places are bare."""
    bare = post(with_cube=False, with_marker=False)
    far = [replace(bare, id=f"bare-{nth}", at_mm=np.array([500.0, 50.0 * nth])) for nth in range(5)]
    usual, *others = look_at_places([place, *far], BOARD.pieces)
    marker = replace(place, id="factory", at_mm=BESIDE_MM)
    surely = Stood(marker, usual.form, usual.kinds, 0.99, YELLOW, BESIDE_MM)
    told = looked_at_alone([usual, *others, *([surely] if beside else [])], BOARD.pieces)
    return usual.chance, told[0].chance


def in_one_look(place: Place) -> float:
    """How likely a cube stands there by what the network sees of it at first."""
    odds, _ = looked_once([shown(place.patch, CUBE)])
    return float(1 / (1 + np.exp(-odds[0])))


def test_a_cube_that_is_seen_without_its_neighbour_only_is_doubted() -> None:
    place = post(with_cube=True, with_marker=True)
    usual, both = chances(place, beside=True)

    assert in_one_look(place) == pytest.approx(GONE, abs=0.01)
    assert usual > 3 * GONE
    assert both > 4 * GONE


@pytest.mark.parametrize("with_marker", [False, True])
def test_a_bare_post_stays_bare(with_marker: bool) -> None:
    usual, both = chances(post(with_cube=False, with_marker=with_marker), beside=with_marker)

    assert both == usual < GONE


def test_nothing_is_looked_at_twice_where_nothing_stands_beside_it() -> None:
    usual, both = chances(post(with_cube=True, with_marker=True), beside=False)

    assert both == usual


@pytest.mark.parametrize("with_cube", [True, False])
def test_who_sits_on_another_side_sees_the_same(with_cube: bool) -> None:
    """However the table is turned to the camera, or mirrored, a cube is as likely."""
    row = shown(post(with_cube=with_cube, with_marker=True).patch, CUBE)
    ways = every_way(row)

    told, _ = look_at_boxes(ways)

    assert len({way.tobytes() for way in ways}) == len(ways)
    assert told == pytest.approx(np.full(len(ways), told[0]), abs=0.002)
