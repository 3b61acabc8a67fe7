"""A person's word about a place or a ship, and how long it stands against the camera."""

from __future__ import annotations

import pytest

from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.watching.overrides import Overrides

Look = tuple[str, float]


def reading(look: Look) -> Reading:
    return Reading({"a/0/0": Seen(*look), "a/0/1": Seen(EMPTY, 1.0)}, {})


def heard(said: str, looks: list[Look]) -> list[str]:
    """What counts as seen after each look; the word is said at the first."""
    overrides = Overrides()
    overrides.say("a/0/0", said, reading(looks[0]))
    return [overrides.heard(reading(look)).spaces["a/0/0"].answer for look in looks]


@pytest.mark.parametrize(
    ("said", "looks", "counts"),
    [
        pytest.param(
            EMPTY, [("red", 0.999), ("red", 0.999)], [EMPTY, EMPTY], id="undone, and still there"
        ),
        pytest.param(
            EMPTY,
            [("red", 0.999), (EMPTY, 0.999), ("red", 0.999)],
            [EMPTY, EMPTY, "red"],
            id="undone, taken off, laid again",
        ),
        pytest.param(
            "red", [("red", 0.5), ("red", 0.6), ("blue", 0.5)], ["red"] * 3, id="a doubt answered"
        ),
        pytest.param(
            EMPTY, [("red", 0.5), ("red", 0.9), (HIDDEN, 1.0)], [EMPTY] * 3, id="a stain, no stick"
        ),
        pytest.param(
            EMPTY, [("red", 0.5), ("red", 0.999)], [EMPTY, "red"], id="no stick then, but one now"
        ),
        pytest.param(
            "red", [(EMPTY, 0.999), (EMPTY, 0.999)], ["red", "red"], id="said before it is laid"
        ),
        pytest.param(
            "red",
            [(EMPTY, 0.999), ("red", 0.999), (EMPTY, 0.999)],
            ["red", "red", EMPTY],
            id="said, laid, and knocked off",
        ),
        pytest.param("red", [(HIDDEN, 1.0), (HIDDEN, 1.0)], ["red", "red"], id="under a hand"),
    ],
)
def test_a_word_stands_until_the_place_changes(
    said: str, looks: list[Look], counts: list[str]
) -> None:
    assert heard(said, looks) == counts


@pytest.mark.parametrize(
    ("now", "stands"),
    [
        pytest.param({"rio": 0.8, "alger": 0.15}, True, id="as it was"),
        pytest.param({"rio": 0.6, "alger": 0.02, "londres": 0.3}, False, id="likelier elsewhere"),
        pytest.param({"londres": 0.6, "rio": 0.3}, False, id="likely elsewhere"),
        pytest.param({"rio": 0.6, EMPTY: 0.35}, True, id="not seen is not gone"),
    ],
)
def test_a_word_about_a_ship_stands_until_it_is_likelier_elsewhere(
    now: dict[str, float], stands: bool
) -> None:
    """The camera takes a pile at Rio for it; somebody says that it is at Alger."""

    def look(shares: dict[str, float]) -> Reading:
        likely = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))
        return Reading({}, {}, pieces={"blue": Seen(*likely[0], likely)})

    overrides = Overrides()
    overrides.say("blue", "alger", look({"rio": 0.8, "alger": 0.15}))

    assert (overrides.heard(look(now)).pieces["blue"].answer == "alger") is stands


def test_an_undone_move_is_a_word_about_both_its_places() -> None:
    overrides = Overrides()
    before, after = Position({"a/0/1": "red"}), Position({"a/0/0": "red"})
    overrides.say_changed(before, after, None)

    now = overrides.heard(reading((EMPTY, 0.4)))

    assert {p: seen.answer for p, seen in now.spaces.items()} == {"a/0/0": "red", "a/0/1": EMPTY}


def test_a_place_that_the_camera_does_not_know_is_no_matter() -> None:
    overrides = Overrides()
    overrides.say("elsewhere/0/0", "red", None)

    assert "elsewhere/0/0" not in overrides.heard(reading((EMPTY, 1.0))).spaces


def test_a_word_about_a_ship_stands_until_it_sails() -> None:
    def ship(stop: str) -> Reading:
        return Reading({}, {}, pieces={"red": Seen(stop, 0.999)})

    overrides = Overrides()
    overrides.say("red", "lima", ship("rio"))

    assert [
        overrides.heard(ship(stop)).pieces["red"].answer for stop in ("rio", "rio", "paris")
    ] == ["lima", "lima", "paris"]


@pytest.mark.parametrize(
    ("looks", "counts"),
    [
        pytest.param([("lima", 0.7), ("lima", 0.9)], ["rio", "rio"], id="misread as before"),
        pytest.param([("lima", 0.7), ("paris", 0.9)], ["rio", "paris"], id="sailed on"),
        pytest.param([("lima", 0.7), ("paris", 0.4)], ["rio", "rio"], id="perhaps elsewhere"),
        pytest.param([("lima", 0.7), (EMPTY, 0.9)], ["rio", "rio"], id="not seen is not gone"),
    ],
)
def test_a_word_about_a_half_seen_ship_stands_until_it_is_likely_elsewhere(
    looks: list[Look], counts: list[str]
) -> None:
    def ship(look: Look) -> Reading:
        return Reading({}, {}, pieces={"red": Seen(*look)})

    overrides = Overrides()
    overrides.say("red", "rio", ship(looks[0]))

    assert [overrides.heard(ship(look)).pieces["red"].answer for look in looks] == counts
