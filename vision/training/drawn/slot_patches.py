"""Batches of slot patches with what lies on them, drawn anew each time."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from vision.alignment.patches import MARKER_REACH, MARKER_SHAPE
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE
from vision.training.dataset.patch_set import UNKNOWN
from vision.training.drawn.bodies import Lamp, Make, cast_shadows, lay, lay_faces
from vision.training.drawn.faces import Faces
from vision.training.drawn.grid import Grid, Placement, over, shifted
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
from vision.training.drawn.paints import inks, paints

HIDDEN_FROM, PARTLY_FROM = 0.75, 0.2
"""Shares of a slot covered by an arm from which it is hidden, or nothing is learned from it."""
GLARING = 0.05
"""In so many patches a lamp is mirrored by all that lies there, in as many by the board alone, and
in as many in the reference photo."""
INTRUDES_FROM = 0.25
"""Nothing is learned from an empty slot of which other pieces cover more than this share."""
NEIGHBOURS = 4
BUILDINGS = 0.4
"""So many tall markers are buildings: their corners reach beyond what their diameter says."""
AS_ITS_SLOT = 0.15
"""So many markers are painted much like the slots that are printed there."""


@dataclass(frozen=True)
class SlotBatch:
    """Patches (n, 7, 24, 24) as ``networks.look_at_slots`` takes them, and what lies on them.

    ``states`` (n,); ``offsets`` (n, 2) in diameters from the middle of the slot.
    """

    patches: Tensor
    states: Tensor
    offsets: Tensor


def slot_batch(n: int, grounds: Grounds) -> SlotBatch:
    """Draw n patches, each of another board, another game and another light."""
    wide = between(5, 16, n)
    flat = happens(0.65, n)
    height = wide * torch.where(flat, between(0.05, 0.3, n), between(0.3, 1.3, n))
    reach = wide * MARKER_REACH
    grid = Grid.reaching(MARKER_SHAPE, reach, reach)
    lamp = Lamp.by_lot(directions(n) * (height * between(0.0, 1.1, n))[:, None], height)
    planned, there = _slots(wide)
    slip = _slip_mm(wide)
    slots = [shifted(at, slip) for at in planned]
    fill, faces = inks(n), Faces.by_lot(n * len(slots), n)
    faces = faces.painted_like(fill.repeat_interleave(len(slots), 0), AS_ITS_SLOT)
    print_ = _printed(grid, grounds.by_lot(grid), slots, there, wide, lamp.view_mm, fill)
    own = happens(0.5, n)
    laid, ats = _laid(own, slots, there, wide)
    picture, covered, buried = _with_markers(
        grid, mirroring(misplaced(print_), GLARING), ats, laid, faces, lamp, wide, flat
    )
    picture, arm = hide(grid, picture, 0.12)
    states = _states(grid.disc(slots[0], wide / 2), own, arm, covered, buried)
    lit = under_other_light(picture, grid)
    seen, expected = toned_differently(*same_camera(lit, print_))
    seen, expected = in_glare(seen, printed_in_glare(expected, GLARING), GLARING)
    seen, expected = photographed(seen, 1.6), expected_wrongly(photographed(expected, 1.0))
    tones = torch.cat([seen, expected], 1).clamp(-0.2, 1.6)
    patches = torch.cat([tones, _beside(grid, planned, there, wide)], 1)
    return SlotBatch(patches, states, ats[0][:, :2] / wide[:, None])


def _laid(
    own: Tensor, slots: list[Placement], there: list[Tensor], wide: Tensor
) -> tuple[list[Tensor], list[Placement]]:
    """Which slots have a marker, and where it lies."""
    n = len(wide)
    busy = torch.where(happens(0.5, n), happens(0.8, n), happens(0.3, n))
    laid = [own, *(is_there & busy & happens(0.7, n) for is_there in there[1:])]
    ats = [_untidy(at, wide) for at in slots]
    for number in range(1, len(slots)):  # Two markers do not lie in one another.
        near = (ats[number] - ats[0])[:, :2].norm(dim=1) < 0.93 * wide
        laid[number] = laid[number] & ~(near & own)
    return laid, ats


def _with_markers(
    grid: Grid,
    picture: Tensor,
    ats: list[Placement],
    laid: list[Tensor],
    faces: Faces,
    lamp: Lamp,
    wide: Tensor,
    flat: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    """Lay markers, and sticks beside some of them.

    Returns the pictures, how much of each sample other pieces than the slot's own cover, and how
    much of them lies over it.
    """
    n, make = len(wide), _make(wide, flat)
    plain = happens(0.35, n) | (~flat & happens(0.6, n))
    stick, at_stick, there_stick = stick_beside(wide)
    there_stick &= ~laid[0]
    picture = cast_shadows(grid, picture, ats, laid, make, lamp)
    picture = cast_shadows(grid, picture, [at_stick], [there_stick], stick, lamp)
    picture, covered = lay(grid, picture, at_stick, there_stick, paints(n), stick, lamp)
    buried = torch.zeros_like(covered)
    for number in torch.randperm(len(ats)).tolist():
        mine = faces.of(torch.arange(n) * len(ats) + number)
        picture, shown = lay_faces(
            grid, picture, ats[number], laid[number], mine, plain, make, lamp
        )
        if number:
            covered, buried = torch.maximum(covered, shown), torch.maximum(buried, shown)
        else:
            buried = torch.zeros_like(shown)
    return picture, covered, buried


def _slots(wide: Tensor) -> tuple[list[Placement], list[Tensor]]:
    """A slot's own place and its neighbours', in rows, rings and heaps about an island."""
    n = len(wide)
    ats, there = [torch.zeros(n, 3)], [torch.ones(n, dtype=torch.bool)]
    first, pitch = directions(n), between(1.02, 1.8, n)
    for number in range(NEIGHBOURS):
        way = first if number == 0 else -first if number == 1 else directions(n)
        far = wide * torch.where(happens(0.7, n), pitch, between(1.02, 2.2, n))
        ats.append(torch.cat([way * far[:, None], torch.zeros(n, 1)], 1))
        there.append(happens(0.6 if number < 2 else 0.35, n))
    return ats, there


def _beside(grid: Grid, slots: list[Placement], there: list[Tensor], wide: Tensor) -> Tensor:
    """1 where another slot's marker would lie, (n, 1, h, w), as ``patches.marker_places`` says."""
    told = torch.zeros_like(grid.along)
    for at, is_there in zip(slots[1:], there[1:], strict=True):
        far = torch.hypot(grid.along - at[:, 0, None, None], grid.across - at[:, 1, None, None])
        inside = (far < wide[:, None, None] / 2) & is_there[:, None, None]
        told = torch.maximum(told, inside.float())
    return told[:, None]


