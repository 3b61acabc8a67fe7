"""A tracing as the page gets it: all that is traced, and what there is to say of it."""

from __future__ import annotations

from calibration.tracing.draft.checks import UNPLAYED, Remark, kinds_of
from calibration.tracing.draft.draft import Draft
from calibration.tracing.draft.draft_json import (
    harbour_json,
    island_json,
    line_json,
    products_json,
    route_json,
    sheet_json,
    stop_json,
)
from calibration.tracing.draft.laying import stick_size
from calibration.tracing.draft.names import name_of, route_name
from calibration.tracing.draft.totals import unusual
from calibration.tracing.kinds.board_kind import is_of_game, kind_of, remarks
from calibration.tracing.overlooked import overlooked
from calibration.tracing.stops.stops_totals import zones_of
from calibration.tracing.traced_board import TracedBoard
from web.tracing.desk import view_name
from web.tracing.finder import known_ghosts
from web.tracing.photo import photo_words
from web.tracing.words import (
    deed_words,
    kind_words,
    remark_words,
    total_words,
    unplayed_words,
    unusual_words,
)


def state_of(board: TracedBoard) -> dict[str, object]:
    """Everything the page shows, as JSON."""
    trace = board.trace
    draft = trace.draft
    kind = kind_of(draft)
    said = [*remarks(draft), *overlooked(draft, known_ghosts(board) or ())]
    missing = [remark for remark in said if is_of_game(draft) and remark.code in UNPLAYED]
    photo = _photo(board)
    return {
        "id": board.id,
        "revision": trace.revision,
        "sheet": sheet_json(draft.sheet),
        "kinds": {piece: kinds_of(draft, piece) for piece in ("stick", "marker", "ship")},
        "names": {each: kind_words(each, draft.sheet.game) for each in _kinds(draft)},
        "stick": stick_size(draft),
        "photo": photo,
        "view": view_name(draft),
        "islands": [island_json(each) for each in draft.islands.values()],
        "harbours": [harbour_json(each) for each in draft.harbours.values()],
        "routes": [route_json(each) for each in draft.routes.values()],
        "stops": [stop_json(each) for each in draft.stops.values()],
        "lines": [line_json(each) for each in draft.lines.values()],
        "products": products_json(draft.sheet),
        "zones": zones_of(draft),
        "searched": kind.searched,
        "cards": {nation: list(card.ports) for nation, card in draft.cards.items()},
        "taught": {kind: _hex(tones) for kind, tones in draft.taught.palette.items()},
        "remarks": [*(_remark(each, draft) for each in said), *_unusual(draft)],
        "whole": not any(remark.code.stops for remark in said),
        "playable": is_of_game(draft) and not missing,
        "unplayed": unplayed_words(missing, draft.sheet.game) if missing else None,
        "odd": any(not remark.code.stops for remark in said) or bool(photo and photo["faults"]),
        "totals": [
            {"what": each.what, "name": total_words(each), "count": each.count, "said": each.said}
            for each in kind.totals(draft)
        ],
        "undo": deed_words(trace.undoable) if trace.undoable else None,
        "redo": deed_words(trace.redoable) if trace.redoable else None,
    }


def _kinds(draft: Draft) -> set[str]:
    """All kinds of pieces, and companies, that the page has to name."""
    pieces = {each for piece in ("stick", "marker", "ship") for each in kinds_of(draft, piece)}
    kinds = {*pieces, *draft.cards, *draft.sheet.products}
    return kinds | {harbour.company for harbour in draft.harbours.values()}


def _photo(board: TracedBoard) -> dict[str, object] | None:
    photo = board.draft.photo
    if photo is None:
        return None
    return {
        "file": photo.file,
        "size": list(photo.size_px),
        "corners": [list(corner) for corner in photo.corners_px],
        "marked": photo.pose is not None,
        "faults": photo_words(board, photo),
    }


def _remark(remark: Remark, draft: Draft) -> dict[str, object]:
    return {
        "code": remark.code.value,
        "stops": remark.code.stops,
        "keys": list(remark.keys),
        "at": remark.at_mm,
        "more": remark.more_mm,
        "said": remark_words(remark, draft.sheet.game),
    }


def _unusual(draft: Draft) -> list[dict[str, object]]:
    said = []
    for key, what in unusual(draft).items():
        end, route = draft.end(key), draft.routes.get(key)
        name = name_of(end) if end else route_name(draft, route) if route else key
        keys = [key] if end or route else []
        words = unusual_words(what, name)
        said.append(
            {
                "code": "unusual",
                "stops": False,
                "keys": keys,
                "at": None,
                "more": [],
                "said": words,
            }
        )
    return said


def _hex(tones: tuple[float, ...]) -> str:
    red, green, blue = (round(255 * min(max(tone, 0.0), 1.0)) for tone in reversed(tones))
    return f"#{red:02x}{green:02x}{blue:02x}"
