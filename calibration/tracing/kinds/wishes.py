"""What a person asks for on the page, worked out into an act.

A wish comes over the network and may be anything; an act is checked and complete: what moves along
and what is laid anew stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from calibration.tracing.draft.draft import Draft, Removed, Sheet
from calibration.tracing.draft.names import name_of, route_name
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.kinds.board_kind import kind_of, to_board
from calibration.tracing.wishes import places
from calibration.tracing.wishes.asked import Desk, Wishes, stop_at
from companion.boards.board_file import LARGEST_BOARD_MM, faults
from companion.errors import InputError
from companion.files.fields import Field

SMALLEST_BOARD_MM = 50.0
LONGEST_NAME = 80


def act_of(wish: object, desk: Desk) -> Act:
    """Work a wish out. Raises InputError where it can't be: it says what is wrong, in one line."""
    field = Field(wish, "wish")
    field.is_object()
    stop_at(field)
    wishes = {**OF_ANY, **kind_of(desk.draft).wishes}
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


OF_ANY: Wishes = MappingProxyType(
    {
        "move": places.move,
        "fit": places.fit,
        "remove": _remove,
        "sheet": _sheet,
    }
)
"""What may be wished for on a board of any kind."""