def _printed(
    grid: Grid,
    ground: Tensor,
    slots: list[Placement],
    there: list[Tensor],
    wide: Tensor,
    view: Tensor,
    fill: Tensor,
) -> Tensor:
    """Slots printed as circles, rings, boxes, pictures or not at all; all of a board alike."""
    n = len(wide)
    size = wide * torch.where(happens(0.6, n), between(0.9, 1.15, n), between(0.4, 1.6, n))
    strength = happens(0.75, n) * between(0.3, 1.0, n)
    rim = happens(0.6, n) * between(0.3, 1.0, n)
    thin = between(0.03, 0.12, n) * wide
    line = inks(n) * between(0.2, 1.0, n, 1)
    signs, signed = Faces.by_lot(n), happens(0.3, n) * between(0.3, 1.0, n)
    for at, is_there in zip(reversed(slots), reversed(there), strict=True):
        seen_at, on = shifted(at, -view), is_there[:, None, None].float()
        ground = over(ground, line, grid.disc(seen_at, size / 2) * on * rim[:, None, None])
        inner = grid.disc(seen_at, size / 2 - thin * (rim > 0))
        ground = over(ground, fill, inner * on * strength[:, None, None])
        u, v = grid.local(seen_at)
        radius = (size / 2)[:, None, None]
        face = signs.at(u / radius, v / radius, grid.sample_mm / radius)
        ground = over(ground, face, inner * on * signed[:, None, None])
    return ground


