"""What the machine suggests to the one who traces: looked for once, and kept beside the tracing."""

from __future__ import annotations

import json
from collections.abc import Callable

from calibration.ghosts.ghost import Ghost, GhostKind, PieceSizes
from calibration.tracing.draft.draft import Draft
from calibration.tracing.kinds.board_kind import kind_of
from calibration.tracing.traced_board import TracedBoard
from calibration.tracing.wishes.asked import Desk
from calibration.tracing.wishes.suggesting import ghosts_in, on_dashes, sizes_in
from companion.files.whole_file import write_whole
from web.tracing.desk import desk, flat_picture, view_name


def working_desk(board: TracedBoard) -> Callable[[Draft], Desk]:
    """What wishes about this board are worked out from."""
    ghosts = known_ghosts(board) or ()
    return lambda draft: Desk(draft, on_dashes(draft, ghosts), ghosts)


def ghosts_json(board: TracedBoard) -> list[dict[str, object]]:
    """All suggestions worth showing, as the page draws them; looked for where nobody has yet."""
    ghosts, name = known_ghosts(board), _name(board)
    if not kind_of(board.draft).searched:
        return []
    if ghosts is None and name is not None:
        ghosts = desk().looked(ghosts_in, flat_picture(board), *_scale_and_sizes(board))
        data = [_as_json(ghost) for ghost in ghosts]
        write_whole(board.folder / name, json.dumps(data).encode())
    return [_as_json(ghost) for ghost in ghosts or () if ghost.is_offered]


def known_ghosts(board: TracedBoard) -> tuple[Ghost, ...] | None:
    """What was found before in this picture; None where nobody has looked yet."""
    name = _name(board)
    if name is None or not (board.folder / name).is_file():
        return None
    try:
        data = json.loads((board.folder / name).read_bytes())
        return tuple(map(_ghost, data))
    except (ValueError, TypeError, KeyError):
        return None


def _name(board: TracedBoard) -> str | None:
    view = view_name(board.draft)
    sizes = sizes_in(board.draft)
    told = f"{sizes.stick_length_mm:g}-{sizes.stick_width_mm:g}-{sizes.marker_mm or 0:g}"
    return None if view is None else f"ghosts-{view}-{told}.json"


def _scale_and_sizes(board: TracedBoard) -> tuple[float, PieceSizes]:
    return board.draft.sheet.width_mm, sizes_in(board.draft)


def _as_json(ghost: Ghost) -> dict[str, object]:
    return {
        "kind": ghost.kind.value,
        "x": round(float(ghost.x_mm), 2),
        "y": round(float(ghost.y_mm), 2),
        "angle": round(float(ghost.angle_deg), 2),
        "length": round(float(ghost.length_mm), 2),
        "colour": [int(tone) for tone in ghost.colour],
        "sureness": round(float(ghost.sureness), 3),
    }


def _ghost(data: dict[str, object]) -> Ghost:
    x, y, angle, length, sureness = (
        float(str(data[key])) for key in ("x", "y", "angle", "length", "sureness")
    )
    colour = data["colour"]
    if not isinstance(colour, list):
        raise TypeError("no colour")
    red, green, blue = map(int, colour)
    return Ghost(GhostKind(data["kind"]), x, y, angle, length, (red, green, blue), sureness)
