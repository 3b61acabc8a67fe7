"""Wishes about routes and their spaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from calibration.tracing.draft.draft import Laid, TracedHarbour, TracedRoute, TracedSpace
from calibration.tracing.draft.draft_json import MOST_SPACES
from calibration.tracing.draft.laying import around, laid_route, others, proposed
from calibration.tracing.draft.names import route_name
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.wishes.asked import Desk, end_of, keys_of, point_of, route_of
from calibration.tracing.wishes.suggesting import on_dashes
from companion.boards.board_file import MOST_LANES
from companion.boards.routes_board import OneWay
from companion.errors import InputError
from companion.files.fields import Field

MOST_BEND_MM = 300.0
MOST_TURN_DEG = 720.0


def add_route(field: Field, desk: Desk) -> Act:
    """A route between two ends; how many spaces it has is proposed where it is not said."""
    draft = desk.draft
    a, b = (end_of(field.get(key), draft) for key in "ab")
    if a.key == b.key:
        raise InputError("route-to-itself")
    if isinstance(a, TracedHarbour) and isinstance(b, TracedHarbour):
        raise InputError("route-between-harbours")
    surely = on_dashes(draft, [ghost for ghost in desk.ghosts if ghost.is_offered])
    lanes = proposed(draft, a, b, desk.find, surely)
    route = TracedRoute(draft.free_key("r"), a.key, b.key, lanes)
    if field.get("spaces").given or field.get("lanes").given:
        route = _reshaped(field, desk, route)
    return Act(Deed.ADDED, route_name(draft, route), (route,))


def edit_route(field: Field, desk: Desk) -> Act:
    """Another number of spaces or lanes, another bend or arrow."""
    route = route_of(field.get("key"), desk.draft)
    if "one_way" in keys_of(field):
        arrow = field.get("one_way")
        way = arrow.one_of([way.value for way in OneWay]) if arrow.given else None
        route = replace(route, one_way=OneWay(way) if way else None)
    if any(field.get(key).given for key in ("spaces", "lanes", "bend")):
        route = _reshaped(field, desk, route)
    return Act(Deed.EDITED, route_name(desk.draft, route), (route,))


def snap(field: Field, desk: Desk) -> Act:
    """All spaces of a route laid anew, on dashes where there are any; those by hand too."""
    route = route_of(field.get("key"), desk.draft)
    shape = (route.spaces, len(route.lanes))
    lanes = laid_route(desk.draft, route, shape, desk.find, others(desk.draft, route))
    return Act(Deed.LAID, route_name(desk.draft, route), (replace(route, lanes=lanes),))


def move_space(field: Field, desk: Desk) -> Act:
    """One space put where it lies; with ``angle`` it is turned too."""
    x_mm, y_mm = point_of(field, desk.draft)
    turned = _angle(field.get("angle")) if field.get("angle").given else None

    def moved(space: TracedSpace) -> TracedSpace:
        return TracedSpace(x_mm, y_mm, space.angle_deg if turned is None else turned, Laid.HAND)

    return _with_space(field, desk, moved)


def turn_space(field: Field, desk: Desk) -> Act:
    """One space turned where it lies."""
    angle = _angle(field.get("angle"))
    return _with_space(field, desk, lambda space: replace(space, angle_deg=angle, laid=Laid.HAND))


def _angle(field: Field) -> float:
    return around(field.number(-MOST_TURN_DEG, MOST_TURN_DEG, "degrees"))


def _reshaped(field: Field, desk: Desk, route: TracedRoute) -> TracedRoute:
    """The route laid anew with what the wish names."""
    count, lanes, bend = (field.get(key) for key in ("spaces", "lanes", "bend"))
    spaces = count.whole(1, MOST_SPACES) if count.given else route.spaces
    beside = lanes.whole(1, MOST_LANES) if lanes.given else len(route.lanes)
    if bend.given:
        route = replace(route, bend_mm=bend.number(-MOST_BEND_MM, MOST_BEND_MM, "mm"))
    if field.faults:
        return route
    taken = others(desk.draft, route)
    return replace(route, lanes=laid_route(desk.draft, route, (spaces, beside), desk.find, taken))


def _with_space(field: Field, desk: Desk, change: Callable[[TracedSpace], TracedSpace]) -> Act:
    route = route_of(field.get("key"), desk.draft)
    lane = field.get("lane").whole(0, MOST_LANES)
    index = field.get("index").whole(0, MOST_SPACES)
    if lane >= len(route.lanes) or index >= len(route.lanes[lane]):
        raise InputError("no-such-space")
    lanes = [list(each) for each in route.lanes]
    lanes[lane][index] = change(lanes[lane][index])
    laid = tuple(tuple(each) for each in lanes)
    return Act(Deed.MOVED, route_name(desk.draft, route), (replace(route, lanes=laid),))
