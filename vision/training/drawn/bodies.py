"""Pieces by lot, laid on a print: boxes, rods, cars with lumps, of any paint, matt to glossy.

A piece is its shadow, its sides and its top. The patch is sampled at the height that the board
file says its pieces have: there a top is seen at its place, and its foot to the side of it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor
from torch.nn import functional

from vision.training.drawn.faces import Faces
from vision.training.drawn.grid import Grid, Placement, box_distance_mm, over, shifted
from vision.training.drawn.lots import between, directions, factors, happens, scattered
from vision.training.drawn.paints import near

GROOVE_AT, GROOVE_WIDE = 0.17, 0.1
"""A groove runs so far within the edge of a top, and is so wide, in its widths."""
SIDE_STEPS = 3
"""A side is drawn as so many outlines between foot and top."""


@dataclass(frozen=True)
class Lamp:
    """How n patches are seen and lit.

    ``view_mm`` (n, 2) is how far a top is seen from its foot, ``shadow_mm`` (n, 2) how far the
    shadow of a top falls, ``dark`` (n,) how much light the shadow takes, ``soft_mm`` (n,) over
    how much its edge is blurred.
    """

    view_mm: Tensor
    shadow_mm: Tensor
    dark: Tensor
    soft_mm: Tensor

    @classmethod
    def by_lot(cls, view_mm: Tensor, height_mm: Tensor) -> Lamp:
        """Any lamp, low or high, hard or soft."""
        n = len(view_mm)
        reach = height_mm * torch.where(happens(0.6, n), between(0.0, 0.8, n), between(0.5, 2.5, n))
        soft = torch.where(happens(0.4, n), between(0.0, 0.6, n), between(0.5, 4.0, n))
        return cls(view_mm, directions(n) * reach[:, None], between(0.05, 0.85, n), soft)

    def low(self, these: Tensor, shadow_mm: Tensor) -> Lamp:
        """The same, but ``these`` (n,) so low that shadows of tops fall so far (n,), and dark."""
        way = functional.normalize(self.shadow_mm, dim=1) * shadow_mm[:, None]
        return replace(
            self,
            shadow_mm=torch.where(these[:, None], way, self.shadow_mm),
            dark=torch.where(these, between(0.4, 0.9, len(these)), self.dark),
        )

    def of(self, rows: Tensor) -> Lamp:
        """Those of some of the patches."""
        return Lamp(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True)
class Make:
    """How a game's pieces are made.

    ``size_mm`` (n, 2); ``rise`` (n,) how far tops are seen from their feet, over what the board
    file and the camera's pose say: of a photo that was cropped nobody knows from how near it was
    taken; ``corner_mm`` (n,); the rest says how tops and sides are shaded, all (n,).
    """

    size_mm: Tensor
    rise: Tensor
    corner_mm: Tensor
    bevel_mm: Tensor
    bevel: Tensor
    ridge: Tensor
    ridge_share: Tensor
    lumps: Tensor
    lumps_count: Tensor
    ends: Tensor
    side_shade: Tensor
    gloss: Tensor
    clear: Tensor
    groove: Tensor

    @classmethod
    def by_lot(cls, length_mm: Tensor, width_mm: Tensor) -> Make:
        """Plain boxes of wood, round or edged rods, cars with lumps of plastic."""
        n = len(length_mm)
        length = length_mm * between(0.88, 1.06, n)
        width = width_mm * torch.where(happens(0.6, n), between(0.9, 1.1, n), between(0.6, 1.25, n))
        plain, lumpy = happens(0.45, n), happens(0.45, n)
        shaped = ~plain
        return cls(
            torch.stack([length, width], 1),
            torch.where(happens(0.35, n), between(0.05, 0.9, n), between(0.8, 1.2, n)),
            torch.where(happens(0.7, n), between(0.0, 0.15, n), between(0.1, 0.5, n)) * width,
            between(0.05, 0.3, n) * width,
            scattered(0.2, n),
            shaped * scattered(0.35, n),
            between(0.15, 0.5, n),
            (shaped & lumpy) * between(0.05, 0.45, n),
            torch.randint(1, 7, (n,)).float(),
            (shaped & happens(0.5, n)) * between(0.05, 0.6, n),
            between(0.25, 0.95, n),
            happens(0.3, n) * between(0.05, 0.7, n),
            happens(0.08, n) * between(0.05, 0.35, n),
            torch.zeros(n),
        )

    def grooved(self, share: float) -> Make:
        """The same, but this share of them has a groove around its top, as moulded roofs have."""
        n = len(self.groove)
        return replace(self, groove=happens(share, n) * scattered(0.35, n))

    def of(self, rows: Tensor) -> Make:
        """Those of some of the patches."""
        return Make(*(getattr(self, field.name)[rows] for field in fields(self)))


def cast_shadows(
    grid: Grid, picture: Tensor, ats: list[Placement], there: list[Tensor], make: Make, lamp: Lamp
) -> Tensor:
    """Darken a print where pieces keep the lamp's light away."""
    shade = torch.zeros_like(grid.along)
    for at, laid in zip(ats, there, strict=True):
        shade = torch.maximum(shade, shade_of(grid, at, laid, make, lamp))
    return picture * (1 - shade)[:, None]


