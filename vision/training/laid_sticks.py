"""Drawn sticks laid into the empty spaces of real patches.

Photographed tables are few and show the same sticks; sticks of any colour, laid anywhere on their
prints, teach what a stick is. Pieces are boxes seen aslant: a shadow, sides and a top.

Placements are (n, 3): along and across the patch in mm, and a turn in radians.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from vision.networks import EMPTY, HIDDEN, PIECE
from vision.patches import STICK_REACH, STICK_SHAPE
from vision.training.chance import around_one, by_chance, one_of, uniform
from vision.training.patch_set import FAR_MM, NO_KIND, UNKNOWN

PAINTS = (
    "f0ece0", "c8202a", "1f7a3a", "2040b0", "1c1c20", "6a2c8c",
    "e0b020", "e07020", "808080", "e080a0", "30a0a0",
)  # fmt: skip
"""Usual paints of wooden pieces, sRGB; the first six are the commonest."""
COMMON_PAINTS = 6
SKIN = (0.55, 0.65, 0.85)
IN_OWN_COLOUR = 0.3
"""Sticks in the colour of the dash beneath them, as on boards whose routes are printed so."""
HIDDEN_FROM, PARTLY_FROM = 0.75, 0.2
"""Shares of a place covered by an arm from which it is hidden, or nothing is learned from it."""


@dataclass(frozen=True)
class Patch:
    """The samples that every patch of one board has.

    ``along`` and ``across`` (h, w) say where they lie, in mm; ``stick_mm`` is the stick's length,
    width and height; ``soft`` over how many mm an edge is blurred.
    """

    along: Tensor
    across: Tensor
    stick_mm: tuple[float, float, float]
    soft: float

    @classmethod
    def of(cls, stick_mm: tuple[float, float, float], soft: float) -> Patch:
        """The patches of sticks of this size."""
        rows, columns = STICK_SHAPE
        u = ((torch.arange(columns) + 0.5) / columns * 2 - 1) * STICK_REACH[1] * stick_mm[0]
        v = ((torch.arange(rows) + 0.5) / rows * 2 - 1) * STICK_REACH[0] * stick_mm[1]
        across, along = torch.meshgrid(v, u, indexing="ij")
        return cls(along, across, stick_mm, soft)

    def box(self, at: Tensor, scale: tuple[float, float] = (1, 1), soft: float = 0.0) -> Tensor:
        """How much of each sample a stick's outline covers, (n, h, w)."""
        length, width = self.stick_mm[0] * scale[0], self.stick_mm[1] * scale[1]
        soft = soft or self.soft
        u, v = self.along - at[:, 0, None, None], self.across - at[:, 1, None, None]
        cos, sin = torch.cos(at[:, 2])[:, None, None], torch.sin(at[:, 2])[:, None, None]
        beyond_end = (u * cos + v * sin).abs() - length / 2
        beyond_side = (v * cos - u * sin).abs() - width / 2
        return (0.5 - beyond_end / soft).clamp(0, 1) * (0.5 - beyond_side / soft).clamp(0, 1)

    def swept(self, at: Tensor, by_mm: Tensor, steps: int, soft: float = 0.0) -> Tensor:
        """The same of an outline drawn along a way (n, 2)."""
        way = functional.pad(by_mm, (0, 1))
        parts = [self.box(at + way * (step / (steps - 1)), soft=soft) for step in range(steps)]
        return torch.stack(parts).amax(0)


@dataclass(frozen=True)
class Lamp:
    """How each patch is seen and lit.

    ``view`` (n, 2) is how far the top is seen shifted over the foot, ``shadow`` (n, 2) how far the
    shadow falls, both in mm; ``dark`` (n,) how much light the shadow takes.
    """

    view: Tensor
    shadow: Tensor
    dark: Tensor

    @classmethod
    def by_lot(cls, view: Tensor, height_mm: float) -> Lamp:
        """Any lamp; patches lie every way on a board, so each sees it from another side."""
        n = len(view)
        reach = height_mm * one_of((0.3, 0.7, 1.2, 2.0)) * uniform()
        turn = torch.rand(n) * 2 * math.pi
        shadow = torch.stack([torch.cos(turn), torch.sin(turn)], 1) * reach
        return cls(view, shadow, uniform(0.15, 0.7) * (0.7 + 0.3 * torch.rand(n)))


def paints_by_lot(others: int = 6) -> Tensor:
    """A game's paints under some lamp, BGR tones (kinds, 3)."""
    chosen = list(range(COMMON_PAINTS))
    if by_chance(0.3):
        chosen = torch.randperm(len(PAINTS))[:others].tolist()
    tones = torch.tensor(
        [[int(PAINTS[i][at : at + 2], 16) / 255 for at in (4, 2, 0)] for i in chosen]
    )
    n = len(chosen)
    own = (1 + torch.randn(n, 1) * 0.12) * (1 + torch.randn(n, 3) * 0.07)
    common = (1 + torch.randn(1, 3) * 0.08) * around_one(0.18)
    return (tones * own * common + uniform() * 0.08 + torch.randn(1, 3) * 0.01).clamp(0.02, 1.15)


