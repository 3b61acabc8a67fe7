"""What is known of the ships' paints over an evening."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stops.known_paints import KnownPaints

RED, DARK_RED, BLUE = (np.array(tone) for tone in ([0.1, 0.1, 0.9], [0.0, 0.0, 0.3], [0.9, 0, 0]))


@pytest.mark.parametrize(
    ("seen", "paint"),
    [
        pytest.param([("rio", RED)], RED, id="once"),
        pytest.param([("rio", RED), ("perth", RED), ("alger", DARK_RED)], RED, id="in a shadow"),
        pytest.param([("rio", RED), *[("alger", DARK_RED)] * 5, ("perth", RED)], RED,
                     id="in a shadow for long"),
        pytest.param([("rio", BLUE), *[(f"stop {n}", RED) for n in range(8)]], RED,
                     id="as it looked lately"),
    ],
)  # fmt: skip
def test_a_ship_looks_as_it_mostly_did(seen: list[tuple[str, np.ndarray]], paint: object) -> None:
    known = KnownPaints()
    for stop, tone in seen:
        known.saw("red", stop, tone)
    paints, _, _ = known.of(("red",))

    assert paints.tolist() == [np.asarray(paint).tolist()]


def test_each_known_paint_is_of_its_kind_alone() -> None:
    known = KnownPaints()
    known.saw("blue", "rio", BLUE)
    known.saw("red", "rio", RED)
    paints, weights, whose = known.of(("red", "green", "blue"))

    assert paints.tolist() == [RED.tolist(), BLUE.tolist()]
    assert (weights > 0).all()
    assert whose.tolist() == [[1, 0, 0], [0, 0, 1]]


def test_nothing_is_known_of_whom_nobody_saw() -> None:
    known = KnownPaints()
    known.saw("blue", "rio", BLUE)
    for kinds in (("red",), ()):
        paints, weights, whose = known.of(kinds)
        assert (paints.shape, weights.shape, whose.shape) == ((0, 3), (0,), (0, len(kinds)))
    known.forget()
    assert len(known.of(("blue",))[0]) == 0
