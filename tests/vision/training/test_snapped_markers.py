"""Markers drawn on pieces of photographed boards, and the camera that snaps them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.marker_art import MARGIN, SIDE, TURNS, MarkerArt, best_matches  # noqa: E402
from vision.photo import load_photo  # noqa: E402
from vision.sampling import Image, Tones  # noqa: E402
from vision.training.drawn_camera import GAMMA, DrawnCamera  # noqa: E402
from vision.training.patch_set import CloseUps  # noqa: E402
from vision.training.snapped_markers import GRID, LEAST_WHITE, snapped_close_ups  # noqa: E402

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
GOOD = DrawnCamera()
ROWS, COLUMNS, FINE = 40, 60, 4


@pytest.fixture(scope="module")
def board() -> Image:
    return load_photo(SMOKE / "reference.jpg")


def told_by_likeness(shown: CloseUps) -> float:
    """The share of close-ups whose kind is the one that correlates best."""
    likeness = best_matches(shown.seen, shown.turned)[2]
    return float((likeness.argmax(axis=1) == shown.kinds).mean())


@pytest.mark.parametrize("seed", range(4))
def test_close_ups_by_any_camera_have_the_shape_and_range_of_the_readers(
    seed: int, art: MarkerArt, board: Image
) -> None:
    torch.manual_seed(seed)

    shown = snapped_close_ups(art, board)

    side, kinds = SIDE + 2 * MARGIN, len(art.discs)
    assert shown.seen.shape == (GRID * GRID, side, side, 3)
    assert shown.seen.dtype == np.float32
    assert 0 <= shown.seen.min() < shown.seen.max() <= 1 / LEAST_WHITE
    assert shown.turned.shape == (kinds, TURNS, SIDE, SIDE, 3)
    assert set(shown.kinds) <= set(range(kinds))
    assert len(set(shown.kinds)) > 1


@pytest.mark.parametrize("seed", range(3))
def test_in_a_sharp_close_up_the_kind_drawn_is_the_likeliest(
    seed: int, art: MarkerArt, board: Image
) -> None:
    torch.manual_seed(seed)

    assert told_by_likeness(snapped_close_ups(art, board, 15, GOOD)) > 0.85


POOR = {
    "soft": replace(GOOD, defocus_px=3.5),
    "moved": replace(GOOD, motion_px=9),
    "overexposed": replace(GOOD, exposure=3),
    "noisy": replace(GOOD, noise=0.8),
    "washed out": replace(GOOD, veil=4.0, noise=0.03),
}


@pytest.mark.parametrize("camera", POOR.values(), ids=POOR)
def test_the_worse_the_camera_the_harder_the_kinds_are_told(
    camera: DrawnCamera, art: MarkerArt, board: Image
) -> None:
    def told(by: DrawnCamera) -> float:
        torch.manual_seed(5)
        return told_by_likeness(snapped_close_ups(art, board, 11, by))

    assert told(camera) < told(GOOD) - 0.1


def test_the_same_seed_gives_the_same_close_ups(art: MarkerArt, board: Image) -> None:
    def shown(seed: int) -> CloseUps:
        torch.manual_seed(seed)
        return snapped_close_ups(art, board)

    first, again, other = shown(1), shown(1), shown(2)

    assert np.array_equal(first.seen, again.seen)
    assert np.array_equal(first.kinds, again.kinds)
    assert not np.array_equal(first.seen, other.seen)


def scene(middle: float = 0.6) -> tuple[Tones, Tones]:
    """Grey paper with a square of this light in the middle, and the light of plain white."""
    light = np.full((ROWS * FINE, COLUMNS * FINE, 3), 0.15, np.float32)
    light[12 * FINE : 28 * FINE, 20 * FINE : 40 * FINE] = middle
    return light, np.ones((ROWS, COLUMNS, 3), np.float32)


def snap(camera: DrawnCamera, middle: float = 0.6) -> Image:
    torch.manual_seed(0)
    return camera.photo(*scene(middle), FINE)[0]


def contrast_of_edges(photo: Image) -> float:
    return float(np.abs(np.diff(photo[20].astype(float), axis=0)).max())


def tints(photo: Image) -> float:
    return float(np.ptp(photo[18:22, 28:32].mean(axis=(0, 1))))


def grain(photo: Image) -> float:
    return float(photo[2:10].std())


def middle(photo: Image) -> float:
    return float(photo[18:22, 28:32].mean())


def edge(photo: Image) -> float:
    return float(photo[2:6].mean())


DOES: dict[str, tuple[Callable[[Image], float], DrawnCamera, DrawnCamera]] = {
    "defocus softens": (contrast_of_edges, replace(GOOD, defocus_px=1.8), GOOD),
    "motion softens": (contrast_of_edges, replace(GOOD, motion_px=3.5), GOOD),
    "sharpening hardens": (contrast_of_edges, GOOD, replace(GOOD, sharpening=1.0)),
    "a veil lights what is dark": (edge, GOOD, replace(GOOD, veil=0.3)),
    "exposure brightens": (middle, GOOD, replace(GOOD, exposure=1.2)),
    "noise is seen": (grain, GOOD, replace(GOOD, noise=0.03)),
    "denoising hides it": (
        grain,
        replace(GOOD, noise=0.03, denoising=0.08),
        replace(GOOD, noise=0.03),
    ),
}


@pytest.mark.parametrize(("measured", "less", "more"), DOES.values(), ids=DOES)
def test_each_fault_does_what_it_is_named_for(
    measured: Callable[[Image], float], less: DrawnCamera, more: DrawnCamera
) -> None:
    assert measured(snap(less)) < 0.9 * measured(snap(more))


def test_a_photo_shows_light_as_the_tones_its_exposure_says() -> None:
    photo, white = GOOD.photo(*scene(), FINE)

    assert photo.shape == (ROWS, COLUMNS, 3)
    assert np.allclose(white, GOOD.exposure)
    assert middle(photo) / 255 == pytest.approx(GOOD.exposure * 0.6 ** (1 / GAMMA), abs=0.01)


def test_what_is_overexposed_is_clipped_and_its_white_is_told_beyond() -> None:
    camera = replace(GOOD, exposure=1.5)

    photo, white = camera.photo(*scene(0.8), FINE)

    assert (photo[16:24, 24:36] >= 254).all()
    assert np.allclose(white, 1.5)
    assert edge(photo) < 200


@pytest.mark.parametrize("saturation", [0.5, 1.3])
def test_saturation_moves_colours_from_grey_or_to_it(saturation: float) -> None:
    light, white = scene()
    light *= np.array([0.5, 0.6, 0.7], np.float32)

    plain, other = (
        tints(replace(GOOD, saturation=part).photo(light, white, FINE)[0])
        for part in (1.0, saturation)
    )

    assert other / plain == pytest.approx(saturation, abs=0.15)
