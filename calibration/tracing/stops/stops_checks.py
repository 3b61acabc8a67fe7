"""What is still wrong with a draft of stops, or odd about it: each at its place, told by a code.

These are the faults that ``companion board check`` would find, said of what a person has traced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from calibration.tracing.draft.checks import Code, Remark, named_twice, near, off_board
from calibration.tracing.draft.draft import Draft, TracedStop
from calibration.tracing.stops.stops_form import stops_to_board
from companion.boards.board_file import faults
from companion.boards.stops_faults import NEAREST_MM

TOLD = frozenset(
    {
        "places-too-near",
        "zone-stranding-places",
        "zone-without-port",
        "product-without-port",
        "no-lines",
    }
)
"""Faults of the board file that have a code, and so better words, here."""


def stops_remarks(draft: Draft) -> list[Remark]:
    """All there is to say of stops and lines, what stops them first."""
    if not draft.stops:
        return [Remark(Code.NO_STOP)]
    said = [*off_board(draft), *_undecided(draft), *_touching(draft), *_zones(draft)]
    said += [*_unsold(draft), *([] if draft.lines else [Remark(Code.NO_LINE)]), *_odd(draft)]
    keys = {key for remark in said if remark.code.stops for key in remark.keys}
    said += _left(draft, keys)
    return sorted(said, key=lambda remark: not remark.code.stops)


def _undecided(draft: Draft) -> Iterator[Remark]:
    for stop in draft.stops.values():
        if stop.zone is None:
            yield _of(stop, Code.NO_ZONE)
        if not stop.strands and stop.product not in draft.sheet.products:
            yield _of(stop, Code.NO_PRODUCT)


def _touching(draft: Draft) -> Iterator[Remark]:
    places = [(stop.key, stop.name, stop.x_mm, stop.y_mm) for stop in draft.stops.values()]
    for one, other in near(places, NEAREST_MM):
        words = {"name": one[1], "other": other[1]}
        yield Remark(Code.STOPS_TOUCH, (one[0], other[0]), (one[2], one[3]), words)


def _zones(draft: Draft) -> Iterator[Remark]:
    """Each zone has ports, and one stranding place."""
    zones: dict[int, list[TracedStop]] = {}
    for stop in draft.stops.values():
        if stop.zone is not None:
            zones.setdefault(stop.zone, []).append(stop)
    for zone, stops in sorted(zones.items()):
        strands = [stop for stop in stops if stop.strands]
        keys = tuple(stop.key for stop in strands or stops)
        if len(strands) != 1:
            yield Remark(Code.ZONE_STRANDS, keys, words={"zone": zone, "count": len(strands)})
        if len(strands) == len(stops):
            yield Remark(Code.ZONE_NO_PORT, keys, words={"zone": zone})


def _unsold(draft: Draft) -> Iterator[Remark]:
    sold = {stop.product for stop in draft.stops.values() if not stop.strands}
    for product in draft.sheet.products:
        if product not in sold:
            yield Remark(Code.PRODUCT_NO_PORT, words={"name": product})


def _odd(draft: Draft) -> Iterator[Remark]:
    yield from named_twice(Code.STOP_TWICE, draft.stops.values())
    for stop in draft.stops.values():
        if draft.lines and not draft.lines_at(stop.key):
            yield _of(stop, Code.STOP_ALONE)
    first = next((stop for stop in draft.stops.values() if draft.lines_at(stop.key)), None)
    if first is None:
        return
    reached = _reached(draft, first.key)
    for stop in draft.stops.values():
        if stop.key not in reached and draft.lines_at(stop.key):
            words = {"name": stop.name, "other": first.name}
            yield Remark(Code.CUT_OFF, (stop.key,), (stop.x_mm, stop.y_mm), words)


def _reached(draft: Draft, start: str) -> set[str]:
    """The stops to which lines lead from one."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for line in draft.lines_at(here):
            other = line.b if line.a == here else line.a
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _of(stop: TracedStop, code: Code) -> Remark:
    return Remark(code, (stop.key,), (stop.x_mm, stop.y_mm), {"name": stop.name})


def _left(draft: Draft, told: Iterable[str]) -> Iterator[Remark]:
    """What the board file's own check finds besides, in its own words."""
    things = {"stops": list(draft.stops), "lines": list(draft.lines)}
    told = set(told)
    for fault in faults(stops_to_board(draft)):
        if fault.code in TOLD:
            continue
        match fault.path:
            case (str(kind), int(index), *_) if kind in things:
                key = things[kind][index]
                if key not in told:
                    yield Remark(Code.OTHER, (key,), words={"why": fault})
            case _:
                yield Remark(Code.OTHER, words={"why": fault})
