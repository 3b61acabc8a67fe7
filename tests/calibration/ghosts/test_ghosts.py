"""What the machine offers on the straightened photo of a board that nobody has traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.ghosts.found import Ghost, GhostKind, PieceSizes, find_ghosts
from vision.picture.arrays import Image

SCALE = 3.0
SIZE_MM = (260.0, 220.0)
SEA = (150, 100, 60)
DASHES = (
    (60.0, 40.0, 10.0), (84.0, 45.0, 12.0), (108.0, 51.0, 14.0), (180.0, 60.0, 90.0),
    (180.0, 84.0, 95.0), (60.0, 120.0, 140.0), (150.0, 150.0, 30.0), (148.0, 158.5, 30.0),
    (200.0, 170.0, 65.0), (40.0, 170.0, 0.0),
)  # fmt: skip
"""Spaces as printed: x, y in mm, angle in degrees. Two of them are the lanes of one route."""
SLOTS = ((110.0, 95.0), (122.0, 95.0), (116.0, 106.0), (225.0, 40.0), (225.0, 52.0))

Ints = NDArray[np.int32]
Draw = Callable[[Image, tuple[float, float, float]], None]


def sea(rng: np.random.Generator) -> Image:
    """An uneven ground with nothing on it."""
    width, height = (round(side * SCALE) for side in SIZE_MM)
    clouds = cv2.resize(rng.normal(0, 8, (8, 8)), (width, height), interpolation=cv2.INTER_CUBIC)
    grain = rng.normal(0, 2, (height, width, 3))
    return np.asarray((np.array(SEA) + clouds[..., None] + grain).clip(0, 255), np.uint8)


def box(space: tuple[float, float, float], length: float = 20, width: float = 5) -> Ints:
    """The corners of a rectangle on the board, in sixteenths of px."""
    x, y, angle = space
    middle = (x * SCALE - 0.5, y * SCALE - 0.5)
    corners = cv2.boxPoints((middle, (length * SCALE, width * SCALE), angle))
    return np.round(corners * 16).astype(np.int32)


def filled(colour: tuple[int, int, int]) -> Draw:
    def draw(picture: Image, space: tuple[float, float, float]) -> None:
        cv2.fillConvexPoly(picture, box(space), colour, cv2.LINE_AA, 4)

    return draw


def outlined(picture: Image, space: tuple[float, float, float]) -> None:
    cv2.polylines(picture, [box(space)], True, (235, 240, 240), 2, cv2.LINE_AA, 4)


def halved(picture: Image, space: tuple[float, float, float]) -> None:
    cv2.fillConvexPoly(picture, box(space), (230, 235, 235), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(picture, box(space, length=1.2), SEA, cv2.LINE_AA, 4)


def printed(draw: Draw) -> Image:
    picture = sea(np.random.default_rng(3))
    for space in DASHES:
        draw(picture, space)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)


def offered(ghosts: Sequence[Ghost], kind: GhostKind) -> list[Ghost]:
    return [ghost for ghost in ghosts if ghost.kind is kind and ghost.is_offered]


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(filled((230, 235, 235)), id="light"),
        pytest.param(filled((45, 40, 40)), id="dark"),
        pytest.param(filled((40, 40, 190)), id="red"),
        pytest.param(filled((60, 140, 60)), id="green, as light as the sea"),
        pytest.param(outlined, id="outlined"),
        pytest.param(halved, id="in two halves"),
    ],
)
def test_spaces_are_found_whatever_they_are_printed_in(draw: Draw) -> None:
    found = offered(find_ghosts(printed(draw), SCALE), GhostKind.DASH)
    for x, y, angle in DASHES:
        near = [ghost for ghost in found if np.hypot(ghost.x_mm - x, ghost.y_mm - y) < 0.8]
        assert len(near) == 1, (x, y)
        assert abs((near[0].angle_deg - angle + 90) % 180 - 90) < 4
    assert len(found) <= len(DASHES) + 1


def test_a_ghost_has_the_colour_of_its_print() -> None:
    found = offered(find_ghosts(printed(filled((40, 60, 190))), SCALE), GhostKind.DASH)
    for ghost in found:
        assert np.abs(np.array(ghost.colour) - [190, 60, 40]).max() < 12
        assert 16 < ghost.length_mm < 24
        assert 0 <= ghost.angle_deg < 180


@pytest.mark.parametrize(("sureness", "is_offered"), [(0.49, False), (0.5, True), (0.9, True)])
def test_a_ghost_as_likely_as_not_is_offered(sureness: float, is_offered: bool) -> None:
    ghost = Ghost(GhostKind.SLOT, 1.0, 1.0, 0.0, 9.0, (0, 0, 0), sureness)

    assert ghost.is_offered is is_offered


def test_nothing_is_offered_where_nothing_is_printed() -> None:
    assert all(not ghost.is_offered for ghost in find_ghosts(sea(np.random.default_rng(4)), 3.0))


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(np.full((500, 600, 3), 130, np.uint8), id="one tone"),
        pytest.param(np.full((12, 9, 3), 130, np.uint8), id="smaller than a stick"),
        pytest.param(np.full((40, 3000, 3), 255, np.uint8), id="a strip"),
        pytest.param(
            np.random.default_rng(1).integers(0, 256, (300, 300, 3)).astype(np.uint8), id="noise"
        ),
    ],
)
def test_a_picture_of_nothing_gives_no_ghosts_and_no_fault(picture: Image) -> None:
    assert all(not ghost.is_offered for ghost in find_ghosts(picture, SCALE))


def test_long_lines_and_blobs_are_no_spaces() -> None:
    picture = printed(filled((230, 235, 235)))
    cv2.line(picture, (0, 590), (779, 610), (230, 235, 235), 15, cv2.LINE_AA)
    cv2.circle(picture, (330, 420), 40, (230, 235, 235), -1, cv2.LINE_AA)
    assert len(offered(find_ghosts(picture, SCALE), GhostKind.DASH)) == len(DASHES)


def test_the_blocks_of_a_frame_are_no_spaces() -> None:
    picture = printed(filled((230, 235, 235)))
    for x in range(15, 250, 26):
        for y in (4.0, SIZE_MM[1] - 4.0):
            filled((230, 235, 235))(picture, (float(x), y, 0.0))
    assert len(offered(find_ghosts(picture, SCALE), GhostKind.DASH)) == len(DASHES)


def test_slots_are_found_and_none_on_a_space() -> None:
    picture = printed(filled((230, 235, 235)))
    for x, y in SLOTS:
        middle = (round(x * SCALE), round(y * SCALE))
        cv2.circle(picture, middle, round(4.8 * SCALE), (235, 235, 230), 2, cv2.LINE_AA)
    ghosts = find_ghosts(picture, SCALE, PieceSizes(marker_mm=9.0))
    found = {(round(g.x_mm), round(g.y_mm)) for g in offered(ghosts, GhostKind.SLOT)}
    assert found == {(round(x), round(y)) for x, y in SLOTS}


def test_no_slots_where_a_board_has_no_markers() -> None:
    ghosts = find_ghosts(printed(outlined), SCALE, PieceSizes(marker_mm=None))
    assert not [ghost for ghost in ghosts if ghost.kind is GhostKind.SLOT]


def test_harbours_are_found_in_their_colours() -> None:
    picture = printed(filled((230, 235, 235)))
    colours = [(40, 40, 200), (60, 130, 40), (30, 30, 30), (240, 240, 240)]
    for y, colour in zip((30, 80, 130, 180), colours, strict=True):
        cv2.circle(picture, (round(235 * SCALE), round(y * SCALE)), 30, (60, 170, 200), -1)
        cv2.circle(picture, (round(235 * SCALE), round(y * SCALE)), 25, colour, -1)
    ghosts = offered(find_ghosts(picture, SCALE, PieceSizes(marker_mm=None)), GhostKind.HARBOUR)
    seen = {round(ghost.y_mm): np.array(ghost.colour) for ghost in ghosts}
    assert sorted(seen) == [30, 80, 130, 180]
    for y, colour in zip(sorted(seen), colours, strict=True):
        assert np.abs(seen[y] - np.array(colour[::-1])).max() < 25


def test_a_score_track_along_the_edge_is_no_row_of_harbours() -> None:
    picture = np.full((400, 400, 3), SEA, np.uint8)
    for place in range(8):
        cv2.circle(picture, (30 + place * 48, 22), 16, (40, 40, 200), -1, cv2.LINE_AA)

    assert offered(find_ghosts(picture, 2.0), GhostKind.HARBOUR) == []


@pytest.mark.parametrize("blur_px", [1, 3, 8])
def test_a_ground_with_hardly_a_pattern_offers_nothing_and_breaks_nothing(blur_px: int) -> None:
    rng = np.random.default_rng(100 * blur_px)
    for amplitude in (3, 10):
        pattern = cv2.GaussianBlur(rng.normal(0, 1, (300, 300)).astype(np.float32), (0, 0), blur_px)
        tones = np.array(SEA) + amplitude * pattern[..., None] / pattern.std()
        picture = (tones + rng.normal(0, 1, (300, 300, 3))).clip(0, 255).astype(np.uint8)

        assert offered(find_ghosts(picture, 2.0), GhostKind.HARBOUR) == []
