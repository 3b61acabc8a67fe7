"""A colour as files write it, ``#rrggbb``, and its three codes, 0..255."""

from __future__ import annotations


def rgb_of(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` -> red, green, blue codes."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def bgr_of(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` -> blue, green, red codes, as OpenCV has them."""
    red, green, blue = rgb_of(colour)
    return blue, green, red
