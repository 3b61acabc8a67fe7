"""Changes of a draft as JSON, and read again field by field: a file may be torn or made up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from calibration.board_pose.pose_json import MOST_PX, pose_json, read_pose
from calibration.tracing.draft.board_form import DECIMALS
from calibration.tracing.draft.draft import (
    ROUTES,
    TRACED,
    Card,
    Change,
    End,
    Laid,
    Photo,
    Removed,
    Sheet,
    Taught,
    TracedHarbour,
    TracedIsland,
    TracedLine,
    TracedRoute,
    TracedSpace,
    TracedStop,
)
from companion.boards.board_file import LARGEST_BOARD_MM, LARGEST_COUNT, MOST_LANES
from companion.boards.routes_board import OneWay
from companion.boards.stops_file import LARGEST_ZONE, MOST_PRODUCTS
from companion.files.fields import Field
from vision.alignment.pose import Pose
from vision.picture.quads import CornersPx

FARTHEST_PX = 1e6
MOST_SPACES = 60
MOST_SLOTS = 60
PHOTO_FILE = re.compile(r"[0-9a-f]{16}\.(jpg|png|webp)")
"""Photos are named by what is in them, so a name never leads anywhere else."""


def change_json(change: Change) -> dict[str, object]:
    """A change as JSON: one key says which kind it is."""
    match change:
        case Sheet():
            return {"sheet": sheet_json(change)}
        case Photo():
            corners = [[_fine(x), _fine(y)] for x, y in change.corners_px]
            pose = None if change.pose is None else pose_json(change.pose)
            size = list(change.size_px)
            return {"photo": {"file": change.file, "size": size, "corners": corners, "pose": pose}}
        case Taught():
            return {"taught": {kind: list(tones) for kind, tones in change.palette.items()}}
        case Card():
            return {"card": {"nation": change.nation, "ports": list(change.ports)}}
        case Removed():
            return {"removed": change.key}
        case _:
            return _thing_json(change)


def _thing_json(thing: End | TracedRoute | TracedLine) -> dict[str, object]:
    match thing:
        case TracedIsland():
            return {"island": island_json(thing)}
        case TracedHarbour():
            return {"harbour": harbour_json(thing)}
        case TracedRoute():
            return {"route": route_json(thing)}
        case TracedStop():
            return {"stop": stop_json(thing)}
        case TracedLine():
            return {"line": line_json(thing)}


def read_change(field: Field) -> Change | None:
    """Read a change; None, with a fault in the file, where it is none."""
    if not field.is_object():
        return None
    for kind, read in _READERS.items():
        if field.get(kind).given:
            return read(field.get(kind))
    field.fault("no-change")
    return None


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """The sheet as JSON."""
    data: dict[str, object] = {
        "name": sheet.name,
        "game": sheet.game,
        "width_mm": sheet.width_mm,
        "height_mm": sheet.height_mm,
        "pieces": dict(sheet.pieces),
    }
    if sheet.kind == ROUTES:
        return data
    return {**data, "kind": sheet.kind, "products": products_json(sheet)}


def products_json(sheet: Sheet) -> list[dict[str, str]]:
    """What is sold as JSON, in the order of the border."""
    return [{"id": product, "colour": colour} for product, colour in sheet.products.items()]


def island_json(island: TracedIsland) -> dict[str, object]:
    """An island as JSON."""
    return {
        "key": island.key,
        "name": island.name,
        "value": island.value,
        "x": _fine(island.x_mm),
        "y": _fine(island.y_mm),
        "slots": [[_fine(x), _fine(y)] for x, y in island.slots],
        "pinned": island.pinned,
        "id": island.id,
        "map": island.map_mm,
    }


def harbour_json(harbour: TracedHarbour) -> dict[str, object]:
    """A harbour as JSON."""
    return {
        "key": harbour.key,
        "company": harbour.company,
        "x": _fine(harbour.x_mm),
        "y": _fine(harbour.y_mm),
        "pieces": harbour.pieces,
        "ships": harbour.ships,
        "island": harbour.island,
        "pinned": harbour.pinned,
        "id": harbour.id,
        "map": harbour.map_mm,
    }


def route_json(route: TracedRoute) -> dict[str, object]:
    """A route as JSON; a space is ``[x, y, angle, how it was laid]``."""
    return {
        "key": route.key,
        "a": route.a,
        "b": route.b,
        "lanes": [
            [[_fine(s.x_mm), _fine(s.y_mm), _fine(s.angle_deg), s.laid.value] for s in lane]
            for lane in route.lanes
        ],
        "one_way": route.one_way.value if route.one_way else None,
        "bend": _fine(route.bend_mm),
        "id": route.id,
    }


def stop_json(stop: TracedStop) -> dict[str, object]:
    """A stop as JSON."""
    return {
        "key": stop.key,
        "name": stop.name,
        "zone": stop.zone,
        "x": _fine(stop.x_mm),
        "y": _fine(stop.y_mm),
        "product": stop.product,
        "strands": stop.strands,
        "pinned": stop.pinned,
        "id": stop.id,
        "map": stop.map_mm,
    }


def line_json(line: TracedLine) -> dict[str, object]:
    """A line as JSON."""
    return {"key": line.key, "a": line.a, "b": line.b, "over_edge": line.over_edge}


def _fine(number: float) -> float:
    return round(float(number), DECIMALS)


def _sheet(field: Field) -> Sheet:
    pieces, kind = field.get("pieces").value, field.get("kind")
    return Sheet(
        field.get("name").text(),
        field.get("game").id(),
        field.get("width_mm").number(1, LARGEST_BOARD_MM, "mm"),
        field.get("height_mm").number(1, LARGEST_BOARD_MM, "mm"),
        pieces if isinstance(pieces, Mapping) else {},
        (kind.one_of(TRACED) or ROUTES) if kind.given else ROUTES,
        read_products(field.get("products")),
    )


def read_products(field: Field) -> dict[str, str]:
    """What is sold, as ``[{"id": ..., "colour": ...}, ...]`` in the order of the border."""
    if not field.given:
        return {}
    each = field.items(most=MOST_PRODUCTS)
    return {product.get("id").id(): product.get("colour").colour() or "" for product in each}


def _photo(field: Field) -> Photo:
    file = field.get("file")
    if not isinstance(file.value, str) or not PHOTO_FILE.fullmatch(file.value):
        file.fault("no-photo-beside")
        return Photo("", (1, 1))
    corners = field.get("corners")
    size = [each.whole(1, MOST_PX) for each in field.get("size").items(least=2, most=2)]
    return Photo(
        file.value,
        (size[0], size[-1]) if size else (1, 1),
        read_corners(corners) if corners.children() else (),
        _pose(field.get("pose")),
    )


def _pose(field: Field) -> Pose | None:
    if not field.given or not isinstance(field.value, Mapping):
        return None
    try:
        return read_pose(field.value)
    except (KeyError, TypeError, ValueError, ArithmeticError):
        field.fault("no-such-camera")
        return None


def read_corners(field: Field) -> CornersPx:
    """Four corners ``[x, y]`` in px."""
    corners = [each.items(least=2, most=2) for each in field.items(least=4, most=4)]
    return tuple((_px(each[0]), _px(each[1])) for each in corners if len(each) == 2)


def _taught(field: Field) -> Taught:
    tones = {kind: each.items(least=3, most=3) for kind, each in field.entries()}
    return Taught(
        {kind: tuple(tone.number(-1, 10) for tone in each) for kind, each in tones.items()}
    )


def _px(field: Field) -> float:
    return field.number(-FARTHEST_PX, FARTHEST_PX)


def _mm(field: Field) -> float:
    return field.number(-LARGEST_BOARD_MM, LARGEST_BOARD_MM, "mm")


def _pair(field: Field) -> tuple[float, float] | None:
    both = [_mm(each) for each in field.items(least=2, most=2)] if field.given else []
    return (both[0], both[1]) if len(both) == 2 else None


def _id(field: Field) -> str | None:
    return field.id() if field.given else None


def _count(field: Field) -> int | None:
    return field.whole(0, LARGEST_COUNT) if field.given else None


def _island(field: Field) -> TracedIsland:
    slots = [each.items(least=2, most=2) for each in field.get("slots").items(most=MOST_SLOTS)]
    return TracedIsland(
        field.get("key").id(),
        field.get("name").text(),
        _count(field.get("value")),
        _mm(field.get("x")),
        _mm(field.get("y")),
        tuple((_mm(slot[0]), _mm(slot[1])) for slot in slots if len(slot) == 2),
        field.get("pinned").value is True,
        _id(field.get("id")),
        _pair(field.get("map")),
    )


def _harbour(field: Field) -> TracedHarbour:
    return TracedHarbour(
        field.get("key").id(),
        field.get("company").id(),
        _mm(field.get("x")),
        _mm(field.get("y")),
        _count(field.get("pieces")),
        _count(field.get("ships")),
        _id(field.get("island")),
        field.get("pinned").value is True,
        _id(field.get("id")),
        _pair(field.get("map")),
    )


def _route(field: Field) -> TracedRoute:
    arrow = field.get("one_way")
    way = arrow.one_of([way.value for way in OneWay]) if arrow.given else None
    return TracedRoute(
        field.get("key").id(),
        field.get("a").id(),
        field.get("b").id(),
        tuple(
            tuple(map(_space, lane.items(least=1, most=MOST_SPACES)))
            for lane in field.get("lanes").items(least=1, most=MOST_LANES)
        ),
        OneWay(way) if way else None,
        _mm(field.get("bend")),
        _id(field.get("id")),
    )


def _space(field: Field) -> TracedSpace:
    values = field.items(least=4, most=4)
    if len(values) != 4:
        return TracedSpace(0, 0, 0)
    laid = values[3].one_of([laid.value for laid in Laid])
    angle = values[2].number(-360, 360, "degrees")
    return TracedSpace(_mm(values[0]), _mm(values[1]), angle, Laid(laid or Laid.EVEN.value))


def _stop(field: Field) -> TracedStop:
    zone = field.get("zone")
    return TracedStop(
        field.get("key").id(),
        field.get("name").text(),
        zone.whole(1, LARGEST_ZONE) if zone.given else None,
        _mm(field.get("x")),
        _mm(field.get("y")),
        _id(field.get("product")),
        field.get("strands").value is True,
        field.get("pinned").value is True,
        _id(field.get("id")),
        _pair(field.get("map")),
    )


def _line(field: Field) -> TracedLine:
    ends = (field.get("key").id(), field.get("a").id(), field.get("b").id())
    return TracedLine(*ends, field.get("over_edge").value is True)


def _card(field: Field) -> Card:
    ports = field.get("ports").items(most=MOST_SPACES)
    return Card(field.get("nation").id(), tuple(port.id() for port in ports))


def _removed(field: Field) -> Removed:
    return Removed(field.id())


_READERS: Mapping[str, Callable[[Field], Change]] = {
    "sheet": _sheet,
    "photo": _photo,
    "taught": _taught,
    "island": _island,
    "harbour": _harbour,
    "route": _route,
    "stop": _stop,
    "line": _line,
    "card": _card,
    "removed": _removed,
}
