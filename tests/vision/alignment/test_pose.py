"""A pose maps both ways, and is found again from the points it shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.alignment.leaning import Leaning
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import SHARP_PX, Pose, pose_from_points
from vision.alignment.relief import Relief
from vision.simulator.filmed.camera import camera_at

SIZE_MM = np.array([560.0, 400.0])
GRID = np.stack(np.meshgrid(np.linspace(5, 555, 12), np.linspace(5, 395, 9)), -1).reshape(-1, 2)
HUMP = Relief(
    2.0 * np.outer(np.hanning(7), np.hanning(7)), SIZE_MM, np.array([250.0, 500.0, 800.0])
)

CAMERAS = {
    "from above": {},
    "aslant": {"tilt_deg": 40.0, "azimuth_deg": 130.0},
    "upside down": {"tilt_deg": 15.0, "roll_deg": 180.0},
    "wide and bent": {"hfov_deg": 78.0, "distance_mm": 600.0, "k1": -0.06, "tilt_deg": 25.0},
    "tall picture": {"size_px": (1080, 1920), "distance_mm": 1100.0, "tilt_deg": 20.0},
}


NEAR = {
    "wide, bent and near": {
        "hfov_deg": 92.0, "distance_mm": 420.0, "k1": -0.15, "k2": 0.02, "tilt_deg": 10.0,
    },
}  # fmt: skip


def camera(name: str) -> Pose:
    return camera_at((280.0, 200.0), **{**CAMERAS, **NEAR}[name]).pose  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*CAMERAS, *NEAR])
@pytest.mark.parametrize("relief", [None, HUMP], ids=["flat", "hump"])
@pytest.mark.parametrize("height_mm", [0.0, 5.0])
def test_to_board_undoes_project(name: str, relief: Relief | None, height_mm: float) -> None:
    flat = camera(name)
    pose = Pose(
        flat.camera_matrix,
        flat.distortion,
        flat.rotation,
        flat.translation_mm,
        flat.size_px,
        relief,
    )

    back = pose.to_board(pose.project(GRID, height_mm), height_mm)

    assert np.abs(back - GRID).max() < 0.01


@pytest.mark.parametrize("name", [*CAMERAS, *NEAR])
@pytest.mark.parametrize("relief", [None, HUMP], ids=["flat", "hump"])
@pytest.mark.parametrize("leaning", [None, Leaning(1e-3, (-0.2, 0.3))], ids=["camera", "told"])
def test_a_top_seems_shifted_to_where_the_picture_shows_it(
    name: str, relief: Relief | None, leaning: Leaning | None
) -> None:
    pose = replace(camera(name), relief=relief, leaning=leaning)

    seen_mm = pose.to_board(pose.project(GRID, 20.0))

    assert np.abs(GRID + pose.lean_mm(GRID, 20.0) - seen_mm).max() < 0.01


@pytest.mark.parametrize("k1", [-0.3, -0.1, 0.05])
def test_what_lies_far_outside_is_never_seen_in_the_picture(k1: float) -> None:
    """A lens' formula turns back on itself, and a camera has no eyes behind."""
    pose = camera_at((280.0, 200.0), distance_mm=300.0, tilt_deg=50.0, k1=k1).pose
    along = np.linspace(-9000, 9000, 4001)
    for line_mm in (np.column_stack([along, 0 * along]), np.column_stack([0 * along, along])):
        seen = np.flatnonzero(pose.sees(line_mm + (280.0, 200.0)))

        assert len(seen) == seen[-1] - seen[0] + 1
        assert np.abs(along[seen]).max() < 1500


@pytest.mark.parametrize("name", CAMERAS)
def test_camera_is_found_from_its_points(name: str) -> None:
    true = camera(name)
    noise = np.random.default_rng(1).normal(0, 0.2, GRID.shape)

    found = pose_from_points(GRID, true.project(GRID) + noise, true.size_px)

    off_px = np.linalg.norm(found.project(GRID, 5.0) - true.project(GRID, 5.0), axis=1)
    assert off_px.max() < 0.5


@pytest.mark.parametrize(
    ("crop_px", "stretch"),
    [((0.0, 0.0), 1.0), ((450.0, 0.0), 1.0), ((150.0, 200.0), 1.0), ((0.0, 0.0), 1.3)],
    ids=["whole", "left side gone", "corner gone", "made wider"],
)
@pytest.mark.parametrize("name", ["aslant", "wide and bent"])
def test_a_picture_may_have_been_cropped_or_stretched(
    name: str, crop_px: tuple[float, float], stretch: float
) -> None:
    true = camera(name)
    noise = np.random.default_rng(4).normal(0, 0.2, GRID.shape)
    edit = np.array([stretch, 1.0])
    size_px = tuple(np.round((np.array(true.size_px) - crop_px) * edit).astype(int).tolist())

    found = pose_from_points(GRID, (true.project(GRID) + noise - crop_px) * edit, size_px)

    corners_px = (true.corners_px(*SIZE_MM) - crop_px) * edit
    assert np.abs(found.corners_px(*SIZE_MM) - corners_px).max() < 1.0
    assert not (found.edited and stretch == 1 and not any(crop_px))