def lay_sticks(
    patches: Tensor,
    states: Tensor,
    beside: Tensor,
    stick_mm: tuple[float, float, float],
    blur_mm: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """Lay sticks by lot on the empty ones of some patches (n, 9, h, w) and on their neighbours.

    Returns the patches, their states and the kinds laid on them, (n,) each.
    """
    n = len(patches)
    patch = Patch.of(stick_mm, max(0.6, blur_mm) * uniform(1, 2.2))
    empty = states == EMPTY
    view = patches[:, 7:9, 0, 0] * stick_mm[1]
    seen, expected = _printed(patches[:, :3], patches[:, 3:6], patch, beside, view, empty)
    lamp, paints = Lamp.by_lot(view, stick_mm[2]), paints_by_lot()
    fill = one_of((0.15, 0.4, 0.6, 0.85))
    order = torch.randperm(beside.shape[1]).tolist()
    before = int(torch.randint(len(order) + 1, ()))

    def neighbours(seen: Tensor, which: list[int]) -> Tensor:
        for index in which:
            middle = beside[:, index]
            on = (torch.rand(n) < fill) & empty & (middle[:, 0] < FAR_MM)
            at = _beside(middle, _sloppily(n, stick_mm))
            seen = _laid(
                seen, patch, at, _painted(paints, torch.randint(len(paints), (n,))), lamp, on
            )
        return seen

    seen = neighbours(seen, order[:before])
    on = (torch.rand(n) < fill) & empty
    paint, kinds = _paint_by_lot(paints, expected, patch)
    seen = _laid(seen, patch, _sloppily(n, stick_mm), paint, lamp, on)
    seen = neighbours(seen, order[before:])
    states, kinds = torch.where(on, PIECE, states), torch.where(on, kinds, NO_KIND)
    if by_chance(0.5):
        seen, states = _reached_over(seen, states, patch, empty)
        kinds = torch.where(states == PIECE, kinds, NO_KIND)
    seen = seen + torch.randn_like(seen) * uniform(0.004, 0.024)
    return torch.cat([seen.clamp(0, 1.6), expected, patches[:, 6:]], 1), states, kinds


def _laid(seen: Tensor, patch: Patch, at: Tensor, paint: Tensor, lamp: Lamp, on: Tensor) -> Tensor:
    """Pictures (n, 3, h, w) with a stick of this paint (n, 3) laid where ``on`` (n,)."""
    n, _, rows, columns = seen.shape
    laid = on[:, None, None].float()
    foot = at - functional.pad(lamp.view, (0, 1))
    shadow = patch.swept(foot, lamp.shadow, 3, patch.soft * 1.6) * laid
    seen = seen * (1 - (shadow * lamp.dark[:, None, None])[:, None])
    body = (patch.swept(at, -lamp.view, 4) * laid)[:, None]
    top = (patch.box(at) * laid)[:, None]
    side = (paint * (0.3 + 0.6 * torch.rand(n, 1)))[:, :, None, None]
    length, width, _ = patch.stick_mm
    slope = (
        patch.along * torch.randn(n, 1, 1) / length + patch.across * torch.randn(n, 1, 1) / width
    )
    grain = 1 + torch.randn(n, rows, 1) * 0.02 + torch.randn(n, rows, columns) * 0.02
    face = paint[:, :, None, None] * ((1 + 0.03 * slope) * grain)[:, None]
    return (seen * (1 - body) + side * body) * (1 - top) + face * top


def _printed(
    seen: Tensor, expected: Tensor, patch: Patch, beside: Tensor, view: Tensor, empty: Tensor
) -> tuple[Tensor, Tensor]:
    """Coloured dashes printed under the pieces of some boards: in the picture as in the print."""
    if not by_chance(0.35):
        return seen, expected
    inks = paints_by_lot(8 if by_chance(0.5) else 6)
    ink = inks[torch.randint(len(inks), (len(seen),))]
    if by_chance(0.5):
        ink = ink * 0.8 + 0.15
    size = (uniform(0.85, 1.05), uniform(0.8, 1.3))
    own = functional.pad(-view, (0, 1))
    dashes = [own, *(beside[:, index] + own for index in range(beside.shape[1]))]
    cover = torch.stack([patch.box(at, size) for at in dashes]).amax(0)
    if by_chance(0.3):  # Only an outline is printed.
        cover = (cover - patch.box(own, (size[0] * 0.8, size[1] * 0.6))).clamp(min=0)
    cover = (cover * uniform(0.6, 1.0) * empty[:, None, None])[:, None]
    ink = ink[:, :, None, None]
    return seen * (1 - cover) + ink * cover, expected * (1 - cover) + ink * cover


def _reached_over(
    seen: Tensor, states: Tensor, patch: Patch, empty: Tensor
) -> tuple[Tensor, Tensor]:
    """An arm or a sleeve over some of the patches."""
    n, _, rows, columns = seen.shape
    turn = torch.rand(n, 1, 1) * 2 * math.pi
    off = torch.randn(n, 1, 1) * patch.stick_mm[1] * 1.5
    beyond = torch.cos(turn) * patch.along + torch.sin(turn) * patch.across - off
    over = (torch.rand(n) < 0.12) & empty
    cover = (0.5 - beyond / (patch.soft * 1.5)).clamp(0, 1) * over[:, None, None]
    cloth = functional.interpolate(
        torch.randn(n, 1, 6, 8) * 0.08, size=(rows, columns), mode="bilinear"
    )
    seen = seen * (1 - cover[:, None]) + arm_tones(n) * (1 + cloth) * cover[:, None]
    place = patch.box(torch.zeros(n, 3), soft=0.3)
    return seen, states_under(states, over, (cover * place).sum((1, 2)) / place.sum((1, 2)))


def arm_tones(n: int) -> Tensor:
    """Skin or cloth, (n, 3, 1, 1)."""
    if by_chance(0.6):
        return (torch.tensor(SKIN) * (0.5 + 0.6 * torch.rand(n, 1)))[:, :, None, None]
    return torch.rand(n, 3, 1, 1)


def states_under(states: Tensor, over: Tensor, share: Tensor) -> Tensor:
    """The states (n,) of places of which an arm covers this share (n,), where ``over`` (n,)."""
    partly = over & (share > PARTLY_FROM)
    states = torch.where(partly, UNKNOWN, states)
    return torch.where(partly & (share > HIDDEN_FROM), HIDDEN, states)


def _sloppily(n: int, stick_mm: tuple[float, float, float]) -> Tensor:
    """How hands lay sticks: most of them near their dashes, some well beside, (n, 3)."""
    careless = (torch.rand(n) < 0.3).float()
    length, width, _ = stick_mm
    across = (torch.randn(n) * width * (0.26 + 0.3 * careless)).clamp(-0.95 * width, 0.95 * width)
    turn = torch.randn(n) * torch.deg2rad(4 + careless * 5)
    return torch.stack([torch.randn(n) * length * 0.07, across, turn], 1)


def _beside(middle: Tensor, at: Tensor) -> Tensor:
    """Placements in the axes of neighbours (n, 3) -> in the patch's own."""
    cos, sin = torch.cos(middle[:, 2]), torch.sin(middle[:, 2])
    along = middle[:, 0] + at[:, 0] * cos - at[:, 1] * sin
    across = middle[:, 1] + at[:, 0] * sin + at[:, 1] * cos
    return torch.stack([along, across, middle[:, 2] + at[:, 2]], 1)


def _paint_by_lot(paints: Tensor, expected: Tensor, patch: Patch) -> tuple[Tensor, Tensor]:
    """The paint (n, 3) of a stick for each patch, and its kind: none if it is as its dash."""
    n = len(expected)
    kinds = torch.randint(len(paints), (n,))
    as_dash = torch.rand(n) < IN_OWN_COLOUR
    paint = torch.where(as_dash[:, None], _as_dashes(expected, patch), _painted(paints, kinds))
    return paint, torch.where(as_dash, NO_KIND, kinds)


def _as_dashes(expected: Tensor, patch: Patch) -> Tensor:
    """Paints (n, 3) like the middle of each expected print (n, 3, h, w), a little off."""
    n = len(expected)
    middle = patch.box(torch.zeros(n, 3), (0.7, 0.7), soft=0.3)[:, None]
    dash = (expected * middle).sum((2, 3)) / middle.sum((2, 3))
    grey = dash.mean(1, keepdim=True)
    colourful = (1 + torch.randn(n, 1) * 0.25).clamp(min=0.5)
    shade = (torch.randn(n, 1) * 0.3).exp() * (1 + torch.randn(n, 3) * 0.06)
    return ((grey + (dash - grey) * colourful) * shade).clamp(0.02, 1.2)


def _painted(paints: Tensor, kinds: Tensor) -> Tensor:
    """The paint of each stick, (n, 3): no two of a kind are quite alike."""
    n = len(kinds)
    return paints[kinds] * (1 + torch.randn(n, 1) * 0.05) * (1 + torch.randn(n, 3) * 0.015)
