"""What the photo shows and nobody has traced: a second lane, dashes without a route."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.ghosts.dashes import turn_between
from calibration.ghosts.ghost import Ghost, GhostKind
from calibration.ghosts.routes import PAIR_WIDTHS
from calibration.tracing.draft.checks import Code, Remark
from calibration.tracing.draft.draft import Draft, TracedRoute
from calibration.tracing.draft.laying import stick_size
from calibration.tracing.draft.names import route_name
from vision.picture.arrays import Floats

MOSTLY = 0.6
"""A lane is printed where so many of its spaces show a dash."""
ABREAST, ALIKE_DEG = 0.3, 12.0
"""Two spaces lie side by side: so far along at most, in stick lengths, and so far turned."""


def overlooked(draft: Draft, ghosts: Sequence[Ghost]) -> Iterator[Remark]:
    """What is printed by all that was found, and has nothing on it yet."""
    dashes = [each for each in ghosts if each.kind is GhostKind.DASH and each.is_offered]
    if not draft.routes or not dashes:
        return
    places = np.array([(each.x_mm, each.y_mm) for each in dashes])
    turned = np.array([each.angle_deg for each in dashes])
    free = _free(draft, places)
    for route in draft.routes.values():
        beside = _second_lane(draft, route, places, turned, free)
        if beside is not None:
            free &= ~beside
            space = route.lanes[0][len(route.lanes[0]) // 2]
            words = {"name": route_name(draft, route)}
            yield Remark(Code.SECOND_LANE, (route.key,), (space.x_mm, space.y_mm), words)
    if free.any():
        x_mm, y_mm = places[int(np.flatnonzero(free)[0])]
        count = {"count": int(free.sum())}
        yield Remark(Code.NO_ROUTE, (), (float(x_mm), float(y_mm)), count)


def _free(draft: Draft, places: Floats) -> NDArray[np.bool_]:
    """The dashes (n,) on which no space lies."""
    spaces = [s for route in draft.routes.values() for lane in route.lanes for s in lane]
    at = np.array([(space.x_mm, space.y_mm) for space in spaces]).reshape(-1, 2)
    away = np.linalg.norm(places[:, None] - at[None], axis=2).min(axis=1, initial=np.inf)
    return np.asarray(away > stick_size(draft)[1])


def _second_lane(
    draft: Draft, route: TracedRoute, places: Floats, turned: Floats, free: NDArray[np.bool_]
) -> NDArray[np.bool_] | None:
    """The free dashes (n,) that go along one side of a route of one lane; None where few do."""
    if len(route.lanes) != 1:
        return None
    length_mm, width_mm = stick_size(draft)
    spaces = route.lanes[0]
    angles = np.array([space.angle_deg for space in spaces])
    away = places[None] - np.array([(space.x_mm, space.y_mm) for space in spaces])[:, None]
    ahead = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    along = (away * ahead[:, None]).sum(axis=2)
    aside = away[..., 1] * ahead[:, None, 0] - away[..., 0] * ahead[:, None, 1]
    abreast = (np.abs(along) < ABREAST * length_mm) & free[None]
    abreast &= turn_between(turned[None], angles[:, None]) < ALIKE_DEG
    for side in (-1, 1):
        apart = side * aside / width_mm
        seen = abreast & (apart > PAIR_WIDTHS[0]) & (apart < PAIR_WIDTHS[1])
        if seen.any(axis=1).mean() > MOSTLY:
            return np.asarray(seen.any(axis=0))
    return None
