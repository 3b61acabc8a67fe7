"""What the networks are shown: patches of tables, with cameras and labels from the truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.reading import EMPTY, HIDDEN
from vision.alignment.patches import MARKER_SHAPE, STICK_SHAPE
from vision.photometry.colours import usual_palette
from vision.routes.networks import (
    CLASS_EMPTY,
    CLASS_HIDDEN,
    CLASS_PIECE,
    look_at_slots,
    look_at_sticks,
)
from vision.simulator import invent_board
from vision.training.dataset.patch_set import (
    NO_KIND,
    UNKNOWN,
    FramePatches,
    patches_of,
    states_of,
)
from vision.training.dataset.tables import Table, TrueFrame, drawn_table, folder_table

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"


@pytest.fixture(scope="module")
def table() -> Table:
    return folder_table(SMOKE)


@pytest.fixture(scope="module")
def cuts(table: Table) -> list[FramePatches]:
    return list(patches_of(table))


def test_every_frame_is_cut(cuts: list[FramePatches]) -> None:
    assert len(cuts) == 3


def test_patches_have_the_shapes_and_ranges_that_the_networks_take(
    table: Table, cuts: list[FramePatches]
) -> None:
    for cut in cuts:
        assert cut.sticks is not None
        assert cut.slots is not None
        spaces, slots = len(table.board.spaces), len(table.board.slots)
        assert cut.sticks.channels.shape == (spaces, 9, *STICK_SHAPE)
        assert cut.slots.channels.shape == (slots, 7, *MARKER_SHAPE)
        for channels in (cut.sticks.channels, cut.slots.channels):
            tones, neighbours = channels[:, :6].astype(float), channels[:, 6]
            assert -0.21 < tones.min() < tones.max() < 1.61
            assert set(np.unique(neighbours)) <= {0, 1}


def test_labels_are_the_truths(table: Table, cuts: list[FramePatches]) -> None:
    assert table.board.stick is not None
    kinds = usual_palette(table.board.stick.kinds).kinds
    for frame, cut in zip(table.frames(), cuts, strict=True):
        assert cut.sticks is not None
        sticks = cut.sticks
        rows = zip(table.board.spaces, sticks.states, sticks.kinds, strict=True)
        for space, state, kind in rows:
            piece = frame.pieces[space]
            if space in frame.unclear:
                assert (state, kind) == (UNKNOWN, NO_KIND)
            elif piece in (EMPTY, HIDDEN):
                assert (state, kind) == ({EMPTY: CLASS_EMPTY}.get(piece, CLASS_HIDDEN), NO_KIND)
            else:
                assert (state, kinds[kind]) == (CLASS_PIECE, piece)


def test_the_shipped_networks_tell_nearly_all_that_is_in_plain_sight(
    cuts: list[FramePatches],
) -> None:
    for cut in cuts:
        assert cut.sticks is not None
        assert cut.slots is not None
        for part, (said, _) in (
            (cut.sticks, look_at_sticks(cut.sticks.channels.astype(np.float32))),
            (cut.slots, look_at_slots(cut.slots.channels.astype(np.float32))),
        ):
            plain = (part.states != UNKNOWN) & (part.states != CLASS_HIDDEN)
            assert (said.argmax(axis=1) == part.states)[plain].mean() > 0.95


def test_markers_found_beside_their_slots_are_where_the_network_sees_them(
    cuts: list[FramePatches],
) -> None:
    misses = []
    for cut in cuts:
        assert cut.slots is not None
        _, told = look_at_slots(cut.slots.channels.astype(np.float32))
        known = ~np.isnan(cut.slots.offsets).any(axis=1)
        misses.extend(np.hypot(*(told - cut.slots.offsets)[known].T))

    assert len(misses) > 20
    assert np.median(misses) < 0.2


def test_a_board_without_slots_has_none_to_learn() -> None:
    seed = next(seed for seed in range(40) if not invent_board(seed).slots)
    bare = drawn_table(seed, frames=1)

    [cut] = patches_of(bare)

    assert cut.sticks is not None
    assert cut.slots is None


def test_places_the_truth_does_not_name_teach_nothing(table: Table) -> None:
    frame: TrueFrame = next(iter(table.frames()))

    assert states_of(["no/such/place"], frame).tolist() == [UNKNOWN]
