"""What a person is asked."""

from __future__ import annotations

import pytest

from companion.questions import questions, worth_naming
from companion.reading import Reading, Seen

SURE = Seen("red", 0.99, (("red", 0.99),))


@pytest.mark.parametrize(
    ("seen", "threshold", "asked"),
    [
        pytest.param(SURE, 0.95, False, id="sure enough"),
        pytest.param(SURE, 0.999, True, id="a stricter threshold"),
        pytest.param(Seen("empty", 0.6), 0.95, True, id="perhaps a piece was missed"),
        pytest.param(Seen("red", 0.95), 0.95, False, id="just sure enough"),
        pytest.param(Seen("hidden", 1.0), 0.0, True, id="hidden is always asked"),
    ],
)
def test_what_is_asked(seen: Seen, threshold: float, asked: bool) -> None:
    assert [q.place for q in questions(Reading({"a/0/0": seen}, {}), threshold)] == (
        ["a/0/0"] if asked else []
    )


def test_the_most_doubtful_comes_first_and_hidden_places_last() -> None:
    reading = Reading(
        {"a/0/0": Seen("red", 0.8), "a/0/1": Seen("hidden", 0.5), "a/0/2": Seen("red", 0.6)},
        {"a/1": Seen("french", 0.7)},
    )

    assert [q.place for q in questions(reading)] == ["a/0/2", "a/1", "a/0/0", "a/0/1"]


def test_likely_answers_are_pieces_a_person_could_name() -> None:
    seen = Seen("hidden", 0.6, (("hidden", 0.6), ("red", 0.3), ("empty", 0.095), ("blue", 0.005)))

    [question] = questions(Reading({"a/0/0": seen}, {}))

    assert question.likely == (("red", 0.3), ("empty", 0.095))


def test_of_many_hesitant_answers_a_few_are_named() -> None:
    """Two tiles differ by a fish, and half a box of others is a little likely."""
    likely = [("fish", 0.5), ("boat", 0.2), *((f"tile-{n}", 0.02) for n in range(15))]

    assert [kind for kind, _ in worth_naming(likely)] == ["fish", "boat", "tile-0"]
