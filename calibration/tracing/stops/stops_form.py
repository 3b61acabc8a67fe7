"""A draft of stops as a board file's JSON, and a board of stops as what a tracing begins with."""

from __future__ import annotations

from collections.abc import Mapping

from calibration.tracing.draft.board_form import DECIMALS, SOURCE, Ids
from calibration.tracing.draft.draft import STOPS, Change, Draft, Sheet, TracedLine, TracedStop
from companion.boards.stops_board import StopsBoard


def stops_to_board(draft: Draft) -> dict[str, object]:
    """The board file's JSON, in the order in which things were traced; it may have faults yet."""
    ids, sheet = Ids.of(draft).ends, draft.sheet
    return {
        "meta": {
            "kind": STOPS,
            "name": sheet.name,
            "game": sheet.game,
            "width_mm": sheet.width_mm,
            "height_mm": sheet.height_mm,
            "source": SOURCE,
        },
        "pieces": dict(sheet.pieces),
        "products": [{"id": each, "colour": colour} for each, colour in sheet.products.items()],
        "stops": [_stop(stop, ids[stop.key]) for stop in draft.stops.values()],
        "lines": [
            {"a": ids[line.a], "b": ids[line.b], **({"over_edge": True} if line.over_edge else {})}
            for line in draft.lines.values()
        ],
    }


def _stop(stop: TracedStop, id_: str) -> dict[str, object]:
    sells = {"stranding_place": True} if stop.strands else {"product": stop.product}
    at = {"x": round(stop.x_mm, DECIMALS), "y": round(stop.y_mm, DECIMALS)}
    return {"id": id_, "name": stop.name, "zone": stop.zone, **sells, **at}


def stops_from_board(
    board: StopsBoard, pieces: Mapping[str, object]
) -> tuple[Sheet, tuple[Change, ...]]:
    """A board as a tracing begins with it; ``pieces`` are those of its file. Ids are the keys."""
    products = {product.name: product.colour or "" for product in board.products}
    size = (board.width_mm, board.height_mm)
    sheet = Sheet(board.name, board.game, *size, pieces, STOPS, products)
    stops = [
        TracedStop(
            stop.id,
            stop.name,
            stop.zone,
            stop.x_mm,
            stop.y_mm,
            stop.product,
            strands=not stop.is_port,
            id=stop.id,
            map_mm=(stop.x_mm, stop.y_mm),
        )
        for stop in board.stops.values()
    ]
    lines = [
        TracedLine(f"line:{number}", line.a, line.b, line.over_edge)
        for number, line in enumerate(board.lines, 1)
    ]
    return sheet, (*stops, *lines)
