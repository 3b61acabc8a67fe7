"""What colour a stick is seen to have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.routes.networks import CLASS_HIDDEN, CLASS_PIECE
from vision.routes.sticks import without_prints

ORANGE, RED, NOTHING_LIKE = (0.2, 0.55, 0.9), (0.15, 0.15, 0.8), (0.7, 0.3, 0.2)


@pytest.mark.parametrize(
    ("known", "colour", "print_", "is_piece"),
    [
        pytest.param(0.01, ORANGE, ORANGE, False, id="nobody's colour, and the print's"),
        pytest.param(0.01, np.multiply(ORANGE, 0.8), ORANGE, False, id="the same in shade"),
        pytest.param(0.01, NOTHING_LIKE, ORANGE, True, id="nobody's colour, nor the print's"),
        pytest.param(0.98, ORANGE, ORANGE, True, id="a kind's colour on a print of that colour"),
        pytest.param(0.98, RED, ORANGE, True, id="a kind's colour"),
    ],
)
def test_what_is_in_nobodys_colour_but_the_prints_is_print(
    known: float, colour: Sequence[float], print_: Sequence[float], is_piece: bool
) -> None:
    classes = np.array([[0.2, 0.7, 0.1]])

    told = without_prints(classes, np.array([known]), np.array([colour]), np.array([print_]))

    assert (told[0].argmax() == CLASS_PIECE) == is_piece
    assert told[0].sum() == pytest.approx(1)
    assert told[0, CLASS_HIDDEN] == classes[0, CLASS_HIDDEN]
