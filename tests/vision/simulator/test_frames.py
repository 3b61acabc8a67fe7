"""What a simulated photo promises: the same for the same seed, true, and no easier than life."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.board import Board, CornerMarker, CornerMarkers
from companion.position import Position
from companion.reading import EMPTY, HIDDEN
from vision.simulator import (
    Arm,
    Camera,
    Frame,
    Glare,
    Laid,
    Lens,
    Light,
    Odd,
    Scene,
    Simulator,
    Style,
    camera_at,
    invent_board,
    random_camera,
    random_position,
)
from vision.simulator.printed.colour import linear_of, to_codes

SIZE = (960, 540)
PLAIN_LENS = Lens(blur_px=0.3, noise=0.0, vignetting=0.0, sharpening=0.0)
SEEDS = range(8)


@pytest.fixture(scope="module")
def board() -> Board:
    return next(b for b in map(invent_board, range(20)) if b.marker and b.ship)


@pytest.fixture(scope="module")
def simulator(board: Board) -> Simulator:
    return Simulator(board, 5, paint=0.0, rise_mm=0.0)


@pytest.fixture(scope="module")
def above(board: Board) -> Camera:
    """Straight above; shared, because the empty table is kept for one camera."""
    return over(board)


def over(board: Board, tilt_deg: float = 0.0, lens: Lens = PLAIN_LENS) -> Camera:
    middle = (board.width_mm / 2, board.height_mm / 2)
    return camera_at(
        middle, size_px=SIZE, distance_mm=1250.0, tilt_deg=tilt_deg, k1=-0.03, lens=lens
    )


def full(board: Board, seed: int = 0) -> Position:
    return random_position(board, np.random.default_rng(seed), 1.0)


def colour_at(frame: Frame, x_mm: float, y_mm: float, height_mm: float) -> np.ndarray:
    column, row = np.round(frame.pose.project(np.array([[x_mm, y_mm]]), height_mm)[0]).astype(int)
    return np.asarray(frame.photo[row, column], float)


# The same for the same seed


def test_a_seed_gives_the_same_photo_and_truth(board: Board) -> None:
    camera = random_camera(np.random.default_rng(1), (board.width_mm, board.height_mm), SIZE)
    one, other = (
        Simulator(board, 9).frame(full(board), camera, Light(), arm=Arm(200, 200, 90), seed=4)
        for _ in range(2)
    )

    assert np.array_equal(one.photo, other.photo)
    assert one.truth.to_json() == other.truth.to_json()


def test_a_table_that_lies_still_is_photographed_as_if_it_were_drawn_anew(board: Board) -> None:
    """Whatever lay there before, and whoever reached over it, only the moment's noise is new."""
    camera, light = over(board, lens=Lens(noise=2.0)), Light()
    simulator, laid, arm = Simulator(board, 9), full(board), Arm(200, 200, 90)
    for lies, over_it in ((Scene(), None), (laid, None), (laid, arm), (laid, None)):
        seen = simulator.frame(lies, camera, light, arm=over_it, seed=3).photo
        anew = Simulator(board, 9).frame(lies, camera, light, arm=over_it, seed=3).photo

        assert np.array_equal(seen, anew)
    assert not np.array_equal(simulator.frame(laid, camera, light, seed=4).photo, seen)


# What is drawn is where the pose says, in the colour it should be


def test_every_stick_shows_its_colour_where_the_pose_projects_its_top(
    board: Board, simulator: Simulator
) -> None:
    stick = board.stick
    assert stick is not None
    frame = simulator.frame(full(board), over(board, 20), Light(direct=0.4))
    named = {kind.name: kind.colour or "" for kind in stick.kinds}
    off = {}
    for place, laid in simulator.hands.scene(full(board)).sticks.items():
        nominal = to_codes(linear_of(named[laid.kind])[None, None])[0, 0].astype(float)
        seen = colour_at(frame, laid.x_mm, laid.y_mm, stick.height_mm)
        if frame.truth.spaces[place] == laid.kind and place not in frame.truth.partial:
            off[place] = float(np.abs(seen - nominal).max())

    assert len(off) > 0.9 * len(board.spaces)
    assert {place: miss for place, miss in off.items() if miss > 12} == {}


def test_paint_differs_from_the_board_file_from_seed_to_seed(board: Board, above: Camera) -> None:
    place, space = next(iter(board.spaces.items()))
    assert board.stick is not None
    kind = board.stick.kinds[0].name
    scene = Scene({place: Laid(kind, space.x_mm, space.y_mm, space.angle_deg)})
    seen = [
        colour_at(
            Simulator(board, seed, rise_mm=0).frame(scene, above),
            space.x_mm, space.y_mm, board.stick.height_mm,
        )
        for seed in range(4)
    ]  # fmt: skip

    assert np.ptp(seen, axis=0).max() > 5


