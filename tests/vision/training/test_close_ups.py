"""Markers drawn beside their art: what the face network learns from."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.routes.marker_art import DISC_PX, MARGIN, SIDE  # noqa: E402
from vision.routes.told_by_art import CHANNELS  # noqa: E402
from vision.training.dataset.marker_faces import MarkerFaces  # noqa: E402
from vision.training.drawn.close_ups import KINDS, CloseUps, close_ups  # noqa: E402
from vision.training.drawn.faces import Faces  # noqa: E402
from vision.training.drawn.grounds import Grounds  # noqa: E402
from vision.training.face_lessons import Shelf, album, pairs_of  # noqa: E402

N = 120
WHOLE = SIDE + 2 * MARGIN


@pytest.fixture(scope="module")
def drawn() -> CloseUps:
    torch.manual_seed(4)
    return close_ups(N, Grounds([]))


def test_close_ups_have_the_shapes_that_the_reader_cuts(drawn: CloseUps) -> None:
    assert drawn.seen.shape == (N, 3, WHOLE, WHOLE)
    assert drawn.clipped.shape == (N, 1, WHOLE, WHOLE)
    assert drawn.discs.shape == (N, KINDS, 3, DISC_PX, DISC_PX)
    assert drawn.seen.isfinite().all()
    assert set(drawn.clipped.unique().tolist()) == {0.0, 1.0}
    assert set(drawn.kinds.tolist()) == set(range(KINDS))


def test_a_marker_looks_most_like_its_own_art(drawn: CloseUps) -> None:
    likest = pairs_of(drawn)[:, :, 8, 0, 0].argmax(axis=1)

    fine = drawn.px.numpy() > 9
    assert (likest == drawn.kinds.numpy())[fine].mean() > 0.6


def test_a_shelf_keeps_what_was_drawn_last_with_its_kind(drawn: CloseUps) -> None:
    shelf = Shelf(room=50)

    shelf.add(drawn)
    shown, kinds = shelf.by_lot(80)

    last = torch.from_numpy(pairs_of(drawn)[-50:].astype(np.float16).astype(np.float32))
    assert shown.shape == (80, KINDS, CHANNELS, SIDE, SIDE)
    for pair, kind in zip(shown, kinds, strict=True):
        same = (last == pair).flatten(1).all(1)
        assert drawn.kinds[-50:][same].tolist() == [int(kind)]


def test_an_album_shows_markers_of_boards_with_as_many_kinds_as_are_drawn() -> None:
    few, fit = (
        MarkerFaces(
            "table", np.full((3, kinds, CHANNELS, SIDE, SIDE), kinds, np.float16), np.arange(3)
        )
        for kinds in (KINDS - 1, KINDS)
    )

    shown, kinds = album([few, fit]).by_lot(50)

    assert (shown == KINDS).all()
    assert set(kinds.tolist()) == {0, 1, 2}
    assert len(album([few])) == 0
    assert not len(album([few]).by_lot(0)[1])


def test_small_flags_have_paper_around_them() -> None:
    torch.manual_seed(1)
    faces = Faces.by_lot(40, 8)
    flags = faces.in_flags(1.0, 8)
    corner = torch.full((40, 1, 1), 0.68)

    told = flags.at(corner, corner, torch.full((40, 1, 1), 0.01))

    within = (faces.rim_at - 0.962).abs() > faces.rim_width + 0.01
    assert torch.allclose(told[within, :, 0, 0], faces.paper[within])
    assert (flags.field[0::5] == flags.field[4::5]).all()
