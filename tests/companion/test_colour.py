"""Colours as files write them."""

import pytest

from companion.colour import bgr_of, rgb_of


@pytest.mark.parametrize(
    ("written", "codes"),
    [("#000000", (0, 0, 0)), ("#ffffff", (255, 255, 255)), ("#0A1bF0", (10, 27, 240))],
)
def test_a_colour_is_read_as_its_codes(written: str, codes: tuple[int, int, int]) -> None:
    assert rgb_of(written) == codes
    assert bgr_of(written) == codes[::-1]
