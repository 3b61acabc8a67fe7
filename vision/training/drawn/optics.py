"""What lamp, lens and camera do to a batch of patches, and how the reader errs about it.

Pictures and prints are (n, 3, h, w), BGR tones over white.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from vision.training.drawn.grid import Grid
from vision.training.drawn.lots import between, directions, factors, happens, scattered

GAMMA = 2.2
"""Light adds as its power, a photo's tones are about its root."""
MOVED_SAMPLES = 0.45
"""How far pictures lie beside their place along each axis: a standard deviation, in samples."""
AT_A_FOLD = 0.5
"""So many lamps are mirrored by one panel of a folded board alone: up to the fold."""


def misplaced(picture: Tensor) -> Tensor:
    """Move, turn and stretch each picture a little: alignment errs, boards bend."""
    n, _, rows, columns = picture.shape
    move = scattered(MOVED_SAMPLES, n, 2) * torch.where(happens(0.15, n, 1), 2.5, 1.0)
    move = move.clamp(-2.5, 2.5) * torch.tensor([2 / columns, 2 / rows])
    shape = torch.eye(2) + scattered(0.012, n, 2, 2)
    theta = torch.cat([shape, move[:, :, None]], 2)
    at = functional.affine_grid(theta, [n, 1, rows, columns], align_corners=False)
    return functional.grid_sample(
        picture, at, mode="bilinear", padding_mode="border", align_corners=False
    )


def under_other_light(picture: Tensor, grid: Grid) -> Tensor:
    """The edge of a shadow across some pictures, a slope of light, a haze, the glare of a lamp."""
    n = len(picture)
    reach = grid.along.amax((1, 2))[:, None, None]
    normal = directions(n)
    across = (
        grid.along * normal[:, 0, None, None] + grid.across * normal[:, 1, None, None]
    ) / reach
    edge = torch.sigmoid((across - scattered(0.5, n, 1, 1)) * between(2, 40, n, 1, 1))
    shadow = edge * between(0.05, 0.6, n, 1, 1) * happens(0.22, n, 1, 1)
    slope = across * scattered(0.06, n, 1, 1)
    picture = picture * ((1 - shadow) * (1 + slope))[:, None]
    far = torch.hypot(
        grid.along / reach - scattered(0.7, n, 1, 1), grid.across / reach - scattered(0.5, n, 1, 1)
    )
    glare = torch.exp(-((far / between(0.2, 1.0, n, 1, 1)) ** 2)) * between(0.05, 0.7, n, 1, 1)
    glare = glare * happens(0.08, n, 1, 1)
    haze = between(0.0, 0.2, n, 1, 1) * happens(0.15, n, 1, 1)
    return picture + (glare + haze)[:, None]


def same_camera(picture: Tensor, expected: Tensor) -> tuple[Tensor, Tensor]:
    """Another lamp, tone curve and saturation, the same for picture and expected print."""
    n = len(picture)
    gain = factors(0.1, n, 3, 1, 1) * factors(0.15, n, 1, 1, 1)
    curve, colour = factors(0.15, n, 1, 1, 1), between(0.5, 1.3, n, 1, 1, 1)
    coloured = happens(0.5, n, 1, 1, 1)
    told = []
    for part in (picture, expected):
        seen = (part * gain).clamp(min=1e-3) ** curve
        grey = seen.mean(1, keepdim=True)
        told.append(torch.where(coloured, grey + (seen - grey) * colour, seen))
    return told[0], told[1]


def toned_differently(picture: Tensor, expected: Tensor) -> tuple[Tensor, Tensor]:
    """The photo's camera has another tone curve than the reference's: harder, paler, clipped.

    What the reader expects is right in the mean, but not for the darkest and the lightest tones.
    """
    n = len(picture)
    much = torch.where(happens(0.3, n, 1, 1, 1), 2.0, between(0.0, 1.0, n, 1, 1, 1))
    middle = expected.mean((2, 3), keepdim=True).clamp(min=0.05)
    harder = (scattered(0.22, n, 1, 1, 1) * much).exp()
    told = middle * (picture.clamp(min=1e-3) / middle) ** harder
    grey = told.mean(1, keepdim=True)
    told = grey + (told - grey) * (scattered(0.15, n, 1, 1, 1) * much).exp()
    clip = torch.where(happens(0.4, n, 1, 1, 1), between(0.85, 1.15, n, 1, 1, 1), 1.6)
    return torch.minimum(told, clip), expected


def expected_wrongly(expected: Tensor) -> Tensor:
    """The light is told with errors: brightness, colour and contrast, in some places badly."""
    n = len(expected)
    much = torch.where(happens(0.15, n, 1, 1, 1), 2.2, between(0.2, 1.2, n, 1, 1, 1))
    told = expected * (1 + scattered(0.07, n, 1, 1, 1) * much + scattered(0.04, n, 3, 1, 1) * much)
    mean = told.mean((2, 3), keepdim=True)
    told = mean + (told - mean) * (scattered(0.13, n, 1, 1, 1) * much).exp()
    return told + scattered(0.02, n, 3, 1, 1) * much


