"""A route tapped from A to B snaps to what is printed along it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.ghosts.found import Ghost, GhostKind
from calibration.ghosts.routes import SpacePlace, snap_route

A, B = (40.0, 60.0), (190.0, 110.0)
LENGTH = float(np.hypot(150.0, 50.0))
HEADING = float(np.degrees(np.arctan2(50.0, 150.0)))


def dash(along: float, aside: float = 0.0, turn: float = 0.0, sureness: float = 0.99) -> Ghost:
    """A dash so far on from A, so far to the right, turned so far from the way to B."""
    ahead = np.array([150.0, 50.0]) / LENGTH
    x, y = np.array(A) + along * ahead + aside * np.array([-ahead[1], ahead[0]])
    angle = (HEADING + turn) % 180
    return Ghost(
        GhostKind.DASH, float(x), float(y), angle, 20.0, (230, 230, 230), sureness
    )  # fmt: skip


def off_mm(space: SpacePlace, ghost: Ghost) -> float:
    return float(np.hypot(space.x_mm - ghost.x_mm, space.y_mm - ghost.y_mm))


ROW = tuple(dash(along) for along in (43.0, 67.0, 91.0, 115.0))
BENT = (dash(45.0, 12.0, 12.0), dash(79.0, 15.0), dash(113.0, 12.0, -12.0))
STRAY = (dash(60.0, 14.0, 50.0), dash(100.0, -18.0), dash(20.0, 3.0, 80.0))
TWO_LANES = tuple(dash(along, aside) for aside in (-4.5, 4.5) for along in (55.0, 79.0, 103.0))


@pytest.mark.parametrize(
    ("ghosts", "spaces", "bend_mm"),
    [
        pytest.param(ROW, 4, 0.0, id="a straight row"),
        pytest.param((*STRAY, *ROW), 4, 0.0, id="stray dashes beside it"),
        pytest.param(BENT, 3, 0.0, id="a bent row, its bend not told"),
        pytest.param(BENT, 3, 16.0, id="a bent row, its bend told"),
        pytest.param((dash(79.0),), 1, 0.0, id="one space"),
        pytest.param(tuple(dash(d - 9) for d in (55.0, 79.0, 103.0)), 3, 0.0, id="off the middle"),
    ],
)
def test_every_space_lies_on_its_dash(
    ghosts: tuple[Ghost, ...], spaces: int, bend_mm: float
) -> None:
    (lane,) = snap_route(A, B, spaces, ghosts, bend_mm)
    for space, ghost in zip(lane, [g for g in ghosts if g not in STRAY], strict=True):
        assert space.snapped
        assert off_mm(space, ghost) < 0.01


@pytest.mark.parametrize("missing", [0, 1, 3])
def test_a_space_without_a_dash_is_put_where_the_others_leave_room(missing: int) -> None:
    seen = [ghost for index, ghost in enumerate(ROW) if index != missing]
    (lane,) = snap_route(A, B, 4, seen)
    assert [space.snapped for space in lane] == [index != missing for index in range(4)]
    assert off_mm(lane[missing], ROW[missing]) < 3.0


def test_two_lanes_lie_side_by_side_the_left_one_first() -> None:
    left, right = snap_route(A, B, 3, TWO_LANES, lanes=2)
    for lane, dashes in ((left, TWO_LANES[:3]), (right, TWO_LANES[3:])):
        for space, ghost in zip(lane, dashes, strict=True):
            assert space.snapped
            assert off_mm(space, ghost) < 0.01


def test_a_dash_unseen_in_one_of_two_lanes_is_put_beside_the_other() -> None:
    left, right = snap_route(A, B, 3, TWO_LANES[:5], lanes=2)
    assert [space.snapped for space in (*left, *right)] == [True] * 5 + [False]
    assert off_mm(right[2], TWO_LANES[5]) < 1.0


def test_spaces_point_from_a_to_b() -> None:
    for a, b in ((A, B), (B, A)):
        (lane,) = snap_route(a, b, 4, ROW)
        way = np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0]))
        assert all(abs((space.angle_deg - way + 180) % 360 - 180) < 1 for space in lane)
        first, last = lane[0], lane[-1]
        assert np.hypot(first.x_mm - a[0], first.y_mm - a[1]) < np.hypot(
            last.x_mm - a[0], last.y_mm - a[1]
        )


@pytest.mark.parametrize("lanes", [1, 2])
def test_without_dashes_spaces_lie_evenly_and_say_so(lanes: int) -> None:
    slot = replace(dash(70.0), kind=GhostKind.SLOT)
    placed = snap_route(A, B, 3, [slot], lanes=lanes)
    assert [len(lane) for lane in placed] == [3] * lanes
    every = [space for lane in placed for space in lane]
    assert not any(space.snapped for space in every)
    middle = np.mean([(space.x_mm, space.y_mm) for space in every], axis=0)
    assert np.hypot(*(middle - (np.array(A) + np.array(B)) / 2)) < 0.01


@pytest.mark.parametrize(
    ("b", "spaces", "lanes"),
    [
        pytest.param(B, 0, 1, id="no spaces"),
        pytest.param(B, 2, 3, id="three lanes"),
        pytest.param(A, 2, 1, id="from a place to itself"),
    ],
)
def test_what_is_no_route_is_refused(b: tuple[float, float], spaces: int, lanes: int) -> None:
    with pytest.raises(ValueError, match="no route"):
        snap_route(A, b, spaces, ROW, lanes=lanes)