def shade_of(
    grid: Grid, at: Placement, there: Tensor, make: Make, lamp: Lamp, level: Tensor | float = 0.0
) -> Tensor:
    """How much of the light a piece takes where one is ``there`` (n,): (n, h, w).

    ``level`` (n,) is how high that lies on which its shadow falls, as ``Make.rise`` is.
    """
    rows = there.nonzero()[:, 0]
    light, high = lamp.of(rows), torch.as_tensor(level).expand(len(there))[rows, None]
    way = light.shadow_mm * (make.rise[rows, None] - high).clamp(min=0)
    foot = shifted(at[rows], light.view_mm * (high - 1))
    swept = _swept(grid.of(rows), foot, way, make.of(rows), light.soft_mm[:, None, None])
    shade = torch.zeros_like(grid.along)
    shade[rows] = swept * light.dark[:, None, None]
    return shade


def _swept(
    grid: Grid, foot: Placement, way_mm: Tensor, make: Make, soft_mm: Tensor | float = 0.0
) -> Tensor:
    """How much of each sample a piece's outline covers on its way from its foot, (n, h, w)."""
    told = torch.zeros_like(grid.along)
    for step in range(SIDE_STEPS):
        part = shifted(foot, way_mm * (step / (SIDE_STEPS - 1)))
        edge = box_distance_mm(*grid.local(part), make.size_mm, make.corner_mm)
        told = torch.maximum(told, grid.covered(edge, soft_mm))
    return told


def lay(
    grid: Grid,
    picture: Tensor,
    at: Placement,
    there: Tensor,
    paint: Tensor,
    make: Make,
    lamp: Lamp,
) -> tuple[Tensor, Tensor]:
    """Lay a piece of ``paint`` (n, 3) where one is ``there`` (n,).

    Returns the pictures and how much of each sample the piece's top covers, (n, h, w).
    """
    rows = there.nonzero()[:, 0]
    told, tops = picture.clone(), torch.zeros_like(grid.along)
    told[rows], tops[rows] = _laid(
        grid.of(rows),
        picture[rows],
        at[rows],
        near(paint[rows], 0.05),
        make.of(rows),
        lamp.of(rows),
    )
    return told, tops


def lay_faces(
    grid: Grid,
    picture: Tensor,
    at: Placement,
    there: Tensor,
    faces: Faces,
    plain: Tensor,
    make: Make,
    lamp: Lamp,
) -> tuple[Tensor, Tensor]:
    """The same for markers with a face each; those that are ``plain`` (n,) have one colour."""
    rows = there.nonzero()[:, 0]
    told, tops = picture.clone(), torch.zeros_like(grid.along)
    here, shape, light, face = grid.of(rows), make.of(rows), lamp.of(rows), faces.of(rows)
    u, v = here.local(shifted(at[rows], light.view_mm * (shape.rise - 1)[:, None]))
    radius = (shape.size_mm[:, 0] / 2)[:, None, None]
    paint = face.at(u / radius, v / radius, here.sample_mm / radius)
    even = face.colours[:, 0, :, None, None]
    paint = torch.where(plain[rows, None, None, None], even, paint)
    told[rows], tops[rows] = _laid(here, picture[rows], at[rows], paint, shape, light)
    return told, tops


