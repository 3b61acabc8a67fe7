"""Close-ups of markers with the art they were chosen from, drawn anew each time.

A camera sees a marker in a few pixels: the paint is drawn finely, blurred by the lens, taken up on
a grid of pixels of its own slant, toned, clipped and stored as a photo, and then straightened as
the reader does it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn import functional

from vision.photometry.light import BLOWN_CODE
from vision.routes.marker_art import DISC_PX, MARGIN, SIDE, SPAN
from vision.training.drawn.bodies import Lamp, cast_shadows, lay, lay_faces
from vision.training.drawn.faces import Faces
from vision.training.drawn.grid import Grid, Placement
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.lots import between, directions, factors, happens, scattered
from vision.training.drawn.optics import blurred, under_other_light
from vision.training.drawn.paints import near, paints
from vision.training.drawn.slot_patches import flat_make, stick_beside

KINDS = 5
"""So many kinds of markers has a set."""
ALIKE = 0.75
"""In so many sets the kinds have their colours in common, as flags have."""
IN_FLAGS = 0.35
"""In so many sets the patterns are small flags on paper."""
FINE = 56
"""The paint is drawn with so many samples along each side,"""
REACH = 1.15 * SPAN * (SIDE + 2 * MARGIN) / SIDE
"""so far to each side of the marker's middle, in radii: a slanted photo shows more of it."""
PHOTO_PX = 44
"""The photo around a marker: so many pixels along each side."""


@dataclass(frozen=True)
class CloseUps:
    """Close-ups as the reader cuts them, and the art they may show.

    ``seen`` (n, 3, side, side) in tones over the local white, with the margin; ``clipped``
    (n, 1, side, side) where the camera showed no more; ``px`` (n,) pixels that a diameter has;
    ``discs`` (n, KINDS, 3, DISC_PX, DISC_PX); ``kinds`` (n,) which of them it is.
    """

    seen: Tensor
    clipped: Tensor
    px: Tensor
    discs: Tensor
    kinds: Tensor


def close_ups(n: int, grounds: Grounds) -> CloseUps:
    """Draw n close-ups, each of another set of markers in another light."""
    faces = Faces.by_lot(n * KINDS, n, ALIKE).in_flags(IN_FLAGS, n)
    kinds = torch.randint(KINDS, (n,))
    painted = _painted(faces.of(torch.arange(n) * KINDS + kinds), grounds)
    px = torch.exp(between(1.2, 3.0, n))
    seen, clipped = _photographed(painted, px)
    return CloseUps(seen, clipped, px, _discs(faces).reshape(n, KINDS, 3, DISC_PX, DISC_PX), kinds)


def _painted(mine: Faces, grounds: Grounds) -> Tensor:
    """Each marker on its board, seen finely and lit: (n, 3, FINE, FINE)."""
    n = len(mine.pattern)
    wide = between(8, 16, n)
    height = wide * between(0.05, 0.25, n)
    reach = REACH * wide / 2
    grid = Grid.reaching((FINE, FINE), reach, reach)
    lamp = Lamp.by_lot(directions(n) * (height * between(0.0, 1.0, n))[:, None], height)
    ats, there = _placements(wide)
    make = flat_make(wide)
    picture = cast_shadows(grid, grounds.by_lot(grid), ats, there, make, lamp)
    stick, at_stick, there_stick = stick_beside(wide)
    there_stick &= happens(0.6, n)
    for number in range(1, len(ats)):
        others = Faces.by_lot(n)
        never = torch.zeros(n, dtype=torch.bool)
        picture, _ = lay_faces(grid, picture, ats[number], there[number], others, never, make, lamp)
    never = torch.zeros(n, dtype=torch.bool)
    picture, _ = lay_faces(grid, picture, ats[0], there[0], _as_printed(mine), never, make, lamp)
    picture, _ = lay(grid, picture, at_stick, there_stick, paints(n), stick, lamp)
    return under_other_light(picture, grid)


def _placements(wide: Tensor) -> tuple[list[Placement], list[Tensor]]:
    """The marker in the middle, as well as that is known, and up to two beside it."""
    n = len(wide)
    off = scattered(0.07, n, 2) * torch.where(happens(0.15, n, 1), 2.0, 1.0)
    turns = between(-3.15, 3.15, 3, n)
    ats = [torch.cat([off * wide[:, None], turns[0][:, None]], 1)]
    there = [torch.ones(n, dtype=torch.bool)]
    way = directions(n)
    for sign, turn in zip((1, -1), turns[1:], strict=True):
        far = (wide * between(1.0, 1.6, n))[:, None]
        ats.append(torch.cat([ats[0][:, :2] + sign * way * far, turn[:, None]], 1))
        there.append(happens(0.35, n))
    return ats, there


def _as_printed(faces: Faces) -> Faces:
    """The same faces in inks that are a little off, as they are on the markers of a copy."""
    n = len(faces.pattern)
    return replace(
        faces,
        colours=near(faces.colours.reshape(-1, 3), 0.06).reshape(n, -1, 3),
        paper=near(faces.paper, 0.06),
        rim=near(faces.rim, 0.06),
    )


