"""What no single field of a board file can show: ids, ends and places held against each other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.boards.routes_board import (
    COMPANIES_ARE_STICKS,
    Harbour,
    Island,
    Route,
    RoutesBoard,
    Slot,
    Space,
)
from companion.files.fields import Field, each_once, shown
from companion.reading import EMPTY, HIDDEN
from companion.saying.phrase import Phrase

NEAREST_MM = 1.0
"""Places nearer than this lie on one another, where the board does not say how wide a piece is."""


def check_board(
    file: Field,
    board: RoutesBoard,
    islands: Sequence[Island],
    harbours: Sequence[Harbour],
    routes: Sequence[Route],
) -> None:
    """Add to the file's faults. The lists are as in the file; the board holds each id once."""
    ends = [*zip(file.get("islands").children(), islands, strict=True)]
    ports = [*zip(file.get("harbours").children(), harbours, strict=True)]
    ways = [*zip(file.get("routes").children(), routes, strict=True)]
    named = [(field.get("id"), island.id) for field, island in ends]
    named += [(field.get("id"), harbour.id) for field, harbour in ports]
    each_once(named, Phrase("another-end"))
    each_once([(field.get("id"), route.id) for field, route in ways], Phrase("another-route"))
    each_once([(field.get("company"), h.company) for field, h in ports], Phrase("another-harbour"))
    for field, harbour in ports:
        _check_harbour(field, harbour, board)
    for field, route in ways:
        _check_route(field, route, board)
    _check_cards(file, board)
    _check_kinds(file, board)
    _check_distances(ends, ways, board)


def _check_harbour(field: Field, harbour: Harbour, board: RoutesBoard) -> None:
    if harbour.island and harbour.island not in board.islands:
        field.get("island").fault("no-island-id", island=shown(harbour.island))
    if board.stick is None or board.game not in COMPANIES_ARE_STICKS:
        return
    sticks = [kind.name for kind in board.stick.kinds]
    if harbour.company and harbour.company not in sticks:
        field.get("company").fault(
            "no-kind-of-stick", company=shown(harbour.company), known=", ".join(sticks)
        )


def _check_route(field: Field, route: Route, board: RoutesBoard) -> None:
    for key, end in (("a", route.a), ("b", route.b)):
        if end and end not in board.islands and end not in board.harbours:
            field.get(key).fault("end-nowhere", end=shown(end))
    if route.a and route.a == route.b:
        field.fault("leads-to-itself", end=shown(route.a))
    elif route.a in board.harbours and route.b in board.harbours:
        field.fault("leads-between-harbours")


def _check_cards(file: Field, board: RoutesBoard) -> None:
    cards = [*zip(file.get("departure_cards").children(), board.departure_cards, strict=True)]
    each_once([(field.get("nation"), card.nation) for field, card in cards], Phrase("another-card"))
    nations = {kind.name for kind in board.marker.kinds} if board.marker else None
    laid: Counter[str] = Counter()
    for field, card in cards:
        if nations is not None and card.nation and card.nation not in nations:
            field.get("nation").fault(
                "no-kind-of-marker", nation=shown(card.nation), known=", ".join(sorted(nations))
            )
        for here, island in zip(field.get("ports").children(), card.ports, strict=True):
            laid[island] += 1
            if island and island not in board.islands:
                here.fault("no-island-id", island=shown(island))
            elif island and laid[island] > len(board.islands[island].slots):
                here.fault(
                    "card-beyond-slots",
                    number=laid[island],
                    island=shown(island),
                    slots=len(board.islands[island].slots),
                )


def _check_kinds(file: Field, board: RoutesBoard) -> None:
    for piece, of in (("stick", board.stick), ("marker", board.marker), ("ship", board.ship)):
        field = file.get("pieces").get(piece).get("kinds")
        if of is None:
            continue
        each_once([(field, kind.name) for kind in of.kinds], Phrase("another-kind"))
        for kind in of.kinds:
            if kind.name in {EMPTY, HIDDEN}:
                field.fault("kind-name-reserved", name=shown(kind.name))
    ids = [marker.id for marker in board.corner_markers.markers] if board.corner_markers else []
    for doubled in sorted(number for number, count in Counter(ids).items() if count > 1):
        file.get("aruco").get("markers").fault("corner-marker-twice", doubled=doubled)


def _check_distances(
    ends: Sequence[tuple[Field, Island]], ways: Sequence[tuple[Field, Route]], board: RoutesBoard
) -> None:
    """Find spaces that lie on one another, and slots that do."""
    width_mm = board.stick.width_mm if board.stick else math.nan
    _check_apart(_spaces(ways), _half(width_mm))
    diameter_mm = board.marker.diameter_mm if board.marker else math.nan
    _check_apart(_slots(ends), _half(diameter_mm))


def _half(width_mm: float) -> float:
    return width_mm / 2 if width_mm > 0 else NEAREST_MM


def _spaces(ways: Iterable[tuple[Field, Route]]) -> Iterator[tuple[Field, Space]]:
    for field, route in ways:
        for lane_index, lane in enumerate(route.lanes):
            for index, space in enumerate(lane.spaces):
                place = f"{field.place}/lanes[{lane_index}][{index}]"
                yield Field(None, place, field.faults, field.path), space


def _slots(ends: Iterable[tuple[Field, Island]]) -> Iterator[tuple[Field, Slot]]:
    for field, island in ends:
        for index, slot in enumerate(island.slots):
            yield Field(None, f"{field.place}/slots[{index}]", field.faults, field.path), slot


def _check_apart(places: Iterable[tuple[Field, Space | Slot]], apart_mm: float) -> None:
    """Note each place whose centre lies nearer than ``apart_mm`` to that of an earlier one.

    Places wait in square cells of that size, so only the cells around are looked at.
    """
    cells: dict[tuple[int, int], list[Space | Slot]] = {}
    for field, place in places:
        if not math.isfinite(place.x_mm) or not math.isfinite(place.y_mm):
            continue
        column, row = int(place.x_mm / apart_mm), int(place.y_mm / apart_mm)
        near = (
            other
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for other in cells.get((x, y), ())
            if math.dist((other.x_mm, other.y_mm), (place.x_mm, place.y_mm)) < apart_mm
        )
        on = next(near, None)
        if on is None:
            cells.setdefault((column, row), []).append(place)
        else:
            field.fault("places-too-near", other=on.id, apart=f"{apart_mm:.3g}")
