"""What a wish of the page names, looked up in the draft; every miss is one clear line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from calibration.ghosts.ghost import Ghost
from calibration.tracing.draft.draft import Draft, End, TracedIsland, TracedRoute
from calibration.tracing.draft.laying import Finder
from calibration.tracing.draft.trace import Act
from companion.boards.board_file import LARGEST_BOARD_MM
from companion.errors import InputError
from companion.files.fields import Field


@dataclass(frozen=True)
class Desk:
    """What a wish is worked out from: the draft, and what was found in its photo."""

    draft: Draft
    find: Finder
    ghosts: Sequence[Ghost] = ()


Wishes = Mapping[str, Callable[[Field, Desk], Act]]
"""How each wish is worked out, by its name."""


def stop_at(field: Field) -> None:
    """Raise InputError with the first fault, where there is one."""
    if field.faults:
        raise InputError.of(field.faults[0])


def end_of(field: Field, draft: Draft) -> End:
    """The island or harbour whose key stands there."""
    end = draft.end(field.id())
    if end is None:
        raise InputError("no-such-end", field.place)
    return end


def island_of(field: Field, draft: Draft) -> TracedIsland:
    """The island whose key stands there."""
    end = end_of(field, draft)
    if not isinstance(end, TracedIsland):
        raise InputError("harbour-not-island", field.place)
    return end


def point_of(field: Field, draft: Draft) -> tuple[float, float]:
    """A place on the board; one beyond its edge is taken to be on the edge."""
    far = LARGEST_BOARD_MM
    x, y = (field.get(axis).number(-far, far, "mm") for axis in "xy")
    stop_at(field)
    sheet = draft.sheet
    return min(max(x, 0.0), sheet.width_mm), min(max(y, 0.0), sheet.height_mm)


def route_of(field: Field, draft: Draft) -> TracedRoute:
    """The route whose key stands there."""
    route = draft.routes.get(field.id())
    if route is None:
        raise InputError("no-such-route", field.place)
    return route


def keys_of(field: Field) -> Sequence[str]:
    """What the wish names at all, be it ``null``."""
    return list(field.value) if isinstance(field.value, Mapping) else []
