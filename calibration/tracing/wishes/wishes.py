"""What a person asks for on the page, worked out into an act.

A wish comes over the network and may be anything; an act is checked and complete: what moves along
and what is laid anew stands in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.tracing.draft.draft import ROUTES, STOPS, Card, Draft, Removed, Sheet
from calibration.tracing.draft.names import name_of, route_name
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.kinds.board_kind import to_board
from calibration.tracing.wishes import ghosts as taking
from calibration.tracing.wishes import places as places
from calibration.tracing.wishes import routes as routes
from calibration.tracing.wishes import stops as stops
from calibration.tracing.wishes.asked import Desk, island_of, stop_at
from companion.boards.board_file import LARGEST_BOARD_MM, faults
from companion.errors import InputError
from companion.files.fields import Field

SMALLEST_BOARD_MM = 50.0
LONGEST_NAME = 80
MOST_PORTS = 40


def act_of(wish: object, desk: Desk) -> Act:
    """Work a wish out. Raises InputError where it can't be: it says what is wrong, in one line."""
    field = Field(wish, "wish")
    field.is_object()
    stop_at(field)
    wishes = WISHES[desk.draft.sheet.kind]
    known = field.get("do").one_of(list(wishes))
    stop_at(field)
    act = wishes[str(known)](field, desk)
    stop_at(field)
    return act


def _remove(field: Field, desk: Desk) -> Act:
    draft, key = desk.draft, field.get("key").id()
    end, route = draft.end(key), draft.routes.get(key) or draft.lines.get(key)
    if end is None and route is None:
        raise InputError("gone-already")
    name = name_of(end) if end else route_name(draft, route) if route else ""
    return Act(Deed.REMOVED, name, (Removed(key),))


def _card(field: Field, desk: Desk) -> Act:
    nation = field.get("nation").id()
    ports = field.get("ports").items(most=MOST_PORTS)
    keys = tuple(island_of(port, desk.draft).key for port in ports)
    return Act(Deed.CARD, nation, (Card(nation, keys),))


def _sheet(field: Field, desk: Desk) -> Act:
    """Another name, size or other pieces; what is traced stays where it is."""
    sheet = written_sheet(field, desk.draft.sheet)
    return Act(Deed.SHEET, sheet.name, (sheet,))


def written_sheet(field: Field, sheet: Sheet) -> Sheet:
    """The sheet with what was written of it. Raises InputError for what no board can have."""
    name, width, height, pieces = (
        field.get(key) for key in ("name", "width_mm", "height_mm", "pieces")
    )
    within = (SMALLEST_BOARD_MM, LARGEST_BOARD_MM, "mm")
    sheet = replace(
        sheet,
        name=name.text(LONGEST_NAME) if name.given else sheet.name,
        width_mm=width.number(*within) if width.given else sheet.width_mm,
        height_mm=height.number(*within) if height.given else sheet.height_mm,
        pieces=pieces.value if isinstance(pieces.value, Mapping) else sheet.pieces,
    )
    stop_at(field)
    _check_sheet(sheet)
    return sheet


def _check_sheet(sheet: Sheet) -> None:
    """Raise InputError where no board file could have such a size or such pieces."""
    found = faults(to_board(Draft(sheet)))
    about = [fault for fault in found if fault.path[0] in ("meta", "pieces")]
    if about:
        raise InputError.of(about[0])


Wishes = dict[str, Callable[[Field, Desk], Act]]
OF_ANY: Wishes = {
    "move": places.move,
    "fit": places.fit,
    "remove": _remove,
    "sheet": _sheet,
}
OF_STOPS: Wishes = {
    "add-stop": stops.add_stop,
    "stop": stops.edit_stop,
    "add-line": stops.add_line,
    "line": stops.edit_line,
    "products": stops.set_products,
}
OF_ROUTES: Wishes = {
    "add-island": places.add_island,
    "island": places.edit_island,
    "add-slot": places.add_slot,
    "move-slot": places.move_slot,
    "remove-slot": places.remove_slot,
    "add-harbour": places.add_harbour,
    "harbour": places.edit_harbour,
    "add-route": routes.add_route,
    "route": routes.edit_route,
    "snap": routes.snap,
    "move-space": routes.move_space,
    "turn-space": routes.turn_space,
    "snap-all": taking.snap_all,
    "accept-slots": taking.accept_slots,
    "accept-harbours": taking.accept_harbours,
    "card": _card,
}
WISHES: Mapping[str, Wishes] = {ROUTES: OF_ANY | OF_ROUTES, STOPS: OF_ANY | OF_STOPS}
"""By the kind of board, what may be wished for."""