def flat_make(wide: Tensor) -> Make:
    """Round flat tokens, as wide as that (n,)."""
    return _make(wide, torch.ones(len(wide), dtype=torch.bool))


def _make(wide: Tensor, flat: Tensor) -> Make:
    """Round tokens, flat or tall, a few cubes and towers with corners, and buildings."""
    n = len(wide)
    building = ~flat & happens(BUILDINGS, n)
    size = wide * torch.where(building, between(0.9, 1.9, n), between(0.92, 1.06, n))
    make = Make.by_lot(size, size)
    is_round = flat | (~building & happens(0.6, n))
    corner = torch.where(is_round, 0.5 * size, between(0.0, 0.4, n) * size)
    other_way = size * torch.where(building, between(0.7, 1.0, n), 1.0)
    calm = torch.where(flat, 0.3, 1.0)
    return replace(
        make,
        size_mm=torch.stack([size, other_way], 1),
        corner_mm=corner,
        ridge=make.ridge * calm,
        lumps=make.lumps * calm,
        ends=make.ends * calm,
        clear=make.clear * (~flat),
    )


def stick_beside(wide: Tensor) -> tuple[Make, Placement, Tensor]:
    """A stick or ship near slots of markers so ``wide`` (n,), and on which patches there is one."""
    n = len(wide)
    length, width = wide * between(1.5, 3.5, n), wide * between(0.4, 1.0, n)
    size = torch.stack([length, width], 1)
    make = replace(Make.by_lot(length, width), size_mm=size, rise=between(0.8, 2.5, n))
    way = directions(n)
    turn = torch.where(happens(0.5, n), torch.atan2(way[:, 1], way[:, 0]), between(-3.2, 3.2, n))
    far = wide * between(0.6, 1.4, n) + length * 0.4
    return make, torch.cat([way * far[:, None], turn[:, None]], 1), happens(0.35, n)


def _slip_mm(wide: Tensor) -> Tensor:
    """How far the print lies from where the board file says, with all that lies on it, (n, 2)."""
    n = len(wide)
    much = torch.where(happens(0.5, n), 0.0, torch.where(happens(0.4, n), 0.2, 0.08))
    slip = scattered(1.0, n, 2) * (wide * much)[:, None]
    far = slip.norm(dim=1, keepdim=True).clamp(min=1e-6)
    return slip * (0.35 * wide[:, None] / far).clamp(max=1)


def _untidy(at: Placement, wide: Tensor) -> Placement:
    """Where a hand lays a marker that belongs at (n, 3), turned any way."""
    n = len(at)
    off = scattered(0.15, n, 2) * torch.where(happens(0.25, n, 1), 1.8, 1.0)
    off = off * (0.6 / off.norm(dim=1, keepdim=True).clamp(min=1e-6)).clamp(max=1)
    return torch.cat([at[:, :2] + off * wide[:, None], between(-3.15, 3.15, n, 1)], 1)


def _states(middle: Tensor, own: Tensor, arm: Tensor, covered: Tensor, over_own: Tensor) -> Tensor:
    """The class or UNKNOWN of each patch, (n,); ``middle`` (n, h, w) is its slot."""
    area = middle.sum((1, 2))
    hidden, intruded, buried = (
        (middle * part).sum((1, 2)) / area for part in (arm, covered, over_own)
    )
    states = torch.where(own, CLASS_PIECE, CLASS_EMPTY)
    states[~own & (intruded > INTRUDES_FROM)] = UNKNOWN
    states[own & (buried > 2 * INTRUDES_FROM)] = UNKNOWN
    states[hidden > PARTLY_FROM] = UNKNOWN
    states[hidden > HIDDEN_FROM] = CLASS_HIDDEN
    return states
