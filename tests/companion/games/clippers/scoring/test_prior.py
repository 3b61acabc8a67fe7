"""Who plays tells which nations' markers may lie there (ruling C24)."""

from __future__ import annotations

import pytest

from companion.games.clippers.scoring.prior import with_nations_in_play
from companion.reading import Reading, Seen

PLAYING = ("french", "german")


@pytest.mark.parametrize(
    ("likely", "piece", "least", "most"),
    [
        pytest.param(
            (("english", 0.6), ("french", 0.4)), "french", 0.9, 0.99, id="who plays is likelier"
        ),
        pytest.param((("english", 1.0),), "english", 1.0, 1.0, id="nothing else was seen"),
        pytest.param(
            (("english", 0.9995), ("french", 0.0005)), "english", 0.9, 0.999, id="seen clearly"
        ),
        pytest.param((("french", 0.7), ("german", 0.3)), "french", 0.7, 0.7, id="both play"),
        pytest.param((("empty", 0.8), ("english", 0.2)), "empty", 0.99, 1.0, id="or nothing"),
        pytest.param((("hidden", 0.8), ("english", 0.2)), "hidden", 0.99, 1.0, id="hidden stays"),
    ],
)
def test_slots(
    likely: tuple[tuple[str, float], ...], piece: str, least: float, most: float
) -> None:
    reading = Reading({}, {"a/0": Seen(likely[0][0], likely[0][1], likely)})

    seen = with_nations_in_play(reading, PLAYING).slots["a/0"]

    assert seen.answer == piece == seen.likely[0][0]
    assert least - 1e-9 <= seen.confidence <= most + 1e-9


def test_spaces_and_bare_readings_stay() -> None:
    reading = Reading({"r/0/0": Seen("red", 0.6, (("red", 0.6),))}, {"a/0": Seen("english", 0.7)})

    assert with_nations_in_play(reading, PLAYING) == reading
