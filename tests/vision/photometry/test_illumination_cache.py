"""The light is kept while only the exposure wavers, and fitted anew when it is another."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.photometry.illumination_cache import KeptLight
from vision.photometry.light import sample_grid_mm
from vision.picture.arrays import Image, Tones

SIZE_MM = (560.0, 420.0)
GRID_MM = sample_grid_mm(*SIZE_MM)
ACROSS = GRID_MM[..., :1] / SIZE_MM[0]
ALL = np.ones(GRID_MM.shape[:2], np.float32)


@pytest.fixture(scope="module")
def print_tones() -> Tones:
    """A blue sea with pale dashes."""
    rng = np.random.default_rng(3)
    tones = np.full(GRID_MM.shape[:2] + (3,), (0.62, 0.42, 0.22))
    tones[rng.random(tones.shape[:2]) < 0.15] = (0.85, 0.9, 0.9)
    return (0.9 * tones).astype(np.float32)


def photo(tones: Tones, seed: int) -> Image:
    """The codes of a picture with these tones, with a camera's noise."""
    noisy = 255 * tones + np.random.default_rng(seed).normal(0, 2.5, tones.shape)
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8)


def covered(where: NDArray[np.bool_], tones: Tones) -> Tones:
    """The same picture with something dark over a part of it."""
    return np.where(where, np.float32(0.25), tones)


@pytest.mark.parametrize("exposure", [1.0, 0.94, 1.06], ids=["as it was", "darker", "brighter"])
def test_noise_pieces_and_exposure_are_no_other_light(print_tones: Tones, exposure: float) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 1))
    pieces = np.random.default_rng(5).random(print_tones.shape[:2] + (1,)) < 0.04

    light = kept.light_of(photo(exposure * covered(pieces, print_tones), 2))

    assert light.fitted is first.fitted
    assert light.exposure == pytest.approx(exposure, abs=0.01)
    at_mm = np.array([[100.0, 100.0]], np.float32)
    assert light.white(at_mm) == pytest.approx(exposure * first.white(at_mm), rel=0.01)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda tones: 0.7 * tones, id="much darker"),
        pytest.param(lambda tones: tones * (1 - 0.2 * ACROSS), id="a lamp on one side"),
        pytest.param(lambda tones: np.where(ACROSS < 0.3, 0.8 * tones, tones), id="a shadow"),
        pytest.param(lambda tones: covered(ACROSS < 0.2, tones), id="a hand"),
    ],
)
def test_another_light_is_fitted_anew(print_tones: Tones, other: object) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 1))

    light = kept.light_of(photo(other(print_tones), 2))  # type: ignore[operator]

    assert light.fitted is not first.fitted


def test_a_light_that_creeps_away_is_fitted_anew(print_tones: Tones) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 0))

    lights = [
        kept.light_of(photo(print_tones * (1 - share * ACROSS), seed))
        for seed, share in enumerate(np.linspace(0, 0.4, 20))
    ]

    assert lights[1].fitted is first.fitted
    assert lights[-1].fitted is not first.fitted


def test_the_light_before_a_hand_is_known_when_it_has_gone(print_tones: Tones) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 1))
    for seed, reach in enumerate((0.3, 0.4, 0.5)):
        kept.light_of(photo(covered(reach > ACROSS, print_tones), seed))
        assert kept.light_of(photo(print_tones, 10 + seed)).fitted is first.fitted


def test_what_is_forgotten_is_fitted_anew(print_tones: Tones) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 1))
    kept.forget()

    assert kept.light_of(photo(print_tones, 1)).fitted is not first.fitted


def test_a_picture_that_is_blown_out_all_over_keeps_no_light(print_tones: Tones) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    white = np.full(print_tones.shape, 255, np.uint8)

    assert kept.light_of(white).fitted is not kept.light_of(white).fitted


def test_print_under_pieces_says_nothing_of_the_light(print_tones: Tones) -> None:
    """On a full board nearly all dashes lie under dark sticks; the others tell of the light."""
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    dashes = print_tones[..., 2] > 0.5
    sticks = dashes & (np.random.default_rng(7).random(dashes.shape) < 0.8)
    full = photo(covered(sticks[..., None], print_tones), 1)
    at_mm = np.array([[280.0, 210.0]], np.float32)
    dash = print_tones[dashes][:1, None, None]
    before = kept.light_of(full).expected(dash, at_mm)

    assert kept.set_aside(sticks.astype(np.uint8))

    now = kept.light_of(full).expected(dash, at_mm)
    assert np.abs(now - dash).max() < min(0.05, np.abs(before - dash).max() / 2)


def test_pieces_laid_since_a_light_was_fitted_do_not_change_it(print_tones: Tones) -> None:
    kept = KeptLight(print_tones, ALL, SIZE_MM)
    first = kept.light_of(photo(print_tones, 1))
    pieces = np.random.default_rng(5).random(print_tones.shape[:2]) < 0.04
    assert kept.light_of(photo(covered(pieces[..., None], print_tones), 2)).fitted is first.fitted

    assert not kept.set_aside(pieces.astype(np.uint8))

    assert kept.light_of(photo(covered(pieces[..., None], print_tones), 3)).fitted is first.fitted


def test_what_is_forgotten_has_no_pieces(print_tones: Tones) -> None:
    kept, new = (KeptLight(print_tones, ALL, SIZE_MM) for _ in range(2))
    sticks = np.random.default_rng(7).random(print_tones.shape[:2]) < 0.3
    bare = photo(print_tones, 1)
    kept.light_of(photo(covered(sticks[..., None], print_tones), 2))
    kept.set_aside(sticks.astype(np.uint8))

    kept.forget()

    at_mm = np.array([[280.0, 210.0]], np.float32)
    assert (kept.light_of(bare).white(at_mm) == new.light_of(bare).white(at_mm)).all()
