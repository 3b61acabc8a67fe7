"""What is encoded is the same picture again, or said to fit into no file."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.errors import InputError
from vision.picture.encoding import MOST_SIDE_PX, MOST_WEBP_SIDE_PX, encoded

PICTURE = cv2.GaussianBlur(
    np.random.default_rng(5).integers(0, 255, (90, 130, 3), dtype=np.uint8), (0, 0), 4
)


@pytest.mark.parametrize(("suffix", "off"), [(".jpg", 6), (".jpeg", 6), (".webp", 6), (".png", 0)])
@pytest.mark.parametrize("picture", [PICTURE, PICTURE[..., 0]], ids=["in colour", "in grey"])
def test_a_file_shows_its_picture(suffix: str, off: int, picture: np.ndarray) -> None:
    data = np.frombuffer(encoded(picture, suffix, 95), np.uint8)

    shown = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), int)
    asked = picture if picture.ndim == 3 else np.repeat(picture[..., None], 3, axis=2)
    assert np.abs(shown - asked).max() <= off


@pytest.mark.parametrize("suffix", [".jpg", ".webp"])
def test_a_higher_quality_keeps_more(suffix: str) -> None:
    assert len(encoded(PICTURE, suffix, 40)) < len(encoded(PICTURE, suffix, 95))


@pytest.mark.parametrize(
    ("suffix", "most_px"), [(".jpg", MOST_SIDE_PX), (".webp", MOST_WEBP_SIDE_PX)]
)
@pytest.mark.parametrize("upright", [True, False])
def test_a_picture_too_long_for_its_file_is_said_to_be(
    suffix: str, most_px: int, upright: bool
) -> None:
    def strip(length_px: int) -> np.ndarray:
        return np.zeros((length_px, 2, 3) if upright else (2, length_px, 3), np.uint8)

    assert encoded(strip(most_px), suffix)
    with pytest.raises(InputError, match=f"at most {most_px} pixels a side"):
        encoded(strip(most_px + 1), suffix)
