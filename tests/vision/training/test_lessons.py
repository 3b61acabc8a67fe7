"""What the networks are taught with: drawn pieces, other light, and losses."""

from __future__ import annotations

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.marker_art import MARGIN, SIDE, TURNS, best_matches  # noqa: E402
from vision.networks import EMPTY, HIDDEN, PIECE  # noqa: E402
from vision.training import laid_markers, laid_ships, laid_sticks, lit  # noqa: E402
from vision.training.match_lessons import of_another_art  # noqa: E402
from vision.training.patch_set import FAR_MM, NO_KIND, UNKNOWN, CloseUps  # noqa: E402
from vision.training.stick_lessons import colour_loss, nearest_own  # noqa: E402

STICK_MM = (20.0, 5.0, 5.0)
N = 60


def spaces() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Grey patches of N spaces, a third of them not empty, with one neighbour beside each."""
    patches = torch.full((N, 9, 24, 32), 0.6)
    patches[:, 6:] = 0
    states = torch.tensor([EMPTY, EMPTY, EMPTY, EMPTY, PIECE, HIDDEN]).repeat(N // 6)
    beside = torch.full((N, 3, 3), FAR_MM)
    beside[:, 0] = torch.tensor([0.0, 12.0, 0.0])
    return patches, states, beside


def slots() -> tuple[torch.Tensor, torch.Tensor]:
    patches = torch.full((N, 7, 24, 24), 0.6)
    return patches, torch.tensor([EMPTY, EMPTY, EMPTY, EMPTY, PIECE, HIDDEN]).repeat(N // 6)


def lay_sticks(seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(seed)
    patches, states, beside = spaces()
    return laid_sticks.lay_sticks(patches, states, beside, STICK_MM, 0.8)


def lay_markers(seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(seed)
    return laid_markers.lay_markers(*slots(), None, [], 0.08)


@pytest.mark.parametrize("lay", [lay_sticks, lay_markers])
def test_a_seed_lays_the_same_pieces_again(lay) -> None:  # type: ignore[no-untyped-def]
    first, again, other = lay(1), lay(1), lay(2)

    assert torch.equal(first[0], again[0])
    assert torch.equal(first[1], again[1])
    assert not torch.equal(first[0], other[0])


@pytest.mark.parametrize("seed", range(6))
def test_sticks_are_laid_only_where_nothing_lay(seed: int) -> None:
    before = spaces()[1]

    patches, states, kinds = lay_sticks(seed)

    assert torch.equal(states[before != EMPTY], before[before != EMPTY])
    laid = (states == PIECE) & (before == EMPTY)
    assert laid.any()
    assert (laid | (kinds == NO_KIND)).all(), "only a laid stick has a kind"
    assert (kinds[laid] != NO_KIND).any()
    assert patches.shape == spaces()[0].shape
    assert 0 <= float(patches[:, :3].min()) <= float(patches[:, :3].max()) <= 1.6


@pytest.mark.parametrize("seed", range(6))
def test_a_laid_stick_changes_the_picture_where_its_space_is(seed: int) -> None:
    before = spaces()[1]

    patches, states, _ = lay_sticks(seed)

    off = (patches[:, :3] - patches[:, 3:6]).abs()[:, :, 9:15, 8:24].mean((1, 2, 3))
    laid = (states == PIECE) & (before == EMPTY)
    assert off[laid].median() > 2 * off[before != EMPTY].median()


def test_some_sticks_lie_on_dashes_of_their_own_colour() -> None:
    torch.manual_seed(3)
    patches, states, beside = spaces()
    patches[:, 0:6] = torch.tensor([0.7, 0.3, 0.1, 0.7, 0.3, 0.1])[:, None, None]

    laid, after, kinds = laid_sticks.lay_sticks(patches, states, beside, STICK_MM, 0.8)

    own = (after == PIECE) & (states == EMPTY) & (kinds == NO_KIND)
    tones = laid[own, :3, 11:13, 14:18].mean((2, 3))
    blue_first = (tones[:, 0] > tones[:, 1]) & (tones[:, 1] > tones[:, 2])
    assert own.sum() > 3
    assert blue_first.float().mean() > 0.6


@pytest.mark.parametrize("seed", range(6))
def test_a_laid_marker_lies_where_it_is_said_to(seed: int) -> None:
    patches, states, offsets = lay_markers(seed)

    before = slots()[1]
    laid = (states == PIECE) & (before == EMPTY)
    assert torch.equal(laid, ~offsets.isnan().any(1))
    assert float(offsets[laid].norm(dim=1).max()) <= laid_markers.FURTHEST + 1e-6
    x, y = laid_markers.samples_of((24, 24), 1.3)
    for patch, (dx, dy) in zip(patches[laid], offsets[laid], strict=True):
        on = torch.hypot(x - dx, y - dy) < 0.4
        ink = patch[:3, on].std(dim=1) + (patch[:3, on].mean(dim=1) - 0.6).abs()
        assert float(ink.max()) > 0.02


@pytest.mark.parametrize(
    ("share", "state"), [(0.1, EMPTY), (0.5, UNKNOWN), (0.9, HIDDEN)], ids=["some", "half", "all"]
)
def test_what_an_arm_covers_is_hidden_or_left_out(share: float, state: int) -> None:
    states = laid_sticks.states_under(
        torch.tensor([EMPTY, EMPTY]), torch.tensor([True, False]), torch.tensor([share, share])
    )

    assert states.tolist() == [state, EMPTY]


def test_other_light_leaves_neighbours_and_view_alone() -> None:
    torch.manual_seed(0)
    patches = torch.rand(8, 9, 24, 32)

    relit = lit.relit(patches)

    assert torch.equal(relit[:, 6:], patches[:, 6:])
    assert not torch.equal(relit[:, :6], patches[:, :6])
    assert relit.isfinite().all()


@pytest.mark.parametrize("seed", range(8))
def test_mirrored_markers_lie_where_their_offsets_say(seed: int) -> None:
    torch.manual_seed(seed)
    patches = torch.zeros(1, 7, 24, 24)
    patches[0, 0, 4, 19] = 1  # One bright sample, right of the middle and above it.
    step = 2 * 1.3 / 24
    offsets = torch.tensor([[7.5 * step, -7.5 * step]])

    mirrored, moved = lit.mirrored_slots(patches, offsets)

    row, column = divmod(int(mirrored[0, 0].argmax()), 24)
    assert torch.allclose(moved[0] / step, torch.tensor([column - 11.5, row - 11.5]))


@pytest.mark.parametrize("seed", range(8))
def test_mirrored_sticks_take_their_view_with_them(seed: int) -> None:
    torch.manual_seed(seed)
    patches = torch.zeros(1, 9, 24, 32)
    patches[0, 0, :12, :16] = 1
    patches[0, 7], patches[0, 8] = 0.3, 0.2

    mirrored = lit.mirrored_sticks(patches)

    along = 1 if mirrored[0, 0, :, :16].any() else -1
    across = 1 if mirrored[0, 0, :12].any() else -1
    assert math.isclose(float(mirrored[0, 7].mean()), 0.3 * along, rel_tol=1e-5)
    assert math.isclose(float(mirrored[0, 8].mean()), 0.2 * across, rel_tol=1e-5)


@pytest.mark.parametrize("seed", range(8))
def test_close_ups_of_another_art_are_alike_to_their_kinds_as_before(seed: int) -> None:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    turned = rng.random((3, TURNS, SIDE, SIDE, 3)).astype(np.float32)
    kinds = np.array([2, 0, 1, 1])
    seen = np.pad(
        turned[kinds, [0, 5, 9, 20]], [(0, 0), (MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0)]
    )
    part = CloseUps(seen, kinds, turned)

    other = of_another_art(part)

    assert other.kinds is kinds
    before, after = (best_matches(p.seen, p.turned)[2] for p in (part, other))
    assert np.allclose(before, after, atol=1e-4)


def test_blur_keeps_the_mean_and_takes_the_contrast() -> None:
    torch.manual_seed(0)
    picture = torch.rand(2, 3, 24, 24)

    blurred = lit.blurred(picture, 1.5)

    assert blurred.shape == picture.shape
    assert math.isclose(float(blurred.mean()), float(picture.mean()), abs_tol=0.02)
    assert blurred.std() < 0.5 * picture.std()


APART = torch.tensor([[0.1, 0.1, 0.9], [0.12, 0.1, 0.88], [0.9, 0.1, 0.1], [0.88, 0.1, 0.12]])
KINDS = torch.tensor([0, 0, 1, 1])


def test_kinds_that_look_apart_cost_less_than_kinds_that_look_alike() -> None:
    metric = torch.eye(3) * 6
    apart = colour_loss(APART, KINDS, metric)
    mixed = colour_loss(APART, torch.tensor([0, 1, 0, 1]), metric)

    assert apart is not None
    assert mixed is not None
    assert float(apart) < 0.01 < float(mixed)


@pytest.mark.parametrize("kinds", [[0, 0, 0, 0], [0, 1, 2, 3], [NO_KIND] * 4])
def test_colours_teach_nothing_where_no_kind_is_seen_twice_beside_another(
    kinds: list[int],
) -> None:
    assert colour_loss(APART, torch.tensor(kinds), torch.eye(3)) is None


def test_a_stick_is_told_by_the_others_of_its_kind() -> None:
    right = nearest_own(APART.numpy(), np.array([0, 0, 1, 1]))
    wrong = nearest_own(APART.numpy(), np.array([0, 1, 0, 1]))

    assert right.tolist() == [True] * 4
    assert not wrong.any()


@pytest.mark.parametrize("seed", range(6))
def test_a_ship_is_no_stick_and_hides_what_it_stands_on(seed: int) -> None:
    torch.manual_seed(seed)
    patches, before, _ = spaces()
    painted = torch.where(before == PIECE, 3, NO_KIND)

    seen, states, kinds = laid_ships.stand_ships(patches, before, painted, STICK_MM, 0.8)

    changed = (seen != patches).flatten(1).any(1)
    assert changed.any()
    assert not ((states == PIECE) & (before != PIECE)).any()
    assert (states[states != before] != EMPTY).all()
    assert (changed | (states == before)).all()
    assert ((kinds != NO_KIND) == (states == PIECE)).all()
    assert torch.equal(seen[:, 3:], patches[:, 3:])