def _laid(
    grid: Grid, picture: Tensor, at: Placement, paint: Tensor, make: Make, lamp: Lamp
) -> tuple[Tensor, Tensor]:
    """Lay pieces whose tops are of these colours, (n, 3) or (n, 3, h, w)."""
    n, solid = len(at), (1 - make.clear)[:, None, None]
    if paint.dim() == 2:
        paint = paint[:, :, None, None]
    way = lamp.view_mm * make.rise[:, None]
    foot = shifted(at, -lamp.view_mm)
    side = _swept(grid, foot, way, make)
    shade = make.side_shade * factors(0.2, n) * _left_by_the_lamp(lamp)
    told = over(picture, paint.mean((2, 3)) * shade[:, None], side * solid)
    u, v = grid.local(shifted(foot, way))
    edge = box_distance_mm(u, v, make.size_mm, make.corner_mm)
    top = grid.covered(edge)
    face = paint * _shading(grid, u, v, edge, make)[:, None]
    face = face * (1 + scattered(0.04, n, 3, *u.shape[1:]) * between(0.0, 1.0, n, 1, 1, 1))
    face = face + _gloss(u, v, make)[:, None]
    return over(told, face.clamp(0, 1.3), top * solid), top


def _left_by_the_lamp(lamp: Lamp) -> Tensor:
    """How much of the light is left on the side that is seen, (n,): all if it faces the lamp."""
    away = functional.cosine_similarity(lamp.shadow_mm, -lamp.view_mm).clamp(min=0)
    return 1 - away * lamp.dark


def _shading(grid: Grid, u: Tensor, v: Tensor, edge: Tensor, make: Make) -> Tensor:
    """How bright each sample of a top is, about 1."""
    n = len(u)
    length, width = (make.size_mm[:, axis, None, None] for axis in (0, 1))
    slope = scattered(0.06, n, 1, 1) * u / length + scattered(0.08, n, 1, 1) * v / width
    bevelled = grid.covered(-(edge + make.bevel_mm[:, None, None])) * make.bevel[:, None, None]
    bevelled = bevelled * torch.where(v * torch.sign(scattered(1.0, n, 1, 1)) > 0, 1.0, -0.6)
    bow = 1 - (v / (make.ridge_share[:, None, None] * width)) ** 2
    ridge = make.ridge[:, None, None] * bow.clamp(-1, 1)
    turns = u / length * make.lumps_count[:, None, None] + between(0, 1, n, 1, 1)
    lumps = make.lumps[:, None, None] * torch.cos(2 * torch.pi * turns)
    lumps = lumps * torch.where(happens(0.5, n, 1, 1), (v.abs() < 0.3 * width).float(), 1.0)
    ends = make.ends[:, None, None] * (u.abs() > 0.42 * length)
    line = grid.covered((edge + GROOVE_AT * width).abs() - GROOVE_WIDE * width / 2)
    groove = line * make.groove[:, None, None] * torch.where(v > 0, 1.0, -0.7)
    return (1 + slope + bevelled + ridge + lumps + groove - ends).clamp(0.15, 1.9)


def _gloss(u: Tensor, v: Tensor, make: Make) -> Tensor:
    """Light that a top mirrors: a streak along it, somewhere across."""
    n = len(u)
    length, width = (make.size_mm[:, axis, None, None] for axis in (0, 1))
    off_v, off_u = scattered(0.3, n, 1, 1) * width, scattered(0.3, n, 1, 1) * length
    thin, long = between(0.08, 0.5, n, 1, 1) * width, between(0.15, 1.0, n, 1, 1) * length
    streak = torch.exp(-(((v - off_v) / thin) ** 2) - ((u - off_u) / long) ** 2)
    return make.gloss[:, None, None] * streak
