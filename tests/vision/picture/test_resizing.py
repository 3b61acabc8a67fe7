"""A smaller picture is no larger than asked, and its points lead back to the whole one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.resizing import smaller

WIDE = np.zeros((300, 401, 3), np.uint8)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ({"longest_px": 200}, (150, 200)),
        ({"shortest_px": 100}, (100, 134)),
        ({"most_pixels": 301 * 100}, (150, 201)),
        ({"longest_px": 200, "shortest_px": 30}, (30, 40)),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_picture_is_as_small_as_asked(
    asked: dict[str, float], size: tuple[int, int], turned: bool
) -> None:
    picture = WIDE.transpose(1, 0, 2) if turned else WIDE

    small = smaller(picture, **asked).picture

    assert small.shape[:2] == (size[::-1] if turned else size)


@pytest.mark.parametrize("asked", [{"longest_px": 401}, {"shortest_px": 300}, {"most_pixels": 1e6}])
def test_a_picture_that_is_small_enough_is_taken_as_it_is(asked: dict[str, float]) -> None:
    small = smaller(WIDE, **asked)

    assert small.picture is WIDE
    assert small.to_full(np.array([3.0, 4.0])).tolist() == [3, 4]


def test_a_strip_keeps_a_pixel_of_height() -> None:
    assert smaller(np.zeros((2, 3000), np.uint8), longest_px=100).picture.shape == (1, 100)


@pytest.mark.parametrize("longest_px", [401, 207, 133, 80.5])
@pytest.mark.parametrize("spot", [(40, 61), (360, 50), (371, 266)])
def test_what_is_seen_in_the_smaller_picture_lies_there_in_the_whole_one(
    longest_px: float, spot: tuple[int, int]
) -> None:
    picture = np.zeros((300, 401), np.uint8)
    picture[spot[1] - 14 : spot[1] + 15, spot[0] - 14 : spot[0] + 15] = 255

    small = smaller(picture, longest_px=longest_px)

    rows, columns = np.indices(small.picture.shape)
    seen = np.array([np.average(each, weights=small.picture) for each in (columns, rows)])
    assert small.to_full(seen) == pytest.approx(spot, abs=0.1)


def test_the_way_back_is_the_way_there_turned_round() -> None:
    small = smaller(WIDE, longest_px=133)
    points = np.array([[0.0, 0.0], [400.0, 299.0], [17.3, 250.1]])

    there = small.to_small(points)

    assert small.to_full(there) == pytest.approx(points)
