"""The fitted light: what it promises about the empty board in another light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.photometry.light import Light, fit_light, sample_grid_mm
from vision.picture.arrays import Tones

SIZE_MM = (560.0, 420.0)
NO_MIX = np.eye(3)
WARM = np.diag([0.7, 0.95, 1.05])
CROSSED = np.array([[0.8, 0.1, 0.0], [0.1, 0.7, 0.1], [0.0, 0.15, 0.8]])


@pytest.fixture(scope="module")
def grid_mm() -> Tones:
    return sample_grid_mm(*SIZE_MM)


@pytest.fixture(scope="module")
def print_tones(grid_mm: Tones) -> Tones:
    """A blue sea with pale dashes and brown islands, some on every part of the board."""
    rng = np.random.default_rng(3)
    shape = grid_mm.shape[:2]
    tones = np.full((*shape, 3), (0.62, 0.42, 0.22)) + rng.normal(0, 0.03, (*shape, 1))
    tones[rng.random(shape) < 0.15] = (0.85, 0.9, 0.9)
    tones[rng.random(shape) < 0.1] = (0.3, 0.5, 0.6)
    return np.clip(tones, 0, 0.95).astype(np.float32)


def fitted_tones(light: Light, reference: Tones, grid_mm: Tones) -> Tones:
    """What the light expects at every sample, each taken as a patch of its own."""
    flat = reference.reshape(-1, 1, 1, 3)
    at_mm = grid_mm.reshape(-1, 2).astype(np.float32)
    return light.expected(flat, at_mm).reshape(reference.shape)


@pytest.mark.parametrize(
    ("mixing", "slope", "veil"),
    [
        pytest.param(NO_MIX, 0.0, 0.0, id="the reference's own light"),
        pytest.param(0.5 * NO_MIX, 0.0, 0.0, id="half as bright"),
        pytest.param(WARM, 0.0, 0.0, id="a warm lamp"),
        pytest.param(CROSSED, 0.0, 0.0, id="a lamp that mixes colours"),
        pytest.param(0.8 * NO_MIX, 0.5, 0.0, id="brighter on one side"),
        pytest.param(0.7 * NO_MIX, 0.0, 0.15, id="a veil on one side"),
    ],
)
@pytest.mark.parametrize("covered", [0.0, 0.3], ids=["empty", "a third covered"])
def test_the_empty_board_is_expected_as_it_looks(
    grid_mm: Tones,
    print_tones: Tones,
    mixing: Tones,
    slope: float,
    veil: float,
    covered: float,
) -> None:
    across = grid_mm[..., :1] / SIZE_MM[0]
    empty = np.clip(print_tones @ mixing * (1 + slope * (across - 0.5)) + veil * across, 0, 1)
    picture = empty.copy()
    rng = np.random.default_rng(5)
    hidden = rng.random(picture.shape[:2]) < covered
    picture[hidden] = rng.choice([0.1, 0.4, 0.9], (int(hidden.sum()), 3))

    light = fit_light(
        picture.astype(np.float32), print_tones, np.ones(hidden.shape, np.float32), SIZE_MM
    )

    miss = np.abs(fitted_tones(light, print_tones, grid_mm) - empty).max(axis=2)
    assert np.median(miss) < 0.02
    assert np.percentile(miss, 95) < 0.06


def test_dashes_that_the_sun_clips_are_expected_bright(grid_mm: Tones) -> None:
    """A pale photo of the empty board hardly tells dashes from the sea; clipped ones still do."""
    rng = np.random.default_rng(6)
    shape = grid_mm.shape[:2]
    dashes = rng.random(shape) < 0.12
    tones = (0.7, 0.4, 0.15) * np.exp(rng.normal(0, 0.06, (*shape, 1)))
    tones[dashes] = (1.5, 1.5, 1.5)
    reference = (0.3 + 0.25 * np.minimum(tones, 1)).astype(np.float32)
    picture = np.minimum(tones, 1).astype(np.float32)

    light = fit_light(picture, reference, np.ones(shape, np.float32), SIZE_MM)

    assert np.median(fitted_tones(light, reference, grid_mm)[dashes].min(axis=1)) > 0.8


@pytest.mark.parametrize("strength", [0.15, 0.4], ids=["a haze", "a strong reflection"])
@pytest.mark.parametrize("shown", [1.0, 0.5], ids=["as bright", "half as bright"])
def test_a_haze_over_the_reference_changes_neither_print_nor_white(
    grid_mm: Tones, print_tones: Tones, strength: float, shown: float
) -> None:
    far_mm = np.linalg.norm(grid_mm - (100, 300), axis=2)[..., None]
    haze = strength * np.exp(-((far_mm / 120) ** 2))
    reference = np.sqrt(np.clip(print_tones**2 * 0.6 + haze, 0, 1)).astype(np.float32)
    picture = (print_tones * np.float32(shown)).astype(np.float32)

    light = fit_light(picture, reference, np.ones(haze.shape[:2], np.float32), SIZE_MM)

    miss = np.abs(fitted_tones(light, reference, grid_mm) - picture).max(axis=2)
    assert np.median(miss[far_mm[..., 0] < 80]) < 0.06
    white = light.white(np.array([[100, 300], [450, 100]], np.float32))
    assert np.abs(white[0] / white[1] - 1).max() < 0.15


def test_a_dull_piece_under_a_reflection_keeps_its_colour(
    grid_mm: Tones, print_tones: Tones
) -> None:
    far_mm = np.linalg.norm(grid_mm - (280, 200), axis=2)[..., None]
    added = 0.35 * np.exp(-((far_mm / 130) ** 2)).astype(np.float32)
    picture = np.sqrt(print_tones**2 * 0.6 + added)
    light = fit_light(picture, print_tones, np.ones(picture.shape[:2], np.float32), SIZE_MM)
    red = np.array([0.15, 0.15, 0.7], np.float32)
    at_mm = np.array([[280, 200]], np.float32)
    least_far = np.unravel_index(far_mm.argmin(), far_mm.shape[:2])
    here = np.sqrt(red**2 * 0.6 + 0.2 * added[least_far])

    seen, _ = light.relative_to_white(here[None, None, None], here[None, None, None], at_mm)
    off_before = np.abs(seen - red).max()
    off_now = np.abs(light.paint(seen, at_mm) - red).max()

    assert off_now < min(0.7 * off_before, 0.12)


def test_a_reflection_over_a_coloured_sea_does_not_colour_a_grey_piece(
    grid_mm: Tones, print_tones: Tones
) -> None:
    far_mm = np.linalg.norm(grid_mm - (280, 200), axis=2)[..., None]
    added = 0.35 * np.exp(-((far_mm / 130) ** 2)).astype(np.float32)
    picture = np.sqrt(print_tones**2 * 0.6 + added)
    light = fit_light(picture, print_tones, np.ones(picture.shape[:2], np.float32), SIZE_MM)
    at_mm = np.array([[280, 200], [60, 60], [500, 380]], np.float32)
    grey = np.full((3, 1, 1, 3), 0.4, np.float32) / light.white(at_mm)[:, None, None]

    painted = light.paint(grey, at_mm)[:, 0, 0]

    off_grey = np.log(painted / painted.mean(axis=1, keepdims=True))
    assert np.ptp(off_grey, axis=0).max() < 0.06


def test_a_print_of_few_colours_does_not_mix_them() -> None:
    grid_mm = sample_grid_mm(*SIZE_MM)
    rng = np.random.default_rng(4)
    shape = grid_mm.shape[:2]
    tones = (0.5, 0.3, 0.15) * np.exp(rng.normal(0, 0.1, (*shape, 1)))
    tones[rng.random(shape) < 0.1] = (0.8, 0.78, 0.75)
    noisy = [tones + rng.normal(0, 0.01, tones.shape) for _ in range(2)]
    reference, picture = (np.clip(each, 0, 1).astype(np.float32) for each in noisy)

    light = fit_light(picture, reference, np.ones(shape, np.float32), SIZE_MM)

    island = np.array([0.15, 0.45, 0.25], np.float32)
    at_mm = np.array([[280, 210]], np.float32)
    assert np.abs(light.expected(island[None, None, None], at_mm) - island).max() < 0.08


def test_a_sleeve_over_what_a_lamp_washed_out_in_the_reference_changes_no_colour_beside_it(
    grid_mm: Tones,
) -> None:
    """A dark blue board, hardly any of it pale: the brightest of the reference is a reflection."""
    rng = np.random.default_rng(8)
    shape = grid_mm.shape[:2]
    tones = (0.36, 0.27, 0.17) * np.exp(rng.normal(0, 0.08, (*shape, 1)))
    tones[rng.random(shape) < 0.06] = (0.64, 0.65, 0.64)
    far_mm = np.linalg.norm(grid_mm - (460, 330), axis=2)[..., None]
    haze = 0.35 * np.exp(-((far_mm / 90) ** 2))
    reference = np.sqrt(np.clip(tones**2 + haze, 0, 1)).astype(np.float32)
    picture = (tones * 1.2).astype(np.float32)
    covered = far_mm[..., 0] < 150
    picture[covered] = (0.12, 0.1, 0.5)

    light = fit_light(picture, reference, np.ones(shape, np.float32), SIZE_MM)

    bare = ~covered & (far_mm[..., 0] > 180)
    miss = np.abs(fitted_tones(light, reference, grid_mm) - picture).max(axis=2)[bare]
    assert np.percentile(miss, 95) < 0.1
    white = light.white(np.array([[100, 100], [100, 330], [400, 80]], np.float32))
    assert np.ptp(white, axis=1).max() < 0.25 * white.mean()


def test_what_the_picture_does_not_see_does_not_matter(grid_mm: Tones, print_tones: Tones) -> None:
    usable = (grid_mm[..., 0] < 300).astype(np.float32)
    picture = np.where(usable[..., None] > 0, print_tones * 0.8, 0.0).astype(np.float32)

    light = fit_light(picture, print_tones, usable, SIZE_MM)

    seen = usable > 0
    miss = np.abs(fitted_tones(light, print_tones, grid_mm) - print_tones * 0.8)[seen]
    assert np.percentile(miss, 95) < 0.03


def test_relative_to_white_is_expected_over_white(grid_mm: Tones, print_tones: Tones) -> None:
    light = fit_light(
        print_tones * 0.6, print_tones, np.ones(print_tones.shape[:2], np.float32), SIZE_MM
    )
    at_mm = np.array([[100.0, 100.0], [400.0, 300.0]], np.float32)
    patches = np.stack([print_tones[:5, :7], print_tones[5:10, :7]])

    seen, expected = light.relative_to_white(patches, patches, at_mm)

    white = light.white(at_mm)[:, None, None]
    np.testing.assert_allclose(seen, patches / white, rtol=1e-4)
    np.testing.assert_allclose(expected, light.expected(patches, at_mm) / white, rtol=1e-3)


def test_a_picture_tells_less_the_darker_it_is(grid_mm: Tones, print_tones: Tones) -> None:
    usable = np.ones(print_tones.shape[:2], np.float32)
    at_mm = np.array([[100, 300], [450, 100]], np.float32)
    in_full_light, in_the_dark = (
        fit_light(print_tones * np.float32(share), print_tones, usable, SIZE_MM).noise(at_mm)
        for share in (1.0, 0.2)
    )

    assert (in_full_light < 0.01).all()
    assert in_the_dark == pytest.approx(5 * in_full_light, rel=0.1)


def test_what_the_camera_clips_is_expected_clipped(grid_mm: Tones, print_tones: Tones) -> None:
    picture = np.minimum(print_tones * 1.5, 1).astype(np.float32)
    light = fit_light(picture, print_tones, np.ones(picture.shape[:2], np.float32), SIZE_MM)
    at_mm = np.array([[280.0, 200.0]], np.float32)
    sea_with_a_dash = np.full((1, 8, 8, 3), (0.62, 0.42, 0.22), np.float32)
    sea_with_a_dash[:, 3:5, 2:6] = (0.85, 0.9, 0.9)

    seen, expected = light.relative_to_white(
        np.minimum(sea_with_a_dash * 1.5, 1), sea_with_a_dash, at_mm
    )

    assert np.abs(seen - expected).max() < 0.05