def test_the_board_ends_where_the_pose_says(board: Board) -> None:
    style = Style(base=(250, 250, 250), contrast=0, ornaments=0, grid=False, folds=0)
    frame = Simulator(board, 5, style=style).frame(Scene(), over(board, 25))
    edges = {
        "left": (2.0, 100.0, -4.0, 100.0),
        "right": (board.width_mm - 2, 100.0, board.width_mm + 4, 100.0),
        "top": (100.0, 2.0, 100.0, -4.0),
    }
    steps = {
        name: np.abs(colour_at(frame, *e[:2], 0) - colour_at(frame, *e[2:], 0)).max()
        for name, e in edges.items()
    }

    assert min(steps.values()) > 20
    assert frame.truth.corners_px == pytest.approx(
        frame.pose.corners_px(board.width_mm, board.height_mm)
    )


def test_corner_markers_are_drawn_where_the_board_file_says(board: Board) -> None:
    corners = {
        id_: ((x, -60.0), (x + 40, -60.0), (x + 40, -20.0), (x, -20.0))
        for id_, x in enumerate((20.0, board.width_mm - 60))
    }
    cards = CornerMarkers("DICT_4X4_50", -2.0, tuple(CornerMarker(*c) for c in corners.items()))
    frame = Simulator(replace(board, corner_markers=cards), 1).frame(Scene(), over(board, 15))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, ids, _ = detector.detectMarkers(frame.photo)

    assert ids is not None
    assert sorted(ids.ravel().tolist()) == [0, 1]
    for id_, seen in zip(ids.ravel(), found, strict=True):
        truth = frame.pose.project(np.array(corners[int(id_)]), -2.0)
        assert seen.reshape(4, 2) == pytest.approx(truth, abs=1.5)


# The truth is true


def test_what_is_laid_is_in_the_truth(board: Board, simulator: Simulator, above: Camera) -> None:
    position = random_position(board, np.random.default_rng(3), 0.5)
    truth = simulator.frame(position, above).truth
    seen = {**truth.spaces, **truth.slots}
    lies = {**position.spaces, **position.slots}

    assert set(truth.spaces) == set(board.spaces)
    assert set(truth.slots) == set(board.slots)
    assert {p: s for p, s in seen.items() if s not in (lies.get(p, EMPTY), HIDDEN)} == {}
    assert truth.under == {p: lies.get(p, EMPTY) for p, s in seen.items() if s == HIDDEN}
    assert len(truth.under) < 0.02 * len(seen)


def test_what_an_arm_covers_is_hidden_and_known_underneath(
    board: Board, simulator: Simulator, above: Camera
) -> None:
    place = min(board.spaces, key=lambda p: abs(board.spaces[p].x_mm - board.width_mm / 2))
    space, camera = board.spaces[place], above
    arm = Arm(space.x_mm, space.y_mm + 90, 270.0, height_mm=10)
    frame = simulator.frame(full(board), camera, arm=arm)
    bare = simulator.frame(full(board), camera)

    assert bare.truth.spaces[place] == full(board).spaces[place]
    assert frame.truth.spaces[place] == HIDDEN
    assert frame.truth.under[place] == full(board).spaces[place]
    assert len(frame.truth.under) < 0.5 * len(board.spaces)


def test_a_mug_hides_what_stands_behind_it(board: Board, simulator: Simulator) -> None:
    place, space = max(board.spaces.items(), key=lambda entry: -abs(entry[1].x_mm - 200))
    mug = Odd("mug", space.x_mm, space.y_mm, 0.0)
    frame = simulator.frame(Scene(odd=(mug,)), over(board, 30))

    assert frame.truth.spaces[place] == HIDDEN
    assert frame.truth.under[place] == EMPTY


def test_a_ship_and_odd_things_are_in_the_truth(
    board: Board, simulator: Simulator, above: Camera
) -> None:
    assert board.ship is not None
    kind = board.ship.kinds[0].name
    scene = Scene(ships=(Laid(kind, 100.0, 50.0, 370.0),), odd=(Odd("coin", 60.0, 90.0, 0.0),))
    written = simulator.frame(scene, above).truth.to_json()

    assert written["ships"] == [{"colour": kind, "x": 100.0, "y": 50.0, "angle": 10.0}]
    assert written["odd"] == [{"type": "coin", "x": 60.0, "y": 90.0, "angle": 0.0}]


def test_places_in_blown_out_glare_are_washed(
    board: Board, simulator: Simulator, above: Camera
) -> None:
    place, space = next(iter(board.spaces.items()))
    glare = Glare(space.x_mm, space.y_mm, 60.0, 3.0)
    with_glare = simulator.frame(Scene(), above, Light("glare", glare=glare))
    without = simulator.frame(Scene(), above, Light(exposure=0.7))

    assert place in with_glare.truth.washed
    assert without.truth.washed == ()