def _discs(faces: Faces) -> Tensor:
    """The art file's picture of each face, (n, 3, DISC_PX, DISC_PX)."""
    axis = (torch.arange(DISC_PX) + 0.5) / DISC_PX * 2 - 1
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    n = len(faces.pattern)
    x, y = (part.expand(n, DISC_PX, DISC_PX) for part in (x, y))
    drawn = faces.at(x, y, torch.full((n, 1, 1), 2 / DISC_PX)).clamp(0, 1)
    inside = torch.hypot(x[0], y[0]) < 1
    mean = drawn[:, :, inside].mean(2)[:, :, None, None]
    return torch.where(inside, drawn, mean)


def _photographed(painted: Tensor, px: Tensor) -> tuple[Tensor, Tensor]:
    """What a camera makes of it, straightened: the close-ups and how much was clipped."""
    n = len(painted)
    slant = _slant(n)
    sample_px = px * REACH / FINE
    soft_px = torch.where(happens(0.5, n), between(0.35, 0.75, n), between(0.5, 1.6, n))
    fine = painted
    for _ in range(2):
        fine = blurred(fine, soft_px / sample_px / 2**0.5)
    to_fine = slant * (PHOTO_PX / (px * REACH))[:, None, None]
    shift = between(-0.5, 0.5, n, 2, 1) * 2 / PHOTO_PX
    photo = _sampled(fine, torch.cat([to_fine, to_fine @ shift], 2), PHOTO_PX)
    white = torch.exp(between(-1.6, 0.55, n, 1, 1, 1)) * factors(0.15, n, 3, 1, 1)
    photo = _stored(_toned(_hazy(photo) * white))
    both = torch.cat([photo, (photo.amax(1, keepdim=True) >= BLOWN_CODE / 255).float()], 1)
    reach = SPAN * (SIDE + 2 * MARGIN) / SIDE
    to_photo = torch.linalg.inv(slant) * (px * reach / PHOTO_PX)[:, None, None]
    side = SIDE + 2 * MARGIN
    straight = _sampled(both, torch.cat([to_photo, -shift], 2), side)
    told_white = _toned(white.clamp(max=1.6)) * factors(0.2, n, 1, 1, 1) * factors(0.08, n, 3, 1, 1)
    return straight[:, :3] / told_white.clamp(min=0.05), straight[:, 3:].round()


def _slant(n: int) -> Tensor:
    """How the photo's axes lie on the board, (n, 2, 2): turned, and shortened one way."""
    first, second = directions(n), directions(n)
    short = 1 / between(0.55, 1.0, n)
    turn = torch.stack([first, torch.stack([-first[:, 1], first[:, 0]], 1)], 1)
    back = torch.stack([second, torch.stack([-second[:, 1], second[:, 0]], 1)], 1)
    squeeze = torch.diag_embed(torch.stack([short.sqrt(), 1 / short.sqrt()], 1))
    return turn @ squeeze @ back


def _sampled(picture: Tensor, theta: Tensor, side: int) -> Tensor:
    at = functional.affine_grid(theta, [len(picture), 1, side, side], align_corners=False)
    return functional.grid_sample(
        picture, at, mode="bilinear", padding_mode="border", align_corners=False
    )


def _hazy(photo: Tensor) -> Tensor:
    """Paint as it comes through gloss, haze, and a camera of less contrast or another curve."""
    n = len(photo)
    veil = torch.where(happens(0.8, n, 1, 1, 1), between(0.0, 0.4, n, 1, 1, 1), 0.0)
    curve = factors(0.15, n, 1, 1, 1)
    tinted = veil * factors(0.12, n, 3, 1, 1)
    return tinted + (1 - veil) * photo.clamp(min=1e-3) ** curve


def _toned(light: Tensor) -> Tensor:
    """A camera's tone curve about that of sRGB: the lightest tones are drawn together."""
    return torch.where(light > 0.75, 0.75 + 0.25 * torch.tanh((light - 0.75) / 0.3), light)


def _stored(photo: Tensor) -> Tensor:
    """Grain, sharpening, colours at half the size, whole steps of 8 bits: (n, 3, side, side)."""
    n = len(photo)
    halo = (happens(0.35, n) * between(0.1, 0.9, n))[:, None, None, None]
    photo = photo + halo * (photo - blurred(photo, between(0.6, 1.4, n)))
    grain = between(0.002, 0.03, n, 1, 1, 1)
    photo = photo + grain * (torch.randn_like(photo) * 0.6 + torch.randn_like(photo[:, :1]))
    saturation = between(0.45, 1.25, n, 1, 1, 1)
    grey = photo.mean(1, keepdim=True)
    chroma = (photo - grey) * saturation
    halved = functional.interpolate(
        functional.avg_pool2d(chroma, 2), scale_factor=2.0, mode="bilinear", align_corners=False
    )
    chroma = torch.where(happens(0.75, n, 1, 1, 1), halved, chroma)
    kept = torch.where(happens(0.3, n, 1, 1, 1), 40.0, 255.0)
    return ((grey + chroma).clamp(0, 1) * kept).round() / kept