def test_a_quarter_of_wild_points_does_no_harm() -> None:
    true = camera("aslant")
    seen = true.project(GRID)
    rng = np.random.default_rng(2)
    seen[::4] += rng.uniform(-60, 60, seen[::4].shape)

    found = pose_from_points(GRID, seen, true.size_px)

    assert np.abs(found.project(GRID) - true.project(GRID)).max() < 0.5


def test_points_beside_and_below_the_board_count_at_their_height() -> None:
    true = camera("aslant")
    heights = np.where(np.arange(len(GRID)) % 2, -1.8, 12.0)

    found = pose_from_points(GRID, true.project(GRID, heights), true.size_px, heights)

    assert np.abs(found.project(GRID) - true.project(GRID)).max() < 0.1


def test_hump_is_found_where_the_two_cameras_look_from_different_sides() -> None:
    flat = camera("aslant")
    true = Pose(
        flat.camera_matrix, flat.distortion, flat.rotation, flat.translation_mm, flat.size_px, HUMP
    )
    start = Relief.level(SIZE_MM, HUMP.seen_from_mm)

    found = pose_from_points(
        GRID, true.project(GRID), true.size_px, sigma_px=0.1, relief=start, free_relief=True
    )

    assert np.abs(found.project(GRID) - true.project(GRID)).max() < 0.2
    assert found.relief is not None
    middle = found.relief.heights_mm(SIZE_MM[None] / 2) - found.relief.heights_mm(np.zeros((1, 2)))
    assert middle == pytest.approx(2.0, abs=0.7)


def test_a_known_lens_is_kept_where_few_points_tell_nothing() -> None:
    true = camera("wide and bent")
    corners = np.array([[0, 0], [560, 0], [560, 400], [0, 400]], float)
    known = ANY_LENS.near(true.hfov_deg, *true.distortion.tolist())

    found = pose_from_points(corners, true.project(corners), true.size_px, prior=known)

    assert found.hfov_deg == pytest.approx(true.hfov_deg, abs=0.5)
    assert np.abs(found.project(GRID) - true.project(GRID)).max() < 0.5


def stretched(pose: Pose, wider: float) -> Pose:
    """The pose in its picture made so much wider, and as much lower."""
    width, height = pose.size_px
    return pose.resized((round(width * wider), round(height / wider)))


@pytest.mark.parametrize("name", ["aslant", "tall picture", "wide and bent"])
@pytest.mark.parametrize("wider", [1.0, 1.11, 0.9])
def test_a_lens_known_from_a_picture_is_that_pictures(name: str, wider: float) -> None:
    pose = stretched(camera(name), wider)

    known = ANY_LENS.near(pose.hfov_deg, *pose.distortion.tolist())

    assert known.values(pose.size_px)[:3] == pytest.approx(pose.values[:3], abs=1e-6)


@pytest.mark.parametrize("name", ["aslant", "tall picture"])
@pytest.mark.parametrize("wider", [1.11, 0.9])
def test_a_camera_is_followed_through_a_stretched_picture(name: str, wider: float) -> None:
    pose = stretched(camera(name), wider)
    seen_px = pose.project(GRID) + np.random.default_rng(1).normal(0, 0.2, GRID.shape)

    found = pose_from_points(
        GRID,
        seen_px,
        pose.size_px,
        prior=ANY_LENS.near(pose.hfov_deg, *pose.distortion.tolist()),
        start=pose,
        sigma_px=0.3,
    )

    assert np.linalg.norm(found.camera_mm - pose.camera_mm) < 0.02 * pose.camera_mm[2]


def test_three_points_are_no_pose() -> None:
    with pytest.raises(ValueError, match="four"):
        pose_from_points(GRID[:3], GRID[:3], (640, 480))


def test_points_on_one_spot_are_no_pose() -> None:
    with pytest.raises(ValueError, match="no camera"):
        pose_from_points(np.full((6, 2), 3.0), GRID[:6], (640, 480))


def test_a_picture_made_smaller_shows_the_board_smaller() -> None:
    pose = camera("aslant")

    small = pose.resized((960, 540))

    assert small.project(GRID) == pytest.approx((pose.project(GRID) + 0.5) / 2 - 0.5)


def test_the_blur_that_is_left_out_would_change_no_pixel() -> None:
    noise = np.random.default_rng(4).integers(0, 256, (80, 90, 3)).astype(np.uint8)

    assert (cv2.GaussianBlur(noise, (0, 0), SHARP_PX) == noise).all()
    assert (cv2.GaussianBlur(noise, (0, 0), 1.1 * SHARP_PX) != noise).any()
