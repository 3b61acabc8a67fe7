"""Batches of stick patches with what lies on them, drawn anew each time."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn import functional

from vision.alignment.patches import STICK_REACH, STICK_SHAPE
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE
from vision.training.dataset.patch_set import UNKNOWN
from vision.training.drawn.bodies import Lamp, Make, cast_shadows, lay, shade_of
from vision.training.drawn.grid import Grid, Placement
from vision.training.drawn.grounds import Grounds
from vision.training.drawn.hiding import hide
from vision.training.drawn.lots import between, directions, happens, scattered
from vision.training.drawn.optics import (
    expected_wrongly,
    in_glare,
    mirroring,
    misplaced,
    photographed,
    printed_in_glare,
    same_camera,
    toned_differently,
    under_other_light,
)
from vision.training.drawn.paints import near, paints
from vision.training.drawn.spaces import BESIDE, OWN, Layout, SpacePrint, print_spaces

HIDDEN_FROM, PARTLY_FROM = 0.75, 0.2
"""Shares of a place covered by an arm from which it is hidden, or nothing is learned from it."""
TALLEST = 2.6
"""Sticks are so many times as tall as wide, at most. Aslant, the side of a tall one in the lane
behind is seen where the top of an own one would be; but the own dash is bare."""
LEAST_HULL = 1.5
"""What is as long as a stick and no stick is so much wider, at least."""
GROOVED = 0.3
"""So many pieces have a groove around their tops."""
SHADING = 0.06
"""In so many patches a ship stands between the lamp and the space, and shades most of it."""
OF_ITS_COMPANY = 0.4
"""So many of those ships are in the paint of the stick that they stand beside."""
COVERED = 0.08
"""So many patches have boxes that pieces cover as exactly as their makers meant them to."""
TIDILY = 0.3
"""There hands err so much less, and so does who traced the print."""
IN_ITS_PRINT = 0.5
"""So many of those lanes have pieces in the paint of their boxes: a yellow car on a yellow box."""
GLARING = 0.05
"""In so many patches a lamp is mirrored by all that lies there, in as many by the board alone, and
in as many in the reference photo."""
INTRUDES_FROM = 0.3
"""Nothing is learned from an empty place of which other pieces cover more than this share."""


@dataclass(frozen=True)
class StickBatch:
    """Patches (n, 9, 24, 32) as ``networks.look_at_sticks`` takes them, and what lies on them.

    ``states`` (n,); ``tops`` (n, 12, 16) the share of each square that shows the stick's top.
    """

    patches: Tensor
    states: Tensor
    tops: Tensor


@dataclass(frozen=True)
class OtherBody:
    """A ship, a disc or a tower ``at`` (n, 3), on the patches where one is ``there`` (n,)."""

    make: Make
    at: Placement
    there: Tensor

    @classmethod
    def by_lot(cls, length: Tensor, width: Tensor, own: Tensor) -> OtherBody:
        """Beside the space; where there is no ``own`` stick (n,) it may stand on the space.

        None is as long and as narrow as a stick: beside an empty space it would be a stick that a
        hand laid there.
        """
        n = len(length)
        hull = happens(0.5, n)
        long = torch.where(hull, length * between(0.8, 1.2, n), width * between(0.8, 2.5, n))
        slim = torch.where(hull, between(LEAST_HULL, 2.4, n), between(0.9, 2.4, n))
        wide = torch.minimum(long, width * slim)
        size = torch.stack([long, wide], 1)
        make = Make.by_lot(long, wide)
        rise = torch.where(happens(0.4, n), between(0.15, 0.6, n), between(0.8, 2.5, n))
        round_ = torch.where(happens(0.6, n), between(0.2, 0.5, n), between(0.0, 0.1, n)) * wide
        make = replace(make, size_mm=size, rise=rise, corner_mm=round_)
        turn = torch.where(happens(0.5, n), scattered(0.2, n), between(-3.2, 3.2, n))
        aside = happens(0.6, n)
        sign = torch.where(happens(0.5, n), 1.0, -1.0)
        beyond = sign * (length + long) * between(0.45, 0.7, n)
        beside = sign * (width + wide) * between(0.42, 0.9, n)
        u = torch.where(aside, length * between(-0.6, 0.6, n), beyond)
        v = torch.where(aside, beside, width * scattered(0.8, n))
        on_it = happens(0.2, n) & ~own
        u = torch.where(on_it, length * scattered(0.1, n), u)
        v = torch.where(on_it, width * scattered(0.25, n), v)
        return cls(make, torch.stack([u, v, turn], 1), happens(0.3, n))

    def between_lamp_and_space(
        self, these: Tensor, length: Tensor, width: Tensor, lamp: Lamp
    ) -> OtherBody:
        """The same, but ``these`` (n,) are ships so close before the lamp that they shade it.

        Of a stick that lies there a side or a corner is left in the light.
        """
        n = len(these)
        long = length * between(0.8, 1.3, n)
        wide = torch.minimum(long, width * between(LEAST_HULL, 2.4, n))
        along, across = functional.normalize(lamp.shadow_mm, dim=1).unbind(1)
        v = -torch.sign(across) * (width + wide) * between(0.47, 0.6, n)
        slid = v * (along / across.abs().clamp(min=0.3)) * torch.sign(across)
        u = slid.clamp(-0.6 * length, 0.6 * length) + scattered(0.25, n) * length
        at = torch.stack([u, v, scattered(0.2, n)], 1)
        make = replace(
            self.make,
            size_mm=torch.where(these[:, None], torch.stack([long, wide], 1), self.make.size_mm),
            rise=torch.where(these, between(1.5, 2.8, n), self.make.rise),
            corner_mm=torch.where(these, between(0.0, 0.4, n) * wide, self.make.corner_mm),
        )
        return OtherBody(make, torch.where(these[:, None], at, self.at), self.there | these)


def stick_batch(n: int, grounds: Grounds) -> StickBatch:
    """Draw n patches, each of another board, another game and another light."""
    length = between(14, 32, n)
    width = length * between(0.14, 0.5, n)
    height = width * torch.where(happens(0.7, n), between(0.4, 1.5, n), between(1.2, TALLEST, n))
    grid = Grid.reaching(STICK_SHAPE, length * STICK_REACH[1], width * STICK_REACH[0])
    aslant = torch.where(happens(0.3, n), between(0.0, 0.15, n), between(0.0, 1.1, n))
    lamp = Lamp.by_lot(directions(n) * (height * aslant)[:, None], height)
    shading = happens(SHADING, n)
    lamp = lamp.low(shading, width * between(0.5, 1.6, n))
    covered_exactly = happens(COVERED, n)
    care = torch.where(covered_exactly, TIDILY, 1.0)
    planned = Layout.by_lot(length, width)
    layout = planned.slipped(_slip_mm(planned, width) * care[:, None])
    own, other = SpacePrint.by_lot(length, width), SpacePrint.by_lot(length, width)
    own = own.boxes(covered_exactly, length, width)
    ground = grounds.by_lot(grid)
    print_ = print_spaces(grid, ground, layout, own, other, lamp.view_mm)
    laid, ats = _laid(layout, length, width, care)
    in_print = covered_exactly & happens(IN_ITS_PRINT, n)
    colours, size_mm = _colours(own, other, ground, in_print), torch.stack([length, width], 1)
    make = Make.by_lot(length, width).grooved(GROOVED)
    other_body = OtherBody.by_lot(length, width, laid[OWN])
    other_body = other_body.between_lamp_and_space(shading, length, width, lamp)
    picture, top, covered, body = _with_sticks(
        grid, mirroring(misplaced(print_), GLARING), ats, laid, colours, lamp, make, other_body
    )
    picture, arm = hide(grid, picture, 0.14)
    states = _states(grid.box(layout.at[OWN], size_mm), laid[OWN], arm, covered, body)
    lit = under_other_light(picture, grid)
    seen, expected = toned_differently(*same_camera(lit, print_))
    seen, expected = in_glare(seen, printed_in_glare(expected, GLARING), GLARING)
    seen, expected = photographed(seen), expected_wrongly(photographed(expected, 0.8))
    patches = [
        torch.cat([seen, expected], 1).clamp(-0.2, 1.6),
        planned.neighbours(grid, length, width)[:, None],
        (lamp.view_mm / width[:, None])[:, :, None, None].expand(-1, -1, *STICK_SHAPE),
    ]
    return StickBatch(torch.cat(patches, 1), states, functional.avg_pool2d(top * (1 - arm), 2))


def _with_sticks(
    grid: Grid,
    picture: Tensor,
    ats: list[Placement],
    laid: list[Tensor],
    colours: list[Tensor],
    lamp: Lamp,
    make: Make,
    other: OtherBody,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Lay sticks, and ships and discs beside some of them.

    Returns the pictures, how much of each sample shows the own stick's top in its own paint, and
    how much other pieces cover, and ships and discs alone. A ship's shadow falls on sticks too: how
    dark they are there says nothing of their paint.
    """
    picture = cast_shadows(grid, picture, ats, laid, make, lamp)
    picture = cast_shadows(grid, picture, [other.at], [other.there], other.make, lamp)
    shade = shade_of(grid, other.at, other.there, other.make, lamp, make.rise)
    top, covered = torch.zeros_like(grid.along), torch.zeros_like(grid.along)
    for number in torch.randperm(len(ats)).tolist():
        picture, shown = lay(grid, picture, ats[number], laid[number], colours[number], make, lamp)
        picture = picture * (1 - shade * shown)[:, None]
        if number == OWN:
            top = shown
        else:
            top, covered = top * (1 - shown), torch.maximum(covered, shown)
    n = len(other.there)
    paint = torch.where(happens(OF_ITS_COMPANY, n, 1), colours[OWN], paints(n))
    picture, shown = lay(grid, picture, other.at, other.there, paint, other.make, lamp)
    lit = top * (1 - shown) * (1 - shade) ** 2
    return picture, lit, torch.maximum(covered, shown), shown


