"""The networks answer for each patch alone, however many are shown and however they are turned."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.arrays import Tones
from vision.picture.networks import softmax
from vision.routes.networks import (
    AT_ONCE,
    LOOKED_ONCE,
    VIEW_ACROSS,
    VIEW_ALONG,
    flipped,
    look_at_faces,
    look_at_slots,
    look_at_sticks,
)

MANY = 2 * AT_ONCE + 3


@pytest.mark.parametrize(
    ("look", "shape"), [(look_at_sticks, (9, 24, 32)), (look_at_slots, (7, 24, 24))]
)
def test_a_patch_among_many_is_told_as_it_is_alone(look: object, shape: tuple[int, ...]) -> None:
    patches = np.random.default_rng(2).random((MANY, *shape)).astype(np.float32)

    together = look(patches)  # type: ignore[operator]

    for row in (0, AT_ONCE - 1, AT_ONCE, MANY - 1):
        alone = look(patches[row : row + 1])  # type: ignore[operator]
        for all_, one in zip(together, alone, strict=True):
            assert len(all_) == MANY
            assert all_[row] == pytest.approx(one[0], abs=1e-5)


MIRRORED = [(True, False), (False, True), (True, True)]


def first_doubted(classes: Tones) -> int:
    """A patch that is told with doubt."""
    doubted = np.flatnonzero(classes.max(axis=1) < LOOKED_ONCE)
    assert len(doubted), "the lots show nothing doubtful"
    return int(doubted[0])


@pytest.mark.parametrize(("along", "across"), MIRRORED)
def test_a_doubtful_space_is_told_the_same_when_it_is_mirrored(along: bool, across: bool) -> None:
    patches = np.random.default_rng(3).random((MANY, 9, 24, 32)).astype(np.float32) * 0.3
    turned = flipped(patches, along, across).copy()
    turned[:, VIEW_ALONG] *= -1 if along else 1
    turned[:, VIEW_ACROSS] *= -1 if across else 1

    classes, focus = look_at_sticks(patches)
    again, there = look_at_sticks(turned)

    row = first_doubted(classes)
    assert again[row] == pytest.approx(classes[row], abs=1e-4)
    assert flipped(there[row], along, across) == pytest.approx(focus[row], abs=1e-4)


@pytest.mark.parametrize(("along", "across"), MIRRORED)
def test_a_doubtful_slot_is_told_the_same_when_it_is_mirrored(along: bool, across: bool) -> None:
    patches = np.random.default_rng(3).random((MANY, 7, 24, 24)).astype(np.float32) * 0.3

    classes, offset = look_at_slots(patches)
    again, there = look_at_slots(flipped(patches, along, across))

    row = first_doubted(classes)
    signs = [-1 if along else 1, -1 if across else 1]
    assert again[row] == pytest.approx(classes[row], abs=1e-4)
    assert there[row] * signs == pytest.approx(offset[row], abs=1e-4)


@pytest.mark.parametrize(("along", "across"), MIRRORED)
def test_a_doubtful_marker_is_told_the_same_when_it_is_mirrored(along: bool, across: bool) -> None:
    pairs = np.random.default_rng(3).random((MANY, 2, 9, 16, 16)).astype(np.float32) * 0.3
    pairs[:, :, 7:] = 0  # As many pixels as usual, and both kinds as alike.

    told = look_at_faces(pairs)
    again = look_at_faces(flipped(pairs, along, across))

    row = first_doubted(softmax(told))
    assert again[row] == pytest.approx(told[row], abs=1e-3)


def test_a_marker_among_many_is_told_as_it_is_alone() -> None:
    pairs = np.random.default_rng(2).random((MANY, 3, 9, 16, 16)).astype(np.float32)

    together = look_at_faces(pairs)

    for row in (0, MANY - 1):
        assert together[row] == pytest.approx(look_at_faces(pairs[row : row + 1])[0], abs=1e-4)
