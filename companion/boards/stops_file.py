"""The file of a board of stops (``meta.kind`` is ``stops``): read, and every fault named at once.

One way: fields -> stops, lines, products -> ``stops_faults`` -> StopsBoard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.boards.board import Kind
from companion.boards.stops_board import Line, Stop, StopsBoard
from companion.boards.stops_faults import Given, check_stops
from companion.files.fields import Field

KIND = "stops"
LARGEST_ZONE = 999
MOST_STOPS, MOST_LINES, MOST_PRODUCTS = 500, 2_000, 6
STATUS = ("stated", "implied", "found", "reconstructed")
"""How sure a file is of a thing; ``found``: in another edition of the same game."""

Place = Callable[[Field], tuple[float, float]]


def with_stops(board: StopsBoard, file: Field, place: Place) -> StopsBoard:
    """Read what only boards of stops have; it is whole when the file has no faults.

    ``place`` reads where something is on the board.
    """
    products = [_product(each) for each in file.get("products").items(1, MOST_PRODUCTS)]
    stops = [_stop(each, place) for each in file.get("stops").items(1, MOST_STOPS)]
    lines = [_line(each) for each in file.get("lines").items(0, MOST_LINES)]
    check_stops(Given(file, stops, lines, products))
    known = {stop.id for stop in stops}
    return replace(
        board,
        status=dict(_status(file)),
        stops={stop.id: stop for stop in stops},
        lines=tuple(line for line in lines if {line.a, line.b} <= known),
        products=tuple(products),
    )


def _product(field: Field) -> Kind:
    field.is_object()
    return Kind(field.get("id").id(), field.get("colour").colour())


def _stop(field: Field, place: Place) -> Stop:
    x_mm, y_mm = place(field)
    product, strands = field.get("product"), field.get("stranding_place")
    if strands.given and strands.value is not True:
        strands.fault("not-true")
    return Stop(
        id=field.get("id").id(),
        name=field.get("name").text(),
        zone=field.get("zone").whole(1, LARGEST_ZONE),
        x_mm=x_mm,
        y_mm=y_mm,
        product=None if strands.given and not product.given else product.id(),
    )


def _line(field: Field) -> Line:
    field.is_object()
    edge = field.get("over_edge")
    if edge.given and edge.value is not True:
        edge.fault("not-true")
    return Line(field.get("a").id(), field.get("b").id(), over_edge=edge.value is True)


def _status(file: Field) -> Iterator[tuple[str, dict[str, str]]]:
    """Say per stop, line (``line:A--B``) and product how sure the file is of each field."""
    for key in ("stops", "lines", "products"):
        for each in file.get(key).children():
            stated = {of: said.one_of(STATUS) or "" for of, said in each.get("status").entries()}
            if stated:
                yield called(each), stated


def called(each: Field) -> str:
    """How a stop, a product or a line is called where it is said how sure the file is of it."""
    name = each.get("id").value
    if isinstance(name, str):
        return name
    return f"line:{each.get('a').value}--{each.get('b').value}"
