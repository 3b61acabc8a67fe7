"""Faces of markers by lot: flags, rings, signs, one colour, on paper, card, wood or plastic.

A set of markers has one paper and one rim, and a pattern of its own for each kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor

from vision.training.drawn.grid import over
from vision.training.drawn.lots import between, directions, factors, happens
from vision.training.drawn.paints import inks, near, paints

PATTERNS = 9


@dataclass(frozen=True)
class Faces:
    """The faces of n markers.

    ``pattern`` (n,) is which of ``PATTERNS`` each has, drawn in ``colours`` (n, 4, 3) and measured
    by ``sizes`` (n, 3); ``paper`` and ``rim`` (n, 3) are what is around it, ``rim_at`` and
    ``rim_width`` (n,) where, in radii. The pattern reaches to ``inner`` (n,) from the middle, or
    fills a flag of the half sides ``field`` (n, 2), if they are not 0.
    """

    pattern: Tensor
    colours: Tensor
    sizes: Tensor
    way: Tensor
    paper: Tensor
    rim: Tensor
    rim_at: Tensor
    rim_width: Tensor
    inner: Tensor
    field: Tensor

    @classmethod
    def by_lot(cls, n: int, sets: int | None = None, alike: float = 0.5) -> Faces:
        """N faces; those of a set, n / ``sets`` in a row, have their paper and rim in common.

        In so many sets as are ``alike`` they have their few colours in common too.
        """
        sets = sets or n
        each = n // sets

        def common(values: Tensor) -> Tensor:
            return values.repeat_interleave(each, 0)

        white = between(0.75, 1.05, sets, 1) * factors(0.05, sets, 3)
        paper = torch.where(happens(0.5, sets, 1), white, inks(sets))
        ringed = happens(0.6, sets)
        inset = torch.where(happens(0.5, sets), between(0.72, 0.95, sets), 1.2)
        colours = paints(4 * n).reshape(n, 4, 3)
        few = common(paints(4 * sets).reshape(sets, 4, 3))
        order = torch.rand(n, 4).argsort(1)
        shared = few.gather(1, order[..., None].expand(-1, -1, 3))
        colours = torch.where(common(happens(alike, sets, 1, 1)), shared, colours)
        pale = common(between(0.8, 1.02, sets, 1).expand(sets, 3))
        colours[:, 1] = torch.where(happens(0.5, n, 1), pale, colours[:, 1])
        return cls(
            torch.randint(PATTERNS, (n,)),
            colours,
            torch.rand(n, 3),
            directions(n),
            common(paper),
            common(torch.where(happens(0.6, sets, 1), inks(sets) * 0.4, inks(sets))),
            common(torch.where(ringed, between(0.8, 1.0, sets), 2.0)),
            common(between(0.02, 0.1, sets)),
            common(inset),
            torch.zeros(n, 2),
        )

    def in_flags(self, share: float, sets: int) -> Faces:
        """The same faces, with the patterns of so many of the sets drawn in small flags."""
        each = len(self.pattern) // sets
        wide = between(0.4, 0.8, sets)
        sides = torch.stack([wide, wide * between(0.5, 0.85, sets)], 1)
        sides = sides * happens(share, sets, 1)
        return replace(self, field=sides.repeat_interleave(each, 0))

    def painted_like(self, prints: Tensor, share: float) -> Faces:
        """The same faces, so many of them first painted much like a print (n, 3).

        Of a white token on a white circle its edge and its shadow are plainer than its top.
        """
        n = len(prints)
        paint = near(prints, 0.08)[:, None].expand_as(self.colours[:, :1])
        first = torch.where(happens(share, n, 1, 1), paint, self.colours[:, :1])
        return replace(self, colours=torch.cat([first, self.colours[:, 1:]], 1))

    def of(self, rows: Tensor) -> Faces:
        """Some of the faces."""
        return Faces(*(getattr(self, field.name)[rows] for field in fields(self)))

    def at(self, x: Tensor, y: Tensor, sample: Tensor) -> Tensor:
        """The colours (n, 3, h, w) at points in radii from the middle; ``sample`` blurs edges."""

        def inside(distance: Tensor) -> Tensor:
            return (0.5 - distance / sample).clamp(0, 1)

        told = self.colours[:, 0, :, None, None].expand(-1, -1, *x.shape[1:])
        half = self.field[:, :, None, None]
        flag = half[:, :1] > 0
        u, v = (
            torch.where(flag[:, 0], part / half[:, axis].clamp(min=0.1), part)
            for axis, part in enumerate((x, y))
        )
        parts = [draw(self, u, v, inside) for draw in _DRAWN]
        for layer in range(3):
            cover = torch.stack([part[layer] for part in parts])
            cover = cover[self.pattern, torch.arange(len(x))]
            told = over(told, self.colours[:, layer + 1], cover)
        radius = torch.hypot(x, y)
        whole = inside(radius - self.inner[:, None, None])
        beyond = torch.maximum(x.abs() - half[:, 0], y.abs() - half[:, 1])
        whole = torch.where(flag[:, 0], inside(beyond), whole)
        told = over(told, self.paper, 1 - whole)
        ring = (radius - self.rim_at[:, None, None]).abs() - self.rim_width[:, None, None]
        return over(told, self.rim, inside(ring))


Inside = Callable[[Tensor], Tensor]
Layers = tuple[Tensor, Tensor, Tensor]


def _size(faces: Faces, number: int, low: float, high: float) -> Tensor:
    return (low + (high - low) * faces.sizes[:, number])[:, None, None]


def _plain(_: Faces, x: Tensor, __: Tensor, ___: Inside) -> Layers:
    """One colour."""
    nothing = torch.zeros_like(x)
    return nothing, nothing, nothing


def _two_bands(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """Three fields side by side, as of a tricolour."""
    edge = _size(faces, 0, 0.15, 0.45)
    return inside(-edge - y), inside(edge - y), torch.zeros_like(x)


def _stripes(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """Stripes, and a field in the corner."""
    count = _size(faces, 0, 1.5, 3.5)
    stripes = (0.5 + 0.5 * torch.cos(y * count * 3.14) * 6).clamp(0, 1)
    corner = inside(x - 0.1) * inside(y - 0.1)
    dots = torch.cos(x * 14) * torch.cos(y * 14)
    return stripes, corner, corner * (dots > 0.5).float()


def _cross(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """An upright cross on a saltire."""
    thin, wide = _size(faces, 1, 0.05, 0.2), _size(faces, 0, 0.08, 0.25)
    saltire = inside(torch.minimum((x - y).abs(), (x + y).abs()) * 0.707 - thin)
    upright = torch.minimum(x.abs(), y.abs())
    return saltire, inside(upright - wide * 1.6), inside(upright - wide)


def _spot(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """A disc in the middle, within another or not."""
    radius, size = torch.hypot(x, y), _size(faces, 0, 0.25, 0.75)
    inner = inside(radius - size * 0.5) * (faces.sizes[:, 1] > 0.7)[:, None, None]
    return inside(radius - size), inner, torch.zeros_like(x)


def _halves(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """Two halves, or four quarters."""
    quarter = inside(x) * (faces.sizes[:, 0] > 0.5)[:, None, None]
    return inside(y), quarter, torch.zeros_like(x)


def _star(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """A star or a flower."""
    turn, points = torch.atan2(y, x), (3 + (faces.sizes[:, 0] * 5).round())[:, None, None]
    deep = _size(faces, 1, 0.1, 0.3)
    edge = torch.hypot(x, y) - _size(faces, 2, 0.45, 0.7) - deep * torch.cos(turn * points)
    return inside(edge), inside(torch.hypot(x, y) - 0.2), torch.zeros_like(x)


def _bar(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """A letter's strokes: a bar, a foot, a head."""
    thin, long = _size(faces, 0, 0.08, 0.2), _size(faces, 1, 0.4, 0.7)
    bar = inside(x.abs() - thin) * inside(y.abs() - long)
    foot = inside((y - long).abs() - thin) * inside((x - 0.2).abs() - long * 0.6)
    head = inside((y + long * 0.2).abs() - thin) * inside((x - 0.2).abs() - long * 0.5)
    return bar, foot, head * (faces.sizes[:, 2] > 0.5)[:, None, None]


def _picture(faces: Faces, x: Tensor, y: Tensor, inside: Inside) -> Layers:
    """Soft blobs, as a small picture has."""
    wave = _size(faces, 0, 1.5, 5.0)
    far = 6.3 * faces.sizes[:, 1:, None, None]
    blobs = torch.sin(x * wave + far[:, 0]) + torch.sin(y * wave * 0.8 + far[:, 1])
    return inside(0.3 - blobs), inside(1.0 - blobs), inside(blobs + 1.0)


_DRAWN = (_plain, _two_bands, _stripes, _cross, _spot, _halves, _star, _bar, _picture)
assert len(_DRAWN) == PATTERNS
