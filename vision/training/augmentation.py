"""Patches as another lamp, camera or shadow would show them.

Patches are (n, channels, h, w): picture (3), expected print (3), and the rest, which stays.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from vision.routes.networks import VIEW_ACROSS, VIEW_ALONG
from vision.training.chance import around_one, by_chance, uniform
from vision.training.drawn.optics import in_glare, printed_in_glare, slope

IN_GLARE = 0.3
"""In so many lessons a lamp is mirrored in some of the patches, in as many in some references."""
GLARING = 0.35
"""So many of those patches have it."""


def relit(patches: Tensor, least_blur: float = 0.2, most_blur: float = 1.1) -> Tensor:
    """Change colours, contrast, sharpness, shadow and noise, and err about the expected print.

    Contrast errs by little: a print of much more contrast is a stick in its dash's own colour.
    """
    seen, expected = _camera(patches[:, :3], patches[:, 3:6])
    expected = _stretched(expected, 0.08)
    if by_chance(0.5):
        seen = _stretched(seen, 0.08)
    if by_chance(IN_GLARE):
        seen, expected = in_glare(seen, expected, GLARING)
    if by_chance(IN_GLARE):
        expected = printed_in_glare(expected, GLARING)
    n, much = len(seen), uniform(0.25, 1.25)
    wrong = torch.randn(n, 3, 1, 1) * 0.05 + torch.randn(n, 1, 1, 1) * 0.07
    expected = expected * (1 + wrong * much) + torch.randn(n, 3, 1, 1) * 0.025 * much
    if by_chance(0.4):
        seen = blurred(seen, uniform(least_blur, most_blur))
    if by_chance(0.35):
        seen = _shadowed(seen)
    seen = seen + torch.randn_like(seen) * uniform(0.005, 0.035)
    return torch.cat([seen, expected, patches[:, 6:]], 1)


def misplaced(patches: Tensor) -> Tensor:
    """The expected print a sample beside: alignment errs."""
    shift = [int(torch.randint(-1, 2, ())) for _ in range(2)]
    print_ = torch.roll(patches[:, 3:6], shift, (2, 3))
    return torch.cat([patches[:, :3], print_, patches[:, 6:]], 1)


def mirrored_sticks(patches: Tensor) -> Tensor:
    """Patches of sticks mirrored along or across, or not; the view turns with them."""
    sign = torch.ones(patches.shape[1])
    for axis, channel in ((3, VIEW_ALONG), (2, VIEW_ACROSS)):
        if by_chance(0.5):
            patches = torch.flip(patches, [axis])
            sign[channel] = -1
    return patches * sign[None, :, None, None]


def mirrored_slots(patches: Tensor, offsets: Tensor) -> tuple[Tensor, Tensor]:
    """Patches of slots mirrored or laid over the diagonal, and the offsets (n, 2) with them."""
    offsets = offsets.clone()
    for axis, coordinate in ((3, 0), (2, 1)):
        if by_chance(0.5):
            patches = torch.flip(patches, [axis])
            offsets[:, coordinate] *= -1
    if by_chance(0.5):
        return patches.transpose(2, 3).contiguous(), offsets.flip(1)
    return patches, offsets


def blurred(picture: Tensor, sigma: float) -> Tensor:
    """Pictures (n, 3, h, w) under a Gaussian of ``sigma`` samples."""
    reach = max(1, math.ceil(2.5 * sigma))
    steps = torch.arange(-reach, reach + 1).float()
    bell = torch.exp(-(steps**2) / (2 * sigma**2))
    bell = (bell / bell.sum()).expand(3, 1, 1, -1)
    across = functional.conv2d(
        functional.pad(picture, (reach, reach, 0, 0), mode="replicate"), bell, groups=3
    )
    return functional.conv2d(
        functional.pad(across, (0, 0, reach, reach), mode="replicate"),
        bell.transpose(2, 3),
        groups=3,
    )


def _camera(seen: Tensor, expected: Tensor) -> tuple[Tensor, Tensor]:
    """Another white, exposure, tone curve and saturation, the same in picture and print."""
    if by_chance(0.5):
        order = torch.randperm(3)
        seen, expected = seen[:, order], expected[:, order]
    gain = (torch.randn(1, 3, 1, 1) * 0.12).exp() * around_one(0.2)
    curve = around_one(0.12)
    seen, expected = ((part * gain).clamp(min=1e-4) ** curve for part in (seen, expected))
    if by_chance(0.3):
        colour = uniform(0.3, 1.3)
        seen, expected = (
            part.mean(1, keepdim=True) * (1 - colour) + part * colour for part in (seen, expected)
        )
    return seen, expected


def _stretched(part: Tensor, sigma: float) -> Tensor:
    """More or less contrast, each patch about its own mean."""
    mean = part.mean((2, 3), keepdim=True)
    return mean + (part - mean) * (torch.randn(len(part), 1, 1, 1) * sigma).exp()


def _shadowed(seen: Tensor) -> Tensor:
    """The edge of a shadow, soft or hard, across some of the patches, or one that is a stripe."""
    n = len(seen)
    beyond = slope(seen) - torch.randn(n, 1, 1, 1) * 0.6
    soft = 3 + torch.rand(n, 1, 1, 1) * 20
    edge = torch.sigmoid(beyond * soft)
    stripe = edge * torch.sigmoid((0.2 + 0.6 * torch.rand(n, 1, 1, 1) - beyond) * soft)
    edge = torch.where(torch.rand(n, 1, 1, 1) < 0.4, stripe, edge)
    depth = (0.6 - torch.rand(n, 1, 1, 1) * 0.7) * (torch.rand(n, 1, 1, 1) < 0.4)
    return seen * (1 - edge * depth)
