"""What no single field of a board of stops can show: ids, lines, zones and products together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from companion.boards.board import Kind
from companion.boards.stops_board import Line, Stop
from companion.files.fields import Field, each_once, shown
from companion.saying.phrase import Phrase

NEAREST_MM = 5.0
"""Stops nearer than this can't be told apart by a finger or a camera."""


class Given(NamedTuple):
    """The parts of a file as they stand in it, doubled ones too."""

    file: Field
    stops: Sequence[Stop]
    lines: Sequence[Line]
    products: Sequence[Kind]


def check_stops(given: Given) -> None:
    """Add to the file's faults."""
    stops = [*zip(given.file.get("stops").children(), given.stops, strict=True)]
    goods = [*zip(given.file.get("products").children(), given.products, strict=True)]
    each_once([(field.get("id"), stop.id) for field, stop in stops], Phrase("another-stop"))
    each_once([(field.get("id"), kind.name) for field, kind in goods], Phrase("another-product"))
    known = [product.name for product in given.products]
    for field, stop in stops:
        if stop.product and stop.product not in known:
            said = shown(stop.product)
            field.get("product").fault("no-such-product", product=said, known=", ".join(known))
    ships = given.file.get("pieces").get("ship").get("kinds")
    if ships.children():  # a list of names; where there are colours, each is checked as it is read
        ships.fault("ships-without-colour")
    _check_lines(given)
    if all(field.get("zone").value == stop.zone for field, stop in stops):
        _check_zones(given)  # one that cannot be read is missing in some zone: that is told
    for field, product in goods:
        if product.name and all(stop.product != product.name for stop in given.stops):
            field.fault("product-without-port", product=shown(product.name))
    _check_apart(stops)


def _check_lines(given: Given) -> None:
    """There are lines; each joins two stops that there are, and no two join the same."""
    known, drawn = {stop.id for stop in given.stops}, set()
    if given.stops and given.file.get("lines").value == []:
        given.file.get("lines").fault("no-lines")
    for field, line in zip(given.file.get("lines").children(), given.lines, strict=True):
        for key, end in (("a", line.a), ("b", line.b)):
            if end and end not in known:
                field.get(key).fault("line-nowhere", end=shown(end))
        if line.a and line.a == line.b:
            field.fault("line-to-itself", end=shown(line.a))
        ends = frozenset((line.a, line.b))
        if len(ends) > 1 and ends in drawn:
            field.fault("line-twice", a=shown(line.a), b=shown(line.b))
        drawn.add(ends)


def _check_zones(given: Given) -> None:
    """Each zone has ports, and one stranding place."""
    zones: dict[int, list[Stop]] = {}
    for stop in given.stops:
        zones.setdefault(stop.zone, []).append(stop)
    field = given.file.get("stops")
    for zone, stops in zones.items():
        count = sum(not stop.is_port for stop in stops)
        if count != 1:
            field.fault("zone-stranding-places", zone=zone, count=count)
        if count == len(stops):
            field.fault("zone-without-port", zone=zone)


def _check_apart(stops: Sequence[tuple[Field, Stop]]) -> None:
    for index, (field, stop) in enumerate(stops):
        for _, other in stops[:index]:
            away_mm = math.dist((stop.x_mm, stop.y_mm), (other.x_mm, other.y_mm))
            if stop.id != other.id and away_mm < NEAREST_MM:
                field.fault("places-too-near", other=other.id, apart=f"{NEAREST_MM:.3g}")
