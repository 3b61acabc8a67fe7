"""Where the spaces of a route come to lie: in even steps along it, or on dashes found there."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from calibration.tracing.draft.draft import Draft, End, Laid, TracedRoute, TracedSpace

STICK_MM = (20.0, 5.0)
"""Length and width of a stick where the board does not say."""
CLEAR = 1.45
"""From an island's middle to that of the nearest space, in stick lengths; as on printed boards."""
PITCH = 1.28
"""From space to space, in stick lengths."""
APART = 1.9
"""From lane to lane, in stick widths."""
MISS = 1.5
MOST_TRIED = 8
"""Routes proposed by what is found along them have at most so many spaces."""

Point = tuple[float, float]
Lanes = tuple[tuple[TracedSpace, ...], ...]


class Finder(Protocol):
    """Looks along a route for printed dashes; both points are its ends, in board mm."""

    def __call__(
        self, a: Point, b: Point, spaces: int, bend_mm: float, lanes: int, taken: Sequence[Point]
    ) -> Lanes:
        """Lay so many spaces in so many lanes, on dashes that are not taken where there are any."""


def stick_size(draft: Draft) -> tuple[float, float]:
    """Length and width of the board's sticks, mm."""
    stick = draft.sheet.pieces.get("stick")
    if not isinstance(stick, dict):
        return STICK_MM
    length, width = stick.get("length_mm"), stick.get("width_mm")
    if not isinstance(length, int | float) or not isinstance(width, int | float):
        return STICK_MM
    return (float(length), float(width)) if length > 0 and width > 0 else STICK_MM


def usual_spaces(draft: Draft, a: End, b: End) -> int:
    """How many spaces a route of this length usually has."""
    length, _ = stick_size(draft)
    free = math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) - 2 * CLEAR * length
    return max(1, min(MOST_TRIED, round(free / (PITCH * length) + 1)))


def evenly(draft: Draft) -> Finder:
    """A finder that sees nothing: spaces in even steps."""
    length, width = stick_size(draft)

    def lay(
        a: Point,
        b: Point,
        spaces: int,
        bend_mm: float,
        lanes: int,
        taken: Sequence[Point],  # noqa: ARG001
    ) -> Lanes:
        offs = [0.0] if lanes == 1 else [-APART * width / 2, APART * width / 2]
        return tuple(_lane(a, b, spaces, bend_mm, off, length) for off in offs)

    return lay


def taken_by(routes: Iterable[TracedRoute]) -> list[Point]:
    """Where routes lie on dashes, or a person has put their spaces: no other route lies there."""
    spaces = (space for route in routes for lane in route.lanes for space in lane)
    return [(space.x_mm, space.y_mm) for space in spaces if space.laid is not Laid.EVEN]


def laid_route(
    draft: Draft, route: TracedRoute, shape: tuple[int, int], find: Finder, taken: Sequence[Point]
) -> Lanes:
    """The spaces of a route between where its ends lie now; ``shape``: how many, in how many lanes.

    Dashes on which other routes lie are ``taken``.
    """
    a, b = draft.end(route.a), draft.end(route.b)
    if a is None or b is None:
        return route.lanes
    spaces, lanes = shape
    return find((a.x_mm, a.y_mm), (b.x_mm, b.y_mm), spaces, route.bend_mm, lanes, taken)


def others(draft: Draft, route: TracedRoute) -> list[Point]:
    """Where the other routes lie."""
    return taken_by(each for each in draft.routes.values() if each.key != route.key)


def laid_again(
    before: Draft, after: Draft, route: TracedRoute, find: Finder, taken: Sequence[Point]
) -> Lanes:
    """The spaces of a route whose ends were moved: on dashes, or as they lay between its ends."""
    lanes = laid_route(after, route, (route.spaces, len(route.lanes)), find, taken)
    if any(space.laid is Laid.FOUND for lane in lanes for space in lane):
        return lanes
    was, now = (
        [complex(end.x_mm, end.y_mm) for end in (of.end(route.a), of.end(route.b)) if end]
        for of in (before, after)
    )
    if len(was) < 2 or len(now) < 2 or was[0] == was[1]:
        return lanes
    turn = (now[1] - now[0]) / (was[1] - was[0])
    carried = math.degrees(cmath.phase(turn)) if turn else 0.0
    return tuple(
        tuple(_carried(space, now[0] + turn * (_at(space) - was[0]), carried) for space in lane)
        for lane in route.lanes
    )


def _at(space: TracedSpace) -> complex:
    return complex(space.x_mm, space.y_mm)


def _carried(space: TracedSpace, to: complex, turn_deg: float) -> TracedSpace:
    return TracedSpace(to.real, to.imag, around(space.angle_deg + turn_deg), Laid.EVEN)


def around(angle_deg: float) -> float:
    """The same direction as an angle from -180 to 180 degrees."""
    return (angle_deg + 180) % 360 - 180


def proposed(draft: Draft, a: End, b: End, find: Finder, surely: Finder) -> Lanes:
    """The likeliest lanes from a to b.

    They have the usual number of spaces, or another near it that has more of them on dashes; two
    lanes where most spaces of the second lie on dashes too, as a finder of sure ones (``surely``)
    has it: beside a dash there is often something like another.
    """
    usual = usual_spaces(draft, a, b)
    counts = sorted(range(max(1, usual - 2), usual + 3), key=lambda count: abs(count - usual))
    ends, taken = ((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)), taken_by(draft.routes.values())
    tried = [find(*ends, count, 0.0, 1, taken) for count in counts]
    single = max(tried, key=_worth)
    spaces = len(single[0])
    is_double = _worth(surely(*ends, spaces, 0.0, 2, taken)) > _worth(single)
    return find(*ends, spaces, 0.0, 2, taken) if is_double else single


def _worth(lanes: Lanes) -> float:
    """How well lanes are explained by dashes: a miss weighs more than a hit."""
    spaces = [space for lane in lanes for space in lane]
    found = sum(space.laid is Laid.FOUND for space in spaces)
    return found - MISS * (len(spaces) - found) if found else -math.inf


def by_hand(lanes: Sequence[Sequence[TracedSpace]]) -> bool:
    """Whether a person has put any of these spaces where it lies."""
    return any(space.laid is Laid.HAND for lane in lanes for space in lane)


def _lane(
    a: Point, b: Point, spaces: int, bend_mm: float, off_mm: float, length_mm: float
) -> tuple[TracedSpace, ...]:
    """Even steps along a parabola from a to b whose middle is ``bend_mm`` to its right."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    far = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / far, dx / far
    clear = min(CLEAR * length_mm / far, 0.5)
    laid = []
    for index in range(spaces):
        t = clear + (1 - 2 * clear) * index / (spaces - 1) if spaces > 1 else 0.5
        rise = 4 * bend_mm * t * (1 - t)
        slope = 4 * bend_mm * (1 - 2 * t) / far
        aside = rise + off_mm
        angle = math.degrees(math.atan2(dy, dx) + math.atan(slope))
        laid.append(TracedSpace(ax + t * dx + aside * nx, ay + t * dy + aside * ny, around(angle)))
    return tuple(laid)