def _laid(
    layout: Layout, length: Tensor, width: Tensor, care: Tensor
) -> tuple[list[Tensor], list[Placement]]:
    """Which spaces have a stick, and where it lies: beside its space, turned, as hands lay it.

    Hands err by ``care`` (n,) of what is usual.
    """
    n = len(length)
    own = happens(0.5, n)
    full = happens(0.5, n)
    pair = _pushed_together(layout, length, width)
    together = (happens(0.3, n) & layout.there[BESIDE] & (care == 1))[:, None]
    at = _untidy(layout.at[OWN], length, width, _room(layout, width), care)
    laid, ats = [own], [torch.where(together, pair[0], at)]
    for number in range(1, len(layout.at)):
        busy = torch.where(full, happens(0.85, n), happens(0.3, n))
        at = _untidy(layout.at[number], length, width, _room(layout, width), care)
        there = layout.there[number] & busy
        if number == BESIDE:  # Two sticks do not lie in one another.
            at = torch.where(together, pair[1], at)
            mine = torch.where(own, ats[OWN][:, 1], layout.at[OWN][:, 1])
            close = (at[:, 1] - mine).abs() < torch.where(own, 0.92 * width, 0.8 * layout.apart_mm)
            at = torch.where(close[:, None], layout.at[number], at)
            there &= ~(((at[:, 1] - mine).abs() < 0.92 * width) & own)
        laid.append(there)
        ats.append(at)
    return laid, ats


