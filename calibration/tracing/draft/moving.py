"""Islands and harbours moved, with all that hangs on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from calibration.tracing.draft.draft import Change, Draft, TracedIsland
from calibration.tracing.draft.laying import Finder, by_hand, laid_again, taken_by


def moved_ends(
    draft: Draft, find: Finder, to: Mapping[str, tuple[float, float]], *, pin: bool
) -> tuple[Change, ...]:
    """Ends put elsewhere, each with its slots, and the routes between laid anew.

    Routes follow, but one that has spaces a person has put somewhere is left to him.
    """
    changes: list[Change] = []
    for key, (x_mm, y_mm) in to.items():
        end = draft.end(key)
        if end is None:
            continue
        dx, dy = x_mm - end.x_mm, y_mm - end.y_mm
        pinned = pin or end.pinned
        if isinstance(end, TracedIsland):
            slots = tuple((x + dx, y + dy) for x, y in end.slots)
            changes.append(replace(end, x_mm=x_mm, y_mm=y_mm, slots=slots, pinned=pinned))
        else:
            changes.append(replace(end, x_mm=x_mm, y_mm=y_mm, pinned=pinned))
    after = draft
    for change in changes:
        after = after.changed(change)
    touched = {
        route.key: route for key in to for route in after.routes_at(key) if not by_hand(route.lanes)
    }
    laid = [route for route in after.routes.values() if route.key not in touched]
    for route in touched.values():
        lanes = laid_again(draft, after, route, find, taken_by(laid))
        laid.append(replace(route, lanes=lanes))
    return (*changes, *laid[-len(touched) :]) if touched else tuple(changes)
