"""Patches drawn by the batch: what they promise of what lies on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.alignment.patches import (  # noqa: E402
    MARKER_REACH,
    MARKER_SHAPE,
    STICK_SHAPE,
)
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE  # noqa: E402
from vision.training.dataset.material import prints_of  # noqa: E402
from vision.training.dataset.patch_set import UNKNOWN  # noqa: E402
from vision.training.drawn import stick_patches  # noqa: E402
from vision.training.drawn.bodies import Lamp, Make, lay, shade_of  # noqa: E402
from vision.training.drawn.faces import Faces  # noqa: E402
from vision.training.drawn.grid import Grid  # noqa: E402
from vision.training.drawn.grounds import Grounds  # noqa: E402
from vision.training.drawn.slot_patches import SlotBatch, slot_batch  # noqa: E402
from vision.training.drawn.spaces import SpacePrint  # noqa: E402
from vision.training.drawn.stick_patches import StickBatch, stick_batch  # noqa: E402

N = 300


@pytest.fixture(scope="module")
def grounds() -> Grounds:
    return Grounds(prints_of(range(2)))


@pytest.fixture(scope="module")
def sticks(grounds: Grounds) -> StickBatch:
    torch.manual_seed(5)
    return stick_batch(N, grounds)


@pytest.fixture(scope="module")
def slots(grounds: Grounds) -> SlotBatch:
    torch.manual_seed(5)
    return slot_batch(N, grounds)


@pytest.mark.parametrize("draw", [stick_batch, slot_batch])
def test_a_seed_draws_the_same_patches_again(draw, grounds: Grounds) -> None:  # type: ignore[no-untyped-def]
    drawn = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        drawn.append(draw(8, grounds))

    assert torch.equal(drawn[0].patches, drawn[1].patches)
    assert torch.equal(drawn[0].states, drawn[1].states)
    assert not torch.equal(drawn[0].patches, drawn[2].patches)


def test_patches_have_the_shapes_and_ranges_that_the_networks_take(
    sticks: StickBatch, slots: SlotBatch
) -> None:
    assert sticks.patches.shape == (N, 9, *STICK_SHAPE)
    assert slots.patches.shape == (N, 7, *MARKER_SHAPE)
    for batch in (sticks, slots):
        tones, neighbours = batch.patches[:, :6], batch.patches[:, 6]
        assert -0.21 < float(tones.min()) < float(tones.max()) < 1.61
        assert set(neighbours.unique().tolist()) == {0.0, 1.0}
        assert set(batch.states.tolist()) == {CLASS_EMPTY, CLASS_PIECE, CLASS_HIDDEN, UNKNOWN}


def test_a_stick_is_seen_where_its_top_is_said_to_be(sticks: StickBatch) -> None:
    off = (sticks.patches[:, :3] - sticks.patches[:, 3:6]).abs().mean(1)
    off = torch.nn.functional.avg_pool2d(off, 2)
    laid = (sticks.states == CLASS_PIECE) & (sticks.tops.sum((1, 2)) > 6)
    on_top = (off * sticks.tops).sum((1, 2)) / sticks.tops.sum((1, 2)).clamp(min=1e-6)
    bare = off[sticks.states == CLASS_EMPTY][:, 4:8, 4:12].mean((1, 2))

    assert laid.sum() > N / 4
    assert float(on_top[laid].median()) > 2 * float(bare.median())
    assert not sticks.tops[sticks.states == CLASS_EMPTY].any()


def test_a_ship_before_the_lamp_leaves_a_part_of_most_sticks_in_the_light(
    grounds: Grounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(stick_patches, "SHADING", share)
        torch.manual_seed(5)
        batch = stick_batch(N, grounds)
        lit.append(torch.where(batch.states == CLASS_PIECE, batch.tops.sum((1, 2)), 0))
    plain, shaded = lit
    left = (shaded / plain)[(plain > 6) & (shaded > 0)]

    assert len(left) > N / 4
    assert 0.2 < float(left.median()) < 0.8
    assert float((left < 0.5).float().mean()) > 0.3


def test_a_groove_lies_within_the_edge_of_a_top_and_nowhere_else() -> None:
    grid = Grid.reaching((48, 64), torch.tensor([16.0]), torch.tensor([12.0]))
    lamp = Lamp(torch.zeros(1, 2), torch.zeros(1, 2), torch.zeros(1), torch.zeros(1))
    torch.manual_seed(4)
    plain = Make.by_lot(torch.tensor([20.0]), torch.tensor([8.0]))
    shown, tops = [], torch.zeros(0)
    for make in (plain, replace(plain, groove=torch.tensor([0.3]))):
        torch.manual_seed(4)
        at, there = torch.zeros(1, 3), torch.tensor([True])
        below, paint = torch.zeros(1, 3, 48, 64), torch.full((1, 3), 0.5)
        picture, tops = lay(grid, below, at, there, paint, make, lamp)
        shown.append(picture)
    differs = (shown[1] - shown[0]).abs().sum(1) > 1e-6

    assert differs.any()
    assert not differs[tops < 1].any()
    assert 0.1 < float(differs.sum() / (tops > 0).sum()) < 0.5


def test_boxes_are_full_and_about_as_large_as_a_piece_and_no_other_print_changes() -> None:
    torch.manual_seed(3)
    length, width = torch.full((N,), 20.0), torch.full((N,), 6.0)
    these = torch.arange(N) % 2 == 0
    any_print = SpacePrint.by_lot(length, width)

    boxes = any_print.boxes(these, length, width)

    over = boxes.size_mm[these] / torch.tensor([20.0, 6.0])
    assert 0.9 < float(over.min()) < float(over.max()) < 1.2
    assert float(boxes.fill_strength[these].min()) >= 0.8
    assert torch.equal(boxes.size_mm[~these], any_print.size_mm[~these])
    assert torch.equal(boxes.fill_strength[~these], any_print.fill_strength[~these])


def test_a_marker_lies_where_its_offset_says(slots: SlotBatch) -> None:
    reach = torch.full((N,), MARKER_REACH)
    grid = Grid.reaching(MARKER_SHAPE, reach, reach)
    at = torch.cat([slots.offsets, torch.zeros(N, 1)], 1)
    disc = grid.disc(at, torch.full((N,), 0.35))
    off = (slots.patches[:, :3] - slots.patches[:, 3:6]).abs().mean(1)
    on_disc = (off * disc).sum((1, 2)) / disc.sum((1, 2))

    laid = slots.states == CLASS_PIECE
    assert float(on_disc[laid].median()) > 2 * float(on_disc[slots.states == CLASS_EMPTY].median())


def test_the_faces_of_a_set_have_their_paper_and_rim_in_common() -> None:
    torch.manual_seed(2)
    faces = Faces.by_lot(12, sets=3)

    for part in (faces.paper, faces.rim, faces.rim_at):
        assert torch.equal(part[:4], part[:1].expand_as(part[:4]))
    assert len(faces.paper.unique(dim=0)) == 3


def test_a_box_covers_what_lies_within_it() -> None:
    one = torch.ones(1)
    grid = Grid.reaching((20, 40), 20 * one, 10 * one)
    at = torch.tensor([[5.0, -2.0, 0.0]])

    cover = grid.box(at, torch.tensor([[10.0, 4.0]]))

    assert float(cover.sum()) == pytest.approx(40.0, rel=0.02)
    rows, columns = torch.nonzero(cover[0] > 0.5, as_tuple=True)
    assert (rows.min(), rows.max()) == (6, 9)
    assert (columns.min(), columns.max()) == (20, 29)


@pytest.mark.parametrize(("level", "reach_mm"), [(0.0, 8.0), (0.5, 4.0), (1.5, 0.0)])
def test_a_shadow_falls_less_far_on_what_is_higher(level: float, reach_mm: float) -> None:
    grid = Grid.reaching((48, 48), torch.tensor([24.0]), torch.tensor([24.0]))
    lamp = Lamp(torch.zeros(1, 2), torch.tensor([[8.0, 0.0]]), torch.ones(1), torch.zeros(1))
    box = Make.by_lot(torch.tensor([6.0]), torch.tensor([6.0]))
    box = replace(
        box,
        size_mm=torch.tensor([[6.0, 6.0]]),
        rise=torch.tensor([1.0]),
        corner_mm=torch.zeros(1),
    )

    shade = shade_of(grid, torch.zeros(1, 3), torch.tensor([True]), box, lamp, level)

    assert float(grid.along[shade > 0.5].max()) == pytest.approx(3.0 + reach_mm, abs=0.6)
