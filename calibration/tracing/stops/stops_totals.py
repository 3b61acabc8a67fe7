"""How many stops, ports and lines a draft has, beside what the game's own map says there are."""

from __future__ import annotations

from calibration.tracing.draft.draft import Draft
from calibration.tracing.draft.game_map import game_map
from calibration.tracing.draft.totals import Total
from companion.boards.stops_board import StopsBoard

DIE = range(1, 7)


def stops_totals(draft: Draft) -> list[Total]:
    """Stops, zones, ports, stranding places and lines; how many lines are printed nobody says."""
    stops, known = draft.stops.values(), known_map(draft)
    zones = {stop.zone for stop in stops if stop.zone is not None}
    strands = sum(stop.strands for stop in stops)
    counts = {
        "stops": len(stops),
        "zones": len(zones),
        "stranding": strands,
        "ports": len(stops) - strands,
    }
    said = (
        {
            "stops": len(known.stops),
            "zones": len(known.zones),
            "stranding": len(known.stranding_places),
            "ports": len(known.stops) - len(known.stranding_places),
        }
        if known
        else {}
    )
    counted = [Total(what, count, said.get(what)) for what, count in counts.items()]
    return [*counted, Total("lines", len(draft.lines))]


def zones_of(draft: Draft) -> list[int]:
    """The zones that can be chosen: those of the game's own map, else a die's doubles."""
    known = known_map(draft)
    usual = list(known.zones) if known else [11 * face for face in DIE]
    return sorted({*usual, *(stop.zone for stop in draft.stops.values() if stop.zone is not None)})


def known_map(draft: Draft) -> StopsBoard | None:
    """The map that comes with the draft's game; None where there is none of stops."""
    board = game_map(draft.sheet.game)
    return board if isinstance(board, StopsBoard) else None
