"""What may stand on a place: where its top would be seen, and where the camera stood."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.tiles_board import Lying, PieceType
from companion.games.big_kini.shipped import read_shipped_board
from companion.reading import EMPTY, HIDDEN
from vision.simulator import camera_at
from vision.tiles.laid.camera import FEWEST, leaning_by_tiles
from vision.tiles.laid.covering import standing_on_print
from vision.tiles.laid.placing import Placed
from vision.tiles.laid.telling import Told
from vision.tiles.laid.weighing import weigh
from vision.tiles.standing.around import under_something
from vision.tiles.standing.forms import SIDE, STEP_MM, TRUNK_MM, masks_of
from vision.tiles.standing.occupied import Place
from vision.tiles.standing.patches import Patch

BOARD = read_shipped_board()
CUBE = BOARD.pieces["cube"]
MIDDLE = (SIDE - 1) / 2


def middle_mm(mask: np.ndarray) -> np.ndarray:
    """The middle of what a mask shows, from that of the patch, in mm."""
    y, x = np.nonzero(mask)
    return np.array([x.mean() - MIDDLE, y.mean() - MIDDLE]) * STEP_MM


@pytest.mark.parametrize("lean", [(0.0, 0.0), (0.6, 0.0), (-0.3, 0.9)])
@pytest.mark.parametrize("form", [BOARD.pieces["cube"], BOARD.pieces["goods"]])
def test_a_top_is_seen_where_its_height_leans_it(
    form: PieceType, lean: tuple[float, float]
) -> None:
    top, whole = masks_of(form, np.array(lean))

    assert middle_mm(top) == pytest.approx(np.array(lean) * (form.height_mm - TRUNK_MM), abs=0.5)
    assert (whole >= top).all()
    assert top.sum() * STEP_MM**2 == pytest.approx(form.length_mm * form.width_mm, rel=0.2)
    assert bool(whole.sum() > top.sum()) is any(lean)


def test_the_camera_is_told_by_loose_tiles() -> None:
    """The pose fits the table, and takes the slips of its tiles for another lens and tilt."""
    rng = np.random.default_rng(4)
    true = camera_at((400, 300), distance_mm=1100, tilt_deg=12).pose
    wrong = camera_at((400, 300), distance_mm=900, tilt_deg=20, hfov_deg=80).pose
    cells = list(BOARD.cells.values())[:14]
    ideal = np.array([(cell.x_mm, cell.y_mm) for cell in cells])
    seen_px = true.project(ideal + rng.normal(0, 0.7, ideal.shape))
    none = np.zeros((0, 3), np.float32)
    placed = [
        (cell.id, Placed(at, 0.0, 0.01, none))
        for cell, at in zip(cells, wrong.to_board(seen_px), strict=True)
    ]

    told = leaning_by_tiles(wrong, BOARD, placed, [])

    assert told is not None
    leans = told.over(ideal, CUBE.height_mm) - ideal
    assert np.abs(leans - true.lean_mm(ideal, CUBE.height_mm)).max() < 0.6
    assert np.abs(leans - wrong.lean_mm(ideal, CUBE.height_mm)).max() > 1
    assert leaning_by_tiles(wrong, BOARD, placed[: FEWEST - 1], []) is None


def test_boxes_on_print_are_no_cover_and_those_on_a_sleeve_are() -> None:
    """Black cubes in a heap fit a disc as large as a hand does; print is seen around them."""
    seen, step_mm = np.ones((30, 40), np.bool_), np.array([3.0, 3.0])
    foreign = np.zeros((30, 40), np.uint8)
    heap = [(x, y) for x in (36, 48, 60) for y in (30, 42)]
    boxes = [np.array([(x + i, y + j) for i in range(10) for j in range(10)]) for x, y in heap]
    for box in boxes:
        columns, rows = (box / step_mm).astype(int).T
        foreign[rows, columns] = 1
    sleeve = foreign.copy()
    sleeve[4:22, 6:30] = 1

    assert foreign[standing_on_print(foreign, seen, boxes, step_mm)].sum() == foreign.sum()
    assert not standing_on_print(sleeve, seen, boxes, step_mm).any()


def test_a_board_that_the_pose_bends_is_placed_where_it_is_seen() -> None:
    """Where tiles alone told the pose, the board beside them is seen longer and tilted."""
    bent = np.array([[1.03, 0.01, 0.0], [0.01, 0.98, 0.0], [2e-4, -1e-4, 1.0]])
    placed = Placed(np.array([30.0, 50.0]), 12.0, 0.01, np.zeros((0, 3), np.float32), bent)
    own = np.array([(-70.0, -150.0), (70.0, 150.0), (0.0, 0.0)])

    assert placed.on_face(placed.on_table(own)) == pytest.approx(own)
    assert placed.on_table(own[2]) == pytest.approx([30.0, 50.0])


def placed_among(count: int, odd: frozenset[int], off: float) -> list[Place]:
    """Places 20 mm apart, their print seen as it is, but around some of them."""
    print_ = np.full((SIDE * SIDE, 3), 0.5, np.float32)
    noise = np.random.default_rng(1).normal(0, 0.02, print_.shape).astype(np.float32)
    counts, lean = np.ones(SIDE * SIDE, np.float32), np.zeros(2)
    points = np.zeros((SIDE * SIDE, 2))
    return [
        Place(
            str(nth),
            Patch(points, print_ + noise + off * (nth in odd), print_, counts, lean, counts > 0),
            np.array([20.0 * nth, 0.0]),
            {"cube": ()},
        )
        for nth in range(count)
    ]


@pytest.mark.parametrize(
    ("odd", "off", "under"),
    [
        ({4, 5, 6, 7}, 0.2, {4, 5, 6, 7}),
        ({5}, 0.2, set()),
        ({4, 5, 6, 7}, 0.01, set()),
        (set(), 0.0, set()),
    ],
    ids=["a hand over four", "one that is smeared", "a soft shade", "nothing"],
)
def test_print_is_seen_around_what_stands_and_not_under_a_hand(
    odd: set[int], off: float, under: set[int]
) -> None:
    white = np.full((12, 3), 0.9, np.float32)
    said = under_something(placed_among(12, frozenset(odd), off), BOARD.pieces, white)

    assert {*np.nonzero(said)[0].tolist()} == under


@pytest.mark.parametrize(
    ("off", "tones", "is_under"),
    [
        (0.2, (0.75, 0.48, 0.56), True),
        (0.2, (0.60, 0.60, 0.60), False),
        (0.2, (0.85, 0.90, 0.95), False),
        (0.01, (0.75, 0.48, 0.56), False),
    ],
    ids=["a purple sleeve", "a shadow", "a warmer lamp", "a coloured lamp over print"],
)
def test_a_sleeve_over_plain_print_is_no_light(
    off: float, tones: tuple[float, float, float], *, is_under: bool
) -> None:
    white = np.full((12, 3), 0.9, np.float32)
    white[5] = tones
    said = under_something(placed_among(12, frozenset({5}), off), BOARD.pieces, white)

    assert np.nonzero(said)[0].tolist() == ([5] if is_under else [])


def test_no_places_lie_under_nothing() -> None:
    assert not under_something([], BOARD.pieces, np.zeros((0, 3))).any()


@pytest.mark.parametrize(
    ("best", "other", "known", "lies"),
    [
        (0.97, 0.60, None, "a6/4"),
        (0.25, 0.36, None, EMPTY),
        (0.25, 0.36, Lying("a6", 4), "a6/4"),
        (0.10, 0.12, Lying("a6", 4), HIDDEN),
    ],
    ids=["a tile", "bare cloth", "a tile full of pieces", "what is known lies under something"],
)
def test_bare_cloth_is_no_tile_that_explains_it_without_contrast(
    best: float, other: float, known: Lying | None, lies: str
) -> None:
    placed = Placed(np.zeros(2), 0.0, 0.012, np.zeros((0, 3), np.float32), np.eye(3))
    told = [
        Told(Lying("a6", 4), placed, 7e-5, best),
        Told(Lying("a3", 0), placed, 9e-5, other),
    ]

    assert weigh(told, known, in_view=True).seen.answer == lies
