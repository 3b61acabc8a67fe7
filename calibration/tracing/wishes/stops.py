"""Wishes about stops, the lines between them, and what is sold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.tracing.draft.draft import Change, Draft, TracedLine, TracedStop
from calibration.tracing.draft.draft_json import read_products
from calibration.tracing.draft.names import route_name
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.wishes.asked import Desk, end_of, keys_of, point_of, stop_at
from calibration.tracing.wishes.places import LONGEST_NAME
from companion.boards.stops_file import LARGEST_ZONE, MOST_PRODUCTS
from companion.errors import InputError
from companion.files.fields import Field, shown
from companion.saying.phrase import Phrase


def add_stop(field: Field, desk: Desk) -> Act:
    """A new stop where somebody tapped, in the zone of the one that was put last."""
    x_mm, y_mm = point_of(field, desk.draft)
    stops = desk.draft.stops
    zone = next((stop.zone for stop in reversed(list(stops.values()))), None)
    key, name = desk.draft.free_key("s"), f"Stop {len(stops) + 1}"
    stop = TracedStop(key, name, zone, x_mm, y_mm, pinned=True)
    stop = _with_details(field, stop, desk.draft)
    return Act(Deed.ADDED, stop.name, (stop,))


def edit_stop(field: Field, desk: Desk) -> Act:
    """Another name, zone or product; or it is the stranding place of its zone."""
    stop = _with_details(field, stop_of(field.get("key"), desk.draft), desk.draft)
    return Act(Deed.EDITED, stop.name, (stop,))


def _with_details(field: Field, stop: TracedStop, draft: Draft) -> TracedStop:
    name, zone, product = (field.get(key) for key in ("name", "zone", "product"))
    if name.given:
        stop = replace(stop, name=name.text(LONGEST_NAME))
    if zone.given:
        stop = replace(stop, zone=zone.whole(1, LARGEST_ZONE))
    if product.given:
        sold = product.one_of(list(draft.sheet.products))
        stop = replace(stop, product=sold, strands=False)
    if field.get("strands").value is True:
        stop = replace(stop, product=None, strands=True)
    return stop


def stop_of(field: Field, draft: Draft) -> TracedStop:
    """The stop whose key stands there."""
    end = end_of(field, draft)
    if not isinstance(end, TracedStop):
        raise InputError("no-such-end", field.place)
    return end


def add_line(field: Field, desk: Desk) -> Act:
    """A line between two stops that none joins yet."""
    a, b = (stop_of(field.get(end), desk.draft) for end in ("a", "b"))
    if a.key == b.key:
        raise InputError("line-to-itself", end=shown(a.name))
    if any({line.a, line.b} == {a.key, b.key} for line in desk.draft.lines.values()):
        raise InputError("line-twice", a=shown(a.name), b=shown(b.name))
    line = TracedLine(desk.draft.free_key("l"), a.key, b.key)
    return Act(Deed.ADDED, route_name(desk.draft, line), (line,))


def edit_line(field: Field, desk: Desk) -> Act:
    """Whether a line leaves the map at one edge and comes in again at the other."""
    line = desk.draft.lines.get(field.get("key").id())
    if line is None:
        raise InputError("gone-already")
    if "over_edge" in keys_of(field):
        line = replace(line, over_edge=field.get("over_edge").value is True)
    return Act(Deed.EDITED, route_name(desk.draft, line), (line,))


def set_products(field: Field, desk: Desk) -> Act:
    """What the border of the board sells, by the die; ``was`` tells a product that is renamed."""
    asked = field.get("products")
    asked.items(1, MOST_PRODUCTS)
    stop_at(field)
    named = read_products(asked)
    stop_at(field)
    if len(named) != len(asked.children()):
        raise InputError("named-twice", name=_doubled(asked), what=Phrase("another-product"))
    renamed = {
        each.get("was").id(): each.get("id").id()
        for each in asked.children()
        if each.get("was").given and each.get("was").value != each.get("id").value
    }
    changes: list[Change] = [replace(desk.draft.sheet, products=named)]
    changes += _sold_as(renamed, list(desk.draft.stops.values()))
    return Act(Deed.SHEET, desk.draft.sheet.name, tuple(changes))


def _doubled(asked: Field) -> str | Phrase:
    names = [str(each.get("id").value) for each in asked.children()]
    return shown(next((name for name in names if names.count(name) > 1), ""))


def _sold_as(renamed: dict[str, str], stops: Sequence[TracedStop]) -> list[TracedStop]:
    """The stops that sell what is called otherwise now."""
    return [
        replace(stop, product=renamed[stop.product]) for stop in stops if stop.product in renamed
    ]
