"""What may be wished for on a board of one kind alone, by the name of the wish."""

from __future__ import annotations

from types import MappingProxyType

from calibration.tracing.draft.draft import Card
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.wishes import ghosts as taking
from calibration.tracing.wishes import places, routes, stops
from calibration.tracing.wishes.asked import Desk, Wishes, island_of
from companion.files.fields import Field

MOST_PORTS = 40


def set_card(field: Field, desk: Desk) -> Act:
    """The islands of a nation's departure card."""
    nation = field.get("nation").id()
    ports = field.get("ports").items(most=MOST_PORTS)
    keys = tuple(island_of(port, desk.draft).key for port in ports)
    return Act(Deed.CARD, nation, (Card(nation, keys),))


OF_STOPS: Wishes = MappingProxyType(
    {
        "add-stop": stops.add_stop,
        "stop": stops.edit_stop,
        "add-line": stops.add_line,
        "line": stops.edit_line,
        "products": stops.set_products,
    }
)
OF_ROUTES: Wishes = MappingProxyType(
    {
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
        "card": set_card,
    }
)
