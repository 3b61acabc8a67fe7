"""What comes from the forms of a tile: text becomes numbers, ids and places."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from calibration.own_tiles.changes import Printed
from companion.boards.tiles_board import Tile, TilesBoard
from companion.errors import InputError
from web.words.numbers import whole_number

ONE_MORE = "one-more"
"""What the form calls a feature that the tile has not yet."""
Form = MultiDict[str, str]


def printed_of(tile: Tile, form: Form) -> Mapping[str, Printed]:
    """What was typed of each feature. Raises InputError for a number that is none."""
    return {
        id_: Printed(
            form.get(f"kind.{id_}", ""),
            printed_number(form.get(f"number.{id_}", "")),
            form.get(f"sign.{id_}", ""),
            frozenset(form.getlist(f"spots.{id_}")),
        )
        for id_ in (*(each.id for each in tile.features), ONE_MORE)
    }


def tapped_mm(form: Form, drawn_px: int, board: TilesBoard) -> tuple[float, float] | None:
    """Where a drawing of so many pixels was tapped, from the middle of the tile in mm.

    By keyboard a drawing says (0, 0), and the fields ``x_mm`` and ``y_mm`` are used; None
    where they are empty too.
    """
    across, down = (_measure(form.get(f"at.{side}", "")) for side in "xy")
    if across is None or down is None or (across == 0 and down == 0):
        x_mm, y_mm = (_measure(form.get(f"{side}_mm", "")) for side in "xy")
        if x_mm is None and y_mm is None:
            return None
        return x_mm or 0.0, y_mm or 0.0
    mm_per_px = side_mm(board) / drawn_px
    x_mm, y_mm = (round((each - drawn_px / 2) * mm_per_px, 1) for each in (across, down))
    return x_mm, y_mm


def side_mm(board: TilesBoard) -> float:
    """How much of the table a drawing of one tile shows, across and down, in mm."""
    x_mm, y_mm = board.lattice.middle((0, 0))
    corners = board.lattice.corners((0, 0))
    return 2 * max(max(abs(x - x_mm), abs(y - y_mm)) for x, y in corners)


def printed_number(text: str) -> int | None:
    """A number that was typed; None where nothing was. Raises InputError for what is none."""
    number = whole_number(text.strip())
    if number is None and text.strip():
        raise InputError("no-printed-number", value=text.strip()[:20])
    return number


def _measure(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
