"""What is said of a subject: the likeliest first, and only what is worth naming beside it."""

from __future__ import annotations

import pytest

from companion.reading import EMPTY, HIDDEN, Reading, Seen


def test_the_only_thing_said_is_all_that_is_named() -> None:
    assert Seen.only(HIDDEN) == Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
    assert Seen.only("red", 0.9) == Seen("red", 0.9, (("red", 0.9),))


@pytest.mark.parametrize(
    ("worth_naming", "named"),
    [
        (0.0, ["red", EMPTY, "blue"]),
        (0.1, ["red", EMPTY, "blue"]),
        (0.15, ["red", EMPTY]),
        (0.9, ["red"]),
    ],
)
def test_the_likeliest_comes_first_and_the_unlikely_are_not_named(
    worth_naming: float, named: list[str]
) -> None:
    seen = Seen.of({"blue": 0.1, "red": 0.6, EMPTY: 0.3}, worth_naming=worth_naming)

    assert (seen.answer, seen.confidence) == ("red", 0.6)
    assert [what for what, _ in seen.likely] == named
    assert seen.likely[0] == ("red", 0.6)


def test_of_equally_likely_ones_the_first_comes_first() -> None:
    for shares in ({"red": 0.5, "blue": 0.5}, {"blue": 0.5, "red": 0.5}):
        assert [what for what, _ in Seen.of(shares).likely] == [*shares]


@pytest.mark.parametrize("unsure", [0.0, 0.2])
def test_all_that_is_named_leaves_so_much_unsaid(unsure: float) -> None:
    seen = Seen.of({"red": 3.0, EMPTY: 1.0}, unsure=unsure)

    assert dict(seen.likely) == pytest.approx(
        {"red": 0.75 * (1 - unsure), EMPTY: 0.25 * (1 - unsure)}
    )
    assert sum(share for _, share in seen.likely) == pytest.approx(1 - unsure)


def test_subjects_are_the_places_and_the_pieces_that_move() -> None:
    space, slot, ship = Seen.only("red"), Seen.only("french"), Seen.only("rio")
    reading = Reading({"a/0/0": space}, {"a/0": slot}, pieces={"blue": ship})

    assert reading.places == {"a/0/0": space, "a/0": slot}
    assert reading.subjects == {"a/0/0": space, "a/0": slot, "blue": ship}
    assert [each for each in reading.subjects if reading.moves(each)] == ["blue"]