def test_a_place_outside_the_picture_is_hidden(board: Board, simulator: Simulator) -> None:
    camera = camera_at((0.0, 0.0), size_px=SIZE, distance_mm=500.0, lens=PLAIN_LENS)
    truth = simulator.frame(full(board), camera).truth
    farthest = max(board.spaces.values(), key=lambda space: space.x_mm)

    assert truth.spaces[farthest.id] == HIDDEN
    assert any(seen != HIDDEN for seen in truth.spaces.values())


# Light and lens


@pytest.mark.parametrize(
    ("light", "darker_left"),
    [
        (Light(slope=(0.8,) * 3, slope_deg=0.0), True),
        (Light(slope=(0.8,) * 3, slope_deg=180.0), False),
        (Light(person=(60.0, 200.0, 200.0, 0.6)), True),
    ],
    ids=["slope", "slope turned", "a person's shadow"],
)
def test_light_is_uneven_as_it_was_asked(
    board: Board, light: Light, darker_left: bool, above: Camera
) -> None:
    style = Style(contrast=0, ornaments=0, grid=False)
    simulator = Simulator(board, 5, style=style, rise_mm=0)
    even = simulator.frame(Scene(), above, Light(exposure=0.5)).photo.astype(float)
    photo = simulator.frame(Scene(), above, replace(light, exposure=0.5)).photo.astype(float)
    share = (photo + 1) / (even + 1)
    left, right = share[200:340, 260:380].mean(), share[200:340, 580:700].mean()

    assert (left < 0.9 * right) == darker_left


def test_a_stick_throws_its_shadow_away_from_the_lamp(board: Board, above: Camera) -> None:
    style = Style(contrast=0, ornaments=0, grid=False, names=False, folds=0)
    simulator = Simulator(board, 5, style=style, rise_mm=0)
    middle = (board.width_mm / 2, board.height_mm / 2)
    stray = Odd("standing_stick", *middle, 0.0, board.stick.kinds[0].name if board.stick else None)
    light = Light(direct=0.8, azimuth_deg=0.0, elevation_deg=40, softness=0.05)
    bare = simulator.frame(Scene(), above, light)
    stood = simulator.frame(Scene(odd=(stray,)), above, light)

    def loss(x_mm: float) -> float:
        spot = (x_mm, middle[1], 0.0)
        return float(np.mean(colour_at(bare, *spot) - colour_at(stood, *spot)))

    assert loss(middle[0] - 12) > 15
    assert abs(loss(middle[0] + 12)) < 3


def test_an_arms_shadow_falls_on_pieces_too(
    board: Board, simulator: Simulator, above: Camera
) -> None:
    assert board.stick is not None
    y_mm = board.height_mm / 2
    arm = Arm(80.0, y_mm, 0.0, height_mm=40)
    stick = Odd("stray_stick", 330.0, y_mm - 110, 0.0, board.stick.kinds[0].name)
    light = Light(direct=0.7, azimuth_deg=90.0, elevation_deg=35)
    bare = simulator.frame(Scene(odd=(stick,)), above, light)
    shaded = simulator.frame(Scene(odd=(stick,)), above, light, arm=arm)
    top = (stick.x_mm, stick.y_mm, board.stick.height_mm)

    assert colour_at(shaded, *top).sum() < 0.85 * colour_at(bare, *top).sum()


def test_a_side_that_looks_to_the_lamp_is_brighter(board: Board, simulator: Simulator) -> None:
    middle = (board.width_mm / 2, board.height_mm / 2)
    scene, camera = Scene(odd=(Odd("mug", *middle, 0.0),)), over(board, 40)
    towards_us, from_us = (
        simulator.frame(scene, camera, Light(direct=0.7, elevation_deg=40, azimuth_deg=azimuth_deg))
        for azimuth_deg in (90.0, 270.0)
    )
    side, top = (middle[0], middle[1] + 41, 45.0), (*middle, 95.0)

    assert colour_at(towards_us, *side).sum() > 1.5 * colour_at(from_us, *side).sum()
    assert colour_at(towards_us, *top) == pytest.approx(colour_at(from_us, *top), abs=3)


def test_noise_and_blur_come_from_the_lens(board: Board, simulator: Simulator) -> None:
    sharp, grainy, soft = (
        simulator.frame(Scene(), over(board, lens=lens)).photo.astype(float)
        for lens in (PLAIN_LENS, replace(PLAIN_LENS, noise=4.0), replace(PLAIN_LENS, blur_px=4.0))
    )

    assert 2.5 < (grainy - sharp).std() < 5.5
    assert cv2.Laplacian(soft, cv2.CV_64F).std() < 0.7 * cv2.Laplacian(sharp, cv2.CV_64F).std()


def test_pixels_know_where_they_look() -> None:
    from vision.simulator.filmed.stage import board_points

    pose = camera_at((280, 280), size_px=SIZE, tilt_deg=40, k1=-0.05, k2=0.008).pose
    rows, columns = np.mgrid[3:540:97, 5:960:83]
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(float)
    seen = board_points(pose, 0.0)[rows.ravel(), columns.ravel()]

    assert pose.project(seen.astype(float)) == pytest.approx(pixels, abs=0.02)