def _pushed_together(layout: Layout, length: Tensor, width: Tensor) -> tuple[Placement, Placement]:
    """Where two sticks of twin lanes lie that were pushed together, (n, 3) each.

    They touch, so that each lies between its own dash and the other, and leaves much of it bare.
    """
    n = len(length)
    first, second = layout.at[OWN], layout.at[BESIDE]
    side = torch.sign(second[:, 1] - first[:, 1])
    apart = torch.minimum(width * between(0.98, 1.15, n), layout.apart_mm)
    middle = (first[:, 1] + second[:, 1]) / 2 + scattered(0.18, n) * width
    turn, along = scattered(0.06, n), scattered(0.07, n) * length
    slid = along + scattered(0.05, n) * length
    mine = torch.stack([first[:, 0] + along, middle - side * apart / 2, first[:, 2] + turn], 1)
    twin = torch.stack([second[:, 0] + slid, middle + side * apart / 2, second[:, 2] + turn], 1)
    return mine, twin


def _slip_mm(layout: Layout, width: Tensor) -> Tensor:
    """How far the print lies from where the board file says, with all that lies on it, (n, 2).

    Boards are traced by hand and photographed askew.
    """
    n = len(width)
    much = torch.where(happens(0.4, n), 0.0, torch.where(happens(0.4, n), 0.45, 0.15))
    slip = scattered(1.0, n, 2) * (width * much)[:, None]
    most = torch.where(layout.there[BESIDE], 0.4 * layout.apart_mm, 0.8 * width)[:, None]
    return torch.maximum(torch.minimum(slip, most), -most)


