"""A camera that stands still sees that something came to lie, though a photo hardly shows it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.reading import EMPTY, HIDDEN, Seen
from tests.vision.seen.row_of_places import AT_MM, PLACES, chance, cores, reading, white
from vision.seen.changes import DEFAULTS, Changes, likelier
from vision.seen.photo_reading import Cores

NEXT_TO_IT = np.where(np.arange(40) == 1, 30.0, AT_MM[:, 0])


def after_rest(*before: Cores) -> Changes:
    """The changes since a board at rest on which nothing lay."""
    changes = Changes()
    for one in before or (cores(1),):
        changes.begin_rest()
        changes.weighed(reading(), one)
    changes.begin_rest()
    return changes


@pytest.mark.parametrize(
    ("now", "likely"),
    [
        pytest.param(cores(2, a0=10), True, id="it looks different"),
        pytest.param(cores(2), False, id="it looks as before"),
        pytest.param(cores(2, brighter=1.2), False, id="the light is brighter everywhere"),
        pytest.param(cores(2, brighter=1.2, a0=10), True, id="both"),
        pytest.param(
            cores(2, 1.0, AT_MM, **{f"a{n}": 10.0 for n in range(30)}),
            False,
            id="most of the board changed",
        ),
    ],
)
def test_a_faint_piece_is_likelier_where_the_picture_changed(now: Cores, *, likely: bool) -> None:
    read = after_rest().weighed(reading(a0=white(0.1)), now)

    assert (chance(read) > 0.8) is likely
    assert likely or chance(read) == pytest.approx(0.1)


def test_what_came_stays_likely_while_it_lies_there() -> None:
    changes = after_rest()
    for seed in range(2, 6):
        read = changes.weighed(reading(a0=white(0.1)), cores(seed, a0=10))
        changes.begin_rest()
        assert chance(read) > 0.8

    read = changes.weighed(reading(), cores(6, brighter=1.5, a0=15))
    assert 0.1 < chance(read) < 0.5, "in another light it is read as empty"
    changes.begin_rest()
    changes.weighed(reading(a0=white(0.1)), cores(6, a0=10))
    changes.begin_rest()
    assert chance(changes.weighed(reading(), cores(7))) == 0.0, "it was taken off"
    changes.begin_rest()
    assert chance(changes.weighed(reading(a0=white(0.1)), cores(8))) == pytest.approx(0.1)


HAND = Seen(HIDDEN, 0.9, ((HIDDEN, 0.9), ("white", 0.1)))


@pytest.mark.parametrize(
    ("before", "brighter", "after", "likely"),
    [
        pytest.param(EMPTY, 1.0, 10, True, id="it was laid under the hand"),
        pytest.param(EMPTY, 1.2, 10, True, id="and the light is brighter"),
        pytest.param(EMPTY, 1.0, 0, False, id="the hand left nothing"),
        pytest.param("white", 1.0, 10, False, id="it lay there before"),
        pytest.param(HIDDEN, 1.0, 10, False, id="the hand was there from the first"),
    ],
)
def test_what_a_hand_hid_is_compared_with_what_was_seen_before(
    before: str, brighter: float, after: int, *, likely: bool
) -> None:
    first = {EMPTY: white(0.001), "white": white(0.9), HIDDEN: HAND}[before]
    changes = Changes()
    looks = [(first, cores(1)), (HAND, cores(2, brighter, a0=70)), (HAND, cores(3, a0=60))]
    for seen, look in looks:
        changes.weighed(reading(a0=seen), look)
        changes.begin_rest()

    read = changes.weighed(reading(a0=white(0.1)), cores(4, brighter, a0=after))

    assert (chance(read) > 0.8) is likely
    assert likely or chance(read) == pytest.approx(0.1)


def test_what_a_hand_hid_in_another_light_is_not_compared() -> None:
    changes = after_rest()
    dusk = {f"a{number}": -30.0 for number in range(1, 40, 2)}
    for seed in (2, 3):
        changes.weighed(reading(a0=HAND), cores(seed, 1.0, AT_MM, a0=70.0, **dusk))
        changes.begin_rest()

    read = changes.weighed(reading(a0=white(0.1)), cores(4, 1.0, AT_MM, a0=-30.0, **dusk))

    assert chance(read) == pytest.approx(0.1)


def test_nothing_is_compared_across_a_move_of_the_camera() -> None:
    changes = after_rest()
    changes.forget_looks()

    assert chance(changes.weighed(reading(a0=white(0.1)), cores(2, a0=10))) == pytest.approx(0.1)


def test_the_shadow_beside_a_new_stick_is_no_stick() -> None:
    changes = after_rest()
    at_mm = np.column_stack([NEXT_TO_IT, np.zeros(40)])
    now = cores(2, at_mm=at_mm, a0=30, a1=30)
    read = changes.weighed(reading(a0=white(0.985), a1=white(0.1)), now)

    assert chance(read, 0) > 0.98
    assert chance(read, 1) == pytest.approx(0.1)


def test_a_piece_that_lay_before_takes_nothing_from_a_new_one_beside_it() -> None:
    changes = Changes()
    at_mm = np.column_stack([NEXT_TO_IT, np.zeros(40)])
    changes.weighed(reading(a0=white(0.99)), cores(1, at_mm=at_mm))
    changes.begin_rest()
    now = cores(2, at_mm=at_mm, a0=30, a1=30)
    read = changes.weighed(reading(a0=white(0.99), a1=white(0.1)), now)

    assert chance(read, 1) > 0.8


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(Seen(HIDDEN, 0.9, ((HIDDEN, 0.9), ("white", 0.1))), id="hidden"),
        pytest.param(Seen(EMPTY, 0.999, ((EMPTY, 0.999),)), id="surely empty"),
    ],
)
def test_what_shows_no_piece_stays_as_it_was_seen(seen: Seen) -> None:
    read = after_rest().weighed(reading(a0=seen), cores(2, a0=30))

    assert read.spaces[PLACES[0]] == seen


def test_odds_count_for_all_kinds_of_pieces_alike() -> None:
    seen = Seen(EMPTY, 0.8, ((EMPTY, 0.8), ("white", 0.15), ("red", 0.05)))
    share = dict(likelier(seen, 8.0, "white").likely)

    assert share["white"] / share[EMPTY] == pytest.approx(8 * 0.15 / 0.8)
    assert share["white"] / share["red"] == pytest.approx(3)
    assert sum(share.values()) == pytest.approx(1)


def test_without_pictures_of_the_places_the_reading_stands() -> None:
    seen = reading(a0=white(0.3))

    assert Changes(replace(DEFAULTS, odds=1000.0)).weighed(seen, None) is seen
