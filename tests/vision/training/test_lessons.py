"""What the networks are taught with: other light, and losses."""

from __future__ import annotations

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.routes.networks import CLASS_EMPTY, CLASS_PIECE  # noqa: E402
from vision.training import augmentation  # noqa: E402
from vision.training.dataset.metrics import Figures  # noqa: E402
from vision.training.dataset.patch_set import FramePatches, StickPatches  # noqa: E402
from vision.training.drawn import optics  # noqa: E402
from vision.training.stick_lessons import (  # noqa: E402
    focus_loss,
    measure_sticks,
    nearest_own,
)


def test_other_light_leaves_neighbours_and_view_alone() -> None:
    torch.manual_seed(0)
    patches = torch.rand(8, 9, 24, 32)

    relit = augmentation.relit(patches)

    assert torch.equal(relit[:, 6:], patches[:, 6:])
    assert not torch.equal(relit[:, :6], patches[:, :6])
    assert relit.isfinite().all()


def test_in_glare_less_is_left_of_what_differs() -> None:
    torch.manual_seed(0)
    seen = torch.full((40, 3, 24, 32), 0.3)
    seen[:, :, 10:14, 8:24] = 0.5

    lit, _ = optics.in_glare(seen, seen, 0.3)

    dash, beside = lit[:, :, 10:14, 8:24].mean((1, 2, 3)), lit[:, :, 4:8, 8:24].mean((1, 2, 3))
    glares = (lit != seen).flatten(1).any(1)
    assert 5 < glares.sum() < 25
    assert (dash / beside)[glares].max() < 0.5 / 0.3
    assert torch.equal(lit[~glares], seen[~glares])


def test_a_board_that_mirrors_a_lamp_is_paler_and_often_up_to_a_fold_alone() -> None:
    torch.manual_seed(0)
    print_ = torch.full((200, 3, 24, 32), 0.4)

    lit = optics.mirroring(print_, 0.5)

    gain = (lit - print_).amax(1)
    mirrors = gain.flatten(1).amax(1) > 0.05
    assert 50 < mirrors.sum() < 120
    assert (gain[mirrors].mean((1, 2)) > 0).all()
    assert gain[~mirrors].abs().max() <= 0.06
    up_to_a_fold = (gain[mirrors] < 0.02).float().mean((1, 2))
    assert 0.2 < (up_to_a_fold > 0.1).float().mean() < 0.6
    assert (up_to_a_fold == 0).any()


def test_of_a_reference_photo_in_glare_only_some_patches_are_too_pale() -> None:
    torch.manual_seed(0)
    expected = torch.rand(200, 3, 24, 32)

    told = optics.printed_in_glare(expected, 0.3)

    same = (told == expected).flatten(1).all(1)
    assert 110 < same.sum() < 170
    assert told.isfinite().all()
    spread = told.flatten(1).std(1) / told.flatten(1).mean(1)
    plain = expected.flatten(1).std(1) / expected.flatten(1).mean(1)
    assert (spread < plain)[~same].float().mean() > 0.7


@pytest.mark.parametrize("soft", [0.0, 0.3, 0.8])
def test_near_its_white_a_camera_draws_tones_together(soft: float) -> None:
    tones = torch.linspace(0, 3, 301)

    shown = optics.near_white(tones, torch.tensor(1.2), torch.tensor(soft))

    below = tones < 1.19 * (1 - soft)
    assert torch.equal(shown[below], tones[below])
    assert shown.max() <= 1.2 + 1e-6
    steps = shown.diff()
    assert (steps >= 0).all()
    assert (steps[120:140] > 0).all() == (soft > 0)


@pytest.mark.parametrize("seed", range(8))
def test_mirrored_markers_lie_where_their_offsets_say(seed: int) -> None:
    torch.manual_seed(seed)
    patches = torch.zeros(1, 7, 24, 24)
    patches[0, 0, 4, 19] = 1  # One bright sample, right of the middle and above it.
    step = 2 * 1.3 / 24
    offsets = torch.tensor([[7.5 * step, -7.5 * step]])

    mirrored, moved = augmentation.mirrored_slots(patches, offsets)

    row, column = divmod(int(mirrored[0, 0].argmax()), 24)
    assert torch.allclose(moved[0] / step, torch.tensor([column - 11.5, row - 11.5]))


@pytest.mark.parametrize("seed", range(8))
def test_mirrored_sticks_take_their_view_with_them(seed: int) -> None:
    torch.manual_seed(seed)
    patches = torch.zeros(1, 9, 24, 32)
    patches[0, 0, :12, :16] = 1
    patches[0, 7], patches[0, 8] = 0.3, 0.2

    mirrored = augmentation.mirrored_sticks(patches)

    along = 1 if mirrored[0, 0, :, :16].any() else -1
    across = 1 if mirrored[0, 0, :12].any() else -1
    assert math.isclose(float(mirrored[0, 7].mean()), 0.3 * along, rel_tol=1e-5)
    assert math.isclose(float(mirrored[0, 8].mean()), 0.2 * across, rel_tol=1e-5)


def test_blur_keeps_the_mean_and_takes_the_contrast() -> None:
    torch.manual_seed(0)
    picture = torch.rand(2, 3, 24, 24)

    blurred = augmentation.blurred(picture, 1.5)

    assert blurred.shape == picture.shape
    assert math.isclose(float(blurred.mean()), float(picture.mean()), abs_tol=0.02)
    assert blurred.std() < 0.5 * picture.std()


APART = torch.tensor([[0.1, 0.1, 0.9], [0.12, 0.1, 0.88], [0.9, 0.1, 0.1], [0.88, 0.1, 0.12]])


def test_a_stick_is_told_by_the_others_of_its_kind() -> None:
    right = nearest_own(APART.numpy(), np.array([0, 0, 1, 1]))
    wrong = nearest_own(APART.numpy(), np.array([0, 1, 0, 1]))

    assert right.tolist() == [True] * 4
    assert not wrong.any()


def test_a_focus_on_the_top_costs_less_than_one_beside_it() -> None:
    tops = torch.zeros(2, 12, 16)
    tops[:, 5:7, 4:12] = 1.0
    right = torch.where(tops > 0, 4.0, -4.0)[:, None]
    states = torch.tensor([CLASS_PIECE, CLASS_PIECE])

    beside = focus_loss(right.roll(4, 2), tops, states)

    assert float(focus_loss(right, tops, states)) < 0.05 < 1.0 < float(beside)


def test_an_empty_space_teaches_no_focus() -> None:
    tops = torch.ones(1, 12, 16)

    assert float(focus_loss(torch.randn(1, 1, 12, 16), tops, torch.tensor([CLASS_EMPTY]))) == 0


def test_the_colour_of_a_stick_is_measured_where_the_reader_takes_it() -> None:
    """All see the same shadow about them, and so does the focus: their middles differ."""
    kinds, tones = np.array([0, 0, 1, 1]), np.array([0.9, 0.8, 0.5, 0.4], np.float32)
    channels = np.full((4, 9, 24, 32), 0.2, np.float32)
    channels[:, :3, 10:14, 9:23] = tones[:, None, None, None]
    focus = torch.full((4, 1, 12, 16), -20.0)
    focus[:, :, 4:8, 4:12] = 0.0
    focus[:, :, 5:7, 4:12] = -20.0
    frame = FramePatches("it", StickPatches(channels, np.full(4, CLASS_PIECE), kinds), None)
    figures = Figures()

    measure_sticks(lambda _: (torch.zeros(4, 3), focus), [frame], figures)

    assert figures.share("sticks told by colour") == 1