def _room(layout: Layout, width: Tensor) -> Tensor:
    """How far across its lane a stick may lie and still be of this lane, in mm, (n,)."""
    alone = 1.1 * width
    return torch.where(layout.there[BESIDE], torch.minimum(alone, 0.42 * layout.apart_mm), alone)


def _untidy(at: Placement, length: Tensor, width: Tensor, room: Tensor, care: Tensor) -> Placement:
    """Where a hand lays a stick that belongs at (n, 3): beside its dash, turned, half off it.

    Hands err by millimetres, however narrow the stick, by ``care`` (n,) of what is usual.
    """
    n = len(at)
    much = torch.where(happens(0.4, n), 0.35, 1.0) * care
    u = (scattered(0.1, n) * length * much).clamp(-5, 5)
    aside = torch.maximum(0.3 * width, between(0.5, 2.2, n))
    v = torch.maximum(torch.minimum(scattered(1.0, n) * aside * much, room), -room)
    turn = (scattered(0.12, n) * much).clamp(-0.4, 0.4)
    cos, sin = torch.cos(at[:, 2]), torch.sin(at[:, 2])
    return at + torch.stack([u * cos - v * sin, u * sin + v * cos, turn], 1)


def _colours(own: SpacePrint, other: SpacePrint, ground: Tensor, in_print: Tensor) -> list[Tensor]:
    """A paint (n, 3) for each space; some are much like the print beneath them or around them.

    Of a blue stick on a blue sea its shadow is plainer than its top. In lanes that are ``in_print``
    (n,) all pieces have the paint of their boxes.
    """
    n = len(own.fill)
    told = []
    mine = paints(n)
    for number in range(6):
        print_ = own.fill if number <= BESIDE else other.fill
        lane = mine if number <= 2 else paints(n)
        paint = torch.where(happens(0.75, n, 1), lane, paints(n))
        paint = torch.where(happens(0.1, n, 1), near(print_, 0.12), paint)
        paint = torch.where(happens(0.1, n, 1), near(print_, 0.05), paint)
        paint = torch.where(happens(0.08, n, 1), near(ground.mean((2, 3)), 0.12), paint)
        own_lane = in_print[:, None] & (number <= BESIDE)
        told.append(torch.where(own_lane, near(print_, 0.08), paint))
    return told


def _states(middle: Tensor, own: Tensor, arm: Tensor, covered: Tensor, body: Tensor) -> Tensor:
    """The class or UNKNOWN of each patch, (n,); ``middle`` (n, h, w) is its space.

    A space under an arm is hidden, and an empty one under a ship or a disc.
    """
    area = middle.sum((1, 2))
    hidden, intruded, under = ((middle * part).sum((1, 2)) / area for part in (arm, covered, body))
    states = torch.where(own, CLASS_PIECE, CLASS_EMPTY)
    states[~own & (intruded > INTRUDES_FROM)] = UNKNOWN
    states[~own & (under > HIDDEN_FROM)] = CLASS_HIDDEN
    states[own & (intruded > 2 * INTRUDES_FROM)] = UNKNOWN
    states[hidden > PARTLY_FROM] = UNKNOWN
    states[hidden > HIDDEN_FROM] = CLASS_HIDDEN
    return states
