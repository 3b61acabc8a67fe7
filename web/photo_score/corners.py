"""The board's corners in a photo, as a person marks them on the page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.picture.quads import CornerShares, turns
from web.words.language import gettext

CORNERS = 4
BEGIN = ((12.0, 12.0), (88.0, 12.0), (88.0, 88.0), (12.0, 88.0))
"""Where the handles stand at first, in % of the photo."""


@dataclass(frozen=True, slots=True)
class Handle:
    """One corner to mark: its number, its name, and where it stands at first, in %."""

    number: int
    name: str
    x: float
    y: float


def handles(seen: CornerShares | None = None, names: Sequence[str] = ()) -> list[Handle]:
    """The corners, clockwise as the board is printed; where they were ``seen``, if they were.

    ``names`` say what lies at each, where it is no corner of a board.
    """
    names = names or (
        gettext("Top left"),
        gettext("Top right"),
        gettext("Bottom right"),
        gettext("Bottom left"),
    )
    stand = BEGIN if seen is None else [(round(100 * x, 2), round(100 * y, 2)) for x, y in seen]
    return [Handle(n, name, *at) for n, (name, at) in enumerate(zip(names, stand, strict=True), 1)]


def parse_corners(form: Mapping[str, str]) -> CornerShares | None:
    """Read the fields ``x1`` to ``y4``, in % of the photo; None unless they go round clockwise."""
    try:
        percent = [float(form.get(f"{axis}{n}", "")) for n in range(1, 5) for axis in "xy"]
    except ValueError:
        return None
    if not all(math.isfinite(each) and 0 <= each <= 100 for each in percent):
        return None
    corners = tuple((x / 100, y / 100) for x, y in zip(percent[::2], percent[1::2], strict=True))
    return corners if (turns(np.array(corners)) > 0).all() else None