def in_glare(seen: Tensor, expected: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """A lamp mirrored in this ``share`` of the patches: it adds light, most of it on one side.

    Near a camera's white little is left of what differs. The reader tells a part of that light, and
    as a haze that leaves the differences. Both stay relative to white.
    """
    n = len(seen)
    glares = torch.rand(n, 1, 1, 1) < share
    much = torch.rand(n, 1, 1, 1) ** 2 * 3 * (1 + 0.7 * slope(seen))
    bright = (seen.clamp(min=0) ** GAMMA + much) ** (1 / GAMMA)
    soft = 0.8 * torch.rand(n, 1, 1, 1) * (torch.rand(n, 1, 1, 1) < 0.6)
    clip = bright.amax((1, 2, 3), keepdim=True) * (0.96 + 0.3 * torch.rand(n, 1, 1, 1) - soft / 4)
    bright = near_white(bright, clip, soft)
    told = 0.2 + 0.8 * torch.rand(n, 1, 1, 1)
    haze = (bright - seen).mean((1, 2, 3), keepdim=True) * told
    white = 1 + haze
    hazy = torch.minimum(expected + haze, clip)
    return torch.where(glares, bright / white, seen), torch.where(glares, hazy / white, expected)


def mirroring(print_: Tensor, share: float) -> Tensor:
    """The board mirrors a lamp in this ``share`` of the patches: its print is paler there.

    All of it that a patch shows does, on one side more; or one panel alone, up to the fold.
    """
    n = len(print_)
    shape = 1 + 0.7 * slope(print_)
    panel = torch.sigmoid((slope(print_) - scattered(0.35, n, 1, 1, 1)) * 20)
    shape = torch.where(happens(AT_A_FOLD, n, 1, 1, 1), panel * shape, shape)
    much = 1.5 * torch.rand(n, 1, 1, 1) ** 2 * shape
    bright = (print_.clamp(min=0) ** GAMMA + much) ** (1 / GAMMA)
    clip = bright.amax((1, 2, 3), keepdim=True) * between(0.9, 1.2, n, 1, 1, 1)
    bright = near_white(bright, clip, between(0.0, 0.5, n, 1, 1, 1))
    return torch.where(happens(share, n, 1, 1, 1), bright, print_)


def printed_in_glare(expected: Tensor, share: float) -> Tensor:
    """The reference photo shows a lamp in this ``share`` of the patches: its print is too pale.

    The reader tells a part of that light, the same in all of a patch.
    """
    bright = mirroring(expected, share)
    told = torch.rand(len(expected), 1, 1, 1)
    return bright / (1 + (bright - expected).mean((1, 2, 3), keepdim=True) * told)


def near_white(bright: Tensor, clip: Tensor, soft: Tensor) -> Tensor:
    """Tones as a camera stores them that shows none above ``clip``.

    The last share of them, ``soft``, is drawn together, so that it shows the brightest lights too.
    """
    room = (clip * soft).clamp(min=1e-3)
    knee = clip - room
    return torch.minimum(bright, knee) + room * torch.tanh((bright - knee).clamp(min=0) / room)


def slope(seen: Tensor) -> Tensor:
    """From -1 to 1 from one side of each patch to the other, in any direction: (n, 1, h, w)."""
    n, _, rows, columns = seen.shape
    y, x = torch.meshgrid(
        torch.linspace(-1, 1, rows), torch.linspace(-1, 1, columns), indexing="ij"
    )
    turn = torch.rand(n, 1, 1, 1) * 2 * math.pi
    return torch.cos(turn) * x + torch.sin(turn) * y


def photographed(picture: Tensor, most_blur: float = 1.1) -> Tensor:
    """Soft, sharpened, grainy, with colours coarser than brightness: as cameras store pictures."""
    n = len(picture)
    soft = torch.where(happens(0.3, n), 0.0, between(0.2, most_blur, n))
    told = blurred(picture, soft)
    halo = (happens(0.35, n) * between(0.1, 1.0, n))[:, None, None, None]
    told = told + halo * (told - blurred(told, between(0.6, 1.6, n)))
    grain = between(0.002, 0.03, n, 1, 1, 1)
    noise = torch.randn_like(told) * 0.5 + torch.randn_like(told[:, :1])
    coarse = blurred(torch.randn_like(told), between(0.6, 1.4, n)) * 2
    told = told + grain * (noise + coarse * happens(0.5, n, 1, 1, 1))
    grey = told.mean(1, keepdim=True)
    chroma = blurred(told - grey, between(0.5, 1.8, n))
    return torch.where(happens(0.5, n, 1, 1, 1), grey + chroma, told)


def blurred(picture: Tensor, sigma: Tensor) -> Tensor:
    """Each picture (n, c, h, w) under a Gaussian of its own ``sigma`` (n,) in samples."""
    n, channels, rows, columns = picture.shape
    steps = torch.arange(-3.0, 4.0)
    bell = torch.exp(-(steps**2) / (2 * sigma[:, None].clamp(min=0.05) ** 2))
    bell = (bell / bell.sum(1, keepdim=True)).repeat_interleave(channels, 0)[:, None]
    flat = picture.reshape(1, n * channels, rows, columns)
    flat = functional.pad(flat, (3, 3, 3, 3), mode="replicate")
    flat = functional.conv2d(flat, bell[:, :, None, :], groups=n * channels)
    flat = functional.conv2d(flat, bell[:, :, :, None], groups=n * channels)
    return flat.reshape(n, channels, rows, columns)
