"""Corners mended after tracing has begun: what was put on the print stays on the print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.tracing.draft.draft import (
    Change,
    Draft,
    End,
    Laid,
    Photo,
    TracedHarbour,
    TracedIsland,
    TracedRoute,
    TracedSpace,
    TracedStop,
)
from calibration.tracing.draft.laying import around
from vision.alignment.pose import Pose

TIP_MM = 5.0
"""A direction is carried over by a point so far along it."""


def refitted(draft: Draft, photo: Photo) -> tuple[Change, ...]:
    """The changes that lay a draft under another camera of the same photo.

    What lies where a person or a dash has put it is seen at the same pixel as before; what still
    lies as a map had it stays where the map has it.
    """
    old, new = draft.photo.pose if draft.photo else None, photo.pose
    changes: list[Change] = [photo]
    if old is None or new is None or draft.photo is None or draft.photo.file != photo.file:
        return tuple(changes)
    over = _Over(old, new)
    changes += [over.harbour(harbour) for harbour in draft.harbours.values() if _was_put(harbour)]
    changes += [over.island(i) for i in draft.islands.values() if _was_put(i)]
    changes += [over.stop(stop) for stop in draft.stops.values() if _was_put(stop)]
    changes += [over.route(route) for route in draft.routes.values() if _was_laid(draft, route)]
    return tuple(changes)


def _was_put(end: End) -> bool:
    return end.pinned or end.map_mm is None


def _was_laid(draft: Draft, route: TracedRoute) -> bool:
    ends = [end for end in (draft.end(route.a), draft.end(route.b)) if end]
    on_print = any(space.laid is not Laid.EVEN for lane in route.lanes for space in lane)
    return on_print or all(map(_was_put, ends))


class _Over:
    """From board mm as one camera has them to those of another that sees the same pixels."""

    def __init__(self, old: Pose, new: Pose) -> None:
        self._old, self._new = old, new

    def points(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Points carried over."""
        if not points:
            return []
        there = self._new.to_board(self._old.project(np.array(points, float)))
        return [(float(x), float(y)) for x, y in there]

    def harbour(self, harbour: TracedHarbour) -> TracedHarbour:
        """A harbour."""
        [(x_mm, y_mm)] = self.points([(harbour.x_mm, harbour.y_mm)])
        return replace(harbour, x_mm=x_mm, y_mm=y_mm)

    def stop(self, stop: TracedStop) -> TracedStop:
        """A stop."""
        [(x_mm, y_mm)] = self.points([(stop.x_mm, stop.y_mm)])
        return replace(stop, x_mm=x_mm, y_mm=y_mm)

    def island(self, island: TracedIsland) -> TracedIsland:
        """An island with its slots."""
        middle, *slots = self.points([(island.x_mm, island.y_mm), *island.slots])
        return replace(island, x_mm=middle[0], y_mm=middle[1], slots=tuple(slots))

    def route(self, route: TracedRoute) -> TracedRoute:
        """A route with its spaces and their directions."""
        return replace(route, lanes=tuple(tuple(map(self._space, lane)) for lane in route.lanes))

    def _space(self, space: TracedSpace) -> TracedSpace:
        angle = np.radians(space.angle_deg)
        tip = (space.x_mm + TIP_MM * np.cos(angle), space.y_mm + TIP_MM * np.sin(angle))
        (x, y), (tip_x, tip_y) = self.points([(space.x_mm, space.y_mm), tip])
        turned = around(float(np.degrees(np.arctan2(tip_y - y, tip_x - x))))
        return replace(space, x_mm=x, y_mm=y, angle_deg=turned)
