"""Patches: where they look, in the picture and in the reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards.board import Board
from vision.alignment.patches import (
    BLOCK,
    Places,
    core_points_mm,
    cut,
    marker_places,
    stick_places,
)
from vision.alignment.reference import Reference
from vision.simulator import Camera, camera_at, invent_board


@pytest.fixture(scope="module")
def board() -> Board:
    return next(b for b in map(invent_board, range(20)) if b.marker and b.slots)


@pytest.fixture(scope="module")
def slanting(board: Board) -> Camera:
    middle = (board.width_mm / 2, board.height_mm / 2)
    return camera_at(middle, size_px=(1280, 720), distance_mm=900, tilt_deg=35)


@pytest.fixture(scope="module")
def reference(board: Board) -> Reference:
    """A reference photo whose colours say where on the board they lie."""
    middle = (board.width_mm / 2, board.height_mm / 2)
    pose = camera_at(middle, size_px=(1920, 1080), distance_mm=1100, tilt_deg=0).pose
    rows, columns = np.mgrid[:1080, :1920]
    at_mm = pose.to_board(np.column_stack([columns.ravel(), rows.ravel()]).astype(float))
    photo = np.zeros((1080, 1920, 3), np.uint8)
    photo[..., :2] = np.clip(at_mm / 4, 0, 255).reshape(1080, 1920, 2)
    return Reference(photo, pose)


def places_of(board: Board) -> list[Places]:
    found = [stick_places(board), marker_places(board)]
    return [places for places in found if places is not None]


def test_every_place_has_a_patch_around_its_middle(board: Board) -> None:
    sticks, markers = places_of(board)
    assert sticks.ids == tuple(board.spaces)
    assert markers.ids == tuple(board.slots)
    for places in (sticks, markers):
        np.testing.assert_allclose(places.grid_mm.mean(axis=(1, 2)), places.centres_mm, atol=1e-9)


def test_a_block_of_a_middle_holds_what_lies_together(board: Board) -> None:
    points_mm = core_points_mm(*places_of(board))
    n = len(points_mm)
    blocks = points_mm.reshape(n, 2, BLOCK, 2, BLOCK, 2).swapaxes(2, 3).reshape(n, 4, -1, 2)
    for one in range(4):
        middle = blocks[:, one].mean(axis=1, keepdims=True)
        own = np.linalg.norm(blocks[:, one] - middle, axis=2).max(axis=1)
        for other in set(range(4)) - {one}:
            others = np.linalg.norm(blocks[:, other] - middle, axis=2).mean(axis=1)
            assert (own < others).all()


def test_patches_are_looked_for_where_the_top_of_a_piece_appears(
    board: Board, slanting: Camera, reference: Reference
) -> None:
    pose = slanting.pose
    for places in places_of(board):
        looked = cut(places, pose, reference).frame_px.mean(axis=(1, 2))
        top_px = pose.project(places.centres_mm, places.height_mm)
        assert np.abs(looked - top_px).max() < 1.0


def test_beside_each_stands_the_print_seen_through_it(
    board: Board, slanting: Camera, reference: Reference
) -> None:
    pose = slanting.pose
    sticks = places_of(board)[0]
    behind_mm = pose.to_board(pose.project(sticks.centres_mm, sticks.height_mm))
    middle = cut(sticks, pose, reference).reference[:, 11:13, 15:17, :2].mean(axis=(1, 2))
    assert np.abs(middle * 255 * 4 - behind_mm).max() < 6.0
    assert np.linalg.norm(behind_mm - sticks.centres_mm, axis=1).min() > 1.0


def test_a_double_routes_other_lane_is_marked_as_a_neighbour(board: Board) -> None:
    sticks = places_of(board)[0]
    double = next(route for route in board.routes.values() if len(route.lanes) == 2)
    row = sticks.ids.index(double.lanes[0].spaces[0].id)
    assert sticks.neighbours[row].sum() > 10
    assert sticks.neighbours[row, 11:13, 12:20].sum() == 0


@pytest.mark.parametrize("part", ["stick", "marker"])
def test_a_board_without_such_pieces_has_no_such_places(board: Board, part: str) -> None:
    bare = replace(board, **{part: None})
    assert (stick_places(bare) is None) == (part == "stick")
    assert (marker_places(bare) is None) == (part == "marker")
